"""Riding down beaten troops: increments for movement points still unspent (P38.36, P38.43).

Needs no roll and may destroy a unit. Rates and points are in half points.
"""

from __future__ import annotations

from grognard.kernel import Ask, Call, Choices, Done, Flow, Procedure, rule, step
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.events.charge import Trampled
from grognard.systems.bataille.events.facts import LostIncrements
from grognard.systems.bataille.fire.losses import close_ranks
from grognard.systems.bataille.movement.organisation import BreakDown, must_break_down
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table


@rule("P19.28", "P38.43", "P40.19", "PR-107", "PR-108")
def trampled(points: int, rate: int) -> int:
    """Increments ridden down for so many points, rounded down.

    >>> trampled(9, 2), trampled(9, 3), trampled(10 - 1, 2), trampled(15 - 1, 2)
    (4, 3, 4, 7)
    """
    return points // rate


@rule("P19.28", "P38.36", "P38.43", "P41.14", "PR-107")
def rate_against(table: Table, unit: UnitId) -> int:
    """Half points for each increment of this unit, in the order and formation it is in."""
    cards, options, piece = table.setting.cards, table.setting.options, table.pieces[unit]
    if piece.cohesion is Cohesion.DISORDER:
        points = options.get("trample_disordered")
        return HALVES * (int(points) if points else cards.count("trample_disordered_points"))
    loose = piece.formation is Formation.SKIRMISH and table.printed(unit).arm is Arm.INFANTRY
    if loose and options.get("trample_skirmishers") == "two_per_point":
        return 1
    return routed_rate(table)


def routed_rate(table: Table) -> int:
    """Half points for each increment of troops that break."""
    return HALVES * int(table.setting.cards.count("trample_routed_points"))


class Trample(Procedure, tag=True):
    """P38.43: cavalry may ride down a beaten unit before it leaves. Result: the points left.

    ``points`` are what the chargers have not spent, ``per_increment`` is the price; half points.
    """

    unit: UnitId
    chargers: tuple[UnitId, ...]
    points: int
    per_increment: int

    @step("P38.36", "P38.43", "PR-108")
    def reckon(self, table: Table) -> Flow:
        return None if self._most(table) else Done(self.points)

    @step("P38.19", "P38.36", "P38.43")
    def ask(self, table: Table) -> Flow:
        counts = [Pick(str(count)) for count in range(self._most(table) + 1)]
        return Ask(table.side_of(self.chargers[0]), Choices(counts, "P38.43"), "trample")

    @step("P19.28", "P38.36", "P38.43", "P41.14", "PR-107", "PR-108")
    def ride_down(self, table: Table, answer: Pick) -> Flow:
        count = int(answer.choice)
        if not count:
            return Done(self.points)
        spent = count * self.per_increment
        self.points -= spent
        table.record(Trampled(self.unit, self.chargers, count, spent))
        table.record(LostIncrements(self.unit, count, "trample", "P38.43"))
        close_ranks(table, self.unit)
        return None

    @step("P6.9", "PR-08")
    def break_down(self, table: Table) -> Flow:
        if self.unit in table.pieces and must_break_down(table, self.unit):
            return Call(BreakDown(self.unit))
        return None

    @step("PR-108")
    def tell(self, table: Table) -> Flow:
        return Done(self.points)

    def _most(self, table: Table) -> int:
        if self.unit not in table.pieces:
            return 0
        return min(trampled(self.points, self.per_increment), table.strength(self.unit))


def heirs(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The unit, or what is left of it on the map after it broke down."""
    if unit in table.pieces:
        return (unit,)
    return tuple(part for part in table.printed(unit).parts if part in table.pieces)
