"""Where commands write: one console for people, plain lines of JSON for programs."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 100


@cache
def console() -> Console:
    """Colours and width of the terminal; plain text where there is none."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else PLAIN_WIDTH
    return Console(highlight=False, width=width, soft_wrap=not sys.stdout.isatty())


def say(text: Any = "", style: str = "") -> None:
    """Text as it is: brackets are not markup, and nothing in it commands the terminal."""
    plain = bare(text) if isinstance(text, str) else text
    console().print(plain, markup=False, style=style or None)


def bare(text: str) -> str:
    """Text without control characters, but for the ends of its lines.

    >>> bare("red \x1b[31mred\x1b[0m\x07 " + chr(0x9B) + "2J")
    'red [31mred[0m 2J'
    """
    return "".join(each for each in text if each in "\n\t" or unicodedata.category(each) != "Cc")


def complain(problem: Exception) -> None:
    """What is wrong with what the user wrote, in one line."""
    sys.stderr.write(f"grognard: {bare(' '.join(str(problem).split()))}\n")


def print_json(value: object) -> None:
    """JSON on one line, the keys in the order of the record."""
    import msgspec

    from grognard.kernel.codec import builtins

    sys.stdout.write(msgspec.json.encode(builtins(value)).decode() + "\n")
