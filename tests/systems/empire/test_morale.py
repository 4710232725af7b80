"""Morale: rows, results, the order of a firefight, losses and commanders in danger."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.kernel import Account, Over, Roll
from grognard.mechanics.measured.footprints import Pose
from grognard.systems.empire.desk.desk import DESK
from grognard.systems.empire.events import Disordered, LossTaken, Removed
from grognard.systems.empire.fire.firing import Aftermath, FireStep, Hit, firefight_order
from grognard.systems.empire.kinds import Cover, Grade
from grognard.systems.empire.laws import broken_laws
from grognard.systems.empire.morale.commanders import CommandersAtRisk, seek_refuge
from grognard.systems.empire.morale.events import (
    CommanderLost,
    CommanderSaved,
    CommanderTested,
    MoraleTested,
)
from grognard.systems.empire.morale.losses import Eliminated, TakeLosses
from grognard.systems.empire.morale.tests import MoraleTest, holds, morale_rows
from grognard.systems.empire.movement.screens import SkirmishersDetached, SkirmishersRejoined
from grognard.systems.empire.retreat.falling_back import FellBack
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import (
    Base,
    Played,
    at,
    foot,
    ground,
    guns,
    horse,
    house,
    play,
    table_of,
)

FIRER = foot("P1", 10, 13, 180)


def rows(*bases: Base, **more: Any) -> dict[str, int]:
    """Clause and amount of every row of F1's morale."""
    table = table_of(*bases, **more)
    return {item.clause: item.amount for item in morale_rows(table, "F1")}


def shaken(table: Table, *dice: Any) -> Played:
    return play(table, MoraleTest("F1", "P1", table.pieces["P1"].pose.point), *dice)


# --- rows


@pytest.mark.rule("E54.1", "E54.12")
def test_die_morale_and_rows_must_come_to_six() -> None:
    table = table_of(foot("F1", 10, 10, morale=3), FIRER)
    assert holds(table, "F1", Account(), 3)
    assert not holds(table, "F1", Account(), 2)
    low = table_of(foot("F1", 10, 10, morale=1, halves=6), FIRER)
    account = Account.of(morale_rows(low, "F1"))
    assert not holds(low, "F1", account, 6)
    lucky = table_of(
        foot("F1", 10, 10, morale=1, halves=6), FIRER, options={"morale_natural_six": "on"}
    )
    assert holds(lucky, "F1", account, 6)
    assert not holds(lucky, "F1", account, 5)


@pytest.mark.rule("E54.5")
def test_support_square_building_and_heavy_cover() -> None:
    unit = foot("F1", 10, 10)
    assert rows(unit) == {}
    assert rows(unit, foot("F2", 10, 7.6))["E54.5"] == 1
    assert rows(foot("F1", 10, 10, 0, "full_square"))["E54.5"] == 1
    held = foot("F1", 10, 10, 0, "garrison", building="farm")
    assert rows(held, buildings=[house("farm", 9, 9, 11, 11)])["E54.5"] == 1
    church = house("farm", 9, 9, 11, 11, cover=Cover.HEAVY)
    assert rows(held, buildings=[church])["E54.5"] == 2
    redoubt = [ground("redoubt", 8, 8, 12, 12)]
    assert rows(unit, foot("F2", 10, 7.6), patches=redoubt)["E54.5"] == 2


@pytest.mark.rule("E54.6", "E23.11", "E23.12")
def test_a_commander_with_it_helps_and_being_out_of_command_hurts() -> None:
    assert rows(foot("F1", 10, 10), attached="F1") == {"E54.6": 1}
    far = rows(foot("F1", 10, 10), generals={"french": at(10, 25)})
    assert far == {"E54.6": -1}


@pytest.mark.rule("E54.7")
def test_stoic_troops_hold_better() -> None:
    assert rows(foot("F1", 10, 10, traits="stoic")) == {"E54.7": 1}


@pytest.mark.rule("E54.8")
def test_disorder_counts() -> None:
    assert rows(foot("F1", 10, 10, disordered=True)) == {"E54.8": -1}


@pytest.mark.rule("E54.9")
def test_threatened_sides_count_for_horse_twice() -> None:
    unit = foot("F1", 10, 10)
    assert rows(unit, foot("P2", 13, 9.8, 270)) == {"E54.9": -1}
    assert rows(unit, horse("P2", 13, 9.8, 270)) == {"E54.9": -2}


@pytest.mark.rule("E54.10", "E54.14")
@pytest.mark.parametrize(
    ("halves", "usual", "large"), [(1, 0, 0), (2, -1, 0), (3, -1, -1), (5, -2, -1), (6, -3, -2)]
)
def test_losses_count_and_of_a_large_unit_every_one_and_a_half(
    halves: int, usual: int, large: int
) -> None:
    assert rows(foot("F1", 10, 10, halves=halves)).get("E54.10", 0) == usual
    assert rows(foot("F1", 10, 10, halves=halves, bulk="large")).get("E54.10", 0) == large


@pytest.mark.rule("E54.1", "E54.5", "E54.10")
def test_a_line_unit_with_a_loss_and_support_behind_it_needs_a_three() -> None:
    table = table_of(foot("F1", 10, 10, halves=2), foot("F2", 10, 7.6), FIRER)
    account = Account.of(morale_rows(table, "F1"))
    assert account.total == 1 - 1
    assert [die for die in range(1, 7) if holds(table, "F1", account, die)] == [3, 4, 5, 6]


# --- results


@pytest.mark.rule("E54.2", "E22.2", "E22.4", "E60.6")
@pytest.mark.parametrize(
    ("unit", "distance"),
    [
        (foot("F1", 10, 10, morale=1), 2),
        (horse("F1", 10, 10, morale=1), 4),
        (guns("F1", 10, 10, morale=1), 2),
        (guns("F1", 10, 10, morale=1, branch="horse"), 4),
    ],
    ids=["foot", "horse", "foot-guns", "horse-guns"],
)
def test_who_fails_in_good_order_is_disordered_and_retreats(unit: Base, distance: int) -> None:
    played = shaken(table_of(unit, FIRER), 1)
    piece = played.table.pieces["F1"]
    assert piece.disordered
    assert piece.marked
    assert piece.pose.point == at(10, 10 - distance)
    assert piece.pose.facing == 0
    assert piece.formation == unit.stand.formation


@pytest.mark.rule("E54.2")
def test_nobody_retreats_out_of_a_building_or_works() -> None:
    held = foot("F1", 10, 10, 0, "garrison", building="farm", morale=1)
    played = shaken(table_of(held, FIRER, buildings=[house("farm", 9, 9, 11, 11)]), 1)
    assert played.told(Disordered)
    assert not played.told(FellBack)
    unit = foot("F1", 10, 10, morale=1)
    works = [ground("redoubt", 8, 8, 12, 12)]
    assert not shaken(table_of(unit, FIRER, patches=works), 1).told(FellBack)


@pytest.mark.rule("E54.3", "E54.13", "E60.6")
@pytest.mark.parametrize(
    ("unit", "distance", "halves"),
    [
        (foot("F1", 10, 20, morale=1, disordered=True), 6, 2),
        (horse("F1", 10, 20, morale=1, disordered=True), 10, 2),
        (horse("F1", 10, 20, morale=1, disordered=True, status="irregular"), 10, 0),
        (foot("F1", 10, 20, 0, "skirmish", morale=1, disordered=True, sk=1), 6, 0),
        (guns("F1", 10, 20, morale=1, disordered=True), 6, 0),
    ],
    ids=["foot", "horse", "irregulars", "skirmishers", "guns"],
)
def test_who_fails_in_disorder_flees_and_most_lose(unit: Base, distance: int, halves: int) -> None:
    before = table_of(unit, foot("P1", 10, 22, 180))
    played = shaken(before, 1)
    piece = played.table.pieces["F1"]
    assert piece.pose.facing == 180
    assert piece.halves == halves
    assert piece.disordered
    assert piece.marked
    if unit.card.calibre:
        assert piece.formation == "limbered"
    (fled,) = played.told(FellBack)
    assert fled.flight
    start = unit.stand.pose.y - before.pieces["F1"].size.depth // 2
    end = piece.footprint.centre[1]
    assert start - end == distance * 1000


@pytest.mark.rule("E54.3", "E50.29")
def test_the_loss_of_a_flight_may_be_the_last() -> None:
    unit = foot("F1", 10, 20, morale=1, disordered=True, halves=6)
    played = shaken(table_of(unit, foot("P1", 10, 22, 180)), 1)
    assert played.table.removed["F1"].how == "eliminated"


@pytest.mark.rule("E56.48", "E54.2")
def test_a_square_stays_a_square_in_a_morale_retreat_and_flees_as_a_column() -> None:
    square = foot("F1", 10, 20, 0, "full_square", morale=1)
    played = shaken(table_of(square, foot("P1", 10, 22, 180)), 1)
    assert played.table.pieces["F1"].formation == "full_square"
    broken = foot("F1", 10, 20, 0, "full_square", morale=1, disordered=True)
    played = shaken(table_of(broken, foot("P1", 10, 22, 180)), 1)
    assert played.table.pieces["F1"].formation == "column"


# --- after fire


@pytest.mark.rule("E54.4", "E54.11")
def test_the_order_of_a_firefight_is_loss_then_morale_then_the_active_side() -> None:
    table = table_of(foot("F1", 10, 10, morale=3), foot("P1", 10, 12, 180, morale=3))

    def order(table: Table, french: int, prussian: int) -> list[str]:
        hits = (Hit("P1", prussian, "F1", (0, 0)), Hit("F1", french, "P1", (0, 0)))
        return [hit.unit for hit in firefight_order(table, hits)]

    assert order(table, 1, 2) == ["P1", "F1"]
    assert order(table, 2, 1) == ["F1", "P1"]
    assert order(table, 2, 2) == ["F1", "P1"]
    assert order(table, 0, 1) == ["P1"]
    shaky = table_of(foot("F1", 10, 10, morale=3), foot("P1", 10, 12, 180, morale=2))
    assert order(shaky, 2, 2) == ["P1", "F1"]


@pytest.mark.rule("E54.11", "E54.4")
def test_the_second_unit_tests_only_if_the_first_has_held() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180))
    play_it = play(table, FireStep("french-division", preparatory=True), "fire F1 volley P1", 4, 4)
    held = play_it.then(6)
    assert isinstance(held.state.pending, Roll)
    assert held.state.pending.subject == "P1"
    failed = play_it.then(1)
    assert isinstance(failed.state.pending, Over)
    assert [event.unit for event in failed.told(MoraleTested)] == ["F1"]


@pytest.mark.rule("E54.11")
def test_a_shot_without_loss_is_no_test() -> None:
    table = table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180))
    played = play(table, FireStep("french-division", preparatory=True), "fire F1 guns P1", 1)
    assert isinstance(played.state.pending, Over)


@pytest.mark.rule("E50.29", "E56.42")
def test_whoever_has_lost_his_cohesion_is_eliminated() -> None:
    table = table_of(foot("F1", 10, 10, halves=6), FIRER)
    assert "F1" in play(table, TakeLosses("F1", 1)).table.pieces
    played = play(table, TakeLosses("F1", 2))
    assert played.told(Removed)[0].how == "eliminated"
    assert played.told(LossTaken)[0].halves == 2


# --- commanders


@pytest.mark.rule("E23.8")
@pytest.mark.parametrize(("dice", "lost"), [((5, 5), False), ((5, 6), True), ((6, 6), True)])
def test_a_commander_under_fire_is_lost_on_eleven(dice: tuple[int, int], lost: bool) -> None:
    table = table_of(foot("F1", 10, 10), FIRER, attached="F1")
    played = play(table, Aftermath((Hit("F1", 0, "P1", at(10, 13)),)), dice)
    assert played.told(CommanderTested)[0].lost is lost


@pytest.mark.rule("E23.7")
@pytest.mark.parametrize(("dice", "lost"), [((4, 5), False), ((5, 5), True)])
def test_a_commander_in_a_shock_is_lost_on_ten(dice: tuple[int, int], lost: bool) -> None:
    table = table_of(foot("F1", 10, 10), FIRER, attached="F1")
    played = play(table, CommandersAtRisk(("french-general",), "F1", "in_shock"), dice)
    assert played.told(CommanderTested)[0].lost is lost


@pytest.mark.rule("E23.9", "E23.10")
def test_a_lost_commander_has_a_successor_of_a_grade_less_at_the_nearest_unit() -> None:
    table = table_of(
        foot("F1", 10, 10), foot("F2", 14, 10), FIRER, attached="F1", grade="brilliant"
    )
    played = play(table, CommandersAtRisk(("french-general",), "F1", "in_shock"), (6, 6))
    officer = played.table.officers["french-general"]
    assert officer.grade is Grade.COMPETENT
    assert officer.at == at(10, 10)
    assert not officer.attached
    assert officer.points == 0
    assert played.table.tally["commanders:french"] == 1
    poor = table_of(foot("F1", 10, 10), FIRER, attached="F1", grade="poor")
    played = play(poor, CommandersAtRisk(("french-general",), "F1", "in_shock"), (6, 6))
    assert played.told(CommanderLost)[0].grade is Grade.POOR


@pytest.mark.rule("E23.14", "E23.13")
def test_a_commander_whose_unit_is_gone_rolls_and_finds_another_or_is_taken() -> None:
    near = table_of(foot("F1", 10, 10), foot("F2", 14, 10), FIRER, attached="F1")
    waiting = play(near, Eliminated("F1"))
    assert not waiting.table.officers["french-general"].attached, "his unit is gone already"
    assert list(broken_laws(waiting.state)) == []
    lived = waiting.then((4, 5))
    assert lived.told(CommanderSaved)[0].unit == "F2"
    lost = play(near, Eliminated("F1"), (5, 5))
    assert lost.told(CommanderLost)
    rolled = play(near, Eliminated("F1", rolled=True))
    assert not rolled.told(CommanderTested)
    assert rolled.told(CommanderSaved)
    far = table_of(foot("F1", 10, 10), foot("F2", 30, 10), FIRER, attached="F1")
    taken = play(far, Eliminated("F1"), (1, 1))
    assert taken.told(CommanderLost)[0].captured


@pytest.mark.rule("E23.13")
def test_a_commander_alone_who_is_touched_goes_to_his_nearest_unit() -> None:
    table = table_of(foot("F1", 10, 10), foot("F2", 14, 10), FIRER, generals={"french": at(16, 10)})
    seek_refuge(table, "french-general")
    assert table.officers["french-general"].at == at(14, 10)


@pytest.mark.rule("E23.11")
def test_an_attached_commander_falls_back_with_his_unit() -> None:
    played = shaken(table_of(foot("F1", 10, 10, morale=1), FIRER, attached="F1"), 1)
    assert played.table.officers["french-general"].at == at(10, 8)


@pytest.mark.rule("E23.11", "EU.12")
def test_a_commander_with_skirmishers_who_rejoin_is_with_their_battalion() -> None:
    table = table_of(foot("F1", 10, 10, sk=1), FIRER)
    table.record(SkirmishersDetached("F1", "F1-sk", Pose(*at(10, 11), 0)))
    general = table.officers["french-general"]
    table.own("officers")[general.id] = msgspec.structs.replace(general, attached="F1-sk")
    table.record(SkirmishersRejoined("F1", "F1-sk"))
    assert table.officers["french-general"].attached == "F1"


@pytest.mark.rule("E23.10")
def test_where_no_unit_is_left_nobody_takes_over_and_both_languages_say_so() -> None:
    table = table_of(foot("F1", 10, 10), FIRER, attached="F1")
    lost = play(table, Eliminated("F1"), (6, 6))
    (event,) = lost.told(CommanderLost)
    assert not event.replaced
    assert lost.table.officers["french-general"].lost
    for language, words in (("en", "nobody takes his place"), ("fr", "personne ne le remplace")):
        assert words in DESK.teller(table.setting, language).sentence(event)
