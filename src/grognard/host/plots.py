"""The plots of reports, described in Vega-Lite and drawn offline as plain SVG: a report is one file without a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.host.report_svg import INK, SIDES

WIDE: Final = 400
HALF: Final = 230
PAGE: Final = 600
TALL: Final = 210

GRID: Final = "#B9A67E"
LINES: Final = (
    *((line, broken) for _, line, broken in SIDES),
    *zip(["#B8651B", "#6A3D86", "#1F7A78", "#8C1D5B"], ("", "6 3", "9 2 2 2", "2 3"), strict=True),
)
"""The colours of curves in turn, and how each is broken; those of the sides come first."""

LOOK: Final = {
    "background": None, "font": "EB Garamond, Georgia, serif", "padding": 10,
    "axis": {"gridColor": GRID, "gridOpacity": 0.6, "domainColor": INK, "tickColor": INK,
             "labelColor": INK, "titleColor": INK, "titleFontWeight": "normal", "labelFontSize": 12,
             "titleFontSize": 12, "labelLimit": 230},
    "legend": {"title": None, "labelColor": INK, "labelFontSize": 12, "symbolSize": 500,
               "orient": "top", "labelLimit": 230},
    "text": {"color": INK, "fontSize": 12, "align": "left"}, "view": {"stroke": None},
}  # fmt: skip
"""How a drawing looks: the paper and ink of the reports."""

PAPER: Final = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

Spec = dict[str, Any]


def drawn(spec: Spec) -> str:
    """A drawing by its description in Vega-Lite. The whole process waits while it is drawn."""
    import vl_convert

    svg: str = vl_convert.vegalite_to_svg({"config": LOOK, **spec}, vl_version="5.21")
    return svg.replace(PAPER, "", 1).replace("<svg", '<svg role="img"', 1)


def curves(
    turns: Sequence[int | str],
    lines: Mapping[str, Sequence[float]],
    upright: str = "",
    *,
    percent: bool = False,
    wide: int = WIDE,
    across: str = "turn",
    places: Sequence[int] = (),
    steps: bool = False,
) -> Spec:
    """A curve for each name, turn by turn; the legend says where each ends, ``upright`` what it is.

    ``places`` are those of the lines among the colours. With ``steps`` a bar shows what each turn
    itself has added.
    """
    names = {name: f"{name[:26]} {_said(held[-1], percent)}" for name, held in lines.items()}
    values = [
        {"name": names[name], "turn": turn, "value": value, "step": value - before}
        for name, held in lines.items()
        for turn, value, before in zip(turns, held, (0, *held), strict=False)
    ]
    looks = [LINES[place % len(LINES)] for place in places or range(len(names))]
    dashes = [[int(part) for part in broken.split()] or [1, 0] for _, broken in looks]
    domain = list(names.values())
    named = {"field": "name", "type": "nominal", "legend": {"symbolStrokeWidth": 2.2}}
    upward = {"type": "quantitative", "scale": {"domain": [0, 1]} if percent else {"domainMin": 0},
              "axis": {"title": upright, "tickCount": 5, **({"format": "%"} if percent else {})}}  # fmt: skip
    curve = {
        "mark": {"type": "line", "strokeWidth": 2.2},
        "encoding": {
            "y": {"field": "value", **upward},
            "strokeDash": {**named, "scale": {"domain": domain, "range": dashes}},
        },
    }
    bar = {
        "mark": {"type": "bar", "opacity": 0.4},
        "encoding": {"y": {"field": "step", **upward}, "xOffset": {"field": "name"}},
    }
    return {
        "width": wide, "height": TALL, "data": {"values": values},
        "encoding": {
            "x": {"field": "turn", "type": "ordinal", "sort": None,
                  "axis": {"labelAngle": 0, "labelOverlap": True, "title": across}},
            "color": {**named, "scale": {"domain": domain, "range": [line for line, _ in looks]}},
        },
        "layer": [bar, curve] if steps else [curve],
    }  # fmt: skip


def _said(value: float, percent: bool) -> str:
    return f"{value:.0%}" if percent else f"{value:.1f}".removesuffix(".0")


def beside(rows: Sequence[tuple[str, float, int]], upright: str = "", wide: int = PAGE) -> Spec:
    """A bar for each share by which something lies beyond what was expected or short of it, in the
    colour of its place."""
    values = [
        {"name": name, "at": share, "colour": LINES[place % len(LINES)][0], "said": f"{share:+.0%}"}
        for name, share, place in rows
    ]
    most = max([0.1, *(abs(share) for _, share, _ in rows)])
    return {
        "width": wide, "height": {"step": 24}, "data": {"values": values},
        "encoding": {
            "y": {"field": "name", "type": "nominal", "sort": None, "axis": {"title": None}},
            "x": {"field": "at", "type": "quantitative", "scale": {"domain": [-most, most]},
                  "axis": {"title": upright, "tickCount": 5, "format": "+%"}},
        },
        "layer": [
            {"mark": {"type": "bar", "opacity": 0.7},
             "encoding": {"color": {"field": "colour", "scale": None}}},
            {"mark": {"type": "text"},
             "encoding": {"x": {"value": wide + 12}, "text": {"field": "said"}}},
        ],
    }  # fmt: skip
