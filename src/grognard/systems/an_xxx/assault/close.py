"""The Roll to Close (X16.4): whether a stack dares to go in, and what it suffers if it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import Call, Flow, Goto, Item, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.declare import apart
from grognard.systems.an_xxx.marks import IN_COLUMN, lies_or_lay
from grognard.systems.an_xxx.morale.rows import EventChecks
from grognard.systems.an_xxx.supplement import facts
from grognard.systems.bataille.fire.fire_defence import increments_in
from grognard.systems.bataille.melee.giving_way import disorder_in_place, stays_at_the_wall
from grognard.systems.bataille.melee.melee import units_against
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.morale import SQUARE, general_items
from grognard.systems.bataille.morale.retreat_paths import enemy_distance
from grognard.systems.bataille.pieces import Arm, Cohesion, Printed, UnitId
from grognard.systems.bataille.special.kolben import butts
from grognard.systems.bataille.table import Table

CLOSE: Final = "close"
"""The occasion of the check, and the purpose of its roll."""


# --- the rows


@rule("X16.4.1")
def nearest_enemy(table: Table, unit: UnitId) -> int:
    """How far the nearest enemy combat unit is from any hex of a unit."""
    piece, side = table.pieces[unit], table.side_of(unit)
    spans = [enemy_distance(table, side, at) for at in piece.hexes]
    return min(span for span in spans if span is not None)


@rule("X16.4.5", "X16.4.6", "X16.4.7")
def method_of(table: Table, printed: Printed) -> str:
    """The method of attack: as the battle says, else by nation and year."""
    supplement = facts(table.setting)
    own = supplement.methods.get(printed.nation)
    return own or table.setting.cards.method(printed.nation, supplement.year)


@rule("X16.4.1", "X16.4.8", "X16.4.14")
def close_items(
    table: Table, unit: UnitId, stack: tuple[UnitId, ...], target: Hex, second: bool
) -> tuple[Item, ...]:
    """All that is added to the dice of one of a stack that closes; less in the second round."""
    own = tuple(_rows(table, unit, stack, target, second))
    return (*own, *butts(table, unit), *general_items(table, unit, without=(SQUARE,)))


def _rows(
    table: Table, unit: UnitId, stack: tuple[UnitId, ...], target: Hex, second: bool
) -> Iterator[Item]:
    if not second:
        yield from _distance(table, unit)
    rows = (
        ("in_column", _came_in_column(table, unit), "in column", "X16.4.9"),
        ("higher_ground", _climbs(table, unit, target), "target on higher ground", "X16.4.10"),
        ("weak_target", is_weak(table, stack, target), "a weak target", "X16.4.11"),
        ("few_against_many", is_strong(table, stack, target), "few against many", "X16.4.12"),
        ("prone", _lies_down(table, unit, target), "target lies down", "X16.4.13"),
    )
    cards = table.setting.cards
    for row, holds, reason, clause in rows:
        if holds and (not second or cards.second_round["close"][row]):
            yield Item(cards.row("close", row), reason, clause)


@rule("X16.4.1", "X16.4.2", "X16.4.3", "X16.4.4")
def _distance(table: Table, unit: UnitId) -> Iterator[Item]:
    """The further the better for the French, the nearer the worse for all."""
    method, away = method_of(table, table.printed(unit)), nearest_enemy(table, unit)
    dice = table.setting.cards.distance_dice(method, away)
    if dice:
        yield Item(dice, f"{method} method at {away}", "X16.4.1")


@rule("X16.4.9")
def _came_in_column(table: Table, unit: UnitId) -> bool:
    """British and Prussians who declared in column."""
    in_column = IN_COLUMN in table.pieces[unit].marks
    return in_column and method_of(table, table.printed(unit)) != "french"


@rule("X16.4.10")
def _climbs(table: Table, unit: UnitId, target: Hex) -> bool:
    level = table.setting.ground.level
    return level[target] > level[table.pieces[unit].at]


@rule("X16.4.13", "X12.13.7.1")
def _lies_down(table: Table, unit: UnitId, target: Hex) -> bool:
    foes = units_against(table, target, table.side_of(unit))
    return bool(foes) and all(lies_or_lay(table.pieces[foe].marks) for foe in foes)


@rule("X16.4.11", "X16.5.3")
def is_weak(table: Table, attackers: tuple[UnitId, ...], target: Hex) -> bool:
    """Two increments of infantry or fewer, neither guns nor horse, and four or more come on."""
    cards, foes = table.setting.cards, units_against(table, target, table.side_of(attackers[0]))
    if any(table.printed(foe).arm is not Arm.INFANTRY for foe in foes):
        return False
    few, many = int(cards.row("limits", "few")), int(cards.row("limits", "many"))
    return increments_in(table, target, foes) <= few and strength(table, attackers) >= many


@rule("X16.4.12", "X16.5.5")
def is_strong(table: Table, attackers: tuple[UnitId, ...], target: Hex) -> bool:
    """Four increments or more, and two or fewer come on."""
    cards, foes = table.setting.cards, units_against(table, target, table.side_of(attackers[0]))
    few, many = int(cards.row("limits", "few")), int(cards.row("limits", "many"))
    return increments_in(table, target, foes) >= many and strength(table, attackers) <= few


def strength(table: Table, units: tuple[UnitId, ...]) -> int:
    """All increments of these units."""
    return sum(table.strength(unit) for unit in units if unit in table.pieces)


# --- the roll


class RollToClose(EventChecks, tag=True):
    """X16.4: the units of one stack roll, the uppermost first. Result: those who close.

    If the uppermost fails all have failed. Who fails stays where he is; next to the target, or in
    disorder already, he falls back as the base book has it.
    """

    target: Hex = 0
    second: bool = False
    failed: tuple[UnitId, ...] = ()
    adjacent: bool = False

    @step("X16.4.1", "X16.4.16")
    def next_unit(self, table: Table) -> Flow:
        if not self.rolled:
            spans = [apart(table.pieces[unit], self.target) for unit in self.units]
            self.adjacent = self.second or min(spans) == 1
        for unit in self.units:
            if unit in table.pieces and unit not in self.rolled:
                self.current, self.rolled = unit, (*self.rolled, unit)
                items = close_items(table, unit, self.units, self.target, self.second)
                items = (*items, *self._example(table, unit))
                return Call(CheckMorale(unit, CLOSE, items, replaces=True))
        return Goto("next_in_chain")

    @step("X16.4.16", "X16.4.17")
    def first_result(self, table: Table, passed: bool) -> Flow:
        if passed:
            self.passed = (*self.passed, self.current)
            return Goto("next_unit")
        if self.current == self.units[0]:
            self.failed, self.rolled = self.units, self.units
        else:
            self.failed = (*self.failed, self.current)
        return Goto("next_unit")

    @step("X16.4.17", "P33.10", "P33.17")
    def next_in_chain(self, table: Table) -> Flow:
        """Those who failed fall back, one after the other; then their comrades check."""
        while self.failed:
            unit, self.failed = self.failed[0], self.failed[1:]
            if unit not in table.pieces or not self._suffers(table, unit):
                continue
            self.current = unit
            if stays_at_the_wall(table, unit, self.target):
                self.shaken = (*self.shaken, table.pieces[unit].at)
                disorder_in_place(table, unit, table.pieces[unit].at, self.target)
                continue
            return Call(self._failure(table, "premelee"), then="next_in_chain")
        return super().next_in_chain(table)

    def _suffers(self, table: Table, unit: UnitId) -> bool:
        return self.adjacent or table.pieces[unit].cohesion is not Cohesion.GOOD
