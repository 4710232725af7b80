"""Calendar, variants, options, special rules and victory of a pack."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.packs.maps import kept
from grognard.mechanics.packs.shapes import Entry, Notes, Problem, meant
from grognard.systems.nlc.cards import Cards
from grognard.systems.nlc.kinds import Weather
from grognard.systems.nlc.options import OPTIONS
from grognard.systems.nlc.packs.fields import CONTROLLER
from grognard.systems.nlc.packs.forces import Forces
from grognard.systems.nlc.setting import Aim, AimKind, Turn, Victory

HEXED = (AimKind.CONTROL, AimKind.EXIT)
"""Aims that are about hexes."""


class Variant(msgspec.Struct, frozen=True):
    """An option of one battle: its values with their meaning, the default first."""

    name: str
    text: str
    values: Mapping[str, str]
    sights: Mapping[str, int] = {}

    @property
    def default(self) -> str:
        return next(iter(self.values), "")


class Choices(msgspec.Struct, frozen=True):
    """The value of every option and variant, and what the pack and the table chose themselves."""

    options: Mapping[str, str]
    chosen: Mapping[str, str]


# --- calendar -----------------------------------------------------------------------------------


def read_turns(entry: Entry, notes: Notes, cards: Cards) -> tuple[Turn, ...]:
    """The turns in order; supply is traced in the one of the printed hour."""
    turns = []
    for number, held in enumerate(entry.each("turns"), 1):
        if held.get("turn", number) != number:
            text = f"turn {held.get('turn')} stands where {number} is due"
            notes.add(held.spot, text, "turns go up by one")
        time = held.get("time", "")
        turns.append(
            Turn(
                number=number,
                time=time,
                weather=Weather(held.get("weather", Weather.CLEAR)),
                day=held.get("day", 1),
                supply=time == cards.supply_time,
            )
        )
    return tuple(turns)


# --- options ------------------------------------------------------------------------------------


def read_variants(entry: Entry, notes: Notes) -> dict[str, Variant]:
    found = {}
    for word, held in entry.items("variants"):
        if word in OPTIONS:
            notes.add(held.spot, f"'{word}' is an option of the rules", "give it another name")
        values = {value: one.get("text", "") for value, one in held.items("values")}
        if not values:
            notes.add(held.spot, "a variant needs values", "the default first")
        sights = {value: one.get("sight") for value, one in held.items("values") if "sight" in one}
        found[word] = Variant(word, held.get("text", ""), values, sights)
    for section in ("formations", "arrivals"):
        for held in entry.each(section):
            for word, wanted in held.items("when"):
                if word not in found:
                    notes.unknown(wanted.spot, "variant", word, found)
                    continue
                for one in wanted.value:
                    if one.value not in found[word].values:
                        notes.unknown(one.spot, "value", one.value, found[word].values)
    return found


def read_choices(
    entry: Entry, variants: Mapping[str, Variant], asked: Mapping[str, str], notes: Notes
) -> Choices:
    """What the pack sets, what the table asks for over it, and the default of all others."""
    chosen: dict[str, str] = {}
    for word, held in entry.items("options"):
        problem = _problem(word, held.value, variants)
        if problem is None:
            chosen[word] = held.value
        else:
            notes.add(held.spot, *problem)
    for word, value in sorted(asked.items()):
        problem = _problem(word, value, variants)
        if problem is None:
            chosen[word] = value
        else:
            notes.problems.append(Problem("options", 0, word, *problem))
    known = OPTIONS.resolve({word: chosen[word] for word in chosen if word in OPTIONS})
    own = {word: chosen.get(word, variant.default) for word, variant in variants.items()}
    return Choices({**known, **own}, chosen)


def _problem(word: str, value: str, variants: Mapping[str, Variant]) -> tuple[str, str] | None:
    if word in variants:
        known = variants[word].values
        if value in known:
            return None
        return f"'{value}' is not among its values", meant(value, known)
    for fault in OPTIONS.faults({word: value}):
        hint = fault.hint
        if word not in OPTIONS and variants:
            hint = meant(word, [*variants, *OPTIONS]) if "did you mean" not in hint else hint
        return fault.problem, hint
    return None


def read_special(entry: Entry) -> frozenset[str]:
    return frozenset(held.get("id") for held in entry.each("special") if "id" in held)


# --- victory ------------------------------------------------------------------------------------


@rule("N18.1")
def read_victory(entry: Entry, notes: Notes, ground: Ground, forces: Forces) -> Victory:
    """What earns points; an aim that a variant leaves without its formation falls away."""
    if "victory" not in entry:
        return Victory((), ())
    held = entry["victory"]
    idle = {one.get("id") for one in entry.each("formations")} - forces.formations.keys()
    aims = tuple(
        _aim(one, notes, ground, forces)
        for one in held.each("aims")
        if "kind" in one and "points" in one and one.get("formation") not in idle
    )
    levels = tuple(
        (one.get("lead"), one.get("name"))
        for one in held.each("levels")
        if "lead" in one and "name" in one
    )
    leads = [lead for lead, _ in levels]
    if leads != sorted(set(leads), reverse=True) or (leads and leads[-1] != 0):
        text = "levels go down to a lead of 0"
        notes.add(held.spot_of("levels"), text, "best first, the last one with lead: 0")
    for side, points in held.items("handicap"):
        if side not in forces.armies:
            notes.unknown(points.spot, "side", side, forces.armies)
    return Victory(aims, levels, {side: one.value for side, one in held.items("handicap")})


def _aim(held: Entry, notes: Notes, ground: Ground, forces: Forces) -> Aim:
    kind, to = AimKind(held.get("kind")), held.get("to", "")
    for key in ("to", "otherwise"):
        word = held.get(key, "")
        if word and word not in forces.armies and not (key == "to" and word == CONTROLLER):
            notes.unknown(held[key].spot, "side", word, [*forces.armies, CONTROLLER])
    if kind in HEXED and "hexes" not in held:
        notes.add(held.spot, f"'{kind}' needs hexes", "hexes: [the hexes meant]")
    if kind in (AimKind.EXIT, AimKind.STEP_LOST, AimKind.ARRIVED) and not to:
        notes.add(held.spot, f"'{kind}' needs the side that earns it", "to: a side")
    if kind is AimKind.STEP_LOST and "units" not in held:
        notes.add(held.spot, f"'{kind}' needs units", "units: [the units meant]")
    for unit in held.each("units"):
        if unit.value not in forces.roster:
            notes.unknown(unit.spot, "unit", unit.value, forces.roster)
    body = held.get("formation", "")
    if kind is AimKind.ARRIVED and body not in forces.formations:
        notes.unknown(held.spot_of("formation"), "formation", body, forces.formations)
    return Aim(
        kind=kind,
        points=held.get("points"),
        every_turn=held.get("every_turn", False),
        side="" if to == CONTROLLER else to,
        otherwise=held.get("otherwise", ""),
        hexes=kept(held.each("hexes"), notes, ground),
        units=held.values("units"),
        formation=body,
        per=held.get("per", 1),
        once=held.get("once", False),
        text=held.get("text", ""),
    )
