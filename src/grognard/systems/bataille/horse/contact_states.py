"""How a charge finds its target, and the markers of a contact (rules 37, 38 and 41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, side_towards, straight_side
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.events.charge import Rode
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.horse.evasion import are_skirmishers
from grognard.systems.bataille.marks import ABANDONED, SHELTER, TRIED_SQUARE
from grognard.systems.bataille.melee.advance import landing
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

HALTED: Final = "halted"
FREE: Final = "free"
BROKE: Final = "broke"
"""How a charge comes out of a contact: it is over; it may go on; its target broke and ran."""


class Struck(msgspec.Struct, frozen=True):
    """How a contact ended, and the half points that riding down has left."""

    outcome: str
    points: int


# --- who is struck, and how he stands


def foes_in(table: Table, at: Hex, side: str) -> tuple[UnitId, ...]:
    """The enemies of a side in a hex who answer a charge; those in shelter do not."""
    return tuple(
        unit
        for unit in table.stack(at)
        if table.side_of(unit) != side and SHELTER not in table.pieces[unit].marks
    )


@rule("P37.10", "P38.36", "P38.43", "P38.49", "P41.1", "P41.2", "P41.7", "PR-131", "PR-140")
def state_of(table: Table, target: UnitId) -> str:
    """The state of a target, as a charge finds it."""
    piece, arm = table.pieces[target], table.printed(target).arm
    if piece.cohesion is Cohesion.GOOD and piece.formation is Formation.ROAD:
        return "road"
    if piece.formation is Formation.UNLIMBERED:
        return "guns"
    if piece.cohesion is Cohesion.ROUT:
        return "routed"
    if arm is Arm.CAVALRY:
        return "cavalry"
    if piece.cohesion is Cohesion.GOOD and piece.formation is Formation.SQUARE:
        return "square"
    if are_skirmishers(table, target):
        return "skirmishers"
    if piece.cohesion is Cohesion.DISORDER and TRIED_SQUARE in piece.marks:
        return "disordered"
    return "formed"


@rule("P41.7", "P41.13", "PR-128")
def answering(table: Table, target: UnitId, at: Hex) -> UnitId:
    """Who answers for the hex: the infantry for guns that stand with it, unless it left them."""
    if table.printed(target).arm is not Arm.ARTILLERY or ABANDONED in table.pieces[target].marks:
        return target
    for unit in table.stack(at):
        if table.side_of(unit) == table.side_of(target) and unit != target:
            if table.printed(unit).arm is Arm.INFANTRY and SHELTER not in table.pieces[unit].marks:
                return unit
    return target


def mark(table: Table, unit: UnitId, mark: str) -> None:
    if mark not in table.pieces[unit].marks:
        table.record(Marked(unit, mark))


def still_riding(table: Table, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Those of the chargers who are there and in good order."""
    return tuple(
        unit
        for unit in units
        if unit in table.pieces and table.pieces[unit].cohesion is Cohesion.GOOD
    )


def enter(table: Table, units: Sequence[UnitId], to: Hex) -> None:
    """The chargers ride into a hex that was cleared, those for whom there is a way."""
    for unit in units:
        landed = landing(table, unit, to)
        if not isinstance(landed, Reason):
            table.record(Rode(unit, landed.hexes, landed.facing, landed.formation))
            clear_way(table, unit, captures=True)


@rule("P16.57", "P38.28")
def ride_onto(table: Table, units: Sequence[UnitId], at: Hex) -> None:
    """The chargers ride on, free, into the hex of a square; a line closes up for it, and of a file
    the head goes in."""
    for unit in units:
        piece = table.pieces[unit]
        facing, formation = piece.facing, piece.formation
        hexes: tuple[Hex, ...] = (at,)
        if formation is Formation.COMPANIES:
            facing, hexes = straight_side(piece.at, at), (at, *piece.hexes[:-1])
        elif len(piece.hexes) > 1:
            sides = [side_towards(here, at) for here in piece.hexes]
            facing, formation = next(side for side in sides if side is not None), Formation.COLUMN
        table.record(Rode(unit, hexes, facing, formation, on_top=True))


def is_left(table: Table, gun: UnitId) -> bool:
    return ABANDONED in table.pieces[gun].marks
