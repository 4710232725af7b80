"""A charge comes upon its target, in every state of the target (rules 37, 38 and 41)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import State
from grognard.systems.bataille.actions import Firer, Pick, Shoot
from grognard.systems.bataille.events.charge import ChargeStruck, RecallRolled, Trampled
from grognard.systems.bataille.events.facts import Removed
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.horse.charge_actions import Square, Target
from grognard.systems.bataille.melee.melee import defence_strength
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.charges import charge, do, horse, lancers, marks, offered, purpose
from tests.systems.premier.kit import Unit, battalion, battery, events, field, light, regiment

ROWS = ["." * 9] * 30


def struck(*units: Unit, path: str = "S S S S S", target: str = "C1", **setting: Any) -> State:
    """Light cavalry rides from 0502 straight down upon 0509, and is upon it after six hexes."""
    table = field(ROWS, horse("F1", "0502"), *units, **setting)
    return do(charge(table, "F1"), path, Target(target), "S")


def foot(**facts: Any) -> Unit:
    return battalion("C1", "0509", "N", **facts)


def is_over(state: State) -> bool:
    return purpose(state) == ""


# --- infantry


@pytest.mark.rule("P38.17", "P38.18")
def test_infantry_that_stands_halts_the_charge_and_has_passed_its_check() -> None:
    state = do(struck(foot()), 66)
    assert is_over(state)
    assert state.table["F1"].at == 508
    assert {"charged", "run", "met"} <= set(marks(state, "F1"))
    assert marks(state, "C1") == ("stood",)
    assert state.table["C1"].cohesion is Cohesion.GOOD


@pytest.mark.rule("P38.18", "P32.8", "PR-177")
@pytest.mark.parametrize(("reading", "bound"), [("off", False), ("on", True)])
def test_the_melee_after_a_stand_is_free_unless_the_table_says_otherwise(
    reading: str, bound: bool
) -> None:
    state = do(struck(foot(), options={"charge_must_melee": reading}), 66)
    assert ("contact:C1" in marks(state, "F1")) is bound


@pytest.mark.rule("P38.15", "PR-103")
def test_without_a_straight_run_nobody_checks_and_nothing_is_doubled() -> None:
    table = field(ROWS, horse("F1", "0405"), foot())
    state = do(charge(table, "F1"), "S face:SE SE face:S", Target("C1"), "S")
    assert is_over(state)
    assert not events(state, MoraleChecked)
    assert "run" not in marks(state, "F1")
    assert marks(state, "C1") == ("stood",)


@pytest.mark.rule("PR-103")
def test_a_table_may_ask_for_a_plain_check_without_a_run() -> None:
    options = {"no_run_stand_check": "plain"}
    table = field(ROWS, lancers("F1", "0405"), foot(), options=options)
    state = do(charge(table, "F1"), "S face:SE SE face:S", Target("C1"), "S")
    assert purpose(state) == "stand"
    state = do(state, 66)
    assert events(state, MoraleChecked)[0].account.total == 0


@pytest.mark.rule("PR-103")
def test_a_table_may_give_the_charge_bonus_in_morale_only() -> None:
    options = {"charge_bonus_vs_infantry": "morale_only"}
    state = do(struck(foot(), options=options), 66)
    assert "run" not in marks(state, "F1")
    against_horse = struck(regiment("C1", "0509", "S", movement=11), options=options)
    assert "run" in marks(against_horse, "F1")


@pytest.mark.rule("P38.19", "P38.43", "PR-74", "PR-109")
def test_infantry_that_fails_is_ridden_down_then_routs_then_comes_the_recall() -> None:
    state = do(struck(foot(), path="S S S S S"), 11)
    assert purpose(state) == "trample"
    assert state.table["C1"].at == 509, "it has not left yet"
    assert offered(state)[-1] == "pick 6"  # 19 - 6 = 13 points
    state = do(state, Pick("2"))
    assert (state.table["C1"].cohesion, state.table["C1"].lost) == (Cohesion.ROUT, 2)
    assert state.table["C1"].at != 509
    assert purpose(state) == "recall"


@pytest.mark.rule("PR-108", "PR-109", "P42.2")
def test_a_unit_may_be_destroyed_and_the_recall_is_rolled_all_the_same() -> None:
    state = do(struck(foot()), 11, Pick("6"))
    assert state.table.removed["C1"] == "destroyed"
    assert purpose(state) == "recall"


@pytest.mark.rule("P38.19", "PR-128")
def test_each_unit_of_the_hex_checks_and_one_that_stands_halts_the_charge() -> None:
    state = struck(foot(increments=3), battalion("C2", "0509", "N", increments=3))
    state = do(state, 11, 66)
    assert is_over(state)
    assert state.table["C1"].cohesion is Cohesion.ROUT
    assert "stood" in marks(state, "C2")
    assert not events(state, Trampled)


@pytest.mark.rule("P38.17")
def test_infantry_disordered_before_the_charge_checks_to_stand_with_minus_six() -> None:
    state = do(struck(foot(order="disorder")), 66)
    assert events(state, MoraleChecked)[0].account.total == -6
    assert is_over(state)


@pytest.mark.rule("P38.20", "P38.43")
def test_routed_infantry_is_ridden_down_where_it_is_caught_and_the_charge_is_over() -> None:
    state = struck(foot(order="rout"))
    assert purpose(state) == "trample"
    state = do(state, Pick("3"))
    assert is_over(state)
    assert state.table.strength("C1") == 3
    assert state.table["C1"].at == 509


# --- squares


@pytest.mark.rule("P38.28", "P38.29", "P38.30", "PR-115", "PR-177")
def test_a_target_in_square_is_ridden_upon_under_fire_and_must_be_fought() -> None:
    table = field(ROWS, horse("F1", "0502"), foot(formation="square"))
    state = do(charge(table, "F1"), "S S S S S", Target("C1"), want=["opportunity-fire"])
    assert "done" not in offered(state), "the charge must be carried home"
    state = do(state, "S", want=["opportunity-fire"])
    assert purpose(state) == "opportunity-fire"
    state = do(state, Shoot(508, (Firer("C1", 509),)), 11)
    assert events(state, FireResolved)[0].strength == 2 * 6 / 3
    assert is_over(state)
    assert state.table["F1"].hexes == (509,)
    assert state.table.stack(509) == ("F1", "C1")
    assert "contact:C1" in marks(state, "F1")
    assert "contact:F1" in marks(state, "C1")


@pytest.mark.rule("PR-115", "PR-48")
@pytest.mark.parametrize("option", ["carre_double_fire", "oppfire_vs_charge"])
def test_a_table_may_spare_the_cavalry_the_first_fire_of_the_square(option: str) -> None:
    table = field(ROWS, horse("F1", "0502"), foot(formation="square"), options={option: "off"})
    state = do(charge(table, "F1"), "S S S S S", Target("C1"), "S", want=["opportunity-fire"])
    assert is_over(state)
    assert state.table["F1"].hexes == (509,)


@pytest.mark.rule("P38.28")
def test_a_square_formed_by_the_target_is_charged_home() -> None:
    table = field(ROWS, horse("F1", "0502"), foot())
    state = do(do(charge(table, "F1"), "S S S S"), "S", Target("C1"), want=["form-square"])
    state = do(state, Square("C1"), 11, "S")
    assert state.table["C1"].formation is Formation.SQUARE
    assert state.table["F1"].hexes == (509,)


# --- the failed square


@pytest.mark.rule("P38.32", "P38.33", "P38.34", "P38.36", "PR-107")
@pytest.mark.parametrize(("reading", "most"), [("3", 4), ("1", 6)])
def test_a_target_disordered_in_its_attempt_is_ridden_down_and_fought(
    reading: str, most: int
) -> None:
    options = {"trample_disordered": reading}
    table = field(ROWS, horse("F1", "0502"), foot(), options=options)
    state = do(do(charge(table, "F1"), "S S S S"), "S", Target("C1"), want=["form-square"])
    state = do(state, Square("C1"), 46)
    assert "done" not in offered(state)
    state = do(state, "S")
    assert offered(state)[-1] == f"pick {most}"  # 13 points, 6 increments
    state = do(state, Pick("1"))
    assert is_over(state)
    assert "contact:C1" in marks(state, "F1")
    assert state.table["C1"].at == 509
    assert "named" in marks(state, "F1")


# --- cavalry


@pytest.mark.rule("P37.10", "P37.11", "PR-177")
def test_cavalry_makes_no_check_and_a_straight_run_is_remembered() -> None:
    state = struck(regiment("C1", "0509", "S", movement=11))
    assert is_over(state)
    assert not events(state, MoraleChecked)
    assert {"run", "met"} <= set(marks(state, "F1"))
    assert "contact:C1" not in marks(state, "F1")


@pytest.mark.rule("P37.11", "P38.14")
def test_without_a_straight_run_cavalry_is_met_at_single_value() -> None:
    table = field(ROWS, horse("F1", "0405"), regiment("C1", "0509", "S", movement=11))
    state = do(charge(table, "F1"), "S face:SE SE face:S", Target("C1"), "S")
    assert is_over(state)
    assert "run" not in marks(state, "F1")


# --- Road March


@pytest.mark.rule("P38.49", "PR-140", "P16.77")
def test_a_unit_caught_in_road_march_routs_and_its_neighbours_check() -> None:
    state = struck(
        battalion("C1", "0509", "N", "road"),
        battalion("C2", "0609", "N"),
        battalion("C3", "0710", "N"),
        roads=["0508 0509 0510"],
    )
    assert not events(state, MoraleChecked)
    assert purpose(state) == "trample"
    state = do(state, Pick("0"))
    assert state.table["C1"].cohesion is Cohesion.ROUT
    assert purpose(state) == "road-march"
    state = do(state, 66)
    assert [checked.unit for checked in events(state, MoraleChecked)] == ["C2"]
    assert purpose(state) == "recall"


# --- guns


def guns(at: str = "0509", facing: str = "N", formation: str = "unlimbered", **facts: Any) -> Unit:
    return battery("C1", at, facing, formation, **facts)


@pytest.mark.rule("P41.1", "PR-131", "P42.1")
def test_limbered_guns_alone_are_charged_like_infantry() -> None:
    state = struck(guns(formation="limbered"))
    assert purpose(state) == "stand"
    state = do(state, 11, Pick("1"))
    assert state.table["C1"].cohesion is Cohesion.ROUT
    assert purpose(state) == "recall"


@pytest.mark.rule("P41.2", "P41.3", "PR-130")
def test_guns_alone_that_pass_wait_for_their_fire_and_the_melee() -> None:
    state = struck(guns())
    assert purpose(state) == "guns-charged"
    state = do(state, 66)
    assert is_over(state)
    assert marks(state, "C1") == ("stood",)
    assert state.table["F1"].at == 508
    assert not events(state, FireResolved), "they fire in the segment of defensive fire"


@pytest.mark.rule("P41.4", "PR-130", "P38.46")
def test_guns_alone_that_fail_are_lost_and_the_cavalry_ends_in_their_hex() -> None:
    state = do(struck(guns()), 11)
    assert state.table.removed["C1"] == "eliminated"
    assert is_over(state)
    assert state.table["F1"].at == 509
    assert state.table["F1"].cohesion is Cohesion.GOOD, "its duty is done"


@pytest.mark.rule("P41.5", "P41.6", "PR-130")
def test_from_elsewhere_than_the_front_the_charge_goes_on_over_lost_guns() -> None:
    state = struck(guns(facing="S"), battalion("C2", "0518", "N"))
    assert do(state, 66).table["C1"].marks == ("stood",)
    state = do(state, 11)
    assert state.table.removed["C1"] == "eliminated"
    assert purpose(state) == "ride"
    assert state.table["F1"].at == 508


@pytest.mark.rule("P41.7", "P41.8", "P41.15", "PR-128")
def test_infantry_answers_for_the_guns_with_it_and_they_share_its_stand() -> None:
    state = struck(foot(), battery("C2", "0509", "N"))
    assert purpose(state) == "stand"
    state = do(state, 66)
    assert is_over(state)
    assert [marks(state, unit) for unit in ("C1", "C2")] == [("stood",)] * 2
    strength = defence_strength(state.table, Melee(509, ("F1",)))
    assert [fighter.unit for fighter in strength.fighters] == ["C1", "C2"]


@pytest.mark.rule("P41.9", "P41.10", "P41.11", "P41.12", "PR-128", "PR-129")
def test_abandoned_guns_fire_at_once_from_their_front_then_check() -> None:
    state = do(struck(foot(), battery("C2", "0509", "N")), 11, Pick("0"))
    assert "abandoned" in marks(state, "C2")
    assert state.table["C1"].at != 509
    assert purpose(state) == "fire"
    state = do(state, 11)
    (fired,) = events(state, FireResolved)
    assert (fired.target, fired.kind) == (508, "defensive")
    assert "fired-first" in marks(state, "C2")
    assert purpose(state) == "guns-charged"
    held = do(state, 66)
    assert purpose(held) == "recall"
    held = do(held, 6)
    assert is_over(held)
    assert "stood" in marks(held, "C2")
    lost = do(state, 11)
    assert lost.table.removed["C2"] == "eliminated"
    assert purpose(lost) == "recall"


@pytest.mark.rule("P41.11", "PR-129")
def test_abandoned_guns_do_not_fire_backwards() -> None:
    state = do(struck(foot(), battery("C2", "0509", "S")), 11, Pick("0"))
    assert purpose(state) == "guns-charged"


@pytest.mark.rule("P41.13", "PR-128")
def test_limbered_guns_run_with_their_infantry() -> None:
    state = do(struck(foot(), battery("C2", "0509", "N", "limbered")), 11, Pick("0"))
    assert state.table["C2"].cohesion is Cohesion.ROUT
    assert state.table["C2"].at == state.table["C1"].at != 509


@pytest.mark.rule("P41.14", "PR-107", "PR-131")
def test_routed_guns_alone_are_ridden_down_at_two_points_an_increment() -> None:
    state = struck(guns(formation="limbered", order="rout", increments=4))
    assert purpose(state) == "trample"
    assert offered(state)[-1] == "pick 4"
    state = do(state, Pick("4"))
    assert state.table.removed["C1"] == "destroyed"
    assert purpose(state) == "ride"


@pytest.mark.rule("P41.9", "P41.11", "PR-128")
def test_guns_left_by_infantry_that_disordered_in_its_attempt_fire_on_contact() -> None:
    table = field(ROWS, horse("F1", "0502"), foot(), battery("C2", "0509", "N"))
    state = do(do(charge(table, "F1"), "S S S S"), "S", Target("C1"), want=["form-square"])
    state = do(state, Square("C1"), 46, "S")
    assert purpose(state) == "fire"
    state = do(state, 11, 66)
    assert purpose(state) == "trample"
    state = do(state, Pick("0"))
    assert is_over(state)
    assert "contact:C1" in marks(state, "F1")


# --- Cossacks


@pytest.mark.rule("P46.1")
def test_cossacks_charge_steady_infantry_only_once_in_the_battle() -> None:
    def charge_by(*known: str) -> Table:
        cossacks = horse("F1", "0502", traits=frozenset({"cossack"}), marks=known)
        return field(ROWS, cossacks, foot(), special=["cossack_limits"])

    state = do(charge(charge_by(), "F1"), "S S S S S", Target("C1"), "S")
    assert "dared" in marks(state, "F1")
    again = charge(charge_by("dared"), "F1")
    assert is_over(again), "nothing is in their reach any more"


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(("facing", "free"), [("N", False), ("S", True)])
def test_cossacks_do_not_ride_at_the_muzzles_of_guns_twice(facing: str, free: bool) -> None:
    cossacks = horse("F1", "0502", movement=2, traits=frozenset({"cossack"}), marks=("dared",))
    table = field(ROWS, cossacks, guns(facing=facing), special=["cossack_limits"])
    assert (purpose(charge(table, "F1")) == "ride") is free


@pytest.mark.rule("P46.1")
def test_cossacks_may_always_charge_skirmishers_and_broken_troops() -> None:
    cossacks = horse("F1", "0502", traits=frozenset({"cossack"}), marks=("dared",))
    loose = light("C1", "0509", "NNE", "skirmish", increments=3)
    table = field(ROWS, cossacks, loose, special=["cossack_limits"])
    state = do(charge(table, "F1"), "S S S S S", Target("C1"), "S")
    assert purpose(state) == "trample"
    assert "dared" in marks(state, "F1")


@pytest.mark.rule("P38.14", "P38.17")
def test_the_contact_is_told_with_its_hexes_and_its_run() -> None:
    (told,) = events(struck(foot()), ChargeStruck)
    assert (told.from_hex, told.at, told.run, told.state) == (508, 509, True, "formed")
    assert not events(struck(foot()), RecallRolled)
    assert not events(struck(foot()), Removed)
