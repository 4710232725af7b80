"""P2 and P7: all legal moves of all units, and how that and a whole battle grow with their number."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from typing import Any

from grognard.bench.battles import fixture, home, measured, played, workbench
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, Work, exponent, paired, seconds_each, timed
from grognard.bench.references import SEARCH, bare_search
from grognard.bench.speed import battle
from grognard.desks.measures import Measures
from grognard.kernel import Ask, State, answer
from grognard.mechanics.commands import Bent, Finish
from grognard.planning.leanings import bent_of, mover_of

SCALES = (60, 150, 300)
CROWDS = (20, 40, 80)
"""Units on a measured table."""

ORDERS = 12
"""So many different first moves are tried in turn."""

QUICK_TURNS = 2
MILLI = 1000


def measure_listing(pace: Pace) -> Iterator[Figure]:
    """P2: cold; after one move; and with the paths written out."""
    setting = fixture(150)
    for name, work in (
        ("P2", cold(setting, workbench().moves)),
        ("P2.after", after_one_move(setting)),
        ("P2.paths", cold(setting, workbench().paths)),
    ):
        pairs = paired(work, bare_search(), pace)
        times = [ratio * SEARCH * MILLI for ratio in pairs.slower()]
        yield figure(name, times, f"{pairs.usual * MILLI:.1f} ms by the clock")


def cold(setting: Any, listing: Callable[[Any], int]) -> Work:
    """Listing on a table that was just read from a save: nothing about it is known yet."""
    written = home().rules.table_document(home().rules.opening(setting).table)

    def work() -> tuple[float, float]:
        table = home().rules.table_from(written, setting)
        began = perf_counter()
        listing(table)
        return 1, perf_counter() - began

    return work


def after_one_move(setting: Any) -> Work:
    """Listing again when one unit has marched; all was listed before the march."""
    state = first_orders(setting)
    workbench().moves(state.table)
    orders = itertools.cycle(_marches(state))

    def work() -> tuple[float, float]:
        moved = answer(state, next(orders)).table
        began = perf_counter()
        workbench().moves(moved)
        return 1, perf_counter() - began

    return work


def first_orders(setting: Any) -> State:
    """The first question for orders; whatever is asked before is declined."""
    state = home().rules.opening(setting)
    while not (isinstance(state.pending, Ask) and state.pending.purpose == "movement"):
        state = answer(state, Finish())
    return state


def _marches(state: State) -> list[Any]:
    """Some marches of different units."""
    chooser, found = random.Random(1), list[Any]()
    while len(found) < ORDERS:
        drawn = state.pending.options.sample(chooser)  # type: ignore[union-attr]
        if bent_of(drawn) is Bent.MARCH and mover_of(drawn) not in map(mover_of, found):
            found.append(drawn)
    return found


def measure_growth(pace: Pace) -> Iterator[Figure]:
    """P7: the three fixtures in turn; each round gives an exponent."""
    works = [cold(fixture(units), workbench().moves) for units in SCALES]
    rounds = [[seconds_each(work, pace.seconds) for work in works] for _ in range(pace.rounds)]
    yield _growth("P7", rounds)
    yield _growth("P7.battle", [_battles(seed, pace) for seed in range(1, pace.rounds + 1)])
    for _, measures in measured():
        if measures.crowd is not None:
            yield crowded(measures, pace)


def crowded(measures: Measures, pace: Pace) -> Figure:
    """P7.measured: all moves on tables that are as long as their lines of units."""
    assert measures.crowd is not None
    tables = [measures.crowd(units) for units in CROWDS]
    works = [timed(partial(measures.crowded, table)) for table in tables]
    rounds = [[seconds_each(work, pace.seconds) for work in works] for _ in range(pace.rounds)]
    return _growth("P7.measured", rounds, CROWDS)


def _growth(name: str, rounds: list[list[float]], scales: Sequence[int] = SCALES) -> Figure:
    usual = [sorted(times)[len(times) // 2] for times in zip(*rounds, strict=True)]
    raw = ", ".join(
        f"R{units} {time * MILLI:,.0f} ms" for units, time in zip(scales, usual, strict=True)
    )
    return figure(name, [exponent(scales, times) for times in rounds], raw)


def _battles(seed: int, pace: Pace) -> list[float]:
    times = []
    for units in SCALES:
        began = perf_counter()
        if pace.quick:
            _first_turns(fixture(units), seed)
        else:
            battle(fixture(units), seed)
        times.append(perf_counter() - began)
    return times


def _first_turns(setting: Any, seed: int) -> None:
    for game in played(setting, seed):
        if game.state.table.turn > QUICK_TURNS:
            return


def workload() -> None:
    """What ``--profile`` looks at."""
    work = cold(fixture(150), workbench().moves)
    for _ in range(5):
        work()
