"""The desk of a system: all that a table, on a screen or in a browser, asks of its rulebook.

Every field has a default, so that a system has a working table from its first day.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.desks import papers
from grognard.desks.aims import plain_aims
from grognard.desks.cards import Cards
from grognard.desks.counters import no_forces, plain_counters
from grognard.desks.documents import Aims, Counter, Force, Ground
from grognard.desks.field import Field
from grognard.desks.looking import Looking
from grognard.desks.menus import Menus
from grognard.desks.offers import Offering
from grognard.desks.papers import Wire
from grognard.desks.reporting import Reporting
from grognard.desks.teller import Teller
from grognard.desks.words import Words
from grognard.kernel.engine import State


class Limit(msgspec.Struct, frozen=True):
    """Time that is limited: under which name it is counted, how much there is, what its end does.

    ``allowed`` is in milliseconds; a ``strict`` limit ends the segment. ``runs``: the side is being
    asked something for which the time counts.
    """

    segment: str
    allowed: int
    strict: bool
    runs: bool


def no_limit(state: State, side: str) -> Limit | None:
    """Nobody is hurried."""
    return None


class Desk(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What people and front ends are given by a system.

    ``reactions`` are the questions, by purpose, that a standing order may answer; ``secret`` those that
    a side answers without the other's hearing of it. ``limit`` is the
    limit on a side's time, and ``time_up`` the word, which only the host may say, when it has run
    out. ``report`` is what a report shows. ``counters`` and ``armies`` are made of a view and its
    setting; ``recounted`` gives the same counters from an earlier view and those of then, where that is less
    work; ``aims`` of a table and a teller: what decides the battle, and how that stands. ``overlays`` are what may be laid over the map: reach, zones, arcs, sight, threat, heights,
    range (of command), orders, measure.
    """

    adviser: type[Offering] = Offering
    teller: type[Teller] = Teller
    words: Words = Words()
    field: Field = Field()
    menus: type[Menus] = Menus
    looking: type[Looking] = Looking
    cards: type[Cards] = Cards
    wire: Wire = Wire()
    counters: Callable[[Any, Any], dict[str, Counter]] = plain_counters
    recounted: Callable[[Any, Any, Any, dict[str, Counter]], dict[str, Counter]] | None = None
    armies: Callable[[Any, Any], tuple[Force, ...]] = no_forces
    aims: Callable[[Any, Teller], Aims] = plain_aims
    map_document: Callable[[Any], Ground] = papers.map_document
    setting_document: Callable[[Any], dict[str, Any]] = papers.setting_document
    overlays: tuple[str, ...] = ("reach", "zones", "sight", "threat", "heights")
    reactions: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset()
    limit: Callable[[State, str], Limit | None] = no_limit
    time_up: str = ""
    report: Reporting = Reporting()

    def is_hosts(self, word: str) -> bool:
        """May only the host say this?"""
        return bool(word) and word == self.time_up
