"""Laws that hold at every state, whatever the rules have done. A broken one is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Footprint
from grognard.systems.empire.table import Table


@rule("EG.4", "EG.5")
def broken_laws(table: Table) -> Iterator[str]:
    """What is wrong with a table, in words."""
    for unit, piece in table.pieces.items():
        card = table.printed(unit)
        corners = table.corners(unit)
        if not table.setting.terrain.on_table(corners):
            yield f"{unit} is off the table"
        if piece.size != table.size(piece):
            yield f"{unit} covers the ground of another formation"
        if not piece.building and piece.at != table.setting.place(
            Footprint(piece.pose, piece.size).centre
        ):
            yield f"{unit} is shown where it is not"
        if not 0 <= piece.halves < 2 * card.cohesion:
            yield f"{unit} has lost {piece.halves} halves of {card.cohesion} and is on the table"
        if unit in table.removed:
            yield f"{unit} is on the table and removed"
        for other in table.upon(corners):
            if other > unit:
                yield f"{unit} stands in {other}"
    for officer, held in table.officers.items():
        if held.points < 0:
            yield f"{officer} has spent more points than he had"
        if held.attached and held.attached not in table.pieces:
            yield f"{officer} is with {held.attached}, who is not on the table"
