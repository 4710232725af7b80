"""Shocks: what counts, how they end, who goes where (E56, E60)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Reason
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.events import Disordered, LossTaken, Moved, Removed
from grognard.systems.empire.fire.events import FireSpent
from grognard.systems.empire.fire.supports import support_of
from grognard.systems.empire.retreat.falling_back import FellBack
from grognard.systems.empire.shock.events import BuildingTaken, PursuitHeld, RiddenDown, ShockFought
from grognard.systems.empire.shock.fights import Charger, Fight, Occasion
from grognard.systems.empire.shock.results import result_of
from grognard.systems.empire.shock.rows import account_of
from grognard.systems.empire.shock.shock import Shock
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import Base, at, foot, ground, guns, horse, house, play, table_of


def came(table: Table, unit: str, moved: int = 3000, **more: Any) -> Charger:
    """A unit that charged straight on to where it stands."""
    x, y = table.pieces[unit].pose.point
    return Charger(unit, (x, y - moved), (x, y - 1000), moved, more.get("zone", Zone.FRONT))


def fight_of(table: Table, *units: str, target: str = "P1", **more: Any) -> Fight:
    zone = more.pop("zone", Zone.FRONT)
    chargers = tuple(came(table, unit, zone=zone) for unit in units)
    return Fight(target, chargers, **more)


def rows(table: Table, fight: Fight, unit: str, foe: str) -> dict[str, int]:
    """What counts, by clause."""
    return {item.clause: item.amount for item in account_of(table, fight, unit, foe)}


def face_to_face(one: Base, other: Base, *more: Base, **options: Any) -> Table:
    return table_of(one, other, *more, **options)


@pytest.mark.rule("E56.16", "E56.17", "E56.22")
def test_a_column_with_elan_and_a_line_that_stands_are_even() -> None:
    table = face_to_face(foot("F1", 10, 9.5, 0, "column", traits="elan"), foot("P1", 10, 9.5, 180))
    fight = fight_of(table, "F1")
    assert rows(table, fight, "F1", "P1") == {"E56.16": 2, "E56.17": 1}
    assert rows(table, fight, "P1", "F1") == {"E56.22": 3}


@pytest.mark.rule("E56.11", "E56.17", "E56.23")
def test_cuirassiers_on_attack_meet_a_line_with_both_flanks_safe_evenly() -> None:
    table = face_to_face(
        horse("F1", 10, 9.5, 0, branch="heavy"),
        foot("P1", 10, 9.5, 180),
        foot("P2", 12.5, 9.5, 180),
        foot("P3", 7.5, 9.5, 180),
    )
    fight = fight_of(table, "F1")
    attack = rows(table, fight, "F1", "P1")
    assert (attack["E56.11"], attack["E56.17"]) == (3, 1)
    assert rows(table, fight, "P1", "F1") == {"E56.23": 4, "E56.31": 2}


@pytest.mark.rule("E56.24", "E56.41", "E56.19")
def test_a_square_adds_six_or_seven_against_horse_and_nothing_in_disorder() -> None:
    for formation, worth in (("column_square", 6), ("full_square", 7)):
        table = face_to_face(horse("F1", 10, 9.5), foot("P1", 10, 9.5, 180, formation))
        assert rows(table, fight_of(table, "F1"), "P1", "F1")["E56.24"] == worth
    broken = foot("P1", 10, 9.5, 180, "full_square", disordered=True)
    table = face_to_face(horse("F1", 10, 9.5), broken)
    fight = fight_of(table, "F1")
    assert "E56.24" not in rows(table, fight, "P1", "F1")
    assert rows(table, fight, "F1", "P1")["E56.19"] == 4


@pytest.mark.rule("E56.46", "E56.11", "E56.15")
def test_horse_needs_room_to_ride_and_has_no_weight_in_pursuit() -> None:
    table = face_to_face(horse("F1", 10, 9.5, traits="lance"), foot("P1", 10, 9.5, 180))
    short = Fight("P1", (came(table, "F1", 999),))
    assert rows(table, short, "F1", "P1") == {"E56.12": 1, "E56.17": 1}
    pursuit = fight_of(table, "F1", occasion=Occasion.PURSUIT)
    assert rows(table, pursuit, "F1", "P1") == {"E56.12": 1, "E56.15": 1, "E56.17": 1}
    wet = face_to_face(
        horse("F1", 10, 9.5), foot("P1", 10, 9.5, 180), patches=[ground("marsh", 5, 5, 15, 15)]
    )
    assert rows(wet, fight_of(wet, "F1"), "F1", "P1") == {"E56.17": 1, "E56.38": -2}


@pytest.mark.rule("E56.12", "E56.13", "E56.14")
def test_lances_cuirasses_and_a_line_tell_against_horse_in_column() -> None:
    table = face_to_face(
        horse("F1", 10, 9, traits="lance cuirass"), horse("P1", 10, 9, 180, "column"),
        orders={"french": "engage"},
    )  # fmt: skip
    found = rows(table, fight_of(table, "F1"), "F1", "P1")
    assert found == {"E56.11": 2, "E56.12": 1, "E56.13": 1, "E56.14": 1}


@pytest.mark.rule("E56.18", "E56.20", "E56.21", "E22.11")
def test_a_marker_skirmishers_and_a_flank_tell_for_the_attack() -> None:
    table = face_to_face(foot("F1", 10, 9, 0, "column"), foot("P1", 10, 9, 180, "skirmish"))
    table.alter("P1", marked=True)
    found = rows(table, fight_of(table, "F1", zone=Zone.REAR), "F1", "P1")
    assert (found["E56.18"], found["E56.20"], found["E56.21"]) == (1, 2, 4)


@pytest.mark.rule("E22.10", "ER-22")
def test_a_marker_costs_the_defender_once_or_by_option_twice() -> None:
    for value, worth in (("once", None), ("twice", -1)):
        table = face_to_face(
            foot("F1", 10, 9, 0, "column"), foot("P1", 10, 9, 180),
            options={"marker_defence": value},
        )  # fmt: skip
        table.alter("P1", marked=True)
        assert rows(table, fight_of(table, "F1"), "P1", "F1").get("E22.6") == worth


@pytest.mark.rule("E56.25", "EG.11")
def test_guns_that_stand_add_one_and_one_more_for_each_safe_flank() -> None:
    beside = [foot("P2", 12.2, 9.5, 180), foot("P3", 7.8, 9.5, 180)]
    for friends in range(3):
        table = face_to_face(foot("F1", 10, 9.5), guns("P1", 10, 9.5, 180), *beside[:friends])
        assert rows(table, fight_of(table, "F1"), "P1", "F1")["E56.25"] == 1 + friends


@pytest.mark.rule("E56.26", "E56.43", "E56.27", "E56.28")
def test_cover_tenacity_battalion_guns_and_poor_troops_count_for_who_stands() -> None:
    stubborn = foot("P1", 10, 9.5, 180, traits="tenacious battalion_guns melee_weapons",
                    status="militia")  # fmt: skip
    wood = [ground("wood", 8, 8, 12, 12)]
    table = face_to_face(foot("F1", 10, 9.5), stubborn, patches=wood)
    items = account_of(table, fight_of(table, "F1"), "P1", "F1").items
    found = [(item.clause, item.amount) for item in items]
    for each in (("E56.26", 2), ("E56.27", 1), ("E56.27", 1), ("E56.28", -1), ("E56.28", -1)):
        assert each in found
        found.remove(each)


@pytest.mark.rule("E56.29", "E56.30", "E56.39")
def test_each_side_counts_its_own_better_step_and_the_enemys_greater_losses() -> None:
    guard = foot("F1", 10, 9.5, status="guard", morale=3)
    table = face_to_face(guard, foot("P1", 10, 9.5, 180, morale=5, halves=4))
    fight = fight_of(table, "F1")
    assert rows(table, fight, "F1", "P1")["E56.29"] == 2
    assert rows(table, fight, "F1", "P1")["E56.30"] == 2
    assert rows(table, fight, "P1", "F1")["E56.29"] == 2


@pytest.mark.rule("E56.34", "ET.5")
def test_the_higher_unit_adds_one_and_a_charger_is_as_high_as_a_ud_before() -> None:
    hill = [ground("hill", 8, 9.2, 12, 14)]
    table = face_to_face(foot("F1", 10, 9.5), foot("P1", 10, 9.5, 180), patches=hill)
    fight = fight_of(table, "F1")
    assert rows(table, fight, "P1", "F1")["E56.34"] == 1
    assert "E56.34" not in rows(table, fight, "F1", "P1")


@pytest.mark.rule("E56.36", "E56.35", "E56.33")
def test_bulk_command_and_skirmishers_count_for_both() -> None:
    table = face_to_face(
        foot("F1", 10, 9.5, bulk="large", sk=2), foot("P1", 10, 9.5, 180, bulk="small", sk=1),
        generals={"prussian": None}, attached="F1",
    )  # fmt: skip
    fight = fight_of(table, "F1")
    found = rows(table, fight, "F1", "P1")
    assert (found["E56.36"], found["E56.35"], found["E56.33"]) == (1, 1, 1)
    assert rows(table, fight, "P1", "F1")["E56.36"] == -1
    assert rows(table, fight, "P1", "F1")["E56.35"] == -1


def ends(one: Base, other: Base, difference: int, **options: Any) -> tuple[Any, ...]:
    table = table_of(one, other, **options)
    found = result_of(table, fight_of(table, "F1"), "F1", difference)
    return found.word, found.winner, found.loser_halves, found.winner_halves, found.falls


FOOT, HORSE = foot("F1", 10, 9), horse("F1", 10, 9)


@pytest.mark.rule("E56.2", "E56.3", "E56.4", "E56.5", "E56.6", "E56.7")
def test_the_difference_says_how_a_shock_of_foot_ends() -> None:
    stands = foot("P1", 10, 9, 180)
    assert ends(FOOT, stands, 0) == ("melee", "P1", 2, 2, "retreat")
    assert ends(foot("F1", 10, 9, status="guard"), stands, 0)[1] == "F1"
    assert ends(FOOT, stands, 1) == ("defeated", "F1", 2, 1, "retreat")
    assert ends(FOOT, stands, -3) == ("defeated", "P1", 2, 0, "retreat")
    assert ends(FOOT, stands, 4) == ("routed", "F1", 4, 1, "flee")
    assert ends(FOOT, stands, 9) == ("eliminated", "F1", 0, 0, "gone")


@pytest.mark.rule("E56.8", "E56.9", "E56.45", "ER-23")
def test_horse_routs_foot_that_it_defeats_and_is_only_defeated_by_it() -> None:
    column, line = foot("P1", 10, 9, 180, "column"), foot("P1", 10, 9, 180)
    assert ends(HORSE, column, 1) == ("routed", "F1", 4, 1, "flee")
    assert ends(HORSE, column, -8) == ("defeated", "P1", 1, 0, "retreat")
    assert ends(HORSE, line, -8)[2] == 2
    assert ends(HORSE, column, -2, options={"cavalry_small_defeat": "loss"})[2] == 2
    assert ends(HORSE, column, 0) == ("melee", "P1", 2, 2, "retreat")


@pytest.mark.rule("E56.10", "E56.47")
def test_guns_and_units_in_disorder_are_lost_when_they_are_beaten() -> None:
    assert ends(FOOT, guns("P1", 10, 9, 180), 1)[-1] == "gone"
    assert ends(FOOT, foot("P1", 10, 9, 180, disordered=True), 1)[-1] == "gone"


# --- to the end


@pytest.mark.rule("E56.3", "E40.1", "E56.47")
def test_a_beaten_line_retreats_four_and_the_column_advances_one() -> None:
    table = table_of(foot("F1", 10, 9.5, 0, "column"), foot("P1", 10, 9.5, 180))
    fought = play(table, Shock(fight_of(table, "F1")), (6, 4))
    assert fought.told(ShockFought)[0].difference == 1
    assert [(each.unit, each.halves) for each in fought.told(LossTaken)] == [("P1", 2), ("F1", 1)]
    assert fought.told(FellBack)[0].unit == "P1"
    assert fought.table.pieces["P1"].pose.y > 13_000
    assert fought.table.pieces["F1"].pose.point == at(10, 10.5)
    assert fought.table.pieces["P1"].disordered
    assert fought.table.pieces["F1"].marked


@pytest.mark.rule("E60.1", "E60.2", "E60.3", "E60.4", "E40.4")
def test_horse_that_pursues_rides_down_foot_in_the_open() -> None:
    table = table_of(horse("F1", 10, 9.5, branch="heavy"), foot("P1", 10, 9.5, 180, "column"))
    fought = play(table, Shock(fight_of(table, "F1")), (6, 3))
    assert "hold-back F1" in fought.offers()
    ridden = fought.then("pursue F1 0")
    assert ridden.told(RiddenDown)[0].unit == "P1"
    assert ridden.told(Removed)[0].how == "eliminated"


@pytest.mark.rule("E60.2", "E44.3")
def test_horse_holds_back_by_a_control_test_and_impetuous_horse_not_at_all() -> None:
    table = table_of(horse("F1", 10, 9.5, branch="heavy"), foot("P1", 10, 9.5, 180, "column"))
    fought = play(table, Shock(fight_of(table, "F1")), (6, 3), "hold-back F1", 6)
    assert fought.told(PursuitHeld)
    assert not fought.told(RiddenDown)
    fought = play(table, Shock(fight_of(table, "F1")), (6, 3), "hold-back F1", 1)
    assert fought.told(RiddenDown)
    wild = table_of(
        horse("F1", 10, 9.5, branch="heavy", traits="impetuous"), foot("P1", 10, 9.5, 180, "column")
    )
    fought = play(wild, Shock(fight_of(wild, "F1")), (6, 3))
    assert "impetuous" in fought.why_not("hold-back F1")
    assert "E60.3" in fought.why_not("pursue F1 46")


@pytest.mark.rule("E60.5", "E56.15")
def test_a_pursuer_who_meets_somebody_new_fights_once_more() -> None:
    table = table_of(
        horse("F1", 10, 9.5, branch="heavy"),
        foot("P1", 10, 9.5, 180, "column"),
        foot("P2", 10, 14, 180),
    )
    fought = play(table, Shock(fight_of(table, "F1")), (6, 1), "pursue F1 0")
    assert fought.offers() == ["pick stand"]
    fought = fought.then("pick stand", (1, 6))
    assert [each.target for each in fought.told(ShockFought)] == ["P1", "P2"]
    assert fought.told(Disordered)[-1].unit == "F1"
    mounted = table_of(
        horse("F1", 10, 9.5, branch="heavy"),
        foot("P1", 10, 9.5, 180, "column"),
        horse("P2", 10, 14, 180),
    )
    met = play(mounted, Shock(fight_of(mounted, "F1")), (6, 1), "pursue F1 0")
    assert met.offers() == ["pick counter-charge", "pick stand"], "answers stand in their order"


@pytest.mark.rule("E56.44")
def test_foot_that_beats_a_garrison_takes_its_building() -> None:
    hall = house("hall", 9, 10, 11, 12)
    table = table_of(
        foot("F1", 10, 10, 0, "column"),
        foot("P1", 10, 11, 180, "garrison", building="hall"),
        buildings=[hall],
    )
    fought = play(table, Shock(fight_of(table, "F1")), (6, 1))
    assert fought.told(FellBack)[0].unit == "P1"
    assert fought.told(BuildingTaken)[0].building == "hall"
    assert fought.table.pieces["F1"].building == "hall"


@pytest.mark.rule("EG.13", "E56.32", "EG.17")
def test_friends_who_can_fire_at_the_enemy_may_support_a_shock_and_are_spent() -> None:
    table = table_of(
        foot("F1", 10, 9.5, 0, "column"), foot("F2", 12.2, 8.5, 0), foot("P1", 10, 9.5, 180)
    )
    asked = play(table, Shock(fight_of(table, "F1")))
    assert asked.offers() == ["support", "support F2"]
    assert "EG.13" in asked.why_not("support F1")
    fought = asked.then("support F2", (3, 3))
    assert [each.unit for each in fought.told(FireSpent)] == ["F2"]
    attack = fought.told(ShockFought)[0].attack
    assert ("E56.32", 1) in [(item.clause, item.amount) for item in attack.items]


@pytest.mark.rule("E35.10", "EG.12")
def test_several_chargers_fight_one_shock_with_the_best_of_them() -> None:
    table = table_of(
        foot("F1", 9.4, 9.5, 0, "column"),
        foot("F2", 10.6, 9.5, 0, "column", traits="elan"),
        foot("P1", 10, 9.5, 180),
    )
    fought = play(table, Shock(fight_of(table, "F1", "F2")), (1, 6))
    assert fought.told(ShockFought)[0].principal == "F2"
    assert {each.unit for each in fought.told(Disordered)} == {"F1", "F2"}
    assert [each.unit for each in fought.told(FellBack)] == ["F2", "F1"]
    assert {each.unit for each in fought.told(LossTaken)} == {"F2"}


@pytest.mark.rule("EG.13", "E35.10", "E56.32")
def test_a_target_of_several_is_supported_against_the_first_whoever_fights_for_them() -> None:
    table = table_of(
        foot("F1", 9.4, 9.5, 0, "column"),
        foot("F2", 10.6, 9.5, 0, "column", traits="elan"),
        foot("P1", 10, 9.5, 180),
        guns("P2", 1, 8.8, 90),
    )
    asked = play(table, Shock(fight_of(table, "F1", "F2")))
    assert isinstance(support_of(table, "P2", "P1", "F2"), Reason)
    assert asked.offers() == ["support", "support P2"]
    (fought,) = asked.then("support P2", (3, 3)).told(ShockFought)
    assert fought.principal == "F2"
    assert ("E56.32", 1) in [(item.clause, item.amount) for item in fought.defence.items]


@pytest.mark.rule("E56.47")
def test_a_target_that_stood_may_stay_and_a_square_never_advances() -> None:
    table = table_of(foot("F1", 10, 9.5, 0, "column"), foot("P1", 10, 9.5, 180))
    fought = play(table, Shock(fight_of(table, "F1")), (1, 6))
    assert fought.offers() == ["pick go-on", "pick stay"]
    assert not fought.then("pick stay").told(Moved)
    table = table_of(horse("F1", 10, 9.5), foot("P1", 10, 9.5, 180, "full_square"))
    assert not play(table, Shock(fight_of(table, "F1")), (1, 6)).told(Moved)


@pytest.mark.rule("E56.31", "EG.12")
def test_friends_behind_and_beside_count_one_each_and_two_at_most() -> None:
    pair = foot("F1", 10, 9.5, 0, "column"), foot("P1", 10, 9.5, 180)
    friends = foot("P2", 12.5, 9.5, 180), foot("P3", 7.5, 9.5, 180), foot("P4", 10, 11, 180)
    for count in range(4):
        table = table_of(*pair, *friends[:count])
        found = rows(table, fight_of(table, "F1"), "P1", "F1")
        assert found.get("E56.31", 0) == min(count, 2)


@pytest.mark.rule("E56.37")
def test_threatened_sides_count_for_foot_before_horse_twice() -> None:
    pair = foot("F1", 10, 9.5, 0, "column"), foot("P1", 10, 9.5, 180)
    table = table_of(*pair, foot("F2", 13, 9.8, 270))
    assert rows(table, fight_of(table, "F1"), "P1", "F1")["E56.37"] == -1
    table = table_of(*pair, horse("F2", 13, 9.8, 270))
    assert rows(table, fight_of(table, "F1"), "P1", "F1")["E56.37"] == -2
    riders = horse("F1", 10, 9.5), horse("P1", 10, 9.5, 180)
    table = table_of(*riders, horse("F2", 14, 10, 270))
    assert rows(table, fight_of(table, "F1"), "P1", "F1")["E56.37"] == -1


@pytest.mark.rule("E56.38", "E29.11")
def test_ground_that_penalizes_counts_but_not_for_light_foot() -> None:
    wood = [ground("wood", 5, 5, 15, 15)]
    for branch, amount in (("line", -1), ("light", 0)):
        table = table_of(
            foot("F1", 10, 9.5, 0, branch=branch), foot("P1", 10, 9.5, 180), patches=wood
        )
        assert rows(table, fight_of(table, "F1"), "F1", "P1").get("E56.38", 0) == amount
    garden = [ground("garden", 5, 5, 15, 15)]
    table = table_of(horse("F1", 10, 9.5), foot("P1", 10, 9.5, 180), patches=garden)
    assert rows(table, fight_of(table, "F1"), "F1", "P1")["E56.38"] == -2


@pytest.mark.rule("E56.40")
def test_a_column_that_stands_against_foot_and_whoever_is_in_disorder_have_no_row() -> None:
    for held in (foot("P1", 10, 9.5, 180, "column"), foot("P1", 10, 9.5, 180, disordered=True)):
        table = table_of(foot("F1", 10, 9.5), held)
        assert rows(table, fight_of(table, "F1"), "P1", "F1") == {}


@pytest.mark.rule("E56.21", "E56.27", "E56.28")
def test_flank_attacks_and_what_a_defender_is_made_of() -> None:
    table = table_of(
        foot("F1", 10, 9.5),
        foot("P1", 10, 9.5, 180, traits="tenacious battalion_guns"),
    )
    fight = fight_of(table, "F1", zone=Zone.LEFT)
    assert rows(table, fight, "F1", "P1")["E56.21"] == 4
    items = [item.clause for item in account_of(table, fight, "P1", "F1")]
    assert items.count("E56.27") == 2
    weak = foot("P1", 10, 9.5, 180, status="militia", traits="melee_weapons")
    table = table_of(foot("F1", 10, 9.5), weak)
    items = [item.clause for item in account_of(table, fight_of(table, "F1"), "P1", "F1")]
    assert items.count("E56.28") == 2


@pytest.mark.rule("E56.1", "E56.31", "E56.40")
def test_both_roll_with_their_rows_and_a_column_has_none_against_foot() -> None:
    table = table_of(
        foot("F1", 10, 9.5, 0, "column"), foot("F2", 10, 7.5, 0, "column"),
        foot("P1", 10, 9.5, 180, "column"),
    )  # fmt: skip
    fought = play(table, Shock(fight_of(table, "F1")), (2, 5)).told(ShockFought)[0]
    assert [item.clause for item in fought.defence.items] == []
    assert ("E56.31", 1) in [(item.clause, item.amount) for item in fought.attack.items]
    assert fought.difference == 2 + fought.attack.total - 5


@pytest.mark.rule("E56.37", "E56.46")
def test_every_threatened_side_takes_one_off_but_for_those_who_fight_here() -> None:
    table = table_of(
        foot("F1", 10, 9.5, 0, "column"), foot("P1", 10, 9.5, 180),
        horse("F2", 13, 9.7, 270), horse("F3", 10, 13, 180, "column"),
    )  # fmt: skip
    alone = account_of(table, fight_of(table, "F1"), "P1", "F1")
    assert [item.amount for item in alone if item.clause == "E56.37"] == [-2, -2]
    both = account_of(table, fight_of(table, "F1", "F2"), "P1", "F1")
    assert [item.amount for item in both if item.clause == "E56.37"] == [-2]


@pytest.mark.rule("E56.38")
def test_ground_that_hampers_takes_one_off_foot_and_light_foot_not() -> None:
    wood = [ground("wood", 5, 5, 15, 15)]
    for branch, worth in (("line", -1), ("light", None)):
        table = table_of(
            foot("F1", 10, 9.5, 0, "column", branch=branch), foot("P1", 10, 9.5, 180), patches=wood
        )
        assert rows(table, fight_of(table, "F1"), "F1", "P1").get("E56.38") == worth
