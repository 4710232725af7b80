"""What many games show: shares with their intervals, means, and where on the map men were lost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import mean, median
from typing import Any, Final

import msgspec

from grognard.lab.plan import Plan
from grognard.lab.record import Game

SURE: Final = 1.959964
"""Standard deviations of an interval that holds the truth 95 times in 100."""

ROUTS: Final = frozenset({"Routed", "Disrupted"})
"""Kinds of events by which a unit breaks."""

DRAW: Final = "draw"


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with Wilson's interval."""

    name: str
    count: int
    of: int
    share: float
    low: float
    high: float


class SideLosses(msgspec.Struct, frozen=True):
    """What a side lost at the end: mean, median and the middle half; ``strength`` at the start."""

    side: str
    strength: int
    mean: float
    median: float
    quarter: float
    three_quarters: float
    share: float


class Fortune(msgspec.Struct, frozen=True):
    """Throws of one kind by one side: what a game's throws brought and what was to be expected.

    ``winners`` is the mean of the difference in games that the side won, ``losers`` in others.
    """

    side: str
    kind: str
    throws: float
    got: float
    expected: float
    winners: float
    losers: float


class Effect(msgspec.Struct, frozen=True):
    """One value of a varied option: the first side's wins, and each side's mean losses.

    ``shift`` is how much the first side's score differs from the option's first value, over games
    with the same dice; ``low`` and ``high`` are its interval.
    """

    option: str
    value: str
    wins: Share
    losses: dict[str, float]
    shift: float
    low: float
    high: float


class Summary(msgspec.Struct):
    """Everything the report shows."""

    sides: dict[str, str]
    games: int
    broken: list[str]
    faults: list[str]
    verdicts: list[Share]
    wins: list[Share]
    losses: list[SideLosses]
    turns: list[int]
    by_turn: dict[str, list[float]]
    by_formation: dict[str, dict[str, list[float]]]
    standing: dict[str, list[float]]
    survival: list[tuple[str, str, Share]]
    lost_at: dict[int, float]
    routed_at: dict[int, float]
    fortunes: list[Fortune]
    effects: list[Effect]


def wilson(name: str, count: int, of: int) -> Share:
    """A share with its interval, right also for few games and for all or none.

    >>> wilson("wins", 5, 10).low.__round__(3), wilson("wins", 0, 10).high.__round__(3)
    (0.237, 0.278)
    """
    if not of:
        return Share(name, 0, 0, 0.0, 0.0, 1.0)
    share, square = count / of, SURE * SURE
    middle = share + square / (2 * of)
    spread = SURE * sqrt(share * (1 - share) / of + square / (4 * of * of))
    whole = 1 + square / of
    low, high = max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
    return Share(name, count, of, share, low, high)


class Counting:
    """Takes games one by one, so that they need not all be held."""

    def __init__(self, plan: Plan, sides: Mapping[str, str], roster: Mapping[str, Any]) -> None:
        self.plan, self.sides, self.roster = plan, dict(sides), roster
        self.games: list[Game] = []
        self.broken: list[str] = []
        self.faults: list[str] = []
        self.lost_at: Counter[int] = Counter()
        self.routed_at: Counter[int] = Counter()
        self.luck: dict[tuple[str, str], list[tuple[str, int, float, float]]] = defaultdict(list)

    def add(self, game: Game) -> None:
        """Count a game; of its events only sums are kept."""
        if game.failure:
            self.broken.append(f"game {game.index} (seed {game.seed}): {game.failure}")
            return
        self.faults += [f"game {game.index}: {fault}" for fault in game.faults]
        sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
        for line in game.events:
            if line.hexagon and line.lost > 0:
                self.lost_at[line.hexagon] += line.lost
            if line.hexagon and line.kind in ROUTS:
                self.routed_at[line.hexagon] += 1
            if line.luck:
                found = sums[line.side, line.luck]
                found[0] += 1
                found[1] += line.got
                found[2] += line.expected
        for key, (throws, got, expected) in sums.items():
            self.luck[key].append((game.winner, int(throws), got, expected))
        self.games.append(msgspec.structs.replace(game, events=[]))

    def summary(self) -> Summary:
        games, of = self.games, max(1, len(self.games))
        turns = sorted({turn for game in games for turn in game.by_turn})
        return Summary(
            sides=self.sides,
            games=len(games),
            broken=self.broken,
            faults=self.faults,
            verdicts=_verdicts(games),
            wins=[
                wilson(side, sum(game.winner == side for game in games), len(games))
                for side in self.sides
            ]
            + [wilson(DRAW, sum(not game.winner for game in games), len(games))],
            losses=[self._losses(side) for side in self.sides] if games else [],
            turns=turns,
            by_turn={side: _curve(games, turns, side) for side in self.sides},
            by_formation={side: _formations(games, turns, side) for side in self.sides},
            standing={side: self._standing(turns, side) for side in self.sides},
            survival=self._survival(),
            lost_at={at: count / of for at, count in sorted(self.lost_at.items())},
            routed_at={at: count / of for at, count in sorted(self.routed_at.items())},
            fortunes=[self._fortune(key) for key in sorted(self.luck)],
            effects=self._effects(),
        )

    def _losses(self, side: str) -> SideLosses:
        found = sorted(game.lost(side) for game in self.games)
        strength = strength_of(self.roster, side)
        middle = len(found) // 2
        return SideLosses(
            side, strength, mean(found), median(found), median(found[: middle + 1]),
            median(found[middle:]), median(found) / strength if strength else 0.0,
        )  # fmt: skip

    def _standing(self, turns: Sequence[int], side: str) -> list[float]:
        """The share of a side's units that are not lost, turn by turn."""
        fell = [
            turn
            for game in self.games
            for unit, turn in game.fell.items()
            if unit in self.roster and self.roster[unit].side == side
        ]
        return [sum(not at or at > turn for at in fell) / max(1, len(fell)) for turn in turns]

    def _survival(self) -> list[tuple[str, str, Share]]:
        """Every unit: its side, its name, and how often it was there at the end."""
        there: dict[str, list[bool]] = defaultdict(list)
        for game in self.games:
            for unit, turn in game.fell.items():
                there[unit].append(not turn)
        rows = [
            (self.roster[unit].side, str(self.roster[unit].name),
             wilson(unit, sum(found), len(found)))
            for unit, found in there.items() if unit in self.roster
        ]  # fmt: skip
        return sorted(rows, key=lambda row: (row[0], row[2].share, row[2].name))

    def _fortune(self, key: tuple[str, str]) -> Fortune:
        side, kind = key
        rows = self.luck[key]
        of = len(self.games)
        differ = [(winner == side, got - expected) for winner, _, got, expected in rows]
        return Fortune(
            side, kind,
            sum(row[1] for row in rows) / of, sum(row[2] for row in rows) / of,
            sum(row[3] for row in rows) / of,
            _mean([by for won, by in differ if won]), _mean([by for won, by in differ if not won]),
        )  # fmt: skip

    def _effects(self) -> list[Effect]:
        first = next(iter(self.sides))
        found: list[Effect] = []
        for option, values in self.plan.vary.items():
            base = self._scores(option, values[0])
            for value in values:
                held = [game for game in self.games if game.options[option] == value]
                own = self._scores(option, value)
                shifts = [own[key] - base[key] for key in sorted(own) if key in base]
                found.append(
                    Effect(
                        option, value,
                        wilson(first, sum(game.winner == first for game in held), len(held)),
                        {side: _mean([game.lost(side) for game in held]) for side in self.sides},
                        *_interval(shifts),
                    )
                )  # fmt: skip
        return found

    def _scores(self, option: str, value: str) -> dict[tuple[int, str], float]:
        """The first side's score by seed and by the other options."""
        return {
            (game.seed, str(sorted((k, v) for k, v in game.options.items() if k != option))): (
                game.score
            )
            for game in self.games
            if game.options[option] == value
        }


def strength_of(roster: Mapping[str, Any], side: str) -> int:
    """What a side can lose; counters that others stand for are not counted twice."""
    parts = {part for unit in roster.values() for part in getattr(unit, "parts", ())}
    return sum(
        int(getattr(unit, "increments", 0) or getattr(unit, "strength", 0))
        for name, unit in roster.items()
        if unit.side == side and name not in parts
    )


def _mean(values: Sequence[float]) -> float:
    return mean(values) if values else 0.0


def _interval(values: Sequence[float]) -> tuple[float, float, float]:
    """A mean with the interval of its error."""
    if len(values) < 2:
        return (_mean(values), -1.0, 1.0) if values else (0.0, -1.0, 1.0)
    middle = mean(values)
    spread = sqrt(sum((each - middle) ** 2 for each in values) / (len(values) - 1))
    error = SURE * spread / sqrt(len(values))
    return middle, middle - error, middle + error


def _verdicts(games: Sequence[Game]) -> list[Share]:
    counted = Counter(game.verdict for game in games)
    return [
        wilson(verdict, count, len(games))
        for verdict, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _at(game: Game, turn: int) -> Mapping[str, Mapping[str, int]]:
    """The losses of a game at the end of a turn; those of its last turn when it ended before."""
    held = max((each for each in game.by_turn if each <= turn), default=None)
    return {} if held is None else game.by_turn[held]


def _curve(games: Iterable[Game], turns: Sequence[int], side: str) -> list[float]:
    games = list(games)
    return [
        _mean([sum(_at(game, turn).get(side, {}).values()) for game in games]) for turn in turns
    ]


def _formations(games: Sequence[Game], turns: Sequence[int], side: str) -> dict[str, list[float]]:
    """Mean losses of each formation that ever lost anybody."""
    names = sorted({name for game in games for held in game.by_turn.values()
                    for name in held.get(side, {})})  # fmt: skip
    found = {
        name: [_mean([_at(game, turn).get(side, {}).get(name, 0) for game in games])
               for turn in turns]
        for name in names
    }  # fmt: skip
    return {name: values for name, values in found.items() if values and values[-1] > 0}
