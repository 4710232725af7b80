"""Units brought into contact by a charge, and what that does to their melee (rules 35, 39, 40).

Both units carry a mark that names the other. Their melee is compulsory and the phasing unit makes
it, whichever way it faces. Pure, but for the two functions that lay and lift the marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.fronts import front_mask, side_class
from grognard.systems.bataille.marks import CONTACT, OPP_CHARGED, REACTED
from grognard.systems.bataille.pieces import Piece, UnitId
from grognard.systems.bataille.table import Table

COUNTER_CHARGES: Final = (REACTED, OPP_CHARGED)


def contacts_of(piece: Piece) -> tuple[UnitId, ...]:
    """The enemies with whom a unit is in contact."""
    return tuple(mark.removeprefix(CONTACT) for mark in piece.marks if mark.startswith(CONTACT))


@rule("P39.15", "P39.17", "P40.14")
def make_contact(table: Table, one: UnitId, other: UnitId) -> None:
    """The two are in contact and must fight."""
    for unit, foe in ((one, other), (other, one)):
        if CONTACT + foe not in table.pieces[unit].marks:
            table.record(Marked(unit, CONTACT + foe))


def lift_contact(table: Table, one: UnitId, other: UnitId) -> None:
    """The two have fought, or can no longer."""
    for unit, foe in ((one, other), (other, one)):
        if unit in table.pieces and CONTACT + foe in table.pieces[unit].marks:
            table.record(Unmarked(unit, CONTACT + foe))


@rule("P39.14", "P39.15")
def front_touches(table: Table, one: UnitId, other: UnitId) -> bool:
    """Does the front of either touch the other, over a hexside it can cross?"""
    zone, there = table.zone_of.get(one, ()), table.pieces[other].hexes
    back, here = table.zone_of.get(other, ()), table.pieces[one].hexes
    return any(at in zone for at in there) or any(at in back for at in here)


# --- the melee of a contact


@rule("P39.19", "P40.13", "PR-120", "PR-124")
def contact_hexes(table: Table, unit: UnitId, target: Hex) -> tuple[Hex, ...]:
    """The hexes of a unit next to a hex whose holder it is in contact with, faced or not."""
    piece = table.pieces[unit]
    if not any(foe in table.stack(target) for foe in contacts_of(piece)):
        return ()
    return tuple(at for at in piece.hexes if side_towards(at, target) is not None)


@rule("P39.20", "PR-120")
def faces(table: Table, unit: UnitId, at: Hex, there: Hex) -> bool:
    """Does the unit strike at the next hex through its own front?"""
    side = side_towards(at, there)
    return at == there or (side is not None and bool(front_mask(table, unit, at) >> side & 1))


@rule("PR-120")
def struck_side(table: Table, defender: UnitId, attackers: Sequence[UnitId], target: Hex) -> str:
    """Whether a counter-charging defender holds a "flank" or "rear" of an attacker, or "front".

    He must hold it through his own front. The flank is worth more, so it is looked for first.
    """
    piece = table.pieces[defender]
    if not any(mark in piece.marks for mark in COUNTER_CHARGES):
        return "front"
    found = []
    for foe in attackers:
        if foe in contacts_of(piece):
            for at in contact_hexes(table, foe, target):
                back = side_towards(at, target)
                if back is not None and faces(table, defender, target, at):
                    found.append(side_class(table, foe, at, back))
    return next((side for side in ("flank", "rear") if side in found), "front")


@rule("P35.9", "P35.10", "PR-120")
def lance_counts(table: Table, unit: UnitId, *, attacking: bool) -> bool:
    """Are the lances of a unit lowered in this melee?

    An attacker's are, unless an opportunity charge caught him and he stood to receive it. A
    defender's only if he came to meet the enemy by reaction or opportunity charge.
    """
    piece = table.pieces[unit]
    foes = [table.pieces[foe] for foe in contacts_of(piece) if foe in table.pieces]
    if attacking:
        return not any(OPP_CHARGED in foe.marks for foe in foes)
    return bool(foes) and any(mark in piece.marks for mark in COUNTER_CHARGES)


@rule("P40.16", "PR-76")
def is_opportunity_melee(
    table: Table, attackers: Sequence[UnitId], defenders: Sequence[UnitId]
) -> bool:
    """Is this the melee of an opportunity charge, in which the attacker may rout unrolled?"""
    return any(
        OPP_CHARGED in table.pieces[unit].marks
        and any(foe in attackers for foe in contacts_of(table.pieces[unit]))
        for unit in defenders
    )


def crossings(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> list[tuple[Hex, Hex]]:
    """The pairs of hexes, the charger's and the unit's, that touch."""
    return [
        (at, there)
        for charger in chargers
        for at in table.pieces[charger].hexes
        for there in table.pieces[unit].hexes
        if side_towards(at, there) is not None
    ]
