"""The odds of An XXX are what plain enumeration of the engine gives, for assaults, firefights,
charges and squares that are drawn; exactly, and so well within 1e-12."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.kernel import State
from grognard.odds import chain
from grognard.odds.fence import begun
from grognard.systems.an_xxx.assault.impetus import Occupation
from grognard.systems.an_xxx.assault.round import AssaultRound
from grognard.systems.an_xxx.horse.contact import Clash
from grognard.systems.an_xxx.horse.melee import CavalryMelee
from grognard.systems.an_xxx.horse.square import RallyingSquare
from grognard.systems.an_xxx.officer import AnXXXOfficer
from grognard.systems.bataille.horse.gallop import charge_of
from tests.odds.enumeration import every_branch
from tests.systems.an_xxx.drawing import table_of

BRANCHES = 5_000


def units_of(attack: str, defence: str) -> tuple[str, str]:
    return f"F1 {attack}", f"P1 {defence}"


def compared(state: State, target: int) -> None:
    officer = AnXXXOfficer(state.table.setting)
    found = every_branch(officer, state, None, target, BRANCHES)
    assert found is not None, "too many branches to go through them one by one"
    summed = chain(officer, state, target=target)
    assert summed.unresolved == 0
    assert sum(summed.endings.values()) == 1
    assert (summed.endings, summed.counted) == found


ROUNDS = [
    (attack, defence, lost, firefight)
    for attack, defence in (
        ("battalion at 0304 facing S melee 18", "battalion at 0305 facing N melee 18"),
        ("battalion at 0304 facing S melee 30", "battalion at 0305 facing N melee 10 disordered"),
        ("battalion at 0304 facing S melee 10", "battalion at 0305 facing S melee 12 lost 2"),
        ("battalion at 0304 facing S melee 12 disordered", "battalion at 0305 facing N square"),
    )
    for lost, firefight in (((0, 0), False), ((1, 0), False), ((0, 1), True))
]


@pytest.mark.rule("X16.6.1", "X16.8.2")
@pytest.mark.parametrize(("attack", "defence", "lost", "firefight"), ROUNDS)
def test_a_round_and_a_firefight(
    attack: str, defence: str, lost: tuple[int, int], firefight: bool
) -> None:
    table = table_of(*units_of(attack, defence))
    compared(begun(table, AssaultRound(305, ("F1",), lost, firefight)), 305)


CHARGES = [
    ("cavalry at 0304 facing S melee 18", "battalion at 0305 facing N fire 0"),
    ("cavalry at 0304 facing S melee 24 lance 4", "battalion at 0305 facing S fire 0 morale 22"),
    ("heavy at 0304 facing S melee 30 mark run", "battalion at 0305 facing NE fire 0"),
    ("heavy at 0304 facing S melee 20", "cavalry at 0305 facing N melee 18"),
    ("cavalry at 0304 facing S", "battery at 0305 facing S unlimbered"),
    ("cavalry at 0304 facing S", "battalion at 0305 facing N disordered fire 0"),
]


@pytest.mark.rule("X19.6.8", "X19.14.1")
@pytest.mark.parametrize(("attack", "defence"), CHARGES)
def test_a_clash_of_a_charge_from_stand_and_volley_to_its_melee(attack: str, defence: str) -> None:
    table = table_of(*units_of(attack, defence))
    compared(begun(table, Clash(("F1",), 304, 305, wild=True)), 305)


@pytest.mark.rule("X19.14.1", "X19.9.3.1")
@pytest.mark.parametrize("lost", [0, 1])
@pytest.mark.parametrize("defence", ["battalion at 0305 facing N", "cavalry at 0305 facing N"])
@pytest.mark.parametrize("attack", ["0304 facing S", "0304+0303 facing S companies increments 8"])
def test_the_melee_of_horse_after_what_the_volley_took(
    attack: str, defence: str, lost: int
) -> None:
    table = table_of(*units_of(f"cavalry at {attack} melee 24 mark charged", defence))
    compared(begun(table, CavalryMelee(("F1",), 305, lost)), 305)


@pytest.mark.rule("X19.7.1", "X19.7.2.1")
@pytest.mark.parametrize("away", [1, 2, 3, 4])
@pytest.mark.parametrize("defence", ["battalion", "battalion morale 22"])
def test_a_rallying_square_at_every_distance(defence: str, away: int) -> None:
    table = table_of(
        "F1 cavalry at 0301 facing S", f"P1 {defence} at 030{1 + away} facing N square-multiple 1"
    )
    gallop = charge_of(table, ("F1",))
    compared(begun(table, RallyingSquare("P1", gallop)), 301 + away)


def test_how_far_the_impetus_leads_changes_neither_losses_nor_order() -> None:
    """What is passed over does not matter to what is told of the units."""

    class Following(AnXXXOfficer):
        def passed_over(self, state: State) -> Any | None:
            return None

    table = table_of("F1 battalion at 0304 facing S", "P1 battalion at 0809 facing N")
    state = begun(table, Occupation(("F1",), 305, True))
    short = chain(AnXXXOfficer(table.setting), state, target=305)
    whole = chain(Following(table.setting), state, target=305)

    def told(units: Any) -> dict[str, tuple[dict[int, Fraction], dict[str, Fraction]]]:
        return {unit: (held.losses, held.states) for unit, held in units.items()}

    assert told(short.units) == told(whole.units)
    assert short.steps < whole.steps
