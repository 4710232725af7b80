"""Refused flanks (P16.37, PR-35): what an account says where a friend's zone makes a flank a front."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from grognard.kernel import Item, rule
from grognard.mechanics.hexes import Hex, Side
from grognard.systems.bataille.fronts import refused_mask
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table, stance

REFUSED_FLANK: Final = Item(0, "the flank is refused and counts as front", "P16.37")


@rule("P16.37", "PR-35")
def is_refused(table: Table, unit: UnitId, at: Hex, sides: Iterable[Side]) -> bool:
    """Is any of these hexsides a flank of a line that a friend covers?"""
    seen = stance(table, table.pieces[unit])
    flank = orientation(table.setting.roster[unit], seen, seen.hexes.index(at)).flank
    refused = refused_mask(table, unit, at, flank, seen) if flank else 0
    return any(refused >> side & 1 for side in sides)
