"""``doubtful_allies``: foot that fails to recover melts away, and may go over to the enemy (P46.2)."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import distance
from grognard.mechanics.packs.shapes import Field, Listed, Number, Record, Text
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.table import Table

DOUBT: Final = "doubtful_allies"


class Doubt(msgspec.Struct, frozen=True):
    """Who doubts, by nation or trait; from which level of their army they go over, 0 for never."""

    nations: tuple[str, ...]
    surrender_from: int = 0


SHAPE: Final = Record(
    {
        "nations": Field(Listed(Text(), least=1), "who doubts, by nation or trait", needed=True),
        "surrender_from": Field(
            Number(1, 3), "from this level of their army they surrender beside an enemy"
        ),
    }
)


@rule("P46.2")
def is_doubtful(table: Table, unit: UnitId) -> bool:
    """Is this a battalion of allies who waver?"""
    found: Doubt | None = table.setting.special.get(DOUBT)
    if found is None:
        return False
    printed = table.setting.roster[unit]
    nation = printed.nation.lower()
    theirs = any(nation.startswith(word) or word in printed.traits for word in found.nations)
    return theirs and printed.arm is Arm.INFANTRY


@rule("P46.2")
def goes_over(table: Table, unit: UnitId) -> bool:
    """Does a doubtful battalion lay down its arms: its army is low, and an enemy stands beside it?"""
    found: Doubt = table.setting.special[DOUBT]
    printed = table.setting.roster[unit]
    level = table.levels.get(printed.organisation, 0)
    if not found.surrender_from or level < found.surrender_from:
        return False
    at = table.pieces[unit].at
    foes = table.units_of(table.setting.enemy(printed.side))
    return any(distance(at, there) == 1 for foe in foes for there in table.pieces[foe].hexes)
