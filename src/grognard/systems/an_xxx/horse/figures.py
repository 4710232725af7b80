"""How far horse goes (X19.2.1, X19.16.3, X19.17.1): charge zones, reactions, and what their checks take."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Item, rule
from grognard.systems.an_xxx.marks import ridden_down, zone_of_grand
from grognard.systems.bataille.pieces import Arm, Readiness, UnitId
from grognard.systems.bataille.table import Table


@rule("X19.2.1", "X19.2.10", "X19.16.3", "X19.6.8")
def charge_zone(table: Table, units: Sequence[UnitId]) -> int:
    """The hexes of a charge; of a Grand Charge as many as its slowest moves. Riding down uses them
    up too."""
    marks = [mark for unit in units if unit in table.pieces for mark in table.pieces[unit].marks]
    zone = zone_of_grand(marks) or table.setting.cards.zones["charge", Readiness.FRESH.value]
    return int(zone or 0) - ridden_down(marks)


@rule("X19.17.1.1", "X19.17.1.2")
def reaction_reach(table: Table, unit: UnitId) -> int:
    """How far cavalry reacts, by its weight and its breath."""
    kind = "light_reaction" if table.printed(unit).is_light else "heavy_reaction"
    found: int | None = table.setting.cards.zones.get((kind, table.pieces[unit].readiness.value))
    return found or 0


@rule("X19.17.3", "X19.18.3")
def counter_rows(table: Table, unit: UnitId, foes: Sequence[UnitId]) -> tuple[Item, ...]:
    """Few riders who would ride at many horsemen think twice."""
    cards = table.setting.cards
    horse = [foe for foe in foes if foe in table.pieces and _is_horse(table, foe)]
    many = sum(table.strength(foe) for foe in horse) >= cards.row("zones", "many")
    if horse and many and table.strength(unit) <= cards.row("zones", "few"):
        dice = cards.row("reaction", "few_against_many")
        return (Item(dice, "few against many", "X19.17.3"),)
    return ()


def _is_horse(table: Table, unit: UnitId) -> bool:
    return table.printed(unit).arm is Arm.CAVALRY
