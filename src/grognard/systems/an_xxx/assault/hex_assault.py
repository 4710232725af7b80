"""The assault of one hex, in the assault phase (X16.5-X16.9): from the Roll to Stand to the end."""

from __future__ import annotations

from typing import Final

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Item,
    Procedure,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.close import CLOSE, RollToClose
from grognard.systems.an_xxx.assault.cries import cries_open, raise_cry
from grognard.systems.an_xxx.assault.impetus import Occupation
from grognard.systems.an_xxx.assault.pairs import able, defending, in_stacks
from grognard.systems.an_xxx.assault.recoil import FallBack
from grognard.systems.an_xxx.assault.results import BLANK
from grognard.systems.an_xxx.assault.round import AssaultRound
from grognard.systems.an_xxx.assault.stand import exchanges_fire, rise, roll_to_stand
from grognard.systems.an_xxx.assault.volley import Volleys
from grognard.systems.an_xxx.events.assault import AssaultOver, RoundBegan
from grognard.systems.an_xxx.horse.sparing import SpareHorses, horse_among, tire
from grognard.systems.an_xxx.marks import closers
from grognard.systems.an_xxx.morale.rows import lost_now
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.melee.melee import defenders_of
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table

SECOND_ROUND: Final = "second-round"

ON_COLUMN: Final = "round2_on_column"
"""The table on which a blank leads straight to a second round in the Fire-Fight column (X16.8.4)."""


Began = tuple[tuple[UnitId, int], ...]
"""What each fighter had when the assault began, for it is one event (X17.3.4)."""


@rule("X17.3.4")
def lost_in(table: Table, began: Began) -> tuple[tuple[UnitId, Item], ...]:
    """The row of those who have lost half of what they had, or more, in this assault."""
    losses = tuple(
        (unit, had - table.strength(unit)) for unit, had in began if unit in table.pieces
    )
    return lost_now(table, losses)


class AssaultOf(Procedure, tag=True):
    """X16.1: those who have closed on a hex fight for it."""

    side: str
    target: Hex
    attackers: tuple[UnitId, ...] = ()
    cries: tuple[str, ...] = ()
    began: Began = ()
    lost: tuple[int, int] = (0, 0)
    horses: tuple[UnitId, ...] = ()
    sparing: tuple[UnitId, ...] = ()

    @step("X16.1", "X2.4")
    def muster(self, table: Table) -> Flow:
        self.attackers = able(table, closers(table, self.target), self.target)
        fighters = (*self.attackers, *defenders_of(table, self.target, self.side))
        self.began = tuple((unit, table.strength(unit)) for unit in fighters)
        if not self.attackers:
            return Goto("over")
        if not defending(table, self.target, self.side):
            return Call(Occupation(self.attackers, self.target, impetus=False), then="over")
        return None if cries_open(table, self.attackers, self.target) else Goto("stand")

    @step("X16.5.14", "X16.10.2")
    def ask_for_cries(self, table: Table) -> Flow:
        picks = [Pick(cry) for cry in cries_open(table, self.attackers, self.target)]
        return Ask(self.side, Choices([Finish(), *picks], "X16.5.14"), "raise-cry")

    @step("X16.5.14", "X16.10.2")
    def hear_cry(self, table: Table, choice: Action) -> Flow:
        if isinstance(choice, Pick):
            raise_cry(table, self.attackers, self.target, choice.choice)
            self.cries = (*self.cries, choice.choice)
        return None

    @step("X16.5.1")
    def stand(self, table: Table) -> Flow:
        return Call(roll_to_stand(table, self.target, self.attackers, self.cries))

    @step("X16.5.12", "X15.8")
    def fire(self, table: Table, stood: tuple[UnitId, ...]) -> Flow:
        rise(table, stood)
        if not defending(table, self.target, self.side):
            return Goto("occupy")
        self.attackers = able(table, self.attackers, self.target)
        defenders = defenders_of(table, self.target, self.side)
        return Call(Volleys(self.target, self.attackers, defenders))

    @step("X16.6.1", "X16.6.11", "X12.9.10")
    def meet(self, table: Table, lost: tuple[int, int]) -> Flow:
        over = self._is_decided(table)
        if over is not None:
            return over
        if exchanges_fire(table, self.target, self.side):
            return Goto("over")
        self.lost = lost
        self.horses = horse_among(table, defenders_of(table, self.target, self.side))
        return Call(SpareHorses(self.horses))

    @step("X16.6.1", "X19.15.2")
    def fight(self, table: Table, sparing: tuple[UnitId, ...]) -> Flow:
        self.sparing = sparing
        lost, self.lost = self.lost, (0, 0)
        return Call(AssaultRound(self.target, self.attackers, lost, sparing=sparing))

    @step("X16.7.1", "X16.8.1")
    def see_result(self, table: Table, result: str) -> Flow:
        if result != BLANK:
            return Goto("occupy")
        over = self._is_decided(table)
        if over is not None:
            return over
        return Call(Firefight(self.target, self.attackers, self.began, self.sparing))

    @step("X16.9.1", "X16.9.3.1")
    def occupy(self, table: Table) -> Flow:
        self.attackers = able(table, self.attackers, self.target)
        if not self.attackers or defending(table, self.target, self.side):
            return None
        return Call(Occupation(self.attackers, self.target, impetus=True))

    @step("X16.1", "X19.15.3")
    def over(self, table: Table) -> Flow:
        own = (unit for unit, _ in self.began if table.side_of(unit) == self.side)
        units = tuple(dict.fromkeys((*closers(table, self.target), *own)))
        table.record(AssaultOver(self.target, units, "over"))
        tire(table, self.horses, self.sparing)
        return Done()

    def _is_decided(self, table: Table) -> Flow:
        """Is one side gone? Then there is nothing more to fight."""
        self.attackers = able(table, self.attackers, self.target)
        if not self.attackers:
            return Goto("over")
        return None if defending(table, self.target, self.side) else Goto("occupy")


class Firefight(Procedure, tag=True):
    """X16.8: after a blank both sides fire again and roll in the Fire-Fight column; after another
    blank there is a second round. Some tables go to that round at once and read it in the column.
    """

    target: Hex
    attackers: tuple[UnitId, ...]
    began: Began = ()
    sparing: tuple[UnitId, ...] = ()

    @step("X16.8.1", "X16.8.2", "X16.8.4")
    def fire(self, table: Table) -> Flow:
        if table.setting.options.get("firefight_mode") == ON_COLUMN:
            return Goto("go_on")
        table.record(RoundBegan(self.target, "firefight"))
        defenders = defenders_of(table, self.target, self._side(table))
        return Call(Volleys(self.target, self.attackers, defenders, at_once=True))

    @step("X16.8.2", "X16.6.11")
    def meet(self, table: Table, lost: tuple[int, int]) -> Flow:
        self.attackers = able(table, self.attackers, self.target)
        if not self.attackers or not defending(table, self.target, self._side(table)):
            return Done()
        sparing = self.sparing
        return Call(AssaultRound(self.target, self.attackers, lost, True, sparing))

    @step("X16.8.2")
    def see_result(self, table: Table, result: str) -> Flow:
        return None if result == BLANK else Done()

    @step("X16.8.1", "X16.8.3", "X16.8.4")
    def go_on(self, table: Table) -> Flow:
        self.attackers = able(table, self.attackers, self.target)
        if not self.attackers or not defending(table, self.target, self._side(table)):
            return Done()
        return Call(SecondRound(self.target, self.attackers, self.began, self.sparing))

    @step("X16.8.1")
    def over(self, table: Table) -> Flow:
        return Done()

    def _side(self, table: Table) -> str:
        return table.setting.roster[self.attackers[0]].side


class SecondRound(Procedure, tag=True):
    """X16.8.3: each stack rolls to close once more, the defence to stand; then they meet again."""

    target: Hex
    attackers: tuple[UnitId, ...]
    began: Began = ()
    sparing: tuple[UnitId, ...] = ()
    side: str = ""
    stacks: tuple[tuple[UnitId, ...], ...] = ()

    @step("X16.8.3")
    def begin(self, table: Table) -> Flow:
        table.record(RoundBegan(self.target, SECOND_ROUND))
        self.side = table.side_of(self.attackers[0])
        self.stacks = tuple(in_stacks(table, self.attackers))
        self.attackers = ()
        return None

    @step("X16.8.3", "X16.4.14")
    def close(self, table: Table) -> Flow:
        if not self.stacks:
            return Goto("stand")
        stack = tuple(unit for unit in self.stacks[0] if unit in table.pieces)
        self.stacks = self.stacks[1:]
        if not stack:
            return Goto("close")
        roll = RollToClose(stack, CLOSE, target=self.target, second=True)
        roll.each = lost_in(table, self.began)
        return Call(roll)

    @step("X16.8.3", "X16.4.17")
    def closed(self, table: Table, passed: tuple[UnitId, ...]) -> Flow:
        self.attackers = (*self.attackers, *passed)
        return Goto("close")

    @step("X16.8.3", "X16.5.7")
    def stand(self, table: Table) -> Flow:
        self.attackers = able(table, self.attackers, self.target)
        if not self.attackers:
            return Done()
        roll = roll_to_stand(table, self.target, self.attackers, second=True)
        roll.each = lost_in(table, self.began)
        return Call(roll)

    @step("X16.8.3", "X16.8.4")
    def meet(self, table: Table, stood: tuple[UnitId, ...]) -> Flow:
        self.attackers = able(table, self.attackers, self.target)
        if not self.attackers or not defending(table, self.target, self.side):
            return Done()
        on_column = table.setting.options.get("firefight_mode") == ON_COLUMN
        nothing, sparing = (0, 0), self.sparing
        return Call(AssaultRound(self.target, self.attackers, nothing, on_column, sparing))

    @step("X16.8.1", "X16.8.5")
    def see_result(self, table: Table, result: str) -> Flow:
        if result != BLANK:
            return Done()
        left = [u for u in self.attackers if u in table.pieces]
        shaken = [u for u in left if table.pieces[u].cohesion is Cohesion.DISORDER]
        self.stacks = tuple(in_stacks(table, shaken))
        return None

    @step("X16.8.5")
    def fall_off(self, table: Table) -> Flow:
        if not self.stacks:
            return Done()
        stack, self.stacks = self.stacks[0], self.stacks[1:]
        hexes = table.setting.cards.row("assault", "last_recoil")
        at = table.pieces[stack[0]].at
        return Call(FallBack(stack, hexes, at), then="fall_off")
