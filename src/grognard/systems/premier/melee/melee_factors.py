"""The factors of a melee that Premier has beyond those of the base book (P35.8, P38.14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.kernel import rule
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.melee.melee import BASE_FACTORS, out_of_hand, sparing_its_horses
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import Formation, UnitId
from grognard.systems.bataille.table import Table


@rule("P35.8")
def heavy_in_line(table: Table, unit: UnitId) -> Iterator[Factor]:
    """Heavy cavalry that charges home in line."""
    if table.printed(unit).is_heavy and table.pieces[unit].formation is Formation.LINE:
        times = table.setting.cards.melee_factor("heavy_line")
        yield Factor(times, "heavy cavalry in line", "P35.8")


@rule("P38.14")
def out_of_a_run(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Cavalry that comes out of a straight run of a charge."""
    if unit in melee.running:
        times = table.setting.cards.melee_factor("charge_run")
        yield Factor(times, "straight run of a charge", "P38.14")


FACTORS: Final = msgspec.structs.replace(
    BASE_FACTORS,
    own=(*BASE_FACTORS.own, heavy_in_line),
    manner=(sparing_its_horses, out_of_a_run, out_of_hand),
)
