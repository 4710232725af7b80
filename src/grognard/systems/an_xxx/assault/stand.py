"""The Roll to Stand against an assault (X16.5): increment odds, direction, cries, held fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import Call, Flow, Goto, Item, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.close import is_strong, is_weak
from grognard.systems.an_xxx.assault.results import in_battery
from grognard.systems.an_xxx.events.assault import StandWeighed
from grognard.systems.an_xxx.guns.overrun import LoseGuns
from grognard.systems.an_xxx.marks import (
    COULD_NOT_RETREAT,
    HELD_FIRE,
    PRONE,
    RISEN,
    lies_or_lay,
)
from grognard.systems.an_xxx.morale.rows import EventChecks, sheltered
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.melee.giving_way import defending_increments
from grognard.systems.bataille.melee.melee import defenders_of, direction, engaged_hexes
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.morale import general_items
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.movement.stacking import holds, share_in
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

STAND: Final = "stand-assault"
"""The occasion of the check, and the purpose of its roll."""

THIN: Final = (Formation.LINE, Formation.SKIRMISH)

HUZZAH: Final = "huzzah"
OLD_GUARD: Final = "old_guard"
"""Cries with which an assault comes on, by their rows on the card."""


# --- the rows


@rule("X16.5.1", "X16.5.11")
def attacking_increments(table: Table, attackers: tuple[UnitId, ...], target: Hex) -> int:
    """Increments that assault: at most four of a hex in line or skirmish order, all of any other."""
    most, thin, total = int(table.setting.cards.count("line_fires")), dict[Hex, int](), 0
    for unit in attackers:
        piece = table.pieces[unit]
        for at in engaged_hexes(table, unit, target):
            here = share_in(table, piece, at)
            if piece.formation in THIN:
                thin[at] = thin.get(at, 0) + here
            else:
                total += here
    return total + sum(min(most, here) for here in thin.values())


@rule("X16.5.13")
def stands_unasked(table: Table, unit: UnitId) -> bool:
    """Horse, and foot in general order, stand without a roll."""
    if table.printed(unit).arm is Arm.CAVALRY:
        return True
    piece = table.pieces[unit]
    return piece.formation is Formation.GENERAL and piece.cohesion is Cohesion.GOOD


@rule("X16.5.1", "X16.5.7", "X16.5.8")
def stand_items(
    table: Table,
    unit: UnitId,
    attackers: tuple[UnitId, ...],
    target: Hex,
    odds: Item | None,
    cries: tuple[str, ...] = (),
) -> tuple[Item, ...]:
    """All that is added to the dice of one who stands; ``odds`` is None in the second round."""
    first = () if odds is None else (odds, *_first(table, unit, attackers, target, cries))
    return (*first, *_prone(table, unit), *general_items(table, unit))


@rule("X16.3.3", "X16.5.3", "X16.5.5", "X16.5.6", "X16.10.1", "X12.10.5.2")
def _first(
    table: Table,
    unit: UnitId,
    attackers: tuple[UnitId, ...],
    target: Hex,
    cries: tuple[str, ...],
) -> Iterator[Item]:
    """The rows of the first round."""
    marks, struck = table.pieces[unit].marks, _struck(table, attackers, target)
    rows = (
        ("weak_target", is_weak(table, attackers, target), "a weak target", "X16.5.3"),
        ("few_against_many", is_strong(table, attackers, target), "few attackers", "X16.5.5"),
        (HUZZAH, HUZZAH in cries, "Huzzah", "X16.5.6"),
        (OLD_GUARD, OLD_GUARD in cries, "charge of the Old Guard", "X16.10.1"),
        (
            "could_not_retreat",
            COULD_NOT_RETREAT in marks,
            "skirmishers with nowhere to go",
            "X16.3.3",
        ),
        ("held_fire", HELD_FIRE in marks, "held its fire", "X12.10.5.2"),
        ("flank", "flank" in struck, "through the flank", "X16.5.9"),
        ("rear", "rear" in struck, "through the rear", "X16.5.9"),
    )
    for row, counts, reason, clause in rows:
        if counts:
            yield Item(table.setting.cards.row("stand", row), reason, clause)


@rule("X16.5.9")
def _struck(table: Table, attackers: tuple[UnitId, ...], target: Hex) -> set[str]:
    """The sides that any attacker crosses; flank and rear add up."""
    return {
        direction(table, table.side_of(unit), target, at)
        for unit in attackers
        for at in engaged_hexes(table, unit, target)
    }


@rule("X12.13.7.2")
def _prone(table: Table, unit: UnitId) -> Iterator[Item]:
    if lies_or_lay(table.pieces[unit].marks):
        yield Item(table.setting.cards.row("stand", "prone"), "lies down", "X12.13.7.2")


@rule("X16.5.2", "X16.5.7")
def odds_item(table: Table, attacking: int, defending: int) -> Item:
    """What the odds in increments do to the dice."""
    cards = table.setting.cards
    odds = cards.increment_odds
    name = odds.names[odds.column(attacking, defending)]
    return Item(cards.odds_dice(attacking, defending), f"odds {name}", "X16.5.2")


# --- the roll


class RollToStand(EventChecks, tag=True):
    """X16.5: the units of a hex roll, the uppermost first, unless they stand unasked.

    Who fails goes back in disorder; the disordered rout, the routed run again, and guns in battery
    are lost. Result: those who rolled and stand.
    """

    target: Hex = 0
    attackers: tuple[UnitId, ...] = ()
    cries: tuple[str, ...] = ()
    second: bool = False
    odds: Item | None = None
    exchange: bool = False

    @step("X16.5.1", "X16.5.13")
    def next_unit(self, table: Table) -> Flow:
        if not self.rolled:
            self._weigh(table)
        for unit in self.units:
            if unit in table.pieces and unit not in self.rolled and unit not in self.exempt:
                self.current, self.rolled = unit, (*self.rolled, unit)
                items = self._items(table, unit)
                items = (*items, *self._example(table, unit))
                return Call(CheckMorale(unit, STAND, items, replaces=True))
        return Goto("next_in_chain")

    @step("X16.5.12", "X18.4")
    def first_result(self, table: Table, passed: bool) -> Flow:
        if passed:
            self.passed = (*self.passed, self.current)
            return Goto("next_unit")
        if in_battery(table, self.current):
            return Call(LoseGuns((self.current,)), then="next_unit")
        return Call(self._failed(table), then="next_unit")

    def _items(self, table: Table, unit: UnitId) -> tuple[Item, ...]:
        if self.exchange:
            return tuple(sheltered(table, unit))
        return stand_items(table, unit, self.attackers, self.target, self.odds, self.cries)

    def _weigh(self, table: Table) -> None:
        """Who rolls, and at what odds: taken once, before the first roll (X16.5.1)."""
        self.exempt = tuple(unit for unit in self.units if stands_unasked(table, unit))
        due = [unit for unit in self.units if unit not in self.exempt]
        if self.second or self.exchange or not due:
            return
        attacking = attacking_increments(table, self.attackers, self.target)
        side = table.side_of(self.attackers[0])
        defending = defending_increments(table, self.target, side)
        self.odds = odds_item(table, attacking, defending)
        odds = self.odds.reason.removeprefix("odds ")
        table.record(StandWeighed(self.target, attacking, defending, odds))

    def _failed(self, table: Table) -> Procedure:
        unit = self.current
        failure = self._failure(table, "premelee")
        if table.pieces[unit].cohesion is Cohesion.ROUT:
            return Rout(unit, "premelee", self.target, exempt=failure.exempt)
        return failure


@rule("X12.13.8")
def rise(table: Table, units: tuple[UnitId, ...]) -> None:
    """Prone units rise when they have stood."""
    for unit in units:
        if unit in table.pieces and PRONE in table.pieces[unit].marks:
            table.record(Unmarked(unit, PRONE))
            table.record(Marked(unit, RISEN))


def roll_to_stand(
    table: Table,
    target: Hex,
    attackers: tuple[UnitId, ...],
    cries: tuple[str, ...] = (),
    *,
    second: bool = False,
) -> RollToStand:
    """The roll of all who defend a hex."""
    units = defenders_of(table, target, table.side_of(attackers[0]))
    roll = RollToStand(units, STAND, at=target, target=target, attackers=attackers)
    roll.cries, roll.second = cries, second
    roll.exchange = exchanges_fire(table, target, table.side_of(attackers[0]))
    return roll


@rule("X12.9.10")
def exchanges_fire(table: Table, target: Hex, side: str) -> bool:
    """Where the table plays it so: a square whose hex has no room for as many enemies."""
    if table.setting.options.get("square_assault") != "exchange":
        return False
    there = defenders_of(table, target, side)
    square = any(table.pieces[unit].formation is Formation.SQUARE for unit in there)
    pieces = [table.pieces[unit] for unit in there]
    return square and holds(table, target, [*pieces, *pieces]) is not None
