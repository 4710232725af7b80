"""Who can fire at all, and how far (rules 16, 19-21, 24, 25, 27, 28, 30).

``silence`` gives the reason why a unit cannot fire from a hex, whatever the target, or None.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.fire.firepower import has_musketry, skirmish_reach
from grognard.systems.bataille.marks import FIRED_FIRST, SHELTER
from grognard.systems.bataille.pieces import Arms, Cohesions, Forms, Piece, UnitId
from grognard.systems.bataille.table import Table, stance

DEFENSIVE: Final = "defensive"
OFFENSIVE: Final = "offensive"
OPPORTUNITY: Final = "opportunity"

CLEAR = "clear"
OPEN_ORDER = (Forms.LINE, Forms.SKIRMISH, Forms.SQUARE)
"""Formations whose fire is counted in increments, guns or no guns beside them."""


@rule("P30.6", "P30.12", "P16.76")
def silence(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    """Why a unit cannot fire from a hex, whatever the target."""
    found = _base_silence(table, unit, at)
    for own in table.setting.reglement.silences if found is None else ():
        found = found or own(table, unit, at)
    return found


def _base_silence(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    printed, piece = table.setting.roster[unit], table.pieces[unit]
    if piece.cohesion is Cohesions.ROUT:
        return Reason("routed units do not fire", "P30.6")
    if FIRED_FIRST in piece.marks:
        return Reason("it fired when the enemy's horse was upon it", "PR-125")
    if piece.formation is Forms.ROAD:
        return Reason("in Road March a unit has no fire", "P16.76")
    if printed.arm is Arms.CAVALRY:
        return _mounted_silence(piece, bool(printed.skirmish_fire))
    if printed.arm is Arms.ARTILLERY:
        return _battery_silence(table, piece, at)
    return _infantry_silence(table, piece, at)


def fires_far(table: Table, unit: UnitId) -> bool:
    """Might it fire further than the next hex? Guns and skirmishers do."""
    if table.pieces[unit].formation is Forms.SKIRMISH:
        return True
    return table.setting.roster[unit].battery is not None


def has_no_fire(table: Table, unit: UnitId) -> bool:
    """Is its order or formation alone reason enough for silence, wherever it stands?"""
    piece, arm = table.pieces[unit], table.setting.roster[unit].arm
    if piece.cohesion is Cohesions.ROUT or piece.formation is Forms.ROAD:
        return True
    if arm is Arms.CAVALRY:
        return piece.formation is not Forms.SKIRMISH
    return arm is Arms.ARTILLERY and piece.formation is not Forms.UNLIMBERED


@rule("P20.11", "P21.8")
def _mounted_silence(piece: Piece, has_fire: bool) -> Reason | None:
    if piece.formation is not Forms.SKIRMISH or not has_fire:
        return Reason("horse fires only as mounted skirmishers", "P20.11")
    return None


@rule("P16.12", "P16.76", "P21.8", "P24.2", "P25.8", "P30.6")
def _infantry_silence(table: Table, piece: Piece, at: Hex) -> Reason | None:
    """In column and general order only the top unit fires; elsewhere the top increments."""
    if SHELTER in piece.marks:
        return Reason("sheltering skirmishers take no part in the fire", "P19.21")
    if piece.cohesion is Cohesions.GOOD and piece.formation in OPEN_ORDER:
        if piece.formation is not Forms.SQUARE and not has_musketry(table, piece, at):
            return Reason("none of its increments is among those that fire", "P16.27")
        return None
    top = next(_own(table, piece.id, at))
    if top != piece.id:
        guns = table.printed(top).arm is Arms.ARTILLERY
        return Reason("only the top unit of the hex fires", "P25.8" if guns else "P24.2")
    if not table.printed(piece.id).fire:
        return Reason("it has no fire factor", "P21.8")
    return None


@rule("P16.28", "P16.52", "P16.79", "P25.1", "P25.2", "P25.3", "P25.8")
def _battery_silence(table: Table, piece: Piece, at: Hex) -> Reason | None:
    """All guns of a clear hex fire; with open infantry one battery, in column only the top unit."""
    if piece.formation is not Forms.UNLIMBERED:
        return Reason("limbered guns do not fire", "P16.79")
    units = tuple(_own(table, piece.id, at))
    foot = [table.pieces[unit] for unit in units if table.printed(unit).arm is Arms.INFANTRY]
    foot = [
        other
        for other in foot
        if other.cohesion is not Cohesions.ROUT and SHELTER not in other.marks
    ]
    guns = [unit for unit in units if table.pieces[unit].formation is Forms.UNLIMBERED]
    if any(other.cohesion is Cohesions.GOOD and other.formation in OPEN_ORDER for other in foot):
        square = any(other.formation is Forms.SQUARE for other in foot)
        if guns[0] != piece.id:
            clause = "P16.52" if square else "P16.28"
            return Reason("only one battery fires together with the infantry", clause)
    elif foot:
        if units[0] != piece.id:
            return Reason("only the top unit of the hex fires", "P25.8")
    elif table.setting.ground.terrain[at] != CLEAR and guns[0] != piece.id:
        return Reason("on this ground only the top battery fires", "P25.2")
    return None


def _own(table: Table, unit: UnitId, at: Hex) -> Iterator[UnitId]:
    """The units of its side in the hex, top first; horse on a square is no part of the stack."""
    roster = table.setting.roster
    side = roster[unit].side
    return (other for other in table.stacks[at] if roster[other].side == side)


@rule("P19.14", "P21.9", "P24.1", "P26.3", "P27.2", "P28.4")
def reach(table: Table, unit: UnitId, kind: str) -> int:
    """How far a unit may fire: only offensive fire goes beyond the next hex."""
    printed, piece = table.setting.roster[unit], table.pieces[unit]
    if kind != OFFENSIVE:
        return 1
    if printed.battery is not None:
        return gun_reach(table, printed.battery.reach, printed.side)
    if printed.arm is Arms.INFANTRY and piece.formation is Forms.SKIRMISH:
        if piece.cohesion is Cohesions.GOOD:
            return skirmish_reach(table.setting.cards, printed)
    return 1


@rule("P26.3", "P46.2")
def gun_reach(table: Table, printed: int, side: str) -> int:
    """How far guns reach in this weather and light; some forbid long range, night all but the next hex."""
    return table.of_turn(
        ("gun reach", printed, side), lambda: weather.gun_reach(table, printed, side)
    )


def is_mounted(table: Table, unit: UnitId) -> bool:
    return table.setting.roster[unit].arm is Arms.CAVALRY


def is_battery(table: Table, unit: UnitId) -> bool:
    return table.setting.roster[unit].arm is Arms.ARTILLERY


def in_square(table: Table, unit: UnitId) -> bool:
    """Is the unit a square in good order, or guns in one?"""
    piece = table.pieces[unit]
    if is_battery(table, unit):
        return stance(table, piece).formation is Forms.SQUARE
    return piece.formation is Forms.SQUARE and piece.cohesion is Cohesions.GOOD
