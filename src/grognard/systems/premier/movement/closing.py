"""The second hex of a line closing up to an assault through the enemy's zone (P16.35, P16.36).

A line in two hexes that has just been stopped, with an enemy before one end, may wheel once round
that end, or step, so that both its hexes touch the enemy's. It is then bound to assault him.
"""

from __future__ import annotations

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import SIDES, Hex
from grognard.systems.bataille.marks import committed_to
from grognard.systems.bataille.movement import march
from grognard.systems.bataille.movement.march import STEPS, InHand
from grognard.systems.bataille.pieces import Cohesion, Formation, Piece
from grognard.systems.bataille.reglement import ExtraLeg
from grognard.systems.bataille.table import Table


@rule("P16.35", "PR-26")
def closing(table: Table, hand: InHand, word: str) -> ExtraLeg | Reason:
    """Closing up by one word, or the reason against it."""
    never = _never(table, hand)
    if never is not None:
        return never
    if word not in STEPS:
        return Reason("a line closes up by one wheel or one step", "P16.35")
    piece = table.pieces[hand.unit]
    leg = march.leg(table, msgspec.structs.replace(hand, stopped=False), word)
    if isinstance(leg, Reason):
        return leg
    after = msgspec.structs.replace(piece, hexes=leg.hexes, facing=leg.facing)
    target = _before_both(table, after)
    if target is None or not _is_about(table, piece, word, target):
        return Reason("both hexes must then touch the enemy to be assaulted", "P16.35")
    return ExtraLeg(leg, target, tuple(at for at in piece.hexes if at not in leg.hexes))


def _never(table: Table, hand: InHand) -> Reason | None:
    piece, printed = table.pieces[hand.unit], table.printed(hand.unit)
    if not hand.stopped:
        return Reason(f"{printed.name} has not been stopped by a zone", "P16.35")
    if piece.formation is not Formation.LINE or len(piece.hexes) != 2:
        return Reason("only a line in two hexes closes up through a zone", "P16.35")
    if piece.cohesion is not Cohesion.GOOD or committed_to(piece.marks) is not None:
        return Reason(f"{printed.name} has closed up already", "P16.35")
    return None


def _before(table: Table, piece: Piece, at: Hex) -> tuple[Hex, ...]:
    """The hexes with enemies across the two front sides of one hex of a line."""
    around, side = table.setting.ground.around[at], table.side_of(piece.id)
    fronts = (around[piece.facing], around[(piece.facing + 1) % 6])
    return tuple(there for there in fronts if there and table.has_enemy(there, side))


def _before_both(table: Table, piece: Piece) -> Hex | None:
    """The enemy hex that lies before both hexes of a line, if there is one."""
    left, right = piece.hexes
    beyond = _before(table, piece, right)
    return next((there for there in _before(table, piece, left) if there in beyond), None)


def _is_about(table: Table, piece: Piece, word: str, target: Hex) -> bool:
    """A wheel goes round the end that has the target before it; a step needs any enemy there."""
    left, right = piece.hexes
    if word in SIDES:
        return any(_before(table, piece, at) for at in piece.hexes)
    return target in _before(table, piece, left if word == "wheel:left" else right)
