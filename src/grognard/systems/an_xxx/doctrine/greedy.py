"""The greedy player of An XXX: it assaults from where it stands when that carries more often than not."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.systems.an_xxx.doctrine.odds import carried
from grognard.systems.bataille.actions import Assault, Finish
from grognard.systems.bataille.doctrine import greedy
from grognard.systems.bataille.table import Table


class Greedy(greedy.Greedy):
    """Looks at one thing at a time and takes the best of it."""

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        """Nothing is declared beforehand: the Roll to Close can wait for movement."""
        early = ask.purpose == "declare-early"
        return Finish() if early else super().choose(view, ask, chooser)

    def carried(self, table: Table, order: Assault) -> float:
        return carried(table, order)
