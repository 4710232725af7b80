"""Interruptions of a unit on the march: what the other side may do about one action (14, 28).

The order of one action is fixed (PR-169): the enemy's fire comes before it takes effect, at the
unit in its old hex, formation and facing; then the action; then lone leaders in the way; then the
stop in a zone; then opportunity charges. Nothing else can interrupt.
"""

from __future__ import annotations

from typing import Final

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.fire.opportunity_fire import OpportunityFire, threatened
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table

LEAVE: Final = "leave"
FORM: Final = "form"
TURN: Final = "turn"
CLOSE: Final = "close"
"""What draws the fire: leaving, changing formation, turning, closing up to an assault (PR-45)."""

STEADY: Final = "steady"
HURT: Final = "hurt"
BROKEN: Final = "broken"
"""What the fire did: nothing that stops it; losses only; or it broke, routed or is gone."""


@rule("P14.15", "P14.19", "PR-45")
def turning_draws_fire(table: Table) -> str:
    """How this table treats turning in a zone: "merge", "always" or "never"."""
    return table.setting.options.get("oppfire_facing", "merge")


@rule("P14.14", "P28.5", "PR-179")
def is_threatened(table: Table, unit: UnitId) -> bool:
    """Is some hex of the unit under fire threat now?"""
    return bool(threatened(table, unit, table.pieces[unit].hexes))


def is_steady(table: Table, unit: UnitId, was: Cohesion) -> bool:
    """Is the unit still on the map and in the order it was in?"""
    piece = table.pieces.get(unit)
    return piece is not None and piece.cohesion is was


def meets_leaders(table: Table, unit: UnitId) -> bool:
    """Is any leader in a hex of the unit, whoever he is?"""
    places = table.leaders.values()
    for at in table.pieces[unit].hexes:  # noqa: SIM110 - asked after every word of a march
        if at in places:
            return True
    return False


class ActionWindow(Procedure, tag=True):
    """PR-45: the fire window of one action, or of each point it spends while closing up.

    ``hexes`` are the hexes that can be fired at, all of the unit's if none are given. Result:
    "steady", "hurt" or "broken".
    """

    unit: UnitId
    trigger: str
    hexes: tuple[Hex, ...] = ()
    times: int = 1
    was: Cohesion = Cohesion.GOOD
    strength: int = -1

    @step("P14.11", "P14.14", "P14.16", "P14.17", "P28.1", "P28.2", "P28.3", "PR-179")
    def open_fire(self, table: Table) -> Flow:
        piece = table.pieces[self.unit]
        if self.strength < 0:
            self.was, self.strength = piece.cohesion, table.strength(self.unit)
        hexes = tuple(at for at in piece.hexes if not self.hexes or at in self.hexes)
        at = threatened(table, self.unit, hexes)
        if not at or not self.times:
            return Goto("tell")
        self.times -= 1
        return Call(OpportunityFire(self.unit, at, self.trigger))

    @step("P14.15", "P16.36")
    def again(self, table: Table) -> Flow:
        steady = is_steady(table, self.unit, self.was)
        return Goto("open_fire") if steady and self.times else None

    @step("P28.1")
    def tell(self, table: Table) -> Flow:
        if not is_steady(table, self.unit, self.was):
            return Done(BROKEN)
        return Done(STEADY if table.strength(self.unit) == self.strength else HURT)


class LoneLeaders(Procedure, tag=True):
    """P7.22, PR-164: enemy leaders alone in a hex that a unit has entered by march or charge."""

    unit: UnitId

    @step("P7.22", "PR-164")
    def look(self, table: Table) -> Flow:
        clear_way(table, self.unit, captures=True)
        return Done()
