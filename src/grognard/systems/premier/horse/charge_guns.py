"""Unlimbered guns under a charge, alone or left by their infantry (rule 41)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.events.facts import Marked, Removed
from grognard.systems.bataille.fire.fire import FireAttack
from grognard.systems.bataille.fire.firing import DEFENSIVE
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.horse.contact_states import (
    FREE,
    HALTED,
    enter,
    is_left,
    still_riding,
)
from grognard.systems.bataille.marks import ABANDONED, FIRED_FIRST
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.pieces import Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events import GunsAbandoned
from grognard.systems.premier.horse.contact_marks import join_battle

SHOCK: Final = "guns-charged"
"""The check of guns that are charged (P41.2, P41.12)."""


@rule("P41.9", "PR-128")
def abandon(table: Table, guns: Sequence[UnitId]) -> None:
    """Unlimbered guns stay where they are when their infantry breaks."""
    for gun in guns:
        piece = table.pieces.get(gun)
        if piece is not None and piece.formation is Formation.UNLIMBERED:
            if ABANDONED not in piece.marks:
                table.record(GunsAbandoned(gun))
                table.record(Marked(gun, ABANDONED))


class ChargeGuns(Procedure, tag=True):
    """P41.2, P41.10: unlimbered guns alone, or left by their infantry. Result: the outcome.

    Abandoned guns struck from the front fire at once. All check; those that fail are lost. If all
    are lost the chargers end in their hex when they came from the front, and go on otherwise.
    """

    units: tuple[UnitId, ...]
    guns: tuple[UnitId, ...]
    from_hex: Hex
    at: Hex
    front: bool = False
    firing: tuple[UnitId, ...] = ()
    due: tuple[UnitId, ...] = ()
    held: tuple[UnitId, ...] = ()
    abandoned: bool = False

    @step("P41.2", "P41.5", "P41.11", "PR-129", "PR-130")
    def look(self, table: Table) -> Flow:
        side = side_towards(self.at, self.from_hex)
        self.front = side is not None and side_class(table, self.guns[0], self.at, side) == "front"
        self.abandoned = any(is_left(table, gun) for gun in self.guns)
        self.due = self.guns
        if self.front:
            self.firing = tuple(gun for gun in self.guns if may_fire_at_once(table, gun))
        return None

    @step("P41.11", "PR-129")
    def fire(self, table: Table) -> Flow:
        if not self.firing:
            return None
        for gun in self.firing:
            table.record(Marked(gun, FIRED_FIRST))
        firers = tuple(Firer(gun, self.at) for gun in self.firing)
        return Call(FireAttack(self.from_hex, firers, DEFENSIVE))

    @step("P41.2", "P41.12", "PR-131")
    def check_next(self, table: Table) -> Flow:
        self.units = still_riding(table, self.units)
        self.due = tuple(gun for gun in self.due if gun in table.pieces)
        if not self.units or not self.due:
            return Goto("over")
        return Call(CheckMorale(self.due[0], SHOCK))

    @step("P41.3", "P41.4", "P41.5", "P41.6", "P41.12")
    def checked(self, table: Table, passed: bool) -> Flow:
        gun, self.due = self.due[0], self.due[1:]
        if passed:
            self.held = (*self.held, gun)
        else:
            hexes = table.pieces[gun].hexes
            table.record(Removed(gun, "eliminated"))
            after_loss(table, gun, hexes)
        return Goto("check_next")

    @step("P41.3", "P41.4", "P41.6", "P41.12", "PR-130")
    def over(self, table: Table) -> Flow:
        if not self.units or self.held:
            join_battle(table, self.units, self.held, stood=True)
            return Done(HALTED)
        if self.abandoned or not self.front:
            return Done(FREE)
        enter(table, self.units, self.at)
        return Done(HALTED)


@rule("P41.11", "PR-129", "PR-131")
def may_fire_at_once(table: Table, gun: UnitId) -> bool:
    """Abandoned guns have one shot at those who come at their muzzles; routed ones do not fire."""
    piece = table.pieces[gun]
    return (
        ABANDONED in piece.marks
        and piece.cohesion is not Cohesion.ROUT
        and FIRED_FIRST not in piece.marks
    )
