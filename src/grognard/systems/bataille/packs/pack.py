"""Scenario packs: read from a document, checked in every part, made into a setting.

``check`` reports every problem at once; ``load`` refuses a pack that has any; ``available`` lists
the packs that come with the project.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

import msgspec

from grognard.desks.guide import Guide
from grognard.desks.guide_pack import check_guide, read_guide
from grognard.desks.library import Listing, names
from grognard.desks.packs import battles_of, checked, loaded, revision_of
from grognard.kernel.documents import Document, Source
from grognard.mechanics.options import Options
from grognard.mechanics.packs.files import BELOW, read_pack
from grognard.mechanics.packs.shapes import Entry, Notes, Problem, shown
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.weather import NIGHT_AND_DUSK, VARIABLE
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.movement.terrain import passage_tables
from grognard.systems.bataille.packs.packaims import (
    GENERAL_WEATHER,
    Aims,
    Variants,
    option_problem,
    read_aims,
    read_options,
    read_special,
    read_turns,
    read_variants,
    read_weather,
)
from grognard.systems.bataille.packs.packentries import check_entries
from grognard.systems.bataille.packs.packfields import pack_shape
from grognard.systems.bataille.packs.packforces import Forces, read_forces
from grognard.systems.bataille.packs.packmap import MapFacts, NamedRoad, read_map
from grognard.systems.bataille.packs.packplaces import Places, check_standing, read_places
from grognard.systems.bataille.packs.varying import varied
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.setting import Organisation, Setting, TurnInfo

NO_OPTIONS: Mapping[str, str] = {}


class Scenario(Setting, frozen=True, eq=False):
    """A setting made of a pack, with what only people and later chapters read of it."""

    description: str = ""
    date: str = ""
    scale: Mapping[str, int] = {}
    aims: str = ""
    special_texts: Mapping[str, str] = {}
    brigades: Mapping[UnitId, str] = {}
    square_rows: Mapping[str, str] = {}
    clock: Mapping[str, int] = {}
    variants: Mapping[str, tuple[str, ...]] = {}
    guide: Guide | None = None
    document: Document | None = None
    roads: tuple[NamedRoad, ...] = ()


def check(kit: Kit, source: Source) -> list[Problem]:
    """Every problem of a pack and of its variants, in the order of its files and lines."""
    found = checked(source, partial(_made, kit))
    variants = {} if found else load(kit, source).variants
    for option, values in variants.items():
        for value in values[1:]:
            found += checked(source, partial(_made_so, kit, {option: value}))
    return found


def load(kit: Kit, source: Source, options: Mapping[str, str] = NO_OPTIONS) -> Scenario:
    """The setting of a document."""
    return loaded(source, options, partial(_made, kit))


def available(kit: Kit) -> list[Listing]:
    """The packs of the library that are played under these rules, by name."""
    return battles_of(kit.name, pack_shape(kit))


ORIGINS = ("found", "history", "house")
"""Marks of origin that every pack knows."""


class Parts(msgspec.Struct, frozen=True):
    """What the sections of a pack say, each read by itself."""

    forces: Forces
    facts: MapFacts
    places: Places
    aims: Aims
    variants: Variants


def _made(
    kit: Kit, document: Document, options: Mapping[str, str]
) -> tuple[Scenario | None, list[Problem]]:
    """The setting, if the pack is sound, and all that is wrong with it."""
    text = read_pack(document, pack_shape(kit))
    entry, notes = text.entry, text.notes
    if entry is None:
        return None, notes.problems
    entry = varied(entry, options, notes)
    _check_base(entry, document, notes)
    _check_sides(entry, notes)
    _check_marks(entry, {*ORIGINS, *dict(entry.items("provenance"))}, notes)
    deck = kit.cards(_wanted(kit.options, entry, options))
    facts = None
    if "map" in entry:
        bridges = [side for side, card in deck.hexsides.items() if card.is_bridge]
        facts = read_map(entry["map"], notes, list(deck.terrains), list(deck.hexsides), bridges)
    forces = read_forces(entry, notes, deck)
    special = read_special(entry, facts, notes)
    turns = read_turns(entry, notes, _general_weather(special, deck))
    variants = read_variants(kit.options, entry, forces.organisations, turns, notes)
    chosen = _chosen(kit.options, entry, options, variants, notes)
    if facts is None:
        return None, notes.problems
    places = read_places(entry, notes, forces, facts, turns)
    parts = Parts(forces, facts, places, read_aims(entry, facts, forces, variants, notes), variants)
    if len(entry.get("sides", {})) != 2:
        return None, notes.problems
    setting = _setting(kit, entry, parts, deck, chosen, special, turns)
    if "setup" in entry:
        check_standing(entry, setting, notes)
    if not notes.problems:
        check_entries(entry, setting, notes)
    setting = kit.supplement(entry, notes, setting)
    check_guide(entry, setting, kit.questions, kit.parse, {*setting.roster}, notes)
    revision = revision_of(document, chosen)
    return msgspec.structs.replace(setting, revision=revision, document=document), notes.problems


def _made_so(
    kit: Kit, chosen: Mapping[str, str], document: Document, options: Mapping[str, str]
) -> tuple[Scenario | None, list[Problem]]:
    """The same with a variant chosen."""
    return _made(kit, document, {**options, **chosen})


def _check_base(entry: Entry, document: Document, notes: Notes) -> None:
    """A pack that stands upon another is read with its files."""
    base = entry.get("of", "")
    if base and not any(file.startswith(f"{base}{BELOW}") for file, _ in document.files):
        notes.unknown(entry["of"].spot, "pack in the library", base, names())


def _check_sides(entry: Entry, notes: Notes) -> None:
    sides = entry.get("sides", {})
    if "sides" in entry and len(sides) != 2:
        text = f"a battle has two sides, not {len(sides)}"
        notes.add(entry["sides"].spot, text, "the first named moves first")
    for section, words in (("clock", sides), ("square_rows", _nations(entry))):
        for word, held in entry.items(section):
            if word not in words:
                notes.unknown(held.spot, "side" if section == "clock" else "nation", word, words)
    for side, held in entry["map"].items("exits") if "map" in entry else ():
        if side not in sides:
            notes.unknown(held.spot, "side", side, sides)
    for _, held in entry.items("weather"):
        if held.get("only", "") not in ("", *sides):
            notes.unknown(held["only"].spot, "side", held.get("only"), sides)


def _check_marks(held: Entry, known: Collection[str], notes: Notes) -> None:
    """Every mark of origin is one of the usual or one that the pack says the meaning of."""
    if isinstance(held.value, list):
        for each in held.value:
            _check_marks(each, known, notes)
    elif isinstance(held.value, dict):
        for key, each in held.value.items():
            if key != "src":
                _check_marks(each, known, notes)
                continue
            for mark in each.value.values() if isinstance(each.value, dict) else (each,):
                word = re.split(r"\W", mark.value, maxsplit=1)[0]
                if word not in known:
                    hint = f"known: {', '.join(sorted(known))}; say in 'provenance' what it means"
                    notes.add(mark.spot, f"'{shown(word)}' is not a mark of origin", hint)


def _nations(entry: Entry) -> list[str]:
    """The nations of the forces and of their classes."""
    held = [*entry.each("units"), *(one for _, one in entry.items("classes"))]
    return list(dict.fromkeys(one.get("nation") for one in held if "nation" in one))


def _wanted(known: Options, entry: Entry, options: Mapping[str, str]) -> dict[str, str]:
    """The choices among figures of the cards; faulty ones are noted where options are read."""
    wanted = {**{option: held.value for option, held in entry.items("options")}, **options}
    return {
        option: known[option].canonical(value) or known[option].default
        for option, value in wanted.items()
        if option in known
    }


def _chosen(
    known: Options, entry: Entry, options: Mapping[str, str], variants: Variants, notes: Notes
) -> dict[str, str]:
    """What the pack and the table choose; a default is kept only where the pack sets the option.

    So the options of a setting, given to ``load`` again, make the same setting.
    """
    chosen = read_options(known, entry, variants, notes)
    for option, value in sorted(options.items()):
        problem = option_problem(known, option, value, variants)
        if problem is not None:
            notes.problems.append(Problem("options", 0, option, *problem))
            continue
        usual = variants.values[option][0] if option in variants.values else known[option].default
        if option in known:
            value = known[option].canonical(value) or usual
        if option in chosen or value != usual:
            chosen[option] = value
    return chosen


def _setting(
    kit: Kit,
    entry: Entry,
    parts: Parts,
    deck: Deck,
    options: Mapping[str, str],
    special: Mapping[str, Any],
    turns: tuple[TurnInfo, ...],
) -> Scenario:
    forces, facts, places, variants = parts.forces, parts.facts, parts.places, parts.variants
    values = {name: options.get(name, known[0]) for name, known in variants.values.items() if known}
    last = min(
        (variants.last_turns.get(pair, len(turns)) for pair in values.items()), default=len(turns)
    )
    levels = tuple(
        level for level, variant in parts.aims.levels if not variant or values.get(variant) == "on"
    )
    names = {side: held.value for side, held in entry.items("sides")}
    first, second = names
    return Scenario(
        id=entry.get("id", ""),
        title=entry.get("title", ""),
        sides=(first, second),
        ground=facts.ground,
        roster=forces.roster,
        leaders=forces.leaders,
        passage=passage_tables(facts.ground, deck),
        cards=deck,
        options=dict(options),
        turns=turns[:last],
        weather=read_weather(entry),
        placements=places.placements,
        leader_places=places.leader_places,
        arrivals=places.arrivals,
        organisations=_levelled(forces.organisations, variants, values),
        divisions=forces.divisions,
        places=facts.places,
        zones=facts.zones,
        home=facts.home,
        exits=facts.exits,
        control=parts.aims.control,
        special=special,
        victory={"levels": levels, "tie": parts.aims.tie},
        reglement=kit.reglement,
        description=entry.get("description", ""),
        date=entry.get("date", ""),
        scale={word: held.value for word, held in entry.items("scale")},
        side_names=names,
        aims=entry["victory"].get("text", "") if "victory" in entry else "",
        special_texts={held.get("id", ""): held.get("text", "") for held in entry.each("special")},
        brigades=forces.brigades,
        square_rows={nation: held.value for nation, held in entry.items("square_rows")},
        clock={side: held.value for side, held in entry.items("clock")},
        variants=dict(variants.values),
        guide=read_guide(entry),
        roads=facts.roads,
    )


def _general_weather(special: Collection[str], deck: Deck) -> tuple[str, ...]:
    """The weather and light that the calendar may name, by the general charts in use."""
    weather = (*deck.weathers, VARIABLE) if GENERAL_WEATHER in special else ()
    return (*weather, *deck.lights) if NIGHT_AND_DUSK in special else weather


def _levelled(
    organisations: tuple[Organisation, ...], variants: Variants, values: Mapping[str, str]
) -> tuple[Organisation, ...]:
    """The organisations with the morale levels of the variants chosen."""
    made = []
    for body in organisations:
        levels = body.levels
        for pair in values.items():
            levels = variants.levels.get(pair, {}).get(body.id, levels)
        made.append(msgspec.structs.replace(body, levels=levels))
    return tuple(made)
