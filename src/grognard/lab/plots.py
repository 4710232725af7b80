"""The drawings of a simulation's report, as plain SVG: bars and dots with intervals, curves, heat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import floor, inf, log10
from typing import Final

import msgspec

from grognard.desks.reporting import Sketch
from grognard.host.report_svg import INK, SIDE, SIDES, centre, size
from grognard.lab.summary import Mean, Share
from grognard.mechanics import places

WIDE: Final = 640
ROW: Final = 26
LABEL: Final = 190
RIGHT: Final = 150

HOT: Final = "#9B1C1C"
GREY: Final = "#6B6254"
GRID: Final = "#B9A67E"
LINES: Final = (
    *((line, broken) for _, line, broken in SIDES),
    ("#B8651B", ""), ("#6A3D86", "6 3"), ("#1F7A78", "9 2 2 2"), ("#8C1D5B", "2 3"),
)  # fmt: skip
"""The colours of curves in turn, and how each is broken; those of the sides come first."""

LEAST_APART: Final = 14.0
STEPS: Final = (1, 2, 2.5, 5, 10)


def bars(shares: Sequence[Share], sides: Mapping[str, int] | None = None) -> str:
    """A bar for each share, with its interval as a whisker; ``sides`` gives some a side's colour."""
    across = WIDE - LABEL - RIGHT
    parts = []
    for place, each in enumerate(shares):
        y = 8 + place * ROW
        colour = _colour(sides, each.name)
        parts.append(
            f'<rect x="{LABEL}" y="{y}" width="{across * each.share:.1f}" height="{ROW - 8}" '
            f'fill="{colour}" opacity=".55"/>'
            + _row(y, each.name, LABEL + across * each.low, LABEL + across * each.high)
            + _figure(y, f"{each.share:.0%} [{each.low:.0%}, {each.high:.0%}]")
        )
    tall = 34 + len(shares) * ROW
    return _framed(tall, [(LABEL + across * part, f"{part:.0%}") for part in (0, 0.5, 1)], parts)


def spans(rows: Sequence[tuple[str, Mean]]) -> str:
    """A dot for each mean on a line with nothing in the middle, with its interval as a whisker."""
    across = WIDE - LABEL - RIGHT
    finite = [abs(end) for _, each in rows for end in (each.low, each.high, each.mean)
              if abs(end) < inf]  # fmt: skip
    step = _step(max([1e-6, *finite]))
    most = step * max(1, -(-max([1e-6, *finite]) // step))

    def x_of(value: float) -> float:
        return LABEL + across * (min(most, max(-most, value)) + most) / (2 * most)

    parts = []
    for place, (name, each) in enumerate(rows):
        y = 8 + place * ROW
        sure = each.low > 0 or each.high < 0
        parts.append(
            _row(y, name, x_of(each.low), x_of(each.high))
            + f'<circle cx="{x_of(each.mean):.1f}" cy="{y + ROW / 2 - 3}" r="5" '
            f'fill="{HOT if sure else GREY}"/>' + _figure(y, f"{each.mean:+.2f} {_interval(each)}")
        )
    ticks = [(x_of(value), f"{value:+g}" if value else "0") for value in (-most, 0.0, most)]
    return _framed(34 + len(rows) * ROW, ticks, parts)


def _interval(each: Mean) -> str:
    return f"[{each.low:+.2f}, {each.high:+.2f}]" if each.high < inf else "(too few games)"


def _colour(sides: Mapping[str, int] | None, name: str) -> str:
    place = (sides or {}).get(name)
    return GREY if place is None and sides is not None else SIDES[place or 0][1]


def _row(y: float, name: str, low: float, high: float) -> str:
    """A name and a whisker."""
    middle = y + ROW / 2 - 3
    return (
        f'<text x="{LABEL - 8}" y="{middle + 4:.1f}" font-size="13" text-anchor="end">'
        f"{escape(name[:30])}</text>"
        f'<path d="M{low:.1f} {middle}H{high:.1f}M{low:.1f} {middle - 5}v10'
        f'M{high:.1f} {middle - 5}v10" stroke="{INK}" stroke-width="1.4"/>'
    )


def _figure(y: float, said: str) -> str:
    return (
        f'<text x="{WIDE - RIGHT + 12}" y="{y + ROW / 2 + 1:.1f}" font-size="12">'
        f"{escape(said)}</text>"
    )


def _framed(tall: float, ticks: Sequence[tuple[float, str]], parts: Sequence[str]) -> str:
    foot = tall - 22
    lines = "".join(f"M{x:.1f} 4V{foot}" for x, _ in ticks)
    said = "".join(
        f'<text x="{x:.1f}" y="{foot + 14}" font-size="11" text-anchor="middle">{text}</text>'
        for x, text in ticks
    )
    return (
        f'<svg viewBox="0 0 {WIDE} {tall}" role="img"><path d="{lines}" stroke="{GRID}"/>'
        f"{said}{''.join(parts)}</svg>"
    )


class Shape(msgspec.Struct, frozen=True):
    """How large a drawing of curves is, and its margins: left, top, bottom, right."""

    wide: int
    tall: int
    margin: tuple[int, int, int, int]


WHOLE: Final = Shape(640, 280, (52, 16, 44, 170))
HALF: Final = Shape(450, 280, (48, 16, 44, 175))


def curves(
    turns: Sequence[int],
    lines: Mapping[str, Sequence[float]],
    upright: str = "",
    percent: bool = False,
    shape: Shape = WHOLE,
) -> str:
    """A curve for each name, turn by turn; the names stand at the ends, ``upright`` at the side."""
    left, top, bottom, right = shape.margin
    across, down = shape.wide - left - right, shape.tall - top - bottom
    step, most = _scale(lines, percent)
    foot = top + down

    def y_of(value: float) -> float:
        return top + down * (1 - value / most)

    xs = [left + across * place / max(1, len(turns) - 1) for place in range(len(turns))]
    marks = [step * n for n in range(round(most / step) + 1)]
    every = 1 + len(turns) // (1 + across // 26)
    parts = [
        "".join(f'<path d="M{left} {y_of(mark):.1f}H{left + across}" stroke="{GRID}" '
                f'opacity=".6"/>' for mark in marks),
        "".join(_text(left - 6, y_of(mark) + 4, _said(mark, percent), "end") for mark in marks),
        "".join(_text(x, foot + 16, str(turn), "middle")
                for x, turn in list(zip(xs, turns, strict=True))[::every]),
        _text(left + across / 2, foot + 34, "turn", "middle"),
        _upright(top + down / 2, upright),
        f'<path d="M{left} {top}V{foot}H{left + across}" fill="none" stroke="{INK}"/>',
    ]  # fmt: skip
    ends = _apart([y_of(values[-1]) for values in lines.values()], foot)
    for place, (name, values) in enumerate(lines.items()):
        colour, broken = LINES[place % len(LINES)]
        dashes = f' stroke-dasharray="{broken}"' if broken else ""
        path = "L".join(f"{x:.1f} {y_of(value):.1f}" for x, value in zip(xs, values, strict=True))
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.2"{dashes}/>'
            f'<text x="{xs[-1] + 6:.1f}" y="{ends[place] + 4:.1f}" font-size="12" '
            f'fill="{colour}">{escape(name[:22])} {_said(values[-1], percent)}</text>'
        )
    return f'<svg viewBox="0 0 {shape.wide} {shape.tall}" role="img">{"".join(parts)}</svg>'


def _text(x: float, y: float, said: str, anchor: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="11" text-anchor="{anchor}">{escape(said)}</text>'
    )


def _upright(y: float, said: str) -> str:
    return (
        f'<text transform="translate(12 {y:.0f}) rotate(-90)" font-size="11" '
        f'text-anchor="middle">{escape(said)}</text>'
    )


def _scale(lines: Mapping[str, Sequence[float]], percent: bool) -> tuple[float, float]:
    """A round step of the upright axis, and its top."""
    if percent:
        return 0.25, 1.0
    highest = max([0.1, *(value for held in lines.values() for value in held)])
    step = _step(highest)
    return step, step * -(-highest // step)


def _step(highest: float) -> float:
    """A round step that divides so much into three to five.

    >>> _step(22.6), _step(0.9), _step(100)
    (5.0, 0.2, 20.0)
    """
    least = highest / 5
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in STEPS if step * power >= least)


def _said(value: float, percent: bool) -> str:
    return f"{value:.0%}" if percent else f"{value:.1f}".removesuffix(".0")


def _apart(wanted: Sequence[float], foot: float) -> list[float]:
    """Places for labels that lie on no other, in the order of what they name."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    found = list(wanted)
    lowest = -inf
    for place in order:
        found[place] = lowest = max(wanted[place], lowest + LEAST_APART)
    over = lowest - foot
    if over > 0:
        for back, place in enumerate(reversed(order)):
            found[place] = min(found[place], foot - back * LEAST_APART)
    return found


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
