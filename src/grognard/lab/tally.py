"""What is counted from the events of games, so that the events themselves need not be held."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from grognard.lab.record import Line, Simulated

ROUTS: Final = frozenset({"Routed", "Disrupted"})
"""Kinds of events by which a unit breaks."""

MOST_LINES: Final = 8
"""A drawing shows no more formations than this."""


class Tally:
    """Sums over the events of all games, and a few figures of each game, in the order of games."""

    def __init__(self, roster: Mapping[str, Any]) -> None:
        self.roster = roster
        self.lost_at: Counter[int] = Counter()
        self.routed_at: Counter[int] = Counter()
        self.luck: dict[tuple[str, str], list[tuple[str, int, float, float]]] = defaultdict(list)
        self.first_loss: list[int] = []
        self.nations: list[Counter[tuple[str, str]]] = []
        self._divisions: dict[tuple[str, str], Counter[int]] = defaultdict(Counter)

    def add(self, game: Simulated) -> None:
        sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
        nations: Counter[tuple[str, str]] = Counter()
        first = 0
        for line in game.events:
            if line.lost:
                first = first or line.turn
                self._lose(line, nations)
            if line.hexagon and line.kind in ROUTS:
                self.routed_at[line.hexagon] += 1
            if line.luck:
                found = sums[line.side, line.luck]
                found[0] += 1
                found[1] += line.got
                found[2] += line.expected
        for key, (throws, got, expected) in sums.items():
            self.luck[key].append((game.winner, int(throws), got, expected))
        self.first_loss.append(first)
        self.nations.append(nations)

    def _lose(self, line: Line, nations: Counter[tuple[str, str]]) -> None:
        if line.hexagon and line.lost > 0:
            self.lost_at[line.hexagon] += line.lost
        unit = self.roster.get(line.unit)
        if unit is not None:
            nations[unit.side, str(getattr(unit, "nation", ""))] += line.lost
            division = str(getattr(unit, "division", ""))
            self._divisions[unit.side, division][line.turn] += line.lost

    def divisions(self, side: str, turns: Sequence[int], games: int) -> dict[str, list[float]]:
        """Mean losses of each division so far, turn by turn; none where there are too many."""
        names = {
            str(getattr(unit, "division", "")) for unit in self.roster.values() if unit.side == side
        }
        if len(names) > MOST_LINES:
            return {}
        return {
            told(name): list(
                accumulate(self._divisions[side, name][turn] / games for turn in turns)
            )
            for name in sorted(names)
            if sum(self._divisions[side, name].values()) > 0
        }


def told(name: str) -> str:
    """An id as a name.

    >>> told("left_wing"), told("")
    ('Left wing', 'others')
    """
    return name.replace("_", " ").capitalize() or "others"
