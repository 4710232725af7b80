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
    Strides,
    Window,
    board_of,
    hexes_in,
    strides,
)
from grognard.systems.bataille.orientation import SIDES_IN
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import Cards

Way = tuple[Side, Hex, int]
Prey = dict[Hex, list[tuple[int, UnitId]]]
"""By hex, whom a charge can strike from there, and across which sides."""


@lru_cache(maxsize=64)
def _kept_strides(ground: Ground, cards: Cards, mover: str) -> list[Strides]:
    """The strides of a mover over a map, once they have been asked for."""
    return []


def strides_of(table: Table, mover: str, ways: Callable[[Hex], tuple[Way, ...]]) -> Strides:
    """The strides that the ground leaves to a charge, for each side."""
    ground = table.setting.ground
    kept = _kept_strides(ground, table.setting.cards, mover)
    if not kept:
        whole = ((at, side, price) for at in ground.hexes for side, _, price in ways(at))
        kept.append(strides(ground, whole))
    return kept[0]


class BoardSearch:
    """One search from one hex. ``enters`` and ``halts`` judge single hexes where somebody stands
    or watches."""

    def __init__(
        self,
        table: Table,
        start: Hex,
        points: int,
        strides: Strides,
        fronts: tuple[int, ...],
        enemy: int,
        *,
        enters: Callable[[Hex], bool],
        halts: Callable[[Hex], bool],
    ) -> None:
        self.points, self.fronts, self.enters, self.halts = points, fronts, enters, halts
        ground, far = table.setting.ground, 1 + points // HALVES
        self.window = Window(ground, start // 100 - far, start // 100 + far)
        self.base = self.window.base
        by_side = list(map(self.window.strides, strides))
        self.onward = [
            [way for side in SIDES_IN[front] for way in by_side[side]] for front in fronts
        ]
        occupied = table.derived("occupied", lambda: board_of(table.stacks, ground.size))
        covered = table.derived(
            ("covered", enemy),
            lambda: board_of((at for side, at in table.zones if side == enemy), ground.size),
        )
        self.unsure, self.watched = self.window.seen(occupied), self.window.seen(covered)
        self.barred = self.stopped = 0
        self.coming = [[0] * 6 for _ in range(points + 1)]
        self.going = [[0] * 6 for _ in range(points + 1)]

    def enter(self, at: Hex, facing: int, cost: int) -> None:
        """Begin, among others, by entering a hex."""
        self.coming[cost][facing] |= 1 << at - self.base

    def leave(self, at: Hex, facing: int, cost: int) -> None:
        """Begin, among others, by striking from a hex or leaving it."""
        if cost <= self.points:
            self.going[cost][facing] |= 1 << at - self.base

    def stop(self, at: Hex) -> None:
        """A hex that cannot be left."""
        self.stopped |= 1 << at - self.base

    def struck(self, prey: Prey, limit: int, price: int) -> set[UnitId]:
        """Everybody who can be struck; ``limit`` hexsides may be turned in a hex, for a price."""
        found: set[UnitId] = set()
        hunted = len({foe for held in prey.values() for _, foe in held})
        strike, near = self._places(prey)
        bends = [(turn, abs(turn) * price) for turn in range(-limit, limit + 1)]
        been, gone, points = [0] * 6, [0] * 6, self.points
        for cost, (coming, going) in enumerate(zip(self.coming, self.going, strict=True)):
            allowed = near[(points - cost) // HALVES]
            for facing, board in enumerate(coming):
                board &= allowed & ~been[facing]
                if board:
                    been[facing] |= board
                    board = self._let_in(board)
                    for turn, more in bends:
                        if cost + more <= points:
                            self.going[cost + more][(facing + turn) % 6] |= board
            for facing, board in enumerate(going):
                board &= ~gone[facing]
                if board:
                    gone[facing] |= board
                    if board & strike[facing]:
                        found |= self._victims(board & strike[facing], prey, self.fronts[facing])
                        if len(found) == hunted:
                            return found
                    self._go_on(board, facing, cost)
        return found

    def _places(self, prey: Prey) -> tuple[list[Board], list[Board]]:
        """By facing: from where somebody can be struck; by steps left: from where one may still
        come to such a place."""
        base, strike, board = self.base, [0] * 6, 0
        for at, held in prey.items():
            bit, sides = 1 << max(at - base, 0), 0  # hexes out of the window are out of reach
            board |= bit
            for across, _ in held:
                sides |= across
            for facing, front in enumerate(self.fronts):
                if sides & front:
                    strike[facing] |= bit
        near = [board & self.window.whole]
        for _ in range(self.points // HALVES):
            near.append(self.window.spread(near[-1]))
        return strike, near

    def _victims(self, board: Board, prey: Prey, front: int) -> set[UnitId]:
        base = self.base
        return {foe for at in hexes_in(board) for sides, foe in prey[at + base] if sides & front}

    def _go_on(self, board: Board, facing: int, cost: int) -> None:
        """All that may leave their hexes by a step in this facing do so."""
        board, points, coming = self._let_go(board), self.points, self.coming
        for more, open_to, step in self.onward[facing] if board else ():
            some = board & open_to
            if some and cost + more <= points:
                coming[cost + more][facing] |= some << step if step > 0 else some >> -step

    def _let_in(self, board: Board) -> Board:
        """The hexes of a board that may be entered."""
        unsure = board & self.unsure
        if unsure:
            self.unsure ^= unsure
            for at in hexes_in(unsure):
                if not self.enters(at + self.base):
                    self.barred |= 1 << at
        return board & ~self.barred

    def _let_go(self, board: Board) -> Board:
        """The hexes of a board that may be left by a step."""
        watched = board & self.watched
        if watched:
            self.watched ^= watched
            for at in hexes_in(watched):
                if self.halts(at + self.base):
                    self.stopped |= 1 << at
        return board & ~self.stopped
