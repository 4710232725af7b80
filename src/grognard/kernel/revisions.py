"""The revision of rules: their code, without its words.

A record names the rules it was played under by the release and a digest of every module they are
made of. Comments, docstrings and empty lines decide nothing and do not count, and the digest is the
same in a checkout and in a wheel, under every Python.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from grognard import __version__

DIGITS: Final = 12
MARK: Final = "+"
"""Stands between the release and the digest."""

BELOW: Final = ("grognard.kernel", "grognard.mechanics")
"""What every rulebook stands on."""

NO_RULES: Final = frozenset({"desk", "doctrine", "situations", "words"})
"""Folders of a rulebook that speak, think or draw, and decide nothing of a battle."""

WORDS: Final = re.compile(
    r"""
    ["'\#](?: (?<=\#) [^\n]*
           | (?<=")   (?: "" [^"\\]* (?: (?: \\. | "(?!"") ) [^"\\]* )* \"{3} | [^"\\\n]* (?: \\. [^"\\\n]* )* " )
           | (?<=')   (?: '' [^'\\]* (?: (?: \\. | '(?!'') ) [^'\\]* )* '{3}  | [^'\\\n]* (?: \\. [^'\\\n]* )* ' )
           )
    """,
    re.VERBOSE | re.DOTALL,
)
"""A comment, or a text in one or three quotes. It begins with a letter that is soon found: all modules of the
rules are read whenever a battle is opened first."""

OPEN: Final = "([{,=+%|&*/-\\"
"""After one of these a text that stands on a line of its own is part of what came before."""


def without_words(source: str, instead: str = "") -> str:
    """The code of a module: no comments, ``instead`` of every docstring, no empty lines.

    >>> without_words('A = "#1"  # the first\\n\\"\\"\\"Said of A.\\"\\"\\"\\n\\nB = 2\\n')
    'A = "#1"\\nB = 2'
    """

    kept: list[str] = []
    at, last = 0, "\n"
    for found in WORDS.finditer(source):
        between = source[at : found.start()]
        kept.append(between)
        at, last = found.end(), between.rstrip()[-1:] or last
        said = found[0]
        if said[0] != "#":
            alone = said.startswith('"""') and last not in OPEN and _stands_alone(source, found)
            kept.append(instead if alone else said)
            last = last if alone else said[-1]
    kept.append(source[at:])
    return "\n".join(line.rstrip() for line in "".join(kept).split("\n") if line.strip())


def _stands_alone(source: str, found: re.Match[str]) -> bool:
    """Has a text its lines to itself?"""
    before = source[source.rfind("\n", 0, found.start()) + 1 : found.start()]
    end = source.find("\n", found.end())
    after = source[found.end() : end if end >= 0 else None]
    return not before.strip() and not after.partition("#")[0].strip()


@cache
def code_revision(*rooms: str) -> str:
    """The release, and a digest of the rules in these packages and of what they stand on."""
    digest = sha256()
    for room in sorted({*BELOW, *rooms}):
        spec = find_spec(room)
        assert spec is not None, room
        for folder in spec.submodule_search_locations or ():
            for path in sorted(Path(folder).rglob("*.py")):
                name = path.relative_to(folder)
                if not NO_RULES.intersection(name.parts):
                    code = without_words(path.read_text(encoding="utf-8"))
                    digest.update(f"{room}/{name.as_posix()}\n{len(code)}\n{code}\n".encode())
    return f"{__version__}{MARK}{digest.hexdigest()[:DIGITS]}"
