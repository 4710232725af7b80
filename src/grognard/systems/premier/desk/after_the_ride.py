"""What a charge leaves to the segments after its own: fire at those in contact, melee, the wild.

Nothing else of those segments is walked: who has nothing to do with the charge neither marches,
fires nor assaults.
"""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Procedure, State, step
from grognard.mechanics.hexes import Hex
from grognard.odds.fence import begun
from grognard.systems.bataille.desk.charge_course import has_met, in_the_fight, newly_met
from grognard.systems.bataille.fire.fire_segments import DefensiveFireSegment, OffensiveFireSegment
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.horse.charge_end import ChargeAftermath
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.contact_melee import ContactMelees, Fought
from grognard.systems.premier.melee.assault import MeleeSegment


class ContactsFireBack(DefensiveFireSegment, tag="ContactsFireBack"):
    """Defensive fire, as far as it concerns the hexes of those in contact."""

    at: tuple[Hex, ...] = ()

    def field(self, table: Table) -> FieldOfFire:
        return FieldOfFire(table, self.side, self.kind, self.shots, self.at)


class AfterTheRide(Procedure, tag="AfterTheRide"):
    """The segments that follow, in their order; ``others`` fight contacts of their own."""

    side: str
    others: tuple[UnitId, ...] = ()

    @step()
    def fire_back(self, table: Table) -> Flow:
        at = tuple(in_the_fight(table, self.side, self.others))
        enemy = table.setting.enemy(self.side)
        return Call(ContactsFireBack(enemy, at=at)) if at else None

    @step()
    def fire(self, table: Table) -> Flow:
        met = in_the_fight(table, table.setting.enemy(self.side))
        return Call(OffensiveFireSegment(self.side)) if met else None

    @step()
    def fight(self, table: Table) -> Flow:
        return Call(ContactMelees(self.side, Fought(self.others)))

    @step()
    def press_on(self, table: Table, fought: Fought) -> Flow:
        return Call(MeleeSegment(self.side, attacked=fought.units, struck=fought.hexes))

    @step()
    def call_back_the_wild(self, table: Table) -> Flow:
        return Call(ChargeAftermath(self.side))

    @step()
    def over(self, table: Table) -> Flow:
        return Done()


def after_the_ride(before: Table, now: Table, side: str) -> State | None:
    """The segments that follow a ride, begun above a fence; None where it has left them nothing."""
    met = newly_met(before, now)
    if not met:
        return None
    foes = {foe for unit in met for foe in contacts_of(now.pieces[unit])}
    others = tuple(
        unit
        for unit in now.units_of(side)
        if unit not in met
        if has_met(now, unit) and foes.isdisjoint(contacts_of(now.pieces[unit]))
    )
    return begun(now, AfterTheRide(side, others))
