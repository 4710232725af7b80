"""The Règlement de l'An XXX, plugged in."""

from __future__ import annotations

from grognard.desks.desk import Desk
from grognard.desks.library import Library
from grognard.planning.doctrine import Doctrine
from grognard.systems.bataille.edition import edition


def _library() -> Library:
    from grognard.systems.an_xxx.library import LIBRARY

    return LIBRARY


def _desk() -> Desk:
    from grognard.systems.an_xxx.desk import DESK

    return DESK


def _doctrine() -> Doctrine:
    from grognard.systems.an_xxx.doctrine.doctrine import DOCTRINE

    return DOCTRINE


SYSTEM = edition(
    "an-xxx",
    "Règlement de l'An XXX",
    "grognard.systems.an_xxx",
    library=_library,
    desk=_desk,
    doctrine=_doctrine,
)
