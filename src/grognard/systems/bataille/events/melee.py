"""Facts of the melee segment: assaults, melees, retreats before them, advances after them."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import msgspec

from grognard.kernel import Account
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact, Moved
from grognard.systems.bataille.events.leaders import AGAINST, BONUS, masked
from grognard.systems.bataille.melee.melee_values import Strength
from grognard.systems.bataille.pieces import UnitId


class AssaultDeclared(Fact, frozen=True, tag=True):
    """A side assaults a hex; ``follow_up`` after an enemy who slipped away (P33.1, P29.10)."""

    side: str
    target: Hex
    units: tuple[UnitId, ...]
    follow_up: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("P33.1", "P29.10")


class FellBack(Moved, frozen=True, tag=True):
    """A unit slipped away before melee, in order (P29.8, P29.13)."""

    clauses: ClassVar[tuple[str, ...]] = ("P29.8",)


class MeleeFought(Fact, frozen=True, tag=True):
    """The dice of a melee fell: strengths, odds, dice, modifiers and result (P33.12, P33.13).

    ``dice`` and ``modified`` are printed results, 0 where odds decided without a roll (PR-76).
    Printed melee values are on the specific side of a counter, so the enemy sees only totals.
    """

    target: Hex
    sides: tuple[str, str]
    attack: Strength
    defence: Strength
    attack_total: Fraction
    defence_total: Fraction
    odds: str
    account: Account
    dice: int
    modified: int
    result: str
    clauses: ClassVar[tuple[str, ...]] = ("P33.12", "P33.13")

    def seen_by(self, side: str) -> MeleeFought:
        seen = self
        if side != self.sides[0]:
            account = masked(seen.account, (BONUS,))
            seen = msgspec.structs.replace(seen, attack=_masked(seen.attack), account=account)
        if side != self.sides[1]:
            account = masked(seen.account, (AGAINST,))
            seen = msgspec.structs.replace(seen, defence=_masked(seen.defence), account=account)
        return seen


def _masked(strength: Strength) -> Strength:
    """Who fought and under which factors, without the printed values."""
    nothing = Fraction(0)
    return Strength(
        tuple(
            msgspec.structs.replace(fighter, printed=nothing, lance=nothing, least=nothing)
            for fighter in strength.fighters
        )
    )


class Advanced(Moved, frozen=True, tag=True):
    """A unit entered the hex that was won (P33.11, P33.14)."""

    clauses: ClassVar[tuple[str, ...]] = ("P33.14",)


class LeftSquare(Moved, frozen=True, tag=True):
    """Cavalry rode off the square it could not break (P16.59)."""

    clauses: ClassVar[tuple[str, ...]] = ("P16.59",)
