"""What one side may know of a battle, and tables imagined from it.

A view is made by allow-list. Orders, dispatches and hidden marches belong to their side alone
(N12.3, R-0.1b); of an enemy stack out of sight only the top counter is known (N5.3.2).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from grognard.kernel import Ask, Event, Frame, State, rule
from grognard.kernel.chance import Stream
from grognard.kernel.views import Question, question, seen_stack, told
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.chits import side_of_chit
from grognard.systems.nlc.command.local import LocalDecisions
from grognard.systems.nlc.command.sending import body_led_by
from grognard.systems.nlc.guns.sight import seen_by
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.pieces import Fate, General, Piece, Quarters
from grognard.systems.nlc.records import Dispatch, Force, ForceId, HiddenMarch
from grognard.systems.nlc.setting import (
    FormationId,
    HeadquartersId,
    LeaderId,
    Order,
    Setting,
    SideId,
    Turn,
    Unit,
    UnitId,
)
from grognard.systems.nlc.table import Pair, Table

T = TypeVar("T")

replace = msgspec.structs.replace


class View(msgspec.Struct, frozen=True):
    """All that ``side`` may know now.

    ``unseen`` counts, by hex, the counters of enemy stacks that lie under the top one out of sight.
    ``cup`` holds the side's own chits, ``cup_count`` how many there are in all. ``stack`` says
    where the rulebook lies open. ``options`` is there when this side is asked; it is lazy.
    """

    side: SideId
    turn: int
    clock: Turn | None
    phase: str
    segment: str
    phasing: SideId
    acting: tuple[FormationId, ...]
    pieces: dict[UnitId, Piece]
    stacks: dict[Hex, tuple[UnitId, ...]]
    unseen: dict[Hex, int]
    own: dict[UnitId, Unit]
    enemy: dict[UnitId, Unit]
    leaders: dict[LeaderId, General]
    quarters: dict[HeadquartersId, Quarters]
    forces: dict[ForceId, Force]
    under: dict[UnitId, ForceId]
    transit: tuple[Dispatch, ...]
    hidden: dict[ForceId, HiddenMarch]
    cup: tuple[str, ...]
    cup_count: int
    pairs: tuple[Pair, ...]
    control: dict[Hex, SideId]
    removed: dict[UnitId, Fate]
    waiting_in: tuple[str, ...]
    queues: tuple[tuple[Hex, int], ...]
    tally: dict[str, int]
    stack: tuple[Frame, ...]
    question: Question
    options: Any
    news: tuple[Event, ...]


def view(state: State, side: SideId) -> View:
    """What a side may know of this state; the empty side is the public."""
    table: Table = state.table
    setting = table.setting
    asked = isinstance(state.pending, Ask) and state.pending.side == side
    pieces, stacks, unseen = _shown(table, side)
    astray = _astray(state) if asked else NOBODY_ASTRAY
    return View(
        side=side,
        turn=table.turn,
        clock=setting.turns[table.turn - 1] if 0 < table.turn <= len(setting.turns) else None,
        phase=table.phase,
        segment=table.segment,
        phasing=table.side,
        acting=_acting(table),
        pieces=pieces,
        stacks=stacks,
        unseen=unseen,
        own=_roster(setting, side, own=True),
        enemy=_roster(setting, side, own=False),
        leaders=_and(
            table.following("leaders", ("leaders", side), lambda: _leaders(table, side)),
            astray.leaders,
        ),
        quarters=table.following("quarters", ("quarters", side), lambda: _quarters(table, side)),
        forces=_and(
            table.following("forces", ("forces", side), lambda: _forces(table, side)),
            astray.forces,
        ),
        under=table.following("under", ("under", side), lambda: _under(table, side)),
        transit=(
            *(sent for sent in table.transit if _sent_by(table, sent) == side),
            *astray.transit,
        ),
        hidden={name: held for name, held in table.hidden.items() if _side(table, name) == side},
        cup=tuple(chit for chit in table.cup if side_of_chit(table, chit) == side),
        cup_count=len(table.cup),
        pairs=table.pairs,
        control=table.control,
        removed=table.removed,
        waiting_in=table.waiting_in,
        queues=table.queues,
        tally=table.tally,
        stack=seen_stack(state, side),
        question=question(state.pending),
        options=state.pending.options if asked else None,  # type: ignore[union-attr]
        news=told(state.happened, side),
    )


class Astray(msgspec.Struct, frozen=True):
    """Whom the enemy may mislead, as he is told of them: a leader and the body he leads."""

    leaders: dict[LeaderId, General] = {}
    forces: dict[ForceId, Force] = {}
    transit: tuple[Dispatch, ...] = ()


NOBODY_ASTRAY = Astray()


@rule("R-12.11")
def _astray(state: State) -> Astray:
    """Who names a bad move may not repeat what the body is told already: so he is told that."""
    procedure, table = state.stack[-1].procedure, state.table
    if not isinstance(procedure, LocalDecisions):
        return NOBODY_ASTRAY
    leader, to = procedure.leader, body_led_by(table, procedure.leader)
    sent = tuple(held for held in table.transit if held.to == to and held.due)
    seen = replace(_from_outside(table.leaders[leader]), leads=table.leaders[leader].leads)
    force = table.forces[to]
    told = Force(to, force.side, force.formation, force.leader, force.order, force.queue)
    return Astray({leader: seen}, {to: replace(told, waiting=force.waiting)}, sent)


def _and(known: dict[str, T], more: dict[str, T]) -> dict[str, T]:
    return {**known, **more} if more else known


@lru_cache(maxsize=64)
def _roster(setting: Setting, side: SideId, own: bool) -> dict[UnitId, Unit]:
    return {unit: held for unit, held in setting.roster.items() if (held.side == side) is own}


def _under(table: Table, side: SideId) -> dict[UnitId, ForceId]:
    return {unit: force for unit, force in table.under.items() if table.side_of(unit) == side}


def _acting(table: Table) -> tuple[FormationId, ...]:
    """The formations whose chit is being played."""
    return tuple(dict.fromkeys(table.forces[name].formation for name in table.active))


def _side(table: Table, force: ForceId) -> SideId:
    return table.forces[force].side


def _sent_by(table: Table, sent: Dispatch) -> SideId:
    return table.setting.leaders[sent.sender].side


Shown = tuple[dict[UnitId, Piece], dict[Hex, tuple[UnitId, ...]], dict[Hex, int]]


@rule("N5.3.2")
def _shown(table: Table, side: SideId) -> Shown:
    """Counters as they lie before a side: enemy stacks out of sight show only the top one."""
    key = ("shown", side)
    return table.derived(key, lambda: _look(table, side))


def _look(table: Table, side: SideId) -> Shown:
    pieces, stacks = table.pieces, table.stacks
    unseen: dict[Hex, int] = {}
    for at, stack in table.stacks.items():
        if len(stack) == 1:
            continue
        theirs = [unit for unit in stack if table.side_of(unit) != side]
        if len(theirs) < 2 or (side and seen_by(table, at, side)):
            continue
        covered = {unit for unit in theirs[1:] if not table.pieces[unit].also}
        if not covered:  # a line lies across two hexes and cannot be covered
            continue
        if not unseen:
            pieces, stacks = dict(pieces), dict(stacks)
        unseen[at] = len(covered)
        stacks[at] = tuple(unit for unit in stack if unit not in covered)
        for unit in covered:
            del pieces[unit]
    return pieces, stacks, unseen


@rule("N12.3", "R-0.1b")
def _forces(table: Table, side: SideId) -> dict[ForceId, Force]:
    """A side's own orders; the enemy's too once complied with, if the table plays open orders."""
    own = {name: force for name, force in table.forces.items() if force.side == side}
    if not table.setting.on("open_orders"):
        return own
    for name, force in table.forces.items():
        if force.side != side and name in table.setting.formations:
            own[name] = Force(force.id, force.side, force.formation, force.leader, force.order)
    return own


def _leaders(table: Table, side: SideId) -> dict[LeaderId, General]:
    """Leaders lie open on the map; how many orders an enemy sent and where he leads do not."""
    leaders = table.setting.leaders
    return {
        name: general if leaders[name].side == side else _from_outside(general)
        for name, general in table.leaders.items()
    }


def _from_outside(general: General) -> General:
    """What anybody sees of a leader."""
    return General(
        general.id, general.at, general.rating, moved=general.moved, lost_on=general.lost_on
    )


def _quarters(table: Table, side: SideId) -> dict[HeadquartersId, Quarters]:
    held = table.setting.headquarters
    return {
        name: now
        if held[name].side == side
        else Quarters(name, now.at, destroyed_on=now.destroyed_on)
        for name, now in table.quarters.items()
    }


# --- imagining


@rule("N12.3")
def guess(seen: View, setting: Setting, seed: int) -> Table:
    """A table that fits the view: enemy orders and covered counters are guessed by ``seed``."""
    stream = Stream(seed)
    table = Table(setting)
    table.turn, table.phase, table.segment = seen.turn, seen.phase, seen.segment
    table.side, table.queues, table.waiting_in = seen.phasing, seen.queues, seen.waiting_in
    table.forces = _guessed_forces(seen, setting, stream)
    table.under = _guessed_under(seen, setting)
    _lay_out(table, seen, stream)
    table.leaders, table.quarters = dict(seen.leaders), dict(seen.quarters)
    table.control, table.removed, table.tally = (
        dict(seen.control),
        dict(seen.removed),
        dict(seen.tally),
    )
    table.transit, table.hidden, table.pairs = seen.transit, dict(seen.hidden), seen.pairs
    table.cup = _guessed_cup(seen, setting, stream)
    table.active = tuple(
        name for name, force in table.forces.items() if force.formation in seen.acting
    )
    return table


GUESSES = (OrderType.ATTACK, OrderType.DEFEND, OrderType.PROBE, OrderType.RESERVE)


def _guessed_forces(seen: View, setting: Setting, stream: Stream) -> dict[ForceId, Force]:
    """The side's own orders as they are, and some order for every enemy formation and wing."""
    towns = [place.hexes for place in setting.places if place.kind.value in ("town", "chateau")]
    found = {}
    for formation in setting.formations.values():
        if formation.side == seen.side:
            continue
        kind = GUESSES[stream.randrange(len(GUESSES))]
        acting = formation.id in seen.acting
        if acting and kind is OrderType.RESERVE and seen.phase == "formations":
            kind = OrderType.DEFEND
        goal = towns[stream.randrange(len(towns))] if towns else (setting.ground.hexes[0],)
        order = Order(kind) if kind is OrderType.RESERVE else Order(kind, target=goal)
        found[formation.id] = Force(
            formation.id, formation.side, formation.id, formation.leader, order
        )
    for leader in setting.orders.wings:
        held = setting.leaders[leader]
        if held.side != seen.side:
            goal = towns[stream.randrange(len(towns))] if towns else (setting.ground.hexes[0],)
            found[leader] = Force(
                leader, held.side, "", leader, Order(OrderType.DEFEND, target=goal)
            )
    return {**found, **seen.forces}


def _guessed_under(seen: View, setting: Setting) -> dict[UnitId, ForceId]:
    enemy = {
        unit: held.formation for unit, held in setting.roster.items() if held.side != seen.side
    }
    return {**enemy, **seen.under}


def _lay_out(table: Table, seen: View, stream: Stream) -> None:
    """Counters as seen; those that lie covered are dealt from the enemies not accounted for."""
    setting = table.setting
    for piece in seen.pieces.values():
        table.put(piece)
    waiting = {
        unit
        for arrival in setting.arrivals
        if arrival.id in seen.waiting_in
        for unit in arrival.units
    }
    missing = [
        unit
        for unit in setting.roster
        if unit not in seen.pieces
        and unit not in seen.removed
        and setting.roster[unit].side != seen.side
    ]
    # Of a group that still waits some may have come on already: they are dealt last.
    pool = [unit for unit in missing if unit in waiting]
    pool += stream.shuffled([unit for unit in missing if unit not in waiting])
    for at in sorted(seen.unseen):
        for _ in range(min(seen.unseen[at], len(pool))):
            table.put(Piece(pool.pop(), at), on_top=False)
    for at, stack in seen.stacks.items():
        rest = tuple(unit for unit in table.stacks.get(at, ()) if unit not in stack)
        table.stacks[at] = (*stack, *rest)


def _guessed_cup(seen: View, setting: Setting, stream: Stream) -> tuple[str, ...]:
    """The side's own chits, and as many of the enemy's as there must be."""
    theirs = [held.id for held in setting.formations.values() if held.side != seen.side]
    count = max(seen.cup_count - len(seen.cup), 0)
    return (*seen.cup, *stream.shuffled(theirs)[:count])
