"""Which orders may be written (N12.2-N12.6, A3): every refusal names its clause."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.cards import half_up
from grognard.systems.nlc.command import bodies, capacity, transmission, wings
from grognard.systems.nlc.command.capacity import road_net
from grognard.systems.nlc.command.complying import is_in_position
from grognard.systems.nlc.command.divisions import bar_to_assigning
from grognard.systems.nlc.command.order_actions import EVERYBODY
from grognard.systems.nlc.command.order_words import in_words
from grognard.systems.nlc.kinds import Mover, OrderType, Role
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import LeaderId, Order, PlaceKind, Sequence, Setting, SideId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import cost_between, spread, way_between

LINKS = (OrderType.MARCH, OrderType.ATTACK)
"""Orders that another may follow (N12.5.1)."""

QUARTERS_MOVE = (OrderType.MARCH, OrderType.FALL_BACK)
NO_TARGETS = (PlaceKind.WOODS,)
"""Features that no order may aim at (N12.2.2)."""


# --- sending


def why_not_order(table: Table, sender: LeaderId, to: ForceId, orders: Sequence) -> Reason | None:
    """Why a commander may not give this order, or None."""
    if sender not in table.leaders:
        return Reason(f"there is no leader {sender}", "N12.1")
    barred = capacity.bar_to_writing(table, sender)
    if barred is not None:
        return barred
    if to == EVERYBODY:
        return _why_not_to_all(table, sender, orders)
    return (
        _why_not_his(table, sender, to)
        or why_not_reached(table, sender, to)
        or capacity.bar_to_pointing(table, sender, orders)
        or why_not_valid(table, to, orders)
        or why_not_now(table, sender, to, orders)
    )


def why_not_now(table: Table, sender: LeaderId, to: ForceId, orders: Sequence) -> Reason | None:
    """Why a valid order that he may give is not given as things stand."""
    return why_not_repeated(table, to, orders) or _why_not_wing(table, sender, to, orders)


@rule("N12.1", "N12.14.6", "N12.2H.1", "N11.5.1")
def commands(table: Table, sender: LeaderId, to: ForceId) -> bool:
    """Is this body under that commander?"""
    setting, held = table.setting, table.setting.leaders[sender]
    if held.side != bodies.side_of(table, to):
        return False
    formation = setting.formations.get(to.partition(bodies.DIVISION)[0])
    if held.role is Role.WING:
        return formation is not None and formation.id in wings.formations_under(table, sender)
    if to in setting.headquarters:
        return setting.headquarters[to].commander == sender
    if formation is not None:
        return formation.commander == sender
    return any(
        setting.formations[one].commander == sender for one in wings.formations_under(table, to)
    )


def _why_not_his(table: Table, sender: LeaderId, to: ForceId) -> Reason | None:
    if not bodies.side_of(table, to):
        return Reason(f"there is no formation, division, wing or headquarters {to}", "N12.1")
    if not commands(table, sender, to):
        return Reason(f"{to} is not under {table.setting.leaders[sender].name}", "N12.1")
    return None


@rule("N12.6.1", "N12.6.2", "N12.12.3")
def why_not_reached(table: Table, sender: LeaderId, to: ForceId) -> Reason | None:
    """Why no order at all gets from a commander to a body."""
    if not bodies.places(table, to):
        return Reason(f"nobody on the map takes orders for {to}", "N12.6.2")
    if not transmission.ways_to(table, sender, to):
        return Reason("no courier can get through", "N12.6.2")
    spoken = transmission.is_face_to_face(table, sender, to)
    return capacity.bar_to_couriers(table, sender, spoken)


def _why_not_wing(table: Table, sender: LeaderId, to: ForceId, orders: Sequence) -> Reason | None:
    if table.setting.leaders[sender].role is not Role.WING:
        return None
    return wings.bar_to_ordering(table, sender, to, orders)


# --- general retreat


@rule("N12.2G.1", "N12.2G.3", "N12.2G.4", "R-12.2g")
def _why_not_to_all(table: Table, sender: LeaderId, orders: Sequence) -> Reason | None:
    """Only a general retreat goes to everybody, and only to everybody."""
    held = table.setting.leaders[sender]
    if len(orders) != 1 or orders[0].type is not OrderType.GENERAL_RETREAT:
        return Reason("only a general retreat goes to everybody", "N12.2G.1")
    if held.role is not Role.OVERALL:
        return Reason("only an overall commander orders a general retreat", "N12.2G.1")
    if not demanding(table, held.side):
        return Reason("the army has not yet lost enough for a general retreat", "N12.2G.4")
    army, target = table.setting.armies[held.side], orders[0].target
    if not target or not set(target) <= {*army.supply, *army.edge}:
        return Reason("it leads to a source of supply or one's own map edge", "N12.2G.3")
    if not recipients_of_all(table, sender, orders):
        return Reason("no courier can get through", "N12.6.2")
    return None


@rule("N12.2G.4")
def demanding(table: Table, side: SideId) -> bool:
    """Has the army lost so much that a general retreat may be ordered?"""
    level = demoralization.army_level(table, side)
    needed = half_up(level * table.setting.cards.share("general_retreat"))
    return demoralization.army_losses(table, side) >= needed


@rule("N12.2G.1")
def recipients_of_all(table: Table, sender: LeaderId, orders: Sequence) -> tuple[ForceId, ...]:
    """Everybody under a commander whom a courier can reach and who is not yet so ordered."""
    known = [*table.forces, *table.setting.headquarters]
    return tuple(
        to
        for to in dict.fromkeys(known)
        if not bodies.is_part(to)
        and (not bodies.is_division(to) or bodies.is_apart(table, to))
        and commands(table, sender, to)
        and bodies.places(table, to)
        and transmission.delay(table, sender, to, orders) is not None
        and why_not_repeated(table, to, orders) is None
    )


# --- the order itself


@rule("N12.5.1", "N12.5.4", "N12.5.8", "N12.11.5")
def why_not_valid(table: Table, to: ForceId, orders: Sequence) -> Reason | None:
    """Why nobody could write this for that body."""
    for link, after in pairwise(orders):
        if link.type not in LINKS:
            return Reason("only March and Attack orders are followed by others", "N12.5.1")
        if link.awaits:
            return Reason("only the last order of a sequence ends in waiting", "N12.5.8")
        if after.here:
            return Reason("a later order needs a place on the map", "N12.5.4")
    starts = bodies.starts(table, to)
    for place, order in enumerate(orders):
        known = orders[place - 1].target if place else starts
        found = _why_not_link(table, to, order, known, first=not place)
        if found is not None:
            return found
    return None


def _why_not_link(
    table: Table, to: ForceId, order: Order, starts: tuple[Hex, ...], first: bool
) -> Reason | None:
    if order.type is OrderType.ASSIGN:
        return bar_to_assigning(table, to, order.chief)
    return (
        _why_not_kind(table, to, order)
        or _why_not_words(table, order)
        or _why_not_target(table, to, order, first)
        or _why_not_near(table, order, starts, first)
        or _why_not_route(table, order, starts)
    )


@rule("N11.5.1", "N12.2G.1")
def _why_not_kind(table: Table, to: ForceId, order: Order) -> Reason | None:
    if order.type is OrderType.GENERAL_RETREAT:
        return Reason("a general retreat is ordered to all: send all general_retreat", "N12.2G.1")
    if to in table.setting.headquarters and order.type not in QUARTERS_MOVE:
        return Reason("a headquarters takes only March and Fall Back orders", "N11.5.1")
    return None


@rule("N12.2.2", "N12.5.6", "N12.2C.4", "N12.2E.3", "N20.8.3")
def _why_not_words(table: Table, order: Order) -> Reason | None:
    """Words that do not belong to the kind of order."""
    needs = table.setting.cards.order(order.type)
    if order.here and order.type is not OrderType.DEFEND:
        return Reason("only a Defend order can mean the current position", "N12.2C.4")
    if order.target and not needs.target:
        return Reason("a Reserve order has no target", "N12.2.2")
    if order.route and not needs.route:
        return Reason("only a March has a route", "N12.2E.3")
    if order.forced and (order.type is not OrderType.MARCH or not table.setting.on("fatigue")):
        return Reason("only a March is forced, and only where fatigue is played", "N20.8.3")
    if order.awaits and order.type not in (*LINKS, OrderType.PROBE):
        return Reason("only March, Attack and Probe end in waiting for orders", "N12.8.2")
    return _why_not_date(table, order)


@rule("N12.5.6")
def _why_not_date(table: Table, order: Order) -> Reason | None:
    if not order.not_before:
        return None
    turns = table.setting.turns
    if order.type is not OrderType.ATTACK:
        return Reason("only an Attack can be dated", "N12.5.6")
    if order.not_before > len(turns):
        return Reason("the battle is over before that turn", "N12.5.6")
    if turns[order.not_before - 1].day <= turns[max(table.turn, 1) - 1].day:
        return Reason("an Attack is dated for the next day", "N12.5.6")
    return None


# --- targets


@rule("N12.2.2", "N12.2C.4", "N12.5.3", "R-12.2h")
def _why_not_target(table: Table, to: ForceId, order: Order, first: bool) -> Reason | None:
    if not table.setting.cards.order(order.type).target:
        return None
    if order.here:
        leader = bodies.leader_of(table, to)
        at = table.leaders[leader].at if leader else 0
        if at and not is_in_position(table, bodies.body(table, to), at):
            return Reason("the leader is not in the position to be defended", "N12.2C.4")
        return None
    if not order.target:
        if order.type is OrderType.DEFEND and not first:
            return None
        return Reason(f"{order.type.value} needs a target", "N12.2.2")
    for at in (*order.target, *order.route):
        if not table.setting.ground.on_map(at):
            return Reason(f"{name(at)} is not on the map", "N12.2.2")
    if not is_feature(table.setting, order.target):
        return Reason("the target must be one feature of the map, in one piece", "N12.2.2")
    return None


@lru_cache(maxsize=4096)
def is_feature(setting: Setting, target: tuple[Hex, ...]) -> bool:
    """Are these hexes, in one piece, of one named feature, or the way between two such points?"""
    if len(set(target)) != len(target) or not _is_connected(setting, target):
        return False
    aims = [place for place in setting.places if place.kind not in NO_TARGETS]
    if any(set(target) <= set(place.hexes) for place in aims):
        return True
    points = {at for place in aims for at in place.hexes}
    ends = {target[0], target[-1]} <= points
    return ends and target == way_between(setting, target[0], target[-1])


def _is_connected(setting: Setting, target: tuple[Hex, ...]) -> bool:
    met, waiting = {target[0]}, [target[0]]
    while waiting:
        for there in setting.ground.around[waiting.pop()]:
            if there in target and there not in met:
                met.add(there)
                waiting.append(there)
    return len(met) == len(target)


# --- distances


@lru_cache(maxsize=4096)
def near(setting: Setting, at: Hex) -> frozenset[Hex]:
    """The hexes within the reach of an order, at a leader's costs."""
    return frozenset(spread(setting, Mover.COURIER, at, setting.cards.points("order")))


@rule("N12.2.3", "N12.5.4")
def is_within_reach(setting: Setting, starts: tuple[Hex, ...], target: tuple[Hex, ...]) -> bool:
    """Is a target near enough, or on a road or trail that begins near enough?"""
    for start in starts:
        if not near(setting, start).isdisjoint(target):
            return True
    nets = [road_net(setting, at) for at in target]
    return any(not net.isdisjoint(near(setting, start)) for start in starts for net in nets if net)


def _why_not_near(
    table: Table, order: Order, starts: tuple[Hex, ...], first: bool
) -> Reason | None:
    if not order.target or (not starts and not first):
        return None
    if is_within_reach(table.setting, starts, order.target):
        return None
    clause = "N12.2.3" if first else "N12.5.4"
    return Reason("the target is out of reach: neither within 10 points nor along a road", clause)


@rule("N12.2E.3", "R-12.2c")
def _why_not_route(table: Table, order: Order, starts: tuple[Hex, ...]) -> Reason | None:
    """Each waypoint lies within ten points of the one before, from the start to the target."""
    if order.type is not OrderType.MARCH:
        return None
    setting = table.setting
    stops = [*order.route]
    if not stops or stops[-1] not in order.target:
        stops.append(order.target[0])
    if not any(stops[0] in near(setting, start) for start in starts):
        return Reason(
            f"the route is broken: {name(stops[0])} is too far from the start", "N12.2E.3"
        )
    for one, other in pairwise(stops):
        if other not in near(setting, one):
            far = f"{name(other)} is too far from {name(one)}"
            return Reason(f"the route is broken: {far}", "N12.2E.3")
    return None


# --- repetition


@rule("N12.4.2", "N12.4.3", "R-12.4")
def why_not_repeated(table: Table, to: ForceId, orders: Sequence) -> Reason | None:
    """Is this what the body does, waits to do, or is being told already?"""
    here = bodies.post(table, to)
    for other in table.derived(("told", to), lambda: _told(table, to)):
        if _repeats(table, orders, other, here):
            clause = "N12.4.2" if in_words(other) == in_words(orders) else "N12.4.3"
            return Reason("it is the same order again: change its type or move its target", clause)
    return None


def _told(table: Table, to: ForceId) -> list[Sequence]:
    """What a body does, waits to do, or is being told."""
    force = bodies.body(table, to)
    waiting = [force.waiting.orders] if force.waiting is not None else []
    coming = [held.orders for held in table.transit if held.to == to and held.due]
    return [(force.order, *force.queue), *waiting, *coming]


def _repeats(table: Table, new: Sequence, old: Sequence, here: Hex) -> bool:
    return len(new) == len(old) and all(
        one.type is other.type
        and one.chief == other.chief
        and _is_close(table, _aim(one, here), _aim(other, here))
        for one, other in zip(new, old, strict=True)
    )


def _aim(order: Order, here: Hex) -> tuple[Hex, ...]:
    return order.target or ((here,) if order.here and here else ())


@rule("N12.4.3", "R-12.4")
def _is_close(table: Table, one: tuple[Hex, ...], other: tuple[Hex, ...]) -> bool:
    """Are two targets nearer than an order may repeat?"""
    if not one or not other:
        return True
    cards = table.setting.cards
    if not table.setting.on("separation_mp"):
        return min(distance(a, b) for a in one for b in other) < cards.radius("separation")
    costs = [cost_between(table.setting, Mover.COURIER, a, b) for a in one for b in other]
    return min((cost for cost in costs if cost is not None), default=0) < cards.points("separation")
