"""Leaders as casualties: what strikes them, how badly, who checks, who comes back (rule 7, P31.9)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Ask, Draw, Over, Roll, State, answer
from grognard.kernel.codec import builtins
from grognard.mechanics.d66 import D66
from grognard.systems.bataille.actions import Finish, Pick, read_firer
from grognard.systems.bataille.command.casualties import (
    LeaderCasualty,
    LeadersReturn,
    back_on_turn,
    returning_leaders,
    struck_by_fire,
    struck_in_melee,
)
from grognard.systems.bataille.events.leaders import (
    LeaderCaptured,
    LeaderGrazed,
    LeaderHit,
    LeaderKilled,
    LeaderPicked,
    LeaderReturned,
    LeaderSteadied,
    LeaderWounded,
)
from grognard.systems.bataille.events.melee import Advanced
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee.assault import AssaultByMelee
from tests.systems.premier.kit import Unit, battalion, begin, events, field, play
from tests.systems.premier.leaders_kit import Leader, leader, led

OPEN = ["." * 14] * 14


def stand(*leaders: Leader, units: tuple[Unit, ...] = (), **facts: Any) -> Table:
    """A French battalion in 0505 with these leaders."""
    return led(field(OPEN, battalion("F1", "0505", "S"), *units, **facts), *leaders)


def struck(table: Table, by: str = "fire", used: str = "", **facts: Any) -> State:
    return begin(table, LeaderCasualty(505, by, "french", used, **facts))


def purpose(state: State) -> str:
    return "over" if isinstance(state.pending, Over) else state.pending.purpose


# --- what strikes a leader


@pytest.mark.rule("P7.5", "P7.6", "P7.9")
@pytest.mark.parametrize("dice", [11, 12, 64, 65, 66])
def test_fire_strikes_a_leader_on_a_natural_65_or_66(dice: int) -> None:
    table = stand(leader("LF1", "0505"))
    hit = struck_by_fire(table, 505, "french", D66.of(dice))
    assert (hit is not None) is (dice in (65, 66))
    assert struck_by_fire(table, 505, "coalition", D66.of(dice)) is None
    assert struck_by_fire(table, 506, "french", D66.of(dice)) is None


def fire_at_leader(kind: str, crowd: int = 6) -> State:
    table = led(
        field(
            OPEN,
            battalion("F1", "0505", "S"),
            battalion("P1", "0506", "N", increments=crowd, morale=11),
        ),
        leader("LP1", "0506", morale=3),
    )
    return begin(table, FireAttack(506, (read_firer("F1@0505"),), kind))


@pytest.mark.rule("P7.5", "P7.6", "PR-13")
@pytest.mark.parametrize("kind", ["defensive", "offensive", "opportunity"])
def test_a_leader_is_struck_by_fire_of_every_kind(kind: str) -> None:
    state = play(fire_at_leader(kind), 65)
    assert purpose(state) == "leader-casualty"
    assert purpose(play(fire_at_leader(kind), 64)) != "leader-casualty"


@pytest.mark.rule("P7.9")
def test_modifiers_do_not_make_or_unmake_a_casualty() -> None:
    """Twelve increments add three to the dice: 62 becomes 65, and strikes nobody."""
    state = play(fire_at_leader("offensive", crowd=12), 62)
    assert not events(state, LeaderHit)
    assert purpose(state) != "leader-casualty"
    assert purpose(play(fire_at_leader("offensive", crowd=12), 65)) == "leader-casualty"


@pytest.mark.rule("P7.17", "P31.9")
def test_men_fired_on_take_their_losses_before_they_check_for_their_leader() -> None:
    state = play(fire_at_leader("offensive"), 66, 1)
    assert purpose(state) == "leader"
    assert state.table["P1"].lost
    state = play(state, 66)
    checks = [seen.occasion for seen in events(state, MoraleChecked)]
    assert checks[0] == "leader"


def fight(dice: int, *leaders: Leader) -> State:
    table = field(
        OPEN,
        battalion("F1", "0505", "S", morale=11),
        battalion("P1", "0506", "N", morale=11),
    )
    state = begin(led(table, *leaders), AssaultByMelee("french", 506, ("F1",), pinned=True))
    return play(state, 66, 66, dice)


@pytest.mark.rule("P7.5", "P7.7", "P7.9", "PR-12")
def test_a_natural_11_or_12_strikes_the_leader_of_the_attack() -> None:
    leads, idle = leader("LF1", "0505", melee=3), leader("LF1", "0505", morale=3)
    for dice in (11, 12):
        assert purpose(fight(dice, leads)) == "leader-casualty"
        assert not _struck(fight(dice, idle))  # he did not lead: nothing of his was applied
    assert not _struck(fight(13, leads))


@pytest.mark.rule("P7.5", "P7.8", "P7.24")
def test_a_natural_64_to_66_strikes_a_leader_with_the_defender_used_or_not() -> None:
    for dice in (64, 65, 66):
        assert purpose(fight(dice, leader("LP1", "0506", melee=3))) == "leader-casualty"
        assert purpose(fight(dice, leader("LP1", "0506", morale=3))) == "leader-casualty"
        assert not _struck(fight(dice, leader("LF1", "0505", melee=3)))
    assert not _struck(fight(63, leader("LP1", "0506", melee=3)))


def _struck(state: State) -> bool:
    return purpose(state) == "leader-casualty"


@pytest.mark.rule("P7.23", "PR-12")
def test_an_idle_leader_beside_the_one_who_leads_is_in_the_pick_all_the_same() -> None:
    table = stand(leader("LF1", "0505", melee=3), leader("LF2", "0505"))
    found = struck_in_melee(table, 506, "french", D66.of(11), attacker="LF1")
    assert found is not None
    state = play(begin(table, found), 4)
    assert events(state, LeaderPicked) == [LeaderPicked("LF2", 505, 4)]


# --- which of several


@pytest.mark.rule("P7.23")
@pytest.mark.parametrize("die", range(1, 7))
def test_one_who_was_used_takes_it_half_the_time(die: int) -> None:
    table = stand(leader("LF1", "0505"), leader("LF2", "0505"))
    state = play(struck(table, "melee", "LF1"), die)
    assert events(state, LeaderPicked)[0].leader == ("LF1" if die <= 3 else "LF2")


@pytest.mark.rule("P7.23")
def test_the_others_share_the_other_half_equally() -> None:
    table = stand(leader("LF1", "0505"), leader("LF2", "0505"), leader("LF3", "0505"))
    state = play(struck(table, "melee", "LF1"), 4)
    assert state.pending == Draw(("LF2", "LF3"), "leader-pick")


@pytest.mark.rule("P7.23")
def test_where_nobody_was_used_the_lot_falls_evenly_on_all() -> None:
    table = stand(leader("LF1", "0505"), leader("LF2", "0505"), leader("LP9", "0909"))
    state = struck(table)
    assert state.pending == Draw(("LF1", "LF2"), "leader-pick")
    after = answer(state, "LF2")
    assert isinstance(after.pending, Roll)
    assert after.pending.subject == "LF2"


# --- the six results


@pytest.mark.rule("P7.10", "P7.11", "P7.12")
@pytest.mark.parametrize(("die", "wound"), [(1, "head"), (2, "chest")])
def test_a_wound_in_head_or_chest_kills(die: int, wound: str) -> None:
    state = play(struck(stand(leader("LF1", "0505"))), die)
    (hit,) = events(state, LeaderHit)
    assert (hit.die, hit.wound, hit.by) == (die, wound, "fire")
    assert events(state, LeaderKilled)
    assert "LF1" not in state.table.leaders
    assert "LF1" not in state.table.attached
    assert state.table.removed["LF1"] == "dead"


@pytest.mark.rule("P7.10", "P7.13")
def test_a_leg_wound_costs_as_many_hours_as_two_dice_show() -> None:
    state = play(struck(stand(leader("LF1", "0505"))), 3)
    assert isinstance(state.pending, Roll)
    assert (state.pending.dice, state.pending.purpose) == ("2d6", "leader-hours")
    (wounded,) = events(play(state, (3, 3)), LeaderWounded)
    assert wounded.hours == 3 + 3
    assert wounded.until == 1 + 6 * 3 + 1


@pytest.mark.rule("P7.10", "P7.14")
def test_an_arm_wound_costs_as_many_hours_as_one_die_shows() -> None:
    state = play(struck(stand(leader("LF1", "0505"))), 4)
    assert isinstance(state.pending, Roll)
    assert state.pending.dice == "d6"
    state = play(state, 2)
    (wounded,) = events(state, LeaderWounded)
    assert (wounded.hours, wounded.until) == (2, 1 + 2 * 3 + 1)
    assert state.table.removed["LF1"] == "wounded:8"
    assert "LF1" not in state.table.leaders


@pytest.mark.rule("P7.10", "P7.15")
def test_in_melee_a_five_means_captured() -> None:
    state = play(struck(stand(leader("LF1", "0505")), "melee"), 5)
    (taken,) = events(state, LeaderCaptured)
    assert taken.cause == "melee"
    assert state.table.removed["LF1"] == "captured"


@pytest.mark.rule("P7.15")
def test_nobody_is_captured_by_fire_so_the_die_is_thrown_again() -> None:
    state = play(struck(stand(leader("LF1", "0505"))), 5)
    assert purpose(state) == "leader-casualty"
    assert events(state, LeaderHit)[0].again
    assert state.table.leaders["LF1"] == 505
    assert events(play(state, 1), LeaderKilled)


@pytest.mark.rule("P7.10", "P7.16", "PR-14")
def test_a_flesh_wound_costs_no_time_but_his_men_check() -> None:
    state = play(struck(stand(leader("LF1", "0505", morale=3))), 6)
    assert events(state, LeaderGrazed)
    assert purpose(state) == "leader"
    state = play(state, 36)
    (checked,) = events(state, MoraleChecked)
    assert [item.amount for item in checked.account] == [-3]  # he does not hearten them now
    assert checked.passed
    assert events(state, LeaderSteadied)
    assert state.table.leaders["LF1"] == 505
    assert "LF1" not in state.table.removed


@pytest.mark.rule("P7.16", "PR-14")
def test_a_table_may_pass_over_a_flesh_wound() -> None:
    table = stand(leader("LF1", "0505", morale=3), options={"flesh_wound_check": "off"})
    state = play(struck(table), 6)
    assert isinstance(state.pending, Over)
    assert not events(state, MoraleChecked)


# --- his men


@pytest.mark.rule("P7.17", "P31.9", "PR-14")
def test_every_unit_in_his_hex_checks_with_his_morale_taken_off_the_dice() -> None:
    mate, far = battalion("F2", "0505", "S"), battalion("F3", "0606", "S")
    state = play(struck(stand(leader("LF1", "0505", morale=3), units=(mate, far))), 1, 35, 36)
    first, second = events(state, MoraleChecked)
    assert {first.unit, second.unit} == {"F1", "F2"}
    assert first.account.total == second.account.total == -3
    assert not first.passed  # 35 less three rungs is 32, which does not exceed 32
    assert second.passed
    assert state.table[first.unit].cohesion is Cohesion.DISORDER


@pytest.mark.rule("P7.2", "P7.17", "PR-14")
def test_the_loss_of_one_who_did_harm_is_a_relief() -> None:
    (checked,) = events(play(struck(stand(leader("LF1", "0505", morale=-3))), 1, 26), MoraleChecked)
    assert checked.account.total == 3
    assert checked.passed


@pytest.mark.rule("P7.15", "P7.17", "PR-15")
def test_a_capture_makes_his_men_check_as_well() -> None:
    state = play(struck(stand(leader("LF1", "0505", morale=3)), "melee"), 5)
    assert purpose(state) == "leader"


@pytest.mark.rule("P7.17", "PR-164")
def test_another_leader_in_the_hex_may_steady_the_men() -> None:
    table = stand(leader("LF1", "0505", morale=3), leader("LF2", "0505", morale=6))
    state = play(struck(table, used="LF1"), 1, 1, 36)
    (checked,) = events(state, MoraleChecked)
    assert sorted(item.amount for item in checked.account) == [-3, 6]


@pytest.mark.rule("P7.8", "P7.17", "P33.14")
def test_a_defence_that_runs_when_its_leader_falls_leaves_the_hex_to_the_attacker() -> None:
    """At 1:1 a 64 less six reads as a loss only; then the defenders fail for their leader."""
    state = fight(64, leader("LP1", "0506", melee=9, morale=12))
    state = play(state, 1)
    while not isinstance(state.pending, Over):
        if purpose(state) == "leader":
            state = play(state, 11)
        elif isinstance(state.pending, Ask):
            choice = next(o for o in state.pending.options if o != Finish())
            state = play(state, choice)
        else:
            state = play(state, 66)
    assert events(state, LeaderKilled)
    assert state.table["P1"].at != 506
    assert events(state, Advanced)
    assert state.table["F1"].at == 506


# --- coming back


@pytest.mark.rule("P7.13", "P7.14", "PR-164")
def test_the_wounded_come_back_on_the_first_turn_after_their_hours() -> None:
    table = stand(leader("LF1"), leader("LF2"))
    table.removed |= {"LF1": "wounded:5", "LF2": "dead"}
    table.turn = 4
    assert returning_leaders(table) == ()
    table.turn = 5
    assert returning_leaders(table) == ("LF1",)
    table.turn = 2
    assert back_on_turn(table, 1) == 2 + 3 + 1


@pytest.mark.rule("PR-164")
def test_one_who_returns_joins_the_unit_of_his_command_that_his_owner_names() -> None:
    table = stand(
        leader("LF1", command="lanusse"),
        units=(battalion("F2", "0606", division="lanusse"), battalion("F3", "0707", division="lanusse")),
    )  # fmt: skip
    table.removed["LF1"] = "wounded:1"
    state = begin(table, LeadersReturn())
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("french", "leader-returns")
    assert list(state.pending.options) == [Pick("F2"), Pick("F3")]
    state = play(state, Pick("F3"))
    assert events(state, LeaderReturned) == [LeaderReturned("LF1", "F3")]
    assert state.table.leaders == {"LF1": 707}
    assert state.table.attached == {"LF1": "F3"}
    assert not state.table.removed


@pytest.mark.rule("PR-164")
def test_a_single_unit_to_return_to_needs_no_question_and_without_one_he_waits() -> None:
    table = stand(leader("LF1"), leader("LP1"))
    table.removed |= {"LF1": "wounded:1", "LP1": "wounded:1"}
    state = begin(table, LeadersReturn())
    assert state.table.leaders == {"LF1": 505}
    assert state.table.removed == {"LP1": "wounded:1"}


def test_a_casualty_in_progress_can_be_saved() -> None:
    state = struck(stand(leader("LF1", "0505")), check=False)
    saved = builtins(state.stack[-1].procedure)
    assert saved["leader"] == "LF1"
    assert saved["procedure"] == "LeaderCasualty"
