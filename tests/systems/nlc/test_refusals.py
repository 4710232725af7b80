"""Whoever orders what is asked and may not hears why, with the clause, in every question."""

from __future__ import annotations

import pytest

from grognard.bots import eager_bot, random_bot
from grognard.kernel import why_not
from grognard.kernel.conformance import Choose, sampled
from grognard.kernel.refusals import Tally, sample_refusals
from grognard.systems.nlc.actions import Finish, Move, Pick
from grognard.systems.nlc.system import SYSTEM
from tests.systems.nlc.test_conformance import chosen


def told(pack: str, options: dict[str, str], seed: int, wanted: int, choose: Choose) -> Tally:
    """Orders that chance misleads, in a battle of such players."""
    book, tally = SYSTEM.library.book(), Tally()
    known = frozenset((*book.clauses, *book.rulings))
    setting = SYSTEM.library.setting(pack, options)
    sample_refusals(SYSTEM.rules, setting, seed, wanted, tally, choose, known)
    return tally


@pytest.mark.parametrize(
    ("pack", "seed", "wanted", "choose"),
    [
        ("crossroads", 1, 500, sampled),
        ("crossroads", 2, 500, eager_bot.choose),
        ("quatre-bras", 3, 1000, eager_bot.choose),
    ],
)
def test_a_refused_order_of_the_asked_kind_hears_its_clause(
    pack: str, seed: int, wanted: int, choose: Choose
) -> None:
    tally = told(pack, {}, seed, wanted, choose)
    assert tally.refused > wanted // 2
    assert tally.broken == []


@pytest.mark.parametrize("seed", range(21, 25))
def test_so_it_is_with_whatever_options_are_chosen(seed: int) -> None:
    assert told("crossroads", chosen(seed), seed, 500, random_bot.choose).broken == []


@pytest.mark.rule("N4.1", "N4.5.3")
def test_an_order_out_of_turn_hears_what_is_asked_and_when_it_has_its_turn() -> None:
    state = SYSTEM.rules.opening(SYSTEM.library.setting("quatre-bras", {}))
    asked, when = why_not(state, Move(("husson",), (1115,)))
    assert (asked.clause, when.clause) == ("N12.3.1", "N4.5.3")
    assert "command phase" in asked.text
    assert all(reason.clause for reason in why_not(state, Pick("yes")))
    assert not why_not(state, Finish())
