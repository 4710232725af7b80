"""Napoleon's Later Campaigns as a system: its parts, each imported when it is asked for."""

from __future__ import annotations

from grognard.desks.desk import Desk
from grognard.desks.library import Library
from grognard.desks.situations import Situations
from grognard.kernel.system import Rules
from grognard.planning.doctrine import Doctrine
from grognard.planning.offers import Learning
from grognard.systems.plug import System

NAME = "nlc"
ROOMS = ("grognard.systems.nlc",)


def _rules() -> Rules:
    from grognard.systems.nlc.rules import RULES

    return RULES


def _library() -> Library:
    from grognard.systems.nlc.library import LIBRARY

    return LIBRARY


def _desk() -> Desk:
    from grognard.systems.nlc.desk.desk import DESK

    return DESK


def _doctrine() -> Doctrine:
    from grognard.systems.nlc.doctrine.doctrine import DOCTRINE

    return DOCTRINE


def _learning() -> Learning:
    from grognard.systems.nlc.learning import LEARNING

    return LEARNING


def _situations() -> Situations:
    from grognard.systems.nlc.situations.refereeing import SITUATIONS

    return SITUATIONS


SYSTEM = System(
    NAME,
    "Napoleon's Later Campaigns",
    ROOMS,
    rules=_rules,
    library=_library,
    desk=_desk,
    doctrine=_doctrine,
    learning=_learning,
    situations=_situations,
)
