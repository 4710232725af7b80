"""The rules of a system, as far as the kernel must know them.

The kernel knows no soldier. A rulebook hands it this record: its procedures and events by class,
how its tables are written down and read back, what a side may see, and how a battle opens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from grognard.kernel.engine import State, unanswered
from grognard.kernel.errors import BrokenRules
from grognard.kernel.events import Event
from grognard.kernel.procedures import Procedure
from grognard.kernel.questions import Action
from grognard.kernel.revisions import MARK
from grognard.kernel.tables import Table

RESERVED = frozenset({"first", "procedure", "renamed", "step", "steps"})
"""Words that a procedure or a save uses for itself: no field may have them."""


class Edition(msgspec.Struct, frozen=True):
    """What a game is played under: system, scenario, options, and a revision of each part."""

    system: str
    scenario: str
    rules: str
    charts: str
    pack: str
    options: dict[str, str] = {}

    def differs(self, other: Edition) -> str:
        """The first part in which another edition differs, in words; empty when none does."""
        return self._differs(other, (*GAME, *REVISED))

    def is_other_game(self, other: Edition) -> str:
        """What makes another edition another game, not a revision of this one; in words."""
        return self._differs(other, GAME)

    def _differs(self, other: Edition, parts: Iterable[str]) -> str:
        for part in parts:
            needed, here = getattr(self, part), getattr(other, part)
            if _counts(needed) != _counts(here):
                return f"needs {PARTS[part]} {_said(needed)}, here is {_said(here)}"
        return ""

    @property
    def revisions(self) -> str:
        """The revisions of rules, charts and scenario, as a record notes them."""
        return " ".join(getattr(self, part) for part in REVISED)

    def revised(self, revisions: str) -> Edition:
        """The same game under the revisions that a record notes."""
        words = dict(zip(REVISED, revisions.split(" "), strict=False))
        return msgspec.structs.replace(self, **words)

    @property
    def release(self) -> str:
        """The release of Grognard that the rules are of; empty where a record does not name one."""
        release, mark, _ = self.rules.partition(MARK)
        return release if mark else ""


GAME = ("system", "scenario", "options")
REVISED = ("rules", "charts", "pack")


def _counts(value: object) -> object:
    """What counts of a revision: two releases may have the same rules."""
    return value.rpartition(MARK)[2] if isinstance(value, str) else value


PARTS = {
    "system": "system",
    "scenario": "scenario",
    "rules": "revision of the rules",
    "charts": "revision of the charts",
    "pack": "revision of the scenario",
    "options": "options",
}


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={choice}" for name, choice in sorted(value.items())) or "none"
    return repr(value)


class Rules(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A rulebook at work. A table keeps its setting as ``table.setting``.

    ``opening`` begins a setting; ``view`` is what a side may see, and ``guess`` a table that it might
    be looking at, made of a view and a setting by a seed; ``follow`` changes one that was made of an
    earlier view by the first seed, where that can be. ``masked`` is a setting without what a side
    may not know of it; the same is guessed from it. ``check`` names the broken laws of
    a state: what may be in the midst of a procedure its stack says. ``renamed`` maps names of
    procedures in old saves to today's. ``named`` gives what the orders of a question can name, by
    the field that names it (units, hexes): out of these the conformance kit writes orders that are
    refused.
    """

    procedures: tuple[type[Procedure], ...]
    events: tuple[type[Event], ...]
    parse: Callable[[str], Action]
    document: type[msgspec.Struct]
    table_document: Callable[[Any], msgspec.Struct]
    table_from: Callable[[Any, Any], Table]
    edition: Callable[[Any], Edition]
    sides: Callable[[Any], tuple[str, ...]]
    opening: Callable[[Any], State]
    view: Callable[[State, str], Any]
    guess: Callable[[Any, Any, int], Table]
    follow: Callable[[Any, Any, Any], Table | None] = lambda table, seen, setting: None
    masked: Callable[[Any, str], Any] = lambda setting, side: setting
    check: Callable[[State], Iterable[str]] = lambda state: ()
    named: Callable[[Any], Mapping[str, Iterable[Any]]] = lambda table: {}
    renamed: Mapping[str, str] = {}

    def __post_init__(self) -> None:
        for kind in self.procedures:
            for field in RESERVED.intersection(kind.__struct_fields__):
                raise BrokenRules(f"{kind.__name__} may not call a field {field!r}")
        for kinds in (self.procedures, self.events):
            tags = [tag_of(kind) for kind in kinds]
            for tag in tags:
                if tags.count(tag) > 1:
                    raise BrokenRules(f"two classes are written down as {tag!r}")

    def imagine(self, seen: Any, setting: Any, seed: int) -> State:
        """A whole state that fits a view, its question put again."""
        return unanswered(self.guess(seen, setting, seed), seen.stack)


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The word by which a class is known in files."""
    return str(kind.__struct_config__.tag)


def subclasses(base: type, *rooms: str) -> tuple[type[Any], ...]:
    """Every class below ``base`` defined in a module of the rooms, sorted by name.

    The modules must have been imported: this is how a system collects its registry.
    """
    found: dict[str, type[Any]] = {}
    waiting: list[type[Any]] = list(base.__subclasses__())
    while waiting:
        kind = waiting.pop()
        waiting.extend(kind.__subclasses__())
        if kind.__module__.startswith(rooms):
            found[f"{kind.__name__} {kind.__module__}"] = kind
    return tuple(found[name] for name in sorted(found))
