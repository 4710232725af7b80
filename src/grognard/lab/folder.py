"""The folder of a simulation: the plan, and a file for every game that has been played.

A game's file appears whole or not at all, so a simulation can be stopped at any moment and goes on
where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from grognard.host import files
from grognard.kernel.errors import GrognardError
from grognard.kernel.reading import decode
from grognard.lab.plan import Plan
from grognard.lab.record import Simulated, unpacked

PLAN: Final = "plan.json"
GAMES: Final = "games"
SUFFIX: Final = ".game"


class Folder:
    """Where a simulation is kept."""

    def __init__(self, root: Path) -> None:
        self.root, self.games = root, root / GAMES

    def open(self, plan: Plan) -> None:
        """Begin here, or go on with the same simulation; another one's folder is refused."""
        try:
            self.games.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            reason = problem.strerror or "cannot be made"
            raise GrognardError(f"{self.root}: {reason}; choose another with --out") from None
        path = self.root / PLAN
        if path.exists():
            differs = _differs(self._plan(path), plan)
            if differs:
                raise GrognardError(
                    f"{self.root} holds another simulation ({differs}); choose another with --out"
                )
        files.write(path, msgspec.json.format(msgspec.json.encode(plan)) + b"\n")

    def _plan(self, path: Path) -> Plan:
        try:
            return decode(files.read(path), Plan)
        except msgspec.MsgspecError:
            raise GrognardError(f"{path} is not the plan of a simulation") from None

    def path(self, index: int) -> Path:
        return self.games / f"{index:06d}{SUFFIX}"

    def keep(self, index: int, content: bytes) -> None:
        files.write(self.path(index), content)

    def has(self, index: int) -> bool:
        """Is a game there and whole? One that broke or cannot be read is played again."""
        try:
            held = unpacked(self.path(index).read_bytes())
            return held.index == index and not held.failure
        except (OSError, ValueError):
            return False

    def read(self, games: int) -> Iterator[Simulated]:
        """The first so many games, in order; those that are missing are left out."""
        for index in range(games):
            path = self.path(index)
            if path.exists():
                yield unpacked(path.read_bytes())


def _differs(held: Plan, plan: Plan) -> str:
    """The first thing in which two plans differ, in words."""
    for name in Plan.__struct_fields__:
        then, now = getattr(held, name), getattr(plan, name)
        if then != now:
            return f"its {name} was {then!r}, this one's is {now!r}"
    return ""
