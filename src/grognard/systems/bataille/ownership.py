"""Whose a unit is: what every order asks first."""

from __future__ import annotations

from grognard.kernel import Reason
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


def not_ours(table: Table, unit: UnitId, side: str, clause: str, absent: str = "") -> Reason | None:
    """Why a side cannot order a unit at all: it is not its own, or (``absent``) not on the map."""
    printed = table.setting.roster.get(unit)
    if printed is None:
        return Reason(f"there is no unit {unit}", clause)
    if printed.side != side:
        return Reason(f"{printed.name} is not yours to order", clause)
    if unit in table.pieces:
        return None
    return Reason(f"{printed.name} is not on the map", absent or clause)
