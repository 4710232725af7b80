"""The greedy player: nearest goal, best odds, no thought of what comes after.

Every unit marches to the nearest place that decides the battle, guns stop where they can fire;
fire goes where it costs most, assaults are made when they carry more often than not, infantry
forms square when it may. It is the yardstick that the levels are measured with.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import SIDES, Hex, distance
from grognard.systems.bataille.actions import Assault, Finish, Form, March
from grognard.systems.bataille.doctrine.entering import entry, goes_on
from grognard.systems.bataille.doctrine.field import places
from grognard.systems.bataille.doctrine.routes import path_to, way_home
from grognard.systems.bataille.doctrine.sandtable import SandTable
from grognard.systems.bataille.doctrine.worth import fire_worth
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.pieces import Arm, Formation
from grognard.systems.bataille.setting import Setting, mover
from grognard.systems.bataille.table import Table

EVEN: Final = 0.5
GUNS_STOP: Final = 5
DRAWN: Final = 6


class Greedy:
    """Looks at one thing at a time and takes the best of it; an edition knows what carries a hex."""

    def __init__(self, setting: Setting, side: str, seed: int = 0) -> None:
        self.side, self.sand = side, SandTable(setting, seed)

    def carried(self, table: Table, order: Assault) -> float:
        """The chance that an assault carries its hex."""
        raise NotImplementedError

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        table = self.sand.show(view)
        match ask.purpose:
            case "movement":
                return self._move(table, ask)
            case "defensive-fire" | "offensive-fire" | "opportunity-fire" | "contact-fire":
                return self._fire(table, ask)
            case "declare-assault" | "follow-up-assault" | "compulsory-assault":
                return self._assault(table, ask)
            case "retreat-before-melee" | "leader-slips-away":
                return Finish()
            case _:
                return eager(table, ask, chooser, self.side)

    # --- movement

    def _move(self, table: Table, ask: Ask) -> Action:
        options = ask.options
        strike = self._strike(table, options)
        if strike is not None:
            return strike
        if options.hand is not None:
            order = self._unlimber(table, options, options.hand)
            if order is not None:
                return order
        done = set(options.ordered)
        if options.hand is not None and not goes_on(table, options.hand):
            done.add(options.hand.unit)
        for unit in table.units_of(self.side):
            if unit in done:
                continue
            hand = options.in_hand(unit)
            if isinstance(hand, InHand):
                order = self._march(table, hand) or self._unlimber(table, options, hand)
                if order is not None and order in options:
                    return order
        goals = self._goals(table)
        return entry(table, self.side, options, lambda unit: goals) or Finish()

    def _strike(self, table: Table, options: Any) -> Action | None:
        """The likeliest assault, where they are declared in movement."""
        orders = [order for order in options.further() if isinstance(order, Assault)]
        return self._likeliest(table, orders)

    def _goals(self, table: Table) -> tuple[Hex, ...]:
        held = [at for place in places(table.setting) for at in place.hexes]
        open_goals = [at for at in held if table.control.get(at) != self.side]
        enemy = table.setting.enemy(self.side)
        foes = sorted({table.pieces[unit].at for unit in table.units_of(enemy)})
        return tuple(open_goals or foes or held)

    def _march(self, table: Table, hand: InHand) -> March | None:
        unit, piece = hand.unit, table.pieces[hand.unit]
        printed = table.setting.roster[unit]
        if piece.formation in (Formation.UNLIMBERED, Formation.SQUARE) or hand.stopped:
            return None
        if printed.arm is Arm.ARTILLERY and self._span(table, piece.at) <= GUNS_STOP:
            return None
        home = way_home(table.setting, mover(printed), self._goals(table))
        costs = Marches(table, hand).costs
        best = None
        for pose, cost in costs.items():
            at = pose[0][min(piece.main, len(pose[0]) - 1)]
            key = (home[at], cost, pose)
            if best is None or key < best:
                best = key
        if best is None or best[0] >= home[piece.at]:
            return None
        path = path_to(table, hand, piece, best[2], best[1])
        return March(unit, path) if path else None

    def _span(self, table: Table, at: Hex) -> int:
        enemy = table.setting.enemy(self.side)
        spans = [distance(at, table.pieces[unit].at) for unit in table.units_of(enemy)]
        return min(spans, default=99)

    def _unlimber(self, table: Table, options: Any, hand: InHand) -> Action | None:
        piece = table.pieces[hand.unit]
        if piece.formation is not Formation.LIMBERED or self._span(table, piece.at) > GUNS_STOP:
            return None
        facing = _towards(table, piece.at, self.side)
        order = Form(hand.unit, Formation.UNLIMBERED, facing, piece.hexes)
        return order if order in options else None

    # --- fights

    def _fire(self, table: Table, ask: Ask) -> Action:
        best: tuple[float, Action] = (0.0, Finish())
        for target in ask.options.firers:
            for order in ask.options._attacks(target):
                worth = fire_worth(table, target, order.firers)
                if worth > best[0]:
                    best = (worth, order)
        return best[1]

    def _assault(self, table: Table, ask: Ask) -> Action:
        orders = [order for order in ask.options if isinstance(order, Assault)]
        best = self._likeliest(table, orders)
        if best is not None:
            return best
        return Finish() if Finish() in ask.options else orders[-1]

    def _likeliest(self, table: Table, orders: list[Assault]) -> Action | None:
        """The assault that carries its hex most often, if more often than not."""
        best: tuple[float, Action | None] = (EVEN, None)
        for order in orders:
            chance = self.carried(table, order)
            if chance > best[0]:
                best = (chance, order)
        return best[1]


def _towards(table: Table, at: Hex, side: str) -> int:
    """The hexside that looks to the nearest enemy."""
    enemy = table.setting.enemy(side)
    foes = [table.pieces[unit].at for unit in table.units_of(enemy)]
    if not foes:
        return 0
    target = min(foes, key=lambda there: (distance(at, there), there))
    around = table.setting.ground.around[at]
    return min(range(6), key=lambda s: distance(around[s], target) if around[s] else 99)


def eager(table: Table, ask: Ask, chooser: Chooser, side: str) -> Action:
    """Charges are ridden, squares formed, everything else taken as it comes."""
    options = ask.options
    if ask.purpose == "ride":
        drawn: list[Action] = [options.sample(chooser) for _ in range(DRAWN)]
        rides = [order for order in drawn if not isinstance(order, Finish)]
        enemy = table.setting.enemy(side)
        foes = [table.pieces[unit].at for unit in table.units_of(enemy)]
        if rides and foes:
            return min(rides, key=lambda order: _ends_near(table, order, foes))
        return drawn[0]
    if ask.purpose == "designate-charges":
        return next((order for order in options if isinstance(order, Charge)), Finish())
    if Finish() not in options:
        any_of_them: Action = options.sample(chooser)  # a long retreat has too many ways to list
        return any_of_them
    orders: list[Action] = [order for order in options if not isinstance(order, Finish)]
    if not orders:
        return Finish()
    return orders[chooser.randrange(len(orders))]


def _ends_near(table: Table, order: Any, foes: list[Hex]) -> int:
    at = table.pieces[order.unit].at
    for word in order.path:
        if word in SIDES:
            at = table.setting.ground.around[at][SIDES.index(word)] or at
    return min(distance(at, foe) for foe in foes)
