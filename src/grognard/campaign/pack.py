"""Campaign packs: which battles, what their levels are worth, and what each result changes.

A campaign is written without code. Positive points are those of the first side.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.desks import library
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError
from grognard.mechanics.packs.files import read_pack
from grognard.mechanics.packs.shapes import (
    Entry,
    Field,
    Flag,
    Listed,
    Named,
    Notes,
    Number,
    Problem,
    Record,
    Text,
)
from grognard.systems.registry import system_of

FOLDER: Final = library.LIBRARY / "campaigns"
FORMAT: Final = 1
DRAW: Final = "draw"

SLUG = Text(r"[a-z][a-z0-9_-]*", "a short name in small letters", "iv_corps")
POINTS = Number(-99, 99)


class Stage(msgspec.Struct, frozen=True):
    """A battle of the campaign; levels without points are not possible in it."""

    id: str
    pack: str
    title: str
    date: str
    points: dict[str, int]


class Band(msgspec.Struct, frozen=True):
    """What a sum of points is worth."""

    least: int
    most: int
    level: str
    name: str
    side: str = ""


class SuddenEnd(msgspec.Struct, frozen=True):
    """A sum at which the campaign stops."""

    side: str
    points: int
    text: str

    def is_reached(self, total: int) -> bool:
        return total >= self.points if self.points > 0 else total <= self.points


class Join(msgspec.Struct, frozen=True, omit_defaults=True):
    """A body that takes part in a later battle because of a result."""

    id: str
    after: str
    body: str
    battle: str
    into: str
    prefix: str
    text: str
    at_least: int | None = None
    at_most: int | None = None
    leaders: tuple[str, ...] = ()
    near: str = ""
    within: int = 0
    facing: str = "N"
    zone: str = ""
    turn: int = 0

    def is_earned(self, points: int) -> bool:
        low = self.at_least is None or points >= self.at_least
        return low and (self.at_most is None or points <= self.at_most)


class Recovery(msgspec.Struct, frozen=True):
    """One increment comes back for so many lost; some fates are for good."""

    after: str
    bodies: tuple[str, ...]
    one_for: int
    for_good: tuple[str, ...] = ()
    rebuilt_from: int = 1
    optional: bool = False


class Carry(msgspec.Struct, frozen=True):
    """A body that fights in a later battle again, with the losses it has."""

    after: str
    body: str
    battle: str
    into: str


class Guns(msgspec.Struct, frozen=True):
    """Batteries that a later battle misses, one for so many increments of guns lost."""

    after: str
    units: tuple[str, ...]
    one_for: int
    battle: str
    batteries: tuple[str, ...]


class CampaignPack(msgspec.Struct, frozen=True):
    """A campaign as written."""

    id: str
    title: str
    description: str
    sides: dict[str, str]
    stages: tuple[Stage, ...]
    draw: int
    ends: tuple[SuddenEnd, ...]
    bands: tuple[Band, ...]
    joins: tuple[Join, ...]
    recoveries: tuple[Recovery, ...]
    carries: tuple[Carry, ...]
    guns: tuple[Guns, ...]
    history: dict[str, str]

    def stage(self, name: str) -> Stage:
        return next(each for each in self.stages if each.id == name)

    def band(self, total: int) -> Band:
        return next(each for each in self.bands if each.least <= total <= each.most)

    def points(self, stage: str, level: str) -> int:
        """What a result is worth."""
        if level == DRAW:
            return self.draw
        worth = self.stage(stage).points
        if level not in worth:
            raise GrognardError(f"the level {level!r} is not possible at {stage}")
        return worth[level]


# --- what may be written

SHAPE = Record(
    {
        "format": Field(Number(FORMAT, FORMAT), f"the format of this file: {FORMAT}", needed=True),
        "id": Field(SLUG, "the campaign's short name", needed=True),
        "title": Field(Text(), "its name", needed=True),
        "description": Field(Text(), "one paragraph", needed=True),
        "sides": Field(Named(Text()), "two sides; positive points are the first's", needed=True),
        "battles": Field(
            Listed(
                Record(
                    {
                        "id": Field(SLUG, "its name in the campaign", needed=True),
                        "pack": Field(SLUG, "the pack of the library", needed=True),
                        "title": Field(Text(), "how the campaign calls it", needed=True),
                        "date": Field(Text(), "the day", needed=True),
                        "points": Field(Named(POINTS), "points of every level", needed=True),
                    }
                ),
                least=1,
            ),
            "in the order in which they are fought",
            needed=True,
        ),
        "draw": Field(POINTS, "points of a draw; none if not given"),
        "sudden_ends": Field(
            Listed(
                Record(
                    {
                        "side": Field(SLUG, "who wins the campaign", needed=True),
                        "points": Field(POINTS, "at this sum or beyond it", needed=True),
                        "text": Field(Text(), "what that means", needed=True),
                    }
                )
            ),
            "sums at which the campaign stops, tested after every battle",
        ),
        "bands": Field(
            Listed(
                Record(
                    {
                        "least": Field(POINTS, "from this sum", needed=True),
                        "most": Field(POINTS, "to this one", needed=True),
                        "level": Field(Text(), "its short name", needed=True),
                        "name": Field(Text(), "its name", needed=True),
                        "side": Field(SLUG, "whose victory it is"),
                    }
                ),
                least=1,
            ),
            "what the sum is worth at the end, without a gap",
            needed=True,
        ),
        "joins": Field(
            Listed(
                Record(
                    {
                        "id": Field(SLUG, "short and unique", needed=True),
                        "after": Field(SLUG, "the battle that decides it", needed=True),
                        "at_least": Field(POINTS, "if it is worth that many points or more"),
                        "at_most": Field(POINTS, "if it is worth that many points or fewer"),
                        "body": Field(SLUG, "who joins: an organisation of that battle", needed=True),
                        "leaders": Field(Listed(Text()), "and with whom"),
                        "battle": Field(SLUG, "the battle that is joined", needed=True),
                        "into": Field(SLUG, "the organisation it counts in there", needed=True),
                        "prefix": Field(Text("[A-Z]{1,2}", "a letter", "G"), "before its names", needed=True),
                        "near": Field(Text(), "it stands near this place at first"),
                        "within": Field(Number(1, 20), "so many hexes from it"),
                        "facing": Field(Text("[NESW]{1,3}", "a direction", "SE"), "looking there"),
                        "zone": Field(SLUG, "or it arrives in this zone"),
                        "turn": Field(Number(1, 99), "from this turn on"),
                        "text": Field(Text(), "what that means", needed=True),
                    }
                )
            ),
            "who joins whom after a result",
        ),
        "recoveries": Field(
            Listed(
                Record(
                    {
                        "after": Field(SLUG, "the battle", needed=True),
                        "bodies": Field(Listed(SLUG, least=1), "whose men come back", needed=True),
                        "one_for": Field(Number(1, 99), "one increment for so many lost", needed=True),
                        "for_good": Field(Listed(Text()), "fates from which nobody comes back"),
                        "rebuilt_from": Field(Number(1, 60), "a lost unit needs that many at least"),
                        "optional": Field(Flag(), "only where the losses of all corps are carried"),
                    }
                )
            ),
            "who comes back to the ranks",
        ),
        "carries": Field(
            Listed(
                Record(
                    {
                        "after": Field(SLUG, "the battle", needed=True),
                        "body": Field(SLUG, "an organisation of it", needed=True),
                        "battle": Field(SLUG, "the later battle", needed=True),
                        "into": Field(SLUG, "the same organisation there", needed=True),
                    }
                )
            ),
            "bodies that fight again, where the losses of all corps are carried",
        ),
        "guns": Field(
            Listed(
                Record(
                    {
                        "after": Field(SLUG, "the battle", needed=True),
                        "units": Field(Listed(Text(), least=1), "its batteries", needed=True),
                        "one_for": Field(Number(1, 99), "one for so many increments", needed=True),
                        "battle": Field(SLUG, "the later battle", needed=True),
                        "batteries": Field(Listed(Text(), least=1), "who is missing, in order", needed=True),
                    }
                )
            ),
            "batteries that are missing later",
        ),
        "history": Field(Named(Text()), "the level of each battle as it was fought"),
    }
)  # fmt: skip


# --- reading


def names() -> list[str]:
    """The campaigns of the library."""
    return sorted(path.stem for path in FOLDER.glob("*.yaml"))


def check(source: str) -> list[Problem]:
    """Every problem of a campaign pack."""
    return sorted(_made(source)[1].problems)


def load(source: str) -> CampaignPack:
    """A campaign that nothing is wrong with."""
    made, notes = _made(source)
    if made is None or notes.problems:
        raise sorted(notes.problems)[0].error()
    return made


def _made(source: str) -> tuple[CampaignPack | None, Notes]:
    path = Path(source)
    path = path if path.suffix == ".yaml" else FOLDER / f"{source}.yaml"
    if not path.is_file():
        raise GrognardError(f"there is no campaign {source!r}; there is: {', '.join(names())}")
    read = read_pack(Document(((path.name, path.read_bytes()),)), SHAPE)
    if read.entry is None or read.notes.problems:
        return None, read.notes
    held = read.entry
    fields = {word: _plain(held.value[word]) for word in held.value if word != "format"}
    made = CampaignPack(
        id=fields["id"],
        title=fields["title"],
        description=fields["description"],
        sides=fields["sides"],
        stages=tuple(Stage(**each) for each in fields["battles"]),
        draw=fields.get("draw", 0),
        ends=tuple(SuddenEnd(**each) for each in fields.get("sudden_ends", ())),
        bands=tuple(Band(**each) for each in fields["bands"]),
        joins=tuple(Join(**each) for each in fields.get("joins", ())),
        recoveries=tuple(Recovery(**each) for each in fields.get("recoveries", ())),
        carries=tuple(Carry(**each) for each in fields.get("carries", ())),
        guns=tuple(Guns(**each) for each in fields.get("guns", ())),
        history=fields.get("history", {}),
    )
    _check(held, made, read.notes)
    return made, read.notes


def _plain(entry: Entry) -> Any:
    value = entry.value
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return tuple(_plain(each) for each in value) if isinstance(value, list) else value


def _check(held: Entry, made: CampaignPack, notes: Notes) -> None:
    """Battles, bodies, sides and units must be there, and bands leave no gap."""
    stages = [stage.id for stage in made.stages]
    settings: dict[str, Any] = {}
    for one in held.each("battles"):
        if one.get("pack") not in library.names():
            notes.unknown(one["pack"].spot, "battle", one.get("pack"), library.names())
        else:
            source = library.document(one.get("pack"))
            settings[one.get("id")] = system_of(source).library.setting(source, {})
    for word in ("joins", "recoveries", "carries", "guns"):
        for one in held.each(word):
            for key in ("after", "battle"):
                if key in one and one.get(key) not in stages:
                    notes.unknown(one[key].spot, "battle of the campaign", one.get(key), stages)
            _check_names(one, settings, notes)
    for one in held.each("sudden_ends"):
        if one.get("side") not in made.sides:
            notes.unknown(one["side"].spot, "side", one.get("side"), made.sides)
    bands = sorted(made.bands, key=lambda band: band.least)
    for low, high in pairwise(bands):
        if low.most + 1 != high.least:
            text = f"{low.level} ends at {low.most} and {high.level} begins at {high.least}"
            notes.add(held["bands"].spot, text, "bands follow each other without a gap")
    most = sum(max(stage.points.values()) for stage in made.stages)
    least = sum(min(stage.points.values()) for stage in made.stages)
    if bands[0].least > least or bands[-1].most < most:
        text = f"sums from {least} to {most} can be reached"
        notes.add(held["bands"].spot, text, "the bands must reach as far")


def _check_names(one: Entry, settings: dict[str, Any], notes: Notes) -> None:
    """Bodies, units and batteries that an entry names are those of its battles."""
    for battle, key in (("after", "body"), ("battle", "into")):
        setting = settings.get(one.get(battle, ""))
        if setting is not None and key in one:
            bodies = [body.id for body in setting.organisations]
            if one.get(key) not in bodies:
                notes.unknown(one[key].spot, "organisation", one.get(key), bodies)
    for battle, key in (("after", "units"), ("battle", "batteries")):
        setting = settings.get(one.get(battle, ""))
        known = setting.roster if setting is not None else None
        for unit in one.each(key):
            if known is not None and unit.value not in known:
                notes.unknown(unit.spot, "unit", unit.value, known)


def schema() -> dict[str, Any]:
    """The published schema of a campaign pack."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A campaign pack",
        **SHAPE.schema(),
    }
