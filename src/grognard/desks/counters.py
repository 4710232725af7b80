"""Counters of a system that has no papers of its own for them: what its pieces say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from grognard.desks.documents import Counter, Figure, Force, Shape

ORDERS: Final = {
    "disorder": "disorder", "disordered": "disorder", "disrupted": "disorder",
    "rout": "rout", "routed": "rout", "broken": "rout",
}  # fmt: skip
"""States in a word, as they are drawn."""

NOBODY: Final[Mapping[str, Any]] = {}


def figure(label: str, value: object) -> Figure:
    return Figure(label, str(value))


def plain_counters(view: Any, setting: Any) -> dict[str, Counter]:
    """A counter for every piece, with the name, side, arm and strength it may have."""
    roster = getattr(setting, "roster", NOBODY)
    return {
        unit: _plain(unit, piece, roster.get(unit, piece)) for unit, piece in view.pieces.items()
    }


def _plain(unit: str, piece: Any, printed: Any) -> Counter:
    places = getattr(piece, "hexes", ()) or (getattr(piece, "at", 0),)
    shape = getattr(piece, "shape", None) or Shape(tuple(filter(None, places)))
    state = getattr(piece, "state", "")
    left = getattr(piece, "strength", 0)
    return Counter(
        unit,
        getattr(printed, "name", unit),
        getattr(printed, "side", ""),
        arm=getattr(printed, "arm", "infantry"),
        nation=getattr(printed, "nation", ""),
        shape=shape,
        pips=left + getattr(piece, "lost", 0),
        left=left,
        state=state,
        order=ORDERS.get(state, ""),
        figures=(figure("strength", left),) if left else (),
    )


def no_forces(view: Any, setting: Any) -> tuple[Force, ...]:
    """No army has an order of battle with losses to count."""
    return ()
