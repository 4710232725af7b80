"""Strength of bombardment (N8.1, N8.5, N19.4): enfilade, crowded targets, terrain, long range."""

from __future__ import annotations

from fractions import Fraction
from math import floor

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.mechanics.sight import way
from grognard.systems.nlc.combat.assault_strength import gun_bonus
from grognard.systems.nlc.combat.flanking import comes_on_flank, is_sheltered
from grognard.systems.nlc.fire import Part, Why, total
from grognard.systems.nlc.kinds import Combat
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

PERCENT = 100


@rule("N8.5.3", "N8.5.4", "A15")
def entry_hex(table: Table, unit: UnitId, target: Hex) -> Hex:
    """The neighbour through which a line of fire enters a hex; of two, the one farther from friends."""
    at = table.pieces[unit].at
    around = table.setting.ground.around[target]
    entries = [around[side] for side in way(at, target).entries if around[side]]
    if len(entries) < 2:
        return entries[0] if entries else at
    side = table.side_of(unit)
    friends = [there for there in around if there and table.has_unit(there, side)]
    return max(entries, key=lambda there: (sum(distance(there, mate) for mate in friends), -there))


@rule("N8.5.1", "N8.5.2", "N8.5.3")
def enfilades(table: Table, unit: UnitId, target: Hex) -> bool:
    """Does the fire come from a side that would make a charge a flank charge?"""
    if is_sheltered(table, target):
        return False
    at = table.pieces[unit].at
    entry = at if distance(at, target) == 1 else entry_hex(table, unit, target)
    return comes_on_flank(table, target, entry, table.side_of(unit), (unit,))


@rule("N8.5.1", "N19.4.1", "N20.4.2", "R-8.5", "R-19.4b", "R-20.4")
def bonuses(
    table: Table, unit: UnitId, target: Hex, *, square: bool = False, at_range: bool = True
) -> tuple[str, ...]:
    """What favours a battery's fire; with six to hit each is one on every die instead.

    A crowded target favours bombardment alone (``at_range``): neither support nor opportunity fire.
    """
    names = []
    if square or enfilades(table, unit, target):
        names.append("enfilade")
    if at_range and table.setting.on("artillery_detail") and _is_crowded(table, target):
        names.append("stacked_target")
    return tuple(names)


@rule("N8.5.1", "N19.4.1", "N6.3.1", "N20.13.1", "NT.5", "R-8.5")
def bombardment_part(
    table: Table,
    unit: UnitId,
    target: Hex,
    *,
    square: bool = False,
    opportunity: bool = False,
    at_range: bool = True,
) -> Part:
    """A battery's share. ``square``: the foot there has taken the bonus of enfiladed squares."""
    cards = table.setting.cards
    at_range = at_range and not opportunity
    names = bonuses(table, unit, target, square=square, at_range=at_range)
    whys = [] if table.setting.on("six_to_hit") else [*gun_bonus(table, names)]
    percent = cards.terrain(table.setting.ground.terrain[target]).percent(Combat.BOMBARDMENT) or 0
    if percent:
        whys.append(Why(Fraction(PERCENT - percent, PERCENT), "cover", "N7.6.4"))
    if opportunity:
        whys.append(Why(cards.factor("opportunity"), "opportunity fire", "N20.13.1"))
    return Part(unit, table.strength(unit), tuple(whys))


def _is_crowded(table: Table, target: Hex) -> bool:
    return sum(not table.arm(unit).artillery for unit in table.stack(target)) > 1


@rule("N19.4.3", "R-7.1c")
def strength(table: Table, parts: tuple[Part, ...], target: Hex) -> int:
    """The firing strength; at long range half of it, rounded down last."""
    whole = total(parts, table.setting)
    at = table.pieces[parts[0].unit].at
    if distance(at, target) > table.setting.cards.figure("bombardment_range"):
        return floor(whole * table.setting.cards.factor("long_range"))
    return whole
