"""The chronology of An XXX (rule 2): a side's part of the turn, its segments in order."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Procedure, step
from grognard.systems.an_xxx.assault.assaulting import DutyToClose
from grognard.systems.an_xxx.assault.cries import remember_fire
from grognard.systems.an_xxx.assault.segment import AssaultSegment
from grognard.systems.an_xxx.guns.driving import WagonSegment
from grognard.systems.an_xxx.guns.howitzers import HowitzerSegment
from grognard.systems.an_xxx.horse.segment import ChargeSegment, DeclarationSegment, Named
from grognard.systems.an_xxx.reorganise import Reorganisation
from grognard.systems.bataille.command import force_march
from grognard.systems.bataille.events.facts import SegmentBegan, SequenceBegan
from grognard.systems.bataille.fire.fire_segments import DefensiveFireSegment, OffensiveFireSegment
from grognard.systems.bataille.horse.mounted_skirmish import SkirmishersFallBack
from grognard.systems.bataille.horse.readiness import close_sequence
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.table import Table


class PlayerSequence(Procedure, tag=True):
    """One side's part of the turn: declaration, charges, movement, the two fires, assaults,
    reorganisation (X2.2, X2.3)."""

    side: str

    @step("P2.5", "P2.14")
    def begin(self, table: Table) -> Flow:
        table.record(SequenceBegan(self.side))
        force_march.rest(table, self.side)
        return None

    @step("X2.3")
    def begin_declaration(self, table: Table) -> Flow:
        table.record(SegmentBegan("declaration"))
        return Call(DeclarationSegment(self.side))

    @step("X2.2")
    def begin_charge(self, table: Table, named: Named) -> Flow:
        table.record(SegmentBegan("charge"))
        return Call(ChargeSegment(self.side, named))

    @step("X2.2", "P2.7")
    def begin_movement(self, table: Table) -> Flow:
        table.record(SegmentBegan("movement"))
        return Call(MovementSegment(self.side))

    @step("X16.2.3")
    def let_the_bound_close(self, table: Table) -> Flow:
        return Call(DutyToClose(self.side))

    @step("X18.14.5")
    def drive_wagons(self, table: Table) -> Flow:
        return Call(WagonSegment(self.side))

    @step("X2.2", "P2.8")
    def begin_defensive_fire(self, table: Table) -> Flow:
        table.record(SegmentBegan("defensive-fire"))
        return Call(DefensiveFireSegment(table.setting.enemy(self.side)))

    @step("P20.7")
    def let_screens_fall_back(self, table: Table) -> Flow:
        return Call(SkirmishersFallBack(table.setting.enemy(self.side)))

    @step("X2.2", "X18.15.6")
    def begin_offensive_fire(self, table: Table) -> Flow:
        table.record(SegmentBegan("offensive-fire"))
        return Call(HowitzerSegment(self.side))

    @step("X2.2", "P2.9")
    def fire(self, table: Table) -> Flow:
        return Call(OffensiveFireSegment(self.side))

    @step("X2.2")
    def begin_assault(self, table: Table) -> Flow:
        table.record(SegmentBegan("assault"))
        return Call(AssaultSegment(self.side))

    @step("X16.5.14")
    def remember_fire(self, table: Table) -> Flow:
        remember_fire(table, self.side)
        return None

    @step("X2.2", "X2.3")
    def begin_reorganisation(self, table: Table) -> Flow:
        table.record(SegmentBegan("recovery"))
        return Call(Reorganisation(self.side))

    @step("P2.12")
    def finish(self, table: Table) -> Flow:
        close_sequence(table)
        return Done()
