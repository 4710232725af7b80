"""Train a player that beats greedy: first it copies a teacher, then it learns from its own battles.

    python scripts/train_example.py [--curve curve.svg] [--save baseline.json]

The player of ``grognard.envs.baseline`` plays both sides. At first a bot plays, and the words of the
orders that it gives become likelier. After that the player meets the opponent by itself, choosing by
chance, and what was chosen becomes likelier where a battle went better than battles in that state
usually do, and less likely where it went worse (proximal policy optimisation). From time to time it
plays battles that are never learnt from, without chance: the mean result (1 is a victory, -1 a defeat)
of each side, and of both with the interval that holds 95 times in 100.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from grognard.bots.roster import player
from grognard.envs import single
from grognard.envs.baseline import SIZE, Baseline, Menu, read, save, worth
from grognard.envs.one_side import SingleEnv
from grognard.kernel.chance import Stream
from grognard.planning.leanings import end_of, mover_of, verb_of
from grognard.planning.slots import NOBODY, VERB, WHO

Figures = NDArray[np.float64]

STEP, EPOCHS, BATCH = 0.01, 3, 512
"""How far weights move at a time, how often the same choices are learnt from, how many at once."""

LESSONS = 6
"""So often the teacher's choices are learnt from."""

CLIP = 0.2
"""A choice that has become so much likelier or less likely is not learnt from again."""

WIDE = 0.01
"""How much it is worth to keep other choices likely."""

LEAD = 0.5
"""How much a share of losses counts beside the result, so that there is more to learn from."""

SLOW, SLOWER, LEAST = 0.9, 0.99, 1e-6
"""How long slopes and their squares are remembered (the usual figures of Adam)."""

SURE = 1.96
"""Half the interval that holds 95 times in 100, in standard errors."""

CURVE, LAST, TAUGHT, OWN = 1 << 20, 1 << 21, 1 << 22, 1 << 24
"""Where seeds begin: of the battles for the curve, of the last ones, of the teacher's, of its own."""


class Choice(NamedTuple):
    """What was there, what was taken and how likely that was, and how the table stood.

    Where somebody else chose, it was not likely at all.
    """

    menu: Menu
    taken: int
    chance: float = 0.0
    stand: Figures = np.zeros(0)


class Mark(NamedTuple):
    """How good the player is: the result of each side, of both, and half the interval of that."""

    played: int
    sides: tuple[float, ...]
    result: float
    about: float
    won: float


class Learner:
    """The weights and how they move: up the slope, by the steps of Adam."""

    def __init__(self, seed: int) -> None:
        self.weights, self.mind = np.zeros(SIZE), np.random.default_rng(seed)
        self._slope, self._square, self._steps = np.zeros(SIZE), np.zeros(SIZE), 0

    def chances(self, menu: Menu) -> Figures:
        """How likely each slot is."""
        liked = worth(self.weights, menu)
        found = np.exp(liked - liked.max())
        shares: Figures = found / found.sum()
        return shares

    def learn(self, choices: Sequence[Choice], gains: Figures, epochs: int) -> None:
        """What was taken becomes likelier by its gain."""
        for _ in range(epochs):
            order = self.mind.permutation(len(choices))
            for first in range(0, len(order), BATCH):
                part = order[first : first + BATCH]
                self._step([choices[each] for each in part], gains[part])

    def _step(self, choices: Sequence[Choice], gains: Figures) -> None:
        sizes = np.array([len(each.menu.places) for each in choices])
        starts, whose = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(sizes)), sizes)
        menu = Menu(
            np.concatenate([each.menu.places for each in choices]),
            np.concatenate([each.menu.values for each in choices]),
        )
        taken = starts + np.array([each.taken for each in choices])
        liked = worth(self.weights, menu)
        chances = np.exp(liked - np.maximum.reduceat(liked, starts)[whose])
        chances /= np.add.reduceat(chances, starts)[whose]
        before = np.array([each.chance for each in choices])
        change = np.divide(chances[taken], before, out=np.ones(len(before)), where=before > 0)
        far = np.where(gains > 0, change > 1 + CLIP, change < 1 - CLIP)
        pull = -chances
        pull[taken] += 1
        pull *= np.where(far, 0.0, gains * change)[whose]
        surprise = np.log(chances + LEAST)
        usual = np.add.reduceat(chances * surprise, starts)
        pull -= WIDE * chances * (surprise - usual[whose])
        slope = np.bincount(menu.places.ravel(), (menu.values * pull[:, None]).ravel(), SIZE)
        self._climb(slope / len(choices))

    def _climb(self, slope: Figures) -> None:
        self._steps += 1
        self._slope = SLOW * self._slope + (1 - SLOW) * slope
        self._square = SLOWER * self._square + (1 - SLOWER) * slope**2
        mean = self._slope / (1 - SLOW**self._steps)
        spread = np.sqrt(self._square / (1 - SLOWER**self._steps))
        self.weights = self.weights + STEP * mean / (spread + LEAST)


# --- copying a teacher


def place_of(env: SingleEnv, order: Any) -> int | None:
    """The slot by which an order is given, or one that leads to the same place; None without one."""
    menu, view = env.battle.menu, env.battle.view(env.side)
    for place, slot in enumerate(menu.slots):
        if slot.action is not None and slot.action == order:
            return place
    who, verb = mover_of(order), verb_of(order)
    if menu.stage == WHO:
        named = [slot.unit for slot in menu.slots]
        name = who if who in named else NOBODY
        return named.index(name) if name in named else None
    if menu.stage == VERB:
        verbs = [slot.verb for slot in menu.slots]
        return verbs.index(verb) if verb in verbs else None
    piece = view.pieces.get(who)
    end = end_of(piece.at, getattr(order, "path", ())) if piece is not None else 0
    ends = [place for place, slot in enumerate(menu.slots) if end and slot.to == end]
    same = (place for place in ends if menu.slots[place].order() == order)
    return next(same, ends[0] if ends else None)


def taught(env: SingleEnv, teacher: str, seed: int) -> list[Choice]:
    """A battle that a teacher plays: what he chose. What no slot stands for is left to the first."""
    seen, _ = env.reset(seed=seed)
    battle = env.battle
    bot = player(teacher, battle.system, battle.setting, env.side, battle.seed)
    mind, asked, order, found, done = Stream(seed), -1, None, [], False
    while not done:
        if battle.questions != asked:
            asked, order = battle.questions, bot(battle.view(env.side), battle.ask, mind)
        place = place_of(env, order)
        if place is not None and len(battle.menu.slots) > 1:
            found.append(Choice(read(battle, seen), place))
        seen, _, ended, cut, _ = env.step(place or 0)
        done = ended or cut
    return found


# --- learning from battles


def fought(env: SingleEnv, learner: Learner, seed: int) -> tuple[list[Choice], float]:
    """A battle in which slots are taken by chance: what was chosen, and what came of it."""
    seen, _ = env.reset(seed=seed)
    found: list[Choice] = []
    battle, done = env.battle, False
    while not done:
        taken = 0
        if len(battle.menu.slots) > 1:
            menu = read(battle, seen)
            chances = learner.chances(menu)
            taken = int(learner.mind.choice(len(chances), p=chances))
            stand = np.array([1.0, battle.lead(env.side), *seen["observation"][:7]])
            found.append(Choice(menu, taken, float(chances[taken]), stand))
        seen, _, ended, cut, _ = env.step(taken)
        done = ended or cut
    return found, battle.score(env.side) + LEAD * battle.lead(env.side)


def battles(env: SingleEnv, learner: Learner, seeds: Sequence[int]) -> tuple[list[Choice], Figures]:
    """Some battles of a side: the choices, and how much better each went than its state promised."""
    ended = [fought(env, learner, seed) for seed in seeds]
    choices = [choice for each, _ in ended for choice in each]
    came = np.array([value for each, value in ended for _ in each])
    stands = np.stack([choice.stand for choice in choices])
    gains = came - stands @ np.linalg.lstsq(stands, came, rcond=None)[0]
    return choices, gains / (gains.std() + LEAST)


def result(env: SingleEnv, baseline: Baseline, seed: int) -> float:
    """A battle without chance in the choices."""
    seen, _ = env.reset(seed=seed)
    done = False
    while not done:
        seen, _, ended, cut, _ = env.step(baseline.choose(env.battle, seen))
        done = ended or cut
    return env.battle.score(env.side)


def measured(
    envs: Sequence[SingleEnv], baseline: Baseline, seeds: Sequence[int], played: int = 0
) -> Mark:
    """The player on battles that it never learns from: each seed once from every side."""
    results = np.array([[result(env, baseline, seed) for seed in seeds] for env in envs])
    mirrored = results.mean(axis=0)
    about = SURE * float(mirrored.std()) / len(seeds) ** 0.5
    sides = tuple(float(each.mean()) for each in results)
    return Mark(played, sides, float(results.mean()), about, float((results > 0).mean()))


def yardstick(env: SingleEnv, opponent: str, seed: int) -> float:
    """How a battle of the same dice ends for a side when the opponent plays both."""
    env.reset(seed=seed)
    battle = env.battle
    battle.begin(battle.seed)
    bots = {
        side: player(opponent, battle.system, battle.setting, side, battle.seed)
        for side in battle.sides
    }
    mind = Stream(battle.seed + 1)
    while not battle.is_over:
        side = battle.asked
        battle.give(bots[side](battle.view(side), battle.ask, mind))
    return battle.score(env.side)


# --- all of it


def train(asked: argparse.Namespace) -> tuple[Baseline, list[Mark]]:
    """The player at the end, and how good it was untaught, after copying and every few rounds."""
    envs, began = arenas(asked.scenario, asked.opponent), time.perf_counter()
    learner = Learner(asked.seed)
    unseen = range(CURVE, CURVE + asked.tests)
    curve: list[Mark] = []

    def mark(played: int) -> None:
        curve.append(measured(envs, Baseline(asked.scenario, learner.weights), unseen, played))
        print(f"{told(curve[-1])}  ({time.perf_counter() - began:.0f} s)", flush=True)

    mark(0)
    lessons = [
        choice
        for number in range(asked.lessons)
        for env in envs
        for choice in taught(env, asked.teacher, TAUGHT + number)
    ]
    learner.learn(lessons, np.ones(len(lessons)), LESSONS)
    mark(0)
    for number in range(asked.rounds):
        seeds = [asked.seed * OWN + number * asked.games + each for each in range(asked.games)]
        sides = [battles(env, learner, seeds) for env in envs]
        choices = [choice for each, _ in sides for choice in each]
        learner.learn(choices, np.concatenate([gains for _, gains in sides]), EPOCHS)
        if (number + 1) % asked.every == 0:
            mark((number + 1) * asked.games * len(envs))
    return Baseline(asked.scenario, learner.weights.round(2)), curve


def arenas(scenario: str, opponent: str) -> list[SingleEnv]:
    """Every side of a scenario against the opponent."""
    sides = single(scenario).battle.sides
    return [single(scenario, side=side, opponent=opponent) for side in sides]


def told(mark: Mark) -> str:
    sides = " ".join(f"{each:+.2f}" for each in mark.sides)
    return (
        f"{mark.played} battles: sides {sides}, both {mark.result:+.2f} +- {mark.about:.2f}, "
        f"won {mark.won:.0%}"
    )


def examined(baseline: Baseline, opponent: str, tests: int) -> None:
    """Tell how good the player is on fresh battles, and how good the opponent is in its place."""
    seeds, ours = range(LAST, LAST + tests), []
    for env in arenas(baseline.scenario, opponent):
        ours.append([result(env, baseline, seed) for seed in seeds])
        theirs = [yardstick(env, opponent, seed) for seed in seeds]
        print(f"{env.side}: {in_short(ours[-1])}; {opponent} in its place: {in_short(theirs)}")
    pairs = np.mean(ours, axis=0)
    about = SURE * pairs.std() / tests**0.5
    won = (np.ravel(ours) > 0).mean()
    print(f"both sides, {np.size(ours)} battles: {pairs.mean():+.3f} +- {about:.3f}, {won:.0%} won")


def in_short(results: Sequence[float] | Figures) -> str:
    """The mean with its interval, and how many were won and lost."""
    found = np.array(results)
    about = SURE * found.std() / len(found) ** 0.5
    won, lost = (found > 0).mean(), (found < 0).mean()
    return f"{found.mean():+.3f} +- {about:.3f}, {won:.0%} won, {lost:.0%} lost"


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
    names = ["untaught", "taught", *(str(each.played) for each in curve[2:])]
    battles = "".join(
        f'<text x="{x:.1f}" y="226" text-anchor="middle">{name}</text>'
        for name, (x, _, _) in zip(names, places, strict=False)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 250" font-family="serif" '
        'font-size="12"><rect width="620" height="250" fill="#F6EFDD"/>'
        '<path d="M40 30V210M40 120H600" stroke="#888" fill="none"/>'
        '<text x="8" y="34">won</text><text x="8" y="124">even</text><text x="8" y="214">lost</text>'
        f'<text x="50" y="20" font-size="14">{title}</text>{battles}'
        '<text x="320" y="244" text-anchor="middle">battles of its own</text>'
        f'<path d="{whiskers}" stroke="#1E3F7A" stroke-width="1.2"/>'
        f'<polyline points="{points}" fill="none" stroke="#1E3F7A" stroke-width="2.5"/></svg>\n'
    )


def asked_for(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """What is to be trained, and how long."""
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--scenario", default="first-shots")
    words.add_argument("--opponent", default="greedy")
    words.add_argument("--teacher", default="captain")
    words.add_argument("--lessons", type=int, default=80, help="battles of each side to copy")
    words.add_argument("--rounds", type=int, default=70)
    words.add_argument("--games", type=int, default=60, help="battles of each side in a round")
    words.add_argument("--every", type=int, default=10, help="rounds between two measures")
    words.add_argument("--tests", type=int, default=50, help="battles of each side to measure by")
    words.add_argument("--last", type=int, default=300, help="the same for the last examination")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--curve", type=Path)
    words.add_argument("--save", type=Path)
    return words.parse_args(arguments)


def main() -> None:
    asked = asked_for()
    baseline, curve = train(asked)
    if asked.save:
        save(baseline, asked.save)
    if asked.curve:
        title = f"{asked.scenario} against {asked.opponent}: mean result of both sides"
        asked.curve.write_text(drawn(curve, title), "utf-8")
    examined(baseline, asked.opponent, asked.last)


if __name__ == "__main__":
    main()
