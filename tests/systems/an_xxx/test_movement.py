"""The movement of An XXX: every other hex, and the column of companies."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec
import pytest

from grognard.bench.battles import played
from grognard.kernel import Action, Ask, Over, Roll, answer, start
from grognard.kernel.conformance import RandomGame
from grognard.kernel.questions import Chooser
from grognard.systems.an_xxx.assault.declare import has_way, touches
from grognard.systems.an_xxx.events.guns import ThingPlaced
from grognard.systems.bataille.actions import Finish, Join, March, Split
from grognard.systems.bataille.events.facts import Moved
from grognard.systems.bataille.events.movement import Wavered
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.movement.movement import MovementSegment
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.stacking import share_in
from grognard.systems.bataille.movement.words import WordField
from grognard.systems.bataille.pieces import Arm
from grognard.systems.bataille.special.landwehr import LANDWEHR_STUNNED
from grognard.systems.registry import system_named
from tests.systems.an_xxx.drawing import supplied, table_of

FOE = "P1 battalion at 0809 facing N"


@pytest.mark.rule("X12.6.4.2", "X12.6.4.3")
@pytest.mark.parametrize("odd", [False, True])
@pytest.mark.parametrize(
    "mover",
    [
        "F1 cavalry at 0303+0403 facing NNE line increments 8 movement 7",
        "F1 cavalry at 0303+0403+0504 facing NNE line increments 12 movement 6",
        "F1 battalion at 0303 facing SSE line increments 6 movement 6 trait old_guard",
        "F1 battalion at 0303+0403 facing NNE line increments 9 movement 6 trait old_guard",
    ],
)
def test_a_search_over_rows_finds_what_word_by_word_is_found(mover: str, odd: bool) -> None:
    table = table_of(mover, "F2 battalion at 0505 facing S", FOE)
    hand = take_in_hand(table, "F1")
    assert isinstance(hand, InHand)
    hand = InHand("F1", hand.allowance, entered=int(odd))
    quick, slow = Marches(table, hand), WordField(table, hand)
    assert quick.costs == slow.costs
    assert quick.paths() == slow.paths()


@pytest.mark.rule("X12.6.4.3")
def test_the_count_of_hexes_goes_on_over_the_orders_of_a_unit() -> None:
    table = table_of("F1 cavalry at 0303+0403 facing NNE line increments 8 movement 14", FOE)
    first = WordField(table, InHand("F1", 28))
    then = WordField(table, InHand("F1", 28, entered=1))
    north = (302, 402), 0
    assert (first.costs[north], then.costs[north]) == (2, 2 + 2)


@pytest.mark.rule("X12.5.5")
def test_front_and_zone_of_a_column_of_companies_are_those_of_its_lead_hex() -> None:
    table = table_of("F1 cavalry at 0304+0303+0302 facing S companies increments 10", FOE)
    assert sorted(table.zone_of["F1"]) == [204, 305, 404]
    sides = [[side_class(table, "F1", at, side) for side in range(6)] for at in (304, 303, 302)]
    assert sides == [
        ["none", "flank", "front", "front", "front", "flank"],
        ["none", "flank", "flank", "none", "flank", "flank"],
        ["rear", "flank", "flank", "none", "flank", "flank"],
    ]


@pytest.mark.rule("X12.5.5")
def test_four_increments_stand_in_each_hex_and_the_rest_in_the_last() -> None:
    table = table_of("F1 cavalry at 0304+0303+0302 facing S companies increments 10", FOE)
    assert [share_in(table, table.pieces["F1"], at) for at in (304, 303, 302)] == [4, 4, 2]


@pytest.mark.rule("X16.2.1")
def test_the_way_to_an_assault_that_is_kept_is_the_one_that_is_found_anew() -> None:
    system = system_named("an-xxx")
    setting, asked = system.library.setting("manor-xxx", {}), 0
    for game in islice(played(setting, 4, system=system), 160):
        table = game.state.table
        for unit in table.units_of(table.phasing):
            hand = take_in_hand(table, unit)
            if table.printed(unit).arm is not Arm.INFANTRY or not isinstance(hand, InHand):
                continue
            piece, enemy = table.pieces[unit], setting.enemy(table.phasing)
            poses = [(piece.hexes, piece.facing), *WordField(table, hand).costs]
            for target in table.held_near(piece.hexes, 3, enemy):
                plain = any(touches(table, piece, pose, target) for pose in poses)
                assert has_way(table, hand, target) == plain
                asked += 1
    assert asked > 100


@pytest.mark.rule("X12.9.8")
@pytest.mark.parametrize("form", [True, False])
def test_horse_rides_over_a_square_but_halts_upon_it_only_to_fight(form: bool) -> None:
    square = "P1 battalion at 0304 facing N square"
    table = table_of("F1 cavalry at 0302 facing S movement 9", square)
    hand = take_in_hand(table, "F1")
    assert isinstance(hand, InHand)
    found = (Marches if form else WordField)(table, hand).costs
    assert not any(304 in hexes for hexes, _ in found)
    assert any(305 in hexes for hexes, _ in found)


@pytest.mark.rule("X18.14.5")
def test_a_wagon_is_taken_by_the_first_enemy_who_enters_its_hex_though_he_goes_on() -> None:
    table = supplied(table_of("F1 battalion at 0302 facing S", FOE), 303, "coalition")
    side = table.side_of("F1")
    state = answer(start(table, MovementSegment(side)), March("F1", ("S", "S")))
    assert state.table.pieces["F1"].at == 304
    assert state.table.removed["W1"] == "taken"
    moved = [event for event in state.happened if isinstance(event, Moved | ThingPlaced)]
    assert [type(event) for event in moved] == [Moved, ThingPlaced, Moved]


@pytest.mark.rule("P46.2")
@pytest.mark.parametrize(("die", "wavers"), [(3, True), (4, False)])
def test_landwehr_stunned_by_guns_rolls_when_it_is_ordered_to_move(die: int, wavers: bool) -> None:
    table = table_of("F1 battalion at 0302 facing S trait landwehr mark stunned", FOE)
    table.setting = msgspec.structs.replace(table.setting, special={LANDWEHR_STUNNED: True})
    state = answer(start(table, MovementSegment("french")), March("F1", ("S", "S")))
    assert isinstance(state.pending, Roll)
    state = answer(state, (die,))
    assert Wavered("F1", die, wavers) in state.happened
    assert state.table.pieces["F1"].at == (302 if wavers else 304)


@pytest.mark.rule("PR-10")
def test_battalions_are_put_together_in_a_battle_that_is_played() -> None:
    system = system_named("an-xxx")

    def joins(view: Any, ask: Ask, chooser: Chooser) -> Action:
        wanted = (Join("W"), Split("W"), Finish())
        return next((each for each in wanted if each in ask.options), view.options.sample(chooser))

    game = RandomGame(system.rules, system.library.setting("bridgehead-xxx", {}), 1, joins)
    kinds: set[str] = set()
    while not isinstance(game.state.pending, Over) and "BrokeDown" not in kinds:
        game.step()
        kinds.update(type(event).__name__ for event in game.state.happened)
    assert {"Recombined", "BrokeDown"} <= kinds
