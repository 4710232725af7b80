"""What a retreat costs and how far a rout goes in An XXX (X10.5, X12.12)."""

from __future__ import annotations

from typing import Final

from grognard.kernel import rule
from grognard.systems.bataille.morale.retreat_move import RECOIL
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table

BOUNCE: Final = "bounce"
"""Like a recoil the cause of a retreat that costs men though the unit has not routed."""


@rule("X12.11.5", "X12.11.6")
def horse_disorders(table: Table, unit: UnitId) -> bool:
    """Horse in good order is disordered first, as foot is; it does not rout at once."""
    return table.pieces[unit].cohesion is Cohesion.GOOD


@rule("X12.12.2", "X12.12.5")
def rout_hexes(table: Table, unit: UnitId) -> int | None:
    """Three halves of the printed movement, in hexes; a table may keep the base book's length."""
    if table.setting.options.get("premier_rout_length") == "on":
        return None
    return int(table.printed(unit).movement * table.setting.cards.shares["rout"])


@rule("X10.5.1", "X10.5.2", "X10.5.3")
def pays_zones(table: Table, unit: UnitId, cause: str) -> bool:
    """A rout, a recoil or a bounce loses men in enemy zones; no other retreat does."""
    return cause in (RECOIL, BOUNCE) or table.pieces[unit].cohesion is Cohesion.ROUT
