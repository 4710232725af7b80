"""Laws that hold at every state, whatever the rules have done. A broken one is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.table import Table, zone_around

AT_REST = ("chits", "initial-action")
"""Phases in which nobody moves before a formation acts: in others a leader may be just about to flee."""


def broken_laws(table: Table) -> Iterator[str]:
    """What is wrong with a table, in words."""
    yield from _pieces(table)
    yield from _zones(table)
    yield from _orders(table)
    yield from _commanders(table)


def _pieces(table: Table) -> Iterator[str]:
    for unit, piece in table.pieces.items():
        printed = table.printed(unit)
        if not 0 <= piece.lost < printed.steps:
            yield f"{unit} has lost {piece.lost} of {printed.steps} steps and is on the map"
        if unit in table.removed:
            yield f"{unit} is on the map and removed"
        if any(unit not in table.stacks.get(at, ()) for at in piece.hexes):
            yield f"{unit} is not in the stack of its hex"
        if any(not table.setting.ground.on_map(at) for at in piece.hexes):
            yield f"{unit} is off the map"
    for at, stack in table.stacks.items():
        sides = {table.side_of(unit) for unit in stack}
        charging = any(table.pieces[unit].has(Mark.CHARGED) for unit in stack)
        if len(sides) > 1 and not charging:
            yield f"both sides stand in {at:04d} and nobody charges"


def _zones(table: Table) -> Iterator[str]:
    counted: dict[str, dict[int, int]] = {side: {} for side in table.setting.sides}
    for unit, piece in table.pieces.items():
        zones = counted[table.side_of(unit)]
        covered = {at for own in piece.hexes for at in zone_around(table.setting, own)}
        for at in covered:
            zones[at] = zones.get(at, 0) + 1
    if list(counted.values()) != [table.zones_a, table.zones_b]:
        yield "the zones do not agree with where the units stand"


def _orders(table: Table) -> Iterator[str]:
    for unit in table.pieces:
        if table.under.get(unit) not in table.forces:
            yield f"{unit} obeys nobody"
    for formation in table.setting.formations:
        if formation not in table.forces:
            yield f"{formation} has no order"
    for leader, general in table.leaders.items():
        if general.at and not table.setting.ground.on_map(general.at):
            yield f"{leader} is off the map"


def _commanders(table: Table) -> Iterator[str]:
    """Where nobody moves, leaders and headquarters share a hex with nobody hostile but chargers."""
    if table.active or table.phase not in AT_REST:
        return
    leaders, quarters = table.setting.leaders, table.setting.headquarters
    held = [(name, now.at, leaders[name].side) for name, now in table.leaders.items()]
    held += [(name, now.at, quarters[name].side) for name, now in table.quarters.items()]
    for name, at, side in held:
        foes = [unit for unit in table.stacks.get(at, ()) if table.side_of(unit) != side]
        if foes and not any(table.pieces[unit].has(Mark.CHARGED) for unit in foes):
            yield f"{name} is among enemies in {at:04d}"
