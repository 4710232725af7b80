"""Command through divisions (N20.2.2): from the corps commander to whoever stands beside him, and on."""

from __future__ import annotations

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.mechanics.search import flood
from grognard.systems.nlc.command.ranges import leader_of
from grognard.systems.nlc.kinds import Arm, Terrain
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table, zone_around

BESIDE = 1
ACROSS = 2
"""Hexes between two units with one empty hex in the middle."""

SIGHT_BLOCKING = (Terrain.WOODS, Terrain.TOWN, Terrain.CHATEAU)


@rule("N20.2.2.1")
def in_command(table: Table, unit: UnitId) -> bool:
    """Does command reach the unit, by its corps commander or through other divisions?"""
    force = table.under[unit]
    return unit in table.derived(("divisions", force), lambda: _commanded(table, force))


def in_command_at(table: Table, movers: tuple[UnitId, ...], at: Hex, units: list[UnitId]) -> bool:
    """Would command reach all these units if the movers stood in a hex?"""
    probe = table.draft()
    for mover in movers:
        probe.put(msgspec.structs.replace(table.pieces[mover], at=at, also=0))
    return all(in_command(probe, unit) for unit in units)


def _commanded(table: Table, force: ForceId) -> frozenset[UnitId]:
    leader = leader_of(table, force)
    at = table.leaders[leader].at if leader else 0
    if not at:
        return frozenset()
    groups = _groups(table, force)
    found = {unit for group in groups for unit in group if _is_beside(table, unit, at)}
    while True:
        lines = {unit for group in groups if _shares(table, group, found) for unit in group}
        more = found | lines
        more |= {
            unit
            for group in groups
            for unit in group
            if unit not in more and any(_passes(table, groups, other, unit) for other in more)
        }
        if more == found:
            return frozenset(found)
        found = more


@rule("N20.2.2.3")
def _groups(table: Table, force: ForceId) -> list[tuple[UnitId, ...]]:
    """Divisions; horse, guns and Prussian brigades stand for themselves."""
    found: dict[str, list[UnitId]] = {}
    for unit in table.units_under(force):
        printed = table.printed(unit)
        alone = printed.arm is not Arm.INFANTRY or printed.nation == "prussian"
        found.setdefault(unit if alone else f"{printed.formation}/{printed.division}", []).append(
            unit
        )
    return [tuple(units) for units in found.values()]


def _is_beside(table: Table, unit: UnitId, at: Hex) -> bool:
    return any(distance(own, at) <= BESIDE for own in table.pieces[unit].hexes)


@rule("N20.2.2.2")
def _shares(table: Table, group: tuple[UnitId, ...], found: set[UnitId]) -> bool:
    """In a division drawn up in line one brigade in command is enough."""
    return any(unit in found for unit in group) and is_in_line(table, group)


@rule("N20.2.2.2", "N20.2.1.2")
def is_in_line(table: Table, group: tuple[UnitId, ...]) -> bool:
    """Do the brigades stand side by side without a gap, none stacked with other foot?"""
    return table.derived(("in line", group), lambda: _is_in_line(table, group))


def _is_in_line(table: Table, group: tuple[UnitId, ...]) -> bool:
    hexes = [table.pieces[unit].at for unit in group]
    if len(set(hexes)) < len(hexes):
        return False
    for unit, at in zip(group, hexes, strict=True):
        if any(table.arm(other) is Arm.INFANTRY for other in table.stack(at) if other != unit):
            return False
    met = flood(hexes[:1], lambda here: [at for at in hexes if distance(here, at) == BESIDE])
    return len(met) == len(hexes)


@rule("N20.2.2.1", "N20.2.2.2", "N20.2.2.4")
def _passes(table: Table, groups: list[tuple[UnitId, ...]], one: UnitId, other: UnitId) -> bool:
    """Does command pass between two units: side by side, or over one gap between two lines?"""
    for at in table.pieces[one].hexes:
        if _is_beside(table, other, at):
            return True
    if distance(table.pieces[one].at, table.pieces[other].at) != ACROSS:
        return False
    if not _bridges(table, groups, one) or not _bridges(table, groups, other):
        return False
    return _has_bridge(table, one, other)


@rule("N20.2.2.3", "N20.2.2.4")
def _bridges(table: Table, groups: list[tuple[UnitId, ...]], unit: UnitId) -> bool:
    """Can command cross a gap from this unit: foot in line or Prussian, and light horse, not guns?"""
    printed = table.printed(unit)
    if printed.arm is Arm.LIGHT_CAVALRY:
        return True
    if printed.arm is not Arm.INFANTRY:
        return False
    group = next(held for held in groups if unit in held)
    return printed.nation == "prussian" or is_in_line(table, group)


@rule("N20.2.2.2")
def _has_bridge(table: Table, one: UnitId, other: UnitId) -> bool:
    """Is there a hex between them in both zones, open to sight, that no enemy holds or threatens?"""
    here, there = table.pieces[one].at, table.pieces[other].at
    enemy = table.setting.enemy(table.side_of(one))
    shared = set(zone_around(table.setting, here)) & set(zone_around(table.setting, there))
    return any(
        table.setting.ground.terrain[at] not in SIGHT_BLOCKING
        and not table.has_unit(at, enemy)
        and not table.in_zone(at, enemy)
        for at in sorted(shared)
    )
