"""The markers of La Bataille Premier in words: what lies on a unit, and what it means."""

from __future__ import annotations

from typing import Final

MARKS: Final = {
    "abandoned": "is left by its infantry",
    "approached": "has come near a screen of horsemen",
    "balked": "would not charge, and attacks nobody in this player turn",
    "broke": "broke under the charge",
    "charged": "has charged, and does not move in this player turn",
    "committed": "is bound to assault",
    "contact": "is at close quarters with",
    "dared": "has made its one charge on steady troops",
    "declined": "passes by",
    "fatigue": "has tired horses",
    "fell-back": "fell back before the enemy",
    "fell-back-horse": "fell back before cavalry",
    "fired-first": "has fired at the charge",
    "footsore": "could not be hurried, and does not move",
    "force-march": "is on a forced march",
    "held": "shrinks back: no nearer to the enemy in this segment",
    "melee": "has fought",
    "met": "has come upon the enemy",
    "moved-half": "has moved its horses up to half their movement",
    "moved-more": "has moved its horses more than half their movement",
    "no-move": "does not move in its next movement",
    "opp-charged": "has made an opportunity charge",
    "reacted": "has made a reaction charge",
    "reacting": "rides to meet a charge",
    "rest": "rests its horses",
    "run": "comes on at a straight run",
    "shelter": "has taken shelter",
    "stood": "stands against the charge",
    "stunned": "is stunned by the guns",
    "tried-oppcharge": "has tried an opportunity charge",
    "tried-reaction": "has tried to react",
    "tried-square": "has tried to form square",
    "unrecalled": "is out of hand",
}
"""Each marker, without what follows its colon."""

QUIET: Final = frozenset(
    {
        "approached", "broke", "charged", "fatigue", "fell-back", "fell-back-horse", "fired-first",
        "melee", "met", "moved-half", "moved-more", "opp-charged", "reacted", "reacting", "rest",
        "run", "stood", "tried-oppcharge", "tried-reaction", "tried-square", "unrecalled",
    }
)  # fmt: skip
"""Markers that only the rules look at, or that another event has told already."""


def meaning(mark: str) -> str:
    """
    >>> meaning("contact:P1"), meaning("no-move")
    ('is at close quarters with P1', 'does not move in its next movement')
    """
    word, _, rest = mark.partition(":")
    said = MARKS.get(word, f"is marked {word}")
    return f"{said} {rest}" if rest and word in ("committed", "contact", "declined") else said
