"""Tune the weights of a level by self-play: SPSA over mirrored pairs with shared dice.

    python scripts/tune_bots.py --level colonel --rounds 20 --pairs 6 --packs duel,village,charge

Every round moves all weights a little to both sides at once, plays the two against each other and
follows the winner. The figures it ends with are printed as lines for ``planning/levels.yaml``; nothing
is written. The same seed gives the same figures.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from grognard.bots.contest import play
from grognard.bots.roster import judge_of, player
from grognard.kernel.chance import Stream
from grognard.planning.levels import Character
from grognard.systems.registry import system_named

TUNED = (
    "danger", "support", "margin", "goal", "patience", "guns", "charges", "reserve", "insight",
)  # fmt: skip
STEP, GAIN = 0.15, 0.3
LEAST = 0.0
SHARES = {"insight": 1.0, "reserve": 0.5}
"""Weights that are shares, and how large they may become."""

Game = tuple[str, str, str, Character, Character, int]


def score(game: Game) -> float:
    """The score of the first character, who has the first side, in one game."""
    system_name, pack, level, one, other, seed = game
    system = system_named(system_name)
    setting = system.library.setting(pack, {})
    first, second = system.rules.sides(setting)
    players = {
        first: player(level, system, setting, first, seed, one),
        second: player(level, system, setting, second, seed, other),
    }
    ended = play(system, system.rules.opening(setting), players, seed)
    return float(system.doctrine.score(ended.state, first))


def moved(held: Character, signs: Mapping[str, int], by: float) -> Character:
    """The character with every tuned weight moved by a part of itself."""
    changes = {}
    for name in TUNED:
        value = getattr(held, name)
        value = max(LEAST, value + signs[name] * by * max(0.2, abs(value)))
        changes[name] = min(SHARES.get(name, value), value)
    return msgspec.structs.replace(held, **changes)


def lead(games: list[tuple[Game, Game]], pool: ProcessPoolExecutor) -> float:
    """How much the first character leads over mirrored pairs, from -1 to 1."""
    flat = [game for pair in games for game in pair]
    scores = list(pool.map(score, flat))
    total = sum(scores[0::2]) - sum(scores[1::2])
    return total / max(1, len(games))


def main() -> None:
    parser = argparse.ArgumentParser(description="Tune the weights of a level by self-play.")
    parser.add_argument("--system", default="premier")
    parser.add_argument("--level", default="colonel")
    parser.add_argument("--packs", default="duel,village,charge")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    held = judge_of(given.level, system_named(given.system))
    stream = Stream(given.seed)
    packs = given.packs.split(",")
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        for number in range(given.rounds):
            signs = {name: 2 * stream.randrange(2) - 1 for name in TUNED}
            one, other = moved(held, signs, STEP), moved(held, signs, -STEP)
            games = []
            for index in range(given.pairs):
                pack, seed = packs[index % len(packs)], given.seed + 1000 * number + index
                there: Game = (given.system, pack, given.level, one, other, seed)
                back: Game = (given.system, pack, given.level, other, one, seed)
                games.append((there, back))
            found = lead(games, pool)
            held = moved(held, signs, GAIN * STEP * found)
            print(f"round {number + 1}: lead {found:+.2f}")
    for name in TUNED:
        print(f"    {name}: {getattr(held, name):.3f}")


if __name__ == "__main__":
    main()
