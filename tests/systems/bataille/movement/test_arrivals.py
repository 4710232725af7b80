"""Reinforcements: who may come, where, how, and for how many points (rule 45)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason
from grognard.mechanics.hexes import Hex, parse_hex
from grognard.systems.bataille.actions import Enter, parse
from grognard.systems.bataille.movement.arrivals import (
    Entry,
    band_hexes,
    edge_hexes,
    entries,
    entry_formations,
    entry_hexes,
    may_enter,
    note_blocked,
    waiting,
)
from grognard.systems.bataille.movement.schedule import due_turn
from grognard.systems.bataille.pieces import Formation, Size
from grognard.systems.bataille.setting import Arrival
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import Unit, battalion, battery, field, light, regiment

WIDE = ["." * 30] * 8


def hexes(text: str) -> tuple[Hex, ...]:
    return tuple(map(parse_hex, text.split()))


def scene(
    comers: list[Unit],
    *standing: Unit,
    rows: list[str] = WIDE,
    turn: int = 1,
    zone: str = "1401 1501 1601",
    **facts: Any,
) -> Table:
    """A map with French units to come in over the middle of its upper edge on turn 1."""
    group = Arrival(
        "G1",
        "french",
        facts.pop("due", 1),
        "gap",
        tuple(unit.printed.id for unit in comers),
        manner=facts.pop("manner", "edge"),
        roll=facts.pop("roll", ()),
        ordered=facts.pop("ordered", ()),
    )
    table = field(
        rows,
        *standing,
        more_counters=[unit.printed for unit in comers],
        zones={"gap": hexes(zone)},
        arrivals=(group,),
        **facts,
    )
    table.turn = turn
    return table


FOOT = battalion("F1", "0101")


def enter(table: Table, order: str) -> Entry:
    found = may_enter(table, "french", _order(order))
    assert isinstance(found, Entry), found
    return found


def refused(table: Table, order: str) -> str:
    found = may_enter(table, "french", _order(order))
    assert isinstance(found, Reason), found
    return found.clause


def _order(text: str) -> Enter:
    order = parse(text)
    assert isinstance(order, Enter)
    return order


@pytest.mark.rule("P45.1")
def test_a_group_comes_from_its_turn_on_in_its_zone() -> None:
    assert [unit for unit, _ in waiting(scene([FOOT]), "french")] == ["F1"]
    assert not list(waiting(scene([FOOT], due=2), "french"))
    assert not list(waiting(scene([FOOT]), "coalition"))
    assert refused(scene([FOOT], due=2), "enter F1 1401 column S") == "P45.1"
    assert refused(scene([FOOT]), "enter F1 1201 column S") == "P45.2"


@pytest.mark.rule("P45.1", "P46.2")
def test_an_order_of_the_clock_sends_who_has_not_come_by_another_zone() -> None:
    table = scene([FOOT], zone="1401", ordered=((3, "east"),))
    zones = {**table.setting.zones, "east": hexes("2001 2101")}
    table.setting = msgspec.structs.replace(table.setting, zones=zones)
    for turn, open_hexes in ((1, "1401"), (2, "1401"), (3, "2001 2101"), (4, "2001 2101")):
        table.turn = turn
        ((_, arrival),) = waiting(table, "french")
        assert entry_hexes(table, arrival) == hexes(open_hexes)
    assert refused(table, "enter F1 1401 column S") == "P45.2"


@pytest.mark.rule("P45.11")
def test_a_unit_held_back_may_come_on_any_later_turn() -> None:
    assert [unit for unit, _ in waiting(scene([FOOT], turn=2), "french")] == ["F1"]


@pytest.mark.rule("P45.10")
def test_a_group_with_a_variable_time_comes_at_the_latest_when_the_die_cannot_fail() -> None:
    table = scene([FOOT], roll=((7, 6), (8, 5), (11, 1)))
    assert due_turn(table, table.setting.arrivals[0]) == 11


@pytest.mark.rule("P45.8")
def test_the_entry_hex_is_paid_as_an_ordinary_step_without_its_hexsides() -> None:
    entry = enter(scene([FOOT], levels=["1" * 30, *["0" * 30] * 7]), "enter F1 1401 column S")
    assert entry.cost == 2 * 1
    assert entry.hand is not None
    assert (entry.hand.left, entry.hand.entered) == (2 * (6 - 1), True)
    rough = ["." * 13 + "V" + "." * 16, *WIDE[1:]]
    assert enter(scene([FOOT], rows=rough), "enter F1 1401 general S").cost == 2 * 3


@pytest.mark.rule("P45.8")
def test_entering_units_obey_the_stacking_limits() -> None:
    full = [battalion(f"F{n}", "1401", "S") for n in (2, 3, 4)]
    assert refused(scene([FOOT], *full), "enter F1 1401 column S") == "P10.1"
    assert enter(scene([FOOT], *full[:2]), "enter F1 1401 column S").piece.at == 1401


@pytest.mark.rule("P45.8")
def test_a_unit_that_cannot_pay_for_the_entry_hex_stays_out() -> None:
    slow = battalion("F1", "0101", movement=3)
    woods = ["." * 13 + "w" + "." * 16, *WIDE[1:]]
    assert refused(scene([slow], rows=woods), "enter F1 1401 general S") == "P18.1"
    guns = battery("F1", "0101")
    assert refused(scene([guns], rows=woods), "enter F1 1401 limbered S") == "P45.5"


# --- formations


@pytest.mark.rule("P45.5")
def test_rough_ground_asks_for_general_order() -> None:
    woods = ["w" * 30, *WIDE[1:]]
    table = scene([FOOT], rows=woods)
    assert entry_formations(table, FOOT.printed, 1401) == (Formation.GENERAL,)
    assert refused(table, "enter F1 1401 column S") == "P45.5"


@pytest.mark.rule("P45.6")
def test_on_a_road_units_come_in_column_square_or_road_march() -> None:
    table = scene([FOOT], roads=["1401 1402 1403"])
    wanted = (Formation.COLUMN, Formation.SQUARE, Formation.ROAD)
    assert entry_formations(table, FOOT.printed, 1401) == wanted
    assert refused(table, "enter F1 1401 line SSE") == "P45.6"
    assert enter(table, "enter F1 1401 road S").cost == 1
    assert refused(table, "enter F1 1401 road SE") == "P45.7"


@pytest.mark.rule("P45.6", "P16.74")
def test_a_regiment_does_not_come_in_road_march() -> None:
    whole = battalion("F1", "0101", size="regiment", increments=12, parts=("F2", "F3"))
    assert whole.printed.size is Size.REGIMENT
    table = scene([whole], roads=["1401 1402"])
    assert Formation.ROAD not in entry_formations(table, whole.printed, 1401)


@pytest.mark.rule("P45.6", "P16.73")
def test_a_column_on_the_road_comes_in_head_first_and_its_tail_follows_from_outside() -> None:
    big = battalion("F1", "0101", increments=11)
    entry = enter(scene([big], roads=["1401 1402 1403"]), "enter F1 1401 road S")
    assert entry.piece.hexes == (1401,)


@pytest.mark.rule("P45.7")
def test_on_clear_ground_any_formation_but_road_march_and_general_order() -> None:
    table = scene([FOOT, light("F2", "0101")])
    for printed, skirmish in ((FOOT.printed, False), (light("F2", "0101").printed, True)):
        found = entry_formations(table, printed, 1401)
        assert (Formation.SKIRMISH in found) == skirmish
        assert Formation.LINE in found
        assert Formation.ROAD not in found
        assert Formation.GENERAL not in found


@pytest.mark.rule("P45.7")
def test_a_unit_comes_in_facing_into_the_map() -> None:
    assert refused(scene([FOOT]), "enter F1 1401 column N") == "P45.7"


@pytest.mark.rule("P45.7", "P19.5")
def test_skirmishers_of_four_or_more_come_in_two_hexes_of_the_zone() -> None:
    table = scene([light("F1", "0101")])
    assert enter(table, "enter F1 1601 skirmish SSW").piece.hexes == hexes("1601 1501")
    assert refused(table, "enter F1 1401 skirmish SSW") == "P45.2"


@pytest.mark.rule("P45.7", "P16.23")
def test_a_unit_that_comes_in_line_has_the_points_of_a_line() -> None:
    hand = enter(scene([FOOT]), "enter F1 1401 line SSE").hand
    assert hand is not None
    assert hand.left == 2 * (6 - 2 - 1)


@pytest.mark.rule("P45.7", "P16.60")
def test_a_unit_that_comes_in_square_goes_no_further() -> None:
    hand = enter(scene([FOOT]), "enter F1 1401 square NE").hand
    assert hand is None or hand.left == 0


@pytest.mark.rule("P45.7")
def test_a_square_comes_in_facing_any_way_into_the_map() -> None:
    table = scene([FOOT])
    for facing in ("NE", "SE", "S", "SW", "NW"):
        assert enter(table, f"enter F1 1401 square {facing}").hand is not None
    assert refused(table, "enter F1 1401 square N") == "P45.7"


@pytest.mark.rule("P45.9")
def test_cavalry_comes_in_by_the_movement_segment_only_and_marches_on() -> None:
    hussars = regiment("F1", "0101")
    hand = enter(scene([hussars]), "enter F1 1401 column S").hand
    assert hand is not None
    assert hand.left == 2 * (14 - 1)


# --- blocked zones


@pytest.mark.rule("P45.2")
def test_hexes_held_by_the_enemy_or_in_his_zone_are_closed() -> None:
    table = scene([FOOT], battalion("P1", "1502", "N"))
    assert not any(at in (1401, 1501, 1601) for at in entry_hexes(table, table.setting.arrivals[0]))
    aside = scene([FOOT], battalion("P1", "1402", "NW"))
    assert 1601 in entry_hexes(aside, aside.setting.arrivals[0])


def blockers() -> list[Unit]:
    """A square in each hex of the zone: it has no zone of influence outside its hex."""
    return [battalion(f"P{at}", at, "N", "square") for at in ("1401", "1501", "1601")]


@pytest.mark.rule("P45.2")
def test_a_blocked_zone_opens_five_hexes_to_either_side_at_once() -> None:
    table = scene([FOOT], *blockers())
    beside = hexes("0901 1001 1101 1201 1301 1701 1801 1901 2001 2101")
    assert entry_hexes(table, table.setting.arrivals[0]) == beside


@pytest.mark.rule("P45.3")
def test_the_next_five_open_a_turn_later_if_the_first_are_blocked_too() -> None:
    wall = [battalion(f"P{n}", f"{n:02d}01", "N", "square") for n in range(9, 22)]
    table = scene([FOOT], *wall)
    group = table.setting.arrivals[0]
    assert entry_hexes(table, group) == ()
    note_blocked(table, "french")
    table.turn = 2
    further = hexes("0401 0501 0601 0701 0801 2201 2301 2401 2501 2601")
    assert entry_hexes(table, group) == further


@pytest.mark.rule("P45.3", "P45.11")
def test_who_held_back_by_choice_has_no_start_when_the_zone_is_blocked_later() -> None:
    wall = [battalion(f"P{n}", f"{n:02d}01", "N", "square") for n in range(9, 22)]
    table = scene([FOOT], *wall, turn=2)
    assert entry_hexes(table, table.setting.arrivals[0]) == ()


@pytest.mark.rule("P45.3", "P45.10")
def test_only_its_owner_is_told_that_a_group_found_its_zone_blocked() -> None:
    table = scene([FOOT], *blockers())
    note_blocked(table, "french")
    note_blocked(table, "french")
    (event,) = table.happened
    assert event.seen_by("french") == event
    assert event.seen_by("coalition") is None


@pytest.mark.rule("P45.4")
def test_no_hex_beside_the_zone_may_be_nearer_to_the_enemy_than_the_zone_is() -> None:
    # The zone lies in the zone of influence of P1, one hex off; P2 stands next to 1201.
    zone = [battalion("P1", "1502", "N"), battalion("P2", "1201", "E", "line")]
    table = scene([FOOT], *zone)
    found = entry_hexes(table, table.setting.arrivals[0])
    assert 1201 not in found
    assert 1101 in found, "as far from the enemy as the zone"


def test_bands_run_round_the_corner_of_the_map() -> None:
    table = field(["....", "....", "....", "...."])
    assert len(edge_hexes(table.setting.ground)) == 12
    assert band_hexes(table, (101,), 1) == tuple(
        at for at in sorted(edge_hexes(table.setting.ground)) if at not in (101, 404)
    )


# --- placed in a wood

FOREST = [*["w" * 12] * 4, *["." * 12] * 8]


def forest(*standing: Unit) -> Table:
    return scene(
        [FOOT, battalion("F2", "0101")],
        *standing,
        rows=FOREST,
        zone="0203 0303 0403",
        manner="forest_march",
    )


@pytest.mark.rule("P46.2")
def test_a_forest_march_places_a_battalion_in_general_order_and_ends_its_move() -> None:
    entry = enter(forest(), "enter F1 0303 general NE")
    assert (entry.cost, entry.hand) == (0, None)
    assert refused(forest(), "enter F1 0303 skirmish E") == "P46.2"


@pytest.mark.rule("P46.2")
def test_a_forest_march_needs_an_empty_hex_five_from_every_enemy() -> None:
    table = forest(battalion("F3", "0203", formation="general"), battalion("P1", "0807"))
    assert table.setting.ground.on_map(807)
    group = table.setting.arrivals[0]
    assert entry_hexes(table, group) == hexes("0303 0403")
    near = forest(battalion("P1", "0508"))
    assert 403 in entry_hexes(near, group)
    nearer = forest(battalion("P1", "0507"))
    assert 403 not in entry_hexes(nearer, group)


@pytest.mark.rule("P45.1")
def test_every_entry_listed_is_accepted_and_they_are_in_order() -> None:
    table = scene([light("F1", "0101")], roads=["1401 1402"])
    listed = list(entries(table, "F1", table.setting.arrivals[0]))
    assert listed == sorted(listed)
    assert len(listed) == len(set(listed)) > 10
    assert all(isinstance(may_enter(table, "french", order), Entry) for order in listed)
    elsewhere = msgspec.structs.replace(listed[0], at=1101)
    assert isinstance(may_enter(table, "french", elsewhere), Reason)
