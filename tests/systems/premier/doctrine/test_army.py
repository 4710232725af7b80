"""The army's plan at Hagelberg, by how far its commander sees; who marches before whom."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.bots.roster import judge_of
from grognard.kernel import State
from grognard.planning.plans import Plan
from grognard.systems.bataille.doctrine.army import make_plan
from grognard.systems.bataille.doctrine.field import Field
from grognard.systems.bataille.doctrine.scene import goal_worths
from grognard.systems.bataille.table import Table
from grognard.systems.registry import system_named

PREMIER = system_named("premier")
COALITION, FRENCH = "coalition", "french"


@pytest.fixture
def opening() -> State:
    return PREMIER.rules.opening(PREMIER.library.setting("hagelberg", {}))


def plan_of(table: Table, side: str, level: str, last: Plan | None = None) -> Plan:
    held = judge_of(level, PREMIER)
    return make_plan(table, Field(table, side), held, goal_worths(table, side, held.insight), last)


def sent(plan: Plan) -> Counter[str]:
    return Counter(task.objective for task in plan.tasks.values())


def test_a_marshal_begins_where_the_enemy_is_weak_and_a_captain_where_he_is_strong(
    opening: State,
) -> None:
    assert set(sent(plan_of(opening.table, COALITION, "marshal"))) == {"Lübnitz"}
    assert set(sent(plan_of(opening.table, COALITION, "captain"))) == {"Hagelberg"}


def test_who_holds_what_decides_garrisons_it_place_by_place(opening: State) -> None:
    """He waits for the enemy's mass, and the enemy must take everything."""
    dealt = sent(plan_of(opening.table, FRENCH, "marshal"))
    assert set(dealt) == {"Klein Glien", "Hagelberg", "Lübnitz"}
    assert min(dealt.values()) > 1


def test_a_marshal_who_looks_again_at_the_same_table_changes_nothing(opening: State) -> None:
    first = plan_of(opening.table, COALITION, "marshal")
    assert plan_of(opening.table, COALITION, "marshal", first).tasks == first.tasks
