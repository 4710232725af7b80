"""What many games show: shares with their intervals, means, and where on the map men were lost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import sqrt
from statistics import mean, median
from typing import Any, Final

import msgspec

from grognard.lab.designs import SCREEN
from grognard.lab.plan import Plan
from grognard.lab.record import Simulated
from grognard.lab.tally import Tally

SURE: Final = 1.959964
"""Standard deviations of an interval that holds the truth 95 times in 100."""

FEW: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""The same for a mean of two to eleven values."""

DRAW: Final = "draw"

Games = dict[tuple[int, str], Simulated]
"""Games by their seed and by the options that are not looked at."""


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


class Mean(msgspec.Struct, frozen=True):
    """A mean with the interval of its error."""

    mean: float
    low: float
    high: float


class Fortune(msgspec.Struct, frozen=True):
    """Throws of one kind by one side: what a game's throws brought and what was to be expected.

    ``by`` is the mean of the difference, with its interval; ``winners`` in games that the side won,
    ``losers`` in others, None where there are no such games.
    """

    side: str
    kind: str
    throws: float
    got: float
    expected: float
    by: Mean
    winners: float | None
    losers: float | None


class Effect(msgspec.Struct, frozen=True):
    """One value of a varied option: the first side's wins, and each side's mean losses.

    ``shift`` is how much the first side's score differs from the option's first value, over games
    with the same dice; ``more`` by how much each side's losses do.
    """

    option: str
    value: str
    wins: Share
    losses: dict[str, float]
    shift: Mean
    more: dict[str, Mean]


class Summary(msgspec.Struct):
    """Everything the report shows. ``lost_in`` is what losses are counted in."""

    sides: dict[str, str]
    lost_in: str
    games: int
    broken: list[str]
    faults: list[str]
    verdicts: list[Share]
    winner_of: dict[str, str]
    wins: list[Share]
    losses: list[SideLosses]
    turns: list[int]
    by_turn: dict[str, list[float]]
    by_formation: dict[str, dict[str, list[float]]]
    standing: dict[str, list[float]]
    survival: list[tuple[str, str, Share]]
    held: dict[str, dict[str, list[float]]]
    lost_at: dict[int, float]
    routed_at: dict[int, float]
    fortunes: list[Fortune]
    effects: list[Effect]
    length: Mean
    ordinal: list[Share]


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
        self.games: list[Simulated] = []
        self.broken: list[str] = []
        self.faults: list[str] = []
        self.tally = Tally(roster)

    def add(self, game: Simulated) -> None:
        """Count a game; of its events only sums are kept."""
        if game.failure:
            self.broken.append(f"game {game.index} (seed {game.seed}): {game.failure}")
            return
        self.faults += [f"game {game.index}: {fault}" for fault in game.faults]
        self.tally.add(game)
        self.games.append(msgspec.structs.replace(game, events=[]))

    def summary(self) -> Summary:
        games, of = self.games, max(1, len(self.games))
        turns = sorted({turn for game in games for turn in game.by_turn})
        return Summary(
            sides=self.sides,
            lost_in=_lost_in(self.roster),
            games=len(games),
            broken=self.broken,
            faults=self.faults,
            verdicts=_verdicts(games),
            winner_of={game.verdict: game.winner for game in games},
            wins=[
                wilson(side, sum(game.winner == side for game in games), len(games))
                for side in self.sides
            ]
            + [wilson(DRAW, sum(not game.winner for game in games), len(games))],
            losses=[self._losses(side) for side in self.sides] if games else [],
            turns=turns,
            by_turn={side: _curve(games, turns, side) for side in self.sides},
            by_formation={side: self._formations(turns, side) for side in self.sides},
            standing={side: self._standing(turns, side) for side in self.sides},
            survival=self._survival(),
            held=self._held(turns),
            lost_at={at: count / of for at, count in sorted(self.tally.lost_at.items())},
            routed_at={at: count / of for at, count in sorted(self.tally.routed_at.items())},
            fortunes=[self._fortune(key) for key in sorted(self.tally.luck)],
            effects=self._effects(),
            length=interval([game.turns for game in games]),
            ordinal=_ordinal(games),
        )

    def _losses(self, side: str) -> SideLosses:
        found = sorted(game.lost(side) for game in self.games)
        strength = strength_of(self.roster, side)
        middle = len(found) // 2
        return SideLosses(
            side, strength, mean(found), median(found), median(found[: middle + 1]),
            median(found[middle:]), median(found) / strength if strength else 0.0,
        )  # fmt: skip

    def _formations(self, turns: Sequence[int], side: str) -> dict[str, list[float]]:
        """Mean losses by formation, or by division where these tell more."""
        formations = _formations(self.games, turns, side)
        divisions = self.tally.divisions(side, turns, max(1, len(self.games)))
        return divisions if len(divisions) > len(formations) else formations

    def _held(self, turns: Sequence[int]) -> dict[str, dict[str, list[float]]]:
        """For each place and side the share of games in which it held all of it, by turn."""
        places = sorted({place for game in self.games for place in game.held})
        return {
            place: {
                side: [_mean([_holder(game, place, turn) == side for game in self.games])
                       for turn in turns]
                for side in self.sides
            }
            for place in places
        }  # fmt: skip

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
        rows = self.tally.luck[key]
        of = len(self.games)
        differ = [(winner == side, got - expected) for winner, _, got, expected in rows]
        return Fortune(
            side, kind,
            sum(row[1] for row in rows) / of, sum(row[2] for row in rows) / of,
            sum(row[3] for row in rows) / of, interval([by for _, by in differ]),
            _mean_or_none([by for won, by in differ if won]),
            _mean_or_none([by for won, by in differ if not won]),
        )  # fmt: skip

    def _effects(self) -> list[Effect]:
        first = next(iter(self.sides))
        found: list[Effect] = []
        for option, values in self.plan.vary.items():
            base = self._of_value(option, values[0])
            for value in values:
                own = self._of_value(option, value)
                held = list(own.values())
                pairs = self._pairs(own, base)
                found.append(
                    Effect(
                        option, value,
                        wilson(first, sum(game.winner == first for game in held), len(held)),
                        {side: _mean([game.lost(side) for game in held]) for side in self.sides},
                        _by_seed([(one.seed, one.score - other.score) for one, other in pairs]),
                        {side: _by_seed([(one.seed, one.lost(side) - other.lost(side))
                                         for one, other in pairs]) for side in self.sides},
                    )
                )  # fmt: skip
        return found

    def _pairs(self, own: Games, base: Games) -> list[tuple[Simulated, Simulated]]:
        """Games of two values that are compared: with the same dice, and the other options alike.

        In a screening design the others are balanced, not alike: all games of the same dice.
        """
        if self.plan.design != SCREEN:
            return [(own[key], base[key]) for key in sorted(own) if key in base]
        by_seed: dict[int, list[Simulated]] = defaultdict(list)
        for game in base.values():
            by_seed[game.seed].append(game)
        return [(game, other) for game in own.values() for other in by_seed[game.seed]]

    def _of_value(self, option: str, value: str) -> Games:
        """The games with one value of an option, by seed and by the other options."""
        return {
            (game.seed, str(sorted((k, v) for k, v in game.options.items() if k != option))): game
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


def _lost_in(roster: Mapping[str, Any]) -> str:
    increments = any(hasattr(unit, "increments") for unit in roster.values())
    return "increments" if increments else "strength points"


def _mean(values: Sequence[float]) -> float:
    return mean(values) if values else 0.0


def _mean_or_none(values: Sequence[float]) -> float | None:
    return mean(values) if values else None


def interval(values: Sequence[float]) -> Mean:
    """A mean with the interval of its error; of fewer than two values the interval is unknown."""
    middle = _mean(values)
    if len(values) < 2:
        return Mean(middle, float("-inf"), float("inf"))
    spread = sqrt(sum((each - middle) ** 2 for each in values) / (len(values) - 1))
    error = _quantile(len(values) - 1) * spread / sqrt(len(values))
    return Mean(middle, middle - error, middle + error)


def _quantile(freedom: int) -> float:
    """Student's: for few values the interval is wider."""
    return FEW[freedom - 1] if freedom <= len(FEW) else SURE + 2.5 / freedom


def _by_seed(values: Sequence[tuple[int, float]]) -> Mean:
    """A mean over seeds. Games with the same dice are much alike: together they count once."""
    by_seed: dict[int, list[float]] = defaultdict(list)
    for seed, value in values:
        by_seed[seed].append(value)
    return interval([mean(held) for held in by_seed.values()])


def _holder(game: Simulated, place: str, turn: int) -> str:
    """Who held all of a place at the end of a turn."""
    held = game.held.get(place, {})
    last = max((each for each in held if each <= turn), default=None)
    return "" if last is None else held[last]


def _verdicts(games: Sequence[Simulated]) -> list[Share]:
    counted = Counter(game.verdict for game in games)
    return [
        wilson(verdict, count, len(games))
        for verdict, count in sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))
    ]


def _ordinal(games: Sequence[Simulated]) -> list[Share]:
    """Verdicts in order, the first side's best before the others, each with the share of games that
    ended so well or better."""
    scores: dict[str, list[float]] = defaultdict(list)
    for game in games:
        scores[game.verdict].append(game.score)
    order = sorted(scores, key=lambda verdict: (-mean(scores[verdict]), verdict))
    counts = accumulate(len(scores[verdict]) for verdict in order)
    return [
        wilson(verdict, count, len(games)) for verdict, count in zip(order, counts, strict=True)
    ]


def _at(game: Simulated, turn: int) -> Mapping[str, Mapping[str, int]]:
    """The losses of a game at the end of a turn; those of its last turn when it ended before."""
    held = max((each for each in game.by_turn if each <= turn), default=None)
    return {} if held is None else game.by_turn[held]


def _curve(games: Iterable[Simulated], turns: Sequence[int], side: str) -> list[float]:
    games = list(games)
    return [
        _mean([sum(_at(game, turn).get(side, {}).values()) for game in games]) for turn in turns
    ]


def _formations(
    games: Sequence[Simulated], turns: Sequence[int], side: str
) -> dict[str, list[float]]:
    """Mean losses of each formation that ever lost anybody."""
    names = sorted({name for game in games for held in game.by_turn.values()
                    for name in held.get(side, {})})  # fmt: skip
    found = {
        name: [_mean([_at(game, turn).get(side, {}).get(name, 0) for game in games])
               for turn in turns]
        for name in names
    }  # fmt: skip
    return {name: values for name, values in found.items() if values and values[-1] > 0}
