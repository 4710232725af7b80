"""Where a unit can march: every pose it can come to, and the canonical path to each.

``Marches`` are the options of one unit in hand. Iteration gives one March for every pose (hexes
and facing) the unit can end in, by its canonical path: the cheapest, then the shortest, then the
first in the order of words. ``in`` accepts every legal path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from grognard.kernel import Action, Options, Reason
from grognard.kernel.questions import Chooser
from grognard.mechanics.boards import hexes_and_around
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import March
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.marks import HELD
from grognard.systems.bataille.movement.fields import field_of
from grognard.systems.bataille.movement.march import InHand, Leg, leg_from, turn_cost
from grognard.systems.bataille.movement.screens import prices
from grognard.systems.bataille.movement.words import (
    RANK,
    SINGLE,
    Costs,
    Pose,
    after,
    hopeless,
    may_rest,
    words_for,
)
from grognard.systems.bataille.pieces import FILES, Piece
from grognard.systems.bataille.table import HexMask, Table

RANDOM_WORDS = 12
"""A sampled path has no more words than this."""

RANDOM_WALKS = 4
"""How often a sample walks before it lists what there is."""


class Marches(Options):
    """The marches of one unit in hand."""

    __slots__ = ("_costs", "_paths", "hand", "start", "table")
    kinds = (March,)

    def __init__(self, table: Table, hand: InHand) -> None:
        self.table, self.hand = table, hand
        self.start = table.pieces[hand.unit]
        self._costs: Costs | None = None
        self._paths: dict[Pose, tuple[str, ...]] | None = None

    @property
    def costs(self) -> Costs:
        """Half points to each pose the unit can reach and stay in, its present one left out."""
        if self._costs is None:
            table, start = self.table, self.start
            if HELD in start.marks:  # how near every enemy is counts then, wherever he stands
                self._costs = self._field()[0]
            else:
                self._costs = table.kept("costs", start.id, self.context, self._field)
        return self._costs

    @property
    def context(self) -> tuple[object, ...]:
        """What marches depend on besides those who stand and watch on the way."""
        table, closed = self.table, self.table.setting.reglement.closed
        return (
            self.hand, table.turn, prices(table, self.start.id), weather.stream_points(table),
            closed(table) if closed else (),
        )  # fmt: skip

    def _field(self) -> tuple[Costs, HexMask]:
        """The costs, worked out, and the hexes on which they depend."""
        field = field_of(self.table, self.hand)
        rings = max(1, len(self.start.hexes) - 1)  # a wheel may look so far beside the way
        size = self.table.setting.ground.size
        return field.costs, hexes_and_around(field.hexes, rings, size)

    def beside(self, target: Hex) -> Iterable[Pose]:
        """The poses next to a hex that the unit can reach and stay in, its present one left out."""
        return field_of(self.table, self.hand).beside(target)

    def ways_beside(self, target: Hex, fits: Callable[[Pose], bool]) -> dict[Pose, tuple[str, ...]]:
        """The canonical paths to those poses next to a hex that fit, in the order of the poses."""
        field = field_of(self.table, self.hand)
        return field.ways_beside(target, sorted(filter(fits, field.beside(target))))

    def __iter__(self) -> Iterator[Action]:
        paths = self.paths()
        for pose in sorted(self.costs):
            yield March(self.hand.unit, paths[pose])

    def __bool__(self) -> bool:
        return self.some_word() or bool(self._field()[0])  # not worth keeping: few come to this

    def count(self) -> int:
        return len(self.costs)

    def some_word(self) -> bool:
        """Is there a single word that the unit may do and rest on? Turns, the likeliest, first."""
        if self._may_turn():
            return True
        shut = hopeless(self.table, self.hand, self.start)
        return any(
            self._rest(found) is None
            for word in reversed(words_for(self.start))
            if not shut >> RANK[word] & 1
            and isinstance(found := leg_from(self.table, self.hand, self.start, word), Leg)
        )

    def _may_turn(self) -> bool:
        """Can it simply turn where it stands? Nothing but points keeps formed units from that."""
        table, start, left = self.table, self.start, self.hand.left
        if start.formation in SINGLE or start.formation in FILES:
            return False
        if len(start.hexes) > 1:
            return bool(table.setting.cards.points("about_face") <= left)
        return turn_cost(table, table.setting.roster[start.id], 1) <= left

    def _rest(self, leg: Leg) -> Reason | None:
        return may_rest(self.table, self.start, after(self.table, self.hand, self.start, leg)[1])

    def sample(self, chooser: Chooser) -> Action:
        """A random walk over legal words that ends in a pose the unit may keep."""
        for _ in range(RANDOM_WALKS):
            path = self._walk(chooser)
            if path:
                self.table.cache["walked"] = (self.hand, path)
                return March(self.hand.unit, path)
        listed = sorted(self.costs)
        pose = listed[chooser.randrange(len(listed))]
        return March(self.hand.unit, self.paths()[pose])

    def _walk(self, chooser: Chooser) -> tuple[str, ...]:
        hand, piece, path, poses = self.hand, self.start, list[str](), list[Piece]()
        want = 1 + chooser.randrange(RANDOM_WORDS)
        for _ in range(want):
            words = list(words_for(piece))
            shut = hopeless(self.table, hand, piece)
            found: Leg | Reason | None = None
            while words and type(found) is not Leg:
                word = words.pop(chooser.randrange(len(words)))
                if not shut >> RANK[word] & 1:
                    found = leg_from(self.table, hand, piece, word)
            if type(found) is not Leg:
                break
            hand, piece = after(self.table, hand, piece, found)
            path.append(found.word)
            poses.append(piece)
            if piece.formation in SINGLE:
                break
        while poses and may_rest(self.table, self.start, poses.pop()) is not None:
            path.pop()
        return tuple(path)

    def why_not(self, action: object) -> Sequence[Reason]:
        if not isinstance(action, March) or action.unit != self.hand.unit or not action.path:
            return (Reason("this is not a march of the unit in hand", "P18.1"),)
        if self.table.cache.get("walked") == (self.hand, action.path):
            return ()  # whoever walked it has judged every word, on this very table
        hand, piece = self.hand, self.start
        for word in action.path:
            found = leg_from(self.table, hand, piece, word)
            if isinstance(found, Reason):
                return (found,)
            hand, piece = after(self.table, hand, piece, found)
        rest = may_rest(self.table, self.start, piece)
        return () if rest is None else (rest,)

    def paths(self) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to every pose."""
        if self._paths is None:
            self._paths = field_of(self.table, self.hand).paths()
        return self._paths
