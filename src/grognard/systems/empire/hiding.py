"""Hidden units: where they hide, when they are seen, and what of them a side may know (EG.9)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.measured.polygons import holds
from grognard.systems.empire.events import Revealed
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.table import Table

SEEN = 2 * MIL
"""Hidden units are seen by an enemy so near."""


@rule("EG.9")
def revealed(seen: Table, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Hidden units who come to light by where some stand: near an enemy, or out of their wood."""
    found: dict[UnitId, None] = {}
    for unit in units:
        side, corners = seen.side_of(unit), seen.corners(unit)
        near = [other for other in seen.within(corners, SEEN) if seen.side_of(other) != side]
        if seen.pieces[unit].hidden and (near or not is_hiding(seen, unit)):
            found[unit] = None
        found.update((other, None) for other in near if seen.pieces[other].hidden)
    return tuple(found)


def is_hiding(table: Table, unit: UnitId) -> bool:
    """Does ground that blocks sight hold the front centre of a unit?"""
    point = table.pieces[unit].pose.point
    return any(patch.hides and holds(patch.corners, point) for patch in table.setting.patches)


@rule("EG.9")
def come_to_light(table: Table) -> None:
    """Whoever hides too near an enemy, or no longer in cover of sight, is seen."""
    hidden = [unit for unit, piece in table.pieces.items() if piece.hidden]
    for unit in revealed(table, hidden):
        table.record(Revealed(unit))


@rule("EG.9")
def show(table: Table, units: Iterable[UnitId]) -> None:
    """Units who fire or charge are seen."""
    for unit in units:
        if table.pieces[unit].hidden:
            table.record(Revealed(unit))


def is_secret(table: Table, unit: UnitId, side: SideId) -> bool:
    """May a side not know where a unit is?"""
    piece = table.pieces.get(unit)
    return piece is not None and piece.hidden and table.side_of(unit) != side


def seen_of(table: Table, units: Iterable[UnitId], side: SideId) -> tuple[UnitId, ...]:
    """Those of some units of whom a side may know."""
    return tuple(unit for unit in units if not is_secret(table, unit, side))


def told_of(table: Table, units: tuple[UnitId, ...], side: SideId) -> tuple[UnitId, ...]:
    """Units in one breath: a side hears of none of them if it may not know of one."""
    return units if len(seen_of(table, units, side)) == len(units) else ()
