"""Road March: a unit strung out along a road, head first (P16.71-P16.78, PR-157)."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, Side, name, opposite, side_towards
from grognard.systems.bataille.movement.stacking import file_depth, others_in
from grognard.systems.bataille.pieces import Arms, Cohesions, Forms, Piece, Printed, Size
from grognard.systems.bataille.table import Table


@rule("P16.72", "P16.73", "P16.96")
def length(table: Table, strength: int) -> int:
    """How many road hexes a unit of this strength fills."""
    return max(1, -(-strength // file_depth(table, Forms.ROAD)))


@rule("P16.71", "PR-186")
def cost(table: Table, printed: Printed, there: Hex, crossed: str | None = None) -> int:
    """Half points for the next road hex; terrain, slopes and walls fall away, a bridge has its own."""
    cards, terrain = table.setting.cards, table.setting.ground.terrain[there]
    way = "bridge" if crossed is not None and cards.hexside(crossed).is_bridge else "road"
    return int(cards.road_march_cost(terrain, printed.arm.value, way))


@rule("P16.78", "PR-157")
def may_go_on(table: Table, printed: Printed, piece: Piece, there: Hex) -> Reason | None:
    """Reasons against the head entering the next hex of the road."""
    head = piece.hexes[0]
    if not there or there not in table.setting.ground.roads.get(head, ()):
        return Reason("no road leads there", "P16.78")
    if there in piece.hexes:
        return Reason("the column cannot march through its own tail", "PR-157")
    return _free(table, printed, piece, there)


def _free(table: Table, printed: Printed, piece: Piece, at: Hex) -> Reason | None:
    if table.has_enemy(at, printed.side):
        return Reason(f"the enemy holds {name(at)}", "P18.1")
    for friend in others_in(table, piece.id, at):
        if friend.formation is not Forms.SKIRMISH:
            return Reason(f"{name(at)} is not free for a column on the road", "P16.72")
    return None


def advanced(table: Table, piece: Piece, there: Hex) -> tuple[Hex, ...]:
    """The hexes of the column after its head has entered ``there``; parts still behind follow."""
    strength = table.setting.roster[piece.id].increments - piece.lost
    return (there, *piece.hexes)[: length(table, strength)]


def reversed_facing(piece: Piece) -> Side:
    """Where the column leads when its tail becomes its head."""
    if len(piece.hexes) == 1:
        return opposite(piece.facing)
    before = side_towards(piece.hexes[-1], piece.hexes[-2])
    return opposite(before) if before is not None else piece.facing


@rule("P16.73", "P16.74")
def layings(table: Table, printed: Printed, piece: Piece) -> list[tuple[int, tuple[Hex, ...]]]:
    """Every way to string the unit out from its hex: leading side and hexes, head first."""
    at = piece.hexes[0]
    ground = table.setting.ground
    links = ground.roads.get(at, ())
    want = length(table, printed.increments - piece.lost)
    found = []
    for ahead in links:
        facing = side_towards(at, ahead)
        if facing is None:
            continue
        tails = _tails(table, printed, piece, (at,), ahead, want)
        found += [(facing, tail) for tail in tails]
    return sorted(found)


def _tails(
    table: Table, printed: Printed, piece: Piece, laid: tuple[Hex, ...], ahead: Hex, want: int
) -> list[tuple[Hex, ...]]:
    if len(laid) == want:
        return [laid]
    found = []
    for back in table.setting.ground.roads.get(laid[-1], ()):
        if back != ahead and back not in laid and _free(table, printed, piece, back) is None:
            found += _tails(table, printed, piece, (*laid, back), ahead, want)
    return found


@rule("P16.74")
def may_string_out(table: Table, printed: Printed, piece: Piece) -> Reason | None:
    """Reasons against going into Road March at all."""
    if piece.cohesion is not Cohesions.GOOD:
        return Reason(f"{printed.name} is not in good order", "P30.2")
    if printed.size is Size.REGIMENT and printed.arm is Arms.INFANTRY and printed.parts:
        return Reason("a regiment must break down before it marches by road", "P16.74")
    if piece.hexes[0] not in table.setting.ground.roads:
        return Reason("there is no road here", "P16.71")
    if others_in(table, piece.id, piece.hexes[0]):
        return Reason("the road hex must be free of others", "P16.72")
    return None
