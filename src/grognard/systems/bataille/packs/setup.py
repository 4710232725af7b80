"""Laying out a battle: the table at its opening."""

from __future__ import annotations

from grognard.kernel import State, start
from grognard.systems.bataille.command.leaders import companion
from grognard.systems.bataille.pieces import Cohesion, Formation, Piece
from grognard.systems.bataille.setting import Placement, Setting
from grognard.systems.bataille.table import Table


def opening_table(setting: Setting) -> Table:
    """The map as the battle begins: units in the order of the set-up, then the leaders."""
    table = Table(setting)
    for placed in setting.placements:
        table.put(piece_of(placed))
    table.leaders.update(setting.leader_places)
    for leader in sorted(table.leaders):
        unit = companion(table, leader)
        if unit is not None:
            table.attached[leader] = unit
    return table


def piece_of(placed: Placement) -> Piece:
    """The piece as the set-up puts it."""
    return Piece(
        id=placed.unit,
        hexes=placed.hexes,
        facing=placed.facing,
        formation=Formation(placed.formation),
        cohesion=Cohesion(placed.order),
        lost=placed.lost,
    )


def opening(setting: Setting) -> State:
    """The battle at its first question."""
    from grognard.systems.bataille.battle import Battle  # reading a pack needs no rules

    return start(opening_table(setting), Battle())
