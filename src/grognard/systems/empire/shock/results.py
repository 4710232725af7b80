"""How a shock ends: the row of the difference, and what arms change in it (E56.2 to E56.10)."""

from __future__ import annotations

import msgspec

from grognard.kernel.rules import rule
from grognard.systems.empire.kinds import Arm, Formation
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import HALVES, ShockCard, sheet
from grognard.systems.empire.shock.fights import Fight
from grognard.systems.empire.table import Table

GONE, FLEE = "gone", "flee"
ATTRITION = 1
"""Half a loss (E56.42)."""


class Result(msgspec.Struct, frozen=True):
    """Who won, and what it costs both: losses in halves; how the loser goes; may it be pursued?"""

    word: str
    winner: UnitId
    loser: UnitId
    loser_halves: int
    winner_halves: int
    falls: str
    pursued: bool


@rule("E56.2", "E56.3", "E56.4", "E56.5", "E56.7")
def result_of(table: Table, fight: Fight, principal: UnitId, difference: int) -> Result:
    """``difference`` is what the attackers have more than the target."""
    target = fight.target
    ranks = table.printed(principal).status.rank, table.printed(target).status.rank
    wins = difference > 0 or (difference == 0 and ranks[0] > ranks[1])
    winner, loser = (principal, target) if wins else (target, principal)
    margin = abs(difference)
    card = sheet().shock(margin)
    costs = _winner_halves(table, fight, winner, margin)
    if _is_lost(table, loser):
        return Result(card.result, winner, loser, 0, costs, GONE, card.pursuit)
    halves, read = _converted(table, winner, loser, margin)
    pursued = read.pursuit or _rides_down(table, winner, loser)
    return Result(read.result, winner, loser, halves, costs, read.falls, pursued)


@rule("E56.10", "E56.47")
def _is_lost(table: Table, loser: UnitId) -> bool:
    """Guns, and units that were in disorder before, are lost whatever the row says."""
    return table.arm(loser) is Arm.ARTILLERY or table.pieces[loser].disordered


def _rides_down(table: Table, winner: UnitId, loser: UnitId) -> bool:
    return table.arm(winner) is Arm.CAVALRY and table.arm(loser) is not Arm.CAVALRY


@rule("E56.8", "E56.9", "E56.45", "ER-23")
def _converted(table: Table, winner: UnitId, loser: UnitId, margin: int) -> tuple[int, ShockCard]:
    """What the loser loses, in halves, and the row that the difference is read as."""
    card, defeat, rout = sheet().shock(margin), sheet().least("defeated"), sheet().least("routed")
    if _rides_down(table, winner, loser) and defeat <= margin < rout:
        card = sheet().shock(rout)
    elif _rides_down(table, loser, winner) and margin >= defeat:
        small = margin < rout and table.setting.options["cavalry_small_defeat"] == "loss"
        steady = (
            table.arm(winner) is Arm.ARTILLERY or table.pieces[winner].formation is Formation.LINE
        )
        card = sheet().shock(defeat)
        return (card.loser if small or steady else ATTRITION), card
    return card.loser, card


@rule("E56.6", "E56.42")
def _winner_halves(table: Table, fight: Fight, winner: UnitId, margin: int) -> int:
    """Attrition is for who charged, counter-charged or held a building; a melee costs everybody."""
    halves = sheet().shock(margin).winner
    attrition = 0 < halves < HALVES
    came = fight.charger(winner) is not None or bool(table.pieces[winner].building)
    return halves if came or not attrition else 0
