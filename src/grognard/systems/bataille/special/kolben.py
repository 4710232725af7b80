"""``kolben``: in weather in which no musket fires, columns of a nation attack with the butt (P46.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.kernel import Item, rule
from grognard.mechanics.packs.shapes import Field, Listed, Number, Record, Text
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.pieces import Arm, Formation, UnitId
from grognard.systems.bataille.table import Table

KOLBEN: Final = "kolben"


class Kolben(msgspec.Struct, frozen=True):
    """Whose columns, in which weather, and what it adds to their check before a melee."""

    nation: str
    weather: tuple[str, ...]
    dice: int


SHAPE: Final = Record(
    {
        "nation": Field(Text(), "whose columns", needed=True),
        "weather": Field(Listed(Text(), least=1), "in which weather", needed=True),
        "dice": Field(Number(1, 36), "added to their check before a melee", needed=True),
    }
)


@rule("P46.2")
def butts(table: Table, unit: UnitId) -> Iterator[Item]:
    """What the musket butt does for an attacking column."""
    found: Kolben | None = table.setting.special.get(KOLBEN)
    printed = table.printed(unit)
    if (
        found is not None
        and weather.word(table) in found.weather
        and printed.nation.lower() == found.nation.lower()
        and printed.arm is Arm.INFANTRY
        and table.pieces[unit].formation is Formation.COLUMN
    ):
        yield Item(found.dice, "musket butts in the rain", "P46.2")
