"""Divisions on orders of their own, and formations under new chiefs (N12.13, N12.2H, A22)."""

from __future__ import annotations

import msgspec

from grognard.kernel import Reason, rule
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.order_actions import Rejoin
from grognard.systems.nlc.command.order_events import Complied, Detached
from grognard.systems.nlc.command.ranges import leader_of, reaches
from grognard.systems.nlc.events import PutUnder
from grognard.systems.nlc.kinds import Role
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import FormationId, SideId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace


@rule("N12.13.2", "N12.13.4")
def set_apart(table: Table, name: ForceId) -> None:
    """A division leaves its corps' order; chit and losses stay the corps' own."""
    force = replace(bodies.body(table, name), chief="")
    table.record(Detached(force.side, force, bodies.division_units(table, name)))


@rule("N12.2H.1", "N12.2H.2", "N12.13.8")
def assign(table: Table, name: ForceId, chief: str, number: int = 0) -> None:
    """A body gets a new chief at once; its order stays what it was."""
    if bodies.is_division(name) and not bodies.is_apart(table, name):
        set_apart(table, name)
    force = bodies.body(table, name)
    changed = replace(force, chief=chief)
    corps = table.setting.formations.get(chief)
    if corps is not None:
        changed = replace(changed, formation=corps.id, leader=corps.leader)
    elif bodies.is_division(name):
        own = name.partition(bodies.DIVISION)[0]
        changed = replace(changed, formation=own, leader=chief)
    table.record(Complied(force.side, changed, force.order, "assign", number))


@rule("N12.2H.1")
def bar_to_assigning(table: Table, name: ForceId, chief: str) -> Reason | None:
    """Why a body cannot be put under a chief: divisions go to corps or wings, corps to wings."""
    side = bodies.side_of(table, name)
    leader, corps = table.setting.leaders.get(chief), table.setting.formations.get(chief)
    to_wing = leader is not None and leader.role is Role.WING and leader.side == side
    to_corps = corps is not None and corps.side == side
    if not to_wing and not to_corps:
        return Reason(f"{chief} is neither a corps nor a wing commander of yours", "N12.2H.1")
    if to_corps and not bodies.is_division(name):
        return Reason(
            "a formation goes under a wing commander, a division under a corps", "N12.2H.1"
        )
    if to_corps and name.partition(bodies.DIVISION)[0] == chief:
        return Reason("the division belongs to that corps; it rejoins instead", "N12.13.6")
    if name in table.setting.leaders or name in table.setting.headquarters:
        return Reason("only formations and divisions are assigned", "N12.2H.1")
    if bodies.body(table, name).chief == chief:
        return Reason("it is under that chief already", "N12.4.2")
    return None


# --- back to the corps


@rule("N12.13.6", "R-9c")
def bar_to_rejoining(table: Table, side: SideId, name: ForceId) -> Reason | None:
    """Why a division may not go back into its corps by its owner's word."""
    force = table.forces.get(name)
    if force is None or force.side != side or not bodies.is_division(name):
        return Reason(f"{name} is not a division of yours on its own orders", "N12.13.6")
    units = table.units_under(name)
    if not units or force.chief:
        return Reason("it is not on orders of its own", "N12.13.6")
    if not force.may_rejoin:
        return Reason(
            "an overall commander's divisional order stands until countermanded", "N12.13.6"
        )
    corps: FormationId = name.partition(bodies.DIVISION)[0]
    leader = leader_of(table, corps)
    if not all(reaches(table, leader, unit) for unit in units):
        return Reason("it is not within its corps commander's range", "N12.13.6")
    return None


def rejoinable(table: Table, side: SideId) -> list[Rejoin]:
    return [
        Rejoin(force.id)
        for force in table.forces_of(side)
        if bodies.is_division(force.id) and bar_to_rejoining(table, side, force.id) is None
    ]


@rule("N12.13.6")
def rejoin(table: Table, name: ForceId) -> None:
    """The division is part of its corps again and shares its order."""
    force = table.forces[name]
    corps = name.partition(bodies.DIVISION)[0]
    table.record(PutUnder(force.side, bodies.division_units(table, name), corps))
