"""What each rulebook tells its host, imported when first needed."""

from __future__ import annotations

from typing import Final

from grognard.kernel import State
from grognard.kernel.hosting import Hosting
from grognard.kernel.system import System

NOTHING: Final = Hosting()


def hosting_of(system: System) -> Hosting:
    """A system's record; one that says nothing where there is none."""
    found = system.hosting()
    return found if isinstance(found, Hosting) else NOTHING


def segment_of(system: System, state: State, side: str) -> str:
    """The name of the clock that runs while a side is asked this; empty where none does."""
    timed = hosting_of(system).timed(state, side) if side else None
    return timed.segment if timed is not None and timed.runs else ""
