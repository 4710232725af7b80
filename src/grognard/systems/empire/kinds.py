"""The words of Bataille Empire that cards, packs and rules share."""

from __future__ import annotations

from enum import StrEnum

from grognard.kernel.rules import rule


class Arm(StrEnum):
    """What a unit fights as."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


@rule("EU.4")
class Branch(StrEnum):
    """The type within an arm: line or light foot, light to heavy horse, foot or horse guns."""

    LINE = "line"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"
    FOOT = "foot"
    HORSE = "horse"


@rule("EU.1")
class Status(StrEnum):
    """How good troops are, the worst first: their order is their rank."""

    IRREGULAR = "irregular"
    MILITIA = "militia"
    LINE = "line"
    ELITE = "elite"
    GUARD = "guard"

    @property
    def rank(self) -> int:
        return list(Status).index(self)


@rule("EU.3")
class Drill(StrEnum):
    """The manoeuvre class: quick, normal, slow."""

    A = "A"
    B = "B"
    C = "C"


@rule("EU.7")
class Bulk(StrEnum):
    """How large a unit is."""

    SMALL = "small"
    STANDARD = "standard"
    LARGE = "large"


@rule("EU.9")
class Trait(StrEnum):
    """What the sheet has a row or a sentence for."""

    GOOD_SHOOTER = "good_shooter"
    POOR_SHOOTER = "poor_shooter"
    RIFLE = "rifle"
    SHRAPNEL = "shrapnel"
    HOWITZERS = "howitzers"
    BATTALION_GUNS = "battalion_guns"
    STOIC = "stoic"
    TENACIOUS = "tenacious"
    ELAN = "elan"
    IMPETUOUS = "impetuous"
    LANCE = "lance"
    CUIRASS = "cuirass"
    MELEE_WEAPONS = "melee_weapons"


class Formation(StrEnum):
    """How a unit stands."""

    LINE = "line"
    COLUMN = "column"
    COLUMN_SQUARE = "column_square"
    FULL_SQUARE = "full_square"
    SKIRMISH = "skirmish"
    LIMBERED = "limbered"
    UNLIMBERED = "unlimbered"
    GARRISON = "garrison"

    @property
    def is_square(self) -> bool:
        return self in (Formation.COLUMN_SQUARE, Formation.FULL_SQUARE)

    @property
    def is_all_front(self) -> bool:
        """Squares and garrisons have neither flank nor rear."""
        return self.is_square or self is Formation.GARRISON


class Order(StrEnum):
    """What a division is told to do."""

    RETREAT = "retreat"
    MANOEUVRE = "manoeuvre"
    ATTACK = "attack"
    ENGAGE = "engage"
    HOLD = "hold"


class Grade(StrEnum):
    """How able a commander is, the least first."""

    POOR = "poor"
    ORDINARY = "ordinary"
    COMPETENT = "competent"
    BRILLIANT = "brilliant"
    STRATEGIST = "strategist"

    @property
    def below(self) -> Grade:
        """The grade of whoever takes his place."""
        grades = list(Grade)
        return grades[max(0, grades.index(self) - 1)]


@rule("ET.1", "ET.2")
class Going(StrEnum):
    """How ground is to move in, from the best to the worst."""

    CLEAR = "clear"
    ROUGH = "rough"
    DIFFICULT = "difficult"
    BUILDING = "building"
    IMPASSABLE = "impassable"


class Cover(StrEnum):
    """What ground is worth against fire and shock; the order is the level."""

    NONE = "none"
    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"

    @property
    def level(self) -> int:
        return list(Cover).index(self)


class Edge(StrEnum):
    """A side of the table."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Line(StrEnum):
    """What lies along a line over the ground."""

    ROAD = "road"
    HEDGE = "hedge"
    WALL = "wall"
    STREAM = "stream"
    BRIDGE = "bridge"

    @property
    def is_obstacle(self) -> bool:
        return self in (Line.HEDGE, Line.WALL, Line.STREAM)
