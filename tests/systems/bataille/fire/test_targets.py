from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from grognard.systems.bataille.actions import Finish, Firer, Pick, Shoot, parse
from grognard.systems.bataille.fire.firing import reach, silence
from grognard.systems.bataille.fire.targets import (
    DEFENSIVE,
    OFFENSIVE,
    OPPORTUNITY,
    FieldOfFire,
    FireOptions,
    Shot,
)
from grognard.systems.bataille.marks import SHELTER
from grognard.systems.bataille.setting import Weather
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import battalion, battery, field, light, regiment
from tests.systems.premier.shooting import OPEN, clauses, listed, options

# --- who can fire at all


@pytest.mark.rule("P24.2", "P16.12")
@pytest.mark.parametrize("formation", ["column", "general"])
def test_of_a_stack_in_column_only_the_top_unit_fires(formation: str) -> None:
    table = field(
        OPEN, battalion("F1", "0505", "S", formation), battalion("F2", "0505", "S", formation)
    )
    assert silence(table, "F1", 505) is None
    reason = silence(table, "F2", 505)
    assert reason is not None
    assert reason.clause == "P24.2"


@pytest.mark.rule("P25.8")
def test_with_guns_and_infantry_in_column_only_the_top_unit_fires() -> None:
    foot, guns = battalion("F1", "0505", "S"), battery("F2", "0505", "S")
    below = silence(field(OPEN, foot, guns), "F2", 505)
    assert below is not None
    assert below.clause == "P25.8"
    on_top = silence(field(OPEN, guns, foot), "F1", 505)
    assert on_top is not None
    assert on_top.clause == "P25.8"
    assert silence(field(OPEN, guns, foot), "F2", 505) is None


@pytest.mark.rule("P16.28", "P25.5")
def test_one_battery_fires_with_a_line() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "SSE", "line"),
        battery("F2", "0505", "S"),
        battery("F3", "0505", "S"),
    )
    assert silence(table, "F1", 505) is None
    assert silence(table, "F2", 505) is None
    second = silence(table, "F3", 505)
    assert second is not None
    assert second.clause == "P16.28"


@pytest.mark.rule("P16.52")
def test_one_battery_fires_from_a_square() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S", "square"),
        battery("F2", "0505", "S"),
        battery("F3", "0505", "S"),
    )
    second = silence(table, "F3", 505)
    assert second is not None
    assert second.clause == "P16.52"


@pytest.mark.rule("P25.1", "P25.3")
def test_in_the_clear_and_on_slopes_every_battery_of_the_hex_fires() -> None:
    guns = (battery("F1", "0505", "S"), battery("F2", "0505", "S"), battery("F3", "0505", "S"))
    hill = ["1" * 12] * 5 + ["0" * 12] * 7
    for table in (field(OPEN, *guns), field(OPEN, *guns, levels=hill)):
        assert all(silence(table, unit, 505) is None for unit in ("F1", "F2", "F3"))


@pytest.mark.rule("P25.2")
def test_elsewhere_only_the_top_battery_fires() -> None:
    village = list(OPEN)
    village[4] = "....V......."
    table = field(village, battery("F1", "0505", "S"), battery("F2", "0505", "S"))
    assert silence(table, "F1", 505) is None
    second = silence(table, "F2", 505)
    assert second is not None
    assert second.clause == "P25.2"


@pytest.mark.rule("P16.79")
def test_only_unlimbered_guns_fire() -> None:
    table = field(OPEN, battery("F1", "0505", "S", "limbered"))
    reason = silence(table, "F1", 505)
    assert reason is not None
    assert reason.clause == "P16.79"


@pytest.mark.rule("P16.76")
def test_in_road_march_a_unit_has_no_fire() -> None:
    table = field(OPEN, battalion("F1", ("0505", "0504"), "S", "road"), roads=["0504 0505 0506"])
    reason = silence(table, "F1", 505)
    assert reason is not None
    assert reason.clause == "P16.76"


@pytest.mark.rule("P30.6")
def test_routed_units_do_not_fire_and_disordered_ones_do() -> None:
    routed = silence(field(OPEN, battalion("F1", "0505", "S", order="rout")), "F1", 505)
    assert routed is not None
    assert routed.clause == "P30.6"
    assert silence(field(OPEN, battalion("F1", "0505", "S", order="disorder")), "F1", 505) is None


@pytest.mark.rule("P21.8", "P20.11")
def test_horse_fires_only_as_mounted_skirmishers() -> None:
    fire = Fraction(3)
    column = field(OPEN, regiment("F1", "0505", "S", skirmish_fire=fire))
    assert silence(column, "F1", 505) is not None
    pair = regiment("F1", ("0505", "0404"), "SSW", "skirmish", skirmish_fire=fire)
    assert silence(field(OPEN, pair), "F1", 505) is None
    without = regiment("F1", ("0505", "0404"), "SSW", "skirmish")
    assert silence(field(OPEN, without), "F1", 505) is not None


@pytest.mark.rule("P16.27")
def test_a_line_below_the_top_four_increments_is_silent() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "SSE", "line", increments=4),
        battalion("F2", "0505", "SSE", "line", increments=4),
    )
    reason = silence(table, "F2", 505)
    assert reason is not None
    assert reason.clause == "P16.27"


@pytest.mark.rule("PR-144")
def test_sheltering_skirmishers_do_not_fire() -> None:
    table = field(OPEN, light("F1", "0505", "S", marks=(SHELTER,)))
    reason = silence(table, "F1", 505)
    assert reason is not None
    assert reason.clause == "P19.21"


# --- range


@pytest.mark.rule("P21.9", "P24.1", "P19.2", "P19.14", "P19.16", "P27.2", "P28.4")
def test_only_skirmishers_and_guns_reach_beyond_the_next_hex_and_only_offensively() -> None:
    table = field(
        OPEN,
        battalion("F1", "0101", "S"),
        light("F2", "0303", "SSE", "skirmish", increments=3),
        light("F3", "0505", "SSE", "skirmish", increments=3, skirmish_range=3),
        battery("F4", "0707", "S", reach=8),
        light("F5", "0909", "S"),
    )
    units = ("F1", "F2", "F3", "F4", "F5")
    assert [reach(table, unit, OFFENSIVE) for unit in units] == [1, 2, 3, 8, 1]
    for kind in (DEFENSIVE, OPPORTUNITY):
        assert [reach(table, unit, kind) for unit in units] == [1] * 5


@pytest.mark.rule("P46.2", "P26.3")
def test_rain_forbids_long_range() -> None:
    guns = battery("F1", "0501", "S")
    rain = {"rain": Weather(long_range=False)}
    dry = field(OPEN, guns, battalion("P1", "0507"))
    wet = field(OPEN, guns, battalion("P1", "0507"), weather="rain", weathers=rain)
    assert "fire 0507 F1@0501" in listed(options(dry))
    assert listed(options(wet)) == ["done"]
    near = field(OPEN, guns, battalion("P1", "0506"), weather="rain", weathers=rain)
    assert "fire 0506 F1@0501" in listed(options(near))


# --- targets


@pytest.mark.rule("P21.1")
def test_fire_is_directed_at_a_hex_that_holds_an_enemy() -> None:
    table = field(OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506", "N"))
    offered = options(table)
    assert listed(offered) == ["done", "fire 0506 F1@0505"]
    assert clauses(offered, "fire 0605 F1@0505") == {"P21.1"}


@pytest.mark.rule("P21.2")
def test_a_hex_is_fired_at_once_in_a_segment() -> None:
    table = field(
        OPEN, battalion("F1", "0505", "S"), battalion("F2", "0605", "SW"), battalion("P1", "0506")
    )
    offered = options(table, shots=["fire 0506 F1@0505"])
    assert listed(offered) == ["done"]
    assert "P21.2" in clauses(offered, "fire 0506 F2@0605")


@pytest.mark.rule("P27.3")
def test_a_unit_fires_once_in_a_segment() -> None:
    table = field(
        OPEN, battalion("F1", "0505", "S"), battalion("P1", "0506"), battalion("P2", "0605")
    )
    offered = options(table, DEFENSIVE, shots=["fire 0506 F1@0505"])
    assert clauses(offered, "fire 0605 F1@0505") == {"P27.3"}


@pytest.mark.rule("PR-178")
def test_the_hexes_of_a_line_fire_once_each_at_one_target_or_two() -> None:
    table = field(
        OPEN,
        battalion("F1", ("0605", "0505"), "SSW", "line"),
        battalion("P1", "0506"),
        battalion("P2", "0606"),
    )
    offered = options(table)
    assert "fire 0506 F1@0505 F1@0605" in listed(offered)
    assert parse("fire 0606 F1@0605") in offered
    second = options(table, shots=["fire 0506 F1@0505"])
    assert listed(second) == ["done", "fire 0606 F1@0605"]


@pytest.mark.rule("P27.1", "P27.2", "P27.4", "P14.7")
def test_defensive_fire_is_for_enemies_adjacent_to_the_front_moved_or_not() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S"),
        battery("F2", "0801", "S"),
        battalion("P1", "0506"),
        battalion("P2", "0504"),
        battalion("P3", "0805"),
    )
    offered = options(table, DEFENSIVE)
    assert listed(offered) == ["done", "fire 0506 F1@0505"]
    assert clauses(offered, "fire 0504 F1@0505") == {"P23.2"}
    assert clauses(offered, "fire 0805 F2@0801") == {"P27.2"}


@pytest.mark.rule("P21.8", "P23.1")
def test_offensive_fire_needs_range_and_sight() -> None:
    woods = list(OPEN)
    woods[5] = "....w......."
    guns, enemy = battery("F1", "0505", "S"), battalion("P1", "0508")
    assert options(field(OPEN, guns, enemy)).firers == {508: (Firer("F1", 505),)}
    blocked = options(field(woods, guns, enemy))
    assert listed(blocked) == ["done"]
    assert clauses(blocked, "fire 0508 F1@0505") == {"P23.6"}


@pytest.mark.rule("P21.4", "PR-57")
def test_infantry_of_several_hexes_combines_on_one_target() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S"),
        battalion("F2", "0605", "SW"),
        battalion("F3", "0405", "SE"),
        battalion("P1", "0506"),
    )
    assert listed(options(table)) == [
        "done",
        "fire 0506 F1@0505",
        "fire 0506 F1@0505 F2@0605 F3@0405",
        "fire 0506 F2@0605",
        "fire 0506 F3@0405",
    ]
    assert parse("fire 0506 F1@0505 F3@0405") in options(table)
    assert parse("fire 0506 F3@0405 F1@0505") in options(table)
    assert parse("fire 0506 F1@0505 F1@0505") not in options(table)


@pytest.mark.rule("PR-174")
def test_one_hex_of_guns_joins_infantry_at_any_range() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "S"),
        battery("F2", "0706", "SW"),
        battalion("P1", "0506", "N"),
    )
    assert "fire 0506 F1@0505 F2@0706" in listed(options(table))


# --- squares


RING = ("0504", "0604", "0605", "0506", "0405", "0404")


@pytest.mark.rule("P16.47")
def test_a_square_fires_into_three_hexes_no_two_of_them_neighbours() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", "square"),
        *(battalion(f"P{n}", at) for n, at in enumerate(RING)),
    )
    assert len(options(table, DEFENSIVE).firers) == 6
    one = options(table, DEFENSIVE, ["fire 0504 F1@0505"])
    assert list(one.firers) == [405, 506, 605]
    assert clauses(one, "fire 0604 F1@0505") == {"P16.47"}
    two = options(table, DEFENSIVE, ["fire 0504 F1@0505", "fire 0605 F1@0505"])
    assert list(two.firers) == [405]
    three = ["fire 0504 F1@0505", "fire 0605 F1@0505", "fire 0405 F1@0505"]
    assert listed(options(table, DEFENSIVE, three)) == ["done"]


@pytest.mark.rule("P16.50", "PR-44")
def test_only_the_square_fires_at_horse_in_its_own_hex() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", "square"),
        battery("F2", "0505", "N"),
        battalion("F3", "0504", "S"),
        regiment("P1", "0505"),
    )
    offered = options(table, DEFENSIVE)
    assert "fire 0505 F1@0505 F2@0505" in listed(offered)
    assert clauses(offered, "fire 0505 F3@0504") == {"PR-44"}
    assert clauses(options(table, DEFENSIVE, side="coalition"), "fire 0505 P1@0505") >= {"P20.11"}


@pytest.mark.rule("P16.52")
def test_guns_of_a_square_fire_into_one_hexside() -> None:
    table = field(
        OPEN,
        battalion("F1", "0505", "N", "square"),
        battery("F2", "0505", "N"),
        battalion("P1", "0506"),
        battalion("P2", "0504"),
    )
    assert "fire 0506 F1@0505 F2@0505" in listed(options(table, DEFENSIVE))
    later = options(table, DEFENSIVE, ["fire 0506 F1@0505", "fire 0506 F2@0505"])
    assert listed(later) == ["done", "fire 0504 F1@0505"]


# --- mounted skirmishers


@pytest.mark.rule("P20.11")
def test_mounted_skirmishers_fire_at_every_adjacent_unit_three_in_four_hexes() -> None:
    hussars = regiment("F1", ("0605", "0505"), "SSW", "skirmish", skirmish_fire=Fraction(3))
    table = field(
        OPEN,
        hussars,
        battalion("P1", "0405", "N"),
        battalion("P2", "0706", "N"),
        battalion("P3", ("0506", "0606"), "NNE", "line"),
    )
    first = options(table, DEFENSIVE)
    assert list(first.firers) == [405, 506, 606, 706]
    field_of_fire = first.field
    shots = [
        Shot(Firer("F1", 505), target, field_of_fire.meant_for("F1", target))
        for target in (405, 506)
    ]
    later = FireOptions(FieldOfFire(table, "french", DEFENSIVE, shots))
    assert list(later.firers) == [706], "the line was fired at in one of its hexes"
    assert clauses(later, "fire 0606 F1@0605") == {"P20.11"}


@pytest.mark.rule("P20.11")
def test_mounted_skirmishers_fire_twice_at_two_units_in_one_hex_but_not_after_others() -> None:
    hussars = regiment("F1", ("0605", "0505"), "SSW", "skirmish", skirmish_fire=Fraction(3))
    table = field(
        OPEN,
        hussars,
        battalion("F2", "0405", "SE"),
        battalion("P1", "0506", "N"),
        battalion("P2", "0506", "N"),
    )
    once = [Shot(Firer("F1", 505), 506, "P1")]
    again = FireOptions(FieldOfFire(table, "french", DEFENSIVE, once))
    assert listed(again) == ["done", "fire 0506 F1@0505"]
    twice = [*once, Shot(Firer("F1", 505), 506, "P2")]
    assert listed(FireOptions(FieldOfFire(table, "french", DEFENSIVE, twice))) == ["done"]
    assert listed(options(table, DEFENSIVE, ["fire 0506 F2@0405"])) == ["done"]


@pytest.mark.rule("P20.11")
def test_a_mounted_skirmisher_counts_once_in_an_attack_whichever_hex_it_fires_from() -> None:
    hussars = regiment("F1", ("0605", "0505"), "SSW", "skirmish", skirmish_fire=Fraction(3))
    table = field(OPEN, hussars, battalion("P1", "0506", "N"))
    offered = options(table)
    assert listed(offered) == ["done", "fire 0506 F1@0505"]
    assert parse("fire 0506 F1@0605") in offered
    assert parse("fire 0506 F1@0505 F1@0605") not in offered


# --- the options themselves


def crowd() -> Table:
    return field(
        OPEN,
        battalion("F1", "0505", "S"),
        battalion("F2", ("0605", "0704"), "SSE", "line"),
        battery("F3", "0404", "SE"),
        battery("F4", "0303", "SE"),
        light("F5", "0804", "SSW", "skirmish", increments=3),
        battalion("P1", "0506", "N"),
        battalion("P2", "0606", "N"),
        battery("P3", "0706", "N"),
    )


@pytest.mark.parametrize("kind", [DEFENSIVE, OFFENSIVE])
def test_what_is_listed_is_in_and_has_no_reason_against_it(kind: str) -> None:
    offered = options(crowd(), kind)
    actions = list(offered)
    assert len(actions) > 3
    assert actions[0] == Finish()
    shoots = [action for action in actions if isinstance(action, Shoot)]
    assert shoots == sorted(set(shoots))
    for action in actions:
        assert action in offered
        assert not offered.why_not(action)
        assert parse(str(action)) == action
    assert offered.count() == len(actions)


def test_a_sample_is_one_of_the_listed_options() -> None:
    offered = options(crowd())
    actions = set(offered)
    chance = Random(1)
    drawn = {offered.sample(chance) for _ in range(200)}
    assert drawn == actions


def test_what_is_no_fire_order_is_refused_with_a_reason() -> None:
    offered = options(crowd())
    assert Pick("yes") not in offered
    assert offered.why_not(Pick("yes"))
    assert clauses(offered, "fire 0506 P1@0506") >= {"P21.8"}
    assert clauses(offered, "fire 0506 X9@0505") == {"P21.8"}
    assert clauses(offered, "fire 0506 F1@0101") == {"P21.8"}


@pytest.mark.parametrize("kind", [DEFENSIVE, OFFENSIVE])
@pytest.mark.parametrize("side", ["french", "coalition"])
def test_the_list_is_what_asking_every_unit_about_every_hex_gives(kind: str, side: str) -> None:
    table = crowd()
    field_of_fire = FieldOfFire(table, side, kind)
    asked = {
        target: tuple(
            sorted(
                Firer(unit, at)
                for unit in table.units_of(side)
                for at in table.pieces[unit].hexes
                if field_of_fire.bars(Firer(unit, at), target) is None
            )
        )
        for target in sorted(table.stacks)
    }
    assert FireOptions(FieldOfFire(table, side, kind)).firers == {
        target: firers for target, firers in asked.items() if firers
    }
