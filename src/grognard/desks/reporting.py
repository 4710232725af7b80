"""What a report shows of a battle: the map behind its pictures, who stands where, losses, luck.

None of it decides anything. Whatever a system does not say in its own way is read from what most
tables have: a turn, a calendar, pieces on a ground of hexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from grognard.desks import documents
from grognard.desks.documents import Area
from grognard.desks.menus import places_of
from grognard.kernel.engine import State
from grognard.kernel.events import Event
from grognard.kernel.outcome import Fate, Outcome
from grognard.mechanics.ground import Ground


class Stand(msgspec.Struct, frozen=True):
    """A unit on a picture: ``places`` are hexes, ``facing`` a hexside or -1."""

    unit: str
    name: str
    side: str
    places: tuple[int, ...]
    kind: str
    facing: int = -1
    shaken: bool = False


class Sketch(msgspec.Struct, frozen=True):
    """The map behind the pictures: ``terrain`` and ``level`` by hex, lines of roads, named places.

    A measured table has an ``extent`` in thousandths of a unit, and ``areas`` instead of hexes.
    """

    columns: int = 0
    rows: int = 0
    terrain: Mapping[int, str] = {}
    level: Mapping[int, int] = {}
    roads: tuple[tuple[int, ...], ...] = ()
    places: Mapping[str, tuple[int, ...]] = {}
    extent: tuple[int, int] = (0, 0)
    areas: tuple[Area, ...] = ()


class Luck(msgspec.Struct, frozen=True):
    """One throw against what it could be expected to bring, for the side that gains by it."""

    side: str
    kind: str
    got: float
    expected: float


class Throws(msgspec.Struct, frozen=True):
    """How luck of a kind is told: what was thrown for, what was counted, and a figure's form.

    With ``each`` the figures are those of one throw, otherwise of all together.
    """

    title: str
    counted: str = ""
    form: str = "{:.1f}"
    each: bool = False


def sketch(ground: Ground, places: Mapping[str, tuple[int, ...]]) -> Sketch:
    """The map of a battle on hexes, for drawing."""
    return Sketch(
        columns=ground.columns,
        rows=ground.rows,
        terrain={at: ground.terrain[at] for at in ground.hexes},
        level={at: ground.level[at] for at in ground.hexes},
        roads=tuple(
            (one, other) for one, linked in ground.roads.items() for other in linked if one < other
        ),
        places=dict(places),
    )


def sketch_of_table(ground: documents.Ground) -> Sketch:
    """The map of a battle on a measured table, for drawing."""
    roads = (road.hexes for road in ground.roads if road.kind.endswith(("road", "track")))
    return Sketch(
        roads=tuple(roads),
        places=ground.places,
        extent=(ground.width, ground.height),
        areas=ground.areas,
    )


def sketched(setting: Any) -> Sketch | None:
    """The map with all its places; none where there are no hexes."""
    ground = getattr(setting, "ground", None)
    return sketch(ground, setting.places) if isinstance(ground, Ground) else None


def turn(state: State) -> int:
    return int(getattr(state.table, "turn", 0))


def hour(state: State) -> str:
    """The time of day, where the calendar gives it."""
    turns, number = getattr(state.table.setting, "turns", ()), turn(state)
    return str(turns[number - 1].time) if 0 < number <= len(turns) else ""


def stands(state: State) -> Iterator[Stand]:
    """Every unit on the map."""
    table, roster = state.table, state.table.setting.roster
    for unit, piece in getattr(table, "pieces", {}).items():
        printed = roster[unit] if unit in roster else table.printed(unit)
        yield Stand(unit, printed.name, printed.side, places_of(piece), "")


class Reporting(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """A system's part in reports; every field has a default.

    ``outcome(table)`` is how a battle came out, or would if it ended now; ``fates(table)`` the part
    of it that tells what became of the units. ``luck(setting, event)`` compares a throw with its
    mean, and ``throws`` says how its kinds are told. ``first`` are sides that have the first colours
    in every battle, whoever moves first.
    """

    first: frozenset[str] = frozenset()
    turn: Callable[[State], int] = turn
    hour: Callable[[State], str] = hour
    sketch: Callable[[Any], Sketch | None] = sketched
    stands: Callable[[State], Iterable[Stand]] = stands
    outcome: Callable[[Any], Outcome | None] = lambda table: None
    fates: Callable[[Any], Iterable[Fate]] = lambda table: ()
    luck: Callable[[Any, Event], Luck | None] = lambda setting, event: None
    throws: Mapping[str, Throws] = {}

    def colours(self, sides: Iterable[str]) -> dict[str, int]:
        """The place of each side among the colours.

        >>> Reporting(first=frozenset({"blue"})).colours(["red", "blue"])
        {'blue': 0, 'red': 1}
        """
        ordered = sorted(sides, key=lambda side: side not in self.first)
        return {side: place for place, side in enumerate(ordered)}
