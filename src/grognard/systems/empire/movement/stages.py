"""A way cut into the steps at which the enemy may react: 500 mils or 5 degrees each (E42.9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import length_up, rounded
from grognard.mechanics.measured.paths import STEP as DEGREES
from grognard.mechanics.measured.paths import turned, wheeled
from grognard.systems.empire.actions import Kind
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.movement.groups import Block
from grognard.systems.empire.movement.walking import PLACED, WHEELS, Leg, Walk
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table

STEP = 500
"""A straight way is looked at every so many mils."""


class Stage(msgspec.Struct, frozen=True):
    """How the units of a block stand at a step of their way."""

    poses: tuple[Pose, ...]
    formations: tuple[Formation, ...]

    def of(self, numbers: Sequence[int]) -> Stage:
        """The same of some of them alone."""
        return Stage(
            tuple(self.poses[number] for number in numbers),
            tuple(self.formations[number] for number in numbers),
        )


def stages(block: Block) -> tuple[Stage, ...]:
    """All steps of a way, the last at its end; before a change in place the step is repeated."""
    ways = [list(_steps(walk)) for walk in block.walks]
    longest = max(map(len, ways))
    for way in ways:
        way += way[-1:] * (longest - len(way))
    found = []
    for each in zip(*ways, strict=True):
        poses, formations = zip(*each, strict=True)
        found.append(Stage(poses, formations))
    return tuple(found)


def _steps(walk: Walk) -> Iterator[tuple[Pose, Formation]]:
    formation = walk.piece.formation
    for leg in walk.legs:
        if leg.primitive.kind in PLACED:
            yield leg.start.pose, formation
        formation = leg.formation
        for pose in _poses(leg):
            yield pose, formation


def _poses(leg: Leg) -> Iterator[Pose]:
    kind, start, end = leg.primitive.kind, leg.start, leg.end.pose
    if kind in WHEELS:
        side, amount = leg.primitive.side, leg.primitive.amount
        for turn in range(DEGREES, amount, DEGREES):
            if leg.pivot is not None:
                yield turned(start.pose, leg.pivot, side.sign * turn)
            else:
                yield wheeled(start, side, turn, back=kind is Kind.BACK_WHEEL)
        yield end
    elif kind not in PLACED:
        yield from straight(start.pose, end)
    else:
        yield end


def straight(start: Pose, end: Pose) -> Iterator[Pose]:
    """The steps of a straight way, its end the last of them."""
    whole = length_up(start.point, end.point)
    for mils in range(STEP, whole, STEP):
        east, north = (end.x - start.x) * mils, (end.y - start.y) * mils
        yield Pose(start.x + rounded(east, whole), start.y + rounded(north, whole), end.facing)
    yield end


def placed(table: Table, units: tuple[UnitId, ...], stage: Stage) -> Table:
    """The table as it would be with units at a step of their way."""
    seen = table.draft()
    for unit, pose, formation in zip(units, stage.poses, stage.formations, strict=True):
        seen.alter(unit, pose=pose, formation=formation)
    return seen
