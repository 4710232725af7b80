"""Cavalry upon a square: it fights that square, and once beaten off it may not stay (P18.11, PR-93)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from grognard.kernel import Action, Ask, Call, Done, Flow, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, name, parse_hex, side_towards
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.events.melee import LeftSquare
from grognard.systems.bataille.morale.retreat import Surrender
from grognard.systems.bataille.movement.march import formation_on, step_cost
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.pieces import Formation, Piece, UnitId
from grognard.systems.bataille.table import Table


def may_stay(table: Table) -> bool:
    return table.setting.options.get("carre_after_exchange") == "stay"


@rule("P18.11")
def upon_enemy(table: Table, unit: UnitId) -> Hex:
    """The hex that a unit shares with an enemy square, or 0."""
    piece, side = table.pieces[unit], table.side_of(unit)
    return next((at for at in piece.hexes if table.has_enemy(at, side)), 0)


def is_square(table: Table, at: Hex) -> bool:
    """Does a square still stand there? A regiment that has to break down leaves it."""
    return any(table.pieces[unit].formation is Formation.SQUARE for unit in table.stack(at))


def riders_upon(table: Table, side: str) -> Iterator[tuple[UnitId, Hex]]:
    """The units of a side that stand upon enemy squares, each with the hex."""
    if not table.held[0] & table.held[1]:
        return  # in no hex do both sides stand
    for unit in table.units_of(side):
        at = upon_enemy(table, unit)
        if at:
            yield unit, at


@rule("P16.59", "P18.11", "PR-93")
def ways_off(table: Table, unit: UnitId) -> dict[Hex, Piece]:
    """Adjacent hexes open to cavalry that must leave a square's hex, and how it would stand."""
    around = table.setting.ground.around[table.pieces[unit].at]
    found = {at: way_off(table, unit, at) for at in sorted(filter(None, around))}
    return {at: piece for at, piece in found.items() if isinstance(piece, Piece)}


@rule("P16.59", "P18.11", "PR-93")
def way_off(table: Table, unit: UnitId, to: Hex) -> Piece | Reason:
    """How cavalry that leaves a square's hex would stand in another, or why it cannot."""
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    side = side_towards(piece.at, to)
    if side is None or not step_cost(table, printed, piece, piece.at, side):
        return Reason(f"no way leads off the square to {name(to)}", "PR-93")
    if table.has_enemy(to, printed.side):
        return Reason(f"the enemy stands in {name(to)}", "PR-93")
    formation = formation_on(table, piece, to)
    if isinstance(formation, Reason):
        return formation
    after = msgspec.structs.replace(piece, hexes=(to,), formation=formation)
    return may_end(table, after) or after


class LeaveSquare(Procedure, tag=True):
    """PR-93: cavalry that fought a square without a decision rides off it, or surrenders."""

    unit: UnitId

    @step("P16.59", "PR-93")
    def look_for_a_way(self, table: Table) -> Flow:
        if not ways_off(table, self.unit):
            return Call(Surrender(self.unit, "melee"), then="over")
        return None

    @step("P16.59", "PR-93")
    def ask(self, table: Table) -> Flow:
        ways = [Pick(name(at)) for at in ways_off(table, self.unit)]
        options = Judged(partial(self._against, table), ways, Pick, sifted=True)
        return Ask(table.side_of(self.unit), options, "leave-square")

    @step("P16.59", "PR-93")
    def ride_off(self, table: Table, choice: Action) -> Flow:
        assert isinstance(choice, Pick)
        piece = ways_off(table, self.unit)[parse_hex(choice.choice)]
        table.record(LeftSquare(self.unit, piece.hexes, piece.facing, piece.formation))
        clear_way(table, self.unit, captures=False)
        return None

    def _against(self, table: Table, order: Pick) -> Reason | None:
        if not order.choice.isdecimal():
            return Reason("pick the hex to which it rides off", "PR-93")
        found = way_off(table, self.unit, parse_hex(order.choice))
        return found if isinstance(found, Reason) else None

    @step("P16.59")
    def over(self, table: Table) -> Flow:
        return Done()
