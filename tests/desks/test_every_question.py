"""Every question that a rulebook can ask has words of its own at the table, and a clause behind it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import grognard.systems
from grognard.desks.catalogue import ENGLISH, LANGUAGES, Catalogue, catalogue
from grognard.desks.phrases import phrasebook
from grognard.systems.registry import system_named

ROOMS = Path(grognard.systems.__file__).parent
ASKED = ("nlc", "premier", "an-xxx")
IMAGINED = "desk"
"""The room of a rulebook whose questions are put to nobody: the odds officer's."""


def purposes(system: str) -> Iterator[tuple[str, str]]:
    """The purposes of all questions in a rulebook as patterns, each with its place."""
    rooms = [ROOMS / room.rpartition(".")[2] for room in system_named(system).rooms]
    for path in sorted(path for room in rooms for path in room.rglob("*.py")):
        if IMAGINED in path.relative_to(ROOMS).parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        for function in ast.walk(tree):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Ask":
                    where = f"{path.name}:{call.lineno}"
                    for pattern in patterns(_purpose(call), function):
                        yield pattern, where


def _purpose(call: ast.Call) -> ast.expr:
    named = [word.value for word in call.keywords if word.arg == "purpose"]
    return named[0] if named else call.args[2]


def patterns(found: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """What a purpose may be: a word, a word with a part left open, or what a name was given."""
    match found:
        case ast.Constant(value=str(word)):
            yield re.escape(word)
        case ast.JoinedStr(values=parts):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[a-z-]+"
                for part in parts
            )
        case ast.IfExp(body=one, orelse=other):
            yield from patterns(one, function)
            yield from patterns(other, function)
        case ast.Name(id=name):
            for line in ast.walk(function):
                if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == name:
                    yield from patterns(line.value, function)
        case _:
            raise AssertionError(f"{ast.unparse(found)}: say the purpose where it can be read")


def words_of(system: str, language: str) -> Catalogue:
    return catalogue(language, system_named(system).desk.teller.words)


@pytest.mark.parametrize("system", ASKED)
def test_every_question_has_words_and_a_clause(system: str) -> None:
    questions = system_named(system).desk.words.questions
    asked = list(purposes(system))
    assert len(asked) > 30
    for pattern, where in asked:
        fitting = [purpose for purpose in questions if re.fullmatch(pattern, purpose)]
        assert fitting, f"{where}: nobody has words for {pattern}"
        for purpose, language in product(fitting, LANGUAGES):
            assert questions[purpose]
            assert words_of(system, language).has(f"asked-{purpose}")
            assert words_of(system, language).has(f"title-{purpose}")


@pytest.mark.parametrize("system", ASKED)
def test_there_are_no_words_for_questions_that_are_never_asked(system: str) -> None:
    """By the system itself, or by an edition with which it shares its words."""
    words, rooms = system_named(system).desk.words, set(system_named(system).rooms)
    family = [each for each in ASKED if rooms & set(system_named(each).rooms)]
    asked = [pattern for each in family for pattern, _ in purposes(each)]
    said = words_of(system, ENGLISH).sources
    endings = {each.removeprefix("done-") for each in said if each.startswith("done-")}
    for purpose in {*words.questions, *words.windows, *endings} - {"window", "else"}:
        assert any(re.fullmatch(pattern, purpose) for pattern in asked), purpose


@pytest.mark.parametrize("system", ASKED)
def test_a_refusal_that_names_a_question_can_name_it_in_french(system: str) -> None:
    """Who says something else is told what must be answered first."""
    desk = system_named(system).desk
    known = phrasebook("fr", desk.teller.words).templates
    assert not {purpose for purpose in desk.words.questions if purpose not in known}
