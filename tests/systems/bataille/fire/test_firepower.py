from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.fire.firepower import (
    FireShare,
    battery_fire,
    fire_share,
    musketry,
    total,
    volley,
)
from grognard.systems.bataille.setting import Weather
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from tests.systems.premier.kit import battalion, battery, field, light, regiment

OPEN = ["............"] * 12


def share(table: Table, unit: str, at: str, target: str) -> FireShare:
    return fire_share(table, Firer(unit, parse_hex(at)), parse_hex(target))


def strength(table: Table, target: str, *firers: str) -> Fraction:
    """The sum of an attack; firers as in "F1@0505"."""
    parsed = [Firer(unit, parse_hex(at)) for unit, _, at in (f.partition("@") for f in firers)]
    return total(volley(table, parse_hex(target), parsed))


@pytest.mark.rule("P24.2", "P16.12", "P16.66", "PR-62")
@pytest.mark.parametrize("formation", ["column", "general"])
def test_column_and_general_order_fire_their_printed_value(formation: str) -> None:
    table = field(OPEN, battalion("F1", "0505", "S", formation, fire=Fraction(6), lost=3))
    assert share(table, "F1", "0505", "0506").value == 6


@pytest.mark.rule("P12.2", "PR-148")
@pytest.mark.parametrize(("lost", "value"), [(0, 6), (4, 6), (5, 3)])
def test_printed_fire_is_whole_until_one_increment_is_left_and_then_half(
    lost: int, value: int
) -> None:
    table = field(OPEN, battalion("F1", "0505", "S", lost=lost, increments=6))
    assert share(table, "F1", "0505", "0506").value == value


@pytest.mark.rule("PR-148")
def test_a_unit_printed_with_one_increment_fires_at_half_from_the_start() -> None:
    table = field(OPEN, battalion("F1", "0505", "S", increments=1))
    assert share(table, "F1", "0505", "0506").value == Fraction(6, 2)


@pytest.mark.rule("P30.2", "PR-167")
def test_disordered_infantry_fires_half_its_printed_value() -> None:
    table = field(OPEN, battalion("F1", "0505", "S", order="disorder"))
    assert share(table, "F1", "0505", "0506").value == Fraction(6, 2)


@pytest.mark.rule("P24.3", "P25.6", "PR-178")
def test_a_legere_of_ten_in_two_hexes_fires_eight_times_three() -> None:
    table = field(
        OPEN,
        battalion("F1", ("0505", "0605"), "NNE", "line", increments=10, line_multiple=Fraction(3)),
    )
    assert strength(table, "0604", "F1@0505", "F1@0605") == 8 * 3
    assert musketry(5, 4, Fraction(3)) == 4 * 3


@pytest.mark.rule("P13.9", "P16.27")
def test_of_a_line_in_one_hex_only_four_increments_fire() -> None:
    table = field(OPEN, battalion("F1", "0505", "NNE", "line", increments=9))
    assert share(table, "F1", "0505", "0504").value == 4 * 2


@pytest.mark.rule("P16.27")
def test_of_a_stack_of_lines_the_top_four_increments_fire() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "NNE", "line", increments=3),
        battalion("F2", "0505", "NNE", "line", increments=6, line_multiple=Fraction(3)),
    )
    assert share(table, "F1", "0505", "0504").value == 3 * 2
    assert share(table, "F2", "0505", "0504").value == 1 * 3


@pytest.mark.rule("P19.11", "P19.12", "P19.15", "P24.4")
def test_three_increments_of_skirmishers_fire_from_each_hex() -> None:
    table = field(OPEN, light("F1", ("0505", "0605"), "NNE", "skirmish", increments=7))
    assert share(table, "F1", "0505", "0504").value == 3 * 2
    assert share(table, "F1", "0605", "0604").value == 3 * 2


@pytest.mark.rule("P19.2", "P19.13")
def test_skirmish_fire_at_two_hexes_is_halved() -> None:
    table = field(OPEN, light("F1", "0505", "NNE", "skirmish", increments=3))
    assert share(table, "F1", "0505", "0503").value == Fraction(3 * 2, 2)


@pytest.mark.rule("P19.16")
@pytest.mark.parametrize(("target", "value"), [("0504", 12), ("0503", 12), ("0502", 6)])
def test_riflemen_are_halved_only_at_three_hexes(target: str, value: int) -> None:
    jaeger = light(
        "P1", "0505", "NNE", "skirmish", increments=3, skirmish_multiple=Fraction(4),
        skirmish_range=3,
    )  # fmt: skip
    assert share(field(OPEN, jaeger), "P1", "0505", target).value == value


@pytest.mark.rule("P16.48", "P16.49")
def test_a_square_fires_a_third_of_its_increments_into_each_hex() -> None:
    table = field(OPEN, battalion("F1", "0505", "N", "square", increments=9))
    for target in ("0504", "0605", "0405"):
        assert share(table, "F1", "0505", target).value == Fraction(9, 3) * 2


@pytest.mark.rule("P16.50")
def test_a_square_fires_all_its_increments_at_horse_in_its_hex() -> None:
    table = field(
        OPEN, battalion("F1", "0505", "N", "square", increments=9), regiment("P1", "0505")
    )
    assert share(table, "F1", "0505", "0505").value == 9 * 2


@pytest.mark.rule("P25.7", "P16.52", "PR-38")
@pytest.mark.parametrize(
    ("target", "infantry", "guns"), [("0504", Fraction(12, 3) * 2, Fraction(14, 3)), ("0505", 24, 28)]
)  # fmt: skip
def test_with_a_battery_at_most_twelve_increments_of_a_square_fire(
    target: str, infantry: Fraction, guns: Fraction
) -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", "square", increments=15),
        battery("F2", "0505", "N"),
        regiment("P1", "0505"),
    )
    assert strength(table, target, "F1@0505", "F2@0505") == infantry + guns
    alone = Fraction(15, 3) * 2 if target == "0504" else 15 * 2
    assert strength(table, target, "F1@0505") == alone


@pytest.mark.rule("PR-38")
def test_the_cap_of_a_square_with_guns_is_an_option() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", "square", increments=15),
        battery("F2", "0505", "N"),
        options={"carre_gun_cap": "9"},
    )
    assert strength(table, "0504", "F1@0505", "F2@0505") == Fraction(9, 3) * 2 + Fraction(14, 3)


@pytest.mark.rule("P16.51")
def test_guns_in_a_square_fire_double_at_horse_inside_it() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", "square"),
        battery("F2", "0505", "N"),
        regiment("P1", "0505"),
    )
    assert share(table, "F2", "0505", "0505").value == 14 * 2


@pytest.mark.rule("P26.1", "P26.2", "P26.3")
@pytest.mark.parametrize(("range_", "value"), [(1, 14), (2, 14), (3, 7), (5, 7), (6, 4), (8, 4)])
def test_guns_fire_by_range_short_to_two_medium_to_five_long_beyond(
    range_: int, value: int
) -> None:
    table = field(OPEN, battery("F1", "0510", "N", fire=(14, 7, 4)))
    assert share(table, "F1", "0510", f"05{10 - range_:02d}").value == value


@pytest.mark.rule("P12.4")
def test_a_battery_loses_fire_in_proportion_to_its_guns() -> None:
    table = field(OPEN, battery("F1", "0505", "N", increments=3, lost=1, fire=(20, 10, 5)))
    assert share(table, "F1", "0505", "0503").value == Fraction(20 * 2, 3)
    guns = table.printed("F1").battery
    assert guns is not None
    assert battery_fire(cards(), guns, 4, 2, 3) == Fraction(10 * 2, 3)


@pytest.mark.rule("P30.18")
@pytest.mark.parametrize(("fire", "value"), [(14, 7), (1, 1)])
def test_disordered_guns_fire_half_but_never_less_than_one(fire: int, value: int) -> None:
    table = field(OPEN, battery("F1", "0505", "N", order="disorder", fire=(fire, 1, 1)))
    assert share(table, "F1", "0505", "0504").value == value


@pytest.mark.rule("P12.6", "PR-148", "P20.11")
@pytest.mark.parametrize(("lost", "value"), [(5, 3), (6, Fraction(3, 2)), (7, Fraction(3, 2))])
def test_mounted_skirmishers_fire_whole_until_three_quarters_are_lost(
    lost: int, value: Fraction
) -> None:
    hussars = regiment(
        "F1", ("0505", "0605"), "NNE", "skirmish", lost=lost, skirmish_fire=Fraction(3)
    )
    assert share(field(OPEN, hussars), "F1", "0505", "0504").value == value


RAIN = {"rain": Weather(Fraction(1, 2), Fraction(1, 2), False)}


@pytest.mark.rule("P46.2")
def test_rain_halves_infantry_and_mounted_fire_but_not_the_guns() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "NNE", "line"),
        regiment("F2", ("0805", "0904"), "NNE", "skirmish", skirmish_fire=Fraction(3)),
        battery("F3", "0509", "N"),
        weather="rain",
        weathers=RAIN,
    )
    assert share(table, "F1", "0505", "0504").value == Fraction(4 * 2, 2)
    assert share(table, "F2", "0805", "0804").value == Fraction(3, 2)
    assert share(table, "F3", "0509", "0508").value == 14


@pytest.mark.rule("P12.8", "PR-05")
def test_fractions_are_kept_unless_the_table_drops_them() -> None:
    units = (battalion("F1", "0505", "N", "square", increments=4), battery("F2", "0505", "N"))
    kept = field(OPEN, *units)
    assert strength(kept, "0504", "F1@0505", "F2@0505") == Fraction(4, 3) * 2 + Fraction(14, 3)
    dropped = field(OPEN, *units, options={"fractions": "drop"})
    assert strength(dropped, "0504", "F1@0505", "F2@0505") == 2 + 4


@pytest.mark.rule("P16.28", "P25.5", "P25.6", "P21.4")
def test_a_line_over_two_hexes_and_the_battery_in_it_add_up() -> None:
    table = field(
        OPEN,
        battalion("F1", ("0505", "0605"), "NNE", "line", increments=8),
        battery("F2", "0505", "N"),
    )
    assert strength(table, "0604", "F1@0505", "F1@0605", "F2@0505") == 4 * 2 + 4 * 2 + 14


def test_a_share_explains_itself() -> None:
    table = field(OPEN, battalion("F1", "0505", "S", order="disorder", lost=5))
    told = str(share(table, "F1", "0505", "0506"))
    assert "printed value (PR-62)" in told
    assert "one increment left (P12.2)" in told
    assert "disordered (P30.2)" in told
