"""Mounted skirmishers (rule 20): their screen, their fire, and slipping away after it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import Ask, State
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.events.melee import FellBack
from grognard.systems.bataille.horse.mounted_skirmish import (
    SkirmishersFallBack,
    may_fall_back,
    note_approach,
    screen_cost,
    ways_back,
)
from grognard.systems.bataille.horse.opportunity_charge import OpportunityCharges
from grognard.systems.bataille.horse.opportunity_ground import may_counter
from grognard.systems.bataille.horse.reaction_zone import may_react
from grognard.systems.bataille.melee.melee import fighter
from grognard.systems.bataille.melee.retreat_before import may_slip_away
from grognard.systems.bataille.movement.formations import changes
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.screens import is_torn, screens_of, surcharges
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    play,
    regiment,
)
from tests.systems.premier.listening import offered, option
from tests.systems.premier.moves import purpose

OPEN = ["." * 14] * 14
FIRE: dict[str, Any] = {"skirmish_fire": Fraction(3)}


def screen(unit: str = "P1", *at: str, facing: str = "NNE", **facts: Any) -> Unit:
    """Mounted skirmishers in 0606 and 0706, facing up the map."""
    return regiment(unit, at or ("0606", "0706"), facing, "skirmish", **{**FIRE, **facts})


ADJACENT, TWO = 6, 4
"""Half points: three points in the zone next to them, two points two hexes away."""


# --- the order itself


@pytest.mark.rule("P20.1")
@pytest.mark.parametrize(
    ("movement", "fire", "able"), [(14, 3, True), (14, 0, False), (11, 3, False)]
)
def test_only_light_cavalry_with_a_skirmish_factor_skirmishes(
    movement: int, fire: int, able: bool
) -> None:
    unit = regiment("F1", "0606", "N", movement=movement, skirmish_fire=Fraction(fire))
    table = field(OPEN, unit)
    found = [c.formation for c in changes(table, InHand("F1", 28))]
    assert (Formation.SKIRMISH in found) is able


@pytest.mark.rule("P20.2", "PR-31")
@pytest.mark.parametrize("increments", [1, 3, 12])
def test_mounted_skirmishers_take_two_hexes_whatever_their_strength(increments: int) -> None:
    unit = regiment("F1", "0606", "N", increments=increments, **FIRE)
    table = field(OPEN, unit)
    made = [c for c in changes(table, InHand("F1", 28)) if c.formation is Formation.SKIRMISH]
    assert made
    assert all(len(change.hexes) == 2 for change in made)


@pytest.mark.rule("P20.12", "PR-56")
def test_mounted_skirmishers_make_no_charge_of_any_kind() -> None:
    table = field(OPEN, screen())
    for reason in (may_react(table, "P1"), may_counter(table, "P1")):
        assert reason is not None
        assert reason.clause == "P20.12"


@pytest.mark.rule("P20.13")
def test_mounted_skirmishers_fight_at_half_of_the_share_in_the_hex() -> None:
    table = field(OPEN, screen(increments=8, melee=Fraction(24)))
    assert fighter(table, "P1", 606, (), lowered=False).total == Fraction(24) / 2 / 2


@pytest.mark.rule("P20.14", "PR-55", "PR-92")
@pytest.mark.parametrize(("speed", "may"), [(12, True), (13, False)])
def test_they_retreat_before_cavalry_only_with_two_points_more(speed: int, may: bool) -> None:
    foe = regiment("F1", "0605", "S", movement=speed)
    table = field(OPEN, screen(movement=14), foe, battalion("F2", "0705", "S"))
    assert (may_slip_away(table, "P1", ("F1",)) is None) is may
    assert may_slip_away(table, "P1", ("F2",)) is None


# --- the screen


@pytest.mark.rule("P20.3", "P20.4", "PR-54")
def test_the_zone_costs_three_points_more_and_two_hexes_away_two() -> None:
    prices = surcharges(field(OPEN, screen()), "french")
    assert prices[605] == ADJACENT
    assert prices[604] == TWO
    assert 603 not in prices
    assert 606 not in prices
    assert 607 not in prices, "behind them there is no zone"
    assert prices[608] == TWO


@pytest.mark.rule("P20.3", "P20.4", "PR-54")
@pytest.mark.parametrize(
    ("origin", "there", "price"),
    [(603, 604, TWO), (604, 605, ADJACENT), (605, 604, ADJACENT), (604, 603, TWO), (602, 603, 0)],
)
def test_a_step_pays_the_dearer_of_the_hex_left_and_the_hex_entered(
    origin: int, there: int, price: int
) -> None:
    table = field(OPEN, screen(), battalion("F1", "0603", "S"), battery("F2", "0603", "S"))
    assert screen_cost(table, "F1", origin, there) == price
    assert screen_cost(table, "F2", origin, there) == price


@pytest.mark.rule("P20.3")
def test_cavalry_and_their_own_side_pay_nothing() -> None:
    table = field(OPEN, screen(), regiment("F1", "0603", "S"), battalion("P2", "0608", "N"))
    assert screen_cost(table, "F1", 604, 605) == 0
    assert screen_cost(table, "P2", 604, 605) == 0


@pytest.mark.rule("PR-54")
@pytest.mark.parametrize(("setting", "price"), [("higher", ADJACENT), ("sum", ADJACENT + TWO)])
def test_a_table_may_add_the_surcharges_up(setting: str, price: int) -> None:
    units = (screen(), battalion("F1", "0604", "S"))
    table = field(OPEN, *units, options={"cav_screen_cost": setting})
    assert screen_cost(table, "F1", 604, 605) == price


@pytest.mark.rule("PR-54")
def test_several_screens_do_not_add_up_unless_the_table_says_so() -> None:
    units = (screen(), screen("P2", "0506", "0605"), battalion("F1", "0604", "S"))
    single = surcharges(field(OPEN, *units), "french")
    summed = surcharges(field(OPEN, *units, options={"cav_screen_cost": "sum"}), "french")
    assert max(single.values()) == ADJACENT
    assert max(summed.values()) > ADJACENT


@pytest.mark.rule("P20.10", "PR-142")
@pytest.mark.parametrize(
    ("facts", "torn"),
    [
        ({}, True),
        ({"formation": "general"}, True),
        ({"order": "rout"}, False),
        ({"movement": 11}, False),
    ],
    ids=["light", "any formation", "routed", "heavy"],
)
def test_light_cavalry_next_to_them_tears_the_screen(facts: dict[str, Any], torn: bool) -> None:
    foe = regiment("F2", "0605", "S", **facts)
    table = field(OPEN, screen(), foe, battalion("F1", "0704", "S"))
    assert is_torn(table, "P1") is torn
    assert (screen_cost(table, "F1", 704, 705) == 0) is torn


@pytest.mark.rule("P20.10", "PR-142")
def test_it_is_whole_again_when_the_light_cavalry_is_gone() -> None:
    table = field(OPEN, screen(), regiment("F2", "0605", "S"), battalion("F1", "0704", "S"))
    assert not surcharges(table, "french")
    table.remove("F2", "destroyed")
    assert surcharges(table, "french")


@pytest.mark.rule("P20.1")
def test_infantry_skirmishers_are_no_screen() -> None:
    foot = battalion("P2", ("0606", "0706"), "NNE", "skirmish", skirmish_multiple=Fraction(2))
    assert screens_of(field(OPEN, foot), "coalition") == []


# --- fire and fall back


def approached(*units: Unit, by: tuple[str, ...] = ("F1",), **facts: Any) -> Table:
    table = field(OPEN, *units, **facts)
    for unit in by:
        note_approach(table, unit, entered=True)
    return table


def fall_back(table: Table) -> State:
    return begin(table, SkirmishersFallBack("coalition"))


@pytest.mark.rule("P20.5", "P20.7", "PR-55")
def test_they_may_slip_away_from_infantry_that_came_next_to_them() -> None:
    state = fall_back(approached(screen(), battalion("F1", "0605", "S")))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("coalition", "skirmishers-fall-back")
    assert "fall-back P1 0610" in offered(state)
    state = play(state, option(state, "fall-back P1 0610"))
    assert state.table["P1"].hexes == (610, 710)
    assert len(events(state, FellBack)) == 1
    assert "no-move" in state.table["P1"].marks
    assert state.table["F1"].marks == (), "the approach is forgotten"


@pytest.mark.rule("P20.5", "P29.9")
def test_one_hex_back_does_not_cost_the_next_move() -> None:
    state = fall_back(approached(screen(), battalion("F1", "0605", "S")))
    state = play(state, option(state, "fall-back P1 0607"))
    assert "no-move" not in state.table["P1"].marks


@pytest.mark.rule("P20.5")
def test_they_may_stay() -> None:
    state = play(fall_back(approached(screen(), battalion("F1", "0605", "S"))), "done")
    assert state.table["P1"].hexes == (606, 706)
    assert purpose(state) == "over"


@pytest.mark.rule("P20.5")
def test_who_stood_next_to_them_before_gives_them_no_such_chance() -> None:
    state = fall_back(field(OPEN, screen(), battalion("F1", "0605", "S")))
    assert purpose(state) == "over"
    assert not state.happened


@pytest.mark.rule("P20.5")
def test_the_window_of_movement_notes_who_came_near() -> None:
    table = field(OPEN, screen(), battalion("F1", "0605", "S"))
    state = begin(table, OpportunityCharges("F1"))
    assert state.table["F1"].marks == ("approached:P1",)
    far = begin(field(OPEN, screen(), battalion("F1", "0604", "S")), OpportunityCharges("F1"))
    assert far.table["F1"].marks == ()
    assert not far.happened


@pytest.mark.rule("P20.6", "P20.8", "P20.9", "PR-55")
def test_from_guns_that_unlimber_beside_them_they_go_one_hex_only() -> None:
    table = field(OPEN, screen(), battery("F1", "0605", "S"))
    note_approach(table, "F1", entered=False)
    ways = ways_back(table, "P1")
    assert ways
    assert all(distance(606, at) == 1 for at in ways)


@pytest.mark.rule("P20.6")
def test_a_change_of_formation_beside_them_is_no_approach_but_unlimbering_is() -> None:
    table = field(OPEN, screen(), battalion("F1", "0605", "S"), battery("F2", "0705", "S"))
    note_approach(table, "F1", entered=False)
    note_approach(table, "F2", entered=False)
    assert table["F1"].marks == ()
    assert table["F2"].marks == ("approached:P1",)


@pytest.mark.rule("P20.6", "P20.10", "PR-142")
def test_light_cavalry_or_mounted_skirmishers_next_to_them_hold_them() -> None:
    loose = regiment("F2", ("0705", "0805"), "SSW", "skirmish", **FIRE)
    for foe in (regiment("F2", "0705", "S"), loose):
        table = approached(screen(), battalion("F1", "0605", "S"), foe)
        reason = may_fall_back(table, "P1")
        assert reason is not None
        assert reason.clause == "P20.10"


@pytest.mark.rule("P20.14", "PR-55")
@pytest.mark.parametrize(("speed", "may"), [(11, True), (12, False)])
def test_from_heavy_cavalry_they_need_two_points_more(speed: int, may: bool) -> None:
    foe = regiment("F1", "0605", "S", movement=speed)
    table = approached(screen(movement=13), foe)
    assert (may_fall_back(table, "P1") is None) is may


@pytest.mark.rule("P20.5", "P29.7")
def test_their_way_avoids_enemy_zones_and_never_leads_nearer() -> None:
    behind = battalion("F2", "0609", "N")
    ways = ways_back(approached(screen(), battalion("F1", "0605", "S"), behind), "P1")
    assert 608 not in ways
    assert 607 in ways


@pytest.mark.rule("P36.23", "PR-98")
def test_slipping_away_is_noted_against_the_rest_of_tired_horses() -> None:
    tired = screen(readiness="tired", marks=("fatigue:french:1",))
    state = fall_back(approached(tired, battalion("F1", "0605", "S")))
    state = play(state, option(state, "fall-back P1 0607"))
    assert "fell-back" in state.table["P1"].marks
