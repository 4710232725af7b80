"""The army's plan on the sand table: which places matter, and who goes where.

Who looks no farther than his neighbours has none. Captains and colonels send enough to each place in
turn; a marshal who must take most of them takes one after the other, with everybody.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from grognard.mechanics.hexes import Hex
from grognard.planning.levels import PLAN, SECTOR, Character
from grognard.planning.plans import Body, Objective, Plan, army_plan, by_turns, nearest_plan
from grognard.systems.bataille.doctrine.field import NEAR, Field, Place, places
from grognard.systems.bataille.doctrine.routes import FAR, nearest, way_home
from grognard.systems.bataille.doctrine.worth import WORTH, unit_worth
from grognard.systems.bataille.movement.schedule import waiting
from grognard.systems.bataille.pieces import Arm, Cohesion, UnitId
from grognard.systems.bataille.setting import HALVES, Arrival, mover
from grognard.systems.bataille.table import Table

GARRISON: Final = 0.6
"""The share of an army that goes where the verdict is made, if nothing else calls it."""

SOON: Final = 2.0
"""Enemies who need so many turns to a place count for a third there."""

NEVER: Final = 99.0
"""Turns to a place that a unit cannot come to."""

HALF: Final = 0.5
"""Who holds less than so much of what decides must take it."""


def make_plan(
    table: Table,
    field: Field,
    character: Character,
    goals: Mapping[Hex, float],
    last: Plan | None = None,
) -> Plan:
    """The army's plan as far as its commander sees."""
    side = field.side
    left = len(table.setting.turns) - table.turn + 1
    objectives = []
    for place in places(table.setting):
        held = sum(table.control.get(at) == side for at in place.hexes) / len(place.hexes)
        enemy = field.strength_near(field.enemy, place.hexes, NEAR)
        worth = (1 - character.insight) * place.worth
        worth += character.insight * sum(goals[at] for at in place.hexes)
        threat = _threat(table, field, place)
        objectives.append(Objective(place.name, worth, held, enemy, left, threat))
    if not objectives:
        objectives = _hunt(table, field, left)
    bodies = [
        _body(table, field, objectives, unit, unit_worth(table, unit))
        for unit in field.own
        if table.pieces[unit].cohesion is not Cohesion.ROUT
    ]
    for unit, arrival in waiting(table, side):
        printed = table.setting.roster[unit]
        strength = WORTH[printed.arm] * printed.increments
        bodies.append(_body(table, field, objectives, unit, strength, arrival))
    if character.sight < SECTOR:
        return nearest_plan(bodies, objectives)
    if character.sight >= PLAN and len(objectives) > 1 and _must_take(objectives):
        return by_turns(bodies, objectives, last)
    boldness = 1.0 if character.margin >= 0.3 else 1.2
    garrison = GARRISON * character.insight
    return army_plan(bodies, objectives, character.reserve, boldness, garrison, last)


def _must_take(objectives: list[Objective]) -> bool:
    """Is more than half of what decides still to be taken? Who holds it waits for nobody's mass."""
    return sum(each.held for each in objectives) < HALF * len(objectives)


def _threat(table: Table, field: Field, place: Place) -> float:
    """The enemy's strength, weighed by how soon it can be at a place."""
    total = 0.1
    for unit in field.foes:
        total += field.points(unit) * math.exp(-_turns(table, unit, None, place.hexes) / SOON)
    for unit, arrival in waiting(table, field.enemy):
        turns = _turns(table, unit, arrival, place.hexes)
        total += table.setting.roster[unit].increments * math.exp(-turns / SOON)
    return total


def _turns(table: Table, unit: UnitId, arrival: Arrival | None, hexes: tuple[Hex, ...]) -> float:
    """Turns that a unit needs to a place, from where it stands or from where it is still to come on."""
    printed = table.setting.roster[unit]
    ways = way_home(table.setting, mover(printed), hexes)
    if arrival is None:
        way, late = ways[table.pieces[unit].at], 0
    else:
        way = nearest(ways, table.setting.zones[arrival.zone])
        late = max(0, arrival.turn - table.turn)
    return way / (HALVES * max(1, printed.movement)) + late if way < FAR else NEVER


def _body(
    table: Table, field: Field, objectives: list[Objective], unit: UnitId, worth: float,
    arrival: Arrival | None = None,
) -> Body:  # fmt: skip
    """A unit as the plan counts it."""
    printed = table.setting.roster[unit]
    turns = {
        each.id: _turns(table, unit, arrival, _hexes(table, field, each.id)) for each in objectives
    }
    part = 0.5 if printed.arm is Arm.ARTILLERY else 1.0
    return Body(unit, part * worth, turns, printed.organisation)


def _hexes(table: Table, field: Field, name: str) -> tuple[Hex, ...]:
    for place in places(table.setting):
        if place.name == name:
            return place.hexes
    return tuple(sorted(field.foe_hexes)) or (table.setting.ground.hexes[0],)


def _hunt(table: Table, field: Field, left: int) -> list[Objective]:
    """Where no place decides, the enemy's army is the objective."""
    total = sum(unit_worth(table, unit) for unit in field.foes)
    return [Objective("the enemy", 12.0, 0.0, total, left)]
