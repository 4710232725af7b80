"""What our figures are set against: things that do not change when the engine does.

``pc`` is python-chess, playing at random. A time is set against a bare search (a dictionary and a
heap) that takes ``SEARCH`` seconds on the machine for which the rungs were chosen, a cold start
against a fresh process that imports msgspec and takes ``PROCESS`` on such a machine when it is
quiet. So a slow or busy machine does not make a figure look bad, nor a fast one good.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from heapq import heappop, heappush
from time import process_time

from grognard.bench.battles import fixture, workbench
from grognard.bench.protocol import Work, timed
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import Hex, hex_of

SEARCH = 370e-6
"""Seconds of the bare search: one unit with 12 points on 5,000 hexes."""

PROCESS = 0.040
"""Seconds of a fresh process that imports msgspec; measured, about half of it the interpreter."""

POINTS = 12
PLIES = 200
"""A game of chess is given up after so many plies."""


def chess_playouts() -> Work:
    """``pc``: random games of python-chess. One is one ply: list the moves, pick one, push it."""
    try:
        import chess
    except ImportError:
        raise GrognardError(
            "the reference of this benchmark is python-chess, which is not installed: "
            "pip install chess"
        ) from None
    chooser = random.Random(1)

    def work() -> tuple[float, float]:
        began = process_time()
        plies = playout()
        return plies, process_time() - began

    def playout() -> int:
        board = chess.Board()
        for ply in range(PLIES):
            moves = list(board.legal_moves)
            if not moves:
                return ply
            board.push(moves[chooser.randrange(len(moves))])
        return PLIES

    return work


def bare_search() -> Work:
    """The plain search: a dictionary and a heap, no facing, no units, no rules."""
    setting = fixture(150)
    around, passage = setting.ground.around, workbench().passage(setting)
    points = workbench().point * POINTS
    start = hex_of(setting.ground.columns // 2, setting.ground.rows // 2)
    return timed(lambda: _search(around, passage, start, points))


def _search(
    around: list[tuple[Hex, ...]], passage: Sequence[Sequence[int]], start: Hex, points: int
) -> dict[Hex, int]:
    best = {start: 0}
    waiting = [(0, start)]
    while waiting:
        cost, at = heappop(waiting)
        if cost > best[at]:
            continue
        for price, there in zip(passage[at], around[at], strict=True):
            if price:
                total = cost + price
                if total <= points and total < best.get(there, points + 1):
                    best[there] = total
                    heappush(waiting, (total, there))
    return best
