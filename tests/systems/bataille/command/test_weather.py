"""Weather and light: the calendar, the die, and what they change (charts 31 and 32)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.mechanics.hexes import SIDES
from grognard.systems.bataille.command.weather import (
    NIGHT_AND_DUSK,
    WeatherRoll,
    artillery_fire,
    by_clock,
    effects,
    gun_reach,
    infantry_fire,
    is_due,
    light,
    light_word,
    movement,
    sky,
    stream_points,
    word,
)
from grognard.systems.bataille.events.command import WeatherTurned
from grognard.systems.bataille.fire.sight import line_of_sight
from grognard.systems.bataille.movement import pace
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.setting import TurnInfo, Weather
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from tests.systems.premier.kit import battalion, battery, begin, events, field, play, regiment

OPEN = ["." * 12] * 8
UNITS = (
    battalion("F1", "0202"),
    regiment("F2", "0303"),
    battery("F3", "0404"),
    battery("F4", "0505", movement=12, horse=True),
)


def under(weather: str, time: str = "13:00", **facts: Any) -> Table:
    table = field(OPEN, *UNITS, weather=weather, **facts)
    turns = (TurnInfo(1, time, weather), TurnInfo(2, "13:20", weather))
    table.setting = msgspec.structs.replace(table.setting, turns=turns)
    return table


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(
    ("weather", "foot", "houses", "guns", "far", "sight"),
    [
        ("clear", 1, 1, 1, True, 99),
        ("fog", 1, 1, 1, True, 2),
        ("light_rain", Fraction(1, 2), Fraction(1, 2), 1, False, 10),
        ("heavy_rain", 0, Fraction(1, 2), Fraction(1, 2), False, 5),
    ],
)
def test_weather_of_the_general_card_changes_fire_and_sight(
    weather: str, foot: Fraction, houses: Fraction, guns: Fraction, far: bool, sight: int
) -> None:
    table = under(weather)
    assert infantry_fire(table, in_building=False) == foot
    assert infantry_fire(table, in_building=True) == houses
    assert artillery_fire(table) == guns
    assert (effects(table).long_range, effects(table).sight) == (far, sight)
    assert gun_reach(table, 8) == (8 if far else 5)


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(
    ("weather", "costs"),
    [
        ("clear", (0, 0, 0, 0)),
        ("fog", (0, -4, 0, -4)),
        ("heavy_rain", (-1, -2, -1, -2)),
        ("dusk", (0, -4, 0, -2)),
        ("night", (0, -6, 0, -3)),
    ],
)
def test_weather_and_dark_shorten_the_march(weather: str, costs: tuple[int, ...]) -> None:
    table = under(weather)
    found = tuple(movement(table, table.printed(f"F{n}")) for n in (1, 2, 3, 4))
    assert found == costs
    for number, cost in enumerate(costs, 1):
        printed, piece = table.printed(f"F{number}"), table[f"F{number}"]
        assert pace.points(table, printed, piece) == printed.movement + cost


@pytest.mark.rule("P46.2")
def test_a_battle_with_weather_of_its_own_uses_its_own_figures_and_no_card() -> None:
    soaked = Weather(Fraction(1, 3), Fraction(1, 3), False)
    table = under("soaked", weathers={"soaked": soaked})
    assert sky(table) is None
    assert effects(table) == soaked
    assert infantry_fire(table, in_building=True) == Fraction(1, 3)
    assert artillery_fire(table) == 1
    assert movement(table, table.printed("F2")) == 0


@pytest.mark.rule("P46.2")
def test_weather_of_a_battle_may_touch_guns_houses_marches_and_streams() -> None:
    mire = Weather(
        infantry_fire=Fraction(1, 4), building_fire=Fraction(1, 2), artillery_fire=Fraction(3, 4),
        foot_movement=-1, horse_movement=-2, stream=1,
    )  # fmt: skip
    table = under("mire", weathers={"mire": mire})
    assert infantry_fire(table, "french", in_building=False) == Fraction(1, 4)
    assert infantry_fire(table, "french", in_building=True) == Fraction(1, 2)
    assert artillery_fire(table, "french") == Fraction(3, 4)
    assert [movement(table, table.printed(f"F{n}")) for n in (1, 2, 3, 4)] == [-1, -2, -1, -2]
    assert stream_points(table) == 1


@pytest.mark.rule("P46.2")
def test_dust_in_the_face_is_felt_by_one_side_only() -> None:
    dust = Weather(artillery_fire=Fraction(1, 2), sight=3, horse_movement=-2, only="french")
    table = under("dust", weathers={"dust": dust})
    assert effects(table, "french") == dust
    assert effects(table, "coalition") == Weather()
    for side, seen, guns in (("french", False, Fraction(1, 2)), ("coalition", True, Fraction(1))):
        assert line_of_sight(table, 202, 206, side).clear is seen
        assert artillery_fire(table, side) == guns


@pytest.mark.rule("P46.1")
def test_swollen_streams_cost_more() -> None:
    assert (stream_points(under("heavy_rain")), stream_points(under("clear"))) == (1, 0)
    brook = {("0202", "S"): "stream"}
    for weather, cost in (("heavy_rain", 2), ("clear", 0)):
        table = under(weather, hexsides=brook)
        column = next(iter(table.pieces.values()))
        assert pace.swollen(table, column, 202, SIDES.index("S")) == cost
        assert pace.swollen(table, column, 202, SIDES.index("N")) == 0


@pytest.mark.rule("P46.1", "PR-186")
def test_a_swollen_stream_is_no_dearer_for_who_goes_over_its_bridge() -> None:
    table = under("heavy_rain", hexsides={("0202", "S"): "wooden_bridge"})
    some = next(iter(table.pieces.values()))
    for formation, cost in ((Formation.COLUMN, 0), (Formation.LINE, 2)):
        piece = msgspec.structs.replace(some, formation=formation)
        assert pace.swollen(table, piece, 202, SIDES.index("S")) == cost


# --- light


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(
    ("time", "wanted"),
    [
        ("04:40", "night"),
        ("05:00", "dusk"),
        ("05:40", "dusk"),
        ("06:00", "day"),
        ("18:40", "day"),
        ("19:00", "dusk"),
        ("19:40", "dusk"),
        ("20:00", "night"),
        ("23:40", "night"),
    ],
)
def test_the_light_follows_the_clock_where_the_battle_uses_that_card(
    time: str, wanted: str
) -> None:
    assert by_clock(cards(), time) == wanted
    assert light_word(under("dry", time, special=[NIGHT_AND_DUSK])) == wanted
    assert light_word(under("dry", time)) == "day"


@pytest.mark.rule("P46.1")
def test_at_dusk_guns_lose_long_range_and_at_night_all_but_the_next_hex() -> None:
    assert [gun_reach(under(word), 8) for word in ("dry", "dusk", "night")] == [8, 5, 1]
    assert [effects(under(word)).sight for word in ("dry", "dusk", "night")] == [99, 5, 2]


@pytest.mark.rule("P46.1")
def test_rain_at_dusk_has_the_worse_of_both() -> None:
    table = under("light_rain", "19:20", special=[NIGHT_AND_DUSK])
    assert (effects(table).sight, effects(table).infantry_fire) == (5, Fraction(1, 2))
    assert light(table).cavalry_melee == Fraction(1, 2)


# --- the die


@pytest.mark.rule("P46.1")
@pytest.mark.parametrize(
    ("before", "die", "after"),
    [
        ("clear", 4, "clear"),
        ("clear", 5, "light_rain"),
        ("clear", 6, "light_rain"),
        ("light_rain", 4, "clear"),
        ("light_rain", 5, "light_rain"),
        ("light_rain", 6, "heavy_rain"),
        ("heavy_rain", 6, "heavy_rain"),
    ],
)
def test_the_weather_of_an_hour_depends_on_the_hour_before(
    before: str, die: int, after: str
) -> None:
    table = under("variable")
    table.record(WeatherTurned(before, 1))
    state = play(begin(table, WeatherRoll()), die)
    assert word(state.table) == after
    assert events(state, WeatherTurned) == [WeatherTurned(after, die)]


@pytest.mark.rule("P46.1")
def test_variable_weather_is_clear_until_rolled_and_rolled_on_the_hour() -> None:
    table = under("variable", "13:20")
    assert (word(table), is_due(table)) == ("clear", True)
    table.record(WeatherTurned("light_rain", 5))
    assert not is_due(table)
    hour = under("variable", "14:00")
    hour.record(WeatherTurned("light_rain", 5))
    assert is_due(hour)
    assert not is_due(under("light_rain", "14:00")), "fixed weather is never rolled"


@pytest.mark.rule("P46.1")
def test_both_sides_know_the_weather() -> None:
    table = under("variable")
    table.record(WeatherTurned("heavy_rain", 6))
    assert table.secrets["french"] == table.secrets["coalition"] == {"weather": "heavy_rain"}
