"""Odds of Bataille Empire from numbers alone: a shot, tests, an order, a shock."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.kernel.questions import FACES
from grognard.odds.formulas import Answer, Formula, Numbers, spread, whole
from grognard.systems.empire.kinds import Drill
from grognard.systems.empire.sheet import HALVES, sheet
from grognard.systems.empire.tests import passes

COLUMNS: Final = ("near", "effective", "far")
TIE: Final = "tie"


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


def _manoeuvre(numbers: Numbers) -> Answer:
    """A manoeuvre or control test of a class: 1 A, 2 B, 3 C."""
    drill = list(Drill)[min(whole(numbers, "class", 1), len(Drill)) - 1]
    rows, needed = whole(numbers, "modifiers"), sheet().figure("tests/least", drill)
    found = spread("passes" if passes(die, rows, needed) else "fails" for die in FACES)
    return Answer(f"class {drill}", found, ((str(rows), "all rows together", "E44.1"),))


def _order(numbers: Numbers) -> Answer:
    needed, bonus = whole(numbers, "needed", 1), whole(numbers, "bonus")
    found = spread("obeys" if die + bonus >= needed else "refuses" for die in FACES)
    return Answer(str(needed), found, ((str(bonus), "points of the chief", "E24.13"),))


def _shock(numbers: Numbers) -> Answer:
    """The rows of the attack less those of the target; what arms change in a result is left out."""
    rows = whole(numbers, "modifiers")
    margins = [one - other + rows for one in FACES for other in FACES]
    found = spread(
        f"{'won' if margin > 0 else 'lost'} {sheet().shock(abs(margin)).result}" if margin else TIE
        for margin in margins
    )
    return Answer("shock", found, ((str(rows), "all rows together", "E56.1"),))


FORMULAS: Final = (
    Formula("fire", "losses of a shot; column 1 near, 2 effective, 3 far", ("modifiers",),
            {"column": 1}, _fire),
    Formula("morale", "does it hold?", ("morale",), {"modifiers": 0}, _morale),
    Formula("manoeuvre", "a manoeuvre or control test; class 1 A, 2 B, 3 C", ("class",),
            {"modifiers": 0}, _manoeuvre),
    Formula("order", "does a general take another order?", ("needed",), {"bonus": 0}, _order),
    Formula("shock", "a shock by the rows of the attack less those of the target", ("modifiers",),
            {}, _shock),
)  # fmt: skip
