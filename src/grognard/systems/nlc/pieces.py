"""What lies on the map and changes: units, leaders, headquarters, and the fate of the lost."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.setting import HeadquartersId, LeaderId, UnitId


class Mark(StrEnum):
    """What a unit has done; wiped when the turn ends, or when the stage does."""

    BOMBARDED = "bombarded"
    """It bombarded this turn."""
    CHARGED = "charged"
    """It charged this turn, on its own account or in reaction."""
    MOVED = "moved"
    """It moved in this stage, or arrived; its move is over."""
    BEGAN_IN_ZONE = "began-in-zone"
    """It stood in an enemy zone when the turn began (N7.11)."""
    STAGE_IN_ZONE = "stage-in-zone"
    """It stood in an enemy zone when the movement segment began (N5.4)."""
    ENTERED_ZONE = "entered-zone"
    """It came into a zone hex that it did not begin in, in this stage (N12.2A)."""
    ATTACKED = "attacked"
    """It assaulted, charged or bombarded in this stage (N12.2A)."""
    ARRIVED = "arrived"
    """It came onto the map this turn (N20.8.12)."""
    JUST_DISRUPTED = "just-disrupted"
    """It fell into disorder since the assault segment began: it still fires in full (N7.6.1)."""
    SPENT = "spent"
    """Direct command: it acted with the overall commander this turn (N20.7)."""
    DIRECT = "direct"
    """It is under the direct command of the overall commander this turn (N20.7)."""
    TESTED = "tested:"
    """Followed by a unit: this cavalry has tested to react against it this turn (N7.9.5)."""
    FIRED_AT = "fired-at:"
    """Followed by a unit: this battery has fired at it as it moved, this turn."""


STAGE_MARKS = (
    Mark.MOVED, Mark.STAGE_IN_ZONE, Mark.ENTERED_ZONE, Mark.ATTACKED, Mark.JUST_DISRUPTED,
)  # fmt: skip
"""Marks that last for one stage."""


class Piece(msgspec.Struct, frozen=True):
    """A unit on the map. ``lost`` counts its steps, ``also`` is the second hex of an extended line.

    ``began`` is where it stood when the movement segment began, ``spent`` what it has spent of its
    allowance since, in half points, and ``ceiling`` the most it may spend after it said so to a
    reacting enemy (N7.10.7), 0 if it said nothing. ``faced`` holds the adjacent hexes where enemies
    stood when the stage began, for guns (N8.4).
    """

    id: UnitId
    at: Hex
    lost: int = 0
    disrupted: bool = False
    also: Hex = 0
    began: Hex = 0
    spent: int = 0
    ceiling: int = 0
    faced: tuple[Hex, ...] = ()
    marks: tuple[str, ...] = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        return (self.at, self.also) if self.also else (self.at,)

    @property
    def is_shaken(self) -> bool:
        return self.disrupted

    def has(self, mark: str) -> bool:
        return mark in self.marks


class General(msgspec.Struct, frozen=True):
    """A leader in play; ``at`` is 0 while he is off the map.

    ``rating`` is his present ability (N11.2). ``sent`` counts the orders he gave this turn,
    ``moved`` says that he has used his move, ``away`` counts the command phases in a row that found
    him without an HQ at rest (N12.12), ``leads`` names the formation an idle wing commander leads.
    ``lost_on`` is the turn in which he fell; ``marks`` hold what optional rules lay on him.
    """

    id: LeaderId
    at: Hex
    rating: int
    sent: int = 0
    moved: bool = False
    away: int = 0
    leads: str = ""
    lost_on: int = 0
    rallied: bool = False
    marks: tuple[str, ...] = ()


class Quarters(msgspec.Struct, frozen=True):
    """A headquarters in play; ``at`` is 0 while it is off the map.

    ``stirred`` says that it was under a movement order at some time of the last turn, ``stirring``
    that it is in this one (N12.12). ``destroyed_on`` is the turn of its loss.
    """

    id: HeadquartersId
    at: Hex
    stirred: bool = False
    stirring: bool = False
    destroyed_on: int = 0


class Fate(msgspec.Struct, frozen=True):
    """How a unit left the map: ``eliminated``, ``destroyed`` for good, ``starved`` without supply,
    ``retreated`` off the map, or ``exited`` by its own move. ``supplied`` says whether it may rally (N13.8)."""

    how: str
    turn: int
    supplied: bool = True
    lost: int = 0
