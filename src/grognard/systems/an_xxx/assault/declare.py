"""Who may declare an assault on what (X16.2.1-X16.2.3): the judge, and the orders that he lets pass.

Infantry declares in its order in movement, or beforehand with the charges; then it is bound to roll
before it does anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.boards import disc_board
from grognard.mechanics.hexes import Hex, distance, name, side_towards
from grognard.systems.an_xxx.assault.structures import is_gate, structure_at, walled
from grognard.systems.an_xxx.events.assault import AssaultOver
from grognard.systems.an_xxx.marks import CLOSED, HALTED, JUST_CAME, PRONE, assaults
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.marks import HELD, STUNNED
from grognard.systems.bataille.movement import pace
from grognard.systems.bataille.movement.fields import field_of
from grognard.systems.bataille.movement.march import InHand, formation_on, step_cost, take_in_hand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import Pose
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import HexMask, Table

ABLE: Final = (Formation.COLUMN, Formation.LINE, Formation.GENERAL, Formation.SKIRMISH)
"""Formations in which infantry assaults."""

Hands = Callable[[UnitId], InHand | Reason]
"""The order that a unit has in hand, or would begin with; or why it can have none."""


# --- one unit


@rule("X16.2.1", "X12.13.8", "X16.3.2")
def may_assault(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit may not assault at all: only infantry does, formed, not routed, on its feet."""
    piece, printed = table.pieces[unit], table.printed(unit)
    if printed.arm is Arm.CAVALRY:
        return Reason(f"{printed.name} is cavalry: it charges and does not assault", "X16.2.1")
    if printed.arm is Arm.ARTILLERY:
        return Reason(f"{printed.name} are guns, which never assault", "X16.2.1")
    if piece.cohesion is Cohesion.ROUT:
        return Reason(f"{printed.name} is routed and never attacks", "X16.2.1")
    if piece.formation not in ABLE:
        return Reason(f"{printed.name} does not assault in this formation", "X16.2.1")
    if PRONE in piece.marks:
        return Reason(f"{printed.name} lies down", "X12.13.8")
    if HALTED in piece.marks or CLOSED in piece.marks:
        return Reason(f"{printed.name} has declared its assault", "X16.2.1")
    return pace.may_attack(printed, piece)


@rule("X16.2.1")
def may_go_for(table: Table, hand: InHand, target: Hex) -> Reason | None:
    """Why a unit, with the order it has in hand, may not assault a hex."""
    piece, printed = table.pieces[hand.unit], table.printed(hand.unit)
    if not table.has_enemy(target, printed.side):
        return Reason(f"there is no enemy in {name(target)}", "X16.2.1")
    far = too_far(table, piece, target)
    if far is not None:
        return far
    if JUST_CAME in piece.marks:
        return Reason(f"{printed.name} has only just arrived", "X16.2.1")
    if STUNNED in piece.marks and apart(piece, target) > 1:
        return Reason(f"{printed.name} is stunned and does not go nearer", "P46.2")
    if has_way(table, hand, target):
        return None
    structure = structure_at(table, target)
    if structure is not None and structure.gates:
        return walled(table, target)
    return Reason(
        f"{printed.name} cannot come before {name(target)} with the points it has left", "X16.2.1"
    )


@rule("X16.2.1")
def too_far(table: Table, piece: Piece, target: Hex) -> Reason | None:
    """Why nobody declares an assault from so far away."""
    away, furthest = apart(piece, target), table.setting.cards.row("limits", "declare_at")
    if away <= furthest:
        return None
    return Reason(
        f"{name(target)} is {away} hexes away: assaults are declared within {furthest}", "X16.2.1"
    )


def apart(piece: Piece, target: Hex) -> int:
    """How many hexes lie between a unit and a hex."""
    return min(distance(at, target) for at in piece.hexes)


# --- the way there


@rule("X16.2.1", "X16.6.6", "P32.9")
def touches(table: Table, piece: Piece, pose: Pose, target: Hex) -> bool:
    """Has a unit in a pose the hex before an open front side of one of its hexes?"""
    printed = table.printed(piece.id)
    stood = msgspec.structs.replace(piece, hexes=pose[0], facing=pose[1])
    if len(pose[0]) == 1:
        kept = formation_on(table, piece, pose[0][0])
        if isinstance(kept, Formation):
            stood = msgspec.structs.replace(stood, formation=kept)
    for index, at in enumerate(pose[0]):
        side = side_towards(at, target)
        if side is None or not orientation(printed, stood, index).front >> side & 1:
            continue
        if step_cost(table, printed, stood, at, side) and is_gate(table, at, target):
            return True
    return False


def stands_before(table: Table, unit: UnitId, target: Hex) -> bool:
    """Has it the hex before its front where it stands?"""
    piece = table.pieces[unit]
    return touches(table, piece, (piece.hexes, piece.facing), target)


@rule("X16.2.1")
def has_way(table: Table, hand: InHand, target: Hex) -> bool:
    """Can a unit come to stand before an enemy hex? Zones stop infantry, so only the last hex is in
    one."""
    if HELD in table.pieces[hand.unit].marks:  # how near every enemy is counts then, wherever
        return target in _has_ways(table, hand)[0]
    context = Marches(table, hand).context
    return target in table.kept("before", hand.unit, context, partial(_has_ways, table, hand))


def _has_ways(table: Table, hand: InHand) -> tuple[frozenset[Hex], HexMask]:
    """The enemy hexes within the limit before which a unit can come, all sought in one field, and
    the hexes on which that depends."""
    piece, furthest = table.pieces[hand.unit], table.setting.cards.row("limits", "declare_at")
    enemy, field = table.setting.enemy(table.side_of(piece.id)), field_of(table, hand)
    found = [
        target
        for target in table.held_near(piece.hexes, furthest, enemy)
        if stands_before(table, hand.unit, target)
        or any(touches(table, piece, pose, target) for pose in field.beside(target))
    ]
    far, mask = furthest + hand.left // HALVES + len(piece.hexes), 0
    for at in piece.hexes:
        mask |= disc_board(at, far)
    return frozenset(found), mask


# --- a stack


def infantry_in(table: Table, at: Hex, side: str) -> tuple[UnitId, ...]:
    """The infantry of a side in a hex, top first."""
    return tuple(
        unit
        for unit in table.stack(at)
        if table.side_of(unit) == side and table.printed(unit).arm is Arm.INFANTRY
    )


@rule("X16.2.1", "X16.2.3")
def against(table: Table, order: Assault, in_hand: Hands) -> Reason | None:
    """What speaks against the declaration of an assault by units of one stack."""
    if not order.units or list(order.units) != sorted(set(order.units)):
        return Reason("name the units in order, each once", "X16.2.1")
    hands = []
    for unit in order.units:
        hand = in_hand(unit)
        barred = hand if isinstance(hand, Reason) else may_assault(table, unit)
        if barred is not None:
            return barred
        assert isinstance(hand, InHand)
        hands.append(hand)
    if len({table.pieces[unit].at for unit in order.units}) > 1:
        return Reason("each stack declares its own assault", "X16.2.1")
    barred = _bound_elsewhere(table, order) or _from_below(table, order, in_hand)
    return barred or _out_of_reach(table, hands, order.target)


def _out_of_reach(table: Table, hands: Iterable[InHand], target: Hex) -> Reason | None:
    """Why not all of these, who may assault, may go for a hex."""
    barred = (may_go_for(table, hand, target) for hand in hands)
    return next(filter(None, barred), None)


@rule("X16.2.3")
def _bound_elsewhere(table: Table, order: Assault) -> Reason | None:
    """Those who declared beforehand keep to the hex they named."""
    for unit in order.units:
        named = assaults(table.pieces[unit].marks)
        if named is not None and named != order.target:
            return Reason(
                f"{table.printed(unit).name} is bound to assault {name(named)}", "X16.2.3"
            )
    return None


@rule("X16.2.1")
def _from_below(table: Table, order: Assault, in_hand: Hands) -> Reason | None:
    """A part of a stack is named from the top down."""
    first = order.units[0]
    free = list(_free(table, table.pieces[first].at, table.side_of(first), in_hand))
    if set(free[: len(order.units)]) == set(order.units):
        return None
    return Reason("of a stack the uppermost battalions assault", "X16.2.1")


def _free(table: Table, at: Hex, side: str, in_hand: Hands) -> dict[UnitId, InHand]:
    """The infantry of a side in a hex that may assault, top first, each with its order in hand."""
    hands = ((unit, in_hand(unit)) for unit in infantry_in(table, at, side))
    return {
        unit: hand
        for unit, hand in hands
        if isinstance(hand, InHand) and may_assault(table, unit) is None
    }


def orders_of(table: Table, unit: UnitId, in_hand: Hands) -> Iterator[Assault]:
    """The assaults of a stack whose uppermost battalion this is: by it alone, and by all."""
    piece, printed = table.pieces.get(unit), table.printed(unit)
    if piece is None or printed.arm is not Arm.INFANTRY or may_assault(table, unit) is not None:
        return
    furthest = table.setting.cards.row("limits", "declare_at")
    targets = table.held_near(piece.hexes, furthest, table.setting.enemy(printed.side))
    free = _free(table, piece.at, printed.side, in_hand) if targets else {}
    if next(iter(free), None) != unit:
        return
    parties: list[tuple[UnitId, ...]] = [(unit,)]
    if len(free) > 1 and all(table.pieces[other].at == piece.at for other in free):
        parties.append(tuple(sorted(free)))
    for target in targets:
        for units in parties:
            order, hands = Assault(target, units), map(free.__getitem__, units)
            if not (_bound_elsewhere(table, order) or _out_of_reach(table, hands, target)):
                yield order


# --- declared beforehand


@rule("X16.2.3")
def duty(table: Table, hand: InHand) -> Reason | None:
    """Why a unit may not march or form yet: it declared an assault and has not rolled for it."""
    target = assaults(table.pieces[hand.unit].marks)
    if target is None or CLOSED in table.pieces[hand.unit].marks:
        return None
    if may_assault(table, hand.unit) or may_go_for(table, hand, target):
        return None
    printed = table.printed(hand.unit)
    return Reason(f"{printed.name} is bound to assault {name(target)} first", "X16.2.3")


@rule("X16.2.3")
def order_begun(table: Table, unit: UnitId) -> None:
    """Who can no longer make the assault he declared takes his marker off with his first order."""
    target = assaults(table.pieces[unit].marks)
    if target is not None and CLOSED not in table.pieces[unit].marks:
        table.record(AssaultOver(target, (unit,), "lapsed"))


@rule("X16.2.3")
def predeclarations(table: Table, side: str) -> Iterator[Assault]:
    """The assaults that a side may declare before its charges."""
    for unit in table.units_of(side):
        if assaults(table.pieces[unit].marks) is None:
            yield from orders_of(table, unit, lambda each: hand_of(table, each))


@rule("X16.2.3")
def against_early(table: Table, side: str, order: Assault) -> Reason | None:
    """What speaks against declaring an assault before the charges."""
    for unit in order.units:
        if unit not in table.pieces or table.side_of(unit) != side:
            return Reason(f"{unit} is not yours to order", "X16.2.3")
        if assaults(table.pieces[unit].marks) is not None:
            return Reason(f"{table.printed(unit).name} has declared its assault", "X16.2.1")
    return against(table, order, lambda each: hand_of(table, each))


def hand_of(table: Table, unit: UnitId) -> InHand | Reason:
    """The order that a unit would begin with."""
    return take_in_hand(table, unit)
