"""The words of Napoleon's Later Campaigns that cards, packs and rules share."""

from __future__ import annotations

from enum import StrEnum

HALVES = 2
"""Costs of movement are counted in half points; ratings are printed in whole ones."""


class Arm(StrEnum):
    """What a unit fights as."""

    INFANTRY = "infantry"
    LIGHT_CAVALRY = "light_cavalry"
    HEAVY_CAVALRY = "heavy_cavalry"
    FOOT_ARTILLERY = "foot_artillery"
    HORSE_ARTILLERY = "horse_artillery"

    def __init__(self, word: str) -> None:
        """``foot`` is infantry: the arm that pays the first of two costs."""
        self.cavalry = word.endswith("cavalry")
        self.artillery = word.endswith("artillery")
        self.foot = word == "infantry"


class Role(StrEnum):
    """What a leader is."""

    OVERALL = "overall"
    WING = "wing"
    FORMATION = "formation"


class Body(StrEnum):
    """How large a formation is, and of what."""

    CORPS = "corps"
    CAVALRY_CORPS = "cavalry_corps"
    DIVISION = "division"
    CAVALRY_DIVISION = "cavalry_division"

    @property
    def spreads_panic(self) -> bool:
        """Does its demoralization touch its neighbours (N20.6)? Only that of ordinary corps."""
        return self is Body.CORPS

    @property
    def is_division(self) -> bool:
        """May it be put under a corps (N12.2H)?"""
        return self in (Body.DIVISION, Body.CAVALRY_DIVISION)


class OrderType(StrEnum):
    ATTACK = "attack"
    PROBE = "probe"
    DEFEND = "defend"
    DELAY = "delay"
    MARCH = "march"
    FALL_BACK = "fall_back"
    GENERAL_RETREAT = "general_retreat"
    ASSIGN = "assign"
    RESERVE = "reserve"


class Permission(StrEnum):
    """What an order says about entering zones or attacking."""

    YES = "yes"
    NO = "no"
    LIMIT = "limit"
    """Until two units of the formation are in zones."""
    HELD = "held"
    """Only hexes of the target that the side controlled when the order was given."""
    ESCAPE = "escape"
    """Only where there is no other way out."""


class Compliance(StrEnum):
    """What a leader makes of an order."""

    IGNORED = "I"
    COMPLIED = "C"
    NEXT_TURN = "1T"
    ROLL_4 = "R4"
    ROLL_5 = "R5"


class LocalDecision(StrEnum):
    BAD_MOVE = "bad_move"
    NO_EFFECT = "no_effect"
    ACTS_LOCALLY = "acts_locally"


class Discovery(StrEnum):
    """What becomes of a hidden march."""

    HIDDEN = "H"
    REVEALED = "R"


class Terrain(StrEnum):
    """What fills a hex."""

    CLEAR = "clear"
    TOWN = "town"
    CHATEAU = "chateau"
    WOODS = "woods"


class Hexside(StrEnum):
    """What lies on a hexside; a crest may lie there as well and is kept apart."""

    STREAM = "stream"
    BRIDGE = "bridge"
    CREST = "crest"
    IMPASSABLE = "impassable"


class Combat(StrEnum):
    """The three forms of combat, as the terrain card heads its columns."""

    ASSAULT = "assault"
    BOMBARDMENT = "bombardment"
    CHARGE = "charge"


class Way(StrEnum):
    ROAD = "road"
    TRAIL = "trail"


class Mover(StrEnum):
    """Whose step costs a table holds."""

    FOOT = "foot"
    """Infantry and headquarters, off the road."""
    HORSE = "horse"
    """Cavalry and all artillery, off the road."""
    ROAD = "road"
    """Whoever may use the road rate; closed where there is neither road nor trail."""
    COURIER = "courier"
    """Leaders and orders: roads and trails at the cheap rate always, else as horse."""
    TRACE = "trace"
    """Command range: as a courier, but the cheaper of the two costs in every hex."""


class Weather(StrEnum):
    CLEAR = "clear"
    RAIN = "rain"
    NIGHT = "night"
