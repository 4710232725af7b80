"""May a unit charge another, and by which way: aim, wheel, and straight on to touch (algorithms 12.1)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from grognard.kernel import Reason
from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import TOUCH, is_within, overlap
from grognard.mechanics.measured.mils import MIL, Point, squared
from grognard.mechanics.measured.paths import Side, to_gap, wheels
from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.kinds import Arm, Formation
from grognard.systems.empire.movement.rates import length_of
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import zone_holding
from grognard.systems.empire.table import Table, box_of

CHARGING: Final = (Formation.COLUMN, Formation.LINE)
FASTEST: Final = 20
"""No charge goes farther, in UD: as far as is looked for a way to touch."""


class Approach(msgspec.Struct, frozen=True):
    """The way of a charge: ``turn`` to the right, or left below nothing, then ``far`` to touch."""

    unit: UnitId
    target: UnitId
    zone: Zone
    aim: Point
    turned: Footprint
    turn: int
    far: int
    left: int
    """Parts of the move that are left at contact."""


# --- where it is aimed


@rule("E35.4", "E35.15", "E35.20", "EG.7", "ER-12")
def edge_of(table: Table, unit: UnitId, target: UnitId) -> tuple[Zone, Point]:
    """The edge that is attacked and its middle; of squares and houses the nearest one."""
    here = table.pieces[unit].pose.point
    edges = _middles(table.corners(target))
    if table.pieces[target].formation.is_all_front:
        order = (Zone.FRONT, Zone.RIGHT, Zone.LEFT, Zone.REAR)
        side = min(order, key=lambda each: squared(here, edges[each]))
    else:
        side = zone_holding(table, target, here)
    return side, edges[side]


def aim_point(table: Table, unit: UnitId, target: UnitId) -> tuple[Zone, Point]:
    """The side of the target that a charge strikes, and the point that it is aimed at."""
    _, aim = edge_of(table, unit, target)
    return zone_holding(table, target, table.pieces[unit].pose.point), aim


def _middles(corners: Polygon) -> dict[Zone, Point]:
    """The middles of the edges of a footprint, whose corners go from the front's left clockwise."""
    front_left, front_right, rear_right, rear_left = corners
    edges = {
        Zone.FRONT: (front_left, front_right),
        Zone.RIGHT: (front_right, rear_right),
        Zone.REAR: (rear_right, rear_left),
        Zone.LEFT: (rear_left, front_left),
    }
    return {
        side: ((one[0] + other[0]) // 2, (one[1] + other[1]) // 2)
        for side, (one, other) in edges.items()
    }


# --- who may charge whom


@rule("E35.8", "E22.5", "E35.15", "EU.13")
def against_charging(table: Table, unit: UnitId, target: UnitId) -> Reason | None:
    """What speaks against a charge before the way is looked at."""
    if unit not in table.pieces:
        return Reason(f"{unit} is not on the table", "E35.8")
    if target not in table.pieces or table.side_of(target) == table.side_of(unit):
        return Reason(f"{target} is no enemy on the table", "E35.8")
    piece, card, met = table.pieces[unit], table.printed(unit), table.pieces[target]
    name = card.name
    if met.hidden:
        return Reason("nobody is seen there", "EG.9")
    if piece.disordered:
        return Reason(f"{name} is in disorder and charges nobody", "E35.8")
    if piece.marked:
        return Reason(f"{name} has acted and charges nobody", "E22.5")
    if table.is_skirmisher(unit):
        if not table.is_skirmisher(target):
            return Reason("skirmishers charge skirmishers only", "E35.8")
    elif card.arm is Arm.ARTILLERY or piece.formation not in CHARGING:
        return Reason(f"only foot and horse in line or column charge, not {name}", "E35.8")
    if card.arm is Arm.CAVALRY and met.building:
        return Reason("horse does not charge a building", "E35.15")
    return _against_irregulars(table, unit, target) if card.is_irregular else None


@rule("EU.13", "E35.8")
def _against_irregulars(table: Table, unit: UnitId, target: UnitId) -> Reason | None:
    """Irregular horse goes for skirmishers, guns, units in disorder, or from a side or behind."""
    easy = (
        table.is_skirmisher(target)
        or table.arm(target) is Arm.ARTILLERY
        or table.pieces[target].disordered
        or aim_point(table, unit, target)[0] is not Zone.FRONT
    )
    if easy:
        return None
    return Reason("irregular horse does not charge formed troops from the front", "EU.13")


@rule("E35.2", "E35.16")
def against_angle(table: Table, unit: UnitId, aim: Point) -> Reason | None:
    ahead, aside = table.footprint(unit).local(aim)
    if ahead > 0 and abs(aside) <= ahead:
        return None
    return Reason("that is more than 45 degrees off its facing", "E35.2")


@rule("E35.1", "E35.16")
def against_priority(table: Table, unit: UnitId, target: UnitId) -> Reason | None:
    """Enemies within 2 UD that it could charge come first."""
    near = sheet().figure("charge/distances", "priority") * MIL
    corners = table.corners(unit)
    if is_within(corners, table.corners(target), near):
        return None
    for enemy in table.enemies_within(table.side_of(unit), corners, near):
        if isinstance(approach(table, unit, enemy), Approach):
            return Reason(f"{table.printed(enemy).name} is nearer and comes first", "E35.1")
    return None


@rule("E35.3")
def against_forming(table: Table, unit: UnitId, formation: Formation) -> Reason | None:
    """It may change formation first if no enemy is within tactical distance."""
    if formation not in CHARGING:
        return Reason("it charges in line or in column", "E35.8")
    near = sheet().figure("charge/distances", "change") * MIL
    for enemy in table.enemies_within(table.side_of(unit), table.corners(unit), near):
        name = table.printed(enemy).name
        return Reason(f"{name} is too near for a change of formation", "E35.3")
    return None


# --- the way


@rule("E35.8", "E35.4", "EG.16", "E35.19")
def approach(
    table: Table,
    unit: UnitId,
    target: UnitId,
    *,
    formation: Formation | None = None,
    fellows: Collection[UnitId] = (),
) -> Approach | Reason:
    """The way of a charge, or what speaks against it; orders, points and priority are others' matter.

    ``fellows`` charge with it and do not block it.
    """
    key = ("approach", unit, target, formation)
    found = table.standing(key, lambda: _approach(table, unit, target, formation))
    if isinstance(found, Reason):
        return found
    way, friends = found
    return _against_friends(table, friends, fellows) or way


def _approach(
    table: Table, unit: UnitId, target: UnitId, formation: Formation | None
) -> tuple[Approach, tuple[UnitId, ...]] | Reason:
    """The way, and the friends that it meets."""
    barred = against_charging(table, unit, target)
    zone, aim = (Zone.FRONT, (0, 0)) if barred else aim_point(table, unit, target)
    barred = barred or against_angle(table, unit, aim)
    path: tuple[Primitive, ...] = ()
    if barred is None and formation not in (None, table.pieces[unit].formation):
        assert formation is not None
        barred = against_forming(table, unit, formation)
        path = (Primitive(Kind.FORM, 0, formation.value),)
    if barred is not None:
        return barred
    formed = Walk(table, unit, charging=True).along(path)
    turn = best_turn(formed.footprint, aim, table.corners(target))
    if turn:
        side = Side.RIGHT if turn > 0 else Side.LEFT
        path = (*path, Primitive(Kind.WHEEL, abs(turn), side.value))
    turned = Walk(table, unit, charging=True).along(path)
    if turned.reason is not None:
        return turned.reason
    most = length_of(turned.left, FASTEST)
    far = to_gap(turned.footprint, table.corners(target), TOUCH, most)
    if far is None:
        return Reason("it cannot be reached from there", "E35.8")
    if far:
        path = (*path, Primitive(Kind.FORWARD, far))
    walk = Walk(table, unit, charging=True).along(path)
    if walk.reason is not None:
        return walk.reason
    friends = tuple(met for met in walk.met() if table.side_of(met) == walk.side)
    return Approach(unit, target, zone, aim, turned.footprint, turn, far, walk.left), friends


@rule("E35.8")
def _against_friends(
    table: Table, friends: Collection[UnitId], fellows: Collection[UnitId]
) -> Reason | None:
    """The way is free of friends, but for fellow chargers and own skirmishers."""
    for friend in friends:
        if friend not in fellows and not table.is_skirmisher(friend):
            return Reason(f"{table.printed(friend).name} stands in the way", "E35.8")
    return None


@rule("E35.2", "E35.4")
def best_turn(start: Footprint, aim: Point, target: Polygon) -> int:
    """The wheel that brings an aim least off the line ahead; left is below nothing.

    At a tie the smaller turn, then the right; it stops before it would overlap the target.
    """
    best, least_off = 0, _off(start, aim)
    widest = 2 * (start.size.front + start.size.depth)
    close = is_within(start.corners, target, widest)  # no wheel leads farther than that
    for side in (Side.RIGHT, Side.LEFT):
        for turn, pose in wheels(start, side, sheet().figure("charge/degrees", "arc")):
            there = start.moved(pose)
            if close and overlap(there.corners, target):
                break
            off = _off(there, aim)
            if off < least_off or (off == least_off and turn < abs(best)):
                best, least_off = side.sign * turn, off
    return best


def _off(of: Footprint, aim: Point) -> int:
    """How far a point lies off the line ahead."""
    return abs(of.local(aim)[1])


def targets(table: Table, unit: UnitId) -> list[UnitId]:
    """Enemies near enough to be looked at as targets."""
    reach = FASTEST * MIL
    return [
        enemy
        for enemy in table.near(box_of(table.corners(unit)), reach)
        if table.side_of(enemy) != table.side_of(unit) and not table.pieces[enemy].hidden
    ]
