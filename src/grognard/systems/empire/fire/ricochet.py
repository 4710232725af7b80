"""Ricochet: ball that goes on behind its target (E50.32)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import MIL, Point, length_up, rounded
from grognard.mechanics.measured.polygons import inside
from grognard.systems.empire.fire.aims import Aim, Band, FireKind
from grognard.systems.empire.kinds import Cover
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import Line, cover_of
from grognard.systems.empire.table import Table

SOFT = frozenset({"swamp", "marsh", "meadow"})
"""Ground in which ball does not bound."""


@rule("E50.32", "ER-19")
def ricochet(table: Table, aim: Aim) -> Aim | None:
    """The enemy that a ball bounds on to, if it does: nobody in cover, on soft or higher ground."""
    if aim.kind is not FireKind.GUNS or aim.band is Band.SHORT or table.setting.soaked:
        return None
    if not table.is_formed(aim.target) or _stops(table, aim.unit, aim.target, aim.line):
        return None
    start = _behind(table, aim)
    if start is None:
        return None
    end = _onward(aim.line, start, sheet().figure("fire/figures", "ricochet") * MIL)
    met = _first_met(table, aim, start, end)
    if met is None or table.side_of(met) == table.side_of(aim.unit):
        return None
    line = Line(aim.line.start, end, aim.line.squared)
    if _stops(table, aim.unit, met, line):
        return None
    return Aim(aim.unit, aim.kind, met, aim.band, line)


def _stops(table: Table, unit: UnitId, target: UnitId, line: Line) -> bool:
    if cover_of(table, target, line) is not Cover.NONE or table.is_on(target, SOFT):
        return True
    return table.level(target) > table.level(unit)


def _behind(table: Table, aim: Aim) -> Point | None:
    """Where the line of fire comes out of its target."""
    far = _onward(aim.line, aim.line.end, FARTHEST)
    through = inside(aim.line.start, far, table.corners(aim.target))
    if not through:
        return None
    return _at(aim.line.start, far, through[-1][1])


FARTHEST = 10 * MIL
"""Longer than any footprint is deep."""


def _onward(line: Line, start: Point, mils: int) -> Point:
    """A point so many mils farther along a line."""
    dx, dy = line.end[0] - line.start[0], line.end[1] - line.start[1]
    length = length_up(line.start, line.end) or 1
    return start[0] + rounded(dx * mils, length), start[1] + rounded(dy * mils, length)


def _at(start: Point, end: Point, part: Fraction) -> Point:
    x, y = start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
    return rounded(x.numerator, x.denominator), rounded(y.numerator, y.denominator)


def _first_met(table: Table, aim: Aim, start: Point, end: Point) -> UnitId | None:
    """The first unit of either side on the way, hidden enemies apart."""
    met = [
        (parts[0][0], unit)
        for unit, piece in table.pieces.items()
        if unit not in (aim.unit, aim.target)
        and not (piece.hidden and table.side_of(unit) != table.side_of(aim.unit))
        and (parts := inside(start, end, table.corners(unit)))
    ]
    return min(met)[1] if met else None
