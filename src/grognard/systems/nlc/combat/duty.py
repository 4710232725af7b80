"""Who may attack what by his orders, and who must (N7.3, N12.2, A9): before assaults and moves alike."""

from __future__ import annotations

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.command.ranges import in_range
from grognard.systems.nlc.kinds import Hexside, OrderType, Permission
from grognard.systems.nlc.losses import is_garrison
from grognard.systems.nlc.movement.zones import ATTACK_TYPE, is_free
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


@rule("N7.3.2", "N12.2.6", "N12.2C.1", "N12.2D.1", "N12.2F.3", "N12.2I.2", "R-5.2b", "R-7.7f")
def bar_to_attack(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """Why the unit's order does not let it attack that hex."""
    if is_free(table, unit):
        return None
    force = table.force_of(unit)
    allowed = table.setting.cards.order(force.type).attack
    if allowed is Permission.YES or (allowed is Permission.HELD and target in force.held):
        return None
    order = force.type.value.replace("_", " ")
    return Reason(f"{order} orders do not let it attack there", BANS.get(force.type, "N12.2"))


BANS = {
    OrderType.DEFEND: "N12.2C.1",
    OrderType.DELAY: "N12.2D.1",
    OrderType.MARCH: "N12.2E.4",
    OrderType.FALL_BACK: "N12.2F.3",
    OrderType.GENERAL_RETREAT: "N12.2F.3",
    OrderType.RESERVE: "N12.2I.2",
}
"""The clauses by which orders forbid to attack."""


def targets_of(table: Table, at: Hex, side: SideId) -> list[Hex]:
    """Adjacent hexes with enemies or an enemy HQ, across hexsides that can be crossed."""
    ground, enemy = table.setting.ground, table.setting.enemy(side)
    return [
        there
        for edge, there in enumerate(ground.around[at])
        if there
        and ground.hexsides.get((at, edge)) != Hexside.IMPASSABLE
        and (table.has_unit(there, enemy) or table.quarters_at(there, enemy))
    ]


@rule("N7.3.4", "N12.2.8", "N10.1", "R-7.3a")
def must_assault(table: Table, unit: UnitId) -> bool:
    """Must this unit take part in an assault, being in a zone under Attack or Probe?"""
    piece = table.pieces[unit]
    if table.force_of(unit).type not in ATTACK_TYPE or table.arm(unit).artillery:
        return False
    if is_free(table, unit) or piece.has(Mark.CHARGED) or piece.has(Mark.BOMBARDED):
        return False
    return table.in_enemy_zone(unit) and in_range(table, unit) and not is_garrison(table, unit)


@rule(
    "N12.2A.1", "N12.2A.2", "N12.2A.5", "N12.2B.1", "N12.2I.7", "R-12.2a", "R-12.2b", "R-12.2k"
)  # fmt: skip
def owes_attack(table: Table, force: Force) -> bool:
    """E1: must some unit of the body still assault this stage, nothing else having passed for it?"""
    units = table.units_under(force.id)
    if force.type not in ATTACK_TYPE or table.setting.on("combat_only"):
        return False
    near = table.setting.cards.figure("attack_distance")
    if not any(in_range(table, unit) and _began_near(table, unit, near) for unit in units):
        return False
    for unit in units:
        piece = table.pieces[unit]
        if piece.has(Mark.ATTACKED) and not piece.has(Mark.BOMBARDED):
            if strikes_for(table, force, unit):
                return False
    if has_bombarded(table, force):
        spared = force.type is OrderType.PROBE and force.contact
        return not spared and force.gun_turns >= table.setting.cards.figure("gun_turns")
    return True


@rule("N12.2A.5", "R-12.2b")
def strikes_for(table: Table, force: Force, unit: UnitId) -> bool:
    """Does an assault or charge of this unit pass for its formation's attack?

    That of horsemen does in a formation wholly of cavalry and horse guns, and in no other.
    """
    return not table.arm(unit).cavalry or table.setting.formations[force.formation].all_cavalry


def _began_near(table: Table, unit: UnitId, near: int) -> bool:
    piece = table.pieces[unit]
    return table.nearest_enemy(piece.began or piece.at, table.side_of(unit)) <= near


def has_bombarded(table: Table, force: Force) -> bool:
    """Have guns of the body bombarded in this stage?"""
    return any(table.pieces[unit].has(Mark.BOMBARDED) for unit in table.units_under(force.id))


def may_strike(table: Table, force: Force, unit: UnitId) -> bool:
    """Could an assault of this unit pass for its formation's attack, if it stood by the enemy?"""
    spent = {Mark.CHARGED, Mark.BOMBARDED, Mark.SPENT} & set(table.pieces[unit].marks)
    guns = table.arm(unit).artillery
    return not spent and not guns and strikes_for(table, force, unit) and in_range(table, unit)
