"""Scenario packs: read from a document, checked in every part, made into a setting."""

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
from grognard.mechanics.places import Place
from grognard.systems.empire.desk.words import QUESTIONS
from grognard.systems.empire.kinds import Edge
from grognard.systems.empire.options import OPTIONS
from grognard.systems.empire.packs.fields import PACK
from grognard.systems.empire.packs.forces import Forces, Reader
from grognard.systems.empire.packs.ground import TableFacts, read_table
from grognard.systems.empire.setting import Army, Exit, Setting, Special, Turn, Victory

SYSTEM = "empire"
NO_OPTIONS: Mapping[str, str] = {}


class Scenario(Setting, frozen=True, eq=False, dict=True):
    """A setting made of a pack, with what only people read of it."""

    description: str = ""
    date: str = ""
    aims: str = ""
    special_texts: Mapping[str, str] = {}
    scale: Mapping[str, int] = {}
    places: Mapping[str, tuple[Place, ...]] = {}
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


def _made(document: Document, asked: Mapping[str, str]) -> tuple[Scenario | None, list[Problem]]:
    """The setting, if the pack is sound, and all that is wrong with it."""
    text = read_pack(document, PACK)
    entry, notes = text.entry, text.notes
    if entry is None:
        return None, notes.problems
    _check_sides(entry, notes)
    chosen = _choices(entry, asked, notes)
    facts = read_table(entry, notes)
    if facts is None or len(entry.get("sides", {})) != 2 or "victory" not in entry:
        return None, notes.problems
    forces = Reader(entry, notes, facts).read()
    _check_chiefs(entry, forces, notes)
    _check_special(entry, forces, notes)
    turns = _turns(entry, notes)
    victory = _victory(entry["victory"], notes)
    if notes.problems or not turns:
        return None, notes.problems
    setting = _setting(entry, facts, forces, turns, victory, chosen)
    known = {*setting.roster, *setting.divisions, *setting.commanders}
    check_guide(entry, setting, QUESTIONS, _order, known, notes)
    revision = revision_of(document, setting.options)
    return msgspec.structs.replace(setting, revision=revision, document=document), notes.problems


def _order(text: str) -> object:
    from grognard.systems.empire.rules import (
        parse,  # rules come after packs, and only if they are asked
    )

    return parse(text)


def _check_sides(entry: Entry, notes: Notes) -> None:
    sides = entry.get("sides", {})
    if "sides" in entry and len(sides) != 2:
        text = f"a battle has two sides, not {len(sides)}"
        notes.add(entry["sides"].spot, text, "name two of them")
    if "attacker" in entry and entry.get("attacker") not in sides:
        notes.unknown(entry["attacker"].spot, "side", entry.get("attacker"), sides)


def _check_chiefs(entry: Entry, forces: Forces, notes: Notes) -> None:
    for side, held in entry.items("sides"):
        chief = held.get("chief", "")
        if chief not in forces.commanders:
            notes.unknown(held.spot_of("chief"), "commander", chief, forces.commanders)
        elif forces.commanders[chief].side != side:
            notes.add(held["chief"].spot, f"{chief} serves another side", "name one of this side")


def _check_special(entry: Entry, forces: Forces, notes: Notes) -> None:
    for held in entry.each("special"):
        for key, known in (("divisions", forces.divisions), ("units", forces.roster)):
            for one in held.each(key):
                if one.value not in known:
                    notes.unknown(one.spot, key.removesuffix("s"), one.value, known)


def _choices(entry: Entry, asked: Mapping[str, str], notes: Notes) -> dict[str, str]:
    """What the pack sets, and what the table asks for over it."""
    chosen: dict[str, str] = {}
    for word, held in entry.items("options"):
        faults = OPTIONS.faults({word: held.value})
        for fault in faults:
            notes.add(held.spot, fault.problem, fault.hint)
        if not faults:
            chosen[word] = held.value
    for fault in OPTIONS.faults(asked):
        notes.problems.append(Problem("options", 0, fault.name, fault.problem, fault.hint))
    return {**chosen, **{word: asked[word] for word in asked if word in OPTIONS}}


def _turns(entry: Entry, notes: Notes) -> tuple[Turn, ...]:
    sides = entry.get("sides", {})
    turns = []
    for number, held in enumerate(entry.each("turns"), 1):
        if held.get("turn", number) != number:
            text = f"turn {held.get('turn')} stands where {number} is due"
            notes.add(held.spot, text, "turns go up by one")
        first = held.get("first", "")
        if first and first not in sides:
            notes.unknown(held["first"].spot, "side", first, sides)
        turns.append(Turn(number, held.get("time", ""), first))
    return tuple(turns)


def _victory(held: Entry, notes: Notes) -> Victory:
    levels = tuple(
        (one.get("lead"), one.get("name"))
        for one in held.each("levels")
        if "lead" in one and "name" in one
    )
    leads = [lead for lead, _ in levels]
    if leads != sorted(set(leads), reverse=True) or (leads and leads[-1] != 0):
        text = "levels go down to a lead of 0"
        notes.add(held.spot_of("levels"), text, "best first, the last one with lead: 0")
    figures = ("eliminated", "battery", "commander", "withdrawn")
    return Victory(levels, *(held.get(figure, 0) for figure in figures))


def _setting(
    entry: Entry,
    facts: TableFacts,
    forces: Forces,
    turns: tuple[Turn, ...],
    victory: Victory,
    chosen: Mapping[str, str],
) -> Scenario:
    armies = {
        side: Army(held.get("name"), held.get("chief"), Edge(held.get("edge")))
        for side, held in entry.items("sides")
    }
    first, second = armies
    made = Scenario(
        id=entry.get("id"),
        title=entry.get("title"),
        width=facts.width,
        height=facts.height,
        sides=(first, second),
        armies=armies,
        attacker=entry.get("attacker"),
        turns=turns,
        patches=facts.patches,
        buildings=facts.buildings,
        ways=facts.ways,
        objectives=facts.objectives,
        divisions=forces.divisions,
        commanders=forces.commanders,
        roster=forces.roster,
        stands=forces.stands,
        arrivals=forces.arrivals,
        victory=victory,
        options=OPTIONS.resolve(chosen),
        chosen=chosen,
        exits=tuple(
            Exit(
                held.get("side"),
                Edge(held.get("edge")),
                held.get("from"),
                held.get("to"),
                held.get("scores_from", 1),
            )
            for held in entry.each("exits")
        ),
        deployments=facts.deployments,
        special={
            held.get("id"): Special(
                held.values("divisions"), held.values("units"), held.get("turn", len(turns))
            )
            for held in entry.each("special")
        },
        soaked=entry.get("soaked", False),
        description=" ".join(entry.get("description", "").split()),
        date=entry.get("date", ""),
        side_names={side: army.name for side, army in armies.items()},
        aims=" ".join(entry["victory"].get("text", "").split()),
        special_texts={held.get("id"): held.get("text") for held in entry.each("special")},
        scale={word: held.value for word, held in entry.items("scale")},
        guide=read_guide(entry),
    )
    return msgspec.structs.replace(
        made,
        places={
            objective.name: (made.place(objective.at),) for objective in facts.objectives.values()
        },
    )
