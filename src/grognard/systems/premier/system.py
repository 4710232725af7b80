"""La Bataille Premier as a system: its parts, each imported when it is asked for."""

from __future__ import annotations

from grognard.desks.desk import Desk
from grognard.desks.library import Library
from grognard.desks.situations import Situations
from grognard.kernel.system import Rules
from grognard.planning.doctrine import Doctrine
from grognard.planning.offers import Learning
from grognard.systems.plug import System

NAME = "premier"
ROOMS = ("grognard.systems.premier", "grognard.systems.bataille")


def _rules() -> Rules:
    from grognard.systems.premier.rules import RULES

    return RULES


def _library() -> Library:
    from grognard.systems.premier.library import LIBRARY

    return LIBRARY


def _desk() -> Desk:
    from grognard.systems.premier.desk.desk import DESK

    return DESK


def _doctrine() -> Doctrine:
    from grognard.systems.premier.doctrine.doctrine import DOCTRINE

    return DOCTRINE


def _learning() -> Learning:
    from grognard.systems.premier.learning import LEARNING

    return LEARNING


def _situations() -> Situations:
    from grognard.systems.premier.umpire.umpire import SITUATIONS

    return SITUATIONS


SYSTEM = System(
    NAME,
    "La Bataille Premier",
    ROOMS,
    rules=_rules,
    library=_library,
    desk=_desk,
    doctrine=_doctrine,
    learning=_learning,
    situations=_situations,
)
