"""The greedy player of Premier: the shared one, with its odds of assaults."""

from __future__ import annotations

from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.doctrine import greedy
from grognard.systems.bataille.table import Table
from grognard.systems.premier.doctrine.odds import assault_odds


class Greedy(greedy.Greedy):
    """Looks at one thing at a time and takes the best of it."""

    def carried(self, table: Table, order: Assault) -> float:
        return assault_odds(table, order.target, order.units).carried
