"""Going back before a charge (X19.4): horse and horse guns that are clearly faster, and out of reach."""

from __future__ import annotations

from functools import partial
from typing import Final

from grognard.kernel import Action, Ask, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.an_xxx.marks import ASKED_BACK, CAUGHT, miss_leaders
from grognard.systems.bataille.actions import FallBack, Finish
from grognard.systems.bataille.command.leader_escape import LeadersSlipAway, safe_hexes
from grognard.systems.bataille.command.leaders import leaders_in
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.horse.charge_targets import apart
from grognard.systems.bataille.horse.gallop import Gallop, hexes_left
from grognard.systems.bataille.marks import REACTING
from grognard.systems.bataille.melee.melee import units_against
from grognard.systems.bataille.melee.retreat_before import LEAD, Refuge, go_back, refuges
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, LeaderId, UnitId
from grognard.systems.bataille.table import Table

FROM: Final = 4
"""From so many hexes a charge may be answered, as the rows of the sheet have it."""


@rule("X19.4", "X12.11.6")
def may_go_back(table: Table, unit: UnitId, gallop: Gallop) -> Reason | None:
    """Why a unit may not go back before this charge, or None."""
    piece, printed = table.pieces[unit], table.printed(unit)
    guns = printed.is_horse_artillery and piece.formation is Formation.LIMBERED
    if printed.arm is not Arm.CAVALRY and not guns:
        return Reason("only horse and limbered horse guns go back before a charge", "X19.4")
    if piece.cohesion is not Cohesion.GOOD or piece.formation is Formation.ROAD:
        return Reason(f"{printed.name} is in no state to slip away", "X19.4")
    if any(mark.startswith(REACTING) for mark in piece.marks):
        return Reason(f"{printed.name} rides to meet the charge", "X19.4")
    slowest = min(table.printed(charger).movement for charger in gallop.units)
    if printed.movement < slowest + LEAD:
        return Reason(f"{printed.name} is not fast enough to slip away", "X19.4")
    return None


@rule("X19.4")
def out_of_reach(table: Table, unit: UnitId, gallop: Gallop) -> dict[Hex, Refuge]:
    """Where it can go beyond the hexes of its zone that are left to the charge."""
    left, here = hexes_left(table, gallop) or 0, table.pieces[gallop.lead].hexes
    return {
        at: refuge
        for at, refuge in refuges(table, unit, gallop.units).items()
        if all(distance(there, foe) > left for there in refuge.piece.hexes for foe in here)
    }


@rule("X19.4")
def who_may(table: Table, gallop: Gallop) -> list[UnitId]:
    """Everybody who has not been asked before this charge, with the charge near and in sight."""
    enemy = table.setting.enemy(table.side_of(gallop.lead))
    hexes = [at for unit in gallop.units for at in table.pieces[unit].hexes]
    return [
        unit
        for unit in table.units_near(hexes, FROM, enemy)
        if ASKED_BACK not in table.pieces[unit].marks
        and may_go_back(table, unit, gallop) is None
        and _sees(table, unit, gallop)
        and out_of_reach(table, unit, gallop)
    ]


def _sees(table: Table, unit: UnitId, gallop: Gallop) -> bool:
    return any(
        sees(table, unit, at, there).clear
        for at in table.pieces[unit].hexes
        for there in table.pieces[gallop.lead].hexes
    )


class RetreatBeforeCharge(Procedure, tag=True):
    """X19.4: each who may is asked once. Result: who has gone."""

    gallop: Gallop
    unit: UnitId = ""
    gone: tuple[UnitId, ...] = ()

    @step("X19.4")
    def look(self, table: Table) -> Flow:
        able = who_may(table, self.gallop)
        if not able:
            return Done(self.gone)
        self.unit = able[0]
        table.record(Marked(self.unit, ASKED_BACK))
        return None

    @step("X19.4")
    def ask(self, table: Table) -> Flow:
        ways = [FallBack(self.unit, at) for at in out_of_reach(table, self.unit, self.gallop)]
        judge = partial(self._against, table)
        options = Judged(judge, [Finish(), *ways], Finish, FallBack, sifted=True)
        return Ask(table.side_of(self.unit), options, "retreat-before-charge")

    @step("X19.4", "X19.5.3.4")
    def hear(self, table: Table, order: Action) -> Flow:
        if isinstance(order, FallBack):
            refuge = out_of_reach(table, self.unit, self.gallop)[order.to]
            go_back(table, self.unit, refuge, self.gallop.units)
            table.record(Marked(self.unit, CAUGHT))
            self.gone = (*self.gone, self.unit)
        return Goto("look")

    @rule("X19.4")
    def _against(self, table: Table, order: FallBack | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        if order.unit != self.unit:
            barred = not_ours(table, order.unit, table.side_of(self.unit), "P2.12")
            barred = barred or may_go_back(table, order.unit, self.gallop)
            asked = table.printed(self.unit).name
            return barred or Reason(f"it is {asked} that is asked", "X19.4")
        if order.to not in out_of_reach(table, self.unit, self.gallop):
            return Reason(
                f"the charge could come to {name(order.to)}, or no way leads there", "X19.4"
            )
        return None


@rule("X8.3.2", "X19.4")
def may_lose_leaders(table: Table, target: UnitId, gallop: Gallop) -> bool:
    """Are there leaders with the target of a charge that is near, who were not asked yet?"""
    piece = table.pieces.get(target)
    if piece is None or ASKED_BACK in piece.marks or distance_of(table, target, gallop) > FROM:
        return False
    return bool(leaders_in(table, piece.at, table.side_of(target)))


class LeadersLeave(LeadersSlipAway, tag=True):
    """X8.3.2: leaders leave a hex that is charged; those who stay miss them, once."""

    led: tuple[LeaderId, ...] = ()

    @step("X19.4")
    def line_up(self, table: Table) -> Flow:
        side = table.setting.enemy(table.side_of(self.attackers[0]))
        self.led = leaders_in(table, self.target, side)
        self.waiting = tuple(
            leader for leader in self.led if safe_hexes(table, leader, self.attackers)
        )
        return None

    @step("X8.3.2")
    def next_leader(self, table: Table) -> Flow:
        if self.waiting:
            return None
        side = table.side_of(self.attackers[0])
        miss_leaders(table, self.target, self.led, units_against(table, self.target, side))
        return Done()


def distance_of(table: Table, unit: UnitId, gallop: Gallop) -> int:
    """How far the nearest charger is."""
    return min(apart(table, unit, charger) for charger in gallop.units)
