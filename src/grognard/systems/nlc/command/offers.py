"""What orders are offered: a short list of sensible ones; any valid order that is written is taken."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Many
from functools import lru_cache
from typing import Final

from grognard.kernel import Action, Options, Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Finish
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.order_actions import BadMove, Record
from grognard.systems.nlc.command.sending import UNDECIDED, body_led_by
from grognard.systems.nlc.command.validity import (
    is_within_reach,
    near,
    why_not_repeated,
    why_not_valid,
)
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import LeaderId, Order, PlaceKind, Sequence, Setting, SideId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import way_between

GOALS: Final = (
    PlaceKind.TOWN, PlaceKind.CHATEAU, PlaceKind.HILL, PlaceKind.INTERSECTION, PlaceKind.EDGE,
)  # fmt: skip
"""Kinds of places whose names the list of orders is made of."""

AIMED: Final = (
    OrderType.ATTACK, OrderType.PROBE, OrderType.DEFEND, OrderType.DELAY, OrderType.MARCH,
    OrderType.FALL_BACK,
)  # fmt: skip

TRIES: Final = 4
"""How often chance looks for an order before it lets things be."""

SELDOM: Final = 8
"""One in so many times chance gives an order at all: commanders who write all day win nothing."""


@lru_cache(maxsize=64)
def goals(setting: Setting) -> tuple[tuple[Hex, ...], ...]:
    """The places that orders usually aim at, each once."""
    found = (place.hexes for place in setting.places if place.kind in GOALS)
    return tuple(sorted(dict.fromkeys(found)))


@lru_cache(maxsize=4096)
def waypoints(setting: Setting, start: Hex, target: Hex) -> tuple[Hex, ...]:
    """Stops on the way of a march, each as far as an order may reach; none if one stage is enough."""
    if target in near(setting, start):
        return ()
    way, stops, at = way_between(setting, start, target), [], start
    while way and target not in near(setting, at):
        ahead = [there for there in way[way.index(at) + 1 :] if there in near(setting, at)]
        if not ahead:
            return ()
        at = ahead[-1]
        stops.append(at)
    return tuple(stops)


def aimed(table: Table, to: ForceId, kind: OrderType, goal: tuple[Hex, ...]) -> Order:
    """An order of a kind to a place, with the route that a march needs."""
    if kind is not OrderType.MARCH:
        return Order(kind, target=goal)
    start = bodies.post(table, to)
    stops = waypoints(table.setting, start, goal[0]) if start else ()
    return Order(kind, target=goal, route=stops)


def usual_orders(table: Table, to: ForceId) -> list[Sequence]:
    """The valid ones of the orders that come to mind for a body, in a fixed order."""
    known = bodies.starts(table, to), bodies.post(table, to)
    aims = table.resting(("aims", to), known, lambda: _valid(table, to, _aims(table, to)))
    return [*aims, *_valid(table, to, _other_orders(table))]


def _valid(table: Table, to: ForceId, tried: Iterator[Sequence]) -> list[Sequence]:
    return [orders for orders in tried if why_not_valid(table, to, orders) is None]


def _aims(table: Table, to: ForceId) -> Iterator[Sequence]:
    setting, starts = table.setting, bodies.starts(table, to)
    reached = [goal for goal in goals(setting) if is_within_reach(setting, starts, goal)]
    for kind in AIMED:
        for goal in reached:
            yield (aimed(table, to, kind, goal),)


def _other_orders(table: Table) -> Iterator[Sequence]:
    yield (Order(OrderType.DEFEND, here=True),)
    yield (Order(OrderType.RESERVE),)
    for chief in (*table.setting.formations, *table.setting.leaders):
        held = table.setting.leaders.get(chief)
        if held is None or held.role is Role.WING:
            yield (Order(OrderType.ASSIGN, chief=chief),)


def chance_order(table: Table, to: ForceId, chooser: Chooser) -> Sequence:
    """One of the usual orders by chance, valid or not."""
    places = goals(table.setting)
    kind = chooser.randrange(len(AIMED) + 1)
    if kind == len(AIMED) or not places:
        return _chance_other(table, to, chooser, places)
    return (aimed(table, to, AIMED[kind], places[chooser.randrange(len(places))]),)


def _chance_other(
    table: Table, to: ForceId, chooser: Chooser, places: tuple[tuple[Hex, ...], ...]
) -> Sequence:
    """The rarer orders: hold here, rest, a new chief, or a march with something behind it."""
    chiefs = list(table.setting.formations)
    match chooser.randrange(4):
        case 0:
            return (Order(OrderType.RESERVE),)
        case 1:
            return (Order(OrderType.ASSIGN, chief=chiefs[chooser.randrange(len(chiefs))]),)
        case 2 if places:
            goal, then = (places[chooser.randrange(len(places))] for _ in range(2))
            march = aimed(table, to, OrderType.MARCH, goal)
            return (march, Order(OrderType.ATTACK, target=then), Order(OrderType.DEFEND))
        case _:
            return (Order(OrderType.DEFEND, here=True),)


# --- what a leader may do by himself


@rule("N12.11.1", "N12.14.4", "R-12.11")
def deciders(table: Table, side: SideId) -> tuple[LeaderId, ...]:
    """The leaders of a side who may still note a decision of their own."""
    return table.derived(("deciders", side), lambda: _deciders(table, side))


def _deciders(table: Table, side: SideId) -> tuple[LeaderId, ...]:
    taken = {held.sender for held in table.transit if held.due == UNDECIDED}
    return tuple(
        leader.id
        for leader in table.setting.leaders.values()
        if leader.side == side
        and leader.role is not Role.OVERALL
        and table.leaders[leader.id].at
        and leader.id not in taken
        and body_led_by(table, leader.id)
    )


@rule("N12.13.5")
def divisions_of(table: Table, leader: LeaderId) -> tuple[ForceId, ...]:
    """The divisions to which a corps leader may send word."""
    formation = table.setting.formations.get(body_led_by(table, leader))
    if formation is None or len(formation.divisions) < 2:
        return ()
    names = (formation.id + bodies.DIVISION + division for division in formation.divisions)
    return tuple(name for name in names if bodies.units_of(table, name))


@rule("N12.11.5", "N12.13.5")
def why_not_decided(table: Table, side: SideId, said: Record) -> Reason | None:
    """Why a leader may not note this for himself or one of his divisions."""
    if said.leader not in table.leaders or table.setting.leaders[said.leader].side != side:
        return Reason(f"{said.leader} is not one of your leaders", "N12.11.1")
    if said.leader not in deciders(table, side):
        return Reason("he cannot decide anything, or has noted something already", "N12.11.1")
    to = said.division or body_led_by(table, said.leader)
    if said.division and said.division not in divisions_of(table, said.leader):
        return Reason("that is not a division of his on the map", "N12.13.5")
    if any(order.type is OrderType.ASSIGN for order in said.orders):
        return Reason("nobody assigns himself to another chief", "N12.2H.1")
    return why_not_valid(table, to, said.orders) or _why_not_again(table, to, said.orders)


def _why_not_again(table: Table, to: ForceId, orders: Sequence) -> Reason | None:
    """Is it what the body does already, and no detour?"""
    return None if is_detour(table, to, orders) else why_not_repeated(table, to, orders)


@rule("N20.1.3.1")
def is_detour(table: Table, to: ForceId, orders: Sequence) -> bool:
    """Is it another way for a hidden march, with the same goal and kind of order?"""
    if to not in table.hidden:
        return False
    now, new = table.forces[to].order, orders[0]
    return new.type is now.type and new.target == now.target and new.route != now.route


class RecordOptions(Options):
    """Lazy: leaders, for each the usual orders; any valid one that is written is taken."""

    __slots__ = ("_side", "_table")
    kinds = (Finish, Record)

    def __init__(self, table: Table, side: SideId) -> None:
        self._table, self._side = table, side

    def __iter__(self) -> Iterator[Action]:
        for leader in deciders(self._table, self._side):
            for division in ("", *divisions_of(self._table, leader)):
                yield from self.of_leader(leader, division)
        yield Finish()

    def of_leader(self, leader: LeaderId, division: ForceId = "") -> Iterator[Record]:
        """The usual orders that one who may decide can note for his body or a division of it."""
        to = division or body_led_by(self._table, leader)
        for orders in usual_orders(self._table, to):
            if orders[0].type is not OrderType.ASSIGN and not _why_not_again(
                self._table, to, orders
            ):
                yield Record(leader, orders, division)

    def __bool__(self) -> bool:
        return True

    def sample(self, chooser: Chooser) -> Action:
        if chooser.randrange(SELDOM):
            return Finish()
        able = deciders(self._table, self._side)
        for _ in range(TRIES if able else 0):
            leader = able[chooser.randrange(len(able))]
            to = body_led_by(self._table, leader)
            said = Record(leader, chance_order(self._table, to, chooser))
            if not self.why_not(said):
                return said
        return Finish()

    def why_not(self, action: object) -> Many[Reason]:
        if isinstance(action, Finish):
            return ()
        if isinstance(action, Record):
            found = why_not_decided(self._table, self._side, action)
            return () if found is None else (found,)
        return (Reason("now leaders note what they would do by themselves", "N12.11.1"),)


# --- bad moves


@rule("N12.11.2", "N12.11.5", "R-12.11")
def why_not_bad_move(table: Table, leader: LeaderId, said: BadMove) -> Reason | None:
    """Why the enemy may not put this order into a leader's head."""
    if said.leader != leader:
        return Reason(f"it is {leader} who makes a bad move", "N12.11.2")
    to = body_led_by(table, leader)
    if not table.setting.on("bad_move_any"):
        if len(said.orders) != 1:
            return Reason("a bad move is a single order", "N12.11.2")
        if not table.setting.cards.order(said.orders[0].type).bad_move:
            return Reason("a bad move is not of that kind", "N12.11.2")
    if any(order.type is OrderType.ASSIGN for order in said.orders):
        return Reason("a bad move changes no chief", "N12.2H.1")
    return why_not_valid(table, to, said.orders) or why_not_repeated(table, to, said.orders)


class BadMoveOptions(Options):
    """Lazy: the usual orders for one enemy leader, or to let it pass."""

    __slots__ = ("_leader", "_table")
    kinds = (Finish, BadMove)

    def __init__(self, table: Table, leader: LeaderId) -> None:
        self._table, self._leader = table, leader

    def __iter__(self) -> Iterator[Action]:
        for orders in usual_orders(self._table, body_led_by(self._table, self._leader)):
            said = BadMove(self._leader, orders)
            if not self.why_not(said):
                yield said
        yield Finish()

    def __bool__(self) -> bool:
        return True

    def sample(self, chooser: Chooser) -> Action:
        to = body_led_by(self._table, self._leader)
        for _ in range(TRIES):
            said = BadMove(self._leader, chance_order(self._table, to, chooser))
            if not self.why_not(said):
                return said
        return Finish()

    def why_not(self, action: object) -> Many[Reason]:
        if isinstance(action, Finish):
            return ()
        if isinstance(action, BadMove):
            found = why_not_bad_move(self._table, self._leader, action)
            return () if found is None else (found,)
        return (Reason("now the enemy may name an order for this leader", "N12.11.2"),)
