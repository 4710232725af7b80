"""How the units of La Bataille are written on the map of the text table.

A unit has an arrow for its facing (double for those who face a corner), a letter for its
formation, ``!`` when it is disordered, ``!!`` when it is routed.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from grognard.desks.field import Field, short
from grognard.systems.bataille.pieces import FACES_VERTEX, Cohesion, Formation, Piece

SIDE_ARROWS: Final = "↑↗↘↓↙↖"
VERTEX_ARROWS: Final = "⇗⇒⇘⇙⇐⇖"
BROKEN: Final = {Cohesion.GOOD: "", Cohesion.DISORDER: "!", Cohesion.ROUT: "!!"}
FORMATIONS: Final = {
    Formation.COLUMN: "c",
    Formation.LINE: "l",
    Formation.SQUARE: "q",
    Formation.GENERAL: "g",
    Formation.SKIRMISH: "s",
    Formation.ROAD: "r",
    Formation.COMPANIES: "k",
    Formation.LIMBERED: "m",
    Formation.UNLIMBERED: "u",
}
"""One letter for each formation."""


class BatailleField(Field):
    """Writes facing, formation and order of a unit."""

    legend: ClassVar[str] = (
        "↗ faces a side, ⇒ a corner; c column, l line, q square, g general order, s skirmish, "
        "r road march, k companies, m limbered, u unlimbered; ! disordered, !! routed; "
        + Field.legend
    )

    def unit(self, view: Any, unit: str) -> str:
        piece: Piece = view.pieces[unit]
        arrows = VERTEX_ARROWS if piece.formation in FACES_VERTEX else SIDE_ARROWS
        return f"{short(unit)}{arrows[piece.facing]}{FORMATIONS[piece.formation]}{BROKEN[piece.cohesion]}"

    def is_broken(self, view: Any, unit: str) -> bool:
        piece: Piece = view.pieces[unit]
        return piece.cohesion is not Cohesion.GOOD
