"""Procedures: the rulebook, written as steps in the order of the book.

A procedure's fields are what it remembers, its decorated methods are its steps. A step reads the
table, assigns to its own fields, records events, and returns how to go on. A step that asks,
rolls or draws does nothing else: the question can then be put again after a save without
anything happening twice; the next step hears the answer.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import msgspec

from grognard.kernel.errors import BrokenRules
from grognard.kernel.questions import Pending
from grognard.kernel.rules import cite

Method = TypeVar("Method", bound=Callable[..., Any])


class Call(msgspec.Struct, frozen=True):
    """Run a sub-procedure; the next step (or ``then``) receives its result."""

    procedure: Procedure
    then: str | None = None


class Goto(msgspec.Struct, frozen=True, gc=False):
    """Continue with the named step of this procedure."""

    step: str


class Done(msgspec.Struct, frozen=True, gc=False):
    """This procedure is over; the caller's next step receives the result."""

    result: Any = None


Flow = Pending | Call | Goto | Done | None


def step(*clauses: str) -> Callable[[Method], Method]:
    """Mark a method as a step, with the clauses it carries out."""

    def mark(method: Method) -> Method:
        method.__clauses__ = clauses  # type: ignore[attr-defined]
        return method

    return mark


class StepInfo:
    """What the engine knows of a step: its function, whether it hears an answer, what follows."""

    __slots__ = ("clauses", "follows", "function", "hears", "name")

    def __init__(self, name: str, function: Callable[..., Flow]) -> None:
        self.name = name
        self.function = function
        self.clauses: tuple[str, ...] = function.__clauses__  # type: ignore[attr-defined]
        self.hears = len(inspect.signature(function).parameters) > 2
        self.follows: StepInfo | None = None


class Procedure(msgspec.Struct, tag_field="procedure"):
    """A piece of the rulebook in progress. Fields hold ids, numbers, enums, tuples: no units.

    ``renamed`` maps names of steps in old saves to today's.
    """

    steps: ClassVar[dict[str, StepInfo]] = {}
    first: ClassVar[StepInfo]
    renamed: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        infos = {
            name: StepInfo(name, member)
            for base in reversed(cls.__mro__)
            for name, member in vars(base).items()
            if hasattr(member, "__clauses__")
        }
        if not infos:
            return
        ordered = list(infos.values())
        for info, following in itertools.pairwise(ordered):
            info.follows = following
        cls.steps, cls.first = infos, ordered[0]
        for info in ordered:
            for clause in info.clauses:
                cite(clause, f"{cls.__module__}.{cls.__qualname__}.{info.name}")

    @classmethod
    def find(cls, name: str) -> StepInfo:
        try:
            return cls.steps[cls.renamed.get(name, name)]
        except KeyError:
            raise BrokenRules(f"{cls.__name__} has no step {name!r}") from None
