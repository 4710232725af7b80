"""Plots of hidden marches (N20.1.1): the exact way of the leader, and how far he would be by now."""

from __future__ import annotations

from itertools import pairwise

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import arrivals
from grognard.systems.nlc.guns.sight import seen_by, seen_by_units
from grognard.systems.nlc.kinds import Mover, OrderType, Way
from grognard.systems.nlc.movement.routes import march_route
from grognard.systems.nlc.records import Force, ForceId, HiddenMarch
from grognard.systems.nlc.setting import SideId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import spread, step_cost, way_between


def start_hex(table: Table, force: Force) -> Hex:
    """Where a plot begins: at the leader, at the entry of reinforcements, or at the lead counter."""
    if force.leader and force.leader in table.leaders and table.leaders[force.leader].at:
        return table.leaders[force.leader].at
    units = table.units_under(force.id)
    if units:
        return table.pieces[units[0]].at
    for group in arrivals.groups(table).values():
        if group.formation == force.formation and arrivals.is_due(table, group):
            return group.entry
    return 0


@rule("N20.1.1", "N20.1.1.1")
def usual_plot(table: Table, force: Force) -> tuple[Hex, ...]:
    """The way an order describes: along its route, or the cheapest one to its target."""
    start = start_hex(table, force)
    if not start or not force.order.target:
        return ()
    if force.order.route:
        way = march_route(table.setting, force.order)
        if start in way:
            return way[way.index(start) :]
        return (*way_between(table.setting, start, way[0])[:-1], *way)
    return way_between(table.setting, start, force.order.target[0])


@rule("N20.1.1.1")
def bar_to_plot(table: Table, force: Force, plot: tuple[Hex, ...]) -> Reason | None:
    """Why a way cannot be plotted: it must lead step by step from the leader to the target."""
    if len(plot) < 2 or plot[0] != start_hex(table, force):
        return Reason("a plot begins where the leader is", "N20.1.1.1")
    for one, other in pairwise(plot):
        if not step_cost(table.setting, Mover.FOOT, one, other):
            return Reason("a plot goes from hex to neighbouring hex", "N20.1.1.1")
    if plot[-1] not in force.order.target:
        return Reason("a plot ends in the target of the order", "N20.1.1.1")
    return None


@rule("N20.1.1", "N20.1.1.2", "N20.1.1.3", "N20.1.5.1")
def bar_to_hiding(table: Table, force: Force) -> Reason | None:
    """Why a body may not march hidden: it has just complied, and one move takes it out of sight."""
    if not table.setting.on("hidden_movement") or force.id in table.hidden:
        return Reason("it is on a hidden march already", "N20.1.1")
    if force.type is OrderType.RESERVE or not force.formation:
        return Reason("only a formation that is ordered somewhere marches hidden", "N20.1.1")
    if force.since != table.turn:
        return Reason("a hidden march begins when its order is complied with", "N20.1.1.2")
    units = table.units_under(force.id)
    enemy = table.setting.enemy(force.side)
    if not units and not start_hex(table, force):
        return Reason("nothing of it is on the map, nor arrives", "N20.1.5.1")
    if not all(_can_vanish(table, table.pieces[unit].at, unit, enemy) for unit in units):
        return Reason("one move would not take it out of the enemy's sight", "N20.1.1.3")
    return None


def may_hide(table: Table, force: Force) -> bool:
    return bar_to_hiding(table, force) is None


def _can_vanish(table: Table, at: Hex, unit: str, enemy: SideId) -> bool:
    if not seen_by(table, at, enemy):
        return True
    mover = Mover.FOOT if table.arm(unit).foot else Mover.HORSE
    reach = spread(
        table.setting,
        mover,
        at,
        table.printed(unit).halves,
        table.hexes_of(enemy),
    )
    return any(not seen_by(table, there, enemy) for there in reach)


# --- how far


@rule("N20.1.2.5", "N20.1.2.6", "N5.2.7")
def plot_cost(table: Table, order: OrderType, one: Hex, other: Hex) -> int:
    """What a step of the plot costs: infantry cost, or the road's under an order that marches."""
    setting = table.setting
    edge = setting.ground.around[one].index(other)
    if setting.cards.order(order).road and (one, edge) in setting.ways:
        return setting.cards.cost(Way(setting.ways[one, edge]).value)
    return step_cost(setting, Mover.FOOT, one, other)


def covered(table: Table, march: HiddenMarch, bank: int, order: OrderType | None = None) -> int:
    """How many steps of the plot are made with a bank of half points; by the order now in force."""
    order, steps = order or table.forces[march.force].type, march.walked
    for one, other in pairwise(march.plot[march.walked :]):
        bank -= plot_cost(table, order, one, other)
        if bank < 0:
            break
        steps += 1
    return steps


@rule("N20.1.2.1")
def is_discovered(table: Table, march: HiddenMarch) -> bool:
    """Does an enemy unit see a hex that the leader would have passed, the first move's excepted?"""
    enemy = table.setting.enemy(table.forces[march.force].side)
    early = march.early if march.walked else covered(table, march, march.first)
    now = covered(table, march, march.bank)
    return any(seen_by_units(table, at, enemy) for at in march.plot[early + 1 : now + 1])


@rule("N20.1.2.9")
def is_blocking(table: Table, at: Hex, side: SideId) -> bool:
    """A hex with an enemy unit or zone, or in sight of an enemy unit or leader."""
    enemy = table.setting.enemy(side)
    return table.has_unit(at, enemy) or table.in_zone(at, enemy) or seen_by(table, at, enemy)


@rule("N20.1.1.2")
def turn_bank(table: Table, force: ForceId) -> int:
    """What a formation banks in a turn: more if all of it is mounted."""
    units = [unit for unit, under in table.under.items() if under == force]
    mounted = all(table.setting.roster[unit].arm.cavalry for unit in units)
    return table.setting.cards.hidden_points("all_cavalry" if mounted else "usual")
