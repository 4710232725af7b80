"""Whom a charge of a unit in one hex can strike: the search of ``charge_search`` on whole boards.

The same nodes in the same order of cost: a hex and the facing in which it is entered, then the
facing in which it is left. All hexes of one cost and facing are one board and move together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side
from grognard.systems.bataille.boards import (
    Board,
    Stride,
    Strides,
    Sweep,
    Window,
    board_of,
    hexes_in,
    strides,
)
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.orientation import SIDES_IN
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

Way = tuple[Side, Hex, int]
Prey = dict[Hex, list[tuple[int, UnitId]]]
"""By hex, whom a charge can strike from there, and across which sides."""


Onward = list[tuple[int, Board, int, Board, tuple[tuple[int, Board], ...]]]
"""For each step: what it adds to a hex, all hexes from which it can be taken, the usual price, the
hexes from which it has that price, and the other prices with theirs."""

PANE = 8
"""Windows begin and end at every so many columns, so that they are few."""

MANY_WINDOWS = 96
"""So many windows are kept for each kind of riders."""


class Country:
    """What the ground leaves to a kind of riders; what is seen of it through windows is kept."""

    def __init__(self, ground: Ground, strides: Strides) -> None:
        self.ground, self._strides = ground, strides
        self._known: dict[tuple[int, int, tuple[int, ...]], tuple[Window, list[Onward]]] = {}

    def through(self, west: int, east: int, fronts: tuple[int, ...]) -> tuple[Window, list[Onward]]:
        """A window and, by facing, the steps across these front sides that stay within it."""
        known = self._known.get((west, east, fronts))
        if known is None:
            if len(self._known) >= MANY_WINDOWS:
                self._known.clear()
            window = Window(self.ground, west, east)
            by_side = list(map(window.strides, self._strides))
            ways = {front: _onward([by_side[side] for side in SIDES_IN[front]]) for front in fronts}
            known = self._known[west, east, fronts] = window, [ways[front] for front in fronts]
        return known


def _onward(by_side: list[tuple[Stride, ...]]) -> Onward:
    """Strides put together by what they add, as no hex has the same step across two sides."""
    steps: dict[int, dict[int, Board]] = {}
    for price, board, step in (stride for side in by_side for stride in side):
        prices = steps.setdefault(step, {})
        prices[price] = prices.get(price, 0) | board
    found: Onward = []
    for step, prices in steps.items():
        whole = 0
        for board in prices.values():
            whole |= board
        (usual, most), *others = sorted(prices.items(), key=lambda held: -held[1].bit_count())
        found.append((step, whole, usual, most, tuple(others)))
    return found


@lru_cache(maxsize=64)
def _kept_country(ground: Ground, cards: Deck, mover: str) -> list[Country]:
    """The country of a mover, once it has been asked for."""
    return []


def country_of(table: Table, mover: str, ways: Callable[[Hex], tuple[Way, ...]]) -> Country:
    """What the ground leaves to a charge."""
    ground = table.setting.ground
    kept = _kept_country(ground, table.setting.cards, mover)
    if not kept:
        whole = ((at, side, price) for at in ground.hexes for side, _, price in ways(at))
        kept.append(Country(ground, strides(ground, whole)))
    return kept[0]


class BoardSearch(Sweep):
    """One search from one hex. ``enters`` and ``halts`` judge single hexes where somebody stands
    or watches."""

    def __init__(
        self,
        table: Table,
        start: Hex,
        points: int,
        country: Country,
        fronts: tuple[int, ...],
        enemy: int,
        *,
        enters: Callable[[Hex], bool],
        halts: Callable[[Hex], bool],
    ) -> None:
        self.points, self.fronts = points, fronts
        ground, far = table.setting.ground, 1 + points // HALVES
        column = start // 100
        west, east = (column - far) // PANE * PANE, (column + far) // PANE * PANE + PANE
        window, self.onward = country.through(west, east, fronts)
        super().__init__(window, enters, halts)
        occupied = table.held[0] | table.held[1]
        covered = table.derived(
            ("covered", enemy),
            lambda: board_of(table.zones[enemy], ground.size),
        )
        self.unsure, self.watched = self.window.seen(occupied), self.window.seen(covered)
        self.coming = [[0] * (points + 1) for _ in range(6)]
        self.going = [[0] * 6 for _ in range(points + 1)]

    def enter(self, at: Hex, facing: int, cost: int) -> None:
        """Begin, among others, by entering a hex."""
        self.coming[facing][cost] |= 1 << at - self.base

    def leave(self, at: Hex, facing: int, cost: int) -> None:
        """Begin, among others, by striking from a hex or leaving it."""
        if cost <= self.points:
            self.going[cost][facing] |= 1 << at - self.base

    def stop(self, at: Hex) -> None:
        """A hex that cannot be left."""
        self.loose &= ~(1 << at - self.base)

    def struck(self, prey: Prey, limit: int, price: int) -> set[UnitId]:
        """Everybody who can be struck; ``limit`` hexsides may be turned in a hex, for a price."""
        found: set[UnitId] = set()
        hunted = len({foe for held in prey.values() for _, foe in held})
        strike, near = self._places(prey)
        bends = [(turn, abs(turn) * price) for turn in range(-limit, limit + 1)]
        whole, points, leaving = self.window.whole, self.points, self.going
        unseen, unleft = [whole] * 6, [whole] * 6  # by facing: nobody has come here, or gone on
        for cost, going in enumerate(leaving):
            allowed = near[(points - cost) // HALVES]
            for facing, boards in enumerate(self.coming):
                board = boards[cost]
                if board:
                    board &= allowed & unseen[facing]
                if board:
                    unseen[facing] ^= board
                    board = self.let_in(board)
                    for turn, more in bends:
                        if cost + more <= points:
                            leaving[cost + more][(facing + turn) % 6] |= board
            for facing, board in enumerate(going):
                if board:
                    board &= allowed & unleft[facing]
                if board:
                    unleft[facing] ^= board
                    if board & strike[facing]:
                        found |= self._victims(board & strike[facing], prey, self.fronts[facing])
                        if len(found) == hunted:
                            return found
                    _step(
                        self.let_go(board), self.onward[facing], cost, points, self.coming[facing]
                    )
        return found

    def _inside(self, prey: Prey) -> list[Hex]:
        """The places in the window; those out of it are out of reach."""
        most = self.window.whole.bit_length()
        return [at - self.base for at in prey if 0 <= at - self.base < most]

    def _places(self, prey: Prey) -> tuple[list[Board], list[Board]]:
        """By facing: from where somebody can be struck; by steps left: from where one may still
        come to such a place."""
        alike: dict[int, Prey] = {}
        for at, held in prey.items():
            sides = 0
            for across, _ in held:
                sides |= across
            alike.setdefault(sides, {})[at] = held
        strike, whole, size = [0] * 6, 0, self.window.whole.bit_length()
        for sides, places in alike.items():
            board = board_of(self._inside(places), size)
            whole |= board
            for facing, front in enumerate(self.fronts):
                if sides & front:
                    strike[facing] |= board
        near = [whole & self.window.whole]
        for _ in range(self.points // HALVES):
            near.append(self.window.spread(near[-1]))
        return strike, near

    def _victims(self, board: Board, prey: Prey, front: int) -> set[UnitId]:
        base = self.base
        return {foe for at in hexes_in(board) for sides, foe in prey[at + base] if sides & front}


def _step(board: Board, onward: Onward, cost: int, points: int, coming: list[Board]) -> None:
    """All of a board take every step that they can pay for; ``coming`` goes by cost."""
    for step, whole, usual, most, others in onward if board else ():
        some = board & whole
        if not some:
            continue
        many = some & most
        if many and cost + usual <= points:
            coming[cost + usual] |= many << step if step > 0 else many >> -step
        if many == some:
            continue
        for price, where in others:
            few = some & where
            if few and cost + price <= points:
                coming[cost + price] |= few << step if step > 0 else few >> -step
