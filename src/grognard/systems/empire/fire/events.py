"""What fire does."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Account
from grognard.systems.empire.events import Fact
from grognard.systems.empire.fire.aims import Band, FireKind
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table


class ShotFired(Fact, frozen=True, tag=True):
    """A shot: die and rows in a column, and the losses that come of it, in halves."""

    unit: UnitId
    target: UnitId
    kind: FireKind
    band: Band
    column: str
    die: int
    account: Account
    halves: int
    ricochet: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("E50.2",)

    def change(self, table: Table) -> None:
        if self.kind is FireKind.SKIRMISH and self.target in table.pieces:
            table.alter(self.target, galled=True)


class FireSpent(Fact, frozen=True, tag=True):
    """A unit has fired, answered or supported: it is marked.

    ``answer``: it may still fire of its own. ``closes``: it neither moves nor charges any more.
    ``volley``: it fired at effective range or nearer, not with skirmishers.
    """

    unit: UnitId
    answer: bool = False
    closes: bool = False
    volley: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("E22.2", "E50.30")

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        table.alter(
            self.unit,
            marked=True,
            fired=piece.fired or not self.answer,
            acted=piece.acted or self.closes,
            volleyed=piece.volleyed or self.volley,
        )
