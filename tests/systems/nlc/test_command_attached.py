"""Divisions with chits of their own under a corps (N12.2H, N12.13.8): chit, range, leader, return."""

from __future__ import annotations

import msgspec
import pytest

from grognard.kernel import start
from grognard.systems.nlc import chits, demoralization, morale
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.compliance import Receive
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.divisions import bar_to_assigning
from grognard.systems.nlc.command.march import halt
from grognard.systems.nlc.command.order_actions import Send
from grognard.systems.nlc.command.order_desk import OrderDesk
from grognard.systems.nlc.command.ranges import in_range, leader_of
from grognard.systems.nlc.command.review import Review
from grognard.systems.nlc.command.success import pass_on
from grognard.systems.nlc.events import StageBegan
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.morale import Occasion
from grognard.systems.nlc.movement.movement import rejoin
from grognard.systems.nlc.movement.riding import bar_to_riding
from grognard.systems.nlc.records import Dispatch
from grognard.systems.nlc.sequence import ReserveStage
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import battle, give, lose, orders, put, set_force, set_leader


def attached() -> Table:
    """The Guard light cavalry, a division with its own chit, under Reille's corps."""
    table = battle(turn=2)
    comply(table, "fr_glc", orders("assign fr_ii"), "compliance")
    return table


def refusal(name: str, chief: str, table: Table | None = None) -> str:
    found = bar_to_assigning(table or battle(turn=2), name, chief)
    return found.clause if found else ""


@pytest.mark.rule("N12.2H.1")
@pytest.mark.parametrize(
    ("name", "chief", "clause"),
    [
        ("fr_glc", "fr_ii", ""),
        ("fr_glc", "fr_iiic", ""),
        ("fr_ii/pire", "fr_iiic", ""),
        ("fr_ii", "fr_iiic", "N12.2H.1"),
        ("fr_iiic", "fr_ii", "N12.2H.1"),
        ("fr_ii/pire", "fr_glc", "N12.2H.1"),
        ("fr_glc", "al_br", "N12.2H.1"),
        ("fr_glc", "reille", "N12.2H.1"),
        ("fr_glc", "fr_glc", "N12.2H.1"),
        ("fr_ii/pire", "fr_ii", "N12.13.6"),
        ("al_5", "orange", ""),
    ],
)
def test_divisions_go_to_a_corps_or_a_wing_and_corps_to_a_wing(
    name: str, chief: str, clause: str
) -> None:
    assert refusal(name, chief) == clause


@pytest.mark.rule("N12.2H.1", "N12.13.8")
def test_the_order_desk_takes_the_order_for_a_division_with_a_chit_of_its_own() -> None:
    desk = OrderDesk(battle(turn=2), "french")
    assert not desk.why_not(Send("fr_glc", orders("assign fr_ii")))


@pytest.mark.rule("N12.13.8")
def test_it_is_activated_by_the_chit_of_the_corps_and_no_longer_by_its_own() -> None:
    table = attached()
    set_force(table, "fr_glc", order=orders("probe 1514")[0])
    assert "fr_glc" not in chits.eligible(table, "french")
    draft = table.draft()
    StageBegan("french", ("fr_ii",)).change(draft)
    assert "fr_glc" in draft.active
    assert bar_to_riding(draft, "french", "lefebvre") is None


@pytest.mark.rule("N12.13.8", "N4.7")
def test_in_reserve_it_does_not_act_apart_from_the_corps() -> None:
    table = attached()
    assert table.forces["fr_glc"].type is OrderType.RESERVE
    state = start(table, ReserveStage("french"))
    assert "fr_glc" not in state.table.active


@pytest.mark.rule("N12.2H.2", "N12.13.8", "N12.1.1")
def test_it_keeps_its_order_and_answers_to_the_leader_of_the_corps() -> None:
    table = attached()
    assert table.forces["fr_glc"].type.value == "reserve"
    assert leader_of(table, "fr_glc") == "reille"
    horse = table.units_under("fr_glc")[0]
    set_leader(table, "reille", at=table.pieces[horse].at)
    assert in_range(table, horse)
    set_leader(table, "reille", at=1126)
    assert not in_range(table, horse)
    comply(table, "fr_ii", orders("attack 1213"), "compliance")
    assert table.forces["fr_glc"].type is OrderType.ATTACK


@pytest.mark.rule("N12.13.9")
def test_with_a_second_division_the_leader_is_rated_lower() -> None:
    table = attached()
    assert rating(table, "reille") == 2
    set_force(table, "fr_iiic", chief="fr_ii")
    assert rating(table, "reille") == 1


@pytest.mark.rule("N12.13.4", "N15.1")
def test_its_losses_stay_in_its_own_account() -> None:
    table = attached()
    lose(table, *table.setting.formations["fr_ii"].units)
    assert demoralization.is_demoralized(table, "fr_ii")
    assert not demoralization.is_demoralized(table, "fr_glc")


@pytest.mark.rule("N2.3.6")
def test_its_own_general_still_heartens_it_and_so_does_the_new_one() -> None:
    table = attached()
    horse = table.units_under("fr_glc")[0]
    at = table.pieces[horse].at
    for leader in ("lefebvre", "reille"):
        for other in ("lefebvre", "reille"):
            set_leader(table, other, at=at if other == leader else 1126)
        clauses = [item.clause for item in morale.account_of(table, horse, Occasion("zone")).items]
        assert "N2.3.6" in clauses, leader


@pytest.mark.rule("N12.2H.1", "N12.13.6")
def test_it_can_be_given_back_to_its_own_leader_and_a_division_to_its_own_corps() -> None:
    table = attached()
    assert refusal("fr_glc", "fr_glc", table) == ""
    comply(table, "fr_glc", orders("assign fr_glc"), "compliance")
    force = table.forces["fr_glc"]
    assert (force.formation, force.chief, force.leader) == ("fr_glc", "", "lefebvre")
    comply(table, "fr_ii/pire", orders("assign fr_iiic"), "compliance")
    assert table.formation_of("huber") == "fr_iiic"
    assert refusal("fr_ii/pire", "fr_ii", table) == ""
    comply(table, "fr_ii/pire", orders("assign fr_ii"), "compliance")
    assert table.under["huber"] == "fr_ii"


@pytest.mark.rule("N12.2H.2", "N12.13.8")
def test_its_parts_on_orders_of_their_own_act_by_the_same_chit() -> None:
    table = battle(turn=2)
    part = msgspec.structs.replace(table.forces["fr_glc"], id="fr_glc+march")
    table.forces["fr_glc+march"] = part
    comply(table, "fr_glc", orders("assign fr_ii"), "compliance")
    assert table.forces["fr_glc+march"].formation == "fr_ii"


@pytest.mark.rule("N12.2H.2", "N12.5.2")
def test_a_march_that_ends_under_a_new_chief_changes_the_chit_in_the_command_phase() -> None:
    table = battle(turn=2)
    give(table, "fr_glc", "march 1117 via 1019 1117 then assign fr_ii", reached=True)
    table.active = ("fr_glc",)
    halt(table, table.forces["fr_glc"])
    waiting = table.forces["fr_glc"]
    assert (waiting.type, waiting.formation, waiting.chief) == (OrderType.DEFEND, "fr_glc", "")
    table.active = ()
    state = start(table, Review())
    met = state.table.forces["fr_glc"]
    assert (met.formation, met.chief, met.queue) == ("fr_ii", "fr_ii", ())
    assert met.type is OrderType.DEFEND


@pytest.mark.rule("N12.2E.4", "N12.9.4")
def test_blocked_on_the_march_it_stops_as_a_whole_and_stays_one_body() -> None:
    from grognard.systems.nlc.command.march import StopAttacked

    table = attached()
    give(table, "fr_glc", "march 1117 via 1019 1117")
    units = table.units_under("fr_glc")
    put(table, units[0], 1018)
    state = start(table, StopAttacked(units[:1]))
    assert state.table.forces["fr_glc"].type is OrderType.DEFEND
    assert state.table.units_under("fr_glc") == units


@pytest.mark.rule("R-12.9b", "N12.9.4")
@pytest.mark.parametrize(("whole", "under"), [("defend 1117", "fr_ii"), ("march 1117", "part")])
def test_a_blocked_part_rejoins_when_its_formation_marches_no_more_wherever_it_is(
    whole: str, under: str
) -> None:
    table = battle(turn=2)
    give(table, "fr_ii", whole)
    part = msgspec.structs.replace(table.forces["fr_ii"], id="fr_ii+husson", may_rejoin=False)
    table.forces["fr_ii+husson"] = part
    table.under["husson"] = "fr_ii+husson"
    set_leader(table, "reille", at=1126)
    rejoin(table, "french")
    assert table.under["husson"] == (under if under == "fr_ii" else "fr_ii+husson")


@pytest.mark.rule("N12.14.7", "N12.2H.1")
def test_a_wing_commander_rides_with_a_formation_that_was_assigned_to_him() -> None:
    table = battle(turn=2)
    table.active = ("al_5",)
    barred = bar_to_riding(table, "allied", "orange")
    assert barred is not None
    assert barred.clause == "N12.14.7"
    comply(table, "al_5", orders("assign orange"), "compliance")
    assert bar_to_riding(table, "allied", "orange") is None


def delivered(table: Table, to: str, text: str) -> Table:
    """A courier brings a chief's order in this command phase, and it is received."""
    sent = Dispatch(1, "wellington", to, orders(text), table.turn, table.turn)
    table.transit = (sent,)
    received: Table = start(table, Receive()).table
    return received


@pytest.mark.rule("N12.2H.1", "N12.13.6", "N12.6.3")
def test_an_order_that_gives_a_division_back_to_its_corps_is_received_once() -> None:
    table = delivered(battle(turn=2), "al_2nl/2nl", "assign orange")
    assert table.forces["al_2nl/2nl"].chief == "orange"
    table = delivered(table, "al_2nl/2nl", "assign al_2nl")
    assert table.transit == ()
    assert not bodies.is_apart(table, "al_2nl/2nl")


@pytest.mark.rule("N12.13.6", "N12.2H.1")
def test_a_division_given_back_no_longer_follows_the_chief_it_had() -> None:
    table = battle(turn=2)
    comply(table, "fr_ii/pire", orders("assign fr_iiic"), "compliance")
    comply(table, "fr_ii/pire", orders("assign fr_ii"), "compliance")
    comply(table, "fr_iiic", orders("attack 1213"), "compliance")
    assert table.under["huber"] == "fr_ii"


@pytest.mark.rule("N12.5.2", "N12.13.6")
def test_a_division_that_marches_home_has_its_corps_order_there() -> None:
    table = battle(turn=2)
    comply(table, "fr_ii/pire", orders("assign fr_iiic"), "compliance")
    give(table, "fr_ii/pire", "march 1117 via 1019 1117 then assign fr_ii", reached=True)
    pass_on(table, "fr_ii/pire", "link")
    assert table.under["huber"] == "fr_ii"
