"""Battles that a soak once broke, played again with every law checked."""

from __future__ import annotations

import pytest

from grognard.cli.soak import Job, play_one


@pytest.mark.parametrize(
    "job",
    [
        pytest.param(
            Job("an-xxx", "manor-xxx", 10101, 0, "eager", True, True),
            id="a rider of a combined charge has made room before it strikes",
        ),
        pytest.param(
            Job("an-xxx", "charge-xxx", 10035, 0, "conscript", True),
            id="attacks of horse are offered in their order",
        ),
        pytest.param(
            Job("an-xxx", "bridgehead-xxx", 10138, 0, "menus", True),
            id="the last volley of those whom the enemy's has cost their last men is fired",
        ),
        pytest.param(
            Job("an-xxx", "hagelberg-xxx", 10003, 25, "greedy", True),
            id="a long retreat with the owner's choice goes on",
        ),
        pytest.param(
            Job("an-xxx", "bridgehead-xxx", 20596, 0, "eager", True, True),
            id="a leader whose square marches off from under the enemy's horse makes off himself",
        ),
        pytest.param(
            Job("empire", "farm", 40020, 5, "random", True),
            id="skirmishers who have fled from a move fire at no later step of it",
        ),
    ],
)
def test_a_battle_that_once_broke_is_played_to_its_end(job: Job) -> None:
    assert play_one(job).record.failure == ""
