"""Actions in two factors: first who, then what. Each is one of ``SLOTS`` slots, with a mask.

Where orders are given unit by unit (movement), the first choice is *who*: slot 0 ends the segment
where that is allowed, the next slots are the units that can be ordered, the last one stands for
orders that belong to no unit on the map. The second choice is *what* that unit does. Everywhere
else there is only the second choice. What does not fit into the slots is thinned by chance, by a
seed of its own, and keeps its order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import msgspec

from grognard.kernel import Action, Ask
from grognard.kernel.chance import Stream
from grognard.mechanics.commands import Finish

SLOTS: Final = 64
LOOKED_AT: Final = 4096
"""So many options at most are looked at before they are thinned."""

WHO, WHAT = "who", "what"
NOBODY: Final = "-"
"""Stands for orders that belong to no unit on the map."""


class Slot(msgspec.Struct, frozen=True):
    """One choice: a unit that can be ordered, or an order."""

    unit: str = ""
    action: Any = None


class Menu(msgspec.Struct, frozen=True):
    """What can be chosen now. ``stage`` is ``who`` or ``what``."""

    stage: str
    slots: tuple[Slot, ...]


def first_menu(view: Any, ask: Ask, seed: int) -> Menu:
    """The first choice about a question."""
    options = ask.options
    if not hasattr(options, "of_unit"):
        return Menu(WHAT, tuple(Slot(action=order) for order in _thinned(options, seed)))
    slots = [Slot(action=Finish())] if Finish() in options else []
    units = [unit for unit in view.own if unit in view.pieces and _any(options.of_unit(unit))]
    slots += [Slot(unit) for unit in _fewer(units, SLOTS - 2, seed)]
    if hasattr(options, "of_others") and _any(options.of_others()):
        slots.append(Slot(NOBODY))
    if not slots:
        return Menu(WHAT, tuple(Slot(action=order) for order in _thinned(options, seed)))
    return Menu(WHO, tuple(slots))


def second_menu(ask: Ask, unit: str, seed: int) -> Menu:
    """What a unit can be ordered to do."""
    options = ask.options
    listed = options.of_others() if unit == NOBODY else options.of_unit(unit)
    return Menu(WHAT, tuple(Slot(unit, order) for order in _thinned(listed, seed)))


def _any(listed: Iterable[Action]) -> bool:
    return next(iter(listed), None) is not None


def _thinned(listed: Iterable[Action], seed: int) -> list[Any]:
    return _fewer(list(islice(iter(listed), LOOKED_AT)), SLOTS, seed)


def _fewer(things: list[Any], most: int, seed: int) -> list[Any]:
    """At most so many of them, in their order; the end of a segment is never left out."""
    if len(things) <= most:
        return things
    kept = set(Stream(seed).shuffled(range(len(things)))[:most])
    ends = [place for place, thing in enumerate(things) if isinstance(thing, Finish)]
    missing = [place for place in ends if place not in kept]
    for place in missing:
        kept.remove(max(other for other in kept if other not in ends))
        kept.add(place)
    return [things[place] for place in sorted(kept)]
