"""Bataille Empire as a system: its parts, each imported when it is asked for."""

from __future__ import annotations

from grognard.desks.desk import Desk
from grognard.desks.library import Library
from grognard.desks.situations import Situations
from grognard.kernel.system import Rules
from grognard.planning.doctrine import Doctrine
from grognard.planning.offers import Learning
from grognard.systems.plug import System

NAME = "empire"
ROOMS = ("grognard.systems.empire",)


def _rules() -> Rules:
    from grognard.systems.empire.rules import RULES

    return RULES


def _library() -> Library:
    from grognard.systems.empire.library import LIBRARY

    return LIBRARY


def _desk() -> Desk:
    from grognard.systems.empire.desk.desk import DESK

    return DESK


def _doctrine() -> Doctrine:
    from grognard.systems.empire.doctrine.doctrine import DOCTRINE

    return DOCTRINE


def _learning() -> Learning:
    from grognard.systems.empire.learning import LEARNING

    return LEARNING


def _situations() -> Situations:
    from grognard.systems.empire.situations.refereeing import SITUATIONS

    return SITUATIONS


SYSTEM = System(
    NAME,
    "Bataille Empire",
    ROOMS,
    rules=_rules,
    library=_library,
    desk=_desk,
    doctrine=_doctrine,
    learning=_learning,
    situations=_situations,
)
