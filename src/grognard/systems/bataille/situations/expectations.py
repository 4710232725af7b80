"""Expectations: what a situation says must be true, one line each.

``unmet`` gives what was found instead, or nothing when the expectation holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from grognard.desks.expectations import Moment, Weigher, common, equation, reckoned
from grognard.desks.expected_events import Derived
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import name, parse_hex
from grognard.systems.bataille.actions import read_firer
from grognard.systems.bataille.chapters import ROOM
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fire.firepower import FireShare, total, volley
from grognard.systems.bataille.fire.sight import line_of_sight
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.melee.melee import attack_strength, defence_strength
from grognard.systems.bataille.melee.melee_values import Melee, Strength
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.pieces import Piece, facing_name
from grognard.systems.bataille.setting import HALVES, Setting
from grognard.systems.bataille.situations.sums import same
from grognard.systems.bataille.table import Table
from grognard.systems.bataille.views import view


def unmet(kit: Kit, text: str, moment: Moment) -> str:
    """What was found instead of what the line expects; empty when it holds."""
    first, _, rest = text.partition(" ")
    weighers = of_the_moment(kit)
    if first in weighers:
        return weighers[first](rest.strip(), moment)
    if first in moment.table.setting.leaders:
        return _leader(first, rest.strip(), moment.table)
    if first not in moment.table.setting.roster:
        known = ", ".join(weighers)
        raise ValueError(f"{first!r} is neither a unit nor one of: {known}")
    word, _, value = rest.partition(" ")
    if word == "gone":
        return _gone(first, value.strip(), moment)
    if word not in OF_A_UNIT:
        raise ValueError(f"a unit has no {word!r}; known: gone, {', '.join(OF_A_UNIT)}")
    piece = moment.table.pieces.get(first)
    if piece is None:
        return f"that it is {moment.table.removed.get(first, 'not on the map')}"
    found = OF_A_UNIT[word](moment, piece)
    return "" if same(value.strip(), found) else found or "nothing"


# --- of a unit

OF_A_UNIT: dict[str, Callable[[Moment, Piece], str]] = {
    "at": lambda moment, piece: "+".join(map(name, piece.hexes)),
    "facing": lambda moment, piece: facing_name(piece.formation, piece.facing),
    "formation": lambda moment, piece: piece.formation.value,
    "order": lambda moment, piece: piece.cohesion.value,
    "lost": lambda moment, piece: str(piece.lost),
    "strength": lambda moment, piece: str(moment.table.strength(piece.id)),
    "readiness": lambda moment, piece: piece.readiness.value,
    "marks": lambda moment, piece: " ".join(piece.marks) or "none",
    "points": lambda moment, piece: _points(moment, piece.id),
    "zone": lambda moment, piece: (
        "+".join(sorted(map(name, moment.table.zone_of_unit(piece.id)))) or "none"
    ),
}


def _points(moment: Moment, unit: str) -> str:
    """What is left of the points of a unit in hand, or what one would have; else the clause."""
    held = (getattr(frame.procedure, "hand", None) for frame in moment.state.stack)
    in_hand = (hand for hand in held if isinstance(hand, InHand) and hand.unit == unit)
    hand = next(in_hand, None) or take_in_hand(moment.table, unit)
    return f"{hand.left}/{HALVES}" if isinstance(hand, InHand) else hand.clause


def _gone(unit: str, fate: str, moment: Moment) -> str:
    if unit in moment.table.pieces:
        return f"it in {name(moment.table.pieces[unit].at)}"
    found = moment.table.removed.get(unit, "not there from the start")
    return "" if not fate or fate == found else found


def _leader(who: str, text: str, table: Table) -> str:
    """LF1 at 0503; LF1 with F1, or with nobody; LF1 gone captured."""
    word, _, value = text.partition(" ")
    if word not in ("at", "with", "gone"):
        raise ValueError(f"a leader has no {word!r}; known: at, with, gone")
    fate = table.removed.get(who, "not on the map")
    if word == "gone":
        here = who in table.leaders
        return f"him in {name(table.leaders[who])}" if here else "" if value in ("", fate) else fate
    if who not in table.leaders:
        return f"that he is {fate}"
    found = name(table.leaders[who]) if word == "at" else table.attached.get(who, "nobody")
    return "" if value == found else found


# --- of the moment


def _level(text: str, moment: Moment) -> str:
    """``level corps 2``: the morale level an organisation has."""
    body, _, said = text.partition(" ")
    found = str(moment.table.levels.get(body, 0))
    return "" if same(said, found) else found


def _attack(text: str, moment: Moment) -> str:
    """Attack 0505 F1 F2 is 12 * 2: strength in melee; 'sparing F2' keeps a horse's wind."""
    return reckoned(text, lambda asked: attack_strength(moment.table, _melee(asked)), _total)


def _defence(text: str, moment: Moment) -> str:
    """Defence 0505 F1 is 13: the strength of those whom F1 assaults there; ... has x2 P35.7."""
    return reckoned(text, lambda asked: defence_strength(moment.table, _melee(asked)), _total)


def _total(strength: Strength) -> Fraction:
    return strength.total


def _melee(asked: str) -> Melee:
    target, *units = asked.split()
    sparing: list[str] = []
    if "sparing" in units:
        at = units.index("sparing")
        units, sparing = units[:at], units[at + 1 :]
    return Melee(parse_hex(target), (*units, *sparing), sparing=tuple(sparing))


def _volley(text: str, moment: Moment) -> str:
    """Fire 0505 F1@0503 F2@0503 is 7 + 7: the strength of a volley."""

    def shares(asked: str) -> Sequence[FireShare]:
        target, *firers = asked.split()
        return volley(moment.table, parse_hex(target), map(read_firer, firers))

    return reckoned(text, shares, total)


def _sight(text: str, moment: Moment) -> str:
    """Sight french 0303 0306 is clear: or hidden, with the clause that says so."""
    asked, said = equation(text)
    side, origin, target = asked.split()
    seen = line_of_sight(moment.table, parse_hex(origin), parse_hex(target), side)
    found = "clear" if seen.clear else f"hidden {seen.clause}"
    return "" if found.startswith(said) else f"{found} {seen.reason}".rstrip()


def _read(setting: Setting, event: FireResolved | MoraleChecked) -> int:
    """The dice after their modifiers, as printed: what is read on the chart."""
    account = event.modifiers if isinstance(event, FireResolved) else event.account
    return int(D66.thrown(event.dice) + account.total) if event.dice else 0


def _unshifted(setting: Setting, event: FireResolved) -> str:
    """The column of the odds before it was shifted."""
    cards = setting.cards
    return str(cards.fire_column_name(cards.fire_column(event.strength, event.defence.total)))


DERIVED: Mapping[str, Derived] = {
    "FireResolved.read": _read,
    "FireResolved.unshifted": _unshifted,
    "MoraleChecked.read": _read,
}
"""Values that follow from what an event holds; a melee holds what is read as ``modified``."""


@cache
def of_the_moment(kit: Kit) -> dict[str, Weigher]:
    """What a line may expect of the moment, by its first word."""
    return {
        **common(kit.parse, view, (kit.room, ROOM), DERIVED),
        "attack": _attack,
        "defence": _defence,
        "fire": _volley,
        "level": _level,
        "sight": _sight,
    }
