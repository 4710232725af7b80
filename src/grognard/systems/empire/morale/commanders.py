"""Commanders in danger: lost, taken, replaced (E23.7 to E23.14)."""

from __future__ import annotations

from grognard.kernel import Done, Flow, Goto, Procedure, Roll, step
from grognard.kernel.rules import rule
from grognard.mechanics.measured.gaps import gap_squared
from grognard.mechanics.measured.mils import Point
from grognard.systems.empire.morale.events import CommanderLost, CommanderSaved, CommanderTested
from grognard.systems.empire.setting import CommanderId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

LOST = "commanders/lost"


@rule("E23.11")
def attached_to(table: Table, unit: UnitId) -> tuple[CommanderId, ...]:
    """The commanders who are with a unit."""
    return tuple(
        officer.id
        for officer in table.officers.values()
        if officer.attached == unit and not officer.lost
    )


class CommandersAtRisk(Procedure, tag=True):
    """Each commander rolls two dice. ``danger`` is a row of the card: in_shock, under_fire, unit_lost.

    Result: those who live.
    """

    leaders: tuple[CommanderId, ...]
    unit: UnitId
    danger: str
    spared: tuple[CommanderId, ...] = ()

    @step("E23.7", "E23.8", "E23.14", "ER-6", "ER-7")
    def throw(self, table: Table) -> Flow:
        if not self.leaders:
            return Done(self.spared)
        return Roll("2d6", "commander", self.leaders[0])

    @step("E23.7", "E23.8", "E23.9")
    def hear(self, table: Table, dice: tuple[int, ...]) -> Flow:
        leader, *rest = self.leaders
        needed = sheet().figure(LOST, self.danger)
        lost = sum(dice) >= needed
        table.record(CommanderTested(leader, self.unit, sum(dice), needed, lost))
        if lost:
            replace_commander(table, leader)
        else:
            self.spared += (leader,)
        self.leaders = tuple(rest)
        return Goto("throw")


@rule("E23.9", "E23.10")
def replace_commander(table: Table, leader: CommanderId, captured: bool = False) -> None:
    """A successor of a grade less takes over at the nearest unit; where there is none, nobody."""
    officer = table.officers[leader]
    nearest = _nearest(table, leader)
    point = None if nearest is None else table.pieces[nearest].pose.point
    replaced = point is not None
    table.record(CommanderLost(leader, officer.grade.below, point, captured, replaced))


@rule("E23.13", "E23.14", "ER-6")
def seek_refuge(table: Table, leader: CommanderId) -> None:
    """A commander left alone goes to the nearest unit of his division within 10 UD, or is taken."""
    nearest = _nearest(table, leader, sheet().length("commanders/reach", "refuge"))
    if nearest is None:
        replace_commander(table, leader, captured=True)
    else:
        table.record(CommanderSaved(leader, nearest, table.pieces[nearest].pose.point))


def _nearest(table: Table, leader: CommanderId, within: int | None = None) -> UnitId | None:
    """The nearest unit of a commander's division, or of his army if he leads that."""
    card, at = table.setting.commanders[leader], table.officers[leader].at
    assert at is not None
    here: tuple[Point, ...] = (at,)
    led = table.units_in(card.division) if card.division else table.units_of(card.side)
    ranked = [
        (gap_squared(here, table.corners(unit)), number, unit) for number, unit in enumerate(led)
    ]
    far, _, unit = min(ranked, default=(None, 0, None))
    return unit if far is not None and (within is None or far <= within * within) else None
