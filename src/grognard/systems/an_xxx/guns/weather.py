"""Weather that keeps balls from bounding and houses from burning (X18.9.2, X18.15.7)."""

from __future__ import annotations

from typing import Final

from grognard.kernel import rule
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.table import Table

DRY: Final = ("dry", "clear", "", weather.DUSK, weather.NIGHT)


@rule("X18.9.2", "X18.15.7")
def is_wet(table: Table) -> bool:
    """Does it rain, or is the ground soaked?"""
    return weather.word(table) not in DRY
