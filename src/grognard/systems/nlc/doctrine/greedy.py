"""The greedy player: attack the nearest place that decides, best odds, no thought of the answer."""

from __future__ import annotations

from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.levels import Character
from grognard.planning.planner import safe_default
from grognard.systems.nlc.combat.assault_options import Assault
from grognard.systems.nlc.command.order_actions import Send
from grognard.systems.nlc.doctrine import fights, odds
from grognard.systems.nlc.doctrine.moves import Book, Moves
from grognard.systems.nlc.doctrine.orders import post, present
from grognard.systems.nlc.doctrine.scene import Scene
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.extended import hex_towards
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import Order, Setting, UnitId

HEEDLESS: Final = Character(
    joint=1, danger=0.0, support=0.0, margin=0.0, goal=0.5, charges=0.0, reserve=0.0
)
EVEN: Final = 0.5


class Straight(Moves):
    """Everybody straight to where his order points; no attack is planned, nothing is feared."""

    def _strike(self) -> Action | None:
        return None

    def value(self, unit: UnitId, force: Force, at: Hex) -> float:
        return -float(min((distance(at, goal) for goal in force.order.target), default=0))


class Greedy:
    """Looks at one thing at a time and takes the best of it."""

    def __init__(self, setting: Setting, side: str, seed: int = 0) -> None:
        self.setting, self.side, self.seed = setting, side, seed
        self.book = Book()
        self.told: set[str] = set()

    def choose(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        scene = Scene(view, self.setting, HEEDLESS, self.seed, chooser)
        match ask.purpose:
            case "movement":
                return Straight(scene, ask, self.book).order()
            case "orders":
                return self._order(scene, ask)
            case "bombard":
                return fights.bombard(scene, ask)
            case "opportunity-fire":
                return fights.fire_at_mover(scene, ask)
            case "charge" | "react":
                return self._charge(scene, ask)
            case "assault":
                return self._assault(scene, ask)
            case "allocate-hit":
                return fights.allocate(scene, ask)
            case _:
                return _eager(ask, chooser)

    def _order(self, scene: Scene, ask: Ask) -> Action:
        """Everybody attacks the nearest place that is not ours, once."""
        for formation in present(scene):
            if formation in self.told:
                continue
            self.told.add(formation)
            at = post(scene, formation)
            open_ = [
                there
                for goal in scene.goals
                for there in goal.hexes
                if scene.view.control.get(there) != self.side
            ]
            if not open_:
                continue
            target = min(open_, key=lambda there: (distance(at, there), there))
            said = Send(formation, (Order(OrderType.ATTACK, target=(target,)),))
            if said in ask.options:
                return said
        return Finish()

    def _charge(self, scene: Scene, ask: Ask) -> Action:
        best: tuple[float, Action] = (EVEN, Finish())
        for order in ask.options:
            if isinstance(order, Finish):
                continue
            carried = odds.charge(scene.table, order.unit, order.path).carried
            if carried > best[0]:
                best = (carried, order)
        return best[1]

    def _assault(self, scene: Scene, ask: Ask) -> Action:
        best: tuple[float, Action | None] = (EVEN, None)
        offers = [order for order in ask.options if isinstance(order, Assault)]
        for order in offers:
            placed = tuple((u, hex_towards(scene.table, u, order.target)) for u in order.units)
            carried = odds.assault(scene.table, placed, order.target).carried
            if carried > best[0]:
                best = (carried, order)
        if best[1] is not None:
            return best[1]
        return Finish() if Finish() in ask.options or not offers else offers[-1]


def _eager(ask: Ask, chooser: Chooser) -> Action:
    """Everything else is taken as it comes."""
    if ask.purpose in ("record-decision", "withdraw", "hide"):
        return safe_default(ask)
    order: Action = ask.options.sample(chooser)
    return order
