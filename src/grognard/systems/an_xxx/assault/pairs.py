"""The pair: who has closed on a hex and can still fight for it (X2.4)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.marks import CLOSED, assaults
from grognard.systems.bataille.melee.melee import engaged_hexes, units_against
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table


@rule("X2.4")
def able(table: Table, units: Iterable[UnitId], target: Hex) -> tuple[UnitId, ...]:
    """Those who are still there, not routed, with the hex before their front."""
    return tuple(
        unit
        for unit in units
        if unit in table.pieces
        and table.pieces[unit].cohesion is not Cohesion.ROUT
        and engaged_hexes(table, unit, target)
    )


@rule("X2.4")
def targets(table: Table, side: str) -> tuple[Hex, ...]:
    """The hexes upon which units of a side have closed."""
    found = {
        target
        for unit in table.units_of(side)
        if CLOSED in table.pieces[unit].marks
        and (target := assaults(table.pieces[unit].marks)) is not None
    }
    return tuple(sorted(found))


def in_stacks(table: Table, units: Iterable[UnitId]) -> list[tuple[UnitId, ...]]:
    """Units by the hex they stand in, lowest hex first, each stack from the top."""
    by_hex: dict[Hex, list[UnitId]] = {}
    for unit in units:
        by_hex.setdefault(table.pieces[unit].at, []).append(unit)
    return [tuple(sorted(by_hex[at], key=table.stack(at).index)) for at in sorted(by_hex)]


def defending(table: Table, target: Hex, side: str) -> bool:
    """Does an enemy of this side still stand in the hex?"""
    return bool(units_against(table, target, side))
