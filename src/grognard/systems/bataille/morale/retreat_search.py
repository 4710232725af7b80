"""The search behind retreats: layers of hexes that lead away from every threat (PR-72).

Pure geometry and bookkeeping; which threats count and which path is preferred is the business of
``retreat_paths``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from grognard.kernel import rule
from grognard.mechanics.hexes import STEPS, Hex
from grognard.systems.bataille.orientation import SIDES_IN
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.setting import mover
from grognard.systems.bataille.spans import PLACES, SPANS, SPREAD, length, parted
from grognard.systems.bataille.table import Table

Path = tuple[Hex, ...]
Key = int
"""A hex, and above it the half points spent on the way where they count."""

Step = tuple[Hex, int]
"""A hex to go on to, and what the step adds to the score."""

# A score packs hexes with friends, hexes in enemy zones and half points of terrain, in this order.
FRIEND: Final = 1 << 32
ZONE: Final = 1 << 20

_SPENT: Final = 1 << 17
"""More than the highest number of any hex, which has five digits."""

_NOTHING: Final[tuple[UnitId, ...]] = ()


def hex_in(key: Key) -> Hex:
    return key & (_SPENT - 1)


def friends_in(score: int) -> int:
    return score >> 32


def zones_in(score: int) -> int:
    return score >> 20 & 0xFFF


def points_in(score: int) -> int:
    return score & (ZONE - 1)


# --- geometry: which sides lead nearer to a threat, and which further away

_WAYS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class _Bearings(dict[int, int]):
    """By the way from a threat to a hex: six bits for the sides that lead nearer to the threat,
    then six bits for those that lead further away. Worked out once for each way."""

    def __missing__(self, way: int) -> int:
        across, down = parted(way)
        here, mask = length(across, down), 0
        for side, (right, lower) in enumerate(_WAYS):
            there = length(across + right, down + lower)
            if there < here:
                mask |= 1 << side
            elif there > here:
                mask |= 64 << side
        self[way] = mask
        return mask


_BEARINGS = _Bearings()


# --- the search


Label = tuple[int, int, Key]
"""The best way to a hex in so many steps: its score, the rank of the step before, and its key."""

Layer = dict[Key, Label]
"""The hexes of one layer, in the order of the paths that lead to them."""


class Search:
    """All paths of one unit from one hex under one set of filters, layer by layer.

    Every step raises the sum of distances to the threats or, at an equal sum, the distance from
    the start, so no hex comes twice. A layer keeps for each hex the lowest score and, at equal
    score, the path with the lower hex numbers. With ``points`` a path ends where they run out,
    though the first hex is always paid for; what was spent then tells paths apart as well.

    ``line`` is the way from the enemies close by to the start; nobody crosses back over it.
    """

    def __init__(
        self,
        table: Table,
        unit: UnitId,
        start: Hex,
        threats: Sequence[Hex],
        *,
        line: tuple[int, int] | None = None,
        points: int | None = None,
        may_enter: Callable[[Hex], bool] | None = None,
    ) -> None:
        self.table, self.unit, self.start = table, unit, start
        self.printed = table.setting.roster[unit]
        self.passage = table.setting.passage[mover(self.printed)]
        self.threats = tuple(dict.fromkeys(threats))
        self.line, self.points, self.may_enter = line, points, may_enter
        self.layers: list[Layer] = [{start: (0, 0, 0)}]
        self._places = [PLACES[at] for at in self.threats]
        self._start_place = PLACES[start]
        self._away = [(place, SPANS[self._start_place - place]) for place in self._places]
        self._steps: dict[Hex, list[Step]] = {}
        self._around, self._stacks = table.setting.ground.around, table.stacks
        self._enemy = 1 - table.setting.index(self.printed.side)
        self._entering: dict[Hex, int] = {}
        self._side_of_line = self._beyond_line(start)

    # --- filters

    @rule("P30.22", "PR-72")
    def sides(self, at: Hex) -> int:
        """The sides across which no threat comes nearer and either one gets further away or, all
        being equally far, the start does."""
        place, bearing = PLACES[at], 0
        for threat in self._places:
            bearing |= _BEARINGS[place - threat]
        gained = (bearing | _BEARINGS[place - self._start_place]) >> 6
        return gained & ~bearing & 63

    @rule("P30.29", "PR-72")
    def on_own_side(self, there: Hex) -> bool:
        """Is the hex on this side of the enemies near the start?"""
        return self.line is None or self._beyond_line(there) >= self._side_of_line

    def _beyond_line(self, at: Hex) -> int:
        """How far a hex lies along the way from the enemies; it grows away from them."""
        if self.line is None:
            return 0
        column, height = divmod(PLACES[at], SPREAD)
        return 3 * (column * self.line[0] + height * self.line[1])

    @rule("P30.25")
    def ends_well(self, at: Hex) -> bool:
        """Is every threat further away than it was at the start?"""
        here = PLACES[at]
        for foe, away in self._away:  # noqa: SIM110 - asked of every end of every search
            if SPANS[here - foe] <= away:
                return False
        return True

    @rule("P30.20", "P30.22", "P30.24", "P30.28")
    def steps(self, at: Hex) -> list[Step]:
        """The hexes the unit may run on to, in the order of their numbers."""
        known = self._steps.get(at)
        if known is None:
            known = self._steps[at] = self._find_steps(at)
        return known

    def _find_steps(self, at: Hex) -> list[Step]:
        sides = SIDES_IN[self.sides(at)]
        if not sides:
            return []
        around, costs, entering = self._around[at], self.passage[at], self._entering
        found: list[Step] = []
        for side in sides:
            cost = costs[side]
            if cost:
                there = around[side]
                more = entering.get(there)
                if more is None:
                    more = entering[there] = self._enter(there)
                if more >= 0:
                    found.append((there, cost + more))
        if len(found) > 1:
            found.sort()
        return found

    def _enter(self, there: Hex) -> int:
        """What entering a hex adds to the score beside its price; -1 where nobody may."""
        if self.line is not None and self._beyond_line(there) < self._side_of_line:
            return -1
        table, stack = self.table, self._stacks.get(there, _NOTHING)
        closed = table.setting.reglement.closed
        if closed is not None and there in closed(table):
            return -1
        if stack and table.has_enemy(there, self.printed.side):
            return -1
        if self.may_enter is not None and not self.may_enter(there):
            return -1
        score = ZONE if there in table.zones[self._enemy] else 0
        return score + (FRIEND if stack and stack != (self.unit,) else 0)

    # --- layers

    def can_pay(self, score: int, added: int) -> bool:
        """Do the points pay for one more step? They always pay for the first."""
        spent = points_in(score)
        return self.points is None or not spent or spent + points_in(added) <= self.points

    def onward(self, key: Key, score: int) -> list[tuple[Key, int]]:
        """Where a path may go on to, and its score then."""
        steps = self.steps(key & (_SPENT - 1))
        if self.points is None:
            return [(there, score + added) for there, added in steps]
        return [
            (there + _SPENT * points_in(score + added), score + added)
            for there, added in steps
            if self.can_pay(score, added)
        ]

    def spread(self) -> Layer:
        """One more layer: a step on from everywhere in the last one.

        Paths are compared hex by hex: by the step before, then by the number of this hex. That is
        the order in which they are found, so a hex with a better way is put behind the others.
        """
        after: Layer = {}
        free, known = self.points is None, self._steps
        for rank, (key, label) in enumerate(self.layers[-1].items()):
            score = label[0]
            if free:  # then a key is a hex, and every step can be paid for
                steps = known.get(key)
                if steps is None:
                    steps = self.steps(key)
                for there, added in steps:
                    total = score + added
                    if there not in after:
                        after[there] = total, rank, key
                    elif total < after[there][0]:
                        del after[there]
                        after[there] = total, rank, key
                continue
            for reached, total in self.onward(key, score):
                held = after.get(reached)
                if held is None or total < held[0]:
                    after.pop(reached, None)
                    after[reached] = total, rank, key
        self.layers.append(after)
        return after

    def path(self, depth: int, end: Key) -> Path:
        """The best path that ends there after so many steps."""
        hexes: list[Hex] = []
        for layer in reversed(self.layers[1 : depth + 1]):
            hexes.append(hex_in(end))
            end = layer[end][2]
        return tuple(reversed(hexes))

    # --- the edge of the map

    def ways_off(self, at: Hex) -> Iterator[Hex]:
        """The places beyond the edge next to a hex that the filters allow to run to."""
        open_sides = self.sides(at)
        for side, there in enumerate(self.table.setting.ground.around[at]):
            beyond = at + STEPS[(at // 100) & 1][side]
            if not there and open_sides >> side & 1:
                if self.on_own_side(beyond) and self.ends_well(beyond):
                    yield beyond
