"""Opening a rulebook at any one procedure, by its name and its fields in words."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from grognard.kernel import Item, Procedure
from grognard.kernel.codec import convert
from grognard.kernel.system import subclasses, tag_of
from grognard.mechanics.places import parse_place

Reader = Callable[[str], Any]


def procedures(*rooms: str) -> dict[str, type[Procedure]]:
    """Every procedure of some rooms by the name it has in files."""
    return {tag_of(kind): kind for kind in subclasses(Procedure, *rooms) if kind.steps}


def side_named(word: str, sides: tuple[str, ...]) -> str:
    if word not in sides:
        raise ValueError(f"there is no side {word!r}; there are {' and '.join(sides)}")
    return word


def mark_named(word: str, known: Sequence[str]) -> str:
    """A mark that there is; one that ends in a colon is followed by more."""
    if word in known and not word.endswith(":"):
        return word
    if any(mark.endswith(":") and word.startswith(mark) and word != mark for mark in known):
        return word
    near = get_close_matches(word, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
    raise ValueError(f"there is no mark {word!r}; {hint}")


def with_fields(
    kind: type[Procedure], words: list[str], readers: Mapping[type, Reader]
) -> Procedure:
    """A procedure with ``field=value`` for each word; ``readers`` read what only a system knows."""
    hints = typing.get_type_hints(kind)
    values: dict[str, Any] = {}
    for word in words:
        name, mark, value = word.partition("=")
        if not mark or name not in kind.__struct_fields__:
            raise ValueError(f"{kind.__name__} has no {word!r}; it has {kind.__struct_fields__}")
        values[name] = _read(value, hints[name], readers)
    try:
        made: Procedure = convert(values, kind)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
    return made


def _read(word: str, hint: Any, readers: Mapping[type, Reader]) -> Any:
    """A word as the field wants it: lists are joined by '+', hexes written as on the map."""
    if isinstance(hint, types.UnionType):
        hint = next(kind for kind in typing.get_args(hint) if kind is not type(None))
    if typing.get_origin(hint) is tuple:
        inner = typing.get_args(hint)[0]
        return [_read(part, inner, readers) for part in word.split("+") if part]
    if hint in readers:
        return readers[hint](word)
    if hint is bool:
        return word in ("yes", "true")
    if hint is int:
        return parse_place(word) if len(word) == 4 and word.isdigit() else int(word)
    if hint is Item:
        amount, reason, clause = word.split(",")
        return {"amount": int(amount), "reason": reason, "clause": clause}
    return word
