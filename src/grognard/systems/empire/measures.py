"""What the benchmarks measure of Bataille Empire: how the moves of all grow with the units on a table."""

from __future__ import annotations

from typing import Final

from grognard.desks.measures import Measures
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.kinds import Arm, Branch, Drill, Formation, Status
from grognard.systems.empire.movement.candidates import moves_of
from grognard.systems.empire.setting import Stand, Unit
from grognard.systems.empire.situations.drawing import (
    SIDES,
    Base,
    Drawing,
    General,
    division_of,
    draw,
)
from grognard.systems.empire.table import Table

APART: Final = 3 * MIL
LINES: Final = {"F": (10 * MIL, 0), "P": (20 * MIL, 180)}
"""Where the two lines stand, and where they look."""

KINDS: Final = (
    (Arm.INFANTRY, Branch.LINE, Formation.LINE),
    (Arm.INFANTRY, Branch.LINE, Formation.COLUMN),
    (Arm.CAVALRY, Branch.MEDIUM, Formation.COLUMN),
    (Arm.INFANTRY, Branch.LIGHT, Formation.COLUMN),
    (Arm.ARTILLERY, Branch.FOOT, Formation.LIMBERED),
)


def crowd(units: int) -> Table:
    """Two lines of so many units in all on a table as long as they are: as many near each, however many."""
    bases = tuple(_base(letter, number) for number in range(units // 2) for letter in LINES)
    points = {side: General(points=units) for side in SIDES.values()}
    width = (units // 2 + 1) * APART
    return draw(Drawing(bases=bases, generals=points, width=width))


def _base(letter: str, number: int) -> Base:
    arm, branch, formation = KINDS[number % len(KINDS)]
    name, side, (north, facing) = f"{letter}{number}", SIDES[letter], LINES[letter]
    card = Unit(name, name, side, division_of(side), arm, branch, Status.LINE, 3, Drill.B, 4)
    return Base(card, Stand(Pose((number + 1) * APART, north, facing), formation))


def moves(table: Table) -> int:
    """How many moves all units have, each for itself, nothing known of the table before."""
    table.setting.forget()
    fresh = table.draft()
    fresh.own("pieces")
    return sum(len(moves_of(fresh, (unit,))) for unit in sorted(fresh.pieces))


MEASURES: Final = Measures(crowd=crowd, crowded=moves)
