from collections import Counter
from itertools import combinations

import pytest

from grognard.kernel.errors import GrognardError
from grognard.lab.designs import SCREEN, cells
from grognard.lab.plan import game_seed, make_plan


def test_games_have_seeds_of_their_own_that_depend_on_nothing_but_seed_and_number() -> None:
    seeds = [job.seed for job in make_plan("duel", "random,random", 3, []).jobs(50)]
    assert seeds == [game_seed(3, number) for number in range(50)]
    assert len(set(seeds)) == 50
    assert seeds[0] != make_plan("duel", "random,random", 4, []).jobs(1)[0].seed


def test_more_games_begin_with_the_same_games() -> None:
    plan = make_plan("duel", "random,random", 3, [])
    assert plan.jobs(30)[:10] == plan.jobs(10)


def test_combinations_of_options_take_turns_and_share_dice() -> None:
    vary = ["level_affects=infantry,all", "limber_check=movement,always"]
    with pytest.raises(GrognardError, match="limber_check"):
        make_plan("duel", "random,random", 1, vary)
    jobs = make_plan("duel", "random,random", 1, vary[:1]).jobs(4)
    assert [job.options["level_affects"] for job in jobs] == ["infantry", "all"] * 2
    assert jobs[0].seed == jobs[1].seed != jobs[2].seed == jobs[3].seed


@pytest.mark.parametrize(
    ("seats", "vary", "said"),
    [
        ("random", [], "2 players"),
        ("random,bob", [], "'bob' cannot play here"),
        ("captain:sleepy,random", [], "temperament 'sleepy'"),
        ("random,random", ["level_affects"], "not an option with values"),
        ("random,random", ["level_affects=all,all"], "twice"),
        ("random,random", ["nonsense=1,2"], "no option 'nonsense'"),
        ("random,random", ["level_affects=some"], "level_affects"),
    ],
)
def test_what_cannot_be_simulated_is_named_first(seats: str, vary: list[str], said: str) -> None:
    with pytest.raises(GrognardError, match=said):
        make_plan("duel", seats, 1, vary)


@pytest.mark.parametrize("count", [1, 3, 7, 11, 15, 19, 23])
def test_in_a_screening_design_any_two_options_meet_in_all_ways_equally_often(count: int) -> None:
    vary = {f"option{number}": ("off", "on") for number in range(count)}
    runs = cells(vary, SCREEN)
    assert len(runs) % 4 == 0
    for one, other in combinations(vary, 2):
        met = Counter((run[one], run[other]) for run in runs)
        assert set(met.values()) == {len(runs) // 4}


@pytest.mark.parametrize(
    "vary", [{}, {"a": ("1", "2", "3")}, {str(n): ("1", "2") for n in range(24)}]
)
def test_what_cannot_be_screened_is_refused(vary: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(GrognardError, match="--screen"):
        cells(vary, SCREEN)
