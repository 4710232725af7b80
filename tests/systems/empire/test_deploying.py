"""Units shifted inside their zones before the first turn (option free_redeploy)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.bots.random_bot import choose
from grognard.kernel import Ask, Roll
from grognard.kernel.conformance import RandomGame, check_state
from grognard.kernel.views import told
from grognard.systems.empire.deploying import Deployed
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.packs.pack import load
from grognard.systems.empire.rules import RULES
from grognard.systems.empire.setting import Setting
from tests.systems.empire.kit import Played


@pytest.fixture(scope="module")
def setting() -> Setting:
    return load("hagelberg-empire", {"free_redeploy": "on"})


def begun(setting: Any) -> Played:
    return Played(RULES.opening(setting), [])


@pytest.mark.rule("E21.1", "ER-28")
def test_without_the_option_everybody_begins_where_the_battle_puts_him() -> None:
    state = RULES.opening(load("hagelberg-empire", {}))
    assert state.table.turn == 1
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "command-points"


@pytest.mark.rule("E21.1", "ER-28")
def test_the_defender_shifts_his_units_and_then_the_attacker_each_once(setting: Setting) -> None:
    asked = begun(setting)
    assert isinstance(asked.state.pending, Ask)
    assert (asked.state.pending.side, asked.state.pending.purpose) == ("french", "redeploy")
    shifted = asked.then("deploy F4 19.5,11.5 0")
    assert shifted.table.pieces["F4"].pose.point == (19_500, 22_500)
    assert "has been shifted" in shifted.why_not("deploy F4 19.5,12.5 0")
    other = shifted.then("done")
    assert isinstance(other.state.pending, Ask)
    assert other.state.pending.side == "coalition"
    assert other.then("done").table.turn == 1


@pytest.mark.rule("E21.1", "EG.5", "ER-28")
def test_a_shift_keeps_to_the_zone_to_free_ground_and_to_the_facing_of_the_side(
    setting: Setting,
) -> None:
    asked = begun(setting)
    assert "outside its zone" in asked.why_not("deploy F4 19.5,3.0 0")
    assert "keeps its facing" in asked.why_not("deploy F4 19.5,11.5 90")
    assert "stands there" in asked.why_not("deploy F4 19.2,8.0 0")
    assert "stand as it does" in asked.why_not("deploy F4 19.5,10.5 0")
    assert "no unit of yours" in asked.why_not("deploy P1 17.5,2.0 180")
    assert asked.table.pieces["F8"].formation is Formation.GARRISON
    assert "where the battle puts it" in asked.why_not("deploy F8 24.0,13.0 0")
    own = asked.then("done")
    assert own.why_not("deploy P1 17.5,2.2 170") == "", "the attacker may turn as well"


@pytest.mark.rule("EG.9", "ER-28")
def test_nobody_hears_where_the_enemy_shifts_those_who_hide(setting: Setting) -> None:
    shifted = begun(setting).then("done", "deploy P1 17.5,2.0 180")
    assert shifted.told(Deployed)
    assert Deployed not in [type(event) for event in told(shifted.events, "french")]
    assert "P1" not in str(RULES.view(shifted.state, "french").stack)
    assert "P1" in str(RULES.view(shifted.state, "coalition").stack)


def test_random_play_shifts_units_and_begins(setting: Setting) -> None:
    game = RandomGame(RULES, setting, 3, choose)
    seen: list[str] = []
    check_state(RULES, game.state)
    while game.state.table.turn == 0:
        game.step()
        seen += [type(event).__name__ for event in game.state.happened]
    assert "Deployed" in seen
