"""Units off the map (battle rule ``offmap``): leaving on purpose, recovering there, coming back.

A side that has exits leaves by them for good; what goes in good order is saved. A side that has
none leaves by its entry zones, and its units wait outside: routed ones too, who must recover
first. How a unit stands there is written in its fate (``outside.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.kernel import Account, Call, Done, Flow, Goto, Procedure, Reason, Roll, rule, step
from grognard.mechanics.d66 import D66
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille import special
from grognard.systems.bataille.events.command import LeftMap, SteadiedOffMap
from grognard.systems.bataille.events.morale import MoraleChecked, lowest_passing
from grognard.systems.bataille.morale.morale import LEADER, general_items, morale_value, passes
from grognard.systems.bataille.movement import march
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.outside import (
    LEFT,
    OFFMAP,
    SAVED,
    Away,
    all_away,
    away,
    comes_back,
)
from grognard.systems.bataille.movement.windows import BROKEN, LEAVE, ActionWindow
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, Readiness, UnitId
from grognard.systems.bataille.setting import HALVES, Arrival
from grognard.systems.bataille.table import Table

RECOVERY: Final = "recovery"
PRICE: Final = 1
"""Movement points for leaving the map (battle rule)."""


# --- leaving


@rule("P46.2")
def leaving_hexes(table: Table, side: str) -> tuple[Hex, ...]:
    """The edge hexes by which a side may leave: its exits, or else its entry zones."""
    setting = table.setting
    if OFFMAP not in setting.special:
        return ()
    exits = setting.exits.get(side, ())
    if not exits:
        zones = {group.zone for group in setting.arrivals if group.side == side}
        exits = tuple(at for zone in sorted(zones) for at in setting.zones[zone])
    return tuple(at for at in exits if setting.ground.is_edge(at))


@rule("P46.2", "P14.8")
def may_leave(table: Table, hand: InHand) -> Reason | None:
    """The reason against marching the unit in hand off the map."""
    piece, printed = table.pieces[hand.unit], table.printed(hand.unit)
    if OFFMAP not in table.setting.special:
        return Reason("nobody leaves the map by order in this battle", "P46.2")
    if special.is_surprised(table, hand.unit):
        return Reason(f"{printed.name} is surprised and only changes facing", "P46.2")
    if len(piece.hexes) > 1 and piece.formation is not Formation.ROAD:
        return Reason(f"{printed.name} must close into one hex first", "P46.2")
    if piece.formation is Formation.UNLIMBERED:
        return Reason(f"{printed.name} must limber first", "P16.79")
    at = piece.hexes[0]
    if at not in leaving_hexes(table, printed.side):
        return Reason(f"{printed.side} may not leave the map by {name(at)}", "P46.2")
    if hand.stopped:
        return march.halted(printed)
    if hand.left < PRICE * HALVES:
        return Reason(f"{printed.name} has too few points to leave", "P46.2")
    return None


@rule("P46.2")
def fate_of_leaving(table: Table, unit: UnitId) -> str:
    """What becomes of a unit that marches off."""
    piece = table.pieces[unit]
    if comes_back(table, table.side_of(unit)):
        return str(Away(piece.cohesion, piece.lost, piece.readiness, table.turn, piece.hexes[0]))
    return f"{SAVED if piece.cohesion is Cohesion.GOOD else LEFT}{piece.lost}"


class LeaveOrder(Procedure, tag=True):
    """A unit marches off the map; fire at those who leave a zone comes first. Result: None, or
    the order in hand if the unit is still there in its order."""

    hand: InHand

    @step("P14.11", "P14.14", "P28.1", "PR-45")
    def draw_fire(self, table: Table) -> Flow:
        return Call(ActionWindow(self.hand.unit, LEAVE))

    @step("P46.2")
    def leave(self, table: Table, outcome: str) -> Flow:
        unit = self.hand.unit
        if outcome == BROKEN or may_leave(table, self.hand) is not None:
            return Done(None if outcome == BROKEN else self.hand)
        table.record(LeftMap(unit, table.pieces[unit].at, fate_of_leaving(table, unit)))
        return Done(None)


# --- recovering outside


class OffMapRecovery(Procedure, tag=True):
    """Units of the side that wait outside and are not in good order check once, and stay there."""

    side: str
    waiting: tuple[UnitId, ...] = ()
    current: UnitId = ""

    @step("P46.2", "P31.2")
    def muster(self, table: Table) -> Flow:
        self.waiting = tuple(
            unit for unit, how in all_away(table, self.side) if how.cohesion is not Cohesion.GOOD
        )
        return None

    @step("P46.2", "PR-180")
    def next_unit(self, table: Table) -> Flow:
        if not self.waiting:
            return Done()
        self.current, self.waiting = self.waiting[0], self.waiting[1:]
        return None

    @step("P31.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d66", RECOVERY, self.current)

    @step("P46.2", "P30.3", "P30.9", "P30.15")
    def compare(self, table: Table, dice: tuple[int, ...]) -> Flow:
        how = away(table, self.current)
        assert how is not None
        order = Cohesion.GOOD if _passes(table, self.current, how, dice) else Cohesion.ROUT
        if order is not how.cohesion:
            now = msgspec.structs.replace(how, cohesion=order, turn=table.turn)
            if order is Cohesion.GOOD and table.printed(self.current).arm is Arm.CAVALRY:
                now = msgspec.structs.replace(now, readiness=Readiness.EXHAUSTED)
            table.record(SteadiedOffMap(self.current, str(now)))
        return Goto("next_unit")


def _passes(table: Table, unit: UnitId, how: Away, dice: tuple[int, ...]) -> bool:
    """The check of a unit that is not on the map: as if it stood where it left, without a leader."""
    draft = table.draft()
    del draft.writable("removed")[unit]
    draft.put(Piece(unit, (how.at,), 0, Formation.COLUMN, how.cohesion, how.lost))
    account = Account(tuple(general_items(draft, unit, without=(LEADER,))))
    value = morale_value(draft, unit)
    passed = passes(draft, D66.thrown(dice), account.total, value)
    needed = lowest_passing(account.total, value)
    side = table.side_of(unit)
    table.record(MoraleChecked(unit, side, RECOVERY, dice, account, value, needed, passed))
    return passed


# --- coming back


@rule("P46.2")
def may_come_back(table: Table, unit: UnitId) -> Away | None:
    """How a unit waits that may enter again now: in good order, not in the turn it left or rallied."""
    how = away(table, unit)
    if how is None or how.cohesion is not Cohesion.GOOD or table.turn <= how.turn:
        return None
    return how


@rule("P46.2")
def way_back(table: Table, unit: UnitId) -> Arrival | None:
    """The group and zone by which a unit comes back: its own, or the first over the edge."""
    side = table.side_of(unit)
    edge = [g for g in table.setting.arrivals if g.side == side and g.manner != "forest_march"]
    own = [group for group in edge if unit in group.units]
    return next(iter((*own, *edge)), None)


def returning(table: Table, side: str) -> Iterator[tuple[UnitId, Arrival]]:
    """The units of a side that may come back now, and by which group's zone."""
    for unit, _ in all_away(table, side):
        group = way_back(table, unit)
        if group is not None and may_come_back(table, unit) is not None:
            yield unit, group
