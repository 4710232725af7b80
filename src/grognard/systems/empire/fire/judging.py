"""What speaks against a shot: in the steps of fire, in answer, in opportunity (E50.30, E50.31)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Drafted, Reason
from grognard.kernel.rules import rule
from grognard.mechanics.commands import Finish
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.gaps import is_beyond
from grognard.systems.empire.command.duty import missing, refusal
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import (
    Aim,
    Band,
    FireKind,
    against_order,
    aim_at,
    kinds_of,
    priority,
    reach_of,
)
from grognard.systems.empire.fire.supports import against_supports, best_supports
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.kinds import Arm, Formation, Order
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.table import Table

# --- the steps of fire


@rule("E22.5", "E22.9", "E50.30")
def against_shooter(
    table: Table, division: DivisionId, unit: UnitId, *, preparatory: bool
) -> Reason | None:
    """Why a unit opens no fire in this step."""
    if unit not in table.pieces or table.printed(unit).division != division:
        return Reason(f"{unit} is not on the table in the division that acts", "E50.30")
    piece, name = table.pieces[unit], table.printed(unit).name
    if piece.fired:
        return Reason(f"{name} has fired this turn", "E22.9")
    if piece.marked:
        return Reason(f"{name} has acted: it only answers fire", "E22.5")
    if preparatory and (piece.moves or piece.acted):
        return Reason(f"{name} has moved", "E50.30")
    if piece.moves > 1:
        return Reason(f"{name} has made more than one move", "E50.30")
    return None


class FireOptions(Drafted):
    """Shots of a division: for every unit and kind its priority target, with the best supports."""

    __slots__ = ("division", "preparatory", "table")

    def __init__(self, table: Table, division: DivisionId, preparatory: bool) -> None:
        self.table, self.division, self.preparatory = table, division, preparatory
        super().__init__(self.judge_order, self._listed(), Fire, Finish)

    def judge_order(self, order: Fire | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return self._against_ending()
        barred = against_shooter(
            self.table, self.division, order.unit, preparatory=self.preparatory
        )
        return (
            barred
            or against_shot(self.table, order)
            or against_limbering(self.table, order, preparatory=self.preparatory)
        )

    @rule("E25.14", "E25.4", "E25.5")
    def _against_ending(self) -> Reason | None:
        """The last fire is not done while a shot of a unit that has not acted would meet the duty."""
        table, division = self.table, self.division
        short = 0 if self.preparatory else missing(table, division)
        due = table.bodies[division].due
        attack = table.bodies[division].order is Order.ATTACK
        for order in self.shots() if short else ():
            idle = order.unit in due and not table.pieces[order.unit].acted
            if idle and not (attack and order.kind is FireKind.SKIRMISH):
                return refusal(table.setting.divisions[division].name, short)
        return None

    def shots(self) -> Iterator[Fire]:
        for unit in self.table.units_in(self.division):
            barred = against_shooter(self.table, self.division, unit, preparatory=self.preparatory)
            if barred is not None:
                continue
            for kind in kinds_of(self.table, unit):
                aim = priority(self.table, unit, kind)
                if aim is None or against_order(self.table, aim):
                    continue
                for order in offered(self.table, aim):
                    yield order
                    if self.preparatory and kind is FireKind.GUNS:
                        yield Fire(unit, kind, order.target, order.supports, limbers=True)

    def _listed(self) -> Iterator[Fire | Finish]:
        yield from sorted(self.shots())
        yield Finish()


@rule("E50.17", "E50.30")
def against_limbering(table: Table, order: Fire, *, preparatory: bool) -> Reason | None:
    """Guns limber after preparatory fire, where there is room for their teams."""
    if not order.limbers:
        return None
    if not preparatory or order.kind is not FireKind.GUNS:
        return Reason("guns limber after preparatory fire only", "E50.30")
    pose = table.pieces[order.unit].pose
    size = size_of(table.printed(order.unit), Formation.LIMBERED)
    for other in table.upon(Footprint(pose, size).corners, (order.unit,)):
        return Reason(f"{table.printed(other).name} stands in the way", "EG.5")
    return None


def offered(table: Table, aim: Aim) -> Iterator[Fire]:
    """An aim alone, and with its best supports."""
    yield Fire(aim.unit, aim.kind, aim.target)
    best = best_supports(table, aim.unit, aim.target)
    if best:
        yield Fire(aim.unit, aim.kind, aim.target, best)


@rule("E50.1")
def against_shot(table: Table, order: Fire) -> Reason | None:
    """What speaks against a target, the way of firing, and who helps."""
    aim = aim_at(table, order.unit, order.kind, order.target)
    if isinstance(aim, Reason):
        return aim
    first = priority(table, order.unit, order.kind)
    if first is not None and first.target != order.target:
        return Reason(f"{table.printed(first.target).name} is the target that comes first", "E50.1")
    return against_order(table, aim) or against_supports(
        table, order.unit, order.target, order.supports
    )


# --- answers


@rule("E50.31", "E50.34")
def answers(table: Table, unit: UnitId, target: UnitId, kind: FireKind) -> tuple[Aim, ...]:
    """How foot that is shot at by the muskets of foot can answer, marked or not; guns do not."""
    if not kind.is_musketry or table.arm(target) is not Arm.INFANTRY:
        return ()
    found = (aim_at(table, target, each, unit) for each in kinds_of(table, target))
    return tuple(aim for aim in found if isinstance(aim, Aim) and aim.kind.is_musketry)


def answer_options(table: Table, aims: tuple[Aim, ...]) -> Drafted:
    """The answers of a unit: it has to answer, but how and with whose help its owner chooses."""

    def judge(order: Fire) -> Reason | None:
        for aim in aims:
            if (order.unit, order.kind, order.target) == (aim.unit, aim.kind, aim.target):
                if order.limbers:
                    return Reason("guns limber after preparatory fire only", "E50.30")
                return against_supports(table, aim.unit, aim.target, order.supports)
        name = table.printed(aims[0].unit).name
        return Reason(f"{name} answers whoever fires at it, as far as it can", "E50.31")

    orders = (order for aim in aims for order in offered(table, aim))
    return Drafted(judge, sorted(orders), Fire)


# --- opportunity


@rule("E42.9", "E50.15", "ER-15")
def opportunity_aims(table: Table, unit: UnitId, mover: UnitId) -> Iterator[Aim]:
    """How a unit could fire at an enemy who moves: within effective range, where it is now."""
    if table.pieces[unit].fired or mover not in table.pieces:
        return
    far = table.setting.options["opportunity_fire_long"] == "on"
    shapes = table.corners(unit), table.corners(mover)
    for kind in kinds_of(table, unit):
        if is_beyond(*shapes, reach_of(table, unit, kind).farthest):
            continue
        aim = aim_at(table, unit, kind, mover)
        if isinstance(aim, Aim) and (far or aim.band is not Band.LONG):
            if against_order(table, aim) is None:
                yield aim
