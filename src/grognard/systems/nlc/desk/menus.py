"""The menus of Napoleon's Later Campaigns: orders open by recipient, then by kind, then by place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.desks.advice import Option
from grognard.desks.catalogue import Points
from grognard.desks.menus import FEW, Choice, Menu, Menus
from grognard.desks.teller import slot
from grognard.kernel import Action
from grognard.systems.nlc.actions import Lead, Move
from grognard.systems.nlc.command.order_actions import BadMove, Record, Send
from grognard.systems.nlc.movement.entry import Enter

Written = Send | Record | BadMove


class NlcMenus(Menus):
    """Opens written orders by who receives them, and moves by where they lead."""

    def standing(self, unit: str) -> str:
        piece, printed = self.table.pieces[unit], self.table.printed(unit)
        return self.teller.say(
            "standing", id=unit, unit=printed.name, at=self.teller.at(piece.at),
            strength=str(printed.strengths[piece.lost]), disrupted=slot(piece.disrupted),
        )  # fmt: skip

    def grouped(self, orders: list[Action], few: int = FEW) -> Menu:
        if len(orders) <= few or not any(isinstance(action, Written) for action in orders):
            return super().grouped(orders, few)
        by_whom: dict[str, list[Action]] = {}
        for action in orders:
            by_whom.setdefault(self._whom(action), []).append(action)
        return Menu(tuple(self._opened(label, found) for label, found in by_whom.items()))

    def _opened(self, label: str, found: list[Action]) -> Choice:
        if len(found) == 1:
            return self.choice(found[0])
        return Choice(self.ways(label, len(found)), opens=lambda: self._by_kind(found))

    def _by_kind(self, found: list[Action]) -> Menu:
        return super().grouped(found, 0)

    def _whom(self, action: Any) -> str:
        """The heading under which an order stands."""
        if isinstance(action, Send):
            return self.teller.say("kind-order", body=self.teller.body(action.to))  # type: ignore[attr-defined]
        if isinstance(action, Record) and action.division:
            leader = self.teller.leader(action.leader)
            return self.teller.say("for-division", leader=leader, division=action.division)
        if isinstance(action, Record | BadMove):
            return self.teller.leader(action.leader)
        return super().kind(action)

    def _all(self, units: tuple[str, ...]) -> str:
        """Units by their ids, with an *and* before each."""
        said = units[0] if units else ""
        for unit in units[1:]:
            said = self.teller.say("listed", first=said, last=unit)
        return said

    def kind(self, action: Any) -> str:
        say = self.teller.say
        if isinstance(action, Written):
            return say("order-kind", type=action.orders[0].type.value)
        if isinstance(action, Lead):
            return say("kind-ride", leader=self.teller.leader(action.leader))
        if isinstance(action, Enter):
            return say("kind-enter", units=self._all(action.units))
        if isinstance(action, Move) and len(action.units) > 1:
            return say("kind-move", units=self._all(action.units))
        return super().kind(action)

    def notes(self, action: Action, option: Option) -> Iterator[str]:
        yield from super().notes(action, option)
        if isinstance(action, Move) and option.cost:
            yield self.teller.say("points", points=Points(option.cost))
        if isinstance(action, Written) and action.orders[0].target:
            yield self.teller.at(action.orders[0].target[0])
