"""A charge on its way: to the pause, to touch, and how it conforms (algorithms 12.2)."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import TOUCH, gap_squared
from grognard.mechanics.measured.mils import MIL, Point, at, bearing, squared, turn_between
from grognard.mechanics.measured.paths import STEP as DEGREES
from grognard.mechanics.measured.paths import Side, advanced, to_gap, wheeled
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.charge.approach import Approach, best_turn, edge_of
from grognard.systems.empire.events import Moved
from grognard.systems.empire.hiding import is_secret
from grognard.systems.empire.kinds import Formation, Going, Line
from grognard.systems.empire.movement.rates import charge_bonus, length_of, rate_of
from grognard.systems.empire.movement.stages import Stage, straight
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.fights import Charger
from grognard.systems.empire.shock.straight_on import Course, touches
from grognard.systems.empire.sight import zone_holding
from grognard.systems.empire.table import Table


class Rider(msgspec.Struct, frozen=True):
    """A declared charge. ``gap`` is how far off its target was then, in mils; the rest is how far it
    has come: from where, by how much, with what left of its move, and the side that it strikes."""

    unit: UnitId
    target: UnitId
    formation: Formation | None = None
    gap: int = 0
    start: Point = (0, 0)
    moved: int = 0
    left: int = 0
    zone: Zone = Zone.FRONT
    group: tuple[UnitId, ...] = ()
    """The units that formed a group with it when it was declared."""


@rule("EG.9")
def seen_riders(table: Table, riders: Iterable[Rider], side: SideId) -> tuple[Rider, ...]:
    """Declared charges as a side hears of them: none out of hiding. Who formed a group with it only its own side
    knows: a fellow who hides may have joined them."""
    return tuple(
        rider if table.side_of(rider.unit) == side else msgspec.structs.replace(rider, group=())
        for rider in riders
        if not is_secret(table, rider.unit, side)
    )


def gap_of(table: Table, unit: UnitId, target: UnitId) -> int:
    """The gap between two units in whole mils, rounded down."""
    return isqrt(int(gap_squared(table.corners(unit), table.corners(target))))


@rule("E35.5")
def pause_gap(rider: Rider) -> int:
    """Half of the way, as far as 4 UD from the target at least."""
    half = rider.gap // sheet().figure("charge/divisors", "pause")
    return min(half, sheet().figure("charge/distances", "pause") * MIL)


@rule("E35.5", "EG.16")
def ridden_to_pause(table: Table, rider: Rider, way: Approach, *, only_turn: bool) -> Rider:
    """Wheel, and go on until the target is as near as the pause wants; no farther if it is already.

    ``only_turn``: a charge in opportunity begins where its target is met.
    """
    unit = rider.unit
    near = 0 if only_turn else to_pause(table, rider, way)
    far = free_before(table, unit, way.turned, near)
    if far is None:
        return msgspec.structs.replace(
            rider, start=table.pieces[unit].pose.point, left=way.left, zone=way.zone
        )
    path: list[Primitive] = []
    if rider.formation is not None and rider.formation is not table.pieces[unit].formation:
        path.append(Primitive(Kind.FORM, 0, rider.formation.value))
    if way.turn:
        side = Side.RIGHT if way.turn > 0 else Side.LEFT
        path.append(Primitive(Kind.WHEEL, abs(way.turn), side.value))
    if far:
        path.append(Primitive(Kind.FORWARD, far))
    start = table.pieces[unit].pose.point
    walk = Walk(table, unit, charging=True).along(path)
    stand(table, unit, walk.footprint.pose, walk.formation)
    return msgspec.structs.replace(
        rider, start=start, moved=far, left=max(0, walk.left), zone=way.zone
    )


def to_pause(table: Table, rider: Rider, way: Approach) -> int:
    """How far straight on the pause is."""
    near = to_gap(way.turned, table.corners(rider.target), pause_gap(rider), way.far)
    return way.far if near is None else near


@rule("E35.19")
def steps(start: Footprint, formation: Formation, turn: int, far: int) -> tuple[Stage, ...]:
    """The steps of a way of a charge: a wheel, to the left where it is below nothing, and straight on."""
    turns = [*range(DEGREES, abs(turn), DEGREES), abs(turn)] if turn else []
    poses = [wheeled_by(start, each if turn > 0 else -each).pose for each in turns]
    ahead = wheeled_by(start, turn).pose
    poses += straight(ahead, advanced(ahead, far)) if far else ()
    return tuple(Stage((pose,), (formation,)) for pose in poses)


def wheeled_by(start: Footprint, turn: int) -> Footprint:
    """A footprint after a wheel, to the left where it is below nothing."""
    if not turn:
        return start
    return start.moved(wheeled(start, Side.RIGHT if turn > 0 else Side.LEFT, abs(turn)))


def steps_to_pause(
    table: Table, rider: Rider, way: Approach, *, only_turn: bool
) -> tuple[Stage, ...]:
    """The steps that lead a rider to the pause."""
    piece = table.pieces[rider.unit]
    start = Footprint(piece.pose, way.turned.size)
    far = 0 if only_turn else to_pause(table, rider, way)
    return steps(start, rider.formation or piece.formation, way.turn, far)


@rule("E35.12", "EG.5")
def free_before(table: Table, unit: UnitId, start: Footprint, far: int) -> int | None:
    """The last place before the pause that no friend on the same way takes; nothing if there is none."""
    for shorter in range(far, -1, -CUT):
        if table.has_room(start.moved(advanced(start.pose, shorter)).corners, (unit,)):
            return shorter
    return 0 if table.has_room(start.corners, (unit,)) else None


CUT = 100
"""A charger whose way is taken halts so many mils sooner, or twice that, and so on."""


def stand(table: Table, unit: UnitId, pose: Pose, formation: Formation | None = None) -> None:
    """A unit comes to stand somewhere, if it does not stand there."""
    piece = table.pieces[unit]
    held = formation or piece.formation
    if (pose, held) == (piece.pose, piece.formation):
        return
    place = table.setting.place
    there = piece.footprint.moved(pose).centre
    table.record(
        Moved(unit, pose, held, place(there), (place(piece.footprint.centre), place(there)))
    )


def reach_of(table: Table, rider: Rider) -> int:
    """How far what is left of a charge move leads straight on, by the ground of now."""
    card, piece = table.printed(rider.unit), table.pieces[rider.unit]
    rate = rate_of(card, piece.formation, table.going(rider.unit))
    rate = rate or rate_of(card, piece.formation, Going.CLEAR) or 0
    return length_of(rider.left, rate + charge_bonus(card))


@rule("E35.6", "E35.9", "E35.18")
def ridden_home(table: Table, rider: Rider, *, anew: bool) -> tuple[Rider, bool]:
    """On to touch the target, as far as the move leads. Is it touched?

    ``anew``: wheel once more, free, at a target that came to meet it.
    """
    unit, target = rider.unit, rider.target
    corners = table.corners(target)
    if touches(table.corners(unit), corners):
        return rider, True
    course = Course(table, unit, over=(target,), sweeps=True)
    course.start = wheeled_by(course.start, turn_home(table, rider, anew=anew))
    most = reach_of(table, rider)
    far = to_gap(course.start, corners, TOUCH, most)
    reached = far is not None and course.reach(far) >= far
    went = far if reached and far is not None else course.reach(most if far is None else far)
    course.go(went)
    return msgspec.structs.replace(rider, moved=rider.moved + went), reached


def turn_home(table: Table, rider: Rider, *, anew: bool) -> int:
    """The free wheel at a target that came to meet a charger."""
    aim = table.pieces[rider.target].pose.point
    here = table.footprint(rider.unit)
    return best_turn(here, aim, table.corners(rider.target)) if anew else 0


def steps_home(table: Table, rider: Rider, *, anew: bool) -> tuple[Stage, ...]:
    """The steps that lead a rider from the pause to his target, or as far as he comes."""
    here, corners = table.footprint(rider.unit), table.corners(rider.target)
    if touches(here.corners, corners):
        return ()
    turn, most = turn_home(table, rider, anew=anew), reach_of(table, rider)
    far = to_gap(wheeled_by(here, turn), corners, TOUCH, most)
    return steps(here, table.pieces[rider.unit].formation, turn, most if far is None else far)


@rule("EG.8")
def conform(table: Table, rider: Rider) -> None:
    """Flush with the edge that is touched and in the middle of it, if that is near and free."""
    unit, target = rider.unit, rider.target
    _, aim = edge_of(table, unit, target)
    facing = bearing(aim, table.centre(target))
    piece = table.pieces[unit]
    most = sheet().figure("charge/degrees", "arc")
    if turn_between(piece.pose.facing, facing) > most:
        return
    pose = Pose(*aim, facing)
    there = Footprint(pose, piece.size)
    if squared(piece.pose.point, aim) > MIL * MIL or not table.has_room(there.corners, (unit,)):
        return
    stand(table, unit, pose)


@rule("E56.34", "ET.5")
def as_charger(table: Table, rider: Rider, *, again: bool) -> Charger:
    """How a rider came into the shock. ``again``: the side that it strikes is read once more."""
    unit = rider.unit
    pose = table.pieces[unit].pose
    back = min(rider.moved, sheet().length("shock/figures", "height_back"))
    behind = at(pose.point, pose.facing, -back)
    zone = zone_holding(table, rider.target, behind) if again else rider.zone
    setting = table.setting
    waded = bool(setting.terrain.crossed(rider.start, pose.point, Line.STREAM.value))
    return Charger(unit, rider.start, behind, rider.moved, zone, waded)


@rule("E35.9")
def met_half_way(table: Table, target: UnitId, turned: Footprint, charger: UnitId) -> int:
    """A counter-charger goes half of what is left between them, or to touch, or its charge move."""
    card, piece = table.printed(target), table.pieces[target]
    corners = table.corners(charger)
    half = isqrt(int(gap_squared(turned.corners, corners))) // 2
    rate = rate_of(card, piece.formation, table.going(target)) or 0
    most = min(half, (rate + charge_bonus(card)) * MIL)
    near = to_gap(turned, corners, TOUCH, most)
    return most if near is None else near
