"""What each throw of a roll would bring, worked out once for all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from grognard.kernel import Account, Procedure, Roll
from grognard.systems.empire.fire.firing import FireAction, shot_of
from grognard.systems.empire.fire.rows import account_of, column_of, losses_in
from grognard.systems.empire.morale.tests import MoraleTest, holds, morale_rows
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.shock.results import result_of
from grognard.systems.empire.shock.shock import Shock, accounts
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import (
    ControlTest,
    ManoeuvreTest,
    manoeuvre_rows,
    passes,
    quality_rows,
)

Dice = tuple[int, ...]
Brings = Callable[[Dice], Hashable]


def _shock(table: Table, shock: Shock, roll: Roll) -> Brings:
    """One die is the attackers', one the target's."""
    fight, principal = shock.fight, shock.principal
    attack, defence = accounts(table, fight, principal, shock.helping, shock.guarding)
    total = attack.total - defence.total
    return lambda dice: result_of(table, fight, principal, dice[0] - dice[1] + total)


def _morale(table: Table, test: MoraleTest, roll: Roll) -> Brings:
    account = Account.of(morale_rows(table, test.unit))
    return lambda dice: holds(table, test.unit, account, dice[0])


def _manoeuvre(table: Table, test: ManoeuvreTest, roll: Roll) -> Brings:
    rows = manoeuvre_rows(table, test.unit, test.to, near_horse=test.near_horse)
    return _passing(table, test.unit, Account.of(rows))


def _control(table: Table, test: ControlTest, roll: Roll) -> Brings:
    return _passing(table, test.unit, Account.of(quality_rows(table, test.unit)))


def _passing(table: Table, unit: str, account: Account) -> Brings:
    needed = sheet().figure("tests/least", table.printed(unit).drill)
    return lambda dice: passes(dice[0], account.total, needed)


def _fire(table: Table, shot: FireAction, roll: Roll) -> Brings:
    """The losses of the shot, or of the answer to it."""
    if roll.subject == shot.unit:
        fired = shot_of(
            table, shot.unit, shot.kind, shot.target, shot.supports,
            opportunity=shot.opportunity, limbers=shot.limbers,
        )  # fmt: skip
    else:
        assert shot.answer is not None
        fired = shot_of(table, shot.target, shot.answer, shot.unit, shot.helpers)
    account, column = account_of(table, fired), column_of(table, fired)
    return lambda dice: losses_in(column, account, dice[0])


ROLLS: Final[Mapping[type[Procedure], Callable[[Table, Any, Roll], Brings]]] = {
    Shock: _shock,
    MoraleTest: _morale,
    ManoeuvreTest: _manoeuvre,
    ControlTest: _control,
    FireAction: _fire,
}
"""What a throw brings, by the procedure that waits for it."""
