"""The command phase (N12.3, A3), both sides step by step."""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, step
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.command import bodies, direct
from grognard.systems.nlc.command.choosing import ChooseOrders
from grognard.systems.nlc.command.compliance import Delays, Receive
from grognard.systems.nlc.command.failure import Settle
from grognard.systems.nlc.command.local import LocalDecisions, RecordDecisions
from grognard.systems.nlc.command.order_desk import GiveOrders
from grognard.systems.nlc.command.order_events import CommandOpened, QuartersOnTheMove
from grognard.systems.nlc.command.review import Review
from grognard.systems.nlc.hidden.marching import DiscoveryRolls
from grognard.systems.nlc.table import Table


class CommandPhase(Procedure, tag=True):
    """N12.3: record, review, send, receive, decide."""

    @step("N12.3.1", "N12.12.2", "R-D")
    def begin(self, table: Table) -> Flow:
        if table.setting.on("combat_only"):
            return Done()
        direct.release(table)
        table.record(CommandOpened())
        return Call(Settle())

    @step("N12.3.1", "N12.11.1", "NM.4", "R-4.2")
    def record_first(self, table: Table) -> Flow:
        if table.setting.on("multiplayer_command"):
            return Goto("review")
        return Call(RecordDecisions(bodies.in_order(table)[0]))

    @step("N12.3.1", "N12.11.1")
    def record_second(self, table: Table) -> Flow:
        return Call(RecordDecisions(bodies.in_order(table)[1]))

    @step("N12.3.1", "N12.3.2")
    def review(self, table: Table) -> Flow:
        return Call(Review())

    @step("N11.5.3", "R-11.5")
    def note_quarters(self, table: Table) -> Flow:
        table.record(QuartersOnTheMove())
        return None

    @step("N12.3.1", "N12.4.1")
    def send_first(self, table: Table) -> Flow:
        return Call(GiveOrders(bodies.in_order(table)[0]))

    @step("N12.3.1", "N12.4.1")
    def send_second(self, table: Table) -> Flow:
        return Call(GiveOrders(bodies.in_order(table)[1]))

    @step("N12.3.1", "N12.6.4", "N12.7.1")
    def receive(self, table: Table) -> Flow:
        return Call(Receive())

    @step("N12.7.5", "N12.7.6", "N16.5")
    def see_to_delays(self, table: Table) -> Flow:
        return Call(Delays())

    @step("N20.1.2.2")
    def discover(self, table: Table) -> Flow:
        return Call(DiscoveryRolls()) if table.hidden else None

    @step("N12.3.2", "N12.11.1", "NM.4")
    def decide(self, table: Table) -> Flow:
        if table.setting.on("multiplayer_command"):
            return Call(ChooseOrders(bodies.in_order(table)[0]), then="choose_second")
        return Call(LocalDecisions(), then="close")

    @step("NM.4")
    def choose_second(self, table: Table) -> Flow:
        return Call(ChooseOrders(bodies.in_order(table)[1]))

    @step("N15.1", "N20.9.1")
    def close(self, table: Table) -> Flow:
        demoralization.settle(table)
        return Done()
