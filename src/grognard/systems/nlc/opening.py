"""Laying out a battle: the table at its opening, and the revisions a game names."""

from __future__ import annotations

from pathlib import Path

import msgspec

from grognard.kernel import State, rule, start
from grognard.mechanics.charts.printing import printing
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.pieces import General, Piece, Quarters
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import DivisionStart, Order, Sequence, Setting
from grognard.systems.nlc.table import Table

CHARTS = Path(__file__).parent / "charts"

RESERVE = (Order(OrderType.RESERVE),)


def opening_table(setting: Setting) -> Table:
    """The map and the order desks as the battle begins."""
    table = Table(setting)
    _lay_out_forces(table)
    for unit, at in setting.placements.items():
        table.put(Piece(unit, at), on_top=False)
    for leader in setting.leaders.values():
        table.leaders[leader.id] = General(leader.id, leader.at, leader.rating)
    for held in setting.headquarters.values():
        moving = held.id in setting.orders.headquarters
        table.quarters[held.id] = Quarters(held.id, held.at, stirring=moving)
    table.waiting_in = tuple(arrival.id for arrival in setting.arrivals)
    _note_held(table)
    return table


@rule("N12.2.1", "N1.2", "R-0.2")
def _lay_out_forces(table: Table) -> None:
    """Every formation, wing, moving HQ and division on its own gets its order, untested."""
    setting = table.setting
    for formation in setting.formations.values():
        orders = setting.orders.formations.get(formation.id, RESERVE)
        table.forces[formation.id] = _force(
            table, formation.id, formation.side, formation.id, formation.leader, orders
        )
        table.under.update(dict.fromkeys(formation.units, formation.id))
    for leader, orders in setting.orders.wings.items():
        side = setting.leaders[leader].side
        table.forces[leader] = _force(table, leader, side, "", leader, orders)
    for held, orders in setting.orders.headquarters.items():
        side = setting.headquarters[held].side
        table.forces[held] = _force(table, held, side, "", "", orders)
    for division in setting.divisional:
        _detach(table, division)


def _force(
    table: Table, name: str, side: str, formation: str, leader: str, orders: Sequence
) -> Force:
    arrived = name in table.setting.orders.arrived
    return Force(name, side, formation, leader, orders[0], orders[1:], arrived=arrived)


@rule("N12.13.4", "N12.13.6")
def _detach(table: Table, division: DivisionStart) -> None:
    """A division that begins or arrives on an order of its own; it may rejoin when in range."""
    formation = table.setting.formations[division.formation]
    name = f"{formation.id}/{division.division}"
    table.forces[name] = Force(
        name, formation.side, formation.id, "", division.orders[0], division.orders[1:],
        may_rejoin=True,
    )  # fmt: skip
    table.under.update(dict.fromkeys(division.units, name))


def _note_held(table: Table) -> None:
    """Which target hexes each side controls as its orders take force (N12.2C)."""
    for force in list(table.forces.values()):
        held = tuple(at for at in force.order.target if table.control.get(at) == force.side)
        if held:
            table.forces[force.id] = msgspec.structs.replace(force, held=held)


def opening(setting: Setting) -> State:
    """The battle at its first question."""
    from grognard.systems.nlc.sequence import Battle  # reading a pack needs no rules

    return start(opening_table(setting), Battle())


def charts_revision() -> str:
    """Another printing of the cards is another game."""
    return printing(CHARTS)
