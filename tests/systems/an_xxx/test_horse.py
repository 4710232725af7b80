"""The horse of An XXX: lances and light, breath, and what the desk says of charges."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from grognard.systems.an_xxx.horse.declare import Combine, Grand, against
from grognard.systems.an_xxx.horse.figures import charge_zone, reaction_reach
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.gallop import charge_of
from grognard.systems.bataille.horse.readiness import levels_rested, note_march
from grognard.systems.bataille.melee.melee import attack_strength
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.setting import HALVES
from tests.systems.an_xxx.drawing import table_of

FOE = "P1 battalion at 0306 facing N"


@pytest.mark.rule("X19.14.9", "X19.14.3.4")
@pytest.mark.parametrize(
    ("light", "strength"),
    [("dry", Fraction(18 + 4)), ("dusk", Fraction(18, 2) + 4), ("night", Fraction(18, 3))],
)
def test_the_dark_takes_from_cavalry_and_the_night_its_lances(
    light: str, strength: Fraction
) -> None:
    table = table_of("F1 cavalry at 0305 facing S melee 18 lance 4 mark charged", FOE)
    turns = tuple(msgspec.structs.replace(turn, weather=light) for turn in table.setting.turns)
    table.setting = msgspec.structs.replace(table.setting, turns=turns)
    assert attack_strength(table, Melee(306, ("F1",))).total == strength


@pytest.mark.rule("X19.15.6", "X19.15.7")
@pytest.mark.parametrize(("spent", "levels"), [(0, 2), (7, 1), (8, 0)])
def test_half_of_the_printed_movement_spoils_no_rest(spent: int, levels: int) -> None:
    table = table_of("F1 cavalry at 0303 facing S movement 14 readiness exhausted", FOE).draft()
    note_march(table, "F1", HALVES * spent)
    assert levels_rested(table, "F1")[0] == levels


@pytest.mark.rule("X19.17.1.1", "X19.17.1.2")
@pytest.mark.parametrize(
    ("kind", "readiness", "hexes"),
    [
        ("cavalry", "fresh", 5),
        ("cavalry", "tired", 3),
        ("heavy", "fresh", 3),
        ("heavy", "tired", 2),
        ("cavalry", "exhausted", 0),
    ],
)
def test_reactions_reach_by_weight_and_breath(kind: str, readiness: str, hexes: int) -> None:
    table = table_of(f"F1 {kind} at 0303 facing S readiness {readiness}", FOE)
    assert reaction_reach(table, "F1") == hexes


@pytest.mark.rule("X19.2.1", "X19.2.10", "X19.16.3")
def test_the_zone_of_a_charge_is_five_hexes_less_what_riding_down_has_used() -> None:
    table = table_of("F1 cavalry at 0301 facing S", "P1 battalion at 0307 facing N")
    assert charge_zone(table, ("F1",)) == 5
    assert list(contactable(table, charge_of(table, ("F1",)))) == ["P1"]
    used = table_of("F1 cavalry at 0301 facing S mark rode-down:1", "P1 battalion at 0307 facing N")
    assert not contactable(used, charge_of(used, ("F1",)))
    grand = table_of("F1 cavalry at 0301 facing S mark grand:LF1:9", FOE)
    assert charge_zone(grand, ("F1",)) == 9


@pytest.mark.rule("X19.2.11", "X19.16.1")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Combine(306, ("F1",)), "two units"),
        (Combine(305, ("F1", "F2")), "no enemy stands"),
        (Combine(306, ("F2", "F1")), "in order"),
        (Combine(306, ("F1", "F3")), "is tired"),
        (Combine(306, ("F1", "F4")), "cannot strike"),
        (Grand("LF2", ("F1", "F2", "F4")), "special ability"),
        (Grand("LF1", ("F1", "F2")), "three units"),
        (Grand("LF1", ("F1", "F2", "F4")), "too far"),
    ],
)
def test_why_a_charge_may_not_be_named(order: Combine | Grand, why: str) -> None:
    table = table_of(
        "F1 cavalry at 0302 facing S",
        "F2 cavalry at 0402 facing S",
        "F3 cavalry at 0202 facing S readiness tired",
        "F4 cavalry at 0808 facing S",
        FOE,
        leaders=[
            "LF1 at 0302 morale 6 melee 3 cavalry-bonus special-ability",
            "LF2 at 0402 morale 6 melee 3 cavalry-bonus",
        ],
    )
    refused = against(table, "french", (), order)
    assert refused is not None
    assert why in refused.text
    assert refused.clause
    assert against(table, "french", (), Combine(306, ("F1", "F2"))) is None
