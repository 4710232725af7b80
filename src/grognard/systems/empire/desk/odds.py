"""The chances of a shot: its rows and losses, the answer, and the morale of whoever is hit (exact)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from grognard.kernel import Account, Reason
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import aim_at
from grognard.systems.empire.fire.judging import answers
from grognard.systems.empire.fire.rows import Shot, account_of, column_of, losses_in
from grognard.systems.empire.morale.tests import holds, morale_rows
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table

FACES: Final = range(1, 7)
DIGITS: Final = 6


def fire_odds(table: Table, order: Fire) -> dict[str, Any]:
    """A shot as links: what it does, what is answered, and whether those hit would hold."""
    aim = aim_at(table, order.unit, order.kind, order.target)
    if isinstance(aim, Reason):
        return {"kind": "fire", "target": 0, "cards": []}
    shot = Shot(aim, order.supports, limbers=order.limbers)
    cards = [shot_link(table, "shot", shot)]
    found = answers(table, order.unit, order.target, order.kind)
    if found:
        cards.append(shot_link(table, "answer", Shot(found[0])))
    worst = max(losses(table, shot))
    if worst:
        cards.append(morale_link(table, "their morale after the worst of it", order.target, worst))
    return {"kind": "fire", "target": table.pieces[order.target].at, "cards": cards}


def losses(table: Table, shot: Shot) -> list[int]:
    """The losses of every face of the die, in halves."""
    account, column = account_of(table, shot), column_of(table, shot)
    return [losses_in(column, account, die) for die in FACES]


def shot_link(table: Table, title: str, shot: Shot) -> dict[str, Any]:
    account = account_of(table, shot)
    return _link(title, account, losses(table, shot))


def morale_link(table: Table, title: str, unit: UnitId, halves: int) -> dict[str, Any]:
    """The test that so many more losses bring."""
    after = table.draft()
    after.alter(unit, halves=table.pieces[unit].halves + halves)
    account = Account.of(morale_rows(after, unit))
    held = ["holds" if holds(after, unit, account, die) else "fails" for die in FACES]
    link = _link(title, account, held)
    return {**link, "total": table.printed(unit).morale + account.total}


def _link(title: str, account: Account, results: Sequence[Any]) -> dict[str, Any]:
    return {
        "title": title,
        "total": account.total,
        "account": [
            {"amount": item.amount, "reason": item.reason, "clause": item.clause}
            for item in account
        ],
        "outcomes": [
            {"result": str(each), "chance": round(results.count(each) / len(results), DIGITS)}
            for each in dict.fromkeys(results)
        ],
    }


ODDS: Final[dict[type, Callable[[Table, Any], dict[str, Any]]]] = {Fire: fire_odds}
"""What can be weighed link by link, by the kind of order."""
