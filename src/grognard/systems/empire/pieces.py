"""What stands on the table: units, commanders, divisions, each as it is now."""

from __future__ import annotations

import msgspec

from grognard.mechanics.measured.footprints import Footprint, Pose, Size
from grognard.mechanics.measured.mils import Point
from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.places import Place
from grognard.systems.empire.kinds import Formation, Grade, Order
from grognard.systems.empire.setting import BuildingId, CommanderId, DivisionId, SideId, UnitId


class Piece(msgspec.Struct, frozen=True):
    """A unit on the table.

    ``size`` is its footprint and ``at`` the middle of it as front ends name it; the table keeps both
    true. ``halves`` counts losses, an attrition as one. ``moves`` are those of its activation in this
    player turn; ``acted`` says that it has used it. ``fired`` and ``reacted`` are of this turn and of
    the activation of an enemy division. ``screen`` is the detached unit that took its skirmishers
    along, ``spent`` says that it lost them for good. ``unlimbered``: its guns came into battery in this
    activation; ``volleyed``: it fired within effective range; ``galled``: skirmishers fired at it.
    ``prepaid``: a charge that lapsed has paid for its activation. ``shelter`` is the square that its
    gunners have run to, ``rallied`` says that it did so in this player turn,
    ``dutiful`` that it has gone or charged as its order asks.
    """

    id: UnitId
    pose: Pose
    formation: Formation
    size: Size = Size(0, 0)
    at: Place = 0
    halves: int = 0
    disordered: bool = False
    marked: bool = False
    building: BuildingId = ""
    hidden: bool = False
    moves: int = 0
    acted: bool = False
    fired: bool = False
    reacted: bool = False
    unlimbered: bool = False
    volleyed: bool = False
    galled: bool = False
    screen: UnitId = ""
    spent: bool = False
    prepaid: bool = False
    shelter: UnitId = ""
    rallied: bool = False
    dutiful: bool = False

    @property
    def footprint(self) -> Footprint:
        return Footprint(self.pose, self.size)

    @property
    def losses(self) -> int:
        """Whole losses: halves do not count until there are two."""
        return self.halves // 2

    @property
    def lost(self) -> int:
        return self.losses

    @property
    def good(self) -> bool:
        return not self.disordered

    @property
    def is_shaken(self) -> bool:
        return self.disordered


class Officer(msgspec.Struct, frozen=True):
    """A commander on the table. ``points`` are his command points, ``attached`` the unit he is with."""

    id: CommanderId
    grade: Grade
    at: Point | None
    points: int = 0
    attached: UnitId = ""
    moved: bool = False
    lost: bool = False


class Body(msgspec.Struct, frozen=True):
    """A division as it is led now. ``acted``: in this player turn; ``changed``: its order, this turn.

    ``area`` is what it defends, or else the ground about ``around``. ``due`` are the units that its
    order's duty looks at in this activation; ``sent`` points come from the chief.
    """

    id: DivisionId
    order: Order
    target: str = ""
    area: Polygon = ()
    reserve: bool = False
    acted: bool = False
    changed: bool = False
    sent: int = 0
    around: Point | None = None
    due: tuple[UnitId, ...] = ()


class Gone(msgspec.Struct, frozen=True):
    """How a unit left the table: eliminated, fled or withdrawn; and when."""

    how: str
    turn: int
    by: SideId = ""
    disordered: bool = False
