"""What decides a battle, in words, is what the rules judge."""

from __future__ import annotations

import pytest

from grognard.desks.catalogue import LANGUAGES
from grognard.desks.documents import Aims
from grognard.host.reading import setting_of
from grognard.kernel import Over
from grognard.kernel.conformance import RandomGame
from grognard.systems.registry import system_named

BATTLES = (
    ("premier", "first-shots"), ("premier", "hagelberg"), ("an-xxx", "manor-xxx"),
    ("nlc", "crossroads"), ("empire", "outpost"),
)  # fmt: skip


def aims_at(system: str, pack: str, answers: int, language: str) -> tuple[Aims, str]:
    """What people read after some answers, and the level at which the rules would end it."""
    held, setting = system_named(system), setting_of(system, pack, ())
    game = RandomGame(held.rules, setting, seed=5)
    for _ in range(answers):
        if not isinstance(game.state.pending, Over):
            game.step()
    table, desk = game.state.table, held.desk
    outcome = desk.report.outcome(table)
    assert outcome is not None
    return desk.aims(table, desk.teller(setting, language)), outcome.side


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("system", "pack"), BATTLES)
def test_the_level_that_holds_now_is_the_verdict_of_the_rules(
    system: str, pack: str, language: str
) -> None:
    for answers in (0, 60):
        aims, side = aims_at(system, pack, answers, language)
        assert aims.verdict
        assert aims.side == side
        now = [grade for grade in aims.grades if grade.now]
        assert len(now) <= 1
        assert all(grade.met for grade in now)
        assert bool(now) or not side


def test_every_condition_has_its_figures_and_every_special_rule_a_sentence() -> None:
    aims, _ = aims_at("premier", "hagelberg", 0, "en")
    told = [tally.text for grade in aims.grades for tally in grade.tallies]
    assert "Hagelberg 6 of 6 hexes, 1 wanted" in told
    assert [grade.title for grade in aims.grades if grade.now] == ["French substantial victory"]
    assert len(aims.special) == 11
    assert all(rule.text.endswith(".") for rule in aims.special)


def test_a_special_rule_whose_turns_are_over_comes_last() -> None:
    held, setting = system_named("premier"), setting_of("premier", "hagelberg", ())
    table = held.rules.opening(setting).table.draft()
    table.turn = 2
    special = held.desk.aims(table, held.desk.teller(setting)).special
    assert [rule.title for rule in special if rule.over] == ["Surprise"]
    assert special[-1].over
