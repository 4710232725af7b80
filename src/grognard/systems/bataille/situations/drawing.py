"""Positions drawn as text: rows of terrain letters, and a line of words for each unit.

What a unit's line leaves out has the value of its class: ``battalion``, ``light``, ``company``,
``regiment`` (of infantry), ``cavalry``, ``heavy``, ``battery`` or ``horse-battery``. A side is
french or coalition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec

from grognard.desks.starting import mark_named
from grognard.mechanics.d66 import rung_of
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, Side, parse_hex, side_towards
from grognard.systems.bataille import marks
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.leaders import companion
from grognard.systems.bataille.command.weather import of_card
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.movement.terrain import passage_tables
from grognard.systems.bataille.orientation import next_in_row
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    FILES,
    Arm,
    BatteryFire,
    Cohesion,
    Formation,
    LeaderPrinted,
    Piece,
    Printed,
    Readiness,
    Size,
)
from grognard.systems.bataille.setting import Setting, TurnInfo, Weather
from grognard.systems.bataille.special.registry import bare
from grognard.systems.bataille.table import Table

LEGEND = {
    ".": "clear",
    "w": "woods",
    "V": "village",
    "H": "hamlet",
    "t": "town",
    "g": "garden",
    "o": "orchard",
    "M": "marsh",
    "p": "pond",
}
"""What the letters of a drawn map mean."""

BATTLEFIELD = ("french", "coalition")
HOUR, MINUTES, DAY = 60, 20, 13 * 60


class Drawn(msgspec.Struct, frozen=True):
    """A counter, and how it stands; None for one that is not on the map."""

    printed: Printed
    piece: Piece | None


class DrawnLeader(msgspec.Struct, frozen=True):
    """A leader, his hex (0 for one who is not on the map), and the unit he keeps to.

    Without a word of ``unit`` he keeps to the uppermost in his hex that he may help; "-": to nobody.
    """

    printed: LeaderPrinted
    at: Hex
    unit: str = ""


def field(
    kit: Kit,
    rows: Sequence[str],
    units: Iterable[Drawn],
    *,
    levels: Sequence[str] = (),
    hexsides: Mapping[tuple[Hex, Side], str] | None = None,
    roads: Iterable[Sequence[Hex]] = (),
    options: Mapping[str, str] | None = None,
    special: Iterable[str] | Mapping[str, Any] = (),
    turns: Sequence[TurnInfo],
    turn: int = 1,
    phasing: str = BATTLEFIELD[0],
    leaders: Iterable[DrawnLeader] = (),
    **setting: Any,
) -> Table:
    """The table of a drawn position; 0101 is the first letter of the first row."""
    listed, led = list(units), list(leaders)
    ground = Ground(
        [[LEGEND[letter] for letter in row] for row in rows],
        [[int(level) for level in row] for row in levels],
        hexsides,
        roads,
    )
    chosen = kit.options.resolve(options or {})
    deck = kit.cards(chosen)
    made = Setting(
        id="drawn",
        title="A drawn position",
        sides=BATTLEFIELD,
        ground=ground,
        roster={unit.printed.id: unit.printed for unit in listed},
        leaders={leader.printed.id: leader.printed for leader in led},
        passage=passage_tables(ground, deck),
        cards=deck,
        options=chosen,
        turns=tuple(turns),
        weather={name: _weather(deck, name) for name in deck.weathers},
        special=special if isinstance(special, Mapping) else bare(special),
        reglement=kit.reglement,
        **setting,
    )
    table = Table(made)
    table.turn, table.phasing = turn, phasing
    for unit in listed:
        if unit.piece is not None:
            table.put(unit.piece)
    for leader in led:
        _place(table, leader)
    return table


def _place(table: Table, leader: DrawnLeader) -> None:
    """Lay a leader's counter in his hex, and with the unit he keeps to."""
    if not leader.at:
        return
    who = leader.printed.id
    table.leaders[who] = leader.at
    unit = companion(table, who) if not leader.unit else leader.unit
    if unit in table.pieces:
        table.attached[who] = unit


def clock(turn: int) -> str:
    """The hour at which a turn begins."""
    hour, minute = divmod(DAY + (turn - 1) * MINUTES, HOUR)
    return f"{hour:02d}:{minute:02d}"


def _weather(deck: Deck, name: str) -> Weather:
    return of_card(deck.weather(name))


# --- the line of a unit

CLASSES: dict[str, dict[str, Any]] = {
    "battalion": {
        "arm": Arm.INFANTRY, "size": Size.BATTALION, "increments": 6, "movement": 6,
        "fire": 6, "melee": 13, "morale": 32, "line-multiple": 2, "square-multiple": 2, "check": "even",
    },
    "cavalry": {
        "arm": Arm.CAVALRY, "size": Size.REGIMENT, "increments": 8, "movement": 14,
        "melee": 24, "morale": 32, "check": "every",
    },
    "battery": {
        "arm": Arm.ARTILLERY, "size": Size.BATTERY, "increments": 2, "movement": 7,
        "melee": 3, "morale": 23, "check": "every",
        "short": 14, "medium": 7, "long": 4, "reach": 8, "limbers": 4,
    },
}  # fmt: skip
CLASSES["light"] = CLASSES["battalion"] | {
    "movement": 7,
    "skirmish-multiple": 2,
    "skirmish-range": 2,
}
CLASSES["company"] = CLASSES["light"] | {
    "size": Size.COMPANY, "increments": 2, "fire": 3, "melee": 4
}  # fmt: skip
CLASSES["regiment"] = CLASSES["battalion"] | {
    "size": Size.REGIMENT, "increments": 14, "fire": 14, "melee": 30
}  # fmt: skip
CLASSES["heavy"] = CLASSES["cavalry"] | {"movement": 11, "melee": 32}
CLASSES["horse-battery"] = CLASSES["battery"] | {"movement": 12, "horse": True}

USUAL = {
    Arm.INFANTRY: Formation.COLUMN,
    Arm.CAVALRY: Formation.COLUMN,
    Arm.ARTILLERY: Formation.UNLIMBERED,
}

NUMBERS = {
    "increments": "increments", "movement": "movement", "skirmish-range": "skirmish_range",
    "recall": "recall",
}  # fmt: skip
STRENGTHS = {
    "fire": "fire", "melee": "melee", "line-multiple": "line_multiple", "square-multiple": "square_multiple",
    "skirmish-multiple": "skirmish_multiple", "skirmish-fire": "skirmish_fire", "lance": "lance",
}  # fmt: skip
WORDS = {
    "nation": "nation", "kind": "kind", "check": "fire_check", "division": "division",
    "organisation": "organisation", "of": "regiment",
}  # fmt: skip
GUNS = ("short", "medium", "long", "reach", "limbers")
FORMATIONS = {formation.value: formation for formation in Formation}
ORDERS = {"good": Cohesion.GOOD, "disordered": Cohesion.DISORDER, "routed": Cohesion.ROUT}


def read_unit(text: str, known: Sequence[str] = marks.ALL) -> Drawn:
    """A counter and its place from its line, with ``known`` marks; raises ``ValueError`` with what is
    wrong.

    >>> unit = read_unit("F1 battalion french at 0503 facing SE column increments 7 lost 2")
    >>> unit.printed.increments - unit.piece.lost, unit.piece.hexes
    (5, (503,))
    """
    words = text.split()
    if len(words) < 2:
        raise ValueError("a unit has an id and a class, as in: F1 battalion french at 0503")
    unit, kind, *rest = words
    if kind not in CLASSES:
        raise ValueError(f"there is no class {kind!r}; known: {', '.join(sorted(CLASSES))}")
    facts = CLASSES[kind] | _facts(rest)
    facts.setdefault("side", BATTLEFIELD[0] if unit.upper().startswith("F") else BATTLEFIELD[1])
    return Drawn(_printed(unit, facts), _piece(unit, facts, known))


def _facts(words: list[str]) -> dict[str, Any]:
    """What the words say: most come in pairs, some stand alone."""
    facts: dict[str, Any] = {}
    waiting = iter(words)
    for word in waiting:
        if word in BATTLEFIELD:
            facts["side"] = word
        elif word in ORDERS:
            facts["order"] = ORDERS[word]
        elif word in ALONE:
            facts[word] = True
        elif word in FORMATIONS:
            facts["formation"] = FORMATIONS[word]
        elif word in PAIRED:
            value = next(waiting, None)
            if value is None:
                raise ValueError(f"something must follow {word!r}")
            facts[word] = [*facts.get(word, ()), value] if word in MANY else value
        else:
            raise ValueError(f"{word!r} means nothing here")
    return facts


ALONE = ("horse", "no-prolong", "off")
MANY = ("trait", "mark")
PAIRED = frozenset(
    {*NUMBERS, *STRENGTHS, *WORDS, *GUNS, *MANY}
    | {"at", "facing", "lost", "main", "morale", "readiness", "parts", "from"}
)


def _printed(unit: str, facts: Mapping[str, Any]) -> Printed:
    values: dict[str, Any] = {}
    for words, made in ((NUMBERS, int), (STRENGTHS, Fraction), (WORDS, str)):
        values |= {field: made(facts[word]) for word, field in words.items() if word in facts}
    if "short" in facts:
        values["battery"] = BatteryFire(
            short=Fraction(facts["short"]),
            medium=Fraction(facts["medium"]),
            long=Fraction(facts["long"]),
            reach=int(facts["reach"]),
            limbers_on=int(facts["limbers"]),
            prolongs="no-prolong" not in facts,
            horse="horse" in facts,
        )
    return Printed(
        id=unit,
        name=unit,
        side=facts["side"],
        arm=facts["arm"],
        size=facts["size"],
        morale=rung_of(int(facts["morale"])),
        traits=frozenset(facts.get("trait", ())),
        parts=tuple(facts["parts"].split(",")) if "parts" in facts else (),
        **{"nation": facts["side"], **values},
    )


def _piece(unit: str, facts: Mapping[str, Any], known: Sequence[str]) -> Piece | None:
    if "off" in facts:
        return None
    if "at" not in facts:
        raise ValueError(f"{unit} stands nowhere; write 'at 0503', or 'off' if it is not there")
    formation = facts.get("formation", USUAL[facts["arm"]])
    names = VERTICES if formation in FACES_VERTEX else SIDES
    facing = facts.get("facing", names[1])
    if facing not in names:
        raise ValueError(f"{formation.value} faces one of {', '.join(names)}, not {facing}")
    return Piece(
        id=unit,
        hexes=tuple(map(parse_hex, facts["at"].split("+"))),
        facing=names.index(facing),
        formation=formation,
        cohesion=facts.get("order", Cohesion.GOOD),
        lost=int(facts.get("lost", 0)),
        main=int(facts.get("main", 0)),
        readiness=Readiness(facts.get("readiness", "fresh")),
        came_from=parse_hex(facts["from"]) if "from" in facts else 0,
        marks=tuple(sorted(mark_named(mark, known) for mark in facts.get("mark", ()))),
    )


# --- the line of a leader

LEADER_NUMBERS = ("artillery", "melee", "morale")
LEADER_WORDS = ("at", "nation", "with", "command", *LEADER_NUMBERS)
LEADER_ALONE = {"cavalry-bonus": "cavalry_bonus", "special-ability": "special_ability"}


def read_leader(text: str) -> DrawnLeader:
    """A leader from his line; raises ``ValueError`` with what is wrong.

    >>> read_leader("LF1 french at 0503 morale 6 cavalry-bonus").printed.morale
    6
    """
    who, *words = text.split()
    printed: dict[str, Any] = {}
    place: dict[str, str] = {}
    side = BATTLEFIELD[0] if who.upper().startswith(("F", "LF")) else BATTLEFIELD[1]
    waiting = iter(words)
    for word in waiting:
        if word in BATTLEFIELD:
            side = word
        elif word in LEADER_ALONE:
            printed[LEADER_ALONE[word]] = True
        elif word == "alone":
            place["with"] = "-"
        elif word != "off" and word in LEADER_WORDS:
            value = next(waiting, None)
            if value is None:
                raise ValueError(f"something must follow {word!r}")
            if word in ("at", "with"):
                place[word] = value
            else:
                printed[word] = int(value) if word in LEADER_NUMBERS else value
        elif word != "off":
            raise ValueError(f"{word!r} means nothing of a leader")
    held = LeaderPrinted(**{"id": who, "name": who, "side": side, "nation": side, **printed})
    return DrawnLeader(held, parse_hex(place["at"]) if "at" in place else 0, place.get("with", ""))


def stands_well(piece: Piece) -> bool:
    """Do its hexes make the formation: a row across the facing, a file without a gap?

    >>> stands_well(read_unit("P1 battalion at 0303+0403 facing NNE line").piece)
    True
    >>> stands_well(read_unit("P1 battalion at 0303+0402 facing NNE line").piece)
    False
    """
    ways = [side_towards(at, there) for at, there in pairwise(piece.hexes)]
    if piece.formation in FILES:
        return None not in ways and len(set(piece.hexes)) == len(piece.hexes)
    if piece.formation in FACES_VERTEX:
        return all(way == next_in_row(piece.facing) for way in ways)
    return not ways
