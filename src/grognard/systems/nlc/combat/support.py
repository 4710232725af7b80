"""Guns that support a defence from afar (N19.3)."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Ask, Choices, Done, Flow, Goto, MalformedAction, Procedure, rule, step
from grognard.mechanics.commands import read_hex
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc.actions import Command, Finish
from grognard.systems.nlc.fire import Part
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part
from grognard.systems.nlc.guns.sight import fires
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class Support(Command, frozen=True, order=True, tag="nlc-support"):
    """Fire a battery in support at an attacking hex: ``support div5_btys 1114``."""

    unit: UnitId
    target: Hex
    verb: ClassVar[str] = "support"

    def words(self) -> list[str]:
        return [self.unit, name(self.target)]

    @classmethod
    def read(cls, words: list[str]) -> Support:
        if len(words) != 2:
            raise MalformedAction("support needs a battery and a hex, as in: support guns 1114")
        return cls(words[0], read_hex(words[1]))


@rule("N19.3.1", "N19.3.2", "N19.3.3", "R-19.3")
def may_support(table: Table, unit: UnitId, defended: Hex, attackers: tuple[Hex, ...]) -> list[Hex]:
    """The attacking hexes at which a battery may fire in support of a hex."""
    if not table.setting.on("remote_support") or not table.arm(unit).artillery:
        return []
    piece, side = table.pieces[unit], table.side_of(unit)
    if piece.has(Mark.BOMBARDED) or piece.at == defended:
        return []
    if not _shares_chit(table, unit, defended) or _is_pinned(table, piece.at, side):
        return []
    reach = table.setting.cards.figure("support_range")
    return [
        at
        for at in attackers
        if distance(piece.at, at) <= reach
        and fires(table, piece.at, at).clear
        and not (piece.faced and distance(piece.at, at) == 1 and at not in piece.faced)
    ]


def _shares_chit(table: Table, unit: UnitId, defended: Hex) -> bool:
    own = table.formation_of(unit)
    return any(table.formation_of(other) == own for other in table.stack(defended))


def _is_pinned(table: Table, at: Hex, side: SideId) -> bool:
    """Does an enemy outside the current activation stand beside it?"""
    enemy = table.setting.enemy(side)
    return any(
        table.under[unit] not in table.active
        for there in table.setting.ground.around[at]
        for unit in table.units_in(there, enemy)
    )


@rule("N19.3.4", "R-19.3")
def support_parts(table: Table, chosen: tuple[tuple[UnitId, Hex], ...]) -> list[Part]:
    """The shares of supporting batteries in the defence."""
    return [bombardment_part(table, unit, at, at_range=False) for unit, at in chosen]


class ChooseSupport(Procedure, tag=True):
    """The defender names the batteries that support a hex. Result: pairs of battery and target."""

    side: SideId
    target: Hex
    attackers: tuple[Hex, ...]
    attacked: tuple[Hex, ...]
    chosen: tuple[tuple[UnitId, Hex], ...] = ()

    @step("N19.3.1")
    def look(self, table: Table) -> Flow:
        return None if self._offers(table) else Goto("finish")

    @step("N19.3.1")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, Choices((*self._offers(table), Finish())), "support")

    @step("N19.3.1")
    def hear(self, table: Table, said: Support | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("finish")
        self.chosen = (*self.chosen, (said.unit, said.target))
        return Goto("look")

    @step("N19.3.1")
    def finish(self, table: Table) -> Flow:
        return Done(self.chosen)

    def _offers(self, table: Table) -> list[Support]:
        taken = {unit for unit, _ in self.chosen}
        return sorted(
            Support(unit, at)
            for unit in table.units_of(self.side)
            if unit not in taken and table.pieces[unit].at not in self.attacked
            for at in may_support(table, unit, self.target, self.attackers)
        )
