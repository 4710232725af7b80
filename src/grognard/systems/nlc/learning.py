"""Movement in Napoleon's Later Campaigns: moves of units and stacks, lines, entries, rides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final

from grognard.kernel import Action
from grognard.planning.offers import Learning, Offers, Slot, listed, orders
from grognard.systems.nlc.actions import Lead, Move
from grognard.systems.nlc.movement import entry, extended, riding
from grognard.systems.nlc.movement.options import MovementOptions
from grognard.systems.nlc.movement.reach import Walker


class NlcOffers:
    """Where a unit or its stack can go; the way there only for the move that is chosen."""

    def __init__(self, options: MovementOptions) -> None:
        self.options = options
        self.table, self.side = options.table, options.side

    def verbs(self, unit: str) -> Iterator[str]:
        if any(walker.can_go() for _, walker in self._groups(unit)):
            yield Move.verb
        yield from extended.verbs_of(self.table, self.side, unit)

    def of_verb(self, unit: str, verb: str) -> Iterable[Slot]:
        if verb == Move.verb:
            return self._moves(unit)
        lines = extended.of_unit(self.table, self.side, unit)
        return (slot for slot in orders(lines, unit) if slot.verb == verb)

    def others(self) -> Iterable[Slot]:
        yield from orders(entry.entries(self.table, self.side))
        for leader in self.table.setting.leaders:
            if riding.bar_to_riding(self.table, self.side, leader) is None:
                for at in riding.ends(self.table, leader):
                    yield Slot(verb=Lead.verb, to=at, find=partial(self._ride, leader, at))

    def _ride(self, leader: str, at: int) -> Action:
        return Lead(leader, riding.path_to(self.table, leader, at))

    def _groups(self, unit: str) -> Iterator[tuple[tuple[str, ...], Walker]]:
        for group in self.options.groups_of(unit):
            yield group, self.options.walker(group)

    def _moves(self, unit: str) -> Iterator[Slot]:
        for group, walker in self._groups(unit):
            for at in walker.ends():
                yield Slot(unit, Move.verb, to=at, find=partial(_move, group, walker, at))


def _move(group: tuple[str, ...], walker: Walker, at: int) -> Action:
    return Move(group, walker.path_to(at))


def offers(options: Any) -> Offers | None:
    """Movement has a short cut; what else is given unit by unit is listed."""
    return NlcOffers(options) if isinstance(options, MovementOptions) else listed(options)


LEARNING: Final = Learning(offers)
