"""What one side may know of a battle, and tables imagined from it.

All lies open but enemies who are hidden: of these a side knows neither where nor how they stand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from grognard.kernel import Ask, Event, Frame, State
from grognard.kernel.views import Question, question, seen_stack, told
from grognard.systems.empire.events import secret_of_division
from grognard.systems.empire.hiding import is_secret
from grognard.systems.empire.pieces import Body, Gone, Officer, Piece
from grognard.systems.empire.setting import (
    CommanderId,
    DivisionId,
    Setting,
    SideId,
    Turn,
    Unit,
    UnitId,
)
from grognard.systems.empire.table import COPIED, Table

replace = msgspec.structs.replace

PLAIN = ("turn", "first", "phasing", "active", "segment")


class View(msgspec.Struct, frozen=True):
    """All that ``side`` may know now."""

    side: SideId
    turn: int
    clock: Turn | None
    first: SideId
    phasing: SideId
    active: DivisionId
    segment: str
    pieces: dict[UnitId, Piece]
    own: dict[UnitId, Unit]
    enemy: dict[UnitId, Unit]
    officers: dict[CommanderId, Officer]
    bodies: dict[DivisionId, Body]
    holders: dict[str, SideId]
    removed: dict[UnitId, Gone]
    screens: dict[UnitId, Unit]
    tally: dict[str, int]
    stack: tuple[Frame, ...]
    question: Question
    options: Any
    news: tuple[Event, ...]


def view(state: State, side: SideId) -> View:
    """What a side may know of this state; the empty side is the public."""
    table: Table = state.table
    setting, pending = table.setting, state.pending
    asked = isinstance(pending, Ask) and pending.side == side
    return View(
        side=side,
        turn=table.turn,
        clock=setting.turns[table.turn - 1] if 0 < table.turn <= len(setting.turns) else None,
        first=table.first,
        phasing=table.phasing,
        active=table.active,
        segment=table.segment,
        pieces={
            unit: piece for unit, piece in table.pieces.items() if not is_secret(table, unit, side)
        },
        own=_roster(setting, side, own=True),
        enemy=_roster(setting, side, own=False),
        officers={who: _officer(table, held, side) for who, held in table.officers.items()},
        bodies={each: _body(table, held, side) for each, held in table.bodies.items()},
        holders=table.holders,
        removed=table.removed,
        screens={
            unit: card for unit, card in table.screens.items() if not is_secret(table, unit, side)
        },
        tally=table.tally,
        stack=seen_stack(state, side),
        question=question(pending),
        options=pending.options if isinstance(pending, Ask) and asked else None,
        news=told(state.happened, side),
    )


def _officer(table: Table, held: Officer, side: SideId) -> Officer:
    """A commander who is with a hidden unit is seen as little as that."""
    if not held.attached or not is_secret(table, held.attached, side):
        return held
    return replace(held, at=None, attached="")


def _body(table: Table, held: Body, side: SideId) -> Body:
    """A division some of which are hidden does not show whom its duty looks at, nor its place."""
    if secret_of_division(table, held.id) in ("", side):
        return held
    return replace(held, due=(), around=None)


@lru_cache(maxsize=64)
def _roster(setting: Setting, side: SideId, own: bool) -> dict[UnitId, Unit]:
    return {unit: held for unit, held in setting.roster.items() if (held.side == side) is own}


def guess(seen: View, setting: Setting, seed: int) -> Table:
    """A table that a side might be looking at: whom it does not see is not there."""
    table = Table(setting)
    for field in (*PLAIN, *COPIED):
        held = getattr(seen, field)
        setattr(table, field, dict(held) if isinstance(held, dict) else held)
    return table


def masked(setting: Setting, side: SideId) -> Setting:
    """A setting without where the enemy's hidden units stand at first."""
    return _masked(setting, side)


@lru_cache(maxsize=64)
def _masked(setting: Setting, side: SideId) -> Setting:
    """The same, remembered where nobody reaches it who is handed ``masked`` with the rules."""
    stands = {
        unit: stand
        for unit, stand in setting.stands.items()
        if not stand.hidden or setting.roster[unit].side == side
    }
    if len(stands) == len(setting.stands):
        return setting
    return msgspec.structs.replace(setting, stands=stands)
