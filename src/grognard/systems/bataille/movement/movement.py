"""The movement segment (P2.7): one side orders its units, one after the other, as it likes.

A unit is moved in one go. It may be ordered several times while it is in hand; once another unit
has been ordered it cannot be taken up again. At the start, before any order, counters may be
exchanged. The end of the segment is in ``movement_end.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from grognard.kernel import Ask, Call, Done, Flow, Goto, Options, Procedure, Reason, rule, step
from grognard.kernel.questions import Chooser
from grognard.systems.bataille import special
from grognard.systems.bataille.actions import (
    Assault,
    Command,
    Drill,
    Enter,
    Finish,
    Form,
    Join,
    March,
    Split,
)
from grognard.systems.bataille.command import clock
from grognard.systems.bataille.command.command_actions import ForceMarch, Leave, TimeUp
from grognard.systems.bataille.command.command_orders import CommandOrder, CommandOrders
from grognard.systems.bataille.command.force_march import ForceMarchOrder, has_begun
from grognard.systems.bataille.command.leader_actions import Accompany, LeadTo
from grognard.systems.bataille.command.leader_moves import (
    LeaderOrders,
    Places,
    carry_out_order,
    find_company,
    places,
)
from grognard.systems.bataille.events.movement import OrderBegan
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.movement import arrivals, formations, march, organisation
from grognard.systems.bataille.movement.arrivals import Entry
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.movement_end import MovementEnd
from grognard.systems.bataille.movement.offmap import LeaveOrder
from grognard.systems.bataille.movement.orders import EnterOrder, FormOrder, MarchOrder
from grognard.systems.bataille.movement.organisation import BreakDown, Recombine
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.schedule import may_be_waiting
from grognard.systems.bataille.movement.windows import TURN, ActionWindow
from grognard.systems.bataille.pieces import LeaderId, UnitId
from grognard.systems.bataille.setting import Arrival
from grognard.systems.bataille.table import Table

MovementOrder = (
    March
    | Form
    | Enter
    | Split
    | Join
    | Finish
    | LeadTo
    | Accompany
    | CommandOrder
    | Assault
    | Drill
)

LEADERS_ORDERS = (LeadTo, Accompany)
WITHOUT_UNIT = (Finish, LeadTo, Accompany, ForceMarch, TimeUp)
"""Orders that are given to no unit."""

FORM_ONE_IN = 4
"""A sampled order is a change of formation one time in so many, where both are possible."""


class MovementSegment(Procedure, tag=True):
    """P2.7: the phasing side moves. ``hand`` is the order in hand, ``ordered`` who has had one.

    ``stood`` remembers where its leaders were at the start, ``led`` who of them has had an order.
    """

    side: str
    hand: InHand | None = None
    ordered: tuple[UnitId, ...] = ()
    begun: bool = False
    exchanged: tuple[UnitId, ...] = ()
    order: MovementOrder | None = None
    stood: Places = ()
    led: tuple[LeaderId, ...] = ()
    hurried: bool = False

    @step("PR-164")
    def begin(self, table: Table) -> Flow:
        find_company(table, self.side)
        self.stood = places(table, self.side)
        return None

    @step("P2.7", "P18.1")
    def ask(self, table: Table) -> Flow:
        options = MovementOptions(
            table, self.side, self.hand, self.ordered, self.begun, self.exchanged,
            self.stood, self.led,
        )  # fmt: skip
        if not options.has_orders() and not may_be_waiting(table, self.side):
            return Goto("go_on_to_finish")
        return Ask(self.side, options, "movement")

    @step("P18.1", "P14.15", "PR-45")
    def hear(self, table: Table, answer: MovementOrder) -> Flow:
        self.order = answer
        if isinstance(answer, LEADERS_ORDERS):
            return Goto("lead")
        if isinstance(answer, TimeUp):
            return Goto("time_up")
        if self.hand is None or self.hand.unit in _units_of(answer):
            return Goto("carry_out")
        if not self.hand.turned:
            return Goto("lay_aside")
        return Call(ActionWindow(self.hand.unit, TURN))

    @step("P18.1")
    def lay_aside(self, table: Table) -> Flow:
        """The unit in hand has had its order; a turn it made and stayed for has drawn fire."""
        if self.hand is not None:
            self.ordered = (*self.ordered, self.hand.unit)
            self.hand = None
        return None

    @step("P18.1", "P16.5", "P44.1", "P45.1", "P46.2", "PR-10")
    def carry_out(self, table: Table) -> Flow:
        match self.order:
            case March() | Form() | Leave():
                return self._command(table, self.order)
            case ForceMarch():
                return Call(ForceMarchOrder(self.order.division, self.order.guns), then="ask")
            case Enter():
                self.begun = True
                return Call(EnterOrder(self.side, self.order))
            case Split():
                self.exchanged = (*self.exchanged, *table.printed(self.order.unit).parts)
                return Call(BreakDown(self.order.unit, forced=False), then="ask")
            case Join():
                self.exchanged = (*self.exchanged, self.order.unit)
                return Call(Recombine(self.order.unit), then="ask")
            case None | Finish() | LeadTo() | Accompany() | TimeUp():
                return Goto("finish")
            case _:
                return self._further(table, self.order)

    @step("P18.1")
    def carried_out(self, table: Table, hand: InHand | None) -> Flow:
        self.hand = hand
        if hand is None:
            self.ordered = (*self.ordered, *_units_of(self.order))
        return Goto("ask")

    @step("PR-164")
    def lead(self, table: Table) -> Flow:
        """A leader moves, before, after or while units do; the unit in hand stays in hand."""
        assert isinstance(self.order, LeadTo | Accompany)
        carry_out_order(table, self.order)
        self.led = (*self.led, self.order.leader)
        return Goto("ask")

    @step("P8.1", "P17.1", "PR-137")
    def time_up(self, table: Table) -> Flow:
        """The host's clock has run out: at a strict one the segment ends as things stand."""
        self.hurried = clock.call_time(table, self.side)
        return None if self.hurried else Goto("ask")

    @step("P14.15", "PR-45")
    def go_on_to_finish(self, table: Table) -> Flow:
        """Nothing is left to order: a remembered turn still draws its fire."""
        if self.hand is not None and self.hand.turned:
            return Call(ActionWindow(self.hand.unit, TURN))
        return None

    @step("P2.7", "PR-163", "PR-164")
    def finish(self, table: Table) -> Flow:
        find_company(table, self.side)
        return Call(MovementEnd(self.side, self.hurried))

    @step("P2.7")
    def end(self, table: Table) -> Flow:
        return Done()

    def _command(self, table: Table, order: March | Form | Leave) -> Flow:
        """Take the unit in hand if it is not yet, and carry out its order."""
        self.begun = True
        if self.hand is None:
            hand = self._taken(table, order.unit)
            if hand is None:
                return Goto("ask")  # the fire at the unit before has changed things
            self.hand = hand
        begun = table.setting.reglement.order_begun
        if begun is not None:
            begun(table, self.hand.unit)
        if isinstance(order, March):
            return Call(MarchOrder(self.hand, order.path))
        if isinstance(order, Leave):
            return Call(LeaveOrder(self.hand))
        return Call(FormOrder(self.hand, order))

    def _further(self, table: Table, order: Assault | Drill) -> Flow:
        """An order that the edition adds, with the orders in hand of its units."""
        self.begun = True
        held, self.hand = self.hand, None
        hands = [
            held if held is not None and held.unit == unit else self._taken(table, unit)
            for unit in _units_of(order)
        ]
        able = tuple(hand for hand in hands if hand is not None)
        if len(able) < len(hands):
            return Goto("ask")
        return Call(table.setting.reglement.orders[type(order)].procedure(order, able))

    def _taken(self, table: Table, unit: UnitId) -> InHand | None:
        """A unit's order begins; None if it can have none any more."""
        hand = march.take_in_hand(table, unit) if unit in table.pieces else None
        if not isinstance(hand, InHand):
            return None
        table.record(OrderBegan(hand.unit, hand.allowance))
        special.note_alert(table, hand.unit)
        return hand


def _units_of(order: MovementOrder | None) -> tuple[UnitId, ...]:
    if isinstance(order, March) or isinstance(order, Form):  # noqa: SIM101 - the usual first
        return (order.unit,)
    if order is None or isinstance(order, WITHOUT_UNIT):
        return ()
    return order.units if isinstance(order, Assault) else (order.unit,)


class MovementOptions(Options):
    """What the phasing side may order now, unit by unit in the order of the roster.

    Finish comes first, then for each unit its break-down, its changes of formation and its
    marches, then arrivals, then counters that may be put together, then leaders.
    """

    __slots__ = (
        "_drawn", "begun", "done", "exchanged", "hand", "led", "ordered", "side", "stood", "table",
    )  # fmt: skip
    shared = (
        Finish, March, Form, Enter, Split, Join, LeadTo, Accompany, ForceMarch, Leave, TimeUp,
    )  # fmt: skip

    def __init__(
        self,
        table: Table,
        side: str,
        hand: InHand | None = None,
        ordered: tuple[UnitId, ...] = (),
        begun: bool = False,
        exchanged: tuple[UnitId, ...] = (),
        stood: Places = (),
        led: tuple[LeaderId, ...] = (),
    ) -> None:
        self.table, self.side, self.hand = table, side, hand
        self.ordered, self.begun, self.exchanged = ordered, begun, exchanged
        self.done = frozenset(ordered)
        self.stood, self.led = stood, led
        self._drawn: Command | None = None

    @property
    def kinds(self) -> tuple[type[Command], ...]:
        """The kinds of order that may answer: the shared ones, and those of the edition."""
        return (*self.shared, *self.table.setting.reglement.orders)

    # These two are made when they are asked for: most questions are answered without them, and
    # kept here the second would hold on to what holds it, table and all.

    @property
    def leaders(self) -> LeaderOrders:
        """What leaders may be ordered."""
        moved = self.ordered if self.hand is None else (*self.ordered, self.hand.unit)
        return LeaderOrders(self.table, self.side, self.stood, self.led, moved)

    @property
    def commands(self) -> CommandOrders:
        """What may be ordered beyond marches."""
        return CommandOrders(self.table, self.side, self.begun, self.in_hand)

    # --- is it among them?

    def __contains__(self, action: object) -> bool:
        # Whoever drew an order by chance has judged it, on this very table.
        return action is self._drawn or not self.why_not(action)

    def why_not(self, action: object) -> Sequence[Reason]:
        match action:
            case Finish():
                return ()
            case March():
                return self._against_march(action)
            case Form():
                found = self._against_form(action)
            case Enter():
                entry = arrivals.may_enter(self.table, self.side, action)
                found = None if isinstance(entry, Entry) else entry
            case Split() | Join():
                found = self._against_exchange(action)
            case LeadTo() | Accompany():
                found = self.leaders.against(action)
            case ForceMarch() | Leave() | TimeUp():
                found = self.commands.against(action)
            case _:
                found = self._against_further(action)
        return () if found is None else (found,)

    def _against_further(self, action: object) -> Reason | None:
        for kind, further in self.table.setting.reglement.orders.items():
            if isinstance(action, kind):
                return further.against(self, action)
        return Reason("this is not an order of the movement segment", "P2.7")

    @rule("P18.1", "P2.7")
    def in_hand(self, unit: UnitId) -> InHand | Reason:
        """The order a unit has, or would begin with; or why it can have none."""
        printed = self.table.setting.roster.get(unit)
        if printed is None or unit not in self.table.pieces:
            return Reason(f"{unit} is not on the map", "P18.1")
        if printed.side != self.side:
            return Reason(f"{printed.name} is not yours to order", "P2.7")
        piece = self.table.pieces[unit]
        if piece.marks and contacts_of(piece):
            return Reason(f"{printed.name} is in contact with the enemy and stays", "PR-124")
        if self.hand is not None and self.hand.unit == unit:
            return self.hand
        if unit in self.done or printed.regiment in self.done:
            return Reason(f"{printed.name} has had its order in this segment", "P18.1")
        return march.take_in_hand(self.table, unit)

    def free_hand(self, unit: UnitId) -> InHand | Reason:
        """The same for a unit that nothing binds to another kind of order."""
        hand, duty = self.in_hand(unit), self.table.setting.reglement.duty
        if duty is None or isinstance(hand, Reason):
            return hand
        return duty(self.table, hand) or hand

    def _against_march(self, order: March) -> Sequence[Reason]:
        hand = self.free_hand(order.unit)
        if isinstance(hand, Reason):
            return (hand,)
        reasons = Marches(self.table, hand).why_not(order)
        if reasons and hand.stopped and len(order.path) == 1:
            extra = self.table.setting.reglement.extra_leg(self.table, hand, order.path[0])
            if not isinstance(extra, Reason):
                return ()
        return reasons

    def _against_form(self, order: Form) -> Reason | None:
        hand = self.free_hand(order.unit)
        if isinstance(hand, Reason):
            return hand
        change = formations.change(self.table, hand, order.formation, order.facing, order.hexes)
        return change if isinstance(change, Reason) else None

    @rule("P6.5", "P6.8", "PR-10")
    def _against_exchange(self, order: Split | Join) -> Reason | None:
        printed = self.table.setting.roster.get(order.unit)
        if printed is None or printed.side != self.side:
            return Reason(f"{order.unit} is not yours to order", "P2.7")
        if self.begun or has_begun(self.table, self.side):
            return Reason("counters are exchanged before the first order of the segment", "PR-10")
        if isinstance(order, Split):
            if order.unit in self.exchanged:
                return Reason(f"{printed.name} has just been put together", "PR-10")
            if order.unit not in self.table.pieces:
                return Reason(f"{printed.name} is not on the map", "P6.5")
            return organisation.may_split(self.table, order.unit)
        if any(part in self.exchanged for part in printed.parts):
            return Reason(f"{printed.name} has just been broken down", "PR-10")
        return organisation.may_join(self.table, order.unit)

    # --- all of them

    def __iter__(self) -> Iterator[Command]:
        yield Finish()
        for unit in self.table.units_of(self.side):
            yield from self.of_unit(unit)
        yield from self.of_others()

    def of_others(self) -> Iterator[Command]:
        """Everything but the orders of units on the map: arrivals, counters, leaders, command."""
        for unit, arrival in arrivals.waiting(self.table, self.side):
            yield from arrivals.entries(self.table, unit, arrival)
        for unit in self._joins():
            yield Join(unit)
        yield from self.leaders
        yield from self.commands

    def __bool__(self) -> bool:
        return True

    def has_orders(self) -> bool:
        """Is there anything to choose but to finish?"""
        ordered, pieces = self.done, self.table.pieces
        for unit in self.table.setting.by_side[self.side]:
            if unit not in pieces:
                continue
            if not self.begun and self._may_split(unit):
                return True
            if unit in ordered:
                continue
            hand = self.free_hand(unit)
            if isinstance(hand, InHand) and self._has_any(hand):
                return True
            if next(self.further_of(unit), None) is not None:
                return True
        for unit, arrival in arrivals.waiting(self.table, self.side):
            if next(arrivals.entries(self.table, unit, arrival), None) is not None:
                return True
        more = bool(self.leaders) or bool(self.commands)
        return more or next(self._joins(), None) is not None

    def of_unit(self, unit: UnitId) -> Iterator[Command]:
        """The orders open to one unit on the map."""
        if self._may_split(unit):
            yield Split(unit)
        hand = self.free_hand(unit)
        if isinstance(hand, InHand):
            yield from self._forms(hand)
            yield from Marches(self.table, hand)  # type: ignore[misc]
            yield from self._closings(hand)
        yield from self.further_of(unit)

    def further(self) -> Iterator[Command]:
        """The orders that only the edition has."""
        if self.table.setting.reglement.orders:
            for unit in self.table.units_of(self.side):
                yield from self.further_of(unit)

    def further_of(self, unit: UnitId) -> Iterator[Command]:
        for further in self.table.setting.reglement.orders.values():
            yield from further.of_unit(self, unit)

    def _forms(self, hand: InHand) -> Iterator[Form]:
        for change in formations.kept_changes(self.table, hand):
            yield Form(hand.unit, change.formation, change.facing, change.hexes)

    def _closings(self, hand: InHand) -> Iterator[March]:
        for way in march.extra_legs(self.table, hand):
            yield March(hand.unit, (way.leg.word,))

    def _has_any(self, hand: InHand) -> bool:
        return (
            bool(Marches(self.table, hand))
            or bool(formations.changes(self.table, hand))
            or next(self._closings(hand), None) is not None
        )

    def _may_split(self, unit: UnitId) -> bool:
        return bool(
            not self.begun
            and self.table.printed(unit).parts
            and self._against_exchange(Split(unit)) is None
        )

    def _joins(self) -> Iterator[UnitId]:
        if self.begun or has_begun(self.table, self.side):
            return iter(())
        return organisation.joins(self.table, self.side, self.exchanged)

    def count(self) -> int:
        total = 1 + sum(1 for _ in self._joins()) + self.leaders.count() + self.commands.count()
        for unit in self.table.units_of(self.side):
            total += self._may_split(unit)
            total += sum(1 for _ in self.further_of(unit))
            hand = self.free_hand(unit)
            if isinstance(hand, InHand):
                total += len(formations.kept_changes(self.table, hand))
                total += Marches(self.table, hand).count()
                total += sum(1 for _ in self._closings(hand))
        for unit, arrival in arrivals.waiting(self.table, self.side):
            total += sum(1 for _ in arrivals.entries(self.table, unit, arrival))
        return total

    # --- one of them by chance

    def sample(self, chooser: Chooser) -> Command:
        """A unit by chance, then one of its orders: nothing else is worked out."""
        done, pieces = self.done, self.table.pieces
        draws: list[UnitId | Callable[[Chooser], Command | None]] = [
            unit
            for unit in self.table.setting.by_side[self.side]
            if unit in pieces and unit not in done
        ]
        for unit, arrival in arrivals.waiting(self.table, self.side):
            draws.append(partial(self._sample_arrival, unit, arrival))
        draws += [partial(self._sample_join, unit) for unit in self._joins()]
        leaders = self.leaders
        draws += [partial(leaders.sample, leader) for leader in leaders.free()]
        while draws:
            place = chooser.randrange(len(draws) + 1)
            if place == len(draws):
                break
            draw = draws.pop(place)
            found = self._sample_unit(draw, chooser) if isinstance(draw, str) else draw(chooser)
            if found is not None:
                self._drawn = found
                return found
        return Finish()

    def _sample_unit(self, unit: UnitId, chooser: Chooser) -> Command | None:
        if self._may_split(unit) and chooser.randrange(2):
            return Split(unit)
        further = self.further_of(unit)
        first = next(further, None)
        hand = self.free_hand(unit)
        if first is not None and (isinstance(hand, Reason) or chooser.randrange(2)):
            orders = [first, *further]
            return orders[chooser.randrange(len(orders))]
        if isinstance(hand, Reason):
            return None
        marches = Marches(self.table, hand)
        closes = list(self._closings(hand))
        if closes and chooser.randrange(2):
            return closes[chooser.randrange(len(closes))]
        some = bool(marches)
        if not some or not chooser.randrange(FORM_ONE_IN):
            form = formations.sampled(self.table, hand, chooser)
            if form is not None:
                return Form(unit, form.formation, form.facing, form.hexes)
        return marches.sample(chooser) if some else None  # type: ignore[return-value]

    def _sample_arrival(self, unit: UnitId, arrival: Arrival, chooser: Chooser) -> Command | None:
        free = arrivals.entry_hexes(self.table, arrival)
        left = list(free)
        while left:
            at = left.pop(chooser.randrange(len(left)))
            ways = list(arrivals.entries_at(self.table, unit, arrival, at, free))
            if ways:
                return ways[chooser.randrange(len(ways))]
        return None

    def _sample_join(self, unit: UnitId, chooser: Chooser) -> Command:
        return Join(unit)
