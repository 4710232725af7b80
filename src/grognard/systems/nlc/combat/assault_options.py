"""Which assaults may be declared, and which must be (N7.3, N8.2, N10.3, A12)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

import msgspec

from grognard.kernel import MalformedAction, Reason, rule
from grognard.mechanics.commands import Bent, read_hex
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.actions import Command, joined, split_units
from grognard.systems.nlc.combat.duty import (
    bar_to_attack,
    must_assault,
    owes_attack,
    strikes_for,
    targets_of,
)
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.judging import bar_to_acting, bar_to_group
from grognard.systems.nlc.kinds import Arm, Terrain
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class Assault(Command, frozen=True, order=True, tag="nlc-assault"):
    """Assault an adjacent hex with units of one stack: ``assault gauthier+jamin 1213``."""

    units: tuple[UnitId, ...]
    target: Hex
    verb: ClassVar[str] = "assault"
    bent: ClassVar[Bent | None] = Bent.ASSAULT

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


# --- the judge


def bar_to_assault(
    table: Table, side: SideId, declared: tuple[Declared, ...], said: Assault
) -> Reason | None:
    """Why units may not assault a hex now."""
    for unit in said.units:
        barred = _bar_to_unit(table, side, unit)
        if barred is not None:
            return barred
    return (
        bar_to_group(table, said.units, "N7.3.6")
        or _bar_to_hex(table, side, said)
        or _bar_by_orders(table, said)
        or _bar_to_choosing(table, declared, said)
        or _bar_to_joining(table, declared, said)
        or _bar_to_staying_out(table, side, said)
    )


@rule("N7.3.1", "N12.1.5", "N7.7.14", "N8.2.1", "R-8.1a")
def _bar_to_unit(table: Table, side: SideId, unit: UnitId) -> Reason | None:
    """Why a unit may take no part in an assault this segment."""
    barred = bar_to_acting(table, side, unit, "N7.3.1")
    if barred is not None:
        return barred
    piece, name_ = table.pieces[unit], table.printed(unit).name
    if piece.has(Mark.CHARGED):
        return Reason(f"{name_} has charged and does not assault in that turn", "N7.7.14")
    if piece.has(Mark.BOMBARDED):
        return Reason(f"{name_} has bombarded and does not assault in that turn", "N8.2.1")
    if not in_range(table, unit):
        return Reason(
            f"{name_} is out of command range: it defends, but does not assault", "N12.1.5"
        )
    return None


@rule("N7.3.1", "N7.3.2", "R-5.2b")
def _bar_to_hex(table: Table, side: SideId, said: Assault) -> Reason | None:
    """Why that hex cannot be assaulted from here."""
    near = _stands_by(table, said)
    if not near:
        return Reason(f"{name(said.target)} is not next to them", "N7.3.1")
    if any(said.target in targets_of(table, at, side) for at in near):
        return None
    enemy = table.setting.enemy(side)
    if table.has_unit(said.target, enemy) or table.quarters_at(said.target, enemy):
        return Reason("nobody assaults across a river without a bridge", "N7.3.2")
    return Reason(f"there is no enemy in {name(said.target)}", "N7.3.1")


def _stands_by(table: Table, said: Assault) -> list[Hex]:
    """The hexes next to the target in which all of the units stand."""
    hexes = set.intersection(*(set(table.pieces[unit].hexes) for unit in said.units))
    return [at for at in sorted(hexes) if said.target in table.setting.ground.around[at]]


@rule("N8.2.1", "N7.3.5")
def _bar_by_orders(table: Table, said: Assault) -> Reason | None:
    if all(table.arm(unit).artillery for unit in said.units):
        return Reason("guns assault only along with foot or horse", "N8.2.1")
    bars = (bar_to_attack(table, unit, said.target) for unit in said.units)
    return next((bar for bar in bars if bar is not None), None)


@rule("N7.3.8", "N7.3.9", "N7.3.10", "N10.3", "R-7.3b")
def _bar_to_choosing(table: Table, declared: tuple[Declared, ...], said: Assault) -> Reason | None:
    """Why a stack must take another target, given what is declared already."""
    at = _stands_by(table, said)[0]
    busy = {there for held in declared for unit in held.units for there in table.pieces[unit].hexes}
    if at in busy:
        return Reason("that stack has its target; one stack assaults one hex", "N7.3.8")
    side, taken = table.side_of(said.units[0]), {held.target for held in declared}
    enemy, terrain = table.setting.enemy(side), table.setting.ground.terrain
    free = [there for there in targets_of(table, at, side) if there not in taken]
    stacks = [there for there in free if table.has_unit(there, enemy)]
    if said.target in taken:
        if stacks:
            return Reason(
                f"nobody joins in while {name(stacks[0])} next to him is not assaulted", "N7.3.9"
            )
        return None
    if not any(table.arm(unit) is Arm.INFANTRY for unit in said.units):
        return None
    chateaux = [there for there in stacks if terrain[there] == Terrain.CHATEAU]
    if chateaux and said.target not in chateaux:
        return Reason(f"the chateau in {name(chateaux[0])} comes first", "N10.3")
    if stacks and said.target not in stacks:
        return Reason("combat units come before a headquarters", "N7.3.10")
    return None


@rule("N12.13.7", "NP.4", "N4.1.3")
def _bar_to_joining(table: Table, declared: tuple[Declared, ...], said: Assault) -> Reason | None:
    """Divisions on their own orders fight alone; in player turns only one chit's units combine."""
    others = [unit for held in declared if held.target == said.target for unit in held.units]
    if not others:
        return None
    both = [*said.units, *others]
    apart = [unit for unit in both if "/" in table.under[unit] and not table.force_of(unit).chief]
    if apart and len({table.under[unit] for unit in both}) > 1:
        return Reason("a division on orders of its own attacks with nobody else", "N12.13.7")
    chits = {table.formation_of(unit) for unit in both}
    paired = any({one, other} == chits for _, one, other in table.pairs)
    if len(chits) == 1 or paired or not _acts_at_once(table):
        return None
    return Reason("only units of one chit assault together", "NP.4")


def _acts_at_once(table: Table) -> bool:
    """Does a whole side act in this stage, as in player turns?"""
    return table.phase == "player-turn"


@rule("N7.3.6", "N7.3.8")
def _bar_to_staying_out(table: Table, side: SideId, said: Assault) -> Reason | None:
    """A stack goes in with all its men who may; only guns may be left out of it."""
    at = _stands_by(table, said)[0]
    for unit in _men(table, at, side, said.target):
        if unit not in said.units:
            name_ = table.printed(unit).name
            return Reason(f"a stack assaults as one: {name_} goes in too", "N7.3.8")
    return None


def _men(table: Table, at: Hex, side: SideId, target: Hex) -> list[UnitId]:
    """The foot and horse of a stack that may assault a hex."""
    return [
        unit
        for unit in table.units_in(at, side)
        if not table.arm(unit).artillery
        and _bar_to_unit(table, side, unit) is None
        and bar_to_attack(table, unit, target) is None
    ]


# --- what is offered


def candidates(table: Table, side: SideId) -> Iterator[Assault]:
    """Stacks beside the enemy with all their men, and with any of their guns, in a fixed order."""
    found: dict[Assault, None] = {}
    acting = [unit for name_ in table.active for unit in table.units_under(name_)]
    for at in sorted({at for unit in acting for at in table.pieces[unit].hexes}):
        if table.held_by(at) != side:
            continue
        for target in targets_of(table, at, side):
            men = _men(table, at, side, target)
            guns = [unit for unit in table.units_in(at, side) if table.arm(unit).artillery]
            for size in range(len(guns) + 1 if men else 0):
                for some in combinations(guns, size):
                    found[Assault(tuple(sorted((*men, *some))), target)] = None
    yield from sorted(found)


def offers(table: Table, side: SideId, declared: tuple[Declared, ...]) -> Iterator[Assault]:
    """Every assault that may be declared next."""
    for said in candidates(table, side):
        if bar_to_assault(table, side, declared, said) is None:
            yield said


# --- what must be


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
