"""The column of companies (X12.5): a file of hexes behind the lead hex, which alone has a front."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, opposite
from grognard.systems.bataille import reglement
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.movement.march import step_cost
from grognard.systems.bataille.movement.stacking import file_depth, others_in
from grognard.systems.bataille.pieces import Arm, Formation, Piece, Printed, UnitId
from grognard.systems.bataille.table import Table

OPTION: Final = "column_of_companies"


@rule("X12.5.5")
def may_form(table: Table, printed: Printed, strength: int) -> Reason | None:
    """Why a unit of this strength forms no column of companies: it is for large regiments of horse."""
    option = table.setting.options.get(OPTION, "cavalry")
    if option == "none" or (option == "cavalry" and printed.arm is not Arm.CAVALRY):
        return Reason(f"{printed.name} forms no column of companies in this battle", "X12.5.5")
    least: int = table.setting.cards.count("companies_least")
    if strength < least:
        return Reason(f"a column of companies takes {least} increments", "X12.5.5")
    return None


@rule("X12.5.5")
def depth(table: Table, strength: int) -> int:
    """How many hexes a unit of this strength takes up, one behind the other."""
    return max(1, -(-strength // file_depth(table, Formation.COMPANIES)))


@rule("X12.5.5")
def layings(table: Table, printed: Printed, piece: Piece) -> list[tuple[int, tuple[Hex, ...]]]:
    """Every way to draw the companies up from a hex of the unit: straight back from its front."""
    count, found = depth(table, printed.increments - piece.lost), []
    if piece.formation is Formation.COMPANIES:
        return []
    for lead in piece.hexes:
        for facing in range(6) if not others_in(table, piece.id, lead) else ():
            hexes = _straight_back(table, printed, piece, lead, opposite(facing), count)
            if hexes:
                found.append((facing, hexes))
    return found


def _straight_back(
    table: Table, printed: Printed, piece: Piece, lead: Hex, back: int, count: int
) -> tuple[Hex, ...]:
    """So many hexes in a file, all open to each other and free of others; none if there are not."""
    hexes, around = [lead], table.setting.ground.around
    while len(hexes) < count:
        if not step_cost(table, printed, piece, hexes[-1], back):
            return ()
        hexes.append(around[hexes[-1]][back])
    return () if any(others_in(table, piece.id, at) for at in hexes) else tuple(hexes)


@rule("X12.5.5")
def misdrawn(
    table: Table, printed: Printed, piece: Piece, facing: int, hexes: tuple[Hex, ...]
) -> Reason | None:
    """Why a unit cannot draw its companies up in these hexes."""
    if piece.formation is Formation.COMPANIES:
        return Reason(f"{printed.name} is in companies already", "X12.5.5")
    if (facing, hexes) not in layings(table, printed, piece):
        return Reason("the companies cannot be drawn up so, one behind the other", "X12.5.5")
    return None


@rule("X12.5.4", "X19.2.12")
def share(table: Table, unit: UnitId) -> Factor | None:
    """Of a column of companies one hex fights at a time."""
    piece = table.pieces[unit]
    if piece.formation is not Formation.COMPANIES or len(piece.hexes) == 1:
        return None
    count = len(piece.hexes)
    return Factor(Fraction(1, count), f"one of {count} hexes of companies", "X12.5.4")


COMPANIES: Final = reglement.Companies(may_form, depth, layings, misdrawn)
"""The formation, for the règlement."""
