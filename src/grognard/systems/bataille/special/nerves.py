"""``charge_nerves``: foot and guns near horse that has just charged may lose their nerve (P46.2)."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.packs.shapes import Field, Record, Text
from grognard.systems.bataille.marks import CONTACT, OPP_CHARGED, REACTED
from grognard.systems.bataille.pieces import Arms, UnitId
from grognard.systems.bataille.table import Table

CHARGE_NERVES: Final = "charge_nerves"


class ChargeNerves(msgspec.Struct, frozen=True):
    """Whose foot and guns are nervous."""

    side: str


SHAPE: Final = Record({"side": Field(Text(), "whose foot and guns are nervous", needed=True)})


@rule("P46.2")
def unnerved_by(table: Table, unit: UnitId) -> UnitId | None:
    """The enemy horse whose reaction or opportunity charge in this player turn unnerves the unit.

    It stands in that horse's zone; the unit that the charge itself struck is exempt.
    """
    printed = table.setting.roster[unit]
    found: ChargeNerves | None = table.setting.special.get(CHARGE_NERVES)
    if found is None or printed.side != found.side or printed.arm is Arms.CAVALRY:
        return None
    piece, enemy = table.pieces[unit], table.setting.enemy(printed.side)
    for at in piece.hexes:
        for foe in table.zone_over(at, enemy):
            marks = table.pieces[foe].marks
            if REACTED in marks or OPP_CHARGED in marks:
                if CONTACT + foe not in piece.marks:
                    return foe
    return None


def keeps_formation(table: Table, unit: UnitId, foe: UnitId) -> Reason:
    name_of, horse = table.printed(unit).name, table.printed(foe).name
    return Reason(f"{name_of} keeps its formation in the zone of {horse}, who charged", "P46.2")
