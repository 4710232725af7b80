"""A La Bataille table written down, and read back exactly: every list in its own order.

A process may hold many tables of one battle. The names of units and the numbers of hexes that are
read are those of the setting itself, so that all tables share them.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from grognard.kernel.reading import convert
from grognard.mechanics.ground import Ground
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
    first, second = ({name(at): units for at, units in cast.items()} for cast in table.zones)
    return TableDocument(
        turn=table.turn,
        phasing=table.phasing,
        segment=table.segment,
        pieces=tuple(map(_piece_document, table.pieces.values())),
        stacks={name(at): units for at, units in table.stacks.items()},
        zones=(first, second),
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
        order=piece.cohesion.value,
        lost=piece.lost,
        main=piece.main,
        readiness=piece.readiness.value,
        came_from=name(piece.came_from) if piece.came_from else "",
        marks=piece.marks,
    )


def table_from(document: TableDocument, setting: Setting) -> Table:
    """The table as it was; raises ``ValueError`` where the document does not fit the setting."""
    table, words = Table(setting), _Words(setting)
    table.turn, table.phasing, table.segment = document.turn, document.phasing, document.segment
    for held in document.pieces:
        table.pieces[words.unit(held.id)] = _piece(held, words)
    table.stacks = words.stacks(document.stacks)
    table.held = table.count_held()
    for cast, zone in zip(table.zones, document.zones, strict=True):
        cast.update(words.stacks(zone))
    table.zone_of = words.hexes_of(document.zone_of)
    table.leaders = {leader: words.hex(at) for leader, at in document.leaders.items()}
    table.control = {words.hex(at): side for at, side in document.control.items()}
    table.removed = dict(document.removed)
    table.levels = dict(document.levels)
    table.fired_at = words.hexes_of(document.fired_at)
    table.fire_losses = dict(document.fire_losses)
    table.attached = dict(document.attached)
    table.secrets = {side: dict(known) for side, known in document.secrets.items()}
    _check_stacks(table)
    return table


class _Words:
    """What the words of a document mean in a setting; equal lists are read as one list."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._hexes = _hexes_by_name(setting.ground)
        self._lists: dict[tuple[UnitId, ...], tuple[UnitId, ...]] = {}

    def hex(self, word: str) -> Hex:
        at = self._hexes.get(word)
        if at is None:
            parse_hex(word)
            raise ValueError(f"{word} is not on the map")
        return at

    def unit(self, word: str) -> UnitId:
        printed = self.setting.roster.get(word)
        if printed is None:
            raise ValueError(f"there is no unit {word!r} in this scenario")
        return printed.id

    def stacks(self, document: Stacks) -> dict[Hex, tuple[UnitId, ...]]:
        return {self.hex(at): self._units(units) for at, units in document.items()}

    def _units(self, words: tuple[str, ...]) -> tuple[UnitId, ...]:
        known = self._lists.get(words)
        if known is None:
            known = tuple(map(self.unit, words))
            self._lists[known] = known
        return known

    def hexes_of(self, document: dict[UnitId, tuple[str, ...]]) -> dict[UnitId, tuple[Hex, ...]]:
        return {self._known(unit): tuple(map(self.hex, hexes)) for unit, hexes in document.items()}

    def _known(self, word: str) -> UnitId:
        printed = self.setting.roster.get(word)
        return word if printed is None else printed.id


@lru_cache(maxsize=64)
def _hexes_by_name(ground: Ground) -> dict[str, Hex]:
    """Every hex of a map by the words it may be written in."""
    return {word: at for at in ground.hexes for word in {name(at), f"{at:05d}"}}


def _piece(document: PieceDocument, words: _Words) -> Piece:
    unit = words.unit(document.id)
    if not 0 <= document.facing <= 5 or not 0 <= document.main < len(document.hexes):
        raise ValueError(f"{unit} stands in no possible way")
    if not 0 <= document.lost < words.setting.roster[unit].increments:
        raise ValueError(f"{unit} cannot have lost {document.lost} increments")
    fields = msgspec.structs.asdict(document)
    fields["id"] = unit
    fields["hexes"] = tuple(map(words.hex, document.hexes))
    fields["came_from"] = parse_hex(document.came_from) if document.came_from else 0
    return convert(fields, Piece)


def _check_stacks(table: Table) -> None:
    standing = sorted((at, piece.id) for piece in table.pieces.values() for at in piece.hexes)
    stacked = sorted((at, unit) for at, units in table.stacks.items() for unit in units)
    if standing != stacked:
        raise ValueError("the stacks do not agree with where the pieces stand")
