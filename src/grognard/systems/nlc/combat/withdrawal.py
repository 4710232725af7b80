"""Horsemen give way before an assault (N7.11, N20.2.4)."""

from __future__ import annotations

from functools import partial

from grognard.kernel import Ask, Call, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.combat.retreat_ways import ways_back
from grognard.systems.nlc.judging import or_done
from grognard.systems.nlc.kinds import Arm
from grognard.systems.nlc.morale import MoraleTest, Occasion
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


@rule("N7.11.1", "N20.2.4.1", "R-7.11")
def bar_to_withdrawing(table: Table, unit: UnitId, attackers: tuple[UnitId, ...]) -> Reason | None:
    """Why a unit may not slip away from an assault."""
    arm, name_ = table.arm(unit), table.printed(unit).name
    if not (arm.cavalry or arm is Arm.HORSE_ARTILLERY):
        return Reason(f"{name_} is neither cavalry nor horse artillery", "N7.11.1")
    hexes = tuple(dict.fromkeys(table.pieces[other].at for other in attackers))
    if not ways_back(table, (unit,), hexes):
        return Reason(f"{name_} has nowhere to go", "N7.4.10")
    if is_nimble(table, unit):
        return None
    if table.pieces[unit].has(Mark.BEGAN_IN_ZONE):
        return Reason(f"{name_} began the turn in an enemy zone", "N7.11.1")
    if _has_horse(table, attackers):
        return Reason("there is cavalry among the attackers", "N7.11.1")
    return None


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
        return None if self._options(table).count() > 1 else Done()

    @step("N7.11.1")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, self._options(table), "withdraw")

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

    def _options(self, table: Table) -> Judged:
        here = sorted(table.units_in(self.target, self.side))
        return or_done(partial(self._bar, table), map(Pick, here), Pick)

    def _bar(self, table: Table, said: Pick) -> Reason | None:
        if said.choice not in table.units_in(self.target, self.side):
            return Reason(f"{said.choice} is not in the assaulted hex", "N7.11.1")
        if said.choice in self.asked:
            return Reason(f"{table.printed(said.choice).name} could not get away", "N20.2.4.1")
        return bar_to_withdrawing(table, said.choice, self.attackers)
