"""A skirmish on a meadow: the vocabulary of a system without hexes, as small as it can be."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import msgspec

from grognard.kernel import Event, MalformedAction, Table
from grognard.mechanics.commands import Bent, Command
from grognard.mechanics.measured.footprints import Footprint, Size, centred
from grognard.mechanics.measured.mils import Point
from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.measured.terrain import Area, Course, Terrain
from grognard.mechanics.places import Place, name, parse_place, point, point_of

SIDES = ("red", "blue")
FORMS = {"line": Size(2000, 500), "column": Size(1000, 1000)}
NAMES = {"red": "The Reds", "blue": "The Blues"}
WIDTH, HEIGHT = 24_000, 16_000
STRENGTH = 3


def placed(at: Point) -> Place:
    """A point as front ends name it: they count southwards."""
    return point(at[0], HEIGHT - at[1])


def pointed(at: Place) -> Point:
    x, y = point_of(at)
    return x, HEIGHT - y


class Unit(msgspec.Struct, frozen=True):
    """What never changes of a base."""

    name: str
    side: str
    arm: str
    form: str
    strength: int = STRENGTH


class Setting(msgspec.Struct, frozen=True, eq=False):
    """The meadow and who meets on it."""

    id: str
    title: str
    terrain: Terrain
    roster: dict[str, Unit]
    stands: dict[str, tuple[Point, int]]
    chiefs: dict[str, tuple[str, str, Point]] = {}
    last: int = 6
    places: dict[str, tuple[Place, ...]] = {}
    sides: tuple[str, str] = SIDES
    side_names: dict[str, str] = msgspec.field(default_factory=lambda: dict(NAMES))
    aims: str = "Whoever has more men left at the end has the meadow."
    date: str = "a morning in May"
    description: str = "Two bases a side, a wood and a pond."
    revision: str = "meadow-1"
    options: dict[str, str] = {}


class Piece(msgspec.Struct, frozen=True):
    """A base where it stands: its middle, its facing, what is left of it."""

    centre: Point
    facing: int
    form: str
    strength: int = STRENGTH
    moved: bool = False
    fired: bool = False

    @property
    def lost(self) -> int:
        return STRENGTH - self.strength

    @property
    def size(self) -> Size:
        return FORMS[self.form]

    @property
    def footprint(self) -> Footprint:
        return centred(self.centre, self.facing, self.size)

    @property
    def corners(self) -> Polygon:
        return self.footprint.corners

    @property
    def at(self) -> Place:
        return placed(self.centre)


class Field(Table):
    """What lies on the meadow."""

    __slots__ = ("phasing", "pieces", "segment", "setting", "turn")

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting
        self.turn, self.phasing, self.segment = 0, "", ""
        self.pieces: dict[str, Piece] = {
            unit: Piece(at, facing, setting.roster[unit].form)
            for unit, (at, facing) in setting.stands.items()
        }

    def draft(self) -> Self:
        copy = object.__new__(type(self))
        copy.happened, copy.setting, copy.turn = [], self.setting, self.turn
        copy.phasing, copy.segment, copy.pieces = self.phasing, self.segment, dict(self.pieces)
        return copy

    def side_of(self, unit: str) -> str:
        return self.setting.roster[unit].side

    def units_of(self, side: str) -> list[str]:
        return [unit for unit in self.pieces if self.side_of(unit) == side]


class FieldDocument(msgspec.Struct, frozen=True):
    turn: int
    phasing: str
    segment: str
    pieces: dict[str, Piece]


# --- orders


class Go(Command, frozen=True, order=True, tag="go"):
    """A base looks along its way and goes straight until its middle is at a point."""

    unit: str
    path: tuple[Place, ...]
    verb: ClassVar[str] = "go"
    bent: ClassVar[Bent | None] = Bent.MARCH

    def words(self) -> list[str]:
        return [self.unit, *map(name, self.path)]

    @classmethod
    def read(cls, words: list[str]) -> Go:
        try:
            unit, to = words
            return cls(unit, (parse_place(to),))
        except ValueError as problem:
            raise MalformedAction(f"as in: go R1 12.5,8.25 ({problem})") from None


class Leg(msgspec.Struct, frozen=True, order=True):
    """A part of a drill: so many mils or degrees, to a side, or into a formation."""

    kind: str
    by: int = 0
    side: str = ""
    form: str = ""

    def __str__(self) -> str:
        return "-".join(filter(None, (self.kind, self.side, self.form, str(self.by or ""))))


class Drill(Command, frozen=True, order=True, tag="drill"):
    """A base is led by hand: ahead, aside, about its corners, into another formation."""

    unit: str
    legs: tuple[Leg, ...]
    verb: ClassVar[str] = "drill"

    def words(self) -> list[str]:
        return [self.unit, *map(str, self.legs)]

    @classmethod
    def read(cls, words: list[str]) -> Drill:
        if len(words) < 2:
            raise MalformedAction("as in: drill R1 wheel-left-30 ahead-1500 form-column")
        return cls(words[0], tuple(map(_leg, words[1:])))


def _leg(word: str) -> Leg:
    kind, *more = word.split("-")
    by = int(more.pop()) if more and more[-1].isdigit() else 0
    side = more.pop(0) if more and more[0] in ("left", "right") else ""
    return Leg(kind, by, side, "-".join(more))


class Fire(Command, frozen=True, order=True, tag="fire"):
    """A base fires at another."""

    unit: str
    at: str
    verb: ClassVar[str] = "fire"
    bent: ClassVar[Bent | None] = Bent.FIRE

    def words(self) -> list[str]:
        return [self.unit, self.at]

    @classmethod
    def read(cls, words: list[str]) -> Fire:
        if len(words) != 2:
            raise MalformedAction("as in: fire R1 B1")
        return cls(*words)


# --- events


class TurnBegan(Event, frozen=True, tag=True):
    turn: int
    clauses: ClassVar[tuple[str, ...]] = ("M1.1",)

    def change(self, table: Field) -> None:
        table.turn = self.turn


class SegmentBegan(Event, frozen=True, tag=True):
    """A side takes its part; its bases are fresh when it begins to move."""

    side: str
    segment: str

    def change(self, table: Field) -> None:
        table.phasing, table.segment = self.side, self.segment
        if self.segment == "movement":
            for unit in table.units_of(self.side):
                fresh = msgspec.structs.replace(table.pieces[unit], moved=False, fired=False)
                table.pieces[unit] = fresh


class Moved(Event, frozen=True, tag=True):
    unit: str
    to: Place
    facing: int
    path: tuple[Place, ...] = ()
    form: str = ""
    clauses: ClassVar[tuple[str, ...]] = ("M2.1",)

    def change(self, table: Field) -> None:
        piece = table.pieces[self.unit]
        form = self.form or piece.form
        table.pieces[self.unit] = msgspec.structs.replace(
            piece, centre=pointed(self.to), facing=self.facing, form=form, moved=True
        )


class Fired(Event, frozen=True, tag=True):
    """A shot; one that hits costs a third of a base, and the last third the base."""

    unit: str
    target: str
    die: int
    hit: bool
    clauses: ClassVar[tuple[str, ...]] = ("M3.1",)

    def change(self, table: Field) -> None:
        table.pieces[self.unit] = msgspec.structs.replace(table.pieces[self.unit], fired=True)
        if not self.hit:
            return
        piece = table.pieces[self.target]
        if piece.strength == 1:
            del table.pieces[self.target]
        else:
            left = msgspec.structs.replace(piece, strength=piece.strength - 1)
            table.pieces[self.target] = left


# --- the ground

WOOD = Area(((10_000, 9_000), (14_000, 9_500), (13_000, 13_000), (10_500, 12_500)), "woods")
POND = Area(((15_000, 3_000), (18_000, 2_500), (18_500, 5_000), (16_000, 6_000)), "pond")
HILL = Area(((2_000, 2_000), (8_000, 1_500), (9_000, 6_000), (4_000, 7_000)), level=1)
GROUND = Terrain(
    WIDTH,
    HEIGHT,
    (HILL, WOOD, POND),
    (
        Course("road", ((0, 8_000), (9_000, 7_800), (24_000, 8_200))),
        Course("stream", ((20_000, 16_000), (19_500, 11_000), (24_000, 9_500))),
    ),
    ("woods", "pond"),
)


def meadow(source: Any, options: Any) -> Setting:
    """The one battle of this system."""
    roster = {
        "R1": Unit("1st Reds", "red", "infantry", "line"),
        "R2": Unit("2nd Reds", "red", "infantry", "column"),
        "B1": Unit("1st Blues", "blue", "infantry", "line"),
        "B2": Unit("2nd Blues", "blue", "cavalry", "column"),
    }
    stands = {
        "R1": ((5_000, 9_500), 90),
        "R2": ((5_000, 4_500), 90),
        "B1": ((14_000, 7_500), 270),
        "B2": ((14_000, 1_500), 270),
    }
    places: dict[str, tuple[Place, ...]] = {
        "The Wood": (placed((12_000, 11_000)),),
        "The Pond": (placed((17_000, 4_200)),),
        "Ox Hill": (placed((5_500, 4_000)),),
    }
    chiefs = {
        "RC": ("Rood", "red", (3_000, 7_500)),
        "BC": ("Blau", "blue", (17_000, 7_000)),
    }
    return Setting("meadow", "The meadow", GROUND, roster, stands, chiefs, places=places)
