"""Documents in the reader's language: what people read in them is said again, all else stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Say = Callable[[str], str]

READ: Final = frozenset(
    {
        "about", "aims", "command", "description", "label", "lines", "meaning", "name", "named", "note", "reason", "reasons",
        "stops", "summary", "text", "title", "verdict", "warns", "why",
    }
)  # fmt: skip
"""Fields that hold words for people, one text or several."""

NAMED: Final = frozenset({"side_names", "sides", "values"})
"""Fields that hold names or meanings by id."""


def retold(held: Any, say: Say, field: str = "", read: frozenset[str] = READ) -> Any:
    """A document of plain values, with its texts said by ``say``; ``read`` are the fields that hold them.

    >>> retold({"reason": {"text": "no", "clause": "P1.1"}, "text": "march F1", "kind": "march"},
    ...        {"no": "non", "march F1": "?"}.__getitem__)
    {'reason': {'text': 'non', 'clause': 'P1.1'}, 'text': 'march F1', 'kind': 'march'}
    """
    if isinstance(held, dict):
        names = field in NAMED
        order = "kind" in held and "text" in held
        return {
            key: value
            if order and key == "text"
            else retold(value, say, "name" if names and isinstance(value, str) else key, read)
            for key, value in held.items()
        }
    if isinstance(held, list | tuple):
        return [retold(each, say, field, read) for each in held]
    return say(held) if isinstance(held, str) and field in read else held
