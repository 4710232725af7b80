import re

import pytest

from grognard.lab.history import Accounts, Told, accounts_of, compared
from grognard.lab.page import history_line
from grognard.lab.plan import Plan
from grognard.lab.playing import setting_for
from grognard.lab.record import Game, Line
from grognard.lab.summary import Counting, strength_of, wilson

PLAN = Plan("premier", "duel", ("random", "random"), 1, {"o": ("a", "b")}, "", "", "", "")
SIDES = {"french": "French", "prussian": "Prussians"}


def game(index: int, seed: int, value: str, score: float, lost: int) -> Game:
    winner = "" if score == 0.5 else "french" if score > 0.5 else "prussian"
    line = Line(0, 1, "french", "Routed", "F1", 405, 0, 0, "", "", 0.0, 0.0)
    blow = Line(1, 1, "french", "LostIncrements", "F1", 406, lost, lost, "", "fire", 2.0, 1.5)
    return Game(
        index, seed, {"o": value}, verdict=winner or "Draw", winner=winner, score=score, turns=2,
        by_turn={1: {"french": {"": lost}, "prussian": {"": 0}}}, fell={"F1": 1, "P1": 0},
        events=[line, blow],
    )  # fmt: skip


def counted(*games: Game) -> Counting:
    counting = Counting(PLAN, SIDES, setting_for("premier", "duel", ()).roster)
    for each in games:
        counting.add(each)
    return counting


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662), (0, 0, 0.0, 1.0)],
)
def test_wilsons_interval(count: int, of: int, low: float, high: float) -> None:
    share = wilson("x", count, of)
    assert share.low == pytest.approx(low, abs=1e-4)
    assert share.high == pytest.approx(high, abs=1e-4)


def test_an_options_effect_is_measured_over_games_with_the_same_dice() -> None:
    counting = counted(
        game(0, 11, "a", 1.0, 3), game(1, 11, "b", 0.0, 5),
        game(2, 12, "a", 0.5, 3), game(3, 12, "b", 0.5, 7), game(4, 13, "a", 1.0, 3),
    )  # fmt: skip
    first, second = counting.summary().effects
    assert (first.value, first.shift, first.wins.count, first.wins.of) == ("a", 0.0, 2, 3)
    assert (second.value, second.shift, second.losses["french"]) == ("b", -0.5, 6.0)
    assert second.low < -0.5 < second.high


def test_losses_and_routs_are_placed_and_luck_is_told_apart_by_who_won() -> None:
    summary = counted(game(0, 1, "a", 1.0, 4), game(1, 2, "a", 0.0, 2)).summary()
    assert summary.lost_at == {406: 3.0}
    assert summary.routed_at == {405: 1.0}
    assert [(f.kind, f.throws, f.got, f.winners) for f in summary.fortunes] == [
        ("fire", 1.0, 2.0, 0.5)
    ]
    assert summary.by_turn["french"] == [3.0]
    assert summary.standing == {"french": [0.0], "prussian": [1.0]}


def test_a_broken_game_counts_for_nothing_but_is_named() -> None:
    summary = counted(game(0, 1, "a", 1.0, 4), Game(1, 2, {"o": "a"}, failure="boom")).summary()
    assert summary.games == 1
    assert summary.broken == ["game 1 (seed 2): boom"]


def test_losses_beside_history_say_by_how_much_they_differ() -> None:
    counting = counted(game(0, 1, "a", 1.0, 3), game(1, 2, "a", 1.0, 3), game(2, 3, "a", 0.0, 9))
    summary = counting.summary()
    told = Accounts({"french": Told(1000, (600, 700)), "prussian": Told(1000, (0, 50))})
    french, prussian = compared(told, summary, counting.games)
    assert french.verdict == "french"
    assert french.share == pytest.approx(3 / 15)
    assert french.off == pytest.approx(0.2 - 0.6)
    assert "40% fewer" in history_line(french, summary)
    assert prussian.is_near
    assert history_line(prussian, summary).endswith("as history says.")


def test_hagelberg_has_accounts_of_both_sides_and_names_options_that_exist() -> None:
    accounts = accounts_of("hagelberg")
    assert accounts is not None
    setting = setting_for("premier", "hagelberg", ())
    assert set(accounts.sides) == set(setting.sides)
    for house in accounts.house:
        for value in house.values:
            setting_for("premier", "hagelberg", ((house.option, value),))
    men = strength_of(setting.roster, "french")
    assert 60 <= men <= 120
    assert accounts_of("duel") is None


def test_every_scenario_of_history_gives_least_before_most() -> None:
    accounts = accounts_of("hagelberg")
    assert accounts is not None
    for told in accounts.sides.values():
        assert 0 < told.lost[0] <= told.lost[1] < told.men
    assert all(re.search(r"yaml", house.src) for house in accounts.house)
