"""The drawings of a simulation's report: bars and dots with intervals, heat on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final

from grognard.desks.reporting import Sketch
from grognard.host.plots import WIDE, Spec, drawn
from grognard.host.report_svg import INK, SIDE, SIDES, centre, size
from grognard.lab.summary import Mean, Share
from grognard.mechanics import places

ROW: Final = 26

HOT: Final = "#9B1C1C"
GREY: Final = "#6B6254"
WHISKER: Final = {"type": "errorbar", "ticks": True, "color": INK}
NAMES: Final = {"field": "name", "type": "nominal", "sort": None, "axis": {"title": None}}


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
