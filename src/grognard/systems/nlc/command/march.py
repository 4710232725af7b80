"""Marches that the enemy blocks (N12.9.2-4, A6): who stops, and under what order."""

from __future__ import annotations

import msgspec

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.command import bodies, failure
from grognard.systems.nlc.command.complying import comply, taken_up
from grognard.systems.nlc.command.order_events import Detached
from grognard.systems.nlc.command.success import march_on, pass_on
from grognard.systems.nlc.events import ForceChanged
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.routes import remaining
from grognard.systems.nlc.movement.zones import ATTACK_TYPE, HALTED
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import Force, ForceId
from grognard.systems.nlc.setting import Order, SideId, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace


class StopBlocked(Procedure, tag=True):
    """Marching units of the acting side that cannot go on for the enemy pass to their next order."""

    side: SideId

    @step("N12.9.6")
    def settle(self, table: Table) -> Flow:
        """Reactions to a move may have driven a leader from his post."""
        return Call(failure.Settle())

    @step("N12.9.2", "N12.9.4", "N12.2E.4", "N12.5.2")
    def stop(self, table: Table) -> Flow:
        for name in table.active:
            force = table.forces[name]
            if force.type is OrderType.MARCH and force.side == self.side:
                stop(table, force, _blocked_units(table, force))
        return Done()


class StopAttacked(Procedure, tag=True):
    """Marching units that were charged or assaulted stop where they are."""

    units: tuple[UnitId, ...]

    @step("N12.9.2", "N12.9.4")
    def stop(self, table: Table) -> Flow:
        if table.setting.on("combat_only"):
            return Done()
        here = [unit for unit in self.units if unit in table.pieces]
        for name in dict.fromkeys(table.under[unit] for unit in here):
            force = table.forces[name]
            if force.type is OrderType.MARCH:
                stop(table, force, tuple(unit for unit in here if table.under[unit] == name))
        return Done()


# --- who is blocked


@rule("N12.9.2", "N12.2E.4")
def _blocked_units(table: Table, force: Force) -> tuple[UnitId, ...]:
    """Units that would have to enter an enemy hex or zone, or began in one they may not leave."""
    if table.setting.on("combat_only") or force.id in table.hidden:
        return ()
    return tuple(unit for unit in table.units_under(force.id) if _is_blocked(table, force, unit))


def _is_blocked(table: Table, force: Force, unit: UnitId) -> bool:
    piece = table.pieces[unit]
    if piece.has(Mark.STAGE_IN_ZONE) and not table.arm(unit).cavalry and piece.at == piece.began:
        return True
    return _is_barred(table, force, piece.at)


def _is_barred(table: Table, force: Force, at: Hex) -> bool:
    """Is the next hex of the march the enemy's, or in his zone?"""
    ahead = next_hex(table, force.order, at)
    enemy = table.setting.enemy(force.side)
    return bool(ahead) and (table.has_unit(ahead, enemy) or table.in_zone(ahead, enemy))


@rule("N12.2E.2")
def next_hex(table: Table, order: Order, at: Hex) -> Hex:
    """Where the march leads from a hex; 0 at its end."""
    if not order.target or at in order.target:
        return 0
    left = remaining(table.setting, order)
    ahead = [there for there in table.setting.ground.around[at] if there]
    best = min(ahead, key=lambda there: (left[there], there))
    return best if left[best] < left[at] else 0


# --- what becomes of them


@rule("N12.9.1", "N12.9.3", "N12.9.4", "N12.9.5", "R-12.9b")
def stop(table: Table, force: Force, units: tuple[UnitId, ...]) -> None:
    """Blocked units take the next order; all do if their leader is among them."""
    whole = bodies.is_division(force.id) or force.is_attached
    whole = whole or (force.is_whole and _stops_leader(table, force, units))
    if bodies.is_part(force.id):
        whole = bool(units)
    if whole and (units or force.is_whole):
        others = tuple(unit for unit in table.units_under(force.id) if unit not in units)
        if force.is_whole:
            march_on(table, force, others)
        halt(table, force)
        return
    for unit in units:
        _leave_behind(table, force, unit)


@rule("N12.9.4")
def _stops_leader(table: Table, force: Force, units: tuple[UnitId, ...]) -> bool:
    """Is the leader blocked, or with a unit that is?"""
    leader = bodies.leader_of(table, force.id)
    at = table.leaders[leader].at if leader else 0
    if not at:
        return bool(units)
    if any(table.pieces[unit].at == at for unit in units):
        return True
    acting = force.id in table.active and table.segment == "movement"
    return acting and _is_barred(table, force, at) and not _has_friends_ahead(table, force, at)


def _has_friends_ahead(table: Table, force: Force, at: Hex) -> bool:
    return table.has_unit(next_hex(table, force.order, at), force.side)


@rule("N12.5.5", "N12.2E.4")
def halt(table: Table, force: Force) -> None:
    """The body passes to its next order; an attack begins at once only under an able leader."""
    name = force.id
    held = tuple(sorted({table.pieces[unit].at for unit in table.units_under(name)}))
    if force.queue:
        pass_on(table, name, "blocked")
        _hold_back(table, name)
        return
    here = Order(OrderType.RESERVE) if force.order.awaits else Order(OrderType.DEFEND, here=True)
    comply(table, name, (here,), "blocked", keep_waiting=True, held=held)


@rule("N12.5.5")
def _hold_back(table: Table, name: ForceId) -> None:
    """Under a leader of less ability the attack waits until the next turn."""
    force = table.forces[name]
    able = bodies.rating_of(table, name) >= table.setting.cards.figure("instant_attack_rating")
    if force.type in ATTACK_TYPE and not able:
        marks = (*force.marks, f"{HALTED}{table.turn}")
        table.record(ForceChanged(force.side, replace(force, marks=marks)))


@rule("N12.9.4", "N12.9.5", "R-12.9b")
def _leave_behind(table: Table, force: Force, unit: UnitId) -> None:
    """A unit that is blocked while the head of the column marches on."""
    part = replace(
        force, id=f"{force.formation}{bodies.PART}{unit}", leader="", queue=force.queue[1:],
        waiting=None, chief="", may_rejoin=False, marks=(),
    )  # fmt: skip
    at = table.pieces[unit].at
    table.record(Detached(force.side, part, (unit,)))
    if force.queue:
        made = taken_up(table, part, force.queue)
    else:
        here = Order(OrderType.DEFEND, target=(at,), here=True)
        made = replace(taken_up(table, part, (here,)), order=here, held=(at,), anchor=at)
    table.record(ForceChanged(force.side, made))
    _hold_back(table, part.id)
