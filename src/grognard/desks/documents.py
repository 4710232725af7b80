"""The language of the table: the documents that any system sends to a front end.

A front end draws a ground and counters, asks a question, offers its answers and shows cards; it never
learns which rulebook it has before it. ``scripts/make_documents.py`` writes these types out for the
browser, and a test fails when the two differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from grognard.mechanics.places import Place


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is sent; what is as usual is left out."""


# --- where


class Shape(Document, frozen=True):
    """Where something is: hexes, left to right or from head to tail, or the centre of a rectangle.

    ``heading`` is where it looks, in degrees clockwise from north, -1 where it has no front. ``main``
    says which of the places stands for all. ``width`` and ``depth`` are of a rectangle, in thousandths
    of a unit.
    """

    places: tuple[Place, ...]
    heading: int = -1
    main: int = 0
    width: int = 0
    depth: int = 0


class Road(Document, frozen=True):
    """A line over the ground: a highroad, road or track; on a measured table a stream, hedge or wall, too."""

    name: str
    kind: str
    hexes: tuple[Place, ...]


class Hexside(Document, frozen=True):
    """What lies on a side of a hex: wall, stream, bridge, crest; each side is written once."""

    hex: Place
    side: int
    feature: str


class Area(Document, frozen=True):
    """A stretch of a measured table: its terrain or its height, within corners."""

    terrain: str
    corners: tuple[Place, ...]
    level: int = 0


class Ground(Document, frozen=True, omit_defaults=False):
    """How the ground is drawn: a grid of hexes, or a measured table ``width`` by ``height``.

    A unit of a measured table, a thousand in ``width`` and ``height``, is drawn as long as a side of a hex.
    ``terrain`` has a text for each row and in it a sign for each column, ``level`` a digit;
    ``legend`` says which terrain a sign is. ``unit`` is what the unit of a measured table is called;
    ``metres`` are those of such a unit, or of a hex from side to side, on the field.
    """

    id: str
    title: str
    columns: int = 0
    rows: int = 0
    width: int = 0
    height: int = 0
    legend: dict[str, str] = {}
    terrain: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    hexsides: tuple[Hexside, ...] = ()
    areas: tuple[Area, ...] = ()
    roads: tuple[Road, ...] = ()
    places: dict[str, tuple[Place, ...]] = {}
    zones: dict[str, tuple[Place, ...]] = {}
    exits: dict[str, tuple[Place, ...]] = {}
    unit: str = ""
    metres: int = 0


# --- who


class Figure(Document, frozen=True):
    """A figure with its label: strength, movement, melee."""

    label: str
    text: str


class Counter(Document, frozen=True):
    """A piece as it is drawn and told: of one's own all, of others what lies open.

    ``arm`` is infantry, cavalry, artillery, leader or headquarters; ``kind`` what it wears. Of
    ``pips`` so many are ``left``; ``half``: of the last of these only a half. ``order`` says how it is drawn (disorder, rout), ``state`` how it
    is told. ``group`` is where an order of battle lists it, ``leads`` the group that a leader has,
    ``rides`` the unit he is with. ``away`` is why it is not to be found: lost, replaced, part.
    ``marks`` that are drawn are fired, acted, tired, exhausted, hidden and covered; ``chip`` is a word
    beside it, the order that binds it; ``lines`` are what an order of battle says beside a leader.
    """

    id: str
    name: str
    side: str
    arm: str = "infantry"
    nation: str = ""
    kind: str = ""
    shape: Shape | None = None
    formation: str = ""
    formations: tuple[str, ...] = ()
    pips: int = 0
    left: int = 0
    half: bool = False
    order: str = ""
    state: str = ""
    marks: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    back: tuple[Figure, ...] = ()
    group: str = ""
    leads: str = ""
    rides: str = ""
    role: str = ""
    away: str = ""
    chip: str = ""
    lines: tuple[str, ...] = ()


class Force(Document, frozen=True):
    """An army in the order of battle: what it has lost, and the losses at which it tires."""

    id: str
    side: str
    name: str
    battalions: int
    level: int
    lost: int
    levels: tuple[int, ...]


# --- what happened


class Part(Document, frozen=True):
    """A stretch of a sentence. ``of`` is the unit, the place or the clause that it stands for."""

    text: str
    kind: Literal["words", "unit", "place", "die", "clause", "number"] = "words"
    of: str = ""


class Telling(Document, frozen=True):
    """Something that happened, in the reader's language: a sentence in parts, its clauses, its account.

    ``of`` is the kind of event, ``tone`` how it is set: turn, segment, loss, verdict, stop (of a march),
    command (whether somebody obeys), or plainly;
    ``weight`` how much it matters to one who was away. ``hour`` is when a turn begins.
    """

    parts: tuple[Part, ...]
    of: str = ""
    clauses: tuple[str, ...] = ()
    account: tuple[tuple[Part, ...], ...] = ()
    tone: str = ""
    weight: int = 0
    hour: str = ""

    @property
    def text(self) -> str:
        """The sentence as plain words, with its clauses.

        >>> Telling((Part("F1", "unit", "F1"), Part(" routs")), clauses=("P30.1",)).text
        'F1 routs (P30.1)'
        """
        cited = f" ({', '.join(self.clauses)})" if self.clauses else ""
        return "".join(part.text for part in self.parts) + cited

    def lines(self) -> Iterator[str]:
        """The sentence, then its account, indented."""
        yield self.text
        for line in self.account:
            yield "    " + "".join(part.text for part in line)


# --- over the map


class Laid(Document, frozen=True):
    """Something laid over the map: an area, an arrow from place to place, a tag, a line of sight.

    On a measured table also an ``outline`` with its corners, a ``line`` with what it measures, and a
    ``pose``: a ``shape`` as it would stand. ``tone`` says how it is drawn: near and far (bands of fire),
    threat, command, corridor, group, pause, support, blocked; a line of sight that is stopped has the place
    as its third.
    """

    kind: Literal["area", "arrow", "tag", "sight", "outline", "line", "pose"]
    places: tuple[Place, ...]
    tone: str = ""
    text: str = ""
    shape: Shape | None = None


# --- what


class Leg(Document, frozen=True):
    """A part of a measured move: ``by`` so many mils or degrees, to the left or right ``side``, into a ``form``.

    ``kind`` is ahead, back, aside, slide (aside while going ahead), wheel (about the front corner of its
    side), face (about the middle of the front, to the degree ``by``), about or form. A hand sends so
    much; what was drafted has also its ``cost``, a ``note`` (the ground, the rate) and the ``shape`` after it.
    """

    kind: str
    by: int = 0
    side: str = ""
    form: str = ""
    cost: float = 0
    note: str = ""
    shape: Shape | None = None


class Motion(Document, frozen=True):
    """A kind of leg that a hand may make: ``most`` mils or degrees of it, where that is limited.

    ``least``: so far ahead must follow.
    """

    kind: str
    most: int = 0
    least: int = 0


class Effect(Document, frozen=True):
    """What an order brings: a gain, a risk, or what is refused, in a sentence with its clause."""

    tone: Literal["gain", "risk", "refused"]
    text: str
    clause: str = ""
    units: tuple[str, ...] = ()


class Party(Document, frozen=True):
    """Somebody who takes part, and where from."""

    unit: str
    at: Place = 0


class Provoked(Document, frozen=True):
    """Who may answer on a way, where, and how: fire or gallop."""

    hex: Place
    units: tuple[str, ...]
    by: str


class Offer(Document, frozen=True):
    """One answer to a question. Its ``id`` is sent back; no front end reads or writes in it.

    ``role`` says how it is taken in hand: done, march, turn, form, enter, lead, step (a ride), strike
    (weighed, and made by those of ``by``), name (weighed before it is said), or nothing for a choice.
    ``means`` is how a strike is drawn: fire, advance, gallop. ``who`` it is for, ``other`` whom it names besides, ``choice`` a word that is picked. ``at`` is the
    place that stands for it, ``shape`` how the unit stands afterwards. ``stops`` says why it can go
    no further, ``warns`` what one would want to know before. ``alone``: by nobody together. ``text``
    says it in a sentence, ``title`` an attack without those who make it.

    On a measured table a march has ``legs``, a ``budget`` that its ``cost`` comes out of, and perhaps a
    ``fee`` besides ("1 CP"). ``beyond`` is where a hand would have it that was stopped. ``effects`` are
    what it brings, ``named`` is what a player would call its end, ``over`` what is laid over the map while it is looked at. ``slots`` are the fields of
    the order, by name, for whoever says it; once it is said they are gone.
    """

    id: str
    kind: str
    role: str = ""
    who: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    choice: str = ""
    at: Place = 0
    shape: Shape | None = None
    formation: str = ""
    path: tuple[Place, ...] = ()
    costs: tuple[float, ...] = ()
    cost: float = 0
    stops: str = ""
    warns: str = ""
    by: tuple[Party, ...] = ()
    alone: bool = False
    provokes: tuple[Provoked, ...] = ()
    means: str = ""
    text: str = ""
    title: str = ""
    legs: tuple[Leg, ...] = ()
    budget: float = 0
    fee: str = ""
    beyond: Shape | None = None
    effects: tuple[Effect, ...] = ()
    named: tuple[str, ...] = ()
    over: tuple[Laid, ...] = ()
    slots: dict[str, str] = {}


class Reason(Document, frozen=True):
    """Why something may not be, and by which clause."""

    text: str
    clause: str = ""


class Way(Document, frozen=True):
    """An offer to march as reach shows it: where it leads is the main place of its shape.

    ``named`` is what a player would call that.
    """

    id: str
    path: tuple[Place, ...]
    shape: Shape
    cost: float = 0
    stops: str = ""
    warns: str = ""
    named: tuple[str, ...] = ()

    @property
    def at(self) -> Place:
        """Where it leads."""
        return self.shape.places[min(self.shape.main, len(self.shape.places) - 1)]


class Aim(Document, frozen=True):
    """Somebody who can be struck at the end of a way: where he stands and what it takes.

    ``straight``: the way ends in a run; else ``clause`` says what is lost without. ``id`` is the offer
    that goes there, empty where the attack must first be named.
    """

    unit: str
    at: Place
    cost: float = 0
    path: tuple[Place, ...] = ()
    id: str = ""
    straight: bool = False
    clause: str = ""


class Reach(Document, frozen=True):
    """Where somebody can march: the cheapest way to each place, or why there is none.

    ``along`` are those who could go with him. Where he may go to any point, ``drafts`` is the kind of
    order to draft there, and ``outline`` are the corners of what he reaches. ``motions`` are the legs
    that a draft may have, ``forms`` the formations that it may change to. ``aims`` are those whom
    horse could strike.
    """

    unit: str
    ways: tuple[Way, ...] = ()
    allowance: float = 0
    along: tuple[str, ...] = ()
    reason: Reason | None = None
    drafts: str = ""
    outline: tuple[Place, ...] = ()
    motions: tuple[Motion, ...] = ()
    forms: tuple[str, ...] = ()
    aims: tuple[Aim, ...] = ()


class Refused(Document, frozen=True):
    """Something that a unit may not do now, with the reason: march, fire, advance, or a formation."""

    key: str
    at: Place
    reason: Reason
    text: str = ""


class Question(Document, frozen=True):
    """What is asked. ``on_map``: by units and places, else in a card. ``weighs``: answers have odds.

    ``grouped`` questions list only what is for nobody; the rest is asked for unit by unit. ``standing``:
    an order of standing may answer. ``about`` is whom it is put to, ``writes`` the order to be written.
    ``title`` says it in short, ``text`` in a sentence; ``done`` is what to end it means. ``usual`` is
    the offer that is chosen until another is.
    """

    n: int
    side: str
    purpose: str
    grouped: bool = False
    on_map: bool = False
    weighs: bool = False
    standing: bool = False
    about: str = ""
    reaches: bool = False
    writes: str = ""
    offers: tuple[Offer, ...] = ()
    more: bool = False
    title: str = ""
    text: str = ""
    done: str = ""
    usual: str = ""


# --- cards


class Result(Document, frozen=True):
    """One of the results that are everything together. ``high``: its chance lies between the two.

    ``tone`` is how it looks to the reader: good, even, bad, worse, or nothing.
    """

    text: str
    chance: float
    high: float = 0
    tone: str = ""


class Row(Document, frozen=True):
    """A line of a card: words, a figure, a clause, and results in one bar, or each ``apart``.

    ``tone`` is how it is set: sum, strong, quiet, refused. Pressed it leads to ``at``; it speaks of
    ``units``.
    """

    parts: tuple[Part, ...] = ()
    figure: str = ""
    clause: str = ""
    shares: tuple[Result, ...] = ()
    apart: bool = False
    tone: str = ""
    at: Place = 0
    units: tuple[str, ...] = ()


class Step(Document, frozen=True):
    """A place under a line of sight: how high it lies, and what stands there."""

    at: Place
    level: int = 0
    terrain: str = ""


class Card(Document, frozen=True):
    """What was looked up: odds, sight, threat, papers of a staff. One front end draws them all.

    ``manner`` is how it is drawn within another: its rows as ``steps``, as a ``list`` or as ``chips``,
    the whole ``open`` or ``folded``. ``brief`` says it in a line; it is about ``at``.
    """

    title: str = ""
    figure: str = ""
    clause: str = ""
    manner: str = ""
    side: str = ""
    rows: tuple[Row, ...] = ()
    cards: tuple[Card, ...] = ()
    notes: tuple[str, ...] = ()
    estimated: bool = False
    brief: str = ""
    at: Place = 0
    over: tuple[Laid, ...] = ()
    profile: tuple[Step, ...] = ()


# --- orders that are written


class Choice(Document, frozen=True):
    """Somebody who can be chosen, with a note beside the name; ``part`` of another: only on demand."""

    id: str
    text: str
    note: str = ""
    at: Place = 0
    part: bool = False


class Writer(Document, frozen=True):
    """Whoever writes, and to whom; or the reason why he may not."""

    text: str
    choices: tuple[Choice, ...]
    reason: Reason | None = None


class OrderKind(Document, frozen=True):
    """What can be ordered, and what it takes: place, here, forced, via, turn, chief."""

    id: str
    text: str
    takes: tuple[str, ...] = ()


class Desk(Document, frozen=True):
    """All that an order is written with; ``does`` is what is done with it."""

    does: str
    writers: tuple[Writer, ...]
    kinds: tuple[OrderKind, ...]
    chiefs: tuple[Choice, ...] = ()


# --- what decides the battle


class Tally(Document, frozen=True):
    """Something that counts, in words with its live figures. ``held`` are those of its places that count."""

    text: str
    have: int = 0
    want: int = 0
    met: bool = False
    side: str = ""
    at: tuple[Place, ...] = ()
    held: tuple[Place, ...] = ()


class Grade(Document, frozen=True):
    """A level of victory: whose, what it takes, how that stands. ``now``: the battle would end so."""

    title: str
    side: str = ""
    text: str = ""
    tallies: tuple[Tally, ...] = ()
    met: bool = False
    now: bool = False


class Special(Document, frozen=True):
    """A rule of this battle alone, in a sentence; ``more`` is the rest of it. ``over``: it binds no longer."""

    title: str
    text: str
    more: str = ""
    over: bool = False


class Aims(Document, frozen=True):
    """What decides the battle: the verdict if it ended now, its levels in the order of testing, points."""

    verdict: str
    side: str = ""
    text: str = ""
    grades: tuple[Grade, ...] = ()
    points: tuple[Tally, ...] = ()
    special: tuple[Special, ...] = ()


DOCUMENTS: Final = (
    Part, Telling, Shape, Road, Hexside, Area, Ground, Figure, Counter, Force, Laid, Leg, Motion, Effect, Party, Provoked,
    Offer, Reason, Way, Aim, Reach, Refused, Question, Result, Row, Step, Card, Choice, Writer, OrderKind, Desk,
    Tally, Grade, Special, Aims,
)  # fmt: skip
"""What is written out for the browser."""
