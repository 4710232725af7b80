"""Forming square before a charge: who may try, every row of the table, what comes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Reason, answer
from grognard.mechanics.d66 import D66
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.horse.charge_actions import Charge, Decline, Square, Target
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.horse.square import may_try, square_from, triers
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation
from grognard.systems.bataille.special.landwehr import Drill
from grognard.systems.bataille.table import Table, zone_hexes
from grognard.systems.premier.cards import cards
from grognard.systems.premier.events import SquareRolled
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from grognard.systems.premier.horse.square_attempt import (
    row_distance,
    square_items,
    square_row,
    troop_dice,
)
from grognard.systems.premier.system import SYSTEM
from tests.systems.premier.charges import (
    OPEN,
    charge,
    do,
    horse,
    lancers,
    marks,
    offered,
    purpose,
    with_leader,
)
from tests.systems.premier.kit import (
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    regiment,
)

ROWS = sorted(cards().carre_cells)
WANT = ["form-square"]


def before(away: int, formation: str = "column", nation: str = "French", **facts: Any) -> Table:
    """Heavy cavalry so many hexes in front of a battalion; heavy horse adds nothing to the dice."""
    facing = "N" if formation != "line" else "NNE"
    return field(
        OPEN,
        horse("C1", "0510", movement=11),
        battalion("F1", f"05{10 + away:02d}", facing, formation, nation=nation, **facts),
        phasing="coalition",
    )


def barred(table: Table, unit: str = "F1", *chargers: str) -> str:
    reason = may_try(table, unit, chargers or ("C1",))
    return reason.clause if isinstance(reason, Reason) else ""


def tries(table: Table, dice: int, *, declared: bool = False) -> Any:
    """A charge rides one hex towards the battalion, which then tries."""
    state = do(charge(table, "C1"), "S", want=["form-square", "declare-target"])
    if declared:
        state = do(state, Target("F1"), want=WANT)
    return do(state, Square("F1"), dice)


# --- who may try


@pytest.mark.rule("P16.44", "P38.9", "P38.21", "PR-40", "PR-41")
def test_infantry_may_try_when_charging_cavalry_is_at_most_four_hexes_off() -> None:
    assert [barred(before(away)) for away in (1, 2, 3, 4)] == [""] * 4
    assert barred(before(5)) == "P38.23"
    state = do(charge(before(6), "C1"), "S", want=WANT)
    assert purpose(state) == "ride"
    state = do(charge(before(6), "C1"), "S S", want=WANT)
    assert offered(state) == ["done", "square F1"]
    assert state.pending.side == "french"  # type: ignore[union-attr]


@pytest.mark.rule("P23.11", "P38.9", "PR-40")
@pytest.mark.parametrize(("reading", "most"), [("four", 4), ("two", 2), ("adjacent", 1)])
def test_a_table_may_shorten_the_distance(reading: str, most: int) -> None:
    table = field(OPEN, horse("C1"), options={"carre_los": reading})
    assert square_from(table) == most


@pytest.mark.rule("P38.9", "P46.1")
@pytest.mark.parametrize(("sky", "most"), [("night", 2), ("dusk", 3), ("heavy_rain", 3)])
def test_night_and_heavy_rain_shorten_the_distance(sky: str, most: int) -> None:
    assert square_from(field(OPEN, horse("C1"), weather=sky)) == most


@pytest.mark.rule("P38.10", "P38.23", "P38.12")
def test_the_infantry_must_see_the_charge_through_its_front() -> None:
    behind = field(OPEN, horse("C1", "0510"), battalion("F1", "0513", "S"))
    assert barred(behind) == "P38.23"
    rows = [*OPEN[:11], "....w....", *OPEN[12:]]
    hidden = field(rows, horse("C1", "0510"), battalion("F1", "0513", "N"))
    assert barred(hidden) == "P38.23"


@pytest.mark.rule("P23.10")
def test_cavalry_that_leaves_a_square_is_seen_by_other_infantry() -> None:
    table = field(
        OPEN,
        horse("C1", "0509"),
        battalion("F2", "0510", "N", "square"),
        battalion("F1", "0513", "N"),
        phasing="coalition",
    )
    state = do(charge(table, "C1"), "S", Decline("F2"))
    assert state.table["C1"].hexes == state.table["F2"].hexes
    state = do(state, "S", Decline("F1"), want=WANT)
    assert state.table["C1"].at == 511
    assert offered(state) == ["done", "square F1"]


@pytest.mark.rule("P38.22", "PR-105")
def test_a_unit_tries_only_once_in_a_charge_segment() -> None:
    state = tries(before(5), 66)
    assert "tried-square" in marks(state, "F1")
    tried = before(3, marks=("tried-square",))
    assert barred(tried) == "P38.22"


@pytest.mark.rule("PR-105")
@pytest.mark.parametrize(("reading", "again"), [("segment", False), ("each_charge", True)])
def test_a_table_may_let_it_try_against_each_charge(reading: str, again: bool) -> None:
    table = field(
        OPEN,
        horse("C1", "0508", movement=11),
        horse("C2", "0408", movement=11),
        battalion("F1", "0513", "N"),
        battalion("F2", "0414", "N"),
        options={"carre_attempts": reading},
        phasing="coalition",
    )
    state = begin(table, ChargeSegment("coalition"))
    state = answer(answer(state, Charge(("C1",))), Charge(("C2",)))
    state = do(state, "S", want=WANT)
    state = do(state, Square("F1"), 11)
    assert state.table["F1"].formation is Formation.SQUARE
    state = do(state, Finish())
    tried = "tried-square" in marks(state, "F1")
    assert tried is not again


@pytest.mark.rule("P19.25", "P38.26", "P16.39", "P16.40")
@pytest.mark.parametrize(
    ("facts", "clause"),
    [
        ({"order": "disorder"}, "P38.21"),
        ({"order": "rout"}, "P38.21"),
        ({"square_multiple": 0}, "P38.26"),
        ({"increments": 2}, "P16.40"),
        ({"lost": 4}, "P16.40"),
    ],
)
def test_who_cannot_form_square_at_all(facts: dict[str, Any], clause: str) -> None:
    assert barred(before(3, **facts)) == clause


@pytest.mark.rule("P19.25")
def test_skirmishers_road_columns_and_units_in_general_order_do_not_form_square() -> None:
    loose = field(OPEN, horse("C1", "0510"), light("F1", "0513", "NNE", "skirmish", increments=3))
    assert barred(loose) == "P38.21"
    road = field(
        OPEN, horse("C1", "0510"), battalion("F1", "0513", "N", "road"), roads=["0512 0513"]
    )
    assert barred(road) == "P38.21"
    rows = [*OPEN[:12], "....w....", *OPEN[13:]]
    woods = field(rows, horse("C1", "0510"), battalion("F1", "0513", "N", "general"))
    assert barred(woods) == "P38.21"


@pytest.mark.rule("P46.2", "P38.26")
def test_landwehr_forms_square_only_on_the_march_where_the_battle_says_so() -> None:
    free = before(3, traits=frozenset({"landwehr"}))
    assert barred(free) == ""
    drilled = field(
        OPEN,
        horse("C1", "0510"),
        battalion("F1", "0513", "N", traits=frozenset({"landwehr"})),
        special=["landwehr_drill"],
    )
    assert barred(drilled) == "P46.2"


@pytest.mark.rule("P16.40", "P38.21")
def test_all_foot_of_a_hex_forms_one_square_with_one_roll() -> None:
    table = field(
        OPEN,
        horse("C1", "0509", movement=11),
        battalion("F1", "0513", "N", increments=3),
        battalion("F2", "0513", "N", increments=3),
        phasing="coalition",
    )
    assert triers(table, ("C1",)) == ["F1"]
    state = tries(table, 11)
    assert [state.table[unit].formation for unit in ("F1", "F2")] == [Formation.SQUARE] * 2
    assert "tried-square" in marks(state, "F2")


# --- the table


@pytest.mark.rule("P38.24")
@pytest.mark.parametrize(("nation", "formation", "away"), ROWS)
def test_every_row_of_the_square_table_is_read(nation: str, formation: str, away: int) -> None:
    table = before(away + 1, formation, nation.capitalize(), traits=frozenset({nation}))
    assert square_row(table, "F1") == nation
    cells = cards().carre_cells[nation, formation, away]
    for result in dict.fromkeys(cells):
        rung = cells.index(result)
        dice = int(D66(rung))
        state = do(charge(table, "C1"), "S", want=["form-square", "declare-target"])
        if purpose(state) == "declare-target":
            state = do(state, Decline("F1"), want=WANT)
        state = do(state, Square("F1"), dice)
        (rolled,) = events(state, SquareRolled)
        assert (rolled.distance, rolled.formation) == (away, formation)
        assert rolled.result == result
        _assert_result(state.table, result)


def _assert_result(table: Table, result: str) -> None:
    piece = table["F1"]
    if result == "carre":
        assert (piece.formation, piece.cohesion) == (Formation.SQUARE, Cohesion.GOOD)
    else:
        order = Cohesion.DISORDER if result == "disorder" else Cohesion.ROUT
        assert (piece.formation, piece.cohesion) == (Formation.COLUMN, order)


@pytest.mark.rule("P38.24")
@pytest.mark.parametrize("nation", sorted({row[0] for row in ROWS}))
def test_the_rows_at_one_hex_are_read_by_whom_the_charge_passes_closely(nation: str) -> None:
    table = before(1, "column", nation.capitalize(), traits=frozenset({nation}))
    assert row_distance(table, "F1", Gallop(("C1",), (32,))) == 1


@pytest.mark.rule("P38.24")
@pytest.mark.parametrize(
    ("nation", "row"),
    [
        ("French", "french"),
        ("Croat", "croat"),
        ("Westphalian", "westphalian"),
        ("Saxon", "saxon"),
        ("Prussian", "prussian"),
        ("Polish", "rheinbund"),
    ],
)
def test_the_nation_decides_the_rows(nation: str, row: str) -> None:
    assert square_row(before(3, nation=nation), "F1") == row
    cells = cards().carre_cells
    assert cells["croat", "line", 2] == cells["french", "line", 2]
    assert cells["saxon", "column", 3] == cells["westphalian", "column", 3]


@pytest.mark.rule("P38.24", "P35.11", "P43.9")
def test_what_is_added_to_the_dice_of_a_square() -> None:
    def dice(table: Table, *chargers: str) -> dict[str, int]:
        return {item.reason: item.amount for item in square_items(table, "F1", chargers or ("C1",))}

    assert dice(before(3)) == {}
    fast = field(OPEN, horse("C1", "0510"), battalion("F1", "0513", "N"))
    assert dice(fast) == {"the chargers are light cavalry": +3}
    lance = field(OPEN, lancers("C1", "0510"), battalion("F1", "0513", "N"))
    assert dice(lance) == {"the chargers have lances": +6}
    led = with_leader(before(3), "0513", cavalry=False)
    assert dice(led) == {"a leader in the hex": -6}
    shaken = before(3, organisation="girard")
    shaken.levels = {"girard": 2}
    assert dice(shaken) == {"morale level 2": +3 * 2}
    guard = before(3, traits=frozenset({"old_guard"}))
    assert dice(guard) == {"its kind of troops": -9}
    wet = field(OPEN, lancers("C1", "0510"), battalion("F1", "0513", "N"), weather="heavy_rain")
    assert dice(wet) == {"the chargers have lances": +9}
    dark = field(OPEN, lancers("C1", "0510"), battalion("F1", "0513", "N"), weather="night")
    assert dice(dark) == {"the chargers are light cavalry": +3}


@pytest.mark.rule("P38.24")
def test_a_figure_of_the_very_battle_comes_before_the_usual_one() -> None:
    table = before(3, nation="Prussian", traits=frozenset({"reserve"}))
    assert [item.amount for item in square_items(table, "F1", ("C1",))] == [+2]
    table.setting = msgspec.structs.replace(table.setting, id="hagelberg")
    assert list(square_items(table, "F1", ("C1",))) == []


TROOPS = ("french", "russian", "prussian")


@pytest.mark.rule("P38.24", "PR-185")
@pytest.mark.parametrize("row", [r for r in cards().carre_dice if r.startswith(TROOPS)])
def test_every_kind_of_troops_on_the_card_reads_its_own_figure(row: str) -> None:
    nation, _, trait = row.partition("_")
    table = before(3, nation=nation.title(), traits=frozenset({trait.removesuffix("_hagelberg")}))
    if row.endswith("_hagelberg"):
        table.setting = msgspec.structs.replace(table.setting, id="hagelberg")
    assert troop_dice(table, "F1") == cards().carre_dice[row]


@pytest.mark.rule("P38.24", "PR-185")
@pytest.mark.parametrize(
    ("pack", "found"),
    [("blankenfelde", {"reserve": 2, "landwehr": 4}),
     ("gross-beeren", {"reserve": 2, "landwehr": 4, "grenadiers": -3, "jaeger": 2}),
     ("dennewitz-berlin", {"reserve": 2, "landwehr": 4, "jaeger": 2}),
     ("dennewitz-ney", {"reserve": 2, "landwehr": 4, "grenadiers": -3, "jaeger": 2})],
)  # fmt: skip
def test_the_prussians_of_the_campaign_have_their_figures(pack: str, found: dict[str, int]) -> None:
    table = SYSTEM.rules.opening(SYSTEM.library.setting(pack, {})).table
    foot = [u for u in table.setting.roster.values() if u.arm is Arm.INFANTRY]
    read = {trait: troop_dice(table, unit.id) for unit in foot for trait in unit.traits}
    assert {trait: dice for trait, dice in read.items() if dice} == found


@pytest.mark.rule("P38.24", "P46.2", "PR-185")
def test_landwehr_tries_to_form_square_where_the_battle_lets_it() -> None:
    table = before(3, nation="Prussian", traits=frozenset({"landwehr"}))
    drill = {"landwehr_drill": Drill()}
    table.setting = msgspec.structs.replace(table.setting, special=drill)
    assert barred(table) == "P46.2"
    drill = {"landwehr_drill": Drill(squares=True)}
    table.setting = msgspec.structs.replace(table.setting, special=drill)
    assert barred(table) == ""


@pytest.mark.rule("P38.9", "P38.24")
def test_a_table_may_measure_the_distance_in_movement_points() -> None:
    wet = {("0511", "S"): "stream"}
    table = field(OPEN, horse("C1", "0510"), battalion("F1", "0513", "N"), hexsides=wet)
    gallop = Gallop(("C1",), (40,), entered=1)
    assert row_distance(table, "F1", gallop) == 3
    deck = cards(frozenset({("carre_distance", "movement_points")}))
    table.setting = msgspec.structs.replace(table.setting, cards=deck)
    assert row_distance(table, "F1", gallop) == 4  # it must ride round the stream


# --- what comes of it


@pytest.mark.rule("P38.27")
def test_a_square_that_was_not_the_target_may_be_ridden_over_passed_or_left() -> None:
    state = tries(before(4), 11)
    assert state.table["F1"].formation is Formation.SQUARE
    assert zone_hexes(state.table, state.table["F1"]) == ()
    assert "done" in offered(state)
    state = do(state, "S", Decline("F1"), "S S")
    assert state.table["C1"].at == 514
    assert "done" not in offered(state), "nobody halts upon a square he does not fight"
    state = do(state, "S")
    assert state.table["C1"].at == 515


@pytest.mark.rule("P38.31", "PR-106")
def test_a_disordered_unit_that_was_not_the_target_is_not_ridden_over() -> None:
    state = do(tries(before(5), 66), "S S", Decline("F1"), "S")
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].hexes == (515,)
    assert "ride C1 S" not in offered(state)


@pytest.mark.rule("PR-106")
def test_a_table_may_have_it_retreat() -> None:
    table = before(4)
    options = {"carre_disorder_retreat": "on"}
    table = field(
        OPEN,
        horse("C1", "0510", movement=11),
        battalion("F1", "0514", "N"),
        options=options,
        phasing="coalition",
    )
    state = tries(table, 63)
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert state.table["F1"].hexes != (514,)


@pytest.mark.rule("P38.37", "PR-110")
def test_a_unit_that_was_not_the_target_routs_ten_hexes_and_the_charge_goes_on() -> None:
    table = field(
        ["." * 9] * 30,
        horse("C1", "0509", movement=11),
        battalion("F1", "0513", "N", nation="Saxon"),
        phasing="coalition",
    )
    state = tries(table, 66)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert abs(state.table["F1"].at - 513) >= 10
    assert purpose(state) == "ride"


@pytest.mark.rule("P38.37", "P38.38", "P42.1", "P42.2", "PR-110")
def test_the_target_that_routs_from_its_square_calls_for_recall() -> None:
    table = field(
        ["." * 9] * 30,
        horse("C1", "0509", movement=11, recall=3),
        battalion("F1", "0512", "N"),
        phasing="coalition",
    )
    state = tries(table, 66, declared=True)
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert purpose(state) == "recall"


@pytest.mark.rule("P38.25", "P41.9", "P41.13", "PR-128")
@pytest.mark.parametrize(
    ("formation", "dice", "marked", "order"),
    [
        ("limbered", 63, False, Cohesion.DISORDER),
        ("unlimbered", 63, True, Cohesion.GOOD),
        ("unlimbered", 11, False, Cohesion.GOOD),
    ],
)
def test_guns_share_the_fate_of_their_infantry_or_are_abandoned(
    formation: str, dice: int, marked: bool, order: Cohesion
) -> None:
    table = field(
        OPEN,
        horse("C1", "0509", movement=11),
        battalion("F1", "0514", "N"),
        battery("F2", "0514", "N", formation),
        phasing="coalition",
    )
    state = do(charge(table, "C1"), "S", want=WANT)
    state = do(state, Square("F1"), dice)
    assert ("abandoned" in marks(state, "F2")) is marked
    assert state.table["F2"].cohesion is order
    assert state.table["F2"].at == 514


@pytest.mark.rule("P38.35", "P38.46")
def test_the_cavalry_may_run_out_of_points_before_it_reaches_the_disordered_target() -> None:
    table = field(
        OPEN,
        regiment("C1", "0505", "S", movement=1),
        battalion("F1", "0512", "N"),
        phasing="coalition",
    )
    state = do(charge(table, "C1"), "S S S", want=WANT)
    state = do(state, Square("F1"), 65, "face:SE")
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    state = do(state, "SE")
    assert purpose(state) == ""
    assert state.table["C1"].cohesion is Cohesion.ROUT
