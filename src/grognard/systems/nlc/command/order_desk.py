"""Step 3 (N12.3.1): a side's commanders give orders, and its player settles what is his to settle."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Many

from grognard.kernel import Action, Ask, Done, Flow, Goto, Options, Procedure, Reason, rule, step
from grognard.kernel.questions import Chooser
from grognard.systems.nlc.actions import Finish
from grognard.systems.nlc.command import bodies, direct, divisions, standing_down, wings
from grognard.systems.nlc.command.capacity import bar_to_pointing
from grognard.systems.nlc.command.offers import SELDOM, TRIES, chance_order, usual_orders
from grognard.systems.nlc.command.order_actions import (
    EVERYBODY,
    Direct,
    HandBack,
    Rejoin,
    Send,
    StandDown,
    TakeOver,
)
from grognard.systems.nlc.command.order_events import Instructed
from grognard.systems.nlc.command.sending import send, sender_of, why_not_send, writers
from grognard.systems.nlc.command.validity import commands, demanding, why_not_now, why_not_reached
from grognard.systems.nlc.kinds import OrderType, Role
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import LeaderId, Order, SideId
from grognard.systems.nlc.table import Table


@rule("N12.1", "N12.13.1", "N12.14.2", "N11.5.1")
def recipients(table: Table, leader: LeaderId) -> tuple[ForceId, ...]:
    """The bodies to which a commander may write, as far as they are on the map."""
    return table.derived(("recipients", leader), lambda: _recipients(table, leader))


def _recipients(table: Table, leader: LeaderId) -> tuple[ForceId, ...]:
    setting = table.setting
    found: list[ForceId] = []
    for formation in setting.formations.values():
        found.append(formation.id)
        if len(formation.divisions) > 1:
            found += [formation.id + bodies.DIVISION + name for name in formation.divisions]
    found += [held.id for held in setting.leaders.values() if held.role is Role.WING]
    found += setting.headquarters
    return tuple(to for to in found if commands(table, leader, to) and bodies.places(table, to))


class OrderDesk(Options):
    """Lazy: commanders, their recipients, the usual orders; any valid order that is written is taken."""

    __slots__ = ("_side", "_table")
    kinds = (Direct, Finish, HandBack, Rejoin, Send, StandDown, TakeOver)

    def __init__(self, table: Table, side: SideId) -> None:
        self._table, self._side = table, side

    def sends(self) -> Iterator[Send]:
        """The usual orders that may be sent now."""
        table = self._table
        for leader in writers(table, self._side):
            for to in recipients(table, leader):
                if why_not_reached(table, leader, to):
                    continue
                for orders in usual_orders(table, to):
                    barred = bar_to_pointing(table, leader, orders)
                    if not barred and not why_not_now(table, leader, to, orders):
                        yield self._send(leader, Send(to, orders))
        yield from self._general_retreats()

    def _send(self, leader: LeaderId, said: Send) -> Send:
        """An order in its shortest words: its sender is named only where he must be."""
        if sender_of(self._table, self._side, said) == leader:
            return said
        return Send(said.to, said.orders, leader)

    def _general_retreats(self) -> Iterator[Send]:
        table = self._table
        if not demanding(table, self._side):
            return
        for source in sorted(table.setting.armies[self._side].supply):
            orders = (Order(OrderType.GENERAL_RETREAT, target=(source,)),)
            said = Send(EVERYBODY, orders)
            if why_not_send(table, self._side, said) is None:
                yield said

    def others(self) -> list[Action]:
        """What is not an order to be sent, and to be done."""
        table, side = self._table, self._side
        return [
            *standing_down.resting_places(table, side),
            *divisions.rejoinable(table, side),
            *wings.leading_choices(table, side),
            *direct.direct_choices(table, side),
            Finish(),
        ]

    def __iter__(self) -> Iterator[Action]:
        yield from self.sends()
        yield from self.others()

    def __bool__(self) -> bool:
        return True

    def sample(self, chooser: Chooser) -> Action:
        """Mostly nothing; now and then an order, or one of the other choices."""
        table, chance = self._table, chooser.randrange(SELDOM)
        if chance > 1:
            return Finish()
        if chance == 1:
            others = [*self.others(), *self._general_retreats()]
            return others[chooser.randrange(len(others))]
        able = writers(table, self._side)
        for _ in range(TRIES if able else 0):
            leader = able[chooser.randrange(len(able))]
            known = recipients(table, leader)
            if not known:
                continue
            to = known[chooser.randrange(len(known))]
            said = self._send(leader, Send(to, chance_order(table, to, chooser)))
            if why_not_send(table, self._side, said) is None:
                return said
        return Finish()

    def why_not(self, action: object) -> Many[Reason]:
        found = self._reason(action)
        return () if found is None else (found,)

    def _reason(self, action: object) -> Reason | None:
        table, side = self._table, self._side
        match action:
            case Finish():
                return None
            case Send():
                return why_not_send(table, side, action)
            case StandDown():
                return standing_down.bar_to_standing_down(table, side, action.force)
            case Rejoin():
                return divisions.bar_to_rejoining(table, side, action.force)
            case TakeOver():
                return self._reason_to_take_over(action)
            case HandBack():
                return wings.bar_to_handing_back(table, side, action.leader)
            case Direct():
                return direct.bar_to_directing(table, side, action)
            case _:
                return Reason("now commanders give orders", "N12.3.1")

    def _reason_to_take_over(self, said: TakeOver) -> Reason | None:
        held = self._table.setting.leaders.get(said.leader)
        if held is None or held.side != self._side:
            return Reason(f"{said.leader} is not one of your leaders", "N12.14.8")
        return wings.bar_to_taking_over(self._table, said)


class GiveOrders(Procedure, tag=True):
    """A side's commanders write and speak until its player is done.

    The question is put in every turn, so that it says nothing about what could be done.
    """

    side: SideId

    @step("N12.3.1")
    def look(self, table: Table) -> Flow:
        return None if next(table.units_of(self.side), "") else Done()

    @step("N12.4.1", "N12.12.1", "N16.4")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, OrderDesk(table, self.side), "orders")

    @step("N12.4.1", "N12.2F.5", "N12.13.6", "N12.14.8", "N20.7.1")
    def hear(
        self, table: Table, said: Send | StandDown | Rejoin | TakeOver | HandBack | Direct | Finish
    ) -> Flow:
        if isinstance(said, Finish):
            return Done()
        table.record(Instructed(self.side))
        match said:
            case Send():
                send(table, self.side, said)
            case StandDown():
                standing_down.stand_down(table, said.force)
            case Rejoin():
                divisions.rejoin(table, said.force)
            case TakeOver():
                wings.take_over(table, said.leader, said.formation)
            case HandBack():
                wings.take_over(table, said.leader, "")
            case Direct():
                direct.direct(table, said)
        return Goto("look")
