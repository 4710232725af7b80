"""Sectors: the parts of a field in which both sides may fight soon, each small enough to think about."""

from __future__ import annotations

from grognard.mechanics.hexes import distance
from grognard.systems.bataille.doctrine.sectors import BY_HORSE, MOST, parts, sectors
from grognard.systems.registry import system_named

PREMIER = system_named("premier")


def test_a_sector_holds_those_of_both_sides_who_are_in_reach_of_each_other() -> None:
    table = PREMIER.rules.opening(PREMIER.library.setting("bridgehead", {})).table
    for side in table.setting.sides:
        for sector in sectors(table, side):
            assert {table.side_of(unit) for unit in sector.own} == {side}
            assert {table.side_of(unit) for unit in sector.foes} == {table.setting.enemy(side)}
            at = {unit: table.pieces[unit].at for unit in sector.units}
            assert any(
                distance(at[one], at[other]) <= BY_HORSE
                for one in sector.own
                for other in sector.foes
            )


def test_where_no_enemy_stands_there_is_no_sector() -> None:
    table = PREMIER.rules.opening(PREMIER.library.setting("hagelberg", {})).table
    assert not list(table.units_of("coalition"))
    assert sectors(table, "french") == ()


def test_a_crowded_field_is_cut_at_its_widest_gap_until_every_part_is_small() -> None:
    west = {f"w{number}": 1000 + 100 * (number // 4) + number % 4 for number in range(14)}
    east = {f"e{number}": 3000 + 100 * (number // 4) + number % 4 for number in range(12)}
    found = parts([*west, *east], west | east)
    assert [set(part) for part in found] == [set(west), set(east)]
    line = {f"u{number}": 1000 + 100 * number for number in range(50)}
    cut = parts([*line], line)
    assert sorted(unit for part in cut for unit in part) == sorted(line)
    assert max(map(len, cut)) <= MOST
