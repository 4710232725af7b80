"""The guard: crash, illegal and late answers forfeit the decision, by name."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.bots.guard import CRASHED, ILLEGAL, LATE, Fault, Guard
from grognard.kernel import Ask, Choices
from grognard.kernel.chance import Stream
from grognard.mechanics.commands import Finish, Pick
from grognard.planning.planner import safe_default

ASK = Ask("french", Choices([Finish(), Pick("a")]), "test")
BOUND = Ask("french", Choices([Pick("a"), Pick("b")]), "test")


def crash(view: Any, ask: Ask, chooser: Any) -> Any:
    raise ZeroDivisionError("nobody counted on that")


class Clock:
    def __init__(self, *times: float) -> None:
        self.times = list(times)

    def __call__(self) -> float:
        return self.times.pop(0)


@pytest.mark.parametrize(
    ("choose", "clock", "kind"),
    [
        (crash, Clock(0, 0), CRASHED),
        (lambda view, ask, chooser: Pick("z"), Clock(0, 0), ILLEGAL),
        (lambda view, ask, chooser: Pick("a"), Clock(0, 31), LATE),
    ],
)
def test_a_fault_forfeits_the_decision_and_is_told_by_name(choose, clock, kind) -> None:  # type: ignore[no-untyped-def]
    told: list[Fault] = []
    guard = Guard("captain", choose, told.append, patience=30, clock=clock)
    assert guard.choose(None, ASK, Stream(1)) == Finish()
    assert [fault.kind for fault in told] == [kind]
    assert "captain" in str(told[0])
    assert "test" in str(told[0])


def test_a_good_answer_passes_untouched() -> None:
    told: list[Fault] = []
    guard = Guard("captain", lambda view, ask, chooser: Pick("a"), told.append)
    assert guard.choose(None, ASK, Stream(1)) == Pick("a")
    assert not told


def test_who_may_not_decline_gets_the_first_thing_offered() -> None:
    assert safe_default(BOUND) == Pick("a")
    assert safe_default(ASK) == Finish()
