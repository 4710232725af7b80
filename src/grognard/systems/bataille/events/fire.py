"""Facts of the fire segments and of opportunity fire (rules 21-28)."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import msgspec

from grognard.kernel import Account
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.events.leaders import masked
from grognard.systems.bataille.fire.firepower import FireShare
from grognard.systems.bataille.fire.firing import DEFENSIVE
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


class FireResolved(Fact, frozen=True, tag=True):
    """One attack by fire on a hex, from strength to result.

    ``strength``, ``defence``, the odds and the dice are announced at the table; what each unit
    brought rests on printed values, and only its owner is told. ``dice`` are empty where the odds
    lay below the chart and the table gives such fire no effect.
    """

    side: str
    kind: str
    target: Hex
    shares: tuple[FireShare, ...]
    strength: Fraction
    defence: Account
    column: str
    shift: int
    dice: tuple[int, ...]
    modifiers: Account
    result: int
    artillery: bool
    clauses: ClassVar[tuple[str, ...]] = ("P21.4", "P21.6")

    def change(self, table: Table) -> None:
        """Those who fire of their own accord, or at a mover, are remembered for the sequence."""
        if self.kind == DEFENSIVE:
            return
        fired_at = table.writable("fired_at")
        for unit in dict.fromkeys(share.unit for share in self.shares):
            fired_at[unit] = (*fired_at.get(unit, ()), self.target)

    def seen_by(self, side: str) -> FireResolved:
        if side == self.side:
            return self
        shares = tuple(FireShare(share.unit, share.at, Fraction(0)) for share in self.shares)
        return msgspec.structs.replace(self, shares=shares, modifiers=masked(self.modifiers))


class FireLossesNoted(Fact, frozen=True, tag=True):
    """Increments lost to fire in a fire segment of this player turn; they weigh on an assault."""

    losses: tuple[tuple[UnitId, int], ...]
    clauses: ClassVar[tuple[str, ...]] = ("P33.5",)

    def change(self, table: Table) -> None:
        noted = table.writable("fire_losses")
        for unit, count in self.losses:
            noted[unit] = noted.get(unit, 0) + count
