"""How far a unit goes straight on that stops for nobody's order: advances, pursuits, rides after a
fleer (E56.47, E60.3, E35.18)."""

from __future__ import annotations

from collections.abc import Collection

from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import TOUCH, is_within, overlap
from grognard.mechanics.measured.mils import at
from grognard.mechanics.measured.paths import Side, advanced, least, swept, wheeled
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.events import Moved
from grognard.systems.empire.kinds import Going
from grognard.systems.empire.movement.ground import forbids
from grognard.systems.empire.movement.rates import forbidden
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table, box_of

CUT = 100
"""Where somebody stands whom one may pass, one halts so many mils sooner, or twice that."""


class Course:
    """A unit that goes straight on: past ``over``, up to the first other enemy, never through friends.

    ``halt`` is how far off an enemy it stops; ``shuns`` ground that it does not enter, besides what is
    closed to it; ``sweeps``: enemy skirmishers do not stop it, as they do not stop a charge.
    """

    def __init__(
        self,
        table: Table,
        unit: UnitId,
        *,
        over: Collection[UnitId] = (),
        halt: int = TOUCH,
        shuns: Collection[Going] = (),
        sweeps: bool = False,
    ) -> None:
        self.table, self.unit, self.over, self.halt = table, unit, over, halt
        self.sweeps = sweeps and table.is_formed(unit)
        self.side = table.side_of(unit)
        piece = table.pieces[unit]
        self.closed = forbidden(table.printed(unit), piece.formation) | set(shuns)
        self.start = piece.footprint

    def reach(self, most: int) -> int:
        """The way that is free, in mils."""
        blocked = least(most, self._is_blocked)
        far = most if blocked is None else max(0, blocked - 1)
        while far and not self._has_room(self.start.moved(advanced(self.start.pose, far))):
            far = max(0, far - CUT)
        return far

    def _is_blocked(self, mils: int) -> bool:
        end = advanced(self.start.pose, mils)
        path = swept(self.start, end)
        setting = self.table.setting
        if not setting.terrain.on_table(path) or self._closes(self.start, end):
            return True
        if any(self.table.buildings_under(path)):
            return True
        return any(self._stops(unit, path) for unit in self.table.near(box_of(path), self.halt))

    def _stops(self, unit: UnitId, path: Polygon) -> bool:
        if unit == self.unit or unit in self.over:
            return False
        corners = self.table.corners(unit)
        friend = self.table.side_of(unit) == self.side
        if self.table.is_skirmisher(unit) and (friend or self.sweeps):
            return False  # they are passed, but not stood upon
        if friend or is_within(self.start.corners, corners, self.halt):
            return overlap(path, corners)
        return is_within(path, corners, self.halt - 1)

    def _closes(self, start: Footprint, end: Pose) -> bool:
        """Does the front come into ground that the unit may not enter?"""
        quarter = start.size.front // 4
        return any(
            forbids(
                self.table.setting,
                at(start.pose.point, start.pose.facing, 0, aside),
                at((end.x, end.y), end.facing, 0, aside),
                frozenset(self.closed),
                straight=True,
            )
            is not None
            for aside in (-quarter, 0, quarter)
        )

    # --- wheeling first

    @rule("E60.3")
    def wheel(self, turn: int) -> None:
        """Turn to a side by so many degrees, or as far as there is room."""
        side = Side.RIGHT if turn > 0 else Side.LEFT
        for degrees in range(abs(turn), 0, -1):
            there = self.start.moved(wheeled(self.start, side, degrees))
            if self._has_room(there):
                self.start = there
                return

    def _has_room(self, there: Footprint) -> bool:
        free = self.table.has_room(there.corners, (self.unit, *self.over))
        return free and not self._closes(there, there.pose)

    # --- going

    def path(self, mils: int) -> Polygon:
        """The ground that is swept on the way."""
        return swept(self.start, advanced(self.start.pose, mils))

    def go(self, mils: int) -> None:
        """Stand there."""
        piece, place = self.table.pieces[self.unit], self.table.setting.place
        there = self.start.moved(advanced(self.start.pose, mils))
        if there.pose != piece.pose:
            passed = (piece.footprint.centre, self.start.centre, there.centre)
            way = tuple(map(place, passed))
            self.table.record(Moved(self.unit, there.pose, piece.formation, way[-1], way))


@rule("E60.4", "E35.18")
def overtaken(table: Table, path: Polygon, fled: Collection[UnitId]) -> list[UnitId]:
    """Of those who fled, whoever is touched on the way."""
    return [unit for unit in fled if unit in table.pieces and touches(path, table.corners(unit))]


def touches(one: Polygon, other: Polygon) -> bool:
    return is_within(one, other, TOUCH)
