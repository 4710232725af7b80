"""The links of an order for themselves: dice, rows and results of a shot, a test, an order, a shock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from grognard.kernel import Account, Item, Reason
from grognard.kernel.questions import FACES
from grognard.systems.empire.actions import Primitive
from grognard.systems.empire.command.actions import ChangeOrder
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import aim_at
from grognard.systems.empire.fire.judging import answers
from grognard.systems.empire.fire.rows import Shot, account_of, column_of, losses_in
from grognard.systems.empire.morale.tests import holds, morale_rows
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.results import result_of
from grognard.systems.empire.shock.shock import Shock, accounts
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import manoeuvre_rows, passes, quality_rows

DIGITS: Final = 6
PASSES: Final = {True: "passes", False: "fails"}

Link = dict[str, Any]


def shot_links(table: Table, order: Fire, *, opportunity: bool = False) -> list[Link]:
    """What a shot does, what is answered, and whether those hit would hold; at somebody who moves or
    charges nobody answers."""
    aim = aim_at(table, order.unit, order.kind, order.target)
    if isinstance(aim, Reason):
        return []
    shot = Shot(aim, order.supports, opportunity, order.limbers)
    links = [shot_link(table, "shot", shot)]
    found = () if opportunity else answers(table, order.unit, order.target, order.kind)
    if found:
        links.append(shot_link(table, "answer", Shot(found[0])))
    worst = max(losses(table, shot))
    if worst:
        links.append(morale_link(table, "their morale after the worst of it", order.target, worst))
    return links


def losses(table: Table, shot: Shot) -> list[int]:
    """The losses of every face of the die, in halves."""
    account, column = account_of(table, shot), column_of(table, shot)
    return [losses_in(column, account, die) for die in FACES]


def shot_link(table: Table, title: str, shot: Shot) -> Link:
    account = account_of(table, shot)
    return _link(title, account, losses(table, shot))


def morale_link(table: Table, title: str, unit: UnitId, halves: int) -> Link:
    """The test that so many more losses bring."""
    after = table.draft()
    after.alter(unit, halves=table.pieces[unit].halves + halves)
    account = Account.of(morale_rows(after, unit))
    held = ["holds" if holds(after, unit, account, die) else "fails" for die in FACES]
    link = _link(title, account, held)
    return {**link, "total": table.printed(unit).morale + account.total}


def manoeuvre_link(table: Table, unit: UnitId, to: Primitive, *, near_horse: bool) -> Link:
    """A change before the enemy."""
    account = Account.of(manoeuvre_rows(table, unit, to, near_horse=near_horse))
    return _test(table, "manoeuvre", unit, account)


def control_link(table: Table, unit: UnitId) -> Link:
    """Horse that would hold itself back."""
    return _test(table, "control", unit, Account.of(quality_rows(table, unit)))


def _test(table: Table, title: str, unit: UnitId, account: Account) -> Link:
    needed = sheet().figure("tests/least", table.printed(unit).drill)
    return _link(title, account, [PASSES[passes(die, account.total, needed)] for die in FACES])


def order_link(table: Table, order: ChangeOrder) -> Link:
    """Will the general of a division take another order?"""
    needed = sheet().commander(table.general(order.division).grade).test
    account = Account.of([Item(order.bonus, "points of the chief", "E24.13")] * bool(order.bonus))
    obeys = ["obeys" if die + order.bonus >= needed else "refuses" for die in FACES]
    return {**_link("order", account, obeys), "total": needed}


def shock_link(table: Table, shock: Shock) -> Link:
    """A shock at its dice: the rows of both, those of the target turned round, and every throw."""
    fight, principal = shock.fight, shock.principal
    attack, defence = accounts(table, fight, principal, shock.helping, shock.guarding)
    total = attack.total - defence.total
    results = []
    for one in FACES:
        for other in FACES:
            found = result_of(table, fight, principal, one + total - other)
            results.append(f"{'won' if found.winner == principal else 'lost'} {found.word}")
    against = [Item(-item.amount, item.reason, item.clause) for item in defence]
    return {**_link("shock", (*attack, *against), results), "total": total}


def _link(title: str, account: Account | Iterable[Item], results: Sequence[Any]) -> Link:
    items = tuple(account)
    return {
        "title": title,
        "total": sum(item.amount for item in items),
        "account": [
            {"amount": item.amount, "reason": item.reason, "clause": item.clause} for item in items
        ],
        "outcomes": [
            {"result": str(each), "chance": round(results.count(each) / len(results), DIGITS)}
            for each in dict.fromkeys(results)
        ],
    }
