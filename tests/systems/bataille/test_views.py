from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from grognard.kernel import State
from grognard.kernel.codec import encode, view_document
from grognard.kernel.conformance import RandomGame, check_state
from grognard.kernel.questions import Ask, Over
from grognard.systems.bataille.pieces import Piece, Printed
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import COPIED, Table
from grognard.systems.bataille.views import (
    PUBLIC_OF_A_PIECE,
    SPECIFIC_SIDE,
    GeneralSide,
    counters,
    follow,
    guess,
    masked,
    view,
)
from grognard.systems.premier.situations import begin, read
from grognard.systems.premier.system import SYSTEM

SIDES = ("french", "coalition")
POSITION = """\
title: Two lines
map:
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
units:
  F1 battalion at 0202 facing S melee 13 morale 32
  F2 light at 0402 facing SSW skirmish melee 15 morale 26
  F3 battery at 0302 facing S
  P1 battalion at 0205 facing N melee 17 morale 41
  P2 battalion at 0405 facing N melee 19 morale 22 fire 9
  P3 light at 0505 facing NNE skirmish melee 11 morale 33
  P4 cavalry at 0305 facing N skirmish-fire 3
start: segment movement french
expect: F1 lost 0
"""


def position() -> State:
    return begin(read(POSITION, "position"))[0]


def with_backs_exchanged(state: State, one: str, other: str) -> State:
    """The same state, but two counters have each other's specific side."""
    roster = dict(state.table.setting.roster)
    backs = {unit: {f: getattr(roster[unit], f) for f in SPECIFIC_SIDE} for unit in (one, other)}
    roster[one] = msgspec.structs.replace(roster[one], **backs[other])
    roster[other] = msgspec.structs.replace(roster[other], **backs[one])
    setting: Setting = msgspec.structs.replace(state.table.setting, roster=roster)
    table = state.table.draft()
    table.setting = setting
    return State(table, state.stack, state.pending)


@pytest.mark.rule("P6.1", "P6.2")
def test_one_sees_both_sides_of_ones_own_counters() -> None:
    seen = view(position(), "french")
    assert sorted(seen.own) == ["F1", "F2", "F3"]
    assert seen.own["F1"].melee == Fraction(13)


@pytest.mark.rule("P6.1", "P6.3")
def test_of_the_enemy_one_sees_the_general_side_only() -> None:
    seen = view(position(), "french")
    assert sorted(seen.enemy) == ["P1", "P2", "P3", "P4"]
    assert not set(SPECIFIC_SIDE) & set(GeneralSide.__struct_fields__)
    assert seen.enemy["P1"].increments == 6


@pytest.mark.rule("P6.3")
@pytest.mark.parametrize("side", SIDES)
def test_what_the_enemy_prints_leaves_no_trace_in_a_view(side: str) -> None:
    state = position()
    hidden = ("P1", "P2") if side == "french" else ("F1", "F2")
    twin = with_backs_exchanged(state, *hidden)
    one, other = (
        encode(view_document(msgspec.structs.replace(view(each, side), options=None)))
        for each in (state, twin)
    )
    assert one == other
    owner = SIDES[1 - SIDES.index(side)]
    assert view_document(view(state, owner)) != view_document(view(twin, owner))


def test_every_printed_field_is_either_general_or_specific_or_of_the_army() -> None:
    of_the_army = {"fire_check"}
    told = {*GeneralSide.__struct_fields__, *SPECIFIC_SIDE, *of_the_army}
    assert told == set(Printed.__struct_fields__)


def test_a_new_field_of_a_piece_must_be_thought_about() -> None:
    assert Piece.__struct_fields__ == PUBLIC_OF_A_PIECE


def test_only_the_side_that_is_asked_sees_options() -> None:
    state = position()
    assert view(state, "french").options is not None
    assert view(state, "coalition").options is None
    assert view(state, "coalition").question.purpose == "movement"


def test_the_counters_of_a_setting_are_sorted_once() -> None:
    state = position()
    assert counters(state.table.setting, "french") is counters(state.table.setting, "french")


@pytest.mark.parametrize("seed", range(8))
def test_an_imagined_state_fits_the_view_and_plays_on(seed: int) -> None:
    state = position()
    seen = view(state, "french")
    imagined = SYSTEM.rules.imagine(seen, state.table.setting, seed)
    again = view(imagined, "french")
    assert again.pieces == seen.pieces
    assert again.stacks == seen.stacks
    assert again.own == seen.own
    assert again.enemy == seen.enemy
    assert again.question == seen.question
    assert isinstance(imagined.pending, Ask)
    check_state(SYSTEM.rules, imagined)


@pytest.mark.rule("P6.3")
@pytest.mark.parametrize("seed", range(8))
def test_imagination_does_not_know_which_enemy_has_which_values(seed: int) -> None:
    state = position()
    twin = with_backs_exchanged(state, "P1", "P2")
    seen = view(state, "french")
    one = guess(seen, state.table.setting, seed)
    other = guess(seen, twin.table.setting, seed)
    assert one.setting.roster == other.setting.roster


@pytest.mark.rule("P6.3")
@pytest.mark.parametrize("seed", range(8))
def test_the_same_is_imagined_from_a_masked_setting(seed: int) -> None:
    state = position()
    seen, setting = view(state, "french"), state.table.setting
    bare = masked(setting, "french")
    assert bare.roster != setting.roster
    assert {unit: bare.roster[unit] for unit in seen.own} == seen.own
    assert guess(seen, bare, seed).setting.roster == guess(seen, setting, seed).setting.roster


def test_imagination_deals_out_the_enemy_counters_in_many_ways() -> None:
    state = position()
    seen = view(state, "french")
    guesses = {guess(seen, state.table.setting, seed).printed("P1").melee for seed in range(30)}
    assert guesses == {Fraction(17), Fraction(19)}  # the only skirmishers are seen skirmishing


def test_skirmishers_in_sight_are_imagined_able_to_skirmish() -> None:
    state = position()
    seen = view(state, "french")
    for seed in range(30):
        assert guess(seen, state.table.setting, seed).printed("P3").may_skirmish


@pytest.mark.rule("P6.3")
@pytest.mark.parametrize(("scenario", "seed"), [("village", 3), ("charge", 5), ("bridgehead", 2)])
def test_a_table_that_follows_the_views_of_a_battle_is_the_one_that_would_be_guessed_anew(
    scenario: str, seed: int
) -> None:
    setting = SYSTEM.library.setting(scenario, {})
    game, tables, followed = RandomGame(SYSTEM.rules, setting, seed), dict[str, Table](), 0
    while game.answers < 150 and not isinstance(game.state.pending, Over):
        for side in setting.sides:
            seen = view(game.state, side)
            anew = guess(seen, setting, 0)
            now = follow(tables[side], seen, setting) if side in tables else None
            followed += now is not None
            tables[side] = now or anew
            assert lying(tables[side]) == lying(anew)
        game.step()
    assert followed > game.answers


def lying(table: Table) -> list[Any]:
    """All that lies on a table, in its order; who casts a zone first does not matter."""
    held = {name: getattr(table, name) for name in COPIED}
    zones = [{at: sorted(units) for at, units in cast.items()} for cast in table.zones]
    order = list(table.pieces), list(table.stacks)
    bare = {name: each for name, each in held.items() if not name.endswith("_zones")}
    return [bare, zones, order, table.held, table.turn, table.phasing, table.segment, table.setting]
