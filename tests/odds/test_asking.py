"""Odds from numbers, from a battle file, and in the looks of a table."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from grognard.cli.app import app
from grognard.host.advice import adviser
from grognard.kernel import GrognardError, Over, answer
from grognard.kernel.conformance import RandomGame
from grognard.mechanics.commands import Finish
from grognard.systems.registry import system_named
from tests.odds.enumeration import CHOOSERS, asking

RUN = CliRunner()


def odds(*words: str) -> Any:
    return json.loads(RUN.invoke(app, ["odds", *words, "--json"], catch_exceptions=False).stdout)


def test_fire_of_fourteen_on_nine_loses_one_with_seventeen_in_thirty_six() -> None:
    found = odds("fire", "--fire", "14", "--defence", "9")
    assert set(found) == {"column", "distribution", "account"}
    assert found["distribution"] == {"0": "19/36", "1": "17/36"}
    assert found["column"] == "1.5-1"
    assert [line["amount"] for line in found["account"]] == ["14", "9"]


@pytest.mark.parametrize(
    "words",
    [
        ("fire", "--fire", "27/2", "--defence=4", "--shift", "1", "--modifier", "3"),
        ("melee", "--attack", "20", "--defence", "10"),
        ("morale", "--morale", "32", "--modifier", "-3"),
        ("assault", "--attack", "6", "--defence", "4"),
        ("charge", "--attack", "6", "--defence", "4"),
        ("bombardment", "--strength", "7"),
        ("compliance", "--column", "4"),
        ("confidence", "--value", "3"),
        ("local-decision", "--ability", "2", "--reserve", "1"),
    ],
)
def test_every_formula_sums_to_one(words: Any) -> None:
    found = odds(*words)
    assert sum(Fraction(chance) for chance in found["distribution"].values()) == 1
    assert all(line["clause"] for line in found["account"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fire", "--fire", "x", "--defence", "9"), "--fire is a number"),
        (("fire", "--fire", "14"), "needs --defence"),
        (("fire", "--fire", "14", "--defence", "0"), "--defence is a whole number"),
        (("fire", "--fire", "14", "--defence", "9", "--wind", "2"), "has no --wind"),
        (("morale", "--morale", "70"), "11 to 66"),
        (("weather",), "there are no odds for 'weather'"),
        (("fire", "14", "9"), "as in --attack 14"),
    ],
)
def test_wrong_numbers_are_refused_by_name(words: Any, said: Any) -> None:
    with pytest.raises(GrognardError, match=said):
        RUN.invoke(app, ["odds", *words], catch_exceptions=False)


@pytest.fixture(scope="module")
def battle(tmp_path_factory: Any) -> Any:
    """A battle file that ends where an assault may be declared, and an order for it."""
    system = system_named("premier")
    game = RandomGame(system.rules, system.library.setting("village", {}), 3, CHOOSERS["premier"])
    while getattr(game.state.pending, "purpose", "") != "declare-assault":
        assert not isinstance(game.state.pending, Over)
        game.step()
    path = tmp_path_factory.mktemp("odds") / "battle.journal"
    path.write_bytes(game.journal.encoded())
    ask: Any = game.state.pending
    order = next(o for o in ask.options if not isinstance(o, Finish))
    return path, str(order), game.state


def test_an_order_in_a_battle_file_is_weighed_as_its_side_may_know(battle: Any) -> None:
    path, order, _ = battle
    found = odds("--game", str(path), "--text", order)
    assert found["chain"]["estimated"] is True
    assert sum(found["chain"]["holder"].values()) == pytest.approx(1)
    assert {"kind", "target", "checks", "melee"} <= set(found)


def test_the_referee_is_told_exact_fractions_under_his_policy(battle: Any) -> None:
    path, order, _ = battle
    words = ("--game", str(path), "--text", order, "--referee")
    found = odds(*words, "--policy", "advance-after-melee=decline")
    assert found["exact"] is True
    assert sum(Fraction(chance) for chance in found["holder"].values()) == 1
    told = RUN.invoke(app, ["odds", *words], catch_exceptions=False).stdout
    assert "In the end" in told


@pytest.mark.parametrize(
    ("system", "pack", "purpose"),
    [("premier", "village", "declare-assault"), ("nlc", "crossroads", "assault")],
)
def test_the_card_and_the_threat_at_the_table(system: Any, pack: Any, purpose: Any) -> None:
    held = system_named(system)
    (state,) = asking(system, pack, purpose, range(30), 1)
    sage, side = adviser(held, state.table.setting), state.pending.side
    order = next(o for o in state.pending.options if not isinstance(o, Finish))
    card = sage.look(state, side, "odds", text=str(order))
    assert sum(card["chain"]["holder"].values()) == pytest.approx(1, abs=1e-4)
    enemy = state.table.setting.enemy(side)
    glance = sage.look(state, enemy, "threat")
    struck = next(seen for seen in glance["hexes"] if seen["hex"] == order.target)
    assert struck["assault"]
    near = sage.look(state, enemy, "threat", target=order.target)
    assert near["estimated"]
    assert near["chains"]["assault"]["target"] == order.target
    with pytest.raises(GrognardError, match="none of yours"):
        sage.look(state, side, "threat", target=order.target)


def test_nothing_hidden_shows_in_card_or_threat(battle: Any) -> None:
    """Enemy counters with their values exchanged: the side is told the same."""
    _, order, state = battle
    system, side = system_named("premier"), state.pending.side
    setting = state.table.setting
    twin = system.rules.imagine(system.rules.view(state, side), setting, 5)
    assert twin.table.setting.roster != setting.roster
    told = [
        (
            adviser(system, at.table.setting).look(at, side, "odds", text=order),
            adviser(system, at.table.setting).look(at, side, "threat"),
        )
        for at in (state, twin)
    ]
    one, other = (msgspec.json.encode(each, enc_hook=str) for each in told)
    assert one == other
    assert answer(state, system.rules.parse(order)).happened


def test_without_a_kind_the_formulas_of_all_systems_are_listed_with_their_numbers() -> None:
    listed = {each["kind"]: each for each in odds()}
    assert listed["fire"]["needs"] == ["fire", "defence"]
    assert listed["bombardment"]["needs"] == ["strength"]
    told = RUN.invoke(app, ["odds", "--system", "nlc"], catch_exceptions=False).stdout
    assert "bombardment --strength N" in told
    assert "fire --fire N" not in told
