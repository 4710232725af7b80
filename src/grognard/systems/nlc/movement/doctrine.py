"""Divisions in column and in line (N20.2.1): those in neither march slowly and fight badly."""

from __future__ import annotations

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.nlc.kinds import Arm, OrderType
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

ROAD_MOVES = (OrderType.MARCH, OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)
PAIR = 2


def brigades(table: Table, unit: UnitId) -> list[UnitId]:
    """The infantry brigades of a unit's division that are on the map."""
    printed = table.printed(unit)
    formation = table.setting.formations[printed.formation]
    return [
        other
        for other in formation.divisions.get(printed.division, ())
        if other in table.pieces and table.arm(other) is Arm.INFANTRY
    ]


@rule("N20.2.1.1", "N20.2.1.3")
def in_column(table: Table, unit: UnitId) -> bool:
    """Are the brigades stacked two by two where the movement segment began?

    With more than two, all stacks must go one way: they count as on one path while every stack
    began next to another.
    """
    mates = brigades(table, unit)
    began: dict[Hex, int] = {}
    for other in mates:
        at = table.pieces[other].began or table.pieces[other].at
        began[at] = began.get(at, 0) + 1
    odd = [count for count in began.values() if count != PAIR]
    if len(odd) > len(mates) % PAIR:
        return False
    hexes = list(began)
    return (
        all(any(distance(at, other) <= 1 for other in hexes if other != at) for at in hexes)
        or len(hexes) == 1
    )


@rule("N20.2.1.2", "N20.2.3.6")
def in_line(table: Table, unit: UnitId) -> bool:
    """Do the brigades stand side by side, none stacked with other infantry?"""
    mates = brigades(table, unit)
    for other in mates:
        for at in table.pieces[other].hexes:
            foot = [mate for mate in table.stack(at) if table.arm(mate) is Arm.INFANTRY]
            if len(foot) > 1:
                return False
    return _is_contiguous([table.pieces[other].hexes for other in mates])


def _is_contiguous(places: list[tuple[Hex, ...]]) -> bool:
    if not places:
        return True
    joined, waiting = [places[0]], list(places[1:])
    while True:
        near = [
            place
            for place in waiting
            if any(distance(one, other) == 1 for held in joined for one in held for other in place)
        ]
        if not near:
            return not waiting
        joined += near
        waiting = [place for place in waiting if place not in near]


@rule("N20.2.1.1", "N20.2.1.3")
def marches_badly(table: Table, unit: UnitId) -> bool:
    """Does its division lose a point of movement, off the road and out of column?"""
    if table.arm(unit) is not Arm.INFANTRY or table.force_of(unit).type in ROAD_MOVES:
        return False
    return not in_column(table, unit)


@rule("N20.2.1.2", "N20.2.1.3")
def fights_badly(table: Table, unit: UnitId) -> bool:
    """Does its division fight a fifth weaker, not being in line?"""
    return table.arm(unit) is Arm.INFANTRY and not in_line(table, unit)
