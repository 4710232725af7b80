"""One player for each formation (NM.2-NM.5, A23): he obeys, or follows his own will at a price."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Many

from grognard.kernel import Action, Ask, Call, Done, Flow, Goto, Options, Procedure, Reason, step
from grognard.kernel.questions import Chooser
from grognard.systems.nlc.actions import Finish
from grognard.systems.nlc.command.compliance import DELIVERED, comply_waiting
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.failure import Fail
from grognard.systems.nlc.command.offers import RecordOptions, deciders
from grognard.systems.nlc.command.order_actions import Accept, Record
from grognard.systems.nlc.command.order_events import Instructed
from grognard.systems.nlc.command.sending import body_led_by
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import Sequence, SideId
from grognard.systems.nlc.table import Table


class ChoiceOptions(Options):
    """Take what was delivered, choose another order for a body of one's own, or keep what one has."""

    __slots__ = ("_chosen", "_own", "_side", "_table")
    kinds = (Accept, Finish, Record)

    def __init__(self, table: Table, side: SideId, chosen: tuple[ForceId, ...]) -> None:
        self._table, self._side, self._chosen = table, side, chosen
        self._own = RecordOptions(table, side)

    def _accepts(self) -> list[Accept]:
        return [
            Accept(force.id)
            for force in self._table.forces_of(self._side)
            if force.waiting is not None and force.waiting.state == DELIVERED
        ]

    def __iter__(self) -> Iterator[Action]:
        yield from self._accepts()
        for leader in deciders(self._table, self._side):
            if body_led_by(self._table, leader) not in self._chosen:
                yield from self._own.of_leader(leader)
        yield Finish()

    def __bool__(self) -> bool:
        return True

    def sample(self, chooser: Chooser) -> Action:
        offered = self._accepts()
        if offered:
            return offered[chooser.randrange(len(offered))]
        said = self._own.sample(chooser)
        return said if said in self else Finish()

    def why_not(self, action: object) -> Many[Reason]:
        if isinstance(action, Accept):
            if action in self._accepts():
                return ()
            return (Reason("no order lies there to be taken up", "NM.2"),)
        if isinstance(action, Record):
            if action.division:
                return (Reason("a player chooses for his own formation", "NM.4"),)
            found = self._own.why_not(action)
            if not found and body_led_by(self._table, action.leader) in self._chosen:
                return (Reason("he has chosen his order for this turn", "NM.4"),)
            return found
        if isinstance(action, Finish):
            return ()
        return (Reason("now each player settles what his order is", "NM.4"),)


class ChooseOrders(Procedure, tag=True):
    """A side's players settle the orders of their formations for the turn."""

    side: SideId
    chosen: tuple[ForceId, ...] = ()
    orders: Sequence = ()

    @step("NM.2", "NM.4")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, ChoiceOptions(table, self.side, self.chosen), "choose-orders")

    @step("NM.2", "NM.4", "NM.5")
    def hear(self, table: Table, said: Accept | Record | Finish) -> Flow:
        if isinstance(said, Finish):
            return Done()
        table.record(Instructed(self.side))
        if isinstance(said, Accept):
            comply_waiting(table, said.force, "choice")
            self.chosen = (*self.chosen, said.force)
            return Goto("ask")
        name = body_led_by(table, said.leader)
        self.chosen, self.orders = (*self.chosen, name), said.orders
        if table.forces.get(name) and table.forces[name].formation:
            return Call(Fail(name, "choice"))
        return None

    @step("NM.5")
    def follow(self, table: Table) -> Flow:
        if not self.orders:
            return Goto("ask")
        comply(table, self.chosen[-1], self.orders, "choice")
        self.orders = ()
        return Goto("ask")

    def masked(self, table: Table, side: SideId) -> ChooseOrders:
        """What the other side sees: not what is chosen, nor for whom."""
        return self if side == self.side else ChooseOrders(self.side)
