"""Overfull hexes, displacement, and horse and foot entangled (rule 10)."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel import Over, Roll, State
from grognard.systems.bataille.events.morale import Displaced, MoraleChecked, RetreatMoved
from grognard.systems.bataille.morale.overstack import PassageChecks, passage_checks_due
from grognard.systems.bataille.morale.retreat import Disorder
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.premier.morale.settle import SettleStack
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    play,
    regiment,
)

WIDE = ["." * 16] * 16
ENEMY = battalion("P1", "0803", "S")
VILLAGE = [row if index != 5 else ".......V........" for index, row in enumerate(WIDE)]


def from_hex(unit: Unit, at: int) -> Unit:
    """The unit as it came into its hex from another."""
    return msgspec.structs.replace(unit, piece=msgspec.structs.replace(unit.piece, came_from=at))


def checked(state: State) -> list[tuple[str, bool]]:
    return [(event.unit, event.passed) for event in events(state, MoraleChecked)]


@pytest.mark.rule("P10.1", "P10.2")
def test_where_everybody_fits_nothing_happens() -> None:
    table = field(WIDE, battalion("F1", "0806"), battalion("F2", "0806"), ENEMY)
    state = begin(table, SettleStack(806))
    assert isinstance(state.pending, Over)
    assert not state.happened


@pytest.mark.rule("P10.2", "P31.4", "PR-17")
def test_one_roll_for_an_overfull_hex_is_held_against_each_units_own_value() -> None:
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general", morale=26),
        battalion("F2", "0806", "N", "general", morale=34),
        ENEMY,
    )
    state = begin(table, SettleStack(806))
    assert state.pending == Roll("d66", "overstack", "0806")
    state = play(state, 31)
    assert checked(state) == [("F1", True), ("F2", False)]
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P31.4", "PR-17")
def test_each_unit_has_its_own_modifiers_on_the_common_roll() -> None:
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general", order="disorder"),
        battalion("F2", "0806", "N", "general", lost=4),
        ENEMY,
    )
    state = play(begin(table, SettleStack(806)), 66)
    assert [event.account.total for event in events(state, MoraleChecked)] == [-3, -6]


@pytest.mark.rule("P31.4")
def test_a_roll_equal_to_the_value_disorders() -> None:
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general", morale=32),
        battalion("F2", "0806", "N", "general", morale=31),
        ENEMY,
    )
    assert checked(play(begin(table, SettleStack(806)), 32)) == [("F1", False), ("F2", True)]


@pytest.mark.rule("P10.3", "PR-67")
def test_a_unit_that_fails_disorders_and_retreats_three_points() -> None:
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general", morale=26),
        battalion("F2", "0806", "N", "general", morale=34),
        ENEMY,
    )
    state = play(begin(table, SettleStack(806)), 31)
    assert state.table["F2"].cohesion is Cohesion.DISORDER
    assert len(events(state, RetreatMoved)) == 3
    assert state.table["F1"].at == 806
    assert not events(state, Displaced)


@pytest.mark.rule("P10.2", "P30.10")
def test_cavalry_that_fails_the_common_roll_routs() -> None:
    table = field(VILLAGE, regiment("F1", "0806"), regiment("F2", "0806", morale=26), ENEMY)
    state = play(begin(table, SettleStack(806)), 31)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert state.table["F2"].cohesion is Cohesion.GOOD


def full_village(*, came_from: int, **settings: object) -> State:
    """Both pass the roll, so that F2, who came last, must make room."""
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general"),
        from_hex(battalion("F2", "0806", "N", "general"), came_from),
        ENEMY,
        **settings,  # type: ignore[arg-type]
    )
    return play(begin(table, SettleStack(806, newest=("F2",))), 66)


@pytest.mark.rule("P10.4", "PR-18")
def test_the_last_to_come_goes_back_to_where_it_came_from() -> None:
    state = full_village(came_from=807)
    assert [(event.unit, event.to) for event in events(state, Displaced)] == [("F2", 807)]
    assert state.table["F2"].cohesion is Cohesion.GOOD
    assert state.table["F2"].formation is Formation.COLUMN


@pytest.mark.rule("P10.4", "P31.5", "PR-18")
def test_it_does_not_go_back_nearer_to_the_enemy_but_steps_away_from_him() -> None:
    state = full_village(came_from=805)
    (event,) = events(state, Displaced)
    assert event.to in (807, 707, 907, 706, 906)


@pytest.mark.rule("P10.4", "PR-18")
@pytest.mark.parametrize("closed", ["enemy", "full"])
def test_it_does_not_go_back_into_a_hex_that_is_taken(closed: str) -> None:
    last = from_hex(battalion("F2", "0806", "N", "general"), 807)
    taken = [battalion("P2", "0807", "S")]
    if closed == "full":
        taken = [battalion(f"F{number}", "0807", increments=9) for number in (3, 4)]
    table = field(VILLAGE, battalion("F1", "0806", "N", "general"), last, ENEMY, *taken)
    state = play(begin(table, SettleStack(806, newest=("F2",))), 66)
    assert all(event.to != 807 for event in events(state, Displaced))
    assert events(state, Displaced) or state.table["F2"].at == 806


@pytest.mark.rule("P10.4", "PR-18")
def test_where_no_hex_will_take_it_the_excess_stands() -> None:
    ring = ("0805", "0906", "0907", "0807", "0707", "0706")
    foes = [battalion(f"P{at}", at) for at in ring]
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general"),
        battalion("F2", "0806", "N", "general"),
        *foes,
    )
    state = play(begin(table, SettleStack(806)), 66)
    assert isinstance(state.pending, Over)
    assert len(state.table.stack(806)) == 2


@pytest.mark.rule("P10.4")
def test_without_a_word_who_came_last_the_bottom_of_the_stack_makes_room() -> None:
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general"),
        battalion("F2", "0806", "N", "general"),
        ENEMY,
    )
    state = play(begin(table, SettleStack(806)), 66)
    assert [event.unit for event in events(state, Displaced)] == ["F2"]


@pytest.mark.rule("P10.4")
def test_guns_in_battery_do_not_make_room() -> None:
    table = field(
        WIDE,
        battalion("F1", "0806", increments=18),
        battery("F2", "0806", "N"),
        ENEMY,
    )
    state = play(begin(table, SettleStack(806, newest=("F2",))), 66)
    assert [event.unit for event in events(state, Displaced)] == ["F1"]


@pytest.mark.rule("P10.2", "PR-138")
def test_skirmishers_in_shelter_do_not_count() -> None:
    table = field(
        VILLAGE,
        battalion("F1", "0806", "N", "general"),
        light("F2", "0806", "NNE", "skirmish", marks=("shelter",), increments=3),
        ENEMY,
    )
    assert isinstance(begin(table, SettleStack(806)).pending, Over)


@pytest.mark.rule("P10.2", "P10.4")
def test_a_retreat_that_ends_in_a_full_hex_settles_it() -> None:
    # One hex wide, so that the way of three points ends among eighteen increments of friends.
    lane = ["."] * 12
    friends = [battalion(f"F{n}", "0107", order="disorder", increments=9) for n in (2, 3)]
    wall = battalion("F4", "0110")
    table = field(lane, battalion("F1", "0104"), *friends, wall, battalion("P1", "0103", "S"))
    state = begin(table, Disorder("F1", "fire"))
    assert state.pending == Roll("d66", "overstack", "0107")
    state = play(state, 66)
    assert [(event.unit, event.to) for event in events(state, Displaced)] == [("F1", 108)]


# --- horse and foot


@pytest.mark.rule("P10.7", "P10.8", "PR-19")
@pytest.mark.parametrize(
    ("formation", "facing", "due"),
    [
        ("column", "N", ("F1", "F2")),
        ("line", "NNE", ("F1", "F2")),
        ("skirmish", "NNE", ()),
        ("square", "N", ()),
    ],
)
def test_foot_in_line_or_column_entering_horse_makes_both_check(
    formation: str, facing: str, due: tuple[str, ...]
) -> None:
    foot = light("F1", "0806", facing, formation, increments=3)
    table = field(WIDE, regiment("F2", "0806"), foot, ENEMY)
    assert passage_checks_due(table, "F1", 806) == due


@pytest.mark.rule("P10.5", "P10.6", "PR-19")
@pytest.mark.parametrize(
    ("formation", "facing", "due"),
    [("column", "N", ("F1", "F2")), ("skirmish", "NNE", ()), ("square", "N", ())],
)
def test_horse_riding_through_foot_makes_both_check_unless_it_is_loose_or_square(
    formation: str, facing: str, due: tuple[str, ...]
) -> None:
    foot = light("F2", "0806", facing, formation, increments=3)
    table = field(WIDE, foot, regiment("F1", "0806"), ENEMY)
    assert passage_checks_due(table, "F1", 806) == due


@pytest.mark.rule("P10.8")
def test_mounted_skirmishers_let_everybody_through() -> None:
    horse = regiment("F2", ["0806", "0907"], "NNE", "skirmish")
    table = field(WIDE, horse, battalion("F1", "0806"), ENEMY)
    assert passage_checks_due(table, "F1", 806) == ()


@pytest.mark.rule("P10.7", "PR-19")
def test_both_pass_and_the_move_goes_on() -> None:
    table = field(WIDE, regiment("F2", "0806"), battalion("F1", "0806"), ENEMY)
    state = begin(table, PassageChecks("F1", 806))
    assert state.pending == Roll("d66", "passage", "F1")
    state = play(state, 66, 66)
    assert [event.account.total for event in events(state, MoraleChecked)] == [-6, -6]
    assert state.table["F1"].at == state.table["F2"].at == 806


@pytest.mark.rule("P10.7", "PR-19")
def test_foot_that_fails_disorders_and_horse_that_fails_routs() -> None:
    table = field(WIDE, regiment("F2", "0806", movement=8), battalion("F1", "0806"), ENEMY)
    foot = play(begin(table, PassageChecks("F1", 806)), 11, 66)
    assert foot.table["F1"].cohesion is Cohesion.DISORDER
    assert foot.table["F2"].cohesion is Cohesion.GOOD
    horse = play(begin(table, PassageChecks("F1", 806)), 66, 11)
    assert horse.table["F1"].cohesion is Cohesion.GOOD
    assert horse.table["F2"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P10.7")
def test_nobody_is_asked_to_roll_where_no_check_is_due() -> None:
    table = field(WIDE, battalion("F2", "0806"), battalion("F1", "0806"), ENEMY)
    assert isinstance(begin(table, PassageChecks("F1", 806)).pending, Over)
