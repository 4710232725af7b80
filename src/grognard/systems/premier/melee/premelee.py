"""Morale before melee: the ratio of increments, the checks of both sides, who gives way.

Rules 13, 16, 31 and 33. The ratio is fixed once from all who were declared; every unit rolls for
itself, the defence first; those who fail disorder and go, the rest fight on (PR-85).
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.melee.giving_way import (
    GiveWay,
    attacking_increments,
    defending_increments,
    is_between_foot,
    works_in_the_way,
)
from grognard.systems.bataille.melee.melee import (
    defenders_of,
    engaged_hexes,
    guns_with_foot,
    units_against,
)
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events import PreMeleeWeighed
from grognard.systems.premier.melee.premelee_account import attacker_items, defender_items

# --- the ratio of increments


# --- works and walls


# --- who must check


@rule("P16.67", "P31.7", "P33.7", "PR-128", "PR-145")
def defenders_who_check(
    table: Table, attackers: Sequence[UnitId], target: Hex
) -> tuple[UnitId, ...]:
    """Defenders not in general order nor behind works; guns follow the infantry they are with."""
    defenders = defenders_of(table, target, table.side_of(attackers[0]))
    walled = [works_in_the_way(table, unit, target) for unit in attackers]
    if all(any(not work.defender_premelee for work in works) for works in walled):
        return ()
    foot = any(table.printed(unit).arm is Arm.INFANTRY for unit in defenders)
    return tuple(
        unit
        for unit in defenders
        if table.pieces[unit].formation is not Formation.GENERAL
        and not (foot and table.printed(unit).arm is Arm.ARTILLERY)
    )


@rule("P31.8", "P33.6")
def attackers_who_check(
    table: Table, attackers: Sequence[UnitId], target: Hex
) -> tuple[UnitId, ...]:
    """Every attacker, unless there are only skirmishers to run at."""
    defenders = defenders_of(table, target, table.side_of(attackers[0]))
    loose = all(table.pieces[unit].formation is Formation.SKIRMISH for unit in defenders)
    if loose and "attacker_passes" in table.setting.cards.premelee_effects("defender_skirmish"):
        return ()
    return tuple(attackers)


# --- the procedures


class PreMeleeChecks(Procedure, tag=True):
    """P33.3-P33.10: the defence checks, then the attack. Result: the attackers who go in.

    The table shows who still defends. Nobody rolls where cavalry fights on either side.
    """

    target: Hex
    attackers: tuple[UnitId, ...]
    attack_dice: int = 0
    defence_dice: int = 0
    odds: str = ""
    due: tuple[UnitId, ...] = ()
    rolled: tuple[UnitId, ...] = ()
    failed: tuple[UnitId, ...] = ()

    @step("P33.4", "P33.8", "P33.9", "PR-85")
    def weigh(self, table: Table) -> Flow:
        if not is_between_foot(table, self.attackers, self.target):
            return Done(self.attackers)
        side = table.side_of(self.attackers[0])
        attacking = attacking_increments(table, self.attackers, self.target)
        defending = defending_increments(table, self.target, side)
        attack, defence, self.odds = table.setting.cards.premelee_odds(attacking, defending)
        self.attack_dice, self.defence_dice = _capped(table, self.target, attack), defence
        table.record(PreMeleeWeighed(self.target, attacking, defending, self.odds))
        self.due = defenders_who_check(table, self.attackers, self.target)
        return None

    @step("P33.3", "P33.5", "PR-180")
    def check_defender(self, table: Table) -> Flow:
        if not self.due:
            return Goto("defence_gives_way")
        unit = self.due[0]
        items = defender_items(
            table, unit, self.attackers, self.target, self.defence_dice, self.odds
        )
        return Call(CheckMorale(unit, "premelee-defender", items, replaces=True))

    @step("P33.5")
    def defender_checked(self, table: Table, passed: bool) -> Flow:
        self._note(passed)
        return Goto("check_defender")

    @step("P33.10", "PR-128")
    def defence_gives_way(self, table: Table) -> Flow:
        if not self.failed:
            return Goto("line_up_attackers")
        way = GiveWay(self.failed, self.target, self.rolled)
        way.guns = _guns_of(table, self.target, self.failed)
        return Call(way, then="line_up_attackers")

    @step("P33.6", "P33.11")
    def line_up_attackers(self, table: Table) -> Flow:
        self.failed = ()
        self.attackers = _able(table, self.attackers, self.target)
        if not self.attackers:
            return Done(())
        if not units_against(table, self.target, table.side_of(self.attackers[0])):
            return Done(self.attackers)
        self.due = attackers_who_check(table, self.attackers, self.target)
        return None

    @step("P33.6", "PR-86")
    def check_attacker(self, table: Table) -> Flow:
        if not self.due:
            return Goto("attack_gives_way")
        items = attacker_items(table, self.due[0], self.target, self.attack_dice, self.odds)
        return Call(CheckMorale(self.due[0], "premelee-attacker", items, replaces=True))

    @step("P33.6")
    def attacker_checked(self, table: Table, passed: bool) -> Flow:
        self._note(passed)
        return Goto("check_attacker")

    @step("P33.10", "PR-85")
    def attack_gives_way(self, table: Table) -> Flow:
        return Call(GiveWay(self.failed, self.target, self.rolled)) if self.failed else None

    @step("P32.6", "PR-85")
    def go_in(self, table: Table) -> Flow:
        steady = tuple(unit for unit in self.attackers if unit not in self.failed)
        return Done(_able(table, steady, self.target))

    def _note(self, passed: bool) -> None:
        unit = self.due[0]
        self.due, self.rolled = self.due[1:], (*self.rolled, unit)
        if not passed:
            self.failed = (*self.failed, unit)


def _capped(table: Table, target: Hex, dice: int) -> int:
    """Into an entrenchment, weight of numbers does not hearten the attacker (charts 29)."""
    terrain = table.setting.ground.terrain[target]
    entrenched = terrain == "entrenchment"
    capped = entrenched and "odds_capped" in table.setting.cards.premelee_effects(terrain)
    return min(dice, 0) if capped else dice


def _able(table: Table, units: Sequence[UnitId], target: Hex) -> tuple[UnitId, ...]:
    """Those who are still there, in some order, and touch the hex with their front."""
    return tuple(
        unit
        for unit in units
        if unit in table.pieces
        and table.pieces[unit].cohesion is not Cohesion.ROUT
        and engaged_hexes(table, unit, target)
    )


@rule("PR-128")
def _guns_of(table: Table, target: Hex, failed: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Guns in the hex share the fate of the top infantry, so they go if it is the first to fail."""
    side = table.setting.enemy(table.side_of(failed[0]))
    foot = [u for u in defenders_of(table, target, side) if table.printed(u).arm is Arm.INFANTRY]
    return guns_with_foot(table, target, side) if foot and foot[0] == failed[0] else ()
