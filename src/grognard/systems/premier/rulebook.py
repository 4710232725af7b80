"""The rule book of La Bataille Premier in our words: the base book as it stands."""

from __future__ import annotations

from grognard.mechanics.rulebooks import Rulebook, UnknownClause
from grognard.systems.bataille.rulebook import base_book

__all__ = ["Rulebook", "UnknownClause", "rulebook"]

rulebook = base_book
