"""Guns that fire in support of an assault (N20.3): did they make the difference?"""

from __future__ import annotations

from grognard.kernel import rule
from grognard.systems.nlc import fire
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table


@rule("N20.3.1", "N20.3.2", "N20.4.4", "R-20.3")
def supported(table: Table, volley: Volley, enemies: tuple[UnitId, ...]) -> bool:
    """Did guns beside other arms raise the hits, with enemies in good order to be shaken?"""
    guns = [part for part in volley.parts if table.arm(part.unit).artillery]
    rest = [part for part in volley.parts if not table.arm(part.unit).artillery]
    if not guns or not rest or not volley.dice:
        return False
    if all(table.pieces[unit].disrupted for unit in enemies):
        return False
    if table.setting.on("six_to_hit"):
        return volley.hits >= table.setting.cards.figure("six_support_hits")
    without = fire.hits(table.setting.cards, fire.total(rest, table.setting), sum(volley.dice))
    return volley.hits > without
