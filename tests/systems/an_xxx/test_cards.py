"""The cards of An XXX against a second transcription of its sheet (sheet.yaml), cell by cell."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.mechanics.d66 import rung_of
from grognard.systems.an_xxx.cards import cards

SHEET: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "sheet.yaml").read_text("utf-8"))
CARDS = cards()


def row_of(rows: list[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    (found,) = [row for row in rows if all(row.get(key) == held for key, held in wanted.items())]
    return found


@pytest.mark.rule(
    "X16.7T.1",
    "X16.7T.2",
    "X16.7T.3",
    "X16.7T.4",
    "X16.7T.5",
    "X16.7T.6",
    "X16.7T.7",
    "X16.7T.8",
    "X16.7T.9",
    "X16.7T.10",
    "X16.7T.11",
    "X16.7T.12",
    "X16.7T.13",
    "X16.7T.14",
    "X16.7T.15",
    "X16.7T.16",
    "X16.7T.17",
    "X16.7T.18",
    "X16.7T.19",
    "X16.7T.20",
    "X16.7T.21",
    "X16.7T.22",
    "X16.7T.23",
    "X16.7T.24",
    "X16.7T.25",
    "X16.7T.26",
    "X16.7T.27",
    "X16.7T.28",
    "X16.7T.29",
    "X16.7T.30",
    "X16.7T.31",
    "X16.7T.32",
    "X16.7T.33",
    "X16.7T.34",
    "X16.7T.35",
    "X16.7T.36",
)
@pytest.mark.parametrize("column", SHEET["melee_chart"]["columns"])
@pytest.mark.parametrize("roll", SHEET["melee_chart"]["rows"])
def test_every_cell_of_the_melee_chart_is_as_printed(roll: int, column: str) -> None:
    printed = SHEET["melee_chart"]["rows"][roll][SHEET["melee_chart"]["columns"].index(column)]
    assert CARDS.melee_cells[column][rung_of(roll)] == (printed or "-")


@pytest.mark.rule("X15.2.1", "X15.2.2", "X15.2.3", "X15.2.4", "X15.2.5", "X15.2.6", "X15.2.7")
@pytest.mark.rule("X15.2.8", "X15.2.9", "X15.2.10", "X15.2.11", "X15.2.12", "X15.2.13")
@pytest.mark.rule("X15.2.14", "X15.2.15", "X15.2.16")
@pytest.mark.parametrize("row", SHEET["fire_chart"]["rows"], ids=lambda row: str(row["odds"]))
def test_every_row_of_the_fire_chart_is_as_printed(row: dict[str, Any]) -> None:
    column = CARDS.fire_odds.names.index(str(row["odds"]))
    for rung in range(36):
        due = [
            loss
            for loss, (low, high) in row["losses"].items()
            if rung_of(low) <= rung <= rung_of(high)
        ]
        assert CARDS.fire_losses(column, rung) == (due[0] if due else 0)


@pytest.mark.rule("X16.4.2", "X16.4.3", "X16.4.4")
@pytest.mark.parametrize("method", ["british", "prussian", "french"])
def test_the_distance_of_the_roll_to_close_by_method(method: str) -> None:
    for row in SHEET["roll_to_close"]["distance"]:
        assert CARDS.distance_dice(method, row["hexes"]) == row[method]


@pytest.mark.rule("X16.4.5", "X16.4.6", "X16.4.7")
@pytest.mark.parametrize(
    ("nation", "year", "method"),
    [
        ("British", 1815, "british"),
        ("Portuguese", 1811, "british"),
        ("Hanoverian", 1815, "british"),
        ("KGL", 1815, "british"),
        ("Russian", 1809, "prussian"),
        ("Russian", 1810, "french"),
        ("Prussian", 1806, "prussian"),
        ("Prussian", 1813, "french"),
        ("Saxon", 1809, "prussian"),
        ("Austrian", 1806, "prussian"),
        ("Austrian", 1807, "french"),
        ("Spanish", 1813, "prussian"),
        ("French", 1805, "french"),
        ("Bavarian", 1809, "french"),
    ],
)
def test_which_method_a_nation_attacks_by(nation: str, year: int, method: str) -> None:
    assert CARDS.method(nation, year) == method


@pytest.mark.rule("X16.5.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds"),
    [(1, 3, "1:2"), (1, 2, "1:2"), (2, 3, "1:2"), (9, 4, "2:1"), (18, 3, "6:1"), (18, 1, "6:1")],
)
def test_increment_odds_are_rounded_down_and_end_at_the_ends(
    attackers: int, defenders: int, odds: str
) -> None:
    row = row_of(SHEET["assault_odds_morale"]["rows"], odds=odds)
    assert CARDS.odds_dice(attackers, defenders) == row["modifier"]


CLOSE = {
    "in_column": "british_or_prussian_method_and_in_column_when_declaring",
    "higher_ground": "target_on_higher_ground",
    "weak_target": (
        "target_hex_infantry_increments<=2 and target_hex_artillery_increments==0 and"
        " assaulting_increments>=4"
    ),
    "few_against_many": "target_hex_increments>=4 and assaulting_increments<=2",
    "prone": "target_prone",
}
STAND = {
    "weak_target": (
        "target_infantry_increments<=2 and no artillery increments and assaulting_increments>=4"
    ),
    "few_against_many": "target_increments>=4 and assaulting_increments<=2",
    "huzzah": "british_or_kgl_huzzah",
    "old_guard": "french_old_guard_charge",
    "could_not_retreat": "defenders_are_skirmishers_that_could_not_retreat_before_assault",
    "held_fire": "held_fire_on_a_pas_de_charge",
    "prone": "defender_prone",
    "flank": "assaulted_in_flank",
    "rear": "assaulted_in_rear",
}
CHARGE = {
    "rear": "charged_from_rear",
    "flank": "charged_from_flank",
    "flank_and_rear": "charged_from_flank_and_rear",
    "light": "charged_by_light",
    "lancers": "charged_by_lancers",
    "heavy": "charged_by_heavy",
    "armored": "charged_by_armored",
    "light_and_heavy": "charged_by_light_and_heavy",
    "grand_charge": "target_of_grand_charge",
    "assault_marker": "target_has_assault_marker",
    "assaulted_too": "target_is_also_target_of_an_assault_marker",
    "held_fire": "held_fire_on_a_pas_de_charge",
}


@pytest.mark.parametrize(
    ("table", "sheet", "rows"),
    [
        ("close", "roll_to_close", CLOSE),
        ("stand", "roll_to_stand_assault", STAND),
        ("charge", "roll_to_stand_charge", CHARGE),
    ],
)
def test_the_rows_of_the_three_rolls_are_as_printed(
    table: str, sheet: str, rows: dict[str, str]
) -> None:
    assert set(CARDS.rows[table]) == set(rows)
    for name, condition in rows.items():
        printed = row_of(SHEET[sheet]["modifiers"], condition=condition)
        assert CARDS.row(table, name) == printed["modifier"]
        if table != "charge":
            assert CARDS.second_round[table][name] == printed.get("round_2", True)
        else:
            assert CARDS.groups[name] == printed.get("group", "none")


@pytest.mark.rule("X9.3", "X9.5")
def test_charts_stop_at_their_ends_and_no_odds_reach_the_firefight() -> None:
    assert CARDS.melee_odds.names[0] == "1-3"
    assert CARDS.melee_column(1, 100) == 0
    assert CARDS.melee_odds.names[CARDS.melee_column(100, 1)] == "5-1"
    assert CARDS.melee_result(0, -20) == CARDS.melee_result(0, 0) == "AS"
    assert CARDS.melee_result(8, 60) == CARDS.melee_result(8, 35) == "DS"


@pytest.mark.rule("X15.4", "X15.5", "X15.5.1", "X15.5.2")
@pytest.mark.parametrize(
    ("increments", "dice"),
    [(9, 0), (10, 3), (12, 3), (13, 6), (15, 6), (16, 12), (18, 12), (19, 18), (30, 18)],
)
def test_density_counts_in_bands(increments: int, dice: int) -> None:
    assert CARDS.density_dice(increments) == dice


@pytest.mark.parametrize("die", range(1, 7))
def test_the_single_dice_of_the_sheet(die: int) -> None:
    (shift,) = [
        row["left_shifts"]
        for row in SHEET["melee_defensive_column_shifts"]
        if row["die"][0] <= die <= row["die"][1]
    ]
    (hexes,) = [
        row["advance_hexes"]
        for row in SHEET["assault_impetus"]["rows"]
        if row["die"][0] <= die <= row["die"][1]
    ]
    assert CARDS.row("shift", str(die)) == shift
    assert CARDS.row("impetus", str(die)) == hexes
    assert CARDS.refills[die] == (die in SHEET["artillery_ammo"]["resupply_die"])
    for row, arm in zip(SHEET["spiked_guns"]["die"], ("infantry", "cavalry"), strict=True):
        assert CARDS.spiked[die, arm] == (die in row["spiked"])


@pytest.mark.rule("X18.15.1")
@pytest.mark.parametrize("total", range(10))
def test_how_far_a_shell_scatters(total: int) -> None:
    (hexes,) = [
        row["hexes"]
        for row in SHEET["howitzer_scatter"]["rows"]
        if row["total"][0] <= total <= row["total"][1]
    ]
    assert CARDS.row("scatter", str(total)) == hexes


@pytest.mark.rule("X19.2.1", "X19.17.1.1", "X19.17.1.2", "X19.18.2")
@pytest.mark.parametrize("kind", ["charge", "light_reaction", "heavy_reaction", "opportunity"])
def test_the_zones_of_charges(kind: str) -> None:
    printed = row_of(SHEET["charge_zones"]["rows"], charge=kind)
    assert CARDS.zones[kind, "fresh"] == printed["ready"]
    assert CARDS.zones[kind, "tired"] == printed["tired"]


@pytest.mark.rule("X19.7.2.1", "X19.7.2.2", "X19.7.2.3", "X19.7.2.4")
@pytest.mark.parametrize("distance", [4, 3, 2, 1])
def test_the_rallying_square_by_distance(distance: int) -> None:
    printed = row_of(SHEET["form_rallying_square"]["rows"], distance=distance)
    assert CARDS.row("square", str(distance)) == printed["modifier"]
    failure = {"Disorder": "disorder", "PGD": "rout"}[printed["failure"]]
    assert CARDS.square_failures[distance] == failure


@pytest.mark.rule("X12.10.9.2", "X12.10.9.3")
def test_forming_up_by_distance() -> None:
    for hexes in (4, 3, 2, 1):
        row = row_of(
            SHEET["cavalry_skirmisher_form_up"]["modifiers"], condition=f"distance=={hexes}"
        )
        assert CARDS.row("form_up", str(hexes)) == row["modifier"]
    row = row_of(
        SHEET["cavalry_skirmisher_form_up"]["modifiers"], condition="enemy_cavalry_is_light"
    )
    assert CARDS.row("form_up", "light_enemy") == row["modifier"]


FACTORS = {
    "flank": "charging_target_flank",
    "rear": "charging_target_rear",
    "heavy_against_light": "heavy_vs_light",
    "wide_line": "multi_hex_line_in_more_hexes_than_target",
    "skirmish": "skirmish_order",
    "tired": "tired",
    "exhausted": "exhausted",
    "cavalry_general_order": "in_general_order",
    "cavalry_against_square": "target_in_square",
    "sparing_horses": "preserving_readiness",
    "disorder": "disordered",
    "short_charge": "short_charge",
    "straight_charge": "heavy_charges_3_or_more_hexes_straight_vs_infantry_or_artillery",
    "stands": "stands_before_assault_or_charge",
    "caught_retreating": "melee_after_retreat_before_charge",
    "dusk": "dusk",
    "night": "night",
}


@pytest.mark.parametrize(("name", "condition"), FACTORS.items())
def test_the_multipliers_of_horse_in_melee(name: str, condition: str) -> None:
    printed = row_of(SHEET["cavalry_melee"]["modifiers"], condition=condition)
    assert CARDS.melee_factor(name) == Fraction(printed["multiplier"])


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("disorder", "disordered"),
        ("limbered", "limbered_artillery_not_in_road_column_cannot_assault"),
        ("flank", "assaulting_a_flank"),
        ("rear", "assaulting_a_rear"),
        ("infantry_against_square", "target_in_square"),
        ("skirmish", "skirmish_order"),
    ],
)
def test_the_multipliers_of_foot_in_melee(name: str, condition: str) -> None:
    printed = row_of(SHEET["infantry_artillery_melee"]["modifiers"], condition=condition)
    assert CARDS.melee_factor(name) == Fraction(printed["multiplier"])


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("road", "road_column"),
        ("half_lost", "battalion_or_regiment_lost>=1/2_of_starting_increments"),
        ("half_lost_now", "battalion_or_regiment_lost>=1/2_of_current_increments_in_this_event"),
        ("mixed_stack", "stacked_with_other_corps_or_nationality"),
        ("beneath_old_guard", "non_old_guard_beneath_old_guard_infantry"),
        ("forced_march", "force_march"),
        ("crowd", "per_combat_unit_over_first_without_leader_in_hex"),
        ("square", "in_square_or_special_structure (not when rolling to close)"),
    ],
)
def test_the_general_rows_are_as_printed(name: str, condition: str) -> None:
    printed = row_of(SHEET["general_morale"]["modifiers"], condition=condition)
    assert CARDS.row("checks", name) == printed["modifier"]


@pytest.mark.rule("X18.14.1", "X18.14.2", "X18.14.3", "X18.8")
def test_stocks_of_ammunition_and_the_reach_of_a_wagon() -> None:
    ammunition = SHEET["artillery_ammo"]
    assert CARDS.row("guns", "foot_supply") == ammunition["aaw_supply_range"]["foot"]
    assert CARDS.row("guns", "horse_supply") == ammunition["aaw_supply_range"]["horse"]
    assert CARDS.row("guns", "ammunition") == ammunition["initial"]["other"]
    assert CARDS.row("guns", "guard_ammunition") == ammunition["initial"]["french_imperial_guard"]
    assert CARDS.count("canister_columns") == 2


@pytest.mark.rule("X18.7.1", "X18.7.2", "X18.7.3")
@pytest.mark.parametrize(
    ("hexes", "band"), [(1, "short"), (2, "short"), (3, "medium"), (5, "medium"), (6, "long")]
)
def test_the_bands_of_range(hexes: int, band: str) -> None:
    low, high = SHEET["artillery_ranges"][band]
    assert low <= hexes <= (high or hexes)
    assert CARDS.range_band(hexes) == band
