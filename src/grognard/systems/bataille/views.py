"""What one side may know of a battle, and tables imagined from it (P6.1-P6.3).

A view is made by allow-list: it holds what is named here and nothing else. The printed values on
the specific side of enemy counters are not in it. Everything on the map lies open: hexes,
formation, order, losses, markers (``Piece`` holds nothing else; a test keeps it so).
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from typing import Any

import msgspec

from grognard.kernel import Ask, Event, Frame, Item, State, rule
from grognard.kernel.chance import Stream
from grognard.kernel.views import Question, question, told
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.pieces import (
    Arm,
    Formation,
    LeaderId,
    LeaderPrinted,
    Piece,
    Printed,
    Size,
    UnitId,
)
from grognard.systems.bataille.setting import Setting, TurnInfo
from grognard.systems.bataille.table import Table

PUBLIC_OF_A_PIECE = (
    "id", "hexes", "facing", "formation", "cohesion", "lost", "main", "readiness", "came_from", "marks"
)  # fmt: skip
"""The fields of ``Piece``, all of which lie open on the map."""

SPECIFIC_SIDE = (
    "fire", "melee", "morale", "line_multiple", "square_multiple", "skirmish_multiple",
    "skirmish_range", "skirmish_fire", "lance", "recall", "battery",
)  # fmt: skip
"""The fields of ``Printed`` on the side of a counter that an enemy may not look at (P6.2)."""

LEADERS_SPECIFIC_SIDE = ("artillery", "melee", "morale", "cavalry_bonus", "special_ability")
"""The fields of ``LeaderPrinted`` that an enemy may not look at (P6.2, P7.1)."""

HIDDEN_CLAUSES = frozenset({"P7.1", "P7.24", "P31.9"})
"""Clauses of the items in a procedure's hands whose amount is printed on a leader."""


class GeneralSide(msgspec.Struct, frozen=True):
    """The front of a counter: what anybody may read (P6.1), and what the army's rules say of it."""

    id: UnitId
    name: str
    side: str
    nation: str
    arm: Arm
    size: Size
    increments: int
    movement: int
    organisation: str
    division: str
    regiment: UnitId
    parts: tuple[UnitId, ...]
    kind: str
    traits: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """All that ``side`` may know now.

    ``options`` is there when this side is asked; it is lazy. ``news`` is what the last answer
    brought about, as this side hears it. ``stack`` says where the rulebook lies open.
    """

    side: str
    turn: int
    clock: TurnInfo | None
    phasing: str
    segment: str
    pieces: dict[UnitId, Piece]
    stacks: dict[Hex, tuple[UnitId, ...]]
    own: dict[UnitId, Printed]
    enemy: dict[UnitId, GeneralSide]
    leaders: dict[LeaderId, Hex]
    attached: dict[LeaderId, UnitId]
    secrets: dict[str, str]
    own_leaders: dict[LeaderId, LeaderPrinted]
    control: dict[Hex, str]
    removed: dict[UnitId, str]
    levels: dict[str, int]
    fired_at: dict[UnitId, tuple[Hex, ...]]
    fire_losses: dict[UnitId, int]
    stack: tuple[Frame, ...]
    question: Question
    options: Any
    news: tuple[Event, ...]


@rule("P6.1", "P6.2", "P6.3")
@lru_cache(maxsize=64)
def counters(
    setting: Setting, side: str
) -> tuple[dict[UnitId, Printed], dict[UnitId, GeneralSide]]:
    """Both sides of one's own counters, the general side of the enemy's."""
    own = {unit: printed for unit, printed in setting.roster.items() if printed.side == side}
    enemy = {
        unit: general_side(printed)
        for unit, printed in setting.roster.items()
        if printed.side != side
    }
    return own, enemy


@rule("P6.3", "P7.1")
@lru_cache(maxsize=64)
def own_leaders(setting: Setting, side: str) -> dict[LeaderId, LeaderPrinted]:
    """The leaders whose specific side a player may look at: his own."""
    return {leader: held for leader, held in setting.leaders.items() if held.side == side}


def general_side(printed: Printed) -> GeneralSide:
    """What the front of a counter shows."""
    return GeneralSide(
        id=printed.id,
        name=printed.name,
        side=printed.side,
        nation=printed.nation,
        arm=printed.arm,
        size=printed.size,
        increments=printed.increments,
        movement=printed.movement,
        organisation=printed.organisation,
        division=printed.division,
        regiment=printed.regiment,
        parts=printed.parts,
        kind=printed.kind,
        traits=tuple(sorted(printed.traits)),
    )


def view(state: State, side: str) -> View:
    """What a side may know of this state."""
    table: Table = state.table
    own, enemy = counters(table.setting, side)
    asked = isinstance(state.pending, Ask) and state.pending.side == side
    turns = table.setting.turns
    # One view is made for each decision. By place it takes half as long as by name.
    return View(
        side,
        table.turn,
        turns[table.turn - 1] if 0 < table.turn <= len(turns) else None,
        table.phasing,
        table.segment,
        table.pieces,
        table.stacks,
        own,
        enemy,
        table.leaders,
        table.attached,
        table.secrets.get(side, {}),
        own_leaders(table.setting, side),
        table.control,
        table.removed,
        table.levels,
        table.fired_at,
        table.fire_losses,
        seen_stack(state, side),
        question(state.pending),
        state.pending.options if asked else None,  # type: ignore[union-attr]
        told(state.happened, side),
    )


@rule("P6.3", "P7.1")
def seen_stack(state: State, side: str) -> tuple[Frame, ...]:
    """Where the rulebook lies open; what an enemy's leader is worth in a check is left out.

    So is whatever a procedure keeps from the other side by itself.
    """
    roster, seen = state.table.setting.roster, state.stack
    for place, frame in enumerate(state.stack):
        masked = getattr(frame.procedure, "masked", None)
        if masked is not None:
            bare = masked(state.table, side)
            seen = (*seen[:place], Frame(bare, frame.step), *seen[place + 1 :])
        held: tuple[Item, ...] = getattr(frame.procedure, "items", ())
        if held and not HIDDEN_CLAUSES.isdisjoint(item.clause for item in held):
            units = getattr(frame.procedure, "units", ()) or (_unit_of(frame),)
            if any(unit in roster and roster[unit].side != side for unit in units):
                bare = copy(frame.procedure)
                bare.items = tuple(map(_without_amount, held))  # type: ignore[attr-defined]
                seen = (*seen[:place], Frame(bare, frame.step), *seen[place + 1 :])
    return seen


def _unit_of(frame: Frame) -> UnitId:
    return getattr(frame.procedure, "unit", "")


def _without_amount(item: Item) -> Item:
    return Item(0, item.reason, item.clause) if item.clause in HIDDEN_CLAUSES else item


# --- imagining


@rule("P6.3")
def guess(seen: View, setting: Setting, seed: int) -> Table:
    """A table that fits the view: enemy specific sides are dealt out anew by ``seed``.

    The counters of an arm and size are shuffled among themselves, so nothing of the result depends
    on which enemy counter really has which values. Foot that is seen skirmishing gets a counter
    that can skirmish.
    """
    return as_seen(Table(_dealt(setting, seen.side, seed, _skirmishing(seen))), seen)


def follow(table: Table, seen: View, setting: Setting) -> Table | None:
    """A table that was guessed from an earlier view, as a later one shows it.

    Nothing where other counters would be dealt out now.
    """
    dealt = _dealt(setting, seen.side, 0, _skirmishing(seen))
    return as_seen(table, seen) if table.setting is dealt else None


def as_seen(table: Table, seen: View) -> Table:
    """A draft on which everything lies as in the view; only who stands otherwise is moved."""
    draft, lies, shown = table.draft(), table.pieces, seen.pieces
    for unit in [unit for unit in lies if unit not in shown]:
        draft.remove(unit, seen.removed.get(unit, ""))
    for unit, piece in shown.items():
        if unit not in lies or lies[unit] is not piece:
            draft.put(piece)
    for at, stack in seen.stacks.items():
        if draft.stacks[at] != stack:
            draft.order_stack(at, stack)
    for name in _AS_SEEN:
        draft.lay(name, getattr(seen, name))
    draft.lay("secrets", {seen.side: seen.secrets} if seen.secrets else {})
    draft.turn, draft.phasing, draft.segment = seen.turn, seen.phasing, seen.segment
    return draft


@rule("P6.3")
def masked(setting: Setting, side: str) -> Setting:
    """The setting as a side may hold it: the enemy's specific sides lie in an order of no meaning."""
    return _dealt(setting, side, 0, ())


_AS_SEEN = (
    "pieces", "stacks", "leaders", "attached", "control", "removed", "levels", "fired_at",
    "fire_losses",
)  # fmt: skip


def _skirmishing(seen: View) -> tuple[UnitId, ...]:
    """The enemies who are seen skirmishing."""
    pieces = seen.pieces
    return tuple(
        unit
        for unit in seen.enemy
        if unit in pieces and pieces[unit].formation is Formation.SKIRMISH
    )


@lru_cache(maxsize=256)
def _dealt(setting: Setting, side: str, seed: int, out: tuple[UnitId, ...]) -> Setting:
    """The setting with the enemy's specific sides dealt out anew; those ``out`` can skirmish."""
    stream = Stream(seed)
    dealt = _dealt_units(setting, side, stream, out)
    roster = {unit: dealt.get(unit, printed) for unit, printed in setting.roster.items()}
    leaders = _dealt_leaders(setting, side, stream)
    return msgspec.structs.replace(setting, roster=roster, leaders=leaders)


def _dealt_leaders(setting: Setting, side: str, stream: Stream) -> dict[LeaderId, LeaderPrinted]:
    """Enemy leaders with their values dealt out anew among them."""
    enemy = [leader for leader, held in setting.leaders.items() if held.side != side]
    backs = sorted((_leader_back(setting.leaders[leader]) for leader in enemy), key=repr)
    hands = dict(zip(enemy, stream.shuffled(backs), strict=True))
    return {
        leader: msgspec.structs.replace(held, **dict(hands[leader])) if leader in hands else held
        for leader, held in setting.leaders.items()
    }


def _leader_back(printed: LeaderPrinted) -> Back:
    return tuple((name, getattr(printed, name)) for name in LEADERS_SPECIFIC_SIDE)


def _dealt_units(
    setting: Setting, side: str, stream: Stream, out: tuple[UnitId, ...]
) -> dict[UnitId, Printed]:
    pools: dict[tuple[str, str, bool, bool], list[UnitId]] = {}
    for unit, printed in setting.roster.items():
        if printed.side != side:
            pools.setdefault(_pool(printed), []).append(unit)
    dealt: dict[UnitId, Printed] = {}
    for units in pools.values():
        backs = sorted(map(_back, (setting.roster[unit] for unit in units)), key=repr)
        hands = dict(zip(units, stream.shuffled(backs), strict=True))
        _let_skirmishers_skirmish(hands, out)
        for unit, back in hands.items():
            dealt[unit] = msgspec.structs.replace(setting.roster[unit], **dict(back))
    return dealt


Back = tuple[tuple[str, Any], ...]


def _back(printed: Printed) -> Back:
    return tuple((name, getattr(printed, name)) for name in SPECIFIC_SIDE)


def _pool(printed: Printed) -> tuple[str, str, bool, bool]:
    """Counters that could be taken for one another: arm, size, and what movement betrays."""
    return printed.arm.value, printed.size.value, printed.is_light, printed.is_horse_artillery


def _can_skirmish(back: Back) -> bool:
    values = dict(back)
    return bool(values["skirmish_multiple"] or values["skirmish_range"] or values["skirmish_fire"])


def _let_skirmishers_skirmish(hands: dict[UnitId, Back], seen: tuple[UnitId, ...]) -> None:
    out = [unit for unit in hands if unit in seen]
    for unit in out:
        if _can_skirmish(hands[unit]):
            continue
        able = (other for other, back in hands.items() if other not in out and _can_skirmish(back))
        other = next(able, unit)
        hands[unit], hands[other] = hands[other], hands[unit]
