"""The chronology of battle (rule 2): turns, the two player-sequences, their segments in order."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Procedure, step
from grognard.systems.bataille.command import force_march
from grognard.systems.bataille.events.facts import SegmentBegan, SequenceBegan
from grognard.systems.bataille.fire.fire_segments import DefensiveFireSegment, OffensiveFireSegment
from grognard.systems.bataille.horse.charge_end import ChargeAftermath
from grognard.systems.bataille.horse.mounted_skirmish import SkirmishersFallBack
from grognard.systems.bataille.horse.readiness import close_sequence
from grognard.systems.bataille.morale.recovery import RecoverySegment
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from grognard.systems.premier.horse.contact_melee import ContactMelees, Fought
from grognard.systems.premier.melee.assault import MeleeSegment


class PlayerSequence(Procedure, tag=True):
    """One side's part of the turn: its segments, always in this order (P2.14)."""

    side: str

    @step("P2.5", "P2.14")
    def begin(self, table: Table) -> Flow:
        table.record(SequenceBegan(self.side))
        force_march.rest(table, self.side)
        return None

    @step("P2.6")
    def begin_charge(self, table: Table) -> Flow:
        table.record(SegmentBegan("charge"))
        return Call(ChargeSegment(self.side))

    @step("P2.7")
    def begin_movement(self, table: Table) -> Flow:
        table.record(SegmentBegan("movement"))
        return Call(MovementSegment(self.side))

    @step("P2.8")
    def begin_defensive_fire(self, table: Table) -> Flow:
        table.record(SegmentBegan("defensive-fire"))
        return Call(DefensiveFireSegment(table.setting.enemy(self.side)))

    @step("P20.7")
    def let_screens_fall_back(self, table: Table) -> Flow:
        return Call(SkirmishersFallBack(table.setting.enemy(self.side)))

    @step("P2.9")
    def begin_offensive_fire(self, table: Table) -> Flow:
        table.record(SegmentBegan("offensive-fire"))
        return Call(OffensiveFireSegment(self.side))

    @step("P2.10")
    def begin_melee(self, table: Table) -> Flow:
        table.record(SegmentBegan("melee"))
        return Call(ContactMelees(self.side))

    @step("P2.10", "PR-83")
    def fight(self, table: Table, fought: Fought) -> Flow:
        return Call(MeleeSegment(self.side, attacked=fought.units, struck=fought.hexes))

    @step("P38.44", "P42.7")
    def count_the_cost_of_charges(self, table: Table) -> Flow:
        return Call(ChargeAftermath(self.side))

    @step("P2.11")
    def begin_recovery(self, table: Table) -> Flow:
        table.record(SegmentBegan("recovery"))
        return Call(RecoverySegment(self.side))

    @step("P2.12", "P39.16")
    def finish(self, table: Table) -> Flow:
        close_sequence(table)
        return Done()
