"""Ratings: the model finds the order, and its intervals tell what is not known."""

from __future__ import annotations

from itertools import pairwise

from grognard.bots.rating import Result, difference, fitted, rated


def pairs(one: str, other: str, scores: list[float], start: int = 0) -> list[Result]:
    """Each score stands for a pair of games with sides changed."""
    found = []
    for number, score in enumerate(scores):
        found.append(Result("duel", one, other, score, start + number))
        found.append(Result("duel", other, one, 1 - score, start + number))
    return found


def test_who_wins_more_stands_higher() -> None:
    results = pairs("b", "a", [1, 1, 1, 0]) + pairs("c", "b", [1, 1, 0.5, 1], 10)
    found = fitted(results, ["a", "b", "c"])
    assert found["a"] < found["b"] < found["c"]
    assert abs(sum(found.values())) < 1e-6


def test_an_advantage_of_the_first_side_is_nobodys_merit() -> None:
    results = []
    for pair in range(20):
        results += [Result("duel", "a", "b", 1.0, pair), Result("duel", "b", "a", 1.0, pair)]
    found = fitted(results, ["a", "b"])
    assert abs(found["a"] - found["b"]) < 5


def test_more_games_narrow_the_interval() -> None:
    few, many = pairs("b", "a", [1, 0, 1, 1]), pairs("b", "a", [1, 0, 1, 1] * 12)
    small, large = difference(many, "b", "a"), difference(few, "b", "a")
    assert small.high - small.low < large.high - large.low
    assert small.low > 0 > large.low - 1


def test_the_rating_lies_in_its_interval() -> None:
    for rating in rated(pairs("b", "a", [1, 0, 1, 1, 0.5]), ["a", "b"]):
        assert rating.low <= rating.elo <= rating.high


def test_small_leads_add_up_along_a_long_ladder() -> None:
    players, results = list("abcdefg"), []
    scores = [1.0] * 54 + [0.0] * 46
    for number in range(len(players) - 1):
        results += pairs(players[number + 1], players[number], scores, 100 * number)
    ratings = rated(results, players)
    assert [rating.player for rating in ratings] == players
    leads = [after.elo - before.elo for before, after in pairwise(ratings)]
    assert all(24 <= lead <= 31 for lead in leads)
    assert all(rating.high - rating.low < 400 for rating in ratings)
