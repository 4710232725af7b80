"""Where a situation starts: the battle, a stage, a segment, or any one procedure by name."""

from __future__ import annotations

from grognard.desks.starting import procedures, side_named, with_fields
from grognard.kernel import Procedure
from grognard.systems.nlc.events import SegmentBegan
from grognard.systems.nlc.morale import Occasion
from grognard.systems.nlc.sequence import Battle, Stage
from grognard.systems.nlc.table import Table

ROOMS = ("grognard.systems.nlc",)

SEGMENTS = {
    "bombardment": "BombardmentSegment",
    "charge": "ChargeSegment",
    "movement": "MovementSegment",
    "assault": "AssaultSegment",
}
"""Segments by name; each takes the side that acts in it."""


def begin_at(text: str, table: Table) -> Procedure:
    """``battle``, ``stage french I``, ``segment assault french I``, ``Rally``, ``Retreat side=french``."""
    first, *rest = text.split()
    if first == "battle":
        table.turn -= 1
        return Battle()
    if first == "stage" and len(rest) > 1:
        return Stage(side_named(rest[0], table.setting.sides), tuple(_known(table, rest[1:])))
    if first == "segment" and len(rest) > 1 and rest[0] in SEGMENTS:
        side = side_named(rest[1], table.setting.sides)
        _activate(table, side, rest[2:])
        SegmentBegan(rest[0]).change(table)
        return with_fields(procedures(*ROOMS)[SEGMENTS[rest[0]]], [f"side={side}"], {})
    kind = procedures(*ROOMS).get(first)
    if kind is None:
        segments = ", ".join(SEGMENTS)
        raise ValueError(
            f"cannot start at {text!r}; start a battle, a stage SIDE FORMATION, a segment NAME SIDE "
            f"({segments}), or a procedure with field=value"
        )
    return with_fields(kind, rest, {Occasion: _occasion})


def _known(table: Table, formations: list[str]) -> list[str]:
    for name in formations:
        if name not in table.setting.formations:
            raise ValueError(f"there is no formation {name!r}")
    return formations


def _activate(table: Table, side: str, formations: list[str]) -> None:
    """The formations named act, or all of the side."""
    named = _known(table, formations) or list(table.setting.formations)
    active = tuple(force.id for force in table.forces_of(side) if force.formation in named)
    table.active, table.side = active, side
    table.touched()


def _occasion(word: str) -> dict[str, object]:
    """``assault,attacking,flanked``: an occasion of a morale test."""
    kind, *flags = word.split(",")
    return {"kind": kind, **dict.fromkeys(flags, True)}
