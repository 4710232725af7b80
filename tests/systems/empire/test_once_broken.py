"""Battles that a soak once broke, played again with every law checked."""

from __future__ import annotations

import pytest

from grognard.cli.soak import Job, play_one


@pytest.mark.parametrize(
    "job",
    [
        pytest.param(
            Job("empire", "farm", 40020, 5, "random", True),
            id="skirmishers who have fled from a move fire at no later step of it",
        ),
    ],
)
def test_a_battle_that_once_broke_is_played_to_its_end(job: Job) -> None:
    assert play_one(job).record.failure == ""
