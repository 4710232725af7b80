"""The Morale Recovery segment: who comes back to his colours, and who runs on (rules 30 and 31)."""

from __future__ import annotations

from functools import partial
from typing import Final

from grognard.kernel import (
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import SIDES
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.events.facts import LostIncrements, Removed, Unmarked
from grognard.systems.bataille.events.morale import Rallied
from grognard.systems.bataille.horse.readiness import ReadinessRecovery
from grognard.systems.bataille.marks import BROKE, FATIGUE
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.retreat import Rout, SeekShelter, Surrender
from grognard.systems.bataille.morale.retreat_move import loose_formation
from grognard.systems.bataille.morale.retreat_paths import FAR, enemy_distance
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.special.doubt import goes_over, is_doubtful
from grognard.systems.bataille.table import Table

RECOVERY: Final = "recovery"


@rule("P30.4", "P31.2", "PR-77")
def recoverable(table: Table, side: str) -> tuple[UnitId, ...]:
    """The side's disordered and routed units that may recover now, top of the stack first, hexes
    by lowest number."""
    broken = [unit for unit in table.units_of(side) if no_recovery(table, side, unit) is None]
    return tuple(sorted(broken, key=lambda unit: _place(table, unit)))


@rule("P2.11", "P31.2", "PR-77")
def no_recovery(table: Table, side: str, unit: UnitId) -> Reason | None:
    """Why a unit has no check in this recovery segment, or None."""
    barred = not_ours(table, unit, side, "P2.11")
    if barred is not None:
        return barred
    if table.pieces[unit].cohesion is Cohesion.GOOD:
        return Reason(f"{table.printed(unit).name} is in good order", "P31.2")
    if BROKE in table.pieces[unit].marks:
        return Reason(f"{table.printed(unit).name} broke in this player turn", "PR-77")
    return None


def _place(table: Table, unit: UnitId) -> tuple[int, int]:
    at = table.pieces[unit].at
    return at, table.stack(at).index(unit)


class RecoverySegment(Procedure, tag=True):
    """P2.11: every unit of the side that is disordered or routed as it begins checks once."""

    side: str
    waiting: tuple[UnitId, ...] = ()

    @step("P46.2", "P31.2")
    def recover_outside(self, table: Table) -> Flow:
        from grognard.systems.bataille.movement.offmap import OffMapRecovery

        return Call(OffMapRecovery(self.side))

    @step("P2.11", "P30.4", "P31.2", "PR-77")
    def muster(self, table: Table) -> Flow:
        self.waiting = recoverable(table, self.side)
        return None

    @step("PR-180")
    def choose(self, table: Table) -> Flow:
        self.waiting = tuple(unit for unit in self.waiting if unit in table.pieces)
        if len(self.waiting) > 1:
            return None
        if not self.waiting:
            return Goto("dismiss")
        unit, self.waiting = self.waiting[0], ()
        return Call(Recovery(unit), then="choose")

    @step("PR-180")
    def ask_who(self, table: Table) -> Flow:
        picks = map(Pick, sorted(self.waiting))
        options = Judged(partial(self._against, table), picks, Pick, sifted=True)
        return Ask(self.side, options, "recovery-order")

    @step("P31.2", "PR-180")
    def check(self, table: Table, answer: Pick) -> Flow:
        self.waiting = tuple(unit for unit in self.waiting if unit != answer.choice)
        return Call(Recovery(answer.choice), then="choose")

    def _against(self, table: Table, order: Pick) -> Reason | None:
        if order.choice in self.waiting:
            return None
        barred = no_recovery(table, self.side, order.choice)
        return barred or Reason("it has had its check in this segment", "P31.2")

    @step("PR-77")
    def dismiss(self, table: Table) -> Flow:
        for unit in table.units_of(self.side):
            if BROKE in table.pieces[unit].marks:
                table.record(Unmarked(unit, BROKE))
        return Call(ReadinessRecovery(self.side))


class Recovery(Procedure, tag=True):
    """P31.2: one unit checks. It recovers, or a disordered unit routs and a routed one runs on."""

    unit: UnitId

    @step("P31.2", "P30.3", "P30.9", "P30.14")
    def check(self, table: Table) -> Flow:
        return Call(CheckMorale(self.unit, RECOVERY))

    @step("P30.4", "P30.5", "P30.8", "PR-131")
    def pass_or_fail(self, table: Table, passed: bool) -> Flow:
        if not passed:
            return Goto("doubt")
        if table.pieces[self.unit].formation is Formation.UNLIMBERED:
            self._rally(table, table.pieces[self.unit].facing)
            return Done()
        return None

    @step("P30.5", "PR-172")
    def ask_facing(self, table: Table) -> Flow:
        options = Choices([Pick(word) for word in sorted(SIDES)], "P30.5")
        return Ask(table.side_of(self.unit), options, "recovery-facing")

    @step("P30.5", "P30.15", "PR-99", "PR-172")
    def rally(self, table: Table, answer: Pick) -> Flow:
        self._rally(table, SIDES.index(answer.choice))
        return Done()

    @step("P46.2")
    def doubt(self, table: Table) -> Flow:
        if not is_doubtful(table, self.unit):
            return None
        left = table.strength(self.unit)
        table.record(LostIncrements(self.unit, 1, RECOVERY, "P46.2"))
        if left == 1:
            hexes = table.pieces[self.unit].hexes
            table.record(Removed(self.unit, "destroyed"))
            after_loss(table, self.unit, hexes)
            return Done()
        if goes_over(table, self.unit):
            return Call(Surrender(self.unit, RECOVERY), then="over")
        return None

    @step("P30.4", "P30.8", "P30.30", "P30.31", "PR-79", "PR-131")
    def run_on(self, table: Table) -> Flow:
        piece = table.pieces[self.unit]
        if piece.formation is Formation.UNLIMBERED and piece.cohesion is Cohesion.ROUT:
            return Done()
        near = enemy_distance(table, table.side_of(self.unit), piece.at)
        if piece.cohesion is Cohesion.ROUT and (near is None or near > FAR):
            return Call(SeekShelter(self.unit))
        return Call(Rout(self.unit, RECOVERY, shakes=True))

    @step("P31.2")
    def over(self, table: Table) -> Flow:
        return Done()

    @rule("P30.5", "P30.15", "PR-99")
    def _rally(self, table: Table, facing: int) -> None:
        """Column or general order again; cavalry is exhausted, and its rest begins now."""
        piece = table.pieces[self.unit]
        formation = piece.formation
        if formation is not Formation.UNLIMBERED:
            formation = loose_formation(table, self.unit, piece.at)
        tires = piece.cohesion is Cohesion.ROUT
        if tires and table.setting.roster[self.unit].arm is Arm.CAVALRY:
            for mark in piece.marks:
                if mark.startswith(FATIGUE):
                    table.record(Unmarked(self.unit, mark))
            mark = f"{FATIGUE}{table.phasing or table.side_of(self.unit)}:{table.turn}"
            table.record(Rallied(self.unit, facing, formation, True, mark))
        else:
            table.record(Rallied(self.unit, facing, formation))
