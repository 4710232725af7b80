"""What multiplies cavalry in melee (X19.14), and its lances."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from grognard.kernel import rule
from grognard.systems.an_xxx.marks import CAUGHT, SHORT
from grognard.systems.bataille.factors import Factor
from grognard.systems.bataille.marks import REACTED, RUN
from grognard.systems.bataille.melee.melee import (
    defenders_of,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table


@rule("X19.14.4.1", "X19.14.4.3")
def short_charge(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """A charge of too few hexes has no weight."""
    if SHORT in table.pieces[unit].marks and unit in melee.attackers:
        yield Factor(
            table.setting.cards.melee_factor("short_charge"), "a short charge", "X19.14.4.1"
        )


@rule("X19.14.4.2")
def straight_charge(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Heavy cavalry that rode straight at foot or guns comes with all its weight."""
    printed, marks = table.printed(unit), table.pieces[unit].marks
    if not (printed.is_heavy and RUN in marks and unit in melee.attackers):
        return
    foes = defenders_of(table, melee.target, printed.side)
    if SHORT not in marks and any(table.printed(foe).arm is not Arm.CAVALRY for foe in foes):
        times = table.setting.cards.melee_factor("straight_charge")
        yield Factor(times, "straight at foot or guns", "X19.14.4.2")


@rule("X19.5.3.4")
def caught_retreating(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Cavalry that went back before a charge and was caught after all."""
    if CAUGHT in table.pieces[unit].marks and unit not in melee.attackers:
        times = table.setting.cards.melee_factor("caught_retreating")
        yield Factor(times, "caught as it fell back", "X19.5.3.4")


@rule("X19.14.2")
def wide_line(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """A line of cavalry that is wider than the unit it strikes laps round it."""
    piece, printed = table.pieces[unit], table.printed(unit)
    if printed.arm is not Arm.CAVALRY or piece.formation is not Formation.LINE:
        return
    foes = defenders_of(table, melee.target, printed.side)
    widest = max((len(table.pieces[foe].hexes) for foe in foes), default=0)
    if len(piece.hexes) > max(1, widest):
        yield Factor(table.setting.cards.melee_factor("wide_line"), "a wider line", "X19.14.2")


@rule("X19.14.7")
def stands(table: Table, melee: Melee, unit: UnitId) -> Iterator[Factor]:
    """Cavalry that receives an assault or a charge standing."""
    if table.printed(unit).arm is Arm.CAVALRY and REACTED not in table.pieces[unit].marks:
        times = table.setting.cards.melee_factor("stands")
        yield Factor(times, "receives the enemy standing", "X19.14.7")


@rule("X19.14.3.1", "X19.14.3.2", "X19.14.3.3", "X19.14.3.4", "X17.2.2")
def lances(table: Table, unit: UnitId, attacking: bool) -> Fraction:
    """The lances of one hex: twice in a line that attacks, else once; one less for every three lost."""
    piece, printed, cards = table.pieces[unit], table.printed(unit), table.setting.cards
    if not printed.lance or piece.cohesion is not Cohesion.GOOD:
        return Fraction(0)
    if piece.formation not in (Formation.LINE, Formation.COLUMN, Formation.COMPANIES):
        return Fraction(0)
    fewer: int = piece.lost // cards.row("fire", "lost_for_one")
    bonus = max(Fraction(0), printed.lance - fewer)
    twice = attacking and piece.formation is Formation.LINE
    worth = cards.keyed("lancers", "bonus").cell("line" if twice else "assault")
    assert isinstance(worth, Fraction)
    return bonus * worth


MANNER: Final = (short_charge, straight_charge, caught_retreating)
OPPONENTS: Final = (wide_line,)
DEFENCE: Final = (stands,)
"""Cavalry's factors beside those of the base book."""
