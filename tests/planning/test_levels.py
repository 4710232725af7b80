"""Levels and temperaments as a player sees them."""

from __future__ import annotations

import pytest

from grognard.kernel.errors import GrognardError
from grognard.planning.levels import character, default_level, levels, temperaments


def test_five_levels_and_three_temperaments_with_words_for_a_player() -> None:
    assert len(levels()) == 5
    assert {entry.name for entry in temperaments()} == {"historical", "aggressive", "cautious"}
    assert all(entry.title and len(entry.text) > 30 for entry in (*levels(), *temperaments()))
    assert default_level() in {entry.name for entry in levels()}


def test_a_higher_level_leaves_less_to_habit() -> None:
    habits = [character(entry.name).habit for entry in levels()]
    assert habits == sorted(habits, reverse=True)
    assert habits[0] > habits[-1] == 0


def test_a_system_may_have_figures_of_its_own_and_a_temperament_bends_them() -> None:
    own = {"captain": {"danger": 2.0}}
    assert character("captain", own).danger == 2.0
    bent = character("captain:cautious").danger / character("captain").danger
    assert character("captain:cautious", own).danger == pytest.approx(2.0 * bent)
    assert character("colonel", own) == character("colonel")


def test_temperaments_change_weights_not_skill() -> None:
    bold, wary = character("captain:aggressive"), character("captain:cautious")
    assert bold.danger < wary.danger
    assert bold.margin < wary.margin
    assert bold.noise == wary.noise
    assert bold.joint == wary.joint


@pytest.mark.parametrize("name", ["drummer", "captain:drunk"])
def test_who_is_not_known_is_named(name: str) -> None:
    with pytest.raises(GrognardError, match="there is no"):
        character(name)
