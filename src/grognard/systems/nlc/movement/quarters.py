"""Headquarters on the march (N11.5): in the reserve stage, by order, along their route."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import arrivals
from grognard.systems.nlc.events import QuartersMoved
from grognard.systems.nlc.kinds import Mover
from grognard.systems.nlc.movement import entry
from grognard.systems.nlc.movement.routes import march_route
from grognard.systems.nlc.setting import HeadquartersId, SideId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import step_cost, way_between


class MoveQuarters(Procedure, tag=True):
    """Every HQ of a side that has a movement order goes as far along its way as it can."""

    side: SideId

    @step("N11.5.1", "N11.5.2", "N3.2.2", "R-11.5", "R-9b")
    def move(self, table: Table) -> Flow:
        for held in table.setting.headquarters.values():
            if held.side == self.side and held.id in table.forces:
                _advance(table, held.id)
        return Done()


def _advance(table: Table, held: HeadquartersId) -> None:
    points = table.setting.headquarters[held].halves
    at = table.quarters[held].at
    if not at:
        at, points = _enter(table, held, points)
        if not at:
            return
    way = _way(table, held, at)
    for to in way[1:]:
        cost = _cost(table, at, to)
        if (
            not cost
            or cost > points
            or _is_closed(table, to, table.setting.headquarters[held].side)
        ):
            break
        at, points = to, points - cost
    if at != table.quarters[held].at:
        table.record(QuartersMoved(held, at))


def _enter(table: Table, held: HeadquartersId, points: int) -> tuple[Hex, int]:
    """An HQ that is due enters beside the queue, at its own cost only."""
    for arrival in arrivals.groups(table).values():
        if held in arrival.headquarters and arrivals.is_due(table, arrival):
            at = entry.entry_hexes(table, arrival)[0]
            cost = table.setting.cards.cost("road")
            table.record(entry.QuartersEntered(arrival.id, held, at))
            return at, points - cost
    return 0, 0


def _way(table: Table, held: HeadquartersId, at: Hex) -> tuple[Hex, ...]:
    order = table.forces[held].order
    way = march_route(table.setting, order) if order.route else ()
    if at in way:
        return way[way.index(at) :]
    return way_between(table.setting, at, order.target[0]) if order.target else (at,)


def _cost(table: Table, at: Hex, to: Hex) -> int:
    return step_cost(table.setting, Mover.ROAD, at, to) or step_cost(
        table.setting, Mover.FOOT, at, to
    )


@rule("R-11.5")
def _is_closed(table: Table, at: Hex, side: SideId) -> bool:
    enemy = table.setting.enemy(side)
    return table.has_unit(at, enemy) or table.in_zone(at, enemy)
