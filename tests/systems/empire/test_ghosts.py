"""The ghost of a move: what it could shoot at, who may react, its group, and its end in words."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.desks.documents import Leg, Offer
from grognard.kernel import Ask, State
from grognard.systems.empire.desk.counters import DUTIES, counters
from grognard.systems.empire.desk.ghosts import CHARGED, FIRED_AT, MET
from grognard.systems.empire.desk.sentences import EmpireTeller
from grognard.systems.empire.packs.pack import load
from grognard.systems.empire.rules import RULES
from tests.systems.empire.test_desk import drafted, drawn

FIELD = """
ground:
  wood 2,16 6,20
units:
  F1 line at 10,10 facing 0
  F2 line at 12.5,10 facing 0
  F3 column at 3.5,14.5 facing 0
  {enemies}
generals:
  french points 9
orders:
  french engage
  prussian {order}
start: movement
"""


def field(*enemies: str, order: str = "engage") -> tuple[State, Any]:
    return drawn(FIELD.format(enemies="\n  ".join(enemies), order=order))


def ahead(far: int, units: str, *enemies: str) -> Offer:
    state, adviser = field(*enemies)
    offer, reasons = drafted(state, adviser, units, Leg("ahead", far))
    assert not reasons
    return offer


def told(offer: Offer) -> dict[str, tuple[str, ...]]:
    return {effect.text: effect.units for effect in offer.effects}


@pytest.mark.rule("E48.9")
def test_a_draft_lays_the_arcs_of_its_ghost_and_a_line_to_whom_it_would_have() -> None:
    offer = ahead(3000, "F1", "P1 line at 10,15 facing 180")
    bands = [laid for laid in offer.over if laid.kind == "outline"]
    assert {laid.tone for laid in bands} <= {"near", "far"}
    assert bands
    assert [laid.text for laid in offer.over if laid.kind == "line"] == ["2.00 UD"]
    far = ahead(1000, "F1", "P1 line at 10,35 facing 180")
    assert not [laid for laid in far.over if laid.kind == "line"]


@pytest.mark.rule("E42.9", "E42.10", "E38.1")
def test_a_draft_names_who_may_react_on_the_way_and_how() -> None:
    offer = ahead(
        3500, "F1", "P1 horse line at 10,17 facing 180", "P2 column at 13,16.5 facing 180",
        "P3 guns at 6,15 facing 120",
    )  # fmt: skip
    found = told(offer)
    assert found[CHARGED] == ("P1",)
    assert "P2" in found[MET]
    assert told(ahead(2000, "F1", "P1 horse line at 10,30 facing 180")) == {}


@pytest.mark.rule("E42.10")
def test_a_draft_names_who_may_fire_at_who_passes() -> None:
    state, adviser = field("P1 guns at 15,13 facing 270", "P2 line at 30,30 facing 180")
    offer, reasons = drafted(state, adviser, "F2", Leg("ahead", 4000))
    assert not reasons
    assert "P1" in (*told(offer).get(FIRED_AT, ()), *(u for p in offer.provokes for u in p.units))


@pytest.mark.rule("E24.12")
def test_a_group_goes_in_a_box_and_costs_what_it_costs_the_dearest_who_is_named() -> None:
    enemies = ("P1 line at 30,35 facing 180",)
    offer = ahead(2000, "F1+F2", *enemies)
    (box,) = [laid for laid in offer.over if laid.tone == "group"]
    assert len(box.places) == 4
    assert box.text.endswith(f", {offer.cost:.2f} UD")
    assert box.text.partition(",")[0] in ("I/1er Ligne", "II/1er Ligne")
    assert len([laid for laid in offer.over if laid.kind == "pose"]) == 1


@pytest.mark.parametrize(
    ("unit", "far", "enemy", "named"),
    [
        ("F1", 3000, "P1 line at 10,15 facing 180", "in range of I/1. Reg."),
        ("F3", 2000, "P1 line at 3.5,25 facing 180", "in cover"),
        ("F1", 2000, "P1 line at 10,17 facing 180", "in charge reach of I/1. Reg."),
    ],
)
def test_an_end_is_named_as_a_player_would_say_it(
    unit: str, far: int, enemy: str, named: str
) -> None:
    assert named in ahead(far, unit, enemy).named


def test_named_ends_are_listed_once_each_with_the_cheapest_way() -> None:
    state, adviser = field("P1 line at 10,16 facing 180")
    found = adviser.look(state, "french", "ends", unit="F1")["ends"]
    assert len({way.named for way in found}) == len(found) > 1
    assert any("in charge reach of I/1. Reg." in way.named for way in found)
    assert isinstance(state.pending, Ask)
    for way in found:
        assert RULES.parse(way.id) in state.pending.options


def test_ends_reactions_and_duties_are_said_in_french() -> None:
    setting = load("outpost", {})
    teller = EmpireTeller(setting, "fr")
    for text in (
        CHARGED, FIRED_AT, MET, *DUTIES.values(), "at the farm", "in charge reach of I/12e Ligne",
        "in range of I/12e Ligne", "in cover", "on higher ground", "behind the farm",
        "behind a building", "beside I/12e Ligne", "out of sight", "out of range", "3 CP", "no CP",
        "break 1 of 7", "2 of 4 done",
    ):  # fmt: skip
        assert teller.phrase(text) != text
    assert teller.phrase("behind the farm") == "derrière la ferme"


@pytest.mark.rule("E24.1", "E25.14", "EV.2")
def test_the_order_of_battle_says_points_order_and_duty_of_a_general_and_the_break_of_a_chief() -> (
    None
):
    state, _ = field("P1 line at 10,15 facing 180")
    shown = counters(RULES.view(state, "french"), state.table.setting)
    general = next(each for each in shown.values() if each.leads and each.side == "french")
    assert general.lines[:2] == ("9 CP", "Engage: half close or fire")
    enemy = next(each for each in shown.values() if each.leads and each.side == "prussian")
    assert enemy.lines[0] == "no CP"
