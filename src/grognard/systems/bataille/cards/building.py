"""From compiled charts to the values that the rules ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar, cast

from grognard.mechanics.charts import Cell, Chart, Keyed, Limit
from grognard.systems.bataille.cards.values import (
    HexsideCard,
    Limits,
    TerrainCard,
    WayCard,
)

T = TypeVar("T")
Costs = Mapping[str, int | None]


def whole(cell: Cell) -> int:
    assert isinstance(cell, int), cell
    return cell


def whole_or_none(cell: Cell) -> int | None:
    return None if cell is None else whole(cell)


def ints(table: Keyed, column: str = "") -> dict[str, int]:
    """A column of whole numbers, by row."""
    return {row: whole(cell) for row, cell in table.column(column).items()}


def fractions(table: Keyed, column: str = "") -> dict[str, Fraction]:
    """A column of fractions, by row."""
    return {row: cast(Fraction, cell) for row, cell in table.column(column).items()}


def words(table: Keyed, column: str = "") -> dict[str, str]:
    """A column of words, by row."""
    return {row: cast(str, cell) for row, cell in table.column(column).items()}


def records(table: Keyed, make: Callable[..., T]) -> dict[str, T]:
    """One value for each row; the columns are the fields."""
    return {row: make(**cast(dict[str, Any], table.row(row))) for row in table.rows}


def named(*tables: dict[str, T]) -> dict[str, T]:
    """Several tables as one vocabulary; a name stands on one card only."""
    together: dict[str, T] = {}
    for table in tables:
        twice = together.keys() & table.keys()
        assert not twice, f"figures on two cards: {', '.join(sorted(twice))}"
        together.update(table)
    return together


def limits(cell: Cell) -> Limits:
    return tuple(dict(limit) for limit in cast(tuple[Limit, ...], cell or ()))


def stacking(chart: Chart) -> dict[str, Limits]:
    table = chart.keyed("terrain")
    return {row: limits(cell) for row, cell in table.column("limits").items()}


def _movers(row: Mapping[str, Cell], leader: int | None) -> Costs:
    infantry, cavalry = whole_or_none(row["infantry"]), whole_or_none(row["cavalry"])
    skirmish = whole_or_none(row.get("skirmish"))
    cossack = whole_or_none(row.get("cossack"))
    return {
        "infantry": infantry,
        "skirmish": infantry if skirmish is None else skirmish,
        "cavalry": cavalry,
        "cossack": cavalry if cossack is None else cossack,
        "artillery": whole_or_none(row["artillery"]),
        "leader": leader,
    }


def terrains(movement: Chart, formation: Chart, limits_of: dict[str, Limits],
             counted: Keyed) -> dict[str, TerrainCard]:  # fmt: skip
    """Three cards read together: what a hex costs, who may stand in it, and how."""
    costs, forms = movement.keyed("hexes"), formation.keyed("hexes")
    made: dict[str, TerrainCard] = {}
    for name in costs.rows:
        cost, form = costs.row(name), forms.row(name)
        made[name] = TerrainCard(
            name=name,
            cost=_movers(cost, whole_or_none(cost["infantry"])),
            road_march=whole_or_none(cost["road_march"]),
            through_front=whole_or_none(cost["through_front"]),
            formations=cast(tuple[str, ...], form["formations"] or ()),
            sight=cast(str, form["sight"]),
            charge=cast(str, form["charge"]),
            general_order=bool(form["general_order"]),
            dwelling=bool(form["dwelling"]),
            stacking=limits_of[name],
            counted=whole_or_none(counted.cell(name, "counted")),
        )
    return made


def hexsides(movement: Chart, formation: Chart) -> dict[str, HexsideCard]:
    costs, forms = movement.keyed("hexsides"), formation.keyed("hexsides")
    share = cast(Fraction, movement.keyed("factors").cell("leader_hexside"))
    made: dict[str, HexsideCard] = {}
    for name in costs.rows:
        cost, form = costs.row(name), forms.row(name)
        leader = whole_or_none(cost["infantry"])
        if leader is not None and cost["leader_halves"]:
            leader = int(leader * share)
        made[name] = HexsideCard(
            name=name,
            cost=_movers(cost, leader),
            falls_away=bool(cost["falls_away"]),
            sight=cast(str, form["sight"]),
            allows_charge=bool(form["charge"]),
            allows_fire=bool(form["fire"]),
            formations=cast(tuple[str, ...], form["formations"] or ()),
            beside=cast(str, form["beside"] or ""),
        )
    return made


def ways(movement: Chart) -> dict[str, WayCard]:
    table = movement.keyed("ways")
    made: dict[str, WayCard] = {}
    for name in table.rows:
        row = table.row(name)
        marching = {arm: row[f"{arm}_road_march"] for arm in ("infantry", "cavalry", "artillery")}
        made[name] = WayCard(
            name=name,
            cost=_movers(row, whole_or_none(row["infantry"])),
            road_march=_movers(marching, whole_or_none(marching["infantry"])),
        )
    return made
