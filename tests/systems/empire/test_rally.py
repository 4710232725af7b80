"""Rally: who may, where, and at what price (E64)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.systems.empire.events import PointsSpent
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.rally import LossRecovered, Rallied
from tests.systems.empire.kit import Base, foot, house, play, table_of


def moving(*bases: Base, points: int = 4, marked: str = "", **more: Any) -> Any:
    table = table_of(*bases, **more)
    general = table.officers["french-general"]
    table.officers["french-general"] = msgspec.structs.replace(general, points=points)
    if marked:
        table.alter(marked, marked=True)
    return play(table, MovementStep("french-division"))


BROKEN, FAR = foot("F1", 10, 10, disordered=True), foot("P1", 10, 20, 180)


@pytest.mark.rule("E64.1", "E64.3", "E24.9")
def test_one_point_ends_disorder_beyond_tactical_distance_and_marks_the_unit() -> None:
    rallied = moving(BROKEN, FAR).then("rally F1")
    assert rallied.told(Rallied)
    assert rallied.told(PointsSpent)[0].points == 1
    assert rallied.table.pieces["F1"].good
    assert rallied.table.pieces["F1"].marked


@pytest.mark.rule("E64.1", "E22.5", "E64.5")
def test_who_is_marked_or_has_the_enemy_near_does_not_rally() -> None:
    assert "E22.5" in moving(BROKEN, FAR, marked="F1").why_not("rally F1")
    assert "E64.1" in moving(BROKEN, foot("P1", 10, 13.9, 180)).why_not("rally F1")
    assert "E64.3" in moving(foot("F1", 10, 10), FAR).why_not("rally F1")
    assert "E24.9" in moving(BROKEN, FAR, points=0).why_not("rally F1")


@pytest.mark.rule("E64.6", "E64.1")
def test_a_unit_behind_formed_friends_or_in_a_building_rallies_near_the_enemy() -> None:
    screen = [foot("F2", 9, 11), foot("F3", 11, 11)]
    assert "rally F1" in moving(BROKEN, *screen, foot("P1", 10, 13.5, 180)).offers()
    assert "rally F1" not in moving(BROKEN, screen[0], foot("P1", 10, 13.5, 180)).offers()
    held = foot("F1", 10, 11, 0, "garrison", building="hall", disordered=True)
    walls = [house("hall", 9, 10, 11, 12)]
    assert "rally F1" in moving(held, foot("P1", 10, 14, 180), buildings=walls).offers()


@pytest.mark.rule("E64.3", "E64.4")
def test_two_points_and_a_commander_bring_a_loss_back_but_never_the_first() -> None:
    hurt = foot("F1", 10, 10, halves=5)
    back = moving(hurt, FAR, attached="F1").then("recover F1")
    assert back.told(PointsSpent)[0].points == 2
    assert back.told(LossRecovered)[0].halves == 2
    assert back.table.pieces["F1"].halves == 3
    half = moving(foot("F1", 10, 10, halves=3), FAR, attached="F1").then("recover F1")
    assert half.table.pieces["F1"].halves == 2
    assert "E64.4" in moving(foot("F1", 10, 10, halves=2), FAR, attached="F1").why_not("recover F1")
    alone = moving(foot("F1", 10, 10, halves=5), FAR, generals={"french": None})
    assert "E64.3" in alone.why_not("recover F1")


@pytest.mark.rule("E25.2")
def test_on_retreat_the_first_rally_of_a_turn_is_free() -> None:
    both = [BROKEN, foot("F2", 14, 10, disordered=True), FAR]
    first = moving(*both, orders={"french": "retreat"}).then("rally F1")
    assert not first.told(PointsSpent)
    assert first.then("rally F2").told(PointsSpent)[0].points == 1


@pytest.mark.rule("E64.2")
def test_who_has_rallied_moves_on_only_beyond_tactical_distance() -> None:
    rallied = moving(BROKEN, foot("P1", 10, 16, 180)).then("rally F1")
    assert "E64.2" in rallied.why_not("move F1 forward:2500")
    assert "move" in " ".join(rallied.offers())
