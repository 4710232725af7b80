"""Odds of Bataille Empire from numbers alone: a shot, and a morale test."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.odds.formulas import Answer, Formula, Numbers, spread, whole
from grognard.systems.empire.sheet import HALVES, sheet

FACES: Final = range(1, 7)
COLUMNS: Final = ("near", "effective", "far")


def _fire(numbers: Numbers) -> Answer:
    """A shot in a column of the sheet: 1 near, 2 effective, 3 far."""
    column = COLUMNS[min(whole(numbers, "column", 1), len(COLUMNS)) - 1]
    rows, least = whole(numbers, "modifiers"), sheet().figure("fire/figures", "least")
    found = spread(
        str(Fraction(sheet().losses(column, max(least, die + rows)), HALVES)) for die in FACES
    )
    return Answer(column, found, ((str(rows), "all rows together", "E50.2"),))


def _morale(numbers: Numbers) -> Answer:
    morale, rows = whole(numbers, "morale", 1), whole(numbers, "modifiers")
    needed = sheet().figure("morale/test", "least")
    found = spread("holds" if die + morale + rows >= needed else "fails" for die in FACES)
    account = ((str(morale), "morale", "E54.1"), (str(rows), "all rows together", "E54.1"))
    return Answer(str(needed), found, account)


FORMULAS: Final = (
    Formula("fire", "losses of a shot; column 1 near, 2 effective, 3 far", ("modifiers",),
            {"column": 1}, _fire),
    Formula("morale", "does it hold?", ("morale",), {"modifiers": 0}, _morale),
)  # fmt: skip
