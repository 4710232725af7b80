"""Where a unit can march: every pose it can come to, and the canonical path to each.

``Marches`` are the options of one unit in hand. Iteration gives one March for every pose (hexes
and facing) the unit can end in, by its canonical path: the cheapest, then the shortest, then the
first in the order of words. ``in`` accepts every legal path. The cost of every pose comes from a
search over poses; ``slow_costs`` is the plain reference that the quick ones are tested against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel import Action, Options, Reason
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import SIDES, VERTICES, Hex
from grognard.systems.bataille.actions import March
from grognard.systems.bataille.boards import hexes_and_around
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.marks import HELD
from grognard.systems.bataille.movement.fields import quick_field
from grognard.systems.bataille.movement.march import (
    ROWS,
    InHand,
    Leg,
    leg_from,
    must_stop,
    turn_cost,
)
from grognard.systems.bataille.movement.screens import prices
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import Forms, Piece
from grognard.systems.bataille.table import HexMask, Table

Pose = tuple[tuple[Hex, ...], int]

SINGLE = (Forms.UNLIMBERED, Forms.SQUARE)
"""Formations that march by one word at most."""

RANDOM_WORDS = 12
"""A sampled path has no more words than this."""

RANDOM_WALKS = 4
"""How often a sample walks before it lists what there is."""

WHEELS = ("wheel:left", "wheel:right", "about")
SIDE_FACES = tuple(f"face:{side}" for side in SIDES)
VERTEX_FACES = tuple(f"face:{vertex}" for vertex in VERTICES)
WORDS = (*SIDES, *SIDE_FACES, *VERTEX_FACES, *WHEELS)
RANK = {word: rank for rank, word in enumerate(WORDS)}


ROAD_WORDS, ROW_WORDS = (*SIDES, "about"), (*SIDES, *WHEELS)
SIDE_WORDS, VERTEX_WORDS = (*SIDES, *SIDE_FACES), (*SIDES, *VERTEX_FACES)


def words_for(piece: Piece) -> tuple[str, ...]:
    """The words that can make sense for a unit in this formation, in canonical order."""
    if piece.formation is Forms.ROAD:
        return ROAD_WORDS
    if piece.formation in ROWS:
        return ROW_WORDS if len(piece.hexes) > 1 else VERTEX_WORDS
    return SIDES if piece.formation is Forms.SQUARE else SIDE_WORDS


ALL_WORDS = (1 << len(WORDS)) - 1
ALL_SIDES = (1 << len(SIDES)) - 1
ABOUT = 1 << RANK["about"]


def hopeless(table: Table, hand: InHand, piece: Piece) -> int:
    """Words that ``leg_from`` is sure to refuse, as bits by their rank; perhaps not all of them."""
    formation, left = piece.formation, hand.allowance - hand.spent
    printed = table.setting.roster[piece.id]
    if formation is Forms.SQUARE:
        return ALL_WORDS if hand.formed or hand.spent else 0
    if formation is Forms.ROAD or formation is Forms.UNLIMBERED:
        return ALL_SIDES if hand.stopped else 0
    if len(piece.hexes) > 1:
        shut = ALL_WORDS & ~ABOUT if hand.stopped else 0
        return shut if table.setting.cards.points("about_face") <= left else shut | ABOUT
    shut = ALL_SIDES if hand.stopped or not left else ALL_SIDES & ~orientation(printed, piece).front
    if turn_cost(table, printed, 1) > left:
        return shut | ALL_WORDS & ~ALL_SIDES
    first = RANK[VERTEX_FACES[0]] if formation in ROWS else RANK[SIDE_FACES[0]]
    return shut | 1 << first + piece.facing


def after(table: Table, hand: InHand, piece: Piece, leg: Leg) -> tuple[InHand, Piece]:
    """The order in hand and the pose once a leg is done, zones of influence minded."""
    moved = Piece(
        piece.id, leg.hexes, leg.facing, leg.formation, piece.cohesion, piece.lost, piece.main,
        piece.readiness, piece.came_from, piece.marks,
    )  # fmt: skip
    return hand_after(table, hand, leg), moved


def hand_after(table: Table, hand: InHand, leg: Leg) -> InHand:
    """The order in hand once a leg is done."""
    kind, spent = leg.kind, hand.spent + leg.cost
    if kind == "turn" or kind == "about":
        guns = kind == "turn" and leg.formation is Forms.UNLIMBERED
        return InHand(
            hand.unit, hand.allowance, spent, hand.entered, hand.stopped, hand.formed,
            hand.turned, hand.gun_turned or guns, hand.prolonged, hand.limber_failed,
        )  # fmt: skip
    tested = leg.hexes[:1] if kind == "road" else leg.hexes
    stopped = hand.stopped or must_stop(table, table.setting.roster[hand.unit], tested)
    return InHand(
        hand.unit, hand.allowance, spent, True, stopped, hand.formed,
        hand.turned, hand.gun_turned, hand.prolonged or kind == "prolong", hand.limber_failed,
    )  # fmt: skip


def may_rest(table: Table, start: Piece, piece: Piece) -> Reason | None:
    """May the unit stay there? Where it stands already it may, whoever stands with it."""
    return None if piece.hexes == start.hexes else may_end(table, piece)


class Marches(Options):
    """The marches of one unit in hand."""

    __slots__ = ("_costs", "_paths", "hand", "start", "table")
    kinds = (March,)

    def __init__(self, table: Table, hand: InHand) -> None:
        self.table, self.hand = table, hand
        self.start = table.pieces[hand.unit]
        self._costs: dict[Pose, int] | None = None
        self._paths: dict[Pose, tuple[str, ...]] | None = None

    @property
    def costs(self) -> dict[Pose, int]:
        """Half points to each pose the unit can reach and stay in, its present one left out."""
        if self._costs is None:
            table, start = self.table, self.start
            if HELD in start.marks:  # how near every enemy is counts then, wherever he stands
                self._costs = self._field()[0]
            else:
                context = (
                    self.hand, table.turn, prices(table, start.id), weather.stream_points(table)
                )  # fmt: skip
                self._costs = table.kept("costs", start.id, context, self._field)
        return self._costs

    def _field(self) -> tuple[dict[Pose, int], HexMask]:
        """The costs, worked out, and the hexes on which they depend."""
        table, hand, start = self.table, self.hand, self.start
        costs, hexes = quick_field(table, hand, start) or slow_field(table, hand, start)
        rings = max(1, len(start.hexes) - 1)  # a wheel may look so far beside the way
        return costs, hexes_and_around(hexes, rings, table.setting.ground.size)

    def __contains__(self, action: object) -> bool:
        return not self.why_not(action)

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
        if start.formation in SINGLE or start.formation is Forms.ROAD:
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
            _, self._paths, _ = _search(self.table, self.hand, self.start)
        return self._paths


def slow_costs(table: Table, hand: InHand, start: Piece) -> dict[Pose, int]:
    """The reference search: the cost of every pose that the unit may stay in."""
    return slow_field(table, hand, start)[0]


def slow_field(table: Table, hand: InHand, start: Piece) -> tuple[dict[Pose, int], list[Hex]]:
    """The same, and every hex that the unit comes to on its way."""
    costs, _, poses = _search(table, hand, start)
    return costs, list(dict.fromkeys(at for hexes, _ in poses for at in hexes))


def _search(
    table: Table, hand: InHand, start: Piece
) -> tuple[dict[Pose, int], dict[Pose, tuple[str, ...]], list[Pose]]:
    """Go outward from the start pose, cheapest first; keep the canonical path to each pose."""
    origin = (start.hexes, start.facing)
    best: dict[Pose, tuple[int, int, tuple[int, ...]]] = {origin: (0, 0, ())}
    poses: dict[Pose, tuple[InHand, Piece]] = {origin: (hand, start)}
    waiting: list[list[Pose]] = [[] for _ in range(hand.left + 1)]
    waiting[0].append(origin)
    done: set[Pose] = set()
    for cost, bucket in enumerate(waiting):
        while bucket:
            pose = min(bucket, key=lambda waiting_pose: best[waiting_pose])
            bucket.remove(pose)
            if pose in done or best[pose][0] != cost:
                continue
            done.add(pose)
            now, piece = poses[pose]
            if piece.formation in SINGLE and pose != origin:
                continue
            for word in words_for(piece):
                found = leg_from(table, now, piece, word)
                if isinstance(found, Reason):
                    continue
                there = (found.hexes, found.facing)
                _, words, path = best[pose]
                key = (cost + found.cost, words + 1, (*path, RANK[word]))
                if there not in best or key < best[there]:
                    best[there] = key
                    poses[there] = after(table, now, piece, found)
                    waiting[key[0]].append(there)
    paths = {
        pose: tuple(WORDS[rank] for rank in key[2])
        for pose, key in best.items()
        if pose != origin and may_rest(table, start, poses[pose][1]) is None
    }
    return {pose: best[pose][0] for pose in paths}, paths, list(best)
