"""What a rulebook tells the host of a table beyond its rules: whose time runs, what a report shows.

None of it decides anything. A rulebook that offers nothing here is played all the same; its tables
keep no clock and their reports have no map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from grognard.kernel.engine import State
from grognard.kernel.events import Event


class Timed(msgspec.Struct, frozen=True):
    """Time that is limited: under which name it is counted, how much there is, what its end does.

    ``runs``: the side is being asked something for which the time counts.
    """

    segment: str
    allowed: int
    strict: bool
    runs: bool


class Stand(msgspec.Struct, frozen=True):
    """A unit on a picture: ``places`` are hexes, ``facing`` a hexside or -1."""

    unit: str
    name: str
    side: str
    places: tuple[int, ...]
    kind: str
    facing: int = -1
    shaken: bool = False


class Ground(msgspec.Struct, frozen=True):
    """The map behind the pictures: ``terrain`` and ``level`` by hex, lines of roads, named places."""

    columns: int
    rows: int
    terrain: Mapping[int, str]
    level: Mapping[int, int]
    roads: tuple[tuple[int, ...], ...] = ()
    places: Mapping[str, tuple[int, ...]] = {}


class Luck(msgspec.Struct, frozen=True):
    """One throw against what it could be expected to bring, for the side that gains by it."""

    side: str
    kind: str
    got: float
    expected: float


def _nothing(*about: Any) -> Any:
    return ()


class Hosting(msgspec.Struct, frozen=True, eq=False):
    """A rulebook's part in hosting; every field has a default that says nothing.

    ``timed(state, side)`` is the limit on a side's time; ``host_words`` are answers that only the
    host may give, ``time_up`` the one when time has run out. ``losses(state)`` is what each side has
    lost, by formation. ``weight(event)`` says how much an event matters in a report, 0 for not at
    all; ``explained(event)`` are the reasons behind a verdict. ``luck(setting, event)`` compares a
    throw with its mean. ``chance(state, side, action)`` is in percent, as far as the side can know.
    """

    timed: Callable[[State, str], Timed | None] = lambda state, side: None
    time_up: str = ""
    host_words: frozenset[str] = frozenset()
    turn: Callable[[State], int] = lambda state: 0
    hour: Callable[[State], str] = lambda state: ""
    ground: Callable[[Any], Ground | None] = lambda setting: None
    stands: Callable[[State], Iterable[Stand]] = _nothing
    losses: Callable[[State], Mapping[str, Mapping[str, int]]] = lambda state: {}
    weight: Callable[[Event], int] = lambda event: 0
    luck: Callable[[Any, Event], Luck | None] = lambda setting, event: None
    explained: Callable[[Event], tuple[str, ...]] = _nothing
    chance: Callable[[State, str, Any], float | None] = lambda state, side, action: None
