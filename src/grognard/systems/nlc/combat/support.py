"""Guns that support a defence from afar (N19.3)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from grognard.kernel import (
    Ask,
    Done,
    Flow,
    Goto,
    Judged,
    MalformedAction,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.commands import read_hex
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc.actions import Command, Finish
from grognard.systems.nlc.fire import Part
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part
from grognard.systems.nlc.guns.sight import fires
from grognard.systems.nlc.judging import bar_to_naming, or_done
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
def bar_to_supporting(
    table: Table, unit: UnitId, defended: Hex, attacked: tuple[Hex, ...]
) -> Reason | None:
    """Why a battery may not fire in support of a hex at all."""
    piece, name_ = table.pieces[unit], table.printed(unit).name
    if not table.setting.on("remote_support") or not table.arm(unit).artillery:
        return Reason("only guns support a defence from afar", "N19.3.1")
    if piece.has(Mark.BOMBARDED):
        return Reason(f"{name_} has bombarded in this turn", "N19.3.2")
    if piece.at == defended or piece.at in attacked:
        return Reason(f"{name_} is assaulted itself", "N19.3.2")
    if not _shares_chit(table, unit, defended):
        return Reason(f"{name_} is of another chit than the assaulted", "N19.3.3")
    if _is_pinned(table, piece.at, table.side_of(unit)):
        return Reason(f"another enemy stands next to {name_}", "N19.3.2")
    return None


@rule("N19.3.1", "N19.3.3", "N8.4.1", "R-19.3")
def bar_to_target(table: Table, unit: UnitId, at: Hex, attackers: tuple[Hex, ...]) -> Reason | None:
    """Why it cannot fire in support at a hex."""
    piece, reach = table.pieces[unit], table.setting.cards.figure("support_range")
    far = distance(piece.at, at)
    if at not in attackers:
        return Reason(f"nobody in {name(at)} takes part in the assault", "N19.3.1")
    if far > reach:
        return Reason(f"{name(at)} is {far} hexes away, of {reach}", "N19.3.1")
    if piece.faced and far == 1 and at not in piece.faced:
        return Reason("its guns are turned to other enemies beside it", "N8.4.1")
    sight = fires(table, piece.at, at)
    return None if sight.clear else Reason(f"no line of fire: {sight.why}", "N19.3.3")


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
        return None if self._options(table).count() > 1 else Goto("finish")

    @step("N19.3.1")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, self._options(table), "support")

    @step("N19.3.1")
    def hear(self, table: Table, said: Support | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("finish")
        self.chosen = (*self.chosen, (said.unit, said.target))
        return Goto("look")

    @step("N19.3.1")
    def finish(self, table: Table) -> Flow:
        return Done(self.chosen)

    def _options(self, table: Table) -> Judged:
        guns = [unit for unit in table.units_of(self.side) if table.arm(unit).artillery]
        offers = sorted(Support(unit, at) for unit in guns for at in self.attackers)
        return or_done(partial(self._bar, table), offers, Support)

    def _bar(self, table: Table, said: Support) -> Reason | None:
        barred = bar_to_naming(table, self.side, said.unit, "N19.3.1")
        if barred is None and said.unit in [unit for unit, _ in self.chosen]:
            return Reason(f"{table.printed(said.unit).name} supports already", "N19.3.1")
        return (
            barred
            or bar_to_supporting(table, said.unit, self.target, self.attacked)
            or bar_to_target(table, said.unit, said.target, self.attackers)
        )
