"""Short ways to the options of fire."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.systems.bataille.actions import Shoot, parse
from grognard.systems.bataille.fire.targets import OFFENSIVE, FieldOfFire, FireOptions, Shot
from grognard.systems.bataille.table import Table

OPEN = ["............"] * 12


def options(
    table: Table,
    kind: str = OFFENSIVE,
    shots: Iterable[str] = (),
    at: tuple[int, ...] = (),
    side: str = "french",
) -> FireOptions:
    """Offered to the French; shots already fired as orders, "fire 0506 F1@0505"."""
    fired = [
        Shot(firer, order.target)
        for order in map(parse, shots)
        if isinstance(order, Shoot)
        for firer in order.firers
    ]
    return FireOptions(FieldOfFire(table, side, kind, fired, at))


def clauses(offered: FireOptions, order: str) -> set[str]:
    return {reason.clause for reason in offered.why_not(parse(order))}


def listed(offered: FireOptions) -> list[str]:
    return [str(action) for action in offered]
