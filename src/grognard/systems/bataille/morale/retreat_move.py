"""The way back, hex by hex: losses, surrender, and the comrades a beaten unit runs through.

``Retreat`` is the one movement behind disorder and rout (rules 14, 30 and 31); the chapter
``retreat`` decides who goes, how far and why.
"""

from __future__ import annotations

from typing import Final

from grognard.kernel import Ask, Call, Done, Flow, Goto, Item, Procedure, rule, step
from grognard.mechanics.hexes import Hex, side_towards, straight_side
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.command.leader_escape import after_loss, clear_way
from grognard.systems.bataille.command.leader_moves import LeadersFollow
from grognard.systems.bataille.events.facts import (
    Disordered,
    FormationChanged,
    LostIncrements,
    Marked,
    Removed,
    Routed,
    Unmarked,
)
from grognard.systems.bataille.events.morale import RanOffMap, RetreatMoved, Surrendered
from grognard.systems.bataille.marks import BROKE, SHELTER
from grognard.systems.bataille.morale.morale import passage_item
from grognard.systems.bataille.morale.retreat_paths import EqualPaths, Ways, path_of, ways
from grognard.systems.bataille.movement.outside import fate_of_rout
from grognard.systems.bataille.pieces import Arms, Cohesion, Cohesions, Formation, Forms, UnitId
from grognard.systems.bataille.setting import HALVES, mover
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table

MELEE: Final = "melee"
RECOIL: Final = "recoil"
OPPORTUNITY_CHARGE: Final = "opportunity-charge"
PREMELEE: Final = "premelee"

FORMED: Final = (Forms.LINE, Forms.COLUMN)


# --- what a retreat is like


@rule("P14.20", "PR-74")
def costs_increments(table: Table, unit: UnitId, cause: str) -> bool:
    """Does leaving the enemy's zones cost increments on this retreat?"""
    own = table.setting.reglement.pays_zones
    if own is not None:
        return own(table, unit, cause)
    if cause == PREMELEE:
        return table.setting.options.get("premelee_zoi_loss") == "on"
    return cause in (MELEE, OPPORTUNITY_CHARGE)


@rule("P30.8", "P30.11", "P30.21", "PR-70")
def rout_length(table: Table, unit: UnitId) -> int:
    """How many hexes a rout takes a unit: cavalry its printed movement, others ten."""
    rout_hexes = table.setting.reglement.rout_hexes
    own = None if rout_hexes is None else rout_hexes(table, unit)
    if own is not None:
        return own
    printed = table.setting.roster[unit]
    if printed.arm is Arms.CAVALRY:
        if table.setting.options.get("cavalry_rout", "printed") == "printed":
            return printed.movement
    return int(table.setting.cards.count("rout_hexes"))


@rule("P30.5")
def loose_formation(table: Table, unit: UnitId, at: Hex) -> Formation:
    """Column, or general order where the ground asks for it; guns are limbered."""
    if table.setting.roster[unit].arm is Arms.ARTILLERY:
        return Forms.LIMBERED
    return Forms.GENERAL if table.setting.general_order[at] else Forms.COLUMN


@rule("PR-172")
def facing_the_enemy(table: Table, unit: UnitId, at: Hex) -> int:
    """The hexside straight towards the nearest enemy; of several, the lowest number."""
    _, hexes, places = table.standing(table.setting.enemy(table.side_of(unit)))
    if not hexes:
        return table.pieces[unit].facing
    here = PLACES[at]
    spans = [SPANS[place - here] for place in places]
    near = min(spans)
    foes = [there for away, there in zip(spans, hexes, strict=True) if away == near]
    return min([straight_side(at, there) for there in foes])


@rule("P14.28", "P14.31", "PR-158", "PR-160")
def under_cavalry(table: Table, unit: UnitId, at: Hex, ignored: tuple[UnitId, ...]) -> bool:
    """Is the hex in the zone of enemy cavalry, some of it perhaps disregarded?"""
    enemy, roster = table.setting.enemy(table.side_of(unit)), table.setting.roster
    return any(
        roster[foe].arm is Arms.CAVALRY and foe not in ignored for foe in table.zone_over(at, enemy)
    )


# --- becoming what one is


def close_up(table: Table, unit: UnitId, at: Hex) -> bool:
    """A unit that must go closes up first, in the hex attacked or else in its main hex; a column of
    companies in its lead hex.

    Says whether it gave up hexes by that.
    """
    piece = table.pieces[unit]
    deep = piece.formation is Forms.COMPANIES
    here = at if at in piece.hexes and not deep else piece.at
    formation = loose_formation(table, unit, here)
    if piece.formation is not formation or len(piece.hexes) > 1:
        # A vertex facing becomes the hexside to its left, which has the same number.
        table.record(FormationChanged(unit, formation, piece.facing, (here,)))
    return len(piece.hexes) > 1


def become_disordered(table: Table, unit: UnitId, clause: str = "") -> None:
    if table.pieces[unit].cohesion is Cohesions.GOOD:
        table.record(Disordered(unit, clause))
        _remember(table, unit)


def become_routed(table: Table, unit: UnitId) -> None:
    if table.pieces[unit].cohesion is not Cohesions.ROUT:
        table.record(Routed(unit))
        _remember(table, unit)


@rule("PR-77")
def _remember(table: Table, unit: UnitId) -> None:
    """Where a table lets nobody recover in the very turn he broke, mark him."""
    if table.setting.options.get("same_turn_recovery") == "off":
        if table.phasing == table.side_of(unit) and BROKE not in table.pieces[unit].marks:
            table.record(Marked(unit, BROKE))


@rule("PR-128")
def bring_along(table: Table, guns: tuple[UnitId, ...], order: Cohesion) -> None:
    """Guns share what befalls their infantry: they limber up, and are in no better order."""
    for gun in guns:
        if gun in table.pieces:
            close_up(table, gun, table.pieces[gun].at)
            become_disordered(table, gun)
            if order is Cohesions.ROUT:
                become_routed(table, gun)


# --- the move


class Retreat(Procedure, tag=True):
    """A unit goes back along its path: ``hexes`` of a rout, or what three movement points pay for.

    After a melee the zones it leaves cost ``loss`` increments each, and the third means
    surrender. ``guns`` go with it; ``exempt`` comrades do not check; the zone of ``ignored``
    cavalry does not rout it. A unit ``in_order`` shakes nobody but foot that it rides through;
    one that ``crowds`` has closed up, so that its hex may be overfull though it goes nowhere.
    """

    unit: UnitId
    cause: str
    hexes: int = 0
    loss: int = 1
    exempt: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    ignored: tuple[UnitId, ...] = ()
    in_order: bool = False
    crowds: bool = False
    path: tuple[Hex, ...] = ()
    off_map: bool = False
    walked: int = 0
    zones: int = 0
    anew: bool = False
    rolled: tuple[UnitId, ...] = ()
    covered: bool = False

    @step("PR-16", "PR-164")
    def leaders_decide(self, table: Table) -> Flow:
        return Call(LeadersFollow(self._group(table))) if table.leaders else None

    @step("P30.19", "P30.20", "P30.21", "P30.22", "PR-72")
    def find_way(self, table: Table) -> Flow:
        self.anew = False
        if self.path:
            return Goto("leave")
        found = self._ways(table)
        if found is None:
            return Goto("find_none")
        if table.setting.options.get("retreat_choice") == "owner" and not found.off_map:
            if EqualPaths(found).count() > 1:
                return None
        self.path, self.off_map = found.best, found.off_map
        return Goto("leave")

    @step("PR-72")
    def ask_way(self, table: Table) -> Flow:
        found = self._ways(table)
        assert found is not None
        return Ask(table.side_of(self.unit), EqualPaths(found), "retreat-path")

    @step("PR-72")
    def choose_way(self, table: Table, answer: Pick) -> Flow:
        self.path = path_of(answer)
        return Goto("leave")

    @step("P30.27", "PR-68", "PR-80")
    def find_none(self, table: Table) -> Flow:
        if not self.hexes and self.cause not in (MELEE, PREMELEE):
            return Goto("halt")
        return self._surrender(table)

    @step("P14.20", "P14.21", "P14.24", "P14.25", "P14.27", "P14.29", "PR-73")
    def leave(self, table: Table) -> Flow:
        if not self.path and not self.off_map:
            return Goto("halt")
        if costs_increments(table, self.unit, self.cause):
            pays = self._toll(table)
            if self.zones >= table.setting.cards.count("surrender_at"):
                return self._surrender(table)
            if pays and self.loss:
                self._pay(table)
        return None if self.unit in table.pieces else Goto("over")

    @step("P14.28", "P14.31", "P14.32", "P30.32", "PR-80", "PR-158", "PR-182")
    def enter(self, table: Table) -> Flow:
        if not self.path:
            for unit in self._group(table):
                at = table.pieces[unit].at
                table.record(RanOffMap(unit, at, fate_of_rout(table, unit)))
                after_loss(table, unit, (at,))
            return Goto("over")
        there, self.path = self.path[0], self.path[1:]
        for unit in self._group(table):
            self._step(table, unit, there)
        self.walked += 1
        self.covered = self._has_friends(table)
        if self._is_ridden_down(table, there):
            for unit in self._group(table):
                become_routed(table, unit)
            self.path, self.off_map, self.anew = (), False, True
            self.hexes = rout_length(table, self.unit) - self.walked
        return None

    @step("P10.5", "P31.3", "PR-19", "PR-75")
    def meet(self, table: Table) -> Flow:
        # The chapters of checks and retreats call each other, so one of them imports late.
        from grognard.systems.bataille.morale.checks import Checks

        piece = table.pieces.get(self.unit)
        if piece is None or (self.in_order and piece.cohesion is not Cohesions.GOOD):
            return Goto("over")
        units, items = self._comrades(table, piece.at)
        if not units:
            return Goto("find_way" if self.anew else "leave")
        before, self.rolled = self.rolled, (*self.rolled, *units)
        occasion = "passage" if items else "comrades"
        return Call(Checks(units, occasion, items, exempt=self.exempt, rolled=before), then="meet")

    @step("P10.2", "P10.4", "PR-172")
    def halt(self, table: Table) -> Flow:
        if not self.walked and not self.crowds:
            return None
        return Call(table.setting.reglement.settle(table.pieces[self.unit].at, self._group(table)))

    @step("P6.9", "PR-08")
    def break_down(self, table: Table) -> Flow:
        from grognard.systems.bataille.movement.organisation import BreakDown, must_break_down

        if self.unit in table.pieces and must_break_down(table, self.unit):
            return Call(BreakDown(self.unit))
        return None

    @step("P30.19")
    def over(self, table: Table) -> Flow:
        return Done()

    # --- parts of the steps

    def _ways(self, table: Table) -> Ways | None:
        at = table.pieces[self.unit].at
        points = 0 if self.hexes else HALVES * table.setting.cards.count("disorder_retreat")
        return ways(table, self.unit, at, hexes=self.hexes, points=points)

    def _group(self, table: Table) -> tuple[UnitId, ...]:
        return tuple(unit for unit in (self.unit, *self.guns) if unit in table.pieces)

    @rule("P30.27", "P14.21")
    def _surrender(self, table: Table) -> Flow:
        for unit in self._group(table):
            hexes = table.pieces[unit].hexes
            table.record(Surrendered(unit, self.cause))
            after_loss(table, unit, hexes)
        return Goto("over")

    def _has_friends(self, table: Table) -> bool:
        """Do others of its side stand in the hex?"""
        group, roster = self._group(table), table.setting.roster
        side, at = roster[self.unit].side, table.pieces[group[0]].at if group else 0
        return any(roster[unit].side == side for unit in table.stack(at) if unit not in group)

    @rule("P14.20", "P14.22", "P14.25", "P14.26", "PR-73", "PR-74", "PR-152", "PR-182")
    def _toll(self, table: Table) -> bool:
        """Does leaving this hex cost increments? Hexes that count towards surrender are noted.

        The first hex always costs, with or without a zone; a later one only under a zone and
        without friends, who count as they stood when it came. Several zones on a hex count once.
        """
        at, options = table.pieces[self.unit].at, table.setting.options
        first = self.walked == 0
        held = self._has_friends(table) if first else self.covered
        enemy = table.setting.enemy(table.side_of(self.unit))
        counts = bool(table.zone_over(at, enemy)) and not held
        if counts and not (first and options.get("zoi_surrender_count") == "exclude_origin"):
            self.zones += 1
        if first and table.setting.reglement.pays_zones is None:
            return not (held and options.get("friend_cancels_first_loss") == "on")
        return counts

    def _pay(self, table: Table) -> None:
        group = self._group(table)
        for unit in group if table.setting.reglement.pays_zones is None else group[:1]:
            left, hexes = table.strength(unit), table.pieces[unit].hexes
            clause = "P14.25" if self.walked else "P14.24"
            table.record(LostIncrements(unit, min(left, self.loss), "retreat", clause))
            if left <= self.loss:
                table.record(Removed(unit, "destroyed"))
                after_loss(table, unit, hexes)
        group = self._group(table)
        if group:
            self.unit, self.guns = group[0], group[1:]

    @rule("P30.20", "PR-128", "PR-172")
    def _step(self, table: Table, unit: UnitId, there: Hex) -> None:
        """One hex on; guns that cannot follow are lost; whoever arrives turns to the enemy."""
        piece = table.pieces[unit]
        side = side_towards(piece.at, there)
        costs = table.setting.passage[mover(table.setting.roster[unit])]
        if unit != self.unit and (side is None or not costs[piece.at][side]):
            table.record(Removed(unit, "eliminated"))
            after_loss(table, unit, piece.hexes)
            return
        if SHELTER in piece.marks:
            table.record(Unmarked(unit, SHELTER))
        arrives = not self.path and not self.off_map
        facing = facing_the_enemy(table, unit, there) if arrives else piece.facing
        formation = loose_formation(table, unit, there)
        table.record(RetreatMoved(unit, there, facing, formation))
        clear_way(table, unit, captures=False)

    def _is_ridden_down(self, table: Table, at: Hex) -> bool:
        """Does enemy cavalry turn this retreat of disordered foot or guns into a rout?"""
        return (
            self.cause in (MELEE, RECOIL)
            and table.pieces[self.unit].cohesion is Cohesions.DISORDER
            and under_cavalry(table, self.unit, at, self.ignored)
        )

    @rule("P10.5", "P10.6", "P31.3", "PR-19", "PR-75")
    def _comrades(self, table: Table, at: Hex) -> tuple[tuple[UnitId, ...], tuple[Item, ...]]:
        """The good-order friends in a hex entered who must check now, and at what.

        Foot in line or column through which cavalry is driven checks at the price of passage,
        before any others; cavalry that is still in order checks with it.
        """
        group, side = self._group(table), table.side_of(self.unit)
        steady = [
            unit
            for unit in table.stack(at)
            if unit not in (*group, *self.exempt, *self.rolled)
            and table.side_of(unit) == side
            and table.pieces[unit].cohesion is Cohesions.GOOD
        ]
        if table.setting.roster[self.unit].arm is Arms.CAVALRY:
            formed = [unit for unit in steady if _is_formed_foot(table, unit)]
            if formed:
                with_it = (self.unit,) if self.in_order and self.unit not in self.rolled else ()
                return (*formed, *with_it), (passage_item(table),)
        return () if self.in_order else tuple(steady), ()


def _is_formed_foot(table: Table, unit: UnitId) -> bool:
    foot = table.setting.roster[unit].arm is Arms.INFANTRY
    return foot and table.pieces[unit].formation in FORMED
