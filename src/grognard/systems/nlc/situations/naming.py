"""What the orders of Napoleon's Later Campaigns can name on a table, for the law of refusals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.mechanics.hexes import name
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.table import Table

FAR = 41
"""Every so many-th hex of the map is named too, wherever nobody stands."""


def named(table: Table) -> Mapping[str, list[Any]]:
    """Units, leaders, bodies and hexes by the field of an order that names them."""
    setting = table.setting
    around = setting.ground.around
    held = sorted(table.stacks)
    near = sorted({next_to for at in held for next_to in around[at] if next_to})
    hexes = [*held, *near, *list(setting.ground.hexes)[::FAR]]
    units, leaders = list(setting.roster), list(setting.leaders)
    formations = list(setting.formations)
    divisions = [
        formation.id + bodies.DIVISION + division
        for formation in setting.formations.values()
        for division in formation.divisions
    ]
    forces = [*formations, *divisions, *table.forces, *setting.headquarters, *leaders]
    riders = [*leaders, *setting.headquarters]
    choices = [*units, *leaders, *formations, *map(name, held), *map(name, near)]
    places = dict.fromkeys(("at", "path", "plot", "target", "route"), hexes)
    pairs = dict.fromkeys(("one", "other"), formations)
    bodies_ = dict.fromkeys(("force", "to", "division", "chief"), forces)
    return {
        **places, **pairs, **bodies_, "unit": units, "units": [*units, *leaders], "leader": riders,
        "sender": leaders, "by": leaders, "formation": formations, "choice": choices,
    }  # fmt: skip
