"""What command does: orders given, changed and met."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from grognard.mechanics.measured.mils import Point
from grognard.systems.empire.events import Fact, OfHidden
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.setting import CommanderId, DivisionId, SideId, UnitId
from grognard.systems.empire.table import Table

replace = msgspec.structs.replace


class InitiativeRolled(Fact, frozen=True, tag=True):
    """A chief contends for the initiative: die, value and the points that he spent on it."""

    leader: CommanderId
    die: int
    bid: int
    total: int
    clauses: ClassVar[tuple[str, ...]] = ("E21.5",)


class OrderTested(Fact, frozen=True, tag=True):
    """A general is to change his order: does he obey?"""

    division: DivisionId
    order: Order
    die: int
    bonus: int
    needed: int
    obeys: bool
    clauses: ClassVar[tuple[str, ...]] = ("E25.11",)

    def change(self, table: Table) -> None:
        bodies = table.own("bodies")
        bodies[self.division] = replace(bodies[self.division], changed=True)


class OrderChanged(OfHidden, frozen=True, tag=True):
    """A division has another order. On Hold it defends the area of the battle or about ``around``.

    Where that is known to nobody but its side while some of the division are hidden.
    """

    division: DivisionId
    order: Order
    around: Point | None = None
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E25.11", "E25.13")

    def seen_by(self, side: str) -> Self | None:
        return self if self.secret in ("", side) else replace(self, around=None, secret="")

    def change(self, table: Table) -> None:
        bodies = table.own("bodies")
        held = self.order is Order.HOLD and self.around is None
        area = table.setting.divisions[self.division].area if held else ()
        bodies[self.division] = replace(
            bodies[self.division], order=self.order, area=area, around=self.around
        )


class ReserveCalled(Fact, frozen=True, tag=True):
    """A reserve comes into play."""

    division: DivisionId
    clauses: ClassVar[tuple[str, ...]] = ("E24.4",)

    def change(self, table: Table) -> None:
        bodies = table.own("bodies")
        bodies[self.division] = replace(bodies[self.division], reserve=False)


class PointSent(Fact, frozen=True, tag=True):
    """A chief sends a point to a general."""

    division: DivisionId
    clauses: ClassVar[tuple[str, ...]] = ("E24.5",)

    def change(self, table: Table) -> None:
        bodies = table.own("bodies")
        body = bodies[self.division]
        bodies[self.division] = replace(body, sent=body.sent + 1)


class DutyNoted(OfHidden, frozen=True, tag=True):
    """The units that an order's duty looks at, as they are when their division begins."""

    division: DivisionId
    units: tuple[UnitId, ...]
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E25.14",)

    def change(self, table: Table) -> None:
        bodies = table.own("bodies")
        bodies[self.division] = replace(bodies[self.division], due=self.units)


class DutyMet(OfHidden, frozen=True, tag=True):
    """A unit has done what its order asks."""

    unit: UnitId
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E25.14", "E25.15")

    def change(self, table: Table) -> None:
        table.alter(self.unit, dutiful=True)


class PointsLost(Fact, frozen=True, tag=True):
    """What a chief has not spent is lost at the end of the turn."""

    side: SideId
    clauses: ClassVar[tuple[str, ...]] = ("E24.10",)

    def change(self, table: Table) -> None:
        chief = table.chief(self.side)
        table.own("officers")[chief.id] = replace(chief, points=0)
