"""Direct command (N20.7): a chief leads units near him in person, and pays for it next turn."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import distance
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.capacity import DIRECTED
from grognard.systems.nlc.command.order_actions import Direct
from grognard.systems.nlc.command.order_events import Detached, LeaderMarked
from grognard.systems.nlc.events import ForceChanged, Marked, PutUnder
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import LeaderId, Order, SideId, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

IN_PERSON = "+direct"
"""Ends the name of the body of units that a chief leads himself."""


@rule("N20.7.1", "N20.7.2", "N20.7.4")
def bar_to_directing(table: Table, side: SideId, said: Direct) -> Reason | None:
    """Why a chief may not lead these units in person this turn."""
    held = table.setting.leaders.get(said.leader)
    if not table.setting.on("direct_command"):
        return Reason("direct command is not played at this table", "N20.7.1")
    if held is None or held.side != side or held.role is not Role.OVERALL:
        return Reason("only an overall commander leads units in person", "N20.7.1")
    general, ability = table.leaders[held.id], rating(table, held.id)
    if held.nation != "french" and ability < table.setting.cards.figure("direct_command_rating"):
        return Reason("only French chiefs, or very able ones, lead units in person", "N20.7.4")
    if not general.at or f"{DIRECTED}{table.turn}" in general.marks:
        return Reason("he leads units in person already, or is not on the map", "N20.7.1")
    if len(said.units) > ability - general.sent:
        return Reason("that is more units than his rating less the orders he gave", "N20.7.2")
    formation = table.setting.formations.get(said.formation)
    if formation is None or formation.side != side:
        return Reason("they act together with a formation of your side", "N20.7.1")
    if any(unit not in near_units(table, held.id) for unit in said.units):
        return Reason("he leads only units with him or beside him", "N20.7.1")
    return None


def near_units(table: Table, leader: LeaderId) -> list[UnitId]:
    """The units with a chief or next to him."""
    at, side = table.leaders[leader].at, table.setting.leaders[leader].side
    units = table.units_of(side) if at else ()
    return [unit for unit in units if distance(table.pieces[unit].at, at) <= 1]


def direct_choices(table: Table, side: SideId) -> Iterator[Direct]:
    """One unit with its own formation, for every chief; more can be written."""
    if not table.setting.on("direct_command"):
        return
    for leader in table.setting.leaders.values():
        if leader.side != side or leader.role is not Role.OVERALL:
            continue
        for unit in sorted(near_units(table, leader.id)):
            said = Direct(leader.id, (unit,), table.printed(unit).formation)
            if bar_to_directing(table, side, said) is None:
                yield said


@rule("N20.7.1", "N20.7.3")
def direct(table: Table, said: Direct) -> None:
    """The units act in the named formation's stage, free of orders; their leaders remember it."""
    side = table.setting.leaders[said.leader].side
    table.record(LeaderMarked(side, said.leader, f"{DIRECTED}{table.turn}"))
    for name in dict.fromkeys(table.formation_of(unit) for unit in said.units):
        force = table.forces[name]
        marks = (*force.marks, f"{DIRECTED}{table.turn}")
        table.record(ForceChanged(side, replace(force, marks=marks)))
    here = Order(OrderType.DEFEND, here=True)
    led = Force(said.formation + IN_PERSON, side, said.formation, "", here, since=table.turn)
    table.record(Detached(side, led, said.units))
    for unit in said.units:
        table.record(Marked(unit, Mark.DIRECT))


@rule("N20.7.1")
def release(table: Table) -> None:
    """When the turn is over the units obey their formations again."""
    for force in list(table.forces.values()):
        if not force.id.endswith(IN_PERSON):
            continue
        units = [unit for unit, under in table.under.items() if under == force.id]
        for formation in dict.fromkeys(table.printed(unit).formation for unit in units):
            own = tuple(unit for unit in units if table.printed(unit).formation == formation)
            table.record(PutUnder(force.side, own, _home(table, formation, own)))


def _home(table: Table, formation: str, units: tuple[UnitId, ...]) -> str:
    """The division on its own orders from which they were taken, or the formation."""
    name = formation + bodies.DIVISION + table.printed(units[0]).division
    return name if bodies.is_apart(table, name) else formation
