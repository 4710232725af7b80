"""Before the first turn: units are shifted inside the zones of their side (option ``free_redeploy``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from grognard.kernel import (
    Action,
    Ask,
    Done,
    Drafted,
    Flow,
    Goto,
    MalformedAction,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.commands import Command, Finish
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.measured.polygons import holds
from grognard.mechanics.places import Place, name, parse_place
from grognard.systems.empire.events import OfHidden, secret_of
from grognard.systems.empire.hiding import come_to_light, is_secret
from grognard.systems.empire.movement.ground import forbids
from grognard.systems.empire.movement.rates import forbidden
from grognard.systems.empire.setting import Deployment, SideId, UnitId
from grognard.systems.empire.table import Table

ASIDE = ((0, MIL), (0, -MIL), (MIL, 0), (-MIL, 0))
"""The shifts that are listed; any other may be named."""


class Deploy(Command, frozen=True, order=True, tag="deploy"):
    """A unit begins the battle with its front centre elsewhere in its zone.

    >>> str(Deploy.read(["F1", "17.0,26.3", "0"]))
    'deploy F1 17.000,26.300 0'
    """

    unit: UnitId
    to: Place
    facing: int
    verb: ClassVar[str] = "deploy"

    def words(self) -> list[str]:
        return [self.unit, name(self.to), str(self.facing)]

    @classmethod
    def read(cls, words: list[str]) -> Self:
        try:
            unit, to, facing = words
            return cls(unit, parse_place(to), int(facing) % 360)
        except ValueError as problem:
            raise MalformedAction(f"as in: deploy F1 17.0,26.3 0 ({problem})") from None


class Deployed(OfHidden, frozen=True, tag=True):
    """A unit begins the battle elsewhere."""

    unit: UnitId
    pose: Pose
    to: Place
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E21.1",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, pose=self.pose)


class Redeployment(Procedure, tag=True):
    """The defender shifts his units, then the attacker; each of them once."""

    shifted: tuple[UnitId, ...] = ()
    ready: tuple[SideId, ...] = ()

    def masked(self, table: Table, side: SideId) -> Procedure:
        """Which of his hidden units the enemy has shifted is not seen."""
        seen = tuple(unit for unit in self.shifted if not is_secret(table, unit, side))
        return self if seen == self.shifted else Redeployment(seen, self.ready)

    @step("E21.1", "ER-28")
    def ask(self, table: Table) -> Flow:
        attacker = table.setting.attacker
        for side in (table.setting.enemy(attacker), attacker):
            if side not in self.ready:
                return Ask(side, DeployOptions(table, side, self.shifted), "redeploy")
        return Done()

    @step("E21.1", "ER-28")
    def hear(self, table: Table, action: Deploy | Finish) -> Flow:
        if isinstance(action, Deploy):
            there, unit = placed(table, action), action.unit
            place = table.setting.place(there.centre)
            table.record(Deployed(unit, there.pose, place, secret_of(table, unit)))
            come_to_light(table)
            self.shifted += (unit,)
        else:
            attacker = table.setting.attacker
            self.ready += (attacker if self.ready else table.setting.enemy(attacker),)
        return Goto("ask")


class DeployOptions(Drafted):
    """Where the units of a side may begin, and to be done with it."""

    __slots__ = ("shifted", "side", "table")

    def __init__(self, table: Table, side: SideId, shifted: tuple[UnitId, ...]) -> None:
        self.table, self.side, self.shifted = table, side, shifted
        super().__init__(self.judge_order, self._listed(), Deploy, Finish)

    def judge_order(self, order: Deploy | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        if order.unit in self.shifted:
            return Reason(f"{order.unit} has been shifted", "E21.1")
        return against_shift(self.table, self.side, order)

    def _listed(self) -> Iterator[Action]:
        orders = set()
        for unit in self.table.units_of(self.side):
            pose = self.table.pieces[unit].pose
            for east, north in ASIDE:
                to = self.table.setting.place((pose.x + east, pose.y + north))
                orders.add(Deploy(unit, to, pose.facing))
        yield from sorted(orders)
        yield Finish()


@rule("E21.1", "EG.4", "EG.5", "ET.6", "ER-28")
def against_shift(table: Table, side: SideId, order: Deploy) -> Reason | None:
    """A unit stays wholly in its zone, on free ground that it may enter, where need be faced as it is."""
    if order.unit not in table.pieces or table.side_of(order.unit) != side:
        return Reason(f"{order.unit} is no unit of yours on the table", "E21.1")
    piece, card = table.pieces[order.unit], table.printed(order.unit)
    zone = zone_of(table, order.unit)
    if piece.building or zone is None:
        return Reason(f"{card.name} begins where the battle puts it", "E21.1")
    there = placed(table, order)
    if there.pose == piece.pose:
        return Reason("it would stand as it does", "EM.1")
    if zone.fixed and order.facing != piece.pose.facing:
        return Reason("its side keeps its facing", "E21.1")
    if not all(holds(zone.corners, corner) for corner in there.corners):
        return Reason("that is outside its zone", "E21.1")
    for other in table.upon(there.corners, (order.unit,), seen_by=side):
        return Reason(f"{table.printed(other).name} stands there", "EG.5")
    bad, point = forbidden(card, piece.formation), there.pose.point
    if not table.has_room(there.corners, table.pieces) or forbids(
        table.setting, point, point, bad, straight=False
    ):
        return Reason("it cannot stand on that ground", "ET.6")
    return None


def zone_of(table: Table, unit: UnitId) -> Deployment | None:
    """The zone of its side that a unit stands in."""
    point, side = table.pieces[unit].pose.point, table.side_of(unit)
    zones = (zone for zone in table.setting.deployments if zone.side == side)
    return next((zone for zone in zones if holds(zone.corners, point)), None)


def placed(table: Table, order: Deploy) -> Footprint:
    pose = Pose(*table.setting.point(order.to), order.facing)
    return Footprint(pose, table.pieces[order.unit].size)
