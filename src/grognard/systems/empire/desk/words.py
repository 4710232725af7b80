"""The words of Bataille Empire at a table: what is asked, and what done means."""

from __future__ import annotations

from typing import Final

from grognard.desks.words import Words

QUESTIONS: Final = {
    "first-side": "E21.5",
    "redeploy": "E21.1",
    "activate": "E21.6",
    "movement": "E21.2",
    "react": "E42.9",
    "swept-aside": "E35.19",
    "arrival": "E21.8",
    "preparatory-fire": "E50.30",
    "final-fire": "E50.30",
    "answer": "E50.31",
    "initiative-bid": "E24.6",
    "charge": "E35.12",
    "next-charge": "E35.12",
    "new-target": "E35.17",
    "charged": "E35.5",
    "support-moves": "E35.14",
    "control": "E35.7",
    "shock-support": "EG.13",
    "principal": "E35.10",
    "advance": "E56.47",
    "pursuit": "E60.1",
    "pursued": "E60.5",
}
"""Every question by its purpose, and the clause behind it."""

WINDOWS: Final = frozenset({"react"})

WORDS: Final = Words(QUESTIONS, WINDOWS)
