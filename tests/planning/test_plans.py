"""The army's plan, on bodies and objectives of no system."""

from __future__ import annotations

from grognard.planning.plans import ATTACK, HOLD, RESERVE, Body, Objective, army_plan


def body(name: str, near: float, far: float, strength: float = 6) -> Body:
    return Body(name, strength, {"near": near, "far": far})


def test_the_nearest_go_until_there_is_enough() -> None:
    bodies = [body("a", 1, 5), body("b", 2, 4), body("c", 5, 1)]
    near = Objective("near", 12, 0.0, 6, 5)
    far = Objective("far", 6, 1.0, 4, 5)
    plan = army_plan(bodies, [near, far], 0.0, 1.0)
    assert plan.main == "near"
    assert plan.tasks["a"].objective == plan.tasks["b"].objective == "near"
    assert plan.tasks["a"].kind == ATTACK
    assert (plan.tasks["c"].kind, plan.tasks["c"].objective) == (HOLD, "far")


def test_what_cannot_arrive_in_time_is_not_sent() -> None:
    plan = army_plan(
        [body("a", 9, 1)],
        [Objective("near", 12, 0.0, 6, 3), Objective("far", 6, 0.0, 6, 3)],
        0.0,
        1.0,
    )
    assert plan.tasks["a"].objective == "far"


def test_a_reserve_is_kept_of_what_is_left() -> None:
    bodies = [body(name, 1, 1) for name in "abcd"]
    plan = army_plan(bodies, [Objective("near", 12, 1.0, 6, 5)], 0.2, 1.0)
    assert sum(task.kind == RESERVE for task in plan.tasks.values()) == 1


def test_boldness_sends_fewer() -> None:
    bodies = [body(name, 1, 1) for name in "abcdef"]
    place = Objective("near", 12, 0.0, 12, 5)
    sent = [
        sum(task.kind == ATTACK for task in army_plan(bodies, [place], 0.0, bold).tasks.values())
        for bold in (0.7, 1.6)
    ]
    assert sent[0] > sent[1]


def test_without_objectives_there_is_no_task() -> None:
    assert not army_plan([body("a", 1, 1)], [], 0.0, 1.0).tasks
