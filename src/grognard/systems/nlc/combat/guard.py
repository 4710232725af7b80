"""The Imperial Guard (N7.4.12-N7.4.14)."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import rule
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.kinds import Arm
from grognard.systems.nlc.morale import GUARD_REPULSED
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

GUARD = "guard"
YOUNG_GUARD = "young_guard"
SPECIAL = "guard_level"
"""The special rule of battles in which the Guard's repulse lowers the army's level."""


class GuardRecoiled(Fact, frozen=True, tag=True):
    """Guard foot was thrown back in an assault: no French unit will forget it."""

    side: SideId
    units: tuple[UnitId, ...]
    level: int
    clauses: ClassVar[tuple[str, ...]] = ("N7.4.13",)

    def change(self, table: Table) -> None:
        tally = table.writable("tally")
        tally[GUARD_REPULSED] = 1
        tally[f"level:{self.side}"] = tally.get(f"level:{self.side}", 0) + self.level


@rule("N7.4.12", "R-7.4d")
def is_guard(table: Table, unit: UnitId) -> bool:
    """Is it Guard infantry of which everybody is afraid: any but the Young Guard?"""
    printed = table.printed(unit)
    return (
        printed.arm is Arm.INFANTRY
        and GUARD in printed.traits
        and YOUNG_GUARD not in printed.traits
    )


@rule("N7.4.13", "N7.4.14", "R-7.4d")
def recoil(table: Table, units: tuple[UnitId, ...]) -> None:
    """Assaulting Guard foot goes back against its will; once in a game."""
    young = table.setting.on("young_guard_repulse")
    struck = tuple(
        unit
        for unit in units
        if is_guard(table, unit)
        or (young and table.arm(unit) is Arm.INFANTRY and YOUNG_GUARD in table.printed(unit).traits)
    )
    if not struck or table.tally.get(GUARD_REPULSED):
        return
    side = table.side_of(struck[0])
    enemy = table.setting.enemy(side)
    lowers = SPECIAL in table.setting.special and not demoralization.army_demoralized(table, enemy)
    level = table.setting.cards.figure("guard_level") if lowers else 0
    table.record(GuardRecoiled(side, struck, level))
