"""Who may stand or pass where (rules 10, 16, 18, 19)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason
from grognard.systems.bataille.movement.stacking import fits, may_end, may_pass, share_in
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import Unit, battalion, battery, field, light, regiment

OPEN = ["." * 6] * 6
VILLAGE = ["......", "......", "..V...", "...w..", "......", "......"]


def crowd(rows: list[str], *units: Unit, **options: Any) -> Reason | None:
    """Does the hex 0303 hold them all?"""
    table = field(rows, *units, **options)
    return fits(table, 303, [unit.printed.id for unit in units])


def entering(table: Table, unit: str) -> Reason | None:
    """May the unit enter 0303 on its way?"""
    return may_pass(table, table[unit], 303)


def staying(table: Table, unit: str) -> Reason | None:
    """May the unit end in 0303?"""
    return may_end(table, msgspec.structs.replace(table[unit], hexes=(303,)))


@pytest.mark.rule("P10.1", "P16.10", "P16.18")
@pytest.mark.parametrize("formation", ["column", "line"])
def test_a_clear_hex_holds_eighteen_increments_of_infantry(formation: str) -> None:
    facing = "SE" if formation == "column" else "E"
    three = [battalion(f"F{n}", "0303", facing, formation) for n in range(1, 4)]
    assert crowd(OPEN, *three) is None
    assert crowd(OPEN, *three, battalion("F4", "0303", facing, formation, increments=1))


@pytest.mark.rule("P16.10", "PR-21")
def test_one_regiment_of_any_size_may_stand_in_a_clear_hex() -> None:
    assert crowd(OPEN, battalion("F1", "0303", size="regiment", increments=24)) is None


@pytest.mark.rule("P16.99", "P10.1")
def test_cavalry_stacks_to_eighteen_increments_in_three_regiments() -> None:
    three = [regiment(f"F{n}", "0303", increments=6) for n in range(1, 4)]
    assert crowd(OPEN, *three) is None
    four = [regiment(f"F{n}", "0303", increments=4) for n in range(1, 5)]
    assert crowd(OPEN, *four)


@pytest.mark.rule("P10.1")
def test_twelve_increments_of_infantry_may_stand_with_one_battery() -> None:
    two = [battalion(f"F{n}", "0303") for n in (1, 2)]
    assert crowd(OPEN, *two, battery("F3", "0303")) is None
    assert crowd(OPEN, *two, battery("F3", "0303"), battery("F4", "0303"))
    assert crowd(OPEN, *two, battalion("F5", "0303", increments=1), battery("F3", "0303"))


@pytest.mark.rule("P16.11", "P16.70", "PR-173")
def test_a_village_holds_one_battalion_of_any_size_or_six_increments() -> None:
    assert crowd(VILLAGE, battalion("F1", "0303", "SE", "general", increments=9)) is None
    two = [battalion(f"F{n}", "0303", "SE", "general", increments=3) for n in (1, 2)]
    assert crowd(VILLAGE, *two) is None
    three = [*two, battalion("F3", "0303", "SE", "general", increments=1)]
    assert crowd(VILLAGE, *three)
    assert crowd(VILLAGE, battalion("F1", "0303", "SE", "general", size="regiment", increments=14))


@pytest.mark.rule("P16.72", "PR-157")
def test_a_road_hex_holds_four_increments_in_road_march() -> None:
    table = field(
        OPEN,
        battalion("F1", ["0303", "0304", "0305"], "N", "road", increments=11),
        roads=["0301 0302 0303 0304 0305 0306"],
    )
    assert [share_in(table, table["F1"], at) for at in (303, 304, 305)] == [4, 4, 3]
    assert fits(table, 303, ["F1"]) is None
    joined = field(
        OPEN, battalion("F1", "0303", "N", "road", increments=4), battalion("F2", "0303")
    )
    assert fits(joined, 303, ["F1", "F2"])


@pytest.mark.rule("P19.12", "PR-139")
def test_a_large_battalion_may_exceed_the_limit_of_its_own_skirmish_line() -> None:
    table = field(OPEN, light("F1", ["0303", "0304"], "E", "skirmish", increments=8))
    assert fits(table, 303, ["F1"]) is None
    two = [light(f"F{n}", "0303", "E", "skirmish", increments=2) for n in (1, 2)]
    assert fits(field(OPEN, *two), 303, ["F1", "F2"])


@pytest.mark.rule("P16.1", "PR-150")
def test_infantry_in_line_may_not_pass_through_infantry_in_column() -> None:
    table = field(OPEN, battalion("F1", "0303"), battalion("F2", "0302", "E", "line"))
    reason = entering(table, "F2")
    assert reason is not None
    assert reason.clause == "P16.1"
    free = field(
        OPEN,
        battalion("F1", "0303"),
        battalion("F2", "0302", "E", "line"),
        options={"interpenetration": "free"},
    )
    assert entering(free, "F2") is None
    assert staying(free, "F2") is not None


@pytest.mark.rule("P16.2", "P10.5", "PR-19")
@pytest.mark.parametrize("formation", ["column", "line", "general"])
def test_cavalry_may_not_ride_through_formed_infantry(formation: str) -> None:
    foot = battalion("F1", "0303", "E" if formation == "line" else "SE", formation)
    table = field(OPEN, foot, regiment("F2", "0302"))
    reason = entering(table, "F2")
    assert reason is not None
    assert reason.clause == "P16.2"
    checked = field(OPEN, foot, regiment("F2", "0302"), options={"cavalry_passage": "check"})
    assert entering(checked, "F2") is None


@pytest.mark.rule("P16.2", "P18.10", "P10.6", "P19.32")
@pytest.mark.parametrize(
    "friend",
    [
        battalion("F1", "0303", "SE", "square"),
        light("F1", "0303", "E", "skirmish", increments=3),
        battery("F1", "0303", "SE", "limbered"),
        regiment("F1", "0303"),
    ],
    ids=["square", "skirmishers", "limbered guns", "cavalry"],
)
def test_cavalry_passes_squares_skirmishers_limbered_guns_and_cavalry_freely(friend: Unit) -> None:
    table = field(OPEN, friend, regiment("F2", "0302", increments=14))
    assert entering(table, "F2") is None


@pytest.mark.rule("P16.2", "P18.9")
def test_cavalry_may_not_ride_through_unlimbered_guns() -> None:
    table = field(OPEN, battery("F1", "0303"), regiment("F2", "0302"))
    assert entering(table, "F2") is not None


@pytest.mark.rule("P16.3", "P18.9")
def test_cavalry_never_rests_with_infantry() -> None:
    table = field(OPEN, light("F1", "0303", "E", "skirmish", increments=3), regiment("F2", "0302"))
    reason = staying(table, "F2")
    assert reason is not None
    assert reason.clause == "P16.3"


@pytest.mark.rule("P10.9", "PR-20")
@pytest.mark.parametrize("horse", [True, False])
def test_guns_of_any_kind_may_pass_cavalry_but_not_rest_with_it(horse: bool) -> None:
    table = field(
        OPEN, regiment("F1", "0303"), battery("F2", "0302", "SE", "limbered", horse=horse)
    )
    assert entering(table, "F2") is None
    reason = staying(table, "F2")
    assert reason is not None
    assert reason.clause == "P10.9"


@pytest.mark.rule("P10.7", "P10.8", "PR-19")
def test_infantry_may_pass_through_cavalry_unless_the_table_bars_it_and_not_stop_there() -> None:
    units = (regiment("F1", "0303"), battalion("F2", "0302", "S"))
    assert entering(field(OPEN, *units), "F2") is None
    assert staying(field(OPEN, *units), "F2") is not None
    barred = field(OPEN, *units, options={"infantry_through_cavalry": "barred"})
    assert entering(barred, "F2") is not None


@pytest.mark.rule("P18.12", "PR-149")
def test_limits_hold_on_the_way_too_unless_the_table_says_otherwise() -> None:
    units = [battalion(f"F{n}", "0303") for n in range(1, 4)]
    mover = battalion("F9", "0302", "S")
    assert entering(field(OPEN, *units, mover), "F9") is not None
    loose = field(OPEN, *units, mover, options={"stacking_in_transit": "off"})
    assert entering(loose, "F9") is None
    assert staying(loose, "F9") is not None


@pytest.mark.rule("P19.32", "P19.34")
def test_skirmishers_pass_through_anyone_and_may_wrongly_stay() -> None:
    table = field(
        OPEN,
        battalion("F1", "0303", "E", "line"),
        light("F2", "0302", "E", "skirmish", increments=3),
    )
    assert entering(table, "F2") is None
    assert staying(table, "F2") is None


@pytest.mark.rule("P16.1")
def test_two_formations_may_not_rest_in_one_hex() -> None:
    table = field(OPEN, battalion("F1", "0303", "E", "line"), battalion("F2", "0302", "S"))
    assert staying(table, "F2") is not None
    guns = field(
        OPEN, battalion("F1", "0303", "E", "line"), battery("F2", "0302", "SE", "limbered")
    )
    assert staying(guns, "F2") is None


def test_the_two_names_of_the_loose_formation_agree() -> None:
    table = field(
        VILLAGE,
        battalion("F1", "0303", "SE", "general", increments=3),
        battalion("F2", "0302", increments=3),
    )
    assert may_pass(table, table["F2"], 303) is None
    assert table["F1"].formation is Formation.GENERAL
