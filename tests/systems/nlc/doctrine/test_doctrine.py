"""The commanders of Napoleon's Later Campaigns: legal, of one mind with their seed, blind to secrets."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.bots.contest import play
from grognard.bots.ladder import jobs
from grognard.bots.puzzles import solve_all
from grognard.bots.roster import commander, judge_of, names, player
from grognard.cli.soak import drawn_options
from grognard.desks.library import LIBRARY
from grognard.kernel import Ask, State, unanswered
from grognard.kernel.chance import Stream
from grognard.mechanics.hexes import distance
from grognard.planning.planner import no_clock
from grognard.systems.nlc.command.offers import BadMoveOptions
from grognard.systems.nlc.command.order_actions import BadMove, Send
from grognard.systems.nlc.doctrine import doctrine
from grognard.systems.nlc.hidden.marching import Hide
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.setting import Order
from tests.systems.nlc.doctrine.states import CROSSROADS, NLC, asked

PUZZLES = LIBRARY / "puzzles" / "nlc"
SIDES = NLC.rules.sides(CROSSROADS)
FOUR_WAYS = 605


def _battle(players: dict[str, Any], seed: int) -> tuple[State, list[str]]:
    orders: list[str] = []

    def note(before: State, given: Any, after: State) -> None:
        if isinstance(before.pending, Ask):
            orders.append(str(given))

    ended = play(NLC, NLC.rules.opening(CROSSROADS), players, seed, note)
    return ended.state, orders


def test_the_levels_are_offered() -> None:
    assert {"greedy", "conscript", "captain", "marshal"} <= set(names(NLC))


def test_the_top_level_solves_the_puzzles() -> None:
    solved = solve_all(PUZZLES, "marshal", seeds=2)
    assert len(solved) >= 33
    missed = [one.name for one in solved if not one.solved]
    assert 10 * (len(solved) - len(missed)) >= 9 * len(solved), missed
    assert not [one.name for one in solved if one.forbidden]


def test_a_battle_is_legal_and_the_same_again() -> None:
    told = []
    for _ in range(2):
        chiefs = {side: commander("captain", NLC, CROSSROADS, side, 5) for side in SIDES}
        _, orders = _battle({side: chief.choose for side, chief in chiefs.items()}, 5)
        assert [chief.repaired for chief in chiefs.values()] == [0, 0]
        assert any(chief.record for chief in chiefs.values())
        told.append(orders)
    assert told[0] == told[1]


def test_orders_are_few() -> None:
    chiefs = {side: player("marshal", NLC, CROSSROADS, side, 2) for side in SIDES}
    state, orders = _battle(chiefs, 2)
    sent = [order for order in orders if order.startswith("send ")]
    assert 0 < len(sent) <= 2 * len(CROSSROADS.formations)
    assert state.table.turn > 1


def test_the_top_meets_its_neighbour_as_often_as_others_do() -> None:
    listed = jobs("nlc", (("crossroads", 6),), ("greedy", "colonel", "marshal"), 1)
    for pair in ({"greedy", "colonel"}, {"colonel", "marshal"}):
        assert sum({job.one, job.other} == pair for job in listed) == 12


def test_greed_beats_chance_from_either_side() -> None:
    scores = []
    for seed in (1, 2, 3):
        for side, other in (SIDES, SIDES[::-1]):
            seated = {
                side: player("greedy", NLC, CROSSROADS, side, seed),
                other: player("random", NLC, CROSSROADS, other, seed),
            }
            state, _ = _battle({name: seated[name] for name in SIDES}, seed)
            scores.append(doctrine.score(state, side))
    assert sum(scores) / len(scores) > 0.6, scores


def test_what_the_enemy_was_told_changes_nothing() -> None:
    for purpose in ("orders", "movement"):
        state = asked(purpose, "blue")
        twin = state.table.draft()
        forces = twin.writable("forces")
        for name, force in list(forces.items()):
            if force.side == "red":
                forces[name] = msgspec.structs.replace(force, order=Order(OrderType.RESERVE))
        said = []
        for table in (state.table, twin):
            again = unanswered(table.draft(), state.stack)
            chief = doctrine.commander(CROSSROADS, "blue", judge_of("captain", NLC), 4, no_clock)
            assert isinstance(again.pending, Ask)
            said.append(chief.answer(NLC.rules.view(again, "blue"), again.pending, Stream(4)))
        assert said[0] == said[1], purpose


def test_a_bad_move_leads_the_enemy_away() -> None:
    state = asked("orders", "red")
    ask = Ask("red", BadMoveOptions(state.table, "aubry"), "bad-move")
    chief = doctrine.commander(CROSSROADS, "red", judge_of("marshal", NLC), 1, no_clock)
    said = chief.answer(NLC.rules.view(state, "red"), ask, Stream(1))
    assert isinstance(said, BadMove)
    assert said.orders[0].type not in (OrderType.ATTACK, OrderType.PROBE)
    assert distance(said.orders[0].target[0], FOUR_WAYS) >= 3


def test_who_goes_on_attacking_is_not_written_to_again() -> None:
    state = asked("orders", "blue")
    table = state.table.draft()
    forces = table.writable("forces")
    for name in ("blue_1", "blue_2"):
        attack = Order(OrderType.ATTACK, target=(FOUR_WAYS,))
        forces[name] = msgspec.structs.replace(forces[name], order=attack)
    again = unanswered(table, state.stack)
    chief = doctrine.commander(CROSSROADS, "blue", judge_of("marshal", NLC), 1, no_clock)
    assert isinstance(again.pending, Ask)
    said = chief.answer(NLC.rules.view(again, "blue"), again.pending, Stream(1))
    assert not isinstance(said, Send)


def test_under_any_options_the_battle_ends() -> None:
    hidden = 0

    def note(before: State, given: Any, after: State) -> None:
        nonlocal hidden
        hidden += isinstance(given, Hide)

    for seed in (1, 4, 8):
        setting = NLC.library.setting("crossroads", drawn_options(NLC, seed))
        chiefs = {side: commander("captain", NLC, setting, side, seed) for side in SIDES}
        seated = {side: chief.choose for side, chief in chiefs.items()}
        play(NLC, NLC.rules.opening(setting), seated, seed, note)
        assert [chief.repaired for chief in chiefs.values()] == [0, 0]
    assert hidden > 0
