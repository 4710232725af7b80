"""The drawing of a report that no library knows: the map with everybody on it. Plain SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import cos, pi, sin, sqrt
from typing import Final

from grognard.desks.documents import Area
from grognard.desks.reporting import Sketch, Stand
from grognard.mechanics.places import MIL, is_point, point_of

SIDE: Final = 10.0
"""A hexside, in the units of the drawing."""

TALL: Final = SIDE * sqrt(3)
LEVELS: Final = ("#DDDCB6", "#E8E2C3", "#EFE6CC", "#F4EBD6", "#F9F3E5")
TERRAIN: Final = {
    "woods": "#96A470", "forest": "#96A470", "village": "#C06A4C", "town": "#C06A4C",
    "hamlet": "#C98F73", "garden": "#B7C48A", "orchard": "#A9BC7D", "marsh": "#9DB0A0",
    "stream": "#5E86A6", "lake": "#5E86A6", "pond": "#5E86A6", "water": "#5E86A6",
}  # fmt: skip
ROAD: Final = "#8A6A3C"
INK: Final = "#2A1D0F"
SIDES: Final = (
    ("#CAD9EC", "#1E3F7A", ""),
    ("#4A2020", "#7A1F1F", "6 3"),
    ("#DFE6D2", "#2C6B3F", "2 3"),
    ("#33473A", "#54422C", "9 2 2 2"),
)
"""For each place among the sides: the plate, the line, and how the line is broken."""


def centre(at: int) -> tuple[float, float]:
    """The middle of a hex, of which even columns lie half a hex lower; or a point of a table."""
    if is_point(at):
        x, y = point_of(at)
        return SIDE * x / MIL, SIDE * y / MIL
    column, row = divmod(at, 100)
    low = 0.0 if column % 2 else 0.5
    return SIDE * (1 + 1.5 * (column - 1)), TALL * (row - 0.5 + low)


def _hexagons(hexes: Iterable[int]) -> str:
    """One path for many hexes."""
    w, h = f"{SIDE / 2:g}", f"{TALL / 2:.2f}"
    shape = f"l{w} -{h}h{SIDE:g}l{w} {h}l-{w} {h}h-{SIDE:g}z"
    return "".join(f"M{x - SIDE:.1f} {y:.1f}{shape}" for x, y in map(centre, hexes))


def size(ground: Sketch) -> tuple[float, float]:
    if ground.extent[0]:
        return SIDE * ground.extent[0] / MIL, SIDE * ground.extent[1] / MIL
    return SIDE * (1.5 * ground.columns + 0.5), TALL * (ground.rows + 0.5)


def ground_drawing(ground: Sketch, name: str) -> str:
    """The map, drawn once; pictures refer to it by name."""
    parts = []
    for level in sorted(set(ground.level.values())):
        hexes = [at for at, height in ground.level.items() if height == level]
        colour = LEVELS[min(max(level, 0), len(LEVELS) - 1)]
        parts.append(f'<path d="{_hexagons(hexes)}" fill="{colour}"/>')
    for terrain, colour in TERRAIN.items():
        hexes = [at for at, kind in ground.terrain.items() if kind == terrain]
        if hexes:
            parts.append(f'<path d="{_hexagons(hexes)}" fill="{colour}" opacity=".75"/>')
    parts += [_area(area) for area in ground.areas]
    roads = "".join(_polyline(road) for road in ground.roads)
    parts.append(f'<path d="{roads}" fill="none" stroke="{ROAD}" stroke-width="2.2"/>')
    grid = _hexagons(ground.terrain)
    parts.append(f'<path d="{grid}" fill="none" stroke="{INK}" stroke-width=".25" opacity=".4"/>')
    parts += [_place(place, hexes) for place, hexes in ground.places.items() if hexes]
    wide, tall = size(ground)
    return (
        f'<svg class="unseen" aria-hidden="true"><symbol id="{name}" '
        f'viewBox="0 0 {wide:.0f} {tall:.0f}">{"".join(parts)}</symbol></svg>'
    )


def _area(area: Area) -> str:
    """A stretch of a measured table, by its terrain or its height."""
    level = LEVELS[min(area.level, len(LEVELS) - 1)]
    colour = TERRAIN.get(area.terrain, level)
    return f'<path d="{_polyline(area.corners)}z" fill="{colour}" opacity=".75"/>'


def _polyline(hexes: Sequence[int]) -> str:
    points = [f"{x:.1f} {y:.1f}" for x, y in map(centre, hexes)]
    return f"M{points[0]}" + "".join(f"L{point}" for point in points[1:]) if points else ""


def _place(name: str, hexes: Sequence[int]) -> str:
    x, y = centre(hexes[0])
    return (
        f'<text x="{x:.1f}" y="{y - SIDE:.1f}" font-size="11" font-style="italic" fill="{INK}" '
        f'text-anchor="middle">{escape(name)}</text>'
    )


def picture(ground: Sketch, name: str, stands: Iterable[Stand], places: Mapping[str, int]) -> str:
    """Everybody on the map; ``places`` are those of the sides among the colours."""
    wide, tall = size(ground)
    marks = "".join(_mark(stand, places[stand.side]) for stand in stands)
    return (
        f'<svg viewBox="0 0 {wide:.0f} {tall:.0f}" role="img">'
        f'<use href="#{name}" width="{wide:.0f}" height="{tall:.0f}"/>{marks}</svg>'
    )


def _mark(stand: Stand, index: int) -> str:
    """A block for foot, a halved one for horse, a disc for guns; struck through when shaken."""
    points = [centre(at) for at in stand.places]
    x = sum(point[0] for point in points) / len(points)
    y = sum(point[1] for point in points) / len(points)
    plate, line, _ = SIDES[index % len(SIDES)]
    paint = f'fill="{plate}" stroke="{line}" stroke-width="1.6"'
    corner = 2.5 if index % 2 == 0 else 0
    if stand.kind == "artillery":
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5.5" {paint}/>'
    else:
        shape = (
            f'<rect x="{x - 7:.1f}" y="{y - 5:.1f}" width="14" height="10" rx="{corner}" {paint}/>'
        )
    if stand.kind == "cavalry":
        shape += f'<path d="M{x - 7:.1f} {y + 5:.1f}l14 -10" stroke="{line}" stroke-width="1.6"/>'
    if stand.shaken:
        shape += f'<path d="M{x - 8:.1f} {y - 7:.1f}l16 14" stroke="#9B1C1C" stroke-width="2"/>'
    shape += _front(stand, x, y, line)
    return f"<g><title>{escape(stand.name)}</title>{shape}</g>"


def _front(stand: Stand, x: float, y: float, line: str) -> str:
    """A tick towards the hexside that is faced."""
    if stand.facing < 0 or len(stand.places) > 1:
        return ""
    angle = pi * (stand.facing / 3 - 0.5)
    return (
        f'<path d="M{x + 5 * cos(angle):.1f} {y + 5 * sin(angle):.1f}'
        f'l{5 * cos(angle):.1f} {5 * sin(angle):.1f}" stroke="{line}" stroke-width="2.4"/>'
    )
