"""Every branch of chance, one by one: no merging, no classes of dice. What odds are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

from grognard.bots import eager_bot, random_bot
from grognard.kernel import Action, Ask, Draw, Frame, Over, Roll, State, answer
from grognard.kernel.conformance import RandomGame
from grognard.odds.fence import Fence, fenced
from grognard.odds.officer import Ending, Officer
from grognard.odds.walking import asker_of
from grognard.systems.registry import system_named

Found = tuple[dict[Ending, Fraction], dict[str, Fraction]]

CHOOSERS = {
    "premier": eager_bot.choose,
    "an-xxx": eager_bot.choose,
    "nlc": random_bot.choose,
}


def played(system: str, pack: str, seeds: range, most: int = 1500) -> Iterator[State]:
    """The states of battles played by simple bots."""
    held = system_named(system)
    setting = held.library.setting(pack, {})
    for seed in seeds:
        game = RandomGame(held.rules, setting, seed, CHOOSERS[system])
        for _ in range(most):
            if isinstance(game.state.pending, Over):
                break
            yield game.state
            game.step()


def asking(system: str, pack: str, purpose: str, seeds: range, most: int) -> list[Any]:
    """The first states of such battles that ask for this."""
    found = (
        state
        for state in played(system, pack, seeds)
        if isinstance(state.pending, Ask) and state.pending.purpose == purpose
    )
    return list(islice(found, most))


def in_progress(system: str, pack: str, seeds: range, depth: int = 3) -> Iterator[State]:
    """Attacks caught in the middle, where dice are due: what lies below them is fenced off."""
    for state in played(system, pack, seeds):
        if isinstance(state.pending, Roll | Draw) and len(state.stack) > depth:
            stack = (Frame(Fence(), "stop"), *state.stack[depth:])
            yield State(state.table, stack, state.pending)


def every_branch(
    officer: Officer, state: State, action: Action | None, target: int, most: int
) -> Found | None:
    """Endings and counts by plain recursion; nothing if there are more branches than ``most``."""
    root = (
        fenced(state, officer.base(state))
        if action is not None
        else State(state.table, state.stack[:2], state.pending)
    )
    first = answer(root, action) if action is not None else state
    endings: dict[Ending, Fraction] = {}
    counted: dict[str, Fraction] = {}

    def count(at: State, chance: Fraction) -> None:
        for event in at.happened:
            for label in officer.labels(event):
                counted[label] = counted.get(label, Fraction(0)) + chance

    count(first, Fraction(1))
    waiting, branches = [(first, Fraction(1))], 0
    while waiting:
        at, chance = waiting.pop()
        branches += 1
        if branches > most:
            return None
        if _is_over(officer, root, at, action):
            sequel = officer.sequel(root, at)
            if sequel is not None:
                count(sequel, chance)
                at = sequel
            if sequel is None or isinstance(at.pending, Over):
                ending = officer.ending(state.table, at.table, target)
                endings[ending] = endings.get(ending, Fraction(0)) + chance
                continue
        for value, share in _ways(officer, root, at, action):
            after = answer(at, value)
            count(after, chance * share)
            waiting.append((after, chance * share))
    return endings, counted


def _is_over(officer: Officer, root: State, state: State, action: Action | None) -> bool:
    if isinstance(state.pending, Over):
        return True
    asker = asker_of(officer, root)
    if action is None or asker is None or len(state.stack) > 2:
        return False
    same = type(state.stack[-1].procedure) is type(asker)
    return same and not officer.goes_on(root, state)


def _ways(officer: Officer, root: State, state: State, action: Action | None) -> list[Any]:
    pending = state.pending
    if isinstance(pending, Ask):
        return [(officer.choose(root, state, officer.policy, action), Fraction(1))]
    assert isinstance(pending, Roll | Draw)
    over = officer.passed_over(state)
    if over is not None:
        return [(over, Fraction(1))]
    falls: list[Any] = list(pending.outcomes()) if isinstance(pending, Roll) else list(pending.cup)
    return [(value, Fraction(1, len(falls))) for value in falls]
