"""What a player looks for and may not do now: marches, formations, fire and assault, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from grognard.desks import documents
from grognard.desks.documents import Refused
from grognard.kernel import Action, Ask, State, why_not
from grognard.mechanics.hexes import SIDES, Hex, distance
from grognard.systems.bataille.actions import Assault, Enter, Firer, Form, March, Shoot
from grognard.systems.bataille.command.leader_actions import LeadTo
from grognard.systems.bataille.desk.counters import formations_of
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.pieces import FACES_VERTEX, Arm, Formation, Piece
from grognard.systems.bataille.table import Table

GENERAL = Formation.GENERAL


def refused(adviser: Any, state: State, unit: str) -> Iterator[Refused]:
    """What is not offered to a unit that the side would ask for in this segment."""
    ask, table = state.pending, state.table
    if not isinstance(ask, Ask) or unit not in table.pieces or ask.purpose not in adviser.on_map:
        return
    offered = [*adviser.orders(state, unit)]
    for key, at, order in _wanted(table, table.pieces[unit], ask.purpose, offered):
        reasons = tuple(why_not(state, order))
        if reasons:
            why = documents.Reason(reasons[0].text, table.cites(reasons[0].clause))
            yield Refused(key, at, why)


def meant(adviser: Any, state: State, unit: str, at: Hex) -> Iterator[Action]:
    """What a player may mean who points at a hex with a unit or a leader in hand."""
    ask, table = state.pending, state.table
    piece = table.pieces.get(unit)
    if not isinstance(ask, Ask) or not table.setting.ground.on_map(at):
        return
    if piece is None:
        if unit in table.leaders and LeadTo in ask.options.kinds:
            yield LeadTo(unit, at)
        offered = (each for each in adviser.orders(state, unit) if isinstance(each, Enter))
        yield from (replace(entry, at=at) for entry in islice(offered, 1))
        return
    if Shoot in ask.options.kinds:
        yield from (Shoot(at, (Firer(unit, here),)) for here in piece.hexes)
    if Assault in ask.options.kinds:
        yield Assault(at, (unit,))
    if Charge in ask.options.kinds:
        yield Charge((unit,))


def _wanted(
    table: Table, piece: Piece, purpose: str, offered: list[Action]
) -> Iterator[tuple[str, Hex, Action]]:
    arm = table.printed(piece.id).arm
    foe = _nearest_foe(table, piece)
    if purpose == "movement":
        if not any(isinstance(each, March) and _goes(each) for each in offered):
            yield "", 0, March(piece.id, (SIDES[piece.facing % 6],))
        forms = {each.formation for each in offered if isinstance(each, Form)}
        for formation in map(Formation, formations_of(table.setting, arm)):
            if formation not in (GENERAL, piece.formation, *forms):
                facing = 0 if formation in FACES_VERTEX else piece.facing % 6
                yield formation.value, 0, Form(piece.id, formation, facing, (piece.at,))
    if not any(isinstance(each, Shoot) for each in offered):
        yield "fire", foe, Shoot(foe or piece.at, (Firer(piece.id, piece.at),))
    if arm is not Arm.ARTILLERY and not any(isinstance(each, Assault) for each in offered):
        yield "advance", foe, Assault(foe or piece.at, (piece.id,))


def _goes(order: March) -> bool:
    return any(word in SIDES for word in order.path)


def _nearest_foe(table: Table, piece: Piece) -> Hex:
    side = table.side_of(piece.id)
    foes = (
        at
        for unit, other in table.pieces.items()
        if table.side_of(unit) != side
        for at in other.hexes
    )
    return min(foes, key=lambda at: (distance(piece.at, at), at), default=0)
