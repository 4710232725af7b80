"""Every card of Napoleon's Later Campaigns against a second reading, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml

from grognard.systems.nlc.cards import CardCell, cards
from grognard.systems.nlc.kinds import HALVES, Compliance, Discovery, LocalDecision, OrderType

HERE = Path(__file__).parent
ROLLS = range(2, 13)
SHIFTS = {
    "formation_has_reserve_orders": "reserve",
    "attack_or_probe_order": "attack_or_probe",
    "given_face_to_face": "face_to_face",
    "divisional_order_or_cavalry_corps": "division_or_cavalry",
    "general_retreat": "general_retreat",
    "command_confusion": "command_confusion",
    "direct_command_last_turn": "direct_command",
}
CONFIDENCE = {
    "undemoralized_on_attack_or_probe": "attack_or_probe",
    "demoralized_on_attack_or_probe": "attack_or_probe_demoralized",
    "objective_held_on_attack": "objective_held",
    "demoralized_on_defend_or_delay": "defend_or_delay_demoralized",
}
MORALE = {
    "demoralized_formation_nationality_or_army": "demoralized",
    "stacked_with_its_leader_wc_or_oc": "with_leader",
    "attacked_by_old_guard_infantry": "against_guard",
    "fired_at_by_artillery_in_assault": "fired_at_by_guns",
    "in_terrain_that_reduces_attackers": "sheltered",
    "adjacent_to_undisrupted_enemy": "beside_enemy",
    "french_after_la_garde_recule": "guard_repulsed",
}
VALUES = {
    "default": "usual",
    "prussian_front_3": "weak_prussian_infantry",
    "british_defence": "british_infantry_defending",
}
RANGES = {
    "command_range": ("points", "command"),
    "instant_order_range": ("points", "instant"),
    "order_movement_rate": ("points", "order_rate"),
    "order_range": ("points", "order"),
    "target_separation_for_subsequent_orders": ("points", "separation"),
    "radius_to_stay_for_attack_defend_delay": ("hexes", "radius"),
    "divisional_command_range": ("hexes", "division"),
    "optional_divisional_command_range": ("hexes", "optional_division"),
}
KINDS = {
    "road": "road_rate",
    "leaves": "may_leave_zoc",
    "route": "waypoints_needed",
    "bad_move": "bad_move_menu",
}


@cache
def tables() -> dict[str, Any]:
    text = (HERE / "tables.yaml").read_text(encoding="utf-8")
    read: dict[str, Any] = yaml.safe_load(text)
    return read


def second_reading() -> Iterator[tuple[CardCell, Any]]:
    """Every cell as it was read the second time."""
    yield from _combat()
    yield from _command()
    yield from _ranges()
    yield from _orders()
    yield from _values()
    for line in (HERE / "figures.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            card, table, row, figure = line.split()
            column = cards().charts[card].keyed(table).columns[0]
            halves = card == "hidden-movement" and table == "points"
            yield CardCell(card, table, row, column), Fraction(figure) * (HALVES if halves else 1)


def _combat() -> Iterator[tuple[CardCell, Any]]:
    read = tables()
    for row, cells in read["fire"].items():
        for roll, hits in zip(ROLLS, cells, strict=True):
            yield CardCell("fire", "hits", str(row), str(roll)), hits
    for row, cells in read["reduction"].items():
        for percent, left in zip((25, 50, 75), cells, strict=True):
            yield CardCell("reduction", "strengths", str(row), str(percent)), left
    columns = ("assault", "bombardment", "charge")
    for row, (kind, *cells) in read["terrain"].items():
        table = "hexes" if kind == "hex" else "hexsides"
        for column, cell in zip(columns, cells, strict=False):
            yield CardCell("terrain", table, row, column), _percent(cell)
        for column, cell in zip(("foot", "horse"), cells[3:], strict=True):
            points = 0 if cell == "ne" else HALVES * cell
            yield CardCell("terrain", table, row, column), points
    for row, points in read["other_costs"].items():
        yield CardCell("terrain", "costs", row, "points"), HALVES * points
    for word, (modifier, when) in read["morale"].items():
        row = MORALE.get(word, word)
        yield CardCell("morale", "modifiers", row, "modifier"), modifier
        yield CardCell("morale", "modifiers", row, "when"), when
    for row, limit in zip(("lowest", "highest"), read["morale_limits"], strict=True):
        yield CardCell("morale", "limits", row, "morale"), limit


def _percent(cell: int | str) -> int | None:
    if isinstance(cell, int):
        return -cell
    return None if cell == "na" else 0


def _command() -> Iterator[tuple[CardCell, Any]]:
    read = tables()
    for result, bands in read["local_decision"].items():
        for rating, (low, high) in enumerate(bands):
            for roll in range(low, high + 1):
                yield CardCell("local-decision", "results", str(rating), str(roll)), result
    for word, shift in read["compliance_shifts"].items():
        yield CardCell("compliance", "shifts", SHIFTS[word], "columns"), shift
    for row, cells in read["compliance"].items():
        for column, low in zip(range(-1, 11), cells, strict=True):
            yield CardCell("compliance", "lowest", row, str(column)), low
    for row, result in read["compliance_demoralized"].items():
        yield CardCell("compliance", "demoralized", row, "result"), result
    for word, modifier in read["confidence"].items():
        yield CardCell("confidence", "modifiers", CONFIDENCE[word], "modifier"), modifier


def _ranges() -> Iterator[tuple[CardCell, Any]]:
    read = tables()
    for word, (figure, unit) in read["ranges"].items():
        table, row = RANGES[word]
        assert (unit == "hexes") == (table == "hexes"), word
        column, factor = ("hexes", 1) if table == "hexes" else ("points", HALVES)
        yield CardCell("ranges", table, row, column), factor * figure
        if row == "separation":  # 12.4 says hexes, the overview points
            yield CardCell("ranges", "hexes", row, "hexes"), figure
    for turn, cells in read["hidden_movement"].items():
        for die, result in enumerate(cells, 1):
            yield CardCell("hidden-movement", "results", turn.rstrip("+"), str(die)), result
    for word, points in read["hidden_points"].items():
        row = VALUES.get(word, word)
        yield CardCell("hidden-movement", "points", row, "points"), HALVES * points


def _orders() -> Iterator[tuple[CardCell, Any]]:
    orders = tables()["orders"]
    for order in orders["types"]:
        kinds = [kind for kind in ("attack", "defend") if order in orders[f"{kind}_type"]]
        yield CardCell("orders", "kinds", order, "type"), kinds[0] if kinds else "none"
        for column, listed in KINDS.items():
            yield CardCell("orders", "kinds", order, column), order in orders[listed]
        needs = order not in orders["no_target_needed"]
        yield CardCell("orders", "kinds", order, "target"), needs
    for order, (enter, attack) in tables()["permissions"].items():
        yield CardCell("orders", "permissions", order, "enter"), enter
        yield CardCell("orders", "permissions", order, "attack"), attack


def _values() -> Iterator[tuple[CardCell, Any]]:
    read = tables()
    for word, morale in read["base_morale"].items():
        yield CardCell("values", "morale", VALUES.get(word, word), "morale"), morale
    for word, pursuit in read["pursuit"].items():
        yield CardCell("values", "pursuit", VALUES.get(word, word), "pursuit"), pursuit
    for row in ("clear", "town", "chateau", "woods"):
        most = read["stacking"].get(row, read["stacking"]["default"])
        yield CardCell("values", "stacking", row, "units"), most
    for row, hexes in read["visibility"].items():
        yield CardCell("values", "sight", row, "hexes"), hexes
    for roll in ROLLS:
        lost = "lost" if roll in read["leader_loss"]["lost_on"] else "safe"
        yield CardCell("values", "leader_loss", "roll", str(roll)), lost
    yield CardCell("figures", "words", "supply_time", "word"), "09:00"


# --- tests --------------------------------------------------------------------------------------


def test_every_cell_of_every_card_was_read_twice_and_no_cell_is_read_that_is_not_there() -> None:
    read = [place for place, _ in second_reading()]
    assert len(read) > 700
    assert set(read) == set(cards().cells())


def test_both_readings_agree_in_every_cell() -> None:
    deck = cards()
    wrong = [
        (place, deck.cell(place), value)
        for place, value in second_reading()
        if deck.cell(place) != value
    ]
    assert not wrong


def test_every_cell_names_its_origin() -> None:
    deck = cards()
    known = set(deck.charts["sources"].keyed("codes").rows)
    for place in deck.cells():
        assert set(deck.origin(place).split()) <= known, place


# --- the same cells, asked as the rules ask them ------------------------------------------------


@pytest.mark.rule("NT.9")
def test_the_fire_table_answers_by_strength_and_roll() -> None:
    deck = cards()
    for row, cells in tables()["fire"].items():
        assert [deck.hits(row, roll) for roll in ROLLS] == cells, row
    assert deck.strongest_row == max(tables()["fire"])


@pytest.mark.rule("NT.8", "N1.1")
def test_reductions_answer_by_strength_and_percentage_and_go_on_beyond_the_table() -> None:
    deck = cards()
    for strength, cells in tables()["reduction"].items():
        assert [deck.reduced(strength, percent) for percent in (25, 50, 75)] == cells
        assert deck.reduced(strength, 0) == strength
    assert [deck.reduced(26, percent) for percent in (25, 50, 75)] == [20, 13, 7]


@pytest.mark.rule("NT.3")
def test_compliance_is_the_last_row_whose_number_is_reached() -> None:
    deck, lowest = cards(), tables()["compliance"]
    for index, column in enumerate(range(-1, 11)):
        for roll in ROLLS:
            reached = [
                row for row in ("I", "R4", "1T", "C")
                if lowest[row][index] is not None and lowest[row][index] <= roll
            ]  # fmt: skip
            assert deck.compliance(column, roll) is Compliance(reached[-1]), (column, roll)
    assert deck.compliance(-4, 12) is deck.compliance(-1, 12)
    assert deck.compliance(14, 2) is deck.compliance(10, 2)


@pytest.mark.rule("N12.7.2", "NT.3")
def test_a_leader_rated_one_told_to_attack_by_one_rated_one_reads_column_nought() -> None:
    deck = cards()
    column = 1 + 1 + deck.shift("attack_or_probe")
    results = [deck.compliance(column, roll).value for roll in ROLLS]
    assert results == ["I"] * 4 + ["R4"] * 3 + ["1T"] * 2 + ["C"] * 2


@pytest.mark.rule("NT.2", "NT.4", "NT.11", "NT.12", "NT.16", "NT.10")
def test_modifiers_and_ranges_answer_by_name() -> None:
    deck, read = cards(), tables()
    for word, row in SHIFTS.items():
        assert deck.shift(row) == read["compliance_shifts"][word]
    for word, row in CONFIDENCE.items():
        assert deck.confidence(row) == read["confidence"][word]
    for word, (modifier, _) in read["morale"].items():
        assert deck.morale(MORALE.get(word, word)) == modifier
    assert list(deck.morale_limits) == read["morale_limits"]
    assert deck.points("order_rate") == HALVES * read["ranges"]["order_movement_rate"][0]
    assert deck.radius("radius") == read["ranges"]["radius_to_stay_for_attack_defend_delay"][0]
    assert deck.factor("backhand") == 2
    assert deck.bonus("enfilade") == deck.share("tiny_step") == Fraction(1, 2)
    with pytest.raises(LookupError):
        deck.figure("trebuchets")


@pytest.mark.rule("NT.1")
def test_local_decisions_answer_by_rating_and_roll() -> None:
    deck = cards()
    for result, bands in tables()["local_decision"].items():
        for rating, (low, high) in enumerate(bands):
            for roll in range(low, high + 1):
                assert deck.local_decision(rating, roll) is LocalDecision(result)
    assert deck.local_decision(5, 6) is LocalDecision.ACTS_LOCALLY
    assert deck.local_decision(0, 13) is LocalDecision.ACTS_LOCALLY


@pytest.mark.rule("NT.13")
def test_a_hidden_march_is_safe_at_first_and_then_less_and_less() -> None:
    deck = cards()
    for turn, cells in tables()["hidden_movement"].items():
        number = int(turn.rstrip("+"))
        assert [deck.discovery(number, die) for die in range(1, 7)] == list(map(Discovery, cells))
    assert deck.discovery(9, 4) is deck.discovery(3, 4)
    assert deck.discovery(2, 0) is Discovery.HIDDEN


@pytest.mark.rule("NT.5", "NT.7")
def test_ground_answers_by_its_kind() -> None:
    deck = cards()
    assert deck.terrain("woods").foot == 4
    assert deck.terrain("woods").horse == 8
    assert deck.terrain("chateau").bombardment is None
    assert deck.hexside("crest").bombardment is None
    assert deck.hexside("crest").charge == 0
    assert deck.hexside("bridge").assault == 50
    assert deck.cost("courier") == 1


@pytest.mark.rule("N15.3", "N12.7.6")
def test_a_demoralized_formation_is_slower_to_comply_by_one_step() -> None:
    deck = cards()
    steps = [Compliance.COMPLIED, Compliance.NEXT_TURN, Compliance.ROLL_4, Compliance.ROLL_5]
    for result, worse in pairwise(steps):
        assert deck.demoralized(result) is worse
    assert deck.demoralized(Compliance.IGNORED) is Compliance.IGNORED
    assert (deck.later(Compliance.ROLL_4), deck.later(Compliance.ROLL_5)) == (4, 5)


def test_every_order_has_its_card() -> None:
    assert set(cards().orders) == set(OrderType)
    assert cards().order(OrderType.MARCH).route
    assert cards().order(OrderType.FALL_BACK).leaves
    assert not cards().order(OrderType.GENERAL_RETREAT).bad_move


def test_leaders_fall_on_eleven_and_twelve() -> None:
    assert [roll for roll in ROLLS if cards().leader_lost(roll)] == [11, 12]
