"""A battle in plain text: title, forces, map, arrivals and aims, for reading before play."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.mechanics.d66 import printed as printed_rung
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, hex_of, name
from grognard.systems.bataille.packs.pack import Scenario
from grognard.systems.bataille.packs.victory import Condition, Level
from grognard.systems.bataille.pieces import Arm, Formation, Printed, facing_name
from grognard.systems.bataille.setting import Arrival, Setting

SIGNS = {
    "clear": ".",
    "woods": "w",
    "forest": "w",
    "village": "V",
    "town": "V",
    "hamlet": "H",
    "garden": "g",
}
WAYS = {".": "+", "w": "x"}
"""How a road shows: on open ground, and in woods; elsewhere the ground shows."""


def describe(setting: Setting) -> str:
    """Everything a player wants to see of a battle before it begins."""
    return "\n".join(_lines(setting)).rstrip() + "\n"


def _lines(setting: Setting) -> Iterator[str]:
    yield setting.title
    yield "=" * len(setting.title)
    yield from _about(setting)
    for side in setting.sides:
        yield ""
        yield from _forces(setting, side)
    yield ""
    yield from drawing(setting)
    yield ""
    yield from _places(setting)
    yield from _arrivals(setting)
    yield from _aims(setting)


def _about(setting: Setting) -> Iterator[str]:
    if isinstance(setting, Scenario):
        if setting.description:
            yield ""
            yield from _wrapped(setting.description)
        yield ""
        names = [f"{setting.side_names.get(side, side)} ({side})" for side in setting.sides]
        yield f"{names[0]} move first, {names[1]} second."
    first, last = setting.turns[0], setting.turns[-1]
    yield f"{len(setting.turns)} turns, {first.time} to {last.time}; revision {setting.revision}."
    weathers = dict.fromkeys(turn.weather for turn in setting.turns)
    spans = [
        f"{word} from {next(t.time for t in setting.turns if t.weather == word)}"
        for word in weathers
    ]
    yield f"Weather: {', '.join(spans)}."
    if setting.special:
        yield from _wrapped(f"Special rules: {', '.join(sorted(setting.special))}.")
    if setting.options:
        chosen = ", ".join(f"{key}={value}" for key, value in sorted(setting.options.items()))
        yield from _wrapped(f"Options: {chosen}.")


# --- forces -------------------------------------------------------------------------------------

HEAD = ("id", "unit", "inc", "move", "fire", "melee", "morale", "at the start")


def _forces(setting: Setting, side: str) -> Iterator[str]:
    """The side's counters as a table, brigade by brigade, then its leaders."""
    units = [printed for printed in setting.roster.values() if printed.side == side]
    title = setting.side_names.get(side, side) if isinstance(setting, Scenario) else side
    sums = [
        f"{sum(p.increments for p in units if p.arm is arm)} {arm.value}"
        for arm in Arm
        if any(p.arm is arm for p in units)
    ]
    yield f"{title}: {len(units)} units, increments {', '.join(sums)}"
    rows = [HEAD, *(_row(setting, printed) for printed in units)]
    widths = [max(len(line[column]) for line in rows) for column in range(len(HEAD))]
    brigade = ""
    for index, line in enumerate(rows):
        body = _brigade(setting, units[index - 1]) if index else ""
        if body != brigade:
            brigade = body
            yield f"  {brigade}"
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        yield "    " + "  ".join(cells).rstrip()
    yield from _leaders(setting, side)


def _brigade(setting: Setting, printed: Printed) -> str:
    if isinstance(setting, Scenario):
        return setting.brigades.get(printed.id, "") or printed.organisation
    return printed.organisation


def _row(setting: Setting, printed: Printed) -> tuple[str, ...]:
    battery = printed.battery
    if battery is not None:
        fire = f"{battery.short}/{battery.medium}/{battery.long}"
    elif printed.arm is Arm.CAVALRY:
        fire = f"({printed.skirmish_fire})" if printed.skirmish_fire else "-"
    else:
        fire = str(printed.fire)
    melee = f"{printed.melee}+{printed.lance}" if printed.lance else str(printed.melee)
    morale = str(printed_rung(printed.morale))
    figures = str(printed.increments), str(printed.movement), fire, melee, morale
    return (printed.id, printed.name, *figures, _whereabouts(setting, printed))


def _whereabouts(setting: Setting, printed: Printed) -> str:
    for placed in setting.placements:
        if placed.unit == printed.id:
            formation = Formation(placed.formation)
            hexes = " ".join(map(name, placed.hexes))
            return f"{hexes} {formation.value} {facing_name(formation, placed.facing)}"
    for arrival in setting.arrivals:
        if printed.id in arrival.units:
            return f"arrives {_time(setting, arrival.turn)} ({arrival.id})"
    return f"part of {printed.regiment}" if printed.regiment else "-"


def _leaders(setting: Setting, side: str) -> Iterator[str]:
    arriving = {leader: arrival for arrival in setting.arrivals for leader in arrival.leaders}
    for leader, printed in setting.leaders.items():
        if printed.side != side:
            continue
        bonuses = f"artillery +{printed.artillery} melee +{printed.melee} morale +{printed.morale}"
        where = "-"
        if leader in setting.leader_places:
            where = name(setting.leader_places[leader])
        elif leader in arriving:
            where = f"arrives {_time(setting, arriving[leader].turn)}"
        command = f", {printed.command}" if printed.command else ""
        yield f"    {leader}  {printed.name}{command}: {bonuses}; {where}"


def _time(setting: Setting, turn: int) -> str:
    return next((info.time for info in setting.turns if info.number == turn), f"turn {turn}")


# --- map ----------------------------------------------------------------------------------------


def drawing(setting: Setting) -> Iterator[str]:
    """The map row by row; units of the first side show as a, those of the second as b."""
    ground = setting.ground
    occupied = {
        at: "ab"[setting.index(setting.roster[placed.unit].side)]
        for placed in setting.placements
        for at in placed.hexes
    }
    digits = len(str(ground.columns))
    for place in range(digits):
        numbers = [str(column).rjust(digits, "0")[place] for column in range(1, ground.columns + 1)]
        yield "    " + "".join(numbers)
    for line in range(1, ground.rows + 1):
        hexes = [hex_of(column, line) for column in range(1, ground.columns + 1)]
        yield f"{line:02d}  " + "".join(occupied.get(at, sign(ground, at)) for at in hexes)
    names = f"a {setting.sides[0]}, b {setting.sides[1]}"
    yield f"    . clear  w woods  V village  H hamlet  g garden  + road  x road in woods  {names}"


def sign(ground: Ground, at: Hex) -> str:
    """How a hex shows on the drawing."""
    shown = SIGNS.get(ground.terrain[at], "?")
    return WAYS.get(shown, shown) if at in ground.roads else shown


def _places(setting: Setting) -> Iterator[str]:
    if setting.places:
        yield "Places"
    for place, hexes in setting.places.items():
        holders = dict.fromkeys(setting.control[at] for at in hexes if at in setting.control)
        held = f" (held by {', '.join(filter(None, holders)) or 'nobody'})" if holders else ""
        yield from _wrapped(f"{place}: {' '.join(map(name, hexes))}{held}", "  ")
    for side, hexes in setting.exits.items():
        yield from _wrapped(f"Exits of {side}: {' '.join(map(name, hexes))}", "  ")


# --- arrivals and aims --------------------------------------------------------------------------


def _arrivals(setting: Setting) -> Iterator[str]:
    if setting.arrivals:
        yield ""
        yield "Arrivals"
    for arrival in setting.arrivals:
        yield from _wrapped(_arrival(setting, arrival), "  ")


def _arrival(setting: Setting, arrival: Arrival) -> str:
    who = ", ".join(setting.roster[unit].name for unit in arrival.units)
    leaders = ", ".join(setting.leaders[leader].name for leader in arrival.leaders)
    hexes = setting.zones[arrival.zone]
    when = _time(setting, arrival.turn)
    if arrival.roll:
        rolls = ", ".join(f"{_time(setting, turn)} on {die}+" for turn, die in arrival.roll)
        when = f"{when} at the earliest ({rolls})"
    where = f"{arrival.zone} ({name(hexes[0])} to {name(hexes[-1])}, {len(hexes)} hexes)"
    manner = "" if arrival.manner == "edge" else f", {arrival.manner.replace('_', ' ')}"
    also = f"; with {leaders}" if leaders else ""
    return f"{arrival.id}, {arrival.side}, {when}, {where}{manner}: {who}{also}"


def _aims(setting: Setting) -> Iterator[str]:
    levels: tuple[Level, ...] = setting.victory.get("levels", ())
    yield ""
    yield "Victory"
    if isinstance(setting, Scenario) and setting.aims:
        yield from _wrapped(setting.aims, "  ")
    for level in sorted(
        levels, key=lambda level: (level.judged or len(setting.turns), level.tested)
    ):
        wanted = " and ".join(_wanted(setting, condition) for condition in level.conditions)
        hour = f" at {setting.turns[level.judged - 1].time}" if level.judged else ""
        yield f"  {level.level}: {level.name}{hour}: {wanted}"


def _wanted(setting: Setting, condition: Condition) -> str:
    if condition.kind == "holds":
        whole = len(setting.places[condition.place])
        count = condition.count or whole
        return f"hold {count} of {whole} hexes of {condition.place}"
    if condition.parts:
        word = " or " if condition.kind == "any" else " nor "
        told = word.join(_wanted(setting, part) for part in condition.parts)
        return f"({told})" if condition.kind == "any" else f"not ({told})"
    if condition.kind == "level_of":
        body = next(each for each in setting.organisations if each.id == condition.place)
        return f"{body.name} is at morale level {condition.level} or worse"
    return {
        "stands_in": f"{condition.count or 1} units stand in {condition.place}",
        "gone": f"{condition.count or 'all'} of {', '.join(condition.units)} are lost",
        "enemy_bodies": (
            f"{condition.count} bodies of the enemy are at morale level {condition.level} or worse"
        ),
        "enemy_lost": f"the enemy has lost {condition.count} increments",
        "lead": f"the enemy has lost {condition.count} increments more than you",
        "enemy_level": f"the enemy is at morale level {condition.count} or worse",
        "own_level": f"your morale level is {condition.count} or better",
    }[condition.kind]


def _wrapped(text: str, indent: str = "", width: int = 98) -> Iterator[str]:
    line = indent
    for word in text.split():
        if len(line) + len(word) > width and line.strip():
            yield line.rstrip()
            line = indent + ("  " if indent else "")
        line += word + " "
    yield line.rstrip()
