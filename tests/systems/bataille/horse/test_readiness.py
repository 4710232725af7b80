"""Cavalry readiness (rule 36): what tires horses, how they rest, and what spoils the rest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.systems.bataille.events.facts import LostIncrements
from grognard.systems.bataille.events.horse import HorsesRested, RestBegan, RestBroken
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.horse.readiness import (
    Fatigue,
    ReadinessRecovery,
    after_melee,
    close_sequence,
    fatigue,
    fatigue_of,
    is_due,
    levels_rested,
    may_spare,
    note_fall_back,
    note_march,
    readiness_after_melee,
)
from grognard.systems.bataille.melee.melee import fighter
from grognard.systems.bataille.pieces import Readiness
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battalion, begin, events, field, regiment

OPEN = ["." * 6] * 6


def cavalry(readiness: str = "fresh", *marks: str, unit: str = "F1", **facts: Any) -> Table:
    return field(
        OPEN,
        regiment(unit, "0303", "N", readiness=readiness, marks=tuple(sorted(marks))),
        regiment("P9", "0606", "N"),
        battalion("P8", "0601", "N"),
        **facts,
    )


def recover(table: Table, side: str, turn: int) -> Table:
    """The recovery segment of a side in a turn comes to its end."""
    table.turn, table.phasing = turn, side
    return begin(table, ReadinessRecovery(side)).table  # type: ignore[no-any-return]


def readiness(table: Table, unit: str = "F1") -> str:
    return table[unit].readiness.value


# --- states


@pytest.mark.rule("P36.1", "P36.2", "P36.4", "P36.7")
@pytest.mark.parametrize(
    ("state", "strength"), [("fresh", 18), ("tired", 18 * Fraction(1, 2)), ("exhausted", 6)]
)
def test_readiness_is_fresh_tired_or_exhausted_and_cuts_the_melee_value(
    state: str, strength: Fraction | int
) -> None:
    table = field(OPEN, regiment("F1", "0303", "N", melee=Fraction(18), readiness=state))
    assert fighter(table, "F1", 303, (), lowered=True).total == strength


@pytest.mark.rule("P36.11", "PR-95")
@pytest.mark.parametrize(("state", "strength"), [("exhausted", 2), ("tired", 3), ("fresh", 6)])
def test_sparing_the_horses_multiplies_with_their_state(state: str, strength: int) -> None:
    table = field(OPEN, regiment("F1", "0303", "N", melee=Fraction(18), readiness=state))
    third = Factor(table.setting.cards.melee_factor("sparing_horses"), "sparing", "P36.10")
    assert fighter(table, "F1", 303, (third,), lowered=True).total == strength


# --- losing it


@pytest.mark.rule("P36.3", "P36.6", "PR-94")
@pytest.mark.parametrize(
    ("before", "after"), [("fresh", "tired"), ("tired", "exhausted"), ("exhausted", "exhausted")]
)
def test_melee_without_a_charge_costs_one_level(before: str, after: str) -> None:
    table = cavalry(before)
    after_melee(table, "F1")
    assert readiness(table) == after


@pytest.mark.rule("P36.6", "P39.18", "PR-94")
@pytest.mark.parametrize("mark", ["charged", "reacted", "opp-charged"])
@pytest.mark.parametrize("before", ["fresh", "tired"])
def test_melee_after_a_charge_of_any_kind_exhausts_at_once(mark: str, before: str) -> None:
    table = cavalry(before, mark)
    after_melee(table, "F1")
    assert readiness(table) == "exhausted"


@pytest.mark.rule("P36.10", "PR-155")
def test_cavalry_that_spares_its_horses_keeps_its_level() -> None:
    for state in ("fresh", "tired", "exhausted"):
        table = cavalry(state)
        after_melee(table, "F1", spared=True)
        assert readiness(table) == state


@pytest.mark.rule("P40.15", "PR-96", "PR-126")
@pytest.mark.parametrize("before", ["fresh", "tired"])
def test_an_opportunity_charge_at_a_third_leaves_it_tired(before: str) -> None:
    table = cavalry(before, "opp-charged")
    after_melee(table, "F1", spared=True)
    assert readiness(table) == "tired"


@pytest.mark.rule("P36.10", "P39.18", "PR-96")
@pytest.mark.parametrize(
    ("mark", "setting", "may"),
    [
        ("charged", "off", False),
        ("reacted", "off", False),
        ("opp-charged", "off", True),
        ("run", "off", True),
        ("charged", "on", True),
        ("reacted", "on", True),
    ],
)
def test_who_charged_or_reacted_may_not_spare_its_horses(
    mark: str, setting: str, may: bool
) -> None:
    table = cavalry("fresh", mark, options={"one_third_in_charge": setting})
    assert may_spare(table, "F1") is may
    if may and setting == "on":
        assert readiness_after_melee(table, "F1", spared=True) is Readiness.FRESH


@pytest.mark.rule("P36.3")
def test_infantry_has_no_readiness_to_lose() -> None:
    table = cavalry()
    after_melee(table, "P8")
    fatigue(table, "P8", Readiness.TIRED)
    assert not table.happened


@pytest.mark.rule("P36.6", "PR-113")
@pytest.mark.parametrize(
    ("before", "to", "after"),
    [
        ("fresh", "tired", "tired"),
        ("exhausted", "tired", "exhausted"),
        ("fresh", "exhausted", "exhausted"),
    ],
)
def test_nobody_becomes_fresher_by_charging(before: str, to: str, after: str) -> None:
    state = begin(cavalry(before), Fatigue("F1", Readiness(to)))
    assert readiness(state.table) == after


@pytest.mark.rule("PR-155")
def test_fire_and_marches_never_tire_horses() -> None:
    table = cavalry()
    table.record(LostIncrements("F1", 2, "fire"))
    note_march(table, "F1", 28)
    assert readiness(table) == "fresh"
    assert table["F1"].marks == ()


# --- the marker


@pytest.mark.rule("P36.24", "P36.12")
def test_the_marker_tells_in_whose_sequence_the_fatigue_arose() -> None:
    table = cavalry(phasing="coalition")
    after_melee(table, "F1")
    assert fatigue_of(table, "F1") == ("coalition", 1)
    assert table["F1"].marks == ("fatigue:coalition:1", "rest:coalition:1:0")


@pytest.mark.rule("PR-97", "P36.24")
def test_new_melee_replaces_the_marker() -> None:
    table = cavalry("tired", "fatigue:french:1", "rest:french:1:0", "moved-more")
    table.turn, table.phasing = 2, "coalition"
    after_melee(table, "F1")
    assert fatigue_of(table, "F1") == ("coalition", 2)
    assert table["F1"].marks == ("fatigue:coalition:2", "rest:coalition:2:0")


# --- recovering it: the worked examples


@pytest.mark.rule("P36.12", "P36.13", "P36.17")
def test_the_attacker_recovers_in_his_own_next_recovery_segment() -> None:
    """French cavalry fights in the French sequence of turn 1."""
    table = cavalry()
    after_melee(table, "F1")
    note_march(table, "F1", 2)
    for side, turn in (("french", 1), ("coalition", 1)):
        table = recover(table, side, turn)
        assert readiness(table) == "tired"
    table = recover(table, "french", 2)
    assert readiness(table) == "fresh"
    assert table["F1"].marks == ()


@pytest.mark.rule("P36.13", "P36.21")
def test_the_defender_recovers_in_the_same_segment_of_the_side_that_attacked() -> None:
    """Coalition cavalry defends in the French sequence of turn 1."""
    table = cavalry(unit="P1")
    after_melee(table, "P1")
    note_march(table, "P1", 2)
    for side, turn in (("french", 1), ("coalition", 1)):
        table = recover(table, side, turn)
        assert readiness(table, "P1") == "tired"
    table = recover(table, "french", 2)
    assert readiness(table, "P1") == "fresh"


@pytest.mark.rule("PR-97")
@pytest.mark.parametrize(
    ("clock", "side", "turn", "due"),
    [
        ("full_turn", "french", 2, True),
        ("full_turn", "coalition", 1, False),
        ("full_turn", "french", 1, False),
        ("own_segment", "coalition", 1, True),
        ("own_segment", "french", 2, False),
    ],
)
def test_a_table_may_let_cavalry_recover_in_its_own_next_segment(
    clock: str, side: str, turn: int, due: bool
) -> None:
    marks = ("fatigue:french:1", "rest:french:1:0")
    table = cavalry("tired", *marks, unit="P1", options={"readiness_clock": clock})
    table.turn = turn
    assert is_due(table, "P1", side) is due


@pytest.mark.rule("PR-97")
def test_on_that_clock_the_attacker_still_needs_a_whole_turn() -> None:
    table = cavalry("tired", "fatigue:french:1", options={"readiness_clock": "own_segment"})
    assert not is_due(table, "F1", "french")
    table.turn = 2
    assert is_due(table, "F1", "french")


# --- the conditions


def rested(*marks: str, state: str = "exhausted", lost: int = 0) -> Table:
    table = field(
        OPEN,
        regiment(
            "F1",
            "0303",
            "N",
            readiness=state,
            lost=lost,
            marks=tuple(sorted(("fatigue:french:1", "rest:french:1:0", *marks))),
        ),
    )
    return recover(table, "french", 2)


@pytest.mark.rule("P36.22", "P36.14", "P36.18", "PR-98")
@pytest.mark.parametrize(("state", "after"), [("exhausted", "tired"), ("tired", "fresh")])
def test_half_a_move_and_no_combat_gain_one_level(state: str, after: str) -> None:
    assert readiness(rested("moved-half", state=state)) == after


@pytest.mark.rule("P36.23", "PR-98")
@pytest.mark.parametrize("state", ["exhausted", "tired"])
def test_a_turn_without_any_move_gains_two_levels(state: str) -> None:
    assert readiness(rested(state=state)) == "fresh"


@pytest.mark.rule("P36.14", "P36.15", "P36.18", "P36.19", "PR-98")
@pytest.mark.parametrize("spoilt", ["moved-more", "melee", "fell-back-horse"])
def test_what_spoils_the_rest_altogether(spoilt: str) -> None:
    table = rested("fell-back", spoilt) if spoilt == "fell-back-horse" else rested(spoilt)
    assert readiness(table) == "exhausted"
    assert fatigue_of(table, "F1") == ("french", 1)


@pytest.mark.rule("P36.16", "P36.20", "PR-98", "PR-155")
def test_an_increment_lost_since_spoils_it_too() -> None:
    table = rested(lost=1)
    assert readiness(table) == "exhausted"
    assert "rest:french:1:1" in table["F1"].marks


@pytest.mark.rule("P36.19", "P36.23", "PR-98")
def test_a_retreat_before_infantry_costs_the_second_level_only() -> None:
    assert readiness(rested("fell-back")) == "tired"


@pytest.mark.rule("PR-97")
def test_a_spoilt_rest_is_tried_again_a_turn_later() -> None:
    table = rested("moved-more")
    assert table["F1"].marks == ("fatigue:french:1", "rest:french:1:0")
    assert readiness(recover(table, "french", 3)) == "fresh"


@pytest.mark.rule("P36.22")
def test_after_one_level_the_next_needs_another_turn() -> None:
    table = rested("moved-half")
    assert fatigue_of(table, "F1") == ("french", 2)
    assert readiness(recover(table, "french", 3)) == "fresh"


@pytest.mark.rule("P36.13")
def test_the_log_says_who_recovered_and_what_stood_against_it() -> None:
    table = cavalry("tired", "fatigue:french:1", "rest:french:1:0", "moved-more")
    table.turn = 2
    state = begin(table, ReadinessRecovery("french"))
    assert events(state, RestBroken) == [RestBroken("F1", "french:1", ("moved more than half",))]
    calm = cavalry("tired", "fatigue:french:1", "rest:french:1:0")
    calm.turn = 2
    state = begin(calm, ReadinessRecovery("french"))
    assert events(state, HorsesRested) == [HorsesRested("F1", Readiness.FRESH)]


@pytest.mark.rule("PR-99", "P30.15")
def test_cavalry_that_rallied_begins_its_rest_at_the_end_of_that_segment() -> None:
    table = cavalry("exhausted", "fatigue:french:1", "moved-more", "rest:coalition:1:0")
    state = begin(table, ReadinessRecovery("french"))
    assert events(state, RestBegan) == [RestBegan("F1", "french:1")]
    assert state.table["F1"].marks == ("fatigue:french:1", "rest:french:1:0")


@pytest.mark.rule("P36.13")
def test_routed_cavalry_does_not_recover_its_wind() -> None:
    table = field(
        OPEN,
        regiment("F1", "0303", order="rout", readiness="tired", marks=("fatigue:french:1",)),
    )
    assert readiness(recover(table, "french", 2)) == "tired"


# --- what is noted


@pytest.mark.rule("P36.14", "P36.18")
@pytest.mark.parametrize(("spent", "mark"), [(14, "moved-half"), (15, "moved-more")])
def test_half_means_half_of_the_printed_movement(spent: int, mark: str) -> None:
    table = cavalry("tired", "fatigue:french:1")
    note_march(table, "F1", spent)
    assert mark in table["F1"].marks


@pytest.mark.rule("P36.19", "PR-98")
def test_from_whom_it_retreated_is_noted() -> None:
    table = cavalry("tired")
    note_fall_back(table, "F1", ("P8",))
    assert list(table["F1"].marks) == ["fell-back"]
    note_fall_back(table, "F1", ("P8", "P9"))
    assert list(table["F1"].marks) == ["fell-back", "fell-back-horse"]


@pytest.mark.rule("P36.15")
def test_a_melee_at_a_third_is_noted_against_the_rest() -> None:
    table = cavalry("tired", "fatigue:french:1", "rest:french:1:0")
    after_melee(table, "F1", spared=True)
    assert levels_rested(table, "F1") == (0, ("fought",))


# --- the end of a sequence


@pytest.mark.rule("P40.15", "PR-126")
def test_an_opportunity_charge_that_came_to_no_melee_leaves_it_tired() -> None:
    table = cavalry("fresh", "opp-charged", "contact:P9", "tried-oppcharge")
    close_sequence(table)
    assert readiness(table) == "tired"
    assert table["F1"].marks == ("fatigue:french:1", "rest:french:1:0")


@pytest.mark.rule("P39.16", "P39.18")
def test_who_was_exhausted_by_its_melee_is_not_tired_again() -> None:
    table = cavalry("fresh", "reacted")
    after_melee(table, "F1")
    close_sequence(table)
    assert readiness(table) == "exhausted"


@pytest.mark.rule("P38.13", "P39.5", "P40.2")
def test_the_markers_of_charges_are_lifted_with_the_sequence() -> None:
    table = cavalry("fresh", "charged", "run", "declined:P8", "tried-reaction", "no-move")
    close_sequence(table)
    assert table["F1"].marks == ("no-move",)
