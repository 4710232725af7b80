"""Wing commanders (N12.14, A22): when they act by themselves, and what they may order."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import distance
from grognard.systems.nlc.command import bodies, ranges
from grognard.systems.nlc.command.order_actions import HandBack, TakeOver
from grognard.systems.nlc.command.order_events import TookOver
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import FormationId, LeaderId, Order, Sequence, SideId
from grognard.systems.nlc.table import Table


def chiefs(table: Table, side: SideId) -> tuple[LeaderId, ...]:
    """The overall commanders of a side on the map."""
    return tuple(
        leader.id
        for leader in table.setting.leaders.values()
        if leader.side == side and leader.role is Role.OVERALL and table.leaders[leader.id].at
    )


def is_reached_by(table: Table, chief: LeaderId, leader: LeaderId) -> bool:
    """Is a leader within a chief's command range?"""
    return ranges.covers(table, chief, table.leaders[leader].at, horse=False)


@rule("N12.14.1", "N12.14.8", "R-12.14")
def acts_alone(table: Table, leader: LeaderId) -> bool:
    """Does a wing commander act as one? Not under a chief's eye and hand, nor as a formation's leader."""
    general = table.leaders[leader]
    if not general.at or general.leads:
        return False
    side = table.setting.leaders[leader].side
    return not any(is_overseen_by(table, chief, leader) for chief in chiefs(table, side))


def is_overseen_by(table: Table, chief: LeaderId, leader: LeaderId) -> bool:
    """Is he both within range and in sight of that chief?"""
    from grognard.systems.nlc.guns.sight import sees

    here, there = table.leaders[chief].at, table.leaders[leader].at
    return is_reached_by(table, chief, leader) and sees(table, here, there).clear


@rule("N12.2H.1", "N12.14.2")
def formations_under(table: Table, leader: LeaderId) -> tuple[FormationId, ...]:
    """The formations of a wing: those assigned to it, and those of the scenario not taken away."""
    return tuple(
        formation.id
        for formation in table.setting.formations.values()
        if (table.forces[formation.id].chief or formation.wing) == leader
    )


@rule("N12.14.2", "N12.14.3", "N12.14.9", "R-12.14b")
def bar_to_ordering(table: Table, leader: LeaderId, to: ForceId, orders: Sequence) -> Reason | None:
    """Why an order does not agree with the wing commander's own; it binds new orders only."""
    for order in orders:
        if not _agrees(table, leader, to, order):
            return Reason("a wing commander orders only what agrees with his own order", "N12.14.2")
    return None


def _agrees(table: Table, leader: LeaderId, to: ForceId, order: Order) -> bool:
    own = bodies.body(table, leader).order
    if order.type is OrderType.ASSIGN:
        return order.chief == leader or order.chief in formations_under(table, leader)
    if order.type is OrderType.MARCH and own.target:
        goal = _farthest(own, order.target)
        here = bodies.post(table, to)
        return goal == 0 or (bool(here) and goal < _farthest(own, (here,)))
    if order.type is OrderType.RESERVE:
        others = [name for name in formations_under(table, leader) if name != to]
        return any(_is_same(table.forces[name].order, own) for name in others)
    if order.here:
        return own.type is order.type and bodies.post(table, to) in own.target
    return _is_same(order, own)


def _is_same(one: Order, other: Order) -> bool:
    return one.type is other.type and (
        not other.target or bool(set(one.target) & set(other.target))
    )


def _farthest(own: Order, hexes: tuple[int, ...]) -> int:
    """How near some hexes come to the wing commander's target."""
    return min((distance(at, goal) for at in hexes for goal in own.target), default=0)


# --- leading a formation in person


@rule("N12.14.8")
def bar_to_taking_over(table: Table, said: TakeOver) -> Reason | None:
    """Why a wing commander may not lead a formation himself."""
    held = table.setting.leaders.get(said.leader)
    if held is None or held.role is not Role.WING or not table.leaders[said.leader].at:
        return Reason("only a wing commander on the map takes a formation over", "N12.14.8")
    formation = table.setting.formations.get(said.formation)
    if formation is None or said.formation not in formations_under(table, said.leader):
        return Reason("that formation is not of his wing", "N12.14.8")
    if table.leaders[said.leader].leads == said.formation:
        return Reason("he leads it already", "N12.14.8")
    if not any(is_overseen_by(table, chief, said.leader) for chief in chiefs(table, held.side)):
        return Reason("he is on his own while no overall commander oversees him", "N12.14.1")
    at = table.leaders[said.leader].at
    here = any(table.pieces[unit].at == at for unit in table.units_under(said.formation))
    if not here and table.leaders[formation.leader].at != at:
        return Reason("he must be stacked with the formation", "N12.14.8")
    return None


def leading_choices(table: Table, side: SideId) -> list[TakeOver | HandBack]:
    """Who may take over a formation or hand it back."""
    found: list[TakeOver | HandBack] = []
    for leader in table.setting.leaders.values():
        if leader.side != side or leader.role is not Role.WING:
            continue
        if table.leaders[leader.id].leads:
            found.append(HandBack(leader.id))
        for formation in formations_under(table, leader.id):
            said = TakeOver(leader.id, formation)
            if bar_to_taking_over(table, said) is None:
                found.append(said)
    return found


def bar_to_handing_back(table: Table, side: SideId, leader: LeaderId) -> Reason | None:
    held = table.setting.leaders.get(leader)
    if held is None or held.side != side or not table.leaders[leader].leads:
        return Reason("he leads no formation in person", "N12.14.8")
    return None


@rule("N12.14.8")
def take_over(table: Table, leader: LeaderId, formation: str) -> None:
    side = table.setting.leaders[leader].side
    table.record(TookOver(side, leader, formation))
