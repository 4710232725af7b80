"""Who may assault what (rules 32 and 33): the options of a declaration, found when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel import Action, Options, Reason, rule
from grognard.kernel.errors import NOT_OFFERED
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex, name, side_towards
from grognard.systems.bataille.actions import Assault, Finish
from grognard.systems.bataille.fronts import front_mask
from grognard.systems.bataille.horse.charge_targets import may_assault
from grognard.systems.bataille.melee.giving_way import works_in_the_way
from grognard.systems.bataille.melee.leaving_square import upon_enemy
from grognard.systems.bataille.melee.melee import engaged_hexes, units_against
from grognard.systems.bataille.movement import pace
from grognard.systems.bataille.movement.stacking import share_in
from grognard.systems.bataille.pieces import Arm, Arms, Cohesions, Forms, Size, UnitId
from grognard.systems.bataille.table import Table

# --- one unit


@rule("P16.55", "P30.7", "P35.4", "PR-166", "PR-167")
def may_attack(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit may not attack at all: guns, squares and routed units never do.

    Having moved is no bar, not for cavalry either (P35.4).
    """
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    if printed.arm is Arms.ARTILLERY:
        return Reason(f"{printed.name} are guns, which never assault", "PR-166")
    if piece.cohesion is Cohesions.ROUT:
        return Reason(f"{printed.name} is routed and never attacks", "P30.7")
    if piece.formation is Forms.SQUARE:
        return Reason(f"{printed.name} is in square and may not assault", "P16.55")
    return pace.may_attack(printed, piece)


@rule("P32.2", "P32.9", "P16.53", "P16.57", "P18.11")
def can_reach(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """Why a unit cannot get at a hex: not before its front, closed to it, or a square to ride on."""
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    foes = units_against(table, target, printed.side)
    if not foes:
        return Reason(f"there is no enemy in {name(target)}", "P33.1")
    squares = any(table.pieces[foe].formation is Forms.SQUARE for foe in foes)
    if printed.arm is Arms.CAVALRY and squares and target not in piece.hexes:
        return Reason("cavalry assaults a square from the square's own hex", "P16.57")
    if target not in piece.hexes and upon_enemy(table, unit):
        return Reason(f"{printed.name} stands upon a square and can fight nobody else", "P18.11")
    barred = may_assault(table, unit, target)
    if barred is not None or engaged_hexes(table, unit, target):
        return barred
    beside = [(at, side) for at in piece.hexes if (side := side_towards(at, target)) is not None]
    if not beside:
        return Reason(f"{printed.name} is not next to {name(target)}", "P32.2")
    if any(front_mask(table, unit, at) >> side & 1 for at, side in beside):
        return Reason(f"{name(target)} is closed to {printed.name} from here", "P32.9")
    return Reason(f"{name(target)} is not across a front hexside of {printed.name}", "P32.2")


@rule("P32.7", "PR-84", "PR-178")
def has_fired_elsewhere(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """A unit that fired in this turn may assault only what it fired at."""
    printed = table.setting.roster[unit]
    fired_at = table.fired_at.get(unit, ())
    if fired_at and target not in fired_at:
        hexes = ", ".join(map(name, fired_at))
        return Reason(f"{printed.name} fired at {hexes} and may assault nothing else", "P32.7")
    must = table.setting.options.get("must_fire_first") == "on"
    if must and not fired_at and printed.arm is Arms.INFANTRY:
        return Reason(f"{printed.name} has not fired at {name(target)}", "P32.7")
    return None


# --- a group


@rule("P32.11", "P35.16", "P33.17")
def may_join(table: Table, target: Hex, units: Sequence[UnitId]) -> Reason | None:
    """Why units that could each assault a hex may not do so together."""
    arms = {table.printed(unit).arm for unit in units}
    if len(arms) > 1:
        return Reason("infantry and cavalry may not join in one assault", "P32.11")
    battalions, increments = 0, 0
    limits: list[tuple[int | None, int | None]] = []
    for unit in units:
        works = works_in_the_way(table, unit, target)
        if any(work.cavalry == "no" for work in works) and Arms.CAVALRY in arms:
            return Reason(f"cavalry may not assault {name(target)}", "P33.17")
        if works:
            piece = table.pieces[unit]
            hexes = engaged_hexes(table, unit, target)
            battalions += 2 if table.printed(unit).size is Size.REGIMENT else 1
            increments += sum(share_in(table, piece, at) for at in hexes)
            limits += [(work.assault_battalions, work.assault_increments) for work in works]
    if any(most is not None and battalions > most for most, _ in limits):
        return Reason("only one battalion at a time gets across there", "P33.17")
    if any(most is not None and increments > most for _, most in limits):
        return Reason("there is not room for so many to assault there", "P33.17")
    return None


class AssaultOptions(Options):
    """The assaults a side may declare: any legal group against any hex in reach, or no more.

    Listing gives, for each hex, every attacker alone and the largest groups of infantry and of
    cavalry; ``in`` accepts every legal group. ``spent`` units have attacked and ``struck`` hexes
    have been assaulted in this segment (PR-83). ``only`` narrows the choice to these units and,
    as ``pursuit``, frees it from what was fired at and assaulted before (P29.10). With ``bound``
    that unit must take part in assaulting ``target`` and nobody may decline (P16.35, P18.11).
    """

    kinds = (Finish, Assault)

    def __init__(
        self,
        table: Table,
        side: str,
        *,
        spent: tuple[UnitId, ...] = (),
        struck: tuple[Hex, ...] = (),
        only: tuple[UnitId, ...] = (),
        pursuit: bool = False,
        bound: UnitId = "",
        target: Hex = 0,
    ) -> None:
        self.table, self.side = table, side
        self.spent, self.struck = spent, struck
        self.only, self.pursuit = only, pursuit
        self.bound, self.target = bound, target

    # --- the gate

    @rule("P32.8", "P33.1", "PR-83")
    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            return (self._must(),) if self.bound else ()
        if not isinstance(action, Assault):
            return (Reason(NOT_OFFERED),)
        if not action.units or list(action.units) != sorted(set(action.units)):
            return (Reason("name the units in order, each once", "P33.1"),)
        if self.bound and (action.target != self.target or self.bound not in action.units):
            return (self._must(),)
        found = [self.against(unit, action.target) for unit in action.units]
        reasons = tuple(reason for reason in found if reason is not None)
        if reasons:
            return reasons
        joined = may_join(self.table, action.target, action.units)
        return () if joined is None else (joined,)

    def _must(self) -> Reason:
        """Why nothing else will do: a line that closed up, or horse upon a square, must assault."""
        upon = self.target in self.table.pieces[self.bound].hexes
        text = f"{self.bound} is bound to assault {name(self.target)}"
        return Reason(text, "P18.11" if upon else "P16.35")

    @rule("P29.10", "PR-83", "PR-153")
    def against(self, unit: UnitId, target: Hex) -> Reason | None:
        """Why this unit, for itself, may not assault this hex."""
        table = self.table
        if unit not in table.pieces or table.side_of(unit) != self.side:
            return Reason(f"{unit} is no unit of this side on the map", "P33.1")
        if self.only and unit not in self.only:
            return Reason(f"{unit} did not enter the vacated hex", "P29.10")
        if unit in self.spent:
            return Reason(f"{table.printed(unit).name} has attacked in this segment", "PR-83")
        if target in self.struck:
            return Reason(f"{name(target)} has been assaulted in this segment", "PR-83")
        against = may_attack(table, unit) or can_reach(table, unit, target)
        if against is None and not self.pursuit:
            against = has_fired_elsewhere(table, unit, target)
        return against

    # --- the listing

    def __iter__(self) -> Iterator[Action]:
        if not self.bound:
            yield Finish()
        for target in self.targets():
            yield from self.assaults_on(target)

    def __bool__(self) -> bool:
        return True

    def any_assault(self) -> bool:
        """Is there anything to declare at all?"""
        return any(next(self.assaults_on(target), None) for target in self.targets())

    def sample(self, chooser: Chooser) -> Action:
        """A hex by chance, then an assault on it, so that one crowded hex does not weigh more."""
        targets = [target for target in self.targets() if next(self.assaults_on(target), None)]
        declines = 0 if self.bound else 1
        index = chooser.randrange(len(targets) + declines)
        if index == len(targets):
            return Finish()
        assaults = list(self.assaults_on(targets[index]))
        return assaults[chooser.randrange(len(assaults))]

    def targets(self) -> list[Hex]:
        """Enemy hexes before the front of a unit that may attack, in order."""
        if self.bound:
            return [self.target]
        table, found = self.table, set[Hex]()
        enemies = frozenset(table.standing(table.setting.enemy(self.side))[1])
        around = table.setting.ground.around
        for unit in self.only or table.units_of(self.side):
            piece = table.pieces.get(unit)
            for at in () if piece is None else piece.hexes:
                near = enemies.intersection((at, *around[at]))
                if near and may_attack(table, unit) is None:
                    found |= near
        return sorted(found)

    def assaults_on(self, target: Hex) -> Iterator[Assault]:
        able = [unit for unit in self._near(target) if self.against(unit, target) is None]
        groups: set[tuple[UnitId, ...]] = {
            (unit,) for unit in able if may_join(self.table, target, (unit,)) is None
        }
        for arm in (Arms.INFANTRY, Arms.CAVALRY):
            groups.add(self._together(target, [u for u in able if self._is(u, arm)]))
        groups.discard(())
        for units in sorted(groups):
            if not self.bound or self.bound in units:
                yield Assault(target, units)

    def _near(self, target: Hex) -> list[UnitId]:
        """Units of this side in the hex and around it, by name."""
        table = self.table
        hexes = (target, *table.setting.ground.around[target])
        return sorted({u for at in hexes for u in table.stack(at) if table.side_of(u) == self.side})

    def _is(self, unit: UnitId, arm: Arm) -> bool:
        return self.table.printed(unit).arm is arm

    def _together(self, target: Hex, units: list[UnitId]) -> tuple[UnitId, ...]:
        """As many as may join, the bound unit first."""
        joined: tuple[UnitId, ...] = ()
        for unit in sorted(units, key=lambda unit: (unit != self.bound, unit)):
            if may_join(self.table, target, (*joined, unit)) is None:
                joined = (*joined, unit)
        return tuple(sorted(joined))
