"""Zones of control in movement (N5.4, N5.5), and what orders say about entering them (A9)."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.kinds import OrderType, Permission
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

ATTACK_TYPE = (OrderType.ATTACK, OrderType.PROBE)

HALTED = "halted:"
"""Begins the mark of a body whose attack begins next turn, with the turn of the halt (N12.5.5)."""


@rule("N5.5.1", "N16.1", "R-5.5")
def zones_closed(table: Table) -> Reason | None:
    """Night and rain close enemy zones to everybody."""
    turn = table.setting.turns[table.turn - 1]
    if turn.night:
        return Reason("nobody may enter an enemy zone at night", "N16.1")
    if turn.rain and table.setting.on("rain_zoc_ban"):
        return Reason("nobody may enter an enemy zone in the rain", "N5.5.1")
    return None


def is_free(table: Table, unit: UnitId) -> bool:
    """Is the unit bound by no order: in play without orders, or under the chief's own hand?"""
    return table.setting.on("combat_only") or Mark.DIRECT in table.pieces[unit].marks


@rule(
    "N12.1.6", "N12.2A.1", "N12.2B.1", "N12.2B.2", "N12.2C.1", "N12.2D.1", "N12.2E.4", "N12.2F.2",
    "N12.2I.2", "N12.5.5", "R-5.4",
)  # fmt: skip
def bar_to_zone(
    table: Table,
    unit: UnitId,
    at: Hex,
    escape: bool = False,
    together: tuple[UnitId, ...] = (),
) -> Reason | None:
    """Why a unit may not enter a hex in an enemy zone; ``escape`` says that no other way is open.

    ``together`` are the units of a stack that would enter with it.
    """
    closed = zones_closed(table)
    if closed is not None:
        return closed
    if is_free(table, unit):
        return None
    if not in_range(table, unit):
        return Reason("out of command range it may not enter an enemy zone", "N12.1.6")
    force = table.force_of(unit)
    if f"{HALTED}{table.turn}" in force.marks:
        return Reason("under this leader the attack begins next turn", "N12.5.5")
    allowed = table.setting.cards.order(force.type).enter
    if allowed is Permission.YES or (allowed is Permission.ESCAPE and escape):
        return None
    if allowed is Permission.LIMIT:
        most = table.setting.cards.figure("probe_units")
        movers = {unit, *(mate for mate in together if table.under[mate] == force.id)}
        others = [other for other in table.units_under(force.id) if other not in movers]
        if sum(table.in_enemy_zone(other) for other in others) + len(movers) <= most:
            return None
        return Reason("two units of the probe are in enemy zones already", "N12.2B.1")
    if allowed is Permission.HELD and at in force.held:
        return None
    return Reason(
        f"{force.type.value.replace('_', ' ')} orders keep it out of enemy zones", _ban(force.type)
    )


BANS = {
    OrderType.DEFEND: "N12.2C.1",
    OrderType.DELAY: "N12.2D.1",
    OrderType.MARCH: "N12.2E.4",
    OrderType.FALL_BACK: "N12.2F.2",
    OrderType.GENERAL_RETREAT: "N12.2F.2",
    OrderType.RESERVE: "N12.2I.2",
}


def _ban(order: OrderType) -> str:
    return BANS.get(order, "N12.2")


@rule("N5.4.3", "N5.4.4", "N5.4.5", "N12.2A.4", "R-12.2f")
def bar_to_leaving(table: Table, unit: UnitId, at: Hex) -> Reason | None:
    """Why a unit may not leave a hex in an enemy zone by movement."""
    if table.arm(unit).cavalry or not table.in_zone(at, table.setting.enemy(table.side_of(unit))):
        return None
    piece, order = table.pieces[unit], table.force_of(unit).type
    if table.setting.cards.order(order).leaves and not is_free(table, unit):
        return None
    if at == piece.began and piece.has(Mark.STAGE_IN_ZONE):
        return Reason(
            "it began in an enemy zone, which it leaves only by advance or retreat", "N5.4.3"
        )
    if order in ATTACK_TYPE and not is_free(table, unit):
        return Reason("under Attack and Probe entering a zone ends the move", "N12.2A.4")
    return None
