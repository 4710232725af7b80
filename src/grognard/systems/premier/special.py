"""Special rules of a battle, as named switches that the rules of movement consult (P46.2).

A scenario turns a switch on by naming it among its special rules. ``may_order`` asks whether a
unit may be ordered at all, ``may_take`` whether it may go into a formation, ``may_step`` whether
it may enter the next hex, ``may_reorganise`` whether its counter may be exchanged. Each answer
is a reason against, or None.
"""

from __future__ import annotations

from typing import Final

from grognard.kernel import Call, Done, Flow, Procedure, Reason, Roll, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.events import Marked, Unmarked
from grognard.systems.bataille.pieces import Arm, Formation, Printed, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events.movement import Wavered
from grognard.systems.premier.marks import STUNNED

SURPRISE: Final = "surprise"
"""Hagelberg: on the first turn the French foot and guns outside Luebnitz only change facing."""

LANDWEHR_DRILL: Final = "landwehr_drill"
"""Hagelberg: Landwehr infantry does not form line."""

LANDWEHR_STUNNED: Final = "landwehr_stunned"
"""Hagelberg: Landwehr hit by gun fire may shrink from advancing in its next movement."""

HELD: Final = "held"
"""A mark: the stunned unit wavered and does not go nearer to the enemy in this segment."""

SURPRISED_SIDE: Final = "french"
SURPRISED_TURN: Final = 1
ALERT_PLACE: Final = "Luebnitz"


def may_order(table: Table, unit: UnitId) -> Reason | None:
    """May the unit be ordered in this segment? A surprised square has not even a facing."""
    if table.pieces[unit].formation is Formation.SQUARE and is_surprised(table, unit):
        return _only_facing(table, unit)
    return None


def may_take(table: Table, unit: UnitId, formation: Formation) -> Reason | None:
    """May the unit go into this formation by order?"""
    special = table.setting.special
    if SURPRISE in special and is_surprised(table, unit):
        return _only_facing(table, unit)
    if LANDWEHR_DRILL in special and formation is Formation.LINE:
        return _no_line(table.printed(unit))
    return None


def may_step(table: Table, unit: UnitId, origin: Hex, there: Hex) -> Reason | None:
    """May the unit go from one hex into the next by order?"""
    special = table.setting.special
    if SURPRISE in special and is_surprised(table, unit):
        return _only_facing(table, unit)
    if LANDWEHR_STUNNED in special and HELD in table.pieces[unit].marks:
        return _no_nearer(table, unit, origin, there)
    return None


def may_reorganise(table: Table, unit: UnitId) -> Reason | None:
    """May the unit be broken down or put together by order?"""
    return _only_facing(table, unit) if is_surprised(table, unit) else None


# --- surprise


@rule("P46.2")
def is_surprised(table: Table, unit: UnitId) -> bool:
    """Is the unit held by the surprise of the first turn? Cavalry never is."""
    if SURPRISE not in table.setting.special or table.turn != SURPRISED_TURN:
        return False
    printed, piece = table.setting.roster[unit], table.pieces.get(unit)
    if piece is None or printed.side != SURPRISED_SIDE or printed.arm is Arm.CAVALRY:
        return False
    places = table.setting.places.get(ALERT_PLACE, ())
    return not any(distance(at, place) <= 1 for at in piece.hexes for place in places)


def _only_facing(table: Table, unit: UnitId) -> Reason:
    return Reason(f"{table.printed(unit).name} is surprised and only changes facing", "P46.2")


# --- Landwehr


def is_landwehr(printed: Printed) -> bool:
    return printed.arm is Arm.INFANTRY and "landwehr" in printed.traits


@rule("P46.2")
def _no_line(printed: Printed) -> Reason | None:
    if is_landwehr(printed):
        return Reason(f"{printed.name} is Landwehr and not drilled to form line", "P46.2")
    return None


@rule("P46.2")
def is_stunned_by(table: Table, unit: UnitId, *, artillery: bool) -> bool:
    """Does a loss in this fire attack stun the unit until its next movement?"""
    return (
        artillery
        and LANDWEHR_STUNNED in table.setting.special
        and is_landwehr(table.setting.roster[unit])
    )


@rule("P46.2")
def _no_nearer(table: Table, unit: UnitId, origin: Hex, there: Hex) -> Reason | None:
    enemy = table.setting.enemy(table.side_of(unit))
    foes = [at for foe in table.units_of(enemy) for at in table.pieces[foe].hexes]
    if not foes:
        return None
    if min(distance(there, foe) for foe in foes) < min(distance(origin, foe) for foe in foes):
        return Reason(
            f"{table.printed(unit).name} wavers: {name(there)} is nearer to the enemy", "P46.2"
        )
    return None


class Waver(Procedure, tag=True):
    """A stunned Landwehr battalion is ordered to move: one die, and on an odd number it wavers.

    Result: did it waver?
    """

    unit: UnitId

    @step("P46.2")
    def roll(self, table: Table) -> Flow:
        return Roll("d6", "stunned", self.unit)

    @step("P46.2")
    def odd_or_even(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        wavers = die % 2 == 1
        table.record(Wavered(self.unit, die, wavers))
        table.record(Unmarked(self.unit, STUNNED))
        if wavers:
            table.record(Marked(self.unit, HELD))
        return Done(wavers)


def waver_before_moving(table: Table, unit: UnitId) -> Call | None:
    """The roll due when the unit is first ordered to move, if any."""
    if STUNNED in table.pieces[unit].marks and LANDWEHR_STUNNED in table.setting.special:
        return Call(Waver(unit))
    return None
