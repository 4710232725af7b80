"""How fast units are: the rows of the movement table, and one move as a budget of parts."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import MIL, rounded_up
from grognard.mechanics.measured.paths import arc
from grognard.systems.empire.footprints import NAMES
from grognard.systems.empire.kinds import Arm, Branch, Formation, Going
from grognard.systems.empire.setting import Unit
from grognard.systems.empire.sheet import sheet

PARTS: Final = 2520
"""A mil at a rate of one UD costs so many parts; every rate of the table divides it (EM.2)."""

MOVE: Final = PARTS * MIL
"""One move."""

DISTANCES: Final = "manoeuvres/distances"
COLUMNS: Final = frozenset({Formation.COLUMN, Formation.LIMBERED})
QUARTER: Final = 90

TWELVE: Final = 12
"""The calibre, in pounds, of the guns that have a row of their own."""


@rule("E29.1", "E29.2", "E29.3", "E29.4", "E29.5", "E29.6", "E29.7", "E29.8", "E29.9")
def row_of(unit: Unit, formation: Formation) -> str:
    """The row of the movement table for a unit in a formation."""
    if unit.arm is not Arm.ARTILLERY:
        return NAMES[unit.arm, formation]
    if unit.branch is Branch.HORSE:
        return "horse_artillery"
    return "foot_artillery_12" if unit.calibre == TWELVE else "foot_artillery"


def rate_of(unit: Unit, formation: Formation, going: Going) -> int | None:
    """What a unit moves in a going, in UD; nothing where it may not go."""
    return _rates(row_of(unit, formation)).get(going)


@cache
def _rates(row: str) -> dict[Going, int | None]:
    found = sheet().rates(row)
    return {
        Going.CLEAR: found.clear,
        Going.ROUGH: found.rough,
        Going.DIFFICULT: found.difficult,
    }


@rule("E29.4", "E29.5", "E29.6", "E30.18")
def forbidden(unit: Unit, formation: Formation) -> frozenset[Going]:
    """The ground that a unit in a formation may not enter."""
    return _closed(row_of(unit, formation), formation is Formation.UNLIMBERED)


@cache
def _closed(row: str, unlimbered: bool) -> frozenset[Going]:
    bad = {going for going in Going if _rates(row).get(going) is None}
    return frozenset(bad | {Going.DIFFICULT} if unlimbered else bad)


@rule("E30.2", "E30.3")
def wheel_length(formation: Formation, front: int, turn: int) -> int:
    """The way of a wheel: a column's by the table, others' that of the outer corner.

    >>> wheel_length(Formation.LINE, 2000, 90), wheel_length(Formation.COLUMN, 1000, 9)
    (3142, 150)
    """
    if formation is Formation.SKIRMISH:
        return 0
    if formation in COLUMNS:
        return rounded_up(sheet().length(DISTANCES, "column_wheel") * turn, QUARTER)
    return arc(front, turn)


@rule("E29.12")
def charge_bonus(unit: Unit) -> int:
    """By how much a charge is faster, in UD."""
    return sheet().figure("movement/changes", unit.arm, "charge")


@rule("E30.9")
def change_parts(unit: Unit, rate: int) -> int:
    """What a change of formation or facing costs, in parts, at the rate of now."""
    card = sheet().drill(unit.drill)
    if card.share is not None:
        return int(card.share * MOVE)
    length = card.change_cavalry if unit.arm is Arm.CAVALRY else card.change
    assert length is not None
    return length * MOVE // rate


@rule("E29.11", "E29.15")
def is_penalized(unit: Unit, formation: Formation, going: Going) -> bool:
    """Does ground hamper a unit in a fight? Light foot, but in square, never."""
    if unit.is_light_foot and not formation.is_square:
        return False
    return sheet().rates(row_of(unit, formation)).penalized == going.value


def length_of(parts: int, rate: int) -> int:
    """How far parts of a move lead at a rate, in whole mils."""
    return parts * rate // PARTS
