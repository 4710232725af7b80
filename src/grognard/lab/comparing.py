"""Two simulations side by side: what differs between them, with intervals, and whether it may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import Final

import msgspec

from grognard.host import files
from grognard.kernel.errors import GrognardError
from grognard.kernel.reading import decode
from grognard.lab.folder import PLAN, Folder
from grognard.lab.packs import setting_for
from grognard.lab.plan import Plan, options_key
from grognard.lab.record import Simulated
from grognard.lab.summary import Mean, interval, wilson
from grognard.systems.registry import system_named

REVISIONS: Final = ("rules", "charts", "pack", "bots")
"""What two runs should have in common if only their players or options are to be compared."""


class Difference(msgspec.Struct, frozen=True):
    """One figure of both runs, and the second less the first with its interval."""

    name: str
    one: float
    other: float
    by: Mean

    @property
    def is_sure(self) -> bool:
        """Does the interval leave out nothing at all?"""
        return self.by.low > 0 or self.by.high < 0


class Compared(msgspec.Struct, frozen=True):
    """Two runs: how many games, in what their plans differ, and what came of it.

    ``paired`` games had the same dice and are compared one with one.
    """

    games: tuple[int, int]
    paired: int
    revisions: tuple[str, ...]
    plans: tuple[str, ...]
    differences: tuple[Difference, ...]


def compared(one: Path, other: Path) -> Compared:
    """Compare the runs in two folders; those of different battles are refused."""
    plans = [_plan(path) for path in (one, other)]
    if (plans[0].system, plans[0].scenario) != (plans[1].system, plans[1].scenario):
        battles = " and ".join(f"{plan.scenario} ({plan.system})" for plan in plans)
        raise GrognardError(f"these are runs of different battles: {battles}")
    runs = [_games(path) for path in (one, other)]
    system, first = system_named(plans[0].system), plans[0]
    setting = setting_for(first.system, first.scenario, options_key(first.combinations[0]))
    sides = system.rules.sides(setting)
    measures: list[tuple[str, Callable[[Simulated], float]]] = [
        ("score", lambda game: game.score),
        ("turns", lambda game: game.turns),
        *((f"lost {side}", lambda game, side=side: game.lost(side)) for side in sides),
    ]
    pairs = _pairs(*runs)
    found = [_wins(side, *runs) for side in sides]
    found += [_measured(name, measure, runs, pairs) for name, measure in measures]
    return Compared(
        (len(runs[0]), len(runs[1])), len(pairs),
        tuple(_told(name, *plans) for name in REVISIONS if _differ(name, *plans)),
        tuple(_told(name, *plans) for name in ("seats", "seed", "vary") if _differ(name, *plans)),
        tuple(found),
    )  # fmt: skip


def _plan(root: Path) -> Plan:
    try:
        return decode(files.read(root / PLAN), Plan)
    except msgspec.MsgspecError:
        raise GrognardError(f"{root / PLAN} is not the plan of a simulation") from None


def _games(root: Path) -> list[Simulated]:
    folder = Folder(root)
    held = sorted(folder.games.glob("*")) if folder.games.is_dir() else []
    found = [game for game in folder.read(len(held)) if not game.failure]
    if not found:
        raise GrognardError(f"{root} holds no game that was played to its end")
    return found


def _differ(name: str, one: Plan, other: Plan) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


def _told(name: str, one: Plan, other: Plan) -> str:
    return f"{name}: {getattr(one, name)} and {getattr(other, name)}"


def _pairs(
    one: Sequence[Simulated], other: Sequence[Simulated]
) -> list[tuple[Simulated, Simulated]]:
    """Games with the same dice; none where both runs vary options, for those are mixed."""
    first = {game.seed: game for game in one}
    second = {game.seed: game for game in other}
    if len(first) < len(one) or len(second) < len(other):
        return []
    return [(first[seed], second[seed]) for seed in sorted(first) if seed in second]


def _measured(
    name: str,
    measure: Callable[[Simulated], float],
    runs: Sequence[Sequence[Simulated]],
    pairs: Sequence[tuple[Simulated, Simulated]],
) -> Difference:
    """A mean of both: pair by pair where the dice were the same, else each with its own error."""
    one, other = ([float(measure(game)) for game in run] for run in runs)
    if len(pairs) == len(one) == len(other):
        by = interval([measure(after) - measure(before) for before, after in pairs])
    else:
        apart = [interval(one), interval(other)]
        middle = apart[1].mean - apart[0].mean
        error = sqrt(sum((each.high - each.mean) ** 2 for each in apart))
        by = Mean(middle, middle - error, middle + error)
    return Difference(name, sum(one) / len(one), sum(other) / len(other), by)


def _wins(side: str, one: Sequence[Simulated], other: Sequence[Simulated]) -> Difference:
    """Shares of games won; the interval of the difference is Newcombe's, from Wilson's two."""
    first, second = (
        wilson(side, sum(game.winner == side for game in run), len(run)) for run in (one, other)
    )
    middle = second.share - first.share
    low = middle - sqrt((second.share - second.low) ** 2 + (first.high - first.share) ** 2)
    high = middle + sqrt((second.high - second.share) ** 2 + (first.share - first.low) ** 2)
    return Difference(f"won {side}", first.share, second.share, Mean(middle, low, high))


def lines(found: Compared) -> list[str]:
    """What a person is told."""
    told = [f"REVISIONS DIFFER, so this compares more than the players: {each}"
            for each in found.revisions]  # fmt: skip
    told += [f"plans differ in {each}" for each in found.plans]
    paired = f", {found.paired} of them with the same dice" if found.paired else ""
    told.append(f"{found.games[0]} and {found.games[1]} games{paired}")
    for each in found.differences:
        sure = "" if each.is_sure else "  (may be chance)"
        told.append(
            f"{each.name:<18} {each.one:8.2f} {each.other:8.2f}  "
            f"{each.by.mean:+.2f} [{each.by.low:+.2f}, {each.by.high:+.2f}]{sure}"
        )
    return told
