"""Reinforcements before they enter (N4.1, chapter 9): when they are due, and under which orders."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.systems.nlc.events import Fact, PutUnder, Secret
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import Arrival, Order
from grognard.systems.nlc.table import Table


class ArrivalRolled(Fact, frozen=True, tag=True):
    """A die for reinforcements whose hour is uncertain (R-4.1)."""

    arrival: str
    die: int
    needed: int
    clauses: ClassVar[tuple[str, ...]] = ("N4.1",)


class ArrivalDue(Fact, frozen=True, tag=True):
    """Reinforcements stand at the edge of the map from this turn on."""

    arrival: str
    bonus: int = 0
    clauses: ClassVar[tuple[str, ...]] = ("N9.1",)

    def change(self, table: Table) -> None:
        tally = table.writable("tally")
        tally[f"due:{self.arrival}"] = table.turn
        if self.bonus:
            side = next(held.side for held in table.setting.arrivals if held.id == self.arrival)
            tally[f"level:{side}"] = tally.get(f"level:{side}", 0) + self.bonus


class PartDetached(Secret, frozen=True, tag=True):
    """A later part of a formation marches up on an order record of its own (R-9c)."""

    force: Force

    def change(self, table: Table) -> None:
        table.writable("forces")[self.force.id] = self.force


def groups(table: Table) -> dict[str, Arrival]:
    """Groups that have not wholly entered, by id."""
    held = {arrival.id: arrival for arrival in table.setting.arrivals}
    return {name: held[name] for name in table.waiting_in}


@rule("N9.1", "N4.10")
def is_due(table: Table, arrival: Arrival) -> bool:
    """May it enter this turn?"""
    if arrival.rolls:
        return bool(table.tally.get(f"due:{arrival.id}"))
    return arrival.turn <= table.turn


class Arrivals(Procedure, tag=True):
    """Phase 0: dice for uncertain arrivals; then those who are due take their places and orders."""

    asked: tuple[str, ...] = ()

    @step("N4.1", "R-4.1")
    def look(self, table: Table) -> Flow:
        return None if self._next(table) else Goto("receive")

    @step("R-4.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "arrival", self._next(table))

    @step("R-4.1")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        name = self._next(table)
        needed = dict(groups(table)[name].rolls)[table.turn]
        table.record(ArrivalRolled(name, dice[0], needed))
        if dice[0] >= needed:
            table.record(ArrivalDue(name, groups(table)[name].level_bonus))
        self.asked = (*self.asked, name)
        return Goto("look")

    @step("N9.1", "R-9c")
    def receive(self, table: Table) -> Flow:
        for arrival in groups(table).values():
            if is_due(table, arrival) and not table.tally.get(f"met:{arrival.id}"):
                _give_orders(table, arrival)
        return Done()

    def _next(self, table: Table) -> str:
        """The next group that rolls this turn."""
        for name, arrival in groups(table).items():
            if name in self.asked or table.tally.get(f"due:{name}"):
                continue
            if table.turn in dict(arrival.rolls):
                return name
        return ""


@rule("N9.5", "N9.6", "R-9", "R-9c")
def _give_orders(table: Table, arrival: Arrival) -> None:
    """A later part of a formation whose leader is on the map marches to the formation's target."""
    formation = arrival.formation
    if not formation or not arrival.units or arrival.leaders:
        return
    leader = table.setting.formations[formation].leader
    whole = table.forces[formation]
    late = [unit for unit in arrival.units if table.under[unit] == formation]
    if not late or not table.leaders[leader].at or not whole.order.target:
        return
    name = f"{formation}+{arrival.id}"
    if name in table.forces:
        return
    goal = whole.order.target[:1]
    march = Order(OrderType.MARCH, target=goal, route=(arrival.entry, *goal))
    part = Force(name, whole.side, whole.formation, "", march, since=table.turn, may_rejoin=True)
    table.record(PartDetached(whole.side, part))
    table.record(PutUnder(whole.side, tuple(late), name))
