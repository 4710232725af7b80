"""Pairs of battles of Napoleon's Later Campaigns that differ only in what one side may not know.

A twin has the same map, clock and frames, but the enemy follows other orders, has others waiting
and on the way, has divisions apart or not, marches hidden elsewhere, and the counters that lie
covered out of sight are others. What both sides see on the map stays.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Ask, State, unanswered
from grognard.kernel.chance import Stream
from grognard.kernel.codec import builtins, encode, view_document
from grognard.kernel.views import question
from grognard.systems.nlc.chits import side_of_chit
from grognard.systems.nlc.command.local import LocalDecisions
from grognard.systems.nlc.command.sending import body_led_by
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.pieces import General, Quarters
from grognard.systems.nlc.records import Dispatch, Force, HiddenMarch, Waiting
from grognard.systems.nlc.setting import Order, Sequence
from grognard.systems.nlc.system import SYSTEM
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

SECRET_TABLES = (
    "active", "cup", "forces", "hidden", "holders", "leaders", "pieces", "quarters", "stacks",
    "transit", "under",
)  # fmt: skip
"""Parts of a table that hold something a side may not know; what it may is compared in its view."""

TYPES = (
    OrderType.ATTACK, OrderType.PROBE, OrderType.DEFEND, OrderType.DELAY, OrderType.MARCH,
    OrderType.FALL_BACK,
)  # fmt: skip
STATES = ("1T", "R4", "R5")


def twin(state: State, side: str, seed: int) -> State:
    """The same for ``side``; its enemy's secrets are others."""
    stream, table = Stream(seed), state.table.draft()
    enemy = table.setting.enemy(side)
    named = _named(state)
    _swap_covered(table, set(SYSTEM.rules.view(state, side).pieces), enemy, named, stream)
    _detach(table, enemy, stream)
    tested = {getattr(frame.procedure, "force", "") for frame in state.stack}
    for force in list(table.forces_of(enemy)):
        if force.id == _misled(state):
            continue
        changed = _other_force(table, force, stream)
        if force.id in tested and force.waiting is not None:  # a die is thrown for it now
            late = replace(force.waiting, orders=_orders(table, stream))
            changed = replace(changed, waiting=late)
        table.writable("forces")[force.id] = changed
    being_read = "caller" in named or "misled" in named
    table.transit = _other_dispatches(table, enemy, stream, being_read, _misled(state))
    if table.setting.on("hidden_movement"):
        _hide(table, enemy, named, stream)
    _other_minds(table, enemy, stream)
    table.cup = _other_cup(table, enemy, stream)
    table.touched()
    if isinstance(state.pending, Ask) and state.pending.side == side:
        other = unanswered(table, state.stack)
        return replace(other, happened=state.happened)
    return State(table, state.stack, state.pending, state.happened)


def _misled(state: State) -> str:
    """The body for which the side names a bad move. It may not repeat the order in force, so that
    it is told of it, in so far (R-12.11)."""
    procedure = state.stack[-1].procedure
    if isinstance(procedure, LocalDecisions) and isinstance(state.pending, Ask):
        return body_led_by(state.table, procedure.leader)
    return ""


def _named(state: State) -> str:
    """Everything that the rulebook in progress speaks of; that stays as it is."""
    return str(state.stack)


# --- orders


def _place(table: Table, stream: Stream) -> tuple[int, ...]:
    places = [place.hexes for place in table.setting.places] or [table.setting.ground.hexes[:1]]
    return places[stream.randrange(len(places))]


def _order(table: Table, stream: Stream) -> Order:
    kind = TYPES[stream.randrange(len(TYPES))]
    goal = _place(table, stream)
    route = (_place(table, stream)[0], goal[0]) if kind is OrderType.MARCH else ()
    return Order(kind, target=goal, route=route)


def _orders(table: Table, stream: Stream) -> Sequence:
    return tuple(_order(table, stream) for _ in range(1 + stream.randrange(2)))


def _other_force(table: Table, force: Force, stream: Stream) -> Force:
    order = _order(table, stream)
    if not stream.randrange(4) and force.id not in table.active:
        order = Order(OrderType.RESERVE)
    late = Waiting(_orders(table, stream), STATES[stream.randrange(3)], max(table.turn - 1, 0))
    return replace(
        force,
        order=order,
        queue=_orders(table, stream) if stream.randrange(2) else (),
        waiting=late if stream.randrange(2) else None,
        since=stream.randrange(table.turn + 1),
        contact=bool(stream.randrange(2)),
        arrived=bool(stream.randrange(2)),
        gun_turns=stream.randrange(3),
        loss_turn=stream.randrange(table.turn + 1),
    )


def _detach(table: Table, enemy: str, stream: Stream) -> None:
    """Divisions go their own way in the twin, and those that did share their corps' order again."""
    forces, under = table.writable("forces"), table.writable("under")
    for formation in table.setting.formations.values():
        if formation.side != enemy or len(formation.divisions) < 2:
            continue
        for division, units in formation.divisions.items():
            name = f"{formation.id}/{division}"
            apart = bool(stream.randrange(2))
            for unit in units:
                if under[unit] in (name, formation.id):
                    under[unit] = name if apart else formation.id
            if apart:
                forces[name] = replace(forces[formation.id], id=name, leader="")
    acting = {table.forces[name].formation for name in table.active}
    if table.side == enemy:
        table.active = tuple(held.id for held in forces.values() if held.formation in acting)


def _other_dispatches(
    table: Table, enemy: str, stream: Stream, being_read: bool, misled: str
) -> tuple[Dispatch, ...]:
    """Others on their way; while orders are being read, the same say something else."""
    leaders = table.setting.leaders
    if being_read:
        return tuple(
            replace(sent, orders=_orders(table, stream))
            if leaders[sent.sender].side == enemy and not (sent.due and sent.to == misled)
            else sent
            for sent in table.transit
        )
    own = [sent for sent in table.transit if leaders[sent.sender].side != enemy]
    writers = [leader.id for leader in leaders.values() if leader.side == enemy]
    bodies = [force.id for force in table.forces_of(enemy) if "+" not in force.id]
    theirs = [
        Dispatch(
            number=900 + 2 * number + (1 - table.setting.index(enemy)),
            sender=writers[stream.randrange(len(writers))],
            to=bodies[stream.randrange(len(bodies))],
            orders=_orders(table, stream),
            issued=table.turn,
            due=table.turn + 1 + stream.randrange(3),
        )
        for number in range(stream.randrange(4))
    ]
    return (*own, *theirs)


def _other_minds(table: Table, enemy: str, stream: Stream) -> None:
    """How many orders a chief has sent, and what optional rules have laid on him."""
    leaders, quarters = table.writable("leaders"), table.writable("quarters")
    for leader in table.setting.leaders.values():
        if leader.side == enemy:
            held: General = leaders[leader.id]
            leaders[leader.id] = replace(
                held, sent=stream.randrange(3), away=stream.randrange(3), marks=("confused:1",)
            )
    for post in table.setting.headquarters.values():
        if post.side == enemy:
            now: Quarters = quarters[post.id]
            stirred, stirring = bool(stream.randrange(2)), bool(stream.randrange(2))
            quarters[post.id] = replace(now, stirred=stirred, stirring=stirring)


def _other_cup(table: Table, enemy: str, stream: Stream) -> tuple[str, ...]:
    """As many chits of the enemy's, but others: who is in reserve has none."""
    own = [chit for chit in table.cup if side_of_chit(table, chit) != enemy]
    theirs = [held.id for held in table.setting.formations.values() if held.side == enemy]
    count = len(table.cup) - len(own)
    return (*own, *stream.shuffled(theirs)[:count])


def _hide(table: Table, enemy: str, named: str, stream: Stream) -> None:
    """Other formations march where nobody sees them, or none does."""
    hidden, around = table.writable("hidden"), table.setting.ground.around
    for formation in table.setting.formations.values():
        leader = table.leaders.get(formation.leader)
        if formation.side != enemy or formation.id in named or leader is None or not leader.at:
            continue
        hidden.pop(formation.id, None)
        if stream.randrange(2):
            ahead = next(there for there in around[leader.at] if there)
            hidden[formation.id] = HiddenMarch(
                formation.id, (leader.at, ahead), bank=4, since=table.turn - 1
            )


# --- covered counters


def _swap_covered(table: Table, seen: set[str], enemy: str, named: str, stream: Stream) -> None:
    """Counters under others, out of sight, change places. What befell each was said at the time."""
    covered = [
        unit
        for unit in table.units_of(enemy)
        if unit not in seen and not table.pieces[unit].also and unit not in named
    ]
    control, holders = dict(table.control), dict(table.holders)
    pieces = {unit: table.pieces[unit] for unit in covered}
    for unit in covered:
        table.remove(unit)
    for unit, other in zip(covered, stream.shuffled(covered), strict=True):
        table.put(replace(pieces[unit], at=pieces[other].at), on_top=False)
    table.control, table.holders = control, holders


# --- what a side is shown


def shown(state: State, side: str) -> bytes:
    """Everything that is sent to a side: its view with its options, and the news."""
    return encode(view_document(SYSTEM.rules.view(state, side)))


def is_same_battle(state: State, other: State) -> bool:
    """Has the same happened to both, as far as anybody can see? Then both look the same."""
    tables: list[dict[str, Any]] = [
        builtins(SYSTEM.rules.table_document(each.table)) for each in (state, other)
    ]
    for document in tables:
        for secret in SECRET_TABLES:
            document[secret] = None
    return tables[0] == tables[1] and question(state.pending) == question(other.pending)
