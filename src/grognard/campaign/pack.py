"""Campaign packs: which battles, what their levels are worth, and what each result changes.

A campaign is written without code. Positive points are those of the first side.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.campaign import theatre
from grognard.campaign.shape import SHAPE
from grognard.desks import library
from grognard.host.reading import setting_of
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError
from grognard.mechanics.packs.files import PackText, read_pack
from grognard.mechanics.packs.gathering import from_path
from grognard.mechanics.packs.shapes import Entry, Notes, Problem
from grognard.systems.registry import name_of

FOLDER: Final = library.LIBRARY / "campaigns"
DRAW: Final = "draw"


class Stage(msgspec.Struct, frozen=True):
    """A battle of the campaign; levels without points are not possible in it."""

    id: str
    pack: str
    title: str
    date: str
    points: dict[str, int]
    hours: str = ""
    about: str = ""
    commanders: dict[str, str] = {}
    holds: dict[str, str] = {}


class Day(msgspec.Struct, frozen=True):
    """Battles that can be fought as one, judged as often: ``levels`` turns those of the hours before
    its end into levels of the battles. The last battle begins after ``turns_before``."""

    pack: str
    title: str
    battles: tuple[str, ...]
    levels: dict[str, str] = {}
    turns_before: int = 0


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


class Formation(msgspec.Struct, frozen=True):
    """A corps on the roll of its army; ``lost`` names the body it is in battles it has losses from."""

    side: str
    name: str
    battle: str
    body: str
    lost: dict[str, str] = {}
    march: str = ""
    stays_unless: str = ""


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
    historical: tuple[int, int] = (0, 0)
    roll: tuple[Formation, ...] = ()
    theatre: dict[str, Any] = {}
    days: tuple[Day, ...] = ()

    def day(self, stage: str) -> Day | None:
        """The day that begins with a battle, if it can be fought as one."""
        return next((each for each in self.days if each.battles[0] == stage), None)

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


# --- reading

MAIN_SUFFIX: Final = ".yaml"
THEATRE_SUFFIX: Final = ".theatre.yaml"
"""The country of a campaign may lie in a file of its own beside it."""


def names() -> list[str]:
    """The campaigns of the library."""
    paths = FOLDER.glob(f"*{MAIN_SUFFIX}")
    return sorted(path.stem for path in paths if not path.name.endswith(THEATRE_SUFFIX))


def document(source: str | Path) -> Document:
    """The files of a campaign: of the library by its name, or where one lies."""
    path = Path(source)
    path = path if path.suffix == MAIN_SUFFIX else FOLDER / f"{source}{MAIN_SUFFIX}"
    if not path.is_file():
        raise GrognardError(f"there is no campaign {str(source)!r}; there is: {', '.join(names())}")
    beside = path.with_name(path.name.removesuffix(MAIN_SUFFIX) + THEATRE_SUFFIX)
    files = from_path(path).files
    return Document.of((*files, *from_path(beside).files) if beside.is_file() else files)


def check(source: str | Document) -> list[Problem]:
    """Every problem of a campaign pack."""
    return sorted(_made(source)[1].problems)


def load(source: str | Document) -> CampaignPack:
    """A campaign that nothing is wrong with."""
    made, notes = _made(source)
    if made is None or notes.problems:
        raise sorted(notes.problems)[0].error()
    return made


def read(source: str | Document) -> CampaignPack:
    """A campaign that was found sound before: its battles are not looked at again."""
    return _read(source if isinstance(source, Document) else document(source))


@lru_cache(maxsize=16)
def _read(source: Document) -> CampaignPack:
    text = _text(source)
    if text.entry is None or text.notes.problems:
        raise sorted(text.notes.problems)[0].error()
    return _pack(text.entry)


def _text(source: str | Document) -> PackText:
    return read_pack(source if isinstance(source, Document) else document(source), SHAPE)


def _made(source: str | Document) -> tuple[CampaignPack | None, Notes]:
    text = _text(source)
    if text.entry is None or text.notes.problems:
        return None, text.notes
    made = _pack(text.entry)
    _check(text.entry, made, text.notes)
    return made, text.notes


def _pack(held: Entry) -> CampaignPack:
    fields = {word: _plain(held.value[word]) for word in held.value if word != "format"}
    return CampaignPack(
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
        historical=fields.get("historical", _worth(fields)),
        roll=tuple(Formation(**each) for each in fields.get("roll", ())),
        theatre=fields.get("theatre", {}),
        days=tuple(Day(**each) for each in fields.get("days", ())),
    )


def _worth(fields: dict[str, Any]) -> tuple[int, int]:
    """The sum of the levels as they were fought."""
    points = {each["id"]: each["points"] for each in fields["battles"]}
    levels = fields.get("history", {}).items()
    worth = sum(points.get(stage, {}).get(level, fields.get("draw", 0)) for stage, level in levels)
    return worth, worth


def _plain(entry: Entry) -> Any:
    value = entry.value
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return tuple(_plain(each) for each in value) if isinstance(value, list) else value


def _check(held: Entry, made: CampaignPack, notes: Notes) -> None:
    """Battles, bodies, sides and units must be there, and bands leave no gap."""
    stages, joins = [stage.id for stage in made.stages], [join.id for join in made.joins]
    settings = _checked_battles(held, made, notes)
    if "theatre" in held:
        theatre.check(held["theatre"], stages, joins, notes)
    for word in ("joins", "recoveries", "carries", "guns", "roll"):
        for one in held.each(word):
            for key in ("after", "battle"):
                if key in one and one.get(key) not in stages:
                    notes.unknown(one[key].spot, "battle of the campaign", one.get(key), stages)
            _check_names(one, settings, notes)
    for one in (*held.each("sudden_ends"), *held.each("roll")):
        if one.get("side") not in made.sides:
            notes.unknown(one["side"].spot, "side", one.get("side"), made.sides)
        if "stays_unless" in one and one.get("stays_unless") not in joins:
            notes.unknown(one["stays_unless"].spot, "join", one.get("stays_unless"), joins)
    _check_days(held, made, notes)
    _check_bands(held, made, notes)


def _check_days(held: Entry, made: CampaignPack, notes: Notes) -> None:
    """The battles of a day follow each other, and its levels are theirs."""
    stages = [stage.id for stage in made.stages]
    for one in held.each("days"):
        battles = [each.value for each in one.each("battles")]
        first = stages.index(battles[0]) if battles[0] in stages else len(stages)
        if stages[first : first + len(battles)] != battles:
            text = f"{', '.join(battles)} do not follow each other"
            notes.add(one["battles"].spot, text, f"the battles are {', '.join(stages)}")
            continue
        _check_pack(one, made, notes)
        known = {level for name in battles[:-1] for level in made.stage(name).points}
        for _, level in one.items("levels"):
            if level.value not in known:
                notes.unknown(level.spot, "level", level.value, known)


def _checked_battles(held: Entry, made: CampaignPack, notes: Notes) -> dict[str, Any]:
    """The settings of the battles that are there, by their names in the campaign."""
    settings: dict[str, Any] = {}
    for one in held.each("battles"):
        setting = _check_pack(one, made, notes)
        if setting is not None:
            settings[one.get("id")] = setting
    return settings


def _check_pack(one: Entry, made: CampaignPack, notes: Notes) -> Any:
    """The setting of the pack that an entry names, if there is one."""
    if one.get("pack") not in library.names():
        notes.unknown(one["pack"].spot, "battle", one.get("pack"), library.names())
        return None
    source = library.document(one.get("pack"))
    setting = setting_of(name_of(source), source, ())
    if set(setting.sides) != set(made.sides):
        sides = ", ".join(setting.sides)
        notes.add(one["pack"].spot, f"its sides are {sides}", "all battles have the same")
    return setting


def _check_bands(held: Entry, made: CampaignPack, notes: Notes) -> None:
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
    where = "after" if "after" in one else "battle"
    for battle, key in ((where, "body"), ("battle", "into")):
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
