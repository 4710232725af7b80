"""``nations``: allies of nations that keep to themselves do not stack, and leaders help only their own.

The card names those nations (P46.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from grognard.kernel import Item, Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.mechanics.packs.shapes import Field, Named, Record, Text
from grognard.systems.bataille.pieces import LeaderPrinted, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

NATIONS: Final = "nations"


class Nations(msgspec.Struct, frozen=True):
    """By the trait of units that are lent to allies: the nation they count with."""

    lent: Mapping[str, str] = {}


SHAPE: Final = Record(
    {"lent": Field(Named(Text()), "by a trait of units lent to allies: the nation they count with")}
)


@rule("P46.2")
@lru_cache(maxsize=1024)
def nation_of(setting: Setting, unit: UnitId) -> str:
    """The nation a unit counts with: those that keep to themselves, or all others of its side.

    A unit lent to a body of another nation counts with that body.
    """
    printed = setting.roster[unit]
    rule_: Nations = setting.special.get(NATIONS, Nations())
    for trait, nation in rule_.lent.items():
        if trait in printed.traits:
            return nation
    if printed.organisation:
        body = [p for p in setting.roster.values() if p.organisation == printed.organisation]
        return Counter(_nation(setting, p.nation, p.side) for p in body).most_common(1)[0][0]
    return _nation(setting, printed.nation, printed.side)


def _nation(setting: Setting, nation: str, side: str) -> str:
    alone = setting.cards.keyed("national-infantry", "may_not_stack").rows
    return nation.lower() if nation.lower() in alone else side


@rule("P46.2")
def may_stack(table: Table, unit: UnitId, others: Iterable[UnitId]) -> Reason | None:
    """May the unit stay with these friends, for all that they are of another nation?"""
    if NATIONS not in table.setting.special:
        return None
    own = nation_of(table.setting, unit)
    for other in others:
        if nation_of(table.setting, other) != own:
            return Reason(f"{table.printed(other).name} is of another nation", "P46.2")
    return None


def are_mixed(table: Table, at: Hex) -> bool:
    """Do units of nations that keep apart stand in one hex?"""
    stack = table.stack(at)
    return bool(stack) and may_stack(table, stack[0], stack[1:]) is not None


@rule("P46.2")
def mixed_item(table: Table) -> Item:
    """What the confusion of allies in one hex takes from their dice."""
    dice = table.setting.cards.morale_modifier("mixed_coalition_stack")
    return Item(dice, "allies of two nations in one hex", "P46.2")


@rule("P46.2")
def helps(table: Table, leader: LeaderPrinted, unit: UnitId) -> bool:
    """May a leader's bonus help the unit, for all its nation? A unit lent to his allies, too."""
    setting = table.setting
    if NATIONS not in setting.special:
        return True
    printed = setting.roster[unit]
    his = _nation(setting, leader.nation, leader.side)
    return his in (nation_of(setting, unit), _nation(setting, printed.nation, printed.side))
