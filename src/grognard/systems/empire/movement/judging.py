"""What speaks against a move: who is named, whether he may act, whether the way is legal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.gaps import gap_squared, is_within, overlap
from grognard.mechanics.measured.mils import turn_between
from grognard.mechanics.measured.polygons import Polygon
from grognard.systems.empire.actions import Kind, March, Move
from grognard.systems.empire.command.orders import against_move
from grognard.systems.empire.command.points import points_of, price
from grognard.systems.empire.kinds import Edge
from grognard.systems.empire.movement.groups import Block, against_group
from grognard.systems.empire.movement.rates import COLUMNS, DISTANCES
from grognard.systems.empire.movement.walking import Leg, Walk
from grognard.systems.empire.setting import Box, DivisionId, Setting, SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import is_seen, line_to
from grognard.systems.empire.table import Table

PASSAGE = 15
"""Who passes a friend looks his way, or the other, within so many degrees."""

NOBODY: Mapping[UnitId, Polygon] = {}
MOVES = "manoeuvres/moves"
MARCHING = frozenset({Kind.FORWARD, Kind.WHEEL})


# --- who may act


@rule("E24.7", "E24.15", "E30.8")
def against_acting(
    table: Table, division: DivisionId, units: Sequence[UnitId], *, cost: int | None = None
) -> Reason | None:
    """Why units have no move to make now, the first or another; ``cost`` where it is another one."""
    for unit in units:
        if unit not in table.pieces or table.printed(unit).division != division:
            return Reason(f"{unit} is not on the table in the division that acts", "E24.7")
        piece, name = table.pieces[unit], table.printed(unit).name
        if piece.acted and not piece.moves:
            return Reason(f"{name} has been activated in this player turn", "E24.15")
        if piece.moves >= sheet().figure(MOVES, "most"):
            return Reason(f"{name} makes no more than three moves", "E30.8")
        if cost_of(table, (unit,)) is None:
            return Reason(f"{name} is too slow for a third move", "E30.8")
    cost = cost_of(table, units) if cost is None else cost
    if cost is not None and cost > points_of(table, division):
        return Reason(f"its general has not the {cost} points that it takes", "E24.7")
    return None


@rule("E24.7", "E30.8", "E30.17", "E24.14", "E35.17")
def cost_of(table: Table, units: Sequence[UnitId]) -> int | None:
    """The points that the next move of units takes; none where they have none."""
    made = table.pieces[units[0]].moves
    points = [sheet().drill(table.printed(unit).drill).third for unit in units]
    if made == 0 and all(table.pieces[unit].prepaid for unit in units):
        return 0  # a charge that lapsed has paid for it (E35.17)
    if made == 0:
        base: int | None = sheet().figure("commanders/points", "use")
    elif made == 1:
        base = sheet().figure(MOVES, "second")
    else:
        base = None if None in points else max(each for each in points if each is not None)
    return None if base is None else price(table, units, base)


# --- the whole way


def against(table: Table, division: DivisionId, order: Move) -> Reason | None:
    """What speaks against a move of the division that acts."""
    barred = against_acting(table, division, order.units)
    if barred is None and len(order.units) > 1:
        barred = against_group(table, order.units)
    return barred or against_way(table, walked(table, order), far=is_far(table, order))


def walked(table: Table, order: Move) -> Block:
    """The way of an order, as far as it is legal."""
    moves = 1
    if isinstance(order, March):
        moves = min(sheet().drill(table.printed(unit).drill).operational for unit in order.units)
    block = Block(table, order.units, moves=moves)
    block.reason = against_marching(table, order)
    return block if block.reason else block.along(order.path)


def is_far(table: Table, order: Move) -> bool:
    """Must a move stay far from the enemy? Every one after the first, and the operational."""
    return isinstance(order, March) or table.pieces[order.units[0]].moves > 0


@rule("E30.14", "E30.17")
def against_marching(table: Table, order: Move) -> Reason | None:
    """An operational move is made in column, straight on and by wheels, instead of all others."""
    if not isinstance(order, March):
        return None
    for unit in order.units:
        piece, name = table.pieces[unit], table.printed(unit).name
        if piece.moves:
            return Reason(f"{name} has moved: an operational move replaces all others", "E30.17")
        if piece.formation not in COLUMNS:
            return Reason(f"{name} is not in column", "E30.14")
    if any(each.kind not in MARCHING for each in order.path):
        return Reason("an operational move goes straight on and wheels, no more", "E30.17")
    return None


def against_way(table: Table, block: Block, *, far: bool = False) -> Reason | None:
    """What speaks against a way that has been walked."""
    if block.reason is not None:
        return block.reason
    ends = {walk.unit: walk.footprint.corners for walk in block.walks}
    for walk in block.walks:
        barred = (
            against_end(walk, ends)
            or against_passing(walk)
            or _against_sideways(walk)
            or _against_nearing(walk)
            or against_surprise(walk)
            or _against_rallied(walk)
            or (against_nearness(walk) if far else None)
        )
        if barred is not None:
            return barred
    return against_move(table, block.walks)


@rule("EG.5", "EM.1")
def against_end(walk: Walk, ends: Mapping[UnitId, Polygon] = NOBODY) -> Reason | None:
    """A way leads somewhere, and to ground of its own."""
    table, piece = walk.table, walk.piece
    if walk.footprint.pose == piece.pose and walk.formation is piece.formation:
        return Reason("it would stand as it does", "EM.1")
    corners = walk.footprint.corners
    for unit, there in ends.items():
        if unit != walk.unit and overlap(corners, there):
            return Reason(f"{table.printed(unit).name} stands there", "EG.5")
    for unit in walk.legs[-1].near:  # whoever can be upon its end is near its last leg
        if unit == walk.unit or unit in ends or _is_unknown(walk, unit):
            continue
        if overlap(corners, table.corners(unit)) and not _gives_way(walk, unit):
            return Reason(f"{table.printed(unit).name} stands there", "EG.5")
    return None


def _is_unknown(walk: Walk, unit: UnitId) -> bool:
    """Is a unit an enemy who is hidden from whoever walks?"""
    return walk.table.pieces[unit].hidden and walk.table.side_of(unit) != walk.side


def _gives_way(walk: Walk, unit: UnitId) -> bool:
    return walk.table.side_of(unit) != walk.side and walk.sweeps_aside(unit)


# --- passage of lines (8.5)


@rule("E30.7")
def against_passing(walk: Walk) -> Reason | None:
    """Friends are passed only as a passage of lines allows; skirmishers pass and are passed freely."""
    table = walk.table
    if table.is_skirmisher(walk.unit):
        return None
    for friend in walk.met():
        if table.side_of(friend) != walk.side or table.is_skirmisher(friend):
            continue
        name = table.printed(friend).name
        legs = [
            leg
            for leg in walk.legs
            if any(overlap(shape, table.corners(friend)) for shape in leg.swept)
        ]
        if table.pieces[friend].formation.is_all_front or walk.formation.is_square:
            return Reason(f"{name} stands in the way, and squares are not passed", "E30.7")
        if not all(_looks_alike(leg, table.pieces[friend].pose.facing) for leg in legs):
            return Reason(f"{name} stands in the way and looks another way", "E30.7")
        if _has_neighbours(table, friend, walk.fellows):
            return Reason(f"{name} has no gap of 1 UD beside it to pass", "E30.7")
        near = sheet().length(DISTANCES, "passage_enemy")
        for shape in walk.shapes():
            if any(True for _ in table.enemies_within(walk.side, shape, near)):
                return Reason("no line is passed within 2 UD of an enemy", "E30.7")
    return None


def _looks_alike(leg: Leg, facing: int) -> bool:
    turns = [turn_between(each.pose.facing, facing) for each in (leg.start, leg.end)]
    return all(min(turn, 180 - turn) <= PASSAGE for turn in turns)


def _has_neighbours(table: Table, friend: UnitId, but: Collection[UnitId]) -> bool:
    """Does a formed unit stand within 1 UD of the left or right edge of one who is passed?"""
    front_left, front_right, rear_right, rear_left = table.corners(friend)
    gap = sheet().length(DISTANCES, "passage_gap")
    return any(
        other != friend and other not in but and table.is_formed(other)
        for edge in ((front_left, rear_left), (front_right, rear_right))
        for other in table.within(edge, gap)
    )


# --- near the enemy


@rule("E30.5")
def _against_sideways(walk: Walk) -> Reason | None:
    """Nobody moves sideways within 4 UD of a formed enemy."""
    near = sheet().length(DISTANCES, "tactical")
    for leg in walk.legs:
        if leg.primitive.kind is Kind.LATERAL:
            for enemy in walk.table.enemies_within(walk.side, leg.swept[0], near):
                if walk.table.is_formed(enemy):
                    return Reason("nobody moves sideways within 4 UD of the enemy", "E30.5")
    return None


@rule("E30.19")
def _against_nearing(walk: Walk) -> Reason | None:
    """Units in Disorder do not end nearer to an enemy within 8 UD."""
    if walk.piece.good:
        return None
    table, far = walk.table, sheet().length(DISTANCES, "operational")
    start, end = table.corners(walk.unit), walk.footprint.corners
    for enemy in table.enemies_within(walk.side, end, far):
        there = table.corners(enemy)
        if gap_squared(end, there) < gap_squared(start, there):
            return Reason(
                f"{walk.card.name} is Disordered and goes no nearer to the enemy", "E30.19"
            )
    return None


@rule("E30.15", "E30.16")
def against_nearness(walk: Walk) -> Reason | None:
    """Further and operational moves stay 8 UD from enemies, 4 from those unseen or in buildings."""
    return against_far_ground(walk.table, walk.unit, walk.box(), tuple(walk.shapes()))


def against_far_ground(
    table: Table, unit: UnitId, box: Box, shapes: Sequence[Polygon]
) -> Reason | None:
    """What speaks against ground that a further or operational move of a unit sweeps."""
    side = table.side_of(unit)
    far, near = (sheet().length(DISTANCES, word) for word in ("operational", "unseen"))
    if _to_edge(table.setting, side, box) < far:
        return Reason("such a move stays 8 UD from the enemy's edge", "E30.15")
    for enemy in table.near(box, far - 1):
        piece = table.pieces[enemy]
        if table.side_of(enemy) == side or piece.hidden or not table.is_formed(enemy):
            continue
        corners = table.corners(enemy)
        if not any(is_within(shape, corners, far - 1) for shape in shapes):
            continue
        nearer = any(is_within(shape, corners, near - 1) for shape in shapes)
        if nearer or not _is_unseen(table, unit, enemy):  # sight is dearest: it is looked at last
            return Reason(f"such a move stays farther from {table.printed(enemy).name}", "E30.15")
    return None


def _is_unseen(table: Table, unit: UnitId, enemy: UnitId) -> bool:
    if table.pieces[enemy].building:
        return True
    line = line_to(table, unit, enemy)
    return line is not None and not is_seen(table, unit, enemy, line)


def _to_edge(setting: Setting, side: SideId, box: Box) -> int:
    """How far a way of a side is from the enemy's edge of the table."""
    left, low, right, high = box
    return {
        Edge.NORTH: setting.height - high,
        Edge.SOUTH: low,
        Edge.EAST: setting.width - right,
        Edge.WEST: left,
    }[setting.armies[setting.enemy(side)].edge]


# --- a rule of a battle


def against_surprise(walk: Walk) -> Reason | None:
    """Divisions that are surprised only reorient, rally or stand."""
    special = walk.table.setting.special.get("surprise")
    if special is None or walk.table.turn > special.turn:
        return None
    if walk.card.division not in special.divisions:
        return None
    if any(leg.primitive.kind is not Kind.FACE for leg in walk.legs):
        return Reason(f"{walk.card.name} is surprised: it may only turn, rally or stand", "E21.6")
    return None


@rule("E64.2")
def _against_rallied(walk: Walk) -> Reason | None:
    """A unit that has rallied keeps more than tactical distance from the enemy on its way."""
    table = walk.table
    if not table.pieces[walk.unit].rallied:
        return None
    near = sheet().length(DISTANCES, "tactical")
    for leg in walk.legs:
        for shape in leg.swept:
            if any(table.enemies_within(walk.side, shape, near)):
                return Reason("after its rally it keeps beyond 4 UD of the enemy", "E64.2")
    return None
