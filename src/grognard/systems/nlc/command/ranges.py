"""Command range (N12.1) and the distance of orders (N12.6), both traced over the map (A7)."""

from __future__ import annotations

from functools import lru_cache

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex
from grognard.mechanics.search import NO_LIMIT
from grognard.systems.nlc.kinds import Mover
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import FormationId, LeaderId, Setting, SideId, UnitId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import Spread, begun, spread


@rule("N12.1.1", "N12.1.2", "R-12.1a")
def trace(table: Table, leader: LeaderId, horse: bool = False) -> dict[Hex, int]:
    """Hexes within a leader's range, with the cost of the trace. Horsemen's ignores zones."""
    return table.derived(("trace", leader, horse), lambda: _trace(table, leader, horse))


def _trace(table: Table, leader: LeaderId, horse: bool) -> dict[Hex, int]:
    limit = table.setting.cards.points("command")
    return trace_from(table, table.leaders[leader].at, _side(table, leader), horse, limit)


def trace_from(
    table: Table, at: Hex, side: SideId, horse: bool, limit: int = NO_LIMIT
) -> dict[Hex, int]:
    """The trace from any hex; enemies stop it, and zones where no friend stands."""
    if not at:
        return {}
    enemies = table.hexes_of(table.setting.enemy(side))
    closed = enemies if horse else table.closed_to(side)
    return _traced(table.setting, at, limit, closed)


@lru_cache(maxsize=128)
def _traced(setting: Setting, at: Hex, limit: int, closed: frozenset[Hex]) -> dict[Hex, int]:
    """The same trace is asked for again and again while nobody near the enemy moves."""
    return spread(setting, Mover.TRACE, at, limit, closed)


def tracing(table: Table, at: Hex, side: SideId, horse: bool) -> Spread:
    """The trace from any hex on the map, for those who ask about few others."""
    return table.derived(("tracing", at, side, horse), lambda: _tracing(table, at, side, horse))


def _tracing(table: Table, at: Hex, side: SideId, horse: bool) -> Spread:
    enemies = table.hexes_of(table.setting.enemy(side))
    return begun(table.setting, Mover.TRACE, at, enemies if horse else table.closed_to(side))


def covers(table: Table, leader: LeaderId, at: Hex, horse: bool) -> bool:
    """Is a hex within a leader's range, as ``trace`` would find?"""
    here = table.leaders[leader].at
    if not here:
        return False
    traced = tracing(table, here, _side(table, leader), horse)
    return traced.cost(at, table.setting.cards.points("command")) is not None


def _side(table: Table, leader: LeaderId) -> SideId:
    return table.setting.leaders[leader].side


def reaches(table: Table, leader: LeaderId, unit: UnitId) -> bool:
    """Does a leader's range reach the unit where it stands?"""
    if leader not in table.leaders or not table.leaders[leader].at:
        return False
    horse = table.arm(unit).cavalry
    return any(covers(table, leader, at, horse) for at in table.pieces[unit].hexes)


@rule("N12.14.8")
def leader_of(table: Table, force: ForceId) -> LeaderId:
    """Who commands a body now: an idle wing commander who leads it, or its own leader."""
    held = table.forces[force]
    formation = held.formation
    led = table.following("leaders", "led in person", lambda: _led_in_person(table))
    if formation in led:
        return led[formation]
    return (
        table.setting.formations[formation].leader
        if formation and not _is_apart(table, force)
        else held.leader
    )


def _led_in_person(table: Table) -> dict[FormationId, LeaderId]:
    """The formations that wing commanders lead themselves."""
    found: dict[FormationId, LeaderId] = {}
    for leader, general in table.leaders.items():
        if general.leads and general.at:
            found.setdefault(general.leads, leader)
    return found


def _is_apart(table: Table, force: ForceId) -> bool:
    """Is it a division on orders of its own? A part of a blocked march keeps its corps' leader."""
    return "/" in force


@rule("N12.1.9", "N12.13.2")
def is_free_of_range(table: Table, unit: UnitId) -> bool:
    """Divisions on their own orders, units led by the chief in person, and play without orders."""
    force = table.under[unit]
    if table.setting.on("combat_only") or Mark.DIRECT in table.pieces[unit].marks:
        return True
    return _is_apart(table, force) and not table.forces[force].chief


@rule("N12.2", "N12.1.3", "N12.9.5", "N20.2.2.1")
def in_range(table: Table, unit: UnitId) -> bool:
    """Is the unit in command where it stands now?"""
    if is_free_of_range(table, unit):
        return True
    if table.setting.on("division_range"):
        from grognard.systems.nlc.command.division_range import in_command

        return bool(in_command(table, unit))
    return reaches(table, leader_of(table, table.under[unit]), unit)


@rule("N12.6.2", "R-12.6b")
def order_distance(table: Table, origin: Hex, target: Hex, side: SideId) -> int | None:
    """How far an order must ride, in half points; round enemies, through zones. None: no way."""
    if not origin or not target:
        return None
    enemies = table.hexes_of(table.setting.enemy(side))
    return begun(table.setting, Mover.COURIER, origin, enemies).cost(target)
