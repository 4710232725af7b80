"""Slots, and what a rulebook offers for them in movement: which units, which verbs, which orders.

Only what a factor needs is worked out, and the way of a march only for the one that is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

import msgspec

from grognard.kernel import Action
from grognard.planning.leanings import verb_of


class Slot(msgspec.Struct, frozen=True):
    """One choice: a unit (``who``), a verb of its orders (``verb``), or an order (``what``).

    ``to`` is where an order leads, as far as that is known without working it out; ``find`` gives
    the order where it is worked out only when it is chosen.
    """

    unit: str = ""
    verb: str = ""
    to: int = 0
    action: Any = None
    find: Callable[[], Action] | None = None

    @property
    def is_order(self) -> bool:
        return self.action is not None or self.find is not None

    def order(self) -> Any:
        """The order that this slot stands for."""
        return self.find() if self.find is not None else self.action


def orders(listed: Iterable[Action], unit: str = "") -> Iterator[Slot]:
    """Orders that are there already."""
    return (Slot(unit, verb_of(order), action=order) for order in listed)


class Offers(Protocol):
    """The orders of a movement segment, unit by unit."""

    def verbs(self, unit: str) -> Iterable[str]:
        """The verbs of a unit's orders, each once; none when there is no order for it."""
        ...

    def of_verb(self, unit: str, verb: str) -> Iterable[Slot]:
        """A unit's orders of one verb."""
        ...

    def others(self) -> Iterable[Slot]:
        """Orders that belong to no unit on the map; lazy."""
        ...


class Listed:
    """For rulebooks without a short cut: a unit's orders are listed, as far as anybody looks."""

    def __init__(self, options: Any) -> None:
        self.options = options

    def verbs(self, unit: str) -> Iterable[str]:
        known: list[str] = []
        for verb in map(verb_of, self.options.of_unit(unit)):
            if verb not in known:
                known.append(verb)
                yield verb

    def of_verb(self, unit: str, verb: str) -> Iterable[Slot]:
        return (slot for slot in orders(self.options.of_unit(unit), unit) if slot.verb == verb)

    def others(self) -> Iterable[Slot]:
        listed = getattr(self.options, "of_others", tuple)
        return orders(listed())


def listed(options: Any) -> Offers | None:
    """Offers that are listed, where options can be asked for unit by unit."""
    return Listed(options) if hasattr(options, "of_unit") else None


class Learning(msgspec.Struct, frozen=True):
    """A system's part in learning: what its options offer unit by unit; None where they do not."""

    offers: Callable[[Any], Offers | None] = listed
