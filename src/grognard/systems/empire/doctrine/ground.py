"""What a place is worth to a unit: the way to the goal, whom it can hit there, who can hurt it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.measured.zones import Zone, is_ahead, zone
from grognard.planning.levels import Character
from grognard.systems.empire.command.orders import tactical
from grognard.systems.empire.kinds import Arm, Formation, Order
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table, box_of

SHOT, STRUCK, FLANK, RIDDEN, FRIEND, LIMBERED, COLUMN = 1.2, 0.5, 0.8, 0.7, 0.25, 0.6, 0.4
"""What it is worth to have somebody in range, to be in his, to show him a side, to stand before horse
in the open, to have a friend behind, and to be caught limbered or in column under fire, in UD gone."""


def operational() -> int:
    """So near is horse a danger."""
    return sheet().length("manoeuvres/distances", "operational")


def far(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1]) / MIL


def goal_of(table: Table, unit: UnitId) -> Point | None:
    """Where a unit wants to be: what its order names, what is not held, or the nearest enemy."""
    setting, side = table.setting, table.side_of(unit)
    body, here = table.body_of(unit), table.pieces[unit].pose.point
    if body.order is Order.HOLD:
        return None
    if body.target in setting.objectives and table.holders.get(body.target) != side:
        return setting.objectives[body.target].at
    aims = [each.at for each in setting.objectives.values() if table.holders.get(each.id) != side]
    enemies = [
        table.pieces[enemy].pose.point
        for enemy in table.units_of(setting.enemy(side))
        if not table.pieces[enemy].hidden
    ]
    return min(aims or enemies, key=lambda point: far(here, point), default=None)


class Ground:
    """Judges places for one unit at one moment."""

    def __init__(self, table: Table, unit: UnitId, character: Character) -> None:
        self.table, self.unit, self.character = table, unit, character
        self.card, self.side = table.printed(unit), table.side_of(unit)
        self.goal = goal_of(table, unit)
        self.enemies = [
            enemy
            for enemy in table.units_of(table.setting.enemy(self.side))
            if not table.pieces[enemy].hidden
        ]

    def worth(self, there: Footprint, formation: Formation) -> float:
        """What it is worth to stand there so, in UD gained toward the goal."""
        value = 0.0 if self.goal is None else -self.character.goal * far(there.centre, self.goal)
        near = self._near(there)
        value += self._shots(there, formation, near)
        value -= self.character.danger * self._danger(there, formation, near)
        return value + self.character.support * self._support(there)

    def _near(self, there: Footprint) -> Sequence[UnitId]:
        corners = there.corners
        return [
            enemy
            for enemy in self.enemies
            if is_within(corners, self.table.corners(enemy), operational())
        ]

    def _shots(self, there: Footprint, formation: Formation, near: Sequence[UnitId]) -> float:
        """Somebody in range and ahead, for who can fire in this formation."""
        if self.card.arm is Arm.CAVALRY or formation is Formation.LIMBERED:
            return 0.0
        reach = self._reach()
        hits = any(
            is_within(there.corners, self.table.corners(enemy), reach)
            and is_ahead(there, self.table.corners(enemy))
            for enemy in near
        )
        full = formation in (Formation.LINE, Formation.UNLIMBERED, Formation.SKIRMISH)
        return SHOT * hits * (1.0 if full else COLUMN)

    def _reach(self) -> int:
        if self.card.arm is Arm.ARTILLERY:
            return operational()
        return sheet().reach("infantry").effective

    def _danger(self, there: Footprint, formation: Formation, near: Sequence[UnitId]) -> float:
        found = 0.0
        for enemy in near:
            piece, corners = self.table.pieces[enemy], self.table.corners(enemy)
            close = is_within(there.corners, corners, tactical())
            side = zone(there, piece.pose.point) is not Zone.FRONT
            if close and side and not formation.is_all_front and piece.good:
                found += FLANK
            if self.table.arm(enemy) is Arm.CAVALRY and self.card.arm is Arm.INFANTRY:
                found += RIDDEN * (not formation.is_square) * piece.good * 0.5
            if self.table.arm(enemy) is Arm.ARTILLERY and close:
                found += STRUCK
            if close and formation is Formation.LIMBERED:
                found += LIMBERED
        return found

    def _support(self, there: Footprint) -> float:
        behind = [
            friend
            for friend in self.table.near(
                box_of(there.corners), sheet().figure("units/support", "rear") * MIL
            )
            if friend != self.unit and self.table.side_of(friend) == self.side
        ]
        return FRIEND * min(2, len(behind))
