"""Entering the hex that was carried, and the impetus that leads beyond it (X16.9)."""

from __future__ import annotations

from functools import partial

import msgspec

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
    Roll,
    rule,
    step,
)
from grognard.mechanics.hexes import SIDES, Hex, Side, name
from grognard.systems.an_xxx.events.assault import ImpetusRolled
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.events.melee import Advanced
from grognard.systems.bataille.horse.opportunity_charge import OpportunityCharges
from grognard.systems.bataille.horse.opportunity_ground import is_watched
from grognard.systems.bataille.melee.advance import AdvanceAfterMelee
from grognard.systems.bataille.movement.march import step_cost
from grognard.systems.bataille.movement.stacking import holds, others_in
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table


class Occupation(Procedure, tag=True):
    """X16.9.1: at least one of those who won enters the hex, in order if any of them is; then, if
    no enemy zone lies on it, the impetus die."""

    attackers: tuple[UnitId, ...]
    target: Hex
    impetus: bool
    left: int = 0

    @step("X16.9.1")
    def enter(self, table: Table) -> Flow:
        steady = tuple(u for u in self.attackers if table.pieces[u].cohesion is Cohesion.GOOD)
        return Call(AdvanceAfterMelee(steady or self.attackers, self.target, self.impetus))

    @step("X16.9.3.2")
    def entered(self, table: Table, entered: tuple[UnitId, ...]) -> Flow:
        self.attackers = entered
        if not entered or not self.impetus or self._is_held(table):
            return Done()
        return None

    @step("X16.9.3.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "impetus", name(self.target))

    @step("X16.9.3.1")
    def roll(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        self.left = table.setting.cards.row("impetus", str(die))
        table.record(ImpetusRolled(self.attackers, die, self.left))
        return None

    @step("X16.9.3.2")
    def next_step(self, table: Table) -> Flow:
        sides = self._sides(table) if self.left and not self._is_held(table) else []
        if not sides:
            return Done()
        if len(sides) == 1:
            self._go(table, sides[0])
            return Goto("tempt_horse")
        return None

    @step("X16.9.3.2")
    def ask(self, table: Table) -> Flow:
        picks = sorted(Pick(SIDES[side]) for side in self._sides(table))
        options = Judged(partial(self._against, table), picks, Pick, sifted=True)
        return Ask(table.side_of(self.attackers[0]), options, "impetus")

    @step("X16.9.3.2")
    def hear(self, table: Table, choice: Action) -> Flow:
        assert isinstance(choice, Pick)
        self._go(table, SIDES.index(choice.choice))
        return None

    @step("X16.9.3.2", "X19.18.4")
    def tempt_horse(self, table: Table) -> Flow:
        """Enemy horse may charge those who come on; nobody may fire at them."""
        first = self.attackers[0]
        if not is_watched(table, first):
            return Goto("next_step")
        return Call(OpportunityCharges(first, 0, True))

    @step("X16.9.3.2", "X19.18.4")
    def tempted(self, table: Table, free: bool) -> Flow:
        self.attackers = tuple(
            u
            for u in self.attackers
            if u in table.pieces and table.pieces[u].cohesion is not Cohesion.ROUT
        )
        return Goto("next_step") if free and self.attackers else Done()

    # --- parts of the steps

    def _is_held(self, table: Table) -> bool:
        """Is one of their hexes under an enemy zone?"""
        enemy = table.setting.enemy(table.side_of(self.attackers[0]))
        return any(
            table.is_covered(at, enemy) for u in self.attackers for at in table.pieces[u].hexes
        )

    def _sides(self, table: Table) -> list[Side]:
        """The front sides open to all of them, straight on first."""
        facing = table.pieces[self.attackers[0]].facing
        found = [side for side in range(6) if self._barred(table, side) is None]
        return sorted(found, key=lambda side: ((side - facing) % 6 != 0, side))

    @rule("X16.9.3.2")
    def _barred(self, table: Table, side: Side) -> Reason | None:
        """Why the impetus does not lead across a side."""
        landed = []
        for unit in self.attackers:
            found = self._landing(table, unit, side)
            if isinstance(found, Reason):
                return found
            landed.append(found)
        for at in sorted({at for piece in landed for at in piece.hexes}):
            going = [piece for piece in landed if at in piece.hexes]
            staying = [
                friend
                for friend in others_in(table, self.attackers[0], at)
                if friend.id not in self.attackers
            ]
            barred = holds(table, at, [*staying, *going])
            if barred is not None or (staying and staying[0].formation is not going[0].formation):
                return Reason(f"{name(at)} is full", "X16.9.3.2")
        return None

    def _landing(self, table: Table, unit: UnitId, side: Side) -> Piece | Reason:
        """How a unit would stand one step further, facing the way it goes."""
        piece, printed = table.pieces[unit], table.printed(unit)
        hexes = []
        for index, at in enumerate(piece.hexes):
            there = table.setting.ground.around[at][side]
            if not orientation(printed, piece, index).front >> side & 1:
                return Reason(f"{SIDES[side]} is not a front hexside", "X16.9.3.2")
            if not there or not step_cost(table, printed, piece, at, side):
                return Reason("the ground is closed there", "X16.9.3.2")
            if table.has_enemy(there, printed.side):
                return Reason(f"the enemy stands in {name(there)}", "X16.9.3.2")
            if table.setting.general_order[there]:
                return Reason(f"impetus ends before {name(there)}", "X16.9.3.2")
            hexes.append(there)
        facing = piece.facing if piece.faces_vertex else side
        formation = piece.formation
        if len(hexes) == 1 and formation is Formation.GENERAL:
            formation = Formation.COLUMN
        return msgspec.structs.replace(
            piece, hexes=tuple(hexes), facing=facing, formation=formation
        )

    def _go(self, table: Table, side: Side) -> None:
        self.left -= 1
        for unit in self.attackers:
            piece = self._landing(table, unit, side)
            assert isinstance(piece, Piece)
            table.record(Advanced(unit, piece.hexes, piece.facing, piece.formation))
            clear_way(table, unit, captures=False)

    @rule("X16.9.3.2")
    def _against(self, table: Table, order: Pick) -> Reason | None:
        if order.choice not in SIDES:
            return Reason("name the side across which they go on", "X16.9.3.2")
        return self._barred(table, SIDES.index(order.choice))
