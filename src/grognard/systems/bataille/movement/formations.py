"""Changing formation: what a unit can become where it stands, and the price (rules 13, 15, 16, 19).

``changes`` lists every change open to a unit, ``change`` judges one. The ground imposes general
order by itself, so that is never a change to be ordered, except out of another formation.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.boards import hexes_and_around
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille import special
from grognard.systems.bataille.movement import roadmarch
from grognard.systems.bataille.movement.march import ROWS, InHand, turn_cost
from grognard.systems.bataille.movement.screens import is_screen
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.orientation import next_in_row
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    FILES,
    Arms,
    Cohesions,
    Formation,
    Forms,
    Piece,
    Printed,
)
from grognard.systems.bataille.rows import row
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import HexMask, Table


class Change(msgspec.Struct, frozen=True, order=True):
    """A change of formation: how the unit ends, the price, and whether a die must allow it."""

    formation: Formation
    facing: int
    hexes: tuple[Hex, ...]
    main: int
    cost: int
    needs_die: bool = False


def changes(table: Table, hand: InHand) -> list[Change]:
    """Every change the unit in hand can make and pay for, in canonical order.

    The same as judging everything that ``_wanted`` names, but what does not depend on the facing
    is judged once: whether the unit can take a formation at all, and whether it may stay in hexes.
    """
    if _never(table, hand) is not None:
        return []
    piece, printed = table.pieces[hand.unit], table.setting.roster[hand.unit]
    found: list[Change] = []
    for formation in known_to(table, printed):
        if _barred(table, hand, printed, piece, formation) is not None:
            continue
        stays: dict[tuple[Hex, ...], bool] = {}
        for facing, hexes in _wanted(table, printed, piece, formation):
            cost = change_cost(table, printed, piece, formation, facing, hexes)
            if cost > hand.left or _closed(table, printed, formation, facing, hexes) is not None:
                continue
            after = _made(piece, formation, facing, hexes)
            may_stay = stays.get(hexes)
            if may_stay is None:
                may_stay = _taken(table, printed, piece, formation, hexes) is None
                may_stay = stays[hexes] = may_stay and may_end(table, after) is None
            if may_stay:
                found.append(_change(piece, after, cost))
    return sorted(found)


def sampled(table: Table, hand: InHand, chooser: Chooser) -> Change | None:
    """Some change by chance, found without listing all unless luck is against it."""
    if _never(table, hand) is not None:
        return None
    piece, printed = table.pieces[hand.unit], table.setting.roster[hand.unit]
    known = known_to(table, printed)
    for _ in range(len(known)):
        formation = known[chooser.randrange(len(known))]
        wanted = list(_wanted(table, printed, piece, formation))
        if wanted:
            made = _judge(table, hand, formation, *wanted[chooser.randrange(len(wanted))])
            if isinstance(made, Change):
                return made
    found = changes(table, hand)
    return found[chooser.randrange(len(found))] if found else None


def kept_changes(table: Table, hand: InHand) -> list[Change]:
    """The same, kept by the table until something changes in the hexes the unit could take up."""

    def make() -> tuple[list[Change], HexMask]:
        piece, strength = table.pieces[hand.unit], table.strength(hand.unit)
        rows = [
            count
            for formation in (*ROWS, Forms.COMPANIES)
            for count in hexes_allowed(table, table.printed(hand.unit), strength, formation)
        ]
        far = max(*rows, 1, roadmarch.length(table, strength))
        size = table.setting.ground.size
        return changes(table, hand), hexes_and_around(piece.hexes, far, size)

    return table.kept("changes", hand.unit, (hand, table.turn), make)


def change(
    table: Table, hand: InHand, formation: Formation, facing: int, hexes: tuple[Hex, ...]
) -> Change | Reason:
    """One change, or the reason against it."""
    never = _never(table, hand)
    if never is not None:
        return never
    if not hexes or not all(table.setting.ground.on_map(at) for at in hexes):
        return Reason("a unit ends in hexes of the map", "P16.19")
    return _judge(table, hand, formation, facing, hexes)


@rule("P30.2", "P6.8", "PR-93", "PR-167")
def _never(table: Table, hand: InHand) -> Reason | None:
    piece, printed = table.pieces[hand.unit], table.setting.roster[hand.unit]
    if piece.cohesion is not Cohesions.GOOD:
        return Reason(f"{printed.name} is not in good order and keeps its formation", "P30.2")
    if table.has_enemy(piece.at, printed.side):
        return Reason(f"{printed.name} shares its hex with the enemy and stays as it is", "PR-93")
    return None


def _judge(
    table: Table, hand: InHand, formation: Formation, facing: int, hexes: tuple[Hex, ...]
) -> Change | Reason:
    piece, printed = table.pieces[hand.unit], table.setting.roster[hand.unit]
    against = (
        _barred(table, hand, printed, piece, formation)
        or _shape(table, printed, piece, formation, facing, hexes)
        or _taken(table, printed, piece, formation, hexes)
        or _closed(table, printed, formation, facing, hexes)
    )
    if against is not None:
        return against
    cost = change_cost(table, printed, piece, formation, facing, hexes)
    if cost > hand.left:
        text = (
            f"{formation.value} costs {cost / HALVES:g} points and {hand.left / HALVES:g} are left"
        )
        return Reason(text, price_of(printed, piece, formation, hexes)[1])
    after = _made(piece, formation, facing, hexes)
    return may_end(table, after) or _change(piece, after, cost)


def _barred(
    table: Table, hand: InHand, printed: Printed, piece: Piece, formation: Formation
) -> Reason | None:
    """Why the unit cannot go into a formation now, wherever and whichever way it faced."""
    able = _able(table, hand, printed, piece, formation)
    return able or special.may_take(table, hand.unit, formation)


def _made(piece: Piece, formation: Formation, facing: int, hexes: tuple[Hex, ...]) -> Piece:
    """The unit as it stands after a change; where it can it keeps its main hex."""
    keeps = piece.at in hexes and formation not in FILES
    main = hexes.index(piece.at) if keeps else 0
    return msgspec.structs.replace(
        piece, formation=formation, facing=facing, hexes=hexes, main=main
    )


def _change(piece: Piece, after: Piece, cost: int) -> Change:
    needs_die = piece.formation is Forms.UNLIMBERED
    return Change(after.formation, after.facing, after.hexes, after.main, cost, needs_die)


# --- which formations a unit knows


@rule("P13.11", "P16.16", "P16.17", "P16.40", "P19.1", "P19.30", "P19.33", "PR-39")
def _able(
    table: Table, hand: InHand, printed: Printed, piece: Piece, formation: Formation
) -> Reason | None:
    if formation not in known_to(table, printed):
        return Reason(f"{printed.arm.value} has no {formation.value}", "P15.3")
    if formation is Forms.COMPANIES:
        own = table.setting.reglement.companies
        return None if own is None else own.against(table, printed, printed.increments - piece.lost)
    if formation is Forms.SKIRMISH and not printed.may_skirmish:
        return Reason(f"{printed.name} is not trained to skirmish", "P19.1")
    if printed.arm is Arms.INFANTRY:
        return _infantry_able(table, printed, piece, formation)
    if printed.arm is Arms.ARTILLERY:
        return _guns_able(table, hand, printed, piece, formation)
    return None


def _infantry_able(
    table: Table, printed: Printed, piece: Piece, formation: Formation
) -> Reason | None:
    if formation is Forms.LINE and not printed.line_multiple:
        return Reason(f"{printed.name} is not drilled to fight in line", "P16.15")
    if formation is Forms.SQUARE:
        if not printed.square_multiple:
            return Reason(f"{printed.name} is not drilled to form square", "P38.26")
        least = table.setting.cards.count("square_least")
        here = [table.pieces[unit] for unit in table.stack(piece.at)]
        if sum(table.setting.roster[other.id].increments - other.lost for other in here) < least:
            return Reason(f"a square needs {least} increments", "P16.40")
    return None


@rule("P20.8", "P25.12", "P39.24", "P40.7", "PR-181")
def _guns_able(
    table: Table, hand: InHand, printed: Printed, piece: Piece, formation: Formation
) -> Reason | None:
    if piece.formation is Forms.UNLIMBERED:
        if formation is not Forms.LIMBERED:
            return Reason("unlimbered guns must limber first", "P16.79")
        if hand.limber_failed:
            return Reason("the guns have tried to limber and failed", "PR-64")
        if hand.prolonged or hand.gun_turned:
            return Reason("guns moved or turned by hand do not limber in the same turn", "P16.84")
    if formation is Forms.UNLIMBERED:
        enemy = table.setting.enemy(printed.side)
        if table.cavalry_zone_over(piece.at, enemy) and any(
            table.printed(unit).arm is Arms.CAVALRY and not is_screen(table, unit)
            for unit in table.zone_over(piece.at, enemy)
        ):
            return Reason("guns may not unlimber under the eyes of enemy horse", "P25.12")
    return None


def known_to(table: Table, printed: Printed) -> tuple[Formation, ...]:
    """The formations that a unit's arm knows, in canonical order."""
    known = _KNOWN[printed.arm]
    if table.setting.reglement.companies is None or printed.arm is Arms.ARTILLERY:
        return known
    return (*known, Forms.COMPANIES)


_KNOWN = {
    Arms.INFANTRY: (
        Forms.COLUMN,
        Forms.GENERAL,
        Forms.LINE,
        Forms.ROAD,
        Forms.SKIRMISH,
        Forms.SQUARE,
    ),
    Arms.CAVALRY: (
        Forms.COLUMN,
        Forms.GENERAL,
        Forms.LINE,
        Forms.ROAD,
        Forms.SKIRMISH,
    ),
    Arms.ARTILLERY: (Forms.LIMBERED, Forms.ROAD, Forms.UNLIMBERED),
}


# --- the shape: how many hexes, in which row


@rule(
    "P13.6",
    "P13.7",
    "P13.12",
    "P13.13",
    "P16.15",
    "P16.88",
    "P16.89",
    "P16.90",
    "P19.4",
    "P19.5",
    "P19.8",
    "P19.10",
    "P20.2",
)
def hexes_allowed(table: Table, printed: Printed, strength: int, formation: Formation) -> range:
    """How many hexes a unit of this strength may take up in a formation of rows."""
    cards, options = table.setting.cards, table.setting.options
    own = table.setting.reglement.companies
    if formation is Forms.COMPANIES and own is not None:
        count = own.hexes(table, strength)
        return range(count, count + (own.against(table, printed, strength) is None))
    if formation is Forms.LINE and printed.arm is Arms.CAVALRY:
        return range(2, strength // cards.count("cavalry_line_least") + 1)
    if formation is Forms.LINE:
        return range(1, 3 if strength >= cards.count("line_two_hexes_from") else 2)
    if formation is Forms.SKIRMISH and printed.arm is Arms.CAVALRY:
        return range(2, 3)
    if formation is Forms.SKIRMISH:
        if strength <= cards.count("skirmish_per_hex"):
            return range(1, 2)
        three = strength >= int(options.get("three_hex_skirmish_from", "9"))
        return range(2, 4 if three else 3)
    return range(1, 2)


def _shape(
    table: Table,
    printed: Printed,
    piece: Piece,
    formation: Formation,
    facing: int,
    hexes: tuple[Hex, ...],
) -> Reason | None:
    if formation is Forms.ROAD:
        if piece.formation is Forms.ROAD:
            return Reason(f"{printed.name} is on the road already", "P16.71")
        against = roadmarch.may_string_out(table, printed, piece)
        if against is not None:
            return against
        if (facing, hexes) not in roadmarch.layings(table, printed, piece):
            return Reason("the tail cannot be laid so along the road", "P16.73")
        return None
    own = table.setting.reglement.companies
    if formation is Forms.COMPANIES and own is not None:
        return own.shape(table, printed, piece, facing, hexes)
    strength = printed.increments - piece.lost
    if len(hexes) not in hexes_allowed(table, printed, strength, formation):
        return Reason(f"{strength} increments do not take {len(hexes)} hexes so", "P13.7")
    if hexes != row(table.setting.ground, hexes[0], facing, len(hexes)):
        return Reason("the hexes must lie in a row across the facing", "P13.7")
    if not any(at in piece.hexes for at in hexes):
        return Reason("a unit changes formation where it stands", "P16.5")
    if _is_already(piece, formation, len(hexes)):
        return Reason(f"{printed.name} is in {formation.value} already", "P16.5")
    return None


def _is_already(piece: Piece, formation: Formation, count: int) -> bool:
    """Would it be no change? Column and general order are one, and the ground decides."""
    if formation is piece.formation and count == len(piece.hexes):
        return True
    return formation is Forms.GENERAL and piece.formation is Forms.COLUMN


@rule("P16.19", "P16.39", "P16.64", "P16.91", "P16.97")
def _taken(
    table: Table, printed: Printed, piece: Piece, formation: Formation, hexes: tuple[Hex, ...]
) -> Reason | None:
    """Every hex must suit the formation and hold no enemy."""
    stands = table.setting.stands[formation]
    for at in hexes:
        if not stands[at]:
            clause = "P16.39" if formation is Forms.SQUARE else "P16.19"
            return Reason(f"no {formation.value} can stand in {name(at)}", clause)
        if at not in piece.hexes and table.has_enemy(at, printed.side):
            return Reason(f"the enemy holds {name(at)}", "P16.15")
    return None


@rule("PR-25")
def _closed(
    table: Table, printed: Printed, formation: Formation, facing: int, hexes: tuple[Hex, ...]
) -> Reason | None:
    """Every hex of a row must be reachable from the next."""
    if len(hexes) > 1 and formation in FACES_VERTEX:
        passage, side = table.setting.ways[printed.id], next_in_row(facing)
        if not all(passage[at][side] for at in hexes[:-1]):
            return Reason("the ground between the hexes is closed", "PR-25")
    return None


# --- the price


@rule("P16.5", "P16.6", "P16.7", "P16.16", "P16.20", "P16.43", "P16.80", "P18.7", "PR-25", "PR-27")
def change_cost(
    table: Table,
    printed: Printed,
    piece: Piece,
    formation: Formation,
    facing: int,
    hexes: tuple[Hex, ...],
) -> int:
    """Half points for the change, a turn included where it goes beyond the half-step."""
    price: int = table.setting.cards.points(price_of(printed, piece, formation, hexes)[0])
    if formation is Forms.ROAD:
        return price
    apart = _turn_beyond(piece, formation, facing)
    return price + (turn_cost(table, printed, apart) if apart else 0)


@rule("P16.5", "P16.6", "P16.7", "P16.20", "P16.43", "P16.80")
def price_of(
    printed: Printed, piece: Piece, formation: Formation, hexes: tuple[Hex, ...]
) -> tuple[str, str]:
    """Where the price of a change stands on the card, and its clause."""
    if printed.arm is Arms.CAVALRY:
        return "cavalry_formation", "P16.7"
    if printed.arm is Arms.ARTILLERY:
        row = "limber" if piece.formation is Forms.UNLIMBERED else "unlimber"
        return row, "P16.6" if formation is Forms.ROAD else "P16.80"
    if formation is Forms.LINE and len(hexes) > 1 and piece.formation is not formation:
        return "infantry_two_hex_line", "P16.20"
    return "infantry_formation", "P16.43" if formation is Forms.SQUARE else "P16.5"


def _turn_beyond(piece: Piece, formation: Formation, facing: int) -> int:
    """How many hexsides the new facing lies beyond what the change itself gives."""
    if piece.formation is Forms.SQUARE or formation is Forms.SQUARE:
        return 0
    turn = (facing - piece.facing) % 6
    if piece.faces_vertex == (formation in FACES_VERTEX):
        return _BEYOND[turn]
    # The half-step between a side and a vertex is free, to the right or to the left.
    return min(_BEYOND[turn], _BEYOND[turn - 1 if piece.faces_vertex else (turn + 1) % 6])


_BEYOND = (0, 1, 2, 3, 2, 1)
"""How many hexsides a turn by so many to the right is, the shorter way round."""


# --- what to try


def _wanted(
    table: Table, printed: Printed, piece: Piece, formation: Formation
) -> Iterator[tuple[int, tuple[Hex, ...]]]:
    """Every facing and row worth judging for a formation: all of them have the right shape."""
    if formation is Forms.ROAD:
        if piece.formation is not formation:
            if roadmarch.may_string_out(table, printed, piece) is None:
                yield from roadmarch.layings(table, printed, piece)
    elif formation is Forms.COMPANIES:
        own = table.setting.reglement.companies
        if own is not None:
            yield from own.layings(table, printed, piece)
    elif printed.arm is Arms.ARTILLERY or formation is Forms.SQUARE:
        if not _is_already(piece, formation, 1):
            yield piece.facing, piece.hexes[:1]
    else:
        yield from _rows(table, printed, piece, formation)


def _rows(
    table: Table, printed: Printed, piece: Piece, formation: Formation
) -> Iterator[tuple[int, tuple[Hex, ...]]]:
    ground, strength = table.setting.ground, printed.increments - piece.lost
    for count in hexes_allowed(table, printed, strength, formation):
        if _is_already(piece, formation, count):
            continue
        for facing in _facings(piece, formation, count):
            back = (next_in_row(facing) + 3) % 6
            seen: list[tuple[Hex, ...]] = []
            for leftmost in piece.hexes:
                for _ in range(count):
                    hexes = row(ground, leftmost, facing, count)
                    if hexes is not None and hexes not in seen:
                        seen.append(hexes)
                        yield facing, hexes
                    leftmost = ground.around[leftmost][back]
                    if not leftmost:
                        break


def _facings(piece: Piece, formation: Formation, count: int) -> range | tuple[int, ...]:
    """A row keeps its facing when it lengthens or shortens; other changes may choose."""
    if formation is piece.formation:
        return (piece.facing,)
    return range(6)
