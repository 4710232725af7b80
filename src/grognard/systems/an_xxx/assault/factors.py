"""What multiplies strengths in an assault, and the column they make (X16.6)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.pairs import in_stacks
from grognard.systems.an_xxx.assault.structures import room_in, structure_at
from grognard.systems.an_xxx.companies import share
from grognard.systems.an_xxx.horse import factors as horse
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.melee.melee import (
    BASE_FACTORS,
    attacking_side,
    crossed_by,
    defenders_of,
    engaged_hexes,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.movement.stacking import share_in
from grognard.systems.bataille.pieces import Arm, Formation, UnitId
from grognard.systems.bataille.reglement import MeleeFactors
from grognard.systems.bataille.table import Table

SAPEURS: Final = "sapeurs"
WORKS: Final = {"wall": "wall", "earthwork": "earthwork_front"}
"""Hexsides that call for the shift die, by what lies on the map."""


# --- strengths


@rule("X18.10.1")
def limbered(table: Table, unit: UnitId) -> Iterator[Factor]:
    """Guns that are limbered, but not in Road Column, defend at half."""
    guns = table.printed(unit).arm is Arm.ARTILLERY
    if guns and table.pieces[unit].formation is Formation.LIMBERED:
        yield Factor(table.setting.cards.melee_factor("limbered"), "limbered", "X18.10.1")


@rule("X16.6.5", "X16.6.6")
def crowded_out(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Of those who assault a special structure only so many get in, the uppermost first."""
    if structure_at(table, melee.target) is None:
        return
    found = [(each, at) for each in melee.attackers for at in _engaged(table, melee, each)]
    ranked = sorted(found, key=lambda pair: (pair[1], table.stack(pair[1]).index(pair[0])))
    yield from _admitted(table, melee, unit, ranked)


@rule("X16.6.5")
def garrison(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Of those who hold a special structure only so many fight, the uppermost first."""
    if structure_at(table, melee.target) is not None:
        there = defenders_of(table, melee.target, attacking_side(table, melee))
        most = table.setting.cards.row("assault", "structure_increments")
        left = most
        for each in there:
            here = share_in(table, table.pieces[each], melee.target)
            if each == unit and here > left:
                yield _share(left, here)
            left = max(0, left - here)


def _engaged(table: Table, melee: Melee, unit: UnitId) -> tuple[Hex, ...]:
    return engaged_hexes(table, unit, melee.target)


def _admitted(
    table: Table, melee: Melee, unit: UnitId, ranked: list[tuple[UnitId, Hex]]
) -> Iterator[Factor]:
    room = room_in(table, melee.target, [at for _, at in ranked]) or {}
    left = dict(room.values())
    own = admitted = 0
    for each, at in ranked:
        here = share_in(table, table.pieces[each], at)
        gate = room[at][0]
        goes = min(here, left[gate])
        left[gate] -= goes
        if each == unit:
            own, admitted = own + here, admitted + goes
    if admitted < own:
        yield _share(admitted, own)


def _share(admitted: int, own: int) -> Factor:
    return Factor(Fraction(admitted, own), f"{admitted} of {own} increments get in", "X16.6.5")


FACTORS: Final[MeleeFactors] = msgspec.structs.replace(
    BASE_FACTORS,
    own=(*BASE_FACTORS.own, limbered),
    manner=(*BASE_FACTORS.manner, *horse.MANNER),
    opponents=(*BASE_FACTORS.opponents, *horse.OPPONENTS, crowded_out),
    defence=(*BASE_FACTORS.defence, *horse.DEFENCE, garrison),
    lances=horse.lances,
    share=share,
)
"""The factors of An XXX."""


# --- the column


@rule("X16.6.2")
def sapeur_columns(table: Table, melee: Melee) -> int:
    """Columns that sappers at the top of an attacking stack are worth."""
    tops = [stack[0] for stack in in_stacks(table, melee.attackers)]
    if any(SAPEURS in table.printed(unit).traits for unit in tops):
        return int(table.setting.cards.row("assault", "sapeurs_columns"))
    return 0


@rule("X16.6.10")
def calls_for_the_shift_die(table: Table, melee: Melee) -> bool:
    """Do houses, woods or gardens help the defence, or a wall or work that every attacker crosses?"""
    grounds = table.setting.cards.shift_grounds
    if structure_at(table, melee.target) is not None:
        return True
    if grounds.get(table.setting.ground.terrain[melee.target]) == "hex":
        return True
    ways = [
        crossed_by(table, at, melee.target)
        for unit in melee.attackers
        for at in engaged_hexes(table, unit, melee.target)
    ]
    return bool(ways) and all(any(work in way for work in WORKS.values()) for way in ways)
