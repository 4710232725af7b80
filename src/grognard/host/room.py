"""A room: one battle in the memory of the server. It proposes; what it proposed is taken later.

``Room.answered`` and the other proposals change nothing. They give a :class:`Step`, lines for the
journal and the states after them. Once the store has the lines for good, ``take`` makes them the
battle. So nobody is ever shown what could still be lost.
"""

from __future__ import annotations

import contextlib
from collections import deque
from typing import Any, Final

import msgspec

from grognard.host.dice import DiceSource
from grognard.host.hearing import is_revealing
from grognard.host.numbering import Numbering
from grognard.host.refused import Refused
from grognard.host.throws import Cause, Undones, again, left
from grognard.kernel import Ask, Draw, IllegalAction, Over, Roll, State, answer
from grognard.kernel.codec import encode
from grognard.kernel.engine import watched
from grognard.kernel.errors import BrokenRules, MalformedAction
from grognard.kernel.events import Event
from grognard.kernel.journal import (
    DICE,
    DRAW,
    ENDED,
    NOTES,
    OPENING,
    REVISION,
    Closing,
    Entry,
    Header,
    ended,
    readable,
)
from grognard.systems.plug import System

MANY_THROWS: Final = 10_000
RECENT: Final = 16
"""So many lines are kept at hand; older ones are read from the store."""

REMEMBERED: Final = 8
"""So many decisions can be asked back without reading the whole battle again."""


class Step(msgspec.Struct, frozen=True):
    """Lines that could be written next, each with the state it leads to, and whose time it took.

    A step that goes back has the ``cause`` of what falls there and the throws it undoes.
    """

    entries: tuple[Entry, ...]
    states: tuple[State, ...]
    side: str = ""
    cause: Cause = Cause()
    undone: Undones = ()

    @property
    def last(self) -> State:
        return self.states[-1]


class Decision(msgspec.Struct, frozen=True):
    """A decision that may be asked back: whose, and the line and state before it, while kept."""

    side: str
    before: int
    state: State | None = None
    cause: Cause = Cause()


class Watched(msgspec.Struct, frozen=True):
    """A battle that cannot be played on here: why not, and how its record says that it ended.

    ``common`` is the last line that comes out the same here: from it a fork can go on. It may be
    watched by the document of another, which is then not its own.
    """

    reason: str
    verdict: str = ""
    closing: Closing | None = None
    common: int = -1
    has_document: bool = True


class Room:
    """A battle: its state, the number of its last line, and what may be taken back.

    One that is ``watched`` goes on by the events of its lines, whatever the rules say today.
    ``unnoted`` are the revisions it goes on under, where its record does not name them yet.
    One that is played ``by_file`` is written at two places, and neither notes anything alone.
    """

    __slots__ = (
        "by_file", "cause", "decisions", "dice", "header", "id", "number", "numbering", "recent", "setting", "sides", "state",
        "system", "title", "undone", "unnoted", "watched",
    )  # fmt: skip

    def __init__(
        self,
        room: str,
        system: System,
        setting: Any,
        header: Header,
        dice: DiceSource,
        state: State,
        number: int = 0,
        watched: Watched | None = None,
    ) -> None:
        self.watched = watched
        self.id, self.system, self.setting = room, system, setting
        self.header, self.dice = header, dice
        self.state, self.number = state, number
        self.sides = tuple(system.rules.sides(setting))
        self.title: str = getattr(setting, "title", "") or header.edition.scenario
        self.recent: deque[Entry] = deque(maxlen=RECENT)
        self.decisions: deque[Decision] = deque(maxlen=REMEMBERED)
        self.undone: Undones = ()
        self.unnoted, self.by_file = "", False
        self.numbering = Numbering(self.sides, system.desk.secret)
        self.cause = Cause()

    @property
    def asked(self) -> str:
        """The side that must decide; empty when the battle is over."""
        pending = self.state.pending
        return pending.side if isinstance(pending, Ask) else ""

    @property
    def is_over(self) -> bool:
        if self.watched is not None:
            return bool(self.watched.verdict)
        return isinstance(self.state.pending, Over)

    @property
    def verdict(self) -> str:
        if self.watched is not None:
            return self.watched.verdict
        pending = self.state.pending
        return pending.verdict if isinstance(pending, Over) else ""

    @property
    def watch_only(self) -> str:
        """Why the battle cannot be played on here; empty where it can."""
        return self.watched.reason if self.watched is not None else ""

    def check_playable(self) -> None:
        """Refuse to go on with a battle that can only be watched."""
        if self.watch_only:
            raise Refused.because("watch-only", self.watch_only)

    # --- proposing

    def opened(self) -> Step:
        """The opening and the dice that fall before the first decision."""
        opening = Entry(0, OPENING, events=self.state.happened)
        return self._rolled_on([opening], [self.state], "")

    def answered(self, side: str, words: str, *, standing: bool = False) -> Step:
        """A side's decision, or its standing order's, and the dice after it; raises ``Refused``."""
        self.check_playable()
        pending = self.state.pending
        if isinstance(pending, Over):
            raise Refused.because("over", "the battle is over")
        if not isinstance(pending, Ask) or pending.side != side:
            raise Refused.because("not-yours", f"the battle does not wait for {side or 'watchers'}")
        if not self.dice.is_ready:
            raise Refused.because(
                "no-dice", "the dice are not agreed on yet: the file of the other side comes first"
            )
        after, entry = self._next(self.state, words, self.number + 1)
        noted = msgspec.structs.replace(entry, standing=standing)
        return self._rolled_on([noted], [after], side)

    def given_up(self, words: str) -> Step:
        """The battle is ended by the word of people; over is over."""
        self.check_playable()
        if self.is_over:
            raise Refused.because("over", "the battle is over")
        entry = Entry(self.number + 1, ENDED, words)
        return Step((entry,), (ended(self.state, words, self.sides),))

    def thrown_on(self) -> Step:
        """What is due where a battle comes back: other revisions are noted, dice fall."""
        lines = [Entry(self.number, OPENING)]
        if self.unnoted and not self.is_over and not self.by_file:
            lines.append(Entry(self.number + 1, REVISION, self.unnoted))
        step = self._rolled_on(lines, [self.state] * len(lines), "")
        return Step(step.entries[1:], step.states[1:])

    def copy(self) -> Room:
        """Another room at the same line; what happens in one is not known to the other."""
        twin = Room(
            self.id, self.system, self.setting, self.header, self.dice, self.state, self.number,
            self.watched,
        )  # fmt: skip
        twin.recent, twin.decisions = self.recent.copy(), self.decisions.copy()
        twin.undone, twin.cause, twin.unnoted = self.undone, self.cause, self.unnoted
        twin.by_file = self.by_file
        twin.numbering = self.numbering.copy()
        return twin

    def _next(self, state: State, words: str, number: int) -> tuple[State, Entry]:
        try:
            action = self.system.rules.parse(words)
        except MalformedAction as problem:
            raise Refused.because("malformed", str(problem)) from None
        try:
            after = answer(state, action)
        except IllegalAction as problem:
            raise Refused("illegal", problem.reasons) from None
        except BrokenRules:
            raise
        except (LookupError, ValueError, TypeError, AttributeError) as problem:
            # An order about things that do not exist must not be our fault.
            raise Refused.because("illegal", "this is not among the options") from problem
        return after, Entry.of(number, state.pending, action, after)

    def _rolled_on(self, entries: list[Entry], states: list[State], side: str) -> Step:
        undone, cause = self.undone, self.cause
        for entry in entries:
            undone, cause = left(undone, cause, entry), cause.after(entry)
        for _ in range(MANY_THROWS):
            state = states[-1]
            pending = state.pending
            if not isinstance(pending, Roll | Draw) or not self.dice.is_ready:
                return Step(tuple(entries), tuple(states), side)
            number = entries[-1].number + 1
            before = again(undone, cause, pending)
            value = before.value if before is not None else self.dice.throw(pending, number)
            after = answer(state, value)
            entries.append(Entry.of(number, pending, value, after))
            undone, cause = left(undone, cause, entries[-1]), cause.after(entries[-1])
            states.append(after)
        raise BrokenRules(f"dice without end: {states[-1].breadcrumb}")

    # --- taking

    def take(self, step: Step) -> None:
        """The lines are in the store: this is the battle now."""
        for entry, state in zip(step.entries, step.states, strict=True):
            self._note(entry, state)

    def _note(self, entry: Entry, state: State) -> None:
        if entry.back is None and entry.who in self.sides:
            self._note_decision(entry, state)
        elif entry.who in (DICE, DRAW, *NOTES):
            self._fix()
        if entry.who == REVISION:
            self.unnoted = ""
        self.undone = left(self.undone, self.cause, entry)
        self.cause = self.cause.after(entry)
        self.recent.append(entry)
        self.numbering.note(entry, state.happened)
        self.state, self.number = state, entry.number

    def _note_decision(self, entry: Entry, state: State) -> None:
        self.decisions.append(Decision(entry.who, entry.number - 1, self.state, self.cause))
        if self.system.desk.is_hosts(entry.answer) or is_revealing(state.happened, self.sides):
            self._fix()

    def _fix(self) -> None:
        """A die has fallen or something came to light: nothing before can be taken back freely."""
        if self.decisions and self.decisions[-1].state is not None:
            kept = [Decision(each.side, each.before) for each in self.decisions]
            self.decisions = deque(kept, maxlen=REMEMBERED)

    def replay(self, written: bytes, entry: Entry) -> None:
        """Play one line of the store again; it must come out as it was written."""
        if self.watched is not None:
            self._watch(entry)
            return
        state, now = self._again(entry)
        if encode(now) != written:
            raise Refused.because(
                "other-revision",
                f"line {entry.number} of this battle does not come out as it was written: "
                "it was played under other rules",
            )
        self._note(now, state)

    def _watch(self, entry: Entry) -> None:
        """Let happen what a line says, without asking the rules."""
        events = tuple(readable(entry, self.system.rules))
        try:
            state = watched(self.state, events if entry.number else ())
        except Exception:  # it may speak of what is not there any more
            events, state = self._watch_each(events)
        self._note(msgspec.structs.replace(entry, events=events), state)

    def _watch_each(self, events: tuple[Event, ...]) -> tuple[tuple[Event, ...], State]:
        """Let happen what still can; the rest is passed over."""
        state, known = self.state, list[Event]()
        for event in events:
            with contextlib.suppress(Exception):
                state = watched(state, (event,))
                known.append(event)
        return tuple(known), State(state.table, (), Over(""), tuple(known))

    def _again(self, entry: Entry) -> tuple[State, Entry]:
        if entry.number == 0:
            return self.state, Entry(0, OPENING, events=self.state.happened)
        if entry.who == ENDED:
            return ended(self.state, entry.answer, self.sides), entry
        if entry.who in NOTES:
            return self.state, entry
        pending = self.state.pending
        value: Any
        if isinstance(pending, Roll):
            value = entry.dice
        elif isinstance(pending, Draw):
            value = entry.answer
        else:
            value = self.system.rules.parse(entry.answer)
        after = answer(self.state, value)
        now = Entry.of(entry.number, pending, value, after)
        return after, msgspec.structs.replace(now, standing=entry.standing)
