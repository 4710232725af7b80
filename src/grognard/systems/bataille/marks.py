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


def committed_to(marks: tuple[str, ...]) -> Hex | None:
    """The hex that a unit is bound to assault, if any."""
    for mark in marks:
        if mark.startswith(COMMITTED):
            return parse_hex(mark.removeprefix(COMMITTED))
    return None


def commitment(at: Hex) -> str:
    return COMMITTED + name(at)


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
TRIED_OPPCHARGE: Final = "tried-oppcharge"
TRIED_SQUARE: Final = "tried-square"
"""One attempt for each unit in a segment (P39.5, P40.2, P38.22)."""

DECLINED: Final = "declined:"
"""Followed by a unit: passed by in a charge, it may not be attacked in this turn (P38.13)."""

ABANDONED: Final = "abandoned"
"""Guns that their infantry left behind (P41.9)."""

FATIGUE: Final = "fatigue:"
"""Followed by side and turn: the sequence in which a cavalry unit last tired its horses (P36.24)."""

FIRED_FIRST: Final = "fired-first"
"""Fired as it was caught or charged, and does not fire again in this turn (PR-125, PR-129)."""
