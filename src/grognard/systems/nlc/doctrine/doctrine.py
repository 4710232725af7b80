"""The doctrine of Napoleon's Later Campaigns: what is answered to each question of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from grognard.kernel import Action, Ask, Event
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Finish, Pick
from grognard.planning.doctrine import Doctrine, Ladder
from grognard.planning.levels import Character, figures_in
from grognard.planning.planner import Choose, Clock, safe_default
from grognard.systems.nlc.combat.assault_fight import AssaultFired
from grognard.systems.nlc.combat.retreat import Retreated
from grognard.systems.nlc.command.order_actions import Accept
from grognard.systems.nlc.demoralization import army_losses
from grognard.systems.nlc.doctrine import fights, orders
from grognard.systems.nlc.doctrine.critic import CRITICISM
from grognard.systems.nlc.doctrine.drawn import position
from grognard.systems.nlc.doctrine.greedy import Greedy
from grognard.systems.nlc.doctrine.moves import Book, Moves
from grognard.systems.nlc.doctrine.scene import Scene
from grognard.systems.nlc.hidden.marching import Hide
from grognard.systems.nlc.setting import Setting
from grognard.systems.nlc.victory import verdict

WEIGHTS: Final = Path(__file__).with_name("weights.yaml")
EVEN: Final = 0.5
ODDS: Final = 3.0
"""A decisive victory, no more, counts as odds of so many to one."""


class Later:
    """One side's commander: orders early and few, formations fought as formations."""

    def __init__(self, setting: Setting, side: str, character: Character, seed: int) -> None:
        self.setting, self.side, self.seed = setting, side, seed
        self.character = character
        self.book = Book()
        self.told: set[tuple[int, str]] = set()
        self.why = ""

    def answer(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        """What to do, and in ``why`` the reason if it is a major decision."""
        self.why = ""
        scene = Scene(view, self.setting, self.character, self.seed, chooser)
        match ask.purpose:
            case "movement":
                moves = Moves(scene, ask, self.book)
                order = moves.order()
                self.why = moves.why
                return order
            case "assault":
                order, self.why = fights.assault(scene, ask)
                return order
            case "orders":
                order, self.why = orders.write(scene, ask, self.told)
                return order
            case "record-decision":
                return orders.note(scene, ask, self.told)
            case _:
                conduct = CONDUCT.get(ask.purpose)
                return safe_default(ask) if conduct is None else conduct(scene, ask)


def _best_leader(scene: Scene, ask: Ask) -> Action:
    picks: list[Any] = list(ask.options)
    best: Action = max(
        picks, key=lambda order: (scene.view.leaders[order.choice].rating, str(order))
    )
    return best


def _strongest(scene: Scene, ask: Ask) -> Action:
    """Of lost units the strongest comes back first."""
    picks = [order for order in ask.options if isinstance(order, Pick)]
    return max(picks, key=lambda order: (scene.setting.roster[order.choice].strength, order.choice))


def _hide(scene: Scene, ask: Ask) -> Action:
    """Whoever marches out of sight marches hidden; who is hidden stays so."""
    marches = (order for order in ask.options if isinstance(order, Hide))
    return next(marches, Finish())


def _accept(scene: Scene, ask: Ask) -> Action:
    """Orders that were delivered are obeyed."""
    first = next(iter(ask.options))
    return first if isinstance(first, Accept) else Finish()


def _pick(choice: str) -> Callable[[Scene, Ask], Action]:
    def picked(scene: Scene, ask: Ask) -> Action:
        return Pick(choice) if Pick(choice) in ask.options else safe_default(ask)

    return picked


CONDUCT: Final[dict[str, Callable[[Scene, Ask], Action]]] = {
    "bad-move": orders.mislead,
    "initial-action": orders.first,
    "pair": orders.pair,
    "commander-coordinated": _best_leader,
    "commander-initial": _best_leader,
    "choose-orders": _accept,
    "hide": _hide,
    "order-of-play": _pick("first"),
    "bombard": fights.bombard,
    "opportunity-fire": fights.fire_at_mover,
    "support": fights.support,
    "charge": fights.charge,
    "react": fights.react,
    "pursue": fights.pursue,
    "stay-or-return": fights.stay,
    "stand-or-retreat": fights.stand,
    "allocate-hit": fights.allocate,
    "withdraw": fights.withdraw,
    "advance": fights.advance,
    "retreat": fights.way_back,
    "failure-retreat": fights.way_back,
    "leader-retreat-to": fights.way_back,
    "leader-refuge": fights.way_back,
    "leader-return": fights.way_back,
    "leader-retreat": _pick("stay"),
    "enfiladed-square": _pick("refuse"),
    "rally": _strongest,
}
"""Who answers the smaller questions, by their purpose; all others get the safe default."""


def commander(setting: Setting, side: str, character: Character, seed: int, clock: Clock) -> Later:
    return Later(setting, side, character, seed)


def greedy(setting: Setting, side: str, seed: int) -> Choose:
    return Greedy(setting, side, seed).choose


def score(state: Any, side: str) -> float:
    """How a battle ended for a side, from 0 to 1, by its lead on the battle's own scale of points.

    A draw is 1/2. A lead that just makes a decisive victory stands three to one (3/4), twice that
    lead nine to one, and so on; a marginal victory lies between.
    """
    table = state.table
    found = verdict(table)
    if not found.side:
        return EVEN
    levels = {name: least for least, name in table.setting.victory.levels}
    ahead = sum(points * (1 if held == found.side else -1) for held, points in found.points.items())
    lead: int = max(ahead, levels[found.level])
    chance: float = 1.0 / (1.0 + ODDS ** (-lead / max(levels.values())))
    return chance if found.side == side else 1.0 - chance


def losses_of(state: Any, side: str) -> int:
    """Strength points that a side has lost."""
    return army_losses(state.table, side)


class Repulses:
    """Told of all events in their order, it names the side whenever its assault was thrown back."""

    def __init__(self) -> None:
        self._side, self._units = "", frozenset[str]()

    def __call__(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            if isinstance(event, AssaultFired):
                self._side, self._units = event.side, frozenset(event.units)
            elif isinstance(event, Retreated) and event.side == self._side:
                if self._units & set(event.units):
                    self._units = frozenset()
                    yield self._side


PACKS: Final = (("crossroads", 320), ("quatre-bras", 80))

DOCTRINE: Final = Doctrine(
    commander=commander,
    greedy=greedy,
    figures=lambda: figures_in(WEIGHTS),
    score=score,
    losses=losses_of,
    repulses=Repulses,
    criticism=CRITICISM,
    position=position,
    ladder=Ladder(packs=PACKS, quick=PACKS),
)
