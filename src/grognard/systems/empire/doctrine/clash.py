"""What a shock is worth before it is fought: every throw of the two dice, by the rows of the sheet."""

from __future__ import annotations

from itertools import product

import msgspec

from grognard.mechanics.measured.paths import advanced
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.charge.approach import Approach
from grognard.systems.empire.fire.supports import best_supports
from grognard.systems.empire.kinds import Arm
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.shock.fights import Charger, Fight
from grognard.systems.empire.shock.results import GONE, Result, result_of
from grognard.systems.empire.shock.shock import accounts, best_attackers
from grognard.systems.empire.table import Table

DICE = tuple(product(range(1, 7), repeat=2))
RETREAT = "retreat"
ROUT, DISORDER = 0.5, 0.35
"""What running and disorder are worth, as a share of a unit."""


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

    ``helped``: both sides have the fire of whoever can give it.
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
    return weighed(there, fight, principal, helping, guarding)


def weighed(
    table: Table,
    fight: Fight,
    principal: UnitId,
    helping: tuple[UnitId, ...],
    guarding: tuple[UnitId, ...],
) -> Prospect:
    """Every throw of a fight, each as likely."""
    attack, defence = accounts(table, fight, principal, helping, guarding)
    fellows = len(fight.chargers) - 1
    wins = hurts = costs = 0.0
    for one, other in DICE:
        difference = one + attack.total - other - defence.total
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
