"""What orders can name at a table, by the field that names it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.fire.aims import FireKind
from grognard.systems.empire.table import Table


def named(table: Table) -> Mapping[str, Iterable[Any]]:
    return {
        "unit": table.setting.roster,
        "units": table.setting.roster,
        "division": table.setting.divisions,
        "leader": table.setting.commanders,
        "to": [piece.at for piece in table.pieces.values()],
        "amount": (0, 90, 250, 1000, 4000, 20_000),
        "path": [Primitive(Kind.FORWARD, 1000), Primitive(Kind.ABOUT)],
        "word": (),
        "kind": tuple(FireKind),
        "target": table.setting.roster,
        "supports": table.setting.roster,
        "limbers": (False, True),
    }
