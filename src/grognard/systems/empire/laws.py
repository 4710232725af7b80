"""Laws that hold at every state, whatever the rules have done. A broken one is a fault of ours."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import State
from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Footprint
from grognard.systems.empire.movement.carrying import MoveAlong
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table


@rule("EG.4", "EG.5", "E30.7")
def broken_laws(state: State) -> Iterator[str]:
    """What is wrong with a state, in words."""
    table: Table = state.table
    passing = units_under_way(state)
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
            among_friends = table.side_of(other) == table.side_of(unit)
            if other > unit and not (among_friends and passing.intersection((unit, other))):
                yield f"{unit} stands in {other}"
    for officer, held in table.officers.items():
        if held.points < 0:
            yield f"{officer} has spent more points than he had"
        if held.attached and held.attached not in table.pieces:
            yield f"{officer} is with {held.attached}, who is not on the table"


@rule("E30.7", "E42.9")
def units_under_way(state: State) -> frozenset[UnitId]:
    """Who is in the midst of a move: there he may be upon a friend whom he passes, and be reacted to."""
    return frozenset(
        unit
        for frame in state.stack
        if isinstance(frame.procedure, MoveAlong)
        for unit in frame.procedure.units
    )
