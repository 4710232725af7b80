"""What a report shows."""

from __future__ import annotations

import pytest

from grognard.systems.bataille.outcome import outcome
from grognard.systems.premier.system import SYSTEM


@pytest.mark.parametrize(
    ("fate", "lost"), [("saved:2", 2), ("away:rout:3:fresh:7:2501", 3), ("destroyed", None)]
)
def test_men_lost_before_a_unit_left_the_map_stay_in_the_report(
    fate: str, lost: int | None
) -> None:
    state = SYSTEM.rules.opening(SYSTEM.library.setting("duel", {}))
    table = state.table
    unit, printed = next(iter(table.setting.roster.items()))
    before = sum(outcome(table).losses()[printed.side].values())
    table.pieces.pop(unit)
    table.removed[unit] = fate
    wanted = printed.increments if lost is None else lost
    assert sum(outcome(table).losses()[printed.side].values()) == before + wanted
