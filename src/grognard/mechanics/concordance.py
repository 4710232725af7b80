"""A concordance: how an edition reads the base book that it shares with others.

Code that editions share cites the base book. What an edition says in clauses of its own is
translated where people are told, and nowhere else: reasons, accounts and journals keep base clauses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

CLAUSE = re.compile(r"\b[A-Z]+(?:-|\d+[A-Z]?\.)\d+(?:\.\d+)*\w?")
"""A clause or a ruling as it stands in a sentence: P14.8, N12.2A.1, PR-35."""


class Concordance(msgspec.Struct, frozen=True):
    """What an edition says in clauses of its own, and what it has dropped.

    ``own`` names for a base clause the edition's: the first is told, all are enforced by its code.
    A ``dropped`` clause is out of force: to tell it is a fault of ours.

    >>> edition = Concordance({"P14.8": ("X10.2", "X10.3")}, frozenset({"P16.23"}))
    >>> edition.told("P14.8"), edition.told("P14.9")
    ('X10.2', 'P14.9')
    """

    own: Mapping[str, tuple[str, ...]] = {}
    dropped: frozenset[str] = frozenset()

    def told(self, clause: str) -> str:
        return self.own.get(clause, (clause,))[0]

    def retold(self, line: str) -> str:
        """A line with the clauses it names as they are told.

        >>> Concordance({"P14.8": ("X10.2",)}).retold("F1 halts (P14.8, PR-35)")
        'F1 halts (X10.2, PR-35)'
        """
        return CLAUSE.sub(lambda found: self.told(found[0]), line) if self.own else line

    def enforced(self, cited: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Clauses of this edition with their places, from the citations in its own rooms."""
        found: dict[str, dict[str, None]] = {}
        for clause, places in cited.items():
            for own in () if clause in self.dropped else self.own.get(clause, (clause,)):
                found.setdefault(own, {}).update(dict.fromkeys(places))
        return {clause: tuple(places) for clause, places in found.items()}


BASE = Concordance()
"""The base book itself."""


def concordance_of(setting: Any) -> Concordance:
    """How the battle's edition reads its base book; a setting without editions reads it as it is."""
    found: Concordance = getattr(setting, "concordance", BASE)
    return found
