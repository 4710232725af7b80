"""What a shock is worth before it is fought: every throw of the two dice, by the rows of the sheet."""

from __future__ import annotations

from itertools import product

import msgspec

from grognard.mechanics.measured.mils import MIL, squared, turn_between
from grognard.mechanics.measured.paths import advanced
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.charge.approach import Approach
from grognard.systems.empire.charge.stepping_up import group_of
from grognard.systems.empire.command.points import points_of
from grognard.systems.empire.fire.supports import best_supports
from grognard.systems.empire.kinds import Arm
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import HALVES, sheet
from grognard.systems.empire.shock.fights import Charger, Fight, morale_supports
from grognard.systems.empire.shock.results import GONE, Result, result_of
from grognard.systems.empire.shock.shock import accounts, best_attackers
from grognard.systems.empire.table import Table

DICE = tuple(product(range(1, 7), repeat=2))
RETREAT = "retreat"
ROUT, DISORDER = 0.5, 0.35
"""What running and disorder are worth, as a share of a unit."""


STEP, TURN = 5 * MIL, 60
"""From so near, and turned so little aside, friends step up to a charge."""


class Prospect(msgspec.Struct, frozen=True):
    """How often the attack wins, and what both sides lose on average, in units."""

    wins: float
    hurts: float
    """What the target loses."""
    costs: float
    """What the attackers lose."""

    @property
    def gain(self) -> float:
        return self.hurts - self.costs


def at_contact(table: Table, *ways: Approach) -> Table:
    """The table as it will be when a charge touches."""
    there = table.draft()
    for way in ways:
        there.alter(way.unit, pose=advanced(way.turned.pose, way.far))
    return there


def prospect(table: Table, *ways: Approach, meets: bool = False, helped: bool = False) -> Prospect:
    """A charge of one or more that comes home against a target that stands, or counter-charges.

    ``helped``: both sides have the fire of whoever can give it, and who charges those who can step up.
    """
    there, target = at_contact(table, *ways), ways[0].target
    chargers = tuple(
        Charger(
            way.unit,
            table.pieces[way.unit].pose.point,
            there.pieces[way.unit].pose.point,
            way.far,
            way.zone,
        )
        for way in ways
    )
    here = there.pieces[target].pose.point
    answer = Charger(target, here, here, ways[0].far // 2, Zone.FRONT) if meets else None
    fight = Fight(target, chargers, answer=answer)
    helping = best_supports(there, ways[0].unit, target, fight.fighters) if helped else ()
    principal = best_attackers(there, fight, helping)[0] if len(ways) > 1 else ways[0].unit
    guarding = best_supports(there, target, ways[0].unit, fight.fighters) if helped else ()
    backing = _stepping_up(table, there, fight, principal, helping) if helped else 0
    return weighed(there, fight, principal, helping, guarding, backing)


def _stepping_up(
    table: Table, there: Table, fight: Fight, principal: UnitId, helping: tuple[UnitId, ...]
) -> int:
    """How many more friends can step up beside or behind a charger, as far as they count.

    Now those who have points to do it with, or are of his group; in a turn to come one besides the group.
    """
    missing = sheet().figure("units/support", "morale_most")
    missing -= len(morale_supports(there, fight, principal, helping))
    if missing <= 0:
        return 0
    at, now = there.pieces[principal].pose, table.segment == "charges"
    division = table.printed(principal).division
    near = [
        friend
        for friend in table.units_in(division)
        if friend not in fight.fighters
        and friend not in helping
        and _is_fresh(table, friend, now=now)
        and squared(table.pieces[friend].pose.point, at.point) <= STEP * STEP
        and turn_between(table.pieces[friend].pose.facing, at.facing) <= TURN
    ]
    if not near:
        return 0
    group = table.derived(("group", principal), lambda: group_of(table, principal))
    free = sum(friend in group for friend in near)
    paid = max(0, points_of(table, division) - len(fight.chargers)) if now else 1
    return min(missing, free + min(paid, len(near) - free))


def _is_fresh(table: Table, unit: UnitId, *, now: bool) -> bool:
    """Can a unit step up in a charge, now or in a turn to come?"""
    piece = table.pieces[unit]
    if piece.disordered or piece.building or table.arm(unit) is Arm.ARTILLERY:
        return False
    return not (now and (piece.acted or piece.marked or piece.fired))


def weighed(
    table: Table,
    fight: Fight,
    principal: UnitId,
    helping: tuple[UnitId, ...],
    guarding: tuple[UnitId, ...],
    backing: int = 0,
) -> Prospect:
    """Every throw of a fight, each as likely; ``backing``: so many more come to support it."""
    attack, defence = accounts(table, fight, principal, helping, guarding)
    fellows = len(fight.chargers) - 1
    wins = hurts = costs = 0.0
    for one, other in DICE:
        difference = one + attack.total + backing - other - defence.total
        result = result_of(table, fight, principal, difference)
        won = result.winner == principal
        lost, paid = lost_by(table, result), share(table, result.winner, result.winner_halves)
        wins += won
        hurts += lost if won else paid
        costs += paid if won else lost + fellows * (DISORDER if result.falls == RETREAT else ROUT)
    count = len(DICE)
    return Prospect(wins / count, hurts / count, costs / count)


def lost_by(table: Table, result: Result) -> float:
    """What the loser of a shock loses, as a share of a unit."""
    if result.falls == GONE:
        return 1.0
    rides = table.arm(result.winner) is Arm.CAVALRY and table.arm(result.loser) is Arm.INFANTRY
    if result.falls == "flee":
        return 1.0 if rides else min(1.0, ROUT + share(table, result.loser, result.loser_halves))
    return min(1.0, DISORDER + share(table, result.loser, result.loser_halves))


def share(table: Table, unit: UnitId, halves: int) -> float:
    """What a loss is of what a unit can bear."""
    return halves / (table.printed(unit).cohesion * HALVES)
