"""The menus of Napoleon's Later Campaigns: orders open by recipient, then by kind, then by place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.desks.advice import Option
from grognard.desks.menus import FEW, Choice, Menu, Menus
from grognard.desks.wording import points
from grognard.kernel import Action
from grognard.systems.nlc.actions import Lead, Move
from grognard.systems.nlc.command.order_actions import BadMove, Record, Send
from grognard.systems.nlc.kinds import HALVES
from grognard.systems.nlc.movement.entry import Enter

Written = Send | Record | BadMove


class NlcMenus(Menus):
    """Opens written orders by who receives them, and moves by where they lead."""

    def standing(self, unit: str) -> str:
        piece, printed = self.table.pieces[unit], self.table.printed(unit)
        state = ", disrupted" if piece.disrupted else ""
        where = self.teller.at(piece.at)
        strength = printed.strengths[piece.lost]
        return f"{unit}: {printed.name} at {where}, {strength} strong{state}"

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
        return Choice(f"{label} ({len(found)} ways)", opens=lambda: self._by_kind(found))

    def _by_kind(self, found: list[Action]) -> Menu:
        return super().grouped(found, 0)

    def _whom(self, action: Any) -> str:
        """The heading under which an order stands."""
        if isinstance(action, Send):
            return f"order {self.teller.body(action.to)}"  # type: ignore[attr-defined]
        if isinstance(action, Record) and action.division:
            return f"{self.teller.leader(action.leader)}, for division {action.division}"
        if isinstance(action, Record | BadMove):
            return self.teller.leader(action.leader)
        return super().kind(action)

    def kind(self, action: Any) -> str:
        if isinstance(action, Written):
            return str(action.orders[0].type.value).replace("_", " ")
        if isinstance(action, Lead):
            return f"ride {self.teller.leader(action.leader)}"
        if isinstance(action, Enter):
            return f"bring on {' and '.join(action.units)}"
        if isinstance(action, Move) and len(action.units) > 1:
            return f"move {' and '.join(action.units)} together"
        return super().kind(action)

    def notes(self, action: Action, option: Option) -> Iterator[str]:
        yield from super().notes(action, option)
        if isinstance(action, Move) and option.cost:
            yield points(int(option.cost * HALVES))
        if isinstance(action, Written) and action.orders[0].target:
            yield self.teller.at(action.orders[0].target[0])
