"""La Bataille Premier as a system: its parts, each imported when it is asked for."""

from __future__ import annotations

from grognard.desks.desk import Desk
from grognard.desks.library import Library
from grognard.desks.situations import Situations
from grognard.planning.doctrine import Doctrine
from grognard.systems.bataille.edition import edition


def _library() -> Library:
    from grognard.systems.premier.library import LIBRARY

    return LIBRARY


def _desk() -> Desk:
    from grognard.systems.premier.desk.desk import DESK

    return DESK


def _doctrine() -> Doctrine:
    from grognard.systems.premier.doctrine.doctrine import DOCTRINE

    return DOCTRINE


def _situations() -> Situations:
    from grognard.systems.premier.situations import SITUATIONS

    return SITUATIONS


SYSTEM = edition(
    "premier",
    "La Bataille Premier",
    "grognard.systems.premier",
    library=_library,
    desk=_desk,
    doctrine=_doctrine,
    situations=_situations,
)
