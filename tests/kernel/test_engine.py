"""What the engine tells of a refusal."""

from __future__ import annotations

import pytest

from grognard.kernel import IllegalAction, answer
from grognard.kernel.engine import why_not
from tests.kernel.toy import SYSTEM, Attack


def test_a_reason_without_a_clause_gets_that_of_the_question() -> None:
    asked = answer(SYSTEM.rules.opening(SYSTEM.library.setting("ring", {})), "blue")
    (reason,) = why_not(asked, Attack("bite"))
    assert reason.clause == "T2.1"
    assert not why_not(asked, Attack("cut"))
    with pytest.raises(IllegalAction, match=r"\(T2\.1\)"):
        answer(asked, Attack("bite"))
