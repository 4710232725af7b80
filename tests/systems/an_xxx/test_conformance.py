"""Random battles of An XXX keep every law of the conformance kit to their end."""

from __future__ import annotations

import pytest

from grognard.kernel.conformance import play_random
from grognard.kernel.refusals import Tally, sample_refusals
from grognard.systems.registry import system_named

SYSTEM = system_named("an-xxx")


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("pack", ["village-xxx", "charge-xxx", "hagelberg-xxx"])
def test_a_random_battle_keeps_every_law(pack: str, seed: int) -> None:
    record = play_random(SYSTEM.rules, SYSTEM.library.setting(pack, {}), seed, checks=31)
    assert record.failure == ""
    assert record.verdict


def test_every_order_it_refuses_is_told_why() -> None:
    tally, book = Tally(), SYSTEM.library.book()
    base = book.upon
    assert base is not None
    known = frozenset({*book.clauses, *book.rulings, *base.clauses, *base.rulings})
    setting = SYSTEM.library.setting("village-xxx", {})
    for seed in range(5):
        sample_refusals(SYSTEM.rules, setting, seed, 100, tally, known=known)
    assert tally.refused > 100
    assert tally.broken == []
