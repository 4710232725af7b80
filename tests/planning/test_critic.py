"""The critic: habits are counted, forgiven up to their limit, and two marches that undo each other."""

from __future__ import annotations

from grognard.mechanics.hexes import distance, parse_hex
from grognard.planning.critic import Count, Habit, Marches, summed

HERE, AHEAD, BESIDE = parse_hex("0505"), parse_hex("0509"), parse_hex("0905")


def test_who_marches_back_in_the_next_turn_marched_to_and_fro() -> None:
    marches = Marches(distance)
    assert marches.ended(1, {"a": (HERE, AHEAD), "b": (HERE, AHEAD)}) == []
    assert marches.ended(2, {"a": (AHEAD, HERE), "b": (AHEAD, BESIDE)}) == [
        ("a", True),
        ("b", False),
    ]


def test_a_turn_of_rest_or_a_retreat_between_makes_two_marches_no_dithering() -> None:
    marches = Marches(distance)
    marches.ended(1, {"a": (HERE, AHEAD), "b": (HERE, AHEAD)})
    assert marches.ended(2, {"b": (BESIDE, HERE)}) == []
    assert marches.ended(3, {"a": (AHEAD, HERE)}) == []


def test_the_counts_of_several_battles_are_summed_and_a_few_are_forgiven() -> None:
    habits = (Habit("guns", "guns lost", 0.1), Habit("fire", "idle fire", 0.0))
    counts = [Count("guns", "red", 2, 10), Count("guns", "blue", 2, 4), Count("fire", "red", 1, 1)]
    guns, fire = summed(habits, counts)
    assert (guns.times, guns.chances, guns.forgiven) == (4, 14, False)
    assert (fire.times, fire.chances, fire.forgiven) == (1, 1, True)
