"""The closing move, the Pas de Charge (X12.10.5.3): no halt on the way, and fire held or given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import partial

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, name
from grognard.systems.an_xxx.assault.declare import apart, stands_before, touches
from grognard.systems.an_xxx.events.assault import AssaultOver, Closed, FireHeld
from grognard.systems.an_xxx.marks import CLOSED, COULD_FIRE, GAVE_FIRE, assaults
from grognard.systems.bataille.actions import Finish, Firer, March, Shoot
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.fire.firing import OPPORTUNITY
from grognard.systems.bataille.fire.targets import FieldOfFire, FireOptions
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.orders import NEXT_WORD, MarchOrder
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.windows import is_steady
from grognard.systems.bataille.movement.words import Pose
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table


class ClosingMove(MarchOrder, tag=True):
    """X12.10.5.3: one unit closes. Fire does not halt it; horse that strikes it does."""

    @step("X12.10.5.3", "X19.18.4")
    def go_on(self, table: Table, free: bool | None) -> Flow:
        """``free`` is None where no enemy was near enough to charge."""
        if free is False or not is_steady(table, self.hand.unit, self.was):
            return Done(None)
        self.path = self.path[1:]
        return NEXT_WORD


def ways(table: Table, hand: InHand, target: Hex) -> dict[Pose, tuple[str, ...]]:
    """The poses before a hex that a unit can close to, each with its path."""
    piece = table.pieces[hand.unit]

    def make() -> dict[Pose, tuple[str, ...]]:
        found: dict[Pose, tuple[str, ...]] = {}
        if stands_before(table, hand.unit, target):
            found[piece.hexes, piece.facing] = ()
        fits = partial(touches, table, piece, target=target)
        return {**found, **Marches(table, hand).ways_beside(target, fits)}

    return table.derived(("closing", hand, target), make)


class PasDeCharge(Procedure, tag=True):
    """The units of a stack that passed close on their target, the uppermost first, along its path.

    Where it can close in several ways its owner chooses. Those who are still there form the pair.
    """

    target: Hex
    hands: tuple[InHand, ...]
    adjacent: bool = False
    path: tuple[str, ...] = ()
    arrived: tuple[UnitId, ...] = ()
    waiting: tuple[InHand, ...] = ()

    def masked(self, table: Table, side: str) -> PasDeCharge:
        """What the other side sees: not where those who follow mean to go."""
        if not self.path or table.side_of(self.hands[0].unit) == side:
            return self
        seen = copy(self)
        seen.path = ()
        return seen

    @step("X12.10.5.3")
    def line_up(self, table: Table) -> Flow:
        first = self.hands[0].unit
        self.adjacent = apart(table.pieces[first], self.target) == 1
        self.waiting = self.hands
        if self.adjacent and stands_before(table, first, self.target):
            return Goto("next_unit")
        found = list(ways(table, self.hands[0], self.target).values())
        self.path = found[0] if found else ()
        return None if len(found) > 1 else Goto("next_unit")

    @step("X12.10.5.3")
    def ask(self, table: Table) -> Flow:
        hand = self.hands[0]
        orders = [
            March(hand.unit, path) for path in ways(table, hand, self.target).values() if path
        ]
        options = Judged(partial(self._against, table), sorted(orders), March, sifted=True)
        return Ask(table.side_of(hand.unit), options, "closing-move")

    @step("X12.10.5.3")
    def hear(self, table: Table, order: Action) -> Flow:
        assert isinstance(order, March)
        self.path = order.path
        return None

    @step("X12.10.5.3")
    def next_unit(self, table: Table) -> Flow:
        while self.waiting:
            hand, self.waiting = self.waiting[0], self.waiting[1:]
            if hand.unit not in table.pieces:
                continue
            path = self._way_of(table, hand)
            if path:
                return Call(ClosingMove(hand, path), then="one_closed")
            self._arrive(table, hand.unit)
        return Goto("draw_fire")

    @step("X12.10.5.3")
    def one_closed(self, table: Table, hand: InHand | None) -> Flow:
        if hand is not None:
            self._arrive(table, hand.unit)
        return Goto("next_unit")

    @step("X12.10.5.3", "X12.10.5.2")
    def draw_fire(self, table: Table) -> Flow:
        if self.adjacent or not self.arrived:
            return None
        return Call(FireOnArrival(self.target, self.arrived))

    @step("X2.4", "X16.2.2")
    def form_the_pair(self, table: Table) -> Flow:
        here = tuple(
            unit
            for unit in self.arrived
            if unit in table.pieces and stands_before(table, unit, self.target)
        )
        forget_offers(table, self.target)
        lost = tuple(hand.unit for hand in self.hands if hand.unit not in here)
        there = tuple(unit for unit in lost if unit in table.pieces)
        if there:
            table.record(AssaultOver(self.target, there, "stopped"))
        if here:
            table.record(Closed(self.target, here))
        return Done(here)

    def _arrive(self, table: Table, unit: UnitId) -> None:
        if unit in table.pieces and stands_before(table, unit, self.target):
            self.arrived = (*self.arrived, unit)

    def _way_of(self, table: Table, hand: InHand) -> tuple[str, ...]:
        """The path of the uppermost, if a unit can go it as well, else one of its own."""
        if hand == self.hands[0] or not self.path:
            return self.path
        found = list(ways(table, hand, self.target).values())
        same = March(hand.unit, self.path) in Marches(table, hand)
        return self.path if same else found[0] if found else ()

    @rule("X12.10.5.3")
    def _against(self, table: Table, order: March) -> Reason | None:
        """What speaks against a closing move: it goes straight to a hex before the target."""
        hand = self.hands[0]
        if order.unit != hand.unit:
            return Reason(f"it is {table.printed(hand.unit).name} that closes", "X12.10.5.3")
        reasons = Marches(table, hand).why_not(order)
        if reasons:
            return reasons[0]
        if order.path in ways(table, hand, self.target).values():
            return None
        return Reason(
            f"the closing move leads straight to a hex before {name(self.target)}", "X12.10.5.3"
        )


# --- fire at those who close, and as they arrive


def able_in(table: Table, offered: FireOptions, target: Hex) -> tuple[UnitId, ...]:
    """The units of a hex that were offered fire, by id."""
    able = {firer.unit for firers in offered.firers.values() for firer in firers}
    return tuple(sorted(unit for unit in able if target in table.pieces[unit].hexes))


@rule("X12.10.5.3")
def note_fire_offered(
    table: Table, mover: UnitId, offered: FireOptions, firers: tuple[Firer, ...]
) -> None:
    """In every window of a closing move its targets give their fire or keep it."""
    target = assaults(table.pieces[mover].marks)
    if target is None or CLOSED in table.pieces[mover].marks:
        return
    fired = {firer.unit for firer in firers}
    for unit in able_in(table, offered, target):
        mark = GAVE_FIRE if unit in fired else COULD_FIRE
        if mark not in table.pieces[unit].marks:
            table.record(Marked(unit, mark))


def forget_offers(table: Table, target: Hex) -> None:
    """The closing move is over: what was offered on its way no longer counts."""
    for unit in table.stack(target):
        for mark in (COULD_FIRE, GAVE_FIRE):
            if mark in table.pieces[unit].marks:
                table.record(Unmarked(unit, mark))


class ArrivalField(FieldOfFire):
    """Opportunity fire of the units of one hex alone, at those who have come before it."""

    __slots__ = ("target",)

    def __init__(self, table: Table, side: str, target: Hex, at: Sequence[Hex]) -> None:
        super().__init__(table, side, OPPORTUNITY, at=at)
        self.target = target

    @rule("X12.10.5.3")
    def _zone(self, firer: Firer, target: Hex) -> Reason | None:
        if firer.at == self.target:
            return None
        return Reason("only those who are assaulted fire as the enemy arrives", "X12.10.5.3")

    def _firers(self) -> Iterator[Firer]:
        return (firer for firer in super()._firers() if firer.at == self.target)


class FireOnArrival(Procedure, tag=True):
    """X12.10.5.3: the units assaulted may fire at those who have come before them, or hold."""

    target: Hex
    closers: tuple[UnitId, ...]
    able: tuple[UnitId, ...] = ()

    @step("X12.10.5.3", "X15.6.1")
    def choose(self, table: Table) -> Flow:
        self.able = able_in(table, FireOptions(self._field(table)), self.target)
        return None if self.able else Goto("note_held")

    @step("X12.10.5.3")
    def ask(self, table: Table) -> Flow:
        side = table.setting.enemy(table.side_of(self.closers[0]))
        return Ask(side, FireOptions(self._field(table)), "opportunity-fire")

    @step("X12.10.5.2", "X12.10.5.3")
    def fire(self, table: Table, answer: Shoot | Finish) -> Flow:
        firers = tuple(sorted(answer.firers)) if isinstance(answer, Shoot) else ()
        self._hold(table, [firer.unit for firer in firers])
        if isinstance(answer, Finish):
            return Done()
        return Call(FireAttack(answer.target, firers, OPPORTUNITY), then="over")

    @step("X12.10.5.2", "X12.10.5.3")
    def note_held(self, table: Table) -> Flow:
        """Nobody can fire any more who could before."""
        self._hold(table, ())
        return None

    @step("X12.10.5.3")
    def over(self, table: Table) -> Flow:
        return Done()

    @rule("X12.10.5.2", "X12.10.5.3")
    def _hold(self, table: Table, fired: Sequence[UnitId]) -> None:
        """Who could fire in any window of the closing move and fired in none has held his fire."""
        held = tuple(
            unit
            for unit in table.stack(self.target)
            if unit not in fired and GAVE_FIRE not in table.pieces[unit].marks
            if unit in self.able or COULD_FIRE in table.pieces[unit].marks
        )
        if held:
            table.record(FireHeld(tuple(sorted(held))))

    def _field(self, table: Table) -> ArrivalField:
        side = table.setting.enemy(table.side_of(self.closers[0]))
        hexes = sorted({at for unit in self.closers for at in table.pieces[unit].hexes})
        return ArrivalField(table, side, self.target, hexes)
