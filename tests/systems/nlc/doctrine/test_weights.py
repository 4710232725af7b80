"""Figures of this system's levels, the score of a battle, and what a fight is worth."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.bots.roster import judge_of
from grognard.kernel.chance import Stream
from grognard.planning.levels import character, levels
from grognard.systems.nlc.combat.assault_fight import AssaultFired
from grognard.systems.nlc.combat.retreat import Retreated
from grognard.systems.nlc.doctrine import clash, doctrine, orders, riders
from grognard.systems.nlc.doctrine.clash import Stakes
from grognard.systems.nlc.doctrine.scene import Scene
from grognard.systems.nlc.fire import Volley
from grognard.systems.registry import system_named

NLC = system_named("nlc")
CROSSROADS = NLC.library.setting("crossroads", {})
QUATRE_BRAS = NLC.library.setting("quatre-bras", {})


def test_levels_differ_by_how_far_they_look_and_danger_weighs_less_here() -> None:
    judges = [judge_of(level.name, NLC) for level in levels()]
    assert [judge.sight for judge in judges] == [1, 2, 3, 4, 5]
    assert judges[0].danger == 0
    assert {judge.danger for judge in judges[1:]} == {0.4}
    assert judges[2].danger < character("captain").danger


def test_a_temperament_bends_these_figures_too() -> None:
    usual, bold = judge_of("captain", NLC), judge_of("captain:aggressive", NLC)
    shared, bent = character("captain"), character("captain:aggressive")
    assert bold.danger == pytest.approx(usual.danger * bent.danger / shared.danger)
    assert bold.margin - usual.margin == pytest.approx(bent.margin - shared.margin)
    assert bold != usual


def _ended(points: int) -> Any:
    state = NLC.rules.opening(CROSSROADS)
    table = state.table.draft()
    table.writable("tally")["points:blue"] = points
    return msgspec.structs.replace(state, table=table)


def test_the_score_knows_degrees_of_success() -> None:
    scores = [doctrine.score(_ended(points), "blue") for points in (-20, 0, 2, 5, 20)]
    assert scores == sorted(scores)
    assert scores[1] == 0.5
    assert all(
        doctrine.score(_ended(points), "red") == pytest.approx(1 - score)
        for points, score in zip((-20, 0, 2, 5, 20), scores, strict=True)
    )
    assert doctrine.score(_ended(5), "blue") == pytest.approx(0.75)


def test_the_last_step_costs_what_the_unit_counts() -> None:
    table = NLC.rules.opening(CROSSROADS).table
    assert clash.prices(table, ("amiens",)) == pytest.approx((0, 1.8, 6))
    both = clash.prices(table, ("amiens", "arras"))
    assert both[-1] == 14
    assert both[1] == pytest.approx(1.8)


def test_an_assault_is_weighed_to_its_end() -> None:
    stakes = Stakes((0, 2, 6), (0, 2, 6), carry=5, repulse=1, recoils=0.5, wavers=0.5)
    assert clash.value(stakes, (1.0,), (1.0,)) == 0
    assert clash.decided(stakes, 2, 0) == min(6 + 5, 2 * 0 + 2 + 5)
    assert clash.decided(stakes, 0, 2) == max(-6, -2 - 1)
    assert clash.value(stakes, (0.5, 0.5), (1.0,)) > 0 > clash.value(stakes, (1.0,), (0.0, 1.0))


def _fired(side: str, *units: str) -> AssaultFired:
    return AssaultFired(side, units, 605, ("chester",), False, Volley(), Volley())


def test_assaults_that_are_thrown_back_are_counted() -> None:
    watch = doctrine.Repulses()
    assert list(watch([_fired("blue", "arras")])) == []
    assert list(watch([Retreated("red", ("chester",), "assault", False)])) == []
    assert list(watch([_fired("blue", "arras")])) == []
    assert list(watch([Retreated("blue", ("arras",), "assault", True)])) == ["blue"]
    assert list(watch([Retreated("blue", ("arras",), "charge", True)])) == []


def _scene(setting: Any, side: str) -> Scene:
    view = NLC.rules.view(NLC.rules.opening(setting), side)
    return Scene(view, setting, judge_of("marshal", NLC), 1, Stream(1))


def test_the_guard_is_kept_out_of_it() -> None:
    scene = _scene(QUATRE_BRAS, "french")
    assert orders.is_spared(scene, "fr_glc")
    assert not orders.is_spared(scene, "fr_ii")
    assert "fr_glc" not in orders.plan(scene).tasks


def test_a_commander_belongs_to_his_headquarters() -> None:
    scene = _scene(CROSSROADS, "blue")
    assert riders.bound_for(scene, "valmont") == (609,)
    assert riders.bound_for(scene, "aubry") == ()
