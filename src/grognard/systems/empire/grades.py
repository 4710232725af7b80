"""What commanders are worth by their grade (page 23 of the book)."""

from __future__ import annotations

from grognard.systems.empire.cards import cards
from grognard.systems.empire.kinds import Grade


def value_of(grade: Grade) -> int:
    return cards().count(f"value.{grade}")


def range_of(grade: Grade) -> int:
    """In UD."""
    return cards().count(f"range.{grade}")


def range_bonus() -> int:
    """So much farther skirmishers and light horse are in command, in UD."""
    return cards().count("range.light")
