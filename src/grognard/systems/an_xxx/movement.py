"""Movement in An XXX, what differs (rules 12 and 13): how far a unit goes, and its further orders."""

from __future__ import annotations

from typing import Final

from grognard.kernel import rule
from grognard.systems.an_xxx.cards import LINE, SQUARE
from grognard.systems.bataille.movement import pace
from grognard.systems.bataille.pieces import Arms, Cohesions, Forms, Piece, Printed, Readiness
from grognard.systems.bataille.table import Table

FRESH: Final = Readiness.FRESH


@rule("X12.6.4.1", "X12.9.2")
def mover(printed: Printed, piece: Piece) -> str:
    """Infantry in line and in square pays more for every hex; the Old Guard only for every other."""
    if printed.arm is not Arms.INFANTRY or piece.cohesion is not Cohesions.GOOD:
        return ""
    if piece.formation is Forms.SQUARE:
        return SQUARE
    line = piece.formation is Forms.LINE and "old_guard" not in printed.traits
    return LINE if line else ""


@rule("X12.6.4.2", "X12.6.4.3")
def every_other(table: Table, printed: Printed, piece: Piece) -> int:
    """Half points more for every second hex of an order: horse in a line of several hexes, and the
    Old Guard in line."""
    if piece.formation is not Forms.LINE or piece.cohesion is not Cohesions.GOOD:
        return 0
    if printed.arm is Arms.CAVALRY:
        kind = "cavalry_line" if len(piece.hexes) > 1 else ""
    else:
        kind = "old_guard_line" if "old_guard" in printed.traits else ""
    return int(table.setting.cards.surcharges[kind][0]) if kind else 0


@rule("X12.11.2", "X19.15.4", "X19.15.5", "X12.6.4.1")
def allowance(table: Table, printed: Printed, piece: Piece) -> int:
    """Disorder halves, tired horse halves, exhausted horse has a third; all multiplied, then light
    and weather. A line loses nothing at the start: it pays hex by hex."""
    shares = table.setting.cards.shares
    share = pace.ALL
    if piece.cohesion is Cohesions.DISORDER:
        share *= shares["disordered"]
    if piece.readiness is not FRESH:
        share *= shares[piece.readiness.value]
    return pace.points(table, printed, piece, share)
