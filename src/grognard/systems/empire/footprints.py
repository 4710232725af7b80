"""How much ground units cover, by arm and formation (EG.3)."""

from __future__ import annotations

from typing import Final

from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Size
from grognard.systems.empire.kinds import Arm, Formation
from grognard.systems.empire.setting import Unit
from grognard.systems.empire.sheet import sheet

COMMANDER: Final = sheet().footprint("commander")

NAMES: Final = {
    (Arm.INFANTRY, Formation.LINE): "infantry_line",
    (Arm.INFANTRY, Formation.COLUMN): "infantry_column",
    (Arm.INFANTRY, Formation.COLUMN_SQUARE): "infantry_square",
    (Arm.INFANTRY, Formation.FULL_SQUARE): "infantry_square",
    (Arm.INFANTRY, Formation.SKIRMISH): "detached_skirmisher",
    (Arm.INFANTRY, Formation.GARRISON): "infantry_column",
    (Arm.CAVALRY, Formation.LINE): "cavalry_line",
    (Arm.CAVALRY, Formation.COLUMN): "cavalry_column",
    (Arm.ARTILLERY, Formation.UNLIMBERED): "artillery_unlimbered",
    (Arm.ARTILLERY, Formation.LIMBERED): "artillery_limbered",
}
"""The rows of the card; a garrison stands as a column where it leaves its building."""


def formations_of(arm: Arm) -> tuple[Formation, ...]:
    """Every formation that an arm can take."""
    return tuple(formation for kind, formation in NAMES if kind is arm)


@rule("EG.3")
def size_of(unit: Unit, formation: Formation) -> Size:
    """The front and depth of a unit; how many men it has does not change them."""
    return sheet().footprint(NAMES[unit.arm, formation])
