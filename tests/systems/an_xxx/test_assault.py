"""Assaults on special structures and large squares, and what a battle's own facts change."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import State, answer, start
from grognard.systems.an_xxx.assault import declare
from grognard.systems.an_xxx.assault.close import close_items, method_of
from grognard.systems.an_xxx.assault.segment import AssaultSegment
from grognard.systems.an_xxx.horse.stand import stand_items
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.an_xxx.supplement import Structure, Supplement
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.melee.melee import attack_strength, defence_strength
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import Cohesion
from grognard.systems.bataille.situations.refereeing import lay_out, read
from grognard.systems.bataille.table import Table

CLOSED = "mark closed mark assault:0505"
N, S = 0, 3


def drawn(units: str, supplement: Supplement | None = None, **options: str) -> Table:
    """A plain field with these units, under a supplement of its own."""
    rows = "\n".join("  " + " ".join("." * 9) for _ in range(14))
    chosen = "".join(f"  {option}={value}\n" for option, value in options.items())
    text = (
        f"title: drawn\nsystem: an-xxx\nrule: X16.1\noptions:\n{chosen}"
        if chosen
        else ("title: drawn\nsystem: an-xxx\nrule: X16.1\n")
    )
    text += f"\nmap:\n{rows}\n\nunits:\n{units}\n\nexpect:\n  asked nobody\n"
    table = lay_out(KIT, read(text, "drawn"))
    if supplement is not None:
        table.setting = msgspec.structs.replace(table.setting, supplement=supplement)
    return table


def fought(table: Table, *dice: tuple[int, ...]) -> State:
    """The assault phase of the French with these dice."""
    table.segment, table.phasing = "assault", "french"
    state = start(table, AssaultSegment("french"))
    for thrown in dice:
        state = answer(state, thrown)
    return state


def happened(state: State, kind: str) -> list[Any]:
    return [event for event in state.happened if type(event).__name__ == kind]


HOLD = Supplement(structures=(Structure((505,)),))
GATED = Supplement(structures=(Structure((505,), ((505, N),)),))
TWO = Supplement(structures=(Structure((505,), ((505, N), (505, S))),))


@pytest.mark.rule("X16.6.5")
def test_six_increments_of_each_side_fight_for_a_special_structure() -> None:
    table = drawn(
        f"  F1 battalion at 0504 facing S increments 9 melee 18 {CLOSED}\n"
        "  P1 battalion at 0505 facing N increments 8 melee 16 mark assaulted",
        HOLD,
    )
    melee = Melee(505, ("F1",))
    assert attack_strength(table, melee).total == 18 * 6 // 9
    assert defence_strength(table, melee).total == 16 * 6 // 8


@pytest.mark.rule("X16.6.6")
def test_six_come_through_each_gate_and_none_elsewhere() -> None:
    units = (
        f"  F1 battalion at 0504 facing S increments 9 melee 18 {CLOSED}\n"
        f"  F2 battalion at 0506 facing N increments 9 melee 18 {CLOSED}\n"
        "  P1 battalion at 0505 facing N square increments 6 melee 12 mark assaulted"
    )
    melee = Melee(505, ("F1", "F2"))
    open_all_round = attack_strength(drawn(units, HOLD), melee)
    one_gate = attack_strength(drawn(units, GATED), melee)
    two_gates = attack_strength(drawn(units, TWO), melee)
    assert [fighter.total for fighter in open_all_round.fighters] == [18 * 6 // 9 * 3 / 2, 0]
    assert [fighter.total for fighter in one_gate.fighters] == [18 * 6 // 9 * 3 / 2, 0]
    assert [fighter.total for fighter in two_gates.fighters] == [18 * 6 // 9 * 3 / 2] * 2


@pytest.mark.rule("X16.6.6")
def test_a_place_with_gates_is_assaulted_through_them_only() -> None:
    units = (
        "  F1 battalion at 0503 facing S increments 9\n"
        "  F2 battalion at 0506 facing N increments 9 movement 1\n"
        "  P1 battalion at 0505 facing N increments 6"
    )
    table = drawn(units, GATED)

    def against(unit: str) -> Any:
        return declare.against(table, Assault(505, (unit,)), lambda u: declare.hand_of(table, u))

    assert against("F1") is None
    assert against("F2").clause == "X16.6.6"


@pytest.mark.rule("X16.5.4")
def test_defenders_of_a_special_structure_are_disordered_and_stay() -> None:
    table = drawn(
        f"  F1 battalion at 0504 facing S increments 6 melee 20 {CLOSED}\n"
        "  P1 battalion at 0505 facing N increments 6 melee 10 mark assaulted",
        HOLD,
    )
    state = fought(table, (6, 6), (1, 1), (1, 1), (1,), (5, 1))
    assert state.table.pieces["P1"].at == 505
    assert state.table.pieces["P1"].cohesion is Cohesion.DISORDER
    assert state.table.pieces["F1"].at == 504


@pytest.mark.rule("X16.4.8")
def test_general_rows_hold_on_the_roll_to_close_but_that_of_a_structure() -> None:
    table = drawn(
        "  F1 battalion at 0503 facing S disordered increments 6\n"
        "  P1 battalion at 0508 facing N increments 6",
        Supplement(structures=(Structure((503,)),)),
    )
    items = close_items(table, "F1", ("F1",), 508, second=False)
    assert [(item.amount, item.clause) for item in items] == [(-3, "P30.3")]


@pytest.mark.rule("X16.4.6")
@pytest.mark.parametrize(
    ("nation", "year", "method"),
    [
        ("Prussian", 1809, "prussian"),
        ("Prussian", 1810, "french"),
        ("Austrian", 1806, "prussian"),
        ("Austrian", 1807, "french"),
        ("Spanish", 1813, "prussian"),
    ],
)
def test_nations_attack_as_they_did_in_that_year(nation: str, year: int, method: str) -> None:
    table = drawn(
        f"  F1 battalion at 0503 facing S nation {nation}\n  P1 battalion at 0508 facing N",
        Supplement(year=year),
    )
    assert method_of(table, table.printed("F1")) == method


@pytest.mark.rule("X16.4.7")
def test_a_battle_may_say_how_a_nation_attacks() -> None:
    table = drawn(
        "  F1 battalion at 0503 facing S nation British\n  P1 battalion at 0508 facing N",
        Supplement(methods={"British": "french"}),
    )
    assert method_of(table, table.printed("F1")) == "french"


LARGE = (
    f"  F1 battalion at 0504 facing S increments 6 melee 20 {CLOSED}\n"
    "  P1 regiment at 0505 facing N square increments 12 melee 10 morale 32 mark assaulted"
)


@pytest.mark.rule("X12.9.10")
def test_a_large_square_exchanges_fire_where_the_table_plays_it_so() -> None:
    state = fought(drawn(LARGE, square_assault="exchange"), (3, 3))
    (check,) = happened(state, "MoraleChecked")
    assert [(item.amount, item.clause) for item in check.account] == [(6, "X12.9.9")]
    state = answer(answer(state, (1, 1)), (1, 1))
    assert state.table.pieces["F1"].at == 504
    assert not state.table.pieces["F1"].marks


@pytest.mark.rule("X12.9.10")
def test_otherwise_infantry_fights_a_large_square_as_any_other() -> None:
    state = fought(drawn(LARGE), (6, 6), (1, 1), (1, 1))
    assert getattr(state.pending, "purpose", "") == "melee"


@pytest.mark.rule("X19.6.5", "X19.6.6", "X16.2.2")
def test_a_charge_on_a_hex_that_is_assaulted_meets_the_marker_of_a_target_only() -> None:
    table = drawn(
        "  F1 battalion at 0505 facing N increments 6 mark assaulted mark held-fire\n"
        "  P1 cavalry at 0504 facing S increments 6"
    )
    rows = [(item.amount, item.clause) for item in stand_items(table, "F1", ("P1",))]
    assert (-3, "X19.6.5") in rows
    assert (3, "X19.6.6") in rows
    assert not any(clause == "X19.6.4" for _, clause in rows)
