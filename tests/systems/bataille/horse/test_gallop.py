"""A charge word by word: first hex, turns, formation, the straight run (rules 37 and 38)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Reason
from grognard.mechanics.hexes import SIDES
from grognard.systems.bataille.horse.gallop import (
    Gallop,
    after,
    allowance,
    changes,
    contact,
    has_run,
    leg_from,
    turn_limit,
    turn_price,
    word_of,
)
from grognard.systems.bataille.movement.march import Leg
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from tests.systems.premier.charges import OPEN, charge, do, horse, offered, purpose, with_leader
from tests.systems.premier.kit import battalion, begin, field, regiment


def halves(points: int) -> int:
    return 2 * points


def setting_out(table: Table, *units: str) -> Gallop:
    return Gallop(units, tuple(allowance(table, unit) for unit in units))


def ridden(table: Table, gallop: Gallop, path: str) -> tuple[Gallop, Any]:
    """Where a path leads, without any window."""
    piece = table.pieces[gallop.lead]
    for word in path.split():
        leg = leg_from(table, gallop, piece, word)
        assert isinstance(leg, Leg), (word, leg)
        gallop, piece = after(table, gallop, piece, leg)
    return gallop, piece


def refused(table: Table, gallop: Gallop, path: str) -> str:
    """The clause against the last word of a path."""
    *first, last = path.split()
    now, piece = ridden(table, gallop, " ".join(first))
    leg = leg_from(table, now, piece, last)
    assert isinstance(leg, Reason)
    return leg.clause


@pytest.mark.rule("P37.3")
def test_a_charge_has_five_points_more_than_printed() -> None:
    table = field(OPEN, horse("F1", movement=14))
    assert allowance(table, "F1") == halves(14 + 5)


@pytest.mark.rule("P37.3", "P46.1")
@pytest.mark.parametrize(
    ("sky", "points"), [("clear", 14 + 5), ("heavy_rain", 14 - 2 + 2), ("dusk", 14 - 4 + 5)]
)
def test_weather_and_light_change_the_points_of_a_charge(sky: str, points: int) -> None:
    assert allowance(field(OPEN, horse("F1"), weather=sky), "F1") == halves(points)


@pytest.mark.rule("P38.3", "PR-101")
def test_the_first_hex_is_straight_ahead_and_nobody_turns_before_it() -> None:
    table = field(OPEN, horse("F1", "0505", "S"))
    gallop = setting_out(table, "F1")
    assert [refused(table, gallop, side) for side in SIDES if side != "S"] == ["P38.3"] * 5
    assert refused(table, gallop, "face:SE") == "P38.3"
    _, piece = ridden(table, gallop, "S SE SW S")
    assert piece.facing == 3


@pytest.mark.rule("P38.3")
def test_a_line_begins_with_either_of_its_two_front_hexes() -> None:
    table = field(OPEN, regiment("F1", ["0505", "0406"], "SSE", "line"))
    gallop = setting_out(table, "F1")
    assert all(isinstance(leg_from(table, gallop, table["F1"], word), Leg) for word in ("SE", "S"))
    assert refused(table, gallop, "SW") in ("P38.3", "P18.2")


@pytest.mark.rule("P38.2", "PR-176")
def test_terrain_facing_and_formation_are_paid_for() -> None:
    table = field(OPEN, horse("F1"), hexsides={("0503", "S"): "stream"})
    gallop, _ = ridden(table, setting_out(table, "F1"), "S S face:SE")
    assert gallop.left == halves(19) - halves(1) - halves(1 + 5) - halves(2)


@pytest.mark.rule("P38.5")
def test_each_hexside_turned_costs_two_points() -> None:
    table = field(OPEN, horse("F1"))
    assert [turn_price(table, sides) for sides in (1, 2, 6)] == [halves(2), halves(4), halves(12)]
    gallop, _ = ridden(table, setting_out(table, "F1"), "S face:SW")
    assert gallop.left == halves(19 - 1 - 2)


@pytest.mark.rule("P38.6", "P38.7", "PR-101")
@pytest.mark.parametrize(("movement", "limit", "clause"), [(14, 2, "P38.6"), (11, 1, "P38.7")])
def test_light_cavalry_turns_two_hexsides_in_a_hex_and_heavy_one(
    movement: int, limit: int, clause: str
) -> None:
    table = field(OPEN, horse("F1", movement=movement))
    gallop = setting_out(table, "F1")
    assert turn_limit(table, ("F1",)) == limit
    words = ["face:SE", "face:NE", "face:N"]
    assert refused(table, gallop, " ".join(["S", *words[: limit + 1]])) == clause
    ridden(table, gallop, " ".join(["S", *words[:limit], SIDES[3 - limit], "face:N"][:3]))
    fresh_hex, _ = ridden(table, gallop, "S face:SE SE face:NE")
    assert fresh_hex.turned == 1


@pytest.mark.rule("P37.6", "P38.7", "PR-116")
def test_one_heavy_regiment_slows_the_turns_of_its_stack() -> None:
    table = field(OPEN, horse("F1"), horse("F2", movement=11))
    assert turn_limit(table, ("F1", "F2")) == 1


@pytest.mark.rule("PR-101", "PR-26")
def test_a_line_turns_by_wheeling_a_vertex_at_the_price_of_a_hexside() -> None:
    table = field(OPEN, regiment("F1", ["0505", "0406"], "SSE", "line"))
    gallop = setting_out(table, "F1")
    assert refused(table, gallop, "wheel:left") == "P38.3"
    after_step, _ = ridden(table, gallop, "S")
    wheeled, piece = ridden(table, gallop, "S wheel:left")
    assert after_step.left - wheeled.left == halves(2) + halves(1)
    assert (wheeled.turned, piece.facing) == (1, 1)


@pytest.mark.rule("P37.7", "P37.8", "P38.4", "PR-100")
def test_formation_is_changed_once_in_the_first_hex_entered_for_six_points() -> None:
    table = field(OPEN, horse("F1"), battalion("C1", "0512", "N"))
    assert changes(table, setting_out(table, "F1")) == []
    state = do(charge(table, "F1"), "S")
    forms = [word for word in offered(state) if "form:" in word]
    assert any("form:line:SSE:" in word for word in forms)
    state = do(state, forms[0].removeprefix("ride F1 "))
    assert state.table["F1"].formation is Formation.LINE
    riding = state.stack[1].procedure.riding  # type: ignore[attr-defined]
    assert riding.gallop.left == halves(19 - 1 - 6)
    assert not [word for word in offered(state) if "form:" in word]
    later = do(charge(table, "F1"), "S S")
    assert not [word for word in offered(later) if "form:" in word]


@pytest.mark.rule("PR-100")
def test_a_table_may_have_the_change_in_the_starting_hex() -> None:
    table = field(
        OPEN, horse("F1"), battalion("C1", "0512", "N"), options={"charge_form_hex": "start"}
    )
    state = charge(table, "F1")
    assert [word for word in offered(state) if "form:" in word]
    assert not [word for word in offered(do(state, "S")) if "form:" in word]


@pytest.mark.rule("P37.8")
def test_a_charge_changes_into_line_or_column_and_takes_no_turn_with_it() -> None:
    table = field(OPEN, horse("F1", skirmish_fire=2), battalion("C1", "0512", "N"))
    state = do(charge(table, "F1"), "S")
    gallop = state.stack[1].procedure.riding.gallop  # type: ignore[attr-defined]
    found = changes(state.table, gallop)
    assert {change.formation for change in found} == {Formation.LINE}
    assert {change.facing for change in found} == {2, 3}
    assert word_of(found[0]).startswith("form:line:SSE:")


@pytest.mark.rule("P37.9")
def test_a_charge_does_not_enter_woods_or_cross_a_wall() -> None:
    table = field([*OPEN[:5], "....w....", *OPEN[6:]], horse("F1", "0503"), walls=[("0504", "SE")])
    gallop = setting_out(table, "F1")
    assert refused(table, gallop, "S S S") == "P37.9"
    assert refused(table, gallop, "S SE") in ("P37.9", "P18.1")


@pytest.mark.rule("P16.2", "P37.9")
def test_a_charge_does_not_ride_through_friendly_columns_but_through_squares() -> None:
    table = field(
        OPEN,
        horse("F1", "0503"),
        battalion("F2", "0505", "S"),
        battalion("F3", "0405", "S", "square"),
    )
    gallop = setting_out(table, "F1")
    assert refused(table, gallop, "S S") == "P16.2"
    ridden(table, gallop, "S SW S")


@pytest.mark.rule("P38.31")
def test_a_charge_does_not_ride_over_anybody_but_squares() -> None:
    table = field(
        OPEN,
        horse("F1", "0503"),
        battalion("C1", "0505", "S", order="disorder"),
        battalion("C2", "0405", "S", "square"),
    )
    gallop = setting_out(table, "F1")
    assert refused(table, gallop, "S S") == "P18.1"
    ridden(table, gallop, "S SW S")


# --- the straight run


def runs(path: str, start: str, target: str, **options: str) -> bool:
    """Does a path end in a run upon a battalion that it touches?"""
    table = field(OPEN, horse("F1", start), battalion("C1", target, "N"), options=options)
    gallop, piece = ridden(table, setting_out(table, "F1"), path)
    found = contact(table, ("F1",), piece, "C1")
    assert found is not None
    return has_run(table, gallop, piece, *found)


@pytest.mark.rule("P37.11", "P38.14", "PR-102")
def test_three_straight_hexes_and_the_target_straight_ahead_make_a_run() -> None:
    assert runs("S S S", "0505", "0509")
    assert not runs("S S", "0505", "0508")
    assert not runs("S S S", "0505", "0608"), "the target is not straight ahead"
    assert not runs("S S SE S", "0505", "0609"), "the last three hexes are not in one line"


@pytest.mark.rule("P38.14", "PR-102")
def test_a_turn_before_the_first_of_the_three_does_not_matter_and_a_later_one_does() -> None:
    assert runs("S face:SE SE face:S S S S", "0405", "0511")
    assert not runs("S S S face:SE SE face:S S", "0405", "0511")


@pytest.mark.rule("P37.13", "PR-102")
def test_the_table_may_ask_for_two_straight_hexes_only() -> None:
    short = "S face:SE SE face:S S S"
    assert runs(short, "0405", "0510", straight_run="two")
    assert not runs(short, "0405", "0510")


@pytest.mark.rule("P37.13", "PR-102")
@pytest.mark.parametrize(
    ("zigzag", "column", "line"),
    [("lines_only", False, True), ("all", True, True), ("off", False, False)],
)
def test_whether_a_zigzag_counts_as_straight(zigzag: str, column: bool, line: bool) -> None:
    options = {"zigzag_straight": zigzag}
    ridge = field(OPEN, horse("F1", "0305"), options=options)
    gallop, piece = ridden(ridge, setting_out(ridge, "F1"), "S SE S SE")
    assert has_run(ridge, gallop, piece, piece.at, piece.at + 1) is column
    wide = field(OPEN, regiment("F1", ["0305", "0206"], "SSE", "line"), options=options)
    gallop, piece = ridden(wide, setting_out(wide, "F1"), "S SE S")
    assert has_run(wide, gallop, piece, piece.at, piece.at + 1) is line


# --- stacks


@pytest.mark.rule("P37.4", "P37.5", "PR-165")
@pytest.mark.parametrize(
    ("leader", "together"),
    [
        ({}, True),
        ({"cavalry": False}, False),
        ({"nation": "Saxon"}, False),
    ],
)
def test_a_stack_charges_together_only_under_a_leader_of_horse_of_its_nation(
    leader: dict[str, Any], together: bool
) -> None:
    table = field(OPEN, horse("F1"), horse("F2"), battalion("C1", "0512", "N"))
    assert offered(begin(table, ChargeSegment("french"))) == ["done", "charge F1", "charge F2"]
    state = begin(with_leader(table, "0502", **leader), ChargeSegment("french"))
    assert ("charge F1 F2" in offered(state)) is together


@pytest.mark.rule("P37.6", "PR-116", "PR-164")
def test_a_stack_stays_together_until_one_has_no_points_left() -> None:
    table = field(
        OPEN,
        horse("F1", movement=14),
        horse("F2", movement=11),
        battalion("C1", "0519", "N"),
    )
    state = charge(with_leader(table, "0502"), "F1", "F2")
    state = do(state, "S S S face:SE SE face:S S S S S S S S S")
    assert state.table["F1"].hexes == state.table["F2"].hexes
    assert state.table.leaders["L1"] == state.table["F1"].at
    riding = state.stack[1].procedure.riding  # type: ignore[attr-defined]
    assert riding.gallop.points == (halves(19 - 16), halves(16 - 16))
    state = do(state, "S")
    assert state.table["F1"].at == state.table["F2"].at + 1
    assert state.table.leaders["L1"] == state.table["F1"].at
    assert purpose(state) == "ride"


@pytest.mark.rule("P18.11", "P38.27")
def test_a_square_is_ridden_over_only_by_those_who_can_leave_it_again() -> None:
    def over(movement: int) -> Leg | Reason:
        table = field(
            OPEN, horse("F1", "0503", movement=movement), battalion("C1", "0505", "S", "square")
        )
        gallop, piece = ridden(table, setting_out(table, "F1"), "S")
        now = Gallop(gallop.units, (halves(movement),), entered=1)
        return leg_from(table, now, piece, "S")

    assert isinstance(over(2), Leg)
    refusal = over(1)
    assert isinstance(refusal, Reason)
    assert refusal.clause == "P18.11"
