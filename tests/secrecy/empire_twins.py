"""Pairs of battles of Bataille Empire that differ only in what one side may not know.

A twin has the same table, clock and frames, but the enemy's hidden units stand elsewhere in cover of
sight, otherwise formed, faced and weakened, and chiefs have bid otherwise for the initiative.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel import Ask, Frame, State, unanswered
from grognard.kernel.chance import Stream
from grognard.kernel.codec import builtins, encode, view_document
from grognard.kernel.views import question
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.polygons import holds
from grognard.systems.empire.codec import table_document
from grognard.systems.empire.command.strategic import StrategicCommand
from grognard.systems.empire.hiding import SEEN
from grognard.systems.empire.kinds import Arm, Formation
from grognard.systems.empire.movement.carrying import MoveAlong
from grognard.systems.empire.pieces import Piece
from grognard.systems.empire.system import SYSTEM
from grognard.systems.empire.table import Table, box_of

replace = msgspec.structs.replace
TRIES = 60


def twin(state: State, side: str, seed: int) -> State:
    """The same for ``side``; what its enemy hides is other."""
    stream, table = Stream(seed), state.table.draft()
    enemy = table.setting.enemy(side)
    named = str(state.stack)
    for unit in table.units_of(enemy):
        piece = table.pieces[unit]
        if piece.hidden and f"'{unit}'" not in named:
            _place(table, piece, stream)
    if isinstance(state.pending, Ask) and state.pending.side == side:
        return replace(unanswered(table, state.stack), happened=state.happened)
    return State(table, state.stack, state.pending, state.happened)


def _place(table: Table, piece: Piece, stream: Stream) -> None:
    """Somewhere else in cover of sight, where there is room and no enemy is near."""
    halves = stream.randrange(2 * table.printed(piece.id).cohesion - 1)
    table.alter(piece.id, halves=halves, disordered=bool(stream.randrange(2)))
    covers = [patch.corners for patch in table.setting.patches if patch.hides]
    for _ in range(TRIES):
        corners = covers[stream.randrange(len(covers))]
        west, south, east, north = box_of(corners)
        point = west + stream.randrange(east - west), south + stream.randrange(north - south)
        if holds(corners, point) and _stands(table, piece, point, stream):
            return


def _stands(table: Table, piece: Piece, point: Any, stream: Stream) -> bool:
    there = table.draft()
    formation = piece.formation
    if table.arm(piece.id) is Arm.INFANTRY and formation is not Formation.SKIRMISH:
        formation = (Formation.LINE, Formation.COLUMN)[stream.randrange(2)]
    pose = Pose(point[0], point[1], stream.randrange(360))
    there.alter(piece.id, pose=pose, formation=formation, building="")
    shape, side = there.corners(piece.id), there.side_of(piece.id)
    near = any(there.side_of(each) != side for each in there.within(shape, SEEN))
    if near or not there.has_room(shape, (piece.id,)):
        return False
    table.alter(piece.id, pose=pose, formation=formation, building="")
    return True


# --- frames that remember something else


def otherwise(state: State, side: str, stream: Stream) -> State:
    """The same state, with frames that remember something else which ``side`` may not know."""
    stack = tuple(
        Frame(_other(frame.procedure, state.table, side, stream), frame.step)
        for frame in state.stack
    )
    return replace(state, stack=stack)


def _other(procedure: Any, table: Table, side: str, stream: Stream) -> Any:
    masked = getattr(procedure, "masked", None)
    if masked is None or masked(table, side) == procedure:
        return procedure
    if isinstance(procedure, MoveAlong):
        come = procedure.stages[: procedure.at + 1]
        return replace(procedure, stages=come + come[-1:], shots=(), path=procedure.path[:-1])
    if isinstance(procedure, StrategicCommand):
        own = [each == side for each in table.setting.sides]
        bids = [
            bid if mine else stream.randrange(3)
            for bid, mine in zip(procedure.bids, own, strict=False)
        ]
        return replace(procedure, bids=tuple(bids))
    return procedure


# --- what a side is shown


def shown(state: State, side: str) -> bytes:
    """Everything that is sent to a side: its view with its options, and the news."""
    return encode(view_document(SYSTEM.rules.view(state, side)))


def is_same_battle(state: State, other: State, side: str) -> bool:
    """Has the same happened to both, as far as the side can see? Then both look the same."""
    tables = [builtins(table_document(each.table)) for each in (state, other)]
    for each, document in zip((state, other), tables, strict=True):
        for unit, piece in each.table.pieces.items():
            if piece.hidden and each.table.side_of(unit) != side:
                document["pieces"][unit] = None
    return tables[0] == tables[1] and question(state.pending) == question(other.pending)
