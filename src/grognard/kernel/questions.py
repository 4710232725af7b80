"""What a game can wait for: a decision, dice, a draw, or nothing more."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from grognard.kernel.errors import NOT_OFFERED, Reason

DICE = {"d6": 1, "2d6": 2, "d66": 2}
"""Dice by name: how many six-sided dice the answer holds, in order."""


class Chooser(Protocol):
    """What ``sample`` needs of a source of chance; ``random.Random`` is one."""

    def randrange(self, stop: int, /) -> int: ...


class Action(msgspec.Struct, frozen=True, order=True, gc=False, tag_field="action"):
    """An order in the imperative, with a text form that reads back."""


class Options(ABC):
    """What may be answered: the only gate of legality. Lazy: ask it only what you need.

    Iteration is in one canonical order and never repeats; ``in`` agrees with it.
    """

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Action]: ...

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def count(self) -> int:
        """How many options iteration would give."""
        return sum(1 for _ in self)

    def sample(self, chooser: Chooser) -> Action:
        """One option by chance, without listing them all where that can be helped."""
        listed = list(self)
        return listed[chooser.randrange(len(listed))]

    def why_not(self, action: object) -> Sequence[Reason]:
        """The reasons against an action; empty when it is allowed."""
        return () if action in self else (Reason(NOT_OFFERED),)


class Choices(Options):
    """Options that are simply listed."""

    __slots__ = ("_listed",)

    def __init__(self, actions: Iterable[Action]) -> None:
        self._listed = tuple(actions)

    def __contains__(self, action: object) -> bool:
        return action in self._listed

    def __iter__(self) -> Iterator[Action]:
        return iter(self._listed)

    def __bool__(self) -> bool:
        return bool(self._listed)

    def count(self) -> int:
        return len(self._listed)

    def sample(self, chooser: Chooser) -> Action:
        return self._listed[chooser.randrange(len(self._listed))]


class Ask(msgspec.Struct, frozen=True):
    """A side must choose. ``purpose`` is a stable name: clients, bots and puzzles key on it."""

    side: str
    options: Any
    purpose: str


class Roll(msgspec.Struct, frozen=True):
    """Dice must fall. ``purpose`` is a stable name; ``subject`` says for whom."""

    dice: str
    purpose: str
    subject: str = ""

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """Every way the dice can fall, all equally likely."""
        return itertools.product(range(1, 7), repeat=DICE[self.dice])


class Draw(msgspec.Struct, frozen=True):
    """One of the cup's chits must be drawn; equal chits are equally likely each."""

    cup: tuple[str, ...]
    purpose: str


class Over(msgspec.Struct, frozen=True):
    """The game has ended with this verdict."""

    verdict: str


Pending = Ask | Roll | Draw | Over
