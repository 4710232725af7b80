"""Levels and temperaments as a player sees them."""

from __future__ import annotations

import pytest

from grognard.kernel.errors import GrognardError
from grognard.planning.levels import (
    ANSWER,
    NEIGHBOURS,
    OWN_HEX,
    PLAN,
    SECTOR,
    changed,
    character,
    default_level,
    levels,
    temperaments,
)


def test_five_levels_and_three_temperaments_with_words_for_a_player() -> None:
    assert len(levels()) == 5
    assert {entry.name for entry in temperaments()} == {"historical", "aggressive", "cautious"}
    assert all(entry.title and len(entry.text) > 30 for entry in (*levels(), *temperaments()))
    assert default_level() in {entry.name for entry in levels()}


def test_a_higher_level_looks_farther_and_what_it_does_not_see_has_no_weight() -> None:
    judges = [character(entry.name) for entry in levels()]
    assert [judge.sight for judge in judges] == [OWN_HEX, NEIGHBOURS, SECTOR, ANSWER, PLAN]
    assert judges[0].danger == judges[0].support == judges[0].patience == 0
    assert [judge.joint for judge in judges] == sorted(judge.joint for judge in judges)
    assert [bool(judge.forks) for judge in judges] == [judge.sight >= PLAN for judge in judges]
    assert [bool(judge.insight) for judge in judges] == [judge.sight >= ANSWER for judge in judges]


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
    assert bold.joint == wary.joint


@pytest.mark.parametrize("name", ["drummer", "captain:drunk"])
def test_who_is_not_known_is_named(name: str) -> None:
    with pytest.raises(GrognardError, match="there is no"):
        character(name)


def test_figures_are_changed_by_hand() -> None:
    captain = character("captain")
    tried = changed(captain, ["goal=0.8", "joint=2"])
    assert (tried.goal, tried.joint) == (0.8, 2)
    assert changed(tried, [f"goal={captain.goal}", f"joint={captain.joint}"]) == captain


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("gaol=0.8", "no figure 'gaol': sight, joint"),
        ("goal=much", "as goal=0.8"),
        ("goal", "as goal"),
    ],
)
def test_a_figure_that_cannot_be_changed_so_is_named(change: str, said: str) -> None:
    with pytest.raises(GrognardError, match=said):
        changed(character("captain"), [change])
