"""Standing against a charge: the modifiers of charts 19 and the check itself (P31.6, P38.17).

These figures take the place of the general ones for the same condition. Charges in the charge
segment and opportunity charges use the same account.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from grognard.kernel import Call, Done, Flow, Item, Procedure, rule, step
from grognard.mechanics.hexes import side_towards
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.flanks import REFUSED_FLANK, is_refused
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.horse.contacts import crossings
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.morale import LEVEL, LOSSES, SQUARE, STATE, general_items
from grognard.systems.bataille.movement.terrain import features
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

STAND: Final = "stand"
"""The occasion of the check, and the purpose of its roll."""

FORCE_MARCHED: Final = "force-march"
"""A mark: the unit is on a forced march in this turn (P44.8)."""

SETTLED: Final = (STATE, LOSSES, SQUARE, LEVEL)
"""General conditions that the chart for charges settles itself."""


class StandCheck(Procedure, tag=True):
    """P38.17: will the unit stand before these chargers? Result: did it pass? Nothing else.

    ``opportunity``: the charge is an opportunity charge, which never needs a run (PR-103).
    """

    unit: UnitId
    chargers: tuple[UnitId, ...]
    opportunity: bool = False

    @step("P31.6", "P38.17", "P40.8", "PR-103")
    def check(self, table: Table) -> Flow:
        items = stand_items(table, self.unit, self.chargers)
        return Call(CheckMorale(self.unit, STAND, items, replaces=True))

    @step("P38.17")
    def tell(self, table: Table, passed: bool) -> Flow:
        return Done(passed)


def stand_items(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> tuple[Item, ...]:
    """Everything that is added to the dice of a unit that would stand (charts 19)."""
    return (
        *_direction(table, unit, chargers),
        *_own_state(table, unit),
        *_riders(table, chargers),
        *_ground(table, unit, chargers),
        *_level(table, unit),
        *general_items(table, unit, SETTLED),
    )


@rule("P38.17", "P13.2")
def _direction(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> Iterator[Item]:
    """Struck through the flank or the rear: the worse of the two, once."""
    struck, refused = set(), False
    for at, there in crossings(table, unit, chargers):
        side = side_towards(there, at)
        if side is not None:
            struck.add(side_class(table, unit, there, side))
            refused = refused or is_refused(table, unit, there, (side,))
    for direction in ("flank", "rear"):
        if direction in struck:
            dice = table.setting.cards.stand_modifier(direction)
            yield Item(dice, f"charged through the {direction}", "P38.17")
            return
    if refused:
        yield REFUSED_FLANK


@rule("P38.17", "P12.3", "P16.46", "P30.3", "P30.9", "P44.8")
def _own_state(table: Table, unit: UnitId) -> Iterator[Item]:
    """Formation, order and losses of the unit that would stand."""
    cards, piece = table.setting.cards, table.pieces[unit]
    if piece.cohesion is Cohesion.DISORDER:
        yield Item(cards.stand_modifier("disorder"), "disordered", "P38.17")
    elif piece.cohesion is Cohesion.ROUT:
        yield Item(cards.stand_modifier("rout"), "routed", "P38.17")
    elif piece.formation is Formation.LINE:
        yield Item(cards.stand_modifier("line"), "in line", "P38.17")
    elif piece.formation is Formation.SQUARE:
        yield Item(cards.stand_modifier("square"), "in square", "P38.17")
    elif piece.formation is Formation.SKIRMISH:
        yield Item(cards.stand_modifier("skirmish"), "in skirmish order", "P38.17")
    if 2 * piece.lost > table.printed(unit).increments:
        yield Item(cards.stand_modifier("half_lost"), "more than half lost", "P38.17")
    if FORCE_MARCHED in piece.marks:
        yield Item(cards.stand_modifier("forced_march"), "on a forced march", "P44.8")


@rule("P35.11", "P46.1")
def lances_in(table: Table) -> tuple[int, int]:
    """What lances do in this weather and light to foot that would stand, and that would form square."""
    cards, sky = table.setting.cards, weather.under(table)
    if sky in cards.lights and not cards.light(sky).lances:
        return 0, 0
    if sky in cards.weathers:
        wet = cards.weather(sky)
        return wet.lances_stand, wet.lances_carre
    return cards.stand_modifier("lancers"), cards.carre_modifier("lancers")


@rule("P35.11", "P38.17")
def _riders(table: Table, chargers: Sequence[UnitId]) -> Iterator[Item]:
    """Lances and heavy horses."""
    lances, _ = lances_in(table)
    if lances and any(table.printed(unit).lance for unit in chargers):
        yield Item(lances, "the chargers have lances", "P35.11")
    if any(table.printed(unit).is_heavy for unit in chargers):
        heavy = table.setting.cards.stand_modifier("heavy_cavalry")
        yield Item(heavy, "the chargers are heavy cavalry", "P38.17")


@rule("P38.17")
def _ground(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> Iterator[Item]:
    """A slope or a stream that every charger has to cross to come to blows."""
    crossed = [
        features(table.setting.ground, at, side)
        for at, there in crossings(table, unit, chargers)
        if (side := side_towards(at, there)) is not None
    ]
    for feature, row in (("slope", "slope"), ("stream", "stream"), ("stream_ford", "stream")):
        if crossed and all(feature in way for way in crossed):
            dice = table.setting.cards.stand_modifier(row)
            yield Item(dice, f"across a {row}", "P38.17")


@rule("P43.8", "P43.9")
def _level(table: Table, unit: UnitId) -> Iterator[Item]:
    printed = table.printed(unit)
    level = table.levels.get(printed.organisation, 0)
    concerns_all = table.setting.options.get("level_affects", "infantry") == "all"
    if level and (concerns_all or printed.arm is Arm.INFANTRY):
        dice = table.setting.cards.stand_modifier(f"level_{level}")
        yield Item(dice, f"morale level {level}", "P43.8")
