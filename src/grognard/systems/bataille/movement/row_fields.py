"""Where units in several hexes can march: rows step, wheel and face about as one body.

The same as the reference of ``words``. What opens or closes a step of one part does not depend on the
rest of the row, so it is worked out once for each hexside.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

import msgspec

from grognard.kernel import Reason
from grognard.mechanics.hexes import Hex, Side
from grognard.mechanics.search import Search, first_ways
from grognard.mechanics.sweep import approach
from grognard.systems.bataille.movement.country import crossed_by
from grognard.systems.bataille.movement.march import (
    InHand,
    formation_on,
    may_meet,
    must_stop,
    seconds,
    step_cost,
)
from grognard.systems.bataille.movement.screens import prices, screen_cost
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.movement.words import RANK, Costs, Pose, in_words
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.rows import wheel_tracks, wheeled
from grognard.systems.bataille.table import Table

Stand = tuple[tuple[Hex, ...], int, bool]
"""A pose, and whether an odd number of hexes was entered, where that matters to the unit."""

Move = tuple[Stand, int, int]
"""Where a word leads, its price and its rank."""

ABOUT = RANK["about"]
WHEELS = ((False, RANK["wheel:left"]), (True, RANK["wheel:right"]))


class RowField:
    """One march: what is known of hexsides and hexes, and the cost of every pose found."""

    def __init__(self, table: Table, hand: InHand) -> None:
        self.table, self.hand, self.start = table, hand, table.pieces[hand.unit]
        self.printed = table.setting.roster[hand.unit]
        more = table.setting.reglement.every_other
        self._more = 0 if more is None else more(table, self.printed, self.start)
        odd = bool(self._more) and hand.odd
        self.origin: Stand = (self.start.hexes, self.start.facing, odd)
        self._moves: dict[Stand, Sequence[Move]] = {}
        self._known: dict[int, int] = {}
        self._enterable: dict[Hex, bool] = {}
        self._zones: dict[Hex, bool] = {}
        self._dear = bool(prices(table, hand.unit))
        self._about = int(table.setting.cards.points("about_face"))
        self._wheeling = int(table.setting.cards.points("wheel"))

    @cached_property
    def _found(self) -> dict[Stand, int]:
        return Search([self.origin], self.moves, self.hand.left).all()

    @cached_property
    def hexes(self) -> list[Hex]:
        """Every hex it comes to."""
        return list(dict.fromkeys(at for stand in self._found for at in stand[0]))

    @cached_property
    def costs(self) -> Costs:
        """The cost of every pose that it may keep, the present one left out."""
        costs: Costs = {}
        for stand, cost in self._found.items():  # the cheapest first
            pose = stand[:2]
            if pose != self.origin[:2] and pose not in costs and self._rests(pose):
                costs[pose] = cost
        return costs

    def _away(self, target: Hex) -> Callable[[Stand], int]:
        """What it takes at least to come next to a hex: as much as the part that does so pays."""
        left = self.hand.left
        costs = approach(crossed_by(self.table, self.printed, self.start), target, left).costs
        return lambda stand: min([costs.get(at, left + 1) for at in stand[0]])

    def beside(self, target: Hex) -> Iterator[Pose]:
        """The poses that it may keep next to a hex, sought that way and no further than is asked."""
        away = self._away(target)
        for stand, _ in Search([self.origin], self.moves, self.hand.left, guide=away):
            pose = stand[:2]
            if pose != self.origin[:2] and not away(stand) and self._rests(pose):
                yield pose

    def ways_beside(self, target: Hex, wanted: Collection[Pose]) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to some of the poses that are beside a hex, sought that way only."""
        away, missing, most = self._away(target), set(wanted), 0
        found: dict[Stand, int] = {}
        for stand, cost in Search([self.origin], self.moves, self.hand.left, guide=away):
            if not missing and cost + away(stand) > most:
                break
            found[stand] = cost
            if stand[:2] in missing:
                missing.discard(stand[:2])
                most = cost
        return self._paths(found, wanted)

    def paths(self) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to every pose."""
        return self._paths(self._found, self.costs)

    def _paths(
        self, found: Mapping[Stand, int], wanted: Iterable[Pose]
    ) -> dict[Pose, tuple[str, ...]]:
        """Of the cheapest ways to a pose the shortest, then the first in the order of words."""
        ways = first_ways(self.origin, self.moves, found)
        paths: dict[Pose, tuple[str, ...]] = {}
        for pose in wanted:
            stands = [stand for odd in (False, True) if (stand := (*pose, odd)) in found]
            least = min(found[stand] for stand in stands)
            best = [ways[each] for each in stands if found[each] == least]
            first = min(best, key=lambda way: (len(way), way))
            paths[pose] = in_words(first)
        return paths

    def moves(self, stand: Stand) -> Sequence[Move]:
        """Every step and wheel from a pose that no zone forbids, and facing about, with its price."""
        known = self._moves.get(stand)
        if known is None:
            known = self._moves[stand] = self._find_moves(stand)
        return known

    def _find_moves(self, stand: Stand) -> list[Move]:
        hexes, facing, odd = stand
        found = [((hexes[::-1], (facing + 3) % 6, odd), self._about, ABOUT)]
        if self._halts(hexes):
            return found
        around, line = self.table.setting.ground.around, self.start.formation is Formation.LINE
        for turn in (0, 1) if line else (-1, 0, 1, 2):
            side = (facing + turn) % 6
            steps = [self._step(at, side) for at in hexes]
            if 0 not in steps:
                there = tuple([around[at][side] for at in hexes])
                price, then = self._entering(odd, 1)
                found.append(((there, facing, then), max(steps) + price, side))
        for to_right, rank in WHEELS:
            price, wheeling = self._wheel(stand, to_right)
            if wheeling is not None:
                found.append((wheeling, price, rank))
        return found

    def _entering(self, odd: bool, hexes: int) -> tuple[int, bool]:
        """What every second hex adds when so many are entered, and how the count stands then."""
        if not self._more:
            return 0, False
        return self._more * seconds(odd, hexes), bool(odd + hexes & 1)

    def _wheel(self, stand: Stand, to_right: bool) -> tuple[int, Stand | None]:
        hexes, facing, odd = stand
        tracks = wheel_tracks(self.table.setting.ground, hexes, facing, to_right)
        if tracks is None:
            return 0, None
        side = (facing + 1) % 6 if to_right else facing
        dearest = 0
        for track in tracks:
            steps = [self._step(at, side) for at in track[:-1]]
            if 0 in steps:
                return 0, None
            dearest = max(dearest, sum(steps))
        more, then = self._entering(odd, max(len(track) - 1 for track in tracks))
        there = (tuple([track[-1] for track in tracks]), wheeled(facing, to_right), then)
        return self._wheeling + dearest + more, there

    def _step(self, at: Hex, side: Side) -> int:
        """Half points for one part to cross a side of a hex, 0 where it may not."""
        key = at << 3 | side
        known = self._known.get(key)
        if known is None:
            known = step_cost(self.table, self.printed, self.start, at, side)
            there = self.table.setting.ground.around[at][side]
            if known and not self._enters(there):
                known = 0
            elif known and self._dear:
                known += screen_cost(self.table, self.start.id, at, there)
            self._known[key] = known
        return known

    def _enters(self, there: Hex) -> bool:
        """May one part step into a hex?"""
        found = self._enterable.get(there)
        if found is None:
            table, start = self.table, self.start
            found = not isinstance(formation_on(table, start, there), Reason)
            if found and there in table.stacks:
                found = may_meet(table, self.printed, start, there) is None
            self._enterable[there] = found
        return found

    def _halts(self, hexes: tuple[Hex, ...]) -> bool:
        """Does a zone of influence end the march in these hexes? Facing about enters nothing."""
        if hexes == self.start.hexes or hexes == self.start.hexes[::-1]:
            return self.hand.stopped
        for at in hexes:
            found = self._zones.get(at)
            if found is None:
                found = self._zones[at] = must_stop(self.table, self.printed, (at,))
            if found:
                return True
        return False

    def _rests(self, pose: Pose) -> bool:
        if pose[0] == self.start.hexes or not any(at in self.table.stacks for at in pose[0]):
            return True
        piece = msgspec.structs.replace(self.start, hexes=pose[0], facing=pose[1])
        return may_end(self.table, piece) is None
