"""Puzzles: a situation, a side that is asked, and which answers a good commander gives.

A puzzle is a YAML file. Its bot answers one question, or plays its whole segment (``whole``).
Patterns are orders in words with ``*`` for anything. Of ``accept`` one must be among the orders,
nothing of ``forbid`` may be; ``ends`` names for units the hexes in which they may end, ``leaves``
those in which they may not.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.bots.roster import player
from grognard.kernel import Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.errors import GrognardError
from grognard.kernel.questions import Roll
from grognard.kernel.reading import convert
from grognard.kernel.seeing import see
from grognard.mechanics.charts.lined import values_of
from grognard.mechanics.places import name
from grognard.systems.registry import USUAL, system_named

SEEDS: Final = 4
"""A puzzle is tried with so many seeds where nothing else is said."""

MOST: Final = 80
"""So many orders at most are given in a segment."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as written."""

    title: str
    family: str
    situation: str
    why: str
    system: str = ""
    goals: dict[str, list[str]] = {}
    held: dict[str, list[str]] = {}
    whole: bool = False
    accept: list[str] = []
    forbid: list[str] = []
    ends: dict[str, list[str]] = {}
    leaves: dict[str, list[str]] = {}


class Solved(msgspec.Struct, frozen=True):
    """What a bot made of a puzzle: right for every seed, or what it did where it was not."""

    name: str
    family: str
    solved: bool
    forbidden: bool
    given: str


def read_puzzle(path: Path) -> Puzzle:
    try:
        return convert(values_of(path), Puzzle)
    except msgspec.ValidationError as problem:
        raise GrognardError(f"{path.name} is no puzzle: {problem}") from None


def solve_all(folder: Path, level: str, seeds: int = SEEDS) -> list[Solved]:
    """Put every puzzle of a folder to a level."""
    paths = sorted(folder.rglob("*.yaml"))
    if not paths:
        raise GrognardError(f"there are no puzzles in {folder}")
    return [solve(path, level, seeds) for path in paths]


def solve(path: Path, level: str, seeds: int = SEEDS) -> Solved:
    """Put one puzzle to a level, with several seeds: all must be right."""
    puzzle = read_puzzle(path)
    solved, forbidden, given = True, False, ""
    for seed in range(1, seeds + 1):
        orders, state = attempt(puzzle, path.stem, level, seed)
        right, wrong = judge(puzzle, orders, state)
        forbidden = forbidden or wrong
        if not right and solved:
            solved, given = False, "; ".join(orders)
        given = given or "; ".join(orders)
    return Solved(path.stem, puzzle.family, solved, forbidden, given)


def posed(puzzle: Puzzle, name: str) -> tuple[State, str]:
    """The position of a puzzle, and the side that is asked."""
    system = system_named(puzzle.system or USUAL)
    if system.doctrine.position is None:
        raise GrognardError(f"{name}: {system.title} has no puzzles yet")
    state = system.doctrine.position(puzzle.situation, name, puzzle.goals, puzzle.held)
    if not isinstance(state.pending, Ask):
        raise GrognardError(f"{name}: nobody is asked")
    return state, state.pending.side


def attempt(puzzle: Puzzle, name: str, level: str, seed: int) -> tuple[list[str], State]:
    """The orders a level gives, and the state after them."""
    system = system_named(puzzle.system or USUAL)
    state, _ = posed(puzzle, name)
    first = state.pending
    assert isinstance(first, Ask)
    choose = player(level, system, state.table.setting, first.side, seed)
    chooser, dice = Stream(seed), Stream(seed + 1000)
    orders: list[str] = []
    while len(orders) < MOST:
        pending = state.pending
        if isinstance(pending, Roll):
            outcomes = list(pending.outcomes())
            state = answer(state, outcomes[dice.randrange(len(outcomes))])
            continue
        if not isinstance(pending, Ask):
            break
        if pending.side != first.side:
            state = answer(state, next(iter(pending.options)))
            continue
        if pending.purpose != first.purpose:
            break
        seen = see(system.rules, state, first.side)
        order = choose(seen.view, seen.ask, chooser)
        orders.append(str(order))
        if not puzzle.whole:
            break
        state = answer(state, order)
    return orders, state


def judge(puzzle: Puzzle, orders: list[str], state: Any) -> tuple[bool, bool]:
    """Was it right, and was anything forbidden done?"""
    wrong = any(fnmatchcase(order, bad) for order in orders for bad in puzzle.forbid)
    right = not puzzle.accept or any(
        fnmatchcase(order, good) for order in orders for good in puzzle.accept
    )
    pieces = state.table.pieces
    for unit, hexes in puzzle.ends.items():
        right = right and unit in pieces and name(pieces[unit].at) in hexes
    for unit, hexes in puzzle.leaves.items():
        wrong = wrong or (unit in pieces and name(pieces[unit].at) in hexes)
    return right and not wrong, wrong
