"""What a chief may do in his player turn (E24.3 to E24.6, E25.11)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Done, Flow, Procedure, Reason, Roll, rule, step
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import Point
from grognard.systems.empire.command.actions import CallReserve, ChangeOrder, SendPoint, TakeOver
from grognard.systems.empire.command.events import (
    OrderChanged,
    OrderTested,
    PointSent,
    ReserveCalled,
)
from grognard.systems.empire.command.own_will import own_orders
from grognard.systems.empire.events import PointsSpent, secret_of_division
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.setting import DivisionId, SideId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

ChiefsOrder = ChangeOrder | CallReserve | SendPoint


@rule("E24.2", "E24.3", "E24.5")
def chief_price(table: Table, side: SideId, division: DivisionId) -> int:
    """What anything costs a chief: a point more where the general is beyond his range."""
    chief, general = table.chief(side), table.general(division)
    near = (
        chief.at is not None
        and general.at is not None
        and is_within(
            table.officer_corners(chief.id),
            table.officer_corners(general.id),
            sheet().commander(chief.grade).range,
        )
    )
    return sheet().figure("commanders/points", "use" if near else "out_of_range")


@rule("E24.3", "E24.4", "E24.5", "E24.6", "E24.13", "E25.11", "E25.12")
def against(table: Table, side: SideId, order: ChiefsOrder) -> Reason | None:
    """What speaks against an order of a chief."""
    division = table.setting.divisions.get(order.division)
    if division is None or division.side != side:
        return Reason(f"{order.division} is no division of yours", "E24.3")
    if isinstance(order, TakeOver):
        return _against_own_will(table, order)
    chief, body = table.chief(side), table.bodies[order.division]
    if chief.at is None or chief.lost:
        return Reason("there is no chief to command", "E24.3")
    if chief.attached:
        return Reason("a chief who is with a unit commands only that", "E24.3")
    cost = chief_price(table, side, order.division)
    if isinstance(order, ChangeOrder):
        cost += order.bonus
        barred = _against_change(table, order)
    elif isinstance(order, SendPoint):
        barred = Reason("it has acted in this turn", "E24.5") if body.acted else None
    else:
        barred = None if body.reserve else Reason(f"{division.name} is no reserve", "E24.4")
    if barred is not None:
        return barred
    if cost > chief.points:
        return Reason(f"the chief has not the {cost} points that it takes", "E24.2")
    return None


@rule("E24.4")
def has_reserve(table: Table, side: SideId) -> bool:
    """Could a chief still call a division that waits?"""
    return any(
        against(table, side, CallReserve(name, held.order)) is None
        for name, held in table.bodies.items()
        if held.reserve and table.setting.divisions[name].side == side
    )


@rule("E25.11", "E24.13")
def _against_change(table: Table, order: ChangeOrder) -> Reason | None:
    body = table.bodies[order.division]
    surprise = table.setting.special.get("surprise")
    if surprise is not None and table.turn <= surprise.turn:
        surprised = {table.setting.divisions[each].side for each in surprise.divisions}
        if table.setting.divisions[order.division].side in surprised:
            return Reason("surprised, the chief changes no orders", "E25.11")
    if body.order is order.order:
        return Reason("that is its order", "E25.11")
    if body.changed:
        return Reason("its order has been tried in this turn", "E25.11")
    if body.acted:
        return Reason("it has acted in this turn", "E25.11")
    if order.bonus > sheet().figure("commanders/points", "bonus_most"):
        return Reason("no more than two points are added to a test", "E24.13")
    return None


@rule("E25.9", "E25.10", "E25.12")
def _against_own_will(table: Table, order: TakeOver) -> Reason | None:
    if order.order in own_orders(table, order.division) and not order.bonus:
        return None
    return Reason("nothing lets it take that order of its own", "E25.12")


def listed(table: Table, side: SideId) -> Iterator[ChiefsOrder]:
    """Everything that a chief might order, in order."""
    divisions = sorted(each.id for each in table.setting.divisions.values() if each.side == side)
    for division in divisions:
        for order in sorted(Order):
            for bonus in range(sheet().figure("commanders/points", "bonus_most") + 1):
                yield ChangeOrder(division, order, bonus)
    for division in divisions:
        yield from (TakeOver(division, order) for order in sorted(Order))
    yield from (CallReserve(division, order) for division in divisions for order in sorted(Order))
    yield from (SendPoint(division) for division in divisions)


@rule("E25.13")
def area_of(table: Table, division: DivisionId, order: Order) -> Point | None:
    """About whom a division on Hold stands, where the battle names no area."""
    if order is not Order.HOLD or table.setting.divisions[division].area:
        return None
    general = table.general(division)
    units = table.units_in(division)
    return general.at or (table.pieces[units[0]].pose.point if units else None)


class ChiefCommands(Procedure, tag=True):
    """An order of a chief is paid and carried out."""

    side: SideId
    order: ChangeOrder | TakeOver | CallReserve | SendPoint

    @step("E24.2", "E24.3", "E24.4", "E24R.1", "E24.5", "E25.12")
    def pay(self, table: Table) -> Flow:
        division = self.order.division
        if isinstance(self.order, TakeOver):
            change_order(table, division, self.order.order)
            return Done()
        cost = chief_price(table, self.side, division)
        if isinstance(self.order, ChangeOrder):
            table.record(PointsSpent(table.chief(self.side).id, cost + self.order.bonus))
            return None
        table.record(PointsSpent(table.chief(self.side).id, cost))
        if isinstance(self.order, CallReserve):
            table.record(ReserveCalled(division))
            change_order(table, division, self.order.order)
        else:
            table.record(PointSent(division))
        return Done()

    @step("E25.11")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "order-test", table.general(self.order.division).id)

    @step("E25.11", "E23.1", "E23.2", "E23.3", "E23.4", "E23.5", "E24.13")
    def obey(self, table: Table, dice: tuple[int, ...]) -> Flow:
        order = self.order
        assert isinstance(order, ChangeOrder)
        needed = sheet().commander(table.general(order.division).grade).test
        obeys = dice[0] + order.bonus >= needed
        table.record(OrderTested(order.division, order.order, dice[0], order.bonus, needed, obeys))
        if obeys:
            change_order(table, order.division, order.order)
        return Done()


@rule("E25.11", "E25.13")
def change_order(table: Table, division: DivisionId, order: Order) -> None:
    secret = secret_of_division(table, division)
    table.record(OrderChanged(division, order, area_of(table, division, order), secret))
