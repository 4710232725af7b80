"""Which hexsides of a unit are its front, its flank or its rear (P13, P16.37)."""

from __future__ import annotations

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, Side
from grognard.systems.bataille.orientation import SIDES_IN, orientation
from grognard.systems.bataille.pieces import Cohesions, Forms, Piece, UnitId
from grognard.systems.bataille.table import Table, stance


def front_mask(table: Table, unit: UnitId, at: Hex) -> int:
    """The front sides of one hex of a unit, refused flanks included (P16.37, PR-35)."""
    piece = table.pieces[unit]
    seen = stance(table, piece)
    sides = orientation(table.setting.roster[unit], seen, seen.hexes.index(at))
    return sides.front | refused_mask(table, unit, at, sides.flank, seen)


@rule("P16.37", "PR-35")
def refused_mask(table: Table, unit: UnitId, at: Hex, flank: int, seen: Piece) -> int:
    """Flank sides of a line that a friend's zone covers: they count as front (PR-35)."""
    if seen.formation is not Forms.LINE or seen.cohesion is not Cohesions.GOOD:
        return 0
    side, refused = table.side_of(unit), 0
    for flank_side in SIDES_IN[flank]:
        there = table.setting.ground.around[at][flank_side]
        covering = table.zones[table.setting.index(side)].get(there, ())
        if any(other != unit for other in covering):
            refused |= 1 << flank_side
    return refused


def side_class(table: Table, unit: UnitId, at: Hex, side: Side) -> str:
    """Whether a hexside of a unit is its "front", "flank" or "rear"; "none" for routed units."""
    seen = stance(table, table.pieces[unit])
    sides = orientation(table.setting.roster[unit], seen, seen.hexes.index(at))
    bit = 1 << side
    if sides.front & bit or refused_mask(table, unit, at, sides.flank, seen) & bit:
        return "front"
    if sides.flank & bit:
        return "flank"
    return "rear" if sides.rear & bit else "none"
