"""How a battle ended for a side: the score by which opponents are measured."""

from __future__ import annotations

from typing import Any

from grognard.systems.bataille.packs.victory import levels_judged, losses, verdict
from grognard.systems.bataille.table import Table


def score(state: Any, side: str) -> float:
    """How a battle ended for a side: 1 for a clear win, 3/4 for a marginal one, 1/2 for a draw."""
    table: Table = state.table
    found = verdict(table)
    if not found.side:
        return 0.5
    levels = [level for level in levels_judged(table.setting) if level.side == found.side]
    least = max(level.tested for level in levels)
    level = next(level for level in levels if level.level == found.level)
    best = 0.75 if level.tested == least and len(levels) > 1 else 1.0
    return best if found.side == side else 1 - best


def losses_of(state: Any, side: str) -> int:
    """Increments that a side has lost."""
    return losses(state.table, side)
