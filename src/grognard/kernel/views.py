"""What a side is told: the question the game waits for, and the news it may hear."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.kernel.engine import Frame, State
from grognard.kernel.events import Event
from grognard.kernel.questions import Ask, Draw, Over, Pending, Roll


class Question(msgspec.Struct, frozen=True):
    """What the game waits for, without the options: ``kind`` is ask, roll, draw or over."""

    kind: str
    side: str = ""
    purpose: str = ""
    dice: str = ""
    subject: str = ""
    verdict: str = ""


def question(pending: Pending) -> Question:
    """The public face of what is pending; options are only for the side that is asked."""
    if isinstance(pending, Ask):
        return Question("ask", pending.side, pending.purpose)
    if isinstance(pending, Roll):
        return Question("roll", purpose=pending.purpose, dice=pending.dice, subject=pending.subject)
    if isinstance(pending, Draw):
        return Question("draw", purpose=pending.purpose)
    return _over(pending)


def _over(pending: Over) -> Question:
    return Question("over", verdict=pending.verdict)


def told(events: Iterable[Event], side: str) -> tuple[Event, ...]:
    """What a side hears of these events: all of them, some with less in them, some not at all."""
    heard = [event.seen_by(side) for event in events]
    return tuple([event for event in heard if event is not None])


def seen_stack(state: State, side: str) -> tuple[Frame, ...]:
    """Where the rulebook lies open; procedures that hold secrets blank them for the other side."""
    seen = []
    for frame in state.stack:
        masked = getattr(frame.procedure, "masked", None)
        procedure = masked(state.table, side) if masked is not None else frame.procedure
        seen.append(Frame(procedure, frame.step))
    return tuple(seen)
