"""Standing orders: what a side answers by itself to a question, so that nobody has to wait.

An order is a sentence (``desks.standing_words`` reads it): to which questions it speaks, whether it
acts or declines, and on what conditions: the odds that the card computes, how far the enemy is, who
acts, and against whom. What it does not cover is asked as usual. Everything is worked out from what
the side is shown: no order can betray what its owner does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import dist
from typing import Any, Final

import msgspec

from grognard.desks.desk import Desk
from grognard.desks.documents import Counter, Offer
from grognard.desks.offers import DONE, Offering
from grognard.desks.stems import stems
from grognard.desks.teller import Teller
from grognard.kernel import Action
from grognard.kernel.seeing import Seen
from grognard.mechanics.places import MIL, Place, distance, is_point, point_of

MOST_COMPARED: Final = 64
"""So many options are looked at; where there are more, nothing is declined on a condition."""

MOST_WEIGHED: Final = 24
"""So many options are weighed against each other at most."""

SIGNS: Final[Mapping[str, Callable[[float, int], bool]]] = {
    "under": lambda value, number: value < number,
    "most": lambda value, number: value <= number,
    "least": lambda value, number: value >= number,
    "over": lambda value, number: value > number,
}


class Bound(msgspec.Struct, frozen=True):
    """A limit on a figure: under, at most, at least or over a number."""

    sign: str
    number: int

    def holds(self, value: float) -> bool:
        """
        >>> Bound("under", 10).holds(9.5), Bound("least", 60).holds(59.9)
        (True, False)
        """
        return SIGNS[self.sign](value, self.number)


class Trait(msgspec.Struct, frozen=True):
    """What somebody may be: of an arm, in a formation or an order, or himself."""

    field: str
    word: str

    def fits(self, counter: Counter) -> bool:
        held: str = getattr(counter, self.field)
        return held == self.word


Kind = tuple[Trait, ...]
"""Traits that somebody has together; of those in one field any will do."""


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence and what it was understood to say.

    ``acts`` are the questions that it answers by acting, ``picks`` those in which its words are those
    of one answer, ``declines`` those in which they mean to let things take their course; with
    ``never`` it is the other way round. ``words`` tell answers apart. ``odds`` are in percent,
    ``distance`` in hexes or units of the table. ``otherwise`` it declines where it does not act.
    """

    text: str
    language: str = "en"
    acts: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    declines: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    never: bool = False
    odds: Bound | None = None
    distance: Bound | None = None
    own: tuple[Kind, ...] = ()
    enemy: tuple[Kind, ...] = ()
    otherwise: bool = False

    def covers(self, purpose: str) -> bool:
        return purpose in (*self.acts, *self.picks, *self.declines)

    def lets_pass(self, purpose: str) -> bool:
        """Does it mean to do nothing about this question?"""
        return (purpose in self.declines) is not self.never

    @property
    def is_bound(self) -> bool:
        """Does it hold on conditions only?"""
        return bool(self.odds or self.distance or self.own or self.enemy)


class Given(msgspec.Struct, frozen=True):
    """The answer that an order gives: its words, and the order."""

    words: str
    order: StandingOrder


class Clerk:
    """Answers one question from the standing orders of the side that is asked."""

    def __init__(
        self, seen: Seen, desk: Desk, adviser: Offering, teller: Callable[[str], Teller]
    ) -> None:
        self.seen, self.desk, self.adviser, self.teller = seen, desk, adviser, teller
        self._chances: dict[str, float | None] = {}
        self._texts: dict[str, list[str]] = {}

    def answer(self, orders: Iterable[StandingOrder]) -> Given | None:
        """What the first order says that has something to say here; ``None``: it must be asked."""
        purpose = self.seen.question.purpose
        for order in orders:
            if order.covers(purpose) and self.seen.is_asked:
                words = self._by(order, purpose)
                if words is not None:
                    return Given(words, order)
        return None

    def _by(self, order: StandingOrder, purpose: str) -> str | None:
        meant = self._meant(order, purpose)
        if self.done is None or not order.lets_pass(purpose):
            fitting = [each for each in meant if self._fits(order, each)]
            best = self._best(order, fitting)
            return self.done if best is None and order.otherwise else best
        if order.is_bound and (self._is_cut or not meant):
            return None
        whole = purpose not in order.picks or len(meant) == len(self._acts)
        return self.done if whole and all(self._fits(order, each) for each in meant) else None

    # --- the answers

    @cached_property
    def _listed(self) -> list[Action]:
        return list(islice(self.seen.ask.options, MOST_COMPARED + 1))

    @property
    def _is_cut(self) -> bool:
        return len(self._listed) > MOST_COMPARED

    @cached_property
    def _offers(self) -> tuple[Offer, ...]:
        return tuple(self.adviser.offer(self.seen.state, each) for each in self._listed)

    @cached_property
    def done(self) -> str | None:
        """The words that let things take their course, where there are such."""
        return next((each.id for each in self._offers if each.role == DONE), None)

    @cached_property
    def _acts(self) -> list[Offer]:
        return [each for each in self._offers if each.role != DONE]

    def _meant(self, order: StandingOrder, purpose: str) -> list[Offer]:
        """The acts that an order speaks of.

        Where its words are those of an answer, or nothing can be declined, it is the answer that has
        all of them (with ``never`` any other, if there is but one); else those that have most.
        """
        if purpose in order.declines:
            return self._acts
        counts = [len(stems(text) & {*order.words}) for text in self._said(order.language)]
        whole = purpose in order.picks or self.done is None
        most = len(order.words) if whole else max(counts, default=0)
        named = [each for each, count in zip(self._acts, counts, strict=True) if count == most]
        if self.done is None and order.never:
            others = [each for each in self._acts if each not in named]
            return others if named and len(others) == 1 else []
        return named

    def _said(self, language: str) -> list[str]:
        """The acts in words: as they are offered, and as they are called."""
        if language not in self._texts:
            acts = self._acts
            told = self.desk.words.said(acts, self.seen.question.purpose, self.teller(language))
            self._texts[language] = [
                f"{each.text} {own.kind} {own.choice}" for each, own in zip(told, acts, strict=True)
            ]
        return self._texts[language]

    def _best(self, order: StandingOrder, acts: Sequence[Offer]) -> str | None:
        """The act with the best chance, or the first where chances are not known."""
        if len(acts) < 2:
            return acts[0].id if acts else None
        if len(acts) > MOST_WEIGHED and order.odds is None:
            return acts[0].id
        weighed = [(self._chance(each), -index) for index, each in enumerate(acts[:MOST_WEIGHED])]
        known = [(chance, index) for chance, index in weighed if chance is not None]
        return acts[-max(known)[1]].id if known else acts[0].id

    # --- conditions

    def _fits(self, order: StandingOrder, offer: Offer) -> bool:
        """Do all conditions of an order hold for an act? What is not known does not."""
        own, enemies = self._own(offer), self._enemies(offer)
        if order.own and not _any(order.own, own):
            return False
        if order.enemy and not _any(order.enemy, enemies):
            return False
        if order.distance is not None:
            away = self._away(offer, own, enemies)
            if away is None or not order.distance.holds(away):
                return False
        if order.odds is None:
            return True
        chance = self._chance(offer)
        return chance is not None and order.odds.holds(chance)

    def _chance(self, offer: Offer) -> float | None:
        if offer.id not in self._chances:
            action = self.seen.rules.parse(offer.id)
            self._chances[offer.id] = self.adviser.chance(self.seen.state, self.seen.side, action)
        return self._chances[offer.id]

    @cached_property
    def _counters(self) -> dict[str, Counter]:
        return self.desk.counters(self.seen.view, self.seen.setting)

    def _own(self, offer: Offer) -> list[Counter]:
        """Who acts: those whom the answer is for, or those of ours who are asked about."""
        ours = [each for each in map(self._counters.get, offer.who) if each is not None]
        return [each for each in ours if each.side == self.seen.side] or self._asked_about(
            ours=True
        )

    def _enemies(self, offer: Offer) -> list[Counter]:
        """Against whom: whom the answer names, who stands where it strikes, or who comes."""
        named = [
            self._counters[unit] for unit in (*offer.other, *offer.who) if self._is_enemy(unit)
        ]
        struck = [
            each
            for each in self._counters.values()
            if self._is_enemy(each.id) and offer.at and offer.at in _places(each)
        ]
        return named or struck or self._asked_about(ours=False)

    def _is_enemy(self, unit: str) -> bool:
        counter = self._counters.get(unit)
        return counter is not None and counter.side != self.seen.side

    def _asked_about(self, *, ours: bool) -> list[Counter]:
        """Those of a side whom the innermost procedure names that names any."""
        for frame in reversed(self.seen.view.stack):
            found = [
                self._counters[unit]
                for unit in dict.fromkeys(_names(frame.procedure))
                if unit in self._counters and self._is_enemy(unit) is not ours
            ]
            if found:
                return found
        return []

    def _away(
        self, offer: Offer, own: Sequence[Counter], enemies: Sequence[Counter]
    ) -> float | None:
        """How far the nearest of ours who acts is from the nearest of them."""
        here = [party.at for party in offer.by if party.at] or _all_places(own)
        return min(
            (_apart(one, other) for one in here for other in _all_places(enemies)), default=None
        )


def _any(kinds: Sequence[Kind], counters: Sequence[Counter]) -> bool:
    return any(_is(kind, each) for kind in kinds for each in counters)


def _is(kind: Kind, counter: Counter) -> bool:
    fields = {trait.field for trait in kind}
    return fields == {trait.field for trait in kind if trait.fits(counter)}


def _places(counter: Counter) -> tuple[Place, ...]:
    return counter.shape.places if counter.shape is not None else ()


def _all_places(counters: Sequence[Counter]) -> list[Place]:
    return [place for each in counters for place in _places(each)]


def _apart(one: Place, other: Place) -> float:
    """In hexes, or in units of the table and their parts."""
    return dist(point_of(one), point_of(other)) / MIL if is_point(one) else distance(one, other)


def _names(held: Any) -> Iterator[str]:
    """Every name in a procedure, and in the values that it keeps."""
    if isinstance(held, str):
        yield held
    elif isinstance(held, tuple):
        for each in held:
            yield from _names(each)
    elif isinstance(held, msgspec.Struct):
        for field in held.__struct_fields__:
            yield from _names(getattr(held, field))
