"""One place after the other, with everybody; on bodies and places of no system."""

from __future__ import annotations

from collections import Counter

from grognard.planning.plans import (
    ATTACK,
    HOLD,
    SUPPORT,
    Body,
    Objective,
    Plan,
    army_plan,
    by_turns,
)


def body(name: str, near: float = 1, far: float = 3) -> Body:
    return Body(name, 6, {"near": near, "far": far})


def place(name: str, held: float = 0.0, enemy: float = 10.0, turns_left: int = 6) -> Objective:
    return Objective(name, 12, held, enemy, turns_left)


def sent(plan: Plan) -> Counter[str]:
    return Counter(task.objective for task in plan.tasks.values())


def test_an_army_too_weak_for_two_places_goes_to_the_one_at_which_it_can_soon_be() -> None:
    """Place by place it would send enough to neither."""
    bodies = [body("a"), body("b"), body("c", near=3, far=1)]
    plan = by_turns(bodies, [place("near"), place("far")])
    assert (plan.main, sent(plan)) == ("near", {"near": 3})
    assert len(sent(army_plan(bodies, [place("near"), place("far")], 0.0, 1.6))) == 2


def test_a_place_that_the_enemy_holds_in_strength_comes_later() -> None:
    bodies = [body(name, near=1, far=2) for name in "abc"]
    plan = by_turns(bodies, [place("near", enemy=30), place("far", enemy=4)])
    assert plan.main == "far"


def test_to_a_place_where_hardly_anybody_stands_just_enough_goes_meanwhile() -> None:
    bodies = [body(name) for name in "abcdefgh"]
    plan = by_turns(bodies, [place("near", enemy=20), place("far", enemy=0)])
    assert sent(plan) == {"near": 7, "far": 1}


def test_what_is_held_keeps_enough_and_the_others_go_on_to_the_next_place() -> None:
    bodies = [body(name) for name in "abcdef"]
    plan = by_turns(bodies, [place("near", held=1.0, enemy=6), place("far", enemy=12)])
    assert plan.main == "far"
    assert sent(plan) == {"near": 1, "far": 5}
    kinds = {task.objective: task.kind for task in plan.tasks.values()}
    assert kinds["near"] == HOLD
    assert kinds["far"] in (ATTACK, SUPPORT)


def test_nobody_is_sent_where_he_comes_too_late_while_he_can_be_in_time_elsewhere() -> None:
    bodies = [body("a", near=2, far=9), body("b", near=9, far=2)]
    plan = by_turns(bodies, [place("near", turns_left=5), place("far", turns_left=5)])
    assert plan.tasks["a"].objective == "near"
    assert plan.tasks["b"].objective == "far"


def test_the_main_effort_is_left_only_for_what_is_easier_by_more_than_a_little() -> None:
    bodies = [body("a", near=2.0, far=1.8)]
    places = [place("near"), place("far")]
    assert by_turns(bodies, places).main == "far"
    assert by_turns(bodies, places, Plan({}, "near", "")).main == "near"
