"""The race of plans: the better one wins, ticks are the budget, the clock only guards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.planning.race import Budget, race

PLANS = {"ready": 0.0, "better": 2.0, "worse": -5.0}


def shaken(plan: float, sample: int) -> tuple[float, int]:
    """The plan's worth, shaken alike for every plan of a sample."""
    return plan + (sample % 3) * 10.0, 4


def tangled(plan: int, sample: int) -> tuple[float, int]:
    """Plans that lead each other in turns, so that none falls behind."""
    return float((plan + sample) % 3), 4


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

    race({"ready": 0.0, "near": 0.1, "worse": -5.0}, trial, Budget(ticks=1000, rounds=6))
    assert tried.count(-5.0) == 3
    assert tried.count(0.0) == 3


def test_plans_that_come_to_exactly_the_same_are_one_and_the_first_goes_on() -> None:
    tried: list[str] = []

    def trial(plan: str, sample: int) -> tuple[float, int]:
        tried.append(plan)
        return {"a": 1.0, "b": 1.0, "c": 2.0}[plan] * (1 + sample % 2), 4

    race({"a": "a", "b": "b", "c": "c"}, trial, Budget(ticks=1000, rounds=6))
    assert tried.count("b") == 1
    assert tried.count("a") > 1


def test_ticks_end_the_race_after_a_whole_round() -> None:
    raced = race({"a": 0, "b": 1, "c": 2}, tangled, Budget(ticks=36, rounds=50))
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
