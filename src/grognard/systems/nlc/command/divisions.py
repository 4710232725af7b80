"""Divisions on orders of their own, and formations under new chiefs (N12.13, N12.2H, A22)."""

from __future__ import annotations

import msgspec

from grognard.kernel import Reason, rule
from grognard.systems.nlc import fatigue
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.order_actions import Rejoin
from grognard.systems.nlc.command.order_events import Complied, Detached
from grognard.systems.nlc.command.ranges import leader_of, reaches
from grognard.systems.nlc.events import ForceChanged, PutUnder
from grognard.systems.nlc.kinds import Role
from grognard.systems.nlc.records import ForceId, home_of
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
    """A body gets a new chief at once; its order stays what it was.

    Under a corps it acts by the corps' chit, in its leader's range. A division given back to its
    own corps is part of it again; one with a chit of its own, given back to itself, takes that.
    """
    home = home_of(name)
    if bodies.is_division(name) and chief == home:
        given_back = replace(table.forces[name], chief="", formation=home, leader="")
        table.record(Complied(given_back.side, given_back, given_back.order, "assign", number))
        rejoin(table, name)
        return
    if bodies.is_division(name) and not bodies.is_apart(table, name):
        set_apart(table, name)
    force = bodies.body(table, name)
    corps = table.setting.formations.get(chief)
    if corps is not None and corps.id != name:
        changed = replace(force, chief=chief, formation=corps.id, leader=corps.leader)
    elif bodies.is_division(name):
        changed = replace(force, chief=chief, formation=home, leader=chief)
    else:
        own = table.setting.formations[name].leader
        changed = replace(force, chief="" if chief == name else chief, formation=name, leader=own)
    table.record(Complied(force.side, changed, force.order, "assign", number))
    _take_parts_along(table, name, force.formation, changed.formation)


def _take_parts_along(table: Table, name: ForceId, before: FormationId, after: FormationId) -> None:
    """Parts of a body on orders of their own act by the same chit as the body."""
    for other in list(table.forces.values()):
        part = other.id != name and home_of(other.id) == name and not other.chief
        if part and before != after and other.formation == before:
            table.record(ForceChanged(other.side, replace(other, formation=after)))


@rule("N12.2H.1", "N12.13.8")
def bar_to_assigning(table: Table, name: ForceId, chief: str) -> Reason | None:
    """Why a body cannot be put under a chief: divisions go to corps or wings, corps to wings."""
    side = bodies.side_of(table, name)
    leader, corps = table.setting.leaders.get(chief), table.setting.formations.get(chief)
    to_wing = leader is not None and leader.role is Role.WING and leader.side == side
    if name in table.setting.leaders or name in table.setting.headquarters:
        return Reason("only formations and divisions are assigned", "N12.2H.1")
    if chief == home_of(name):
        return _bar_to_returning(table, name)
    if not to_wing and (corps is None or corps.side != side):
        return Reason(f"{chief} is neither a corps nor a wing commander of yours", "N12.2H.1")
    if corps is not None and corps.body.is_division:
        return Reason("only a corps or a wing takes others under its command", "N12.2H.1")
    if corps is not None and not _is_small(table, name):
        return Reason("a corps goes under a wing commander, a division under a corps", "N12.2H.1")
    if bodies.body(table, name).chief == chief:
        return Reason("it is under that chief already", "N12.4.2")
    return None


def _is_small(table: Table, name: ForceId) -> bool:
    """Is it a division, of a corps or with a chit of its own?"""
    return bodies.is_division(name) or table.setting.formations[name].body.is_division


@rule("N12.2H.1", "N12.13.6")
def _bar_to_returning(table: Table, name: ForceId) -> Reason | None:
    """Only who was put under another chief is given back to his own."""
    if bodies.body(table, name).chief:
        return None
    if bodies.is_division(name):
        return Reason("the division belongs to that corps; it rejoins instead", "N12.13.6")
    return Reason("it is under its own leader already", "N12.2H.1")


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


@rule("N12.13.6", "N20.8.11")
def rejoin(table: Table, name: ForceId) -> None:
    """The division is part of its corps again and shares its order."""
    force = table.forces[name]
    corps = name.partition(bodies.DIVISION)[0]
    table.record(PutUnder(force.side, bodies.division_units(table, name), corps))
    fatigue.share(table, force, table.forces[corps])
