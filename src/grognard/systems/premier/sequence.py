"""The chronology of battle (rule 2): turns, the two player-sequences, their segments in order."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Call, Done, Flow, Goto, Over, Procedure, rule, step
from grognard.systems.bataille.events import Fact, SegmentBegan, SequenceBegan, TurnBegan
from grognard.systems.bataille.table import Table
from grognard.systems.premier.command import force_march
from grognard.systems.premier.command.command import CommandSequence
from grognard.systems.premier.fire.fire_segments import DefensiveFireSegment, OffensiveFireSegment
from grognard.systems.premier.horse.charge import ChargeAftermath, ChargeSegment
from grognard.systems.premier.horse.contact_melee import ContactMelees, Fought
from grognard.systems.premier.horse.mounted_skirmish import SkirmishersFallBack
from grognard.systems.premier.horse.readiness import close_sequence
from grognard.systems.premier.melee.assault import MeleeSegment
from grognard.systems.premier.morale.recovery import RecoverySegment
from grognard.systems.premier.movement import outside
from grognard.systems.premier.movement.movement import MovementSegment
from grognard.systems.premier.packs.victory import verdict


class BattleEnded(Fact, frozen=True, tag=True):
    """The battle is over, and this is how it stands (PR-170)."""

    verdict: str
    lines: tuple[str, ...]
    clauses: ClassVar[tuple[str, ...]] = ("P2.13",)


class Battle(Procedure, tag=True):
    """P2: turn after turn until the last one, or until a side has nothing left."""

    @step("P2.13", "P3.1")
    def begin_turn(self, table: Table) -> Flow:
        number = table.turn + 1
        if number > len(table.setting.turns) or _is_decided(table):
            return Goto("weigh")
        info = table.setting.turns[number - 1]
        table.record(TurnBegan(number, info.time, info.weather))
        return None

    @step("P2.3", "P2.4")
    def command(self, table: Table) -> Flow:
        return Call(CommandSequence())

    @step("P2.1", "P2.2", "P2.5")
    def first_player(self, table: Table) -> Flow:
        return Call(PlayerSequence(table.setting.sides[0]))

    @step("P2.5")
    def second_player(self, table: Table) -> Flow:
        if _is_decided(table):
            return Goto("weigh")
        return Call(PlayerSequence(table.setting.sides[1]), then="begin_turn")

    @step("P2.13")
    def weigh(self, table: Table) -> Flow:
        found = verdict(table)
        table.record(BattleEnded(found.name, tuple(found.lines)))
        return None

    @step("P2.13")
    def end(self, table: Table) -> Flow:
        return Over(verdict(table).name)


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


@rule("PR-170")
def _is_decided(table: Table) -> bool:
    """Has a side no combat unit on the map and none to come?"""
    return any(_is_spent(table, side) for side in table.setting.sides)


def _is_spent(table: Table, side: str) -> bool:
    if next(table.units_of(side), None) or next(outside.all_away(table, side), None):
        return False
    return not any(
        unit not in table.removed and unit not in table.pieces
        for arrival in table.setting.arrivals
        if arrival.side == side
        for unit in arrival.units
    )
