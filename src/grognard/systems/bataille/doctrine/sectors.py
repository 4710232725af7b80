"""Sectors of the field: where both sides are near enough to fight, cut into parts that can be thought
through. What lies outside them only marches."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.pieces import Arm, Cohesion, UnitId
from grognard.systems.bataille.table import Table

IN_REACH: Final = 7
"""Troops so many hexes apart may fight this turn or the next."""

BY_HORSE: Final = 11
"""The same for horse."""

MOST: Final = 16
"""More pieces than this of both sides are not thought through together."""


class Sector(msgspec.Struct, frozen=True):
    """Troops of both sides that may fight each other soon; ``at`` is about the middle of them."""

    at: Hex
    own: frozenset[UnitId]
    foes: frozenset[UnitId]

    @property
    def units(self) -> frozenset[UnitId]:
        return self.own | self.foes

    def __str__(self) -> str:
        return name(self.at)


def sectors(table: Table, side: str) -> tuple[Sector, ...]:
    """The sectors of a field, those with the most troops in contact first."""
    units = [unit for unit in table.pieces if table.pieces[unit].cohesion is not Cohesion.ROUT]
    own = [unit for unit in units if table.side_of(unit) == side]
    foes = [unit for unit in units if table.side_of(unit) != side]
    place = {unit: table.pieces[unit].at for unit in units}
    roster = table.setting.roster
    reach = {unit: BY_HORSE if roster[unit].arm is Arm.CAVALRY else IN_REACH for unit in units}
    near = {
        unit
        for one in own
        for other in foes
        if distance(place[one], place[other]) <= max(reach[one], reach[other])
        for unit in (one, other)
    }
    found = []
    for part in parts([unit for unit in units if unit in near], place):
        mine = frozenset(unit for unit in part if table.side_of(unit) == side)
        theirs = frozenset(part) - mine
        if mine and theirs:
            found.append(Sector(_middle(part, place), mine, theirs))
    return tuple(sorted(found, key=lambda held: (-min(len(held.own), len(held.foes)), held.at)))


def parts(units: list[UnitId], place: dict[UnitId, Hex]) -> list[list[UnitId]]:
    """Cut across the longer side, at the widest gap of its middle half, until each part is small."""
    if len(units) <= MOST:
        return [units] if units else []
    columns = [place[unit] // 100 for unit in units]
    rows = [place[unit] % 100 for unit in units]
    wide = max(columns) - min(columns) >= max(rows) - min(rows)

    def along(unit: UnitId) -> tuple[int, UnitId]:
        return (place[unit] // 100 if wide else place[unit] % 100), unit

    ranked = sorted(units, key=along)
    quarter = len(ranked) // 4
    cut = max(
        range(quarter, len(ranked) - quarter),
        key=lambda i: (along(ranked[i])[0] - along(ranked[i - 1])[0], -abs(i - len(ranked) // 2)),
    )
    return [*parts(ranked[:cut], place), *parts(ranked[cut:], place)]


def _middle(units: list[UnitId], place: dict[UnitId, Hex]) -> Hex:
    hexes = sorted(place[unit] for unit in units)
    return min(hexes, key=lambda at: (sum(distance(at, there) for there in hexes), at))
