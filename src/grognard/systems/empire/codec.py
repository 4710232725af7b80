"""A table written down, and read back exactly."""

from __future__ import annotations

import msgspec

from grognard.systems.empire.pieces import Body, Gone, Officer, Piece
from grognard.systems.empire.setting import CommanderId, DivisionId, Setting, SideId, Unit, UnitId
from grognard.systems.empire.table import Table


class TableDocument(msgspec.Struct, frozen=True):
    """Everything on the table."""

    turn: int
    first: SideId
    phasing: SideId
    active: DivisionId
    segment: str
    pieces: dict[UnitId, Piece]
    officers: dict[CommanderId, Officer]
    bodies: dict[DivisionId, Body]
    holders: dict[str, SideId]
    removed: dict[UnitId, Gone]
    screens: dict[UnitId, Unit]
    tally: dict[str, int]


def table_document(table: Table) -> TableDocument:
    return TableDocument(
        **{field: getattr(table, field) for field in TableDocument.__struct_fields__}
    )


def table_from(document: TableDocument, setting: Setting) -> Table:
    """The table as it was; raises ``ValueError`` where the document does not fit the setting."""
    table = Table(setting)
    for field in TableDocument.__struct_fields__:
        held = getattr(document, field)
        setattr(table, field, dict(held) if isinstance(held, dict) else held)
    for unit in (*table.pieces, *table.removed):
        if unit not in setting.roster and unit not in table.screens:
            raise ValueError(f"there is no unit {unit!r} in this scenario")
    for officer in table.officers:
        if officer not in setting.commanders:
            raise ValueError(f"there is no commander {officer!r} in this scenario")
    for division in table.bodies:
        if division not in setting.divisions:
            raise ValueError(f"there is no division {division!r} in this scenario")
    return table
