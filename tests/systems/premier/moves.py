"""Movement segments for tests: begin one, see what is asked, ask what speaks against an order."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Ask, State, why_not
from grognard.systems.bataille.actions import Shoot, parse
from grognard.systems.bataille.movement.movement import MovementSegment
from tests.systems.premier.kit import Unit, battalion, begin, field

OPEN = ["." * 9] * 9
FACING_F1 = battalion("P1", "0506", "N")
"""Its zone covers 0505, 0405 and 0605."""


def moving(*units: Unit, rows: list[str] = OPEN, side: str = "french", **facts: Any) -> State:
    return begin(field(rows, *units, phasing=side, **facts), MovementSegment(side))


def purpose(state: State) -> str:
    return getattr(state.pending, "purpose", "over")


def clauses(state: State, order: str) -> list[str]:
    return [reason.clause for reason in why_not(state, parse(order))]


def fire_of(state: State) -> Shoot:
    """The first attack that the window offers."""
    assert purpose(state) == "opportunity-fire"
    assert isinstance(state.pending, Ask)
    return next(order for order in state.pending.options if isinstance(order, Shoot))
