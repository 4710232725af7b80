"""How far a unit goes: weather and dark shorten its march, a forced march doubles it (44, 46).

The marks of rule 44 are defined here, where the rules of marching can read them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, Side
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.marks import ATTEMPTS, FOOTSORE, FORCE_MARCH
from grognard.systems.bataille.pieces import Formation, Piece, Printed
from grognard.systems.bataille.setting import HALVES, Setting, wades
from grognard.systems.bataille.table import Table

MARCHING_ORDER: Final = (
    Formation.COLUMN,
    Formation.GENERAL,
    Formation.ROAD,
    Formation.LIMBERED,
)
"""Column, which rough ground turns into general order, and Road March; limbered guns (P44.5)."""

STREAMS: Final = ("stream", "stream_ford")
"""Hexsides that heavy rain swells (charts 32)."""

ALL: Final = Fraction(1)
DOUBLE: Final = 2
"""A forced march doubles the printed allowance (P44.5)."""


def attempts(piece: Piece) -> int:
    """In how many turns in a row the unit has tried to force march."""
    for mark in piece.marks:
        if mark.startswith(ATTEMPTS):
            return int(mark.removeprefix(ATTEMPTS))
    return 0


@rule("P44.6", "PR-134")
def may_go(printed: Printed, piece: Piece) -> Reason | None:
    """Who failed to force march stands where he is."""
    if FOOTSORE in piece.marks:
        return Reason(f"{printed.name} failed to force march and stays where it is", "P44.6")
    return None


@rule("P44.5", "P46.1")
def points(table: Table, printed: Printed, piece: Piece, share: Fraction = ALL) -> int:
    """Movement points of a unit in good order, or ``share`` of them, before its formation takes its
    own; what is left of a point is lost."""
    allowance = printed.movement
    if FORCE_MARCH in piece.marks and piece.formation in MARCHING_ORDER:
        allowance *= DOUBLE
    if share is not ALL:
        allowance = int(allowance * share)
    kind = (
        "movement",
        printed.side,
        printed.arm,
        printed.battery is not None and printed.battery.horse,
    )
    return max(0, allowance + table.of_turn(kind, lambda: weather.movement(table, printed)))


@rule("P46.1", "PR-186")
def stream_cost(setting: Setting, at: Hex, side: Side, points: int, *, wades: bool) -> int:
    """Half points that a crossing costs more when streams do; nought over any other hexside, and on
    a bridge for those who do not wade beside it."""
    crossed = setting.ground.hexsides.get((at, side))
    if wades and crossed is not None:
        crossed = setting.cards.hexside(crossed).beside or crossed
    return HALVES * points if crossed in STREAMS else 0


def swollen(table: Table, piece: Piece, at: Hex, side: Side) -> int:
    """The same for a unit in the weather of the turn."""
    setting = table.setting
    points = weather.stream_points(table)
    return stream_cost(setting, at, side, points, wades=wades(setting, piece)) if points else 0


@rule("P44.7")
def may_form(printed: Printed, piece: Piece) -> Reason | None:
    """Nobody changes formation on a forced march."""
    if FORCE_MARCH in piece.marks:
        return Reason(f"{printed.name} is on a forced march and keeps its formation", "P44.7")
    return None


@rule("P44.9", "PR-135")
def may_attack(printed: Printed, piece: Piece) -> Reason | None:
    """After a forced march a unit neither fires nor assaults in its own sequence."""
    if FORCE_MARCH in piece.marks:
        return Reason(f"{printed.name} is on a forced march and does not attack", "P44.9")
    return None
