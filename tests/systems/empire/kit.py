"""Small tables for tests: units by their positions in UD, and procedures played with given answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from grognard.kernel import Ask, Event, Procedure, State, answer, start
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import MIL, Point
from grognard.systems.empire.kinds import (
    Arm,
    Branch,
    Bulk,
    Cover,
    Drill,
    Formation,
    Going,
    Grade,
    Line,
    Order,
    Status,
    Trait,
)
from grognard.systems.empire.rules import parse
from grognard.systems.empire.setting import (
    Building,
    Patch,
    Stand,
    Unit,
    Way,
)
from grognard.systems.empire.situations.drawing import SIDES, Base, Drawing, General, draw
from grognard.systems.empire.table import Table

__all__ = ["Base"]

replace = msgspec.structs.replace
T = TypeVar("T", bound=Event)


def mils(ud: float) -> int:
    return int(Fraction(str(ud)) * MIL)


def at(x: float, y: float) -> Point:
    return mils(x), mils(y)


def foot(
    name: str,
    x: float,
    y: float,
    facing: int = 0,
    formation: str = "line",
    *,
    arm: Arm = Arm.INFANTRY,
    branch: str = "line",
    status: str = "line",
    morale: int = 3,
    drill: str = "B",
    cohesion: int = 4,
    bulk: str = "standard",
    sk: int = 0,
    traits: str = "",
    calibre: int = 0,
    halves: int = 0,
    disordered: bool = False,
    building: str = "",
    hidden: bool = False,
) -> Base:
    """A unit of foot whose front centre stands at a point."""
    side = SIDES[name[0]]
    card = Unit(
        name, name, side, f"{side}-division", arm, Branch(branch), Status(status), morale,
        Drill(drill), cohesion, Bulk(bulk), sk, tuple(map(Trait, traits.split())), calibre,
    )  # fmt: skip
    pose = Pose(*at(x, y), facing)
    held = Formation(formation)
    return Base(card, Stand(pose, held, disordered, halves, building, hidden))


def horse(
    name: str, x: float, y: float, facing: int = 0, formation: str = "line", **more: Any
) -> Base:
    more = {"branch": "medium", "cohesion": 3, **more}
    return foot(name, x, y, facing, formation, arm=Arm.CAVALRY, **more)


def guns(
    name: str, x: float, y: float, facing: int = 0, formation: str = "unlimbered", **more: Any
) -> Base:
    more = {"branch": "foot", "cohesion": 2, "calibre": 6, **more}
    return foot(name, x, y, facing, formation, arm=Arm.ARTILLERY, **more)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)


def ground(kind: str, *corners: float, name: str = "", **more: Any) -> Patch:
    """A rectangle of ground, from its south-west to its north-east corner."""
    kinds: dict[str, dict[str, Any]] = {
        "wood": {"going": Going.DIFFICULT, "cover": Cover.MEDIUM, "hides": True},
        "garden": {"going": Going.ROUGH, "cover": Cover.LIGHT},
        "hill": {"level": 1},
        "pond": {"going": Going.IMPASSABLE},
        "redoubt": {"cover": Cover.HEAVY},
        "marsh": {"going": Going.ROUGH},
    }
    x0, y0, x1, y1 = corners
    return Patch(name or kind, kind, rectangle(x0, y0, x1, y1), **{**kinds[kind], **more})


def house(name: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> Building:
    return Building(name, rectangle(x0, y0, x1, y1), **more)


def wall(kind: str, cover: str, *points: float) -> Way:
    pairs = zip(points[::2], points[1::2], strict=True)
    return Way(kind, Line(kind), tuple(at(x, y) for x, y in pairs), Cover(cover))


def table_of(
    *bases: Base,
    patches: Iterable[Patch] = (),
    buildings: Iterable[Building] = (),
    ways: Iterable[Way] = (),
    orders: Mapping[str, str] | None = None,
    generals: Mapping[str, Point | None] | None = None,
    grade: str = "strategist",
    attached: str = "",
    phasing: str = "french",
    options: Mapping[str, str] | None = None,
    soaked: bool = False,
    size: float = 40,
) -> Table:
    """A table with these units. Generals stand with the first of their units if nothing is said."""
    found = {
        side: General(where, Grade(grade), absent=where is None)
        for side, where in (generals or {}).items()
    }  # fmt: skip
    for side in SIDES.values():
        held = found.get(side, General(None, Grade(grade)))
        with_him = attached if attached and SIDES[attached[0]] == side else ""
        found[side] = replace(held, attached=with_him)
    return draw(
        Drawing(
            bases=bases,
            patches=tuple(patches),
            buildings=tuple(buildings),
            ways=tuple(ways),
            orders={side: Order(order) for side, order in (orders or {}).items()},
            generals=found,
            phasing=phasing,
            options=options or {},
            soaked=soaked,
            width=mils(size),
            height=mils(size),
        )
    )


class Played(msgspec.Struct):
    """A procedure at its next question, and all that has happened in it."""

    state: State
    events: list[Event]

    @property
    def table(self) -> Table:
        table: Table = self.state.table
        return table

    def told(self, kind: type[T]) -> list[T]:
        return [event for event in self.events if isinstance(event, kind)]

    def offers(self) -> list[str]:
        """What may be answered now, in words."""
        assert isinstance(self.state.pending, Ask)
        return [str(order) for order in self.state.pending.options]

    def why_not(self, words: str) -> str:
        """Why an order is refused, with its clause."""
        assert isinstance(self.state.pending, Ask)
        reasons = self.state.pending.options.why_not(parse(words))
        return "; ".join(map(str, reasons))

    def then(self, *answers: Any) -> Played:
        """The same after more answers: dice as numbers, orders in words."""
        state, events = self.state, list(self.events)
        for value in answers:
            state = answer(state, _answered(value))
            events += state.happened
        return Played(state, events)


def _answered(value: Any) -> Any:
    if isinstance(value, str):
        return parse(value)
    return (value,) if isinstance(value, int) else value


def play(table: Table, procedure: Procedure, *answers: Any) -> Played:
    """Begin a procedure and answer what it asks: dice are numbers, orders are words."""
    state = start(table, procedure)
    return Played(state, list(state.happened)).then(*answers)
