"""What a position is worth: the lead in the battle's own points, as it would stand if fought on."""

from __future__ import annotations

from typing import Final

from grognard.mechanics.hexes import distance
from grognard.systems.nlc.demoralization import army_level, army_losses, broken
from grognard.systems.nlc.setting import Aim, AimKind, SideId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.victory import earned

USUAL_RATE: Final = 3
"""Strength points for a point of victory, where the battle does not say."""

KEPT: Final = 0.75
"""The chance that ground held now is held for another turn."""

HURT: Final = 0.6
"""A step that is lost counts so much of what its strength would count removed."""

SHAKEN: Final = 0.08
"""Share of a unit's strength that disorder is worth."""

BROKEN: Final = 0.12
"""Share of a formation's strength that counts as lost when its spirit is."""

NEAR: Final = 3
PRESENCE: Final = 0.35
"""How far strength near the ground that decides is as good as points."""


def lead(table: Table, side: SideId) -> float:
    """The points by which a side is ahead, with what is likely still to come."""
    one = table.setting.sides[0]
    found = _lead_of_first(table)
    return found if side == one else -found


def _lead_of_first(table: Table) -> float:
    setting = table.setting
    one, other = setting.sides
    total = float(table.tally.get(f"points:{one}", 0) - table.tally.get(f"points:{other}", 0))
    left = len(setting.turns) - table.turn
    for aim in setting.victory.aims:
        if aim.kind is AimKind.CONTROL:
            total += _ground(table, aim, left)
        elif aim.kind is AimKind.ARMY_DEMORALIZED:
            total += aim.points * (_spent(table, other) - _spent(table, one))
        elif aim.kind is not AimKind.ELIMINATED_STRENGTH:
            total += sum(s.points * (1 if s.side == one else -1) for s in earned(table, aim))
    return total + (_harm(table, other) - _harm(table, one)) / rate(table)


def rate(table: Table) -> float:
    """Strength points that earn a point."""
    aims = table.setting.victory.aims
    found = (aim.per / aim.points for aim in aims if aim.kind is AimKind.ELIMINATED_STRENGTH)
    return next(found, float(USUAL_RATE))


def _ground(table: Table, aim: Aim, left: int) -> float:
    """Points of a place for the first side: those it holds, and strength about it."""
    one, other = table.setting.sides
    times = _times(left) if aim.every_turn else 1.0
    sign = {one: 1.0, other: -1.0}
    held = sum(s.points * sign[s.side] for s in earned(table, aim)) * times
    if not left:
        return 0.0 if aim.every_turn else held
    near = {one: 1.0, other: 1.0}
    for at, stack in table.stacks.items():
        far = min(distance(at, there) for there in aim.hexes)
        if far <= NEAR:
            for unit in stack:
                near[table.side_of(unit)] += table.strength(unit) / (1 + far)
    balance = (near[one] - near[other]) / (near[one] + near[other])
    return held * (1.0 - PRESENCE) + PRESENCE * aim.points * times * balance


def _times(left: int) -> float:
    """Turns for which ground is likely to be kept."""
    return (1.0 - KEPT**left) / (1.0 - KEPT) * KEPT


def _spent(table: Table, side: SideId) -> float:
    """How near an army is to losing heart: 1 when it has."""
    level = max(1, army_level(table, side))
    lost = army_losses(table, side)
    if lost >= level:
        return 1.0
    share = min(1.0, (lost + 0.5 * _wounds(table, side)) / level)
    return 0.6 * share * share


def _wounds(table: Table, side: SideId) -> float:
    """Strength lost by units that still stand."""
    return float(
        sum(
            table.printed(unit).strength - table.strength(unit)
            for unit in table.units_of(side)
            if table.pieces[unit].lost
        )
    )


def _harm(table: Table, side: SideId) -> float:
    """What a side has lost, in strength points: men, order and spirit."""
    pieces = table.pieces
    shaken = sum(table.strength(u) for u in table.units_of(side) if pieces[u].disrupted)
    total = army_losses(table, side) + HURT * _wounds(table, side) + SHAKEN * shaken
    formations = table.setting.formations
    for name in broken(table):
        if formations[name].side == side:
            total += BROKEN * sum(table.printed(unit).strength for unit in formations[name].units)
    return total
