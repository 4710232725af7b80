"""What a morale check is made of: the unit's value and the modifiers of its dice (rules 12, 30, 31).

A check passes when the dice, modified, exceed the morale value; both count rungs of the ladder
and neither is clamped (PR-01, PR-02). A chart for the occasion may replace general modifiers: it
names the conditions it settles itself, and ``general_items`` leaves them out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

from grognard.kernel import Account, Item, rule
from grognard.mechanics.d66 import D66, RUNGS, exceeds
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.leaders import morale_items, with_leader
from grognard.systems.bataille.command.weather import DAY, light_word
from grognard.systems.bataille.events.morale import lowest_passing
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, LeaderId, UnitId
from grognard.systems.bataille.reglement import Reglement
from grognard.systems.bataille.table import Table

WORST: Final = 11
BEST: Final = 66

STATE: Final = "state"
LOSSES: Final = "losses"
SQUARE: Final = "square"
LEVEL: Final = "level"
LIGHT: Final = "light"
LEADER: Final = "leader"
"""Conditions that a chart for the occasion may settle in place of the general figure."""


@rule("P31.1", "P16.77", "PR-03")
def morale_value(table: Table, unit: UnitId) -> int:
    """The value the dice must exceed, as a rung; Road March makes it worse, even beyond 66."""
    value = table.setting.roster[unit].morale
    piece = table.pieces[unit]
    if piece.formation is Formation.ROAD and piece.cohesion is Cohesion.GOOD:
        value -= _cards(table).morale_modifier("road")
    return value


@rule("P31.1", "PR-01", "PR-02", "PR-04")
def passes(table: Table, dice: D66, modifiers: int, value: int) -> bool:
    """Do the dice exceed the value? A table may let the extremes of the dice decide alone."""
    if table.setting.options.get("natural_extremes") == "on":
        if dice.rung == RUNGS - 1:
            return True
        if dice.rung == 0:
            return False
    return exceeds(dice, modifiers, value)


@rule("P31.1", "PR-04")
def lowest_dice(table: Table, modifiers: int, value: int) -> int:
    """The lowest dice that pass at this table, as printed; 0 where no dice do."""
    lowest = lowest_passing(modifiers, value)
    if table.setting.options.get("natural_extremes") != "on":
        return lowest
    return min(max(lowest or BEST, WORST + 1), BEST)


def general_items(table: Table, unit: UnitId, without: Collection[str] = ()) -> Iterator[Item]:
    """The general modifiers of a unit's dice, but for conditions that another chart settles."""
    for condition, items in _conditions(table.setting.reglement).items():
        if condition not in without:
            yield from items(table, unit)


@lru_cache(maxsize=32)
def _conditions(reglement: Reglement) -> Mapping[str, Callable[[Table, UnitId], Iterator[Item]]]:
    """The conditions of the base book and those of the edition, by name."""
    return {**_CONDITIONS, **reglement.rows}


def account_of(
    table: Table,
    unit: UnitId,
    items: tuple[Item, ...] = (),
    *,
    replaces: bool = False,
    leader: LeaderId | None = None,
) -> Account:
    """All that modifies one unit's dice: the general items, or none of them, and those given.

    ``leader`` is the one whom the owner chose, "" if none; otherwise the best one helps.
    """
    held = items if replaces else (*general_items(table, unit), *items)
    if leader is not None:
        held = with_leader(table, held, leader)
    weighed = table.setting.reglement.weighed
    return Account(held if weighed is None else weighed(table, unit, held))


@rule("P30.3", "P30.9", "P30.14")
def state_items(table: Table, unit: UnitId) -> Iterator[Item]:
    """Disorder and rout weigh on every later check."""
    order, cavalry = table.pieces[unit].cohesion, table.setting.roster[unit].arm is Arm.CAVALRY
    if order is Cohesion.DISORDER:
        yield Item(_cards(table).morale_modifier("disorder"), "disordered", "P30.3")
    elif order is Cohesion.ROUT:
        clause = "P30.14" if cavalry else "P30.9"
        yield Item(_cards(table).morale_modifier("rout"), "routed", clause)


@rule("P12.3", "PR-81")
def loss_items(table: Table, unit: UnitId) -> Iterator[Item]:
    """Infantry that has lost more than half of its increments."""
    counter = table.setting.roster[unit]
    if counter.arm is Arm.INFANTRY and 2 * table.pieces[unit].lost > counter.increments:
        yield Item(_cards(table).morale_modifier("half_lost"), "more than half lost", "P12.3")


@rule("P16.46", "PR-36")
def square_items(table: Table, unit: UnitId) -> Iterator[Item]:
    """A square holds better; the table may read the book the other way, or not at all."""
    piece = table.pieces[unit]
    if piece.formation is not Formation.SQUARE or piece.cohesion is not Cohesion.GOOD:
        return
    reading = table.setting.options.get("carre_morale", "better")
    if reading != "none":
        amount = _cards(table).morale_modifier("square")
        yield Item(amount if reading == "better" else -amount, "in square", "P16.46")


@rule("P43.8", "P43.9", "PR-133", "PR-151")
def level_items(table: Table, unit: UnitId) -> Iterator[Item]:
    """The morale level of the unit's organisation; none before the first full hour."""
    counter = table.setting.roster[unit]
    level = table.levels.get(counter.organisation, 0)
    concerns_all = table.setting.options.get("level_affects", "infantry") == "all"
    if level and (concerns_all or counter.arm is Arm.INFANTRY):
        yield Item(_cards(table).level_modifier(level), f"morale level {level}", "P43.8")


@rule("P46.1")
def light_items(table: Table, unit: UnitId) -> Iterator[Item]:
    """Dusk and night, where the calendar of the battle has them."""
    light = light_word(table)
    if light != DAY:
        yield Item(_cards(table).morale_modifier(light), light, "P46.1")


_CONDITIONS: Mapping[str, Callable[[Table, UnitId], Iterator[Item]]] = {
    STATE: state_items,
    LOSSES: loss_items,
    SQUARE: square_items,
    LEVEL: level_items,
    LIGHT: light_items,
    LEADER: morale_items,
}


@rule("P10.5", "P10.7")
def passage_item(table: Table) -> Item:
    """Horse and formed foot passing through each other."""
    return Item(_cards(table).morale_modifier("passage"), "horse and foot entangled", "P10.5")


def _cards(table: Table) -> Deck:
    cards: Deck = table.setting.cards
    return cards
