"""Packs of measured tables: lengths in units with three decimals at most, points, outlines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.measured.polygons import Polygon, is_simple
from grognard.mechanics.packs.shapes import Entry, Listed, Notes, Scalar

LONGEST: Final = 200
"""No table is longer, in units."""


@dataclass(frozen=True)
class Measure(Scalar):
    """A length in units, kept in mils: 12, 12.5 or 12.345."""

    def take(self, text: str) -> int:
        if not re.fullmatch(r"\d{1,3}(\.\d{1,3})?", text):
            raise ValueError
        whole, _, part = text.partition(".")
        mils = int(whole) * MIL + int(part.ljust(3, "0"))
        if mils > LONGEST * MIL:
            raise ValueError
        return mils

    def wanted(self) -> str:
        return f"a length up to {LONGEST} with three decimals at most"

    def hint(self, text: str) -> str:
        return "as in 12.5"

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": 0, "maximum": LONGEST}


POINT: Final = Listed(Measure(), least=2, most=2)
"""East and north."""

POINTS: Final = Listed(POINT, least=2)
OUTLINE: Final = Listed(POINT, least=3)


def point_at(entry: Entry, notes: Notes, width: int, height: int) -> Point | None:
    """The point written here, if it is one of the table."""
    if len(entry.value) != 2:
        return None
    x, y = (each.value for each in entry.value)
    if x > width or y > height:
        text = f"{x / MIL:g}, {y / MIL:g} is off the table"
        notes.add(entry.spot, text, f"it runs from 0, 0 to {width / MIL:g}, {height / MIL:g}")
        return None
    return x, y


def points_at(entries: Iterable[Entry], notes: Notes, width: int, height: int) -> Polygon:
    """The points of a line that are of the table."""
    found = (point_at(each, notes, width, height) for each in entries)
    return tuple(point for point in found if point is not None)


def outline_at(entry: Entry, notes: Notes, width: int, height: int) -> Polygon:
    """The corners written here; an outline that crosses itself is noted."""
    corners = points_at(entry.value, notes, width, height)
    if len(corners) == len(entry.value) and not is_simple(corners):
        hint = "name the corners in order, each once"
        notes.add(entry.spot, "this outline crosses or touches itself", hint)
    return corners
