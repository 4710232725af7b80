"""The drawings of a simulation's report, as plain SVG: bars with intervals, curves, a heat map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from grognard.host.report_svg import INK, SIDE, SIDES, centre, size
from grognard.kernel.hosting import Ground
from grognard.lab.summary import Share

WIDE: Final = 640
ROW: Final = 26
LABEL: Final = 190
RIGHT: Final = 150
TALL: Final = 260
MARGIN: Final = (44, 14, 28, 190)
"""Left, top, bottom, right."""

HOT: Final = "#9B1C1C"
GRID: Final = "#B9A67E"
LEAST_APART: Final = 13.0


def bars(shares: Sequence[Share]) -> str:
    """A bar for each share, with its interval as a whisker."""
    across = WIDE - LABEL - RIGHT
    parts = []
    for place, each in enumerate(shares):
        y = 8 + place * ROW
        low, high = LABEL + across * each.low, LABEL + across * each.high
        middle = y + ROW / 2 - 3
        parts.append(
            f'<text x="{LABEL - 8}" y="{middle + 4:.1f}" font-size="13" text-anchor="end">'
            f"{escape(each.name[:30])}</text>"
            f'<rect x="{LABEL}" y="{y}" width="{across * each.share:.1f}" height="{ROW - 8}" '
            f'fill="{SIDES[0][1]}" opacity=".55"/>'
            f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 5}v10'
            f'M{high:.1f} {middle - 5}v10" stroke="{INK}" stroke-width="1.4"/>'
            f'<text x="{WIDE - RIGHT + 10}" y="{middle + 4:.1f}" font-size="12">'
            f"{each.share:.0%} [{each.low:.0%}, {each.high:.0%}]</text>"
        )
    tall = 16 + len(shares) * ROW
    axis = f'<path d="M{LABEL} 4V{tall - 8}M{WIDE - RIGHT} 4V{tall - 8}" stroke="{GRID}"/>'
    return f'<svg viewBox="0 0 {WIDE} {tall}" role="img">{axis}{"".join(parts)}</svg>'


def curves(
    turns: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    styles: Mapping[str, int] | None = None,
    percent: bool = False,
) -> str:
    """A curve for each name, turn by turn; the names stand at the ends."""
    left, top, bottom, right = MARGIN
    most = 1.0 if percent else max([0.1, *(value for held in lines.values() for value in held)])
    across, down = WIDE - left - right, TALL - top - bottom
    xs = [left + across * place / max(1, len(turns) - 1) for place in range(len(turns))]
    parts = [
        f'<path d="M{left} {top}V{top + down}H{left + across}" fill="none" stroke="{INK}"/>',
        *(
            f'<text x="{x:.1f}" y="{top + down + 16}" font-size="11" text-anchor="middle">'
            f"{turn}</text>"
            for place, (x, turn) in enumerate(zip(xs, turns, strict=True))
            if len(turns) <= 16 or place % 2 == 0
        ),
        *(
            f'<text x="{left - 6}" y="{top + down * (1 - part) + 4:.1f}" font-size="11" '
            f'text-anchor="end">{_said(most * part, percent)}</text>'
            for part in (0, 0.5, 1)
        ),
    ]
    taken: list[float] = []
    for place, (name, values) in enumerate(lines.items()):
        _, colour, broken = SIDES[(styles or {}).get(name, place) % len(SIDES)]
        dashes = f' stroke-dasharray="{broken}"' if broken else ""
        points = [(x, top + down * (1 - value / most)) for x, value in zip(xs, values, strict=True)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        label = _apart(points[-1][1], taken)
        parts.append(
            f'<text x="{points[-1][0] + 6:.1f}" y="{label + 4:.1f}" font-size="12" '
            f'fill="{colour}">{escape(name[:24])} {_said(values[-1], percent)}</text>'
        )
    return f'<svg viewBox="0 0 {WIDE} {TALL}" role="img">{"".join(parts)}</svg>'


def _said(value: float, percent: bool) -> str:
    return f"{value:.0%}" if percent else f"{value:.1f}"


def _apart(wanted: float, taken: list[float]) -> float:
    """A place for a label that lies on no other."""
    place = wanted
    while any(abs(place - other) < LEAST_APART for other in taken):
        place -= LEAST_APART
    taken.append(place)
    return place


def heat(ground: Ground, name: str, found: Mapping[int, float]) -> str:
    """A disc on every hex where something happened; the larger and darker, the more."""
    wide, tall = size(ground)
    most = max([*found.values(), 1e-9])
    discs = []
    for at, value in found.items():
        x, y = centre(at)
        part = (value / most) ** 0.5
        discs.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{SIDE * (0.25 + 0.6 * part):.1f}" '
            f'fill="{HOT}" opacity="{0.25 + 0.6 * part:.2f}"><title>{at:04d}: {value:.2f}'
            "</title></circle>"
        )
    return (
        f'<svg viewBox="0 0 {wide:.0f} {tall:.0f}" role="img">'
        f'<use href="#{name}" width="{wide:.0f}" height="{tall:.0f}"/>{"".join(discs)}</svg>'
    )
