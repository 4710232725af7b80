"""Strength in a charge (N7.7.5, N7.10): of those who ride, and of those who await them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.combat.assault_strength import (
    deployment_whys,
    is_turned_away,
    terrain_whys,
)
from grognard.systems.nlc.combat.flanking import caught_on_road, comes_on_flank, is_sheltered
from grognard.systems.nlc.fire import Part, Why
from grognard.systems.nlc.kinds import Combat
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

Entries = tuple[tuple[UnitId, Hex], ...]
"""Who charges, and the hex from which each came in."""


@rule("N7.10.3", "N7.10.5", "N12.2F.4", "R-7.6a", "R-7.7d")
def flanking(
    table: Table,
    entries: Entries,
    target: Hex,
    square: bool,
    riders: tuple[UnitId, ...] = (),
) -> frozenset[UnitId]:
    """The chargers who come in on the flank; ``riders`` take part in other charges just now."""
    if square or is_sheltered(table, target):
        return frozenset()
    units = tuple(unit for unit, _ in entries)
    if caught_on_road(table, target):
        return frozenset(units)
    side = table.side_of(units[0])
    return frozenset(
        unit
        for unit, entry in entries
        if comes_on_flank(table, target, entry, side, (*units, *riders))
    )


@rule("N7.10.1", "N7.10.2", "N7.10.3", "N7.10.6", "N20.4.2", "R-7.10b", "R-20.4")
def charge_parts(
    table: Table,
    entries: Entries,
    target: Hex,
    square: bool,
    flanks: frozenset[UnitId],
    backhand: bool,
) -> Iterator[Part]:
    """The shares of those who ride; with six to hit their advantages are on the dice instead."""
    cards, on_dice = table.setting.cards, table.setting.on("six_to_hit")
    for unit, entry in entries:
        whys = []
        if square and not on_dice:
            whys.append(Why(cards.factor("square"), "the square holds", "N7.10.2"))
        if unit in flanks and not on_dice:
            whys.append(Why(cards.factor("flank_charge"), "on the flank", "N7.10.3"))
        if backhand and not on_dice:
            whys.append(Why(cards.factor("backhand"), "backhand blow", "N7.10.6"))
        whys += terrain_whys(table, entry, target, Combat.CHARGE)
        yield Part(unit, table.strength(unit), tuple(whys))


@rule("N7.7.5", "N7.8.2", "N7.10.4", "N8.4.1", "N6.3.1", "R-6.3", "R-7.7d")
def stand_parts(
    table: Table,
    units: tuple[UnitId, ...],
    entries: Entries,
    flanks: frozenset[UnitId],
    silent: tuple[UnitId, ...],
) -> Iterator[Part]:
    """The fire of those who are charged; foot and guns at half, none of it at a charge in flank."""
    cards = table.setting.cards
    in_flank = len(flanks) == len(entries)
    came_from = tuple(entry for _, entry in entries)
    for unit in units:
        arm = table.arm(unit)
        if unit in silent or (in_flank and not arm.cavalry):
            continue
        if arm.artillery and is_turned_away(table, unit, came_from):
            continue
        whys: list[Why] = [*deployment_whys(table, unit)]
        if not arm.cavalry:
            half: Fraction = cards.factor("charged_infantry_or_guns")
            whys.append(Why(half, "charged", "N7.7.5"))
        elif table.pieces[unit].disrupted:
            whys.append(Why(cards.factor("disrupted"), "disrupted", "N6.3.1"))
        yield Part(unit, table.strength(unit), tuple(whys))
