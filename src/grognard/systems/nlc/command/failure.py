"""Failure of orders (N12.9.6-8, A6): a retreat of three hexes, and then Fall Back."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex, distance
from grognard.mechanics.search import NO_LIMIT
from grognard.systems.nlc.command import bodies, operations
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.order_events import SHAKEN, OrderFailed
from grognard.systems.nlc.kinds import Mover, OrderType
from grognard.systems.nlc.records import Force, ForceId
from grognard.systems.nlc.setting import Order, SideId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import cost_between


class Fail(Procedure, tag=True):
    """A6 fail(): the order is over, the body goes three hexes back and falls back from then on.

    ``why`` is confidence, night, radius, reserve, choice or idle.
    """

    force: ForceId
    why: str

    def masked(self, table: Table, side: SideId) -> Fail:
        """What the other side sees: a formation goes back, for reasons of its own."""
        own = table.forces[self.force].side == side
        return self if own else Fail(bodies.known_as(self.force), "")

    @step("N12.9.6", "N12.9.8", "N12.5.7", "N20.9.2")
    def break_down(self, table: Table) -> Flow:
        force = table.forces[self.force]
        operations.note_failure(table, self.force)
        table.record(OrderFailed(force.side, self.force, force.order, self.why))
        return None

    @step("N12.9.7", "R-12.9")
    def go_back(self, table: Table) -> Flow:
        from grognard.systems.nlc.combat.failure_retreat import FailureRetreat

        return Call(FailureRetreat(self.force))

    @step("N12.9.7", "R-12.2i")
    def fall_back(self, table: Table) -> Flow:
        comply(table, self.force, (way_out(table, self.force),), "failure")
        return Done()


@rule("N12.2F.6", "R-12.2i")
def way_out(table: Table, name: ForceId) -> Order:
    """Fall Back on the nearest source of supply by road."""
    side, at = bodies.body(table, name).side, bodies.post(table, name)
    return Order(OrderType.FALL_BACK, target=nearest_source(table, side, at))


def nearest_source(table: Table, side: SideId, at: Hex) -> tuple[Hex, ...]:
    sources = table.setting.armies[side].supply

    def cost(source: Hex) -> tuple[int, Hex]:
        found = cost_between(table.setting, Mover.COURIER, at, source) if at else None
        return NO_LIMIT if found is None else found, source

    return tuple(sorted(sources, key=cost)[:1])


class Settle(Procedure, tag=True):
    """After a combat: orders fail whose leader was driven from his post."""

    @step("N12.2C.3", "N12.2C.5", "N12.2D.2", "N12.2I.6", "N12.9.6")
    def look(self, table: Table) -> Flow:
        if table.setting.on("combat_only"):
            return Done()
        for force, why in due(table):
            return Call(Fail(force, why), then="look")
        return Done()


def due(table: Table) -> Iterator[tuple[ForceId, str]]:
    """The bodies whose order has failed by what befell their leader."""
    for force in table.forces.values():
        if not force.is_whole:
            continue
        if force.type is OrderType.RESERVE:
            if SHAKEN in force.marks:
                yield force.id, "reserve"
        elif _is_driven_out(table, force):
            yield force.id, "radius"


@rule("N12.2C.3", "N12.2D.2", "NM.7")
def _is_driven_out(table: Table, force: Force) -> bool:
    """Is the leader, once at his post, outside its radius? He cannot ride there himself."""
    if force.type not in (OrderType.DEFEND, OrderType.DELAY) or not force.arrived:
        return False
    leader = bodies.leader_of(table, force.id)
    at = table.leaders[leader].at if leader else 0
    goals = (force.anchor,) if force.anchor else force.order.target
    if not at or not goals:
        return False
    return min(distance(at, goal) for goal in goals) > table.setting.cards.radius("radius")
