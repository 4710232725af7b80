"""Marches that the enemy blocks (N12.9.2-5, N12.5.5)."""

from __future__ import annotations

import pytest

from grognard.systems.nlc.command.march import StopAttacked, StopBlocked, next_hex
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.zones import bar_to_zone
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.table import Table
from tests.systems.nlc.command_kit import battle, give, play, put, set_leader


def column(text: str, rating: int = 2, foe: int = 1120) -> Table:
    """The Guard cavalry marches south from Frasnes; an enemy stands on its road."""
    table = battle(turn=2)
    give(table, "fr_glc", text)
    put(table, "colbert", 1118)
    put(table, "lallemand", 1116)
    put(table, "guard_horse", 1117)
    put(table, "pack", foe)
    set_leader(table, "lefebvre", at=1118, rating=rating)
    table.side, table.segment, table.active = "french", "movement", ("fr_glc",)
    return table


MARCH = "march 1126 via 1118 1126"


@pytest.mark.rule("N12.9.2", "N12.2E.4")
def test_the_next_hex_of_the_route_is_what_blocks() -> None:
    table = column(MARCH)
    order = table.forces["fr_glc"].order
    assert next_hex(table, order, 1118) == 1119
    assert next_hex(table, order, 1126) == 0


@pytest.mark.rule("N12.9.1", "N12.2E.4", "N12.9.9")
def test_a_blocked_leader_turns_the_whole_march_into_defence() -> None:
    state = play(column(MARCH), StopBlocked("french"))
    force = state.table.forces["fr_glc"]
    assert (force.type, force.order.target, force.held) == (OrderType.DEFEND, (1118,), (1118,))
    assert state.table.pieces["colbert"].at == 1118


@pytest.mark.rule("N12.9.3")
def test_units_not_yet_blocked_may_end_their_march() -> None:
    state = play(column(MARCH), StopBlocked("french"))
    assert state.table.under["lallemand"] == "fr_glc+march"
    assert state.table.forces["fr_glc+march"].type is OrderType.MARCH
    assert "fr_glc+march" in state.table.active


@pytest.mark.rule("N12.5.2", "N12.5.5")
@pytest.mark.parametrize(("rating", "at_once"), [(2, False), (3, True)])
def test_only_an_able_leader_goes_from_march_to_attack_at_once(rating: int, at_once: bool) -> None:
    table = column(MARCH + " then attack 1119", rating)
    state = play(table, StopBlocked("french"))
    assert state.table.forces["fr_glc"].type is OrderType.ATTACK
    barred = bar_to_zone(state.table, "colbert", 1119)
    assert (barred is None) is at_once
    assert at_once or (barred is not None and barred.clause == "N12.5.5")
    later = state.table.draft()
    later.turn = 3
    assert bar_to_zone(later, "colbert", 1119) is None


@pytest.mark.rule("N12.9.4", "N12.9.5")
def test_a_unit_blocked_behind_its_leader_stops_alone() -> None:
    table = column("march 1126 via 1118 1126", foe=1115)
    put(table, "lallemand", 1116, marks=(Mark.STAGE_IN_ZONE,), began=1116)
    put(table, "husson", 1116, marks=(Mark.STAGE_IN_ZONE,), began=1116)
    table.under["husson"] = "fr_glc"
    table.touched()
    state = play(table, StopBlocked("french"))
    assert state.table.forces["fr_glc"].type is OrderType.MARCH
    part = state.table.forces[state.table.under["husson"]]
    assert (part.id, part.type, part.held) == ("fr_glc+husson", OrderType.DEFEND, (1116,))
    assert state.table.under["lallemand"] == "fr_glc"


@pytest.mark.rule("N12.9.2")
def test_whoever_is_charged_or_assaulted_stops() -> None:
    table = column(MARCH, foe=1115)
    state = play(table, StopAttacked(("lallemand", "pack")))
    assert state.table.under["lallemand"] == "fr_glc+lallemand"
    state = play(table, StopAttacked(("colbert",)))
    assert state.table.forces["fr_glc"].type is OrderType.DEFEND
    assert play(table, StopAttacked(("husson",))).table.forces["fr_ii"].type is OrderType.PROBE


def test_a_free_road_blocks_nobody() -> None:
    state = play(column(MARCH, foe=1112), StopBlocked("french"))
    assert state.happened == ()


@pytest.mark.rule("N12.9.4")
def test_a_division_without_a_leader_passes_over_whole() -> None:
    table = battle(turn=2)
    put(table, "bauduin", 1122)
    put(table, "soye", 1124)
    put(table, "pack", 1120)
    table.side, table.segment, table.active = "french", "movement", ("fr_ii/6",)
    state = play(table, StopBlocked("french"))
    assert state.table.forces["fr_ii/6"].type is OrderType.DEFEND
