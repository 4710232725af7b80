"""Beaten units run before a charge, and those beside them see it (rule 38)."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.morale.retreat import Rout
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table


class RunAway(Procedure, tag=True):
    """Beaten units run, one after the other; limbered guns go with the first (P38.19, PR-128)."""

    units: tuple[UnitId, ...]
    at: Hex
    guns: tuple[UnitId, ...] = ()
    spared: tuple[UnitId, ...] = ()

    @step("P38.19", "PR-69", "PR-74", "PR-109")
    def next_unit(self, table: Table) -> Flow:
        self.units = tuple(unit for unit in self.units if unit in table.pieces)
        if not self.units:
            return Done()
        unit, self.units = self.units[0], self.units[1:]
        guns, self.guns = self.guns, ()
        exempt = (*self.units, *self.spared)
        rout = Rout(unit, "charge", self.at, exempt=exempt, guns=guns, shakes=not self.units)
        return Call(rout, then="next_unit")


@rule("P38.49", "PR-140")
def neighbours_of(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """Comrades in the hexes of a unit and next to them, who are not routed."""
    around, side = table.setting.ground.around, table.side_of(unit)
    found: list[UnitId] = []
    for at in table.pieces[unit].hexes:
        for near in (at, *around[at]):
            for other in table.stacks.get(near, ()):
                if other == unit or other in found or table.side_of(other) != side:
                    continue
                if table.pieces[other].cohesion is not Cohesion.ROUT:
                    found.append(other)
    return tuple(found)
