"""The melee segment and the assault by melee from end to end (rules 16, 32, 33, 35, 36)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import Ask, IllegalAction, Over, why_not
from grognard.systems.bataille.actions import Assault, Finish
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.melee import (
    Advanced,
    AssaultDeclared,
    MeleeFought,
)
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.marks import commitment
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.premier.events import AssaultLapsed
from grognard.systems.premier.melee.assault import AssaultByMelee, MeleeSegment
from tests.systems.premier.assaults import (
    FRENCH,
    PLAIN,
    assault,
    clause,
    listed,
    meet,
    purpose,
    segment,
)
from tests.systems.premier.kit import (
    battalion,
    battery,
    begin,
    events,
    play,
    regiment,
)
from tests.systems.premier.leaders_kit import leader, led

# --- the worked example of the battle of Hagelberg


@pytest.mark.rule("P33.4", "P33.6", "P33.12", "P33.13", "P33.14", "P34.4")
def test_the_assault_on_the_saxons_in_hagelberg() -> None:
    rows = [*PLAIN[:4], "....V...........", *PLAIN[5:]]
    table = meet(
        battalion("P10", "0504", "S", melee=Fraction(14), morale=33, nation="Prussian"),
        battalion("F12", "0505", "N", "general", melee=Fraction(13), morale=34, nation="Saxon"),
        rows=rows, special=["kolben"], weather="rain", phasing="coalition",
    )  # fmt: skip
    table = led(table, leader("LP4", "0504", "Prussian", melee=6, morale=6))
    state = begin(table, MeleeSegment("coalition"))
    state = play(state, "assault 0505 P10")
    assert purpose(state) == "premelee-attacker"  # the Saxons are in general order
    state = play(state, 31)
    (check,) = events(state, MoraleChecked)
    assert sorted(item.amount for item in check.account) == sorted([-3, +3, +6])
    assert check.passed
    state = play(state, 52)
    (fought,) = events(state, MeleeFought)
    assert (fought.attack_total, fought.defence_total, fought.odds) == (14, 13, "1:1")
    assert (fought.dice, fought.modified, fought.result) == (52, 62, "DD")
    saxons, landwehr = state.table["F12"], state.table["P10"]
    assert (saxons.cohesion, saxons.lost) == (Cohesion.DISORDER, 1)
    assert saxons.at != 505
    assert (landwehr.at, landwehr.formation) == (505, Formation.GENERAL)


@pytest.mark.rule("P33.17")
def test_uphill_the_landwehr_of_the_example_needs_two_more() -> None:
    rows = [*PLAIN[:4], "....V...........", *PLAIN[5:]]
    levels = ["0" * 16] * 4 + ["0000100000000000"] + ["0" * 16] * 11
    table = meet(
        battalion("P10", "0504", "S", morale=33, nation="Prussian"),
        battalion("F12", "0505", "N", "general"),
        rows=rows, levels=levels, special=["kolben"], weather="rain",
    )  # fmt: skip
    table = led(table, leader("LP4", "0504", "Prussian", melee=6, morale=6))
    state = play(begin(table, AssaultByMelee("coalition", 505, ("P10",))), 31)
    (check,) = events(state, MoraleChecked)
    assert check.account.total == -3 + 3 + 6 - 2


# --- declaring


@pytest.mark.rule("P2.10", "P33.1", "P32.8")
def test_assaults_are_declared_one_at_a_time_and_may_be_declined() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0704", "S"),
        battalion("P1", "0505", "N"), battalion("P2", "0705", "N"),
    )  # fmt: skip
    assert listed(state) == ["done", "assault 0505 F1", "assault 0705 F2"]
    after = play(state, "assault 0505 F1", 11)
    assert purpose(after) == "advance-after-melee"
    after = play(after, "done")
    assert listed(after) == ["done", "assault 0705 F2"]
    over = play(after, "done")
    assert isinstance(over.pending, Over)
    assert over.table["P2"].at == 705


@pytest.mark.rule("P32.8")
def test_where_nobody_can_assault_nobody_is_asked() -> None:
    state = segment(battalion("F1", "0504", "N"), battalion("P1", "0505", "N"))
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P33.1")
def test_each_unit_attacks_once_and_each_hex_is_assaulted_once() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0605", "NW"), battalion("F3", "0603", "S"),
        battalion("P1", "0505", "N"), battalion("P2", "0604", "NW"),
    )  # fmt: skip
    state = play(state, "assault 0505 F1", 66, 11)  # F1 fails and drops out
    assert clause(state, "F2") == "PR-83"
    assert clause(state, "F1", target=604) == "PR-83"
    assert listed(state) == [
        "done", "assault 0604 F2", "assault 0604 F2 F3", "assault 0604 F3",
    ]  # fmt: skip


@pytest.mark.rule("P33.1")
def test_a_table_may_declare_all_assaults_first() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0704", "S"),
        battalion("P1", "0505", "N"), battalion("P2", "0705", "N"),
        options={"declare_all_first": "on"},
    )  # fmt: skip
    state = play(state, "assault 0705 F2")
    assert listed(state) == ["done", "assault 0505 F1"]
    assert not events(state, AssaultDeclared)
    state = play(state, "assault 0505 F1")
    assert [event.target for event in events(state, AssaultDeclared)] == [705]
    assert purpose(state) == "premelee-defender"


@pytest.mark.rule("P33.1")
def test_a_declared_assault_lapses_when_its_target_has_gone() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0507", "N"),
        battalion("P1", ["0506", "0505"], "W", "line"),
        options={"declare_all_first": "on"},
    )  # fmt: skip
    state = play(state, "assault 0505 F1", "assault 0506 F2", 11, "done")
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert events(state, AssaultLapsed) == [AssaultLapsed(506, ("F2",))]
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P32.2")
def test_only_a_front_side_leads_into_an_assault() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0605", "S"), battalion("P1", "0505", "N"),
        battalion("F3", "0808", "S"),
    )  # fmt: skip
    assert clause(state, "F1") == ""
    assert clause(state, "F2") == "P32.2"
    assert clause(state, "F3") == "P32.2"


@pytest.mark.rule("P32.9")
def test_nobody_assaults_what_he_may_not_enter() -> None:
    state = segment(
        battalion("F1", "0504", "S"), regiment("F2", "0404", "SE"), battalion("P1", "0505", "N"),
        walls=[("0404", "SE")],
    )  # fmt: skip
    assert clause(state, "F2") == "P32.9"


@pytest.mark.rule("P32.7")
def test_a_unit_that_fired_may_assault_only_what_it_fired_at() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N"), battalion("P2", "0604", "NW"),
        battalion("F2", "0404", "SE"),
    )  # fmt: skip
    table.fired_at["F1"] = (604,)
    state = begin(table, MeleeSegment(FRENCH))
    assert clause(state, "F1") == "P32.7"
    assert clause(state, "F1", target=604) == ""
    assert clause(state, "F2") == ""  # who has not fired is free
    table.fired_at["F1"] = (604, 505)
    assert clause(begin(table, MeleeSegment(FRENCH)), "F1") == ""


@pytest.mark.rule("P32.7")
def test_a_table_may_ask_that_infantry_fires_first() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0404", "SE"), battalion("P1", "0505", "N"),
        options={"must_fire_first": "on"},
    )  # fmt: skip
    table.fired_at["F1"] = (505,)
    state = begin(table, MeleeSegment(FRENCH))
    assert clause(state, "F1") == ""
    assert clause(state, "F2") == "P32.7"
    horse = segment(
        regiment("F1", "0504", "S"), battalion("P1", "0505", "N"), options={"must_fire_first": "on"}
    )
    assert clause(horse, "F1") == ""


@pytest.mark.rule("P32.11", "P35.16")
def test_infantry_and_cavalry_do_not_join() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0504", "S"), regiment("F3", "0404", "SE"),
        regiment("P1", "0505", "N"),
    )  # fmt: skip
    assert clause(state, "F1", "F3") == "P32.11"
    assert listed(state) == [
        "done", "assault 0505 F1", "assault 0505 F1 F2", "assault 0505 F2", "assault 0505 F3",
    ]  # fmt: skip


@pytest.mark.rule("P16.55")
def test_a_square_does_not_assault() -> None:
    state = segment(
        battalion("F1", "0504", "S", "square"), battalion("F2", "0404", "SE"),
        battalion("P1", "0505", "N"),
    )  # fmt: skip
    assert clause(state, "F1") == "P16.55"


@pytest.mark.rule("P30.7")
def test_routed_units_and_guns_never_attack() -> None:
    state = segment(
        battalion("F1", "0504", "S", order="rout"), battery("F2", "0404", "SE"),
        battalion("F3", "0604", "SW", order="disorder"), battalion("P1", "0505", "N"),
    )  # fmt: skip
    assert clause(state, "F1") == "P30.7"
    assert clause(state, "F2") == "PR-166"
    assert clause(state, "F3") == ""


@pytest.mark.rule("P16.53", "P16.57", "P18.11")
def test_infantry_attacks_a_square_from_outside_and_cavalry_from_its_own_hex() -> None:
    near = (
        battalion("P1", "0505", "N", "square"), battalion("F1", "0504", "S"),
        regiment("F2", "0404", "SE"),
    )  # fmt: skip
    assert clause(segment(*near), "F1") == ""
    assert clause(segment(*near), "F2") == "P16.57"
    upon = segment(*near, regiment("F3", "0505", "N"))
    assert clause(upon, "F3") == ""
    assert clause(upon, "F1") == "P18.11"


@pytest.mark.rule("P33.17")
def test_one_battalion_at_a_time_gets_over_a_wall() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0504", "S"), battalion("F3", "0404", "SE"),
        battalion("P1", "0505", "N"), walls=[("0504", "S")],
    )  # fmt: skip
    assert clause(state, "F1", "F2") == "P33.17"
    assert clause(state, "F1", "F3") == ""
    assert "assault 0505 F1 F3" in listed(state)


def test_any_legal_group_is_accepted_and_others_are_refused() -> None:
    state = segment(
        *(battalion(f"F{n}", "0504", "S", increments=3) for n in range(1, 5)),
        battalion("P1", "0505", "N"),
    )
    assert isinstance(state.pending, Ask)
    assert Assault(505, ("F1", "F3", "F4")) in state.pending.options
    assert all(option in state.pending.options for option in state.pending.options)
    for wrong in (Assault(505, ("F3", "F1")), Assault(505, ()), Assault(506, ("F1",))):
        assert wrong not in state.pending.options
        with pytest.raises(IllegalAction):
            play(state, wrong)
    assert state.pending.options.count() == 1 + 4 + 1


class Always:
    """A chooser that takes the same place every time."""

    def __init__(self, place: int) -> None:
        self.place = place

    def randrange(self, stop: int, /) -> int:
        return min(self.place, stop - 1)


def test_a_sample_is_among_the_options() -> None:
    state = segment(
        battalion("F1", "0504", "S"), battalion("F2", "0404", "SE"), battalion("P1", "0505", "N")
    )
    assert isinstance(state.pending, Ask)
    assert state.pending.options.sample(Always(0)) == Assault(505, ("F1",))
    assert state.pending.options.sample(Always(9)) == Finish()


# --- committed lines and compulsory assaults


@pytest.mark.rule("P16.35")
def test_a_line_that_closed_up_is_bound_to_assault() -> None:
    line = battalion("F1", ["0404", "0405"], "E", "line", marks=(commitment(505),))
    state = segment(line, battalion("F2", "0504", "S"), battalion("P1", "0505", "SW"))
    assert purpose(state) == "compulsory-assault"
    assert listed(state) == ["assault 0505 F1", "assault 0505 F1 F2"]
    assert why_not(state, Finish())[0].clause == "P16.35"
    assert clause(state, "F2") == "P16.35"
    state = play(state, "assault 0505 F1")
    assert state.table["F1"].marks == ()
    assert purpose(state) == "premelee-defender"


@pytest.mark.rule("P16.35")
def test_the_bond_lapses_with_its_object() -> None:
    line = battalion("F1", ["0404", "0405"], "E", "line", marks=(commitment(505),))
    state = segment(line, battalion("P1", "0909", "N"))
    assert events(state, AssaultLapsed) == [AssaultLapsed(505, ("F1",))]
    assert state.table["F1"].marks == ()


@pytest.mark.rule("P32.8")
def test_compulsory_assaults_handed_in_come_first() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0704", "S"),
        battalion("P1", "0505", "N"), battalion("P2", "0705", "N"),
    )  # fmt: skip
    state = begin(table, MeleeSegment(FRENCH, compulsory=(Assault(705, ("F2",)),)))
    assert purpose(state) == "premelee-defender"
    assert [event.target for event in events(state, AssaultDeclared)] == [705]


# --- checks and melee


@pytest.mark.rule("P33.5", "P33.6", "P33.13")
def test_the_order_is_defence_attack_melee() -> None:
    state = assault(meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N")), "F1")
    seen = [purpose(state)]
    for _ in range(2):
        state = play(state, 66)
        seen.append(purpose(state))
    assert seen == ["premelee-defender", "premelee-attacker", "melee"]


@pytest.mark.rule("P33.11")
def test_the_attacker_may_occupy_a_hex_left_after_a_failed_check() -> None:
    state = assault(meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N")), "F1")
    state = play(state, 11)
    assert listed(state) == ["done", "advance F1"]
    assert play(state, "advance F1").table["F1"].at == 505


@pytest.mark.rule("P33.10", "P32.6")
def test_an_assault_without_steady_attackers_is_over() -> None:
    state = assault(meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N")), "F1")
    state = play(state, 66, 11)
    assert isinstance(state.pending, Over)
    assert not events(state, MeleeFought)


@pytest.mark.rule("P32.6")
def test_only_those_who_passed_add_their_strength() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("F2", "0404", "SE", melee=Fraction(20)),
        battalion("P1", "0505", "N"),
    )  # fmt: skip
    state = play(assault(table, "F1", "F2"), 66, 66, 11, 35)
    (fought,) = events(state, MeleeFought)
    assert [fighter.unit for fighter in fought.attack.fighters] == ["F1"]
    assert fought.attack_total == 13


@pytest.mark.rule("P33.14")
@pytest.mark.parametrize("result", [(62, "DD"), (66, "DD")])
def test_the_winner_must_advance(result: tuple[int, str]) -> None:
    state = assault(meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N")), "F1")
    state = play(state, 66, 66, result[0])
    assert events(state, MeleeFought)[0].result == result[1]
    assert state.table["F1"].at == 505
    assert len(events(state, Advanced)) == 1


@pytest.mark.rule("P33.14")
def test_a_defender_destroyed_by_losses_leaves_the_hex_to_the_winner() -> None:
    table = meet(
        battalion("F1", "0504", "S"), battalion("P1", "0505", "N", increments=1, melee=Fraction(13))
    )
    state = play(assault(table, "F1"), 66, 66, 46)  # 1/2
    assert state.table.removed == {"P1": "destroyed"}
    assert state.table["F1"].at == 505


@pytest.mark.rule("P34.2")
def test_a_hex_emptied_by_a_stand_off_is_not_entered() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"))
    state = play(assault(table, "F1"), 66, 66, 16)
    assert events(state, MeleeFought)[0].result == "-"
    assert state.table["F1"].at != 504
    assert state.table.stack(505) == ()
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P34.6")
def test_after_a_star_the_hex_may_be_entered_if_the_defender_ran() -> None:
    table = meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N"))
    state = play(assault(table, "F1"), 66, 66, 43, 11)  # 2/1*, and the defender fails
    assert events(state, MeleeFought)[0].result == "2/1*"
    assert listed(state) == ["done", "advance F1"]


@pytest.mark.rule("P33.12")
def test_odds_below_the_card_may_decide_without_a_roll() -> None:
    table = meet(
        battalion("F1", "0504", "S", melee=Fraction(4)), battalion("P1", "0505", "N"),
        options={"auto_ar_everywhere": "on"},
    )  # fmt: skip
    state = play(assault(table, "F1"), 66, 66)
    (fought,) = events(state, MeleeFought)
    assert (fought.dice, fought.result) == (0, "AR")
    assert state.table["F1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P33.12")
def test_odds_of_one_to_three_take_six_from_the_dice() -> None:
    table = meet(
        battalion("F1", "0504", "S", melee=Fraction(13)), battalion("P1", "0505", "N", melee=Fraction(39)),
    )  # fmt: skip
    state = play(assault(table, "F1"), 66, 66, 43)
    (fought,) = events(state, MeleeFought)
    assert (fought.dice, fought.modified, fought.result) == (43, 33, "AD")


@pytest.mark.rule("P32.1")
def test_there_is_no_fire_in_an_assault() -> None:
    state = assault(meet(battalion("F1", "0504", "S"), battalion("P1", "0505", "N")), "F1")
    state = play(state, 66, 66, 62)
    assert isinstance(state.pending, Over)
    assert not events(state, FireResolved)


@pytest.mark.rule("P33.12")
def test_the_enemy_sees_totals_and_factors_but_no_printed_values() -> None:
    table = meet(battalion("F1", "0504", "S", lost=1), battalion("P1", "0505", "N"))
    (fought,) = events(play(assault(table, "F1"), 66, 66, 16), MeleeFought)
    assert fought.seen_by("french").attack == fought.attack
    seen = fought.seen_by("coalition")
    assert seen.attack.fighters[0].printed == 0
    assert seen.attack.fighters[0].factors == fought.attack.fighters[0].factors
    assert seen.attack_total == fought.attack_total
    assert seen.defence == fought.defence
    assert fought.seen_by("french").defence.fighters[0].printed == 0
