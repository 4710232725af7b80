"""Acting by habit: a share of the stages, drawn by the seed, goes to the plainer player."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from grognard.kernel import Action, Ask
from grognard.kernel.chance import Stream
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish, Pick
from grognard.planning.habit import ByHabit

THOUGHT, HABIT = Pick("thought"), Finish()


class Thinker:
    """Always has a thought, and a reason."""

    why = ""

    def answer(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        self.why = "it was weighed"
        return THOUGHT


def asked(purpose: str) -> Ask:
    return Ask("blue", (THOUGHT, HABIT), purpose)


def chosen(share: float, seed: int) -> list[Action]:
    judge = ByHabit(Thinker(), lambda view, ask, chooser: HABIT, share, seed)
    return [
        judge.answer(SimpleNamespace(turn=turn), asked(purpose), Stream(0))
        for turn in range(1, 101)
        for purpose in ("movement", "fire")
    ]


@pytest.mark.parametrize(("share", "low", "high"), [(0.0, 0, 0), (0.5, 75, 125), (1.0, 200, 200)])
def test_the_share_of_stages_is_kept(share: float, low: int, high: int) -> None:
    assert low <= chosen(share, 3).count(HABIT) <= high


def test_the_seed_alone_decides_and_a_stage_is_not_split() -> None:
    assert chosen(0.5, 3) == chosen(0.5, 3) != chosen(0.5, 4)
    judge = ByHabit(Thinker(), lambda view, ask, chooser: HABIT, 0.5, 3)
    stage = [judge.answer(SimpleNamespace(turn=7), asked("movement"), Stream(n)) for n in range(9)]
    assert len(set(map(str, stage))) == 1


def test_who_acts_by_habit_has_no_reason() -> None:
    plain = ByHabit(Thinker(), lambda view, ask, chooser: HABIT, 1.0, 3)
    plain.answer(SimpleNamespace(turn=1), asked("movement"), Stream(0))
    assert plain.why == ""
    weighs = ByHabit(Thinker(), lambda view, ask, chooser: HABIT, 0.0, 3)
    weighs.answer(SimpleNamespace(turn=1), asked("movement"), Stream(0))
    assert weighs.why == "it was weighed"
