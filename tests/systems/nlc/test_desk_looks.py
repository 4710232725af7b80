"""What the table in the browser looks up: the desk, how things stand, where stacks can go."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.desks.documents import Reach
from grognard.kernel import unanswered
from grognard.kernel.errors import GrognardError
from grognard.systems.nlc.desk.advice import NlcAdviser
from grognard.systems.nlc.desk.desk import setting_document
from grognard.systems.nlc.system import SYSTEM
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import battle, lose


def look(table: Table, side: str, what: str, **about: Any) -> dict[str, Any]:
    return NlcAdviser(SYSTEM.rules, table.setting).look(unanswered(table, ()), side, what, **about)


def test_the_desk_names_commanders_what_they_may_still_send_and_how_long_it_rides() -> None:
    table = battle()
    found = look(table, "french", "desk")
    (ney,) = found["commanders"]
    assert (ney["leader"], ney["capacity"], ney["sent"], ney["reason"]) == ("ney", 3, 0, "")
    recipients = {each["to"]: each for each in ney["recipients"]}
    assert recipients["fr_ii"] == {"to": "fr_ii", "delay": 0, "face_to_face": False, "at": 1216}
    assert recipients["hq_ney"]["face_to_face"]
    assert "fr_iiic" not in recipients
    assert "fr_ii" in found["chiefs"]
    assert "attack" in found["types"]


def test_a_commander_who_may_not_write_is_shown_with_the_reason() -> None:
    found = look(battle(), "allied", "desk")
    held = {each["leader"]: each for each in found["commanders"]}
    assert held["wellington"]["clause"] == "N12.1"
    assert held["wellington"]["recipients"] == [] or held["wellington"]["reason"]


def test_nobody_watches_over_the_shoulder_of_those_who_write() -> None:
    with pytest.raises(GrognardError):
        look(battle(), "", "desk")


def test_the_muster_counts_losses_against_limits_for_every_side_alike() -> None:
    table = battle()
    before = look(table, "french", "papers")
    assert before["formations"]["fr_ii"] == {"losses": 0, "limit": 18, "demoralized": False}
    lose(table, "husson", "campi", "gauthier", "jamin")
    table.touched()
    after = look(table, "french", "papers")
    lost = after["formations"]["fr_ii"]["losses"]
    assert lost >= 18
    assert after["formations"]["fr_ii"]["demoralized"]
    assert after["armies"]["french"]["losses"] == lost
    assert look(table, "", "papers")["formations"] == after["formations"]


def reach(table: Table, *units: str) -> Reach:
    adviser = NlcAdviser(SYSTEM.rules, table.setting)
    return adviser.reach(unanswered(table, ()), "french", units)


def test_units_of_one_hex_reach_together_only_what_each_reaches() -> None:
    table = battle()
    table.active = tuple(table.forces)
    alone = {way.path[-1] for way in reach(table, "campi").ways}
    both = reach(table, "campi", "ii_res_bty")
    assert both.ways
    assert {way.path[-1] for way in both.ways} <= alone
    assert both.ways[0].id.startswith("move campi+ii_res_bty ")
    assert both.allowance == 4


def test_a_unit_that_is_not_there_reaches_nothing() -> None:
    with pytest.raises(GrognardError):
        reach(battle(), "campi", "nobody")


def test_zones_are_told_by_hex() -> None:
    found = look(battle(), "french", "zones", of="allied")
    assert found["of"] == "allied"
    assert "1214" in found["hexes"]


def test_the_setting_names_the_parts_of_a_turn() -> None:
    document = setting_document(battle().setting)
    assert document["phases"][1] == "command"
    assert document["segments"] == ["bombardment", "charge", "movement", "assault"]
    assert setting_document(battle(options={"igougo": "on"}).setting)["phases"] == []
