"""Playing through in Napoleon's Later Campaigns: from imagined states, with the same dice for all."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.bots.doctrine_nlc import doctrine
from grognard.bots.doctrine_nlc.deliberation import Deliberation, postures, preferred
from grognard.bots.doctrine_nlc.forks import Dice, played_on
from grognard.bots.doctrine_nlc.guesses import imagined
from grognard.bots.doctrine_nlc.weighing import lead
from grognard.bots.levels import Character
from grognard.kernel import Ask, unanswered
from grognard.kernel.chance import Stream
from grognard.kernel.questions import Draw, Roll
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.setting import Order
from tests.bots.nlc_states import CROSSROADS, NLC, asked

JUDGE = Character(noise=0.0, danger=0.4, forks=1)
PLAIN = Character(noise=0.0, danger=0.4)
FOUR_WAYS = 605


def _plain(side: str, judge: Character) -> Any:
    return doctrine.commander(CROSSROADS, side, judge, 1).answer


def test_the_same_throw_falls_alike_in_every_fork() -> None:
    one, other = Dice(5), Dice(5)
    roll = Roll("2d6", "assault-attack", "arras")
    first = [one.fall(roll, 2) for _ in range(4)]
    other.fall(Roll("2d6", "assault-attack", "amiens"), 2)
    assert [other.fall(roll, 2) for _ in range(4)] == first
    assert len(set(first)) > 1
    cup = Draw(("blue_1", "blue_2", "red_1"), "chit")
    drawn = one.fall(cup, 3)
    rest = Draw(tuple(chit for chit in cup.cup if chit != "red_1" or drawn == "red_1"), "chit")
    assert other.fall(rest, 3) == drawn


def test_a_fork_plays_to_the_end_of_its_turn_and_is_the_same_again() -> None:
    state = asked("movement", "blue")
    begin = imagined(NLC.view(state, "blue"), CROSSROADS, PLAIN, 1)
    ends = []
    for _ in range(2):
        players = {side: _plain(side, PLAIN) for side in NLC.sides(CROSSROADS)}
        ends.append(played_on(begin, players, 7, begin.table.turn))
    assert ends[0].table.turn == begin.table.turn + 1
    assert lead(ends[0].table, "blue") == lead(ends[1].table, "blue")
    assert lead(ends[0].table, "blue") == -lead(ends[0].table, "red")


def test_who_thinks_ahead_does_not_know_the_enemys_orders() -> None:
    state = asked("movement", "blue")
    twin = state.table.draft()
    forces = twin.writable("forces")
    for name, force in list(forces.items()):
        if force.side == "red":
            forces[name] = msgspec.structs.replace(force, order=Order(OrderType.RESERVE))
    said: list[object] = []
    for table in (state.table, twin):
        again = unanswered(table.draft(), state.stack)
        chief = doctrine.commander(CROSSROADS, "blue", JUDGE, 4)
        assert isinstance(again.pending, Ask)
        said.append(chief.answer(NLC.view(again, "blue"), again.pending, Stream(4)))
        said.append(chief.why)
    assert said[:2] == said[2:]
    assert "as planned" in str(said[1])


def test_an_imagined_enemy_holds_what_he_has() -> None:
    state = asked("movement", "blue")
    found = imagined(NLC.view(state, "blue"), CROSSROADS, PLAIN, 2).table
    order = found.forces["red_1"].order
    assert order.type in (OrderType.DEFEND, OrderType.ATTACK)
    assert found.forces["blue_1"] == state.table.forces["blue_1"]


def test_a_posture_is_left_only_for_a_better_one() -> None:
    assert preferred([[1.0, 1.0], [1.0, 1.1]]) == 0
    assert preferred([[0.0, 0.0], [3.0, 3.2], [1.0, 1.0]]) == 1
    assert preferred([[0.0, 0.0, 0.0], [9.0, -8.5, 0.0]]) == 0
    assert preferred([[], []]) == 0
    assert preferred([[0.0, 0.0], [-1.0], [2.0, 2.0]]) == 2


def test_the_chosen_posture_is_one_of_those_on_offer() -> None:
    state = asked("movement", "blue")
    thinks = Deliberation(CROSSROADS, "blue", PLAIN, _plain, 1)
    posture, why = thinks.posture(NLC.view(state, "blue"), 1)
    assert posture in postures(PLAIN).values()
    assert why.split(" (")[0] in postures(PLAIN)


def test_ground_and_losses_count_in_points() -> None:
    table = NLC.opening(CROSSROADS).table
    before = lead(table, "blue")
    taken = table.draft()
    taken.writable("control")[FOUR_WAYS] = "blue"
    assert lead(taken, "blue") > before + 1
