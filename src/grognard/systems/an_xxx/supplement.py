"""What An XXX asks of a battle besides its forces, map and calendar (X3.1): the sections of its packs.

Facts about a unit become traits of its counter, so that a drawn situation may name them too; what
concerns the whole battle is kept in a ``Supplement`` on the setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import SIDES, Hex
from grognard.mechanics.packs.shapes import (
    Entry,
    Field,
    HexName,
    Listed,
    Named,
    Notes,
    Number,
    Record,
    Text,
    Word,
)
from grognard.systems.bataille.packs.packfields import HEXES, ID, MARKS, SLUG
from grognard.systems.bataille.pieces import Arm, Printed, UnitId
from grognard.systems.bataille.setting import Setting

UNITS: Final = Listed(ID)
METHOD: Final = Word(("british", "prussian", "french"))

WAGON: Final = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "side": Field(SLUG, "whose it is", needed=True),
        "name": Field(Text(), "its name", needed=True),
        "hex": Field(HexName(), "where it stands at the start"),
        "facing": Field(Word(SIDES), "where it looks"),
        "arrives_with": Field(ID, "or the group with which it arrives"),
    }
)

STRUCTURE: Final = Record(
    {
        "hexes": Field(HEXES, "its hexes", needed=True),
        "gates": Field(
            Listed(
                Record(
                    {
                        "hex": Field(HexName(), "a hex of it", needed=True),
                        "side": Field(Word(SIDES), "the side with the gate", needed=True),
                    }
                )
            ),
            "gates; without any it is open all round",
        ),
        "optional": Field(Word(("yes", "no")), "is it played only with the option?"),
    }
)

KINDS: Final = {
    "elite": "units that ignore negative rows; with none, those of morale 16 or lower",
    "below_size": "infantry smaller than a battalion, cavalry smaller than a regiment",
    "armored": "cuirassiers",
    "rifles": "skirmishers who fire as well at two hexes",
    "old_guard": "infantry of the Old Guard",
    "sapeurs": "units that carry sappers",
    "prone": "infantry that may lie down",
    "huzzah": "lines that may cheer as they close",
    "companies": "infantry that may form column of companies",
    "exempt_from_mixing": "units that may stand with other corps and nations",
    "howitzers": "batteries with howitzers",
}
"""Lists of units; each word is the trait that the unit gets."""

SECTIONS: Final[Mapping[str, Field]] = {
    "year": Field(Number(1792, 1815), "the year, for the methods of attack", needed=True),
    "methods": Field(Named(METHOD), "nations that attack otherwise than the sheet says"),
    **{
        kind: Field(UNITS, about, needed=kind in ("elite", "howitzers"))
        for kind, about in KINDS.items()
    },
    "corps": Field(Named(UNITS), "the corps and their units", needed=True),
    "nations_as_one": Field(Listed(Listed(Text())), "nations that count as one in a stack"),
    "ammunition": Field(Named(Number(1, 99)), "the shots of each battery", needed=True),
    "wagons": Field(Listed(WAGON), "ammunition wagons; [] if there are none", needed=True),
    "structures": Field(Listed(STRUCTURE), "special structures; [] if none", needed=True),
    "light": Field(
        Record(
            {
                "dusk": Field(Listed(Number(1, 999)), "turns of dusk", needed=True),
                "night": Field(Listed(Number(1, 999)), "turns of night", needed=True),
            }
        ),
        "which turns are dusk or night; [] for none",
        needed=True,
    ),
    "readings": Field(Named(Text()), "how the battle's special rules are read here"),
    "origins": Field(MARKS, "origin of these sections"),
}


class Wagon(msgspec.Struct, frozen=True):
    """An ammunition wagon as the battle has it; one without a hex arrives with a group."""

    id: str
    side: str
    name: str
    at: Hex = 0
    facing: int = 0
    arrives_with: str = ""


class Structure(msgspec.Struct, frozen=True):
    """A special structure: its hexes, and its gates as pairs of hex and side."""

    hexes: tuple[Hex, ...]
    gates: tuple[tuple[Hex, int], ...] = ()


class Supplement(msgspec.Struct, frozen=True):
    """What concerns the whole battle."""

    year: int = 1813
    methods: Mapping[str, str] = {}
    nations_as_one: tuple[frozenset[str], ...] = ()
    wagons: tuple[Wagon, ...] = ()
    structures: tuple[Structure, ...] = ()


PLAIN: Final = Supplement()


def facts(setting: Setting) -> Supplement:
    """The supplement of a battle; of a drawn position the plain one."""
    return setting.supplement if isinstance(setting.supplement, Supplement) else PLAIN


# --- facts about a unit, which are its traits


@rule("X3.1")
def is_elite(printed: Printed) -> bool:
    """Does it ignore negative rows?"""
    return "elite" in printed.traits


def corps_of(printed: Printed) -> str:
    """The corps it serves in; where none is named, its nation's troops are one corps."""
    for trait in printed.traits:
        if trait.startswith("corps:"):
            return trait.removeprefix("corps:")
    return ""


def stock_of(printed: Printed) -> int | None:
    """The ammunition a battery starts with; None where the battle names none."""
    for trait in printed.traits:
        if trait.startswith("ammunition:"):
            return int(trait.removeprefix("ammunition:"))
    return None


# --- reading


@rule("X3.1", "X18.14.2")
def supplemented(entry: Entry, notes: Notes, setting: Any) -> Any:
    """The battle with what the sections of An XXX say of it."""
    traits: dict[UnitId, set[str]] = {unit: set() for unit in setting.roster}
    for kind in KINDS:
        for held in entry.each(kind):
            _note(traits, held, kind, notes)
    for corps, units in entry.items("corps"):
        for held in units.value:
            _note(traits, held, f"corps:{corps}", notes)
    for battery, held in entry.items("ammunition"):
        if battery not in traits:
            notes.unknown(held.spot, "unit", battery, traits)
        else:
            traits[battery].add(f"ammunition:{held.value}")
    _check_batteries(entry, setting, notes)
    if not entry.each("elite"):
        for unit in _steadfast(setting):
            traits[unit].add("elite")
    roster = {
        unit: msgspec.structs.replace(printed, traits=printed.traits | traits[unit])
        for unit, printed in setting.roster.items()
    }
    return msgspec.structs.replace(
        setting,
        roster=roster,
        turns=_lit(entry, setting, notes),
        supplement=_made(entry, setting, notes),
    )


def _note(traits: dict[UnitId, set[str]], held: Entry, trait: str, notes: Notes) -> None:
    if held.value in traits:
        traits[held.value].add(trait)
    else:
        notes.unknown(held.spot, "unit", held.value, traits)


def _steadfast(setting: Setting) -> list[UnitId]:
    most = setting.cards.row("elite", "at_most")
    return [unit for unit, printed in setting.roster.items() if printed.morale <= most]


def _check_batteries(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Every battery has its shots; only batteries have shots or howitzers."""
    guns = [unit for unit, printed in setting.roster.items() if printed.arm is Arm.ARTILLERY]
    named = dict(entry.items("ammunition"))
    if "ammunition" in entry:
        for unit in guns:
            if unit not in named:
                spot = entry["ammunition"].spot
                notes.add(
                    spot,
                    f"the battery {unit} has no ammunition",
                    f"{unit}: 12, or 16 for the Guard",
                )
    wrong = [(held.value, held) for held in entry.each("howitzers")] + list(named.items())
    for unit, held in wrong:
        if unit in setting.roster and unit not in guns:
            notes.add(held.spot, f"{unit} is no battery", f"batteries: {', '.join(guns)}")


def _lit(entry: Entry, setting: Setting, notes: Notes) -> Any:
    """The calendar, with dusk and night where the battle has them."""
    if "light" not in entry:
        return setting.turns
    words: dict[int, str] = {}
    for light in ("dusk", "night"):
        for held in entry["light"].each(light):
            if held.value > len(setting.turns):
                notes.add(
                    held.spot, f"there is no turn {held.value}", f"the last is {len(setting.turns)}"
                )
            words[held.value] = light
    return tuple(
        msgspec.structs.replace(turn, weather=words.get(turn.number, turn.weather))
        for turn in setting.turns
    )


def _made(entry: Entry, setting: Setting, notes: Notes) -> Supplement:
    played = setting.options.get("special_structures") == "all"
    return Supplement(
        year=entry.get("year", PLAIN.year),
        methods={nation: held.value for nation, held in entry.items("methods")},
        nations_as_one=tuple(
            frozenset(nation.value for nation in group.value)
            for group in entry.each("nations_as_one")
        ),
        wagons=tuple(_wagon(held, setting, notes) for held in entry.each("wagons")),
        structures=tuple(
            _structure(held, setting, notes)
            for held in entry.each("structures")
            if played or held.get("optional") != "yes"
        ),
    )


def _wagon(held: Entry, setting: Setting, notes: Notes) -> Wagon:
    side, group = held.get("side", ""), held.get("arrives_with", "")
    if side not in setting.sides:
        notes.unknown(held.spot_of("side"), "side", side, setting.sides)
    if group and group not in {arrival.id for arrival in setting.arrivals}:
        known = [arrival.id for arrival in setting.arrivals]
        notes.unknown(held.spot_of("arrives_with"), "group of arrivals", group, known)
    if bool(group) == ("hex" in held):
        notes.add(
            held.spot, "a wagon stands in a hex or arrives with a group", "write one of the two"
        )
    _on_map(held, "hex", setting, notes)
    facing = SIDES.index(held.get("facing", SIDES[0]))
    return Wagon(held.get("id", ""), side, held.get("name", ""), held.get("hex", 0), facing, group)


def _structure(held: Entry, setting: Setting, notes: Notes) -> Structure:
    for each in held.each("hexes"):
        if not setting.ground.on_map(each.value):
            notes.add(each.spot, "this hex is not on the map", "look at the map section")
    gates = tuple(
        (gate.get("hex", 0), SIDES.index(gate.get("side", SIDES[0]))) for gate in held.each("gates")
    )
    return Structure(held.values("hexes"), gates)


def _on_map(held: Entry, key: str, setting: Setting, notes: Notes) -> None:
    if key in held and not setting.ground.on_map(held.get(key)):
        notes.add(held.spot_of(key), "this hex is not on the map", "look at the map section")
