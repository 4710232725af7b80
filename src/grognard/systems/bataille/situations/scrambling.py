"""Scrambled openings: the units of a pack put down by chance, close to the enemy, some of them worn.

For the soak: from a tidy set-up the states in the middle of a hard fight are seldom reached. Here a
battle begins in one: broken units, losses, guns on the road, squares next to foot. Whatever is put
down so could stand so: the same laws are asked as for the set-up of a pack. The seed alone decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from grognard.kernel.chance import Stream
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, distance, hex_of
from grognard.systems.bataille import special
from grognard.systems.bataille.movement.formations import hexes_allowed
from grognard.systems.bataille.movement.organisation import parts_of, threshold
from grognard.systems.bataille.packs.packplaces import known_formations, placing_problems
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    FILES,
    Arm,
    Cohesion,
    Formation,
    Piece,
    Printed,
    UnitId,
)
from grognard.systems.bataille.rows import row
from grognard.systems.bataille.setting import Placement, Setting
from grognard.systems.bataille.table import Table

TRIES: Final = 80
"""So many ways to put a unit down are tried before the whole attempt is given up."""

ATTEMPTS: Final = 6
APART: Final = (1, 1, 2, 2, 3)
"""How far the middle of each side lies from the middle of the fight."""

SPREAD: Final = (2, 3, 3, 4)
"""How far from the middle of its side a unit stands."""

MARGIN: Final = 4
JOINS: Final = 3
"""One unit in so many is put where a friend stands."""

WORN: Final = 2
BROKEN: Final = 3
LOOKS_AWAY: Final = 4
IN_PARTS: Final = 2
TOGETHER: Final = 2
"""One unit in so many has losses, is broken, looks anywhere; one regiment in so many is in parts,
one battalion in so many with the other of its regiment."""

BROKEN_IN: Final = {
    Arm.INFANTRY: (Formation.COLUMN, Formation.GENERAL),
    Arm.CAVALRY: (Formation.COLUMN, Formation.GENERAL),
    Arm.ARTILLERY: (Formation.LIMBERED, Formation.UNLIMBERED),
}
"""The formations in which a broken unit can be."""


def scrambled(setting: Setting, seed: int) -> Setting:
    """The same battle from another opening; the pack's own where no other is found."""
    stream = Stream(seed)
    for _ in range(ATTEMPTS):
        placements = _placements(setting, stream)
        if placements:
            return msgspec.structs.replace(
                setting,
                placements=tuple(placements),
                leader_places=_leader_places(setting, placements, stream),
                revision=f"{setting.revision}-{seed}",
            )
    return setting


def _placements(setting: Setting, stream: Stream) -> list[Placement]:
    """Everyone who stands on the map at the start, anew; nobody where one of them finds no room."""
    table, middles = Table(setting), _middles(setting, stream)
    found: list[Placement] = []
    for unit in _units(table, stream):
        side = setting.roster[unit].side
        enemy = middles[setting.enemy(side)]
        for _ in range(TRIES):
            placed = _drawn(table, unit, middles[side], enemy, stream)
            draft = table.draft()
            if placed is not None and not any(placing_problems(draft, placed)):
                table = draft
                found.append(placed)
                break
        else:
            return []
    return found


def _units(table: Table, stream: Stream) -> Iterator[UnitId]:
    """Who is put down, in an order of chance: some regiments as the battalions they are made of."""
    for placed in stream.shuffled(table.setting.placements):
        parts = parts_of(table, placed.unit)
        yield from parts if parts and stream.randrange(IN_PARTS) == 0 else (placed.unit,)


def _middles(setting: Setting, stream: Stream) -> dict[str, Hex]:
    """Where each side stands: on either hand of a place well inside the map."""
    ground = setting.ground
    columns, rows = (max(1, size - 2 * MARGIN) for size in (ground.columns, ground.rows))
    middle = hex_of(
        min(MARGIN + 1, ground.columns) + stream.randrange(columns),
        min(MARGIN + 1, ground.rows) + stream.randrange(rows),
    )
    way, apart = stream.randrange(6), APART[stream.randrange(len(APART))]
    return {
        side: _walked(ground, middle, direction, apart)
        for side, direction in zip(setting.sides, (way, (way + 3) % 6), strict=True)
    }


def _walked(ground: Ground, at: Hex, way: int, steps: int) -> Hex:
    """A hex some steps away, or the last before the edge of the map."""
    for _ in range(steps):
        at = ground.around[at][way] or at
    return at


# --- one unit


def _drawn(table: Table, unit: UnitId, middle: Hex, enemy: Hex, stream: Stream) -> Placement | None:
    """One way to put a unit down; None where chance led off the map."""
    setting, printed = table.setting, table.setting.roster[unit]
    lost = _lost(table, printed, stream)
    comrade = _comrade(table, printed)
    if comrade is not None and stream.randrange(TOGETHER) == 0:
        pose = comrade.formation.value, comrade.cohesion.value
        return Placement(unit, comrade.hexes, comrade.facing, *pose, lost)
    at = _place(table, printed, middle, stream)
    order = _order(printed, stream)
    formation = _formation(table, printed, at, printed.increments - lost, order, stream)
    if formation is None:
        return None
    facing = _facing(setting.ground, at, enemy, stream)
    counts = hexes_allowed(table, printed, printed.increments - lost, formation) or (1,)
    count = counts[stream.randrange(len(counts))]
    hexes = row(setting.ground, at, facing, count) if formation in FACES_VERTEX else (at,)
    if hexes is None:
        return None
    return Placement(unit, hexes, facing, formation.value, order.value, lost)


def _comrade(table: Table, printed: Printed) -> Piece | None:
    """Another battalion of the same regiment that stands already."""
    pieces = table.pieces.values()
    return next((p for p in pieces if table.printed(p.id).regiment == printed.regiment != ""), None)


def _place(table: Table, printed: Printed, middle: Hex, stream: Stream) -> Hex:
    """A hex near the middle of the side, now and then one where a friend stands."""
    friends = sorted({table.pieces[unit].at for unit in table.units_of(printed.side)})
    if friends and stream.randrange(JOINS) == 0:
        return friends[stream.randrange(len(friends))]
    spread = SPREAD[stream.randrange(len(SPREAD))]
    at = middle
    for _ in range(spread):
        at = _walked(table.setting.ground, at, stream.randrange(6), 1)
    return at


def _lost(table: Table, printed: Printed, stream: Stream) -> int:
    """Losses, fewer than those that would break a regiment up."""
    if stream.randrange(WORN):
        return 0
    most = threshold(table, printed.id) if parts_of(table, printed.id) else printed.increments
    return stream.randrange(most)


def _order(printed: Printed, stream: Stream) -> Cohesion:
    """Good order, or not; horse is never disordered, it runs."""
    if stream.randrange(BROKEN):
        return Cohesion.GOOD
    if printed.arm is Arm.CAVALRY or stream.randrange(2):
        return Cohesion.ROUT
    return Cohesion.DISORDER


def _formation(
    table: Table, printed: Printed, at: Hex, strength: int, order: Cohesion, stream: Stream
) -> Formation | None:
    """One of the formations that unit, ground and state allow."""
    setting = table.setting
    allowed = setting.cards.terrain(setting.ground.terrain[at]).formations
    known = [
        Formation(word)
        for word in known_formations(printed, setting.cards)
        if word in allowed and Formation(word) not in FILES
    ]
    if order is not Cohesion.GOOD:
        known = [formation for formation in known if formation in BROKEN_IN[printed.arm]]
    fit = [formation for formation in known if _may_take(table, printed, strength, formation)]
    return fit[stream.randrange(len(fit))] if fit else None


def _may_take(table: Table, printed: Printed, strength: int, formation: Formation) -> bool:
    if special.may_take(table, printed.id, formation) is not None:
        return False
    if formation is Formation.SQUARE:
        enough = strength >= table.setting.cards.count("square_least")
        return enough and bool(printed.square_multiple)
    return bool(hexes_allowed(table, printed, strength, formation))


def _facing(ground: Ground, at: Hex, enemy: Hex, stream: Stream) -> int:
    """Towards the enemy, or anywhere."""
    if at == enemy or stream.randrange(LOOKS_AWAY) == 0:
        return stream.randrange(6)
    return min(range(6), key=lambda side: distance(_walked(ground, at, side, 1), enemy))


# --- leaders


def _leader_places(
    setting: Setting, placements: Sequence[Placement], stream: Stream
) -> dict[str, Hex]:
    """Every leader of the set-up with some unit of his side, by chance."""
    found = {}
    for leader in sorted(setting.leader_places):
        side = setting.leaders[leader].side
        own = [placed for placed in placements if setting.roster[placed.unit].side == side]
        if own:
            found[leader] = own[stream.randrange(len(own))].hexes[0]
    return found
