"""The Morale Recovery segment (rules 30 and 31)."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.host.advice import adviser
from grognard.kernel import Ask, Over, Roll, State
from grognard.mechanics.hexes import SIDES
from grognard.systems.bataille.events.facts import LostIncrements
from grognard.systems.bataille.events.morale import (
    MoraleChecked,
    Rallied,
    RetreatMoved,
    Surrendered,
)
from grognard.systems.bataille.morale.recovery import RecoverySegment, recoverable
from grognard.systems.bataille.morale.retreat import Disorder
from grognard.systems.bataille.pieces import Cohesion, Formation, Readiness
from grognard.systems.premier.system import SYSTEM
from tests.systems.premier.kit import (
    COALITION,
    FRENCH,
    battalion,
    battery,
    begin,
    events,
    field,
    play,
    regiment,
)

WIDE = ["." * 20] * 40
ENEMY = battalion("P1", "1003", "S")


def segment(*units: Any, **settings: Any) -> State:
    rows = settings.pop("rows", WIDE)
    return begin(field(rows, *units, ENEMY, **settings), RecoverySegment(FRENCH))


def asked(state: State) -> tuple[str, list[str]]:
    assert isinstance(state.pending, Ask)
    return state.pending.purpose, [pick.choice for pick in state.pending.options]


def walked(state: State, unit: str = "F1") -> int:
    return sum(event.unit == unit for event in events(state, RetreatMoved))


@pytest.mark.rule("P31.2")
def test_with_nobody_to_recover_the_segment_passes() -> None:
    assert isinstance(segment(battalion("F1", "1010")).pending, Over)


@pytest.mark.rule("P31.2", "PR-180")
def test_every_disordered_or_routed_unit_checks_once_in_the_owners_order() -> None:
    state = segment(
        battalion("F1", "1010", order="disorder"),
        battalion("F2", "1212", order="rout"),
        battalion("F3", "0808"),
    )
    assert asked(state) == ("recovery-order", ["F1", "F2"])
    state = play(state, "pick F2")
    assert state.pending == Roll("d66", "recovery", "F2")
    state = play(state, 66, "pick N")
    assert state.pending == Roll("d66", "recovery", "F1")
    state = play(state, 66, "pick S")
    assert isinstance(state.pending, Over)
    assert [event.unit for event in events(state, MoraleChecked)] == ["F2", "F1"]


@pytest.mark.rule("P31.2")
def test_the_enemys_broken_units_wait_for_their_own_segment() -> None:
    table = field(WIDE, battalion("F1", "1010"), battalion("P2", "1212", order="rout"))
    assert recoverable(table, FRENCH) == ()
    assert recoverable(table, COALITION) == ("P2",)


@pytest.mark.rule("P30.3", "P30.9", "P30.14", "P31.1")
@pytest.mark.parametrize(
    ("unit", "needed"),
    [
        (battalion("F1", "1010", order="disorder", morale=32), 36),
        (battalion("F1", "1010", order="rout", morale=32), 43),
        (regiment("F1", "1010", order="rout", morale=32), 43),
    ],
)
def test_what_a_broken_unit_of_morale_32_must_roll(unit: Any, needed: int) -> None:
    state = play(segment(unit), 66)
    assert events(state, MoraleChecked)[0].needed == needed


@pytest.mark.rule("P30.4", "P30.5", "PR-172")
def test_a_unit_that_recovers_takes_up_column_and_faces_as_its_owner_likes() -> None:
    state = play(segment(battalion("F1", "1010", order="disorder")), 66)
    assert asked(state) == ("recovery-facing", ["N", "NE", "NW", "S", "SE", "SW"])
    shown = adviser(SYSTEM, state.table.setting).question(state, 1, frozenset())
    assert shown is not None
    assert shown.usual == f"pick {SIDES[state.table['F1'].facing]}"
    state = play(state, "pick SW")
    piece = state.table["F1"]
    assert (piece.cohesion, piece.formation, piece.facing) == (Cohesion.GOOD, Formation.COLUMN, 4)


@pytest.mark.rule("P30.5")
def test_in_woods_it_takes_up_general_order() -> None:
    rows = ["w" * 20] * 40
    state = play(segment(battalion("F1", "1010", order="disorder"), rows=rows), 66, "pick N")
    assert state.table["F1"].formation is Formation.GENERAL


@pytest.mark.rule("P30.4")
def test_a_disordered_unit_that_fails_routs_ten_hexes() -> None:
    state = play(segment(battalion("F1", "1010", order="disorder")), 11)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert walked(state) == 10


@pytest.mark.rule("P30.8", "P30.30")
def test_a_routed_unit_that_fails_near_the_enemy_makes_another_full_rout_move() -> None:
    state = play(segment(battalion("F1", "1010", order="rout")), 11)
    assert walked(state) == 10


@pytest.mark.rule("P30.30", "PR-79")
@pytest.mark.parametrize(("at", "moves"), [("1018", 10), ("1019", 0)])
def test_fifteen_hexes_from_the_enemy_is_still_near_and_sixteen_is_not(at: str, moves: int) -> None:
    state = play(segment(battalion("F1", at, order="rout")), 11)
    assert walked(state) == moves


@pytest.mark.rule("P30.31", "PR-79")
def test_far_from_the_enemy_it_goes_to_the_nearest_shelter_and_stays_there() -> None:
    rows = [row if index != 29 else "." * 9 + "V" + "." * 10 for index, row in enumerate(WIDE)]
    state = play(segment(battalion("F1", "1026", order="rout"), rows=rows), 11)
    assert state.table["F1"].at == 1030
    assert walked(state) == 4
    again = play(begin(state.table, RecoverySegment(FRENCH)), 11)
    assert walked(again) == 0


@pytest.mark.rule("P30.11", "P30.30", "PR-70")
def test_routed_cavalry_runs_its_printed_movement_again() -> None:
    state = play(segment(regiment("F1", "1010", order="rout", movement=12)), 11)
    assert walked(state) == 12


@pytest.mark.rule("P30.15", "PR-99")
def test_cavalry_that_rallies_is_exhausted_from_then_on() -> None:
    state = play(segment(regiment("F1", "1010", order="rout")), 66, "pick N")
    piece = state.table["F1"]
    assert (piece.cohesion, piece.readiness) == (Cohesion.GOOD, Readiness.EXHAUSTED)
    assert piece.marks == ("fatigue:french:1", "rest:french:1:0")
    assert events(state, Rallied)[0].exhausted


@pytest.mark.rule("P30.16", "PR-131")
def test_unlimbered_guns_recover_where_they_stand_without_turning() -> None:
    state = play(segment(battery("F1", "1010", "NE", order="rout")), 66)
    assert isinstance(state.pending, Over)
    piece = state.table["F1"]
    assert (piece.cohesion, piece.formation, piece.facing) == (
        Cohesion.GOOD,
        Formation.UNLIMBERED,
        1,
    )


@pytest.mark.rule("P30.16", "PR-131")
@pytest.mark.parametrize("order", ["disorder", "rout"])
def test_unlimbered_guns_that_fail_are_routed_but_do_not_run(order: str) -> None:
    state = play(segment(battery("F1", "1010", "N", order=order)), 11)
    assert (state.table["F1"].cohesion, state.table["F1"].at) == (Cohesion.ROUT, 1010)
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P31.3")
def test_good_order_units_from_whom_a_unit_runs_on_check() -> None:
    state = play(segment(battalion("F1", "1010", order="rout"), battalion("F2", "1010")), 11)
    assert state.pending == Roll("d66", "comrades", "F2")


@pytest.mark.rule("P31.2", "PR-75")
def test_a_unit_shaken_in_this_segment_is_not_checked_again_in_it() -> None:
    state = play(segment(battalion("F1", "1010", order="rout"), battalion("F2", "1010")), 11, 11)
    assert state.table["F2"].cohesion is Cohesion.DISORDER
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P30.4", "PR-77")
@pytest.mark.parametrize(("option", "checks"), [("on", True), ("off", False)])
def test_a_unit_may_recover_in_the_turn_it_broke_unless_the_table_says_not(
    option: str, checks: bool
) -> None:
    options = {"same_turn_recovery": option}
    table = field(WIDE, battalion("F1", "1010"), ENEMY, options=options, phasing=FRENCH)
    broken = begin(table, Disorder("F1", "fire")).table
    state = begin(broken, RecoverySegment(FRENCH))
    assert isinstance(state.pending, Roll) is checks
    if not checks:
        assert state.table["F1"].marks == ()
        assert isinstance(begin(state.table, RecoverySegment(FRENCH)).pending, Roll)


@pytest.mark.rule("PR-77")
def test_a_unit_broken_in_the_enemys_turn_may_recover_in_its_own_next_segment() -> None:
    options = {"same_turn_recovery": "off"}
    table = field(WIDE, battalion("F1", "1010"), ENEMY, options=options, phasing=COALITION)
    broken = begin(table, Disorder("F1", "fire")).table
    assert isinstance(begin(broken, RecoverySegment(FRENCH)).pending, Roll)


# --- a battle's own rule


@pytest.mark.rule("P46.2")
def test_doubtful_saxons_melt_away_each_time_they_fail() -> None:
    saxon = battalion("F1", "1010", order="disorder", nation="Saxon")
    assert not events(play(segment(saxon), 11), LostIncrements)
    state = play(segment(saxon, special=["doubtful_allies"]), 11)
    assert [event.count for event in events(state, LostIncrements)] == [1]
    assert walked(state) == 10


@pytest.mark.rule("P46.2")
@pytest.mark.parametrize(("level", "gone"), [(1, False), (2, True)])
def test_doubtful_saxons_next_to_the_enemy_go_over_when_their_army_wavers(
    level: int, gone: bool
) -> None:
    saxon = battalion("F1", "1004", order="disorder", nation="Saxon", organisation="girard")
    table = field(WIDE, saxon, ENEMY, special=["doubtful_allies"])
    table.levels["girard"] = level
    state = play(begin(table, RecoverySegment(FRENCH)), 11)
    assert bool(events(state, Surrendered)) is gone
