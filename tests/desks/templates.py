"""Templates of what rules say in passing, read from the source: texts with holes.

``python -m tests.desks.templates`` lists those that have no French yet.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import grognard
from grognard.desks.phrases import HOLE, phrasebook
from grognard.systems.registry import SYSTEMS, system_named

SOURCE = Path(grognard.__file__).parent
ROOMS = ("kernel", "mechanics", "odds", "desks", "systems", "host", "web")
SPEAKERS = frozenset(
    {
        "Reason", "Item", "Factor", "Why", "Share", "MalformedAction", "IllegalAction", "Refused",
        "because", "Throws", "ChargeLapsed", "OrderFailed", "Sight",
    }
)  # fmt: skip
"""Calls whose words are heard by a player."""

LOOKED = frozenset({"desks", "desk", "odds"})
"""Rooms in which a look is refused by an error of ours; formulas are for the command line."""

SAID = frozenset({"stops", "warns", "why", "reason", "reasons", "text"})
"""Keywords of other calls that hold such words."""

CLAUSE = re.compile(r"(?:[A-Z]+(?:-|\d*\.)?\d+\w*(?:\.\d+\w*)*)?")
CODE = re.compile(
    r"\{:[^}]*\}|[a-z-]+(?:[-_:](?:[a-z0-9]+|\{\}))+|[+][a-z]|[A-Z]?|[\W\d]*|done|pick|illegal"
)
"""Names of the program: no words."""

DEEPEST = 2
"""So far an expression is followed to where its names were given."""

WHOLE = ("victory.py", "rider_options.py")
"""Files in which every text is told."""


def templates(rooms: tuple[str, ...] = ROOMS) -> dict[str, str]:
    """Every template, with the place where it stands first."""
    found: dict[str, str] = {}
    for room in rooms:
        for path in sorted((SOURCE / room).rglob("*.py")):
            if {"bots", "doctrine", "situations"} & set(path.parts):
                continue
            for template, line in _of_file(path):
                found.setdefault(template, f"{path.relative_to(SOURCE)}:{line}")
    return found


def _of_file(path: Path) -> Iterator[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = _assigned(tree)
    looked = bool(LOOKED & set(path.relative_to(SOURCE).parts)) and path.name != "formulas.py"
    speakers = SPEAKERS | {"GrognardError"} if looked else SPEAKERS
    for node in ast.walk(tree):
        for argument in _spoken(node, path.name in WHOLE, speakers):
            for template in _texts(argument, known, 0):
                if _is_said(template):
                    yield template, argument.lineno


def _spoken(node: ast.AST, whole: bool, speakers: frozenset[str]) -> list[ast.expr]:
    """What a piece of code says: the arguments of a speaker, or a text beside its clause."""
    match node:
        case ast.Call():
            name = getattr(node.func, "id", "") or getattr(node.func, "attr", "")
            held = node.args[name == "because" :] if name in speakers else []
            said = [each.value for each in node.keywords if name in speakers or each.arg in SAID]
            return [*held, *said]
        case ast.Tuple(elts=[text, ast.Constant(value=str(clause))]):
            return [text] if CLAUSE.fullmatch(clause) else []
        case ast.JoinedStr() if whole:
            return [node]
    return []


def _is_said(template: str) -> bool:
    code = CODE.fullmatch(template) or CLAUSE.fullmatch(template)
    return not code and bool(HOLE.sub("", template).strip(" .,:;()+"))


def _assigned(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """What every name of a file is given, wherever that happens."""
    known: dict[str, list[ast.expr]] = {}
    for line in ast.walk(tree):
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None:
            targets = line.targets if isinstance(line, ast.Assign) else [line.target]
            for target in targets:
                pairs = [(target, line.value)]
                if isinstance(target, ast.Tuple) and isinstance(line.value, ast.Tuple):
                    pairs = list(zip(target.elts, line.value.elts, strict=False))
                for one, value in pairs:
                    if isinstance(one, ast.Name):
                        known.setdefault(one.id, []).append(value)
    return known


def _texts(found: ast.expr, known: dict[str, list[ast.expr]], deep: int) -> Iterator[str]:
    """The templates that an expression may come to."""
    below = [] if deep > DEEPEST else _below(found, known)
    match found:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts
            )
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            lefts = list(_texts(left, known, deep + 1)) or ["{}"]
            rights = list(_texts(right, known, deep + 1)) or ["{}"]
            yield from (one + other for one in lefts for other in rights)
        case _:
            pass
    for each in below:
        yield from _texts(each, known, deep + 1)


def _below(found: ast.expr, known: dict[str, list[ast.expr]]) -> list[ast.expr]:
    """Expressions that may stand in the place of one, or in its holes."""
    match found:
        case ast.JoinedStr(values=parts):
            return [part.value for part in parts if isinstance(part, ast.FormattedValue)]
        case ast.IfExp(body=one, orelse=other):
            return [one, other]
        case ast.Name(id=name):
            return known.get(name, [])
        case ast.Subscript(value=ast.Name(id=name)):
            return _values(known.get(name, []))
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get"), args=rest):
            return [*_values(known.get(name, [])), *rest[1:]]
        case _:
            return []


def _values(held: list[ast.expr]) -> list[ast.expr]:
    return [value for each in held if isinstance(each, ast.Dict) for value in each.values]


@cache
def missing() -> dict[str, str]:
    """Templates that a teller may be given and has no French for, each with its place."""
    found: dict[str, str] = {}
    for name in SYSTEMS:
        system = system_named(name)
        rooms = {room.rpartition(".")[2] for room in system.rooms} | {name}
        known = phrasebook("fr", system.desk.teller.words).templates
        for template, place in templates().items():
            parts = place.split("/")
            if template not in known and (parts[0] != "systems" or parts[1] in rooms):
                found[template] = f"{name}: {place}"
    return found


if __name__ == "__main__":
    sys.stdout.writelines(f"{text!r}: ''  # {place}\n" for text, place in missing().items())
