"""No cell of a card is read by nobody: every row is named by the code or by a pack of the library.

A row is looked up by a word in the code, by words put together there, by a word of a pack (terrain,
weather, nation, trait, a class of troops), or by a step of a die. What is kept for battles that the
library does not have yet, and what only says in figures what a rule says in words, stands in
``unread.yaml`` with its reason: a row that is read goes out of it, a new one must be read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.mechanics.charts.lined import values_of

ROOT = Path(grognard.__file__).parent
ROOMS = ("bataille", "premier", "an_xxx")
PLAYED = ("premier", "an-xxx")
"""The systems whose packs count."""

UNREAD = Path(__file__).with_name("unread.yaml")
LEAST = 4
"""A word that is put together has so many letters of its own at least."""

STEP = re.compile(r"\d+(:\d+)?")
"""A face of a die, or a step of a table of odds."""


@cache
def code() -> tuple[frozenset[str], re.Pattern[str]]:
    """The words in the code, and the forms of those that it puts together."""
    words, forms = set(), set()
    for room in ROOMS:
        for path in (ROOT / "systems" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    words.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    forms.add(form(node))
    return frozenset(words), re.compile("|".join(sorted(forms - {""})))


def form(node: ast.JoinedStr) -> str:
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    own = "".join(str(part) for part in parts if part is not None)
    if len(own.strip(" _/")) < LEAST:
        return ""
    return "".join(".+" if part is None else re.escape(str(part)) for part in parts)


@cache
def library() -> frozenset[str]:
    """The words of the packs of the family, and the kinds of troops: a nation with a trait."""
    words: set[str] = set()
    for path in (ROOT / "library").glob("*/scenario.yaml"):
        pack = values_of(path)
        if pack["system"] not in PLAYED:
            continue
        for file in path.parent.glob("*.yaml"):
            words.update(words_in(values_of(file)))
        for held in (pack.get("classes") or {}).values():
            nation = str(held.get("nation", "")).lower()
            words.update(f"{nation}_{trait}" for trait in held.get("traits") or ())
    return frozenset(words)


def words_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, held in value.items():
            yield str(key)
            yield from words_in(held)
    elif isinstance(value, list):
        for held in value:
            yield from words_in(held)
    elif isinstance(value, str):
        yield from (value, value.lower())


def is_read(row: str) -> bool:
    words, forms = code()
    if STEP.fullmatch(row) or row in words or row in library() or forms.fullmatch(row):
        return True
    return "/" in row and all(is_read(part) for part in row.split("/"))


def unread(room: str) -> dict[str, list[str]]:
    """By card and table the rows that nobody reads; all of a table whose name nobody says."""
    found = {}
    for path in sorted((ROOT / "systems" / room / "book" / "charts").glob("*.yaml")):
        card = values_of(path)
        for name, held in card["tables"].items():
            rows = [str(row) for row in held.get("rows") or {} if held["kind"] == "keyed"]
            left = [row for row in rows if not is_read(row)]
            if name not in code()[0]:
                found[f"{card['card']} {name}"] = ["*"]
            elif left:
                found[f"{card['card']} {name}"] = left
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_no_cell_of_a_card_is_read_by_nobody(room: str) -> None:
    kept = values_of(UNREAD)[room]
    assert unread(room) == {table: held["rows"] for table, held in kept.items()}
    assert all(held["why"] for held in kept.values())
