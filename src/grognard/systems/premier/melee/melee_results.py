"""What a melee does to those who fought it: the matrix and its codes (rule 34, P14.20-P14.31).

The fate of the attackers is read in the row of the top defender; every defender reads his own row;
guns with infantry share the infantry's. Attackers suffer before defenders, the top of each stack
first. Numerical results cost increments and move nobody.
"""

from __future__ import annotations

from typing import Final

import msgspec

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
    step,
)
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.fire.losses import TakeLosses
from grognard.systems.bataille.melee.giving_way import friends_beside
from grognard.systems.bataille.melee.melee import (
    attacking_side,
    defenders_of,
    guns_with_foot,
    units_against,
)
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.melee.taking_part import attacking_hexes, defending_top, present
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.melee.fates import (
    OCCASION,
    Fate,
    SufferFate,
    attacker_fates,
    defender_fates,
    effect_on,
    is_left_out,
)

LOSS: Final = "loss"
DEFEATS: Final = ("DD", "DR", "DS")

MUST, MAY, STAY = "must", "may", "stay"
"""What the winner does about the hex: enter it, enter it if he likes, or leave it alone."""

# --- the whole result


class ApplyResult(Procedure, tag=True):
    """P33.13, P34: one result of the melee chart takes effect. Result: may the hex be entered?

    ``losses`` and ``checks`` are those of attacker and defender in a numerical result.
    """

    melee: Melee
    kind: str
    losses: tuple[int, int] = (0, 0)
    checks: tuple[bool, bool] = (False, False)
    fates: tuple[Fate, ...] = ()
    at: Hex = 0
    defenders: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    beaten: tuple[UnitId, ...] = ()
    beside: tuple[UnitId, ...] = ()
    attacker_check: int | None = None
    duty: str = STAY

    @step("P14.23", "P34.1", "P34.6")
    def read(self, table: Table) -> Flow:
        side = attacking_side(table, self.melee)
        self.defenders = defenders_of(table, self.melee.target, side)
        self.guns = guns_with_foot(table, self.melee.target, side)
        self.duty = MUST if self.kind in DEFEATS else STAY
        if self.kind == LOSS:
            return Goto("find_hexes")
        attackers = attacker_fates(table, self.melee, self.kind)
        self.fates = (*attackers, *defender_fates(table, self.melee, self.kind))
        self._note_matrix(table)
        return None

    @step("P34.3", "P34.4", "P34.5", "P34.7", "PR-180")
    def carry_out(self, table: Table) -> Flow:
        if not self.fates:
            return None
        fate, self.fates = self.fates[0], self.fates[1:]
        heirs = present(table, (fate.unit,))
        if heirs and heirs != (fate.unit,):
            shared = [msgspec.structs.replace(fate, unit=heir) for heir in heirs]
            self.fates = (*shared, *self.fates)
            return Goto("carry_out")
        return Call(SufferFate(fate), then="carry_out")

    @step("P31.3", "P31.15", "PR-75")
    def steady_the_rest(self, table: Table) -> Flow:
        due = tuple(u for u in self.beside if _is_steady(table, u))
        return Call(Checks(due, "chain", exempt=self.beaten)) if due else None

    @step("P34.2", "PR-159", "PR-161")
    def check_attackers(self, table: Table) -> Flow:
        check, self.attacker_check = self.attacker_check, None
        due = tuple(u for u in present(table, self.melee.attackers) if _is_steady(table, u))
        if check is None or not due:
            return Done(self.duty)
        items = (Item(check, "after the melee", "P34.1"),) if check else ()
        return Call(Checks(due, OCCASION, items), then="over")

    # --- numerical results

    @step("P11.2", "P34.6")
    def find_hexes(self, table: Table) -> Flow:
        hexes = attacking_hexes(table, self.melee)
        self.at = hexes[0]
        return None if len(hexes) > 1 and self.losses[0] else Goto("attackers_lose")

    @step("P34.6")
    def ask_where(self, table: Table) -> Flow:
        hexes = attacking_hexes(table, self.melee)
        options = Choices([Pick(name(at)) for at in hexes], "P34.6")
        return Ask(attacking_side(table, self.melee), options, "melee-loss-hex")

    @step("P34.6")
    def told_where(self, table: Table, choice: Action) -> Flow:
        assert isinstance(choice, Pick)
        self.at = parse_hex(choice.choice)
        return None

    @step("P11.2", "P34.6")
    def attackers_lose(self, table: Table) -> Flow:
        if not self.losses[0]:
            return None
        side = attacking_side(table, self.melee)
        return Call(_losses(self.at, self.losses[0], side))

    @step("P11.2", "P34.6")
    def defenders_lose(self, table: Table) -> Flow:
        if not self.losses[1]:
            return None
        side = table.setting.enemy(attacking_side(table, self.melee))
        return Call(_losses(self.melee.target, self.losses[1], side))

    @step("P33.14", "P31.10")
    def check_the_attack(self, table: Table) -> Flow:
        if not units_against(table, self.melee.target, attacking_side(table, self.melee)):
            self.duty = MUST
        due = present(table, self.melee.attackers)
        return Call(Checks(due, OCCASION)) if self.checks[0] and due else None

    @step("P31.10", "P34.6")
    def check_the_defence(self, table: Table) -> Flow:
        there = present(table, self.defenders)
        due = tuple(unit for unit in there if unit not in self.guns)
        if not (self.checks[1] and due):
            return Goto("over")
        guns = present(table, self.guns)
        return Call(Checks(due, OCCASION, at=self.melee.target, guns=guns))

    @step("P33.14", "PR-90")
    def see_who_left(self, table: Table) -> Flow:
        emptied = not units_against(table, self.melee.target, attacking_side(table, self.melee))
        if emptied and self.duty == STAY:
            self.duty = MAY
        return None

    @step("P34.1")
    def over(self, table: Table) -> Flow:
        return Done(self.duty)

    def _note_matrix(self, table: Table) -> None:
        """What the matrix asks of the attack as a whole, and who looks on."""
        top = defending_top(table, self.melee)
        if top is None:
            return
        code, effect = effect_on(table, top, self.kind)
        if effect.attacker_check is not None and not is_left_out(table, self.kind, code):
            self.attacker_check = effect.attacker_check
        guns = tuple(gun for fate in self.fates for gun in fate.guns)
        self.beaten = (*(fate.unit for fate in self.fates), *guns)
        driven = [fate for fate in self.fates if fate.deed in ("disorder", "rout")]
        self.beside = friends_beside(table, [fate.unit for fate in driven], self.beaten)
        spared = (*self.beaten, *self.beside)
        self.fates = tuple(msgspec.structs.replace(fate, exempt=spared) for fate in self.fates)


def _is_steady(table: Table, unit: UnitId) -> bool:
    return unit in table.pieces and table.pieces[unit].cohesion is Cohesion.GOOD


def _losses(at: Hex, count: int, side: str) -> TakeLosses:
    """P11.2: the top unit of the hex pays, of this side alone where two share it."""
    return TakeLosses(at, count, "melee", artillery=False, side=side)
