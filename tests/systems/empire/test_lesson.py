"""First lines: its lessons come one after the other, whatever the dice say, and can all be done."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.desks.library import LIBRARY
from grognard.kernel import Over
from grognard.systems.registry import system_named
from tests.desks.lessons import guide_of, taught

SYSTEM = system_named("empire")
LESSON = "first-lines"
ALWAYS = [
    "read", "order", "activate", "guns", "group", "rally", "enough", "horse", "wheel", "enemy",
    "horse-first", "charge", "control",
]  # fmt: skip


def test_the_pack_is_sound_and_the_only_one_of_the_system_that_teaches() -> None:
    assert list(SYSTEM.library.check(LESSON)) == []
    assert [battle.id for battle in SYSTEM.library.battles() if battle.guided] == [LESSON]


def test_the_rules_that_a_lesson_names_are_in_the_book() -> None:
    known = SYSTEM.library.book().clauses
    assert all(clause in known for step in guide_of(SYSTEM, LESSON).steps for clause in step.rules)


@pytest.mark.parametrize("seed", [0, 1, 10, 56])
def test_done_as_it_proposes_the_lesson_comes_to_its_end(seed: int) -> None:
    learnt, state = taught(SYSTEM, LESSON, seed)
    assert isinstance(state.pending, Over)
    assert learnt[: len(ALWAYS)] == ALWAYS
    assert {"after", "second-division", "guns-again", "closer", "on-your-own"} <= set(learnt)


def test_a_charge_that_wins_teaches_the_pursuit_and_a_foe_that_stays_the_firefight() -> None:
    learnt, _ = taught(SYSTEM, LESSON, 0)
    assert {"pursuit", "not-yet", "volley"} <= set(learnt)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("side: french", "side: saxon", "saxon"),
        ("asked: charge, turn: 2", "asked: charges, turn: 2", "charges"),
        ("asked: activate, turn: 3", "asked: activate, turn: 9", "no such turn"),
        ("rally F2", "reform F2", "reform"),
        ("rally F2", "rally F9", "F9"),
        ("charge F5 P2", "charge F5 P9", "P9"),
        ("change-order horse", "change-order guard", "guard"),
    ],
)
def test_a_guide_about_another_battle_is_refused(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    folder = tmp_path / LESSON
    shutil.copytree(LIBRARY / LESSON, folder)
    file = folder / "guide.yaml"
    assert old in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace(old, new, 1), "utf-8")
    assert problem in str(next(iter(SYSTEM.library.check(folder))))
