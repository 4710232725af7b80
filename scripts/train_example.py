"""Train a small agent in minutes: the cross-entropy method with a linear policy on the duel.

    python scripts/train_example.py [--rounds 6] [--opponent random] [--curve curve.svg]

The policy looks at the figures of every slot, apart for the choice of *who* and of *what*, and
gives each a chance. In every round some policies are drawn around the best so far, all play the
same few games, and the next round is drawn around those that did best. Prints after each round the
mean result on games that are not learnt from (1 is a victory, -1 a defeat); the first is play by
chance.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.envs import single
from grognard.envs.features import SLOT

Figures = NDArray[np.float64]
Chance = np.random.Generator

STAGE = 1
"""The place of the figure that says whether the choice is *who*."""

USED = np.zeros((2, SLOT))
USED[0, [1, 2, 3, 4, 5, 8, 9]] = 1
USED[1, 1] = 1
"""The figures that are weighed. Of *what*: to end, march, fire, fight, do anything else, come
nearer, how many take part; of *who*: to end. With eight weights a few hundred games are enough."""

DRAWN, BEST, GAMES = 12, 4, 6
"""In a round: policies drawn, those that are kept, and the games each plays."""

TESTS = 40
"""Games that measure a round: always the same ones, and none that is learnt from."""

WIDE, NARROW = 3.0, 0.3
"""How far policies are drawn apart at first, and at least."""


def choose(weights: Figures, seen: dict[str, Any], mind: Chance) -> int:
    """A slot by chance, likelier the more its figures weigh."""
    rows = np.asarray(seen["options"], np.float64)
    worth = rows @ weights[int(seen["observation"][STAGE])]
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
    drawn = [middle + USED * spread * mind.standard_normal(middle.shape) for _ in range(DRAWN)]
    ranked = sorted(drawn, key=worth, reverse=True)
    best = np.stack(ranked[:BEST])
    return best.mean(axis=0), np.maximum(best.std(axis=0), NARROW)


def train(rounds: int, opponent: str, seed: int) -> list[float]:
    """The mean result of the policy in the middle after each round, on games it never learns from."""
    env = single("duel", opponent=opponent, shaping=1.0)
    mind, began = np.random.default_rng(seed), time.perf_counter()
    middle, spread = np.zeros((2, SLOT)), np.full((2, SLOT), WIDE)
    curve: list[float] = []
    for number in range(rounds + 1):
        if number:
            seeds = [(seed + number) * 100_003 + n for n in range(GAMES)]

            def worth(weights: Figures, seeds: list[int] = seeds) -> float:
                return float(np.mean([play(env, weights, each)[1] for each in seeds]))

            middle, spread = improved(middle, spread, worth, mind)
        curve.append(float(np.mean([play(env, middle, seed * 1009 + n)[0] for n in range(TESTS)])))
        print(f"round {number}: {curve[-1]:+.2f}  ({time.perf_counter() - began:.0f} s)")
    return curve


def drawn(curve: list[float]) -> str:
    """The curve as a small SVG."""
    across = 560 / max(1, len(curve) - 1)
    points = " ".join(
        f"{40 + across * n:.1f},{110 - 90 * each:.1f}" for n, each in enumerate(curve)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 220">'
        '<path d="M40 20V200M40 110H600" stroke="#888" fill="none"/>'
        '<text x="4" y="24" font-size="12">won</text><text x="4" y="202" font-size="12">lost</text>'
        f'<polyline points="{points}" fill="none" stroke="#1E3F7A" stroke-width="2.5"/></svg>\n'
    )


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--rounds", type=int, default=6)
    words.add_argument("--opponent", default="random")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--curve", type=Path)
    asked = words.parse_args()
    curve = train(asked.rounds, asked.opponent, asked.seed)
    print(f"by chance {curve[0]:+.2f}, at the end {curve[-1]:+.2f}")
    if asked.curve:
        asked.curve.write_text(drawn(curve), "utf-8")


if __name__ == "__main__":
    main()
