"""Write the lists of purposes, occasions and marks at the end of the how-to about situations.

    python scripts/make_situation_words.py            write the page
    python scripts/make_situation_words.py --check    only say whether it is out of date

Questions come from the catalogue of each system, dice, occasions and marks from where its code names them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from grognard.desks.catalogue import ENGLISH, catalogue
from grognard.systems.plug import System
from grognard.systems.registry import SYSTEMS, system_named

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/how-to/write-a-situation.md"
FROM = (
    "<!-- Written by scripts/make_situation_words.py from here on; change the code, not this. -->"
)

NAMING = {"Roll": (1, "purpose"), "Check": (1, "occasion"), "Checks": (1, "occasion"), "Occasion": (0, "kind"),
          "CheckMorale": (1, "occasion"), "MoraleChecked": (2, "occasion"), "weigh_dice": (2, "occasion")}  # fmt: skip
"""Calls that name the purpose of a roll or the occasion of a check, and with which argument."""


ANY = "OCCASION"


def page() -> tuple[Path, str]:
    """The how-to with its lists as they must be."""
    kept = PAGE.read_text(encoding="utf-8").partition(FROM)[0]
    return PAGE, "\n".join([kept + FROM, *_lists(), ""])


def _lists() -> Iterator[str]:
    for name in SYSTEMS:
        system = system_named(name)
        trees = list(_modules(system))
        yield f"\n## Words of {system.title}\n"
        yield "| question (`asked SIDE ...`) | is asked | clause |\n|---|---|---|"
        words = catalogue(ENGLISH, system.desk.teller.words)
        for purpose, clause in sorted(system.desk.words.questions.items()):
            yield f"| `{purpose}` | {words.say(f'asked-{purpose}')} | {clause} |"
        yield f"\nDice (`asked dice ...`): {_listed(_named(trees, 'Roll'))}."
        occasions = {word for kind in NAMING if kind != "Roll" for word in _named(trees, kind)}
        yield f"\nOccasions of morale (`occasion` of an event): {_listed(occasions - {ANY})}."
        yield f"In the dice `{ANY}` stands for any of them."
        flags = sorted(_flags(trees))
        if flags:
            yield f"\nWhat may be said of an occasion: {_listed(flags)}."
        yield "\n| mark of a unit (`mark ...`) | means |\n|---|---|"
        for mark, about in sorted(_marks(trees)):
            yield f"| `{mark}` | {about} |"


def _listed(words: set[str] | list[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


Module = tuple[str, ast.Module]


def _modules(system: System) -> Iterator[Module]:
    """The code of a system's rules by module."""
    for room in system.rooms:
        folder = Path(str(import_module(room).__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            inside = path.relative_to(folder).with_suffix("")
            if not {"desk", "doctrine", "situations"} & set(inside.parts):
                named = ".".join((room, *inside.parts)).removesuffix(".__init__")
                yield named, ast.parse(path.read_text(encoding="utf-8"))


def _named(modules: list[Module], kind: str) -> set[str]:
    """The words that calls of a kind are given."""
    place, word = NAMING[kind]
    found: set[str] = set()
    for name, tree in modules:
        for part in (tree, *(each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))):
            for call in ast.walk(part):
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == kind:
                    given = [each.value for each in call.keywords if each.arg == word]
                    given = given or call.args[place : place + 1]
                    found.update(said for each in given for said in _said(each, name, part))
    return found


def _said(found: ast.expr, module: str, part: ast.AST) -> Iterator[str]:
    """What an expression can be: a word, one of two, a constant, or what a name was given."""
    match found:
        case ast.Constant(value=str(word)):
            yield word
        case ast.IfExp(body=one, orelse=other):
            yield from _said(one, module, part)
            yield from _said(other, module, part)
        case ast.JoinedStr(values=parts):
            yield "".join(
                str(each.value) if isinstance(each, ast.Constant) else ANY for each in parts
            )
        case ast.Attribute(attr="occasion"):
            yield ANY
        case ast.Name(id=name):
            held = getattr(import_module(module), name, None)
            if isinstance(held, str):
                yield held
            for line in ast.walk(part):
                if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == name:
                    yield from _said(line.value, module, part)


def _flags(modules: list[Module]) -> Iterator[str]:
    """The yes-or-no fields of an occasion."""
    for _, tree in modules:
        for kind in tree.body:
            if isinstance(kind, ast.ClassDef) and kind.name == "Occasion":
                for line in kind.body:
                    if isinstance(line, ast.AnnAssign) and ast.unparse(line.annotation) == "bool":
                        yield ast.unparse(line.target)


def _marks(modules: list[Module]) -> Iterator[tuple[str, str]]:
    """Marks with what is written below them: constants of a module ``marks``, members of ``Mark``."""
    for name, tree in modules:
        if name.endswith(".marks"):
            yield from _described(tree.body)
        for kind in tree.body:
            if isinstance(kind, ast.ClassDef) and kind.name == "Mark":
                yield from _described(kind.body)


def _described(lines: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for line, below in pairwise(lines):
        value = getattr(line, "value", None)
        match value, below:
            case ast.Constant(value=str(word)), ast.Expr(value=ast.Constant(value=str(about))):
                if isinstance(line, ast.Assign | ast.AnnAssign):
                    yield word, " ".join(about.split())


def main() -> None:
    path, text = page()
    if path.read_text(encoding="utf-8") == text:
        return
    if "--check" in sys.argv:
        sys.exit(f"{path.relative_to(ROOT)} is out of date")
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
