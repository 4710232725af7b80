"""The words of Bataille Empire at a table: what is asked, and what done means."""

from __future__ import annotations

from typing import Final

from grognard.desks.words import Words

QUESTIONS: Final = {
    "first-side": "E21.5",
    "activate": "E21.6",
    "movement": "E21.2",
    "preparatory-fire": "E50.30",
    "final-fire": "E50.30",
    "answer": "E50.31",
}
"""Every question by its purpose, and the clause behind it."""

WORDS: Final = Words(QUESTIONS)
