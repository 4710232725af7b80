"""Actions in three factors: who, which verb, what. Each is one of ``SLOTS`` slots, with a mask.

Where orders are given unit by unit (movement), the first choice is *who*: slot 0 ends the segment
where that is allowed, the next slots are the units that can be ordered, the last one stands for
orders that belong to no unit on the map. Then comes the *verb*, left out where there is only one,
and then *what*: an order of that unit and verb. Everywhere else there is only the last choice. What
does not fit into the slots is thinned by chance, by a seed of its own, and keeps its order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import msgspec

from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.mechanics.commands import Finish
from grognard.planning.offers import Learning, Slot, orders

SLOTS: Final = 64
LOOKED_AT: Final = 4096
"""So many options at most are looked at before they are thinned."""

WHO, VERB, WHAT = "who", "verb", "what"
STAGES: Final = (WHO, VERB, WHAT)
NOBODY: Final = "-"
"""Stands for orders that belong to no unit on the map."""


class Menu(msgspec.Struct, frozen=True):
    """What can be chosen now. ``stage`` is ``who``, ``verb`` or ``what``."""

    stage: str
    slots: tuple[Slot, ...]


def first_menu(learning: Learning, view: Any, ask: Ask, seed: int, without: str = "") -> Menu:
    """The first choice about a question; ``without`` is a unit that turned out to have no order."""
    options, offers = ask.options, learning.offers(ask.options)
    if offers is None:
        return _what(orders(options), seed)
    slots = [Slot(verb=Finish.verb, action=Finish())] if Finish() in options else []
    units = [
        unit
        for unit in view.own
        if unit in view.pieces and unit != without and any(offers.verbs(unit))
    ]
    slots += [Slot(unit) for unit in _fewer(units, SLOTS - 2, seed)]
    if next(iter(offers.others()), None) is not None:
        slots.append(Slot(NOBODY))
    return Menu(WHO, tuple(slots)) if slots else _what(orders(options), seed)


def next_menu(learning: Learning, view: Any, ask: Ask, chosen: Slot, seed: int) -> Menu:
    """The choice that follows a unit, or a unit and a verb; never an empty one."""
    offers = learning.offers(ask.options)
    assert offers is not None
    if chosen.unit == NOBODY:
        return _what(offers.others(), seed)
    verb = chosen.verb
    if not verb:
        verbs = list(offers.verbs(chosen.unit))
        if len(verbs) > 1:
            return Menu(VERB, tuple(Slot(chosen.unit, each) for each in verbs))
        verb = verbs[0]
    menu = _what(offers.of_verb(chosen.unit, verb), seed)
    return menu if menu.slots else first_menu(learning, view, ask, seed, without=chosen.unit)


def _what(listed: Iterable[Slot], seed: int) -> Menu:
    return Menu(WHAT, tuple(_fewer(list(islice(listed, LOOKED_AT)), SLOTS, seed)))


def _fewer(things: list[Any], most: int, seed: int) -> list[Any]:
    """At most so many of them, in their order; the end of a segment is never left out."""
    if len(things) <= most:
        return things
    kept = set(Stream(seed).shuffled(range(len(things)))[:most])
    ends = [place for place, thing in enumerate(things) if _is_end(thing)]
    missing = [place for place in ends if place not in kept]
    for place in missing:
        kept.remove(max(other for other in kept if other not in ends))
        kept.add(place)
    return [things[place] for place in sorted(kept)]


def _is_end(thing: Any) -> bool:
    return isinstance(thing, Slot) and isinstance(thing.action, Finish)
