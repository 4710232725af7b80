"""Reinforcements of the bots come on in column, march on and leave the edge to those behind."""

from __future__ import annotations

import pytest

from grognard.lab.packs import setting_for
from grognard.lab.playing import fought
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.doctrine.entering import MARCHING
from grognard.systems.bataille.events.movement import Arrived
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.registry import system_named

LAST = 5
"""The turn at Dennewitz in which Morand's ten come by one road."""


@pytest.mark.rule("P45.1", "P45.6", "P45.8")
@pytest.mark.parametrize("level", ["captain", "greedy"])
def test_a_division_comes_on_by_one_road_in_one_turn_and_marches_on(level: str) -> None:
    setting = setting_for("premier", "dennewitz-berlin", ())
    faults: list[str] = []
    came: dict[str, Hex] = {}
    for state in fought(system_named("premier"), setting, (level, level), 1, faults):
        for event in state.happened:
            if isinstance(event, Arrived):
                assert event.piece.formation in MARCHING
                came[event.piece.id] = event.piece.at
        if state.table.turn > LAST:
            break
    due = {unit for group in setting.arrivals if group.turn <= LAST for unit in group.units}
    assert set(came) == due
    assert not faults
    for unit, at in came.items():
        assert state.table.pieces[unit].at != at
        assert state.table.pieces[unit].cohesion is Cohesion.GOOD
