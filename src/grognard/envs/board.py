"""The table as an agent can lay hands on it: planes of the map, and a row for every unit.

``planes`` are maps of one figure each, by the names in ``PLANES``: the strength of one's own and of the
enemy in a place, places that decide the battle, cover, height. A hex is a cell by its column and row; a
measured table is cut into ``CELLS`` by ``CELLS``.

``units`` has a row for every unit of the scenario in the order of its roster, by the names in ``TOKEN``
and then the formation as one of ``FORMATIONS``: whether it is on the map and known, whether it is
one's own, where it stands, which way it faces, what it has left and has lost, whether it is out of order.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from grognard.desks.reporting import Sketch
from grognard.envs.features import Figures, strength_left, strength_of_unit
from grognard.envs.ground import Field
from grognard.mechanics.places import Place, is_point, point_of

PLANES: Final = ("own", "enemy", "aim", "cover", "level")
TOKEN: Final = ("there", "own", "x", "y", "facing_x", "facing_y", "left", "lost", "shaken")
FORMATIONS: Final = 12
ROW: Final = len(TOKEN) + FORMATIONS

CELLS: Final = 32
WHOLE: Final = 20
"""Strengths are told in parts of this."""

SIXTH: Final = math.pi / 3


class Board:
    """Where places lie in the planes of one battle, with what never changes drawn already."""

    def __init__(self, setting: Any, sketch: Sketch | None, field: Field) -> None:
        self.roster = tuple(setting.roster)
        self.extent = sketch.extent if sketch is not None else (0, 0)
        hexes = [at for at in (sketch.terrain if sketch is not None else ()) if not is_point(at)]
        self._first = (
            min((at // 100 for at in hexes), default=0),
            min((at % 100 for at in hexes), default=0),
        )
        width = max((at // 100 for at in hexes), default=0) - self._first[0] + 1
        height = max((at % 100 for at in hexes), default=0) - self._first[1] + 1
        self.size = (CELLS, CELLS) if any(self.extent) else (height, width)
        self._still = np.zeros((len(PLANES), *self.size), np.float32)
        levels = sketch.level if sketch is not None else {}
        top = max(levels.values(), default=0) or 1
        for plane, marked in (("aim", field.aims), ("cover", field.cover)):
            for at in marked:
                self._mark(self._still, plane, at, 1.0)
        for at, level in levels.items():
            self._mark(self._still, "level", at, level / top)

    @property
    def shape(self) -> tuple[int, int, int]:
        return (len(PLANES), *self.size)

    def planes(self, view: Any) -> Figures:
        """The maps, as the side of this view knows them."""
        found: Figures = self._still.copy()
        for plane, printed in (("own", view.own), ("enemy", view.enemy)):
            for unit, held in printed.items():
                piece = view.pieces.get(unit)
                if piece is not None:
                    self._mark(found, plane, piece.at, max(1, strength_left(held, piece)) / WHOLE)
        return np.clip(found, -1, 1)

    def units(self, view: Any) -> Figures:
        """A row for every unit; of those off the map or unknown nothing but noughts."""
        found: Figures = np.zeros((len(self.roster), ROW), np.float32)
        for place, unit in enumerate(self.roster):
            piece = view.pieces.get(unit)
            if piece is not None:
                own = unit in view.own
                held = (view.own if own else view.enemy).get(unit)
                found[place] = self._token(piece, held, own)
        return np.clip(found, -1, 1)

    def _token(self, piece: Any, printed: Any, own: bool) -> list[float]:
        row, column = self._cell(piece.at)
        angle = facing_of(piece)
        whole, left = strength_of_unit(printed), strength_left(printed, piece)
        figures = [
            1.0, float(own), column / max(1, self.size[1] - 1), row / max(1, self.size[0] - 1),
            math.sin(angle) if angle is not None else 0.0,
            math.cos(angle) if angle is not None else 0.0,
            left / WHOLE, (whole - left) / whole if whole else 0.0,
            float(getattr(piece, "is_shaken", False)),
        ]  # fmt: skip
        formation = [0.0] * FORMATIONS
        held = getattr(piece, "formation", None)
        if held is not None:
            kinds: list[Any] = list(type(held).__members__.values())
            formation[min(kinds.index(held), FORMATIONS - 1)] = 1.0
        return [*figures, *formation]

    def _mark(self, planes: Figures, plane: str, at: Place, amount: float) -> None:
        row, column = self._cell(at)
        if 0 <= row < self.size[0] and 0 <= column < self.size[1]:
            planes[PLANES.index(plane), row, column] += amount

    def _cell(self, at: Place) -> tuple[int, int]:
        if not is_point(at):
            return at % 100 - self._first[1], at // 100 - self._first[0]
        x, y = point_of(at)
        wide, high = (max(1, each) for each in self.extent)
        return min(CELLS - 1, y * CELLS // high), min(CELLS - 1, x * CELLS // wide)


def facing_of(piece: Any) -> float | None:
    """Which way a unit looks, clockwise from north; None where it looks all ways."""
    facing = getattr(piece, "facing", None)
    if isinstance(facing, int) and facing >= 0:
        return SIXTH * (facing + (0.5 if getattr(piece, "faces_vertex", False) else 0.0))
    degrees = getattr(getattr(piece, "pose", None), "facing", None)
    return None if degrees is None else math.radians(degrees)
