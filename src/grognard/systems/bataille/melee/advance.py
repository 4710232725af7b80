"""Entering the hex that was won: who, in what formation, and whether they must (P33.11, P33.14).

An advance is part of the melee's result, not movement: it costs nothing, draws no fire, and opens
no second melee (PR-90).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.kernel import (
    Action,
    Ask,
    Done,
    Flow,
    Goto,
    Options,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.kernel.errors import NOT_OFFERED
from grognard.mechanics.hexes import Hex, Side, name, side_towards
from grognard.systems.bataille.actions import Advance, Finish
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.events.melee import Advanced
from grognard.systems.bataille.movement import roadmarch
from grognard.systems.bataille.movement.march import formation_on, step_cost
from grognard.systems.bataille.movement.stacking import conflict, holds, others_in
from grognard.systems.bataille.pieces import Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table

# --- how a unit would stand in the hex it enters


@rule("P33.14", "PR-90")
def landing(table: Table, unit: UnitId, to: Hex) -> Piece | Reason:
    """The unit as it would stand after entering ``to``, or why it cannot.

    It keeps formation and facing where the ground allows; several hexes advance as a body, or
    else close up in the hex entered, facing the way they came.
    """
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    if piece.cohesion is Cohesion.ROUT:
        return Reason(f"{printed.name} is routed", "P30.7")
    ways = [(at, side_towards(at, to)) for at in piece.hexes]
    open_ways = [
        (at, side)
        for at, side in ways
        if side is not None and step_cost(table, printed, piece, at, side)
    ]
    if not open_ways:
        return Reason(f"{name(to)} is closed to {printed.name}", "P32.9")
    for at, side in open_ways:
        body = _as_it_stands(table, piece, at, side)
        if body is not None:
            return body
    return _closed_up(table, piece, to, open_ways[0][1])


def _as_it_stands(table: Table, piece: Piece, at: Hex, side: Side) -> Piece | None:
    """The unit one step further in its present shape, where that is legal."""
    to = table.setting.ground.around[at][side]
    if piece.formation is Formation.ROAD:
        return _along_road(table, piece, to, side)
    if piece.formation is Formation.COMPANIES:
        return _file_by_file(table, piece, to, side)
    if len(piece.hexes) == 1:
        formation = formation_on(table, piece, to)
        if isinstance(formation, Reason):
            return None
        return msgspec.structs.replace(piece, hexes=(to,), formation=formation)
    hexes = tuple(table.setting.ground.around[here][side] for here in piece.hexes)
    body = msgspec.structs.replace(piece, hexes=hexes)
    if any(_bars(table, piece, here, side, to) for here in piece.hexes):
        return None
    return body if _room_for(table, (body,)) is None else None


def _along_road(table: Table, piece: Piece, to: Hex, side: Side) -> Piece | None:
    if roadmarch.may_go_on(table, table.printed(piece.id), piece, to) is not None:
        return None
    return msgspec.structs.replace(
        piece, hexes=roadmarch.advanced(table, piece, to), facing=side, main=0
    )


def _file_by_file(table: Table, piece: Piece, to: Hex, side: Side) -> Piece | None:
    """A column of companies behind its head, where the head can stand."""
    if isinstance(formation_on(table, piece, to), Reason):
        return None
    hexes = (to, *piece.hexes[:-1])
    body = msgspec.structs.replace(piece, hexes=hexes, facing=side, main=0)
    return body if _room_for(table, (body,)) is None else None


def _bars(table: Table, piece: Piece, here: Hex, side: Side, to: Hex) -> bool:
    """Is the way of one part of a body closed?"""
    there = table.setting.ground.around[here][side]
    if not there or not step_cost(table, table.printed(piece.id), piece, here, side):
        return True
    if there != to and table.has_enemy(there, table.side_of(piece.id)):
        return True
    return isinstance(formation_on(table, piece, there), Reason)


def _closed_up(table: Table, piece: Piece, to: Hex, side: Side) -> Piece:
    """Column, or general order where the ground imposes it, facing the way the unit moved."""
    column = Formation.GENERAL if table.setting.general_order[to] else Formation.COLUMN
    return msgspec.structs.replace(piece, hexes=(to,), facing=side, formation=column, main=0)


# --- who may go together


@rule("P33.14", "PR-90")
def advance_reason(table: Table, to: Hex, units: Sequence[UnitId]) -> Reason | None:
    """Why these units cannot enter the hex together."""
    landed = []
    for unit in units:
        piece = landing(table, unit, to)
        if isinstance(piece, Reason):
            return piece
        landed.append(piece)
    return _room_for(table, landed)


def _room_for(table: Table, landed: Sequence[Piece]) -> Reason | None:
    """Do these units fit, with the friends who stay where they stand, wherever they would be?"""
    moving = [piece.id for piece in landed]
    for at in sorted({at for piece in landed for at in piece.hexes}):
        coming = [piece for piece in landed if at in piece.hexes]
        staying = [friend for friend in others_in(table, moving[0], at) if friend.id not in moving]
        for index, piece in enumerate(coming):
            for other in [*coming[:index], *staying]:
                printed, foreign = table.printed(piece.id), table.printed(other.id)
                reason = conflict(printed, piece, foreign, other)
                if reason is not None:
                    return reason
        reason = holds(table, at, [*staying, *coming])
        if reason is not None:
            return reason
    return None


class AdvanceOptions(Options):
    """Who enters the hex: any of the units that fit there together; nobody, where it is free."""

    kinds = (Finish, Advance)

    def __init__(
        self, table: Table, units: tuple[UnitId, ...], to: Hex, *, mandatory: bool
    ) -> None:
        self.table, self.units, self.to, self.mandatory = table, units, to, mandatory

    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            must = Reason(f"at least one unit must enter {name(self.to)}", "P33.14")
            return (must,) if self.mandatory else ()
        if not isinstance(action, Advance):
            return (Reason(NOT_OFFERED),)
        if not action.units or list(action.units) != sorted(set(action.units)):
            return (Reason("name the units in order, each once", "P33.14"),)
        if any(unit not in self.units for unit in action.units):
            return (Reason("only units that took part may enter the hex", "PR-90"),)
        reason = advance_reason(self.table, self.to, action.units)
        return () if reason is None else (reason,)

    def __iter__(self) -> Iterator[Action]:
        if not self.mandatory:
            yield Finish()
        alone = [(unit,) for unit in self.units if self._fits((unit,))]
        together: tuple[UnitId, ...] = ()
        for (unit,) in alone:
            if self._fits((*together, unit)):
                together = (*together, unit)
        groups = {*alone, together} if len(together) > 1 else set(alone)
        for group in sorted(groups):
            yield Advance(group)

    def _fits(self, units: tuple[UnitId, ...]) -> bool:
        return advance_reason(self.table, self.to, units) is None


class AdvanceAfterMelee(Procedure, tag=True):
    """P33.14, PR-90: attackers enter the emptied hex. Result: the units that did."""

    units: tuple[UnitId, ...]
    to: Hex
    mandatory: bool

    @step("P33.11", "P33.14", "PR-90")
    def see_who_can(self, table: Table) -> Flow:
        self.units = tuple(
            unit
            for unit in sorted(self.units)
            if unit in table.pieces
            and self.to not in table.pieces[unit].hexes
            and advance_reason(table, self.to, (unit,)) is None
        )
        if not self.units or table.stack(self.to):
            return Done(())
        return None if len(self.units) > 1 or not self.mandatory else Goto("enter_alone")

    @step("P33.11", "P33.14", "PR-90")
    def ask(self, table: Table) -> Flow:
        side = table.side_of(self.units[0])
        options = AdvanceOptions(table, self.units, self.to, mandatory=self.mandatory)
        return Ask(side, options, "advance-after-melee")

    @step("P33.14", "PR-90")
    def enter(self, table: Table, order: Action) -> Flow:
        return Done(self._go(table, order.units) if isinstance(order, Advance) else ())

    @step("P33.14", "PR-90")
    def enter_alone(self, table: Table) -> Flow:
        return Done(self._go(table, self.units))

    def _go(self, table: Table, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        landed = [landing(table, unit, self.to) for unit in units]
        for piece in landed:
            if isinstance(piece, Piece):
                table.record(Advanced(piece.id, piece.hexes, piece.facing, piece.formation))
                clear_way(table, piece.id, captures=False)
        return units
