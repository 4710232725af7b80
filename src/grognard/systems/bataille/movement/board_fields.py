"""The quick search for loose units in one hex, on whole boards: see ``bataille.boards``.

All hexes that a unit can have come to at one cost and in one facing are one board; they turn and
step together. Single hexes are judged only where somebody stands or where a zone may stop it.
The same costs as the reference search of ``reach``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain

from grognard.mechanics.hexes import Hex
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
from grognard.systems.bataille.orientation import Orientation
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

Pose = tuple[tuple[Hex, ...], int]
Facings = tuple[Orientation, ...]


@lru_cache(maxsize=64)
def strides_of(setting: Setting, mover: str) -> Strides:
    """The strides of a class of movers over the map, worked out once for a battle."""
    passage, ground = setting.passage[mover], setting.ground
    return strides(
        ground,
        (
            (at, side, price)
            for at in ground.hexes
            for side, price in enumerate(passage[at])
            if price
        ),
    )


@lru_cache(maxsize=64)
def _rough(setting: Setting) -> Board:
    """The hexes that impose general order."""
    rough = setting.general_order
    return board_of((at for at in setting.ground.hexes if rough[at]), setting.ground.size)


class BoardField(Sweep):
    """One search with so many half points; ``turns`` holds the price of a turn by its hexsides.

    ``enters``, ``halts`` and ``rests`` judge single hexes: may it be entered for all who stand
    there, does an enemy's zone stop the unit in it, may the unit stay.
    """

    def __init__(
        self,
        table: Table,
        origin: Hex,
        points: int,
        ways: Strides,
        *,
        enters: Callable[[Hex], bool],
        halts: Callable[[Hex], bool],
        rests: Callable[[Hex], bool],
    ) -> None:
        self.origin, self.points = origin, points
        self.rests = rests
        setting, size = table.setting, table.setting.ground.size
        least = min((price for side in ways for price, _, _ in side), default=1)
        far, column = 1 + points // least, origin // 100
        super().__init__(Window(setting.ground, column - far, column + far), enters, halts)
        self.ways = tuple(map(self.window.strides, ways))
        self.rough = self.window.seen(_rough(setting))
        self.start = 1 << origin - self.base
        occupied = table.derived("occupied", lambda: board_of(table.stacks, size))
        covered = table.derived("covered", lambda: board_of(chain(*table.zones), size))
        self.unsure = self.window.seen(occupied) & ~self.start
        self.watched = self.window.seen(covered) | self.start

    def costs(
        self, facing: int, facings: tuple[Facings, Facings], turns: Sequence[int]
    ) -> tuple[dict[Pose, int], list[Hex]]:
        """The cost of every pose it may stay in, and every hex that it comes to."""
        points, onward = self.points, self._onward(facings)
        bends = [(turn, turns[min(turn, 6 - turn)]) for turn in range(1, 6)]
        waiting = [[0] * 6 for _ in range(points + 1)]
        waiting[0][facing] = self.start
        whole, found = self.window.whole, list[tuple[int, int, Board]]()
        unseen = [whole] * 6
        for cost, boards in enumerate(waiting):
            for faced, board in enumerate(boards):
                board = board and self.let_in(board & unseen[faced])
                if not board:
                    continue
                unseen[faced] ^= board
                found.append((cost, faced, board))
                for turn, price in bends:
                    if cost + price <= points:
                        waiting[cost + price][(faced + turn) % 6] |= board
                board = self.let_go(board)
                for price, open_to, step in onward[faced] if board else ():
                    some = board & open_to
                    if some and cost + price <= points:
                        some = some << step if step > 0 else some >> -step
                        waiting[cost + price][faced] |= some
        return self._poses(found, [whole ^ board for board in unseen])

    def _onward(self, facings: tuple[Facings, Facings]) -> list[list[Stride]]:
        """By facing, the strides across its front sides, on open and on rough ground."""
        found: list[list[Stride]] = []
        for plain, rough in zip(*facings, strict=True):
            ahead: list[Stride] = []
            for side, ways in enumerate(self.ways):
                on_open, on_rough = plain.front >> side & 1, rough.front >> side & 1
                if on_open and on_rough:
                    ahead += ways
                elif on_rough:
                    ahead += [(price, board & self.rough, step) for price, board, step in ways]
                elif on_open:
                    ahead += [(price, board & ~self.rough, step) for price, board, step in ways]
            found.append(ahead)
        return found

    def _poses(
        self, found: list[tuple[int, int, Board]], seen: list[Board]
    ) -> tuple[dict[Pose, int], list[Hex]]:
        reached = 0
        for board in seen:
            reached |= board
        hexes = [at + self.base for at in hexes_in(reached)]
        places = {at - self.base: (at,) for at in hexes if self.rests(at)}
        rest = board_of(places, 1 + reached.bit_length())
        costs: dict[Pose, int] = {}
        for cost, faced, board in found:
            for at in hexes_in(board & rest):
                costs[places[at], faced] = cost
        return costs, hexes
