"""Hagelberg as its pack has it."""

from fractions import Fraction

from grognard.mechanics.d66 import rung_of
from grognard.mechanics.hexes import SIDES, parse_hex
from grognard.systems.bataille.packs.describe import describe
from grognard.systems.bataille.pieces import Arm
from grognard.systems.bataille.setting import Weather
from grognard.systems.premier.packs import load

# --- Hagelberg ----------------------------------------------------------------------------------

HAGELBERG = load("hagelberg")


def increments(side: str, nation: str, arm: Arm) -> tuple[int, int]:
    units = [
        printed
        for printed in HAGELBERG.roster.values()
        if printed.side == side and (not nation or printed.nation == nation) and printed.arm is arm
    ]
    return len(units), sum(printed.increments for printed in units)


def test_the_french_at_hagelberg_are_13_battalions_of_80_increments() -> None:
    assert increments("french", "", Arm.INFANTRY) == (13, 80)
    assert increments("french", "", Arm.CAVALRY) == (3, 18)
    assert increments("french", "", Arm.ARTILLERY) == (3, 6)


def test_the_coalition_at_hagelberg_is_18_prussian_battalions_and_the_russians() -> None:
    assert increments("coalition", "Prussian", Arm.INFANTRY) == (18, 104)
    assert increments("coalition", "Prussian", Arm.CAVALRY) == (3, 19)
    assert increments("coalition", "Russian", Arm.CAVALRY) == (5, 30)
    assert increments("coalition", "Russian", Arm.ARTILLERY) == (1, 3)


def test_a_counter_has_the_values_of_its_class_and_its_own() -> None:
    light = HAGELBERG.roster["F01"]
    assert (light.movement, light.morale, light.skirmish_range) == (7, rung_of(31), 2)
    assert (light.fire, light.melee) == (Fraction(6), Fraction(13))
    assert light.fire_check == "even"
    grolman = HAGELBERG.roster["P13"]
    assert grolman.morale == rung_of(32)
    assert grolman.line_multiple == 0
    assert "landwehr" in grolman.traits
    assert HAGELBERG.roster["R02"].lance == 3
    assert HAGELBERG.roster["R02"].traits == frozenset({"cossack"})
    guns = HAGELBERG.roster["R01"].battery
    assert guns is not None
    assert (guns.short, guns.medium, guns.long) == (Fraction(20), Fraction(10), Fraction(5))
    assert (guns.reach, guns.limbers_on) == (8, 5)


def test_divisions_and_organisations_know_their_units() -> None:
    assert [body.battalions for body in HAGELBERG.organisations] == [13, 18]
    assert [body.levels for body in HAGELBERG.organisations] == [(3, 6, 8), (4, 8, 11)]
    assert HAGELBERG.divisions["langen"] == ("P01", "P02", "P03", "R01")
    assert HAGELBERG.roster["P09"].division == "puttlitz"
    assert HAGELBERG.roster["R02"].organisation == ""


def test_the_ground_of_hagelberg_is_as_drawn() -> None:
    ground = HAGELBERG.ground
    assert (ground.columns, ground.rows) == (56, 52)
    assert ground.terrain[parse_hex("2426")] == "village"
    assert ground.terrain[parse_hex("0101")] == "woods"
    assert ground.terrain[parse_hex("2830")] == "clear"
    assert ground.level[parse_hex("2830")] == 3
    assert ground.hexsides[parse_hex("2426"), SIDES.index("NW")] == "wall"
    assert parse_hex("2425") in ground.roads[parse_hex("2426")]
    village = [at for at in ground.hexes if ground.terrain[at] == "village"]
    named = [
        at
        for place in ("Hagelberg", "Klein Glien", "Gross Glien", "Lübnitz")
        for at in HAGELBERG.places[place]
    ]
    assert sorted(named) == village


def test_calendar_and_weather_of_hagelberg() -> None:
    assert [turn.time for turn in HAGELBERG.turns if turn.level_check] == [
        "13:00", "14:00", "15:00", "16:00", "17:00", "18:00"
    ]  # fmt: skip
    assert HAGELBERG.weather["soaked"] == Weather(Fraction(1, 3), Fraction(1, 3), long_range=False)
    assert [turn.weather for turn in HAGELBERG.turns] == ["dry"] * 2 + ["rain"] * 7 + ["soaked"] * 9


def test_the_cossacks_come_by_a_secret_roll() -> None:
    arrival = next(one for one in HAGELBERG.arrivals if one.id == "RR1")
    assert arrival.roll == ((7, 6), (8, 5), (9, 4), (10, 3), (11, 1))
    assert arrival.manner == "variable"


def test_every_village_hex_is_french_at_the_start() -> None:
    assert set(HAGELBERG.control.values()) == {"french"}
    assert len(HAGELBERG.control) == 6 + 2 + 2 + 5


def test_variants_change_length_levels_and_aims() -> None:
    changed = load(
        "hagelberg", {"length": "published", "french_nerve": "brittle", "decisive_levels": "on"}
    )
    assert (len(changed.turns), changed.organisations[0].levels) == (15, (2, 5, 7))
    levels = [level.level for level in changed.victory["levels"]]
    assert levels == ["CD", "FD", "FS", "CS", "FM", "CM"]
    assert [level.level for level in HAGELBERG.victory["levels"]] == ["FS", "CS", "FM", "CM"]


def test_a_reading_of_the_fire_check_card_reaches_the_counters() -> None:
    assert HAGELBERG.roster["F03"].fire_check == "even"
    odd = load("hagelberg", {"french_ligne_fire_check": "odd"})
    assert (odd.roster["F03"].fire_check, odd.roster["F01"].fire_check) == ("odd", "even")


def test_the_revision_names_files_and_options_and_loading_again_gives_it_again() -> None:
    other = load("hagelberg", {"cavalry_rout": "ten"})
    assert other.revision != HAGELBERG.revision
    assert load("hagelberg", other.options).revision == other.revision
    assert load("hagelberg", {"cavalry_rout": "printed"}).revision == HAGELBERG.revision


def test_the_text_of_a_battle_shows_forces_map_arrivals_and_aims() -> None:
    text = describe(HAGELBERG)
    assert "F01  III/24e Légère" in text
    assert "4205 general SE" in text
    assert "26  wwwwwwwwwwww..........gVg...aa.wwwwwwwwwwwwwwwwwwwwxw+.+" in text
    assert "Lübnitz: 4204 4205 4305 4206 4306 (held by french)" in text
    assert "RR1, coalition, 15:00 at the earliest (15:00 on 6+" in text
    assert "CM: Coalition Marginal: hold 5 of 5 hexes of Lübnitz and hold 6 of 6" in text
