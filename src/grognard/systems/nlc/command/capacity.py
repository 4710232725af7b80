"""How many orders a commander may give, and of what kind (N12.12, A7b)."""

from __future__ import annotations

from functools import lru_cache, partial

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.mechanics.search import flood
from grognard.systems.nlc.command.wings import acts_alone
from grognard.systems.nlc.guns.sight import sees
from grognard.systems.nlc.kinds import Role
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.movement.routes import route
from grognard.systems.nlc.setting import LeaderId, Sequence, Setting
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import roads_from

DIRECTED = "directed:"
"""Begins the mark of a chief who led units in person, with the turn (N20.7.3)."""


@rule("N12.12.1", "N12.12.2", "N11.4.3", "N11.5.3", "R-12.12", "R-12.14b", "N20.7.3")
def capacity(table: Table, leader: LeaderId) -> int:
    """The orders a commander may give this turn."""
    general, held = table.leaders[leader], table.setting.leaders[leader]
    if not general.at or held.role is Role.FORMATION:
        return 0
    if held.role is Role.WING:
        return rating(table, leader) if acts_alone(table, leader) else 0
    if DIRECTED + str(table.turn - 1) in general.marks:
        return 0
    return rating(table, leader) if not general.away else table.setting.cards.figure("orders_away")


@rule("N12.12.1", "N12.12.2", "N12.12.3", "N13.9", "N20.7.2", "N20.7.3")
def bar_to_writing(table: Table, leader: LeaderId) -> Reason | None:
    """Why a commander may give no further order this turn, whatever it is."""
    general, held = table.leaders[leader], table.setting.leaders[leader]
    if not general.at:
        return Reason(f"{held.name} is not on the map", "N12.1")
    if held.role is Role.FORMATION:
        return Reason(f"{held.name} leads a formation and commands no others", "N12.1")
    if held.role is Role.WING and not acts_alone(table, leader):
        return Reason(f"{held.name} is idle under the eyes of his chief", "N12.14.1")
    if DIRECTED + str(table.turn - 1) in general.marks:
        return Reason(f"{held.name} led units in person last turn and gives no orders", "N20.7.3")
    if DIRECTED + str(table.turn) in general.marks:
        return Reason(f"{held.name} leads units in person this turn", "N20.7.2")
    most = capacity(table, leader)
    if general.sent >= most:
        clause = "N12.12.2" if general.away else "N12.12.1"
        return Reason(f"{held.name} may give no more than {most} orders this turn", clause)
    return None


@rule("N12.12.3", "R-12.12")
def bar_to_couriers(table: Table, leader: LeaderId, spoken: bool) -> Reason | None:
    """From the second turn away from his HQ a chief only speaks."""
    if spoken or not _is_away(table, leader):
        return None
    return Reason("away from his HQ he gives orders only face to face", "N12.12.3")


@rule("N12.12.3", "R-12.12")
def bar_to_pointing(table: Table, leader: LeaderId, orders: Sequence) -> Reason | None:
    """From the second turn away from his HQ a chief speaks only of what he sees."""
    if not _is_away(table, leader):
        return None
    eye = table.leaders[leader].at
    for order in orders:
        hexes = (*order.target, *route(table.setting, order.route))
        if not all(_is_in_view(table, eye, at) for at in hexes):
            return Reason("away from his HQ he points only at what he can see", "N12.12.3")
    return None


def _is_away(table: Table, leader: LeaderId) -> bool:
    return table.setting.leaders[leader].role is Role.OVERALL and table.leaders[leader].away > 1


def _is_in_view(table: Table, eye: Hex, at: Hex) -> bool:
    """Does he see the hex, or a road or trail that leads to it?"""
    if sees(table, eye, at).clear:
        return True
    net = road_net(table.setting, at)
    return any(sees(table, eye, there).clear for there in net)


@lru_cache(maxsize=1024)
def road_net(setting: Setting, at: Hex) -> frozenset[Hex]:
    """The hexes joined to this one by roads and trails; empty where none passes."""
    found = flood([at], partial(roads_from, setting))
    return frozenset(found) if len(found) > 1 else frozenset()
