"""How far units may go (N5.1, N15.2), and who may not move at all (N4.5.3)."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.systems.nlc.demoralization import is_demoralized
from grognard.systems.nlc.fatigue import EXHAUSTED, bar_by_bivouac
from grognard.systems.nlc.kinds import HALVES, Arm
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table


@rule("N15.2", "N20.2.1.1", "N20.8.10", "A8")
def allowance(table: Table, unit: UnitId) -> int:
    """A unit's movement allowance for this stage in half points."""
    return table.derived(("allowance", unit), lambda: _allowance(table, unit))


def _allowance(table: Table, unit: UnitId) -> int:
    cards, force = table.setting.cards, table.under[unit]
    halves = table.printed(unit).halves
    if is_demoralized(table, force):
        halves += HALVES * cards.figure("demoralized_movement")
    if table.setting.on("division_doctrine"):
        from grognard.systems.nlc.movement.doctrine import marches_badly

        if marches_badly(table, unit):
            halves += HALVES * cards.figure("doctrine_movement")
    if is_exhausted(table, unit):
        return min(halves, HALVES * cards.figure("exhausted_hexes"))
    return max(halves, 0)


@rule("N20.8.10")
def is_exhausted(table: Table, unit: UnitId) -> bool:
    """Did its formation go two nights without rest?"""
    return table.setting.on("fatigue") and table.force_of(unit).fatigue >= EXHAUSTED


@rule("N7.10.7", "R-7.10a")
def left(table: Table, unit: UnitId) -> int:
    """What a unit may still spend in this stage."""
    piece = table.pieces[unit]
    most = allowance(table, unit)
    if piece.ceiling:
        most = min(most, piece.ceiling)
    return max(most - piece.spent, 0)


@rule("N12.2.4")
def slowest(table: Table, force: ForceId) -> int:
    """The least allowance among the units of a body on the map."""
    return min((allowance(table, unit) for unit in table.units_under(force)), default=0)


@rule("N4.5.3", "N7.7.14", "N7.9.4", "N8.1.2", "N2.1.2", "R-7.9c", "R-8.1a")
def bar_to_moving(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit may not move in this segment."""
    piece = table.pieces[unit]
    if table.under[unit] not in table.active or (piece.marks and piece.has(Mark.SPENT)):
        return Reason("its formation does not act now", "N2.1.2")
    if piece.marks:
        if piece.has(Mark.CHARGED):
            return Reason("cavalry that charged does not move this turn", "N7.7.14")
        if piece.has(Mark.BOMBARDED) and table.arm(unit) is Arm.FOOT_ARTILLERY:
            return Reason("foot artillery that bombarded does not move", "N8.1.2")
        if piece.has(Mark.MOVED):
            return Reason("a reaction charge has ended its move", "N7.9.4")
    if table.setting.on("fatigue"):
        barred = bar_by_bivouac(table, unit)
        if barred is not None:
            return barred
    if table.under[unit] in table.hidden:
        return Reason("it is on a hidden march; these counters stay where they are", "N20.1.1.2")
    return None
