"""Morale before melee: the ratio of increments, the checks of both sides, who gives way.

Rules 13, 16, 31 and 33. The ratio is fixed once from all who were declared; every unit rolls for
itself, the defence first; those who fail disorder and go, the rest fight on (PR-85).
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.bataille.events import Disordered, FormationChanged
from grognard.systems.bataille.pieces import Arm, Formation, Order, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import WorkCard
from grognard.systems.premier.events.melee import PreMeleeWeighed
from grognard.systems.premier.melee.melee import (
    crossed_by,
    defenders_of,
    engaged_hexes,
    guns_with_foot,
    units_against,
)
from grognard.systems.premier.melee.premelee_account import attacker_items, defender_items
from grognard.systems.premier.morale.checks import CheckMorale, Checks
from grognard.systems.premier.morale.retreat import Disorder
from grognard.systems.premier.movement.stacking import share_in

# --- the ratio of increments


@rule("P16.13", "P16.32", "P32.3", "P32.4", "P33.4")
def attacking_increments(table: Table, attackers: Sequence[UnitId], target: Hex) -> int:
    """Increments that assault: at most four of a hex in line, all of any other."""
    lines: dict[Hex, int] = {}
    total = 0
    for unit in attackers:
        piece = table.pieces[unit]
        for at in engaged_hexes(table, unit, target):
            here = share_in(table, piece, at)
            if piece.formation is Formation.LINE:
                lines[at] = lines.get(at, 0) + here
            else:
                total += here
    most: int = table.setting.cards.count("line_fires")
    return total + sum(min(most, here) for here in lines.values())


@rule("P16.33", "P32.4", "P33.4", "PR-166")
def defending_increments(table: Table, target: Hex, side: str) -> int:
    """Increments that defend: everything in the hex, guns included."""
    defenders = defenders_of(table, target, side)
    return sum(share_in(table, table.pieces[unit], target) for unit in defenders)


# --- works and walls


def works_in_the_way(table: Table, unit: UnitId, target: Hex) -> list[WorkCard]:
    """Walls and works that a unit's assault must cross or enter (charts 29)."""
    works = table.setting.cards.works
    terrain = table.setting.ground.terrain[target]
    ways = [crossed_by(table, at, target) for at in engaged_hexes(table, unit, target)]
    shared = [feature for feature in works if ways and all(feature in way for way in ways)]
    return [works[feature] for feature in (*shared, terrain) if feature in works]


# --- who must check


@rule("P33.8", "P33.9", "P35.5", "PR-89")
def is_between_foot(table: Table, attackers: Sequence[UnitId], target: Hex) -> bool:
    """Is cavalry on neither side? Where it is, nobody checks before melee."""
    side = table.side_of(attackers[0])
    fighters = (*attackers, *defenders_of(table, target, side))
    return all(table.printed(unit).arm is not Arm.CAVALRY for unit in fighters)


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
        and table.pieces[unit].order is not Order.ROUT
        and engaged_hexes(table, unit, target)
    )


class GiveWay(Procedure, tag=True):
    """P33.10: units that failed before melee disorder and retreat; those beside them check.

    ``rolled`` units have checked in this assault and are not rolled for again (PR-75); ``guns``
    go with the first unit.
    """

    units: tuple[UnitId, ...]
    target: Hex
    rolled: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    beside: tuple[UnitId, ...] = ()

    @step("P31.15", "PR-75")
    def look_round(self, table: Table) -> Flow:
        gone = (*self.units, *self.guns, *self.rolled)
        self.beside = friends_beside(table, self.units, gone)
        return None

    @step("P33.10", "PR-67", "PR-74", "PR-128")
    def give_way(self, table: Table) -> Flow:
        if not self.units:
            return Goto("steady_the_rest")
        unit, self.units = self.units[0], self.units[1:]
        at = _place_in(table, unit, self.target)
        if not at:
            return Goto("give_way")
        if table.pieces[unit].order is Order.GOOD and _stays(table, unit, self.target):
            disorder_in_place(table, unit, at, self.target)
            return Goto("give_way")
        exempt = (*self.rolled, *self.beside)
        guns, self.guns = self.guns, ()
        return Call(Disorder(unit, "premelee", at, exempt=exempt, guns=guns), then="give_way")

    @step("P31.15", "PR-75")
    def steady_the_rest(self, table: Table) -> Flow:
        due = tuple(
            unit
            for unit in self.beside
            if unit in table.pieces and table.pieces[unit].order is Order.GOOD
        )
        return Call(Checks(due, "chain", exempt=self.rolled)) if due else None


def friends_beside(
    table: Table, units: Sequence[UnitId], gone: Sequence[UnitId]
) -> tuple[UnitId, ...]:
    """Friends in the hexes of these units, but for those who go as well."""
    found: list[UnitId] = []
    for unit in units:
        for at in table.pieces[unit].hexes:
            for other in table.stack(at):
                friend = table.side_of(other) == table.side_of(unit)
                if friend and other not in gone and other not in found:
                    found.append(other)
    return tuple(found)


def _place_in(table: Table, unit: UnitId, target: Hex) -> Hex:
    """The hex of the unit that is engaged; 0 if it has run away in the meantime."""
    piece = table.pieces.get(unit)
    if piece is None or target in piece.hexes:
        return target if piece is not None else 0
    touching = engaged_hexes(table, unit, target)
    return touching[0] if touching else 0


@rule("PR-128")
def _guns_of(table: Table, target: Hex, failed: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Guns in the hex share the fate of the top infantry, so they go if it is the first to fail."""
    side = table.setting.enemy(table.side_of(failed[0]))
    foot = [u for u in defenders_of(table, target, side) if table.printed(u).arm is Arm.INFANTRY]
    return guns_with_foot(table, target, side) if foot and foot[0] == failed[0] else ()


@rule("P33.17", "PR-160")
def disorder_in_place(table: Table, unit: UnitId, at: Hex, towards: Hex = 0) -> None:
    """A unit loses its order but not its ground; it closes up in one hex, in column."""
    piece = table.pieces[unit]
    loose = (Formation.COLUMN, Formation.GENERAL, Formation.LIMBERED, Formation.UNLIMBERED)
    if piece.formation not in loose or len(piece.hexes) > 1:
        rough = table.setting.general_order[at]
        formation = Formation.GENERAL if rough else Formation.COLUMN
        side = side_towards(at, towards) if towards else None
        facing = piece.facing if side is None else side
        table.record(FormationChanged(unit, formation, facing, (at,)))
    if table.pieces[unit].order is Order.GOOD:
        table.record(Disordered(unit))


@rule("P33.17")
def _stays(table: Table, unit: UnitId, target: Hex) -> bool:
    """Attackers thrown back from a wall disorder where they stand (charts 29)."""
    if target in table.pieces[unit].hexes:
        return False
    return any(work.failed_attacker_stays for work in works_in_the_way(table, unit, target))
