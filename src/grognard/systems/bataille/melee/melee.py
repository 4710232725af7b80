"""Strength in melee, unit by unit, and the odds it makes (rules 12, 13, 16, 33, 35 and 36).

Pure: nothing here changes the table. A unit's strength is its printed melee value times factors,
each with its reason, in exact fractions; the lance bonus comes last. What a melee is fought with
stands in a small value, ``Melee``, so that odds can be asked for fights that are only imagined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from math import prod
from typing import Final

import msgspec

from grognard.kernel import Item, rule
from grognard.mechanics.hexes import Hex, Side, side_towards
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.cards.values import LightCard
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.command.leaders import MELEE, bonus_item, helpers
from grognard.systems.bataille.events.leaders import AGAINST
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.flanks import is_refused
from grognard.systems.bataille.fronts import front_mask, side_class
from grognard.systems.bataille.horse.contacts import (
    contact_hexes,
    faces,
    lance_counts,
    struck_side,
)
from grognard.systems.bataille.marks import SHELTER
from grognard.systems.bataille.melee.melee_values import Fighter, Melee, Strength
from grognard.systems.bataille.movement.march import step_cost
from grognard.systems.bataille.movement.stacking import share_in
from grognard.systems.bataille.movement.terrain import features
from grognard.systems.bataille.pieces import (
    Arm,
    Cohesion,
    Formation,
    LeaderId,
    Piece,
    Printed,
    Readiness,
    UnitId,
)
from grognard.systems.bataille.reglement import MeleeFactors, OfFight
from grognard.systems.bataille.table import Table

STRONGHOLDS = ("chateau", "church")
"""Buildings that strengthen their defenders (P33.17)."""


# --- who stands where


def attacking_side(table: Table, melee: Melee) -> str:
    return table.setting.roster[melee.attackers[0]].side


def units_against(table: Table, target: Hex, side: str) -> tuple[UnitId, ...]:
    """The enemies of ``side`` in a hex, top first."""
    roster = table.setting.roster
    return tuple(unit for unit in table.stack(target) if roster[unit].side != side)


@rule("P19.21", "P32.5")
def defenders_of(table: Table, target: Hex, side: str) -> tuple[UnitId, ...]:
    """The enemies of ``side`` who fight for a hex: all there but skirmishers taking shelter."""
    return tuple(
        unit
        for unit in units_against(table, target, side)
        if SHELTER not in table.pieces[unit].marks
    )


@rule("P32.10", "PR-128")
def guns_with_foot(table: Table, target: Hex, side: str) -> tuple[UnitId, ...]:
    """Guns that stand with infantry against ``side`` in a hex, and share its fate."""
    there = defenders_of(table, target, side)
    if not any(table.printed(unit).arm is Arm.INFANTRY for unit in there):
        return ()
    return tuple(unit for unit in there if table.printed(unit).arm is Arm.ARTILLERY)


@rule("P32.2", "P32.9", "P16.53", "P16.57")
def engaged_hexes(table: Table, unit: UnitId, target: Hex) -> tuple[Hex, ...]:
    """The hexes from which a unit can assault: the target lies across a front side open to it.

    Cavalry that stands on a square is engaged in the square's own hex.
    """
    key = ("engaged", unit, target, table.turn)
    return table.derived(key, lambda: _engaged_hexes(table, unit, target))


def _engaged_hexes(table: Table, unit: UnitId, target: Hex) -> tuple[Hex, ...]:
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    if target in piece.hexes:
        return (target,)
    bound = contact_hexes(table, unit, target)
    if bound:
        return bound  # P39.19, P40.13: facing does not excuse units in contact
    found = []
    for at in piece.hexes:
        side = side_towards(at, target)
        if side is None or not front_mask(table, unit, at) >> side & 1:
            continue
        if step_cost(table, printed, piece, at, side):
            found.append(at)
    return tuple(found)


@rule("P13.2", "PR-32", "PR-35")
def direction(table: Table, side: str, target: Hex, at: Hex) -> str:
    """Whether an assault from ``at`` strikes "front", "flank" or "rear"; the top unit decides."""
    hit = side_towards(target, at)
    there = units_against(table, target, side)
    if hit is None or not there:
        return "front"
    return side_class(table, there[0], target, hit)


@rule("P16.37", "PR-35")
def meets_refused_flank(table: Table, attackers: Sequence[UnitId], target: Hex) -> bool:
    """Does one of them strike a flank of the top unit that a friend of it covers?"""
    there = units_against(table, target, table.side_of(attackers[0]))
    if not there:
        return False
    hexes = [at for unit in attackers for at in engaged_hexes(table, unit, target)]
    sides = [side for at in hexes if (side := side_towards(target, at)) is not None]
    return is_refused(table, there[0], target, sides)


def crossed_by(table: Table, at: Hex, target: Hex) -> list[str]:
    """What lies on the hexside that an assault crosses: stream, wall, dyke, slope."""
    side = side_towards(at, target)
    return [] if side is None else features(table.setting.ground, at, side)


# --- a unit's own condition


@rule("P12.1", "P12.4", "P12.5")
def losses_of(printed: Printed, piece: Piece) -> Iterator[Factor]:
    """Melee value falls in proportion to the increments lost."""
    if piece.lost:
        left = printed.increments - piece.lost
        clauses = {Arm.INFANTRY: "P12.1", Arm.CAVALRY: "P12.5", Arm.ARTILLERY: "P12.4"}
        reason = f"{left} of {printed.increments} increments left"
        yield Factor(Fraction(left, printed.increments), reason, clauses[printed.arm])


@rule("P16.34", "P16.75", "P16.94", "P19.31", "PR-87")
def share_of(cards: Deck, printed: Printed, piece: Piece, engaged: int) -> Iterator[Factor]:
    """A unit in several hexes fights with what stands in the hex; by road, with a quarter."""
    if piece.formation is Formation.ROAD:
        yield Factor(cards.melee_factor("road"), "Road March", "P16.75")
    elif len(piece.hexes) > 1:
        left = printed.increments - piece.lost
        clause = "P16.94" if printed.arm is Arm.CAVALRY else "P16.34"
        if piece.formation is Formation.SKIRMISH:
            clause = "P19.31"
        share = Fraction(engaged, left) if left else Fraction(0)
        yield Factor(share, f"{engaged} of {left} increments engaged", clause)


@rule("P19.31", "P20.13", "P30.2", "P30.7", "P30.13", "P30.18", "P36.4", "P36.7")
def condition_of(table: Table, unit: UnitId) -> Iterator[Factor]:
    """Formation, order and readiness of the unit itself."""
    cards, printed, piece = table.setting.cards, table.printed(unit), table.pieces[unit]
    horse = printed.arm is Arm.CAVALRY
    if piece.formation is Formation.SKIRMISH:
        clause = "P20.13" if horse else "P19.31"
        yield Factor(cards.melee_factor("skirmish"), "in skirmish order", clause)
    guns_in_battery = piece.formation is Formation.UNLIMBERED
    if piece.cohesion is Cohesion.DISORDER and not guns_in_battery:
        clause = "P30.2" if printed.arm is Arm.INFANTRY else "P30.18"
        yield Factor(cards.melee_factor("disorder"), "disordered", clause)
    if piece.cohesion is Cohesion.ROUT and not guns_in_battery:
        row, clause = ("rout_cavalry", "P30.13") if horse else ("rout_infantry", "P30.7")
        yield Factor(cards.melee_factor(row), "routed", clause)
    if horse and piece.readiness is Readiness.TIRED:
        yield Factor(cards.melee_factor("tired"), "tired", "P36.4")
    if horse and piece.readiness is Readiness.EXHAUSTED:
        yield Factor(cards.melee_factor("exhausted"), "exhausted", "P36.7")


# --- what the fight does


@rule("P36.10", "P36.11", "PR-95")
def sparing_its_horses(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Cavalry that holds back."""
    if unit in melee.sparing:
        times = table.setting.cards.melee_factor("sparing_horses")
        yield Factor(times, "sparing its horses", "P36.10")


@rule("P42.5")
def out_of_hand(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Cavalry that could not be recalled."""
    if unit in melee.unrecalled:
        times = table.setting.cards.melee_factor("failed_recall")
        yield Factor(times, "failed to be recalled", "P42.5")


@rule("P13.27", "P13.30", "P33.15", "P33.16", "PR-86")
def direction_of(table: Table, melee: Melee, at: Hex) -> Iterator[Factor]:
    """Flank and rear, hex by hex of the attack."""
    struck = direction(table, attacking_side(table, melee), melee.target, at)
    if struck == "flank":
        yield Factor(table.setting.cards.melee_factor("flank"), "through the flank", "P33.15")
    if struck == "rear":
        yield Factor(table.setting.cards.melee_factor("rear"), "through the rear", "P33.16")


@rule("P16.54", "P16.58", "P16.68", "P16.69", "P35.7", "P35.12")
def opponents_of(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """What an attacker gains or loses by the kind of enemy he meets and where he meets him."""
    cards, roster = table.setting.cards, table.setting.roster
    foes = defenders_of(table, melee.target, roster[unit].side)
    horse = roster[unit].arm is Arm.CAVALRY
    if any(table.pieces[foe].formation is Formation.SQUARE for foe in foes):
        if horse:
            yield Factor(cards.melee_factor("cavalry_against_square"), "on a square", "P35.12")
        else:
            yield Factor(cards.melee_factor("infantry_against_square"), "on a square", "P16.54")
    in_rough = table.pieces[unit].formation is Formation.GENERAL
    if horse and (in_rough or table.setting.general_order[melee.target]):
        yield Factor(cards.melee_factor("cavalry_general_order"), "general order", "P16.68")
    faced = any(faces(table, unit, at, melee.target) for at in table.pieces[unit].hexes)
    if roster[unit].is_heavy and faced and foes and all(roster[foe].is_light for foe in foes):
        yield Factor(cards.melee_factor("heavy_against_light"), "heavy on light cavalry", "P35.7")


@rule("P33.17")
def ground_of(table: Table, melee: Melee, at: Hex) -> Iterator[Factor]:
    """What the ground takes from an attack out of one hex."""
    cards = table.setting.cards
    crossed = crossed_by(table, at, melee.target)
    if "stream" in crossed:
        yield Factor(cards.melee_factor("across_stream"), "across a stream", "P33.17")
    if "earthwork_front" in crossed:
        yield Factor(cards.melee_factor("into_earthwork_front"), "into an earthwork", "P33.17")
    if table.setting.ground.terrain[melee.target] == "swamp":
        yield Factor(cards.melee_factor("swamp"), "into a swamp", "P33.17")


@rule("P16.68", "P33.17", "P35.7")
def defence_of(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """What a defender gains or loses by the ground he holds and by who attacks him."""
    cards, roster = table.setting.cards, table.setting.roster
    terrain = table.setting.ground.terrain[melee.target]
    if roster[unit].arm is Arm.CAVALRY and table.pieces[unit].formation is Formation.GENERAL:
        yield Factor(cards.melee_factor("cavalry_general_order"), "general order", "P16.68")
    if terrain == "swamp":
        yield Factor(cards.melee_factor("swamp"), "in a swamp", "P33.17")
    if terrain in STRONGHOLDS:
        yield Factor(cards.melee_factor("in_chateau_or_church"), "in a stronghold", "P33.17")
    held = struck_side(table, unit, melee.attackers, melee.target)
    if held != "front":
        yield Factor(cards.melee_factor(held), f"upon the {held} of the attack", "P13.27")
    light = all(roster[foe].is_light for foe in melee.attackers)
    if roster[unit].is_heavy and light and _all_in_front(table, melee, unit):
        yield Factor(cards.melee_factor("heavy_against_light"), "heavy on light cavalry", "P35.7")


def _all_in_front(table: Table, melee: Melee, unit: UnitId) -> bool:
    for foe in melee.attackers:
        for at in engaged_hexes(table, foe, melee.target):
            side: Side | None = side_towards(melee.target, at)
            if side is not None and side_class(table, unit, melee.target, side) != "front":
                return False
    return True


@rule("P12.7", "P16.93", "P35.9", "P35.10", "P35.13", "PR-88")
def lance_bonus(cards: Deck, printed: Printed, piece: Piece, *, lowered: bool) -> Fraction:
    """The lance bonus of one hex: attackers and counter-chargers in good order, less for losses.

    Lancers who stand to receive the enemy have none; in line every hex has it twice.
    """
    if not (printed.lance and lowered and piece.cohesion is Cohesion.GOOD):
        return Fraction(0)
    left = Fraction(printed.increments - piece.lost, printed.increments)
    worth = cards.keyed("lancers", "bonus").cell(
        "line" if piece.formation is Formation.LINE else "assault"
    )
    assert isinstance(worth, Fraction)
    return printed.lance * left * worth


# --- fighters and sides

BASE_FACTORS: Final = MeleeFactors(
    own=(condition_of,),
    manner=(sparing_its_horses, out_of_hand),
    opponents=(opponents_of,),
    defence=(defence_of,),
)
"""The factors of the base book."""


def _factors(table: Table) -> MeleeFactors:
    return table.setting.reglement.melee or BASE_FACTORS


def _of_fight(
    kinds: Iterable[OfFight], table: Table, melee: Melee, unit: UnitId
) -> Iterator[Factor]:
    return chain.from_iterable(kind(table, melee, unit) for kind in kinds)


@rule("P12.8", "P35.6", "P36.2", "PR-05", "PR-07", "PR-88")
def fighter(
    table: Table,
    unit: UnitId,
    at: Hex,
    situation: Sequence[Factor],
    *,
    lowered: bool,
    attacking: bool = True,
) -> Fighter:
    """One unit's strength from one hex; every factor multiplies every other."""
    cards, options = table.setting.cards, table.setting.options
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    own = (
        *losses_of(printed, piece),
        *_share(table, unit, at),
    )
    dark = weather.light(table)
    state = chain.from_iterable(kind(table, unit) for kind in _factors(table).own)
    others = (*state, *_in_the_dark(printed, dark), *situation)
    own_lances = _factors(table).lances
    if own_lances is None:
        lance = lance_bonus(cards, printed, piece, lowered=lowered and dark.lances)
    else:
        lance = own_lances(table, unit, attacking) if dark.lances else Fraction(0)
    if options.get("lance_in_multipliers") == "on":
        lance *= prod((factor.times for factor in others), start=Fraction(1))
    return Fighter(
        unit,
        at,
        printed.melee,
        (*own, *others),
        lance,
        _least(cards, printed, piece),
        whole=options.get("fractions") == "drop",
    )


def _share(table: Table, unit: UnitId, at: Hex) -> Iterator[Factor]:
    """What part of a unit fights from a hex, as the edition has it or as the base book."""
    own, piece = _factors(table).share, table.pieces[unit]
    found = None if own is None else own(table, unit)
    if found is not None:
        yield found
        return
    engaged = share_in(table, piece, at)
    yield from share_of(table.setting.cards, table.setting.roster[unit], piece, engaged)


@rule("P46.1")
def _in_the_dark(printed: Printed, dark: LightCard) -> Iterator[Factor]:
    """Horse loses its advantage at dusk, and more at night."""
    if printed.arm is Arm.CAVALRY and dark.cavalry_melee != 1:
        yield Factor(dark.cavalry_melee, "in the dark", "P46.1")


@rule("P30.18")
def _least(cards: Deck, printed: Printed, piece: Piece) -> Fraction:
    """Disordered limbered guns are never worth less than one."""
    limbered = printed.arm is Arm.ARTILLERY and piece.formation is Formation.LIMBERED
    if limbered and piece.cohesion is Cohesion.DISORDER:
        return Fraction(cards.count("artillery_least"))
    return Fraction(0)


@rule("P16.14", "P32.6", "P33.12", "PR-86", "PR-87")
def attack_strength(table: Table, melee: Melee) -> Strength:
    """All attackers, each from every hex of his that touches the target."""
    factors, found = _factors(table), []
    for unit in melee.attackers:
        for at in engaged_hexes(table, unit, melee.target):
            situation = (
                *_of_fight(factors.manner, table, melee, unit),
                *(direction_of(table, melee, at) if faces(table, unit, at, melee.target) else ()),
                *_of_fight(factors.opponents, table, melee, unit),
                *ground_of(table, melee, at),
            )
            lowered = lance_counts(table, unit, attacking=True)
            found.append(fighter(table, unit, at, situation, lowered=lowered))
    return Strength(tuple(found))


@rule("P16.14", "P32.5", "P33.12", "PR-166")
def defence_strength(table: Table, melee: Melee) -> Strength:
    """Everybody who defends the hex, guns included, with what stands in that hex."""
    factors, found = _factors(table), []
    for unit in defenders_of(table, melee.target, attacking_side(table, melee)):
        situation = tuple(_of_fight((*factors.manner, *factors.defence), table, melee, unit))
        lowered = unit in melee.counter_charging
        found.append(
            fighter(table, unit, melee.target, situation, lowered=lowered, attacking=False)
        )
    return Strength(tuple(found))


# --- odds and dice


@rule("P7.1", "PR-12", "PR-164")
def attack_leaders(table: Table, melee: Melee) -> tuple[LeaderId, ...]:
    """Leaders who may lead the attack: stacked with one of those who make it, where he makes it."""
    if not table.leaders:
        return ()
    hexes = [(unit, engaged_hexes(table, unit, melee.target)) for unit in melee.attackers]
    return helpers(table, hexes, MELEE)


@rule("P7.1", "PR-164")
def defence_leaders(table: Table, melee: Melee) -> tuple[LeaderId, ...]:
    """Leaders who may lead the defence: with the defenders in the hex fought for."""
    if not table.leaders:
        return ()
    there = defenders_of(table, melee.target, attacking_side(table, melee))
    return helpers(table, [(unit, (melee.target,)) for unit in there], MELEE)


@rule("P7.1", "P7.2")
def leading(table: Table, melee: Melee) -> Iterator[Item]:
    """The leaders' part: the attacker's adds to the dice, the defender's takes away."""
    if melee.attack_leader:
        yield bonus_item(table, melee.attack_leader, MELEE)
    if melee.defence_leader:
        item = bonus_item(table, melee.defence_leader, MELEE, -1)
        yield msgspec.structs.replace(item, clause=AGAINST)
