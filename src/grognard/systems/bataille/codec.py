"""A La Bataille table written down, and read back exactly: every list in its own order."""

from __future__ import annotations

import msgspec

from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.bataille.pieces import LeaderId, Piece, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

Stacks = dict[str, tuple[UnitId, ...]]
"""Units by hex, written as on the map."""


class PieceDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece with its hexes as on the map; what is as usual is left out."""

    id: UnitId
    hexes: tuple[str, ...]
    facing: int
    formation: str
    order: str = "good"
    lost: int = 0
    main: int = 0
    readiness: str = "fresh"
    came_from: str = ""
    marks: tuple[str, ...] = ()


class TableDocument(msgspec.Struct, frozen=True):
    """Everything on the table. ``zones`` has one entry for each side, as the setting orders them.

    Zones follow from the pieces; they are kept so that every list comes back in its own order.
    """

    turn: int
    phasing: str
    segment: str
    pieces: tuple[PieceDocument, ...]
    stacks: Stacks
    zones: tuple[Stacks, Stacks]
    zone_of: dict[UnitId, tuple[str, ...]]
    leaders: dict[LeaderId, str]
    control: dict[str, str]
    removed: dict[UnitId, str]
    levels: dict[str, int]
    fired_at: dict[UnitId, tuple[str, ...]]
    fire_losses: dict[UnitId, int]
    attached: dict[LeaderId, UnitId] = {}
    secrets: dict[str, dict[str, str]] = {}


def table_document(table: Table) -> TableDocument:
    """The table as it is saved."""
    zones: tuple[Stacks, Stacks] = ({}, {})
    for (index, at), units in table.zones.items():
        zones[index][name(at)] = units
    return TableDocument(
        turn=table.turn,
        phasing=table.phasing,
        segment=table.segment,
        pieces=tuple(map(_piece_document, table.pieces.values())),
        stacks={name(at): units for at, units in table.stacks.items()},
        zones=zones,
        zone_of={unit: tuple(map(name, hexes)) for unit, hexes in table.zone_of.items()},
        leaders={leader: name(at) for leader, at in table.leaders.items()},
        control={name(at): side for at, side in table.control.items()},
        removed=table.removed,
        levels=table.levels,
        fired_at={unit: tuple(map(name, hexes)) for unit, hexes in table.fired_at.items()},
        fire_losses=table.fire_losses,
        attached=table.attached,
        secrets=table.secrets,
    )


def _piece_document(piece: Piece) -> PieceDocument:
    return PieceDocument(
        id=piece.id,
        hexes=tuple(map(name, piece.hexes)),
        facing=piece.facing,
        formation=piece.formation.value,
        order=piece.order.value,
        lost=piece.lost,
        main=piece.main,
        readiness=piece.readiness.value,
        came_from=name(piece.came_from) if piece.came_from else "",
        marks=piece.marks,
    )


def table_from(document: TableDocument, setting: Setting) -> Table:
    """The table as it was; raises ``ValueError`` where the document does not fit the setting."""
    table = Table(setting)
    table.turn, table.phasing, table.segment = document.turn, document.phasing, document.segment
    for held in document.pieces:
        table.pieces[held.id] = _piece(held, setting)
    table.stacks = _stacks(document.stacks, setting)
    for index, zone in enumerate(document.zones):
        for at, units in _stacks(zone, setting).items():
            table.zones[index, at] = units
    table.zone_of = _hexes(document.zone_of, setting)
    table.leaders = {leader: _on_map(at, setting) for leader, at in document.leaders.items()}
    table.control = {_on_map(at, setting): side for at, side in document.control.items()}
    table.removed = dict(document.removed)
    table.levels = dict(document.levels)
    table.fired_at = _hexes(document.fired_at, setting)
    table.fire_losses = dict(document.fire_losses)
    table.attached = dict(document.attached)
    table.secrets = {side: dict(known) for side, known in document.secrets.items()}
    _check_stacks(table)
    return table


def _piece(document: PieceDocument, setting: Setting) -> Piece:
    printed = setting.roster.get(document.id)
    if printed is None:
        raise ValueError(f"there is no unit {document.id!r} in this scenario")
    if not 0 <= document.facing <= 5 or not 0 <= document.main < len(document.hexes):
        raise ValueError(f"{document.id} stands in no possible way")
    if not 0 <= document.lost < printed.increments:
        raise ValueError(f"{document.id} cannot have lost {document.lost} increments")
    fields = msgspec.structs.asdict(document)
    fields["hexes"] = tuple(_on_map(at, setting) for at in document.hexes)
    fields["came_from"] = parse_hex(document.came_from) if document.came_from else 0
    return msgspec.convert(fields, Piece)


def _on_map(word: str, setting: Setting) -> Hex:
    at = parse_hex(word)
    if not setting.ground.on_map(at):
        raise ValueError(f"{word} is not on the map")
    return at


def _stacks(document: Stacks, setting: Setting) -> dict[Hex, tuple[UnitId, ...]]:
    for units in document.values():
        for unit in units:
            if unit not in setting.roster:
                raise ValueError(f"there is no unit {unit!r} in this scenario")
    return {_on_map(at, setting): units for at, units in document.items()}


def _hexes(
    document: dict[UnitId, tuple[str, ...]], setting: Setting
) -> dict[UnitId, tuple[Hex, ...]]:
    return {unit: tuple(_on_map(at, setting) for at in hexes) for unit, hexes in document.items()}


def _check_stacks(table: Table) -> None:
    standing = sorted((at, piece.id) for piece in table.pieces.values() for at in piece.hexes)
    stacked = sorted((at, unit) for at, units in table.stacks.items() for unit in units)
    if standing != stacked:
        raise ValueError("the stacks do not agree with where the pieces stand")
