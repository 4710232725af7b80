"""Reinforcements (rule 45): where they may come in, how, and at what price.

A group comes over the edge of the map in its zone, or is placed in it where the battle says so.
A blocked zone opens the edge to either side, band by band. Who is due stands in ``schedule.py``.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import Event, Reason, rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, distance, hex_of, name, side_towards
from grognard.systems.bataille import special
from grognard.systems.bataille.actions import Enter
from grognard.systems.bataille.events.command import CameBack, EntryBlocked
from grognard.systems.bataille.events.movement import Arrived
from grognard.systems.bataille.movement import march, outside, roadmarch, schedule, stacking
from grognard.systems.bataille.movement.formations import hexes_allowed
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.schedule import FOREST_MARCH, turns_blocked
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    Arm,
    Formation,
    Piece,
    Printed,
    Size,
    UnitId,
)
from grognard.systems.bataille.rows import row
from grognard.systems.bataille.setting import Arrival, mover
from grognard.systems.bataille.table import Table

FOREST_CLEARANCE = 5
"""Hexes between a unit placed in a wood and any enemy (battle rule)."""

INWARD = "a unit comes in facing into the map"

waiting = schedule.waiting


class Entry(msgspec.Struct, frozen=True):
    """How a unit comes onto the map: as what, with which group, at what price.

    ``hand`` is the order it goes on with, or None where being placed is its whole move.
    """

    piece: Piece
    group: str
    cost: int
    hand: InHand | None


# --- where


@rule("P45.2", "P45.8")
def is_open(table: Table, side: str, at: Hex) -> bool:
    """Neither held by the enemy nor in his zone."""
    return not table.has_enemy(at, side) and not table.zone_over(at, table.setting.enemy(side))


@rule("P45.2", "P45.3", "P45.4", "PR-136")
def entry_hexes(table: Table, arrival: Arrival) -> tuple[Hex, ...]:
    """The zone; or, if the enemy blocks all of it, the nearest open band of the edge beside it."""
    if arrival.manner == FOREST_MARCH:
        return _forest_hexes(table, arrival)
    zone, side = table.setting.zones[arrival.zone], arrival.side
    free = tuple(sorted(at for at in zone if is_open(table, side, at)))
    if free:
        return free
    least = min(_nearest_enemy(table, side, at) for at in zone)
    for band in range(1, turns_blocked(table, arrival) + 2):
        beside = band_hexes(table, zone, band)
        free = tuple(
            at
            for at in beside
            if is_open(table, side, at) and _nearest_enemy(table, side, at) >= least
        )
        if free:
            return free
    return ()


@rule("P45.3", "PR-136")
def note_blocked(table: Table, side: str) -> None:
    """As a side's movement ends: who tried to come in and found every hex of his zone blocked."""
    for arrival in {group.id: group for _, group in waiting(table, side)}.values():
        known = f"blocked:{arrival.id}" in table.secrets.get(side, {})
        zone = table.setting.zones[arrival.zone]
        if arrival.manner != FOREST_MARCH and not known:
            if not any(is_open(table, side, at) for at in zone):
                table.record(EntryBlocked(side, arrival.id, table.turn))


@rule("P46.2")
def _forest_hexes(table: Table, arrival: Arrival) -> tuple[Hex, ...]:
    """Empty hexes of the zone, well away from every enemy."""
    near, enemy = FOREST_CLEARANCE - 1, table.setting.enemy(arrival.side)
    return tuple(
        at
        for at in sorted(table.setting.zones[arrival.zone])
        if not table.stack(at) and not table.is_near((at,), near, enemy)
    )


@rule("P45.2", "P45.3")
def band_hexes(table: Table, zone: tuple[Hex, ...], band: int) -> tuple[Hex, ...]:
    """The edge hexes of the n-th band beyond the ends of a zone."""
    blocked = table.setting.cards.keyed("reinforcements", "blocked_entry")
    width = int(blocked.cell("first", "hexes"))
    edge = edge_hexes(table.setting.ground)
    places = [place for place, at in enumerate(edge) if at in zone]
    found = []
    for place, at in enumerate(edge):
        apart = min(
            (min((place - p) % len(edge), (p - place) % len(edge)) for p in places), default=0
        )
        if width * (band - 1) < apart <= width * band:
            found.append(at)
    return tuple(sorted(found))


def edge_hexes(ground: Ground) -> list[Hex]:
    """The hexes along the edge of the map, once round it from the north-west corner."""
    columns, rows = ground.columns, ground.rows
    top = [hex_of(column, 1) for column in range(1, columns + 1)]
    right = [hex_of(columns, row) for row in range(2, rows + 1)]
    bottom = [hex_of(column, rows) for column in range(columns - 1, 0, -1)] if rows > 1 else []
    left = [hex_of(1, row) for row in range(rows - 1, 1, -1)] if columns > 1 else []
    return [*top, *right, *bottom, *left]


def _nearest_enemy(table: Table, side: str, at: Hex) -> int:
    _, hexes, _ = table.standing(table.setting.enemy(side))
    return min((distance(at, there) for there in hexes), default=0)


# --- how


@rule("P45.5", "P45.6", "P45.7", "P16.79")
def entry_formations(table: Table, printed: Printed, at: Hex) -> tuple[Formation, ...]:
    """The formations in which a unit may come in at a hex, as its ground and road allow."""
    setting = table.setting
    guns, road = printed.arm is Arm.ARTILLERY, at in setting.ground.roads
    allowed = setting.cards.terrain(setting.ground.terrain[at]).formations
    if guns:
        wanted = [Formation.LIMBERED]
    elif setting.general_order[at]:
        wanted = [Formation.GENERAL]
    elif road:
        wanted = [Formation.COLUMN, Formation.SQUARE]
    else:
        wanted = [Formation.COLUMN, Formation.LINE, Formation.SKIRMISH, Formation.SQUARE]
    if road:
        wanted.append(Formation.ROAD)
    return tuple(
        formation
        for formation in wanted
        if formation.value in allowed and knows(table, printed, formation)
    )


@rule("P16.40", "P16.74", "P19.1")
def knows(table: Table, printed: Printed, formation: Formation) -> bool:
    """Can the unit that comes be in the formation at all?"""
    if special.may_take(table, printed.id, formation) is not None:
        return False
    foot = printed.arm is Arm.INFANTRY
    if formation is Formation.SQUARE:
        least = table.setting.cards.count("square_least")
        return foot and bool(printed.square_multiple) and _strength(table, printed) >= least
    if formation is Formation.LINE:
        return bool(printed.line_multiple) if foot else _row_length(table, printed, formation) > 0
    if formation is Formation.SKIRMISH:
        return printed.may_skirmish
    if formation is Formation.ROAD:
        return not (foot and printed.size is Size.REGIMENT and printed.parts)
    return True


def _row_length(table: Table, printed: Printed, formation: Formation) -> int:
    """The fewest hexes the unit takes in the formation; 0 where it is too weak for it."""
    lengths = hexes_allowed(table, printed, _strength(table, printed), formation)
    return lengths[0] if lengths else 0


def _strength(table: Table, printed: Printed) -> int:
    """The increments that come: all of them, but for those lost before the unit left the map."""
    how = outside.away(table, printed.id)
    return printed.increments - (0 if how is None else how.lost)


def _piece(table: Table, order: Enter, hexes: tuple[Hex, ...]) -> Piece:
    """The unit as it comes in."""
    piece = Piece(order.unit, hexes, order.facing, order.formation)
    how = outside.away(table, order.unit)
    if how is None:
        return piece
    return msgspec.structs.replace(piece, lost=how.lost, readiness=how.readiness)


def facings(table: Table, formation: Formation, at: Hex) -> tuple[int, ...]:
    """Ways to look that lead into the map, or along the road."""
    ground = table.setting.ground
    inward = [bool(there) for there in ground.around[at]]
    if formation is Formation.ROAD:
        sides = (side_towards(at, there) for there in ground.roads.get(at, ()))
        return tuple(sorted(side for side in sides if side is not None))
    if formation in FACES_VERTEX:
        return tuple(v for v in range(6) if inward[v] or inward[(v + 1) % 6])
    return tuple(side for side in range(6) if inward[side])


# --- judging one entry


def may_enter(table: Table, side: str, order: Enter) -> Entry | Reason:
    """What bringing on a unit so does, or the reason against it."""
    arrival = next((group for unit, group in waiting(table, side) if unit == order.unit), None)
    if arrival is None:
        return Reason(f"{order.unit} is not waiting to come onto the map now", "P45.1")
    if not table.setting.ground.on_map(order.at):
        return Reason("there is no such hex", "P45.1")
    return judge(table, arrival, order, entry_hexes(table, arrival))


def judge(table: Table, arrival: Arrival, order: Enter, free: tuple[Hex, ...]) -> Entry | Reason:
    """The same where the group and its open hexes are known."""
    if arrival.manner == FOREST_MARCH:
        return _placed(table, arrival, order, free)
    return _marched_on(table, arrival, order, free)


@rule("P46.2", "P45.1")
def _placed(table: Table, arrival: Arrival, order: Enter, free: tuple[Hex, ...]) -> Entry | Reason:
    """Forest march: in general order, in an empty hex of the zone; that is the whole move."""
    if order.formation is not Formation.GENERAL:
        return Reason("these come out of the wood in general order", "P46.2")
    if order.at not in free:
        text = f"{name(order.at)} is not an empty hex of the zone, far enough from the enemy"
        return Reason(text, "P46.2")
    piece = _piece(table, order, (order.at,))
    against = stacking.may_end(table, piece)
    return against if against is not None else Entry(piece, arrival.id, 0, None)


@rule("P45.2", "P45.5", "P45.6", "P45.7", "P45.8", "P45.9")
def _marched_on(
    table: Table, arrival: Arrival, order: Enter, free: tuple[Hex, ...]
) -> Entry | Reason:
    """Over the edge: the hexes must be open, and suit formation, facing and stacking."""
    printed = table.printed(order.unit)
    if order.at not in free:
        return Reason(f"{printed.name} may not come in at {name(order.at)}", "P45.2")
    if order.formation not in entry_formations(table, printed, order.at):
        text = f"{printed.name} cannot come in at {name(order.at)} in {order.formation.value}"
        return Reason(text, _formation_clause(table, order.at))
    if order.facing not in facings(table, order.formation, order.at):
        return Reason(INWARD, "P45.7")
    hexes = _stood_in(table, printed, order)
    if hexes is None:
        return Reason("the map ends there", "P45.7")
    for at in hexes:
        if at not in free:
            return Reason(f"{printed.name} may not come in at {name(at)}", "P45.2")
    piece = _piece(table, order, hexes)
    against = _may_stand(table, piece)
    return against if against is not None else _paid(table, arrival, piece)


def _may_stand(table: Table, piece: Piece) -> Reason | None:
    """Stacking in the entry hex; of a column on the road only the head is there yet (P16.73)."""
    if piece.formation is not Formation.ROAD:
        return stacking.may_end(table, piece)
    for friend in stacking.others_in(table, piece.id, piece.at):
        if friend.formation is not Formation.SKIRMISH:
            return Reason(f"{name(piece.at)} is not free for a column on the road", "P16.72")
    return None


def _formation_clause(table: Table, at: Hex) -> str:
    if at in table.setting.ground.roads:
        return "P45.6"
    return "P45.5" if table.setting.general_order[at] else "P45.7"


def _stood_in(table: Table, printed: Printed, order: Enter) -> tuple[Hex, ...] | None:
    """The hexes of the unit; ``at`` is the leftmost, or the head of a column on the road."""
    if order.formation not in FACES_VERTEX:
        return (order.at,)
    count = _row_length(table, printed, order.formation)
    return row(table.setting.ground, order.at, order.facing, count)


@rule("P45.8", "P18.1")
def _paid(table: Table, arrival: Arrival, piece: Piece) -> Entry | Reason:
    """The entry hex is paid as an ordinary step, without its hexsides."""
    printed = table.printed(piece.id)
    prices = [_price(table, printed, piece, at) for at in piece.hexes]
    if None in prices:
        return Reason(f"{name(piece.at)} is closed to {printed.arm.value}", "P18.1")
    cost = max(price for price in prices if price is not None)
    draft = table.draft()
    draft.put(piece)
    hand = march.take_in_hand(draft, piece.id)
    if isinstance(hand, Reason):
        return hand
    if cost > hand.left:
        return Reason(f"{printed.name} has too few points to come in there", "P18.1")
    spent = hand.allowance if piece.formation is Formation.SQUARE else cost
    hand = msgspec.structs.replace(hand, spent=spent, entered=True)
    return Entry(piece, arrival.id, cost, hand)


def _price(table: Table, printed: Printed, piece: Piece, at: Hex) -> int | None:
    if piece.formation is Formation.ROAD:
        return roadmarch.cost(table, printed, at)
    who = mover(printed)
    if piece.formation is Formation.SKIRMISH and printed.arm is Arm.INFANTRY:
        who = "skirmish"
    price: int | None = table.setting.cards.terrain(table.setting.ground.terrain[at]).cost[who]
    return price


# --- listing


def entries(table: Table, unit: UnitId, arrival: Arrival) -> Iterator[Enter]:
    """Every way to bring on one waiting unit, in canonical order."""
    free = entry_hexes(table, arrival)
    for at in free:
        yield from entries_at(table, unit, arrival, at, free)


def entries_at(
    table: Table, unit: UnitId, arrival: Arrival, at: Hex, free: tuple[Hex, ...]
) -> Iterator[Enter]:
    """The ways to bring it on at one of the open hexes."""
    if arrival.manner == FOREST_MARCH:
        wanted = [(Formation.GENERAL, facing) for facing in range(6)]
    else:
        wanted = [
            (formation, facing)
            for formation in sorted(entry_formations(table, table.printed(unit), at))
            for facing in facings(table, formation, at)
        ]
    for formation, facing in wanted:
        order = Enter(unit, at, formation, facing)
        if isinstance(judge(table, arrival, order, free), Entry):
            yield order


@rule("P45.1", "P46.2")
def arrived(table: Table, entry: Entry) -> Event:
    """The fact that a unit has come in, for the first time or back again."""
    piece, laid = entry.piece, table.setting.reglement.arriving
    if laid:
        marks = tuple(sorted({*piece.marks, *laid}))
        piece = msgspec.structs.replace(piece, marks=marks)
    if outside.away(table, piece.id) is not None:
        return CameBack(piece, entry.group, entry.cost)
    return Arrived(piece, entry.group, entry.cost)
