"""Whoever orders what is asked and may not hears why; the kit finds questions that cannot say it."""

from __future__ import annotations

import msgspec

from grognard.kernel import (
    Ask,
    Choices,
    Done,
    Flow,
    Judged,
    Procedure,
    Reason,
    start,
    step,
    why_not,
)
from grognard.kernel.refusals import Tally, sample_refusals
from grognard.kernel.system import Rules
from tests.kernel.toy import TOY, Attack, Ring, Wait, setting

FIELD = setting("meadow", {"hits": "99"})
STYLES = ("cut", "feint", "lunge", "thrust")


def too_wild(action: Attack | Wait) -> Reason | None:
    """Feints are for the theatre."""
    if isinstance(action, Attack) and action.style not in ("cut", "lunge"):
        return Reason(f"nobody hits with a {action.style}", "T2.1")
    return None


class Lesson(Procedure, tag=True):
    """One question, judged or merely listed."""

    judged: bool

    @step("T3.1")
    def ask(self, table: Ring) -> Flow:
        styles = [Attack(style) for style in STYLES]
        if self.judged:
            return Ask("red", Judged(too_wild, styles, Attack), "lesson")
        return Ask("red", Choices(styles[:2]), "lesson")

    @step("T3.2")
    def hear(self, table: Ring, action: Attack) -> Flow:
        return Done()


def school(judged: bool) -> Rules:
    return msgspec.structs.replace(
        TOY,
        procedures=(*TOY.procedures, Lesson),
        opening=lambda field: start(Ring(field), Lesson(judged)),
        named=lambda table: {"style": STYLES},
    )


def test_candidates_against_which_nothing_speaks_are_offered_and_the_judge_explains_the_others() -> (
    None
):
    options = Judged(too_wild, (Attack(style) for style in STYLES), Attack)
    assert list(options) == [Attack("cut"), Attack("lunge")]
    assert options.count() == 2
    assert Attack("lunge") in options
    assert not options.why_not(Attack("lunge"))
    assert Attack("feint") not in options
    assert list(options.why_not(Attack("feint"))) == [Reason("nobody hits with a feint", "T2.1")]


def test_an_order_of_a_kind_that_is_not_asked_hears_what_is() -> None:
    state = school(judged=True).opening(FIELD)
    (reason,) = why_not(state, Wait())
    assert "of red: lesson" in reason.text
    assert reason.clause == "T3.1"


def test_words_to_choose_from_name_the_rule_that_gives_them() -> None:
    options = Choices([Attack("cut"), Attack("lunge")], "T2.1")
    assert options.kinds == (Attack,)
    assert [reason.clause for reason in options.why_not(Attack("feint"))] == ["T2.1"]


def told(judged: bool) -> Tally:
    tally = Tally()
    for seed in range(40):
        sample_refusals(school(judged), FIELD, seed, 10, tally)
    return tally


def test_orders_that_chance_misleads_get_a_reason_with_a_clause_where_a_judge_sits() -> None:
    tally = told(judged=True)
    assert tally.refused > 20
    assert tally.purposes == {"lesson": tally.refused}
    assert tally.broken == []


def test_a_question_that_only_lists_breaks_the_law_of_refusals() -> None:
    tally = told(judged=False)
    assert len(tally.broken) == tally.refused > 20
    assert tally.broken[0].order in ("attack lunge", "attack thrust")
