"""``rules``: a clause in our words, with the code and the tests behind it; coverage; options."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import grognard
from grognard.cli.console import console, print_json, say
from grognard.cli.referee import SUFFIX
from grognard.host.finding import look_up
from grognard.host.reading import book_of
from grognard.kernel.errors import GrognardError
from grognard.kernel.rules import citations
from grognard.systems.plug import System
from grognard.systems.registry import system_named

SHARED = ("grognard.mechanics", "grognard.kernel")
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
WORD = re.compile(r"""["']([^"']+)["']""")


def cited(system: System) -> dict[str, tuple[str, ...]]:
    """Clause -> the places in the code that enforce it, after importing all of the system."""
    rooms = (*system.rooms, *SHARED)
    for room in rooms:
        package = import_module(room)
        for found in pkgutil.walk_packages(package.__path__, f"{room}."):
            import_module(found.name)
    return citations(*rooms)


def tests_folder(asked: Path | None) -> Path | None:
    """The folder named, or the tests of the working copy this runs from."""
    if asked is not None:
        if not asked.is_dir():
            raise GrognardError(f"{asked} is not a folder")
        return asked
    beside = Path(grognard.__file__).parents[2] / "tests"
    return beside if beside.is_dir() else None


def proved(folder: Path | None) -> dict[str, tuple[str, ...]]:
    """Clause -> the tests and situations that name it."""
    found: dict[str, list[str]] = {}
    for clause, where in _proofs(folder) if folder else ():
        places = found.setdefault(clause, [])
        if where not in places:
            places.append(where)
    return {clause: tuple(places) for clause, places in sorted(found.items())}


def _proofs(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for mark in MARK.finditer(text):
            for clause in WORD.findall(mark[1]):
                yield clause, f"{path.relative_to(folder)}:{_test_after(text, mark.end())}"
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("rule:"):
                for clause in line.partition(":")[2].replace(",", " ").split():
                    yield clause, str(path.relative_to(folder))


def _test_after(text: str, position: int) -> str:
    """The test that a mark stands above."""
    following = re.compile(r"(?:def|class)\s+(\w+)").search(text, position)
    return following[1] if following else "module"


# --- showing


def show_coverage(name: str, tests: Path | None, *, as_json: bool) -> None:
    """How many clauses have code and tests, and which do not."""
    system, folder = system_named(name), tests_folder(tests)
    found = system.library.book().coverage(system.library.enforced(cited(system)), proved(folder))
    if as_json:
        print_json(found)
        return
    say(f"{system.title}: {found.clauses} clauses")
    say(f"  enforced by code      {found.enforced}")
    say(f"  proved by tests       {found.tested}")
    say(f"  without effect        {found.no_effect}")
    say(f"  open                  {len(found.open)}")
    for gap in found.open:
        say(f"    {gap.id:8} lacks {' and '.join(gap.missing)}")


def show_options(name: str, *, as_json: bool) -> None:
    """What a table may choose, with the default first."""
    options = list(system_named(name).library.options())
    if as_json:
        print_json(options)
        return
    from rich.table import Table

    table = Table("option", "values, default first", "what it decides", "ruling", box=None)
    for option in options:
        table.add_row(option.name, option.wanted(), option.about, ", ".join(option.rulings))
    console().print(table)


def show_rules(name: str, clause: str, tests: Path | None, *, as_json: bool) -> None:
    """The clauses asked for; without a clause, the table of contents."""
    system, folder = system_named(name), tests_folder(tests)
    book = book_of(name)
    if not clause:
        _contents(name, book, as_json=as_json)
        return
    found = look_up(name, clause)
    code, proofs = cited(system), proved(folder)
    entries = [_entry(book, each, code, proofs) for each in found]
    if as_json:
        print_json(entries)
        return
    for entry in entries:
        _show_clause(entry, proofs=bool(book.named(clause)))


def _contents(system: str, book: Any, *, as_json: bool) -> None:
    if as_json:
        print_json(
            [
                {"rule": n, "title": t, "clauses": len(book.of_rule(n))}
                for n, t in book.rules.items()
            ]
        )
        return
    say(book.title)
    for number, title in book.rules.items():
        say(f"  {number:3} {title} ({len(book.of_rule(number))} clauses)")
    number = next(iter(book.rules), 1)
    one = next((clause.id for clause in book.of_rule(number)), number)
    say(f"\nRead one: grognard rules {system} {number}, or {one}, or a ruling, or ask in words")


def _entry(
    book: Any, clause: Any, code: dict[str, tuple[str, ...]], proofs: dict[str, tuple[str, ...]]
) -> dict[str, Any]:
    return {
        "clause": clause,
        "rulings": book.rulings_on(clause.id),
        "readings": book.readings_on(clause.id),
        "code": code.get(clause.id, ()),
        "tests": proofs.get(clause.id, ()),
    }


def _show_clause(entry: dict[str, Any], *, proofs: bool) -> None:
    """A clause and how it is read; with the code and the tests if it was asked for by name."""
    clause = entry["clause"]
    say(f"{clause.id}  {clause.text}")
    see = ", ".join(clause.see)
    for label, value in (("example", clause.example), ("chart", clause.chart), ("see", see)):
        if value:
            say(f"    {label}: {value}")
    for ruling in entry["rulings"]:
        say(f"    {ruling.id} {ruling.title}: {ruling.ruling}")
    for reading in entry["readings"]:
        say(f"    settled: {reading}")
    if clause.no_effect:
        say(f"    no effect on play: {clause.no_effect}")
    for label, kind in (("code", "code"), ("test", "tests")):
        for place in entry[kind] if proofs else ():
            say(f"    {label}: {place}")
    say()
