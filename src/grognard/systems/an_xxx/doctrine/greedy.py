"""The greedy player of An XXX: it assaults from where it stands when that carries more often than not."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.systems.an_xxx.doctrine.odds import carried, gained
from grognard.systems.bataille.actions import Assault, Finish
from grognard.systems.bataille.doctrine import greedy
from grognard.systems.bataille.table import Table


class Greedy(greedy.Greedy):
    """Looks at one thing at a time and takes the best of it."""

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        """Nothing is declared beforehand: the Roll to Close can wait for movement; nobody gives way
        to a charge, and horse attacks without one where it wins more than it loses."""
        if ask.purpose in ("declare-early", "retreat-before-charge"):
            return Finish()
        if ask.purpose == "cavalry-attack":
            return self._attack(self.sand.show(view), ask)
        return super().choose(view, ask, chooser)

    def _attack(self, table: Table, ask: Ask) -> Action:
        orders = [order for order in ask.options if isinstance(order, Assault)]
        best = max(orders, key=lambda order: (gained(table, order), str(order)), default=None)
        return best if best is not None and gained(table, best) > 0 else Finish()

    def carried(self, table: Table, order: Assault) -> float:
        return carried(table, order)
