"""Rally: out of disorder, or a loss brought back (E64)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from grognard.kernel import MalformedAction, Reason, rule
from grognard.mechanics.commands import Command
from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.measured.polygons import Polygon, crossings, edges, holds
from grognard.systems.empire.command.points import points_of, price, spend
from grognard.systems.empire.events import OfHidden, secret_of
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.morale.commanders import attached_to
from grognard.systems.empire.morale.tests import is_walled
from grognard.systems.empire.setting import DivisionId, SideId, UnitId
from grognard.systems.empire.sheet import HALVES, sheet
from grognard.systems.empire.table import Table

RALLIES = "rallies"


class Rally(Command, frozen=True, order=True, tag="rally"):
    """A unit in disorder is brought back to good order."""

    unit: UnitId
    verb: ClassVar[str] = "rally"
    zeal: ClassVar[int] = 1

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        if len(words) != 1:
            raise MalformedAction(f"as in: {cls.verb} F1")
        return cls(words[0])


class Recover(Rally, frozen=True, order=True, tag="recover"):
    """A commander with a unit brings a loss of it back."""

    verb: ClassVar[str] = "recover"


class Rallied(OfHidden, frozen=True, tag=True):
    """A unit is in good order again."""

    unit: UnitId
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E64.3",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, disordered=False, marked=True, rallied=True)
        tally, division = table.own("tally"), table.printed(self.unit).division
        key = f"{RALLIES}:{division}:{table.turn}"
        tally[key] = tally.get(key, 0) + 1


class LossRecovered(OfHidden, frozen=True, tag=True):
    """Men come back to a unit."""

    unit: UnitId
    halves: int
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E64.3", "E64.4")

    def change(self, table: Table) -> None:
        halves = table.pieces[self.unit].halves - self.halves
        table.alter(self.unit, halves=halves, marked=True, rallied=True)


@rule("E64.3", "E25.2", "E24.9", "E24.14")
def price_of(table: Table, order: Rally) -> int:
    """The points that it takes; on Retreat the first rally of a turn is free."""
    unit = order.unit
    if isinstance(order, Recover):
        return sheet().figure("rally/points", "loss")
    division = table.printed(unit).division
    done = table.tally.get(f"{RALLIES}:{division}:{table.turn}", 0)
    free = table.bodies[division].order is Order.RETREAT
    if free and done < sheet().figure("rally/figures", "free_on_retreat"):
        return 0
    return price(table, (unit,), sheet().figure("rally/points", "disorder"))


@rule("E64.4")
def recoverable(table: Table, unit: UnitId) -> int:
    """What may come back of a unit's losses, in halves: one whole loss, never of the first."""
    kept = sheet().figure("rally/figures", "kept") * HALVES
    return max(0, min(HALVES, table.pieces[unit].halves - kept))


@rule("E64.1", "E64.3", "E64.4", "E64.5", "E22.5")
def against(table: Table, division: DivisionId, order: Rally) -> Reason | None:
    """What speaks against a rally."""
    unit = order.unit
    if unit not in table.pieces or table.printed(unit).division != division:
        return Reason(f"{unit} is not on the table in the division that acts", "E24.9")
    piece, name = table.pieces[unit], table.printed(unit).name
    if piece.marked:
        return Reason(f"{name} has acted and does not rally", "E22.5")
    if isinstance(order, Recover):
        if not attached_to(table, unit):
            return Reason(f"no commander is with {name}", "E64.3")
        if not recoverable(table, unit):
            return Reason("the first loss never comes back", "E64.4")
    elif piece.good:
        return Reason(f"{name} is in good order", "E64.3")
    if piece.moves and not _is_far(table, unit):
        return Reason(f"{name} has moved too near the enemy to rally", "E64.2")
    if not is_safe(table, unit):
        return Reason(f"the enemy is too near {name}", "E64.1")
    cost = price_of(table, order)
    if cost > points_of(table, division):
        return Reason(f"its general has not the {cost} points that it takes", "E24.9")
    return None


@rule("E64.1", "E64.6")
def is_safe(table: Table, unit: UnitId) -> bool:
    """Beyond tactical distance of every enemy, in a building or works, or behind formed friends."""
    if is_walled(table, unit):
        return True
    near = tactical()
    enemies = table.enemies_within(table.side_of(unit), table.corners(unit), near)
    return all(is_screened(table, unit, enemy, near) for enemy in enemies)


def tactical() -> int:
    """How far from every enemy a unit rallies that nobody covers."""
    return sheet().figure("rally/figures", "distance") * MIL


@rule("E64.2")
def _is_far(table: Table, unit: UnitId) -> bool:
    """Is a unit beyond tactical distance of every enemy?"""
    return not any(table.enemies_within(table.side_of(unit), table.corners(unit), tactical()))


@rule("E64.6")
def is_screened(table: Table, unit: UnitId, enemy: UnitId, near: int) -> bool:
    """Does every straight line to an enemy cross a formed friend that is near?"""
    here = table.footprint(unit).centre
    friends = [
        table.corners(friend)
        for friend in table.within(table.corners(unit), near)
        if friend != unit
        and table.side_of(friend) == table.side_of(unit)
        and table.is_formed(friend)
    ]
    ends = [*table.corners(enemy), table.footprint(enemy).centre]
    return all(any(_crosses(here, end, friend) for friend in friends) for end in ends)


def _crosses(start: Point, end: Point, shape: Polygon) -> bool:
    return holds(shape, end) or bool(crossings(start, end, edges(shape)))


def candidates(table: Table, division: DivisionId) -> Iterator[Rally]:
    for kind in (Rally, Recover):
        yield from (kind(unit) for unit in sorted(table.units_in(division)))


def carried_out(table: Table, order: Rally) -> None:
    spend(table, table.printed(order.unit).division, price_of(table, order))
    secret = secret_of(table, order.unit)
    if isinstance(order, Recover):
        table.record(LossRecovered(order.unit, recoverable(table, order.unit), secret))
    else:
        table.record(Rallied(order.unit, secret))
