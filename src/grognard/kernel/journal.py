"""Journals: a battle as a file. One line of header, then one line for each answer.

A line holds what was answered, to replay the battle, and what happened, to watch it even when the
rules have changed since. The lines are JSON. The first line after the header holds the events of
the opening; the last may close the journal with the hash of the state it ends in.

The header holds the commitment to the secret the dice are thrown from. Where a battle goes on with
another secret, a ``seal`` line holds the next commitment. The closing line opens them.

Where a battle goes on under other revisions of rules, charts or scenario, a ``revision`` line names
them: everything before it came out the same under both.

A record that is carried elsewhere has one line more, after all others: the document that the battle
was read from. The header names it: the revision of the scenario is made of its hash and the options.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from grognard.kernel.codec import builtins, convert, decoded, encode, state_hash
from grognard.kernel.documents import Document, Enclosed
from grognard.kernel.engine import State, answer
from grognard.kernel.errors import GrognardError, IllegalAction, MalformedAction, MalformedFile
from grognard.kernel.events import Event
from grognard.kernel.questions import Ask, Draw, Over, Pending, Roll
from grognard.kernel.system import Edition, Rules, tag_of

FORMAT = 1
DICE, DRAW, OPENING, SEAL, REVISION = "dice", "draw", "opening", "seal", "revision"
ENDED = "ended"
"""A line that ends the battle by the word of people: ``resigned`` or ``overdue`` and a side, or ``drawn``."""

PLEDGE, GIVEN, UNSEALED = "pledge", "given", "unsealed"
"""What two sides that never meet put into the dice (``host.pledges``)."""

NOTES = (SEAL, REVISION, ENDED, PLEDGE, GIVEN, UNSEALED)
"""Lines that say what the battle goes on under, or that it does not; no rule is asked in them."""

RESIGNED, DRAWN, OVERDUE = "resigned", "drawn", "overdue"

COMMITMENT = b',"commitment":'
EVENT = "event"
"""The field of an event that names its kind."""

FIRST_LINE = 2
"""The header is line 1; the opening, number 0, is line 2."""


class OtherRevision(GrognardError):
    """A journal was played under another edition; the message says which one it needs.

    ``common`` is the last number that comes out under both, less than nothing where none does, and
    ``why`` what is wrong with the next.
    """

    def __init__(self, message: str, common: int = -1, why: str = "") -> None:
        super().__init__(message)
        self.common, self.why = common, why


class Header(msgspec.Struct, frozen=True):
    """What a journal was played under, and who sat where.

    ``commitment`` binds the secret the dice were thrown from, when there is one. It stands last:
    the text before it is what the secret is bound to.
    """

    grognard: str
    format: int
    edition: Edition
    seats: dict[str, str] = {}
    commitment: str = ""

    @property
    def bound(self) -> bytes:
        """The line of the header up to the commitment."""
        return encode(self).rpartition(COMMITMENT)[0]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line: an answer and what it led to.

    ``who`` is a side, ``dice``, ``draw``, ``opening``, ``seal``, ``revision`` or ``ended``; the answer of a
    ``seal`` is a commitment, that of a ``revision`` names those of rules, charts and scenario. ``cup`` is what a draw was made from. ``back`` is a take-back: the battle goes on
    from the state after that number. ``state`` is the hash of the state reached, where noted.
    ``standing``: the side answered by an order that it had given before.
    """

    number: int
    who: str
    answer: str = ""
    dice: tuple[int, ...] = ()
    purpose: str = ""
    back: int | None = None
    events: tuple[Any, ...] = ()
    state: str = ""
    cup: tuple[str, ...] = ()
    standing: bool = False

    @classmethod
    def of(cls, number: int, pending: Pending, value: Any, after: State) -> Entry:
        """The line of an answer that was accepted, and of what it led to."""
        events = after.happened
        if isinstance(pending, Ask):
            return cls(number, pending.side, str(value), purpose=pending.purpose, events=events)
        if isinstance(pending, Roll):
            return cls(number, DICE, dice=value, purpose=pending.purpose, events=events)
        assert isinstance(pending, Draw)
        return cls(number, DRAW, value, purpose=pending.purpose, events=events, cup=pending.cup)


class Closing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The last line of a journal that was closed: how many answers, and the state they reach.

    The state is not named where it was written under rules that did not play the battle.

    ``secrets`` opens what the dice were thrown from: one for each commitment, in order, empty
    where it is not known any more.
    """

    closed: int
    state: str
    verdict: str = ""
    secrets: tuple[str, ...] = ()

    @classmethod
    def of(cls, count: int, last: State, rules: Rules, secrets: tuple[str, ...] = ()) -> Closing:
        """The closing line of so many answers that led to this state."""
        verdict = last.pending.verdict if isinstance(last.pending, Over) else ""
        return cls(count, state_hash(last, rules), verdict, secrets)


class Spoken(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word between people at the table: by whom, and after which line. It answers nothing."""

    said: int
    after: int
    who: str
    name: str = ""
    text: str = ""
    at: int = 0


class Journal:
    """A battle so far. ``entries[n]`` is number n; number 0 is the opening."""

    __slots__ = ("closing", "document", "entries", "header", "name", "talk")

    def __init__(self, header: Header, name: str = "journal") -> None:
        self.header = header
        self.name = name
        self.entries: list[Entry] = []
        self.closing: Closing | None = None
        self.document: Document | None = None
        self.talk: list[Spoken] = []

    @classmethod
    def opened(
        cls, edition: Edition, opening: State, seats: dict[str, str], commitment: str = ""
    ) -> Journal:
        journal = cls(Header("journal", FORMAT, edition, seats, commitment))
        journal.entries.append(Entry(0, OPENING, events=opening.happened))
        return journal

    def note(self, pending: Pending, value: Any, after: State) -> Entry:
        """Write down an answer that was accepted, and what it led to."""
        entry = Entry.of(len(self.entries), pending, value, after)
        self.entries.append(entry)
        return entry

    def note_back(self, side: str, number: int) -> None:
        """Write down that a side took back everything after ``number``."""
        self.entries.append(Entry(len(self.entries), side, back=number))

    def note_seal(self, commitment: str) -> None:
        """Write down that dice fall from another secret from here on."""
        self.entries.append(Entry(len(self.entries), SEAL, commitment))

    def note_revision(self, edition: Edition) -> None:
        """Write down that the battle goes on under the revisions of this edition."""
        self.entries.append(Entry(len(self.entries), REVISION, edition.revisions))

    @property
    def edition(self) -> Edition:
        """What the journal was played under at its end."""
        return edition_after(self.header.edition, self.entries)

    @property
    def commitments(self) -> tuple[str, ...]:
        """The commitment of the header, then those of the ``seal`` lines."""
        later = (entry.answer for entry in self.entries if entry.who == SEAL)
        return (self.header.commitment, *later)

    def encoded(
        self,
        last: State | None = None,
        rules: Rules | None = None,
        secrets: tuple[str, ...] = (),
    ) -> bytes:
        """The journal as lines; closed with the hash of ``last`` when that is given."""
        closing = None
        if last is not None and rules is not None:
            closing = Closing.of(len(self.entries) - 1, last, rules, secrets)
        return self.around(map(encode, self.entries), closing)

    def around(self, entries: Iterable[bytes], closing: Closing | None) -> bytes:
        """The lines of the journal around its entries as they were written."""
        carried = Enclosed.of(self.document) if self.document is not None else None
        after = [encode(line) for line in (closing, *self.talk, carried) if line is not None]
        lines = [encode(self.header), *entries, *after]
        return b"\n".join(lines) + b"\n"

    def line_of(self, number: int) -> int:
        return number + FIRST_LINE

    def events(self, rules: Rules) -> Iterator[tuple[Entry, tuple[Event, ...]]]:
        """Every entry with its events, for watching without replaying."""
        for entry in self.entries:
            try:
                yield entry, read_events(entry, rules)
            except msgspec.ValidationError as problem:
                raise self.fault(entry.number, f"an event cannot be read: {problem}") from None

    def fault(self, number: int, problem: str, hint: str = "") -> MalformedFile:
        """What is wrong with the line of an entry."""
        said = f"number {number}: {problem}"
        return MalformedFile(self.name, said, line=self.line_of(number), hint=hint)

    def disagreement(self, number: int, problem: str) -> MalformedFile:
        """A line that does not follow from those before it: it or a silent one before is altered."""
        first = number
        while first > 1 and not self.entries[first - 1].events:
            first -= 1
        lines = f"lines {self.line_of(first)} to {self.line_of(number)}"
        return self.fault(number, problem, f"altered within {lines}" if first < number else "")


def edition_after(edition: Edition, entries: Iterable[Entry]) -> Edition:
    """What is played under after some lines; the last that was noted counts."""
    noted = [entry.answer for entry in entries if entry.who == REVISION]
    return edition.revised(noted[-1]) if noted else edition


def read_events(entry: Entry, rules: Rules) -> tuple[Event, ...]:
    """The events of a line as events, where it was read from a file."""
    kinds = _kinds(rules)
    return tuple(
        event if isinstance(event, Event) else _read_event(event, kinds) for event in entry.events
    )


@cache
def _kinds(rules: Rules) -> dict[str, type[Event]]:
    """The events of a rulebook by the word they are known by in files."""
    return {tag_of(kind): kind for kind in rules.events}


def _read_event(event: Any, kinds: dict[str, type[Event]]) -> Event:
    """One event; to look for its kind is much quicker than to read it as one of many."""
    tag = event.get(EVENT) if isinstance(event, dict) else None
    if tag not in kinds:
        raise msgspec.ValidationError(f"there is no event {tag!r}")
    found: Event = convert(event, kinds[tag])
    return found


def readable(entry: Entry, rules: Rules) -> Iterator[Event]:
    """Those events of a line that are still known, where other rules wrote it."""
    with contextlib.suppress(msgspec.ValidationError):
        yield from read_events(entry, rules)
        return
    for event in entry.events:
        with contextlib.suppress(msgspec.ValidationError):
            yield from read_events(msgspec.structs.replace(entry, events=(event,)), rules)


# --- reading


def read_header(data: bytes, name: str = "journal") -> Header:
    """Read the first line: is it a journal, and of what?"""
    first = data.partition(b"\n")[0]
    if not first.startswith(b"{"):
        raise MalformedFile(name, "this is not a journal", line=1, hint="it begins with a header")
    header: Header = _read_line(first, Header, name, 1)
    if header.grognard != "journal":
        raise MalformedFile(name, "this is not a journal", line=1, field="grognard")
    if header.format != FORMAT:
        raise MalformedFile(
            name, f"format {header.format} cannot be read, only {FORMAT}", line=1, field="format"
        )
    return header


def read_journal(data: bytes, name: str = "journal") -> Journal:
    """Read a journal; a line that is cut, altered or out of order is named by its number."""
    journal = Journal(read_header(data, name), name)
    lines = data.split(b"\n")
    if lines[-1] != b"":
        raise MalformedFile(name, "the last line is cut short", line=len(lines))
    for at, line in enumerate(lines[1:-1], start=FIRST_LINE):
        if journal.document is not None:
            raise MalformedFile(name, "nothing may follow the document", line=at)
        if line.startswith(b'{"document"'):
            journal.document = _read_line(line, Enclosed, name, at).opened(name, at)
            continue
        if line.startswith(b'{"said"'):
            journal.talk.append(_read_line(line, Spoken, name, at))
            continue
        if journal.closing is not None or journal.talk:
            raise MalformedFile(
                name, "only talk and its document may follow the closing line", line=at
            )
        if line.startswith(b'{"closed"'):
            journal.closing = _read_line(line, Closing, name, at)
            if journal.closing.closed != len(journal.entries) - 1:
                raise MalformedFile(
                    name,
                    f"{journal.closing.closed} answers were kept, here are fewer or more",
                    line=at,
                )
            continue
        entry = _read_line(line, Entry, name, at)
        if entry.number != at - FIRST_LINE:
            raise MalformedFile(
                name,
                f"number {entry.number} stands where {at - FIRST_LINE} should be",
                line=at,
                hint="a line was added, lost or moved",
            )
        journal.entries.append(entry)
    if not journal.entries:
        raise MalformedFile(name, "it ends before the opening", line=FIRST_LINE)
    return journal


def _read_line(line: bytes, kind: type[Any], name: str, at: int) -> Any:
    try:
        return decoded(line, kind, name)
    except MalformedFile as problem:
        raise MalformedFile(name, problem.problem, line=at, field=problem.field) from None


# --- replaying


def check_game(journal: Journal, rules: Rules, setting: Any) -> None:
    """A journal can be proved for the system, scenario and options it was played with only."""
    needed = journal.header.edition.is_other_game(rules.edition(setting))
    if needed:
        raise OtherRevision(f"{journal.name}: {needed}")


def replay(journal: Journal, rules: Rules, setting: Any) -> Iterator[State]:
    """Play the journal again: the opening, then the state after every line.

    Every answer must be legal and every event must come out as it was written down, also where it
    was played under another revision; a line that does not is refused with what it needs.
    """
    check_game(journal, rules, setting)
    needed = journal.edition.differs(rules.edition(setting))
    if not needed:
        yield from _replayed(journal, rules, setting)
        return
    common = -1
    try:
        for state in _replayed(journal, rules, setting, same=False):
            yield state
            common += 1
    except Exception as problem:  # other rules may fail in any way
        said = f"{journal.name}: {needed}, under which line {journal.line_of(common + 1)} does not "
        raise OtherRevision(f"{said}come out as it was written", common, str(problem)) from None


def _replayed(
    journal: Journal, rules: Rules, setting: Any, *, same: bool = True
) -> Iterator[State]:
    targets = {entry.back for entry in journal.entries if entry.back is not None}
    kept: dict[int, State] = {}
    state = rules.opening(setting)
    for entry in journal.entries:
        if entry.number:
            state = _next(journal, entry, state, kept, rules)
        else:
            _compare(journal, entry, state)
        if entry.number in targets:
            kept[entry.number] = state
        if same and entry.state and entry.state != state_hash(state, rules):
            raise journal.fault(entry.number, "the state is not the one that was noted")
        yield state


def _next(
    journal: Journal, entry: Entry, state: State, kept: dict[int, State], rules: Rules
) -> State:
    if entry.back is not None:
        if isinstance(state.pending, Over):
            raise journal.fault(
                entry.number, "the battle was over: nothing is taken back from its end"
            )
        if entry.back not in kept:
            raise journal.fault(entry.number, f"there is no number {entry.back} to go back to")
        return kept[entry.back]
    if entry.who == ENDED:
        return _ended(journal, entry, state, rules)
    if entry.who in NOTES:
        return state
    try:
        after = answer(state, _value(entry, state.pending, rules))
    except (IllegalAction, MalformedAction) as problem:
        raise journal.disagreement(entry.number, str(problem)) from None
    _compare(journal, entry, after)
    return after


def _ended(journal: Journal, entry: Entry, state: State, rules: Rules) -> State:
    if isinstance(state.pending, Over):
        raise journal.fault(entry.number, "the battle was over: nobody ends it again")
    try:
        return ended(state, entry.answer, rules.sides(state.table.setting))
    except MalformedAction as problem:
        raise journal.fault(entry.number, str(problem)) from None


def ended(state: State, words: str, sides: Iterable[str]) -> State:
    """The battle after people have ended it: a side gave up or ran out of time, or both drew."""
    how, _, side = words.partition(" ")
    if (how in (RESIGNED, OVERDUE) and side in sides) or words == DRAWN:
        name = side.replace("_", " ").capitalize()
        gone = f"{name} ran out of time" if how == OVERDUE else f"{name} resigned"
        return State(state.table, (), Over(gone if side else "Drawn by consent"))
    raise MalformedAction(f"{words!r} ends no battle")


def _value(entry: Entry, pending: Pending, rules: Rules) -> Any:
    """The answer of a line, if it answers what is pending."""
    expected = {Roll: DICE, Draw: DRAW}.get(type(pending))
    purpose = "" if isinstance(pending, Over) else pending.purpose
    if isinstance(pending, Ask):
        expected = pending.side
    if entry.who != expected:
        waits = f"the game waits for {expected} ({purpose})" if expected else "the game is over"
        raise MalformedAction(f"{entry.who!r} answers, but {waits}")
    if entry.purpose != purpose:
        raise MalformedAction(f"this answers {entry.purpose!r}, the question is {purpose!r}")
    if isinstance(pending, Roll):
        return entry.dice
    if isinstance(pending, Draw):
        if entry.cup != pending.cup:
            raise MalformedAction(f"drawn from {entry.cup}, the cup holds {pending.cup}")
        return entry.answer
    return rules.parse(entry.answer)


def _compare(journal: Journal, entry: Entry, after: State) -> None:
    written, now = list(map(_words, entry.events)), list(map(_words, after.happened))
    for index, (then, today) in enumerate(zip(written, now, strict=False)):
        if then != today:
            said = f"event {index + 1} reads {then}, but {today} happens"
            raise journal.disagreement(entry.number, said)
    if len(written) != len(now):
        said = f"{len(written)} events were written down, but {len(now)} happen"
        raise journal.disagreement(entry.number, said)


def _words(event: object) -> str:
    """An event in one form, whether it has just happened or was read from a line."""
    return encode(builtins(event)).decode()


class Proof(msgspec.Struct, frozen=True):
    """What verifying a journal found: all is well, this many answers, and where it ends.

    ``under`` is what it was played under where that is another revision. Its events are the same
    here; how the state at its end was written down may not be, and is not compared.
    """

    answers: int
    state: str
    closed: bool
    verdict: str
    under: str = ""


def verify(journal: Journal, rules: Rules, setting: Any) -> Proof:
    """Prove a journal: every answer legal, every event as written, the closing hash right."""
    last = deque(replay(journal, rules, setting), maxlen=1)
    if not last:
        raise MalformedFile(journal.name, "it ends before the opening", line=FIRST_LINE)
    state = last[0]
    reached = state_hash(state, rules)
    other = bool(journal.edition.differs(rules.edition(setting)))
    noted = journal.closing.state if journal.closing is not None and not other else ""
    if noted and noted != reached:
        raise MalformedFile(
            journal.name,
            "the closing line names another state than the one reached",
            line=journal.line_of(len(journal.entries)),
        )
    verdict = state.pending.verdict if isinstance(state.pending, Over) else ""
    under = journal.edition.revisions if other else ""
    return Proof(len(journal.entries) - 1, reached, journal.closing is not None, verdict, under)
