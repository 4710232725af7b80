from __future__ import annotations

from collections.abc import Sequence

import pytest

from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.fire.fire_defence import figure, fire_defence
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from tests.systems.premier.kit import Unit, battalion, battery, field, light, regiment

OPEN = ["............"] * 12


def ground(letter: str) -> list[str]:
    """The hex 0505 is of this ground, all others are clear."""
    drawn = list(OPEN)
    drawn[4] = "...." + letter + "......."
    return drawn


def defence(table: Table, *origins: str, target: str = "0505") -> int:
    """Of the Coalition in 0505 against French fire from these hexes."""
    hexes: Sequence[int] = [parse_hex(at) for at in origins or ("0504",)]
    return fire_defence(table, parse_hex(target), hexes, "french").total


@pytest.mark.rule("P21.3", "P16.30")
@pytest.mark.parametrize(
    ("unit", "value"),
    [
        (battalion("P1", "0505", "N"), 6),
        (battalion("P1", "0505", "NNE", "line"), 9),
        (battalion("P1", "0505", "N", "square"), 4),
        (light("P1", "0505", "NNE", "skirmish", increments=3), 12),
        (battalion("P1", "0505", "N", order="disorder"), 14),
        (battalion("P1", "0505", "N", order="rout"), 14),
        (battery("P1", "0505", "N", "limbered"), 6),
        (battery("P1", "0505", "N"), 8),
        (regiment("P1", "0505", "N"), 6),
    ],
)
def test_in_the_clear_the_formation_decides(unit: Unit, value: int) -> None:
    assert defence(field(OPEN, unit)) == value


@pytest.mark.rule("P21.3")
@pytest.mark.parametrize(
    ("letter", "general", "skirmish"), [("w", 10, 12), ("V", 10, 14), ("t", 12, 14), ("H", 10, 12)]
)
def test_general_order_terrain_covers_its_defenders(
    letter: str, general: int, skirmish: int
) -> None:
    assert defence(field(ground(letter), battalion("P1", "0505", "N", "general"))) == general
    skirmishers = light("P1", "0505", "NNE", "skirmish", increments=3)
    assert defence(field(ground(letter), skirmishers)) == skirmish


@pytest.mark.rule("P13.10", "P16.29", "P22.2", "PR-24")
@pytest.mark.parametrize(("increments", "value"), [(6, 9), (7, 6), (12, 6)])
def test_a_line_of_seven_in_the_hex_has_the_defence_of_a_column(
    increments: int, value: int
) -> None:
    table = field(OPEN, battalion("P1", "0505", "NNE", "line", increments=increments))
    assert defence(table) == value


@pytest.mark.rule("PR-24")
def test_a_line_of_twelve_over_two_hexes_keeps_the_defence_of_a_line() -> None:
    table = field(OPEN, battalion("P1", ("0505", "0605"), "NNE", "line", increments=12))
    assert defence(table) == 9


@pytest.mark.rule("PR-24")
def test_two_short_lines_in_one_hex_count_together() -> None:
    table = field(
        OPEN,
        battalion("P1", "0505", "NNE", "line", increments=4),
        battalion("P2", "0505", "NNE", "line", increments=3),
    )
    assert defence(table) == 6


@pytest.mark.rule("P22.3")
def test_a_square_has_four_with_guns_or_without() -> None:
    square = battalion("P1", "0505", "N", "square")
    assert defence(field(OPEN, square)) == 4
    assert defence(field(OPEN, square, battery("P2", "0505", "N"))) == 4


@pytest.mark.rule("P21.3")
def test_infantry_with_guns_is_easier_to_hit_by_two() -> None:
    line = battalion("P1", "0505", "NNE", "line")
    guns = battery("P2", "0505", "N")
    assert defence(field(OPEN, line, guns)) == 9 - 2
    assert defence(field(OPEN, guns, line)) == 9 - 2  # whoever lies on top
    village = battalion("P1", "0505", "N", "general")
    assert defence(field(ground("V"), village, guns)) == 10 - 2


@pytest.mark.rule("P13.2", "P21.3")
def test_the_top_unit_of_a_stack_decides() -> None:
    table = field(
        OPEN, battalion("P1", "0505", "N", order="disorder"), battalion("P2", "0505", "N")
    )
    assert defence(table) == 14


@pytest.mark.rule("P22.6", "P13.25", "PR-66")
def test_fire_through_a_flank_of_a_line_meets_five_and_through_the_rear_nine() -> None:
    table = field(OPEN, battalion("P1", "0505", "NNE", "line"))
    assert defence(table, "0504") == 9
    assert defence(table, "0404") == 5  # NW is its left flank
    assert defence(table, "0605") == 5  # SE is its right flank
    assert defence(table, "0506") == 9  # the rear is no flank
    assert defence(table, "0504", "0404") == 5  # one hex of the attack is enough


@pytest.mark.rule("P13.25", "PR-66")
@pytest.mark.parametrize(
    ("unit", "value"),
    [
        (battalion("P1", "0505", "N"), 5),
        (battery("P1", "0505", "N"), 5),
        (battery("P1", "0505", "N", "limbered"), 5),
        (battalion("P1", "0505", "N", order="disorder"), 14),
        (battalion("P1", "0505", "N", "square"), 4),
    ],
)
def test_columns_and_batteries_mind_their_flanks_broken_units_and_squares_do_not(
    unit: Unit, value: int
) -> None:
    assert defence(field(OPEN, unit), "0405") == value  # SW


@pytest.mark.rule("PR-66")
def test_in_general_order_terrain_a_flank_does_not_matter() -> None:
    guns = battery("P1", "0505", "N")
    assert defence(field(ground("V"), guns), "0405") == 9


@pytest.mark.rule("PR-66")
def test_the_table_may_give_the_flank_to_lines_only() -> None:
    options = {"flank_fire_defence": "lines_only"}
    assert defence(field(OPEN, battalion("P1", "0505", "N"), options=options), "0405") == 6
    line = battalion("P1", "0505", "NNE", "line")
    assert defence(field(OPEN, line, options=options), "0404") == 5


@pytest.mark.rule("PR-66")
def test_the_figure_of_the_flank_is_an_option_of_the_card() -> None:
    deck = cards(frozenset({("flank_fd", "6")}))
    assert figure(deck, "clear", "line", 6, flank=True) == 6
    assert figure(cards(), "clear", "line", 6, flank=True) == 5


@pytest.mark.rule("PR-66")
def test_where_the_normal_figure_is_lower_than_the_flank_it_stands() -> None:
    table = field(OPEN, battalion("P1", "0505", "N"), battery("P2", "0505", "N"))
    assert defence(table, "0504") == 6 - 2
    assert defence(table, "0405") == 6 - 2


@pytest.mark.rule("PR-35", "P16.37")
def test_a_refused_flank_counts_as_front() -> None:
    line = battalion("P1", "0505", "NNE", "line")
    friend = battalion("P2", "0405", "N")  # its zone covers 0404, the hex off the left flank
    assert defence(field(OPEN, line, friend), "0404") == 9


@pytest.mark.rule("PR-162")
def test_through_a_vertex_the_better_side_counts_for_the_target() -> None:
    table = field(OPEN, battalion("P1", "0505", "N"))  # front NW N NE, flank SW SE, rear S
    assert defence(table, "0305") == 6  # between NW and SW: front
    assert defence(table, "0407") == 6  # between SW and S: rear, the normal figure
    assert defence(table, "0306") == 5  # through SW itself


@pytest.mark.rule("P16.76", "P21.3")
def test_a_unit_in_road_march_has_four() -> None:
    table = field(
        OPEN, battalion("P1", ("0505", "0506"), "N", "road"), roads=["0504 0505 0506 0507"]
    )
    assert defence(table) == 4
    assert defence(table, "0404") == 4


@pytest.mark.rule("P23.9")
def test_a_wall_helps_only_if_all_the_fire_crosses_it() -> None:
    garrison = battalion("P1", "0505", "N", "general")
    table = field(ground("V"), garrison, walls=[("0505", "N")])
    assert defence(table, "0504") == 14
    assert defence(table, "0501") == 14
    assert defence(table, "0404") == 10
    assert defence(table, "0504", "0404") == 10


@pytest.mark.rule("P23.9")
def test_fire_through_a_gate_crosses_no_wall() -> None:
    garrison = battalion("P1", "0505", "N", "general")
    table = field(ground("V"), garrison, walls=[("0505", "N")], roads=["0504 0505"])
    assert defence(table, "0504") == 10


@pytest.mark.rule("P22.5")
def test_a_battle_may_define_other_formations() -> None:
    assert figure(cards(), "clear", "masse") == 5


def test_every_formation_has_a_figure_on_every_ground() -> None:
    deck = cards()
    for terrain in deck.terrains:
        for state in ("column", "line", "square", "general", "skirmish", "road", "limbered",
                      "unlimbered", "disorder", "rout"):  # fmt: skip
            assert figure(deck, terrain, state, 6) > 0


def test_the_account_adds_up_and_names_its_clauses() -> None:
    table = field(OPEN, battalion("P1", "0505", "NNE", "line"), battery("P2", "0505", "N"))
    account = fire_defence(table, 505, [404], "french")
    assert [(item.amount, item.clause) for item in account] == [
        (9, "P16.30"), (-2, "P21.3"), (-2, "P22.6"),
    ]  # fmt: skip
    assert account.total == 5
