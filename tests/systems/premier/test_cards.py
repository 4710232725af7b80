"""The cards of La Bataille Premier: worked examples, completeness, and chosen alternatives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.mechanics.charts import ChartError, load_chart
from grognard.mechanics.d66 import RUNGS, rung_of
from grognard.systems.bataille.cards.dealing import BASE_CHARTS
from grognard.systems.premier.cards import Cards, MeleeResult, cards, chart_options

DEFENDERS = [
    "infantry/good", "infantry/disorder", "infantry/rout", "square/good", "cavalry/good",
    "cavalry/rout", "limbered/good", "limbered/disorder", "limbered/rout", "unlimbered/good",
    "unlimbered/disorder", "unlimbered/rout",
]  # fmt: skip


def with_option(option: str, value: str) -> Cards:
    return cards(frozenset({(option, value)}))


# --- fire ---------------------------------------------------------------------------------------


@pytest.mark.rule("P21.7")
def test_two_batteries_of_seven_on_a_line_in_the_clear_take_one_increment_with_43() -> None:
    deck = cards()
    column = deck.fire_column(7 + 7, deck.fire_defence("clear", "line", 6))
    assert deck.fire_column_name(column) == "1.5-1"
    assert deck.fire_losses(column, rung_of(43)) == 1


@pytest.mark.rule("P21.5")
@pytest.mark.parametrize(
    ("strength", "defence", "name"),
    [(8, 9, "1-1.5"), (6, 9, "1-1.5"), (9, 9, "1-1"), (Fraction(27, 2), 9, "1.5-1"),
     (Fraction(269, 20), 9, "1-1"), (3, 9, "1-3"), (Fraction(18, 5), 9, "1-2.5"), (89, 9, "9-1")],
)  # fmt: skip
def test_odds_are_rounded_down_exactly(strength: Fraction | int, defence: int, name: str) -> None:
    assert cards().fire_column_name(cards().fire_column(strength, defence)) == name


@pytest.mark.rule("P21.4")
def test_fire_off_either_end_of_the_card_uses_its_last_column() -> None:
    deck = cards()
    assert deck.fire_column_name(deck.fire_column(1, 16)) == "1-3"
    assert deck.fire_column_name(deck.fire_column(500, 4)) == "10-1"
    assert deck.fire_is_below_card(1, 16)
    assert not deck.fire_is_below_card(3, 9)


@pytest.mark.rule("P26.4")
def test_canister_moves_one_column_right_but_not_off_the_card() -> None:
    deck = cards()
    shift = deck.count("canister_columns")
    assert deck.fire_column_name(deck.fire_column(14, 9, shift)) == "2-1"
    assert deck.fire_column_name(deck.fire_column(90, 9, shift)) == "10-1"


@pytest.mark.rule("P22.1")
@pytest.mark.parametrize(("increments", "dice"), [(9, 0), (10, 1), (15, 6), (24, 15), (0, 0)])
def test_a_crowded_hex_adds_to_the_fire_dice(increments: int, dice: int) -> None:
    assert cards().density_dice(increments) == dice


@pytest.mark.rule("P22.2", "P22.3", "P22.6", "P13.25")
def test_fire_defence_follows_formation_and_direction() -> None:
    deck = cards()
    assert deck.fire_defence("clear", "line", 6) == 9
    assert deck.fire_defence("clear", "line", 7) == deck.fire_defence("clear", "column") == 6
    assert deck.fire_defence("clear", "square", 18, with_guns=True) == 4
    assert deck.fire_defence("clear", "line", 6, flank=True) == 5
    assert deck.fire_defence("clear", "skirmish", flank=True) == 12
    assert deck.fire_defence("clear", "unlimbered", flank=True) == 5
    assert deck.fire_defence("clear", "rout", flank=True) == 14
    assert deck.fire_defence("village", "general", flank=True) == 10
    assert deck.fire_defence("clear", "line", 6, with_guns=True) == 9 - 2
    assert deck.fire_defence("clear", "column", with_guns=True, flank=True) == 6 - 2
    assert deck.fire_defence("woods", "road") == 4


def test_a_wall_shelters_what_stands_behind_it_and_leaves_the_rest_as_it_is() -> None:
    deck = cards()
    assert deck.fire_defence("garden", "general", crossing="wall") == 14
    assert deck.fire_defence("clear", "column", crossing="wall") == 6
    assert deck.fire_defence("clear", "line", 6, crossing="dyke") == 11


def test_a_formation_that_cannot_stand_there_has_no_fire_defence() -> None:
    with pytest.raises(LookupError, match="line in village"):
        cards().fire_defence("village", "line", 4)


@pytest.mark.rule("P26.1", "P26.2", "P26.3")
def test_ranges_are_short_to_two_medium_to_five_and_long_beyond() -> None:
    bands = [cards().range_band(distance) for distance in range(1, 9)]
    assert bands == ["short"] * 2 + ["medium"] * 3 + ["long"] * 3


@pytest.mark.rule("P11.5", "P16.86")
def test_losses_alternate_between_infantry_and_its_guns() -> None:
    for losses in range(6):
        alone, infantry, guns = cards().loss_share(losses)
        assert alone == losses // 2
        assert (infantry, guns) == (losses - losses // 2, losses // 2)


@pytest.mark.rule("P31.11")
@pytest.mark.parametrize(
    ("rhythm", "due"),
    [("odd", {1, 3, 5}), ("even", {2, 4, 6}), ("every", {1, 2, 3, 4, 5, 6}),
     ("from_2nd", {2, 3, 4, 5, 6}), ("third", {3, 6})],
)  # fmt: skip
def test_fire_checks_fall_due_when_the_running_total_reaches_them(
    rhythm: str, due: set[int]
) -> None:
    for before in range(6):
        for after in range(before, 7):
            crossed = any(total in due for total in range(before + 1, after + 1))
            assert cards().fire_check_due(rhythm, before, after) is crossed, (before, after)


# --- melee --------------------------------------------------------------------------------------


@pytest.mark.rule("P33.12")
@pytest.mark.parametrize(
    ("attack", "defence", "name", "dice"),
    [(1, 2, "1:2", 0), (2, 5, "1:2", -6), (1, 3, "1:2", -6), (Fraction(3, 10), 1, "1:2", -12),
     (Fraction(15, 2), 5, "1.5:1", 0), (14, 4, "3.5:1", 0), (90, 4, "5:1", 0)],
)  # fmt: skip
def test_melee_odds_round_down_and_cost_dice_below_the_card(
    attack: Fraction | int, defence: int, name: str, dice: int
) -> None:
    column, modifier = cards().melee_column(attack, defence)
    assert (cards().melee_column_name(column), modifier) == (name, dice)


@pytest.mark.rule("P34.6")
def test_a_numerical_result_names_losses_and_who_checks() -> None:
    column, _ = cards().melee_column(1, 1)
    result = cards().melee_result(column, rung_of(43))
    assert result == MeleeResult("loss", "2/1*", 2, 1, False, True)
    assert cards().melee_result(column, rung_of(11)).kind == "AD"
    assert cards().melee_result(column, rung_of(16)).kind == "blank"


@pytest.mark.rule("P14.23", "P34.1")
def test_the_matrix_answers_every_defender_and_every_result() -> None:
    deck = cards()
    for defender in DEFENDERS:
        for result in ("AR", "AD", "blank", "DD", "DR", "DS"):
            assert deck.matrix_effect(deck.matrix_code(defender, result)) is not None
    assert len(deck.matrix) == 12 * 6
    assert sorted(deck.effects) == list(range(23))


@pytest.mark.rule("P34.4", "P34.5")
def test_what_the_matrix_does_to_formed_infantry() -> None:
    deck = cards()
    dd = deck.matrix_effect(deck.matrix_code("infantry/good", "DD"))
    assert (dd.defender, dd.defender_back, dd.zone_loss) == ("disorder", 3, 1)
    assert deck.matrix_effect(deck.matrix_code("infantry/good", "DS")).defender == "surrender"
    thrown_back = deck.matrix_effect(deck.matrix_code("infantry/good", "AD"))
    assert (thrown_back.infantry, thrown_back.cavalry) == ("disorder", "rout")


@pytest.mark.rule("P33.4")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [(1, 9, (-6, 6, "1:2")), (5, 6, (-6, 6, "1:2")), (6, 6, (-3, 3, "1:1")),
     (11, 6, (-3, 3, "1:1")), (12, 6, (0, 0, "2:1")), (60, 6, (9, -9, "5:1"))],
)  # fmt: skip
def test_premelee_odds_are_rounded_down(
    attackers: int, defenders: int, expected: tuple[int, int, str]
) -> None:
    assert cards().premelee_odds(attackers, defenders) == expected


@pytest.mark.rule("P13.24", "P13.26", "P13.28", "P13.29")
def test_flank_and_rear_count_for_both_sides_before_melee() -> None:
    assert cards().premelee_condition("flank") == (12, -12)
    assert cards().premelee_condition("rear") == (6, -6)
    assert cards().premelee_effects("defender_skirmish") == ("attacker_passes",)
    assert cards().premelee_effects("flank") == ()


def test_elite_fire_weighs_more_the_better_the_morale_of_the_firer() -> None:
    weights = [cards().elite_fire_modifier(rung_of(morale)) for morale in (11, 13, 16, 21)]
    assert weights == [-12, -9, -6, None]


@pytest.mark.rule("P33.15", "P33.16", "P35.12")
def test_melee_factors_are_exact() -> None:
    factor = cards().melee_factor
    assert factor("rear") == Fraction(3, 2)
    assert factor("cavalry_against_square") * 3 == 1
    assert 18 * factor("exhausted") * factor("sparing_horses") == 2


# --- leaders, morale, charges -------------------------------------------------------------------


@pytest.mark.rule("P7.6", "P7.7", "P7.8")
def test_which_natural_dice_hit_a_leader() -> None:
    deck = cards()
    fire = [rung for rung in range(RUNGS) if deck.fire_leader_hit(rung)]
    assert fire == [rung_of(65), rung_of(66)]
    melee = {rung: deck.melee_leader_hit(rung) for rung in range(RUNGS)}
    assert [rung for rung, hit in melee.items() if hit == "attacker"] == [0, 1]
    assert [rung for rung, hit in melee.items() if hit == "defender"] == [33, 34, 35]


@pytest.mark.rule("P7.10", "P7.13", "P7.15")
def test_every_die_of_a_leader_casualty_has_its_wound() -> None:
    wounds = [cards().leader_casualty(die).wound for die in range(1, 7)]
    assert wounds == ["head", "chest", "leg", "arm", "captured", "graze"]
    assert cards().leader_casualty(3).hours_dice == 2
    assert cards().leader_casualty(5).again_if_by_fire


@pytest.mark.rule("P43.2", "P43.3", "P43.4", "P43.5")
def test_the_level_rises_at_a_fifth_two_fifths_and_three_fifths() -> None:
    # Hagelberg prints 3, 6, 8 of 13 and 4, 8, 11 of 18.
    for battalions, firsts in ((13, (3, 6, 8)), (18, (4, 8, 11))):
        levels = [cards().morale_level(lost, battalions) for lost in range(battalions + 1)]
        assert tuple(levels.index(level) for level in (1, 2, 3)) == firsts
    assert [cards().level_modifier(level) for level in range(4)] == [0, -3, -6, -9]


@pytest.mark.rule("P38.24")
def test_squares_are_formed_by_nation_formation_and_distance() -> None:
    deck = cards()
    assert deck.carre("french", "column", 2, rung_of(33)) == "carre"
    assert deck.carre("french", "column", 2, rung_of(34)) == "disorder"
    assert deck.carre("french", "column", 2, rung_of(55)) == "rout"
    for rung in range(RUNGS):
        saxon = deck.carre("saxon", "line", 3, rung)
        assert saxon == deck.carre("swedish", "column", 3, rung)
    for nation, formation, _ in deck.carre_cells:
        squares = [deck.carre_cells[nation, formation, d].count("carre") for d in (1, 2, 3, 4)]
        assert squares == sorted(squares), "the nearer the cavalry, the harder to form"


@pytest.mark.rule("P35.11")
def test_lances_weigh_the_same_on_every_card_that_prints_them() -> None:
    deck = cards()
    on_lancers = deck.keyed("lancers", "dice").column()
    assert deck.stand_modifier("lancers") == on_lancers["stand"]
    assert deck.carre_modifier("lancers") == on_lancers["carre"]
    clear = deck.weather("clear")
    assert (clear.lances_stand, clear.lances_carre) == tuple(on_lancers.values())


@pytest.mark.rule("P37.3", "P38.9")
def test_figures_printed_on_two_cards_agree() -> None:
    deck = cards()
    assert deck.weather("clear").charge_bonus == deck.count("charge_bonus")
    assert deck.light("day").carre_from == deck.weather("clear").carre_from
    assert deck.light("day").carre_from == deck.count("carre_from")
    day = deck.light("day")
    assert day.reaction_light == deck.charge_by_weight("reaction_zone", light=True)
    assert day.reaction_heavy == deck.charge_by_weight("reaction_zone", light=False)


# --- ground -------------------------------------------------------------------------------------


@pytest.mark.rule("P18.1", "P16.71")
def test_costs_are_half_points_by_mover() -> None:
    deck = cards()
    village, woods = deck.terrain("village"), deck.terrain("woods")
    assert village.cost["infantry"] == 2 * 3
    assert (woods.cost["cavalry"], woods.cost["cossack"]) == (2 * 5, 2 * 3)
    assert woods.cost["artillery"] is None
    assert deck.road_march_cost("village", "infantry") == 2 * 2
    assert deck.road_march_cost("woods", "artillery") == 1
    assert deck.hexside("slope").cost["artillery"] == 2 * 4
    assert deck.hexside("slope").cost["leader"] == 2
    assert deck.hexside("wall").cost["cavalry"] is None
    assert deck.terrain("swamp").cost["infantry"] is None
    assert deck.terrain("swamp").cost["skirmish"] == 2 * 4


@pytest.mark.rule("P16.64", "P37.9", "P23.6")
def test_ground_says_who_may_stand_see_and_charge() -> None:
    deck = cards()
    assert deck.terrain("clear").allows_charge
    assert not deck.terrain("clear").blocks_sight
    for name in ("village", "woods", "garden"):
        terrain = deck.terrain(name)
        assert terrain.general_order
        assert terrain.blocks_sight
        assert not terrain.allows_charge
        assert "line" not in terrain.formations
    assert deck.terrain("hamlet").dwelling
    assert not deck.terrain("garden").dwelling


def test_every_terrain_that_can_be_entered_has_its_fire_defence() -> None:
    deck = cards()
    doors = {"earthwork": "earthwork_front"}
    for name, terrain in deck.terrains.items():
        for formation in terrain.formations:
            if name == "earthwork" and formation == "unlimbered":
                continue
            assert deck.fire_defence(doors.get(name, name), formation, 1) > 0, (name, formation)


# --- alternatives -------------------------------------------------------------------------------


def test_the_cards_are_read_once_for_each_choice() -> None:
    assert cards() is cards()
    assert with_option("flank_fd", "6") is with_option("flank_fd", "6")
    assert with_option("flank_fd", "5") is cards()


def test_every_alternative_of_every_card_loads_and_changes_something() -> None:
    for option, values in chart_options().items():
        for value in values[1:]:
            chosen = with_option(option, value)
            changed = [
                name for name, chart in chosen.charts.items() if chart != cards().charts[name]
            ]
            assert len(changed) == 1, option


def test_what_each_alternative_of_the_charts_does() -> None:
    one_to_one = cards().fire_column(9, 9)
    later = with_option("fire_1_1_start", "52")
    assert (cards().fire_losses(one_to_one, 24), later.fire_losses(one_to_one, 24)) == (1, 0)
    assert with_option("flank_fd", "6").fire_defence("clear", "line", 6, flank=True) == 6
    assert with_option("slope_premelee", "3").premelee_condition("up_slope") == (-3, 3)
    assert with_option("flank_attacker_bonus", "0").premelee_condition("flank") == (0, -12)
    assert with_option("cav_vs_carre", "1/2").melee_factor("cavalry_against_square") * 2 == 1
    assert with_option("carre_stand_bonus", "12").stand_modifier("square") == 12
    assert with_option("russian_fire_check", "even").fire_check("russian_musketeers") == "even"
    assert with_option("french_ligne_fire_check", "odd").fire_check("french_ligne") == "odd"
    reading = with_option("carre_distance", "movement_points").keyed("carre", "reading")
    assert reading.cell("carre") == "movement_points"


@pytest.mark.rule("P34.6")
def test_the_later_melee_cells_differ_in_six_places_and_keep_the_seventh() -> None:
    later = with_option("melee_cells", "later")
    differing = {
        (cards().melee_column_name(column), rung): later.melee_result(column, rung).printed
        for column in range(10)
        for rung in range(RUNGS)
        if later.melee_result(column, rung) != cards().melee_result(column, rung)
    }
    assert differing == {
        ("1:2", rung_of(56)): "1/0*", ("1:2", rung_of(62)): "2/1", ("1:1", rung_of(42)): "2*/0",
        ("1:1", rung_of(43)): "2/1", ("1:1", rung_of(61)): "2/0", ("2:1", rung_of(35)): "3/2",
    }  # fmt: skip


def test_an_unknown_alternative_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="flank_fd=7; known: 5, 6"):
        with_option("flank_fd", "7")
    with pytest.raises(LookupError, match="no alternative flanks=6"):
        with_option("flanks", "6")


def test_a_card_refuses_an_alternative_that_it_does_not_have() -> None:
    with pytest.raises(ChartError, match="is no alternative of this card"):
        load_chart(BASE_CHARTS / "fire.yaml", {"flank_fd": "6"})


# --- origins ------------------------------------------------------------------------------------


def test_every_figure_says_where_it_comes_from() -> None:
    deck = cards()
    assert deck.origin("fire-defence", "terrain", "clear", "line") == ("found", "HAG BAU WAG21")
    assert deck.origin("fire-defence", "crossing", "wall", "skirmish") == ("house default", "house")
    assert deck.origin("charge", "figures", "charge_bonus") == ("rule book", "RB37")
    assert with_option("flank_fd", "6").origin("fire-defence", "cases", "flank")[1] == "WAG21"
    for name in deck.charts:
        assert deck.charts[name].rules, name
        assert deck.charts[name].source, name
