"""Detached skirmishers: sent out, and called back (EU.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.measured.footprints import Footprint, Pose
from grognard.mechanics.measured.gaps import TOUCH, is_within
from grognard.mechanics.measured.mils import MIL, at
from grognard.systems.empire.actions import Detach, Rejoin
from grognard.systems.empire.command.points import points_of, price, spend
from grognard.systems.empire.events import OfHidden, secret_of
from grognard.systems.empire.fire.aims import sk_of
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.hiding import come_to_light
from grognard.systems.empire.kinds import Arm, Bulk, Formation
from grognard.systems.empire.movement.ground import forbids
from grognard.systems.empire.movement.rates import forbidden
from grognard.systems.empire.pieces import Piece
from grognard.systems.empire.setting import DivisionId, SideId, Unit, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

SUFFIX = "-sk"
FARTHEST = 2 * MIL
"""Skirmishers are placed no farther ahead of their battalion (8.6)."""


class SkirmishersDetached(OfHidden, frozen=True, tag=True):
    """A battalion has sent its skirmishers out; those of a hidden one are as hidden as it is."""

    unit: UnitId
    screen: UnitId
    pose: Pose
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("EU.12",)

    def change(self, table: Table) -> None:
        table.own("screens")[self.screen] = screen_of(table.printed(self.unit))
        hidden = bool(self.secret)
        table.put(Piece(self.screen, self.pose, Formation.SKIRMISH, hidden=hidden))
        table.alter(self.unit, screen=self.screen)


class SkirmishersRejoined(OfHidden, frozen=True, tag=True):
    """Skirmishers are back with their battalion; a commander who was with them is with it."""

    unit: UnitId
    screen: UnitId
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("EU.12",)

    def change(self, table: Table) -> None:
        del table.own("pieces")[self.screen]
        table.alter(self.unit, screen="")
        at = table.pieces[self.unit].pose.point
        for officer in [each for each in table.officers.values() if each.attached == self.screen]:
            held = msgspec.structs.replace(officer, attached=self.unit, at=at)
            table.own("officers")[officer.id] = held


def screen_of(card: Unit) -> Unit:
    """The card of skirmishers: morale and SK of their battalion, a cohesion of their own."""
    return msgspec.structs.replace(
        card,
        id=card.id + SUFFIX,
        name=f"skirmishers of {card.name}",
        cohesion=sheet().figure("units/cohesion", "skirmish"),
        bulk=Bulk.STANDARD,
        parent=card.id,
    )


@rule("EU.12")
def against(table: Table, division: DivisionId, order: Detach | Rejoin) -> Reason | None:
    """What speaks against sending skirmishers out, or calling them back."""
    if order.unit not in table.pieces or table.printed(order.unit).division != division:
        return Reason(f"{order.unit} is not on the table in the division that acts", "EU.12")
    if isinstance(order, Rejoin):
        return _against_rejoining(table, order.unit)
    piece, card = table.pieces[order.unit], table.printed(order.unit)
    if card.arm is not Arm.INFANTRY or card.parent or not sk_of(table, order.unit):
        return Reason(f"{card.name} has no skirmishers to send out", "EU.12")
    if piece.disordered or piece.marked:
        return Reason(f"{card.name} is Disordered or has an action marker", "EU.12")
    if not 0 <= order.ahead <= FARTHEST:
        return Reason("skirmishers are placed within 2 UD ahead", "EU.12")
    barred = _against_place(table, order)
    cost = price_of(table, order.unit)
    if barred is None and cost > points_of(table, division):
        return Reason(f"its general has not the {cost} points that it takes", "EU.12")
    return barred


def price_of(table: Table, unit: UnitId) -> int:
    return price(table, (unit,), sheet().figure("commanders/points", "use"))


def _against_place(table: Table, order: Detach) -> Reason | None:
    there, card = placed(table, order), table.printed(order.unit)
    corners = there.corners
    if not table.setting.terrain.on_table(corners):
        return Reason("that is off the table", "EG.4")
    bad, point = forbidden(card, Formation.SKIRMISH), there.pose.point
    if forbids(table.setting, point, point, bad, straight=False):
        return Reason("they cannot stand on that ground", "ET.6")
    for other in table.upon(corners, seen_by=card.side):
        return Reason(f"{table.printed(other).name} stands there", "EG.5")
    if any(table.buildings_under(corners)):
        return Reason("a building stands there", "ET.4")
    return None


def placed(table: Table, order: Detach) -> Footprint:
    """Where the skirmishers come to stand, looking as their battalion does."""
    piece = table.pieces[order.unit]
    size = size_of(table.printed(order.unit), Formation.SKIRMISH)
    corners = table.corners(order.unit)
    front = piece.pose.point
    if piece.building:
        front = at(
            front, piece.pose.facing, (max(y for _, y in corners) - min(y for _, y in corners)) // 2
        )
    point = at(front, piece.pose.facing, order.ahead + size.depth)
    return Footprint(Pose(*point, piece.pose.facing), size)


def _against_rejoining(table: Table, screen: UnitId) -> Reason | None:
    parent = table.printed(screen).parent
    if not parent:
        return Reason(f"{table.printed(screen).name} is no screen of skirmishers", "EU.12")
    if parent not in table.pieces:
        return Reason("their battalion is gone", "EU.12")
    if not is_within(table.corners(screen), table.corners(parent), TOUCH):
        return Reason("they do not touch their battalion", "EU.12")
    return None


def candidates(table: Table, division: DivisionId) -> Iterator[Detach | Rejoin]:
    """Skirmishers near or far ahead, and those who can come back."""
    units = sorted(table.units_in(division))
    orders: list[Detach | Rejoin] = [
        Detach(unit, ahead) for unit in units for ahead in (0, MIL, FARTHEST)
    ]
    orders += [Rejoin(unit) for unit in units if table.printed(unit).parent]
    yield from (order for order in orders if against(table, division, order) is None)


def carried_out(table: Table, order: Detach | Rejoin) -> None:
    if isinstance(order, Rejoin):
        parent = table.printed(order.unit).parent
        secret = secret_of(table, parent) and secret_of(table, order.unit)
        table.record(SkirmishersRejoined(parent, order.unit, secret))
        return
    spend(table, table.printed(order.unit).division, price_of(table, order.unit))
    there = placed(table, order).pose
    secret = secret_of(table, order.unit)
    table.record(SkirmishersDetached(order.unit, order.unit + SUFFIX, there, secret))
    come_to_light(table)
