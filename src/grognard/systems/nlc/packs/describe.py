"""A battle in plain text: title, forces, map, orders, arrivals and aims, for reading before play."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, hex_of, name
from grognard.systems.nlc.kinds import Arm, Terrain, Weather
from grognard.systems.nlc.packs.pack import Scenario
from grognard.systems.nlc.setting import (
    OFF_MAP,
    Aim,
    Arrival,
    Formation,
    Leader,
    Sequence,
    Setting,
    SideId,
    Unit,
)

WIDTH = 96
SIGNS = {Terrain.CLEAR: ".", Terrain.WOODS: "w", Terrain.TOWN: "T", Terrain.CHATEAU: "C"}
ARMS = {
    Arm.INFANTRY: "inf",
    Arm.LIGHT_CAVALRY: "lcav",
    Arm.HEAVY_CAVALRY: "hcav",
    Arm.FOOT_ARTILLERY: "foot",
    Arm.HORSE_ARTILLERY: "horse",
}


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
    yield from drawing(setting.ground)
    yield ""
    yield from _arrivals(setting)
    yield from _aims(setting)


def _about(setting: Setting) -> Iterator[str]:
    if isinstance(setting, Scenario) and setting.description:
        yield ""
        yield from wrap(setting.description, WIDTH)
        yield ""
    first, last = setting.turns[0], setting.turns[-1]
    yield f"{len(setting.turns)} turns, {first.time} to {last.time}; revision {setting.revision}."
    for weather in (Weather.RAIN, Weather.NIGHT):
        times = [turn.time for turn in setting.turns if turn.weather is weather]
        if times:
            yield f"{weather.capitalize()}: {', '.join(times)}."
    yield f"{_called(setting, setting.reserve_first)} go first wherever both sides act."
    if isinstance(setting, Scenario):
        for variant in setting.variants.values():
            values = ", ".join(variant.values)
            yield f"{variant.text} {variant.name}: {values} (now {setting.options[variant.name]})."


def _called(setting: Setting, side: SideId) -> str:
    return setting.armies[side].name


# --- forces -------------------------------------------------------------------------------------


def _forces(setting: Setting, side: SideId) -> Iterator[str]:
    army = setting.armies[side]
    sources = ", ".join(name(at) for at in army.supply)
    yield f"{army.name} ({side}): demoralized at {army.level}; supply {sources}"
    for leader in setting.leaders.values():
        if leader.side == side and not leader.formation:
            yield f"  {leader.name}, {leader.role} commander, rating {leader.rating}, {_at(leader)}"
    for held in setting.headquarters.values():
        if held.side == side:
            yield f"  headquarters of {setting.leaders[held.commander].name}, {_place(held.at)}"
    for formation in setting.formations.values():
        if formation.side == side:
            yield from _formation(setting, formation)


def _formation(setting: Setting, formation: Formation) -> Iterator[str]:
    leader = setting.leaders[formation.leader]
    yield (
        f"  {formation.name} ({formation.id}): {leader.name}, rating {leader.rating}, "
        f"{_at(leader)}; strength {formation.strength}, demoralized at {formation.limit}"
    )
    orders = setting.orders.formations.get(formation.id)
    if orders:
        yield f"    orders: {_ordered(orders)}"
    for unit in formation.units:
        yield f"    {_unit(setting, setting.roster[unit])}"


def _unit(setting: Setting, unit: Unit) -> str:
    morale = f"{unit.morale}"
    if unit.morale_defending != unit.morale:
        morale += f" ({unit.morale_defending} defending)"
    steps = "/".join(map(str, unit.strengths))
    at = setting.placements.get(unit.id, OFF_MAP)
    return (
        f"{unit.id:15} {ARMS[unit.arm]:5} {steps:7} move {unit.movement} morale {morale:16} "
        f"{_place(at):8} {unit.name}"
    )


def _at(leader: Leader) -> str:
    return _place(leader.at)


def _place(at: Hex) -> str:
    return "arrives" if at == OFF_MAP else f"at {name(at)}"


def _ordered(orders: Sequence) -> str:
    links = []
    for order in orders:
        where = order.name or ", ".join(name(at) for at in order.target)
        links.append(f"{order.type.replace('_', ' ')} {where}".strip())
    return ", then ".join(links)


# --- map ----------------------------------------------------------------------------------------


def drawing(ground: Ground) -> Iterator[str]:
    """The map, two lines a row: odd columns above, even ones half a hex lower."""
    yield "    " + "  ".join(f"{column:02}" for column in range(1, ground.columns + 1))
    for row in range(1, ground.rows + 1):
        for odd in (1, 0):
            cells = [
                _sign(ground, hex_of(column, row)) if column % 2 == odd else "  "
                for column in range(1, ground.columns + 1)
            ]
            yield f"{row if odd else '':>2}  {'  '.join(cells)}".rstrip()
    yield "w woods, T town, C chateau; = road or trail; the digit is the level"


def _sign(ground: Ground, at: Hex) -> str:
    sign = SIGNS[Terrain(ground.terrain[at])]
    if sign == "." and at in ground.roads:
        sign = "="
    return f"{sign}{ground.level[at]}"


# --- the rest -----------------------------------------------------------------------------------


def _arrivals(setting: Setting) -> Iterator[str]:
    if setting.arrivals:
        yield "Arrivals"
    for arrival in setting.arrivals:
        yield f"  {_arrival(setting, arrival)}"
    if setting.arrivals:
        yield ""


def _arrival(setting: Setting, arrival: Arrival) -> str:
    who = (*arrival.leaders, *arrival.headquarters, *arrival.units)
    if arrival.rolls:
        when = ", ".join(f"turn {turn} on {low}+" for turn, low in arrival.rolls)
    else:
        when = setting.turns[arrival.turn - 1].time
    return f"{when} {arrival.side} at {name(arrival.entry)}: {', '.join(who)}"


def _aims(setting: Setting) -> Iterator[str]:
    yield "Victory"
    if isinstance(setting, Scenario) and setting.aims:
        yield from wrap(setting.aims, WIDTH, initial_indent="  ", subsequent_indent="  ")
    for aim in setting.victory.aims:
        yield f"  {_aim(setting, aim)}"
    for side, points in setting.victory.handicap.items():
        yield f"  {_called(setting, side)} add {points}"


def _aim(setting: Setting, aim: Aim) -> str:
    who = _called(setting, aim.side) if aim.side else "either side"
    often = ", every turn" if aim.every_turn else ""
    per = f" for each {aim.per}" if aim.per > 1 else ""
    hexes = f" ({', '.join(name(at) for at in aim.hexes)})" if aim.hexes else ""
    return f"{aim.points}{per}{often}: {aim.text or aim.kind}{hexes}, {who}"
