"""Leaders on the move (N4.4, N11.1): who may ride, where to, and when they must."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from grognard.kernel import Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Lead
from grognard.systems.nlc.command.ranges import tracing
from grognard.systems.nlc.kinds import Mover, OrderType, Role
from grognard.systems.nlc.movement import pace
from grognard.systems.nlc.movement.reach import to_target
from grognard.systems.nlc.movement.routes import remaining
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import LeaderId, Setting, SideId, UnitId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import lowest_way, spread, step_cost

# --- who may ride


@rule("N4.4.1", "N4.4.2", "N12.14.7", "N12.2I.4", "NM.9", "R-4.9")
def bar_to_riding(table: Table, side: SideId, leader: LeaderId) -> Reason | None:
    """Why a leader may not ride in this segment."""
    held = table.setting.leaders.get(leader)
    if held is None or held.side != side or not table.leaders[leader].at:
        return Reason("he is not on the map among your leaders", "N4.4.2")
    if table.leaders[leader].moved:
        return Reason("he has made his move this turn", "N4.4.1")
    if held.role is Role.OVERALL:
        return None
    force = led_by(table, leader)
    if force is not None and force.id not in table.active:
        return Reason("his formation does not act now", "N4.4.2")
    if held.role is Role.WING and force is None and not _has_men_acting(table, leader):
        return Reason("a wing commander rides when a formation of his acts", "N12.14.7")
    fresh = (
        table.setting.on("multiplayer_command") and force is not None and force.since == table.turn
    )
    if force is not None and force.type is OrderType.RESERVE and not fresh:
        return Reason("the leader of a formation in reserve may not move", "N12.2I.4")
    if force is not None and force.id in table.hidden:
        return Reason("he is on a hidden march", "N20.1.1.2")
    return None


def led_by(table: Table, leader: LeaderId) -> Force | None:
    """The formation a leader leads now, if he leads one."""
    held = table.setting.leaders[leader]
    formation = table.leaders[leader].leads or held.formation
    return table.forces.get(formation) if formation else None


@rule("N12.14.7", "N12.2H.1")
def _has_men_acting(table: Table, leader: LeaderId) -> bool:
    """Does a body of his wing act, by the scenario or because it was assigned to him?"""
    from grognard.systems.nlc.command.wings import formations_under

    own = formations_under(table, leader)
    forces = [table.forces[name] for name in table.active]
    return any(force.formation in own or force.chief == leader for force in forces)


@rule("N11.1.4", "N12.4.4", "R-11.3")
def allowance(table: Table, leader: LeaderId) -> int:
    """A leader's movement in half points; halved in a turn in which he gave orders."""
    halves = table.setting.leaders[leader].halves
    share = table.setting.cards.share("giving_orders")
    return int(halves * share) if table.leaders[leader].sent else halves


# --- where to


@rule("N11.1.1", "N11.1.2", "N5.2.6")
def _is_closed(table: Table, side: SideId, at: Hex) -> bool:
    """Enemies bar a leader, and zones where no friend stands."""
    enemy = table.setting.enemy(side)
    if table.has_unit(at, enemy):
        return True
    return table.in_zone(at, enemy) and not table.has_unit(at, side)


def within(table: Table, leader: LeaderId) -> dict[Hex, int]:
    """Every hex a leader could ride to, with its cost."""
    return table.derived(("ride", leader), lambda: _within(table, leader))


def _within(table: Table, leader: LeaderId) -> dict[Hex, int]:
    closed = table.closed_to(table.setting.leaders[leader].side)
    return _ridden(table.setting, table.leaders[leader].at, allowance(table, leader), closed)


@lru_cache(maxsize=128)
def _ridden(setting: Setting, at: Hex, halves: int, closed: frozenset[Hex]) -> dict[Hex, int]:
    """The same for as long as nobody near the enemy moves."""
    return spread(setting, Mover.COURIER, at, halves, closed)


@rule("N12.1.8", "N12.2C.2", "N12.2C.3", "N12.2D.1", "N12.2D.2", "N12.2E.2", "N12.2F.1")
def bar_to_ending(table: Table, leader: LeaderId, at: Hex, cost: int) -> Reason | None:
    """Why his order does not let a leader end his ride there."""
    force = led_by(table, leader)
    if force is None or not force.order.target or table.setting.on("combat_only"):
        return None
    here, order = table.leaders[leader].at, force.order
    radius = table.setting.cards.radius("radius")
    if order.type in (OrderType.DEFEND, OrderType.DELAY) and force.arrived:
        goals = (force.anchor,) if force.anchor else order.target
        if to_target(goals, at) > radius:
            return Reason("he may not leave his position by riding", "N12.2C.3")
    elif order.type is OrderType.DELAY and to_target(order.target, at) > to_target(
        order.target, here
    ):
        return Reason("he may not ride away from the target", "N12.2D.1")
    elif order.type is OrderType.DEFEND:
        if to_target(order.target, at) >= to_target(order.target, here):
            return Reason("he must come nearer to the place he is to defend", "N12.2C.2")
        if cost < pace.slowest(table, force.id) and to_target(order.target, at) > radius:
            return Reason("he must ride at least at the pace of his slowest unit", "N12.2C.2")
    elif order.type is OrderType.MARCH:
        left = remaining(table.setting, order)
        if left[at] >= left[here]:
            return Reason("a march follows its route", "N12.2E.2")
    return None


def ends(table: Table, leader: LeaderId) -> Iterator[Hex]:
    """Where a leader may end his ride, by number."""
    here = table.leaders[leader].at
    found = within(table, leader)
    for at in sorted(found):
        if at != here and bar_to_ending(table, leader, at, found[at]) is None:
            yield at


def any_end(table: Table, leader: LeaderId, chooser: Chooser) -> Hex:
    """One of them by chance, each as likely as the others; 0 if there is none."""
    here, found = table.leaders[leader].at, within(table, leader)
    places = sorted(found)
    while places:
        at = places.pop(chooser.randrange(len(places)))
        if at != here and bar_to_ending(table, leader, at, found[at]) is None:
            return at
    return 0


def path_to(table: Table, leader: LeaderId, target: Hex) -> tuple[Hex, ...]:
    """The cheapest way there; ties go to low numbers."""
    return lowest_way(table.setting, Mover.COURIER, within(table, leader), target)[1:]


def rides(table: Table, side: SideId) -> Iterator[Lead]:
    """Every ride that is offered, by leader and place."""
    for leader in table.setting.leaders:
        if bar_to_riding(table, side, leader) is None:
            for at in ends(table, leader):
                yield Lead(leader, path_to(table, leader, at))


def why_not(table: Table, side: SideId, ride: Lead) -> Sequence[Reason]:
    """The reasons against a ride; any open path within his allowance will do."""
    barred = bar_to_riding(table, side, ride.leader)
    if barred is not None:
        return (barred,)
    at, spent = table.leaders[ride.leader].at, 0
    for to in ride.path:
        price = step_cost(table.setting, Mover.COURIER, at, to)
        if not price:
            return (Reason("he cannot ride that way", "N11.1.1"),)
        if _is_closed(table, side, to):
            return (Reason("leaders keep out of enemy zones where no friend stands", "N11.1.2"),)
        at, spent = to, spent + price
    if spent > allowance(table, ride.leader):
        return (Reason("that is farther than he can ride", "N11.1.4"),)
    ended = bar_to_ending(table, ride.leader, at, spent)
    return (ended,) if ended is not None else ()


# --- when he must


@rule("N12.2C.2", "N12.2D.3", "N12.2E.2")
def owes_ride(table: Table, leader: LeaderId, force: Force) -> bool:
    """L1: must he ride towards the target, and can he?"""
    if force.type not in (OrderType.DEFEND, OrderType.MARCH) or not force.order.target:
        return False
    if force.type is OrderType.DEFEND and force.arrived:
        return False
    if bar_to_riding(table, force.side, leader) is not None:
        return False
    if table.leaders[leader].at in force.order.target:
        return False
    return next(ends(table, leader), 0) != 0


@rule("N12.2.5")
def could_cover(table: Table, leader: LeaderId, hexes: list[Hex], unit: UnitId) -> bool:
    """Could he ride to where his range would cover one of these hexes?"""
    side = table.side_of(unit)
    if not leader or bar_to_riding(table, side, leader) is not None:
        return False
    limit, horse = table.setting.cards.points("command"), table.arm(unit).cavalry
    return any(
        tracing(table, there, side, horse).cost(at, limit) is not None
        for there in ends(table, leader)
        for at in hexes
    )
