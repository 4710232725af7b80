"""Line of sight and line of fire (N8.3, A15).

What terrain, heights and crests do to a line never changes and is worked out once; what units do is
asked anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, centre, distance, neighbour
from grognard.mechanics.sight import way
from grognard.systems.nlc.kinds import Terrain
from grognard.systems.nlc.setting import Setting, SideId
from grognard.systems.nlc.table import Table, distances

Crests = dict[tuple[Hex, int], Hex]
"""The upper hex of each crest, by hex and side."""

OBSTACLES = (Terrain.WOODS, Terrain.TOWN, Terrain.CHATEAU)

CORNERS = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))
"""The corners of a hexagon about its centre; side s runs from corner s to the next."""


class Sight(msgspec.Struct, frozen=True):
    """Is a line open, and if not, what stops it and by which clause?"""

    clear: bool
    blocked_by: Hex = 0
    why: str = ""
    clause: str = ""


CLEAR = Sight(True)


class Post(NamedTuple):
    """A hex on a line: whether it blocks by itself, and whether a unit in it would."""

    at: Hex
    blocked: Sight
    by_unit: bool


class Line(NamedTuple):
    """What stops a line for good, for the eye and for guns, and the posts that units may fill.

    A post is one hex, or the two beside a hexside along which the line runs.
    """

    seen: Sight
    fired: Sight
    posts: tuple[tuple[Post, ...], ...]


# --- what never changes


class _Ends(NamedTuple):
    """Both ends of a line, the higher and the lower one told apart."""

    setting: Setting
    a: Hex
    b: Hex
    high: Hex
    low: Hex
    top: int
    bottom: int


def _ends(setting: Setting, a: Hex, b: Hex) -> _Ends:
    level = setting.ground.level
    high, low = (a, b) if level[a] >= level[b] else (b, a)
    return _Ends(setting, a, b, high, low, level[high], level[low])


@rule("N8.3.1", "R-8.3b")
def _is_obstacle(ends: _Ends, at: Hex, height: int) -> bool:
    """Does something standing on this height hide one end from the other?"""
    if height < ends.bottom:
        return False
    overlooked = height < ends.top and distance(at, ends.high) < distance(at, ends.low)
    return not overlooked


@rule("N8.3.1", "N8.3.5", "N8.3.6", "N8.3.7", "R-8.3b")
def _ground_blocks(ends: _Ends, at: Hex, between: tuple[Hex, ...]) -> Sight:
    """What the ground itself in a hex does to the line."""
    ground = ends.setting.ground
    height = ground.level[at]
    if height > ends.top or height == ends.top > ends.bottom:
        return Sight(False, at, "higher ground lies between", "N8.3.6")
    if ends.bottom < height < ends.top and distance(at, ends.low) < distance(at, ends.high):
        beyond = [
            there
            for there in between
            if distance(there, ends.high) < distance(at, ends.high) and there != at
        ]
        if any(ground.level[there] < height for there in beyond):
            return Sight(False, at, "a rise lies between", "N8.3.7")
    if ground.terrain[at] in OBSTACLES and _is_obstacle(ends, at, height):
        return Sight(False, at, f"{ground.terrain[at]} lies between", "N8.3.1")
    return CLEAR


@rule("N8.3.1", "N8.3.2", "R-8.3c", "R-8.1c")
def _crest_blocks(ends: _Ends, upper: Hex) -> tuple[bool, bool]:
    """Does a crest on the line stop the eye, and does it stop fire?"""
    setting = ends.setting
    height, differ = setting.ground.level[upper], ends.top != ends.bottom
    hides = _is_obstacle(ends, upper, height) and not (differ and ends.high == upper)
    brow = setting.on("crest_fire_from_brow") and differ and upper == ends.a
    return hides, height >= ends.bottom and not brow


def _crests_on(setting: Setting, a: Hex, b: Hex, between: tuple[Hex, ...]) -> Crests:
    """The crests that the line crosses or touches, end points included."""
    if not setting.crests:
        return {}
    start, end = centre(a), centre(b)
    found = {}
    for at in (a, b, *between):
        for side in range(6):
            upper = setting.crests.get((at, side))
            if upper is not None and _meets(start, end, *_edge(at, side)):
                found[at, side] = upper
    return found


Point = tuple[int, int]


def _edge(at: Hex, side: int) -> tuple[Point, Point]:
    x, y = centre(at)
    (x1, y1), (x2, y2) = CORNERS[side], CORNERS[(side + 1) % 6]
    return (x + x1, y + y1), (x + x2, y + y2)


def _meets(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two closed segments share a point?"""

    def turn(p: Point, q: Point, r: Point) -> int:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    def within(p: Point, q: Point, r: Point) -> bool:
        return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(
            p[1], q[1]
        )

    one, two, three, four = turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)
    if (one > 0) != (two > 0) and (three > 0) != (four > 0) and one and two and three and four:
        return True
    return (
        (one == 0 and within(a, b, c))
        or (two == 0 and within(a, b, d))
        or (three == 0 and within(c, d, a))
        or (four == 0 and within(c, d, b))
    )


@lru_cache(maxsize=200_000)
def line(setting: Setting, a: Hex, b: Hex) -> Line:
    """What terrain makes of the line between two hexes."""
    ends = _ends(setting, a, b)
    course = way(a, b)
    between = tuple(a + crossed.step for crossed in course.crossed)
    crests = _crests_on(setting, a, b, between)
    seen, fired = _by_crests(ends, crests)
    posts = tuple(
        tuple(
            Post(
                at,
                _ground_blocks(ends, at, between),
                _is_obstacle(ends, at, setting.ground.level[at]),
            )
            for at in group
        )
        for group in _groups(a, between, spine=len(course.exits) > 1)
    )
    for group in posts:
        stopped = _group_blocks(group, crests, lambda post: not post.blocked.clear)
        if stopped is not None:
            seen = seen if not seen.clear else stopped
            fired = fired if not fired.clear else stopped
    return Line(seen, fired, posts)


def _by_crests(ends: _Ends, crests: Crests) -> tuple[Sight, Sight]:
    seen = fired = CLEAR
    for upper in sorted(set(crests.values())):
        hides, shields = _crest_blocks(ends, upper)
        stopped = Sight(False, upper, "a crest lies between", "N8.3.2")
        seen = stopped if hides and seen.clear else seen
        fired = stopped if shields and fired.clear else fired
    return seen, fired


def _groups(a: Hex, between: tuple[Hex, ...], spine: bool) -> list[tuple[Hex, ...]]:
    """The hexes of a line one by one, or two by two where it runs along their common side."""
    if not spine:
        return [(at,) for at in between]
    by_distance: dict[int, list[Hex]] = {}
    for at in between:
        by_distance.setdefault(distance(a, at), []).append(at)
    return [tuple(sorted(group)) for _, group in sorted(by_distance.items())]


@rule("N8.3.3", "N8.3.4", "R-8.3d")
def _group_blocks(
    group: tuple[Post, ...], crests: Crests, blocks: Callable[[Post], bool]
) -> Sight | None:
    """One hex blocks alone; of two beside the line both must, or one with a crest between them."""
    stopping = [post for post in group if blocks(post)]
    if not stopping:
        return None
    if len(group) == 2 and len(stopping) == 1 and not _divided_by_crest(group, crests):
        return None
    first = stopping[0]
    if not first.blocked.clear:
        return first.blocked
    return Sight(False, first.at, "a unit stands between", "N8.3.1")


def _divided_by_crest(group: tuple[Post, ...], crests: Crests) -> bool:
    one, other = group[0].at, group[1].at
    return any({at, neighbour(at, side)} == {one, other} for at, side in crests)


# --- asking


@rule("N8.3.8", "N16.2")
def visibility(table: Table) -> int:
    """How far one sees this turn, in hexes."""
    return _visibility(table.setting, table.turn)


@lru_cache(maxsize=1024)
def _visibility(setting: Setting, number: int) -> int:
    turn = setting.turns[max(number, 1) - 1]
    far = setting.cards.sight(turn.weather.value)
    return min(far, setting.sight_limit) if setting.sight_limit else far


@rule("N8.3.1", "N8.3.8", "R-8.3e")
def sees(table: Table, a: Hex, b: Hex) -> Sight:
    """Can one see from a hex into another? Neighbours always can."""
    far = distance(a, b)
    if far <= 1:
        return CLEAR
    if far > visibility(table):
        return Sight(False, b, "it is too far to see", "N8.3.8")
    found = line(table.setting, a, b)
    return found.seen if not found.seen.clear else _past_units(table, found, a, b)


@rule("N8.1.1", "R-8.1c", "R-8.3e")
def fires(table: Table, a: Hex, b: Hex) -> Sight:
    """Can guns fire from a hex into another? A crest at or above the lower hex forbids it."""
    far = distance(a, b)
    if far > visibility(table):
        return Sight(False, b, "it is too far to see", "N8.3.8")
    found = line(table.setting, a, b)
    return found.fired if not found.fired.clear else _past_units(table, found, a, b)


@rule("N8.3.1", "R-8.3a")
def _past_units(table: Table, found: Line, a: Hex, b: Hex) -> Sight:
    if not found.posts or not table.setting.on("units_block_los"):
        return CLEAR
    for group in found.posts:
        if not any(post.at in table.stacks for post in group):
            continue
        crests = (
            _crests_on(table.setting, a, b, tuple(post.at for post in group))
            if len(group) > 1
            else {}
        )
        stopped = _group_blocks(
            group,
            crests,
            lambda post: not post.blocked.clear or (post.by_unit and post.at in table.stacks),
        )
        if stopped is not None:
            return stopped
    return CLEAR


NOBODY = (0, None)
"""There is no hex from which somebody was seen before."""


def seen_by_units(table: Table, at: Hex, side: SideId) -> bool:
    """Does a combat unit of the side see the hex?"""
    own = table.derived(("holding", side), lambda: _holding(table, side))
    if not own.isdisjoint(table.setting.ground.around[at]):
        return True  # neighbours always see
    far, row = visibility(table), distances(table.setting.ground, at)
    witness = table.kept.get(("witness", side, at), NOBODY)[0]
    if witness in own and row[witness] <= far and sees(table, witness, at).clear:
        return True
    blind = _blind(table.setting, at)
    for there in own.difference(blind):
        if row[there] > far:
            continue
        if sees(table, there, at).clear:
            table.kept["witness", side, at] = (there, None)
            return True
        if not line(table.setting, there, at).seen.clear:
            blind.add(there)
    return False


@lru_cache(maxsize=8192)
def _blind(setting: Setting, at: Hex) -> set[Hex]:
    """Hexes from which the ground hides a hex for ever; noted as it is found out."""
    return set()


def _holding(table: Table, side: SideId) -> frozenset[Hex]:
    """The hexes that the side's combat units hold; during a charge they are the defender's."""
    return frozenset([there for there in table.stacks if table.held_by(there) == side])


@rule("N5.3.2")
def seen_by(table: Table, at: Hex, side: SideId) -> bool:
    """Does a unit or leader of the side see the hex?"""
    key = ("seen", side, at)
    return table.derived(key, lambda: (_seen_by(table, at, side),))[0]


def _seen_by(table: Table, at: Hex, side: SideId) -> bool:
    if seen_by_units(table, at, side):
        return True
    far, row = visibility(table), distances(table.setting.ground, at)
    leaders = table.setting.leaders
    return any(
        general.at
        and row[general.at] <= max(far, 1)
        and leaders[leader].side == side
        and sees(table, general.at, at).clear
        for leader, general in table.leaders.items()
    )
