"""Ways over the ground: how far it is to a goal, and the words of a march to a pose."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable
from functools import lru_cache
from typing import Final

from grognard.kernel import Reason
from grognard.mechanics.hexes import Hex, Side
from grognard.mechanics.search import Search
from grognard.systems.bataille.movement.march import InHand, leg_from
from grognard.systems.bataille.movement.words import SINGLE, Pose, after, words_for
from grognard.systems.bataille.pieces import Formation, Piece
from grognard.systems.bataille.setting import Setting, mover
from grognard.systems.bataille.table import Table

FAR: Final = 9999
MOST_STEPS: Final = 900
"""A way that needs more looks than this is not worth finding."""


class Ways(dict[Hex, int]):
    """What it costs from every hex; hexes from which there is no way are far."""

    def __missing__(self, at: Hex) -> int:
        return FAR


@lru_cache(maxsize=2048)
def way_home(setting: Setting, mover: str, goals: tuple[Hex, ...], most: int = FAR) -> Ways:
    """For every hex the half points of ground to the nearest of the goals, troops left out."""
    return Ways(Search(goals, _steps_back(setting, mover).__getitem__, most).all())


@lru_cache(maxsize=64)
def _steps_back(setting: Setting, mover: str) -> list[tuple[tuple[Hex, int, Side], ...]]:
    return setting.ground.steps(setting.passage[mover], back=True)


def path_to(
    table: Table, hand: InHand, start: Piece, pose: Pose, cost: int, shun: Container[Hex] = ()
) -> tuple[str, ...]:
    """The words of a march to a pose that costs at most so much and keeps out of some hexes; none
    when none is found in time."""
    hexes, _facing = pose
    kind = mover(table.setting.roster[start.id])
    if start.formation is Formation.SKIRMISH and "skirmish" in table.setting.passage:
        kind = "skirmish"
    left = way_home(table.setting, kind, (hexes[min(start.main, len(hexes) - 1)],), cost + 8)
    origin: Pose = (start.hexes, start.facing)
    waiting: list[tuple[int, int, int, Pose]] = [(left[start.at], 0, 0, origin)]
    best: dict[Pose, int] = {origin: 0}
    states: dict[Pose, tuple[InHand, Piece, tuple[str, ...]]] = {origin: (hand, start, ())}
    done: set[Pose] = set()
    number = 0
    while waiting and number < MOST_STEPS:
        _, spent, _, here = heapq.heappop(waiting)
        if here in done:
            continue
        done.add(here)
        if here == pose:
            return states[here][2]
        now, piece, path = states[here]
        if piece.formation in SINGLE and path:
            continue
        for word in words_for(piece):
            found = leg_from(table, now, piece, word)
            number += 1
            if isinstance(found, Reason) or any(at in shun for at in found.hexes):
                continue
            there: Pose = (found.hexes, found.facing)
            total = spent + found.cost
            if total >= best.get(there, FAR) or total > cost:
                continue
            best[there] = total
            states[there] = (*after(table, now, piece, found), (*path, word))
            ahead = left[found.hexes[min(piece.main, len(found.hexes) - 1)]]
            if total + min(ahead, FAR) <= cost + 8:
                heapq.heappush(waiting, (total + ahead, total, number, there))
    return ()


def nearest(cost: Ways, hexes: Iterable[Hex]) -> int:
    return min((cost[at] for at in hexes), default=FAR)
