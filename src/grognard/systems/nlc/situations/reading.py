"""Lines of a situation as words: units, leaders, bodies under orders, reinforcements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from grognard.desks.situations import paired
from grognard.desks.starting import mark_named
from grognard.kernel import MalformedAction
from grognard.mechanics.hexes import Hex, parse_hex
from grognard.systems.nlc.command.order_words import read_orders
from grognard.systems.nlc.kinds import Arm, Role
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import Arrival, Sequence
from grognard.systems.nlc.situations.drawing import SIDES, DrawnLeader, DrawnUnit

ARMS = {
    "inf": Arm.INFANTRY,
    "lcav": Arm.LIGHT_CAVALRY,
    "hcav": Arm.HEAVY_CAVALRY,
    "foot": Arm.FOOT_ARTILLERY,
    "horse": Arm.HORSE_ARTILLERY,
}
VALUED = frozenset(
    {"at", "also", "morale", "move", "nation", "of", "division", "trait", "lost", "mark", "faced",
     "under", "spent", "began", "fate"}
)  # fmt: skip
"""Words of a unit that another word follows."""

FLAGS = frozenset({"off", "disrupted", *ARMS, *SIDES})
STRENGTHS = re.compile(r"\d+(/\d+)*")


class UnitWords(msgspec.Struct, frozen=True):
    """What a line says of a unit: its id, words with values (each as often as it likes), flags."""

    id: str
    values: Mapping[str, tuple[str, ...]]
    flags: frozenset[str]
    strengths: tuple[int, ...] = ()

    def word(self, name: str, usual: str = "") -> str:
        return self.values.get(name, (usual,))[-1]

    def number(self, name: str) -> int:
        return int(self.word(name, "0"))

    def hex(self, name: str) -> Hex:
        return parse_hex(self.word(name)) if name in self.values else 0

    def hexes(self, name: str) -> tuple[Hex, ...]:
        return tuple(parse_hex(word) for word in self.word(name).split("+") if word)


def read_unit(text: str) -> UnitWords:
    """``F1 inf at 0303 6/3 morale 4 of I lost 1 disrupted``."""
    name, *words = text.split()
    values: dict[str, tuple[str, ...]] = {}
    flags: set[str] = set()
    strengths: tuple[int, ...] = ()
    rest = iter(words)
    for word in rest:
        if word in VALUED:
            value = next(rest, "")
            if not value:
                raise ValueError(f"{word} needs a value")
            if word == "mark":
                mark_named(value, tuple(Mark))
            values[word] = (*values.get(word, ()), value)
        elif word in FLAGS:
            flags.add(word)
        elif STRENGTHS.fullmatch(word):
            strengths = tuple(map(int, word.split("/")))
        else:
            known = ", ".join(sorted(VALUED | FLAGS))
            raise ValueError(f"a unit has no {word!r}; known: strengths as 6/3, {known}")
    return UnitWords(name, values, frozenset(flags), strengths)


def side_of(name: str, flags: Iterable[str]) -> str:
    """The side that is said, else French for ids that begin with F or LF, allied for all others."""
    said = [side for side in SIDES if side in flags]
    return said[0] if said else SIDES[0] if name.startswith(("F", "LF")) else SIDES[1]


def drawn_unit(words: UnitWords) -> DrawnUnit:
    arm = next((ARMS[flag] for flag in ARMS if flag in words.flags), Arm.INFANTRY)
    return DrawnUnit(
        words.id,
        side_of(words.id, words.flags),
        0 if "off" in words.flags or "fate" in words.values else words.hex("at"),
        arm,
        words.strengths or (6, 3),
        movement=words.number("move"),
        morale=words.number("morale"),
        nation=words.word("nation"),
        formation=words.word("of"),
        division=words.word("division", "1"),
        traits=frozenset(words.values.get("trait", ())),
        lost=words.number("lost"),
        disrupted="disrupted" in words.flags,
        also=words.hex("also"),
        marks=tuple(sorted(words.values.get("mark", ()))),
        faced=words.hexes("faced"),
    )


LEADER_VALUES = frozenset({"at", "rating", "of", "leads", "lost-on", "sent"})
ROLES = {"overall": Role.OVERALL, "wing": Role.WING}


class LeaderWords(msgspec.Struct, frozen=True):
    id: str
    values: Mapping[str, str]
    flags: frozenset[str]


def read_leader(text: str) -> LeaderWords:
    """``LF1 at 0303 rating 3 of I``; ``LF2 overall at 0404 rating 4``."""
    name, *words = text.split()
    values, flags = {}, set()
    rest = iter(words)
    for word in rest:
        if word in LEADER_VALUES:
            values[word] = next(rest, "")
        elif word in ROLES or word in SIDES or word in ("off", "moved"):
            flags.add(word)
        else:
            known = ", ".join(sorted({*LEADER_VALUES, *ROLES, *SIDES, "off", "moved"}))
            raise ValueError(f"a leader has no {word!r}; known: {known}")
    return LeaderWords(name, values, frozenset(flags))


def drawn_leader(words: LeaderWords) -> DrawnLeader:
    role = next((ROLES[flag] for flag in ROLES if flag in words.flags), Role.FORMATION)
    at = words.values.get("at", "")
    return DrawnLeader(
        words.id,
        side_of(words.id, words.flags),
        parse_hex(at) if at else 0,
        role,
        int(words.values.get("rating", "2")),
        words.values.get("of", ""),
    )


class BodyWords(msgspec.Struct, frozen=True):
    """A body, its orders, and what it remembers of the one in force."""

    id: str
    orders: Sequence
    notes: Mapping[str, str]


def read_body(text: str) -> BodyWords:
    """``I attack 0303 then defend 0303, contact, gun-turns 1``."""
    first, *notes = [part.strip() for part in text.split(",")]
    name, *words = first.split()
    try:
        orders = read_orders(words)
    except MalformedAction as problem:
        raise ValueError(str(problem)) from None
    found = {}
    for note in notes:
        word, _, value = note.partition(" ")
        found[word] = value
    return BodyWords(name, orders, found)


def read_arrival(text: str) -> Arrival:
    """``A1 turn 2 at 0101 of I units F3+F4 leaders LF1``."""
    known = ("turn", "at", "of", "side", "units", "leaders", "quarters")
    name, values = paired(text, known, "A1 turn 2 at 0101 of I units F3+F4 leaders LF1")
    if "at" not in values:
        raise ValueError("it comes nowhere; write 'at' and a hex")
    units, leaders, quarters = (
        tuple(values[kind].split("+")) if kind in values else ()
        for kind in ("units", "leaders", "quarters")
    )
    first = (*units, *leaders, *quarters, "")[0].removeprefix("hq_")
    return Arrival(
        name,
        values.get("side") or side_of(first, ()),
        int(values.get("turn", "1")),
        parse_hex(values["at"]),
        values.get("of", ""),
        units,
        leaders,
        quarters,
    )


def read_quarters(text: str) -> tuple[str, tuple[Hex, str]]:
    """``hq_LF1 at 0305 nation austrian``: a headquarters, where it is, and of which nation."""
    words = [word for word in text.split() if word not in QUARTERS]
    name, values = paired(" ".join(words), ("at", "nation"), "hq_LF1 at 0305 nation austrian")
    if not name.startswith("hq_") or "at" not in values:
        raise ValueError("write hq_LEADER at HEX: hq_LF1 at 0305")
    return name, (parse_hex(values["at"]), values.get("nation", ""))


QUARTERS = ("stirred", "destroyed")
"""What may have become of a headquarters."""
