"""Markers of An XXX beside the shared ones, each with the rule that lays and lifts it."""

from __future__ import annotations

from typing import Final

from grognard.mechanics.hexes import Hex, name, parse_hex

ASSAULT: Final = "assault:"
"""Followed by a hex: it assaults that hex, or means to (X16.2.1, X16.2.4.1)."""

ASSAULTED: Final = "assaulted"
"""It stands in a hex that is assaulted (X16.2.2)."""

CLOSED: Final = "closed"
"""It has closed on the hex it assaults: the two are a pair (X2.4)."""

HELD_FIRE: Final = "held-fire"
"""It could fire at those who closed on it and did not (X12.10.5.2)."""

COULD_NOT_RETREAT: Final = "could-not-retreat"
"""Skirmishers who would have gone back before an assault and had no way (X16.3.3)."""

GRAND: Final = "grand"
"""It takes part in a Grand Charge (X19.16.1)."""

CAUGHT: Final = "caught"
"""It went back before a charge in this phase; if it is caught, it fights at half (X19.5.3.4)."""

LEADERLESS: Final = "leaderless:"
"""Followed by a bonus: a leader left it by a retreat before combat (X8.3.2)."""

PRONE: Final = "prone"
"""It lies down, until it rises (X12.13.8)."""

FIRST_FIRED: Final = "first-fired"
"""It has fired its first volley of the battle (X15.3.2)."""

SHOTS: Final = "shots:"
"""Followed by a number: the ammunition that a battery has left (X18.14.4)."""

PASSING: Final = frozenset(
    word.rstrip(":")
    for word in (
        ASSAULT,
        ASSAULTED,
        CLOSED,
        HELD_FIRE,
        COULD_NOT_RETREAT,
        GRAND,
        CAUGHT,
        LEADERLESS,
    )
)
"""Markers that come off in the reorganise phase."""


def assaults(marks: tuple[str, ...]) -> Hex | None:
    """The hex that a unit with these marks assaults, if any."""
    for mark in marks:
        if mark.startswith(ASSAULT):
            return parse_hex(mark.removeprefix(ASSAULT))
    return None


def assault_on(at: Hex) -> str:
    return ASSAULT + name(at)
