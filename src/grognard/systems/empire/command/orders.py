"""What the order of a division forbids a unit to do."""

from __future__ import annotations

from grognard.kernel import Reason
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.table import Table


def against_move(table: Table, walks: tuple[Walk, ...]) -> Reason | None:
    """What the order of their division has against a way of units."""
    return None
