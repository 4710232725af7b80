"""Scenario packs: read from a document, checked in every part, made into a setting.

``check`` reports every problem at once; ``load`` refuses a pack that has any; ``available`` lists
the packs of this system that come with the project.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.desks.guide import Guide
from grognard.desks.guide_pack import check_guide, read_guide
from grognard.desks.library import Listing
from grognard.desks.packs import battles_of, checked, loaded, revision_of
from grognard.kernel.documents import Document, Source
from grognard.mechanics.packs.files import read_pack
from grognard.mechanics.packs.shapes import Entry, Notes, Problem
from grognard.systems.nlc.cards import Cards, cards
from grognard.systems.nlc.desk.words import QUESTIONS
from grognard.systems.nlc.packs.aims import (
    Choices,
    Variant,
    read_choices,
    read_special,
    read_turns,
    read_variants,
    read_victory,
)
from grognard.systems.nlc.packs.fields import PACK
from grognard.systems.nlc.packs.forces import Forces, read_forces
from grognard.systems.nlc.packs.ground import MapFacts, passage_tables, read_map
from grognard.systems.nlc.packs.plans import Plans, Reader, read_plans
from grognard.systems.nlc.setting import Setting, Turn, Victory

SYSTEM = "nlc"
NO_OPTIONS: Mapping[str, str] = {}


class Scenario(Setting, frozen=True, eq=False):
    """A setting made of a pack, with what only people read of it."""

    description: str = ""
    date: str = ""
    aims: str = ""
    special_texts: Mapping[str, str] = {}
    variants: Mapping[str, Variant] = {}
    scale: Mapping[str, int] = {}
    guide: Guide | None = None
    document: Document | None = None


def check(source: Source) -> list[Problem]:
    """Every problem of a pack, in the order of its files and lines."""
    return checked(source, _made)


def load(source: Source, options: Mapping[str, str] = NO_OPTIONS) -> Scenario:
    """The setting of a document."""
    return loaded(source, options, _made)


def available() -> list[Listing]:
    """The packs of the library that are played under these rules, by name."""
    return battles_of(SYSTEM, PACK)


class Parts(msgspec.Struct, frozen=True):
    """What the sections of a pack say, each read by itself."""

    facts: MapFacts
    forces: Forces
    plans: Plans
    choices: Choices
    variants: Mapping[str, Variant]
    turns: tuple[Turn, ...]
    victory: Victory


def _made(document: Document, asked: Mapping[str, str]) -> tuple[Scenario | None, list[Problem]]:
    """The setting, if the pack is sound, and all that is wrong with it."""
    text = read_pack(document, PACK)
    entry, notes = text.entry, text.notes
    if entry is None:
        return None, notes.problems
    deck = cards()
    _check_sides(entry, notes)
    variants = read_variants(entry, notes)
    choices = read_choices(entry, variants, asked, notes)
    turns = read_turns(entry, notes, deck)
    facts = read_map(entry["map"], notes) if "map" in entry else None
    if facts is None or len(entry.get("sides", {})) != 2:
        return None, notes.problems
    forces = read_forces(entry, notes, facts.ground, deck, choices.options)
    reader = Reader(entry, notes, facts.ground, deck, forces, turns, choices.options)
    victory = read_victory(entry, notes, facts.ground, forces)
    plans = read_plans(reader)
    parts = Parts(facts, forces, plans, choices, variants, turns, victory)
    setting = _setting(entry, parts, deck)
    known = {*setting.roster, *setting.formations, *setting.leaders}
    check_guide(entry, setting, QUESTIONS, _order, known, notes)
    revision = revision_of(document, choices.options)
    return msgspec.structs.replace(setting, revision=revision, document=document), notes.problems


def _order(text: str) -> object:
    from grognard.systems.nlc.rules import (
        parse,  # rules come after packs, and only if they are asked
    )

    return parse(text)


def _check_sides(entry: Entry, notes: Notes) -> None:
    sides = entry.get("sides", {})
    if "sides" in entry and len(sides) != 2:
        text = f"a battle has two sides, not {len(sides)}"
        notes.add(entry["sides"].spot, text, "name two of them")
    if "first" in entry and entry.get("first") not in sides:
        notes.unknown(entry["first"].spot, "side", entry.get("first"), sides)


def _setting(entry: Entry, parts: Parts, deck: Cards) -> Scenario:
    forces, facts, plans = parts.forces, parts.facts, parts.plans
    first, second = forces.armies
    sights = [
        variant.sights[value]
        for word, variant in parts.variants.items()
        if (value := parts.choices.options[word]) in variant.sights
    ]
    return Scenario(
        id=entry.get("id", ""),
        title=entry.get("title", ""),
        sides=(first, second),
        ground=facts.ground,
        crests=facts.crests,
        ways=facts.ways,
        passage=passage_tables(facts, deck),
        cards=deck,
        options=dict(parts.choices.options),
        turns=parts.turns,
        armies=forces.armies,
        formations=forces.formations,
        roster=forces.roster,
        leaders=forces.leaders,
        headquarters=forces.headquarters,
        placements=plans.placements,
        orders=plans.orders,
        victory=parts.victory,
        reserve_first=entry.get("first", first),
        arrivals=plans.arrivals,
        divisional=plans.divisional,
        places=facts.places,
        control=plans.control,
        special=read_special(entry),
        sight_limit=min(sights, default=0),
        chosen=dict(parts.choices.chosen),
        description=entry.get("description", ""),
        date=entry.get("date", ""),
        side_names={side: army.name for side, army in forces.armies.items()},
        aims=entry["victory"].get("text", "") if "victory" in entry else "",
        special_texts={held.get("id", ""): held.get("text", "") for held in entry.each("special")},
        variants=parts.variants,
        scale={word: held.value for word, held in entry.items("scale")},
        guide=read_guide(entry),
    )
