"""The after-action report: a battle gone through once, and told on one page.

What is told comes from the record: the lines in force, the states they led to, and what the
rulebook says of them (:class:`grognard.desks.reporting.Reporting`). The page holds no script and
needs no other file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from grognard.desks.reporting import Sketch, Stand, Throws
from grognard.host.chronicle import Chronicle
from grognard.host.history import effective
from grognard.host.plots import drawn
from grognard.host.reasons import Reason
from grognard.host.report_page import Draws, page
from grognard.host.room import Room
from grognard.kernel.events import Event
from grognard.kernel.outcome import Outcome
from grognard.kernel.system import tag_of

MOST_MOMENTS: Final = 24
MOST_PICTURES: Final = 6
BEGUN: Final = "TurnBegan"


class Tells(Protocol):
    """What finds words for an event."""

    @property
    def language(self) -> str: ...

    def sentence(self, event: Event) -> str: ...

    def weigh(self, event: Event) -> int: ...

    def side(self, side: str) -> str: ...

    def phrase(self, text: str, /) -> str: ...

    def ground(self, text: str) -> str: ...

    def say(self, message: str, **arguments: Any) -> str: ...


class Picture(msgspec.Struct, frozen=True):
    """Where everybody stood at the end of a turn."""

    turn: int
    hour: str
    stands: tuple[Stand, ...]


class Moment(msgspec.Struct, frozen=True):
    """Something that mattered."""

    turn: int
    hour: str
    number: int
    weight: int
    text: str


class Fortune(msgspec.Struct):
    """All throws of one kind by one side: how many, what they brought, what was to be expected."""

    throws: int = 0
    got: float = 0.0
    expected: float = 0.0


class Story(msgspec.Struct):
    """A battle as its report tells it. ``colours`` are the places of the sides among them; ``judged``: it was
    fought to its end, and nobody gave it up before."""

    title: str
    sides: dict[str, str]
    colours: dict[str, int]
    seats: dict[str, str]
    options: tuple[str, ...]
    lines: int
    verdict: str
    judged: bool
    ground: Sketch | None
    outcome: Outcome | None = None
    turns: dict[int, str] = {}
    pictures: list[Picture] = []
    losses: dict[int, Mapping[str, Mapping[str, int]]] = {}
    moments: list[Moment] = []
    fortunes: dict[tuple[str, str], Fortune] = {}
    throws: Mapping[str, Throws] = {}
    thoughts: tuple[Reason, ...] = ()


def written_report(
    room: Room,
    chronicle: Chronicle,
    teller: Tells,
    thoughts: Sequence[Reason] = (),
    draw: Draws = drawn,
) -> bytes:
    """The page, as bytes; ``thoughts`` are what the computer's commanders had in mind."""
    story = story_of(room, chronicle, teller)
    story.thoughts = tuple(thoughts)
    return page(story, teller, draw).encode()


def story_of(room: Room, chronicle: Chronicle, teller: Tells) -> Story:
    """Go through a battle from its opening to its last line."""
    setting = room.setting
    report = room.system.desk.report
    story = Story(
        title=teller.phrase(room.title),
        sides={side: teller.side(side) for side in room.sides},
        colours=report.colours(room.sides),
        seats=dict(room.header.seats),
        options=tuple(teller.phrase(each) for each in _readings(room)),
        lines=room.number,
        verdict=teller.phrase(room.verdict),
        judged=getattr(room.state.pending, "outcome", None) is not None,
        ground=report.sketch(setting),
        throws=report.throws,
    )
    walked = _Walk(story, room, teller)
    for at in _in_force(chronicle, room.number):
        walked.see(at)
    walked.end()
    return story


def _readings(room: Room) -> Iterable[str]:
    """What the options mean that are chosen otherwise than usual."""
    chosen = dict(room.header.edition.options)
    for option in room.system.library.options():
        value = chosen.get(option.name, option.default)
        if value != option.default:
            yield option.values.get(value, f"{option.about} {value}.")


def _in_force(chronicle: Chronicle, last: int) -> Iterable[Room]:
    """The room after every line that was not taken back."""
    entries = chronicle.entries(last)
    counted = {0, *(entry.number for entry in effective(entries, last, 0))}
    return (at for at in chronicle.walk(0, last) if at.number in counted)


class _Walk:
    """Notes what a report needs while the battle goes by."""

    def __init__(self, story: Story, room: Room, teller: Tells) -> None:
        self.story, self.setting, self.teller = story, room.setting, teller
        self.report = room.system.desk.report
        self.pictures: dict[int, Picture] = {}
        self.last: Room | None = None

    def see(self, room: Room) -> None:
        turn = self.report.turn(room.state)
        if self.last is not None and self.report.turn(self.last.state) != turn:
            self._turn_ended(self.last)
        # An answer may end one turn and open the next: what came before that belongs to the old one.
        during = self.last or room
        for event in room.state.happened:
            if tag_of(type(event)) == BEGUN or self.report.turn(during.state) == turn:
                during = room
            self._hear(event, room.number, during)
        self.last = room

    def _turn_ended(self, room: Room) -> None:
        state, turn = room.state, self.report.turn(room.state)
        hour = self.report.hour(state)
        self.story.turns[turn] = hour
        outcome = self.report.outcome(state.table)
        if outcome is not None:
            self.story.losses[turn] = outcome.losses()
            self.story.outcome = outcome
        self.pictures[turn] = Picture(turn, hour, tuple(self.report.stands(state)))

    def _hear(self, event: Event, number: int, during: Room) -> None:
        weight = self.teller.weigh(event)
        if weight:
            text, state = self.teller.sentence(event), during.state
            turn, hour = self.report.turn(state), self.report.hour(state)
            self.story.moments.append(Moment(turn, hour, number, weight, text))
        luck = self.report.luck(self.setting, event)
        if luck is not None:
            fortune = self.story.fortunes.setdefault((luck.side, luck.kind), Fortune())
            fortune.throws += 1
            fortune.got += luck.got
            fortune.expected += luck.expected

    def end(self) -> None:
        if self.last is not None:
            self._turn_ended(self.last)
        story = self.story
        heaviest = sorted(story.moments, key=lambda each: (-each.weight, each.number))
        story.moments = sorted(heaviest[:MOST_MOMENTS], key=lambda each: each.number)
        story.pictures = [self.pictures[turn] for turn in chosen(list(self.pictures))]


def chosen(turns: list[Any], most: int = MOST_PICTURES) -> list[Any]:
    """Some of them, evenly apart, the first and the last among them.

    >>> chosen([1, 2, 3], 6), chosen(list(range(1, 13)), 4)
    ([1, 2, 3], [1, 5, 8, 12])
    """
    if len(turns) <= most:
        return turns
    step = (len(turns) - 1) / (most - 1)
    return [turns[round(place * step)] for place in range(most)]
