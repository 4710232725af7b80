"""Moves that programs and keys choose from: a function of the state alone."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.mechanics.measured.mils import Point, bearing, squared
from grognard.mechanics.measured.paths import Side
from grognard.systems.empire.actions import Kind, Move, Primitive
from grognard.systems.empire.command.points import points_of
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.movement.judging import against_acting, against_end
from grognard.systems.empire.movement.walking import Walk, length_of
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table

STEP = 250
"""Candidates are cut back in steps of so many mils."""

TURN = 90
GOALS = 3


def goals(table: Table, unit: UnitId) -> list[Point]:
    """The objective of its order, and the nearest formed enemies."""
    here, side = table.pieces[unit].pose.point, table.side_of(unit)
    body = table.body_of(unit)
    found = [table.setting.objectives[body.target].at] if body.target else []
    enemies = [
        table.pieces[other].pose.point
        for other in table.pieces
        if table.side_of(other) != side
        and not table.pieces[other].hidden
        and table.is_formed(other)
    ]
    return found + sorted(enemies, key=lambda point: squared(here, point))[:GOALS]


def candidates(table: Table, division: DivisionId) -> Iterator[Move]:
    """Every candidate of every unit of a division that may act, in order."""
    if not points_of(table, division):
        return
    for unit in sorted(table.units_in(division)):
        if against_acting(table, division, unit) is None:
            yield from sorted(set(moves_of(table, unit)))


def moves_of(table: Table, unit: UnitId) -> Iterator[Move]:
    """The candidates of one unit: forward, toward its goals, sideways, other formations."""
    seen = set()
    for path in _paths(table, unit):
        walk = Walk(table, unit).along(path)
        if walk.reason is not None or against_end(walk) is not None:
            continue
        end = walk.footprint.pose, walk.formation
        if end not in seen:
            seen.add(end)
            yield Move((unit,), path)


def _paths(table: Table, unit: UnitId) -> Iterator[tuple[Primitive, ...]]:
    piece = table.pieces[unit]
    if piece.formation in (Formation.GARRISON, Formation.UNLIMBERED):
        return
    for start in _starts(table, unit):
        walk = Walk(table, unit).along(start)
        if walk.reason is not None and start[-1].kind is not Kind.SLIDE:
            continue
        yield start
        far = longest(table, unit, start, walk)
        yield from (
            (*start, Primitive(Kind.FORWARD, length)) for length in {far, far // 2} if length
        )


def _starts(table: Table, unit: UnitId) -> Iterator[tuple[Primitive, ...]]:
    yield ()
    pose = table.pieces[unit].pose
    for goal in goals(table, unit):
        turn = (bearing(pose.point, goal) - pose.facing) % 360
        side, turn = (Side.RIGHT, turn) if turn <= 180 else (Side.LEFT, 360 - turn)
        if 0 < turn <= TURN:
            yield (Primitive(Kind.WHEEL, turn, side.value),)
    for side in Side:
        yield (Primitive(Kind.SLIDE, 1000, side.value),)


def longest(table: Table, unit: UnitId, start: tuple[Primitive, ...], walk: Walk) -> int:
    """The longest way straight on after a start, in whole steps."""
    rate = 12
    most = length_of(walk.left, rate) // STEP
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        path = (*start, Primitive(Kind.FORWARD, middle * STEP))
        tried = Walk(table, unit).along(path)
        legal = tried.reason is None and against_end(tried) is None
        low, high = (middle, high) if legal else (low, middle - 1)
    return low * STEP
