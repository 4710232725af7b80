"""Skirmishers before a charge: into shelter, or out of the way for good (P19.17-P19.29)."""

from __future__ import annotations

from functools import partial

from grognard.kernel import Ask, Done, Flow, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, name, side_towards
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.command.leader_moves import settle_company
from grognard.systems.bataille.events.charge import Evaded
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.horse.charge_actions import Evade
from grognard.systems.bataille.marks import SHELTER
from grognard.systems.bataille.movement.march import step_cost
from grognard.systems.bataille.movement.stacking import others_in
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table


@rule("P19.25", "P19.30")
def are_skirmishers(table: Table, unit: UnitId) -> bool:
    """Foot in skirmish order, in good order: only these evade or are ridden down at once."""
    piece = table.pieces[unit]
    foot = table.printed(unit).arm is Arm.INFANTRY
    return foot and piece.formation is Formation.SKIRMISH and piece.cohesion is Cohesion.GOOD


@rule("P19.17", "P19.18", "P40.18", "PR-32")
def shelters(table: Table, unit: UnitId, *, formed: bool = False) -> list[Hex]:
    """Hexes next to skirmishers with steady infantry of theirs, or of general-order terrain.

    Before an opportunity charge (``formed``) other skirmishers are no shelter.
    """
    around = table.setting.ground.around
    near = {there for at in table.pieces[unit].hexes for there in around[at] if there}
    return [at for at in sorted(near) if no_shelter(table, unit, at, formed=formed) is None]


@rule("P19.17", "P19.18", "P40.18", "PR-32")
def no_shelter(table: Table, unit: UnitId, to: Hex, *, formed: bool) -> Reason | None:
    """Why skirmishers find no shelter in a hex, or None."""
    piece, printed = table.pieces[unit], table.printed(unit)
    sides = [(at, side_towards(at, to)) for at in piece.hexes]
    if to in piece.hexes or all(side is None for _, side in sides):
        return Reason(f"{name(to)} is not next to {printed.name}", "P19.18")
    if table.has_enemy(to, printed.side):
        return Reason(f"the enemy stands in {name(to)}", "P19.18")
    if not any(
        step_cost(table, printed, piece, at, side) for at, side in sides if side is not None
    ):
        return Reason(f"{name(to)} is closed to {printed.name}", "P19.18")
    if table.setting.general_order[to] or _has_host(table, unit, to, formed=formed):
        return None
    clause = "P40.18" if formed else "P19.17"
    return Reason(f"neither steady infantry nor rough ground is in {name(to)}", clause)


def _has_host(table: Table, unit: UnitId, at: Hex, *, formed: bool) -> bool:
    """Is there steady infantry of the side in a hex?"""
    for friend in others_in(table, unit, at):
        loose = friend.formation is Formation.SKIRMISH or SHELTER in friend.marks
        if friend.cohesion is Cohesion.GOOD and table.printed(friend.id).arm is Arm.INFANTRY:
            if not (formed and loose):
                return True
    return False


def against_evasion(
    table: Table, unit: UnitId, order: Evade | Finish, *, formed: bool = False
) -> Reason | None:
    """What speaks against these skirmishers' running there."""
    if isinstance(order, Finish):
        return None
    if order.unit != unit:
        clause = "P40.17" if formed else "P19.17"
        return Reason(f"it is {table.printed(unit).name} upon which the charge comes", clause)
    return no_shelter(table, unit, order.to, formed=formed)


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
        ways = [Finish(), *[Evade(self.unit, at) for at in shelters(table, self.unit)]]
        judge = partial(against_evasion, table, self.unit)
        options = Judged(judge, ways, Finish, Evade, sifted=True)
        return Ask(table.side_of(self.unit), options, "evade")

    @step("P19.17", "P19.18", "P19.20")
    def hear(self, table: Table, answer: Evade | Finish) -> Flow:
        if isinstance(answer, Finish):
            return Done(False)
        take_shelter(table, answer.unit, answer.to)
        return Done(True)
