"""What is added to the dice before melee: both sides' accounts (charts 13a and 13b).

Rules 13, 31 and 33. Where the card for this occasion names a condition, its figure stands in place
of the general one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from grognard.kernel import Item, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.flanks import REFUSED_FLANK
from grognard.systems.bataille.melee.melee import (
    crossed_by,
    defenders_of,
    direction,
    engaged_hexes,
    meets_refused_flank,
)
from grognard.systems.bataille.morale.morale import LOSSES, SQUARE, STATE, general_items
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.special.kolben import butts
from grognard.systems.bataille.table import Table

CROSSINGS: Final = {
    "slope": "up_slope",
    "stream": "across_stream",
    "dyke": "across_dyke",
    "river_ford": "across_river",
    "earthwork_front": "earthwork_front",
}
"""What an assault crosses, and the row of the card that speaks of it."""


@rule("P33.4", "P33.5", "P33.6", "P33.17")
def attacker_items(
    table: Table, unit: UnitId, target: Hex, odds: int, odds_name: str
) -> tuple[Item, ...]:
    """All that is added to an attacker's dice before melee."""
    return (
        Item(odds, f"odds {odds_name}", "P33.4"),
        *_attack_direction(table, unit, target),
        *_crossing_items(table, unit, target),
        *_fire_losses(table, unit, target),
        *_half_lost(table, unit, 0),
        *butts(table, unit),
        *general_items(table, unit, without=(LOSSES,)),
    )


@rule("P33.4", "P33.5", "P33.17")
def defender_items(
    table: Table,
    unit: UnitId,
    attackers: Sequence[UnitId],
    target: Hex,
    odds: int,
    odds_name: str,
) -> tuple[Item, ...]:
    """All that is added to a defender's dice before melee."""
    return (
        Item(odds, f"odds {odds_name}", "P33.4"),
        *_defence_direction(table, attackers, target),
        *_covered(table, attackers, target),
        *_state(table, unit),
        *_elite_fire(table, unit, attackers, target),
        *_half_lost(table, unit, 1),
        *general_items(table, unit, without=(STATE, LOSSES, SQUARE)),
    )


@rule("P13.26", "P13.29", "PR-86")
def _attack_direction(table: Table, unit: UnitId, target: Hex) -> Iterator[Item]:
    """Each attacking unit takes its own bonus: the best of its hexes, or each kind once."""
    side = table.side_of(unit)
    struck = {direction(table, side, target, at) for at in engaged_hexes(table, unit, target)}
    yield from _directions(table, struck, 0)
    if not struck - {"front"} and meets_refused_flank(table, (unit,), target):
        yield REFUSED_FLANK


@rule("P13.24", "P13.28", "PR-86")
def _defence_direction(table: Table, attackers: Sequence[UnitId], target: Hex) -> Iterator[Item]:
    """The defender takes the worst direction only, unless the table lets them add up."""
    struck = {
        direction(table, table.side_of(unit), target, at)
        for unit in attackers
        for at in engaged_hexes(table, unit, target)
    }
    yield from _directions(table, struck, 1)
    if not struck - {"front"} and meets_refused_flank(table, attackers, target):
        yield REFUSED_FLANK


def _directions(table: Table, struck: set[str], whose: int) -> Iterator[Item]:
    clauses = {"flank": ("P13.26", "P13.24"), "rear": ("P13.29", "P13.28")}
    stack = table.setting.options.get("direction_mods_stack") == "on"
    for way, clause in clauses.items():
        if way in struck:
            dice = table.setting.cards.premelee_condition(way)[whose]
            if dice:
                yield Item(dice, f"through the {way}", clause[whose])
            if not stack:
                return


@rule("P33.17", "PR-176")
def _crossing_items(table: Table, unit: UnitId, target: Hex) -> Iterator[Item]:
    """Slopes, streams and works that every hex of the attack must cross."""
    for row in _crossings(table, (unit,), target):
        dice = table.setting.cards.premelee_condition(row)[0]
        if dice:
            yield Item(dice, row.replace("_", " "), "P33.17")


@rule("P33.17")
def _covered(table: Table, attackers: Sequence[UnitId], target: Hex) -> Iterator[Item]:
    """What the ground gives the defender, if it hampers every hex of the attack."""
    for row in _crossings(table, attackers, target):
        dice = table.setting.cards.premelee_condition(row)[1]
        if dice:
            yield Item(dice, f"attacked {row.replace('_', ' ')}", "P33.17")


def _crossings(table: Table, attackers: Sequence[UnitId], target: Hex) -> list[str]:
    level = table.setting.ground.level
    ways = [
        [
            feature
            for feature in crossed_by(table, at, target)
            if feature != "slope" or level[at] < level[target]
        ]
        for unit in attackers
        for at in engaged_hexes(table, unit, target)
    ]
    return [
        row for feature, row in CROSSINGS.items() if ways and all(feature in way for way in ways)
    ]


@rule("P30.3", "P30.9", "P33.5")
def _state(table: Table, unit: UnitId) -> Iterator[Item]:
    """The defender's formation and order, in the words of this card."""
    piece, cards = table.pieces[unit], table.setting.cards
    rows = {
        Cohesion.DISORDER: ("defender_disorder", "P30.3"),
        Cohesion.ROUT: ("defender_rout", "P30.9"),
    }
    shapes = {
        Formation.SKIRMISH: ("defender_skirmish", "P33.5"),
        Formation.LINE: ("defender_line", "P33.5"),
        Formation.SQUARE: ("defender_square", "P16.46"),
    }
    found = rows.get(piece.cohesion) or shapes.get(piece.formation)
    if found is not None:
        row, clause = found
        yield Item(cards.premelee_condition(row)[1], row.replace("_", " "), clause)


@rule("P12.3", "PR-81")
def _half_lost(table: Table, unit: UnitId, whose: int) -> Iterator[Item]:
    printed = table.printed(unit)
    if printed.arm is Arm.INFANTRY and 2 * table.pieces[unit].lost > printed.increments:
        dice = table.setting.cards.premelee_condition("half_lost")[whose]
        yield Item(dice, "more than half lost", "P12.3")


@rule("P33.5")
def _fire_losses(table: Table, unit: UnitId, target: Hex) -> Iterator[Item]:
    """Increments lost to this turn's defensive fire weigh on the attacker; more from an elite."""
    lost = table.fire_losses.get(unit, 0)
    if not lost:
        return
    each = table.setting.cards.premelee_condition("fire_loss")[0]
    defenders = defenders_of(table, target, table.side_of(unit))
    elite = _elite_figure(table, unit, defenders)
    yield Item(lost * (elite or each), f"{lost} lost to defensive fire", "P33.5")


@rule("P33.5")
def _elite_fire(
    table: Table, unit: UnitId, attackers: Sequence[UnitId], target: Hex
) -> Iterator[Item]:
    """Increments that an elite attacker's fire cost the defender."""
    lost = table.fire_losses.get(unit, 0)
    firers = [foe for foe in attackers if target in table.fired_at.get(foe, ())]
    elite = _elite_figure(table, unit, firers)
    if lost and elite:
        yield Item(lost * elite, f"{lost} lost to the fire of an elite", "P33.5")


def _elite_figure(table: Table, unit: UnitId, firers: Sequence[UnitId]) -> int | None:
    """The dearest figure among elite infantry that fired; an elite target knows no awe."""
    cards = table.setting.cards
    if cards.elite_fire_modifier(table.printed(unit).morale) is not None:
        return None
    figures = [
        figure
        for foe in firers
        if table.printed(foe).arm is Arm.INFANTRY
        and (figure := cards.elite_fire_modifier(table.printed(foe).morale)) is not None
    ]
    return min(figures, default=None)
