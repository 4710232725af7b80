"""The assault phase (X2.2): one target hex after the other, in the phasing player's order."""

from __future__ import annotations

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
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.an_xxx.assault.hex_assault import AssaultOf
from grognard.systems.an_xxx.assault.pairs import targets
from grognard.systems.an_xxx.horse.attack import CavalryAttacks
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.table import Table


class AssaultSegment(Procedure, tag=True):
    """Every pair that has closed is resolved; without a pair there is nothing to ask."""

    side: str
    target: Hex = 0

    @step("X2.2", "X16.1")
    def look(self, table: Table) -> Flow:
        waiting = targets(table, self.side)
        if not waiting:
            return Goto("over")
        self.target = waiting[0]
        return None if len(waiting) > 1 else Goto("fight")

    @step("X2.2")
    def ask(self, table: Table) -> Flow:
        picks = [Pick(name(at)) for at in targets(table, self.side)]
        options = Judged(partial(self._against, table), picks, Pick, sifted=True)
        return Ask(self.side, options, "assault-next")

    @step("X2.2")
    def hear(self, table: Table, choice: Action) -> Flow:
        assert isinstance(choice, Pick)
        self.target = parse_hex(choice.choice)
        return None

    @step("X2.2", "X16.1")
    def fight(self, table: Table) -> Flow:
        return Call(AssaultOf(self.side, self.target), then="look")

    @step("X2.2", "X19.2.13")
    def over(self, table: Table) -> Flow:
        return Call(CavalryAttacks(self.side))

    @step("X2.2")
    def done(self, table: Table) -> Flow:
        return Done()

    @rule("X2.4")
    def _against(self, table: Table, order: Pick) -> Reason | None:
        waiting = [name(at) for at in targets(table, self.side)]
        if order.choice in waiting:
            return None
        return Reason(f"the assaults that wait are those on {', '.join(waiting)}", "X2.4")
