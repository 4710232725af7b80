"""The result matrix, cell by cell, and numerical results (rule 34, P14.20-P14.31, PR-93, 159-161)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Ask, Over, Roll, State, answer
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.events.facts import LostIncrements
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import Cohesion, Formation
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from grognard.systems.premier.events import FateRead
from grognard.systems.premier.melee.fates import matrix_row
from grognard.systems.premier.melee.melee_results import ApplyResult
from tests.systems.premier.kit import (
    Unit,
    battalion,
    battery,
    begin,
    events,
    field,
    light,
    play,
    regiment,
)

WIDE = ["." * 40] * 40
TARGET = 2020
FOOT = battalion("F1", "2019", "S", increments=9)
HORSE = regiment("F1", "2019", "S")
ROWS: dict[str, Unit] = {
    "infantry/good": battalion("P1", "2020", "N"),
    "infantry/disorder": battalion("P1", "2020", "N", order="disorder"),
    "infantry/rout": battalion("P1", "2020", "N", order="rout"),
    "square/good": battalion("P1", "2020", "N", "square"),
    "cavalry/good": regiment("P1", "2020", "N", movement=12),
    "cavalry/rout": regiment("P1", "2020", "N", movement=12, order="rout"),
    "limbered/good": battery("P1", "2020", "N", "limbered", increments=4),
    "limbered/disorder": battery("P1", "2020", "N", "limbered", increments=4, order="disorder"),
    "limbered/rout": battery("P1", "2020", "N", "limbered", increments=4, order="rout"),
    "unlimbered/good": battery("P1", "2020", "N", increments=4),
    "unlimbered/disorder": battery("P1", "2020", "N", increments=4, order="disorder"),
    "unlimbered/rout": battery("P1", "2020", "N", increments=4, order="rout"),
}
# The card as printed: AR, AD, blank, DD, DR, DS (charts 16).
MATRIX = {
    "infantry/good": (0, 1, 2, 3, 4, 5),
    "infantry/disorder": (0, 1, 2, 4, 4, 5),
    "infantry/rout": (0, 1, 2, 4, 5, 5),
    "square/good": (0, 6, 7, 8, 9, 5),
    "cavalry/good": (0, 10, 11, 13, 13, 5),
    "cavalry/rout": (0, 14, 15, 16, 5, 5),
    "limbered/good": (0, 1, 17, 18, 19, 20),
    "limbered/disorder": (0, 1, 17, 18, 19, 20),
    "limbered/rout": (0, 1, 19, 19, 20, 20),
    "unlimbered/good": (0, 1, 17, 21, 20, 20),
    "unlimbered/disorder": (0, 1, 17, 22, 20, 20),
    "unlimbered/rout": (0, 1, 17, 20, 20, 20),
}
KINDS = ("AR", "AD", "blank", "DD", "DR", "DS")
CELLS = [(row, kind, codes[i]) for row, codes in MATRIX.items() for i, kind in enumerate(KINDS)]


def meet(*units: Unit, **facts: Any) -> Table:
    return field(WIDE, *units, **facts)


def dealt(table: Table, **chosen: str) -> Table:
    deck = cards(frozenset(chosen.items()))
    table.setting = msgspec.structs.replace(table.setting, cards=deck)
    return table


def apply(table: Table, kind: str, *attackers: str, **facts: Any) -> State:
    return begin(table, ApplyResult(Melee(TARGET, attackers or ("F1",)), kind, **facts))


def settle(state: State, dice: tuple[int, int] = (6, 6)) -> State:
    """Throw these dice at every roll and take the first option of every question."""
    happened = list(state.happened)
    while not isinstance(state.pending, Over):
        pending = state.pending
        value = next(iter(pending.options)) if isinstance(pending, Ask) else dice
        state = answer(state, value)
        happened += state.happened
    return State(state.table, state.stack, state.pending, tuple(happened))


def fled(state: State, unit: str, start: int) -> int:
    return distance(state.table[unit].at, start)


# --- what every code does


def attacker_routs(state: State) -> None:
    assert state.table["F1"].cohesion is Cohesion.ROUT
    length = 14 if state.table.printed("F1").arm.value == "cavalry" else 10
    assert fled(state, "F1", 2019) == length
    assert state.table["F1"].lost >= 1


def attacker_disorders(state: State) -> None:
    if state.table.printed("F1").arm.value == "cavalry":
        attacker_routs(state)
        return
    assert state.table["F1"].cohesion is Cohesion.DISORDER
    assert fled(state, "F1", 2019) == 3
    assert state.table["F1"].lost == 1
    assert state.table["P1"].at == TARGET


def both_step_back(state: State) -> None:
    assert (fled(state, "F1", 2019), fled(state, "P1", TARGET)) == (1, 1)
    assert state.table["F1"].lost == state.table["P1"].lost == 0
    assert state.table["F1"].cohesion is Cohesion.GOOD


def defender_disorders(state: State) -> None:
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert fled(state, "P1", TARGET) == 3
    assert state.table["P1"].lost == 1
    assert state.table["F1"].at == 2019


def defender_routs(state: State) -> None:
    assert state.table["P1"].cohesion is Cohesion.ROUT
    assert fled(state, "P1", TARGET) == 10
    assert state.table["P1"].lost == 1


def defender_surrenders(state: State) -> None:
    assert state.table.removed == {"P1": "surrendered"}


def square_holds(state: State) -> None:
    assert state.table["P1"].formation is Formation.SQUARE
    assert [event.unit for event in events(state, MoraleChecked)] == ["P1"]
    horse = state.table.printed("F1").arm.value == "cavalry"
    assert fled(state, "F1", 2019) == (2 if horse else 1)
    assert state.table["F1"].lost == 0


def square_breaks(state: State) -> None:
    defender_disorders(state)
    assert state.table["P1"].formation is Formation.COLUMN


def square_routs(state: State) -> None:
    assert state.table["P1"].cohesion is Cohesion.ROUT
    assert state.table["P1"].formation is Formation.COLUMN
    assert state.table["P1"].lost == 2


def all_step_back_and_attackers_check(state: State) -> None:
    both_step_back(state)
    (check,) = events(state, MoraleChecked)
    assert (check.unit, check.account.total) == ("F1", -3)


def horse_routs(state: State) -> None:
    assert state.table["P1"].cohesion is Cohesion.ROUT
    assert fled(state, "P1", TARGET) == 12
    assert state.table["P1"].lost == 1


def attack_bleeds(state: State) -> None:
    horse = state.table.printed("F1").arm.value == "cavalry"
    assert state.table["F1"].cohesion is (Cohesion.ROUT if horse else Cohesion.DISORDER)
    assert state.table["F1"].lost == 1


def routed_horse_goes_six(state: State) -> None:
    assert fled(state, "P1", TARGET) == 6
    assert state.table["P1"].lost == 1
    assert state.table["F1"].at == 2019


def routed_horse_flees(state: State) -> None:
    assert fled(state, "P1", TARGET) == 12
    assert state.table["P1"].lost == 2


def nothing(state: State) -> None:
    assert not state.happened


def battery_disorders(state: State) -> None:
    """Also of guns that were disordered before: the matrix has nothing worse for them (PR-147)."""
    defender_disorders(state)
    assert state.table["P1"].formation is Formation.LIMBERED


def battery_gone(state: State) -> None:
    assert state.table.removed == {"P1": "destroyed"}


def battery_disorders_in_place(state: State) -> None:
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert state.table["P1"].at == TARGET
    assert state.table["P1"].formation is Formation.UNLIMBERED


def battery_loses_one(state: State) -> None:
    battery_disorders_in_place(state)
    assert state.table["P1"].lost == 1


WHAT = {
    0: attacker_routs, 1: attacker_disorders, 2: both_step_back, 3: defender_disorders,
    4: defender_routs, 5: defender_surrenders, 6: attacker_disorders, 7: square_holds,
    8: square_breaks, 9: square_routs, 10: attacker_disorders, 11: all_step_back_and_attackers_check,
    13: horse_routs, 14: attack_bleeds, 15: routed_horse_goes_six, 16: routed_horse_flees,
    17: nothing, 18: battery_disorders, 19: defender_routs, 20: battery_gone,
    21: battery_disorders_in_place, 22: battery_loses_one,
}  # fmt: skip


@pytest.mark.rule(
    "P14.23", "P34.1", "P34.2", "P34.3", "P34.4", "P34.5", "P34.7", "P30.17", "P35.15", "P14.29",
    "P14.24", "P14.30", "P16.56", "P16.59",
)  # fmt: skip
@pytest.mark.parametrize(("row", "kind", "code"), CELLS)
def test_every_cell_of_the_matrix_against_infantry(row: str, kind: str, code: int) -> None:
    table = meet(FOOT, ROWS[row])
    assert matrix_row(table, "P1") == row
    assert cards().matrix_code(row, kind) == code
    state = settle(apply(table, kind))
    WHAT[code](state)
    assert {event.code for event in events(state, FateRead)} <= {code}


@pytest.mark.rule("P34.3", "P34.4", "P35.14", "P35.15")
@pytest.mark.parametrize(
    ("row", "kind", "code"),
    [cell for cell in CELLS if not cell[0].startswith("square") and cell[1] != "DS"],
)
def test_every_cell_of_the_matrix_against_cavalry(row: str, kind: str, code: int) -> None:
    table = meet(HORSE, ROWS[row])
    state = settle(apply(table, kind))
    if code in (0, 1, 2, 10, 11, 14):
        WHAT[code](state)
    elif code in (3, 4, 18, 19) and "P1" in state.table.pieces:
        assert state.table["P1"].cohesion in (Cohesion.DISORDER, Cohesion.ROUT)
        assert state.table["F1"].at == 2019
    assert code in MATRIX[row]


def on_square(**facts: Any) -> Table:
    return meet(ROWS["square/good"], regiment("F1", "2020", "S"), **facts)


@pytest.mark.rule("P16.59", "P34.4")
@pytest.mark.parametrize("kind", ["AD", "AR"])
def test_cavalry_beaten_by_a_square_routs_out_of_its_hex(kind: str) -> None:
    state = settle(apply(on_square(), kind))
    assert state.table["F1"].cohesion is Cohesion.ROUT
    assert fled(state, "F1", TARGET) == 14
    assert state.table["P1"].formation is Formation.SQUARE


@pytest.mark.rule("P34.2")
def test_a_blank_sends_cavalry_two_hexes_off_the_square() -> None:
    state = settle(apply(on_square(), "blank"))
    assert fled(state, "F1", TARGET) == 2
    assert state.table["F1"].cohesion is Cohesion.GOOD
    assert state.table["F1"].lost == 0


@pytest.mark.rule("P34.2")
def test_a_square_that_fails_its_check_after_a_blank_is_a_column_in_good_order() -> None:
    state = settle(apply(on_square(), "blank"), dice=(1, 1))
    (check,) = events(state, MoraleChecked)
    assert check.account.total == 6  # the square's own, once
    assert state.table["P1"].formation is Formation.COLUMN
    assert state.table["P1"].cohesion is Cohesion.GOOD
    assert state.table["P1"].at == TARGET


@pytest.mark.rule("P16.56", "P34.4")
def test_cavalry_on_a_broken_square_holds_the_hex_and_does_not_rout_it() -> None:
    state = settle(apply(on_square(), "DD"))
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert state.table["P1"].formation is Formation.COLUMN
    assert state.table["P1"].lost == 1
    assert fled(state, "P1", TARGET) == 3
    assert state.table["F1"].at == TARGET


@pytest.mark.rule("P14.28", "P14.31")
def test_other_cavalry_on_its_way_does_rout_it() -> None:
    table = meet(
        ROWS["square/good"], regiment("F1", "2020", "S"),
        *(regiment(f"F{n}", at, facing) for n, (at, facing) in enumerate(
            [("1922", "N"), ("2122", "N"), ("1819", "SE"), ("2219", "SW"), ("2018", "S")], start=2)),
    )  # fmt: skip
    state = settle(apply(table, "DD"))
    assert "P1" in state.table.removed or state.table["P1"].cohesion is Cohesion.ROUT


# --- options of the matrix


@pytest.mark.rule("P34.2")
@pytest.mark.parametrize("row", ["infantry/good", "square/good", "cavalry/good"])
def test_a_table_may_play_blanks_without_steps(row: str) -> None:
    state = settle(apply(meet(FOOT, ROWS[row], options={"standoff_step": "off"}), "blank"))
    nothing(state)


@pytest.mark.rule("P34.4")
@pytest.mark.parametrize(("dice", "order"), [((6, 6), Cohesion.GOOD), ((1, 1), Cohesion.ROUT)])
def test_a_table_may_let_attacking_cavalry_fall_back_and_check(
    dice: tuple[int, int], order: Cohesion
) -> None:
    table = dealt(meet(HORSE, ROWS["infantry/good"]), cavalry_ad="fall_back_check")
    state = settle(apply(table, "AD"), dice)
    (check,) = events(state, MoraleChecked)
    assert check.account.total == -3
    assert state.table["F1"].cohesion is order
    if order is Cohesion.GOOD:
        assert fled(state, "F1", 2019) == 3
        assert state.table["F1"].lost == 1


@pytest.mark.rule("P34.4")
def test_that_option_leaves_infantry_and_cavalry_against_cavalry_as_they_are() -> None:
    table = dealt(meet(FOOT, ROWS["infantry/good"]), cavalry_ad="fall_back_check")
    attacker_disorders(settle(apply(table, "AD")))
    table = dealt(meet(HORSE, ROWS["cavalry/good"]), cavalry_ad="fall_back_check")
    attacker_routs(settle(apply(table, "AD")))


@pytest.mark.rule("P34.4")
@pytest.mark.parametrize(("dice", "order"), [((6, 6), Cohesion.GOOD), ((1, 1), Cohesion.ROUT)])
def test_a_table_may_let_defending_cavalry_fall_back_and_check(
    dice: tuple[int, int], order: Cohesion
) -> None:
    table = dealt(meet(FOOT, ROWS["cavalry/good"]), cavalry_dd="fall_back_check")
    state = settle(apply(table, "DD"), dice)
    (check,) = events(state, MoraleChecked)
    assert check.account.total == -6
    assert state.table["P1"].cohesion is order


@pytest.mark.rule("P16.56")
def test_a_table_may_leave_a_beaten_square_in_place() -> None:
    state = settle(apply(dealt(on_square(), carre_dd="in_place"), "DD"))
    assert state.table["P1"].at == TARGET
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert state.table["P1"].formation is Formation.COLUMN
    assert state.table["P1"].lost == 1


@pytest.mark.rule("P16.59")
def test_a_table_may_let_cavalry_fall_back_from_a_square() -> None:
    state = settle(apply(dealt(on_square(), carre_ad_cavalry="fall_back_check"), "AD"))
    assert fled(state, "F1", TARGET) == 3
    assert state.table["F1"].cohesion is Cohesion.GOOD
    (check,) = events(state, MoraleChecked)
    assert (check.unit, check.account.total) == ("F1", -3)


# --- stacks


@pytest.mark.rule("P34.4")
def test_a_failed_check_after_a_stand_off_with_cavalry_breaks_the_attacker() -> None:
    foot = settle(apply(meet(FOOT, ROWS["cavalry/good"]), "blank"), dice=(1, 1))
    assert foot.table["F1"].cohesion is Cohesion.DISORDER
    horse = settle(apply(meet(HORSE, ROWS["cavalry/good"]), "blank"), dice=(1, 1))
    assert horse.table["F1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P32.10")
@pytest.mark.parametrize("kind", ["DD", "DR", "DS"])
@pytest.mark.parametrize("formation", ["limbered", "unlimbered"])
def test_guns_share_the_fate_of_their_infantry(kind: str, formation: str) -> None:
    table = meet(FOOT, ROWS["infantry/good"], battery("P9", "2020", "N", formation, increments=4))
    state = settle(apply(table, kind))
    if kind == "DS":
        assert state.table.removed == {"P1": "surrendered", "P9": "surrendered"}
        return
    foot, guns = state.table["P1"], state.table["P9"]
    assert guns.at == foot.at != TARGET
    assert guns.cohesion is foot.cohesion
    assert guns.formation is Formation.LIMBERED


@pytest.mark.rule("P32.10")
def test_guns_limber_up_and_step_back_with_their_infantry() -> None:
    table = meet(FOOT, ROWS["infantry/good"], battery("P9", "2020", "N"))
    state = settle(apply(table, "blank"))
    assert fled(state, "P1", TARGET) == fled(state, "P9", TARGET) == 1
    assert state.table["P9"].formation is Formation.LIMBERED


@pytest.mark.rule("P34.4")
def test_attackers_who_were_disordered_already_rout_on_ad() -> None:
    table = meet(battalion("F1", "2019", "S", order="disorder"), ROWS["infantry/good"])
    assert settle(apply(table, "AD")).table["F1"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P34.3", "P34.4")
def test_a_result_hits_every_unit_of_the_side_attackers_first() -> None:
    table = meet(
        FOOT, battalion("F2", "2019", "S"), battalion("F3", "1920", "SE"), ROWS["infantry/good"]
    )
    state = settle(apply(table, "AD", "F1", "F2", "F3"))
    assert all(state.table[unit].cohesion is Cohesion.DISORDER for unit in ("F1", "F2", "F3"))
    assert [event.unit for event in events(state, FateRead)] == ["F3", "F1", "F2"]
    table = meet(FOOT, battalion("P2", "2020", "N"), ROWS["infantry/good"])
    state = settle(apply(table, "blank"))
    assert [event.unit for event in events(state, FateRead)] == ["F1", "P2", "P1"]


@pytest.mark.rule("P31.3", "P31.15")
def test_a_friend_who_took_no_part_checks_when_the_attack_is_thrown_back() -> None:
    table = meet(FOOT, battalion("F2", "2019", "S"), ROWS["infantry/good"])
    state = apply(table, "AD", "F1")
    assert isinstance(state.pending, Roll)
    assert state.pending.subject == "F2"


@pytest.mark.rule("P19.22")
def test_skirmishers_in_shelter_share_the_result() -> None:
    table = meet(FOOT, ROWS["infantry/good"], light("P2", "2020", "N", marks=("shelter",)))
    state = settle(apply(table, "DR"))
    assert state.table["P2"].cohesion is Cohesion.ROUT


@pytest.mark.rule("P34.4")
def test_a_line_in_two_hexes_goes_as_a_whole_from_the_hex_that_fought() -> None:
    line = battalion("F1", ["1919", "1920"], "E", "line", increments=8)
    state = settle(apply(meet(line, battalion("P1", "2020", "SW")), "AD"))
    piece = state.table["F1"]
    assert len(piece.hexes) == 1
    assert (piece.cohesion, piece.formation) == (Cohesion.DISORDER, Formation.COLUMN)


# --- numerical results


@pytest.mark.rule("P34.6", "P11.2")
def test_each_side_loses_what_the_result_says_and_stays() -> None:
    state = settle(apply(meet(FOOT, ROWS["infantry/good"]), "loss", losses=(2, 1)))
    assert (state.table["F1"].lost, state.table["P1"].lost) == (2, 1)
    assert (state.table["F1"].at, state.table["P1"].at) == (2019, TARGET)
    assert not events(state, MoraleChecked)


@pytest.mark.rule("P34.6")
def test_the_attacker_chooses_which_of_his_hexes_loses() -> None:
    table = meet(FOOT, battalion("F2", "1920", "SE"), ROWS["infantry/good"])
    state = apply(table, "loss", "F1", "F2", losses=(1, 0))
    assert isinstance(state.pending, Ask)
    assert state.pending.purpose == "melee-loss-hex"
    assert [str(option) for option in state.pending.options] == ["pick 1920", "pick 2019"]
    state = play(state, "pick 1920")
    assert (state.table["F1"].lost, state.table["F2"].lost) == (0, 1)
    nobody = apply(table, "loss", "F1", "F2", losses=(0, 1))
    assert isinstance(nobody.pending, Over)


@pytest.mark.rule("P34.6", "P31.10")
@pytest.mark.parametrize(
    ("checks", "order"),
    [((True, False), ["F1", "F2"]), ((False, True), ["P1"]), ((True, True), ["F1", "F2", "P1"])],
)
def test_the_starred_side_checks_attackers_first(
    checks: tuple[bool, bool], order: list[str]
) -> None:
    table = meet(FOOT, battalion("F2", "2019", "S"), ROWS["infantry/good"])
    state = settle(apply(table, "loss", "F1", "F2", losses=(0, 0), checks=checks))
    assert [event.unit for event in events(state, MoraleChecked)] == order
    assert {event.occasion for event in events(state, MoraleChecked)} == {"melee-check"}


@pytest.mark.rule("P34.6", "P31.10")
def test_a_failed_star_disorders_without_loss_of_increments() -> None:
    table = meet(FOOT, ROWS["infantry/good"])
    state = settle(apply(table, "loss", losses=(0, 0), checks=(False, True)), dice=(1, 1))
    assert state.table["P1"].cohesion is Cohesion.DISORDER
    assert fled(state, "P1", TARGET) == 3
    assert state.table["P1"].lost == 0


@pytest.mark.rule("P11.2")
def test_on_a_square_each_side_takes_its_own_losses() -> None:
    state = settle(apply(on_square(), "loss", losses=(2, 1)))
    assert (state.table["F1"].lost, state.table["P1"].lost) == (2, 1)
    assert {(event.unit, event.count) for event in events(state, LostIncrements)} == {
        ("F1", 2), ("P1", 1)
    }  # fmt: skip


@pytest.mark.rule("P14.23")
def test_a_regiment_that_breaks_down_checks_in_its_battalions() -> None:
    parts = [battalion(f"F{n}", "2019", "S", regiment="FR").printed for n in (11, 12)]
    whole = battalion("FR", "2019", "S", size="regiment", increments=12, parts=("F11", "F12"))
    table = meet(whole, ROWS["infantry/good"], more_counters=parts)
    state = settle(apply(table, "loss", "FR", losses=(6, 0), checks=(True, False)))
    assert sorted(event.unit for event in events(state, MoraleChecked)) == ["F11", "F12"]
