"""Slipping away before melee (rule 29)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import Ask, Over, Roll, State
from grognard.systems.bataille.actions import Assault, FallBack, Finish
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.melee import AssaultDeclared, FellBack
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.melee.retreat_before import (
    RetreatBeforeMelee,
    may_slip_away,
    refuges,
)
from grognard.systems.bataille.pieces import Cohesion, Formation, Readiness
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee.assault import AssaultByMelee, MeleeSegment
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

PLAIN = ["." * 12] * 12
FOOT = battalion("F1", "0504", "S")


def skirmishers(unit: str = "P1", at: str = "0505", **facts: Any) -> Unit:
    return light(unit, at, "NNW", "skirmish", increments=3, **facts)


def meet(*units: Unit, rows: list[str] = PLAIN, **facts: Any) -> Table:
    return field(rows, *units, **facts)


def clause(table: Table, unit: str, *attackers: str) -> str | None:
    reason = may_slip_away(table, unit, attackers)
    return None if reason is None else reason.clause


def options(state: State) -> list[str]:
    assert isinstance(state.pending, Ask)
    return [str(option) for option in state.pending.options]


# --- who may


@pytest.mark.rule("P29.2")
def test_skirmishers_may_slip_away_from_infantry_but_not_from_cavalry() -> None:
    assert clause(meet(FOOT, skirmishers()), "P1", "F1") is None
    assert clause(meet(regiment("F1", "0504", "S"), skirmishers()), "P1", "F1") == "P29.2"
    assert clause(meet(FOOT, light("P1", "0505", "N")), "P1", "F1") == "P29.2"


@pytest.mark.rule("P29.3")
@pytest.mark.parametrize(("movement", "barred"), [(14, "P29.3"), (15, "P29.3"), (16, None)])
def test_cavalry_needs_two_points_more_than_the_fastest_horseman(
    movement: int, barred: str | None
) -> None:
    table = meet(
        regiment("F1", "0504", "S", movement=14), regiment("F2", "0404", "SE", movement=11),
        regiment("P1", "0505", "N", movement=movement),
    )  # fmt: skip
    assert clause(table, "P1", "F1", "F2") == barred


@pytest.mark.rule("P29.3")
@pytest.mark.parametrize(
    ("horse", "formation", "movement", "barred"),
    [(True, "limbered", 12, None), (True, "unlimbered", 12, "P29.3"),
     (False, "limbered", 12, "P29.3"), (True, "limbered", 7, "P29.3")],
)  # fmt: skip
def test_limbered_horse_guns_may_if_they_are_fast_enough(
    horse: bool, formation: str, movement: int, barred: str | None
) -> None:
    guns = battery("P1", "0505", "N", formation, horse=horse, movement=movement)
    assert clause(meet(FOOT, guns), "P1", "F1") == barred


@pytest.mark.rule("P29.4")
@pytest.mark.parametrize("readiness", ["fresh", "tired", "exhausted"])
def test_cavalry_may_always_slip_away_from_infantry(readiness: str) -> None:
    table = meet(FOOT, regiment("P1", "0505", "N", readiness=readiness))
    assert clause(table, "P1", "F1") is None


@pytest.mark.rule("P36.9")
@pytest.mark.parametrize(("theirs", "barred"), [("fresh", "P36.9"), ("tired", None)])
def test_exhausted_cavalry_may_not_slip_away_from_fresh_cavalry(
    theirs: str, barred: str | None
) -> None:
    table = meet(
        regiment("F1", "0504", "S", movement=11, readiness=theirs),
        regiment("P1", "0505", "N", movement=14, readiness="exhausted"),
    )
    assert clause(table, "P1", "F1") == barred


@pytest.mark.rule("P29.6", "P20.14")
@pytest.mark.parametrize(("theirs", "barred"), [(14, "P29.3"), (12, None)])
def test_mounted_skirmishers_need_the_lead_against_cavalry_only(
    theirs: int, barred: str | None
) -> None:
    screen = regiment("P1", ["0505", "0605"], "NNW", "skirmish", skirmish_fire=Fraction(2))
    assert clause(meet(regiment("F1", "0504", "S", movement=theirs), screen), "P1", "F1") == barred
    assert clause(meet(FOOT, screen), "P1", "F1") is None


@pytest.mark.rule("P29.1")
def test_broken_units_do_not_slip_away() -> None:
    table = meet(FOOT, regiment("P1", "0505", "N", order="rout"))
    assert clause(table, "P1", "F1") == "P29.1"


# --- where to


@pytest.mark.rule("P29.8")
def test_half_the_printed_movement_rounded_down_at_the_cost_of_the_ground() -> None:
    ways = refuges(meet(FOOT, skirmishers()), "P1", ("F1",))
    assert max(way.steps for way in ways.values()) == 7 // 2
    woods = [*PLAIN[:5], "w" * 12, *PLAIN[6:]]
    assert set(refuges(meet(FOOT, skirmishers(), rows=woods), "P1", ("F1",))) < set(ways)
    assert 506 not in refuges(meet(FOOT, skirmishers(), rows=woods), "P1", ("F1",))


@pytest.mark.rule("P29.8")
def test_no_step_leads_nearer_to_an_attacker() -> None:
    table = meet(FOOT, battalion("F2", "0508", "N", order="rout"), skirmishers())
    assert {506, 507} <= set(refuges(table, "P1", ("F1",)))
    assert not {506, 507} & set(refuges(table, "P1", ("F1", "F2")))


HEMMED = (
    FOOT, battalion("F2", "0507", "N"), battalion("F3", "0705", "SW"), battalion("F4", "0305", "SE")
)  # fmt: skip


@pytest.mark.rule("P29.7")
def test_every_hex_entered_must_be_free_of_enemy_zones() -> None:
    table = meet(FOOT, battalion("F2", "0508", "N"), skirmishers())
    assert not {407, 507, 607} & set(refuges(table, "P1", ("F1",)))  # the zone of F2
    assert refuges(meet(*HEMMED, skirmishers()), "P1", ("F1",)) == {}
    assert list(refuges(meet(*HEMMED[:3], skirmishers()), "P1", ("F1",)))[-1] == 405


@pytest.mark.rule("P29.7")
def test_who_has_no_way_is_not_asked() -> None:
    state = begin(meet(*HEMMED, skirmishers()), RetreatBeforeMelee(505, ("F1",)))
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P29.13")
def test_order_and_formation_are_kept_but_for_what_the_ground_imposes() -> None:
    rows = [*PLAIN[:5], "....V.......", *PLAIN[6:]]
    table = meet(FOOT, regiment("P1", "0505", "N"), rows=rows)
    state = play(begin(table, RetreatBeforeMelee(505, ("F1",))), "fall-back P1 0506")
    piece = state.table["P1"]
    assert (piece.at, piece.formation, piece.cohesion) == (506, Formation.GENERAL, Cohesion.GOOD)
    assert (piece.facing, piece.readiness, piece.lost) == (0, Readiness.FRESH, 0)


@pytest.mark.rule("P29.13")
def test_skirmishers_in_two_hexes_go_as_one_body() -> None:
    pair = light("P1", ["0505", "0605"], "NNE", "skirmish", increments=6)
    table = meet(FOOT, pair)
    state = play(begin(table, RetreatBeforeMelee(505, ("F1",))), "fall-back P1 0506")
    assert state.table["P1"].hexes == (506, 606)


# --- the procedure


@pytest.mark.rule("P29.1", "P33.2")
def test_the_defender_is_asked_before_anybody_checks() -> None:
    state = begin(meet(FOOT, skirmishers()), AssaultByMelee("french", 505, ("F1",)))
    assert isinstance(state.pending, Ask)
    assert (state.pending.side, state.pending.purpose) == ("coalition", "retreat-before-melee")
    assert options(state)[0] == "done"
    assert not events(state, MoraleChecked)


@pytest.mark.rule("P33.2")
def test_a_defender_who_stays_is_checked_as_usual() -> None:
    state = begin(meet(FOOT, skirmishers()), AssaultByMelee("french", 505, ("F1",)))
    state = play(state, Finish())
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "premelee-defender"


@pytest.mark.rule("P29.9")
@pytest.mark.parametrize(("to", "marks"), [(506, ()), (507, ("no-move",))])
def test_more_than_one_hex_costs_the_next_move(to: int, marks: tuple[str, ...]) -> None:
    state = begin(meet(FOOT, skirmishers()), RetreatBeforeMelee(505, ("F1",)))
    state = play(state, FallBack("P1", to))
    assert state.table["P1"].marks == marks


@pytest.mark.rule("P29.12", "P32.1")
def test_slipping_away_draws_no_fire() -> None:
    near = battalion("F2", "0606", "NW")  # would fire at 0506 if anybody could
    state = begin(meet(FOOT, near, skirmishers()), RetreatBeforeMelee(505, ("F1",)))
    way = next(way for way in options(state) if way != "done")
    state = play(state, way)
    assert isinstance(state.pending, Over)
    assert len(events(state, FellBack)) == 1
    assert not events(state, FireResolved)


@pytest.mark.rule("P33.2", "P33.3")
def test_each_eligible_defender_is_asked_and_the_others_fight() -> None:
    table = meet(
        FOOT, skirmishers(), skirmishers("P2"), battalion("P3", "0505", "N", marks=("shelter",))
    )
    state = begin(table, AssaultByMelee("french", 505, ("F1",)))
    assert "fall-back P1 0506" in options(state)
    state = play(state, "fall-back P1 0506")
    assert "fall-back P2 0507" in options(state)
    state = play(state, "done")
    assert isinstance(state.pending, Roll)
    assert state.pending.subject == "P2"


# --- the follow-up


def vacated(*units: Unit) -> State:
    state = begin(meet(FOOT, skirmishers(), *units), MeleeSegment("french"))
    return play(state, "assault 0505 F1", "fall-back P1 0706")


@pytest.mark.rule("P29.10")
def test_the_attacker_may_enter_the_hex_that_was_left() -> None:
    state = vacated()
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "advance-after-melee"
    assert options(state) == ["done", "advance F1"]
    assert play(state, "advance F1").table["F1"].at == 505
    assert play(state, "done").table["F1"].at == 504


@pytest.mark.rule("P29.10", "P33.3")
def test_from_there_he_may_make_one_more_assault() -> None:
    state = play(vacated(battalion("P2", "0506", "N")), "advance F1")
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "follow-up-assault"
    assert options(state) == ["done", "assault 0506 F1"]
    state = play(state, Assault(506, ("F1",)))
    assert events(state, AssaultDeclared)[-1] == AssaultDeclared("french", 506, ("F1",), True)
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "premelee-defender"


@pytest.mark.rule("P29.10")
def test_without_an_enemy_before_his_front_there_is_nothing_to_ask() -> None:
    state = play(vacated(), "advance F1")
    assert isinstance(state.pending, Over)


@pytest.mark.rule("P29.11")
def test_the_new_defender_neither_fires_nor_changes_formation() -> None:
    state = play(vacated(battalion("P2", "0506", "N")), "advance F1", "assault 0506 F1", 66, 66)
    assert not events(state, FireResolved)
    assert state.table["P2"].formation is Formation.COLUMN
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "melee"


@pytest.mark.rule("P29.10", "P32.7")
def test_who_fired_may_still_assault_the_follow_up_defender() -> None:
    table = meet(FOOT, skirmishers(), battalion("P2", "0506", "N"))
    table.fired_at["F1"] = (505,)
    state = begin(table, MeleeSegment("french"))
    state = play(state, "assault 0505 F1", "fall-back P1 0706", "advance F1")
    assert options(state) == ["done", "assault 0506 F1"]


@pytest.mark.rule("P29.10")
def test_the_same_unit_does_not_slip_away_twice_and_there_is_no_chain() -> None:
    state = begin(meet(FOOT, skirmishers()), MeleeSegment("french"))
    state = play(state, "assault 0505 F1", "fall-back P1 0506", "advance F1", "assault 0506 F1")
    assert isinstance(state.pending, Roll)  # P1 has no choice now
    assert state.pending.subject == "P1"


@pytest.mark.rule("P29.10")
def test_another_unit_may_slip_away_from_the_follow_up_and_that_is_the_end_of_it() -> None:
    state = begin(
        meet(FOOT, skirmishers(), skirmishers("P2", "0506"), battalion("P3", "0508", "N")),
        MeleeSegment("french"),
    )
    state = play(state, "assault 0505 F1", "fall-back P1 0706", "advance F1", "assault 0506 F1")
    assert "fall-back P2 0407" in options(state)
    state = play(state, "fall-back P2 0407")
    assert isinstance(state.pending, Over)
    assert state.table["F1"].at == 505
