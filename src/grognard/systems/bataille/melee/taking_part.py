"""Who takes part in a melee, in the order in which its result befalls them (rule 34)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.melee.melee import (
    attacking_side,
    defenders_of,
    engaged_hexes,
    units_against,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.morale.retreat import Surrender
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


def defending_top(table: Table, melee: Melee) -> UnitId | None:
    """The top unit of the hex that is fought for."""
    side = attacking_side(table, melee)
    there = defenders_of(table, melee.target, side) or units_against(table, melee.target, side)
    return there[0] if there else None


@rule("PR-87", "PR-180")
def attackers_in_order(table: Table, melee: Melee) -> list[tuple[UnitId, Hex]]:
    """Attackers with the hex they fought from: lowest hex first, top of the stack first."""
    found = [
        (at, table.stack(at).index(unit), unit)
        for unit in melee.attackers
        if unit in table.pieces
        for at in engaged_hexes(table, unit, melee.target)[:1]
    ]
    return [(unit, at) for at, _, unit in sorted(found)]


def attacking_hexes(table: Table, melee: Melee) -> tuple[Hex, ...]:
    """Every hex from which the attack is made."""
    return tuple(
        sorted({at for u in melee.attackers for at in engaged_hexes(table, u, melee.target)})
    )


def present(table: Table, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Those of the units still on the map; a counter that broke down is there in its parts."""
    found: list[UnitId] = []
    for unit in units:
        parts = (unit,) if unit in table.pieces else table.printed(unit).parts
        found += [part for part in parts if part in table.pieces]
    return tuple(found)


class TakePrisoner(Procedure, tag=True):
    """P34.5: units surrender one after the other."""

    units: tuple[UnitId, ...]

    @step("P34.5", "P32.10")
    def next_unit(self, table: Table) -> Flow:
        if not self.units:
            return Done()
        unit, self.units = self.units[0], self.units[1:]
        return Call(Surrender(unit, "melee"), then="next_unit")
