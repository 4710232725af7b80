"""Who may fire at whom, and how: ranges, priority, the steps of fire, answers, ricochet."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel import Over, Reason, Roll
from grognard.systems.empire.events import LossTaken, Moved
from grognard.systems.empire.fire.aims import Aim, Band, FireKind, aim_at, priority, reach_of
from grognard.systems.empire.fire.events import FireSpent, ShotFired
from grognard.systems.empire.fire.firing import FireAction, FireStep
from grognard.systems.empire.fire.judging import opportunity_aims
from grognard.systems.empire.fire.supports import best_supports
from grognard.systems.empire.morale.events import MoraleTested
from grognard.systems.empire.table import Table
from tests.systems.empire.kit import Played, foot, ground, guns, horse, house, mils, play, table_of

DIVISION = "french-division"


def open_fire(table: Table, *answers: Any, preparatory: bool = True) -> Played:
    return play(table, FireStep(DIVISION, preparatory), *answers)


def band(table: Table, kind: str = "guns") -> str:
    aim = aim_at(table, "F1", FireKind(kind), "P1")
    return aim.band.value if isinstance(aim, Aim) else ""


# --- ranges

MUSKETS = [
    ("volley", "", 2),
    ("volley", "rifle", 3),
    ("skirmish", "", 3),
    ("skirmish", "rifle", 4),
    ("battalion", "battalion_guns", 6),
]


@pytest.mark.rule("E48.1", "E48.2", "E48.3")
@pytest.mark.parametrize(("kind", "traits", "reach"), MUSKETS)
def test_muskets_reach_as_far_as_their_row_and_no_farther(
    kind: str, traits: str, reach: int
) -> None:
    firer = foot("F1", 10, 10, sk=1, traits=traits)
    assert band(table_of(firer, foot("P1", 10, 10 + reach, 180)), kind) == "effective"
    assert band(table_of(firer, foot("P1", 10, 10 + reach + 0.001, 180)), kind) == ""


@pytest.mark.rule("E48.4", "E48.5", "E48.6", "E48.7", "EU.4")
@pytest.mark.parametrize(
    ("calibre", "reach"),
    [
        (3, (3, 6, 12)),
        (4, (3, 6, 12)),
        (6, (4, 8, 16)),
        (8, (5, 10, 20)),
        (9, (5, 10, 20)),
        (12, (6, 12, 24)),
    ],
)
def test_guns_reach_by_their_calibre(calibre: int, reach: tuple[int, int, int]) -> None:
    for ud, wanted in zip(reach, ("short", "effective", "long"), strict=True):
        battery = guns("F1", 10, 10, calibre=calibre)
        assert band(table_of(battery, foot("P1", 10, 10 + ud, 180))) == wanted
        farther = table_of(battery, foot("P1", 10, 10 + ud + 0.001, 180))
        assert band(farther) != wanted


@pytest.mark.rule("E48.8")
def test_guns_on_a_hill_reach_farther_but_not_with_canister() -> None:
    table = table_of(guns("F1", 10, 10), patches=[ground("hill", 5, 5, 15, 11)])
    reach = reach_of(table, "F1", FireKind.GUNS)
    assert (reach.short, reach.effective, reach.long) == (mils(4), mils(8 + 2), mils(16 + 4))


def test_soaked_guns_have_no_long_range() -> None:
    assert band(table_of(guns("F1", 10, 10), foot("P1", 10, 20, 180))) == "long"
    assert band(table_of(guns("F1", 10, 10), foot("P1", 10, 20, 180), soaked=True)) == ""


@pytest.mark.rule("E50.33", "EU.12")
def test_foot_without_skirmishers_gives_volleys_only() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 12.5, 180))
    found = aim_at(table, "F1", FireKind.SKIRMISH, "P1")
    assert isinstance(found, Reason)
    assert found.clause == "E50.33"
    with_screen = table_of(foot("F1", 10, 10, sk=2), foot("P1", 10, 12.5, 180))
    assert isinstance(aim_at(with_screen, "F1", FireKind.SKIRMISH, "P1"), Aim)
    with_screen.alter("F1", screen="F1s")
    assert isinstance(aim_at(with_screen, "F1", FireKind.SKIRMISH, "P1"), Reason)


@pytest.mark.rule("E48.9")
def test_nobody_fires_out_of_his_arc_but_squares_and_garrisons() -> None:
    behind = foot("P1", 10, 8, 0)
    for formation, fires in (("line", False), ("column", False), ("full_square", True)):
        table = table_of(foot("F1", 10, 10, 0, formation), behind)
        assert isinstance(aim_at(table, "F1", FireKind.VOLLEY, "P1"), Aim) is fires


# --- priority


@pytest.mark.rule("E50.1")
def test_the_nearest_formed_enemy_ahead_comes_first() -> None:
    table = table_of(
        guns("F1", 10, 10), foot("P1", 12, 16, 180), foot("P2", 8, 15, 180),
        foot("P3", 10, 12, 180, "skirmish", sk=1),
    )  # fmt: skip
    first = priority(table, "F1", FireKind.GUNS)
    assert first is not None
    assert first.target == "P2"
    played = open_fire(table)
    assert "fire F1 guns P2" in played.offers()
    assert "target that comes first (E50.1)" in played.why_not("fire F1 guns P1")


@pytest.mark.rule("E50.1")
def test_skirmishers_and_irregulars_are_shot_at_where_there_is_nobody_formed() -> None:
    loose = foot("P1", 10, 12, 180, "skirmish", sk=1)
    for target in (loose, horse("P1", 10, 12, 180, status="irregular")):
        first = priority(table_of(guns("F1", 10, 10), target), "F1", FireKind.GUNS)
        assert first is not None


@pytest.mark.rule("EG.9")
def test_a_hidden_enemy_is_no_target() -> None:
    table = table_of(guns("F1", 10, 10), foot("P1", 10, 12, 180, hidden=True))
    assert priority(table, "F1", FireKind.GUNS) is None


# --- the steps


@pytest.mark.rule("E21.2", "E50.30")
def test_a_step_without_anybody_to_fire_asks_nothing() -> None:
    played = open_fire(table_of(foot("F1", 10, 10), foot("P1", 10, 20, 180)))
    assert isinstance(played.state.pending, Over)


@pytest.mark.rule("E50.30", "E22.2", "E22.9")
def test_who_has_fired_is_marked_and_neither_moves_nor_fires_again() -> None:
    played = open_fire(table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180)), "fire F1 guns P1", 1)
    piece = played.table.pieces["F1"]
    assert piece.marked
    assert piece.fired
    assert piece.acted
    again = play(played.table, FireStep(DIVISION, preparatory=False))
    assert isinstance(again.state.pending, Over)


@pytest.mark.rule("E22.5", "E22.9", "E50.30")
@pytest.mark.parametrize(
    ("state", "preparatory", "clause"),
    [
        ({"marked": True}, True, "E22.5"),
        ({"fired": True}, True, "E22.9"),
        ({"moves": 1, "acted": True}, True, "E50.30"),
        ({"moves": 2, "acted": True}, False, "E50.30"),
        ({"marked": True}, False, "E22.5"),
    ],
)
def test_who_opens_no_fire(state: dict[str, Any], preparatory: bool, clause: str) -> None:
    table = table_of(guns("F1", 10, 10), guns("F2", 13, 10), foot("P1", 10, 16, 180))
    table.alter("F1", **state)
    played = open_fire(table, preparatory=preparatory)
    assert not [order for order in played.offers() if order.startswith("fire F1")]
    assert clause in played.why_not("fire F1 guns P1")


@pytest.mark.rule("E50.30")
def test_in_final_fire_a_unit_may_have_moved_once() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180))
    table.alter("F1", moves=1, acted=True)
    assert "fire F1 volley P1" in open_fire(table, preparatory=False).offers()


@pytest.mark.rule("E25.3")
def test_on_manoeuvre_only_guns_fire_and_not_at_long_range() -> None:
    orders = {"french": "manoeuvre"}
    muskets = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180), orders=orders)
    assert isinstance(open_fire(muskets).state.pending, Over)
    for distance, fires in ((7, True), (12, False)):
        table = table_of(guns("F1", 10, 10), foot("P1", 10, 10 + distance, 180), orders=orders)
        assert isinstance(open_fire(table).state.pending, Over) is not fires


@pytest.mark.rule("E50.17", "E50.30")
def test_guns_may_limber_after_preparatory_fire_at_one_less() -> None:
    table = table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180))
    played = open_fire(table, "fire F1 guns P1 limber", 3)
    (fired,) = played.told(ShotFired)
    assert "E50.17" in {item.clause for item in fired.account}
    assert played.table.pieces["F1"].formation == "limbered"
    late = open_fire(table, preparatory=False)
    assert "E50.30" in late.why_not("fire F1 guns P1 limber")


@pytest.mark.rule("E50.17")
def test_guns_that_unlimber_are_known_to_have_done_so() -> None:
    table = table_of(guns("F1", 10, 10, 0, "limbered"))
    table.record(Moved("F1", table.pieces["F1"].pose, table.pieces["F1"].formation, 0))
    assert not table.pieces["F1"].unlimbered
    unlimbered = guns("F1", 10, 10).stand.formation
    table.record(Moved("F1", table.pieces["F1"].pose, unlimbered, 0))
    assert table.pieces["F1"].unlimbered


# --- supports


@pytest.mark.rule("EG.13", "E50.20")
def test_friends_who_could_fire_support_and_are_marked() -> None:
    table = table_of(
        foot("F1", 10, 10), guns("F2", 8, 10), foot("F3", 12.2, 10), foot("P1", 10, 11.5, 180)
    )
    assert best_supports(table, "F1", "P1") == ("F2", "F3")
    played = open_fire(table, "fire F1 volley P1 with F2+F3", 1, 1)
    assert played.table.pieces["F2"].marked
    assert played.table.pieces["F3"].fired
    spent = {event.unit: event for event in played.told(FireSpent)}
    assert spent["F2"].closes


@pytest.mark.rule("EG.13")
@pytest.mark.parametrize(
    ("supports", "clause"),
    [("F4", "EG.13"), ("F2+F2", "EG.13"), ("F2+F3+F5", "EG.13"), ("F6", "E48.9"), ("P1", "EG.13")],
)
def test_who_cannot_support(supports: str, clause: str) -> None:
    table = table_of(
        foot("F1", 10, 10), guns("F2", 8, 10), foot("F3", 12.2, 10), guns("F4", 7, 9),
        guns("F5", 6, 10), foot("F6", 20, 10), foot("P1", 10, 11.5, 180),
    )  # fmt: skip
    table.alter("F4", marked=True)
    assert clause in open_fire(table).why_not(f"fire F1 volley P1 with {supports}")


@pytest.mark.rule("EG.13")
def test_soaked_muskets_support_nobody() -> None:
    table = table_of(
        foot("F1", 10, 10), foot("F2", 12.2, 10), foot("P1", 10, 11.5, 180), soaked=True
    )
    assert best_supports(table, "F1", "P1") == ()


# --- answers


@pytest.mark.rule("E50.31", "E22.6")
def test_foot_answers_foot_at_once_on_the_state_before_and_losses_come_together() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180))
    played = open_fire(table, "fire F1 volley P1", 4, 4, 6)
    mine, theirs = played.told(ShotFired)
    assert (mine.unit, theirs.unit) == ("F1", "P1")
    assert mine.halves == theirs.halves == 2
    assert "E50.27" not in {item.clause for item in theirs.account}
    assert [each.unit for each in played.told(LossTaken)] == ["P1", "F1"]
    assert played.table.pieces["P1"].marked
    assert not played.table.pieces["P1"].fired


@pytest.mark.rule("E50.31", "E50.33")
def test_whoever_can_answer_in_two_ways_is_asked() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180, sk=1))
    played = open_fire(table, "fire F1 volley P1")
    assert played.offers() == ["fire P1 skirmish F1", "fire P1 volley F1"]
    assert "E50.31" in played.why_not("fire P1 guns F1")
    assert played.then("fire P1 skirmish F1", 1, 1).told(ShotFired)[1].kind is FireKind.SKIRMISH


@pytest.mark.rule("E50.31")
@pytest.mark.parametrize(
    ("firer", "target"),
    [
        (guns("F1", 10, 10), foot("P1", 10, 11.5, 180)),
        (foot("F1", 10, 10), guns("P1", 10, 11.5, 180)),
        (foot("F1", 10, 10), foot("P1", 10, 11.5, 0)),
        (foot("F1", 10, 10, traits="rifle"), foot("P1", 10, 12.5, 180)),
        (foot("F1", 10, 10), horse("P1", 10, 11.5, 180)),
    ],
    ids=["guns-fire", "at-guns", "out-of-arc", "out-of-range", "at-horse"],
)
def test_who_does_not_answer(firer: Any, target: Any) -> None:
    kind = "guns" if firer.card.calibre else "volley"
    played = open_fire(table_of(firer, target), f"fire F1 {kind} P1", 1)
    assert len(played.told(ShotFired)) == 1


@pytest.mark.rule("E50.34")
def test_opportunity_fire_is_not_answered() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 11.5, 180), phasing="prussian")
    played = play(table, FireAction("F1", FireKind.VOLLEY, "P1", opportunity=True), 1)
    assert len(played.told(ShotFired)) == 1


@pytest.mark.rule("E42.9", "E50.15")
def test_opportunity_fire_is_within_effective_range_unless_the_table_says_otherwise() -> None:
    pair = guns("F1", 10, 10), foot("P1", 10, 20, 180)
    assert list(opportunity_aims(table_of(*pair), "F1", "P1")) == []
    far = table_of(*pair, options={"opportunity_fire_long": "on"})
    assert [aim.band for aim in opportunity_aims(far, "F1", "P1")] == [Band.LONG]
    near = table_of(guns("F1", 10, 10), foot("P1", 10, 17, 180))
    assert len(list(opportunity_aims(near, "F1", "P1"))) == 1
    near.alter("F1", fired=True)
    assert list(opportunity_aims(near, "F1", "P1")) == []


# --- ricochet

BEHIND = foot("P2", 10, 19, 180)


def bounds(*more: Any, **ground: Any) -> str:
    """Whom a ball bounds on to."""
    table = table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180), *more, **ground)
    played = open_fire(table, "fire F1 guns P1", 1)
    pending = played.state.pending
    return "P2" if isinstance(pending, Roll) and pending.purpose == "ricochet" else ""


@pytest.mark.rule("E50.32", "E50.19")
def test_ball_bounds_on_into_the_first_enemy_within_4_ud_behind() -> None:
    assert bounds(BEHIND) == "P2"
    assert bounds(foot("P2", 10, 20.6, 180)) == ""
    table = table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180), BEHIND)
    played = open_fire(table, "fire F1 guns P1", 1, 6)
    _, second = played.told(ShotFired)
    assert second.target == "P2"
    assert second.ricochet
    assert second.column == "far"
    assert {item.clause: item.amount for item in second.account} == {"E50.15": 1, "E50.19": -1}
    assert second.halves == 1


@pytest.mark.rule("E50.32")
def test_where_ball_does_not_bound() -> None:
    assert bounds(foot("F2", 10, 17.5), BEHIND) == ""
    assert bounds(BEHIND, patches=[ground("garden", 5, 15, 15, 25)]) == ""
    assert bounds(BEHIND, patches=[ground("marsh", 5, 15.5, 15, 17)]) == ""
    assert bounds(BEHIND, patches=[ground("hill", 5, 18, 15, 25)]) == ""
    assert bounds(BEHIND, soaked=True) == ""
    near = table_of(guns("F1", 10, 10), foot("P1", 10, 13, 180), foot("P2", 10, 16, 180))
    played = open_fire(near, "fire F1 guns P1", 1, 6)
    assert isinstance(played.state.pending, Over)


@pytest.mark.rule("E50.32", "E54.11")
def test_whom_a_bounding_ball_hits_tests_on_its_own() -> None:
    table = table_of(guns("F1", 10, 10), foot("P1", 10, 16, 180), BEHIND)
    played = open_fire(table, "fire F1 guns P1", 1, 6, 6)
    assert [event.unit for event in played.told(MoraleTested)] == ["P2"]


@pytest.mark.rule("ET.4")
def test_a_garrison_fires_in_any_direction() -> None:
    held = foot("F1", 10, 10, 0, "garrison", building="farm")
    table = table_of(held, foot("P1", 10, 7.5, 0), buildings=[house("farm", 9, 9, 11, 11)])
    assert isinstance(aim_at(table, "F1", FireKind.VOLLEY, "P1"), Aim)
