"""Night marches and fatigue (N20.8): who marches through the night pays for it by day."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Reason, rule
from grognard.systems.nlc.events import Secret
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.routes import remaining
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import Arrival, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

TIRED, EXHAUSTED = 1, 2
NIGHT_MARCH = "night-march"
"""The mark of a body that did not rest this night."""

RETREATS = (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)
ATTACKS = (OrderType.ATTACK, OrderType.PROBE)


class FatigueChanged(Secret, frozen=True, tag=True):
    """A body grew tired, was exhausted, or has rested."""

    force: Force
    clauses: ClassVar[tuple[str, ...]] = ("N20.8.4", "N20.8.10")

    def change(self, table: Table) -> None:
        table.writable("forces")[self.force.id] = self.force


def _is_night(table: Table, turn: int) -> bool:
    turns = table.setting.turns
    return 0 < turn <= len(turns) and turns[turn - 1].night


# --- bivouac


@rule("N20.8.1", "N20.8.3")
def bar_by_bivouac(table: Table, unit: UnitId) -> Reason | None:
    """At night the head of a march that is not forced stops; the rest may close up to it."""
    if not table.setting.on("fatigue") or not _is_night(table, table.turn):
        return None
    force = table.force_of(unit)
    if force.type is not OrderType.MARCH or force.order.forced:
        return None
    left = remaining(table.setting, force.order)
    mates = table.units_under(force.id)
    head = min(mates, key=lambda mate: (left[table.pieces[mate].at], mate))
    at, front = table.pieces[unit].at, table.pieces[head].at
    if unit == head or at == front or at in table.setting.ground.around[front]:
        return Reason("the column bivouacs for the night", "N20.8.1")
    return None


@rule("N20.8.2", "N20.8.12")
def bar_to_night_entry(table: Table, arrival: Arrival) -> Reason | None:
    """Reinforcements at night wait for daylight unless they march by force."""
    if not table.setting.on("fatigue") or not _is_night(table, table.turn) or not arrival.formation:
        return None
    if table.forces[arrival.formation].order.forced:
        return None
    return Reason("reinforcements wait for daylight unless they march by force", "N20.8.2")


# --- what a turn does to a body


@rule("N20.8.4", "N20.8.5", "N20.8.6", "N20.8.8", "N20.8.9", "N20.8.10", "N20.8.11", "N20.8.12")
def close_turn(table: Table) -> None:
    """Note who marched in this night turn, and who rested by day."""
    if not table.setting.on("fatigue"):
        return
    for force in list(table.forces.values()):
        if force.formation:
            changed = _after_turn(table, force)
            if changed != force:
                table.record(FatigueChanged(force.side, changed))


def _after_turn(table: Table, force: Force) -> Force:
    night, last = _is_night(table, table.turn), not _is_night(table, table.turn + 1)
    if not night:
        return _after_day(table, force)
    marks = set(force.marks)
    if _did_not_rest(table, force, last):
        marks.add(NIGHT_MARCH)
    if not last:
        return replace(force, marks=tuple(sorted(marks)))
    if NIGHT_MARCH in marks:
        worse = min(force.fatigue + 1, EXHAUSTED)
        return replace(force, fatigue=worse, rested=0, marks=tuple(sorted(marks - {NIGHT_MARCH})))
    return replace(force, fatigue=max(force.fatigue - 1, 0), rested=0, marks=tuple(sorted(marks)))


@rule("N20.8.4", "N20.8.6", "N20.8.8", "N20.8.12")
def _did_not_rest(table: Table, force: Force, last: bool) -> bool:
    """Whoever came onto the map in this turn marched in it without penalty."""
    pieces = [table.pieces[unit] for unit in table.units_under(force.id)]
    if any(piece.has(Mark.ATTACKED) for piece in pieces) or force.attacked == table.turn:
        return True
    if force.type in RETREATS:
        return last
    here = [piece for piece in pieces if not piece.has(Mark.ARRIVED)]
    marching = force.order.forced or any(order.forced for order in force.queue)
    awaits = any(order.type in ATTACKS for order in force.queue)
    return marching and ((bool(here) and awaits) or any(piece.spent for piece in here))


@rule("N20.8.4", "N20.8.5")
def _after_day(table: Table, force: Force) -> Force:
    """Three turns in reserve without a fight restore a tired body."""
    if not force.fatigue:
        return force
    fought = force.attacked == table.turn or any(
        table.pieces[unit].has(Mark.ATTACKED) for unit in table.units_under(force.id)
    )
    if force.type is not OrderType.RESERVE or fought:
        return replace(force, rested=0)
    rested = force.rested + 1
    if rested >= table.setting.cards.figure("rest_turns"):
        return replace(force, fatigue=force.fatigue - 1, rested=0)
    return replace(force, rested=rested)


@rule("N20.8.11")
def share(table: Table, part: Force, whole: Force) -> None:
    """A tired division that rejoins makes its whole corps tired."""
    if table.setting.on("fatigue") and part.fatigue > whole.fatigue:
        tired = replace(whole, fatigue=part.fatigue, rested=0)
        table.record(FatigueChanged(whole.side, tired))
