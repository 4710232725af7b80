"""Reactions to movement carried out (section 9)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Action, Ask, Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import MIL, bearing
from grognard.systems.empire.actions import Kind, Primitive
from grognard.systems.empire.charge.riding import Rider, gap_of
from grognard.systems.empire.charge.running import ChargeHome
from grognard.systems.empire.events import Fact, Marked, Moved
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.firing import FireAction
from grognard.systems.empire.hiding import seen_of
from grognard.systems.empire.kinds import Going
from grognard.systems.empire.movement.giving_way import Flight, Recoil
from grognard.systems.empire.movement.rates import rate_of
from grognard.systems.empire.movement.reacting import (
    CHARGE,
    FLEE,
    LIMBER_AND_FLEE,
    RECOIL,
    RECOIL_FIRING,
    WITHDRAW,
    React,
    ReactOptions,
)
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.table import Table
from grognard.systems.empire.tests import ManoeuvreTest

replace = msgspec.structs.replace

STEP = 250


class Reacted(Fact, frozen=True, tag=True):
    """A unit uses its reaction to this activation."""

    unit: UnitId
    how: str
    clauses: ClassVar[tuple[str, ...]] = ("E42.9",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, reacted=True)


class Reactions(Procedure, tag=True):
    """Those who may react at a step are asked, in the order their owner likes.

    Result: was somebody charged?
    """

    reactors: tuple[UnitId, ...]
    shooters: tuple[UnitId, ...]
    movers: tuple[UnitId, ...]
    charged: bool = False

    def masked(self, table: Table, side: SideId) -> Procedure:
        """Nobody hears who moves with them out of sight."""
        return replace(self, movers=seen_of(table, self.movers, side))

    @step("E42.9", "E42.10", "E42.12")
    def ask(self, table: Table) -> Flow:
        self._drop(table)
        options = ReactOptions(table, self.reactors, self.shooters, self.movers)
        if self.charged or not self.movers or len(options.offered) == 1:
            return Done(self.charged)
        return Ask(table.setting.enemy(table.side_of(self.movers[0])), options, "react")

    @step("E42.1", "E42.3", "E42.5", "E42.7", "E42.9")
    def hear(self, table: Table, action: Action) -> Flow:
        if isinstance(action, Fire):
            table.record(Reacted(action.unit, "fire"))
            shot = FireAction(
                action.unit, action.kind, action.target, action.supports, opportunity=True
            )
            return Call(shot, then="ask")
        if not isinstance(action, React):
            return Done(self.charged)
        table.record(Reacted(action.unit, action.how))
        self.charged = action.how == CHARGE
        return Call(reaction(table, action), then="ask")

    def _drop(self, table: Table) -> None:
        """Who is gone, has reacted, or moves no more, is left out."""
        self.movers = tuple(unit for unit in self.movers if unit in table.pieces)
        for field in ("reactors", "shooters"):
            left = (
                unit
                for unit in getattr(self, field)
                if unit in table.pieces and not table.pieces[unit].reacted
            )
            setattr(self, field, tuple(left))


def reaction(table: Table, order: React) -> Procedure:
    """The procedure of a reaction."""
    if order.how == CHARGE:
        rider = Rider(order.unit, order.target, gap=gap_of(table, order.unit, order.target))
        return ChargeHome(order.target, (rider,), opportunity=True)
    if order.change is not None:
        return ManoeuvreTest(order.unit, order.change)
    return {
        WITHDRAW: Withdrawal(order.unit, order.target),
        RECOIL: Recoil(order.unit, order.target),
        RECOIL_FIRING: Recoil(order.unit, order.target, fires=True),
        FLEE: Flight(order.unit, order.target),
        LIMBER_AND_FLEE: Flight(order.unit, order.target, limbers=True),
    }[order.how]


class Withdrawal(Procedure, tag=True):
    """Horse faces about and rides one full move away, in good order."""

    unit: UnitId
    mover: UnitId

    @step("E42.11")
    def ride(self, table: Table) -> Flow:
        end = withdrawn(table, self.unit, self.mover)
        piece, setting = table.pieces[self.unit], table.setting
        place = setting.place(end.centre)
        table.record(Moved(self.unit, end.pose, piece.formation, place, (piece.at, place)))
        if not table.pieces[self.unit].marked:
            table.record(Marked(self.unit))
        return Done()


@rule("E42.11")
def withdrawn(table: Table, unit: UnitId, mover: UnitId) -> Footprint:
    """Where a withdrawal ends: turned from the mover, then straight on as far as it is free."""
    piece, card = table.pieces[unit], table.printed(unit)
    away = bearing(table.pieces[mover].pose.point, piece.footprint.centre)
    turned = Walk(table, unit, moves=2).along((Primitive(Kind.FACE, away),))
    face = (Primitive(Kind.FACE, away),)
    if turned.reason is not None or any(table.upon(turned.footprint.corners, (unit,))):
        face = (Primitive(Kind.ABOUT),)
        turned = Walk(table, unit, moves=2).along(face)
        if turned.reason is not None:
            return piece.footprint
    rate = rate_of(card, piece.formation, Going.CLEAR) or 0
    for far in range(rate * MIL, 0, -STEP):
        walk = Walk(table, unit, moves=4).along((*face, Primitive(Kind.FORWARD, far)))
        if walk.reason is None and not walk.met():
            if table.has_room(walk.footprint.corners, (unit,)):
                return walk.footprint
    return turned.footprint
