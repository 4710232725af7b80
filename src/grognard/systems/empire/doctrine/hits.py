"""What becomes of a unit that is hit: gone, in flight, in disorder, or only worn."""

from __future__ import annotations

from statistics import fmean

from grognard.kernel import Account
from grognard.systems.empire.doctrine.clash import DISORDER, ROUT, share
from grognard.systems.empire.morale.tests import holds, morale_rows
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.table import Table

DIE = range(1, 7)


def hit_worth(table: Table, unit: UnitId, halves: int) -> float:
    """What a loss of so many halves costs a unit with the morale test that follows, as a share of it."""
    if not halves:
        return 0.0
    return table.derived(("hit", unit, halves), lambda: _hit_worth(table, unit, halves))


def _hit_worth(table: Table, unit: UnitId, halves: int) -> float:
    piece = table.pieces[unit]
    after = piece.halves + halves
    if after >= table.printed(unit).cohesion * HALVES:
        return 1.0
    there = table.draft()
    there.alter(unit, halves=after)
    account = Account.of(morale_rows(there, unit))
    fails = fmean(not holds(there, unit, account, die) for die in DIE)
    return min(1.0, share(table, unit, halves) + fails * (ROUT if piece.disordered else DISORDER))
