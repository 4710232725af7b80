"""The words of a march: their order, those that make no sense for a unit, and what each leads to.

``WordField`` searches word by word and asks the rules about every one. It is the plain reference that
quicker fields are tested against, and serves where few words make sense or rules mind every step.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from grognard.kernel import Reason
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, distance
from grognard.mechanics.search import Search, first_ways
from grognard.systems.bataille.movement.march import (
    ROWS,
    InHand,
    Leg,
    leg_from,
    must_stop,
    turn_cost,
)
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import FILES, Forms, Piece
from grognard.systems.bataille.table import Table

Pose = tuple[tuple[Hex, ...], int]
Costs = dict[Pose, int]

SINGLE = (Forms.UNLIMBERED, Forms.SQUARE)
"""Formations that march by one word at most."""

WHEELS = ("wheel:left", "wheel:right", "about")
SIDE_FACES = tuple(f"face:{side}" for side in SIDES)
VERTEX_FACES = tuple(f"face:{vertex}" for vertex in VERTICES)
WORDS = (*SIDES, *SIDE_FACES, *VERTEX_FACES, *WHEELS)
RANK = {word: rank for rank, word in enumerate(WORDS)}


FILE_WORDS, ROW_WORDS = (*SIDES, "about"), (*SIDES, *WHEELS)
SIDE_WORDS, VERTEX_WORDS = (*SIDES, *SIDE_FACES), (*SIDES, *VERTEX_FACES)


def words_for(piece: Piece) -> tuple[str, ...]:
    """The words that can make sense for a unit in this formation, in canonical order."""
    if piece.formation in FILES:
        return FILE_WORDS
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
    if formation in FILES or formation is Forms.UNLIMBERED:
        return ALL_SIDES if hand.stopped else 0
    if len(piece.hexes) > 1:
        shut = ALL_WORDS & ~ABOUT if hand.stopped else 0
        return shut if table.setting.cards.points("about_face") <= left else shut | ABOUT
    shut = ALL_SIDES if hand.stopped or not left else ALL_SIDES & ~orientation(printed, piece).front
    if turn_cost(table, printed, 1) > left:
        return shut | ALL_WORDS & ~ALL_SIDES
    first = RANK[VERTEX_FACES[0]] if formation in ROWS else RANK[SIDE_FACES[0]]
    return shut | 1 << first + piece.facing


# --- what a word leads to


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
    tested = leg.hexes[:1] if leg.formation in FILES else leg.hexes
    counts = table.setting.reglement.every_other is not None
    entered = hand.entered + leg.entered if counts else True
    stopped = hand.stopped or must_stop(table, table.setting.roster[hand.unit], tested)
    return InHand(
        hand.unit, hand.allowance, spent, entered, stopped, hand.formed,
        hand.turned, hand.gun_turned, hand.prolonged or kind == "prolong", hand.limber_failed,
    )  # fmt: skip


def may_rest(table: Table, start: Piece, piece: Piece) -> Reason | None:
    """May the unit stay there? Where it stands already it may, whoever stands with it."""
    return None if piece.hexes == start.hexes else may_end(table, piece)


class Field(Protocol):
    """Where a unit can march.

    ``costs`` holds the half points to every pose that it can reach and stay in, its present one left
    out; ``hexes`` every hex that it comes to on its way.
    """

    @property
    def costs(self) -> Costs: ...

    @property
    def hexes(self) -> Iterable[Hex]: ...

    def beside(self, target: Hex) -> Iterable[Pose]:
        """The poses it may stay in next to a hex."""
        ...

    def ways_beside(self, target: Hex, wanted: Collection[Pose]) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to some of the poses that are beside a hex."""
        ...

    def paths(self) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to every pose it may stay in."""
        ...


Come = Callable[[int, tuple[Hex, ...]], int]
"""How many of some named hexes a unit has come to, when it had come to so many and enters these."""

Place = tuple[tuple[Hex, ...], int, int, bool]
"""A pose, how many of the named hexes the unit has come to, and whether it has entered an odd number
of hexes, where that matters to it."""


class Words:
    """A march, word by word: the order in hand and the unit in every place that it comes to."""

    def __init__(self, table: Table, hand: InHand, come: Come = lambda passed, _: passed) -> None:
        self.table, self.start, self.come = table, table.pieces[hand.unit], come
        more = table.setting.reglement.every_other
        printed = table.setting.roster[hand.unit]
        self._counts = more is not None and bool(more(table, printed, self.start))
        odd = self._counts and hand.odd
        self.origin: Place = (self.start.hexes, self.start.facing, 0, odd)
        self.stands: dict[Place, tuple[InHand, Piece]] = {self.origin: (hand, self.start)}

    def onward(self, place: Place) -> Iterator[tuple[Place, int, int]]:
        """Where every word leads that is allowed there, its price and rank."""
        hand, piece = self.stands[place]
        if piece.formation in SINGLE and place != self.origin:
            return
        for word in words_for(piece):
            leg = leg_from(self.table, hand, piece, word)
            if isinstance(leg, Leg):
                odd = self._counts and bool(hand.odd + leg.entered & 1)
                there = (leg.hexes, leg.facing, self.come(place[2], leg.hexes), odd)
                known = self.stands.get(there)
                if known is None or hand.spent + leg.cost < known[0].spent:
                    self.stands[there] = after(self.table, hand, piece, leg)
                yield there, leg.cost, RANK[word]

    def may_rest(self, place: Place) -> Reason | None:
        """May the unit stay there?"""
        return may_rest(self.table, self.start, self.stands[place][1])


class WordField:
    """The reference: every pose that words lead to."""

    def __init__(self, table: Table, hand: InHand) -> None:
        self._words = Words(table, hand)
        self._found = Search([self._words.origin], self._words.onward).all()
        self.hexes = list(dict.fromkeys(at for hexes, *_ in self._found for at in hexes))
        self.costs: Costs = {}
        for place, cost in self._found.items():  # the cheapest first
            pose = place[:2]
            if pose != self._words.origin[:2] and pose not in self.costs:
                if self._words.may_rest(place) is None:
                    self.costs[pose] = cost

    def beside(self, target: Hex) -> list[Pose]:
        """The poses that it may keep next to a hex."""
        return [pose for pose in self.costs if any(distance(at, target) == 1 for at in pose[0])]

    def ways_beside(self, target: Hex, wanted: Collection[Pose]) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to some of the poses that are beside a hex."""
        paths = self.paths() if wanted else {}
        return {pose: paths[pose] for pose in wanted}

    def paths(self) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to every pose."""
        ways = first_ways(self._words.origin, self._words.onward, self._found)
        return {pose: in_words(self._best(pose, ways)) for pose in self.costs}

    def _best(self, pose: Pose, ways: Mapping[Place, Sequence[int]]) -> Sequence[int]:
        """Of the cheapest ways to a pose the shortest, then the first in the order of words."""
        places = [(*pose, 0, odd) for odd in (False, True)]
        best = [place for place in places if self._found.get(place) == self.costs[pose]]
        return min((ways[place] for place in best), key=lambda way: (len(way), way))


def in_words(ranks: Iterable[int]) -> tuple[str, ...]:
    """The words of these ranks."""
    return tuple(WORDS[rank] for rank in ranks)


def slow_costs(table: Table, hand: InHand) -> Costs:
    """The costs by the reference."""
    return WordField(table, hand).costs
