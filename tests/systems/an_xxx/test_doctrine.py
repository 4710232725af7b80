"""The opponents of An XXX: the greedy one declares what carries, the levels weigh all of a fight."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from grognard.bots.contest import play
from grognard.bots.roster import names, player
from grognard.kernel import Ask, answer, start
from grognard.kernel.questions import Over
from grognard.planning.levels import character, levels
from grognard.systems.an_xxx.assault.volley import firers_in
from grognard.systems.an_xxx.doctrine import odds as weighing
from grognard.systems.an_xxx.doctrine.doctrine import AnXXX
from grognard.systems.an_xxx.doctrine.exchange import strengths, volleys
from grognard.systems.an_xxx.doctrine.odds import (
    assault_odds,
    carried,
    closed_up,
    closing,
    fight_for,
)
from grognard.systems.an_xxx.fire import VOLLEY
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.doctrine.army import make_plan
from grognard.systems.bataille.doctrine.assaults import Way
from grognard.systems.bataille.doctrine.commander import promised
from grognard.systems.bataille.doctrine.field import Field
from grognard.systems.bataille.doctrine.fights import Fight
from grognard.systems.bataille.doctrine.scene import Scene, goal_worths
from grognard.systems.bataille.doctrine.worth import fire_prospect
from grognard.systems.bataille.melee.melee import (
    attack_strength,
    defence_strength,
    engaged_hexes,
)
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.situations.refereeing import begin, read
from grognard.systems.registry import system_named
from tests.systems.an_xxx.drawing import supplied, table_of

DRAWN = """title: A stack before a weak hex, and another before a strong one
system: an-xxx
rule: X16.2.1

map:
{rows}

units:
  F1 battalion at 0503 facing S increments 9 melee 27 morale 21
  P1 battalion at 0508 facing N increments 6 melee {melee} morale {morale}

start: segment movement french

expect:
  asked french movement
"""


AN_XXX = system_named("an-xxx")


def drawn(melee: int, morale: int = 45) -> str:
    rows = "\n".join("  " + " ".join("." * 9) for _ in range(12))
    return DRAWN.format(rows=rows, melee=melee, morale=morale)


def ordered(melee: int, morale: int) -> str:
    """What the greedy player orders first."""
    return first_order(drawn(melee, morale))


def first_order(text: str) -> str:
    state, _ = begin(KIT, read(text, "drawn"))
    system = system_named("an-xxx")
    greedy = system.doctrine.greedy
    assert isinstance(state.pending, Ask)
    assert greedy is not None
    choose = greedy(state.table.setting, "french", 1)
    order = choose(system.rules.view(state, "french"), state.pending, Random(1))
    assert answer(state, order) != state
    return str(order)


def test_it_assaults_what_it_can_carry() -> None:
    assert ordered(10, 45) == "assault 0508 F1"


def test_it_marches_on_where_an_assault_would_be_thrown_back() -> None:
    assert ordered(90, 11).startswith("march F1")


def test_the_chance_of_an_assault_is_that_of_closing_times_that_of_the_fight() -> None:
    state, _ = begin(KIT, read(drawn(10), "drawn"))
    order = Assault(508, ("F1",))
    near = closed_up(state.table, order)
    assert near is not None
    closes = carried(state.table, order) / fight_for(near, 508, ("F1",)).carried
    assert closes == pytest.approx(36 / 36 - 7 / 36)  # more than 21, unmodified at five hexes


def test_an_assault_that_cannot_be_made_carries_nothing() -> None:
    state, _ = begin(KIT, read(drawn(10), "drawn"))
    assert carried(state.table, Assault(912, ("F1",))) == 0


@pytest.mark.parametrize(("melee", "order"), [(6, "assault 0504 F1"), (60, "done")])
def test_its_horse_attacks_without_a_charge_whom_it_is_likely_to_beat(
    melee: int, order: str
) -> None:
    text = drawn(melee).replace("F1 battalion", "F1 cavalry").replace("0508", "0504")
    text = text.replace("segment movement", "segment assault").replace(
        "asked french movement", "asked french cavalry-attack"
    )
    assert first_order(text) == order


# --- the levels


def test_it_has_the_five_levels() -> None:
    assert names(AN_XXX)[-5:] == tuple(level.name for level in levels())


@pytest.mark.parametrize("level", [level.name for level in levels()])
def test_every_level_fights_a_battle_to_its_end(level: str) -> None:
    setting = AN_XXX.library.setting("charge-xxx", {})
    first, second = setting.sides
    players = {
        first: player(level, AN_XXX, setting, first, 3),
        second: player("greedy", AN_XXX, setting, second, 3),
    }
    ended = play(AN_XXX, AN_XXX.rules.opening(setting), players, 3)
    assert isinstance(ended.state.pending, Over)
    assert AN_XXX.doctrine.losses(ended.state, first) + AN_XXX.doctrine.losses(ended.state, second)


def test_who_joins_a_fight_of_others_is_charged_with_the_ground_that_he_leaves() -> None:
    """What he adds to the fight is little; whether he comes hangs on his own dice alone."""
    table = AN_XXX.rules.opening(AN_XXX.library.setting("village-xxx", {})).table.draft()
    table.put(msgspec.structs.replace(table.pieces["F5"], hexes=(1007,)))
    table.put(msgspec.structs.replace(table.pieces["P1"], hexes=(1010,)))
    held = character("captain")
    field, goals = Field(table, "french"), goal_worths(table, "french", held.insight)
    plan = make_plan(table, field, held, goals)
    scene = Scene(table, field, plan, held, goals, AnXXX.judgement)
    way = Way("F5", ((1011,), 0), 8, 1011)
    adds = Fight(carried=0.1, repulsed=-0.1, own=0.0, foe=0.5)
    comes, left = closing(table, ("F5",), 1010), scene.ground("F5", 1007)
    assert left > 0.5
    assert scene.judgement.elsewhere(scene, 1010, way, adds) > comes * left / 2


def test_what_joining_a_fight_changes_is_told_as_a_change() -> None:
    """Nobody reads of a chance below nothing."""
    joins = Fight(carried=0.1, repulsed=-0.1, own=0.0, foe=0.5)
    assert promised(joins) == "carried +10%, thrown back -10%"
    assert promised(Fight(0.4, 0.3, 1.0, 1.0)) == "carried 40%, thrown back 30%"


def test_friends_who_have_closed_already_are_not_joined_for_nothing() -> None:
    """What is weighed is how much better the fight becomes by those who come besides."""
    text = (
        drawn(10)
        .replace(
            "  P1 battalion",
            "  F2 battalion at 0507 facing S increments 9 melee 27 closed\n  P1 battalion",
        )
        .replace("closed", "mark assault:0508 mark closed")
    )
    state, _ = begin(KIT, read(text, "drawn"))
    near = closed_up(state.table, Assault(508, ("F1",)))
    assert near is not None
    alone = fight_for(state.table, 508, ("F2",))
    joined = assault_odds(state.table, near, 508, ("F1",))
    assert joined is not None
    assert joined.carried < 1 - alone.carried


# --- wagons


@pytest.mark.parametrize(("at", "goes"), [(503, True), (0, False)])
def test_a_captain_turns_aside_for_a_wagon_that_serves_many_guns(at: int, goes: bool) -> None:
    guns = [f"P{n} battery at 0{n + 3}09 facing N limbered" for n in range(1, 5)]
    table = supplied(table_of("F1 battalion at 0302 facing N", *guns), at, "coalition")
    state = start(table, MovementSegment("french"))
    assert isinstance(state.pending, Ask)
    captain = player("captain", AN_XXX, table.setting, "french", 1)
    after = answer(state, captain(AN_XXX.rules.view(state, "french"), state.pending, Random(1)))
    assert (after.table.pieces["F1"].hexes == (503,)) is goes
    assert (after.table.removed.get("W1") == "taken") is goes


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_remembered_of_battalions_sums_to_what_the_rules_say_of_the_group(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """A captain weighs a group by what each battalion brings. In a whole battle, every group that
    he weighs is weighed once more by the rules' own sums."""
    seen = 0

    def same_strengths(table: Any, melee: Any, sand: Any) -> Any:
        nonlocal seen
        seen += len(melee.attackers) > 1
        found = strengths(table, melee, sand)
        assert found == (attack_strength(table, melee).total, defence_strength(table, melee).total)
        return found

    def same_volleys(table: Any, target: Any, units: Any, sand: Any) -> Any:
        found = volleys(table, target, units, sand)
        hexes = sorted({at for unit in units for at in engaged_hexes(table, unit, target)})
        firers = firers_in(table, units, tuple(hexes), target)
        answered = fire_prospect(table, target, firers, VOLLEY) if firers else (0.0, 0.0)
        assert (found.foe, found.foe_lost) == pytest.approx(answered, abs=1e-12)
        return found

    monkeypatch.setattr(weighing, "strengths", same_strengths)
    monkeypatch.setattr(weighing, "volleys", same_volleys)
    setting = AN_XXX.library.setting("village-xxx", {})
    players = {
        side: player("captain", AN_XXX, setting, side, seed) for side in AN_XXX.rules.sides(setting)
    }
    play(AN_XXX, AN_XXX.rules.opening(setting), players, seed)
    assert seen > 100
