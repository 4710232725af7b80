"""Who obeys orders and where he is: formations, divisions, wing commanders, headquarters (N12.1)."""

from __future__ import annotations

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.command import ranges
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.records import Force, ForceId, home_of
from grognard.systems.nlc.setting import LeaderId, Order, SideId, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

DIVISION = "/"
PART = "+"


def is_division(name: ForceId) -> bool:
    return DIVISION in name


def is_part(name: ForceId) -> bool:
    return PART in name


@rule("N12.13.1")
def division_units(table: Table, name: ForceId) -> tuple[UnitId, ...]:
    """The units of a division by its name, whether it obeys its corps or not; () if unknown."""
    formation, _, division = name.partition(DIVISION)
    held = table.setting.formations.get(formation)
    return held.divisions.get(division, ()) if held and division else ()


def is_apart(table: Table, name: ForceId) -> bool:
    """Does a division follow orders of its own now?"""
    return any(table.under[unit] == name for unit in division_units(table, name))


def side_of(table: Table, name: ForceId) -> SideId:
    """The side of a recipient, or empty if there is no such body."""
    setting = table.setting
    formation = name.partition(DIVISION)[0]
    if formation in setting.formations:
        known = formation == name or bool(division_units(table, name))
        return setting.formations[formation].side if known else ""
    if name in setting.headquarters:
        return setting.headquarters[name].side
    leader = setting.leaders.get(name)
    return leader.side if leader and leader.role is Role.WING else ""


@rule("N12.2.1", "N12.13.4")
def body(table: Table, name: ForceId) -> Force:
    """The record of a body; a division with its corps has its corps' order, others rest."""
    held = table.forces.get(name)
    if is_division(name) and not is_apart(table, name):
        corps = table.forces[name.partition(DIVISION)[0]]
        made = Force(name, corps.side, corps.formation, "", corps.order, corps.queue)
        return replace(
            made, since=corps.since, waiting=held.waiting if held else None, held=corps.held
        )
    if held is not None:
        return held
    leader = name if name in table.setting.leaders else ""
    return Force(name, side_of(table, name), "", leader, Order(OrderType.RESERVE))


def leader_of(table: Table, name: ForceId) -> LeaderId:
    """Who commands a body now; empty for a division or a headquarters."""
    if name in table.setting.headquarters:
        return ""
    if name in table.setting.leaders:
        return name
    if is_division(name) and not is_apart(table, name):
        return ""
    return ranges.leader_of(table, name) if name in table.forces else ""


def units_of(table: Table, name: ForceId) -> tuple[UnitId, ...]:
    """The units on the map that an order to this body concerns."""
    if is_division(name):
        return tuple(unit for unit in division_units(table, name) if unit in table.pieces)
    return table.units_under(name)


@rule("N12.13.1", "N12.13.5")
def places(table: Table, name: ForceId) -> tuple[Hex, ...]:
    """Where orders find a body: its leader, its headquarters, or a division's counters."""
    return table.derived(("places", name), lambda: _places(table, name))


def _places(table: Table, name: ForceId) -> tuple[Hex, ...]:
    if name in table.quarters:
        at = table.quarters[name].at
        return (at,) if at else ()
    leader = leader_of(table, name)
    if leader:
        at = table.leaders[leader].at
        return (at,) if at else ()
    return tuple(sorted({table.pieces[unit].at for unit in units_of(table, name)}))


def post(table: Table, name: ForceId) -> Hex:
    """The one hex that stands for a body: its leader's, or its first counter's; 0 if nowhere."""
    found = places(table, name)
    return found[0] if found else 0


@rule("N12.13.1", "R-12.15")
def rating_of(table: Table, name: ForceId) -> int:
    """The ability with which a body obeys; a division without a leader counts as rated 1."""
    leader = leader_of(table, name)
    return rating(table, leader) if leader else table.setting.cards.figure("leaderless_rating")


@rule("N12.2.3")
def starts(table: Table, name: ForceId) -> tuple[Hex, ...]:
    """Where the reach of an order is measured from: the leader and his units in command."""
    return table.derived(("starts", name), lambda: _starts(table, name))


def _starts(table: Table, name: ForceId) -> tuple[Hex, ...]:
    units = units_of(table, name)
    if leader_of(table, name):
        units = tuple(unit for unit in units if ranges.in_range(table, unit))
    hexes = [*places(table, name), *(table.pieces[unit].at for unit in units)]
    return tuple(dict.fromkeys(hexes))


@rule("N12.3")
def caller(table: Table, name: ForceId) -> str:
    """For whom dice are thrown: the leader; for a division its corps', lest it be told apart."""
    leader = leader_of(table, name)
    formation = table.setting.formations.get(home_of(name))
    return leader or (formation.leader if formation else name)


def known_as(name: ForceId) -> ForceId:
    """What the enemy may know of a body: the formation to which it belongs."""
    return home_of(name)


def in_order(table: Table) -> tuple[SideId, SideId]:
    """The sides as they act where the order matters (R-4.2)."""
    first = table.setting.reserve_first
    return first, table.setting.enemy(first)
