"""Local decisions and bad moves (N12.11, N15.4, A5)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Account, Ask, Call, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.systems.nlc.actions import Finish
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.compliance import Receive, delay, is_demoralized, troubles
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.offers import BadMoveOptions, RecordOptions, deciders
from grognard.systems.nlc.command.order_actions import BadMove, Record
from grognard.systems.nlc.command.order_events import (
    BadMoveMade,
    DecisionSettled,
    DecisionTested,
    OrderIgnored,
)
from grognard.systems.nlc.command.sending import (
    UNDECIDED,
    body_led_by,
    record_decision,
    send_to_division,
)
from grognard.systems.nlc.hidden.revealing import Reveal
from grognard.systems.nlc.kinds import Compliance, LocalDecision, OrderType
from grognard.systems.nlc.leaders import rating
from grognard.systems.nlc.records import Dispatch, ForceId
from grognard.systems.nlc.setting import LeaderId, Sequence, SideId
from grognard.systems.nlc.table import Table


class RecordDecisions(Procedure, tag=True):
    """Step 1: a side notes in secret what its leaders would do by themselves."""

    side: SideId

    @step("N12.11.1", "N12.3.1")
    def look(self, table: Table) -> Flow:
        return None if deciders(table, self.side) else Done()

    @step("N12.11.1", "N12.11.5")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, RecordOptions(table, self.side), "record-decision")

    @step("N12.11.1", "N12.13.5")
    def hear(self, table: Table, said: Record | Finish) -> Flow:
        if isinstance(said, Finish):
            return Done()
        to = said.division or body_led_by(table, said.leader)
        record_decision(table, said.leader, to, said.orders)
        return Goto("look")


class LocalDecisions(Procedure, tag=True):
    """Step 4e: every leader who noted something tries to do it."""

    leader: LeaderId = ""
    misled: Sequence = ()

    @step("N12.11.1", "N12.3.2")
    def next_leader(self, table: Table) -> Flow:
        held = next(undecided(table), None)
        if held is None:
            return Done()
        if not table.leaders[held.sender].at:
            _settle(table, held)
            return Goto("next_leader")
        self.leader = held.sender
        return None

    @step("N12.11.2")
    def throw(self, table: Table) -> Flow:
        return Roll("2d6", "local-decision", self.leader)

    @step("N12.11.2", "N12.11.4", "N15.4", "NT.1")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        held = self._noted(table)
        if held is None:
            return Goto("next_leader")
        result = _tested(table, held, dice)
        if result is LocalDecision.BAD_MOVE:
            return None
        if result is LocalDecision.NO_EFFECT:
            _settle(table, held)
            return Goto("next_leader")
        return self._act(table, held)

    @step("N12.11.2", "R-12.11")
    def ask_enemy(self, table: Table) -> Flow:
        enemy = table.setting.enemy(table.setting.leaders[self.leader].side)
        return Ask(enemy, BadMoveOptions(table, self.leader), "bad-move")

    @step("N12.11.3", "R-12.11b")
    def hear_enemy(self, table: Table, said: BadMove | Finish) -> Flow:
        held = self._noted(table)
        if held is not None:
            _settle(table, held)
        self.misled = said.orders if isinstance(said, BadMove) else ()
        table.record(BadMoveMade(self.leader, self.misled))
        if not self.misled:
            return Goto("next_leader")
        to = body_led_by(table, self.leader)
        return Call(Reveal(to)) if to in table.hidden else None

    @step("N12.11.3", "N20.1.3.1")
    def go_astray(self, table: Table) -> Flow:
        """A march that was hidden is revealed first."""
        to = body_led_by(table, self.leader)
        _drop_waiting(table, to)
        comply(table, to, self.misled, "bad-move")
        return Goto("next_leader")

    def _noted(self, table: Table) -> Dispatch | None:
        """What the leader noted; nobody but his own side knows it."""
        return next((held for held in undecided(table) if held.sender == self.leader), None)

    @rule("N12.11.2", "N15.4", "N12.13.5", "R-12.11b")
    def _act(self, table: Table, held: Dispatch) -> Flow:
        """He does as he thought; a demoralized one takes his time, a division is sent word."""
        _settle(table, held)
        if bodies.is_division(held.to):
            send_to_division(table, held)
            return Call(Receive(), then="next_leader")
        _drop_waiting(table, held.to)
        if is_demoralized(table, bodies.body(table, held.to)):
            delay(table, held.to, held.orders, Compliance.ROLL_4.value, held.sender)
        else:
            comply(table, held.to, held.orders, "local")
        return Goto("next_leader")


def undecided(table: Table) -> Iterator[Dispatch]:
    """What leaders have noted and not yet tried, the first side's before the other's."""
    for side in bodies.in_order(table):
        for held in table.transit:
            if held.due == UNDECIDED and table.setting.leaders[held.sender].side == side:
                yield held


def _settle(table: Table, held: Dispatch) -> None:
    side = table.setting.leaders[held.sender].side
    table.record(DecisionSettled(side, held.number))


@rule("R-12.11b")
def _drop_waiting(table: Table, name: ForceId) -> None:
    force = bodies.body(table, name)
    if force.waiting is not None:
        table.record(OrderIgnored(force.side, name, force.waiting.orders, "local"))


@rule("N12.11.2", "N12.11.4", "N20.5.1", "N20.7.3", "R-12.15")
def _tested(table: Table, held: Dispatch, dice: tuple[int, ...]) -> LocalDecision:
    """Read the table by the leader's rating, and record it."""
    cards, own = table.setting.cards, body_led_by(table, held.sender)
    trouble = list(troubles(table, own))
    column = rating(table, held.sender) + sum(item.amount for item in trouble)
    items = [Item(sum(dice), "the dice", "N12.11.2")]
    if bodies.body(table, own).type is OrderType.RESERVE:
        items.append(Item(cards.local_decision_reserve, "in reserve", "N12.11.4"))
    account = Account.of(items)
    result = cards.local_decision(max(column, 0), account.total)
    side = table.setting.leaders[held.sender].side
    table.record(DecisionTested(side, held.sender, account, dice, result.value))
    return result
