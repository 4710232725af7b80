"""A battle in plain text, for reading before play."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from grognard.mechanics.measured.mils import MIL
from grognard.systems.empire.packs.pack import Scenario
from grognard.systems.empire.setting import Setting, SideId, Unit

WIDTH = 96


def describe(setting: Setting) -> str:
    """Everything a player wants to see of a battle before it begins."""
    return "\n".join(_lines(setting)).rstrip() + "\n"


def _lines(setting: Setting) -> Iterator[str]:
    yield setting.title
    yield "=" * len(setting.title)
    if isinstance(setting, Scenario) and setting.description:
        yield ""
        yield from wrap(setting.description, WIDTH)
        yield ""
    first, last = setting.turns[0], setting.turns[-1]
    yield f"{len(setting.turns)} turns, {first.time} to {last.time}; revision {setting.revision}."
    yield f"A table of {setting.width / MIL:g} by {setting.height / MIL:g} UD."
    for side in setting.sides:
        yield ""
        yield from _forces(setting, side)
    yield ""
    yield "Victory"
    if isinstance(setting, Scenario):
        yield from wrap(setting.aims, WIDTH, initial_indent="  ", subsequent_indent="  ")
    for objective in setting.objectives.values():
        yield f"  {objective.points}: {objective.name}"


def _forces(setting: Setting, side: SideId) -> Iterator[str]:
    army = setting.armies[side]
    chief = setting.commanders[army.chief]
    yield f"{army.name} ({side}): {chief.name}, {chief.grade}"
    for division in setting.divisions.values():
        if division.side != side:
            continue
        general = setting.commanders[division.commander]
        yield f"  {division.name} ({division.id}): {general.name}, {general.grade}; {division.order}"
        for unit in division.units:
            yield f"    {_unit(setting, setting.roster[unit])}"


def _unit(setting: Setting, unit: Unit) -> str:
    stand = setting.stands.get(unit.id)
    where = "arrives"
    if stand is not None:
        x, y = stand.pose.point
        where = f"{stand.formation} at {x / MIL:g},{y / MIL:g} facing {stand.pose.facing}"
    return (
        f"{unit.id:5} {unit.arm:9} {unit.branch:6} {unit.status:9} morale {unit.morale} "
        f"{unit.drill} SK{unit.sk} {where}, {unit.name}"
    )
