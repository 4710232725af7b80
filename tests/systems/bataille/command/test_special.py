"""Special rules of battles as switches: surprise, Landwehr drill, stunned Landwehr (P46.2)."""

from __future__ import annotations

import pytest

from grognard.kernel.procedures import Call
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.events.movement import MarchStopped, Wavered
from grognard.systems.bataille.marks import HELD, STUNNED
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.special import (
    is_stunned_by,
    may_order,
    may_reorganise,
    may_step,
    may_take,
    waver_before_moving,
)
from grognard.systems.bataille.special.doubt import Doubt, goes_over, is_doubtful
from grognard.systems.bataille.special.landwehr import Waver
from grognard.systems.bataille.special.surprise import Surprise, is_surprised
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battalion, battery, begin, events, field, play, regiment
from tests.systems.premier.moves import clauses

OPEN = ["." * 9] * 9
LUEBNITZ = {"Lübnitz": (parse_hex("0202"), parse_hex("0203"))}


def surprised(*units: object, turn: int = 1) -> Table:
    table = field(OPEN, *units, special=["surprise"], places=LUEBNITZ)  # type: ignore[arg-type]
    table.turn = turn
    return table


@pytest.mark.rule("P46.2")
def test_surprised_foot_and_guns_neither_step_nor_change_formation() -> None:
    table = surprised(battalion("F1", "0606"), battery("F2", "0707", formation="limbered"))
    for unit, formation in (("F1", Formation.LINE), ("F2", Formation.UNLIMBERED)):
        assert may_order(table, unit) is None, "they may still turn"
        assert may_take(table, unit, formation) is not None
        assert may_reorganise(table, unit) is not None
    step_reason = may_step(table, "F1", 606, 607)
    assert step_reason is not None
    assert step_reason.clause == "P46.2"


@pytest.mark.rule("P46.2")
def test_surprise_spares_those_in_or_next_to_luebnitz_and_all_cavalry() -> None:
    table = surprised(battalion("F1", "0202"), battalion("F2", "0204"), regiment("F3", "0707"))
    assert all(may_step(table, unit, 202, 203) is None for unit in ("F1", "F2", "F3"))


@pytest.mark.rule("P46.2")
def test_surprise_ends_with_the_first_turn_and_never_holds_the_coalition() -> None:
    assert may_step(surprised(battalion("F1", "0606"), turn=2), "F1", 606, 607) is None
    assert may_step(surprised(battalion("P1", "0606")), "P1", 606, 607) is None


@pytest.mark.rule("P46.2")
def test_surprise_is_judged_where_an_order_begins_and_does_not_stop_it_on_the_way() -> None:
    table = surprised(battalion("F1", "0204", "S"), battalion("F2", "0606", "S"))
    state = begin(table, MovementSegment("french"))
    assert clauses(state, "march F2 S") == ["P46.2"]
    state = play(state, "march F1 S S S")
    assert state.table["F1"].at == parse_hex("0207")
    assert events(state, MarchStopped) == []


@pytest.mark.rule("P46.2")
def test_a_surprised_square_has_nothing_to_do() -> None:
    assert may_order(surprised(battalion("F1", "0606", formation="square")), "F1") is not None


@pytest.mark.rule("P46.2")
def test_landwehr_does_not_form_line_where_the_battle_says_so() -> None:
    drilled = [
        battalion("P1", "0202", traits=frozenset({"landwehr"})),
        battalion("P2", "0404"),
    ]
    table = field(OPEN, *drilled, special=["landwehr_drill"])
    assert may_take(table, "P1", Formation.LINE) is not None
    assert may_take(table, "P1", Formation.SQUARE) is None
    assert may_take(table, "P2", Formation.LINE) is None
    assert may_take(field(OPEN, *drilled), "P1", Formation.LINE) is None


def stunned_landwehr() -> Table:
    return field(
        OPEN,
        battalion("P1", "0505", "N", traits=frozenset({"landwehr"}), marks=(STUNNED,)),
        battalion("F1", "0501", "S"),
        special=["landwehr_stunned"],
    )


@pytest.mark.rule("P46.2")
@pytest.mark.parametrize(("die", "wavers"), [(1, True), (2, False), (5, True), (6, False)])
def test_stunned_landwehr_wavers_on_an_odd_number(die: int, wavers: bool) -> None:
    state = play(begin(stunned_landwehr(), Waver("P1")), die)
    assert events(state, Wavered) == [Wavered("P1", die, wavers)]
    assert (HELD in state.table["P1"].marks) == wavers
    assert STUNNED not in state.table["P1"].marks


@pytest.mark.rule("P46.2")
def test_a_wavering_unit_goes_no_nearer_to_the_nearest_enemy() -> None:
    table = play(begin(stunned_landwehr(), Waver("P1")), 3).table
    assert may_step(table, "P1", 505, 504) is not None
    assert may_step(table, "P1", 505, 506) is None


@pytest.mark.rule("P46.2")
def test_only_gun_fire_stuns_and_only_landwehr_is_stunned() -> None:
    table = stunned_landwehr()
    assert is_stunned_by(table, "P1", artillery=True)
    assert not is_stunned_by(table, "P1", artillery=False)
    assert not is_stunned_by(table, "F1", artillery=True)


@pytest.mark.rule("P46.2")
def test_the_die_is_due_once_and_only_for_the_stunned() -> None:
    table = stunned_landwehr()
    assert isinstance(waver_before_moving(table, "P1"), Call)
    assert waver_before_moving(table, "F1") is None


@pytest.mark.rule("P46.2")
def test_any_side_may_be_surprised_for_any_turns_away_from_any_place() -> None:
    rules = {"surprise": Surprise("coalition", 3, ("Hill", "Mill"))}
    places = {"Hill": (parse_hex("0202"),), "Mill": (parse_hex("0808"),)}
    units = battalion("P1", "0505"), battalion("P2", "0807"), battalion("F1", "0605")
    table = field(OPEN, *units, special=rules, places=places)
    table.turn = 3
    assert [is_surprised(table, unit) for unit in ("P1", "P2", "F1")] == [True, False, False]
    table.turn = 4
    assert not is_surprised(table, "P1")


@pytest.mark.rule("P46.2")
def test_allies_may_doubt_without_ever_going_over() -> None:
    saxon = battalion("F1", "0505", nation="Saxon")
    table = field(
        OPEN, saxon, battalion("P1", "0506"), special={"doubtful_allies": Doubt(("saxon",))}
    )
    assert is_doubtful(table, "F1")
    assert not goes_over(table, "F1")
