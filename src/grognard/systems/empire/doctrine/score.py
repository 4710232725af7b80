"""How a battle ended for a side: the score by which opponents are measured."""

from __future__ import annotations

from grognard.systems.empire.setting import SideId
from grognard.systems.empire.table import Table
from grognard.systems.empire.victory import verdict


def score(table: Table, side: SideId) -> float:
    """How a battle ended for a side: 1 for the best victory, 3/4 for a smaller one, 1/2 for a draw."""
    winner, level = verdict(table)
    if not winner:
        return 0.5
    best = 1.0 if level == table.setting.victory.levels[0][1] else 0.75
    return best if winner == side else 1 - best
