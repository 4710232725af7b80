"""Chances of reactions, for standing orders: as the side can know them, on imagined states.

For forming square it is the chance that the square is formed; for slipping away before a melee the
chance that the assault would otherwise carry the hex.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from grognard.kernel import Account, State, rule
from grognard.mechanics.d66 import D66, RUNGS
from grognard.systems.bataille.actions import FallBack
from grognard.systems.bataille.horse.charge_actions import Square
from grognard.systems.bataille.horse.gallop import Gallop
from grognard.systems.bataille.horse.square import CARRE, SquareWindow
from grognard.systems.bataille.melee import melee as fight
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.melee.retreat_before import RetreatBeforeMelee
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.bataille.views import guess, view
from grognard.systems.premier.horse.square_attempt import row_distance, square_items, square_row
from grognard.systems.premier.melee import melee_card
from grognard.systems.premier.melee.melee_results import DEFEATS

IMAGINED: Final = 3
"""So many states are imagined for a chance."""

OTHER: Final = {"column": "line", "line": "column"}
"""The formation whose rows a nation reads where it has none of its own."""


def chance(state: State, side: str, action: Any) -> float | None:
    """The chance of a reaction in percent; None where nobody has worked it out."""
    asking = state.stack[-1].procedure if state.stack else None
    weigh: Callable[[Table], Fraction]
    if isinstance(action, Square) and isinstance(asking, SquareWindow):
        gallop = asking.gallop

        def weigh(table: Table) -> Fraction:
            return square_chance(table, action.unit, gallop)

    elif isinstance(action, FallBack) and isinstance(asking, RetreatBeforeMelee):
        target, attackers = asking.target, asking.attackers

        def weigh(table: Table) -> Fraction:
            return carried_chance(table, Melee(target, attackers))

    else:
        return None
    seen, setting = view(state, side), state.table.setting
    tables = [guess(seen, setting, seed) for seed in range(IMAGINED)]
    return float(100 * sum(map(weigh, tables), Fraction(0)) / len(tables))


@rule("P38.24", "P16.44")
def square_chance(table: Table, unit: UnitId, gallop: Gallop) -> Fraction:
    """The chance that the foot in this unit's hex forms square before a charge."""
    row, away = square_row(table, unit), row_distance(table, unit, gallop)
    cards, form = table.setting.cards, table.pieces[unit].formation.value
    if (row, form, away) not in cards.carre_cells:
        form = OTHER[form]
    added = Account.of(square_items(table, unit, gallop.units)).total
    good = [cards.carre(row, form, away, (D66(rung) + added).rung) for rung in range(RUNGS)]
    return Fraction(good.count(CARRE), RUNGS)


@rule("P33.12", "P33.13")
def carried_chance(table: Table, melee: Melee) -> Fraction:
    """The chance that the dice of a melee throw the defender out."""
    cards = table.setting.cards
    attack, defence = fight.attack_strength(table, melee), fight.defence_strength(table, melee)
    odds = melee_card.melee_odds(cards, attack.total, defence.total)
    added = melee_card.melee_account(table, melee, odds).total
    kinds = [
        cards.melee_result(odds.column, (D66(rung) + added).rung).kind for rung in range(RUNGS)
    ]
    return Fraction(sum(kind in DEFEATS for kind in kinds), RUNGS)
