"""How long opponents think."""

from __future__ import annotations

from itertools import chain

from grognard.bench import opponents
from grognard.bench.protocol import QUICK


def test_a_turn_takes_less_than_the_battle_it_belongs_to() -> None:
    turn, battle = chain(opponents.measure_turns(QUICK), opponents.measure_battles(QUICK))
    assert (turn.id, battle.id) == ("P5", "P6")
    assert 0 < turn.value < battle.value
    assert "village" in turn.raw
