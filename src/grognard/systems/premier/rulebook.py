"""The rule book of La Bataille Premier in our words: the base book as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.mechanics.rulebooks import Coverage, Rulebook, UnknownClause
from grognard.systems.bataille.rulebook import base_book
from grognard.systems.premier.reglement import REGLEMENT

__all__ = ["Rulebook", "UnknownClause", "coverage", "rulebook"]

rulebook = base_book


def coverage(citations: Mapping[str, tuple[str, ...]], tested: Iterable[str]) -> Coverage:
    """Compare the book with the citations of the code and of the tests."""
    return rulebook().coverage(REGLEMENT.concordance.enforced(citations), tested)
