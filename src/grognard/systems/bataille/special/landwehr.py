"""``landwehr_drill`` and ``landwehr_stunned``: troops of little training (P46.2).

They do not form line; gun fire makes them shrink from advancing in their next movement.
"""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel import Call, Done, Flow, Procedure, Reason, Roll, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.mechanics.packs.shapes import Field, Flag, Record
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.events.movement import Wavered
from grognard.systems.bataille.marks import HELD, STUNNED
from grognard.systems.bataille.pieces import Arms, Printed, UnitId
from grognard.systems.bataille.table import Table

LANDWEHR_DRILL: Final = "landwehr_drill"
LANDWEHR_STUNNED: Final = "landwehr_stunned"


class Drill(msgspec.Struct, frozen=True):
    """May Landwehr that is charged try to form square?"""

    squares: bool = False


SHAPE: Final = Record(
    {"squares": Field(Flag(), "may it try to form square before a charge, by its row of the card?")}
)


def is_landwehr(printed: Printed) -> bool:
    return printed.arm is Arms.INFANTRY and "landwehr" in printed.traits


@rule("P46.2")
def no_line(printed: Printed) -> Reason | None:
    if is_landwehr(printed):
        return Reason(f"{printed.name} is Landwehr and not drilled to form line", "P46.2")
    return None


@rule("P46.2", "P38.24", "PR-185")
def no_square(table: Table, printed: Printed) -> Reason | None:
    """Before a charge Landwehr does not try to form square, but where the battle lets it."""
    drill: Drill | None = table.setting.special.get(LANDWEHR_DRILL)
    if drill is None or drill.squares or not is_landwehr(printed):
        return None
    return Reason(f"{printed.name} is Landwehr: it forms square only on the march", "P46.2")


@rule("P46.2")
def is_stunned_by(table: Table, unit: UnitId, *, artillery: bool) -> bool:
    """Does a loss in this fire attack stun the unit until its next movement?"""
    return (
        artillery
        and LANDWEHR_STUNNED in table.setting.special
        and is_landwehr(table.setting.roster[unit])
    )


@rule("P46.2")
def no_nearer(table: Table, unit: UnitId, origin: Hex, there: Hex) -> Reason | None:
    enemy = table.setting.enemy(table.side_of(unit))
    foes = [at for foe in table.units_of(enemy) for at in table.pieces[foe].hexes]
    if not foes:
        return None
    if min(distance(there, foe) for foe in foes) < min(distance(origin, foe) for foe in foes):
        return Reason(
            f"{table.printed(unit).name} wavers: {name(there)} is nearer to the enemy", "P46.2"
        )
    return None


class Waver(Procedure, tag=True):
    """A stunned Landwehr battalion is ordered to move: one die, and on an odd number it wavers.

    Result: did it waver?
    """

    unit: UnitId

    @step("P46.2")
    def roll(self, table: Table) -> Flow:
        return Roll("d6", "stunned", self.unit)

    @step("P46.2")
    def odd_or_even(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        wavers = die % 2 == 1
        table.record(Wavered(self.unit, die, wavers))
        table.record(Unmarked(self.unit, STUNNED))
        if wavers:
            table.record(Marked(self.unit, HELD))
        return Done(wavers)


def waver_before_moving(table: Table, unit: UnitId) -> Call | None:
    """The roll due when the unit is first ordered to move, if any."""
    if STUNNED in table.pieces[unit].marks and LANDWEHR_STUNNED in table.setting.special:
        return Call(Waver(unit))
    return None
