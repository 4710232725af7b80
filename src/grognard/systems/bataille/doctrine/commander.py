"""One side's commander: what is answered to each question of the rulebook.

An edition brings its judgement of fights, and answers to the questions that only it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from grognard.kernel import Action, Ask, unanswered
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import SIDES, Hex, distance, name
from grognard.planning.levels import Character
from grognard.planning.planner import Clock, no_clock, safe_default
from grognard.planning.plans import Plan
from grognard.planning.race import LEAST, Budget, race
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.doctrine import conduct, forks, horse
from grognard.systems.bataille.doctrine.assaults import Strike, plan_strikes
from grognard.systems.bataille.doctrine.field import Field
from grognard.systems.bataille.doctrine.fights import Judgement
from grognard.systems.bataille.doctrine.forks import Answers
from grognard.systems.bataille.doctrine.greedy import Greedy
from grognard.systems.bataille.doctrine.leaders import lead_order
from grognard.systems.bataille.doctrine.moves import Moves
from grognard.systems.bataille.doctrine.role import in_role
from grognard.systems.bataille.doctrine.sandtable import SandTable
from grognard.systems.bataille.doctrine.scene import Scene, bearing, goal_worths, make_plan
from grognard.systems.bataille.pieces import Arm
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table
from grognard.systems.bataille.views import view as seen

Conducted = Callable[[Scene, Ask, Any], Action]
"""Answers one kind of question, of a scene and what is seen."""

FIRES: Final = ("defensive-fire", "offensive-fire", "opportunity-fire", "contact-fire")
ASSAULTS: Final = ("declare-assault", "follow-up-assault", "compulsory-assault")
OPENS: Final = ("designate-charges", "movement")
"""The first questions of a side's own turn: before them it is played through."""

MANY: Final = 24
"""With more units than this on the map the enemy in a fork is greedy: quicker to play."""

FEWEST: Final = 4
"""Answers at least that a unit costs when two plans are tried once each."""

REMEMBERED: Final = 200_000
"""So many fights are remembered before all are forgotten."""

CUT: Final = "; cut by clock"
GUNS_FIRST: Final = {Arm.ARTILLERY: 1, Arm.INFANTRY: 0, Arm.CAVALRY: 2}


class Commander:
    """One side's commander at the sand table. An edition brings how it judges, its greedy player,
    and who answers the smaller questions, by their purpose."""

    judgement: ClassVar[Judgement]
    greedy: ClassVar[type[Greedy]]
    conduct: ClassVar[Mapping[str, Conducted]]

    def __init__(
        self,
        setting: Setting,
        side: str,
        character: Character,
        seed: int,
        guess: Setting | None = None,
        clock: Clock = no_clock,
    ) -> None:
        self.side, self._clock = side, clock
        self.level = self.character = in_role(character, setting, side)
        self._decided = 0
        self.sand = SandTable(setting, seed, guess)
        self._plan: tuple[object, Plan] | None = None
        self._field: tuple[object, Field] | None = None
        self._goals: tuple[object, dict[Hex, float]] | None = None
        self._refused: set[tuple[int, str]] = set()
        self._book: tuple[object, list[Strike]] | None = None
        self._struck: dict[int, tuple[str, ...]] = {}
        self.memo: dict[Any, Any] = {}
        self.posture = ""
        self.why = ""
        self.cuts = 0
        """How often the clock cut the search short; the answer then may depend on the machine."""

    def answer(self, view: Any, ask: Ask, chooser: Chooser) -> Action:
        """What to do, and in ``why`` the reason if it is a major decision."""
        self.why = ""
        purpose = ask.purpose
        own_turn = view.phasing == self.side and self._decided != view.turn
        if self.level.forks and own_turn and purpose in OPENS:
            self._play_through(view)
        scene = self._scene(view)
        if purpose == "movement":
            return self._move(scene, ask, chooser)
        if purpose in FIRES:
            return self.fire(scene, ask, chooser, view)
        if purpose in ASSAULTS:
            order, strike = conduct.assault(scene, ask, chooser)
            self.why = _said(scene, strike) if strike is not None else self.why
            return order
        if purpose == "designate-charges":
            return self._designate(scene, ask, chooser)
        conducted = self.conduct.get(purpose)
        return safe_default(ask) if conducted is None else conducted(scene, ask, view)

    def fire(self, scene: Scene, ask: Ask, chooser: Chooser, view: Any) -> Action:
        """Whom to fire at; those who will assault fire only where they do."""
        bound: list[Strike] = []
        if ask.purpose == "offensive-fire":
            bound = plan_strikes(scene, {}, chooser, list(scene.table.units_of(self.side)))
        return conduct.fire(scene, ask, chooser, bound)

    def _designate(self, scene: Scene, ask: Ask, chooser: Chooser) -> Action:
        turn = scene.table.turn
        _, order, foe = self.named(scene, ask, chooser, self._struck.get(turn, ()))
        self._struck = {turn: (*self._struck.get(turn, ()), foe)}
        self.why = f"{order}: at {scene.setting.roster[foe].name}" if foe else self.why
        return order

    def named(self, scene: Scene, ask: Ask, chooser: Chooser, struck: Sequence[str]) -> horse.Named:
        """The charge to name, and at whom."""
        return horse.designate(scene, ask, chooser, struck)

    # --- what is played through before it is ordered

    def _play_through(self, view: Any) -> None:
        """Choose the posture of this turn by playing each of them against the enemy's answer."""
        self._decided = view.turn
        table = self.sand.show(view)
        if self.level.ticks < LEAST * FEWEST * len(table.pieces):
            return
        state = unanswered(table.draft(), view.stack)

        def trial(posture: Character, sample: int) -> tuple[float, int]:
            end, answers = forks.played(state, self.side, posture, self._deputy, seen, sample)
            return forks.worth(end, self.side), answers

        choices = forks.postures(self.level, table, self.side)
        budget = Budget(self.level.ticks, self.level.forks, self.level.seconds)
        raced = race(choices, trial, budget, self._clock)
        self.character, self._plan = choices[raced.best], None
        self.cuts += raced.cut
        told = ", ".join(f"{name} {value:+.1f}" for name, value in raced.worths.items())
        self.posture = f"{raced.best} ({told}{CUT if raced.cut else ''})"

    def _deputy(self, table: Table, side: str, posture: Character) -> Answers:
        """Somebody who plays a side in a fork, without forks of his own."""
        if side != self.side:
            if len(table.pieces) > MANY:
                return self.greedy(table.setting, side, 0, guess=table.setting).choose
            posture = forks.deputy_of(self.level)
        held = msgspec.structs.replace(posture, forks=0, noise=0.0, role=0.0)
        deputy = type(self)(table.setting, side, held, 0, guess=table.setting)
        deputy.memo = self.memo
        return deputy.answer

    # --- what is known

    def _scene(self, view: Any) -> Scene:
        table = self.sand.show(view)
        key = (
            table.turn,
            table.phasing,
            tuple(
                piece for unit, piece in table.pieces.items() if table.side_of(unit) != self.side
            ),
        )
        if self._field is None or self._field[0] != key:
            self._field = (key, Field(table, self.side))
        field = self._field[1]
        field.table = table
        field.own = list(table.units_of(self.side))
        when = (table.turn, table.phasing)
        if len(self.memo) > REMEMBERED:
            self.memo.clear()
        held = (when, table.control)
        if self._goals is None or self._goals[0] != held:
            worths = goal_worths(table, self.side, self.character.insight)
            self._goals = ((when, dict(table.control)), worths)
        goals = self._goals[1]
        if self._plan is None or self._plan[0] != when:
            self._plan = (when, make_plan(table, field, self.character, goals))
            self.why = f"{self.posture}: {self._plan[1].why}" if self.posture else self._plan[1].why
        return Scene(table, field, self._plan[1], self.character, goals, self.judgement, self.memo)

    # --- movement

    def _move(self, scene: Scene, ask: Ask, chooser: Chooser) -> Action:
        moves = Moves(scene, ask.options, chooser)
        hand = ask.options.hand
        if hand is not None:
            for order in (moves.march_on(hand), moves.settle(hand)):
                if order is not None and self._fresh(scene, order):
                    return order
        entry = moves.entry()
        if entry is not None:
            return entry
        strike = self._strike(scene, moves)
        if strike is not None:
            return strike
        roster = scene.setting.roster
        units = sorted(
            moves.hands, key=lambda u: (GUNS_FIRST[roster[u].arm], self._far(scene, u), u)
        )
        for unit in units:
            if (scene.table.turn, unit) in self._refused:
                continue
            order = moves.order_for(unit)
            if order is not None and self._fresh(scene, order) and order in ask.options:
                return order
            self._refused.add((scene.table.turn, unit))
        return lead_order(scene, ask.options) or Finish()

    def _far(self, scene: Scene, unit: str) -> int:
        return scene.field.nearest_foe(scene.table.pieces[unit].at)

    def _fresh(self, scene: Scene, order: Action) -> bool:
        """No order is given twice in a turn: what failed once fails again."""
        key = (scene.table.turn, str(order))
        if key in self._refused:
            return False
        self._refused.add(key)
        return True

    def _strike(self, scene: Scene, moves: Moves) -> Action | None:
        """The next march of a planned assault; plans are made anew when something changed."""
        enemies = self._field[0] if self._field else None
        key = (enemies, self.state_of_play(scene))
        if self._book is None or self._book[0] != key:
            self._book = (key, moves.strikes())
        for strike in self._book[1]:
            for order in self.orders_of(moves, strike):
                if self._fresh(scene, order):
                    self.why = _said(scene, strike)
                    return order
        return None

    def state_of_play(self, scene: Scene) -> object:
        """What of one's own troops makes plans anew when it changes."""
        return tuple(scene.table.pieces[unit].cohesion for unit in scene.field.own)

    def orders_of(self, moves: Moves, strike: Strike) -> Iterator[Action]:
        """The orders by which a planned assault begins: those who come march up to the enemy."""
        for way in strike.ways:
            if way.cost and way.unit in moves.hands:
                order = moves.march(way.unit, way.pose, way.cost)
                if order is not None:
                    yield order


def _facing(scene: Scene, ask: Ask, view: Any) -> Action:
    """Who has rallied looks to the nearest enemy."""
    frames = [f.procedure for f in reversed(view.stack) if hasattr(f.procedure, "unit")]
    unit = frames[0].unit if frames else ""
    if unit in scene.table.pieces and scene.field.foes:
        at = scene.table.pieces[unit].at
        foe = min(scene.field.foe_hexes, key=lambda there: (distance(there, at), there))
        order = Pick(SIDES[bearing(scene.table, at, foe)])
        if order in ask.options:
            return order
    return safe_default(ask)


def _most(scene: Scene, ask: Ask, view: Any) -> Action:
    """The largest of the numbers offered."""
    numbers = [order for order in ask.options if isinstance(order, Pick)]
    return max(numbers, key=lambda order: int(order.choice))


def _last(scene: Scene, ask: Ask, view: Any) -> Action:
    """Of two ways to fight the whole-hearted one."""
    ways: list[Action] = list(ask.options)
    return max(ways, key=str)


CONDUCT: Final[Mapping[str, Conducted]] = {
    "retreat-before-melee": conduct.fall_back,
    "advance-after-melee": conduct.advance,
    "recovery-order": conduct.recover,
    "recovery-facing": _facing,
    "ride": horse.ride,
    "declare-target": horse.declare,
    "form-square": horse.square,
    "reaction-charge": horse.react,
    "reaction-move": horse.reaction_ride,
    "opportunity-charge": horse.counter,
    "trample": _most,
    "spare-horses": _last,
}
"""Who answers the smaller questions that editions share; all others get the safe default."""


def _said(scene: Scene, strike: Strike) -> str:
    roster = scene.setting.roster
    who = ", ".join(roster[way.unit].name for way in strike.ways)
    odds = strike.odds
    return (
        f"{who} at {name(strike.target)}: carried {odds.carried:.0%}, thrown back"
        f" {odds.repulsed:.0%}, {strike.worth:+.1f} points in all"
    )
