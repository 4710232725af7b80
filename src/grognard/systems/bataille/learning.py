"""Movement in La Bataille: cheap to know where a unit can march, dear by which words.

So the words are found for the march that is chosen, and for no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from grognard.planning.leanings import verb_of
from grognard.planning.offers import Learning, Offers, Slot, listed, orders
from grognard.systems.bataille.actions import Command, Form, March, Split
from grognard.systems.bataille.doctrine.routes import path_to
from grognard.systems.bataille.movement import formations
from grognard.systems.bataille.movement.march import InHand, extra_legs
from grognard.systems.bataille.movement.movement import MovementOptions
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import Pose


class MovementOffers:
    """Break-downs, changes of formation, marches and what an edition adds, each only when asked for."""

    def __init__(self, options: MovementOptions) -> None:
        self.options, self.table = options, options.table

    def verbs(self, unit: str) -> list[str]:
        found = [Split.verb] if Split(unit) in self.options else []
        hand = self.options.free_hand(unit)
        if isinstance(hand, InHand):
            if formations.kept_changes(self.table, hand):
                found.append(Form.verb)
            if self._can_march(hand) or self._closings(hand):
                found.append(March.verb)
        return [*found, *dict.fromkeys(map(verb_of, self.options.further_of(unit)))]

    def _can_march(self, hand: InHand) -> bool:
        """For the unit in hand its marches are counted: it may have come to a stop."""
        marches = Marches(self.table, hand)
        return bool(marches.costs) if hand == self.options.hand else bool(marches)

    def of_verb(self, unit: str, verb: str) -> Iterable[Slot]:
        hand = self.options.free_hand(unit)
        if verb == Split.verb:
            return [Slot(unit, verb, action=Split(unit))]
        if verb not in (Form.verb, March.verb):
            further = self.options.further_of(unit)
            return orders((order for order in further if verb_of(order) == verb), unit)
        if not isinstance(hand, InHand):
            return []
        if verb == Form.verb:
            changes = formations.kept_changes(self.table, hand)
            return orders(
                (Form(unit, each.formation, each.facing, each.hexes) for each in changes), unit
            )
        return [*self._marches(hand), *orders(self._closings(hand), unit)]

    def others(self) -> Iterable[Slot]:
        return orders(self.options.of_others())

    def _closings(self, hand: InHand) -> list[Command]:
        return [March(hand.unit, (way.leg.word,)) for way in extra_legs(self.table, hand)]

    def _marches(self, hand: InHand) -> Iterator[Slot]:
        """Where a unit can march to, in a fixed order."""
        marches = Marches(self.table, hand)
        main = marches.start.main
        for pose, cost in sorted(marches.costs.items()):
            at = pose[0][min(main, len(pose[0]) - 1)]
            yield Slot(hand.unit, March.verb, to=at, find=partial(_march, marches, pose, cost))


def _march(marches: Marches, pose: Pose, cost: int) -> March:
    """The march to a pose: a quick search first, the thorough one where that finds no way."""
    path = path_to(marches.table, marches.hand, marches.start, pose, cost)
    return March(marches.hand.unit, path or marches.paths()[pose])


def offers(options: Any) -> Offers | None:
    """Movement has a short cut; what else is given unit by unit is listed."""
    return MovementOffers(options) if isinstance(options, MovementOptions) else listed(options)


LEARNING: Final = Learning(offers)
