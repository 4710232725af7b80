"""The quick search for units in several hexes: rows step, wheel and face about as one body.

The same costs as the reference search of ``reach``. What opens or closes a step of one part does
not depend on the rest of the row, so it is worked out once for each hexside.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.kernel import Reason
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.movement.march import (
    InHand,
    formation_on,
    may_step,
    must_stop,
    step_cost,
)
from grognard.systems.bataille.movement.screens import screen_cost
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.pieces import Formation, Piece
from grognard.systems.bataille.rows import wheel_tracks, wheeled
from grognard.systems.bataille.table import Table

Pose = tuple[tuple[Hex, ...], int]


class RowField:
    """One search: what is known of hexsides and hexes, and the cost of every pose found."""

    __slots__ = ("_enterable", "_halts", "_steps", "hand", "printed", "start", "table")

    def __init__(self, table: Table, hand: InHand, start: Piece) -> None:
        self.table, self.hand, self.start = table, hand, start
        self.printed = table.setting.roster[start.id]
        self._steps: dict[Hex, Sequence[int]] = {}
        self._enterable: dict[Hex, bool] = {}
        self._halts: dict[Hex, bool] = {}

    def steps(self, at: Hex) -> Sequence[int]:
        """Half points for one part to cross each side of a hex, 0 where it may not."""
        known = self._steps.get(at)
        if known is None:
            known = self._steps[at] = [self._step(at, side) for side in range(6)]
        return known

    def _step(self, at: Hex, side: int) -> int:
        cost = step_cost(self.table, self.printed, self.start, at, side)
        there = self.table.setting.ground.around[at][side]
        if not cost or not self._enters(at, side, there):
            return 0
        return cost + screen_cost(self.table, self.start.id, at, there)

    def _enters(self, at: Hex, side: int, there: Hex) -> bool:
        """May one part step into a hex? Only battles with rules of their own mind where from."""
        table = self.table
        found = None if table.setting.special else self._enterable.get(there)
        if found is None:
            found = not isinstance(formation_on(table, self.start, there), Reason)
            if found and (there in table.stacks or table.setting.special):
                found = may_step(table, self.printed, self.start, at, side) is None
            self._enterable[there] = found
        return found

    def halts(self, pose: Pose, origin: Pose) -> bool:
        """Does a zone of influence end the march in this pose?"""
        if pose == origin:
            return self.hand.stopped
        for at in pose[0]:
            found = self._halts.get(at)
            if found is None:
                found = self._halts[at] = must_stop(self.table, self.printed, (at,))
            if found:
                return True
        return False

    def moves(self, pose: Pose) -> list[tuple[Pose, int]]:
        """Every step and wheel from a pose that no zone forbids, with its price."""
        hexes, facing = pose
        around = self.table.setting.ground.around
        reach = (0, 1) if self.start.formation is Formation.LINE else (-1, 0, 1, 2)
        found: list[tuple[Pose, int]] = []
        for turn in reach:
            side = (facing + turn) % 6
            prices = [self.steps(at)[side] for at in hexes]
            if 0 not in prices:
                found.append(((tuple([around[at][side] for at in hexes]), facing), max(prices)))
        for to_right in (False, True):
            price, there = self._wheel(pose, to_right)
            if there is not None:
                found.append((there, price))
        return found

    def _wheel(self, pose: Pose, to_right: bool) -> tuple[int, Pose | None]:
        hexes, facing = pose
        tracks = wheel_tracks(self.table.setting.ground, hexes, facing, to_right)
        if tracks is None:
            return 0, None
        side = (facing + 1) % 6 if to_right else facing
        dearest = 0
        for track in tracks:
            prices = [self.steps(at)[side] for at in track[:-1]]
            if 0 in prices:
                return 0, None
            dearest = max(dearest, sum(prices))
        price = int(self.table.setting.cards.points("wheel")) + dearest
        return price, (tuple([track[-1] for track in tracks]), wheeled(facing, to_right))

    def field(self) -> tuple[dict[Pose, int], list[Hex]]:
        """Half points to every pose the unit can reach and stay in, its present one left out.

        And every hex that it comes to on its way.
        """
        points, origin = self.hand.left, (self.start.hexes, self.start.facing)
        about = int(self.table.setting.cards.points("about_face"))
        best: dict[Pose, int] = {origin: 0}
        halted: dict[Pose, bool] = {origin: self.hand.stopped}
        waiting: list[list[Pose]] = [[] for _ in range(points + 1)]
        waiting[0].append(origin)
        for cost in range(points + 1):
            for pose in waiting[cost]:
                if best[pose] != cost:
                    continue
                hexes, facing = pose
                back = (hexes[::-1], (facing + 3) % 6)
                onward = [(back, about)]
                if not halted[pose]:
                    onward += self.moves(pose)
                for there, price in onward:
                    total = cost + price
                    if total <= points and total < best.get(there, points + 1):
                        best[there] = total
                        halted[there] = halted[pose] or self._stops(hexes, there, origin)
                        waiting[total].append(there)
        hexes_met = list(dict.fromkeys(at for pose in best for at in pose[0]))
        del best[origin]
        return {pose: cost for pose, cost in best.items() if self._rests(pose)}, hexes_met

    def _stops(self, hexes: tuple[Hex, ...], there: Pose, origin: Pose) -> bool:
        """Facing about enters nothing; anything else is tested where it ends."""
        return there[0] != hexes[::-1] and self.halts(there, origin)

    def _rests(self, pose: Pose) -> bool:
        if pose[0] == self.start.hexes or not any(at in self.table.stacks for at in pose[0]):
            return True
        piece = msgspec.structs.replace(self.start, hexes=pose[0], facing=pose[1])
        return may_end(self.table, piece) is None
