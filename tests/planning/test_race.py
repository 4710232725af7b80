"""The race of plans: the better one wins, ticks are the budget, the clock only guards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.planning.race import Budget, race

PLANS = {"ready": 0.0, "better": 2.0, "worse": -5.0}


def shaken(plan: float, sample: int) -> tuple[float, int]:
    """The plan's worth, shaken alike for every plan of a sample."""
    return plan + (sample % 3) * 10.0, 4


def ticking(step: float) -> Callable[[], float]:
    def times() -> Iterator[float]:
        now = 0.0
        while True:
            yield now
            now += step

    clock = times()
    return lambda: next(clock)


def test_the_better_plan_wins_though_samples_differ_more_than_plans() -> None:
    raced = race(PLANS, shaken, Budget(ticks=1000, rounds=5))
    assert raced.best == "better"
    assert not raced.cut


def test_who_is_clearly_behind_drops_out_and_costs_no_more() -> None:
    tried: list[float] = []

    def trial(plan: float, sample: int) -> tuple[float, int]:
        tried.append(plan)
        return shaken(plan, sample)

    race({"ready": 0.0, "equal": 0.0, "worse": -5.0}, trial, Budget(ticks=1000, rounds=6))
    assert tried.count(-5.0) == 3
    assert tried.count(0.0) == 12


def test_ticks_end_the_race_after_a_whole_round() -> None:
    same = dict.fromkeys(("a", "b", "c"), 1.0)
    raced = race(same, shaken, Budget(ticks=36, rounds=50))
    assert raced.ticks == 36
    assert raced.best == "a"


def test_one_sample_is_not_enough_to_leave_the_plan_that_is_ready() -> None:
    assert race(PLANS, shaken, Budget(ticks=1000, rounds=1)).best == "ready"


def test_plans_that_cannot_be_tried_often_enough_are_not_begun() -> None:
    raced = race(PLANS, shaken, Budget(ticks=7, rounds=9))
    assert (raced.best, raced.ticks) == ("ready", 4)
    assert race(PLANS, shaken, Budget(ticks=24, rounds=9)).worths.keys() == {"ready", "better"}


def test_the_clock_cuts_at_five_per_cent_over_and_says_so() -> None:
    raced = race(PLANS, shaken, Budget(ticks=1000, rounds=9, seconds=10.0), ticking(2.0))
    assert raced.cut
    assert raced.best in PLANS
    in_time = race(PLANS, shaken, Budget(ticks=1000, rounds=3, seconds=100.0), ticking(2.0))
    assert not in_time.cut


def test_an_answer_is_ready_even_if_nothing_could_be_tried() -> None:
    raced = race(PLANS, shaken, Budget(ticks=1000, rounds=9, seconds=0.5), ticking(2.0))
    assert (raced.best, raced.cut, dict(raced.worths)) == ("ready", True, {})
