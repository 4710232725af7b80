"""P2 and P7: all legal moves of all units, and how that and a whole battle grow with their number."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from time import perf_counter

from grognard.bench.battles import fixture, played, premier
from grognard.bench.figures import Figure, figure
from grognard.bench.protocol import Pace, Work, exponent, paired, seconds_each
from grognard.bench.references import SEARCH, bare_search
from grognard.bench.speed import battle
from grognard.kernel import Ask, State, answer
from grognard.systems.bataille.actions import Finish, March
from grognard.systems.bataille.movement import formations
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.packs.setup import opening
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

SCALES = (60, 150, 300)
ORDERS = 12
"""So many different first moves are tried in turn."""

QUICK_TURNS = 2
MILLI = 1000


def measure_listing(pace: Pace) -> Iterator[Figure]:
    """P2: cold; after one move; and with the paths written out."""
    setting = fixture(150)
    for name, work in (
        ("P2", cold(setting, list_moves)),
        ("P2.after", after_one_move(setting)),
        ("P2.paths", cold(setting, list_paths)),
    ):
        pairs = paired(work, bare_search(), pace)
        times = [ratio * SEARCH * MILLI for ratio in pairs.slower()]
        yield figure(name, times, f"{pairs.usual * MILLI:.1f} ms by the clock")


def list_moves(table: Table) -> int:
    """Every pose each unit can march to with its cost, and every change of formation."""
    found = 0
    for unit in table.pieces:
        hand = take_in_hand(table, unit)
        if isinstance(hand, InHand):
            found += len(Marches(table, hand).costs) + len(formations.kept_changes(table, hand))
    return found


def list_paths(table: Table) -> int:
    """The same as orders that could be given."""
    found = 0
    for unit in table.pieces:
        hand = take_in_hand(table, unit)
        if isinstance(hand, InHand):
            found += sum(1 for _ in Marches(table, hand)) + len(
                formations.kept_changes(table, hand)
            )
    return found


def cold(setting: Setting, listing: Callable[[Table], int]) -> Work:
    """Listing on a table that was just read from a save: nothing about it is known yet."""
    written = premier().rules.table_document(opening(setting).table)

    def work() -> tuple[float, float]:
        table = premier().rules.table_from(written, setting)
        assert isinstance(table, Table)
        began = perf_counter()
        listing(table)
        return 1, perf_counter() - began

    return work


def after_one_move(setting: Setting) -> Work:
    """Listing again when one unit has marched; all was listed before the march."""
    state = first_orders(setting)
    list_moves(state.table)
    orders = itertools.cycle(_marches(state))

    def work() -> tuple[float, float]:
        moved = answer(state, next(orders)).table
        began = perf_counter()
        list_moves(moved)
        return 1, perf_counter() - began

    return work


def first_orders(setting: Setting) -> State:
    """The first question for orders; whatever is asked before is declined."""
    state = opening(setting)
    while not (isinstance(state.pending, Ask) and state.pending.purpose == "movement"):
        state = answer(state, Finish())
    return state


def _marches(state: State) -> list[March]:
    """Some marches of different units."""
    chooser, found = random.Random(1), list[March]()
    while len(found) < ORDERS:
        drawn = state.pending.options.sample(chooser)  # type: ignore[union-attr]
        if isinstance(drawn, March) and all(drawn.unit != other.unit for other in found):
            found.append(drawn)
    return found


def measure_growth(pace: Pace) -> Iterator[Figure]:
    """P7: the three fixtures in turn; each round gives an exponent."""
    works = [cold(fixture(units), list_moves) for units in SCALES]
    rounds = [[seconds_each(work, pace.seconds) for work in works] for _ in range(pace.rounds)]
    yield _growth("P7", rounds)
    yield _growth("P7.battle", [_battles(seed, pace) for seed in range(1, pace.rounds + 1)])


def _growth(name: str, rounds: list[list[float]]) -> Figure:
    usual = [sorted(times)[len(times) // 2] for times in zip(*rounds, strict=True)]
    raw = ", ".join(
        f"R{units} {time * MILLI:,.0f} ms" for units, time in zip(SCALES, usual, strict=True)
    )
    return figure(name, [exponent(SCALES, times) for times in rounds], raw)


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


def _first_turns(setting: Setting, seed: int) -> None:
    for game in played(setting, seed):
        if game.state.table.turn > QUICK_TURNS:
            return


def workload() -> None:
    """What ``--profile`` looks at."""
    work = cold(fixture(150), list_moves)
    for _ in range(5):
        work()
