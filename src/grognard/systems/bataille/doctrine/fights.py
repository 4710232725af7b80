"""What an edition knows of its fights: the part of the doctrine that follows from its own cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

import msgspec

from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

if TYPE_CHECKING:
    from grognard.systems.bataille.doctrine.assaults import Way
    from grognard.systems.bataille.doctrine.scene import Scene


class Fight(msgspec.Struct, frozen=True):
    """The prospect of an assault: chances of carrying the hex and of being thrown back, losses."""

    carried: float
    repulsed: float
    own: float
    foe: float

    @property
    def gain(self) -> float:
        return self.foe - self.own


NO_FIGHT: Final = Fight(0.0, 0.0, 0.0, 0.0)


class Judgement(Protocol):
    """How an edition weighs its fights, in points of increments."""

    idle_marks: ClassVar[frozenset[str]]
    """Marks upon a unit that no fight near it depends on."""

    def may_strike(self, scene: Scene, unit: UnitId) -> bool:
        """Is a unit in a state to assault at all?"""
        ...

    def assault(
        self, before: Table, table: Table, target: Hex, units: Sequence[UnitId]
    ) -> Fight | None:
        """The prospect of units that stand before a hex, where ``before`` they stood elsewhere;
        None where they could not assault together."""
        ...

    def fire(self, scene: Scene, table: Table, target: Hex, group: Sequence[Way]) -> float:
        """What fire before the assault gives and costs."""
        ...

    def elsewhere(self, scene: Scene, target: Hex, way: Way, odds: Fight) -> float:
        """By how much a unit could stand better than where this assault leaves it."""
        ...

    def stands_off(self, scene: Scene, unit: UnitId, at: Hex) -> float:
        """What it costs a unit that will assault later to stand in a hex meanwhile."""
        ...

    def shot(self, scene: Scene, firers: Sequence[Firer]) -> float:
        """What the fire of these costs besides: ammunition."""
        ...

    def guns_at_risk(self, scene: Scene, unit: UnitId, at: Hex) -> float:
        """What it costs guns to stand in a hex beyond the danger that all stand in there."""
        ...

    def charge(self, scene: Scene, units: Sequence[UnitId], foe: UnitId) -> float:
        """What a charge at an enemy promises."""
        ...
