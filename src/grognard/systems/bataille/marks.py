"""Markers that lie on units for a while, each with the rule that lays and lifts it."""

from __future__ import annotations

from typing import Final

from grognard.mechanics.hexes import Hex, name, parse_hex

NO_MOVE: Final = "no-move"
"""Retreated more than one hex before melee: no movement next time (P29.9)."""

RODE_OUT: Final = "rode-out"
"""Rode to meet a charge: no movement next time (P39.23)."""

NAMED: Final = "named"
"""Was named to charge and did not: no movement in this player turn (P37.1)."""

ALERT: Final = "alert"
"""Stood at the alert when its order began: no surprise holds it in this segment (battle rule)."""

SHELTER: Final = "shelter"
"""Skirmishers who took refuge in an occupied hex, until their next movement ends (P19.24)."""

STUNNED: Final = "stunned"
"""Landwehr that lost men to guns and may shrink from advancing (battle rule)."""

COMMITTED: Final = "committed:"
"""Followed by a hex: a line that wheeled on through a zone must assault it (P16.35)."""

CHARGED: Final = "charged"
"""Charged in this player turn: no movement (P35.2)."""

CONTACT: Final = "contact:"
"""Followed by a unit: brought into contact by a charge, the two must fight (P39.17, P40.14)."""

RUN: Final = "run"
"""The charge ended with a straight run on its target (P37.11)."""

STOOD: Final = "stood"
"""Stood against a charge: the pre-melee check counts as passed (P38.18)."""

UNRECALLED: Final = "unrecalled"
"""Could not be recalled: half value, and routed in place when the melees are over (P42.5)."""

REACTED: Final = "reacted"
"""Made a reaction charge in this player turn (P39.9)."""

OPP_CHARGED: Final = "opp-charged"
"""Made an opportunity charge in this player turn (P40.4)."""

TRIED_REACTION: Final = "tried-reaction"
"""One attempt for each unit in a segment: a reaction (P39.5)."""

TRIED_OPPCHARGE: Final = "tried-oppcharge"
"""One attempt for each unit in a segment: an opportunity charge (P40.2)."""

TRIED_SQUARE: Final = "tried-square"
"""One attempt for each unit in a segment: a square (P38.22)."""

DECLINED: Final = "declined:"
"""Followed by a unit: passed by in a charge, it may not be attacked in this turn (P38.13)."""

ABANDONED: Final = "abandoned"
"""Guns that their infantry left behind (P41.9)."""

FATIGUE: Final = "fatigue:"
"""Followed by side and turn: the sequence in which a cavalry unit last tired its horses (P36.24)."""

FIRED_FIRST: Final = "fired-first"
"""Fired as it was caught or charged, and does not fire again in this turn (PR-125, PR-129)."""

HELD: Final = "held"
"""The stunned unit wavered and does not go nearer to the enemy in this segment."""

BROKE: Final = "broke"
"""The unit broke in its own side's sequence and may not recover in it (PR-77)."""

MET: Final = "met"
"""The unit's charge came upon an enemy, so it has done its duty (P38.46, PR-177)."""

DARED: Final = "dared"
"""These Cossacks have made their one charge on steady troops (battle rule)."""

BALKED: Final = "balked"
"""Would not charge; no offensive melee in this player turn (battle rule)."""

APPROACHED: Final = "approached:"
"""Followed by a unit: came next to those mounted skirmishers in this segment (P20.5)."""

FORCE_MARCH: Final = "force-march"
"""On a forced march, until its side's next sequence begins (P44.5, P44.8, PR-135)."""

FOOTSORE: Final = "footsore"
"""Tried to force march and failed: no movement, until its side's next sequence (P44.6)."""

REACTING: Final = "reacting:"
"""Followed by where a reaction began and what it has used up; lies on the reactor as it rides."""

REST: Final = "rest:"
"""Followed by side and turn of the fatigue and the increments lost when the rest began (P36.16)."""

ATTEMPTS: Final = "force-march:"
"""Followed by a number: attempts in consecutive turns, the last one included (P44.10)."""

MOVED_HALF: Final = "moved-half"
"""Tired cavalry has moved up to half its movement since its rest began (P36.14)."""

MOVED_MORE: Final = "moved-more"
"""It has moved more than half (P36.14)."""

FOUGHT: Final = "melee"
"""It has fought since its rest began (P36.15)."""

FELL_BACK: Final = "fell-back"
"""It has retreated before combat (P36.19)."""

FELL_BACK_HORSE: Final = "fell-back-horse"
"""It has retreated before the combat of cavalry (P36.19)."""

NOTES: Final = (MOVED_HALF, MOVED_MORE, FOUGHT, FELL_BACK, FELL_BACK_HORSE)
"""What tired cavalry has done since its rest began."""

ALL: Final = tuple(
    value for word, value in list(globals().items()) if word.isupper() and isinstance(value, str)
)
"""Every mark there is; one that ends in a colon is followed by more."""


def committed_to(marks: tuple[str, ...]) -> Hex | None:
    """The hex that a unit is bound to assault, if any."""
    for mark in marks:
        if mark.startswith(COMMITTED):
            return parse_hex(mark.removeprefix(COMMITTED))
    return None


def commitment(at: Hex) -> str:
    return COMMITTED + name(at)
