"""How often an assault carries its hex: its links taken one after the other, by the rules' own cards.

The volleys are left out; what they do to the dice is as likely for one side as for the other.
"""

from __future__ import annotations

from grognard.kernel.errors import GrognardError
from grognard.mechanics.d66 import RUNGS
from grognard.systems.an_xxx.advice import close_account, closed_up, spread, stand_account
from grognard.systems.an_xxx.assault.results import BLANK
from grognard.systems.an_xxx.assault.stand import stands_unasked
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.doctrine.worth import pass_chance
from grognard.systems.bataille.melee.melee import defenders_of
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.morale.morale import morale_value
from grognard.systems.bataille.table import Table


def carried(table: Table, order: Assault) -> float:
    """The chance that these units carry the hex, from where they stand; 0 where they cannot."""
    try:
        near = closed_up(table, order)
    except GrognardError:
        return 0.0
    total = close_account(table, order.units[0], order).total
    closes = pass_chance(morale_value(table, order.units[0]), total)
    return closes * carried_at_the_hex(near, order)


def carried_at_the_hex(table: Table, order: Assault) -> float:
    """The same for those who have closed."""
    gives = 1.0
    for unit in defenders_of(table, order.target, table.side_of(order.units[0])):
        if stands_unasked(table, unit):
            gives = 0.0
        else:
            total = stand_account(table, unit, order).total
            gives *= 1 - pass_chance(morale_value(table, unit), total)
    words = spread(table, Melee(order.target, order.units))
    wins = float(sum(chance for word, chance in words.items() if word.startswith("D")))
    again = float(words.get(BLANK, 0))
    fire = [table.setting.cards.firefight_result(rung) for rung in range(RUNGS)]
    fires: float = sum(word.startswith("D") for word in fire) / RUNGS
    second: float = fires + fire.count(BLANK) / RUNGS * wins
    return gives + (1 - gives) * (wins + again * second)


def gained(table: Table, order: Assault) -> float:
    """By how much horse that attacks without a charge is likelier to win than to be beaten."""
    words = spread(table, Melee(order.target, order.units))
    wins = sum(chance for word, chance in words.items() if word.startswith("D"))
    return float(wins - sum(chance for word, chance in words.items() if word.startswith("A")))
