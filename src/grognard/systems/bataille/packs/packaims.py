"""Calendar, weather, options, special rules and aims of a pack."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

from grognard.mechanics.hexes import Hex, name
from grognard.mechanics.options import Options
from grognard.mechanics.packs.shapes import Entry, Notes, shown
from grognard.systems.bataille.packs.packfields import CONDITION
from grognard.systems.bataille.packs.packforces import Forces, known_side
from grognard.systems.bataille.packs.packmap import MapFacts
from grognard.systems.bataille.packs.victory import Condition, Level
from grognard.systems.bataille.setting import Organisation, TurnInfo, Weather
from grognard.systems.bataille.special.registry import RULES

DRY = "dry"
NOBODY = "nobody"

GENERAL_WEATHER = "general_weather_chart"
USES = {
    "reinforcement_variation_table": "arrivals vary by the general table",
    GENERAL_WEATHER: "the calendar names weather of the general card, or lets the die decide",
    "night_and_dusk": "dusk and night come by the clock",
}
"""General charts that a battle may use; those it does are switches like special rules."""


# --- calendar -----------------------------------------------------------------------------------


def read_turns(entry: Entry, notes: Notes, general: Collection[str] = ()) -> tuple[TurnInfo, ...]:
    """The calendar: turns from 1 without a gap, hours that rise evenly, weather that is known.

    ``general`` is the weather of the general cards that the battle uses. Where a turn does not
    say otherwise, morale levels are counted on the full hour (P43.7).
    """
    known = {DRY, *general, *dict(entry.items("weather"))}
    turns: list[TurnInfo] = []
    gap = 0
    for held in entry.each("turns"):
        if "turn" not in held or "time" not in held:
            continue
        number, time, weather = held.get("turn"), held.get("time"), held.get("weather", DRY)
        wanted = len(turns) + 1
        if number != wanted:
            notes.add(held["turn"].spot, f"turn {number} stands where {wanted} is due", "no gaps")
        if turns:
            passed = _minutes(time) - _minutes(turns[-1].time)
            gap = gap or passed
            if passed != gap or passed <= 0:
                text = f"{time} comes {passed} minutes after {turns[-1].time}"
                notes.add(held["time"].spot, text, f"turns are {max(gap, 1)} minutes long")
        if weather not in known:
            notes.unknown(held["weather"].spot, "weather", weather, sorted(known))
        on_the_hour = time.endswith(":00")
        turns.append(TurnInfo(number, time, weather, held.get("level_check", on_the_hour)))
    return tuple(turns)


def _minutes(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return 60 * int(hours) + int(minutes)


def read_weather(entry: Entry) -> dict[str, Weather]:
    usual = Weather()
    made = {
        key: Weather(
            **{word: held.get(word, getattr(usual, word)) for word in Weather.__struct_fields__}
        )
        for key, held in entry.items("weather")
    }
    return {DRY: usual, **made}


# --- options, variants, special rules -----------------------------------------------------------


class Variants(msgspec.Struct, frozen=True):
    """Options of the battle alone: the values of each, the default first, and what they change."""

    values: Mapping[str, tuple[str, ...]]
    last_turns: Mapping[tuple[str, str], int]
    levels: Mapping[tuple[str, str], Mapping[str, tuple[int, ...]]]


def read_variants(
    known: Options,
    entry: Entry,
    organisations: Sequence[Organisation],
    turns: Sequence[TurnInfo],
    notes: Notes,
) -> Variants:
    values: dict[str, tuple[str, ...]] = {}
    last_turns: dict[tuple[str, str], int] = {}
    levels: dict[tuple[str, str], Mapping[str, tuple[int, ...]]] = {}
    bodies = [body.id for body in organisations]
    for option, held in entry.items("variants"):
        if option in known:
            notes.add(held.spot, f"'{option}' is an option of the rules", "use another name")
        values[option] = tuple(key for key, _ in held.items("values"))
        for value, change in held.items("values"):
            if "last_turn" in change:
                last_turns[option, value] = change.get("last_turn")
                if change.get("last_turn") > len(turns):
                    text = f"there is no turn {change.get('last_turn')}"
                    notes.add(change["last_turn"].spot, text, f"the last is {len(turns)}")
            for body, figures in change.items("levels"):
                if body not in bodies:
                    notes.unknown(figures.spot, "organisation", body, bodies)
            levels[option, value] = {
                body: tuple(figure.value for figure in figures.value)
                for body, figures in change.items("levels")
            }
    return Variants(values, last_turns, levels)


def read_options(known: Options, entry: Entry, variants: Variants, notes: Notes) -> dict[str, str]:
    """The options that the pack sets."""
    chosen = {}
    for option, held in entry.items("options"):
        problem = option_problem(known, option, held.value, variants)
        if problem is None:
            own = known.get(option)
            chosen[option] = (own.canonical(held.value) if own else None) or held.value
        else:
            notes.add(held.spot, *problem)
    return chosen


def option_problem(
    known: Options, option: str, value: str, variants: Variants
) -> tuple[str, str] | None:
    """What is wrong with an option or its value, and a hint; None if nothing is."""
    if option in variants.values:
        if value in variants.values[option]:
            return None
        wanted = f"known: {', '.join(variants.values[option])}"
        return f"'{shown(value)}' is no value of {option}", wanted
    for fault in known.faults({option: value}):
        near = get_close_matches(option, variants.values, n=1)
        return fault.problem, f"did you mean '{near[0]}'?" if near else fault.hint
    return None


def read_special(entry: Entry, facts: MapFacts | None, notes: Notes) -> dict[str, Any]:
    """The special rules with their parameters, and the general charts in use."""
    special: dict[str, Any] = {}
    for held in entry.each("special"):
        if "id" not in held:
            continue
        rule = held["id"].value
        if rule not in RULES:
            notes.unknown(held["id"].spot, "special rule", rule, RULES)
            continue
        if rule in special:
            notes.add(held["id"].spot, f"'{rule}' is written twice", "keep one of them")
        given: Entry | None = held.value.get("with")
        if given is not None:
            _check_parameters(entry, given, facts, notes)
        whole = all(given is not None and word in given for word in RULES[rule].needs)
        special[rule] = RULES[rule].read(given) if whole else None  # what is missing is noted
    for chart, used in entry.items("uses"):
        if chart not in USES:
            notes.unknown(used.spot, "general chart", chart, USES)
        elif used.value:
            special[chart] = True
    return special


def _check_parameters(entry: Entry, given: Entry, facts: MapFacts | None, notes: Notes) -> None:
    """Sides, places and weather that a special rule names must be those of the battle."""
    if "side" in given:
        known_side(given, list(entry.get("sides", {})), notes)
    for place in given.each("alert"):
        if facts is not None and place.value not in facts.places:
            notes.unknown(place.spot, "place", place.value, facts.places)
    weather = [turn.get("weather", DRY) for turn in entry.each("turns")]
    known = dict.fromkeys([*dict(entry.items("weather")), *weather])
    for word in given.each("weather"):
        if word.value not in known:
            notes.unknown(word.spot, "weather", word.value, known)


# --- aims ---------------------------------------------------------------------------------------


class Aims(msgspec.Struct, frozen=True):
    """Levels of victory with the variant each depends on, the tie rule, who holds what at first."""

    levels: tuple[tuple[Level, str], ...]
    tie: str
    control: Mapping[Hex, str]


def read_aims(
    entry: Entry, facts: MapFacts, forces: Forces, variants: Variants, notes: Notes
) -> Aims:
    held = entry.value.get("victory")
    if held is None:
        return Aims((), "draw", {})
    sides = list(entry.get("sides", {}))
    levels: list[tuple[Level, str]] = []
    hours = {turn.get("time"): number for number, turn in enumerate(entry.each("turns"), 1)}
    for one in held.each("levels"):
        if not all(word in one for word in ("level", "name", "side", "tested", "all")):
            continue
        known_side(one, sides, notes)
        hour = one.get("judged", "")
        if hour and hour not in hours:
            notes.unknown(one["judged"].spot, "hour of the calendar", hour, hours)
        alike = [level for level, _ in levels if level.level == one.get("level")]
        if any((one.get("name"), one.get("side")) != (each.name, each.side) for each in alike):
            text = f"there are two levels '{one.get('level')}'"
            notes.add(one["level"].spot, text, "rename one, or name both alike: two ways to it")
        variant = one.get("variant", "")
        if variant and variant not in variants.values:
            notes.unknown(one["variant"].spot, "variant", variant, variants.values)
        conditions = tuple(
            made
            for condition in one.each("all")
            if (made := _condition(condition, facts, forces, notes)) is not None
        )
        level = Level(
            one.get("level"), one.get("name"), one.get("side"), one.get("tested"), conditions,
            hours.get(hour, 0),
        )  # fmt: skip
        levels.append((level, variant))
    return Aims(tuple(levels), held.get("tie", "draw"), _control(held, sides, facts, notes))


NUMBERS = ("at_least", "at_level")
"""What goes with a condition."""


def _condition(held: Entry, facts: MapFacts, forces: Forces, notes: Notes) -> Condition | None:
    kinds = [word for word in CONDITION.fields if word not in NUMBERS]
    found = [word for word in kinds if word in held]
    if len(found) != 1:
        notes.add(held.spot, "a condition asks one thing", f"one of: {', '.join(kinds)}")
        return None
    kind = found[0]
    if kind in ("any", "none"):
        parts = [_condition(each, facts, forces, notes) for each in held.each(kind)]
        return Condition(kind, parts=tuple(part for part in parts if part is not None))
    if kind in ("level_of", "enemy_bodies") and "at_level" not in held:
        notes.add(held.spot, "'at_level' is missing", "at_level: the morale level of them")
    level = held.get("at_level", 0)
    if kind == "gone":
        for unit in held.each(kind):
            if unit.value not in forces.roster:
                notes.unknown(unit.spot, "unit", unit.value, forces.roster)
        return Condition(kind, count=held.get("at_least", 0), units=held.values(kind))
    known = _known(kind, facts, forces)
    if known is None:
        return Condition(kind, count=held.get(kind), level=level)
    place = held.get(kind)
    if place not in known:
        what = {"level_of": "organisation"}.get(kind, "place")
        notes.unknown(held[kind].spot, what, place, known)
        return None
    count = held.get("at_least", 0)
    if kind == "holds" and count > len(facts.places[place]):
        text = f"{place} has only {len(facts.places[place])} hexes"
        notes.add(held["at_least"].spot, text, "ask for fewer")
    return Condition(kind, place, count, level)


def _known(kind: str, facts: MapFacts, forces: Forces) -> Sequence[str] | None:
    """What a condition of this kind may name; None where it names nothing."""
    if kind == "holds":
        return list(facts.places)
    if kind == "stands_in":
        return [*facts.places, *facts.zones]
    return [body.id for body in forces.organisations] if kind == "level_of" else None


def _control(held: Entry, sides: Sequence[str], facts: MapFacts, notes: Notes) -> dict[Hex, str]:
    """Who holds the ground of the aims at the start; what nobody is given is held by nobody."""
    control: dict[Hex, str] = {}
    for side, places in held.items("held_at_start"):
        if side not in (*sides, NOBODY):
            notes.unknown(places.spot, "side", side, [*sides, NOBODY])
        for place in places.value:
            if place.value not in facts.places:
                notes.unknown(place.spot, "place", place.value, facts.places)
                continue
            for at in facts.places[place.value]:
                holder = "" if side == NOBODY else side
                if control.setdefault(at, holder) != holder:
                    text = f"{name(at)} of '{place.value}' is held by another side already"
                    notes.add(place.spot, text, "places that overlap have one holder")
    for one in held.each("levels"):
        for condition in one.each("all"):
            for part in (condition, *condition.each("any"), *condition.each("none")):
                for at in facts.places.get(part.get("holds", ""), ()):
                    control.setdefault(at, "")
    return control
