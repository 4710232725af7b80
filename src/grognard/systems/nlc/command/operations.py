"""The morale effect of operations (N20.9): limits that rise with attacks and fall with failures."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from grognard.kernel import rule
from grognard.systems.nlc.cards import half_up
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.events import Counted, ForceChanged
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.zones import ATTACK_TYPE
from grognard.systems.nlc.records import ForceId, home_of
from grognard.systems.nlc.setting import Sequence
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

BACKWARD = (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)


def is_on(table: Table) -> bool:
    return table.setting.on("morale_of_operations")


@rule("N20.9.5", "R-20.9")
def share_of(table: Table, name: ForceId) -> int:
    """By how much the limit of a body changes: a tenth of the printed one, a division's share of it."""
    formation = table.setting.formations.get(home_of(name))
    if formation is None:
        return 0
    change = formation.limit * table.setting.cards.share("operations")
    if bodies.is_division(name):
        change /= max(len(formation.divisions), 1)
    return max(half_up(Fraction(change)), 1)


@rule("N20.9.1")
def note_complying(table: Table, name: ForceId, orders: Sequence, how: str) -> None:
    """A body that goes to attack takes heart; the links of a sequence were counted with it."""
    attacks = any(order.type in ATTACK_TYPE for order in orders)
    if is_on(table) and attacks and how not in ("link", "blocked"):
        _sway(table, name, share_of(table, name))


@rule("N20.9.2")
def note_receipt(table: Table, name: ForceId, orders: Sequence) -> None:
    """A body that is told to go back loses heart."""
    if is_on(table) and any(order.type in BACKWARD for order in orders):
        _sway(table, name, -share_of(table, name))


@rule("N20.9.2", "N20.9.3", "N20.9.4")
def note_failure(table: Table, name: ForceId) -> None:
    """A failure costs heart; that of an attack gives it to those who stood, that of a defence hurts the army."""
    if not is_on(table):
        return
    force = table.forces[name]
    _sway(table, name, -share_of(table, name))
    if force.type is OrderType.ATTACK:
        for other in _opponents(table, name):
            _sway(table, other, share_of(table, other))
    if force.type in (OrderType.DEFEND, OrderType.RESERVE):
        level = table.setting.armies[force.side].level
        loss = max(half_up(Fraction(level * table.setting.cards.share("operations"))), 1)
        table.record(Counted(f"level:{force.side}", -loss))


def _opponents(table: Table, name: ForceId) -> list[ForceId]:
    """The enemy bodies beside which the units of this one stand."""
    side = table.forces[name].side
    enemy, around = table.setting.enemy(side), table.setting.ground.around
    found = {
        table.under[foe]
        for unit in table.units_under(name)
        for there in around[table.pieces[unit].at]
        if there
        for foe in table.units_in(there, enemy)
    }
    return sorted(found)


def _sway(table: Table, name: ForceId, by: int) -> None:
    """A division's limit is its corps': its share of the change falls on that."""
    formation = home_of(name)
    if by and formation in table.setting.formations:
        whole = table.forces[formation]
        table.record(ForceChanged(whole.side, replace(whole, swing=whole.swing + by)))
