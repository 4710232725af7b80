"""What is simulated: a scenario, who plays, under which options, from which seed.

Every game has its own seed, made of the simulation's seed and its number; nothing else reaches it.
So a game comes out the same in whatever order, process or machine it is played. Where options are
varied, the games are dealt to the combinations in turn, and one round of all combinations shares a
seed: differences between options are not blurred by different dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from grognard.bots import roster
from grognard.kernel.errors import GrognardError
from grognard.lab import designs, packs
from grognard.systems.plug import System
from grognard.systems.registry import system_of


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A simulation. ``seats`` are players in the order of the sides; ``bots`` is their revision.

    ``design`` says which combinations of the varied options are played.
    """

    system: str
    scenario: str
    seats: tuple[str, ...]
    seed: int
    vary: dict[str, tuple[str, ...]]
    rules: str
    charts: str
    pack: str
    bots: str
    design: str = designs.FULL

    @property
    def combinations(self) -> tuple[dict[str, str], ...]:
        """The combinations of the varied options; one without any where nothing varies."""
        return designs.cells(self.vary, self.design)

    def jobs(self, games: int) -> list[Job]:
        """The first so many games."""
        cells = self.combinations
        return [
            Job(
                self.system,
                self.scenario,
                index,
                game_seed(self.seed, index // len(cells)),
                self.seats,
                cells[index % len(cells)],
            )
            for index in range(games)
        ]

    @property
    def mark(self) -> str:
        """A short word that differs for different simulations."""
        return hashlib.blake2b(msgspec.json.encode(self), digest_size=4).hexdigest()


class Job(msgspec.Struct, frozen=True):
    """One game to be played."""

    system: str
    scenario: str
    index: int
    seed: int
    seats: tuple[str, ...]
    options: dict[str, str]

    def __str__(self) -> str:
        return f"game {self.index} (seed {self.seed})"


def game_seed(seed: int, number: int) -> int:
    """The seed of a game: 48 bits of a hash, far from those of its neighbours.

    >>> game_seed(1, 0) == game_seed(1, 0), game_seed(1, 0) == game_seed(1, 1)
    (True, False)
    """
    word = f"{seed}:{number}".encode()
    return int.from_bytes(hashlib.blake2b(word, digest_size=6).digest(), "big")


def make_plan(
    scenario: str, seats: str, seed: int, vary: Sequence[str], design: str = designs.FULL
) -> Plan:
    """Read what was asked for; every mistake is named before the first game."""
    name = packs.named(scenario)
    system = system_of(packs.located(name))
    varied = _varied(vary)
    designs.cells(varied, design)
    setting = packs.setting_for(system.name, name, options_key(_firsts(varied)))
    for option, values in varied.items():
        for value in values[1:]:
            packs.setting_for(system.name, name, options_key(_firsts(varied) | {option: value}))
    sides = system.rules.sides(setting)
    chosen = tuple(word.strip() for word in seats.split(","))
    if len(chosen) != len(sides):
        known = ", ".join(sides)
        raise GrognardError(f"--seats needs {len(sides)} players apart by a comma, for {known}")
    for side, player in zip(sides, chosen, strict=True):
        _check_player(system, setting, side, player)
    edition = system.rules.edition(setting)
    return Plan(
        system.name, name, chosen, seed, varied, edition.rules, edition.charts, edition.pack,
        bots_revision(system), design,
    )  # fmt: skip


def _firsts(varied: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {option: values[0] for option, values in varied.items()}


def options_key(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Options in a form that can be looked up."""
    return tuple(sorted(options.items()))


def _varied(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, mark, values = word.partition("=")
        listed = tuple(value.strip() for value in values.split(",") if value.strip())
        if not name.strip() or not mark or not listed:
            raise GrognardError(f"--vary {word!r} is not an option with values, as in name=one,two")
        if name.strip() in found or len(set(listed)) < len(listed):
            raise GrognardError(f"--vary {word!r} names an option or a value twice")
        found[name.strip()] = listed
    return found


def _check_player(system: System, setting: Any, side: str, name: str) -> None:
    try:
        roster.player(name, system, setting, side, 0)
    except GrognardError as problem:
        known = ", ".join(roster.names(system))
        raise GrognardError(f"{name!r} cannot play here ({problem}); there is: {known}") from None


def bots_revision(system: System) -> str:
    """A digest of the players' code and figures: games of different players are not mixed."""
    found = hashlib.sha256()
    for room in (
        "grognard.bots",
        "grognard.planning",
        *(f"{room}.doctrine" for room in system.rooms),
    ):
        spec = find_spec(room)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in (".py", ".yaml"):
                    found.update(path.relative_to(folder).as_posix().encode())
                    found.update(path.read_bytes())
    return found.hexdigest()[:16]
