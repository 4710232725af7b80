"""Citations: which code stands behind which clause.

``@step("P33.4")`` and ``@rule("P29.3")`` feed one index; the command line prints it, and a test
fails when a clause is cited that no ledger knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_index: dict[str, list[str]] = {}


def cite(clause: str, where: str) -> None:
    """Note that ``where`` (module and name) enforces ``clause``."""
    places = _index.setdefault(clause, [])
    if where not in places:
        places.append(where)


def rule(*clauses: str) -> Callable[[F], F]:
    """Mark a function or class as the home of clauses."""

    def mark(thing: F) -> F:
        for clause in clauses:
            cite(clause, f"{thing.__module__}.{thing.__qualname__}")
        return thing

    return mark


def citations(*rooms: str) -> dict[str, tuple[str, ...]]:
    """Clause -> places in these rooms, for everything imported so far.

    The code of one rulebook proves nothing of another: a system asks for its own rooms.
    """
    inside = tuple(f"{room}." for room in rooms)
    found = {
        clause: tuple(where for where in places if where.startswith(inside))
        for clause, places in sorted(_index.items())
    }
    return {clause: places for clause, places in found.items() if places}
