"""Reactions to movement: who is asked, at which step, what he may do, and what it does to the mover."""

import msgspec
import pytest

from grognard.kernel import Ask, State
from grognard.mechanics.measured.footprints import Pose
from grognard.systems.empire.events import Moved, Revealed
from grognard.systems.empire.fire.events import ShotFired
from grognard.systems.empire.kinds import Edge, Formation
from grognard.systems.empire.laws import broken_laws
from grognard.systems.empire.movement.reactions import Reacted
from grognard.systems.empire.retreat.falling_back import FellBack
from grognard.systems.empire.setting import Exit
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import ManoeuvreTested
from tests.systems.empire.kit import Base, Played, foot, ground, guns, horse, table_of
from tests.systems.empire.test_movement import moving


def asked(played: Played) -> str:
    pending = played.state.pending
    return f"{pending.side} {pending.purpose}" if isinstance(pending, Ask) else ""


def before(*bases: Base, order: str = "", **more: object) -> Table:
    return table_of(*bases, orders={"prussian": order or "engage"}, **more)  # type: ignore[arg-type]


MOVER = foot("F1", 10, 10, formation="column")


@pytest.mark.rule("E42.9")
def test_an_enemy_who_is_passed_ahead_within_four_ud_is_asked_at_the_first_step_that_is_so() -> (
    None
):
    table = before(MOVER, foot("P1", 10, 17, 180))
    played = moving(table).then("move F1 forward:4000")
    assert asked(played) == "prussian react"
    assert played.table.pieces["F1"].pose.y == 13_000, "four UD before the front of P1"
    assert asked(played.then("done")) == "french movement"
    assert played.then("done").table.pieces["F1"].pose.y == 14_000


@pytest.mark.rule("E42.9")
def test_nobody_reacts_to_what_passes_behind_him_or_farther_than_four_ud() -> None:
    behind = before(MOVER, foot("P1", 10, 17, 0))
    assert asked(moving(behind).then("move F1 forward:4000")) == "french movement"
    far = before(MOVER, foot("P1", 10, 18.5, 180))
    assert asked(moving(far).then("move F1 forward:4000")) == "french movement"


@pytest.mark.rule("E42.1", "E42.3", "E42.5", "E42.7", "E38.1")
@pytest.mark.parametrize(
    ("enemy", "hows"),
    [
        (foot("P1", 10, 15, 180, "column"), {"form:line", "form:column_square", "flee"}),
        (horse("P1", 10, 15, 180), {"charge", "withdraw", "flee", "form:column"}),
        (guns("P1", 10, 15, 180), {"limber-and-flee"}),
        (guns("P1", 10, 15, 180, "limbered"), {"form:unlimbered", "flee"}),
        (foot("P1", 10, 15, 180, "skirmish", sk=1), {"recoil", "flee"}),
    ],
)
def test_each_arm_has_its_own_reactions(enemy: Base, hows: set[str]) -> None:
    played = moving(before(MOVER, enemy)).then("move F1 forward:2000")
    offered = {words.split()[2] for words in played.offers() if words.startswith("react")}
    assert hows <= offered, offered
    assert not offered & {"charge", "withdraw", "recoil", "limber-and-flee"} - hows


@pytest.mark.rule("E42.1", "E42.3")
def test_on_attack_or_hold_foot_and_horse_do_not_flee() -> None:
    for order in ("attack", "hold"):
        table = before(MOVER, foot("P1", 10, 14, 180), order=order)
        played = moving(table).then("move F1 forward:1000")
        assert "on Attack or Hold nobody flees" in played.why_not("react P1 flee F1")


@pytest.mark.rule("E38.1", "E30.10")
def test_foot_charges_in_opportunity_within_two_ud_and_horse_within_four() -> None:
    played = moving(before(MOVER, foot("P1", 10, 14.5, 180))).then("move F1 forward:1000")
    assert "not ahead within 2 UD" in played.why_not("react P1 charge F1")
    near = moving(before(MOVER, foot("P1", 10, 12.5, 180))).then("move F1 forward:500")
    assert near.why_not("react P1 charge F1") == ""
    mounted = moving(before(MOVER, horse("P1", 10, 14.5, 180))).then("move F1 forward:1000")
    assert mounted.why_not("react P1 charge F1") == ""


@pytest.mark.rule("E38.2", "E25.16")
def test_marked_units_those_in_disorder_and_divisions_on_manoeuvre_do_not_charge_in_opportunity() -> (
    None
):
    table = before(MOVER, horse("P1", 10, 14, 180)).draft()
    table.alter("P1", marked=True)
    assert "has acted" in moving(table).then("move F1 forward:500").why_not("react P1 charge F1")
    shaken = before(MOVER, horse("P1", 10, 14, 180, disordered=True))
    played = moving(shaken).then("move F1 forward:500")
    assert "Disordered" in played.why_not("react P1 charge F1")
    calm = before(MOVER, horse("P1", 10, 14.6, 180), order="manoeuvre")
    played = moving(calm).then("move F1 forward:1000")
    assert "on Manoeuvre nobody charges (E25.16)" in played.why_not("react P1 charge F1")


@pytest.mark.rule("E42.9", "E42.12")
def test_an_opportunity_charge_stops_the_mover_where_he_is() -> None:
    table = before(foot("F1", 10, 10, formation="column"), horse("P1", 10, 14.5, 180))
    played = moving(table).then("move F1 forward:4000", "react P1 charge F1")
    assert played.told(Reacted)[0].how == "charge"
    assert played.table.pieces["F1"].pose.y <= 11_000


@pytest.mark.rule("E44.2", "E44.13", "E22.3")
def test_a_change_before_the_enemy_takes_a_test_and_failing_changes_nothing() -> None:
    table = before(MOVER, foot("P1", 10, 14, 180, "column"))
    asking = moving(table).then("move F1 forward:1000", "react P1 form:line F1")
    passed = asking.then(4)
    assert passed.table.pieces["P1"].formation is Formation.LINE
    assert passed.table.pieces["P1"].marked
    failed = asking.then(1)
    assert failed.table.pieces["P1"].formation is Formation.COLUMN
    assert not failed.table.pieces["P1"].marked
    assert [tested.passed for tested in failed.told(ManoeuvreTested)] == [False]
    assert failed.table.pieces["P1"].reacted


@pytest.mark.rule("E42.9")
def test_a_unit_reacts_once_to_the_activation_of_a_division() -> None:
    table = before(MOVER, foot("F2", 13, 10, formation="column"), foot("P1", 11, 14, 180, "column"))
    played = moving(table).then("move F1 forward:500", "react P1 form:line F1", 1)
    assert asked(played) == "french movement"
    assert asked(played.then("move F2 forward:500")) == "french movement"


@pytest.mark.rule("E42.11")
def test_horse_withdraws_a_full_move_in_good_order_unless_the_enemy_is_within_two_ud() -> None:
    played = moving(before(MOVER, horse("P1", 10, 15, 180))).then(
        "move F1 forward:2000", "react P1 withdraw F1"
    )
    piece = played.table.pieces["P1"]
    assert (piece.pose.facing, piece.good, piece.marked) == (0, True, True)
    assert piece.pose.y == 15_000 + 8_000
    near = moving(before(MOVER, horse("P1", 10, 12, 180))).then("move F1 forward:500")
    assert "no longer withdraws (E42.11)" in near.why_not("react P1 withdraw F1")


@pytest.mark.rule("E42.7")
def test_skirmishers_recoil_two_ud_without_a_marker_or_fire_first_with_one() -> None:
    screen = foot("P1", 10, 13, 180, "skirmish", sk=2)
    asking = moving(before(MOVER, screen)).then("move F1 forward:500")
    gone = asking.then("react P1 recoil F1")
    assert gone.table.pieces["P1"].pose.y == 15_000
    assert not gone.table.pieces["P1"].marked
    assert gone.told(FellBack)
    fired = asking.then("react P1 recoil-firing F1", 1)
    assert fired.told(ShotFired)
    assert fired.table.pieces["P1"].marked


@pytest.mark.rule("E40.7", "E42.1")
def test_who_flees_is_disordered_and_marked_but_skirmishers_are_only_marked() -> None:
    asking = moving(before(MOVER, foot("P1", 10, 14, 180))).then("move F1 forward:1000")
    fled = asking.then("react P1 flee F1").table.pieces["P1"]
    assert (fled.disordered, fled.marked, fled.pose.y) == (True, True, 20_500)
    screen = foot("P1", 10, 14, 180, "skirmish", sk=1)
    asking = moving(before(MOVER, screen)).then("move F1 forward:1000")
    loose = asking.then("react P1 flee F1").table.pieces["P1"]
    assert (loose.disordered, loose.marked) == (False, True)


@pytest.mark.rule("E42.10", "E50.15")
def test_opportunity_fire_is_for_who_crosses_the_arc_not_for_who_halts_in_it() -> None:
    halting = before(MOVER, guns("P1", 10, 17, 180))
    assert asked(moving(halting).then("move F1 forward:1000")) == "french movement"
    crossing = foot("F1", 4, 13, 90, "column")
    table = before(crossing, foot("P1", 6.5, 15.3, 180))
    played = moving(table).then("move F1 forward:5500")
    shots = [words for words in played.offers() if words.startswith("fire")]
    while asked(played) == "prussian react" and not shots:
        played = played.then("done")
        shots = [words for words in played.offers() if words.startswith("fire")]
    assert shots


@pytest.mark.rule("E35.19")
def test_skirmishers_in_the_way_of_formed_troops_recoil_or_flee() -> None:
    screen = foot("P1", 10, 12.2, 180, "skirmish", sk=1)
    played = moving(before(MOVER, screen)).then("move F1 forward:4000")
    while asked(played) == "prussian react":
        played = played.then("done")
    assert asked(played) == "prussian swept-aside"
    played = played.then("pick recoil")
    assert played.table.pieces["P1"].pose.y > 13_000


@pytest.mark.rule("EG.9")
def test_a_hidden_unit_comes_to_light_when_an_enemy_is_within_two_ud_of_it() -> None:
    wood = ground("wood", 5, 12, 15, 20)
    table = before(MOVER, foot("P1", 10, 14, 180, hidden=True), patches=[wood])
    played = moving(table).then("move F1 forward:3000")
    assert [event.unit for event in played.told(Revealed)] == ["P1"]
    assert played.table.pieces["F1"].pose == Pose(10_000, 12_000, 0)
    assert asked(played) == "prussian react"


@pytest.mark.rule("EG.9")
def test_a_hidden_unit_that_leaves_its_wood_is_seen_and_one_that_stays_is_not() -> None:
    wood = ground("wood", 5, 5, 15, 12)
    inside = foot("F1", 10, 10, formation="column", hidden=True)
    table = before(inside, foot("P1", 10, 30, 180), patches=[wood])
    assert moving(table).then("move F1 forward:1000").table.pieces["F1"].hidden
    assert not moving(table).then("move F1 forward:3000").table.pieces["F1"].hidden


@pytest.mark.rule("EG.9")
def test_nobody_hears_of_the_moves_of_an_enemy_who_is_hidden() -> None:
    wood = ground("wood", 5, 5, 15, 12)
    inside = foot("F1", 10, 9, formation="column", hidden=True)
    table = before(inside, foot("P1", 10, 30, 180), patches=[wood])
    unseen = moving(table).then("move F1 forward:1000").told(Moved)
    assert [event.seen_by("prussian") for event in unseen] == [None]
    assert unseen[0].seen_by("french") == unseen[0]
    seen = moving(table).then("move F1 forward:4000").told(Moved)
    assert any(event.seen_by("prussian") for event in seen), "once it has left the wood"


@pytest.mark.rule("E30.7", "E42.9")
def test_who_is_upon_a_friend_whom_he_passes_is_reacted_to_and_no_law_is_broken_by_it() -> None:
    table = before(MOVER, foot("F2", 10, 12), horse("P1", 10, 16, 180))
    played = moving(table).then("move F1 forward:3500")
    assert asked(played) == "prussian react"
    assert list(played.table.upon(played.table.corners("F1"), ("F1",))) == ["F2"]
    assert list(broken_laws(played.state)) == []
    unmoved = State(played.table, played.state.stack[:-2], played.state.pending)
    assert list(broken_laws(unmoved)) == ["F1 stands in F2"], "only as long as he moves"


@pytest.mark.rule("E30.7", "E42.12")
def test_who_is_stopped_upon_a_friend_goes_back_to_where_he_last_stood_clear() -> None:
    table = before(MOVER, foot("F2", 10, 12), horse("P1", 10, 16, 180))
    played = moving(table).then("move F1 forward:3500", "react P1 charge F1", "pick rein-in", 6)
    assert asked(played) == "french movement"
    assert [moved.pose.y for moved in played.told(Moved) if moved.unit == "F1"] == [12_000, 11_500]
    assert list(broken_laws(played.state)) == []


@pytest.mark.rule("E42.11", "EV.3")
def test_horse_that_withdraws_stays_on_the_table_even_where_its_side_may_leave() -> None:
    table = before(foot("F1", 10, 8, 180, "column"), horse("P1", 10, 3))
    way_out = Exit("prussian", Edge.SOUTH, 0, 40_000)
    table.setting = msgspec.structs.replace(table.setting, exits=(way_out,))
    played = moving(table).then("move F1 forward:1500", "react P1 withdraw F1")
    assert list(broken_laws(played.state)) == []
    assert 0 <= played.table.pieces["P1"].pose.y < 3_000
