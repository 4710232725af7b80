"""A way carried out, step by step, with what the enemy makes of it (8.3, 9)."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Procedure, rule, step
from grognard.mechanics.places import Place
from grognard.systems.empire.actions import March, Move, Primitive
from grognard.systems.empire.command.points import spend
from grognard.systems.empire.events import Activated, Marked, Moved
from grognard.systems.empire.movement.judging import cost_of, walked
from grognard.systems.empire.movement.stages import Stage, stages
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table

MARCH = 2
"""An operational move counts as more than one."""


class MoveAlong(Procedure, tag=True):
    """A way is paid for and carried out."""

    units: tuple[UnitId, ...]
    path: tuple[Primitive, ...]
    march: bool = False
    stages: tuple[Stage, ...] = ()
    at: int = 0

    @step("E24.7", "E30.8", "E30.17", "EM.2")
    def pay(self, table: Table) -> Flow:
        order = March(self.units, self.path) if self.march else Move(self.units, self.path)
        self.stages = stages(walked(table, order))
        cost = cost_of(table, self.units)
        assert cost is not None
        spend(table, table.printed(self.units[0]).division, cost)
        for unit in self.units:
            table.record(Activated(unit, MARCH if self.march else 1))
        return None

    @step("EM.1")
    def advance(self, table: Table) -> Flow:
        put(table, self.units, self.stages[-1], self.stages)
        return None

    @step("E22.1", "E30.17")
    def mark(self, table: Table) -> Flow:
        """Whoever made more than one move gets an action marker."""
        for unit in self.units:
            if unit in table.pieces and table.pieces[unit].moves > 1:
                if not table.pieces[unit].marked:
                    table.record(Marked(unit))
        return Done()


@rule("EM.1")
def put(
    table: Table, units: tuple[UnitId, ...], stage: Stage, passed: tuple[Stage, ...] = ()
) -> None:
    """Units stand where a step of their way leads them."""
    for number, unit in enumerate(units):
        pose, formation = stage.poses[number], stage.formations[number]
        piece = table.pieces[unit]
        if (piece.pose, piece.formation) == (pose, formation):
            continue
        path = (piece.at, *(_place(table, each, number) for each in passed))
        table.record(Moved(unit, pose, formation, _place(table, stage, number), _thinned(path)))


def _place(table: Table, stage: Stage, number: int) -> Place:
    return table.setting.place(stage.poses[number].point)


def _thinned(path: tuple[Place, ...]) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(path))
