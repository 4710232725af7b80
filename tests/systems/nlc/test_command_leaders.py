"""Leaders and headquarters: loss, displacement, return (N11.1-N11.4)."""

from __future__ import annotations

import pytest

from grognard.kernel import Ask, Roll
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.command.order_events import SHAKEN
from grognard.systems.nlc.command.ranges import reaches
from grognard.systems.nlc.demoralization import army_level
from grognard.systems.nlc.leaders import (
    Displace,
    HeadquartersDestroyed,
    LeaderDisplaced,
    LeaderLosses,
    LeaderReturned,
    LeaderTested,
    Returns,
    rating,
)
from tests.systems.nlc.command_kit import (
    battle,
    dice,
    give,
    lose,
    play,
    put,
    reply,
    set_force,
    set_leader,
    set_quarters,
    told,
)


@pytest.mark.rule("N11.2.1")
@pytest.mark.parametrize("roll", range(2, 13))
def test_every_cell_of_the_leader_loss_table(roll: int) -> None:
    table = battle()
    at = table.leaders["reille"].at
    state = play(table, LeaderLosses((at,), "french"))
    assert isinstance(state.pending, Roll)
    assert state.pending.subject == "reille"
    state = reply(state, dice(roll))
    lost = cards().leader_lost(roll)
    assert told(state, LeaderTested).lost is lost
    assert (state.table.leaders["reille"].at == 0) is lost


@pytest.mark.rule("N11.2.1")
def test_only_leaders_where_men_were_hit_are_in_danger() -> None:
    assert play(battle(), LeaderLosses((1126,), "french")).stack == ()


@pytest.mark.rule("N11.2.2", "N11.2.1")
def test_a_stand_in_rated_one_comes_next_turn_and_none_before() -> None:
    table = battle(turn=2)
    set_leader(table, "reille", at=0, lost_on=2)
    assert play(table, Returns()).stack == ()
    assert not reaches(table, "reille", "husson")
    table.turn = 3
    state = play(table, Returns())
    assert isinstance(state.pending, Ask)
    assert state.pending.side == "french"
    assert Pick("1116") in state.pending.options
    state = reply(state, Pick("1116"))
    assert told(state, LeaderReturned).rating == 1
    assert rating(state.table, "reille") == 1
    assert state.table.leaders["reille"].lost_on == 0


@pytest.mark.rule("N11.2.2")
def test_a_chief_returns_on_his_quarters_or_any_unit() -> None:
    table = battle(turn=3)
    set_leader(table, "ney", at=0, lost_on=2)
    state = play(table, Returns())
    hq = table.quarters["hq_ney"].at
    assert Pick(f"{hq:04d}") in state.pending.options
    assert Pick("1116") in state.pending.options


@pytest.mark.rule("N11.2.2")
def test_a_wing_commander_returns_among_his_own() -> None:
    table = battle(turn=3)
    set_leader(table, "orange", at=0, lost_on=2)
    put(table, "kempt", 1105)
    state = play(table, Returns())
    assert Pick("1105") not in state.pending.options
    assert Pick("1111") in state.pending.options


@pytest.mark.rule("N12.2C.2")
def test_a_stand_in_away_from_the_post_has_yet_to_get_there() -> None:
    table = battle(turn=3)
    give(table, "al_2nl", "defend 1111", arrived=True)
    for unit in table.units_under("al_2nl"):
        put(table, unit, 1105)
    set_leader(table, "perponcher", at=0, lost_on=2)
    state = play(table, Returns())
    assert not state.table.forces["al_2nl"].arrived


@pytest.mark.rule("N11.1.3", "N11.2.1")
def test_a_lone_leader_flees_to_the_nearest_friends() -> None:
    table = battle()
    set_leader(table, "reille", at=1120)
    put(table, "pack", 1120)
    state = play(table, Displace(1120, "french"))
    if isinstance(state.pending, Ask):
        state = reply(state, next(iter(state.pending.options)))
    moved = told(state, LeaderDisplaced)
    assert moved.to in {piece.at for piece in table.pieces.values()}
    assert isinstance(state.pending, Roll)
    assert state.pending.purpose == "leader-loss"
    assert reply(state, dice(7)).table.leaders["reille"].at == moved.to
    assert reply(state, dice(12)).table.leaders["reille"].at == 0


@pytest.mark.rule("N11.1.3")
def test_a_tie_between_refuges_is_the_owners_choice() -> None:
    table = battle()
    lose(table, *table.units_of("french"))
    put(table, "husson", 1122)
    put(table, "campi", 1118)
    set_leader(table, "reille", at=1120)
    put(table, "pack", 1120)
    state = play(table, Displace(1120, "french"))
    assert [str(action) for action in state.pending.options] == ["pick 1118", "pick 1122"]


@pytest.mark.rule("N11.1.3")
def test_with_friends_in_the_hex_nobody_is_displaced() -> None:
    table = battle()
    at = table.pieces["husson"].at
    set_leader(table, "reille", at=at)
    assert play(table, Displace(at, "french")).stack == ()


@pytest.mark.rule("N11.1.3")
def test_a_leader_without_a_friend_waits_for_his_reinforcements() -> None:
    table = battle(turn=2)
    lose(table, *table.units_of("french"))
    set_leader(table, "reille", at=1120)
    put(table, "pack", 1120)
    state = play(table, Displace(1120, "french"), dice(7))
    after = state.table.draft()
    assert after.leaders["reille"].at == 0
    assert play(after, Returns()).stack == ()
    put(after, "bauduin", 1126)
    back = play(after, Returns()).table
    assert (back.leaders["reille"].at, back.leaders["reille"].rating) == (1126, 2)


@pytest.mark.rule("N12.2I.6")
def test_a_displaced_leader_in_reserve_is_upset() -> None:
    table = battle()
    set_leader(table, "lefebvre", at=1122)
    put(table, "pack", 1122)
    state = play(table, Displace(1122, "french"))
    assert SHAKEN in state.table.forces["fr_glc"].marks


@pytest.mark.rule("N11.4.1", "N11.4.2", "N11.4.3")
def test_enemies_destroy_a_headquarters_they_enter() -> None:
    table = battle(turn=4)
    at = table.quarters["hq_ney"].at
    put(table, "pack", at)
    before, able = army_level(table, "french"), rating(table, "ney")
    set_leader(table, "ney", at=1119)
    state = play(table, Displace(at, "french"))
    told(state, HeadquartersDestroyed)
    after = state.table
    assert after.quarters["hq_ney"].at == 0
    assert army_level(after, "french") == before + cards().figure("headquarters_level")
    assert rating(after, "ney") == able - 1


@pytest.mark.rule("N11.4.4", "N11.4.3")
def test_headquarters_come_back_at_nightfall() -> None:
    table = battle(turn=7)
    set_quarters(table, "hq_ney", at=0, destroyed_on=4)
    assert play(table, Returns()).stack == ()
    table.turn = 8
    state = play(table, Returns())
    assert state.pending.purpose == "headquarters-return"
    state = reply(state, Pick("1116"))
    assert state.table.quarters["hq_ney"].at == 1116
    assert rating(state.table, "ney") == 3


@pytest.mark.rule("N11.2.2")
def test_ability_never_falls_below_nothing() -> None:
    table = battle(turn=2)
    set_leader(table, "ney", rating=0)
    set_quarters(table, "hq_ney", at=0, destroyed_on=1)
    assert rating(table, "ney") == 0
    set_force(table, "fr_ii", chief="")
