"""The forces of a pack: counters with the values of their classes, leaders, organisations."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from grognard.mechanics.d66 import rung_of
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.packs.packfields import VALUES
from grognard.systems.bataille.pieces import (
    Arm,
    BatteryFire,
    LeaderId,
    LeaderPrinted,
    Printed,
    Size,
    UnitId,
)
from grognard.systems.bataille.setting import Organisation

USUAL_SIZE = {Arm.INFANTRY: Size.BATTALION, Arm.CAVALRY: Size.REGIMENT, Arm.ARTILLERY: Size.BATTERY}
WORTH = ("arm", "nation", "movement", "morale")
"""Values without which nothing can be a counter, from its own line or from its class."""


class Forces(msgspec.Struct, frozen=True):
    """Everyone who takes part, and the bodies they serve in."""

    roster: Mapping[UnitId, Printed]
    leaders: Mapping[LeaderId, LeaderPrinted]
    organisations: tuple[Organisation, ...]
    divisions: Mapping[str, tuple[UnitId, ...]]
    brigades: Mapping[UnitId, str]


def read_forces(entry: Entry, notes: Notes, cards: Deck) -> Forces:
    """All counters that can be made of the pack; faults are noted."""
    sides = list(entry.get("sides", {}))
    units = _by_id(entry.each("units"), "unit", notes)
    brigades = {unit: held.get("brigade", "") for unit, held in units.items()}
    for held in (*units.values(), *entry.each("organisations"), *entry.each("divisions")):
        known_side(held, sides, notes)
    organisation_of = _brigade_owners(entry, "organisations", brigades, notes)
    division_of = _brigade_owners(entry, "divisions", brigades, notes)
    batteries = {
        unit.value: held.get("id", "")
        for held in entry.each("divisions")
        for unit in held.each("batteries")
        if _known_unit(unit, units, notes)
    }
    roster: dict[UnitId, Printed] = {}
    for unit, held in units.items():
        brigade = brigades[unit]
        bodies = organisation_of.get(brigade, ""), batteries.get(unit, division_of.get(brigade, ""))
        printed = _printed(entry, held, bodies, notes, cards)
        if printed is not None:
            roster[unit] = printed
    roster = _with_regiments(roster, units, notes)
    forces = Forces(
        roster=roster,
        leaders=_leaders(entry, sides, roster, notes),
        organisations=_organisations(entry, roster, brigades, notes, cards),
        divisions=_divisions(entry, roster),
        brigades=brigades,
    )
    _check_totals(entry, forces, notes)
    return forces


def _by_id(entries: list[Entry], what: str, notes: Notes) -> dict[str, Entry]:
    """Entries by their id; an id written twice is noted."""
    found: dict[str, Entry] = {}
    for held in entries:
        if "id" not in held:
            continue
        key = held["id"].value
        if key in found:
            text = f"there are two of the {what}s '{key}'"
            notes.add(held["id"].spot, text, f"the first stands on line {found[key].spot.line}")
        else:
            found[key] = held
    return found


def known_side(held: Entry, sides: list[str], notes: Notes) -> bool:
    side = held.get("side")
    if side is not None and side not in sides:
        notes.unknown(held["side"].spot, "side", side, sides)
    return side in sides


def _known_unit(unit: Entry, units: Mapping[str, Entry], notes: Notes) -> bool:
    if unit.value not in units:
        notes.unknown(unit.spot, "unit", unit.value, units)
    return unit.value in units


def _brigade_owners(
    entry: Entry, key: str, brigades: Mapping[UnitId, str], notes: Notes
) -> dict[str, str]:
    """Which organisation or division each brigade belongs to; of several bodies the first."""
    owners: dict[str, str] = {}
    known = list(dict.fromkeys(filter(None, brigades.values())))
    for held in _by_id(entry.each(key), key.removesuffix("s"), notes).values():
        for brigade in held.each("brigades"):
            if brigade.value not in known:
                notes.unknown(brigade.spot, "brigade", brigade.value, known)
            elif owners.get(brigade.value) == held["id"].value or (
                key == "divisions" and brigade.value in owners
            ):
                text = f"'{brigade.value}' belongs to '{owners[brigade.value]}' already"
                notes.add(brigade.spot, text, "name it once")
            else:
                owners.setdefault(brigade.value, held["id"].value)
    return owners


# --- counters -----------------------------------------------------------------------------------


def _printed(
    entry: Entry, held: Entry, bodies: tuple[str, str], notes: Notes, cards: Deck
) -> Printed | None:
    """The counter of a unit, with what its class lends it."""
    classes = dict(entry.items("classes"))
    kind = held.get("class", "")
    if kind and kind not in classes:
        notes.unknown(held["class"].spot, "class", kind, classes)
    lent = classes[kind].value if kind in classes else {}
    values = Entry({**{k: v for k, v in lent.items() if k in VALUES}, **held.value}, held.spot)
    missing = [word for word in WORTH if word not in values]
    for word in missing:
        text = f"'{word}' is missing, and its class does not give it"
        notes.add(held.spot, text, f"{word}: {VALUES[word].about}")
    if missing or not all(word in held for word in ("name", "side", "increments", "melee")):
        return None
    arm = Arm(values.get("arm"))
    morale = _morale_rung(values, notes)
    battery = _battery(values, arm, notes)
    return Printed(
        id=held["id"].value,
        name=held.get("name"),
        side=held.get("side"),
        nation=values.get("nation"),
        arm=arm,
        size=Size(values.get("size", USUAL_SIZE[arm])),
        increments=held.get("increments"),
        movement=values.get("movement"),
        organisation=bodies[0],
        division=bodies[1],
        parts=values.values("parts"),
        kind=kind,
        traits=frozenset(values.values("traits")),
        fire=values.get("fire", Fraction(0)),
        melee=held.get("melee"),
        morale=morale,
        line_multiple=values.get("line_multiple", Fraction(0)),
        square_multiple=values.get("square_multiple", Fraction(0)),
        skirmish_multiple=values.get("skirmish_multiple", Fraction(0)),
        skirmish_range=values.get("skirmish_range", 0),
        fire_check=_fire_check(values, cards, notes),
        skirmish_fire=values.get("skirmish_fire", Fraction(0)),
        lance=values.get("lance", Fraction(0)),
        recall=values.get("recall", 0),
        battery=battery,
    )


def _morale_rung(values: Entry, notes: Notes) -> int:
    try:
        return rung_of(values.get("morale"))
    except ValueError as problem:
        notes.add(values.spot_of("morale"), str(problem), "both digits are from 1 to 6")
        return 0


def _fire_check(values: Entry, cards: Deck, notes: Notes) -> str:
    """Which losses call for a check; troops on the card follow the alternative chosen there."""
    troops = values.get("troops")
    if troops is None:
        return str(values.get("fire_check", "every"))
    if troops not in cards.fire_checks:
        notes.unknown(
            values.spot_of("troops"), "row of the fire check card", troops, cards.fire_checks
        )
        return "every"
    return cards.fire_checks[troops]


def _battery(values: Entry, arm: Arm, notes: Notes) -> BatteryFire | None:
    held = values.value.get("battery")
    if arm is not Arm.ARTILLERY:
        if held is not None:
            notes.add(held.spot, "only artillery has battery fire", "take it out")
        return None
    if held is None:
        notes.add(values.spot, "a battery needs 'battery' values", "short, medium, long, reach ...")
        return None
    if not all(word in held for word in ("short", "medium", "long", "reach", "limbers_on")):
        return None
    return BatteryFire(
        short=held.get("short"),
        medium=held.get("medium"),
        long=held.get("long"),
        reach=held.get("reach"),
        limbers_on=held.get("limbers_on"),
        prolongs=held.get("prolongs", True),
        horse=held.get("horse", False),
    )


def _with_regiments(
    roster: Mapping[UnitId, Printed], units: Mapping[str, Entry], notes: Notes
) -> dict[UnitId, Printed]:
    """The roster with each part knowing the counter it belongs to."""
    whole: dict[UnitId, UnitId] = {}
    for unit, printed in roster.items():
        total = 0
        for part in units[unit].each("parts"):
            if not _known_unit(part, units, notes):
                continue
            if part.value in whole:
                text = f"'{part.value}' is a part of '{whole[part.value]}' already"
                notes.add(part.spot, text, "name it once")
            whole[part.value] = unit
            total += roster[part.value].increments if part.value in roster else 0
        if printed.parts and total != printed.increments:
            text = f"the parts have {total} increments, '{unit}' has {printed.increments}"
            notes.add(units[unit].spot_of("parts"), text, "they must be the same men")
    return {
        unit: msgspec.structs.replace(printed, regiment=whole[unit]) if unit in whole else printed
        for unit, printed in roster.items()
    }


# --- leaders and bodies -------------------------------------------------------------------------


def _leaders(
    entry: Entry, sides: list[str], roster: Mapping[UnitId, Printed], notes: Notes
) -> dict[LeaderId, LeaderPrinted]:
    leaders: dict[LeaderId, LeaderPrinted] = {}
    for leader, held in _by_id(entry.each("leaders"), "leader", notes).items():
        known_side(held, sides, notes)
        if leader in roster:
            text = f"'{leader}' is a unit already"
            notes.add(held["id"].spot, text, "leaders and units have different ids")
        if not all(word in held for word in ("name", "side", "nation")):
            continue
        leaders[leader] = LeaderPrinted(
            id=leader,
            name=held.get("name"),
            side=held.get("side"),
            nation=held.get("nation"),
            artillery=held.get("artillery", 0),
            melee=held.get("melee", 0),
            morale=held.get("morale", 0),
            cavalry_bonus=held.get("cavalry_bonus", False),
            special_ability=held.get("special_ability", False),
            command=held.get("command", ""),
        )
    return leaders


def counts_as_battalion(printed: Printed) -> bool:
    """Is this counter one of the infantry battalions that morale levels count (PR-133)?"""
    return printed.arm is Arm.INFANTRY and printed.size is Size.BATTALION


def _organisations(
    entry: Entry,
    roster: Mapping[UnitId, Printed],
    brigades: Mapping[UnitId, str],
    notes: Notes,
    cards: Deck,
) -> tuple[Organisation, ...]:
    made = []
    for held in entry.each("organisations"):
        if not all(word in held for word in ("id", "side", "name")):
            continue
        key = held["id"].value
        named = held.values("brigades")
        also = tuple(
            unit
            for unit, printed in roster.items()
            if printed.organisation != key and brigades.get(unit) in named
        )
        battalions = sum(
            counts_as_battalion(printed)
            for unit, printed in roster.items()
            if printed.organisation == key or unit in also
        )
        said = held.get("battalions", battalions)
        if said != battalions:
            text = f"'{key}' has {battalions} battalions in the forces, not {said}"
            notes.add(held["battalions"].spot, text, "count them again")
        levels = held.values("levels")
        if list(levels) != sorted(set(levels)):
            notes.add(held["levels"].spot, "levels must rise", "as in [3, 6, 8]")
        levels = levels or thresholds(battalions, cards)
        made.append(
            Organisation(key, held.get("side"), held.get("name"), battalions, tuple(levels), also)
        )
    return tuple(made)


def thresholds(battalions: int, cards: Deck) -> tuple[int, ...]:
    """How many ineffective battalions reach each level, where a battle does not say (PR-132)."""
    return tuple(-(-percent * battalions // 100) for percent in cards.level_percents)


def _divisions(entry: Entry, roster: Mapping[UnitId, Printed]) -> dict[str, tuple[UnitId, ...]]:
    return {
        held["id"].value: tuple(
            unit for unit, printed in roster.items() if printed.division == held["id"].value
        )
        for held in entry.each("divisions")
        if "id" in held
    }


_COUNTED = {
    "infantry_battalions": (Arm.INFANTRY, "units"),
    "infantry_increments": (Arm.INFANTRY, "increments"),
    "infantry_men": (Arm.INFANTRY, "men"),
    "cavalry_units": (Arm.CAVALRY, "units"),
    "cavalry_increments": (Arm.CAVALRY, "increments"),
    "cavalry_men": (Arm.CAVALRY, "men"),
    "batteries": (Arm.ARTILLERY, "units"),
    "artillery_increments": (Arm.ARTILLERY, "increments"),
    "guns": (Arm.ARTILLERY, "guns"),
}


def _check_totals(entry: Entry, forces: Forces, notes: Notes) -> None:
    """The sums that the pack states, by side or by nation, must come out."""
    units = {held["id"].value: held for held in entry.each("units") if "id" in held}
    for who, totals in entry.items("totals"):
        for word, stated in totals.value.items():
            if word not in _COUNTED:
                notes.unknown(stated.spot, "total", word, _COUNTED)
                continue
            arm, what = _COUNTED[word]
            found = 0
            for unit, printed in forces.roster.items():
                mine = who in (printed.side, printed.nation.lower())
                if mine and printed.arm is arm and not printed.regiment:
                    found += 1 if what == "units" else units[unit].get(what, 0)
            if found != stated.value:
                text = f"the forces give {found}, not {stated.value}"
                notes.add(stated.spot, text, "mend the total or the forces")
