"""Train a small agent in minutes: the cross-entropy method with a linear policy on the village.

    python scripts/train_example.py [--scenario village] [--opponent random] [--curve curve.svg]

The policy looks at some figures of every slot, apart for the choice of *who*, *verb* and *what*, and
gives each a chance. In every round some policies are drawn around the best so far, all play the
same few games with the same dice, and the next round is drawn around those that did best. After
each round the policy in the middle plays games that are never learnt from: the mean result (1 is a
victory, -1 a defeat) and the share of victories, each with the interval that holds 95 times in 100.
The first line is play by chance. Everything depends on the seed alone.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.envs import single
from grognard.envs.features import NAMES

Figures = NDArray[np.float64]
Chance = np.random.Generator

WEIGHED: dict[str, dict[str, float]] = {
    "who": {"ends": 3.0},
    "verb": {"march": 3.0},
    "what": {
        "ends": 3.0, "march": 3.0, "fire": 3.0, "fight": 3.0, "enemy_nearer": 10.0,
        "aim_nearer": 10.0, "on_aim": 3.0, "cover": 3.0, "enemies_by": 6.0, "friends_by": 6.0,
    },
}  # fmt: skip
"""The figures that are weighed at each stage, and how far apart the first policies are drawn."""

STAGES = tuple(WEIGHED)
KEYS = [(stage, name) for stage in STAGES for name in WEIGHED[stage]]
ROWS = np.array([STAGES.index(stage) for stage, _ in KEYS])
COLUMNS = np.array([NAMES.index(name) for _, name in KEYS])
SPREAD = np.array([WEIGHED[stage][name] for stage, name in KEYS])

DRAWN, BEST = 14, 4
"""In a round: policies drawn, and those that are kept."""

LEAST = 0.1
"""The spread of the policies never falls below this part of the first."""

SURE = 1.96


class Mark(NamedTuple):
    """How good a policy is: mean result and share of victories, each with half its interval."""

    result: float
    about: float
    won: float
    won_about: float


def choose(weights: Figures, seen: dict[str, Any], mind: Chance) -> int:
    """A slot by chance, likelier the more its figures weigh."""
    table = seen["observation"]
    stage = 0 if table[1] else 1 if table[2] else 2
    here = np.equal(ROWS, stage)
    worth = seen["options"][:, COLUMNS[here]] @ weights[here]
    worth = np.where(seen["action_mask"] > 0, worth, -np.inf)
    chances = np.exp(worth - worth.max())
    return int(mind.choice(len(chances), p=chances / chances.sum()))


def play(env: Any, weights: Figures, seed: int) -> tuple[float, float]:
    """A game: its result, and all it brought with what was lost and inflicted."""
    seen, _ = env.reset(seed=seed)
    mind, total, done = np.random.default_rng(seed), 0.0, False
    while not done:
        seen, reward, ended, cut, _ = env.step(choose(weights, seen, mind))
        total += float(reward)
        done = ended or cut
    return env.battle.score(env.side), total


def improved(
    middle: Figures, spread: Figures, worth: Callable[[Figures], float], mind: Chance
) -> tuple[Figures, Figures]:
    """One round: draw, try, and draw the next around the best."""
    drawn = [middle + spread * mind.standard_normal(middle.shape) for _ in range(DRAWN)]
    best = np.stack(sorted(drawn, key=worth, reverse=True)[:BEST])
    return best.mean(axis=0), np.maximum(best.std(axis=0), LEAST * SPREAD)


def measured(env: Any, weights: Figures, seeds: Sequence[int]) -> Mark:
    """The policy on games that it never learns from."""
    results = np.array([play(env, weights, each)[0] for each in seeds])
    won = float((results > 0).mean())
    wide = SURE / len(results) ** 0.5
    return Mark(
        float(results.mean()), float(wide * results.std()), won, wide * (won * (1 - won)) ** 0.5
    )


def train(
    scenario: str, opponent: str, rounds: int, seed: int, games: int, tests: int
) -> list[Mark]:
    """The policy in the middle after each round, play by chance first.

    In a round each policy plays ``games`` games; ``tests`` others, always the same, measure it.
    """
    env = single(scenario, opponent=opponent, shaping=1.0)
    mind, began = np.random.default_rng(seed), time.perf_counter()
    middle, spread = np.zeros(len(KEYS)), SPREAD.copy()
    unseen = [seed * 1009 + number for number in range(tests)]
    curve: list[Mark] = []
    for number in range(rounds + 1):
        if number:
            seeds = [(seed + number) * 100_003 + each for each in range(games)]

            def worth(weights: Figures, seeds: list[int] = seeds) -> float:
                return float(np.mean([play(env, weights, each)[1] for each in seeds]))

            middle, spread = improved(middle, spread, worth, mind)
        mark = measured(env, middle, unseen)
        curve.append(mark)
        print(
            f"round {number}: {mark.result:+.2f} +- {mark.about:.2f}, won {mark.won:.0%} +- "
            f"{mark.won_about:.0%}  ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )
    for (stage, name), weight in zip(KEYS, middle, strict=True):
        print(f"  {stage:<5}{name:<13}{weight:+6.1f}")
    return curve


def drawn(curve: Sequence[Mark], title: str) -> str:
    """The mean results as a small SVG, each with its interval."""
    across = 540 / max(1, len(curve) - 1)
    places = [(50 + across * n, 120 - 90 * each.result, each) for n, each in enumerate(curve)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
    whiskers = "".join(
        f"M{x:.1f} {120 - 90 * min(1.0, each.result + each.about):.1f}"
        f"V{120 - 90 * max(-1.0, each.result - each.about):.1f}"
        for x, _, each in places
    )
    rounds = "".join(
        f'<text x="{x:.1f}" y="226" text-anchor="middle">{n}</text>'
        for n, (x, _, _) in enumerate(places)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 250" font-family="serif" '
        'font-size="12"><rect width="620" height="250" fill="#F6EFDD"/>'
        '<path d="M40 30V210M40 120H600" stroke="#888" fill="none"/>'
        '<text x="8" y="34">won</text><text x="8" y="124">even</text><text x="8" y="214">lost</text>'
        f'<text x="50" y="20" font-size="14">{title}</text>{rounds}'
        '<text x="320" y="244" text-anchor="middle">round</text>'
        f'<path d="{whiskers}" stroke="#1E3F7A" stroke-width="1.2"/>'
        f'<polyline points="{points}" fill="none" stroke="#1E3F7A" stroke-width="2.5"/></svg>\n'
    )


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--scenario", default="village")
    words.add_argument("--opponent", default="random")
    words.add_argument("--rounds", type=int, default=8)
    words.add_argument("--games", type=int, default=4)
    words.add_argument("--tests", type=int, default=24)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--curve", type=Path)
    asked = words.parse_args()
    curve = train(
        asked.scenario, asked.opponent, asked.rounds, asked.seed, asked.games, asked.tests
    )
    first, last = curve[0], curve[-1]
    print(f"by chance {first.result:+.2f}, at the end {last.result:+.2f}")
    if asked.curve:
        title = f"{asked.scenario} against {asked.opponent}: mean result on games not learnt from"
        asked.curve.write_text(drawn(curve, title), "utf-8")


if __name__ == "__main__":
    main()
