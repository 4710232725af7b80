"""Laws that every table of the family keeps, at every moment. Broken ones are named in words."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.mechanics.hexes import name, side_towards
from grognard.systems.bataille.pieces import FILES, Formation, Piece
from grognard.systems.bataille.table import Table, zone_hexes


def broken_laws(table: Table) -> Iterator[str]:
    """Everything on this table that cannot be."""
    for piece in table.pieces.values():
        yield from _piece_laws(table, piece)
    yield from _stack_laws(table)
    yield from _zone_laws(table)
    yield from _leader_laws(table)
    for unit in table.removed:
        if unit in table.pieces:
            yield f"{unit} is both on the map and gone"


def _piece_laws(table: Table, piece: Piece) -> Iterator[str]:
    printed = table.setting.roster[piece.id]
    if not 0 <= piece.lost < printed.increments:
        yield f"{piece.id} stands with {printed.increments - piece.lost} increments"
    if not (piece.hexes and 0 <= piece.main < len(piece.hexes) and 0 <= piece.facing <= 5):
        yield f"{piece.id} stands in no possible way"
        return
    for at in piece.hexes:
        if not table.setting.ground.on_map(at):
            yield f"{piece.id} stands off the map in {name(at)}"
    for at, beside in zip(piece.hexes, piece.hexes[1:], strict=False):
        side = side_towards(at, beside)
        if side is None:
            yield f"{piece.id} is torn apart between {name(at)} and {name(beside)}"
        elif piece.formation not in FILES and side != (piece.facing + 2) % 6:
            yield f"{piece.id} does not stand in a row as it faces"
    if tuple(sorted(set(piece.marks))) != piece.marks:
        yield f"the marks of {piece.id} are not in order"


def _stack_laws(table: Table) -> Iterator[str]:
    standing = sorted((at, piece.id) for piece in table.pieces.values() for at in piece.hexes)
    stacked = sorted((at, unit) for at, units in table.stacks.items() for unit in units)
    if standing != stacked:
        yield "the stacks do not agree with where the pieces stand"
    if table.held != table.count_held():
        yield "the boards do not agree with the stacks"
    shared = table.setting.reglement.shared_hex
    for at, units in table.stacks.items():
        sides = {table.side_of(unit) for unit in units}
        square = any(table.pieces[unit].formation is Formation.SQUARE for unit in units)
        # A square broken in its own hex stands there with its victors until its retreat is chosen.
        if len(sides) > 1 and not square and table.segment not in shared:
            yield f"both sides stand in {name(at)}"


def _zone_laws(table: Table) -> Iterator[str]:
    for unit, piece in table.pieces.items():
        cast, due = sorted(table.zone_of.get(unit, ())), sorted(zone_hexes(table, piece))
        if cast != due:
            yield f"the zone of {unit} is {[*map(name, cast)]}, it should be {[*map(name, due)]}"
    held = sorted(
        (unit, at) for cast in table.zones for at, units in cast.items() for unit in units
    )
    cast_all = sorted((unit, at) for unit, hexes in table.zone_of.items() for at in hexes)
    if held != cast_all:
        yield "zones by hex and zones by unit do not agree"


def _leader_laws(table: Table) -> Iterator[str]:
    for leader, unit in table.attached.items():
        if unit not in table.pieces or table.leaders.get(leader) not in table.pieces[unit].hexes:
            yield f"{leader} is not with {unit}"
    for leader, at in table.leaders.items():
        side = table.setting.leaders[leader].side
        if table.has_enemy(at, side) and not any(
            table.side_of(unit) == side for unit in table.stack(at)
        ):
            yield f"{leader} stands alone among enemies in {name(at)}"
