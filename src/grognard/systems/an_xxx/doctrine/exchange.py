"""What both sides bring to an assault: their volleys, and the strength of their blows.

The same battalions are weighed in many groups. What one of them brings is remembered by the table on
which the assault is planned, its ``sand``: it follows from how the battalion stands, and who with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import msgspec

from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.structures import structure_at
from grognard.systems.an_xxx.assault.volley import firers_in
from grognard.systems.an_xxx.fire import FIRE_TIMES, VOLLEY
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.doctrine.worth import fire_prospect, struck_by
from grognard.systems.bataille.fire.fire import massing, odds_column
from grognard.systems.bataille.fire.fire_defence import defenders, fire_defence, increments_in
from grognard.systems.bataille.fire.firepower import total, volley
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.melee.melee import (
    attack_strength,
    defence_strength,
    defenders_of,
    engaged_hexes,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

NOTHING = (0.0, 0.0)


class Exchange(msgspec.Struct, frozen=True):
    """What the volleys of an assault cost both sides: points, and mean increments."""

    own: float
    foe: float
    own_lost: float
    foe_lost: float


def volleys(table: Table, target: Hex, units: tuple[UnitId, ...], sand: Table) -> Exchange:
    """The defence fires at the hex where it hurts most, then the attack answers."""
    foes = defenders_of(table, target, table.side_of(units[0]))
    hexes = sorted({at for unit in units for at in engaged_hexes(table, unit, target)})

    def fired_on(at: Hex) -> tuple[float, float]:
        firers = firers_in(table, foes, (target,), at)
        return fire_prospect(table, at, firers, VOLLEY) if firers else NOTHING

    own = NOTHING
    for at in hexes:
        struck = tuple([table.pieces[unit] for unit in table.stack(at)])
        own = max(own, sand.derived(("fired on", target, at, struck), partial(fired_on, at)))
    answer = firers_in(table, units, tuple(hexes), target)
    foe = _answered(table, target, answer, sand) if answer else NOTHING
    return Exchange(own[0], foe[0], own[1], foe[1])


def _answered(
    table: Table, target: Hex, firers: Sequence[Firer], sand: Table
) -> tuple[float, float]:
    """What the volley of those who assault does to a hex; they are foot, and have no guns with them."""
    cards, side = table.setting.cards, table.side_of(firers[0].unit)

    def defence_from(origins: tuple[Hex, ...]) -> int:
        return fire_defence(table, target, origins, side).total

    def struck_in(column: int) -> tuple[float, float]:
        there = increments_in(table, target, defenders(table, target, side))
        more = sum(item.amount for item in massing(cards, there))
        return struck_by(table, target, side, column, more)

    strength = sum([_fired(table, target, firer, sand) for firer in firers], Fraction(0))
    origins = tuple([firer.at for firer in firers])
    defence = sand.derived(("defence", target, side, origins), partial(defence_from, origins))
    if cards.fire_is_below_card(strength, defence):
        return NOTHING
    column = odds_column(cards, strength, defence)
    return sand.derived(("answered", target, side, column), partial(struck_in, column))


def _fired(table: Table, target: Hex, firer: Firer, sand: Table) -> Fraction:
    """The fire of one unit out of one hex in the volley of an assault."""
    here = tuple([table.pieces[unit] for unit in table.stack(firer.at)])
    return sand.derived(
        ("fired", firer, here), lambda: total(volley(table, target, (firer,), FIRE_TIMES[VOLLEY]))
    )


def strengths(table: Table, melee: Melee, sand: Table) -> tuple[Fraction, Fraction]:
    """Attack and defence in the melee of an assault: each battalion counts for itself, but where few
    get in, or where horse is in contact with it."""
    target, units = melee.target, melee.attackers
    bound = any(contacts_of(table.pieces[unit]) for unit in units)
    if bound or structure_at(table, target) is not None:
        return attack_strength(table, melee).total, defence_strength(table, melee).total

    def blows_of(unit: UnitId) -> Fraction:
        return attack_strength(table, Melee(target, (unit,))).total

    attack = Fraction(0)
    for unit in units:
        key = ("blows", target, table.pieces[unit], engaged_hexes(table, unit, target))
        attack += sand.derived(key, partial(blows_of, unit))
    key_of_defence = ("blows", target, table.side_of(units[0]))
    return attack, sand.derived(key_of_defence, lambda: defence_strength(table, melee).total)
