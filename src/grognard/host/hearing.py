"""What a side hears of a battle, line by line. Made by allow-list, as views are.

The dice are told when the event that names them is told with them, whatever else is hidden beside it;
where none names them, when everything that came of them is told unchanged. A die rolled in secret stays
secret even where its line is counted. The words of a decision are its own side's: they may say more
than has happened yet, such as the rest of a march that is being fired on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from grognard.desks.documents import Telling
from grognard.desks.teller import Teller
from grognard.kernel.codec import builtins
from grognard.kernel.events import Event
from grognard.kernel.journal import DICE, DRAW, ENDED, Entry
from grognard.kernel.seeing import PUBLIC

__all__ = ["PUBLIC", "Aloud", "Heard", "all_heard", "heard", "is_revealing"]

Spoken = tuple[tuple[dict[str, Any], ...], tuple[Telling, ...]]
"""Events written out, and told."""


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the journal as a side hears it. ``hidden`` says that what is told was
    masked; of what is not told at all nothing is said.

    ``kind`` is the kind of order that was the answer; ``standing``: one's own standing order gave it.
    """

    number: int
    who: str
    answer: str = ""
    kind: str = ""
    dice: tuple[int, ...] = ()
    purpose: str = ""
    back: int | None = None
    events: tuple[dict[str, Any], ...] = ()
    tellings: tuple[Telling, ...] = ()
    hidden: bool = False
    standing: bool = False

    def numbered(self, told: Callable[[int], int]) -> Heard:
        """The line as somebody knows it who counts otherwise."""
        if told(self.number) == self.number:
            return self
        if self.back is None:
            return msgspec.structs.replace(self, number=told(self.number))
        first, mark, to = self.answer.rpartition(" ")  # a take-back that was refused names a line
        answer = f"{first} {told(int(to))}" if mark and to.isdigit() else self.answer
        return msgspec.structs.replace(
            self, number=told(self.number), back=told(self.back), answer=answer
        )


class Aloud:
    """Tells events once to all who hear the very same ones in one language, whatever their side."""

    def __init__(self, teller: Teller | None = None) -> None:
        self.teller = teller
        self._said: dict[tuple[int, ...], tuple[list[Event], Spoken]] = {}

    def say(self, told: list[Event]) -> Spoken:
        # Events are known by what they are, not by what they hold; kept here, they stay what they are.
        key = tuple(map(id, told))
        if key not in self._said:
            tellings = tuple(self.teller.tellings(told)) if self.teller is not None else ()
            self._said[key] = told, (tuple(map(builtins, told)), tellings)
        return self._said[key][1]


def heard(entry: Entry, side: str, aloud: Aloud | None = None) -> Heard:
    """An entry, with its events as events, as ``side`` hears it."""
    told: list[Event] = []
    whole, masked = True, False
    shows: list[bool] = []
    for event in entry.events:
        seen = event.seen_by(side)
        whole = whole and (seen is event or (seen is None and event.quiet))
        thrown = _thrown(event)
        if thrown is not None:
            shows.append(seen is not None and _thrown(seen) == thrown)
        if seen is not None:
            told.append(seen)
            masked = masked or seen is not event
    falls = entry.who in (DICE, DRAW)
    open_to_all = all(shows) if shows else whole and (not falls or bool(told))
    agreed = entry.back is not None or entry.who == ENDED
    events, tellings = (aloud or Aloud()).say(told)
    return Heard(
        number=entry.number,
        who=entry.who,
        answer=entry.answer if entry.who == side or agreed or (falls and open_to_all) else "",
        kind=entry.answer.partition(" ")[0] if entry.who == side else "",
        dice=entry.dice if open_to_all else (),
        purpose=entry.purpose,
        back=entry.back,
        events=events,
        tellings=tellings,
        hidden=masked,
        standing=entry.standing and entry.who == side,
    )


def _thrown(event: Event) -> Any:
    """The dice that an event names; nothing where it speaks of none."""
    return getattr(event, "dice", getattr(event, "die", None))


def all_heard(entries: Iterable[Entry], side: str, aloud: Aloud | None = None) -> Sequence[Heard]:
    return [heard(entry, side, aloud) for entry in entries]


def is_revealing(events: Iterable[Event], sides: Iterable[str]) -> bool:
    """Did something come to light that not everybody sees alike? Then it cannot be unseen."""
    return any(
        event.seen_by(side) is not event for event in events if not event.quiet for side in sides
    )
