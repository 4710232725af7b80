"""Skirmishers before a charge: into shelter, or out of the way for good (P19.17-P19.29)."""

from __future__ import annotations

from grognard.kernel import Ask, Choices, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.actions import Command, Finish
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.command.leader_moves import settle_company
from grognard.systems.bataille.events.charge import Evaded
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.horse.charge_actions import Evade
from grognard.systems.bataille.marks import SHELTER
from grognard.systems.bataille.movement.march import step_cost
from grognard.systems.bataille.movement.stacking import others_in
from grognard.systems.bataille.pieces import Arm, Formation, Order, UnitId
from grognard.systems.bataille.table import Table


@rule("P19.25", "P19.30")
def are_skirmishers(table: Table, unit: UnitId) -> bool:
    """Foot in skirmish order, in good order: only these evade or are ridden down at once."""
    piece = table.pieces[unit]
    foot = table.printed(unit).arm is Arm.INFANTRY
    return foot and piece.formation is Formation.SKIRMISH and piece.order is Order.GOOD


@rule("P19.17", "P19.18", "PR-32")
def shelters(table: Table, unit: UnitId) -> list[Hex]:
    """Hexes next to skirmishers with steady infantry of theirs, or of general-order terrain."""
    piece, printed = table.pieces[unit], table.printed(unit)
    found = set()
    for at in piece.hexes:
        for side, there in enumerate(table.setting.ground.around[at]):
            if not there or there in piece.hexes or table.has_enemy(there, printed.side):
                continue
            if step_cost(table, printed, piece, at, side) and _shields(table, unit, there):
                found.add(there)
    return sorted(found)


def _shields(table: Table, unit: UnitId, at: Hex) -> bool:
    return bool(table.setting.general_order[at]) or bool(_hosts(table, unit, at))


def _hosts(table: Table, unit: UnitId, at: Hex) -> list[UnitId]:
    """Steady infantry of the side in a hex."""
    return [
        friend.id
        for friend in others_in(table, unit, at)
        if friend.order is Order.GOOD and table.printed(friend.id).arm is Arm.INFANTRY
    ]


@rule("P19.18", "P19.19", "P19.20", "P19.21", "P19.22", "P19.23", "P19.24", "PR-138")
def take_shelter(table: Table, unit: UnitId, to: Hex) -> None:
    """Go beneath the others in the hex, in column or general order; no fire, no check."""
    formation = Formation.GENERAL if table.setting.general_order[to] else Formation.COLUMN
    settle_company(table, (unit,))
    table.record(Evaded(unit, (to,), table.pieces[unit].facing, formation))
    clear_way(table, unit, captures=False)
    if others_in(table, unit, to):
        table.record(Marked(unit, SHELTER))


class EvasionWindow(Procedure, tag=True):
    """P19.17: skirmishers that are the target of a charge may run into shelter. Result: did they?"""

    unit: UnitId

    @step("P19.17", "P19.27")
    def look(self, table: Table) -> Flow:
        if self.unit not in table.pieces or not are_skirmishers(table, self.unit):
            return Done(False)
        return None if shelters(table, self.unit) else Done(False)

    @step("P19.17", "P19.18")
    def ask(self, table: Table) -> Flow:
        ways: list[Command] = [Finish()]
        ways += [Evade(self.unit, at) for at in shelters(table, self.unit)]
        return Ask(table.side_of(self.unit), Choices(ways), "evade")

    @step("P19.17", "P19.18", "P19.20")
    def hear(self, table: Table, answer: Evade | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done(False)
        take_shelter(table, answer.unit, answer.to)
        return Done(True)
