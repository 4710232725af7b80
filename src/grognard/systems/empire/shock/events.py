"""What a shock does."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Account
from grognard.mechanics.measured.footprints import Pose
from grognard.systems.empire.events import Fact
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.setting import BuildingId, UnitId
from grognard.systems.empire.table import Table


class ShockFought(Fact, frozen=True, tag=True):
    """Dice and rows of both sides, and how it ended: ``result`` is a word of the sheet."""

    principal: UnitId
    target: UnitId
    attackers: tuple[UnitId, ...]
    dice: tuple[int, int]
    attack: Account
    defence: Account
    difference: int
    result: str
    winner: UnitId
    loser: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E56.1",)


class BuildingTaken(Fact, frozen=True, tag=True):
    """Foot that has beaten a garrison goes in."""

    unit: UnitId
    building: BuildingId
    clauses: ClassVar[tuple[str, ...]] = ("E56.44",)

    def change(self, table: Table) -> None:
        pose = Pose(*table.setting.buildings[self.building].centre, 0)
        table.alter(self.unit, pose=pose, formation=Formation.GARRISON, building=self.building)


class PursuitHeld(Fact, frozen=True, tag=True):
    """A winner does not pursue."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E60.1", "E60.2")


class RiddenDown(Fact, frozen=True, tag=True):
    """Whoever fled is overtaken."""

    unit: UnitId
    by: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E40.4", "E60.4")
