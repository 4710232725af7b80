"""Short ways to an assault and its question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.kernel import Ask, Roll, State, why_not
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from grognard.systems.premier.melee.assault import AssaultByMelee, MeleeSegment
from tests.systems.premier.kit import (
    Unit,
    begin,
    field,
)

PLAIN = ["." * 16] * 16
FRENCH = "french"


def meet(*units: Unit, rows: list[str] = PLAIN, **facts: Any) -> Table:
    return field(rows, *units, **facts)


def segment(*units: Unit, **facts: Any) -> State:
    return begin(meet(*units, **facts), MeleeSegment(FRENCH))


def assault(table: Table, *units: str, target: int = 505, **facts: Any) -> State:
    return begin(table, AssaultByMelee(FRENCH, target, units, **facts))


def dealt(table: Table, **chosen: str) -> Table:
    deck = cards(frozenset(chosen.items()))
    table.setting = msgspec.structs.replace(table.setting, cards=deck)
    return table


def purpose(state: State) -> str:
    assert isinstance(state.pending, Ask | Roll)
    return state.pending.purpose


def listed(state: State) -> list[str]:
    assert isinstance(state.pending, Ask)
    return [str(option) for option in state.pending.options]


def clause(state: State, *units: str, target: int = 505) -> str:
    """The first clause against an assault, or nothing."""
    reasons: Sequence[Any] = why_not(state, Assault(target, units))
    return reasons[0].clause if reasons else ""
