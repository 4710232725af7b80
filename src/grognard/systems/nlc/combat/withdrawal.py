"""Horsemen give way before an assault (N7.11, N20.2.4)."""

from __future__ import annotations

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.combat.retreat_ways import ways_back
from grognard.systems.nlc.kinds import Arm
from grognard.systems.nlc.morale import MoraleTest, Occasion
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


@rule("N7.11.1", "N20.2.4.1", "R-7.11")
def may_withdraw(table: Table, unit: UnitId, attackers: tuple[UnitId, ...]) -> bool:
    """May this unit slip away from an assault?"""
    arm = table.arm(unit)
    if not (arm.cavalry or arm is Arm.HORSE_ARTILLERY):
        return False
    hexes = tuple(dict.fromkeys(table.pieces[other].at for other in attackers))
    if not ways_back(table, (unit,), hexes):
        return False
    if not table.pieces[unit].has(Mark.BEGAN_IN_ZONE) and not _has_horse(table, attackers):
        return True
    return is_nimble(table, unit)


@rule("N20.2.4.1")
def is_nimble(table: Table, unit: UnitId) -> bool:
    """Light cavalry may always retreat, under the option."""
    fast = table.setting.cards.figure("light_cavalry_movement")
    light = table.arm(unit).cavalry and table.printed(unit).movement >= fast
    return light and table.setting.on("light_cavalry_retreat")


def _has_horse(table: Table, units: tuple[UnitId, ...]) -> bool:
    return any(table.arm(unit).cavalry for unit in units)


class Withdrawals(Procedure, tag=True):
    """Before any assault is rolled, the defender of a hex may draw his horsemen out of it."""

    side: SideId
    target: Hex
    attackers: tuple[UnitId, ...]
    asked: tuple[UnitId, ...] = ()
    unit: UnitId = ""

    @step("N7.11.1")
    def look(self, table: Table) -> Flow:
        return None if self._able(table) else Done()

    @step("N7.11.1")
    def ask(self, table: Table) -> Flow:
        offers = [Pick(unit) for unit in sorted(self._able(table))]
        return Ask(self.side, Choices((*offers, Finish())), "withdraw")

    @step("N7.11.1", "N20.2.4.1")
    def hear(self, table: Table, said: Pick | Finish) -> Flow:
        if isinstance(said, Finish):
            return Done()
        self.unit = said.choice
        self.asked = (*self.asked, self.unit)
        pressed = table.pieces[self.unit].has(Mark.BEGAN_IN_ZONE) and _has_horse(
            table, self.attackers
        )
        return Call(MoraleTest((self.unit,), Occasion("reaction"))) if pressed else Goto("go")

    @step("N20.2.4.1")
    def hear_test(self, table: Table, passed: bool) -> Flow:
        return None if passed else Goto("look")

    @step("N7.11.1", "R-7.11")
    def go(self, table: Table) -> Flow:
        hexes = tuple(dict.fromkeys(table.pieces[unit].at for unit in self.attackers))
        return Call(Retreat(self.side, (self.unit,), "withdrawal", True, hexes), then="look")

    def _able(self, table: Table) -> list[UnitId]:
        return [
            unit
            for unit in table.units_in(self.target, self.side)
            if unit not in self.asked and may_withdraw(table, unit, self.attackers)
        ]
