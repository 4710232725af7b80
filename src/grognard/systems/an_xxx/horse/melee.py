"""The melee of a charge (X19.14): fought at once, without a firefight; a blank makes horse bounce."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.pairs import in_stacks
from grognard.systems.an_xxx.assault.recoil import FallBack
from grognard.systems.an_xxx.assault.results import BLANK
from grognard.systems.an_xxx.assault.round import AssaultRound
from grognard.systems.an_xxx.events.horse import WaveCalledUp
from grognard.systems.an_xxx.horse.sparing import SpareHorses, horse_among, tire
from grognard.systems.an_xxx.marks import SHORT, track_of
from grognard.systems.an_xxx.morale.retreat import BOUNCE
from grognard.systems.bataille.events.facts import Unmarked
from grognard.systems.bataille.horse.contacts import contacts_of, lift_contact
from grognard.systems.bataille.marks import RUN
from grognard.systems.bataille.melee.advance import AdvanceAfterMelee
from grognard.systems.bataille.melee.melee import defenders_of, units_against
from grognard.systems.bataille.melee.taking_part import present
from grognard.systems.bataille.pieces import Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table


class CavalryMelee(Procedure, tag=True):
    """X19.14: chargers fight for a hex. ``lost`` are their losses to the volley before it.

    The winners enter; beaten ones recoil or rout; on a blank they bounce (X19.9.3.1), but that a
    column of companies first brings up its hexes one after the other, ``wave`` by wave (X19.2.12).
    """

    attackers: tuple[UnitId, ...]
    target: Hex
    lost: int = 0
    horses: tuple[UnitId, ...] = ()
    sparing: tuple[UnitId, ...] = ()
    stacks: tuple[tuple[UnitId, ...], ...] = ()
    wave: int = 1

    @step("X19.15.2")
    def line_up(self, table: Table) -> Flow:
        foes = defenders_of(table, self.target, self._side(table))
        self.horses = horse_among(table, (*self.attackers, *foes))
        return Call(SpareHorses(self.horses))

    @step("X19.15.2")
    def spared(self, table: Table, sparing: tuple[UnitId, ...]) -> Flow:
        self.sparing = sparing
        return None

    @step("X2.5", "X16.6.8", "X19.14.10")
    def fight(self, table: Table) -> Flow:
        lost = (self.lost, 0)
        return Call(AssaultRound(self.target, self.attackers, lost, sparing=self.sparing))

    @step("X16.7.1", "X19.2.12", "X19.9.3.1")
    def apply(self, table: Table, result: str) -> Flow:
        """On a blank those with companies left behind stay for their next wave, the others bounce."""
        if result != BLANK:
            return Goto("enter")
        here = present(table, self.attackers)
        self.attackers = with_waves_left(table, here, self.wave)
        gone = tuple(unit for unit in here if unit not in self.attackers)
        self.stacks = tuple(in_stacks(table, gone))
        return None

    @step("X16.7.1", "X19.9.3.1", "X19.9.3.2", "X10.5.1")
    def bounce(self, table: Table) -> Flow:
        if not self.stacks:
            return Goto("next_wave" if self.attackers else "enter")
        units, self.stacks = self.stacks[0], self.stacks[1:]
        at, hexes = table.pieces[units[0]].at, table.setting.cards.row("assault", "bounce_hexes")
        back = way_it_came(table, units[0])
        return Call(FallBack(units, hexes, at, BOUNCE, back), then="bounce")

    @step("X16.6.8", "X19.2.12")
    def next_wave(self, table: Table) -> Flow:
        """No new stand or volley; what the first wave lost to the fire is not on its dice."""
        self.wave, self.lost = self.wave + 1, 0
        table.record(WaveCalledUp(self.attackers, self.target, self.wave))
        return Goto("fight")

    @step("X16.9.1")
    def enter(self, table: Table) -> Flow:
        able = tuple(
            unit
            for unit in present(table, self.attackers)
            if table.pieces[unit].cohesion is Cohesion.GOOD
        )
        if not able or units_against(table, self.target, table.side_of(able[0])):
            return None
        return Call(AdvanceAfterMelee(able, self.target, True))

    @step("X19.15.2", "X19.15.3")
    def tire_horses(self, table: Table) -> Flow:
        tire(table, self.horses, self.sparing)
        for unit in present(table, self.attackers):
            for mark in (SHORT, RUN):
                if mark in table.pieces[unit].marks:
                    table.record(Unmarked(unit, mark))
            for foe in contacts_of(table.pieces[unit]):
                lift_contact(table, unit, foe)
        return Done()

    def _side(self, table: Table) -> str:
        return table.side_of(self.attackers[0])


@rule("X19.2.12")
def with_waves_left(table: Table, units: tuple[UnitId, ...], wave: int) -> tuple[UnitId, ...]:
    """Those in column of companies who have more hexes than waves have fought."""
    return tuple(
        unit
        for unit in units
        if table.pieces[unit].formation is Formation.COMPANIES
        and len(table.pieces[unit].hexes) > wave
    )


@rule("X19.9.3.2")
def way_it_came(table: Table, unit: UnitId) -> tuple[Hex, ...]:
    """The hexes behind a charger, as far as no enemy has come into them."""
    piece, side = table.pieces[unit], table.side_of(unit)
    track = track_of(piece.marks)
    track = track[1:]
    free: list[Hex] = []
    for at in track:
        if table.has_enemy(at, side):
            break
        free.append(at)
    return tuple(free)
