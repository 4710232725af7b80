"""One side's commander: what is answered to each question of the rulebook.

An edition brings its judgement of fights, and answers to the questions that only it asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

import msgspec

from grognard.kernel import Action, Ask, State, unanswered
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import SIDES, Hex, distance, name
from grognard.planning.levels import OWN_HEX, PLAN, Character
from grognard.planning.planner import Clock, no_clock, safe_default
from grognard.planning.plans import Plan
from grognard.planning.race import LEAST, Budget, Raced, race
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.doctrine import conduct, forks, horse
from grognard.systems.bataille.doctrine.army import make_plan
from grognard.systems.bataille.doctrine.assaults import Strike, plan_strikes
from grognard.systems.bataille.doctrine.field import Field
from grognard.systems.bataille.doctrine.fights import Fight, Judgement
from grognard.systems.bataille.doctrine.forks import Answers
from grognard.systems.bataille.doctrine.leaders import lead_order
from grognard.systems.bataille.doctrine.moves import Moves
from grognard.systems.bataille.doctrine.role import in_role
from grognard.systems.bataille.doctrine.sandtable import SandTable
from grognard.systems.bataille.doctrine.scene import Scene, bearing, goal_worths
from grognard.systems.bataille.doctrine.sectors import Sector, sectors
from grognard.systems.bataille.pieces import Arm, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table
from grognard.systems.bataille.views import view as seen

Conducted = Callable[[Scene, Ask, Any], Action]
"""Answers one kind of question, of a scene and what is seen."""

FIRES: Final = ("defensive-fire", "offensive-fire", "opportunity-fire", "contact-fire")
ASSAULTS: Final = ("declare-assault", "follow-up-assault", "compulsory-assault")
OPENS: Final = ("designate-charges", "movement")
"""The first questions of a side's own turn: before them it is played through."""

FEWEST: Final = 2.0
"""Answers at least that a piece costs when a posture is tried once."""

TWO: Final = 2
"""Postures at least are compared, or none is played through."""

MUCH: Final = 2.0
"""Points that a march gains so that it comes before all others."""

REMEMBERED: Final = 200_000
"""So many fights are remembered before all are forgotten."""

CUT: Final = "; cut by clock"
GUNS_LAST: Final = {Arm.INFANTRY: 0, Arm.CAVALRY: 1, Arm.ARTILLERY: 2}
"""Guns go where friends stand when all others have marched, and leave whom nobody covers then."""


class Commander:
    """One side's commander at the sand table. An edition brings how it judges, and who answers the
    smaller questions, by their purpose."""

    judgement: ClassVar[Judgement]
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
        self.side, self._clock, self._nature = side, clock, character
        self.level = self.character = in_role(character, setting, side)
        self._decided = 0
        self.sand = SandTable(setting, seed, guess)
        self._plan: tuple[object, Plan] | None = None
        self._last: Plan | None = None
        self._minds: dict[UnitId, Character] = {}
        self._only: frozenset[UnitId] | None = None
        self._stood: dict[UnitId, Hex] = {}
        self._came: dict[UnitId, Hex] = {}
        self._dear: float = FEWEST
        self._field: Field | None = None
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
        if purpose in OPENS and view.phasing == self.side and self._decided != view.turn:
            self._decided = view.turn
            self._note_marches(view)
            if self.level.forks:
                self._play_through(view)
        scene = self._scene(view)
        if purpose == "movement":
            return self._move(scene, ask)
        if purpose in FIRES:
            return self.fire(scene, ask, view)
        if purpose in ASSAULTS:
            order, strike = conduct.assault(scene, ask)
            self.why = _said(scene, strike) if strike is not None else self.why
            return order
        if purpose == "designate-charges":
            return self._designate(scene, ask)
        conducted = self.conduct.get(purpose)
        return safe_default(ask) if conducted is None else conducted(scene, ask, view)

    def _note_marches(self, view: Any) -> None:
        """Who marched in the turn before, and from where."""
        here = {unit: view.pieces[unit].at for unit in view.own if unit in view.pieces}
        stood = self._stood
        self._came = {u: stood[u] for u, at in here.items() if u in stood and stood[u] != at}
        self._stood = here

    def fire(self, scene: Scene, ask: Ask, view: Any) -> Action:
        """Whom to fire at; those who will assault fire only where they do."""
        bound: list[Strike] = []
        if ask.purpose == "offensive-fire":
            bound = plan_strikes(scene, {}, list(scene.table.units_of(self.side)))
        return conduct.fire(scene, ask, bound)

    def _designate(self, scene: Scene, ask: Ask) -> Action:
        turn = scene.table.turn
        _, order, foe = self.named(scene, ask, self._struck.get(turn, ()))
        self._struck = {turn: (*self._struck.get(turn, ()), foe)}
        if foe:
            said = f"{order}: at {scene.setting.roster[foe].name}"
            self.why = f"{self.why}. {said}" if self.why else said
        return order

    def named(self, scene: Scene, ask: Ask, struck: Sequence[str]) -> horse.Named:
        """The charge to name, and at whom."""
        return horse.designate(scene, ask, struck)

    # --- what is played through before it is ordered

    def _play_through(self, view: Any) -> None:
        """Judge the posture of this turn anew, sector by sector, against the enemy's answer.

        The tensest sectors are played through as long as there is work left to spend; all others
        follow the plan.
        """
        self._minds, self._plan = {}, None
        table = self.sand.show(view)
        state, left, told = unanswered(table.draft(), view.stack), self.level.ticks, []
        for sector in sectors(table, self.side):
            price = LEAST * self._dear * len(sector.units)
            raced = None
            if left >= TWO * price:
                raced = self._raced(state, sector, left)
                left -= raced.ticks
                self.cuts += raced.cut
            told.append(_told(sector, raced))
        self.posture = "; ".join(told) or "no enemy in reach"

    def _raced(self, state: State, sector: Sector, ticks: int) -> Raced:
        """Race the postures of a sector; its troops take the best."""
        choices = forks.postures(self.level, state.table, sector.own)
        budget = Budget(ticks, self.level.forks, self.level.seconds)
        trials = 0

        def trial(posture: Character, sample: int) -> tuple[float, int]:
            nonlocal trials
            trials += 1
            make = partial(self._deputy, only=sector.units)
            end, answers = forks.played(state, self.side, posture, make, seen, sample)
            return forks.worth(end, self.side), answers

        raced = race(choices, trial, budget, self._clock)
        self._dear = max(FEWEST, raced.ticks / (trials * len(sector.units)))
        self._minds.update(dict.fromkeys(sector.own, choices[raced.best]))
        return raced

    def _deputy(
        self, table: Table, side: str, posture: Character, only: frozenset[UnitId]
    ) -> Answers:
        """Somebody who plays a side of a sector in a fork, without forks of his own: the enemy as
        one would oneself."""
        mine = side == self.side
        held = msgspec.structs.replace(posture, role=0.0) if mine else self._nature
        held = msgspec.structs.replace(held, forks=0)
        deputy = type(self)(table.setting, side, held, 0, guess=table.setting)
        deputy.memo, deputy._last, deputy._only = self.memo, self._last if mine else None, only
        return deputy.answer

    # --- what is known

    def _scene(self, view: Any) -> Scene:
        table = self.sand.show(view)
        if self._field is None:
            self._field = Field(table, self.side)
        else:
            self._field.show(table)
        field = self._field
        when = (table.turn, table.phasing)
        if len(self.memo) > REMEMBERED:
            self.memo.clear()
        held = (when, table.control)
        if self._goals is None or self._goals[0] != held:
            worths = goal_worths(table, self.side, self.character.insight)
            self._goals = ((when, dict(table.control)), worths)
        goals = self._goals[1]
        if self._plan is None or self._plan[0] != when:
            self._last = make_plan(table, field, self.character, goals, self._last)
            self._plan = (when, self._last)
            self.why = f"{self.posture}: {self._last.why}" if self.posture else self._last.why
        return Scene(
            table, field, self._plan[1], self.character, goals, self.judgement, self.memo,
            self._minds, self._only, self._came,
        )  # fmt: skip

    # --- movement

    def _move(self, scene: Scene, ask: Ask) -> Action:
        moves = Moves(scene, ask.options)
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
        for unit in self._in_turn(scene, moves):
            order = moves.order_for(unit)
            if order is not None and self._fresh(scene, order) and order in ask.options:
                return order
            self._refused.add((scene.table.turn, unit))
        return lead_order(scene, ask.options) or Finish()

    def _in_turn(self, scene: Scene, moves: Moves) -> list[UnitId]:
        """Who marches before whom: guns last, the nearest to the enemy first; whoever sees the whole
        army lets those go before all others who gain much, so that nobody stands in their way."""
        turn, roster, pieces = scene.table.turn, scene.setting.roster, scene.table.pieces
        units = [unit for unit in moves.hands if (turn, unit) not in self._refused]
        first: set[UnitId] = set()
        gains: dict[UnitId, float] = {}
        if self.level.sight >= PLAN:
            gains = {unit: moves.gain(unit) for unit in units}
            first = {unit for unit in units if gains[unit] >= MUCH}

        def rank(unit: UnitId) -> tuple[int, float, int, UnitId]:
            far = scene.field.nearest_foe(pieces[unit].at)
            return GUNS_LAST[roster[unit].arm], -gains[unit] if unit in first else 0.0, far, unit

        return sorted(units, key=rank)

    def _fresh(self, scene: Scene, order: Action) -> bool:
        """No order is given twice in a turn: what failed once fails again."""
        key = (scene.table.turn, str(order))
        if key in self._refused:
            return False
        self._refused.add(key)
        return True

    def _strike(self, scene: Scene, moves: Moves) -> Action | None:
        """The next march of a planned assault; plans are made anew when something changed."""
        key = (scene.table.turn, scene.field.changes, self.state_of_play(scene))
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


def _told(sector: Sector, raced: Raced | None) -> str:
    """How a sector will be fought, and what the others promised."""
    if raced is None:
        return f"{sector} by the plan"
    told = ", ".join(f"{name} {value:+.1f}" for name, value in raced.worths.items())
    return f"{sector} {raced.best} ({told}{CUT if raced.cut else ''})"


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
    told = f"{who} at {name(strike.target)}: {promised(strike.odds)}"
    if scene.character.sight <= OWN_HEX:  # he asks who is left in the hex, not what it is worth
        return told
    return f"{told}, {strike.worth:+.1f} points in all"


def promised(odds: Fight) -> str:
    """The chances of a fight; of who joins one what he changes, as no chance is below nothing."""
    told = "{:+.0%}" if min(odds.carried, odds.repulsed) < 0 else "{:.0%}"
    return f"carried {told}, thrown back {told}".format(odds.carried, odds.repulsed)
