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
    """What a loss of so many halves takes from a unit with the morale test that follows, in units.

    Who is in disorder already has less to lose by it than who still comes on.
    """
    if not halves:
        return 0.0
    return table.derived(("hit", unit, halves), lambda: _hit_worth(table, unit, halves))


def _hit_worth(table: Table, unit: UnitId, halves: int) -> float:
    piece = table.pieces[unit]
    now, failed = (1 - DISORDER, 1 - ROUT) if piece.disordered else (1.0, 1 - DISORDER)
    after = piece.halves + halves
    if after >= table.printed(unit).cohesion * HALVES:
        return now
    there = table.draft()
    there.alter(unit, halves=after)
    account = Account.of(morale_rows(there, unit))
    held = fmean(holds(there, unit, account, die) for die in DIE)
    left = 1 - share(table, unit, halves)
    return now - left * (held * now + (1 - held) * failed)
