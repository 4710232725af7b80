"""A plan is held by a formation until it is done or broken; without a plan everybody goes nearest."""

from __future__ import annotations

import msgspec

from grognard.planning.plans import (
    ATTACK,
    HOLD,
    Body,
    Objective,
    army_plan,
    kept_tasks,
    nearest_plan,
)

MILL = Objective("mill", 10.0, 0.0, 4.0, 8)
FORD = Objective("ford", 9.0, 0.0, 4.0, 8)
BODIES = tuple(
    Body(name, 5.0, {"mill": mill, "ford": ford}, brigade)
    for name, mill, ford, brigade in (
        ("a", 1.0, 3.0, "first"),
        ("b", 1.5, 3.0, "first"),
        ("c", 4.0, 1.0, "second"),
        ("d", 4.0, 1.5, "second"),
    )
)


def crossed(bodies: tuple[Body, ...]) -> tuple[Body, ...]:
    """The same bodies, each now nearer to the other place."""
    return tuple(
        msgspec.structs.replace(b, turns={"mill": b.turns["ford"], "ford": b.turns["mill"]})
        for b in bodies
    )


def test_a_formation_keeps_its_task_though_another_place_is_nearer_now() -> None:
    first = army_plan(BODIES, (MILL, FORD), 0.0, 1.0)
    assert first.tasks["a"].objective == "mill"
    again = army_plan(crossed(BODIES), (MILL, FORD), 0.0, 1.0, last=first)
    assert again.tasks == first.tasks
    anew = army_plan(crossed(BODIES), (MILL, FORD), 0.0, 1.0)
    assert anew.tasks != first.tasks


def test_a_task_is_done_when_the_place_is_ours_and_no_enemy_is_near() -> None:
    first = army_plan(BODIES, (MILL, FORD), 0.0, 1.0)
    taken = msgspec.structs.replace(MILL, held=1.0)
    held = army_plan(crossed(BODIES), (taken, FORD), 0.0, 1.0, last=first)
    assert (held.tasks["a"].kind, held.tasks["a"].objective) == (HOLD, "mill")
    safe = msgspec.structs.replace(taken, enemy=0.0)
    freed = army_plan(crossed(BODIES), (safe, FORD), 0.0, 1.0, last=first)
    assert freed.tasks["a"].objective == "ford"


def test_a_broken_formation_is_freed_of_its_task() -> None:
    first = army_plan(BODIES, (MILL, FORD), 0.0, 1.0)
    worn = tuple(
        msgspec.structs.replace(b, strength=2.0 if b.formation == "first" else b.strength)
        for b in crossed(BODIES)
    )
    assert set(kept_tasks(first, worn, (MILL, FORD))) == {"c", "d"}


def test_who_has_no_plan_of_the_army_goes_for_the_nearest_place_to_be_taken() -> None:
    ours = msgspec.structs.replace(FORD, held=1.0)
    plan = nearest_plan(BODIES, (MILL, ours))
    assert {task.objective for task in plan.tasks.values()} == {"mill"}
    assert {task.kind for task in plan.tasks.values()} == {ATTACK}
