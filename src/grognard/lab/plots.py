"""The drawings of a simulation's report: bars and dots with intervals, curves, heat on the map.

Vega-Lite draws them, offline and as plain SVG, so that a report is one file without a script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from math import inf
from typing import Any, Final

from grognard.desks.reporting import Sketch
from grognard.host.report_svg import INK, SIDE, SIDES, centre, size
from grognard.kernel.errors import GrognardError
from grognard.lab.summary import Mean, Share
from grognard.mechanics import places

WIDE: Final = 400
HALF: Final = 230
TALL: Final = 210
ROW: Final = 26

HOT: Final = "#9B1C1C"
GREY: Final = "#6B6254"
GRID: Final = "#B9A67E"
LINES: Final = (
    *((line, broken) for _, line, broken in SIDES),
    ("#B8651B", ""), ("#6A3D86", "6 3"), ("#1F7A78", "9 2 2 2"), ("#8C1D5B", "2 3"),
)  # fmt: skip
"""The colours of curves in turn, and how each is broken; those of the sides come first."""

LOOK: Final = {
    "background": None, "font": "EB Garamond, Georgia, serif", "padding": 10,
    "axis": {"gridColor": GRID, "gridOpacity": 0.6, "domainColor": INK, "tickColor": INK,
             "labelColor": INK, "titleColor": INK, "titleFontWeight": "normal", "labelFontSize": 12,
             "titleFontSize": 12, "labelLimit": 230},
    "legend": {"title": None, "labelColor": INK, "labelFontSize": 12, "symbolSize": 500},
    "text": {"color": INK, "fontSize": 12, "align": "left"}, "view": {"stroke": None},
}  # fmt: skip
"""How a drawing looks: the paper and ink of the reports."""

WHISKER: Final = {"type": "errorbar", "ticks": True, "color": INK}
NAMES: Final = {"field": "name", "type": "nominal", "sort": None, "axis": {"title": None}}
PAPER: Final = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

Spec = dict[str, Any]


def vega() -> Any:
    """What draws the plots; asked for before anything is played."""
    try:
        return import_module("vl_convert")
    except ImportError:
        raise GrognardError(
            "the laboratory needs vl-convert-python: pip install 'grognard[lab]'"
        ) from None


def drawn(spec: Spec) -> str:
    """A drawing by its description in Vega-Lite."""
    svg: str = vega().vegalite_to_svg({"config": LOOK, **spec}, vl_version="5.21")
    return svg.replace(PAPER, "", 1).replace("<svg", '<svg role="img"', 1)


def _across(field: str, axis: Spec, domain: Sequence[float]) -> Spec:
    """A length on the axis that lies."""
    return {
        "field": field, "type": "quantitative", "scale": {"domain": list(domain), "clamp": True},
        "axis": {"title": None, "tickCount": 5, **axis},
    }  # fmt: skip


def _rows(values: Sequence[Spec], mark: Spec, axis: Spec, domain: Sequence[float]) -> str:
    """A row for each value: its mark, a whisker from low to high, its figures at the right."""
    whisker = {"x": _across("low", axis, domain), "x2": {"field": "high"}}
    at = {"x": _across("at", axis, domain), "color": {"field": "colour", "scale": None}}
    said: Spec = {"x": {"value": WIDE + 12}, "text": {"field": "said"}}
    return drawn({
        "width": WIDE, "height": {"step": ROW}, "data": {"values": values},
        "encoding": {"y": NAMES},
        "layer": [
            {"mark": mark, "encoding": at},
            {"mark": WHISKER, "encoding": whisker},
            {"mark": "text", "encoding": said},
        ],
    })  # fmt: skip


def bars(shares: Sequence[Share], sides: Mapping[str, int] | None = None) -> str:
    """A bar for each share, with its interval as a whisker; ``sides`` gives some a side's colour."""
    values = [
        {"name": each.name, "at": each.share, "low": each.low, "high": each.high,
         "colour": _colour(sides, each.name),
         "said": f"{each.share:.0%} [{each.low:.0%}, {each.high:.0%}]"}
        for each in shares
    ]  # fmt: skip
    return _rows(values, {"type": "bar", "opacity": 0.55}, {"format": "%"}, (0, 1))


def _colour(sides: Mapping[str, int] | None, name: str) -> str:
    place = (sides or {}).get(name)
    return GREY if place is None and sides is not None else SIDES[place or 0][1]


def spans(rows: Sequence[tuple[str, Mean]]) -> str:
    """A dot for each mean on a line with nothing in the middle, with its interval as a whisker."""
    finite = [abs(end) for _, each in rows for end in (each.low, each.high, each.mean)
              if abs(end) < inf]  # fmt: skip
    most = max([0.1, *finite])
    values = [
        {"name": name, "at": each.mean, "low": max(-most, each.low), "high": min(most, each.high),
         "colour": HOT if each.low > 0 or each.high < 0 else GREY,
         "said": f"{each.mean:+.2f} {_interval(each)}"}
        for name, each in rows
    ]  # fmt: skip
    mark = {"type": "circle", "size": 90, "opacity": 1}
    return _rows(values, mark, {"format": "+~g"}, (-most, most))


def _interval(each: Mean) -> str:
    return f"[{each.low:+.2f}, {each.high:+.2f}]" if each.high < inf else "(too few games)"


def curves(
    turns: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    upright: str = "",
    percent: bool = False,
    wide: int = WIDE,
) -> str:
    """A curve for each name, turn by turn; the legend says where each ends, ``upright`` what it is."""
    names = {name: f"{name[:22]} {_said(held[-1], percent)}" for name, held in lines.items()}
    values = [
        {"name": names[name], "turn": turn, "value": value}
        for name, held in lines.items()
        for turn, value in zip(turns, held, strict=True)
    ]
    looks = [LINES[place % len(LINES)] for place in range(len(names))]
    dashes = [[int(part) for part in broken.split()] or [1, 0] for _, broken in looks]
    domain = list(names.values())
    legend = {"symbolStrokeWidth": 2.2}
    return drawn({
        "width": wide, "height": TALL, "data": {"values": values},
        "mark": {"type": "line", "strokeWidth": 2.2},
        "encoding": {
            "x": {"field": "turn", "type": "ordinal",
                  "axis": {"labelAngle": 0, "labelOverlap": True, "title": "turn"}},
            "y": {"field": "value", "type": "quantitative",
                  "scale": {"domain": [0, 1]} if percent else {"domainMin": 0},
                  "axis": {"title": upright, "tickCount": 5, "format": "%" if percent else "~g"}},
            "color": {"field": "name", "type": "nominal", "legend": legend,
                      "scale": {"domain": domain, "range": [colour for colour, _ in looks]}},
            "strokeDash": {"field": "name", "type": "nominal", "legend": legend,
                           "scale": {"domain": domain, "range": dashes}},
        },
    })  # fmt: skip


def _said(value: float, percent: bool) -> str:
    return f"{value:.0%}" if percent else f"{value:.1f}".removesuffix(".0")


def heat(ground: Sketch, name: str, found: Mapping[int, float]) -> str:
    """A disc on every hex where something happened; the larger and darker, the more."""
    wide, tall = size(ground)
    most = max([*found.values(), 1e-9])
    discs = []
    for at, value in found.items():
        x, y = centre(at)
        part = (value / most) ** 0.5
        discs.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIDE * (0.2 + 0.65 * part):.1f}" '
            f'fill="{HOT}" opacity="{0.2 + 0.7 * part:.2f}"><title>{places.name(at)}: {value:.2f}'
            "</title></circle>"
        )
    return (
        f'<svg viewBox="0 0 {wide:.0f} {tall:.0f}" role="img">'
        f'<use href="#{name}" width="{wide:.0f}" height="{tall:.0f}"/>{"".join(discs)}</svg>'
    )
