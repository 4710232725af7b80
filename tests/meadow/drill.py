"""A skirmish on a meadow: how a base is led by hand, leg by leg, what it costs and what stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from grognard.kernel import Reason
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import is_within, overlap
from grognard.mechanics.measured.paths import (
    Side,
    about,
    advanced,
    arc,
    as_much,
    swept,
    swept_by_wheel,
    wheeled,
)
from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.measured.zones import is_ahead
from tests.meadow.pieces import FORMS, Drill, Field, Leg, Piece

ALLOWANCE = 4_000
RANGE = 4_000
WHEELED = 90
MOST = 40_000
SLID = 1_000
ABOUT, FORMED = 1_000, 2_000
STRIDE = {"ahead": 1, "back": 2, "aside": 2, "slide": 1}
"""What a mil of each costs."""


class Stand(NamedTuple):
    """How a base stands after a leg, what that cost and what it swept."""

    leg: Leg
    form: str
    footprint: Footprint
    cost: int
    ground: tuple[Polygon, ...]


def legs_of(table: Field, piece: Piece, legs: tuple[Leg, ...]) -> Iterator[Stand]:
    """Leg after leg, whether it may be or not."""
    here, form = piece.footprint, piece.form
    for leg in legs:
        side = Side.RIGHT if leg.side == "right" else Side.LEFT
        if leg.kind == "wheel":
            end = here.moved(wheeled(here, side, leg.by))
            stand = arc(here.size.front, leg.by), swept_by_wheel(here, side, leg.by)
        elif leg.kind == "about":
            end = here.moved(about(here))
            stand = ABOUT, ()
        elif leg.kind == "form":
            form, end = leg.form, Footprint(here.pose, FORMS[leg.form])
            stand = FORMED, (end.corners,)
        else:
            onward = {"ahead": leg.by, "back": -leg.by}.get(leg.kind, 0)
            aside = 0 if onward else side.sign * leg.by
            end = here.moved(advanced(here.pose, onward, aside))
            cost = STRIDE[leg.kind] * leg.by + _wood(table, here, end)
            stand = cost, (swept(here, end.pose),)
        here = end
        yield Stand(leg, form, here, *stand)


def _wood(table: Field, start: Footprint, end: Footprint) -> int:
    """What the wood adds: every mil of it counts double."""
    lengths = table.setting.terrain.lengths(start.pose.point, end.pose.point)
    return sum(mils for terrain, mils in lengths if terrain == "woods")


def against_drill(table: Field, side: str, order: Drill) -> Reason | None:
    """What speaks against a drill: the first leg that may not be."""
    piece = table.pieces.get(order.unit)
    if piece is None or table.side_of(order.unit) != side:
        return Reason("this is no base of the side that moves", "M2.1")
    if piece.moved:
        return Reason("it has moved this turn", "M2.1")
    return badly_made(order.legs) or _stopped(table, order, piece)


def badly_made(legs: tuple[Leg, ...]) -> Reason | None:
    """What is wrong with the legs, wherever they are made."""
    for i, leg in enumerate(legs):
        after = legs[i + 1] if i + 1 < len(legs) else Leg("")
        if leg.kind not in (*STRIDE, "wheel", "about", "form"):
            return Reason("no base moves in this way", "M2.7")
        if leg.kind == "form" and leg.form not in FORMS:
            return Reason("there is no such formation", "M2.10")
        if leg.kind not in ("about", "form") and not 0 < leg.by <= MOST:
            return Reason("it goes or wheels some way", "M2.7")
        if leg.kind in ("wheel", "aside", "slide") and not leg.side:
            return Reason("it is to the left or to the right", "M2.7")
        if leg.kind == "slide" and (i or leg.by > SLID or after.kind != "ahead" or after.by < SLID):
            return Reason("it slides no farther than a unit and then goes one ahead", "M2.9")
    if sum(leg.by for leg in legs if leg.kind == "wheel") > WHEELED:
        return Reason("it wheels no more than 90 degrees", "M2.8")
    if sum(leg.kind == "form" for leg in legs) > 1:
        return Reason("it changes its formation once", "M2.10")
    return None


def _stopped(table: Field, order: Drill, piece: Piece) -> Reason | None:
    terrain, spent = table.setting.terrain, 0
    ponds = [area.corners for area in terrain.areas if area.terrain == "pond"]
    others = [each.corners for unit, each in table.pieces.items() if unit != order.unit]
    for stand in legs_of(table, piece, order.legs):
        spent += stand.cost
        if spent > ALLOWANCE:
            return Reason("that is farther than it can go", "M2.3")
        if not all(map(terrain.on_table, (*stand.ground, stand.footprint.corners))):
            return Reason("that is off the table", "M2.4")
        if any(overlap(ground, other) for ground in stand.ground for other in others):
            return Reason("another base stands in the way", "M2.5")
        if any(overlap(ground, pond) for ground in stand.ground for pond in ponds):
            return Reason("the pond is in the way", "M2.6")
    return None


def longest(table: Field, side: str, order: Drill) -> Drill | None:
    """The longest part of a drill that may be: its last leg cut short, or left out, and so on."""

    def may(*legs: Leg) -> bool:
        return against_drill(table, side, Drill(order.unit, legs)) is None

    for n in range(len(order.legs), 0, -1):
        kept, last = order.legs[: n - 1], order.legs[n - 1]
        if may(*order.legs[:n]):
            return Drill(order.unit, order.legs[:n])
        slid = bool(kept) and kept[-1].kind == "slide"
        part = partial(_part, may, kept, last)
        by = as_much(last.by, SLID if slid else 1, part)
        if by:
            return Drill(order.unit, (*kept, replace(last, by=by)))
    return None


def _part(may: Callable[..., bool], kept: tuple[Leg, ...], last: Leg, by: int) -> bool:
    return may(*kept, replace(last, by=by))


def bears(shooter: Footprint, target: Footprint) -> bool:
    """Has a base another in range and ahead?"""
    return is_within(shooter.corners, target.corners, RANGE) and is_ahead(shooter, target.corners)
