"""Units that come later: onto the table by their edge, at the start of their side's turn (E21.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from grognard.kernel import Ask, Done, Drafted, Flow, Goto, Procedure, Reason, rule, step
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.places import Place
from grognard.systems.empire.actions import Enter, Kind, Primitive
from grognard.systems.empire.events import Fact
from grognard.systems.empire.kinds import Edge, Formation, Going
from grognard.systems.empire.movement.judging import against_end, against_passing
from grognard.systems.empire.movement.rates import rate_of
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.pieces import Piece
from grognard.systems.empire.setting import Arrival, SideId, UnitId
from grognard.systems.empire.table import Table


class Arrived(Fact, frozen=True, tag=True):
    """A unit has come onto the table, with the commander who comes with it."""

    unit: UnitId
    pose: Pose
    formation: Formation
    to: Place
    clauses: ClassVar[tuple[str, ...]] = ("E21.8",)

    def change(self, table: Table) -> None:
        table.put(Piece(self.unit, self.pose, self.formation, moves=1, acted=True))
        centre = table.footprint(self.unit).centre
        for officer in table.setting.commanders.values():
            if officer.arrives_with == self.unit:
                held = table.officers[officer.id]
                table.own("officers")[officer.id] = msgspec.structs.replace(held, at=centre)


@rule("E21.8")
def due(table: Table, side: SideId) -> list[UnitId]:
    """The units of a side whose turn has come and who are neither here nor gone."""
    return sorted(
        arrival.unit
        for arrival in table.setting.arrivals.values()
        if table.setting.roster[arrival.unit].side == side
        and arrival.turn <= table.turn
        and arrival.unit not in table.pieces
        and arrival.unit not in table.removed
    )


class Arrivals(Procedure, tag=True):
    """Every unit that is due and has a place comes on; others wait a turn."""

    side: SideId

    @step("E21.8")
    def ask(self, table: Table) -> Flow:
        options = EntryOptions(table, self.side)
        return Ask(self.side, options, "arrival") if options.offered else Done()

    @step("E21.8")
    def come_on(self, table: Table, action: Enter) -> Flow:
        walk = entered(table, action)
        place = table.setting.place(walk.footprint.centre)
        table.record(Arrived(action.unit, walk.footprint.pose, walk.formation, place))
        return Goto("ask")


class EntryOptions(Drafted):
    """Where units that are due come on, each with its one move."""

    __slots__ = ("side", "table")

    def __init__(self, table: Table, side: SideId) -> None:
        self.table, self.side = table, side
        super().__init__(self.judge_order, self._listed(), Enter)

    def judge_order(self, order: Enter) -> Reason | None:
        return against_entering(self.table, self.side, order)

    def _listed(self) -> Iterator[Enter]:
        orders: set[Enter] = set()
        for unit in due(self.table, self.side):
            arrival = self.table.setting.arrivals[unit]
            card = self.table.printed(unit)
            far = (rate_of(card, arrival.formation, Going.CLEAR) or 0) * MIL
            for along in range(arrival.first, arrival.last + 1, MIL):
                for length in (far, far // 2, far // 4):
                    orders.add(Enter(unit, along, (Primitive(Kind.FORWARD, length),)))
        yield from sorted(orders)


@rule("E21.8")
def against_entering(table: Table, side: SideId, order: Enter) -> Reason | None:
    """A unit that is due comes on by its edge, and its move brings it wholly onto the table."""
    if order.unit not in due(table, side):
        return Reason(f"{order.unit} is not due", "E21.8")
    arrival = table.setting.arrivals[order.unit]
    if not arrival.first <= order.along <= arrival.last:
        return Reason("it does not come on so far along the edge", "E21.8")
    walk = entered(table, order)
    if walk.reason is not None:
        return walk.reason
    if not table.setting.terrain.on_table(walk.footprint.corners):
        return Reason("its move must bring it wholly onto the table", "E21.8")
    return against_end(walk) or against_passing(walk)


def entered(table: Table, order: Enter) -> Walk:
    """The way of a unit from the edge; its body is off the table at first."""
    arrival = table.setting.arrivals[order.unit]
    seen = table.draft()
    point = on_edge(table, arrival, order.along)
    seen.put(Piece(order.unit, Pose(*point, arrival.facing), arrival.formation))
    return Walk(seen, order.unit, entering=True).along(order.path)


def on_edge(table: Table, arrival: Arrival, along: int) -> Point:
    setting = table.setting
    return {
        Edge.NORTH: (along, setting.height),
        Edge.SOUTH: (along, 0),
        Edge.EAST: (setting.width, along),
        Edge.WEST: (0, along),
    }[arrival.edge]
