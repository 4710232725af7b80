"""The account of a check in An XXX (rule 20): its general rows, passers above, and the elite.

Every row that holds is added (X20.1.3). The base book's rows for disorder, rout, level, light and
leader stay; those below take the place of others or come beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import Item, rule
from grognard.systems.an_xxx.marks import LEADERLESS
from grognard.systems.an_xxx.supplement import corps_of, facts, is_elite
from grognard.systems.bataille.command.leaders import leaders_in
from grognard.systems.bataille.marks import FORCE_MARCH
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.morale.morale import LOSSES, SQUARE
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Printed, Size, UnitId
from grognard.systems.bataille.table import Table

MIXED: Final = "X11.3.1"
NATIONS: Final = "P46.2"
"""The clause of the check that a battle's rule of nations calls for."""

LEFT: Final = "P31.9"
"""A leader's number may be a secret: what he takes away carries the base book's clause."""


def row(table: Table, name: str) -> int:
    dice: int = table.setting.cards.row("checks", name)
    return dice


def is_body(printed: Printed) -> bool:
    """Is it a battalion or a regiment, and not smaller than that? (X11.1.3, X17.3.3)"""
    return printed.size in (Size.BATTALION, Size.REGIMENT) and "below_size" not in printed.traits


# --- the unit itself


@rule("X17.3.3")
def half_lost(table: Table, unit: UnitId) -> Iterator[Item]:
    """A battalion or regiment that has lost half of its increments or more."""
    printed = table.printed(unit)
    if is_body(printed) and 2 * table.pieces[unit].lost >= printed.increments:
        yield Item(row(table, "half_lost"), "half or more lost", "X17.3.3")


@rule("X12.9.9")
def sheltered(table: Table, unit: UnitId) -> Iterator[Item]:
    """A square, or a special structure; those who roll to close leave this row out."""
    piece = table.pieces[unit]
    if piece.formation is Formation.SQUARE and piece.cohesion is Cohesion.GOOD:
        yield Item(row(table, "square"), "in square", "X12.9.9")
    elif any(piece.at in each.hexes for each in facts(table.setting).structures):
        yield Item(row(table, "square"), "in a special structure", "X12.9.9")


@rule("X12.8.5")
def on_the_road(table: Table, unit: UnitId) -> Iterator[Item]:
    piece = table.pieces[unit]
    if piece.formation is Formation.ROAD and piece.cohesion is Cohesion.GOOD:
        yield Item(row(table, "road"), "in Road Column", "X12.8.5")


@rule("X13.3.4")
def on_a_forced_march(table: Table, unit: UnitId) -> Iterator[Item]:
    if FORCE_MARCH in table.pieces[unit].marks:
        yield Item(row(table, "forced_march"), "on a forced march", "X13.3.4")


@rule("X8.3.2")
def left_by_its_leader(table: Table, unit: UnitId) -> Iterator[Item]:
    """He went back before an assault or a charge, and those who stayed saw it."""
    for mark in table.pieces[unit].marks:
        if mark.startswith(LEADERLESS):
            yield Item(-int(mark.removeprefix(LEADERLESS)), "left by its leader", LEFT)


# --- the stack


@rule("X11.1.3")
def crowded(table: Table, unit: UnitId) -> Iterator[Item]:
    """Several combat units without a leader: each beyond the first; small ones do not count."""
    at, side = table.pieces[unit].at, table.side_of(unit)
    if leaders_in(table, at, side):
        return
    counted = [
        other
        for other in table.stack(at)
        if table.side_of(other) == side and _counts(table.printed(other))
    ]
    if len(counted) > 1:
        dice = row(table, "crowd") * (len(counted) - 1)
        yield Item(dice, f"{len(counted)} units without a leader", "X11.1.3")


def _counts(printed: Printed) -> bool:
    return printed.arm is Arm.ARTILLERY or is_body(printed)


@rule("X11.3.1", "X11.3.2")
def mixed(table: Table, unit: UnitId) -> Iterator[Item]:
    """Beneath Old Guard infantry; else beside another corps or nation."""
    at, printed = table.pieces[unit].at, table.printed(unit)
    stack = [other for other in table.stack(at) if table.side_of(other) == printed.side]
    above = [table.printed(other) for other in stack[: stack.index(unit)]]
    guard = any("old_guard" in each.traits and each.arm is Arm.INFANTRY for each in above)
    if guard and "old_guard" not in printed.traits:
        yield Item(row(table, "beneath_old_guard"), "beneath the Old Guard", "X11.3.2")
    elif any(_is_strange(table, printed, table.printed(other)) for other in stack if other != unit):
        yield Item(row(table, "mixed_stack"), "with another corps or nation", MIXED)


def _is_strange(table: Table, one: Printed, other: Printed) -> bool:
    if "exempt_from_mixing" in one.traits or "exempt_from_mixing" in other.traits:
        return False
    if corps_of(one) != corps_of(other):
        return True
    together = facts(table.setting).nations_as_one
    same = one.nation == other.nation
    return not same and not any({one.nation, other.nation} <= group for group in together)


ROWS: Final = {
    LOSSES: half_lost,
    SQUARE: sheltered,
    "road": on_the_road,
    "forced-march": on_a_forced_march,
    "left": left_by_its_leader,
    "crowd": crowded,
    "mixed": mixed,
}
"""By their conditions; those of the base book that are not named here stay as they are."""


# --- the account


@rule("X20.1.1")
def passers(
    table: Table, unit: UnitId, rolled: tuple[UnitId, ...], passed: tuple[UnitId, ...]
) -> tuple[Item, ...]:
    """Each unit directly above that has passed in this event; a failure begins the count anew."""
    stack = table.stack(table.pieces[unit].at)
    above = list(stack[: stack.index(unit)])
    count = 0
    for other in reversed(rolled[: rolled.index(unit)]):
        if other not in passed or not above or above.pop() != other:
            break
        count += 1
    dice = count * row(table, "passed_above")
    return (Item(dice, f"{count} above it have passed", "X20.1.1"),) if count else ()


@rule("X20.1.2", "X20.1.3", "X16.4.15", "X16.5.10", "X19.6.7")
def weighed(table: Table, unit: UnitId, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The rows that count: all of them; for the elite none that is negative."""
    if any(item.clause == NATIONS for item in items):
        items = tuple(item for item in items if item.clause != MIXED)
    if is_elite(table.printed(unit)):
        return tuple(item for item in items if item.amount >= 0)
    return items


class EventChecks(Checks, tag=True):
    """The checks of one combat event; ``each`` has rows of single units beside those of all."""

    each: tuple[tuple[UnitId, Item], ...] = ()

    def _example(self, table: Table, unit: UnitId) -> tuple[Item, ...]:
        own = tuple(item for other, item in self.each if other == unit)
        return (*own, *super()._example(table, unit))


@rule("X17.3.4")
def lost_now(
    table: Table, losses: tuple[tuple[UnitId, int], ...]
) -> tuple[tuple[UnitId, Item], ...]:
    """Battalions and regiments that have lost half of what they had in this event, or more."""
    item = Item(row(table, "half_lost_now"), "half lost at once", "X17.3.4")
    return tuple(
        (unit, item)
        for unit, count in losses
        if unit in table.pieces
        and is_body(table.printed(unit))
        and 2 * count >= table.strength(unit) + count
    )
