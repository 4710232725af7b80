"""What the orders of La Bataille can name on a table, for the law of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.mechanics.hexes import name
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table

FAR = 53
"""Every so many-th hex of the map is named too, wherever nobody stands."""


def named(table: Table) -> Mapping[str, list[Any]]:
    """Units, leaders and hexes by the field of an order that names them; choices are all of them."""
    around = table.setting.ground.around
    units, leaders = list(table.setting.roster), list(table.setting.leaders)
    held = sorted(table.stacks)
    near = sorted({next_to for at in held for next_to in around[at] if next_to})
    hexes = [*held, *near, *[at for at in range(len(around)) if any(around[at])][::FAR]]
    places = dict.fromkeys(("at", "hexes", "target", "to"), hexes)
    choices = [*units, *leaders, *map(name, held), *map(name, near)]
    formations: list[Any] = list(Formation)
    return {
        "unit": units, "units": units, "leader": leaders, "guns": units, "choice": choices,
        "formation": formations, "facing": list(range(6)), **places,
    }  # fmt: skip
