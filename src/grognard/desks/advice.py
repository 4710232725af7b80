"""Advice: pure questions about a battle, put by a side and answered from what that side may know.

Nothing here changes a state or throws a die. What depends on the enemy's hidden values is worked
out on states imagined from the side's view, so that no answer can betray them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

import msgspec

from grognard.kernel import Action, Ask, Reason, State, why_not
from grognard.kernel.errors import GrognardError
from grognard.kernel.system import Rules
from grognard.mechanics.places import name

MOST_LISTED: Final = 400
"""No list of options is longer than this; the client then asks for a part."""

LOOKED_AT: Final = 20_000
"""So many options at most are read through for those of a unit or a hex: a long retreat has more ways
than could ever be read."""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option as a client needs it: its words, and where it leads if that can be drawn.

    ``cost`` is in movement points, ``path`` the hexes entered, ``ends`` the hexes and ``facing``
    in which the unit comes to stand; ``stops`` says why it can go no further, ``warns`` what a
    player would want to know before he says so.
    """

    text: str
    kind: str
    unit: str = ""
    target: int = 0
    units: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()
    facing: int = -1
    formation: str = ""
    path: tuple[int, ...] = ()
    cost: float = 0
    stops: str = ""
    warns: str = ""


class Page(msgspec.Struct, frozen=True, omit_defaults=True):
    """Options that were asked for; ``more`` when there are others beyond the limit."""

    options: tuple[Option, ...]
    more: bool = False


class Adviser:
    """What can be asked about any system; those that know more have a class of their own.

    ``formulas`` are odds that need numbers alone; ``officer`` is the system's odds officer.
    """

    formulas: ClassVar[Sequence[Any]] = ()
    officer: ClassVar[Any] = None

    def __init__(self, rules: Rules, setting: Any) -> None:
        self.rules, self.setting = rules, setting

    # --- what is offered

    def is_grouped(self, ask: Ask) -> bool:
        """Are the options so many that a client asks for them unit by unit?"""
        return hasattr(ask.options, "of_unit")

    def units(self, ask: Ask) -> tuple[str, ...]:
        """The units for which there is an option, where options are asked for unit by unit."""
        return ()

    def listed(self, state: State, unit: str = "", hex_: int = 0, most: int = MOST_LISTED) -> Page:
        """The options: all, of a unit, or about a hex."""
        found = list(islice(self.orders(state, unit, hex_), most + 1))
        options = tuple(self.option(state, action) for action in found[:most])
        return Page(options, more=len(found) > most)

    def orders(self, state: State, unit: str = "", hex_: int = 0) -> Iterator[Action]:
        """The orders that are offered: all, of a unit, or about a hex."""
        ask = state.pending
        return self._about(ask, unit, hex_) if isinstance(ask, Ask) else iter(())

    def _about(self, ask: Ask, unit: str, hex_: int) -> Iterator[Action]:
        if not unit and not hex_:
            yield from ask.options
            return
        for action in islice(ask.options, LOOKED_AT):
            words = words_in(action)
            if (not unit or unit in words) and (not hex_ or name(hex_) in words):
                yield action

    def option(self, state: State, action: Action) -> Option:
        """An option with what its fields tell: whom it is for, whom against, where it leads."""
        words = str(action)
        units: tuple[str, ...] = tuple(getattr(action, "units", ()))
        to = getattr(action, "to", 0)
        return Option(
            words,
            words.partition(" ")[0],
            unit=str(getattr(action, "leader", "") or getattr(action, "unit", "")),
            target=_hex(getattr(action, "target", 0)),
            units=units if all(isinstance(each, str) for each in units) else (),
            ends=(to,) if _hex(to) else (),
            path=tuple(filter(_hex, getattr(action, "path", ()))),
        )

    # --- why not

    def reasons(self, state: State, words: str) -> tuple[Reason, ...]:
        """The reasons against an order; none when it is allowed. Malformed words raise."""
        return tuple(why_not(state, self.rules.parse(words)))

    # --- looking

    def look(self, state: State, side: str, what: str, **about: Any) -> dict[str, Any]:
        """What a side looks up: ``units`` who can be ordered here; systems know more words."""
        if what == "units":
            ask = state.pending
            asked = isinstance(ask, Ask) and ask.side == side
            return {"units": list(self.units(ask)) if isinstance(ask, Ask) and asked else []}
        raise GrognardError(f"there is no such look: {what!r}")

    def chance(self, state: State, side: str, action: Any) -> float | None:
        """The chance in percent that an action has the effect it is meant to have, if known."""
        return None


def words_in(action: Action) -> set[str]:
    """The words of an order; units that are joined (``F1+F2``, ``F1@0503``) are taken apart."""
    return set(re.split(r"[\s@+]+", str(action)))


def _hex(value: object) -> int:
    """A number that can be a hex, or 0."""
    return value if type(value) is int and value > 0 else 0
