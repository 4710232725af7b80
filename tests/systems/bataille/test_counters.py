"""What a counter prints and what lies on it (rules 4, 5 and 6)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.bataille.events.facts import Disordered, LostIncrements, Routed
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Readiness, Size
from tests.systems.premier.kit import battalion, battery, field, light, regiment

OPEN = ["." * 5] * 5


@pytest.mark.rule("P4.2")
def test_combat_units_are_regiments_battalions_companies_squadrons_or_batteries() -> None:
    assert {size.value for size in Size} == {
        "regiment",
        "battalion",
        "company",
        "squadron",
        "battery",
    }
    assert battery("F1", "0101").printed.size is Size.BATTERY


@pytest.mark.rule("P4.1", "P4.3")
def test_leaders_are_not_combat_units() -> None:
    table = field(OPEN, battalion("F1", "0303"), leader_places={"L1": 303})
    table.leaders["L1"] = 303
    assert table.stack(303) == ("F1",)


@pytest.mark.rule("P5.2")
def test_strength_is_what_is_printed_less_the_marker_beneath() -> None:
    table = field(OPEN, battalion("F1", "0303", increments=14))
    table.record(LostIncrements("F1", 2, "fire"))
    assert table.strength("F1") == 14 - 2


@pytest.mark.rule("P5.4", "P5.1")
def test_morale_has_markers_for_disorder_and_rout() -> None:
    table = field(OPEN, battalion("F1", "0303"), battalion("F2", "0404"))
    table.record(Disordered("F1"))
    table.record(Routed("F2"))
    assert (table["F1"].cohesion, table["F2"].cohesion) == (Cohesion.DISORDER, Cohesion.ROUT)


@pytest.mark.rule("P5.3", "P5.5")
def test_formation_and_readiness_are_marked_on_the_unit() -> None:
    square = battalion("F1", "0303", formation="square").piece
    assert square.formation is Formation.SQUARE
    assert regiment("F1", "0303", readiness="tired").piece.readiness is Readiness.TIRED


@pytest.mark.rule("P6.10", "P6.11")
@pytest.mark.parametrize(("movement", "is_light"), [(11, False), (12, False), (13, True)])
def test_cavalry_is_light_from_thirteen_points_on(movement: int, is_light: bool) -> None:
    printed = regiment("F1", "0101", movement=movement).printed
    assert (printed.is_light, printed.is_heavy) == (is_light, not is_light)


@pytest.mark.rule("P6.10", "P6.11")
def test_fast_infantry_is_no_light_cavalry() -> None:
    printed = battalion("F1", "0101", movement=14).printed
    assert not printed.is_light
    assert not printed.is_heavy


@pytest.mark.rule("P6.13", "P20.1")
def test_only_light_cavalry_with_a_bracketed_fire_value_may_skirmish() -> None:
    assert regiment("F1", "0101", skirmish_fire=Fraction(3)).printed.may_skirmish
    assert not regiment("F1", "0101").printed.may_skirmish
    heavy = regiment("F1", "0101", movement=11, skirmish_fire=Fraction(3)).printed
    assert not heavy.may_skirmish
    assert light("F1", "0101").printed.may_skirmish


@pytest.mark.rule("P6.14")
def test_a_lance_bonus_is_printed_apart_from_the_melee_value() -> None:
    printed = regiment("F1", "0101", melee=Fraction(17), lance=Fraction(4)).printed
    assert (printed.melee, printed.lance) == (Fraction(17), Fraction(4))


@pytest.mark.rule("P6.15")
def test_artillery_is_foot_or_horse() -> None:
    assert battery("F1", "0101", horse=True).printed.is_horse_artillery
    assert not battery("F1", "0101").printed.is_horse_artillery


@pytest.mark.rule("P6.16")
def test_a_battery_is_limbered_or_unlimbered() -> None:
    assert battery("F1", "0101").printed.arm is Arm.ARTILLERY
    assert battery("F1", "0101", formation="limbered").piece.formation is Formation.LIMBERED
    assert battery("F1", "0101").piece.formation is Formation.UNLIMBERED
