"""The plots of a report: drawn as plain SVG that a page can hold without a script or a network."""

from __future__ import annotations

from grognard.host.report_svg import SIDES
from grognard.lab import plots
from grognard.lab.summary import Mean, Share


def test_bars_have_the_colours_of_the_sides_and_say_their_intervals() -> None:
    shares = [Share("French <win>", 3, 4, 0.75, 0.3, 0.95), Share("draw", 1, 4, 0.25, 0.05, 0.7)]
    drawn = plots.bars(shares, {"French <win>": 1})
    assert SIDES[1][1] in drawn
    assert plots.GREY in drawn
    assert "75% [30%, 95%]" in drawn
    assert "French &lt;win&gt;" in drawn
    assert drawn.startswith('<svg role="img"')
    assert "http" not in drawn


def test_a_dot_is_red_only_where_its_interval_leaves_out_nothing() -> None:
    sure, unsure = Mean(0.5, 0.2, 0.8), Mean(0.5, -0.2, 1.2)
    assert plots.HOT in plots.spans([("sure", sure)])
    assert plots.HOT not in plots.spans([("unsure", unsure)])


def test_a_mean_of_too_few_games_says_so_and_is_drawn_all_the_same() -> None:
    drawn = plots.spans([("few", Mean(0.5, float("-inf"), float("inf")))])
    assert "(too few games)" in drawn
    assert "inf" not in drawn.replace("info", "")
