"""The sand table: a table of one's own, built from what one side may see.

Nothing of the real table is on it. The enemy's hidden values are dealt out anew by a seed, once for
a battle; pieces are moved as the view shows them, so the rules' own sums can be asked here.
"""

from __future__ import annotations

from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table
from grognard.systems.bataille.views import View, as_seen, guess


class SandTable:
    """One side's picture of a battle, kept up to date with its views."""

    def __init__(self, setting: Setting, seed: int = 0, guess: Setting | None = None) -> None:
        self._real, self._seed = setting, seed
        self._guess = guess
        self._table: Table | None = None

    def show(self, view: View) -> Table:
        """The table as this view shows it. Whoever wants to change it drafts it first."""
        if self._guess is None:
            self._guess = guessed(view, self._real, self._seed)
        table = as_seen(self._table or Table(self._guess), view)
        self._table = table
        return table


def guessed(view: View, setting: Setting, seed: int) -> Setting:
    """The setting with the enemy's hidden values dealt out anew among his counters."""
    return guess(view, setting, seed).setting
