"""A table written down, and read back exactly. Zones follow from the pieces and are worked out anew."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.nlc.pieces import Fate, General, Piece, Quarters
from grognard.systems.nlc.records import Dispatch, Force, ForceId, HiddenMarch
from grognard.systems.nlc.setting import FormationId, Setting, SideId, UnitId
from grognard.systems.nlc.table import Pair, Table


class TableDocument(msgspec.Struct, frozen=True):
    """Everything on the table and on the order desks."""

    turn: int
    phase: str
    segment: str
    side: SideId
    active: tuple[ForceId, ...]
    cup: tuple[str, ...]
    pairs: tuple[Pair, ...]
    transit: tuple[Dispatch, ...]
    waiting_in: tuple[str, ...]
    queues: tuple[tuple[Hex, int], ...]
    pieces: tuple[Piece, ...]
    stacks: dict[str, tuple[UnitId, ...]]
    leaders: tuple[General, ...]
    quarters: tuple[Quarters, ...]
    forces: tuple[Force, ...]
    under: dict[UnitId, ForceId]
    control: dict[str, SideId]
    holders: dict[str, FormationId]
    removed: dict[UnitId, Fate]
    hidden: tuple[HiddenMarch, ...]
    tally: dict[str, int]


BY_HEX = ("stacks", "control", "holders")
"""Dictionaries by hex, which is written as on the map."""

LISTED = {"pieces": "id", "leaders": "id", "quarters": "id", "forces": "id", "hidden": "force"}
"""Dictionaries that are written as lists, and the field of an entry that is its key."""


def table_document(table: Table) -> TableDocument:
    """The table as it is saved."""
    return TableDocument(
        **{
            field: _written(field, getattr(table, field))
            for field in TableDocument.__struct_fields__
        }
    )


def _written(field: str, held: Any) -> Any:
    if field in LISTED:
        return tuple(held.values())
    if field in BY_HEX:
        return {name(at): value for at, value in held.items()}
    return held


def table_from(document: TableDocument, setting: Setting) -> Table:
    """The table as it was; raises ``ValueError`` where the document does not fit the setting."""
    table = Table(setting)
    for piece in document.pieces:
        _check_piece(piece, setting)
        table.put(piece)
    for field in TableDocument.__struct_fields__:
        setattr(table, field, _read(field, getattr(document, field)))
    _check_stacks(table)
    _check_names(table)
    table.touched()
    return table


def _read(field: str, held: Any) -> Any:
    if field in LISTED:
        return {getattr(entry, LISTED[field]): entry for entry in held}
    if field in BY_HEX:
        return {parse_hex(at): value for at, value in held.items()}
    return dict(held) if isinstance(held, dict) else held


def _check_piece(piece: Piece, setting: Setting) -> None:
    printed = setting.roster.get(piece.id)
    if printed is None:
        raise ValueError(f"there is no unit {piece.id!r} in this scenario")
    if not 0 <= piece.lost < printed.steps:
        raise ValueError(f"{piece.id} cannot have lost {piece.lost} steps")
    for at in piece.hexes:
        if not setting.ground.on_map(at):
            raise ValueError(f"{at:04d} is not on the map")


def _check_stacks(table: Table) -> None:
    standing = sorted((at, piece.id) for piece in table.pieces.values() for at in piece.hexes)
    stacked = sorted((at, unit) for at, units in table.stacks.items() for unit in units)
    if standing != stacked:
        raise ValueError("the stacks do not agree with where the units stand")


def _check_names(table: Table) -> None:
    setting = table.setting
    for found, known, what in (
        (table.leaders, setting.leaders, "leader"),
        (table.quarters, setting.headquarters, "headquarters"),
        (table.under, setting.roster, "unit"),
        (table.removed, setting.roster, "unit"),
    ):
        for word in found:
            if word not in known:
                raise ValueError(f"there is no {what} {word!r} in this scenario")
    for unit, force in table.under.items():
        if force not in table.forces:
            raise ValueError(f"{unit} obeys {force!r}, which is not there")
