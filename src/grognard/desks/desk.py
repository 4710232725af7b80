"""The desk of a system: all that a table, on a screen or in a browser, asks of its rulebook.

Every field has a default, so that a system has a working table from its first day.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.desks import papers
from grognard.desks.advice import Adviser
from grognard.desks.field import Field
from grognard.desks.looking import Looking
from grognard.desks.menus import Menus
from grognard.desks.papers import Wire
from grognard.desks.teller import Teller
from grognard.desks.words import Words
from grognard.kernel.system import System


class Limit(msgspec.Struct, frozen=True):
    """The time a side has for a question; when it is up a ``strict`` clock ends the segment."""

    minutes: int
    strict: bool = False


def no_limit(setting: Any, side: str, purpose: str) -> Limit | None:
    """Nobody is hurried."""
    return None


class Desk(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """What people and front ends are given by a system.

    ``reactions`` are the questions, by purpose, that a standing order may answer. ``limit`` is the
    movement clock: setting, side and purpose give the time there is.
    """

    adviser: type[Adviser] = Adviser
    teller: type[Teller] = Teller
    words: Words = Words()
    field: Field = Field()
    menus: type[Menus] = Menus
    looking: type[Looking] = Looking
    wire: Wire = Wire()
    map_document: Callable[[Any], dict[str, Any]] = papers.map_document
    setting_document: Callable[[Any], dict[str, Any]] = papers.setting_document
    reactions: frozenset[str] = frozenset()
    limit: Callable[[Any, str, str], Limit | None] = no_limit


PLAIN = Desk()


def desk_of(system: System) -> Desk:
    """The desk of a system, imported when it is first needed; a plain one where it has none."""
    desk = system.desk()
    return desk if isinstance(desk, Desk) else PLAIN
