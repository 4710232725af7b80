"""The two fire segments (rules 2, 21, 27): the side that fires makes its attacks one by one.

Defensive fire comes first and is finished, losses and retreats included, before the phasing side
fires (PR-49). Nobody has to fire.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.kernel import Ask, Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import Finish, Firer, Shoot
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.fire.firing import DEFENSIVE, OFFENSIVE, is_mounted
from grognard.systems.bataille.fire.targets import FieldOfFire, FireOptions, Shot
from grognard.systems.bataille.table import Table


class FireSegment(Procedure, tag=True):
    """One side fires as often as it may; what has been fired is remembered till the end."""

    side: str
    shots: tuple[Shot, ...] = ()
    kind: ClassVar[str] = OFFENSIVE

    @step("P21.8", "P27.4", "PR-49")
    def choose(self, table: Table) -> Flow:
        options = FireOptions(self.field(table))
        return Ask(self.side, options, f"{self.kind}-fire") if options.firers else Done()

    @step("P16.47", "P20.11", "P21.2", "P27.3", "PR-178")
    def fire(self, table: Table, answer: Shoot | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done()
        firers = tuple(sorted(answer.firers))
        self.shots = (*self.shots, *self._noted(table, answer.target, firers))
        return Call(FireAttack(answer.target, firers, self.kind), then="choose")

    def field(self, table: Table) -> FieldOfFire:
        return FieldOfFire(table, self.side, self.kind, self.shots)

    def _noted(self, table: Table, target: Hex, firers: tuple[Firer, ...]) -> Iterator[Shot]:
        """What the segment remembers of an attack; mounted skirmishers fire at units (P20.11)."""
        field = self.field(table)
        for firer in firers:
            mounted = is_mounted(table, firer.unit)
            yield Shot(firer, target, field.meant_for(firer.unit, target) if mounted else "")


@rule("P2.8", "P14.7", "P27.1", "P27.2")
class DefensiveFireSegment(FireSegment, tag=True):
    """P27: ``side``, whose sequence it is not, may fire at enemies adjacent to its front."""

    kind: ClassVar[str] = DEFENSIVE


@rule("P2.9", "P21.8", "P26.5")
class OffensiveFireSegment(FireSegment, tag=True):
    """P21: ``side``, whose sequence it is, may fire as far as range and sight allow."""

    kind: ClassVar[str] = OFFENSIVE
