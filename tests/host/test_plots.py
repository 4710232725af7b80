"""The plots of a report: described in Vega-Lite, drawn as plain SVG with the colours of the sides."""

from __future__ import annotations

from grognard.host.plots import beside, curves, drawn
from grognard.host.report_svg import SIDES


def test_a_curve_says_in_the_legend_where_it_ends() -> None:
    found = drawn(curves([1, 2, 3], {"French": [0, 1, 2.5], "Prussians": [0, 0, 1]}, "increments"))
    assert "French 2.5" in found
    assert "Prussians 1" in found
    assert "increments" in found
    assert SIDES[0][1] in found
    assert SIDES[1][1] in found


def test_a_side_keeps_its_colour_wherever_it_stands_in_the_order() -> None:
    found = drawn(curves([1, 2], {"Prussians": [0, 1]}, places=[1]))
    assert SIDES[1][1] in found
    assert SIDES[0][1] not in found


def test_bars_show_what_each_turn_has_added() -> None:
    plot = curves(["13:00", "13:20", "13:40"], {"French": [1, 1, 4]}, steps=True)
    assert [value["step"] for value in plot["data"]["values"]] == [1, 0, 3]
    assert "13:40" in drawn(plot)


def test_luck_is_a_bar_to_the_left_or_to_the_right_with_its_share_said() -> None:
    found = drawn(beside([("French, <fire>", -0.25, 0), ("Prussians, fire", 0.1, 1)]))
    assert "-25%" in found
    assert "+10%" in found
    assert "French, &lt;fire&gt;" in found
    assert found.startswith('<svg role="img"')
    assert "http" not in found
