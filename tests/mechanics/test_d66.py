"""The ladder of 36 results (rule 9)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.mechanics.d66 import D66, exceeds, printed, rung_of

NUMBERS = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]


@pytest.mark.rule("P9.1")
def test_two_dice_give_thirty_six_results_from_11_to_66_each_by_one_throw() -> None:
    thrown = [int(D66.thrown(dice)) for dice in itertools.product(range(1, 7), repeat=2)]
    assert thrown == NUMBERS
    assert len(set(thrown)) == 36


@pytest.mark.rule("P9.2", "PR-01")
def test_a_roll_of_43_with_plus_4_reads_51() -> None:
    assert int(D66.of(43) + 4) == 51


@pytest.mark.rule("P9.3", "PR-02")
def test_minus_steps_go_down_the_same_ladder_and_stop_at_11() -> None:
    assert int(D66.of(36) - 3) == 33
    assert int(D66.of(43) - 6) == 33
    assert int(D66.of(12) - 6) == 11


@pytest.mark.rule("PR-01")
def test_a_chart_never_reads_above_66() -> None:
    assert int(D66.of(65) + 15) == 66


@pytest.mark.rule("PR-01", "PR-03")
def test_a_morale_comparison_is_not_clamped() -> None:
    raised = rung_of(66) + 12
    assert not exceeds(D66.of(66), 12, raised)
    assert exceeds(D66.of(66), 13, raised)


@given(st.sampled_from(NUMBERS), st.integers(-40, 40))
def test_adding_and_taking_away_the_same_returns_unless_the_ladder_ends(
    number: int, rungs: int
) -> None:
    there = D66.of(number) + rungs
    if 0 < there.rung < 35:
        assert there - rungs == D66.of(number)
    assert printed(rung_of(number)) == number


def test_a_number_between_the_rungs_is_refused() -> None:
    with pytest.raises(ValueError, match="67"):
        rung_of(67)
