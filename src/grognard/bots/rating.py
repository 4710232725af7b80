"""Ratings from results: Bradley and Terry's model on the Elo scale, with an advantage of each side.

Intervals come from a bootstrap over pairs of games: the two games of a pair share their dice.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from grognard.kernel.chance import Stream

SCALE: Final = 400 / math.log(10)
PRIOR: Final = 0.5
"""So many drawn games against an average player are added to everybody's record."""

ROUNDS: Final = 60
CLOSE: Final = 1e-9
LONGEST: Final = 1.0
TINY: Final = 1e-6
"""When the fit is there, how far it goes in a round, and what keeps its curvature positive."""

SAMPLES: Final = 200


class Result(msgspec.Struct, frozen=True):
    """One game: the score of ``one``, who had the first side of the scenario; and its pair."""

    scenario: str
    one: str
    other: str
    score: float
    pair: int


class Rating(msgspec.Struct, frozen=True):
    """A player's place on the ladder, and the interval that holds it nineteen times of twenty."""

    player: str
    elo: float
    low: float
    high: float


def fitted(results: Sequence[Result], players: Sequence[str]) -> dict[str, float]:
    """Ratings that explain the results best, their mean zero."""
    scenarios = list(dict.fromkeys(result.scenario for result in results))
    index = {name: number for number, name in enumerate((*players, *scenarios))}
    tallies: dict[tuple[int, int, int], list[float]] = {}
    for result in results:
        key = (index[result.one], index[result.other], index[result.scenario])
        tally = tallies.setdefault(key, [0.0, 0.0])
        tally[0] += 1
        tally[1] += result.score
    found = [0.0] * len(index)
    for _ in range(ROUNDS):
        step = _solved(*_slopes(tallies, found, len(players)))
        most = max(map(abs, step), default=0.0)
        shorter = min(1.0, LONGEST / most) if most else 1.0
        found = [value + shorter * each for value, each in zip(found, step, strict=True)]
        if most < CLOSE:
            break
    place = found[: len(players)]
    mean = sum(place) / max(1, len(place))
    return {name: SCALE * (value - mean) for name, value in zip(players, place, strict=True)}


def _slopes(
    tallies: Mapping[tuple[int, int, int], Sequence[float]], found: Sequence[float], players: int
) -> tuple[list[list[float]], list[float]]:
    """The curvature and the slope of the likelihood; advantages of a side are held a little."""
    count = len(found)
    curve = [[0.0] * count for _ in range(count)]
    slope = [0.0] * count
    for number, value in enumerate(found):
        chance = _chance(value)
        held = number < players
        slope[number] = 2 * PRIOR * (0.5 - chance) if held else -PRIOR * value
        curve[number][number] = (2 * PRIOR * chance * (1 - chance) if held else PRIOR) + TINY
    for (one, other, scenario), (games, score) in tallies.items():
        chance = _chance(found[one] - found[other] + found[scenario])
        miss, weight = score - games * chance, games * chance * (1 - chance)
        signs = ((one, 1.0), (other, -1.0), (scenario, 1.0))
        for row, sign in signs:
            slope[row] += sign * miss
            for column, other_sign in signs:
                curve[row][column] += sign * other_sign * weight
    return curve, slope


def _solved(curve: list[list[float]], slope: list[float]) -> list[float]:
    """The step that Newton takes, by elimination; the curvature is positive, so no pivots."""
    rows = [[*row, value] for row, value in zip(curve, slope, strict=True)]
    count = len(rows)
    for number in range(count):
        for below in range(number + 1, count):
            share = rows[below][number] / rows[number][number]
            if share:
                for column in range(number, count + 1):
                    rows[below][column] -= share * rows[number][column]
    step = [0.0] * count
    for number in reversed(range(count)):
        rest = sum(rows[number][after] * step[after] for after in range(number + 1, count))
        step[number] = (rows[number][count] - rest) / rows[number][number]
    return step


def rated(results: Sequence[Result], players: Sequence[str], seed: int = 1) -> list[Rating]:
    """Ratings with their intervals, the lowest first."""
    found = fitted(results, players)
    pairs: dict[int, list[Result]] = {}
    for result in results:
        pairs.setdefault(result.pair, []).append(result)
    groups, stream = list(pairs.values()), Stream(seed)
    drawn: dict[str, list[float]] = {player: [] for player in players}
    for _ in range(SAMPLES if groups else 0):
        sample = [r for _ in groups for r in groups[stream.randrange(len(groups))]]
        for player, value in fitted(sample, players).items():
            drawn[player].append(value)
    ratings = []
    for player in players:
        spread = sorted(drawn[player]) or [found[player]]
        low = spread[int(0.025 * len(spread))]
        high = spread[min(len(spread) - 1, int(0.975 * len(spread)))]
        ratings.append(Rating(player, round(found[player]), round(low), round(high)))
    return sorted(ratings, key=lambda rating: rating.elo)


def difference(results: Sequence[Result], one: str, other: str, seed: int = 1) -> Rating:
    """How much stronger ``one`` is than ``other`` by the games they played each other."""
    among = [r for r in results if {r.one, r.other} == {one, other}]
    pairs: dict[int, list[float]] = {}
    for r in among:
        pairs.setdefault(r.pair, []).append(r.score if r.one == one else 1 - r.score)
    groups, stream = list(pairs.values()), Stream(seed)
    spread = sorted(
        _elo([x for _ in groups for x in groups[stream.randrange(len(groups))]])
        for _ in range(SAMPLES if groups else 0)
    ) or [0.0]
    mean = _elo([score for group in groups for score in group])
    low, high = (
        spread[int(0.025 * len(spread))],
        spread[min(len(spread) - 1, int(0.975 * len(spread)))],
    )
    return Rating(f"{one} - {other}", round(mean), round(low), round(high))


def _elo(scores: Sequence[float]) -> float:
    share = (sum(scores) + 0.5) / (len(scores) + 1)
    return SCALE * math.log(share / (1 - share))


def _chance(lead: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, lead))))
