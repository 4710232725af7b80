"""Levels and temperaments: what a player can choose as an opponent, read from ``levels.yaml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.kernel.reading import convert
from grognard.mechanics.charts.lined import values_of

LEVELS: Final = Path(__file__).with_name("levels.yaml")
ADDED: Final = ("margin", "role")
"""Figures of a temperament that are added to the level's; all others multiply it."""

USUAL: Final = "historical"

OWN_HEX, NEIGHBOURS, SECTOR, ANSWER, PLAN = 1, 2, 3, 4, 5
"""How far a level looks: at the hex before it, at those beside it, at all who can strike there, at
the enemy's answer, at the plan of the army."""


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an opponent judges. See ``levels.yaml`` for what the figures mean to a player.

    ``joint`` is how many units it brings to one assault; ``danger``
    weighs the enemy's answer, ``support`` friends near by, ``goal`` the places that decide;
    ``margin`` is asked of an assault, ``charges`` of a charge; ``patience`` holds troops back
    until enough are there; ``reserve`` is the share kept back; ``guns`` and ``squares`` say how
    well these arms are used; ``forks`` how often it plays a plan through; ``role`` keeps to the
    part that the scenario gives; ``insight`` is how far it reads the levels of victory, and not
    only the places they name. ``sight`` is how far it looks: OWN_HEX to PLAN. ``ticks`` is what it
    may spend on a turn that it plays through, in answers given; ``seconds`` is when the clock cuts
    it short.
    """

    sight: int = 5
    joint: int = 4
    danger: float = 1.0
    support: float = 0.5
    margin: float = 0.3
    goal: float = 1.0
    patience: float = 1.0
    guns: float = 1.0
    squares: float = 1.0
    charges: float = 0.5
    reserve: float = 0.1
    forks: int = 0
    role: float = 0.0
    insight: float = 0.0
    ticks: int = 0
    seconds: float = 0.0


class Entry(msgspec.Struct, frozen=True):
    """A level or a temperament, as a player sees it."""

    name: str
    title: str
    text: str


class _File(msgspec.Struct, frozen=True):
    default: str
    judge: dict[str, int | float]
    levels: dict[str, dict[str, Any]]
    temperaments: dict[str, dict[str, Any]]


@lru_cache(maxsize=1)
def _file() -> _File:
    return convert(values_of(LEVELS), _File)


def default_level() -> str:
    return _file().default


def levels() -> tuple[Entry, ...]:
    """The levels, the weakest first."""
    return tuple(_entry(name, held) for name, held in _file().levels.items())


def temperaments() -> tuple[Entry, ...]:
    """The temperaments, the usual one first."""
    return tuple(_entry(name, held) for name, held in _file().temperaments.items())


def _entry(name: str, held: dict[str, Any]) -> Entry:
    return Entry(name, str(held["title"]), " ".join(str(held["text"]).split()))


Figures = Mapping[str, Mapping[str, int | float]]
"""By level: figures that are other in one system than in all."""

NO_FIGURES: Final[Figures] = {}


class _Own(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    levels: dict[str, dict[str, int | float]]
    judge: dict[str, int | float] = {}


@lru_cache(maxsize=8)
def figures_in(path: Path) -> Figures:
    """By level, what a system has other than ``levels.yaml``, as a file of its own says it."""
    held = convert(values_of(path), _Own)
    return {level: {**held.judge, **own} for level, own in held.levels.items()}


def character(name: str, own: Figures = NO_FIGURES) -> Character:
    """The character of a level, or of a level and a temperament: ``captain``, ``captain:cautious``.

    ``own`` are the figures of a system; a temperament bends them like the shared ones.
    """
    level, _, temperament = name.partition(":")
    temperament = temperament or USUAL
    held = _file()
    if level not in held.levels:
        raise GrognardError(f"there is no level {level!r}: {', '.join(held.levels)}")
    if temperament not in held.temperaments:
        known = ", ".join(held.temperaments)
        raise GrognardError(f"there is no temperament {temperament!r}: {known}")
    figures: dict[str, Any] = {**held.judge, **held.levels[level], **own.get(level, {})}
    figures = {key: value for key, value in figures.items() if key not in _WORDS}
    for key, value in held.temperaments[temperament].items():
        if key in _WORDS:
            continue
        base = figures.get(key, getattr(Character(), key))
        figures[key] = base + value if key in ADDED else base * value
    return convert(figures, Character)


def changed(held: Character, changes: Iterable[str]) -> Character:
    """A character with figures changed by hand, each as ``goal=0.8``."""
    figures = msgspec.structs.asdict(held)
    for change in changes:
        name, _, value = change.partition("=")
        if name not in figures:
            raise GrognardError(f"levels have no figure {name!r}: {', '.join(figures)}")
        try:
            figures[name] = type(figures[name])(value)
        except ValueError:
            raise GrognardError(f"{change!r} is not a figure with its value, as goal=0.8") from None
    return convert(figures, Character)


_WORDS: Final = ("title", "text")
