"""The limits of the critic: quick battles of the default level keep within every one of them."""

from __future__ import annotations

import pytest

from grognard.cli.critic import lines, of_battles


@pytest.mark.parametrize("pack", ["village", "village-xxx", "quatre-bras", "outpost"])
def test_the_default_level_has_no_habit_that_a_grognard_would_laugh_at(pack: str) -> None:
    report = of_battles(pack, 1, ("captain",), 1)
    assert all(habit.forgiven for habit in report.habits), "\n".join(lines(report))
    assert sum(habit.chances for habit in report.habits) > 0
