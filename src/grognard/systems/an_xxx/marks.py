"""Markers of An XXX beside the shared ones, each with the rule that lays and lifts it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.pieces import LeaderId, UnitId
from grognard.systems.bataille.table import Table

ASSAULT: Final = "assault:"
"""Followed by a hex: it assaults that hex, or means to (X16.2.1, X16.2.4.1)."""

ASSAULTED: Final = "assaulted"
"""It stands in a hex that is assaulted (X16.2.2)."""

CLOSED: Final = "closed"
"""It has closed on the hex it assaults: the two are a pair (X2.4)."""

HELD_FIRE: Final = "held-fire"
"""It could fire at those who closed on it and did not (X12.10.5.2)."""

COULD_FIRE: Final = "could-fire"
"""It could fire at those who are closing on it and has not yet (X12.10.5.3)."""

GAVE_FIRE: Final = "gave-fire"
"""It has fired at those who are closing on it: it holds no fire against them (X12.10.5.3)."""

COULD_NOT_RETREAT: Final = "could-not-retreat"
"""Skirmishers who would have gone back before an assault and had no way (X16.3.3)."""

RISEN: Final = "risen"
"""It lay down when it was assaulted and rose when it stood; its rows still hold (X12.13.8)."""

IN_COLUMN: Final = "in-column"
"""It was in column when its assault was declared (X16.4.9)."""

HALTED: Final = "halted"
"""It failed to close, or was stopped as it closed: its order is over (X16.4.17)."""

JUST_CAME: Final = "just-came"
"""It came onto the map in this turn: it does not assault (X16.2.1)."""

ONCE_MORE: Final = "once-more"
"""The hex that it would assault was emptied: it may declare one more assault (X16.3.2)."""

STORMED: Final = "stormed:"
"""Followed by a turn: it was the target of an assault in that turn (X16.5.14)."""

FIRED_CLOSE: Final = "fired-close:"
"""Followed by a hex next to it: it fired there in its last offensive fire (X16.5.14)."""

OLD_GUARD_CHARGED: Final = "old-guard-charged"
"""It has made the one Old Guard charge that it has in a battle (X16.10.2)."""

OF_THE_TARGET: Final = (
    ASSAULTED,
    HELD_FIRE,
    COULD_FIRE,
    GAVE_FIRE,
    COULD_NOT_RETREAT,
    RISEN,
)
"""Markers of those who are assaulted; they come off with the last assault upon their hex."""

GRAND: Final = "grand:"
"""Followed by its leader and its zone in hexes: it takes part in a Grand Charge (X19.16.1)."""

COMBINED: Final = "combined:"
"""Followed by a hex: it charges that hex together with others (X19.2.11)."""

WAITS: Final = "waits"
"""It has come upon the hex of a combined charge and waits for the others (X19.2.11)."""

SHORT: Final = "short"
"""Its charge was a short one (X19.14.4.3)."""

RODE_DOWN: Final = "rode-down:"
"""Followed by a number: the hexes of its zone that a charge spent on riding down (X19.6.8)."""

ASKED_BACK: Final = "asked-back"
"""It was asked whether it goes back before the charge that rides now (X19.4)."""

ASKED_TO_FORM: Final = "asked-to-form"
"""It was asked whether it forms up before the charge that rides now (X12.10.9.6)."""

TRACK: Final = "track:"
"""Followed by hexes: the way by which a charge has come, the last first (X19.9.3.2)."""

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

CAISSON: Final = "caisson"
"""A caisson of this battery was hit and goes up when the losses have been taken (X18.6.1)."""

WAGON_HIT: Final = "wagon-hit"
"""A wagon in the hex of this unit was hit and goes up (X18.6.2)."""

LOBBED: Final = "lobbed"
"""Its howitzers have fired in this segment, so that its guns do not (X18.15.6)."""

FLED: Final = "fled"
"""Has made its rout move by the chart of stacking violations in this event (X11.1.4.8)."""

PASSING: Final = frozenset(
    word.rstrip(":")
    for word in (
        ASSAULT,
        ASSAULTED,
        CLOSED,
        HELD_FIRE,
        COULD_FIRE,
        GAVE_FIRE,
        COULD_NOT_RETREAT,
        RISEN,
        IN_COLUMN,
        HALTED,
        JUST_CAME,
        ONCE_MORE,
        GRAND,
        COMBINED,
        WAITS,
        SHORT,
        RODE_DOWN,
        ASKED_BACK,
        ASKED_TO_FORM,
        TRACK,
        CAUGHT,
        LEADERLESS,
        LOBBED,
    )
)
"""Markers that come off in the reorganise phase."""

ALL: Final = tuple(
    value for word, value in list(globals().items()) if word.isupper() and isinstance(value, str)
)
"""Every mark of this edition; one that ends in a colon is followed by more."""


@rule("X16.2.4.1")
def assaults(marks: tuple[str, ...]) -> Hex | None:
    """The hex that a unit with these marks assaults, if any."""
    for mark in marks:
        if mark.startswith(ASSAULT):
            return parse_hex(mark.removeprefix(ASSAULT))
    return None


def assault_on(at: Hex) -> str:
    return ASSAULT + name(at)


def assaulters(table: Table, target: Hex) -> tuple[UnitId, ...]:
    """The units that carry a marker for an assault on a hex."""
    mark = assault_on(target)
    return tuple(unit for unit, piece in table.pieces.items() if mark in piece.marks)


def closers(table: Table, target: Hex) -> tuple[UnitId, ...]:
    """Those of them who have closed on it."""
    return tuple(unit for unit in assaulters(table, target) if CLOSED in table.pieces[unit].marks)


def lies_or_lay(marks: tuple[str, ...]) -> bool:
    """Does it lie down, or did it when it was assaulted (X12.13.8)?"""
    return PRONE in marks or RISEN in marks


def fired_close_at(target: Hex) -> str:
    return FIRED_CLOSE + name(target)


def stormed_in(turn: int) -> str:
    return f"{STORMED}{turn}"


def is_grand(marks: Iterable[str]) -> bool:
    return any(mark.startswith(GRAND) for mark in marks)


def grand_of(leader: LeaderId, zone: int) -> str:
    return f"{GRAND}{leader}:{zone}"


def _of_grand(marks: Iterable[str]) -> tuple[LeaderId, int]:
    for mark in marks:
        if mark.startswith(GRAND):
            leader, _, zone = mark.removeprefix(GRAND).rpartition(":")
            return leader, int(zone)
    return "", 0


def leader_of_grand(marks: Iterable[str]) -> LeaderId:
    """Who leads the Grand Charge of a unit with these marks; "" if it is in none."""
    return _of_grand(marks)[0]


def zone_of_grand(marks: Iterable[str]) -> int:
    """The zone of the Grand Charge of a unit with these marks; 0 if it is in none."""
    return _of_grand(marks)[1]


def ridden_down(marks: Iterable[str]) -> int:
    """The hexes of its zone that a charge has spent on riding down."""
    spent = [mark.removeprefix(RODE_DOWN) for mark in marks if mark.startswith(RODE_DOWN)]
    return max(map(int, spent), default=0)


def track_of(marks: Iterable[str]) -> tuple[Hex, ...]:
    """The way by which a charge has come, the last hex first."""
    for mark in marks:
        if mark.startswith(TRACK):
            return tuple(map(parse_hex, mark.removeprefix(TRACK).split("+")))
    return ()


def tracked(hexes: Iterable[Hex]) -> str:
    return TRACK + "+".join(map(name, hexes))


@rule("X19.6.8")
def note_riding_down(table: Table, unit: UnitId, hexes: int) -> None:
    """Hexes of its zone that a charge has spent on riding down."""
    spent = ridden_down(table.pieces[unit].marks)
    if spent:
        table.record(Unmarked(unit, f"{RODE_DOWN}{spent}"))
    table.record(Marked(unit, f"{RODE_DOWN}{spent + hexes}"))


@rule("X8.3.2", "X16.3.5")
def miss_leaders(
    table: Table, target: Hex, led: tuple[LeaderId, ...], stayed: tuple[UnitId, ...]
) -> None:
    """Those whom a leader left by a retreat miss what he gave them, once."""
    for leader in led:
        bonus = table.setting.leaders[leader].morale
        if table.leaders.get(leader) != target and bonus > 0:
            for unit in stayed:
                table.record(Marked(unit, f"{LEADERLESS}{bonus}"))
