"""Which assaults may be declared, and which must be (N7.3, N8.2, N10.3, A12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

import msgspec

from grognard.kernel import MalformedAction, Reason, rule
from grognard.mechanics.commands import read_hex
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.actions import Command, joined, split_units
from grognard.systems.nlc.combat.duty import (
    may_attack,
    must_assault,
    owes_attack,
    strikes_for,
    targets_of,
)
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.kinds import Arm, Terrain
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class Assault(Command, frozen=True, order=True, tag="nlc-assault"):
    """Assault an adjacent hex with units of one stack: ``assault gauthier+jamin 1213``."""

    units: tuple[UnitId, ...]
    target: Hex
    verb: ClassVar[str] = "assault"

    def words(self) -> list[str]:
        return [joined(self.units), name(self.target)]

    @classmethod
    def read(cls, words: list[str]) -> Assault:
        if len(words) != 2:
            raise MalformedAction("assault needs units and a hex, as in: assault campi+husson 1213")
        return cls(split_units(words[0]), read_hex(words[1]))


class Declared(msgspec.Struct, frozen=True):
    """Assaults declared so far against a hex."""

    target: Hex
    units: tuple[UnitId, ...]


@rule("N7.3.1", "N12.1.5", "N7.7.14", "N8.2.1", "R-8.1a")
def able_units(table: Table, at: Hex, side: SideId) -> list[UnitId]:
    """The units of a stack that may take part in an assault this segment."""
    return [
        unit
        for unit in table.units_in(at, side)
        if table.under[unit] in table.active
        and not table.pieces[unit].has(Mark.CHARGED)
        and not table.pieces[unit].has(Mark.BOMBARDED)
        and not table.pieces[unit].has(Mark.SPENT)
        and table.under[unit] not in table.hidden
        and in_range(table, unit)
    ]


@rule("N7.3.8", "N7.3.9", "N7.3.10", "N10.3", "R-7.3b")
def allowed_targets(
    table: Table, at: Hex, units: list[UnitId], declared: tuple[Declared, ...]
) -> list[Hex]:
    """The hexes that a stack may assault, given what is declared already."""
    side = table.side_of(units[0])
    enemy = table.setting.enemy(side)
    near = targets_of(table, at, side)
    taken = {held.target for held in declared}
    free = [there for there in near if there not in taken]
    stacks = [there for there in free if table.has_unit(there, enemy)]
    if table.arm(units[0]).foot or any(table.arm(unit) is Arm.INFANTRY for unit in units):
        free = _most_urgent(table, free, enemy)
    joined_ = [] if stacks else [there for there in near if there in taken]
    return sorted({*free, *joined_})


def _most_urgent(table: Table, free: list[Hex], enemy: SideId) -> list[Hex]:
    """A chateau before combat units before a headquarters."""
    terrain = table.setting.ground.terrain
    chateaux = [at for at in free if terrain[at] == Terrain.CHATEAU and table.has_unit(at, enemy)]
    stacks = [at for at in free if table.has_unit(at, enemy)]
    return chateaux or stacks or free


def offers(table: Table, side: SideId, declared: tuple[Declared, ...]) -> Iterator[Assault]:
    """Every assault that may be declared next, in a fixed order."""
    busy = {at for held in declared for unit in held.units for at in table.pieces[unit].hexes}
    for at in sorted(table.stacks):
        if at in busy or table.held_by(at) != side:
            continue
        able = able_units(table, at, side)
        men = [unit for unit in able if not table.arm(unit).artillery]
        if not men:
            continue
        guns = sorted(unit for unit in able if table.arm(unit).artillery)
        for target in allowed_targets(table, at, men, declared):
            storming = [unit for unit in men if may_attack(table, unit, target)]
            if not storming or not _may_join(table, storming, target, declared):
                continue
            helping = [unit for unit in guns if may_attack(table, unit, target)]
            for size in range(len(helping) + 1):
                for some in combinations(helping, size):
                    yield Assault(tuple(sorted((*storming, *some))), target)


@rule("N12.13.7", "NP.4", "N4.1.3")
def _may_join(
    table: Table, units: list[UnitId], target: Hex, declared: tuple[Declared, ...]
) -> bool:
    """Divisions on their own orders fight alone; in player turns only one chit's units combine."""
    others = [unit for held in declared if held.target == target for unit in held.units]
    if not others:
        return True
    both = [*units, *others]
    apart = [unit for unit in both if "/" in table.under[unit] and not table.force_of(unit).chief]
    if apart and len({table.under[unit] for unit in both}) > 1:
        return False
    chits = {table.formation_of(unit) for unit in both}
    paired = any({one, other} == chits for _, one, other in table.pairs)
    return len(chits) == 1 or paired or not _acts_at_once(table)


def _acts_at_once(table: Table) -> bool:
    """Does a whole side act in this stage, as in player turns?"""
    return table.phase == "player-turn"


@rule("N7.3.4", "N12.2A.1", "N12.2A.5", "R-7.3a", "R-12.2a", "R-12.2b", "R-0.5")
def unmet(table: Table, side: SideId, declared: tuple[Declared, ...]) -> tuple[Reason, ...]:
    """The duty to attack that stands open and could be met."""
    open_ = list(offers(table, side, declared))
    attacking = {unit for held in declared for unit in held.units}
    able = {unit for offer in open_ for unit in offer.units}
    for unit in sorted(able):
        if unit not in attacking and must_assault(table, unit):
            name_ = table.printed(unit).name
            return (Reason(f"{name_} is in an enemy zone and must assault", "N7.3.4"),)
    for force_id in table.active:
        force = table.forces[force_id]
        units = [u for u in table.units_under(force_id) if strikes_for(table, force, u)]
        if any(unit in attacking for unit in units) or not any(unit in able for unit in units):
            continue
        if owes_attack(table, force):
            return (Reason("some unit of the formation must attack", "N12.2A.1"),)
    return ()
