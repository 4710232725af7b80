"""Movement in Bataille Empire as slots: each order of a unit with where its base would come to lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from grognard.kernel import Action
from grognard.planning.leanings import verb_of
from grognard.planning.offers import Learning, Listed, Offers, Slot, listed
from grognard.systems.empire.actions import Move
from grognard.systems.empire.movement.judging import walked
from grognard.systems.empire.movement.options import MovementOptions


class EmpireOffers(Listed):
    """The candidates of a unit. A group is ordered by its first, so that each order stands once."""

    options: MovementOptions

    def verbs(self, unit: str) -> list[str]:
        return list(dict.fromkeys(verb_of(order) for order in self._of(unit)))

    def of_verb(self, unit: str, verb: str) -> Iterable[Slot]:
        return (
            Slot(unit, verb, to=self._end(order), action=order)
            for order in self._of(unit)
            if verb_of(order) == verb
        )

    def _of(self, unit: str) -> Iterator[Action]:
        orders = self.options.of_unit(unit)
        return (order for order in orders if getattr(order, "units", (unit,))[0] == unit)

    def _end(self, order: Action) -> int:
        if not isinstance(order, Move):
            return 0
        table = self.options.table
        return table.setting.place(walked(table, order).walks[0].footprint.centre)


def offers(options: Any) -> Offers | None:
    """Moves are told with their ends; what else is given unit by unit is listed."""
    return EmpireOffers(options) if isinstance(options, MovementOptions) else listed(options)


LEARNING: Final = Learning(offers)
