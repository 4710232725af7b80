"""Pieces of the La Bataille family: what a counter prints, and what has become of it (rules 3-6).

``Printed`` is the counter and never changes; ``Piece`` is where and how it stands now. Facings are
numbers 0 to 5: a side for formations that face a hexside, a vertex for lines and skirmishers.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Final

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.hexes import SIDES, VERTICES, Hex

UnitId = str
LeaderId = str

LIGHT_FROM = 13
"""Cavalry that moves this far is light, without exception (P6.11)."""


class Arm(StrEnum):
    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


@rule("P4.1", "P4.2")
class Size(StrEnum):
    """What a counter stands for (P4.2)."""

    REGIMENT = "regiment"
    BATTALION = "battalion"
    COMPANY = "company"
    SQUADRON = "squadron"
    BATTERY = "battery"


@rule("P5.3", "P6.16", "P13.23", "P15.1", "P15.2", "P15.3", "P15.4", "P15.5", "P15.6", "P16.95")
class Formation(StrEnum):
    COLUMN = "column"
    LINE = "line"
    SQUARE = "square"
    GENERAL = "general"
    SKIRMISH = "skirmish"
    ROAD = "road"
    COMPANIES = "companies"
    LIMBERED = "limbered"
    UNLIMBERED = "unlimbered"


@rule("P5.4")
class Cohesion(StrEnum):
    """Morale: good order, disordered (DD) or routed (PGD) (P5.4)."""

    GOOD = "good"
    DISORDER = "disorder"
    ROUT = "rout"


@rule("P5.5", "P36.1")
class Readiness(StrEnum):
    """How fit a regiment's horses are."""

    FRESH = "fresh"
    TIRED = "tired"
    EXHAUSTED = "exhausted"


class Arms:
    """The arms once more. To look a member up in an enumeration is as dear as a small judgement,
    so code that judges many units asks for them here and in the next two classes."""

    INFANTRY: Final = Arm.INFANTRY
    CAVALRY: Final = Arm.CAVALRY
    ARTILLERY: Final = Arm.ARTILLERY


class Forms:
    """The formations once more."""

    COLUMN: Final = Formation.COLUMN
    LINE: Final = Formation.LINE
    SQUARE: Final = Formation.SQUARE
    GENERAL: Final = Formation.GENERAL
    SKIRMISH: Final = Formation.SKIRMISH
    ROAD: Final = Formation.ROAD
    COMPANIES: Final = Formation.COMPANIES
    LIMBERED: Final = Formation.LIMBERED
    UNLIMBERED: Final = Formation.UNLIMBERED


class Cohesions:
    """The states of order once more."""

    GOOD: Final = Cohesion.GOOD
    DISORDER: Final = Cohesion.DISORDER
    ROUT: Final = Cohesion.ROUT


FACES_VERTEX = frozenset({Formation.LINE, Formation.SKIRMISH})
FILES = frozenset({Formation.ROAD, Formation.COMPANIES})
"""Formations whose hexes lie one behind the other, head to tail."""


class BatteryFire(msgspec.Struct, frozen=True):
    """A battery's fire by range, and what its crew can do."""

    short: Fraction
    medium: Fraction
    long: Fraction
    reach: int
    limbers_on: int
    prolongs: bool = True
    horse: bool = False


@rule("P6.1", "P6.2", "P6.14")
class Printed(msgspec.Struct, frozen=True):
    """A counter as printed: general side, then specific side (P6.1, P6.2). Morale is a rung."""

    id: UnitId
    name: str
    side: str
    nation: str
    arm: Arm
    size: Size
    increments: int
    movement: int
    organisation: str = ""
    division: str = ""
    regiment: UnitId = ""
    parts: tuple[UnitId, ...] = ()
    kind: str = ""
    traits: frozenset[str] = frozenset()
    fire: Fraction = Fraction(0)
    melee: Fraction = Fraction(0)
    morale: int = 0
    line_multiple: Fraction = Fraction(0)
    square_multiple: Fraction = Fraction(0)
    skirmish_multiple: Fraction = Fraction(0)
    skirmish_range: int = 0
    fire_check: str = "every"
    skirmish_fire: Fraction = Fraction(0)
    lance: Fraction = Fraction(0)
    recall: int = 0
    battery: BatteryFire | None = None

    @property
    @rule("P6.10", "P6.11")
    def is_light(self) -> bool:
        """Light cavalry (P6.10, P6.11)."""
        return self.arm is Arms.CAVALRY and self.movement >= LIGHT_FROM

    @property
    def is_heavy(self) -> bool:
        return self.arm is Arms.CAVALRY and self.movement < LIGHT_FROM

    @property
    @rule("P6.15")
    def is_horse_artillery(self) -> bool:
        return self.battery is not None and self.battery.horse

    @property
    @rule("P6.13")
    def may_skirmish(self) -> bool:
        """Infantry with a skirmish multiple or range; light cavalry with a bracketed fire value."""
        if self.arm is Arm.INFANTRY:
            return bool(self.skirmish_multiple) or self.skirmish_range > 0
        return self.is_light and bool(self.skirmish_fire)


@rule("P4.3", "P13.1")
class LeaderPrinted(msgspec.Struct, frozen=True):
    """A leader as printed (P7.1)."""

    id: LeaderId
    name: str
    side: str
    nation: str
    artillery: int = 0
    melee: int = 0
    morale: int = 0
    cavalry_bonus: bool = False
    special_ability: bool = False
    command: str = ""


@rule("P5.1")
class Piece(msgspec.Struct, frozen=True, gc=False):
    """A combat unit on the map: where and how it stands.

    ``hexes``: one hex; for lines and skirmishers left to right as the unit faces; for Road March
    and a column of companies head to tail. ``main`` is the index of the hex the unit shrinks to. ``marks`` holds short
    words for passing conditions, sorted, each defined in ``marks.py`` of its edition.
    """

    id: UnitId
    hexes: tuple[Hex, ...]
    facing: int
    formation: Formation
    cohesion: Cohesion = msgspec.field(default=Cohesion.GOOD, name="order")
    lost: int = 0
    main: int = 0
    readiness: Readiness = Readiness.FRESH
    came_from: Hex = 0
    marks: tuple[str, ...] = ()

    @property
    def at(self) -> Hex:
        """The hex that stands for the unit: its only one, or the main one."""
        return self.hexes[self.main]

    @property
    def is_shaken(self) -> bool:
        return self.cohesion is not Cohesions.GOOD

    @property
    def faces_vertex(self) -> bool:
        return self.formation in FACES_VERTEX


def facing_name(formation: Formation, facing: int) -> str:
    """
    >>> facing_name(Formation.COLUMN, 2), facing_name(Formation.LINE, 1)
    ('SE', 'E')
    """
    return VERTICES[facing] if formation in FACES_VERTEX else SIDES[facing]


def shares(increments: int, hexes: int, main: int = 0) -> tuple[int, ...]:
    """How many increments stand in each hex of a unit: evenly, the main hex first, then the left.

    >>> shares(7, 2, 1), shares(5, 2), shares(10, 3, 2)
    ((3, 4), (3, 2), (3, 3, 4))
    """
    least, over = divmod(increments, hexes)
    order = [main, *(index for index in range(hexes) if index != main)]
    more = set(order[:over])
    return tuple(least + (index in more) for index in range(hexes))
