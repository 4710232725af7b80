"""Positions of An XXX for tests, drawn in a few lines."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import Procedure, State, answer, start
from grognard.systems.an_xxx.kit import KIT
from grognard.systems.an_xxx.supplement import Supplement, Wagon
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.fire.fire import aimed
from grognard.systems.bataille.morale.morale import account_of
from grognard.systems.bataille.situations.refereeing import lay_out, read
from grognard.systems.bataille.table import Table

OPEN = (". . . . . . . .",) * 9

TARGET = "P1 battalion at 0306 facing N"
"""Whom guns and muskets fire at."""


def table_of(
    *units: str, rows: Iterable[str] = OPEN, leaders: Iterable[str] = (), **sections: str
) -> Table:
    """The table with these units, one line each."""
    lines = ["title: Drawn", "map:", *(f"  {row}" for row in rows), "units:"]
    lines += [f"  {unit}" for unit in units]
    if leaders:
        lines += ["leaders:", *(f"  {leader}" for leader in leaders)]
    lines += [f"{word.replace('_', '-')}: {text}" for word, text in sections.items()]
    lines += ["expect:", "  turn 1"]
    return lay_out(KIT, read("\n".join(lines) + "\n", "drawn.situation"))


def rows_of(table: Table, unit: str) -> dict[str, int]:
    """What a plain check of the unit takes and gets, by clause."""
    return {item.clause: item.amount for item in account_of(table, unit)}


def played(table: Table, procedure: Procedure, *answers: Any) -> State:
    """A procedure with these answers, dice as they lie (43 is two dice)."""
    state = start(table, procedure)
    for each in answers:
        dice = tuple(map(int, str(each))) if isinstance(each, int) else each
        state = answer(state, dice)
    return state


def strength(table: Table, *firers: str, at: int = 306, kind: str = "") -> Fraction:
    """What these have against a hex."""
    who = [Firer(unit, table.pieces[unit].at) for unit in firers]
    return aimed(table, at, who, kind=kind).strength


def supplied(table: Table, at: int = 0, side: str = "french") -> Table:
    """The table with a wagon of a side in a hex."""
    wagon = Wagon("W1", side, "Caissons", at)
    table.setting = msgspec.structs.replace(table.setting, supplement=Supplement(wagons=(wagon,)))
    return table
