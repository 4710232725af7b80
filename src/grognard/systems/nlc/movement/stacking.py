"""Stacking (N5.3): how many may stand in a hex, and which lies on top."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.events import Restacked
from grognard.systems.nlc.guns.sight import seen_by_units
from grognard.systems.nlc.kinds import Arm
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table


@rule("N5.3.1", "N5.3.4")
def room(table: Table, at: Hex) -> int:
    """How many units may stand in a hex."""
    return table.setting.cards.stacking(table.setting.ground.terrain[at])


@rule("N5.3.1", "N12.13.7", "N20.2.3.5")
def overstacked(table: Table, at: Hex, coming: tuple[UnitId, ...]) -> Reason | None:
    """Why units may not end in a hex: no room, strangers of another division, two extended feet."""
    stack = table.stacks.get(at, ())
    here = tuple([unit for unit in stack if unit not in coming]) if stack else ()
    if not here and len(coming) == 1:
        return None
    both = (*here, *coming)
    extended = [unit for unit in both if table.pieces[unit].also]
    foot = [unit for unit in both if table.arm(unit) is Arm.INFANTRY]
    if extended and len(foot) > 1:
        return Reason("an extended line shares its hexes with no other infantry", "N20.2.3.5")
    if len(both) > room(table, at):
        return Reason("there is no room in that hex", "N5.3.1")
    apart = {table.under[unit] for unit in both if _keeps_apart(table, unit)}
    if apart and len({table.under[unit] for unit in both}) > 1:
        return Reason("a division on orders of its own stacks with nobody else", "N12.13.7")
    return None


def _keeps_apart(table: Table, unit: UnitId) -> bool:
    force = table.forces[table.under[unit]]
    return "/" in force.id and not force.chief


@rule("N5.3.3", "R-5.3c")
def show_guns(table: Table, at: Hex) -> None:
    """Lay guns on top of a stack that an enemy unit sees; elsewhere it stays as its owner left it."""
    stack = table.stack(at)
    ordered = tuple(sorted(stack, key=lambda unit: not table.arm(unit).artillery))
    if ordered != stack and seen_by_units(table, at, table.setting.enemy(table.side_of(stack[0]))):
        table.record(Restacked(at, ordered))
