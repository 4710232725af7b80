"""Playing a turn through in the head: a few postures, the same dice for each, the enemy's answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from grognard.kernel import Ask, State, answer, unanswered
from grognard.kernel.questions import Over
from grognard.planning.levels import NEIGHBOURS, Character
from grognard.planning.planner import Clock, obeyed, safe_default
from grognard.planning.race import Budget, Raced, race
from grognard.planning.sampled import Dice
from grognard.systems.empire.doctrine.value import judged
from grognard.systems.empire.kinds import Order
from grognard.systems.empire.table import Table
from grognard.systems.empire.views import guess

if TYPE_CHECKING:
    from grognard.systems.empire.doctrine.commander import Commander

MANY: Final = 1 << 20
PLAYED: Final = 2
"""So many player turns are played through: its own, and the answer."""
LAST: Final = 1
"""With so many turns to come a battle is played through to its end."""
replace = msgspec.structs.replace


class Posture(msgspec.Struct, frozen=True):
    """How a turn may be fought: what is weighed, and the objective that all who attack go for."""

    character: Character
    aim: str = ""


def postures(held: Character, table: Table, side: str) -> Mapping[str, Posture]:
    """As usual, with the main effort at one objective or another, pressing on, holding back."""
    attacks = any(
        body.order is not Order.HOLD and table.setting.divisions[division].side == side
        for division, body in table.bodies.items()
    )
    aims = [name for name in table.setting.objectives if table.holders.get(name) != side]
    return {
        "steady": Posture(held),
        **{f"upon {aim}": Posture(held, aim) for aim in aims if attacks},
        "press on": Posture(
            replace(held, goal=held.goal * 1.4, danger=held.danger * 0.6, margin=0.0)
        ),
        "hold back": Posture(
            replace(held, goal=held.goal * 0.5, danger=held.danger * 1.5, margin=0.4)
        ),
    }


def foreseen(commander: Commander, view: Any, seed: int, clock: Clock) -> tuple[Raced, Posture]:
    """The posture that comes out best when this turn and what answers it are played through."""
    held = commander.level
    budget = Budget(held.ticks, held.forks, held.seconds)

    def trial(posture: Posture, sample: int) -> tuple[float, int]:
        state = unanswered(guess(view, commander.setting, sample), view.stack)
        return _played(state, commander, posture, Dice((seed * 7919 + sample) % MANY))

    plans = postures(held, guess(view, commander.setting, 0), commander.side)
    found = race(plans, trial, budget, clock)
    return found, plans[found.best]


def _played(state: State, commander: Commander, posture: Posture, dice: Dice) -> tuple[float, int]:
    """What comes of a posture, and how many answers it took to see that.

    Both sides are led by sergeants, who cost a third of a captain.
    """
    side, setting = commander.side, state.table.setting
    enemy = setting.enemy(side)
    own = replace(posture, character=replace(posture.character, sight=NEIGHBOURS))
    players = {
        side: commander.imagined(side, own),
        enemy: commander.imagined(enemy, Posture(replace(commander.level, sight=NEIGHBOURS))),
    }
    near = len(setting.turns) - state.table.turn <= LAST
    turns = _Turns(state, 2 * len(setting.turns) if near else PLAYED)
    answers = 0
    while not isinstance(state.pending, Over) and not turns.are_over(state):
        pending = state.pending
        if isinstance(pending, Ask):
            found = players[pending.side].conducted(state.table, pending)
            if found is None or found not in pending.options:
                found = safe_default(pending)
            _, state = obeyed(state, found)
            answers += 1
        else:
            state = answer(state, dice.fall(state, pending))
    return judged(state, side), answers


class _Turns:
    """Counts player turns until enough are played."""

    def __init__(self, state: State, most: int) -> None:
        self.here, self.left = (state.table.turn, state.table.phasing), most

    def are_over(self, state: State) -> bool:
        now = (state.table.turn, state.table.phasing)
        if now != self.here and state.table.phasing:
            self.here, self.left = now, self.left - 1
        return self.left <= 0
