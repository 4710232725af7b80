"""The counters of the family as they are drawn: both sides of one's own, the front of others (P6.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import floor
from typing import Final

import msgspec

from grognard.desks.counters import figure
from grognard.desks.documents import Counter, Figure, Force, Shape
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    Arm,
    Cohesion,
    Formation,
    LeaderPrinted,
    Piece,
    Printed,
    Readiness,
    UnitId,
)
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.views import GeneralSide, View
from grognard.systems.bataille.views import counters as counters_of

SIDE: Final = 60
"""Degrees from one side of a hex to the next; a vertex lies halfway."""

FORMATIONS: Final = {
    Arm.INFANTRY: ("column", "line", "square", "skirmish", "general", "road"),
    Arm.CAVALRY: ("column", "line", "skirmish", "general", "road"),
    Arm.ARTILLERY: ("limbered", "unlimbered", "road"),
}
"""Formations that an arm knows, in the order of their buttons."""


def formations_of(setting: Setting, arm: Arm) -> tuple[str, ...]:
    """The same in an edition that may know one more."""
    more = setting.reglement.companies is not None and arm is not Arm.ARTILLERY
    return (*FORMATIONS[arm], Formation.COMPANIES.value) if more else FORMATIONS[arm]


REPLACED: Final = "replaced"
"""The fate of a counter whose parts or whose whole took its place."""

NO_BRIGADES: Final[Mapping[str, str]] = {}


class _Face(msgspec.Struct, frozen=True, eq=False):
    """What a side knows of a counter however it stands: one for each counter of a setting and side."""

    printed: Printed | GeneralSide
    group: str
    is_part: bool
    formations: tuple[str, ...]
    back: tuple[Figure, ...]


@lru_cache(maxsize=64)
def _faces(setting: Setting, side: str) -> Mapping[str, _Face]:
    own, enemy = counters_of(setting, side)
    brigades = getattr(setting, "brigades", NO_BRIGADES)
    due = {unit for arrival in setting.arrivals for unit in arrival.units}
    known: dict[str, Printed | GeneralSide] = {**own, **enemy}
    return {
        unit: _Face(
            printed,
            brigades.get(unit, "") or printed.division,
            bool(printed.regiment) and unit not in due,
            formations_of(setting, printed.arm),
            tuple(_back(printed)) if isinstance(printed, Printed) else (),
        )
        for unit, printed in known.items()
    }


def counters(view: View, setting: Setting) -> dict[str, Counter]:
    """Every counter of the battle as the side of the view may know it."""
    faces, leaders = _faces(setting, view.side), setting.leaders
    pieces, gone = map(view.pieces.get, faces), map(view.removed.get, faces)
    fired = map(bool, map(view.fired_at.get, faces))
    found = dict(zip(faces, map(_unit, faces.values(), pieces, gone, fired), strict=True))
    where, rides = map(view.leaders.get, leaders), map(view.attached.get, leaders)
    return found | dict(zip(leaders, map(_leader, leaders.values(), where, rides), strict=True))


def recounted(
    view: View, setting: Setting, then: View, known: dict[str, Counter]
) -> dict[str, Counter]:
    """The same, from an earlier view of the same side: who stands as he did keeps his counter."""
    faces, leaders, pieces = _faces(setting, view.side), setting.leaders, view.pieces
    units = _other(pieces, then.pieces) | _other(view.removed, then.removed)
    units |= _other(view.fired_at, then.fired_at)
    new = {
        unit: _unit(faces[unit], pieces.get(unit), view.removed.get(unit), bool(view.fired_at.get(unit)))
        for unit in units & faces.keys()
    }  # fmt: skip
    moved = _other(view.leaders, then.leaders) | _other(view.attached, then.attached)
    for leader in moved & leaders.keys():
        new[leader] = _leader(leaders[leader], view.leaders.get(leader), view.attached.get(leader))
    return {**known, **new} if new else known


def _other(now: Mapping[str, object], then: Mapping[str, object]) -> set[str]:
    """Of whom something else is held, or nothing any more."""
    if now is then:
        return set()
    found = {key for key, held in now.items() if then.get(key) is not held}
    return found | (then.keys() - now.keys())


@lru_cache(maxsize=4096)
def _leader(held: LeaderPrinted, at: Hex | None, rides: UnitId | None) -> Counter:
    return Counter(
        held.id, held.name, held.side, arm="leader", nation=held.nation, leads=held.command,
        shape=Shape((at,)) if at else None, rides=rides or "",
    )  # fmt: skip


@lru_cache(maxsize=16384)
def _unit(face: _Face, piece: Piece | None, gone: str | None, fired: bool) -> Counter:
    printed, away = face.printed, ""
    if gone is not None:
        away = gone if gone == REPLACED else "lost"
    elif face.is_part and piece is None:
        away = "part"
    left = 0 if away else max(0, printed.increments - (piece.lost if piece else 0))
    return Counter(
        printed.id, printed.name, printed.side, arm=printed.arm.value, nation=printed.nation,
        kind=printed.kind, group=face.group, away=away, pips=printed.increments, left=left,
        shape=shape_of(piece.hexes, piece.formation, piece.facing, piece.main) if piece else None,
        formation=piece.formation.value if piece else "",
        formations=face.formations,
        order=piece.cohesion.value if piece and piece.cohesion is not Cohesion.GOOD else "",
        state=piece.cohesion.value if piece else "",
        marks=tuple(_marks(piece, fired)) if piece else (),
        figures=_figures(face, left),
        back=face.back,
    )  # fmt: skip


def shape_of(hexes: tuple[Hex, ...], formation: Formation, facing: int, main: int = 0) -> Shape:
    """Where and how a unit stands.

    >>> shape_of((503,), Formation.COLUMN, 2).heading, shape_of((503, 603), Formation.LINE, 1).heading
    (120, 90)
    """
    if facing < 0:
        return Shape(hexes, main=main)
    half = SIDE // 2 if formation in FACES_VERTEX else 0
    return Shape(hexes, SIDE * facing + half, main)


def _marks(piece: Piece, fired: bool) -> Iterator[str]:
    if piece.readiness is not Readiness.FRESH:
        yield piece.readiness.value
    if fired:
        yield "fired"


def rung(morale: int) -> int:
    """A rung of the ladder as dice.

    >>> rung(0), rung(35)
    (11, 66)
    """
    return 10 * (morale // 6 + 1) + morale % 6 + 1


@lru_cache(maxsize=4096)
def _figures(face: _Face, left: int) -> tuple[Figure, ...]:
    return tuple(_front(face.printed, left))


def _front(printed: Printed | GeneralSide, left: int) -> Iterator[Figure]:
    """Strength and movement, and between them what only its own side may read (P6.2)."""
    yield figure("strength", left)
    if isinstance(printed, Printed):
        yield figure("fire", printed.battery.short if printed.battery else printed.fire)
        yield figure("melee", floor(printed.melee * left / max(1, printed.increments) + 0.5))
        yield figure("morale", rung(printed.morale))
    yield figure("move", printed.movement)
    if isinstance(printed, Printed) and printed.fire_check:
        yield figure("check", printed.fire_check)


def _back(printed: Printed) -> Iterator[Figure]:
    if printed.battery is not None:
        guns = printed.battery
        yield figure("short", guns.short)
        yield figure("medium", guns.medium)
        yield figure("long", guns.long)
        yield figure("limbers", f"{guns.limbers_on}+")
    elif printed.arm is Arm.CAVALRY:
        for label, part in (("fresh", 1), ("tired", 2), ("exhausted", 3)):
            yield figure(label, f"{float(printed.melee) / part:.1f}".removesuffix(".0"))
        yield figure("lance", f"+{printed.lance}" if printed.lance else "none")
    else:
        yield figure("fire", printed.fire)
        for label in ("line", "square", "skirmish"):
            times = getattr(printed, f"{label}_multiple")
            yield figure(label, f"×{times}" if times else "none")


@lru_cache(maxsize=64)
def _battalions(setting: Setting) -> tuple[frozenset[UnitId], ...]:
    """The infantry that counts in each organisation."""
    foot = [unit for unit in setting.roster.values() if unit.arm is Arm.INFANTRY]
    return tuple(
        frozenset(unit.id for unit in foot if each.counts(unit.id, unit.organisation))
        for each in setting.organisations
    )


def forces(view: View, setting: Setting) -> tuple[Force, ...]:
    """What each organisation has lost of its battalions, and the levels it fights at (P43)."""
    removed, routed = view.removed, Cohesion.ROUT
    out = {unit for unit, fate in removed.items() if fate != REPLACED}
    out |= {piece.id for piece in view.pieces.values() if piece.cohesion is routed} - removed.keys()
    levels = tuple(view.levels.get(each.id, 0) for each in setting.organisations)
    return _forces(setting, frozenset(out), levels)


@lru_cache(maxsize=256)
def _forces(setting: Setting, out: frozenset[UnitId], levels: tuple[int, ...]) -> tuple[Force, ...]:
    known = zip(setting.organisations, _battalions(setting), levels, strict=True)
    return tuple(
        Force(
            each.id, each.side, each.name, each.battalions, level, len(out & battalions),
            tuple(each.levels),
        )
        for each, battalions, level in known
    )  # fmt: skip
