"""Ratings from results: Bradley and Terry's model on the Elo scale, with an advantage of each side.

Intervals come from a bootstrap over pairs of games: the two games of a pair share their dice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from grognard.kernel.chance import Stream

SCALE: Final = 400 / math.log(10)
PRIOR: Final = 0.5
"""So many drawn games against an average player are added to everybody's record."""

ROUNDS: Final = 60
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
    place = dict.fromkeys(players, 0.0)
    edge = {result.scenario: 0.0 for result in results}
    for _ in range(ROUNDS):
        slope = {player: PRIOR * (0.5 - _chance(place[player])) * 2 for player in players}
        curve = dict.fromkeys(players, PRIOR * 0.5)
        tilt, bend = dict.fromkeys(edge, 0.0), dict.fromkeys(edge, 0.5)
        for result in results:
            chance = _chance(place[result.one] - place[result.other] + edge[result.scenario])
            miss, weight = result.score - chance, chance * (1 - chance)
            slope[result.one] += miss
            slope[result.other] -= miss
            curve[result.one] += weight
            curve[result.other] += weight
            tilt[result.scenario] += miss
            bend[result.scenario] += weight
        for player in players:
            place[player] += slope[player] / (curve[player] + 0.05)
        for scenario in edge:
            edge[scenario] += 0.5 * tilt[scenario] / bend[scenario]
    mean = sum(place.values()) / max(1, len(place))
    return {player: SCALE * (value - mean) for player, value in place.items()}


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
