"""A commander of Bataille Empire: the levels, by what they see and how far they look."""

from __future__ import annotations

from statistics import fmean

from grognard.kernel import Action, Ask
from grognard.kernel.rules import rule
from grognard.mechanics.commands import Pick
from grognard.mechanics.measured.gaps import is_within
from grognard.mechanics.measured.mils import MIL, Point
from grognard.mechanics.measured.polygons import Polygon
from grognard.planning.levels import ANSWER, NEIGHBOURS, PLAN, SECTOR, Character
from grognard.planning.planner import Clock
from grognard.systems.empire import rally
from grognard.systems.empire.actions import Move, Ride
from grognard.systems.empire.command.actions import ChangeOrder, SendPoint, TakeOver
from grognard.systems.empire.command.areas import radius
from grognard.systems.empire.command.orders import tactical
from grognard.systems.empire.doctrine.charges import Charges
from grognard.systems.empire.doctrine.ground import Ground, far, operational
from grognard.systems.empire.doctrine.hits import hit_worth
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.judging import answers
from grognard.systems.empire.kinds import Arm, Edge, Order
from grognard.systems.empire.movement.candidates import movers, moves_of
from grognard.systems.empire.movement.judging import cost_of, walked
from grognard.systems.empire.setting import DivisionId, Setting, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

LAID = 1.5
"""So much more a hit counts on who stands upon what is to be taken."""

VOLLEY = 1.0
"""Halves that a shot before the charges must cost on average."""

BEHIND = 2 * MIL
"""So far behind his men a general keeps."""


class Commander(Charges):
    """Sees as far as its level does: itself, its neighbours, the sector, the answer, the plan."""

    # --- command

    def conducted(self, table: Table, ask: Ask) -> Action | None:
        """Who has a plan of the army keeps the last word: in the last turn he goes second."""
        last = table.turn == len(table.setting.turns)
        if ask.purpose == "first-side" and last and self.sight >= PLAN:
            return Pick(table.setting.enemy(self.side))
        return super().conducted(table, ask)

    def activate(self, table: Table, ask: Ask) -> Action | None:
        """Points are sent where they are used; orders follow what has become of their aims."""
        if self.sight >= SECTOR:
            order = self._ordered(table, ask)
            if order is not None:
                return order
        return self._sent(table, ask) or super().activate(table, ask)

    def _sent(self, table: Table, ask: Ask) -> Action | None:
        """To the general with most to lead as many points as one sees hands for: one, two, all of them."""
        sends = [order for order in ask.options if isinstance(order, SendPoint)]
        wanting = [
            order
            for order in sends
            if table.bodies[order.division].sent
            < (self.sight if self.sight < SECTOR else len(table.units_in(order.division)) // 2)
        ]
        return max(
            wanting,
            key=lambda order: (
                len(table.units_in(order.division)) - table.bodies[order.division].sent,
                order,
            ),
            default=None,
        )

    def _ordered(self, table: Table, ask: Ask) -> Action | None:
        """What is held is kept by those who stand by their general; what was lost is fought for again."""
        setting = table.setting
        for division, body in sorted(table.bodies.items()):
            if setting.divisions[division].side != self.side:
                continue
            lost = any(table.holders.get(each) != self.side for each in setting.objectives)
            if (
                body.order in (Order.ATTACK, Order.ENGAGE)
                and not lost
                and by_general(table, division)
            ):
                if TakeOver(division, Order.HOLD) in ask.options:
                    return TakeOver(division, Order.HOLD)
            attacks = self.sight >= PLAN and setting.attacker == self.side
            if body.order in (Order.HOLD, Order.MANOEUVRE) and lost and attacks:
                change = ChangeOrder(division, Order.ATTACK, 0)
                if change in ask.options:
                    return change
        return None

    # --- fire

    def hurt(self, table: Table, order: Fire) -> float:
        """Who looks at the answer weighs what becomes of the target: gone, in flight, in disorder.

        From the sector on fire is laid on who holds what is to be taken.
        """
        if self.sight < SECTOR:
            return super().hurt(table, order)
        taken = LAID if self.points_under(table, order.target) else 1.0
        if self.sight < ANSWER:
            return taken * super().hurt(table, order)
        return taken * self._struck(table, order)

    def hurt_in(self, table: Table, ask: Ask, order: Fire) -> float:
        """Who looks at the answer counts what his own fire will be answered with."""
        hurt = super().hurt_in(table, ask, order)
        if self.sight >= ANSWER and ask.purpose.endswith("fire"):
            hurt -= self._answered(table, order)
        return hurt

    def _answered(self, table: Table, order: Fire) -> float:
        """What the answer to a shot costs whoever fired it."""
        answered = (
            Fire(aim.unit, aim.kind, aim.target)
            for aim in answers(table, order.unit, order.target, order.kind)
        )
        return max((self._struck(table, each) for each in answered), default=0.0)

    def _struck(self, table: Table, order: Fire) -> float:
        """What becomes of the target of a shot, on average, in units."""
        return fmean(hit_worth(table, order.target, halves) for halves in self.losses(table, order))

    def holds_fire(self, table: Table, order: Fire) -> bool:
        """From the sector on a battery keeps its shot for horse that may still ride at it this turn."""
        if self.sight < SECTOR or table.arm(order.unit) is not Arm.ARTILLERY:
            return False
        corners = table.corners(order.unit)
        if table.arm(order.target) is Arm.CAVALRY or is_within(
            corners, table.corners(order.target), tactical()
        ):
            return False
        return any(self._may_charge(table, enemy) for enemy in self._horse(table, corners))

    def _may_charge(self, table: Table, enemy: UnitId) -> bool:
        """Has an enemy still to act in this turn?"""
        theirs = table.phasing != self.side
        return not table.pieces[enemy].acted if theirs else table.first == self.side

    def _horse(self, table: Table, corners: Polygon) -> list[UnitId]:
        """Enemy horse in good order that is near."""
        return [
            enemy
            for enemy in table.enemies_within(self.side, corners, operational())
            if table.arm(enemy) is Arm.CAVALRY and table.pieces[enemy].good
        ]

    def prepares(self, table: Table, order: Fire) -> bool:
        """From the sector on foot fires first, too, where somebody stands ready to charge after it."""
        if super().prepares(table, order):
            return True
        if self.sight < SECTOR or order.limbers or fmean(self.losses(table, order)) < VOLLEY:
            return False
        corners = table.corners(order.target)
        return any(
            unit not in (order.unit, *order.supports)
            and table.side_of(unit) == self.side
            and table.pieces[unit].good
            and not table.pieces[unit].marked
            and table.arm(unit) is not Arm.ARTILLERY
            for unit in table.within(corners, operational())
        )

    # --- moves

    def move(self, table: Table, ask: Ask) -> Action | None:
        ride = self._ride(table, ask) if self.sight >= NEIGHBOURS else None
        if ride is not None:
            return ride
        if self.sight < SECTOR:
            return super().move(table, ask)
        return (
            self._rallied(table, ask)
            or self._brought_off(table, ask)
            or self._best_by_point(table, ask)
            or self.last(table, ask)
        )

    def stays(self, ground: Ground) -> bool:
        """From the sector on nobody leaves his square with horse near by."""
        table = ground.table
        square = self.sight >= SECTOR and table.pieces[ground.unit].formation.is_square
        return square and bool(self._horse(table, table.corners(ground.unit)))

    def _rallied(self, table: Table, ask: Ask) -> Action | None:
        """The best men first."""
        shaken = [unit for unit in table.units_in(table.active) if table.pieces[unit].disordered]
        for unit in sorted(shaken, key=lambda unit: (-table.printed(unit).morale, unit)):
            if rally.Rally(unit) in ask.options:
                return rally.Rally(unit)
        return None

    def _brought_off(self, table: Table, ask: Ask) -> Action | None:
        """Who is in disorder too near to the enemy to be rallied goes where he can be."""
        for unit in sorted(table.units_in(table.active)):
            piece = table.pieces[unit]
            if piece.good or piece.acted or not self._is_near(table, table.corners(unit)):
                continue
            for order in moves_of(table, (unit,)):
                (walk,) = walked(table, order).walks
                if not self._is_near(table, walk.footprint.corners) and order in ask.options:
                    return order
        return None

    def _is_near(self, table: Table, corners: Polygon) -> bool:
        near = sheet().figure("rally/figures", "distance") * MIL
        return any(True for _ in table.enemies_within(self.side, corners, near))

    def _best_by_point(self, table: Table, ask: Ask) -> Action | None:
        """Of all units and groups the move that gains most for its points; guns are not led along."""
        best: tuple[float, Move] | None = None
        alone: dict[UnitId, Move] = {}
        for units in movers(table, table.active):
            if any(table.pieces[unit].acted or not table.pieces[unit].good for unit in units):
                continue
            found = self.best_of(table, units, ask)
            if found is not None:
                if len(units) == 1:
                    alone[units[0]] = found[1]
                by_point = found[0] / max(1, cost_of(table, units) or 1)
                if best is None or by_point > best[0]:
                    best = by_point, found[1]
        if best is None:
            return None
        guns = (unit for unit in best[1].units if table.arm(unit) is Arm.ARTILLERY)
        return next((alone[unit] for unit in guns if unit in alone), best[1])

    def _ride(self, table: Table, ask: Ask) -> Action | None:
        """A general goes with his men when they leave his reach."""
        general = table.general(table.active)
        units = table.units_in(table.active)
        if general.at is None or general.moved or general.attached or not units:
            return None
        reach = sheet().commander(general.grade).range
        out = [unit for unit in units if far(general.at, self._at(table, unit)) * MIL > reach]
        if 2 * len(out) < len(units):
            return None
        (x, y), (to_x, to_y) = general.at, self._post(table, units)
        for quarters in (4, 3, 2, 1):
            point = x + (to_x - x) * quarters // 4, y + (to_y - y) * quarters // 4
            order = Ride(general.id, table.setting.place(point), "")
            if order in ask.options:
                return order
        return None

    @staticmethod
    def _at(table: Table, unit: UnitId) -> Point:
        return table.pieces[unit].pose.point

    def _post(self, table: Table, units: list[UnitId]) -> Point:
        """Behind the middle of his men, toward his own edge."""
        points = [self._at(table, unit) for unit in units]
        x, y = (sum(each) // len(points) for each in zip(*points, strict=True))
        east, north = {
            Edge.NORTH: (0, BEHIND),
            Edge.SOUTH: (0, -BEHIND),
            Edge.EAST: (BEHIND, 0),
            Edge.WEST: (-BEHIND, 0),
        }[table.setting.armies[self.side].edge]
        return x + east, y + north


@rule("E25.13")
def by_general(table: Table, division: DivisionId) -> bool:
    """Do most of a division stand on the ground about its general, that it would defend on Hold?"""
    at = table.general(division).at
    units = table.units_in(division)
    if at is None:
        return False
    near = [unit for unit in units if far(at, table.pieces[unit].pose.point) * MIL <= radius()]
    return 2 * len(near) >= len(units)


def commander_of(
    setting: Setting, side: str, character: Character, seed: int, clock: Clock
) -> Commander:
    return Commander(setting, side, character)
