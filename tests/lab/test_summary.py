import re

import msgspec
import pytest

from grognard.kernel.errors import GrognardError
from grognard.lab.accounts import Accounts, Alarm, House, Told, accounts_of
from grognard.lab.history import Past, beside
from grognard.lab.packs import setting_for
from grognard.lab.page_history import answer, history_line, measured
from grognard.lab.plan import Plan
from grognard.lab.record import Line, Simulated
from grognard.lab.summary import Counting, strength_of, wilson

PLAN = Plan("premier", "duel", ("random", "random"), 1, {"o": ("a", "b")}, "", "", "", "")
SIDES = {"french": "French", "prussian": "Prussians"}


def game(index: int, seed: int, value: str, score: float, lost: int) -> Simulated:
    winner = "" if score == 0.5 else "french" if score > 0.5 else "prussian"
    line = Line(0, 1, "french", "Routed", "F1", 405, 0, 0, "", "", 0.0, 0.0)
    blow = Line(1, 1, "french", "LostIncrements", "F1", 406, lost, lost, "", "fire", 2.0, 1.5)
    return Simulated(
        index, seed, {"o": value}, verdict=winner or "Draw", winner=winner, score=score, turns=2,
        by_turn={1: {"french": {"": lost}, "prussian": {"": 0}}}, fell={"F1": 1, "P1": 0},
        events=[line, blow],
    )  # fmt: skip


def counted(*games: Simulated) -> Counting:
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
    assert (first.value, first.shift.mean, first.wins.count, first.wins.of) == ("a", 0.0, 2, 3)
    assert (second.value, second.shift.mean, second.losses["french"]) == ("b", -0.5, 6.0)
    assert second.shift.low < -0.5 < second.shift.high
    assert second.more["french"].mean == 3.0
    assert second.more["french"].low < 3.0 < second.more["french"].high
    assert second.more["prussian"].mean == 0.0


def test_games_with_the_same_dice_count_once_for_an_interval() -> None:
    """Four pairs of one seed are one observation, however many other options are varied."""
    plan = msgspec.structs.replace(PLAN, vary={"o": ("a", "b"), "p": ("x", "y")})
    counting = Counting(plan, SIDES, setting_for("premier", "duel", ()).roster)
    for index, (seed, value, other) in enumerate(
        (seed, value, other) for seed in (1, 2) for value in "ab" for other in "xy"
    ):
        lost = (5 if value == "b" else 3) + (2 if value == "b" and seed == 2 else 0)
        each = game(index, seed, value, 1.0, lost)
        counting.add(msgspec.structs.replace(each, options={"o": value, "p": other}))
        if index == 3:
            one = counting.summary().effects[1].more["french"]
            assert (one.mean, one.high) == (2.0, float("inf"))
    two = counting.summary().effects[1].more["french"]
    assert two.mean == 3.0
    assert two.high == pytest.approx(3.0 + 12.706, abs=0.01)


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
    summary = counted(
        game(0, 1, "a", 1.0, 4), Simulated(1, 2, {"o": "a"}, failure="boom")
    ).summary()
    assert summary.games == 1
    assert summary.broken == ["game 1 (seed 2): boom"]


def test_losses_beside_history_say_by_how_much_they_differ() -> None:
    counting = counted(game(0, 1, "a", 1.0, 3), game(1, 2, "a", 1.0, 3), game(2, 3, "a", 0.0, 9))
    summary = counting.summary()
    told = Accounts(
        {"french": Told(1000, (600, 700)), "prussian": Told(1000, (0, 50))}, verdict="Draw"
    )
    found = beside(told, counting)
    assert found is not None
    french, prussian = found.sides
    assert french.verdict == "french"
    assert french.share == pytest.approx(3 / 15)
    assert french.off == pytest.approx(0.2 - 0.6)
    assert "40% fewer" in history_line(french, summary)
    assert prussian.is_near
    assert history_line(prussian, summary).endswith("as history says.")
    said = answer(found, summary)
    assert "french, 2 of 3 games (in history: Draw)" in said
    assert "French lose 40% of their strength too little" in said
    assert not found.fits


def test_only_the_nation_that_accounts_tell_of_is_counted() -> None:
    counting = counted(game(0, 1, "a", 1.0, 3))
    whole = Past(Accounts({"french": Told(10, (1, 2))}), counting).shares("french")
    french = Past(Accounts({"french": Told(10, (1, 2), nation="French")}), counting)
    saxon = Past(Accounts({"french": Told(10, (1, 2), nation="Saxon")}), counting)
    assert whole == french.shares("french") == [pytest.approx(3 / 15)]
    assert saxon.shares("french") == [0.0]


@pytest.mark.parametrize(
    ("alarm", "rings", "said"),
    [
        (Alarm("wins", "french", 0.4, 0.8), False, "67%"),
        (Alarm("wins", "prussian", 0.4, 0.8), True, "33%"),
        (Alarm("median_loss", "french", 0.3, 0.5), True, "20%"),
        (Alarm("median_loss", "french", 0.1, 0.5), False, "20%"),
        (Alarm("often_over", "french", 0.1, share=0.5), False, "33%"),
        (Alarm("often_over", "french", 0.4, share=0.5), True, "33%"),
        (Alarm("over_before", turn=3, most=0.5), True, "100%"),
        (Alarm("over_before", turn=2, most=0.5), False, "0%"),
        (Alarm("first_loss", third=1), False, "turn 1 in the middle, the first third"),
        (Alarm("first_loss", third=2), True, "first third"),
        (Alarm("falls", "french", place="Knoll", third=2), False, "turn 2 in the middle"),
        (Alarm("falls", "prussian", place="Knoll", third=2), True, "never (3 of 3)"),
    ],
)
def test_alarms_ring_beyond_their_limits(alarm: Alarm, rings: bool, said: str) -> None:
    held = {"Knoll": {1: "", 2: "french"}}
    games = [game(0, 1, "a", 1.0, 3), game(1, 2, "a", 1.0, 3), game(2, 3, "a", 0.0, 9)]
    counting = counted(*(msgspec.structs.replace(each, held=held) for each in games))
    found = Past(Accounts({"french": Told(10, (1, 2))}), counting).checked(alarm)
    assert found.rings is rings
    assert said in found.found


def test_hagelberg_has_accounts_of_both_sides_and_every_value_of_the_house_can_be_played() -> None:
    accounts = accounts_of("hagelberg")
    assert accounts is not None
    setting = setting_for("premier", "hagelberg", ())
    assert set(accounts.sides) == set(setting.sides)
    for house in accounts.house:
        for value in list(house.values)[1:]:
            setting_for("premier", "hagelberg", ((house.name, value),))
    assert {alarm.kind for alarm in accounts.alarms} == {
        "wins", "median_loss", "often_over", "over_before", "first_loss", "falls",
    }  # fmt: skip
    men = strength_of(setting.roster, "french")
    assert 60 <= men <= 120
    assert accounts_of("duel") is None


def test_a_value_of_the_house_is_turned_in_a_copy_of_the_pack() -> None:
    usual = setting_for("premier", "hagelberg", ())
    steady = setting_for("premier", "hagelberg", (("landwehr_morale", "32"),))
    assert steady.roster["P05"].morale < usual.roster["P05"].morale
    assert steady.roster["F01"].morale == usual.roster["F01"].morale
    with pytest.raises(GrognardError, match="landwehr_morale cannot be '99'; there is: 34, 32"):
        setting_for("premier", "hagelberg", (("landwehr_morale", "99"),))


def test_what_a_value_of_the_house_changes_is_told_as_it_was_measured() -> None:
    counting = counted(
        game(0, 11, "a", 1.0, 3), game(1, 11, "b", 0.0, 5),
        game(2, 12, "a", 0.5, 3), game(3, 12, "b", 0.5, 7),
    )  # fmt: skip
    summary = counting.summary()
    assert measured(House("o", "", "", values={"a": {}, "b": {}}), summary).startswith(
        "b: French lose +3.0 ["
    )
    assert "--vary p=x,y" in measured(House("p", "", "", values={"x": {}, "y": {}}), summary)
    assert measured(House("p", "", "", measured="much"), summary) == "much"


def test_places_tell_who_held_them_turn_by_turn() -> None:
    first = msgspec.structs.replace(
        game(0, 1, "a", 1.0, 3), held={"Knoll": {1: "french"}}, by_turn={1: {}, 2: {}}
    )
    second = msgspec.structs.replace(first, index=1, held={"Knoll": {1: "", 2: "french"}})
    assert counted(first, second).summary().held == {
        "Knoll": {"french": [0.5, 1.0], "prussian": [0.0, 0.0]}
    }


def test_every_scenario_of_history_gives_least_before_most() -> None:
    accounts = accounts_of("hagelberg")
    assert accounts is not None
    for told in accounts.sides.values():
        assert 0 < told.lost[0] <= told.lost[1] < told.men
    assert all(re.search(r"yaml", house.src) for house in accounts.house)
