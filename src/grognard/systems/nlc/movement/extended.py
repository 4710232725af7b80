"""Extended lines (N20.2.3): a brigade on a hexside fills both hexes at half its strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from grognard.kernel import MalformedAction, Reason, rule
from grognard.mechanics.commands import read_hex
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.actions import Command
from grognard.systems.nlc.kinds import Arm, Mover
from grognard.systems.nlc.movement import pace
from grognard.systems.nlc.movement.stacking import room
from grognard.systems.nlc.movement.zones import bar_to_leaving, bar_to_zone
from grognard.systems.nlc.pieces import Piece
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import step_cost


class Extend(Command, frozen=True, order=True, tag="nlc-extend"):
    """Deploy or move a brigade in extended line: ``extend husson 0404 0405``."""

    unit: UnitId
    one: Hex
    other: Hex
    verb: ClassVar[str] = "extend"

    def words(self) -> list[str]:
        return [self.unit, name(self.one), name(self.other)]

    @classmethod
    def read(cls, words: list[str]) -> Extend:
        if len(words) != 3:
            raise MalformedAction("extend needs a unit and two hexes, as in: extend a 0404 0405")
        return cls(words[0], read_hex(words[1]), read_hex(words[2]))


class Contract(Command, frozen=True, order=True, tag="nlc-contract"):
    """Draw an extended line together in one of its hexes: ``contract husson 0404``."""

    unit: UnitId
    at: Hex
    verb: ClassVar[str] = "contract"

    def words(self) -> list[str]:
        return [self.unit, name(self.at)]

    @classmethod
    def read(cls, words: list[str]) -> Contract:
        if len(words) != 2:
            raise MalformedAction("contract needs a unit and a hex, as in: contract a 0404")
        return cls(words[0], read_hex(words[1]))


def offers(table: Table, side: SideId) -> Iterator[Command]:
    """Every deployment, step and contraction of extended lines that is open now."""
    for unit in table.units_of(side) if table.setting.on("extended_lines") else ():
        yield from of_unit(table, side, unit)


def of_unit(table: Table, side: SideId, unit: UnitId) -> Iterator[Command]:
    """What is open of this to one unit on the map."""
    return (action for action in _tried(table, unit) if not why_not(table, side, action))


def verbs_of(table: Table, side: SideId, unit: UnitId) -> Iterator[str]:
    """The verbs of what is open to one unit, found without looking at all of it."""
    tried = _tried(table, unit)
    for kind in (Contract, Extend):
        if any(isinstance(action, kind) and not why_not(table, side, action) for action in tried):
            yield kind.verb


def _tried(table: Table, unit: UnitId) -> list[Command]:
    if not table.setting.on("extended_lines") or table.arm(unit) is not Arm.INFANTRY:
        return []
    return _candidates(table, unit) if pace.bar_to_moving(table, unit) is None else []


def _candidates(table: Table, unit: UnitId) -> list[Command]:
    piece, around = table.pieces[unit], table.setting.ground.around
    if piece.also:
        first = [Contract(unit, at) for at in piece.hexes]
        steps = [
            Extend(unit, one, other)
            for one in (piece.at, *around[piece.at])
            for other in (piece.also, *around[piece.also])
            if one
            and other
            and one < other
            and other in around[one]
            and {one, other} != set(piece.hexes)
        ]
        return [*first, *sorted(set(steps))]
    return [Extend(unit, *sorted((piece.at, other))) for other in around[piece.at] if other]


@rule("N20.2.3.1", "N20.2.3.2", "N20.2.3.5")
def why_not(table: Table, side: SideId, action: Extend | Contract | Command) -> Sequence[Reason]:
    """The reasons against a deployment."""
    assert isinstance(action, Extend | Contract)
    unit = action.unit
    if not table.setting.on("extended_lines"):
        return (Reason("this table plays without extended lines", "N20.2.3.1"),)
    if unit not in table.pieces or table.side_of(unit) != side:
        return (Reason("it is not on the map among your units", "N20.2.3.1"),)
    barred = pace.bar_to_moving(table, unit)
    if barred is not None:
        return (barred,)
    if isinstance(action, Contract):
        return _why_not_contract(table, unit, action.at)
    least = table.setting.cards.figure("extended_strength")
    if table.arm(unit) is not Arm.INFANTRY or table.strength(unit) < least:
        return (Reason("only a brigade of two or more extends", "N20.2.3.1"),)
    cost = _cost(table, unit, action.one, action.other)
    if isinstance(cost, Reason):
        return (cost,)
    if cost > pace.left(table, unit):
        return (Reason("that costs more than it has left", "N20.2.3.2"),)
    return _why_not_there(table, unit, action)


def _why_not_contract(table: Table, unit: UnitId, at: Hex) -> Sequence[Reason]:
    piece = table.pieces[unit]
    if not piece.also or at not in piece.hexes:
        return (Reason("it is not in extended line there", "N20.2.3.2"),)
    if contract_cost(table, unit, at) > pace.left(table, unit):
        return (Reason("that costs more than it has left", "N20.2.3.2"),)
    return ()


def _why_not_there(table: Table, unit: UnitId, action: Extend) -> Sequence[Reason]:
    enemy = table.setting.enemy(table.side_of(unit))
    for at in (action.one, action.other):
        mates = [other for other in table.stack(at) if other != unit]
        if any(table.arm(other) is Arm.INFANTRY for other in mates) or len(mates) + 1 > room(
            table, at
        ):
            return (
                Reason("an extended line shares its hexes with no other infantry", "N20.2.3.5"),
            )
        fresh = at not in table.pieces[unit].hexes
        if fresh and table.in_zone(at, enemy):
            barred = bar_to_zone(table, unit, at)
            if barred is not None:
                return (barred,)
    for at in table.pieces[unit].hexes:
        if at not in (action.one, action.other):
            barred = bar_to_leaving(table, unit, at)
            if barred is not None:
                return (barred,)
    return _why_not_ordered(table, unit, action)


@rule("N12.1.4", "N12.2A.1", "N12.2E.2", "N12.2F.1")
def _why_not_ordered(table: Table, unit: UnitId, action: Extend) -> Sequence[Reason]:
    """A line keeps its orders and its leader's range like any unit: one of its hexes must do so."""
    from grognard.systems.nlc.movement.reach import walker

    own = walker(table, (unit,))
    bars = (own.bar_to_ending(at) or own.bar_to_leading(at) for at in (action.one, action.other))
    first = next(bars)
    return (first,) if first is not None and next(bars) is not None else ()


def _cost(table: Table, unit: UnitId, one: Hex, other: Hex) -> int | Reason:
    """The dearer of the two hexes entered, and the point for leaving a zone; its own hexes are free."""
    piece = table.pieces[unit]
    enemy = table.setting.enemy(table.side_of(unit))
    if other not in table.setting.ground.around[one]:
        return Reason("an extended line fills two neighbouring hexes", "N20.2.3.1")
    costs = [0]
    for at in (one, other):
        if at in piece.hexes:
            continue
        steps = [step_cost(table.setting, Mover.FOOT, own, at) for own in piece.hexes]
        if not any(steps) or table.has_unit(at, enemy):
            return Reason("it cannot get there in one step", "N20.2.3.2")
        costs.append(min(cost for cost in steps if cost))
    if len(costs) == 1:
        return Reason("it stands so already", "N20.2.3.2")
    left = [at for at in piece.hexes if at not in (one, other)]
    breaks_off = any(table.in_zone(at, enemy) for at in left)
    return max(costs) + (table.setting.cards.cost("leave_zone") if breaks_off else 0)


def extend_cost(table: Table, action: Extend) -> int:
    found = _cost(table, action.unit, action.one, action.other)
    return found if isinstance(found, int) else 0


def contract_cost(table: Table, unit: UnitId, at: Hex) -> int:
    piece = table.pieces[unit]
    own = piece.also if at == piece.at else piece.at
    return step_cost(table.setting, Mover.FOOT, own, at)


@rule("N20.2.3.3")
def hex_towards(table: Table, unit: UnitId, target: Hex) -> Hex:
    """The hex of a unit from which it touches another; of an extended line the half that does."""
    piece: Piece = table.pieces[unit]
    around = table.setting.ground.around[target]
    return next((at for at in piece.hexes if at in around), piece.at)


@rule("N20.2.3.4")
def extended_retreats(
    table: Table, unit: UnitId, open_hexes: dict[Hex, list[Hex]]
) -> list[tuple[Hex, Hex]]:
    """Pairs of hexes into which both halves of a line could go back side by side."""
    piece, around = table.pieces[unit], table.setting.ground.around
    return [
        (one, other)
        for one in open_hexes[piece.at]
        for other in open_hexes[piece.also]
        if other in around[one] and not table.stack(one) and not table.stack(other)
    ]
