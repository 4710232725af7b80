"""Lines between the centres of hexes: what they cross, and what stops the eye on the way.

A hex is crossed when it shares more than a point with the line; a line along an edge takes in the
hexes on both sides of it. All arithmetic is in whole numbers on the stretched plane of
:func:`~grognard.mechanics.hexes.centre`. What a line crosses depends only on the parity of the
column it starts from and on the way it goes, so every line is worked out once and then looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side, distance, neighbour, ring

OPEN, SCREEN, SOLID, THICKET = range(4)
"""What a hex does to sight: nothing; hides what is behind it unless one end looks over it; hides
it always; or hides like a screen and blinds whoever stands in it beyond the next hex."""

NEARER_ORIGIN, MIDWAY, NEARER_TARGET = -1, 0, 1

# Outward directions of the six sides; a hexagon is all points p with n.p <= 2 for each of them.
_NORMALS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class Crossed(NamedTuple):
    """A hex on a line, as a step from its origin, and to which end it is nearer."""

    step: int
    nearer: int
    beside_target: bool


class Way(NamedTuple):
    """A line as seen from its origin.

    ``crossed`` leaves out both ends. ``edges`` holds the hexsides that the line meets between two
    hexes it goes through, as a step and a side of that hex; ``inner`` those that touch neither
    end. ``exits`` are sides of the origin and ``entries`` sides of the target: one, or the two
    that meet where the line passes through a vertex.
    """

    step: int
    length: int
    crossed: tuple[Crossed, ...]
    exits: tuple[Side, ...]
    entries: tuple[Side, ...]
    edges: tuple[tuple[int, Side], ...]
    inner: tuple[tuple[int, Side], ...]


_ways: dict[tuple[int, int, int], Way] = {}


def way(origin: Hex, target: Hex) -> Way:
    """The line from one hex to another.

    >>> [1010 + crossed.step for crossed in way(1010, 1210).crossed]
    [1110, 1111]
    >>> way(1010, 1210).exits, way(1010, 1009).exits
    ((1, 2), (0,))
    """
    column, row = divmod(origin, 100)
    other_column, other_row = divmod(target, 100)
    key = (column & 1, other_column - column, other_row - row)
    found = _ways.get(key)
    if found is None:
        found = _ways[key] = _way(origin, target)
    return found


def crossed_hexes(origin: Hex, target: Hex) -> tuple[Hex, ...]:
    """The hexes that the line goes through, both ends left out, in the order it meets them."""
    return tuple([origin + crossed.step for crossed in way(origin, target).crossed])


def _way(origin: Hex, target: Hex) -> Way:
    dx, dy = _vector(origin, target)
    length = distance(origin, target)
    met = sorted((*span, there) for there, span in _spans(origin, target))
    crossed = tuple(
        Crossed(
            there - origin,
            _sign(distance(origin, there) - distance(target, there)),
            distance(there, target) == 1,
        )
        for *_, there in met
    )
    ends = (origin, target) if length else (origin,)
    through = (*ends, *(there for *_, there in met))
    edges = tuple(_edges(origin, (dx, dy), through))
    return Way(
        target - origin,
        length,
        crossed,
        _leaves(dx, dy),
        _leaves(-dx, -dy),
        tuple((there - origin, side) for there, side, _ in edges),
        tuple(
            (there - origin, side)
            for there, side, other in edges
            if there not in ends and other not in ends
        ),
    )


def _vector(origin: Hex, target: Hex) -> tuple[int, int]:
    """From one centre to another; unlike hexes, plain columns and rows may be negative here."""
    column, row = divmod(origin, 100)
    other_column, other_row = divmod(target, 100)
    dy = 2 * (other_row - row) + (column & 1) - (other_column & 1)
    return 3 * (other_column - column), dy


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _leaves(dx: int, dy: int) -> tuple[Side, ...]:
    """The sides through which a line leaves the hex whose centre it starts from."""
    if not dx and not dy:
        return ()
    reach = [nx * dx + ny * dy for nx, ny in _NORMALS]
    return tuple(side for side in range(6) if reach[side] == max(reach))


def _spans(origin: Hex, target: Hex) -> Iterator[tuple[Hex, tuple[int, int]]]:
    """The hexes crossed, each with where the line enters and leaves it, on one common scale."""
    dx, dy = _vector(origin, target)
    strips = [(nx, ny, nx * dx + ny * dy) for nx, ny in _NORMALS[:3]]
    scale = 1
    for _, _, along in strips:
        scale *= abs(along) or 1
    for there in _near(origin, dx, dy):
        if there in (origin, target):
            continue
        cx, cy = _vector(origin, there)
        enters, leaves = 0, scale
        for nx, ny, along in strips:
            middle = nx * cx + ny * cy
            if along:
                one, other = (middle - 2) * scale // along, (middle + 2) * scale // along
                enters = max(enters, min(one, other))
                leaves = min(leaves, max(one, other))
            elif abs(middle) > 2:
                leaves = -1
        if enters < leaves:
            yield there, (enters, leaves)


def _near(origin: Hex, dx: int, dy: int) -> Iterator[Hex]:
    """Every hex that the line could touch: column by column, the rows about it."""
    column, row = divmod(origin, 100)
    columns = dx // 3
    if not columns:
        rows = dy // 2
        for step in range(min(rows, 0), max(rows, 0) + 1):
            yield origin + step
        return
    for across in range(0, columns + _sign(columns), _sign(columns)):
        height = dy * across // columns
        lift = ((column + across) & 1) - (column & 1)
        about = row + (height + lift) // 2
        spread = 3 + abs(dy) // abs(dx)
        for there in range(about - spread, about + spread + 1):
            yield 100 * (column + across) + there


def _edges(
    origin: Hex, towards: tuple[int, int], through: Sequence[Hex]
) -> Iterator[tuple[Hex, Side, Hex]]:
    """Hexsides between two hexes of the line that the line itself meets."""
    for there in through:
        for side in (1, 2, 3):
            other = neighbour(there, side)
            if other in through and _meets(_vector(origin, there), side, towards):
                yield there, side, other


def _meets(centre: tuple[int, int], side: Side, towards: tuple[int, int]) -> bool:
    """Does the line from (0, 0) meet a side of the hexagon about that centre?"""
    # Corners of a hexagon on the stretched plane: side s runs from corner s - 1 to corner s.
    corners = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
    ends = [(centre[0] + x, centre[1] + y) for x, y in (corners[side - 1], corners[side])]
    turns = [_sign(towards[0] * y - towards[1] * x) for x, y in ends]
    if turns[0] * turns[1] > 0:
        return False
    if turns[0] == turns[1] == 0:
        return True
    (ax, ay), (bx, by) = ends
    across = [_sign((bx - ax) * (y - ay) - (by - ay) * (x - ax)) for x, y in ((0, 0), towards)]
    return across[0] * across[1] <= 0


# --- the verdict of the ground


def obstacle(
    origin: Hex,
    target: Hex,
    level: Sequence[int],
    blocking: Sequence[int],
    walls: frozenset[tuple[Hex, Side]] = frozenset(),
) -> Hex:
    """The first hex whose ground hides the target from the origin; 0 when the view is open.

    Ground above both ends hides, and so does a solid hex. A screen hides unless the higher end
    looks over it, being the nearer to it. A wall hides what is beyond it from everyone who does
    not stand at it; it is told by the hex before it. Adjacent hexes always see each other.
    ``walls`` names every wall from both its hexes.
    """
    line = way(origin, target)
    if line.length <= 1:
        return 0
    if blocking[origin] == THICKET:
        return origin
    here, there = level[origin], level[target]
    top = max(here, there)
    # Sight passes over screens nearer to this end: the higher one.
    over = _sign(there - here)
    for step, nearer, _ in line.crossed:
        at = origin + step
        kind = blocking[at]
        if level[at] > top or kind == SOLID or (kind and (not over or nearer != over)):
            return at
    for step, side in line.inner if walls else ():
        if (origin + step, side) in walls:
            return origin + step
    return 0


# --- a table of the whole map


class SightTable:
    """Which hexes see which by the ground alone, within a radius: one look-up each.

    ``boards[key]`` holds one bit for every hex of the map: does it see the hex that lies so?
    """

    __slots__ = ("boards", "radius")

    def __init__(self, radius: int, boards: dict[int, bytes]) -> None:
        self.radius = radius
        self.boards = boards

    def clear(self, origin: Hex, target: Hex) -> bool:
        """Is the view open? Both hexes are on the map and at most the radius apart."""
        board = self.boards[2 * (target - origin) + (origin // 100 & 1)]
        return bool(board[origin >> 3] >> (origin & 7) & 1)


def build_sight_table(
    ground: Ground,
    blocking: Sequence[int],
    radius: int,
    walls: frozenset[tuple[Hex, Side]] = frozenset(),
) -> SightTable:
    """All lines of all hexes at once: one bit for a hex, one shift for a step.

    Hexes of one parity share their lines, so the hexes that a whole map meets after the same step
    are the map's bits, shifted by that step.
    """
    return _Boards(ground, blocking, walls).table(radius)


def slow_sight_table(
    ground: Ground,
    blocking: Sequence[int],
    radius: int,
    walls: frozenset[tuple[Hex, Side]] = frozenset(),
) -> SightTable:
    """The same table, line by line: what the fast one is measured against."""
    boards = {key: bytearray(ground.size // 8 + 1) for key in _keys(radius)}
    for origin in ground.hexes:
        for r in range(radius + 1):
            for target in ring(origin, r):
                # Off the rows of the map a number may name a hex of the next column.
                if not ground.on_map(target) or distance(origin, target) != r:
                    continue
                if not obstacle(origin, target, ground.level, blocking, walls):
                    key = 2 * (target - origin) + (origin // 100 & 1)
                    boards[key][origin >> 3] |= 1 << (origin & 7)
    return SightTable(radius, {key: bytes(board) for key, board in boards.items()})


def _keys(radius: int) -> Iterator[int]:
    for odd, middle in ((0, 5050), (1, 5150)):
        for r in range(radius + 1):
            for there in ring(middle, r):
                yield 2 * (there - middle) + odd


class _Boards:
    """A map as whole numbers, one bit a hex."""

    def __init__(
        self, ground: Ground, blocking: Sequence[int], walls: Iterable[tuple[Hex, Side]]
    ) -> None:
        self.ground = ground
        self.bytes = ground.size // 8 + 1
        self.screens = _bits(at for at in ground.hexes if blocking[at])
        self.solid = _bits(at for at in ground.hexes if blocking[at] == SOLID)
        self.blind = _bits(at for at in ground.hexes if blocking[at] == THICKET)
        levels = sorted({ground.level[at] for at in ground.hexes})
        # For each height but the lowest: the hexes at least as high.
        self.above = [_bits(at for at in ground.hexes if ground.level[at] >= h) for h in levels[1:]]
        self.walls = [
            _bits(at for at, wall_side in sorted(walls) if wall_side == side) for side in range(6)
        ]
        self.any_wall = any(self.walls)
        self.columns = [_bits(at for at in ground.hexes if at // 100 & 1 == odd) for odd in (0, 1)]

    def table(self, radius: int) -> SightTable:
        boards: dict[int, bytes] = {}
        for odd, middle in ((0, 5050), (1, 5150)):
            for r in range(radius + 1):
                for there in ring(middle, r):
                    seen = self._seen(way(middle, there), odd, there % 100 - 50)
                    key = 2 * (there - middle) + odd
                    boards[key] = seen.to_bytes(self.bytes, "little")
        return SightTable(radius, boards)

    def _seen(self, line: Way, odd: int, rows: int) -> int:
        """The hexes of this parity that have an open view along the line, target on the map."""
        origins = self.columns[odd] & self._with_rows(rows)
        origins &= _shifted(self.columns[0] | self.columns[1], line.step)
        if line.length <= 1 or not origins:
            return origins
        origins &= ~self.blind
        target_above = [_shifted(board, line.step) for board in self.above]
        looks_down = looks_up = 0
        for here, there in zip(self.above, target_above, strict=True):
            looks_down |= here & ~there
            looks_up |= there & ~here
        hidden = 0
        for step, nearer, _ in line.crossed:
            hidden |= _shifted(self.solid, step)
            screened = _shifted(self.screens, step)
            if nearer == NEARER_ORIGIN:
                screened &= ~looks_down
            elif nearer == NEARER_TARGET:
                screened &= ~looks_up
            hidden |= screened
            for here, there, board in zip(self.above, target_above, self.above, strict=True):
                hidden |= _shifted(board, step) & ~here & ~there
        if self.any_wall:
            for step, side in line.inner:
                hidden |= _shifted(self.walls[side], step)
        return origins & ~hidden

    def _with_rows(self, rows: int) -> int:
        """The hexes from which so many rows on there is still a row of the map."""
        low, high = max(1, 1 - rows), min(self.ground.rows, self.ground.rows - rows)
        if low > high:
            return 0
        column = ((1 << high - low + 1) - 1) << low
        return sum(column << 100 * number for number in range(1, self.ground.columns + 1))


def _bits(hexes: Iterable[Hex]) -> int:
    bits = 0
    for at in hexes:
        bits |= 1 << at
    return bits


def _shifted(board: int, step: int) -> int:
    """The hexes from which this step leads to a hex of the board."""
    return board >> step if step >= 0 else board << -step
