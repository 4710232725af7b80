"""Horsemen who are beaten where they started: there is no home to ride to, so they fall back."""

from __future__ import annotations

import pytest

from grognard.kernel import Ask, answer, start
from grognard.systems.nlc.horse.fight import ChargeFight
from grognard.systems.nlc.horse.home import GoHome
from tests.systems.nlc.kit import field, unit


@pytest.mark.rule("N7.7.8", "N7.8.4")
def test_a_pursuer_beaten_in_his_own_starting_hex_falls_back_from_it() -> None:
    table = field([unit("a", "french", 404, "lcav"), unit("b", "allied", 404, "hcav")])
    fight = ChargeFight("french", (("a", 405),), 404, (("a", 404),))
    state = start(table, fight)
    for dice in ((1, 1), (6, 6)):
        state = answer(state, dice)
    while isinstance(state.pending, Ask):
        state = answer(state, next(iter(state.pending.options)))
    assert state.table.stack(404) == ("b",)


@pytest.mark.rule("N7.7.8")
def test_who_stands_at_home_with_no_enemy_there_is_home() -> None:
    table = field([unit("a", "french", 404, "lcav"), unit("b", "allied", 407, "hcav")])
    state = start(table, GoHome("french", "a", 404))
    assert state.table.pieces["a"].at == 404
    assert not state.happened
