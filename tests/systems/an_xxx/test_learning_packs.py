"""The packs of An XXX that teach, and the one that shows what is seldom seen."""

from __future__ import annotations

import pytest

from grognard.kernel import Ask
from grognard.kernel.questions import Over
from grognard.mechanics.hexes import parse_hex
from grognard.systems.an_xxx.assault.structures import is_gate
from grognard.systems.an_xxx.horse.declare import Grand
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.an_xxx.supplement import facts, stock_of
from grognard.systems.bataille.packs.setup import opening_table
from grognard.systems.bataille.packs.victory import verdict
from grognard.systems.registry import system_named
from tests.desks.lessons import guide_of, taught

SYSTEM = system_named("an-xxx")
LESSON = "first-assault-xxx"


@pytest.mark.parametrize("pack", [LESSON, "manor-xxx"])
def test_the_pack_is_sound_and_nobody_has_won_but_who_holds_the_ground(pack: str) -> None:
    assert list(SYSTEM.library.check(pack)) == []
    assert verdict(opening_table(SYSTEM.library.setting(pack, {}))).side == "prussian"


# --- the lesson


def test_the_lesson_is_its_own_and_not_that_of_the_pack_below() -> None:
    assert guide_of(SYSTEM, LESSON).steps[0].id == "declare"


def test_the_rules_that_a_lesson_names_are_in_the_book() -> None:
    known = KIT.book().clauses
    assert all(clause in known for step in guide_of(SYSTEM, LESSON).steps for clause in step.rules)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_done_as_it_proposes_the_lesson_comes_to_its_end(seed: int) -> None:
    learnt, state = taught(SYSTEM, LESSON, seed)
    assert isinstance(state.pending, Over)
    assert learnt[0] == "declare"
    assert {"second-stack", "enough", "fire", "farm", "on-your-own"} <= set(learnt)


def test_an_assault_that_closes_teaches_the_way_the_entry_and_the_impetus() -> None:
    learnt, _ = taught(SYSTEM, LESSON, 4)
    assert {"closing", "enter", "impetus"} <= set(learnt)


# --- the walled manor


def test_the_manor_has_gates_howitzers_few_shots_and_a_leader_of_a_grand_charge() -> None:
    setting = SYSTEM.library.setting("manor-xxx", {})
    table = opening_table(setting)
    manor = parse_hex("1213")
    assert is_gate(table, parse_hex("1212"), manor)
    assert not is_gate(table, parse_hex("1112"), manor)
    assert {unit for unit, held in setting.roster.items() if "howitzers" in held.traits} == {
        "F4",
        "P5",
    }
    assert stock_of(setting.roster["F4"]) == 4
    assert len(facts(setting).wagons) == 2


@pytest.mark.rule("X19.16.1")
def test_at_the_manor_the_first_question_offers_the_grand_charge() -> None:
    state = SYSTEM.rules.opening(SYSTEM.library.setting("manor-xxx", {}))
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "designate-charges"
    assert Grand("LF", ("F1", "F2", "F3")) in state.pending.options
