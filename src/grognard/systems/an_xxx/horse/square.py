"""The rallying square (X19.7): a check by distance, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
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
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.an_xxx.marks import note_riding_down
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.events.facts import FormationChanged, Marked
from grognard.systems.bataille.horse.charge_actions import Square
from grognard.systems.bataille.horse.charge_targets import apart
from grognard.systems.bataille.horse.gallop import Gallop, hexes_left
from grognard.systems.bataille.horse.run_away import RunAway
from grognard.systems.bataille.horse.square import CARRE, ROUT, SquareWindow, joiners
from grognard.systems.bataille.horse.trample import Trample, heirs, routed_rate
from grognard.systems.bataille.marks import TRIED_SQUARE
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.morale.morale import general_items
from grognard.systems.bataille.morale.retreat_move import become_disordered, close_up
from grognard.systems.bataille.pieces import Formation, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

RALLY: Final = "rallying-square"
"""The occasion of the check, and the purpose of its roll."""

ROWS: Final = {4: "X19.7.2.1", 3: "X19.7.2.2", 2: "X19.7.2.3", 1: "X19.7.2.4"}
"""The clause of each distance."""

ROAD: Final = "road"
"""The general condition that its own row stands for here."""


@rule("X19.7.2.1", "X19.7.2.2", "X19.7.2.3", "X19.7.2.4")
def distance_to(table: Table, unit: UnitId, gallop: Gallop) -> int:
    """How far the nearest charger is, as the table counts."""
    away = min(apart(table, unit, charger) for charger in gallop.units if charger in table.pieces)
    farthest: int = max(table.setting.cards.square_failures)
    return min(max(away, 1), farthest)


@rule("X19.7.2.1", "X19.7.2.2", "X19.7.2.3", "X19.7.2.4", "X19.7.2.5")
def rally_items(table: Table, unit: UnitId, away: int) -> Iterator[Item]:
    """The distance, and the hexes over which a march column is strung out."""
    cards, piece = table.setting.cards, table.pieces[unit]
    where = "the charge is upon it" if away == 1 else f"the charge is {away} hexes away"
    yield Item(cards.row("square", str(away)), where, ROWS[away])
    if piece.formation is Formation.ROAD:
        count = len(piece.hexes)
        dice = count * cards.row("square_road", "each_hex")
        yield Item(dice, f"strung out over {count} hexes", "X19.7.2.5")


class RallyingSquare(Procedure, tag=True):
    """X19.7.1: the foot of a hex tries to form square; its top unit rolls for all.

    Result: "carre", "disorder" or "rout". A failure is that of the infantry alone; those at whom the
    charge is ``aimed`` are ridden down as they break (PR-110).
    """

    unit: UnitId
    gallop: Gallop
    aimed: bool = False
    foot: tuple[UnitId, ...] = ()
    away: int = 0
    vacated: Hex = 0
    waiting: tuple[UnitId, ...] = ()

    @step("X19.7.1", "X19.7.2.5", "X19.7.3")
    def check(self, table: Table) -> Flow:
        self.foot = joiners(table, self.unit)
        self.away = distance_to(table, self.unit, self.gallop)
        for unit in self.foot:
            table.record(Marked(unit, TRIED_SQUARE))
        general = general_items(table, self.unit, (ROAD,))
        items = (*general, *rally_items(table, self.unit, self.away))
        return Call(CheckMorale(self.unit, RALLY, items, replaces=True))

    @step("X19.7.1", "X19.7.2.6")
    def read(self, table: Table, passed: bool) -> Flow:
        if not passed:
            return Goto("fail")
        return None if len(table.pieces[self.unit].hexes) > 1 else Goto("form_in_its_hex")

    @step("X19.7.1")
    def ask_where(self, table: Table) -> Flow:
        hexes = sorted(table.pieces[self.unit].hexes)
        options = Choices([Pick(name(at)) for at in hexes], "X19.7.1")
        return Ask(table.side_of(self.unit), options, "square-hex")

    @step("X19.7.1")
    def form_where_told(self, table: Table, choice: Action) -> Flow:
        assert isinstance(choice, Pick)
        return self._form(table, parse_hex(choice.choice))

    @step("X19.7.1")
    def form_in_its_hex(self, table: Table) -> Flow:
        return self._form(table, table.pieces[self.unit].at)

    @step("X19.7.2.1", "X19.7.2.2", "X19.7.2.3", "X19.7.2.4", "X19.7.2.6")
    def fail(self, table: Table) -> Flow:
        at = table.pieces[self.unit].at
        if table.setting.cards.square_failures[self.away] == ROUT:
            self.vacated, self.waiting = at, self.foot if self.aimed else ()
            return Goto("ride_down_next")
        for unit in self.foot:
            close_up(table, unit, at)
            become_disordered(table, unit, "X19.7.2.6")
        return Goto("tell")

    @step("X19.6.8", "X19.7.2.4")
    def ride_down_next(self, table: Table) -> Flow:
        while self.waiting and self.waiting[0] not in table.pieces:
            self.waiting = self.waiting[1:]
        if not self.waiting:
            return Goto("run_away")
        unit, self.waiting = self.waiting[0], self.waiting[1:]
        left = HALVES * (hexes_left(table, self.gallop) or 0)
        return Call(Trample(unit, self.gallop.units, left, routed_rate(table)))

    @step("X19.6.8")
    def rode_down(self, table: Table, points: int) -> Flow:
        spent = (hexes_left(table, self.gallop) or 0) - points // HALVES
        for unit in self.gallop.units if spent else ():
            note_riding_down(table, unit, spent)
        return Goto("ride_down_next")

    @step("X19.7.2.4")
    def run_away(self, table: Table) -> Flow:
        runners = tuple(heir for unit in self.foot for heir in heirs(table, unit))
        return Call(RunAway(runners, self.vacated)) if runners else None

    @step("X19.7.2.4", "X19.7.2.6")
    def tell(self, table: Table) -> Flow:
        return Done(table.setting.cards.square_failures[self.away])

    def _form(self, table: Table, at: Hex) -> Flow:
        for unit in self.foot:
            facing = table.pieces[unit].facing
            table.record(FormationChanged(unit, Formation.SQUARE, facing, (at,)))
        return Done(CARRE)


class RallyWindow(SquareWindow, tag=True):
    """X19.7.1: as in the base book; those of the hex of the ``target`` are ridden down if they fail."""

    target: UnitId = ""

    @step("X19.7.1", "X19.7.2.4")
    def hear(self, table: Table, answer: Square | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done(self.tried)
        self.unit = answer.unit
        at = table.pieces[answer.unit].hexes
        aimed = self.target in table.pieces and table.pieces[self.target].at in at
        return Call(RallyingSquare(answer.unit, self.gallop, aimed))
