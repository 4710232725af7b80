"""One assault weighed to its end: both volleys, who goes back by choice, losses, morale, the place.

Every pair of hits is weighed with its chance. Whoever may choose to go back does so when that
leaves him better off, the attacker first. All values are strength points for the attacker.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

HURT: Final = 0.6
"""A step that is lost counts so much of its strength while the unit still stands."""


class Stakes(msgspec.Struct, frozen=True):
    """What an assault is about, in strength points.

    ``ours`` and ``theirs`` hold the price of 0, 1, 2 ... hits on either side, as far as there are
    steps to lose. ``carry`` is what the place and the flight of its defenders are worth to the
    attacker, ``repulse`` what his own going back costs him; ``recoils`` and ``wavers`` are the
    chances that attackers and defenders fail the test after losses.
    """

    ours: tuple[float, ...]
    theirs: tuple[float, ...]
    carry: float
    repulse: float
    recoils: float
    wavers: float


def prices(table: Table, units: Sequence[UnitId]) -> tuple[float, ...]:
    """What 0, 1, 2 ... hits cost a group that gives each to whom it costs least."""
    lost = {unit: table.pieces[unit].lost for unit in units if unit in table.pieces}
    found, total = [0.0], 0.0
    while lost:
        unit = min(lost, key=lambda name: (_price(table, name, lost[name]), name))
        total += _price(table, unit, lost[unit])
        found.append(total)
        lost[unit] += 1
        if lost[unit] >= table.printed(unit).steps:
            del lost[unit]
    return tuple(found)


def _price(table: Table, unit: UnitId, lost: int) -> float:
    printed = table.printed(unit)
    now = printed.strengths[lost]
    if lost + 1 < printed.steps:
        return HURT * (now - printed.strengths[lost + 1])
    return printed.strength - HURT * (printed.strength - now)


def halved(hits: int) -> int:
    """Hits that remain when one side goes back by choice."""
    return 0 if hits == 1 else (hits + 1) // 2


def value(stakes: Stakes, dealt: Sequence[float], taken: Sequence[float]) -> float:
    """What an assault is worth, given the chances of hits on the defenders and on the attackers."""
    return sum(
        one * other * decided(stakes, hits, suffered)
        for hits, one in enumerate(dealt)
        if one
        for suffered, other in enumerate(taken)
        if other
    )


def decided(stakes: Stakes, hits: int, suffered: int) -> float:
    """The worth of an assault when both volleys are known."""
    standing = attackers_stand(stakes, hits, suffered)
    return max(standing, attackers_go(stakes, hits, suffered)) if suffered else standing


def attackers_go(stakes: Stakes, hits: int, suffered: int) -> float:
    return _exchange(stakes, halved(hits), halved(suffered)) - stakes.repulse


def attackers_stand(stakes: Stakes, hits: int, suffered: int) -> float:
    standing = defenders_stand(stakes, hits, suffered)
    return min(standing, defenders_go(stakes, hits, suffered)) if hits else standing


def defenders_go(stakes: Stakes, hits: int, suffered: int) -> float:
    return _exchange(stakes, halved(hits), halved(suffered)) + stakes.carry


def defenders_stand(stakes: Stakes, hits: int, suffered: int) -> float:
    worth = _exchange(stakes, hits, suffered)
    if suffered >= len(stakes.ours) - 1:
        return worth
    if hits >= len(stakes.theirs) - 1:
        return worth + stakes.carry
    back = stakes.recoils if suffered else 0.0
    gone = (1.0 - back) * (stakes.wavers if hits else 0.0)
    return worth - back * stakes.repulse + gone * stakes.carry


def _exchange(stakes: Stakes, hits: int, suffered: int) -> float:
    theirs = stakes.theirs[min(hits, len(stakes.theirs) - 1)]
    return theirs - stakes.ours[min(suffered, len(stakes.ours) - 1)]
