"""Whoever orders what is asked and may not hears why, with the clause, in every question."""

from __future__ import annotations

import pytest

from grognard.bots import eager_bot
from grognard.kernel.conformance import Choose, sampled
from grognard.kernel.refusals import Tally, sample_refusals
from grognard.systems.premier.system import SYSTEM


@pytest.mark.rule("P2.6", "P2.12")
@pytest.mark.parametrize(
    ("pack", "seed", "wanted", "choose"),
    [
        ("charge", 1, 500, eager_bot.choose),
        ("village", 2, 500, eager_bot.choose),
        ("hagelberg", 3, 800, eager_bot.choose),
        ("bridgehead", 4, 400, sampled),
    ],
)
def test_a_refused_order_of_the_asked_kind_hears_its_clause(
    pack: str, seed: int, wanted: int, choose: Choose
) -> None:
    book, tally = SYSTEM.library.book(), Tally()
    known = frozenset((*book.clauses, *book.rulings))
    setting = SYSTEM.library.setting(pack, {})
    sample_refusals(SYSTEM.rules, setting, seed, wanted, tally, choose, known)
    assert tally.refused > wanted // 2
    assert tally.broken == []
