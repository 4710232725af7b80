"""A battle as a Gymnasium environment: one side is the agent, the other one a bot."""

from __future__ import annotations

import copy
import math
from typing import Any

import gymnasium
import numpy as np

from grognard.bots.guard import Fault, Guard
from grognard.bots.roster import player
from grognard.envs.arena import MOST, Arena, Observation
from grognard.envs.spaces import actions, observations
from grognard.kernel.chance import Stream
from grognard.kernel.errors import GrognardError


class SingleEnv(gymnasium.Env[Observation, Any]):
    """``side`` (the first, unless told otherwise) against ``opponent``, a player of the roster.

    Reward, mask and illegal slots are those of :class:`grognard.envs.aec.BattleEnv`.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = "duel",
        side: str = "",
        opponent: str = "random",
        options: dict[str, str] | None = None,
        shaping: float = 0.0,
        most: int = MOST,
    ) -> None:
        self.battle, self.shaping, self.most = Arena(scenario, options), shaping, most
        self.side = side or self.battle.sides[0]
        if self.side not in self.battle.sides:
            known = ", ".join(self.battle.sides)
            raise GrognardError(f"there is no side {side!r}: {known}")
        self.other = next(each for each in self.battle.sides if each != self.side)
        self.opponent = opponent
        self.faults: list[Fault] = []
        self.observation_space, self.action_space = observations(self.battle), actions()
        self.render_mode = "ansi"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new battle. With a seed it is always the same; without one, the next of a series."""
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**48))
        self.battle.begin(number)
        battle = self.battle
        self._mind = Stream(number + 1)
        self._seat()
        self._go_on()
        self._lead = battle.lead(self.side)
        return battle.observe(self.side), {}

    def _seat(self) -> None:
        """Sit the opponent down; one who keeps a plan in his head makes it anew."""
        battle = self.battle
        bot = player(self.opponent, battle.system, battle.setting, self.other, battle.seed)
        self._bot = Guard(self.opponent, bot, self.faults.append, patience=math.inf)

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which slots can be taken, as yes and no."""
        return self.battle.masks().astype(bool)

    def clone(self, dice: int | None = None) -> SingleEnv:
        """An environment in the same battle that goes on by itself; its opponent plans anew.

        ``dice`` is a seed for others than those of the battle itself.
        """
        twin = object.__new__(SingleEnv)
        twin.__dict__.update(self.__dict__)
        twin.battle, twin._mind = self.battle.clone(dice), self._mind.fork()
        twin.np_random = copy.deepcopy(self.np_random)
        twin.faults = list(self.faults)
        twin._seat()
        return twin

    def restore(self, kept: SingleEnv) -> None:
        """Go back to where a clone was made."""
        self.__dict__.update(kept.clone().__dict__)

    def __getstate__(self) -> dict[str, Any]:
        return {name: held for name, held in self.__dict__.items() if name != "_bot"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        if hasattr(self, "_mind"):
            self._seat()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        battle = self.battle
        if battle.is_over:
            raise GrognardError("the battle is over: reset begins another")
        legal = battle.choose(int(action))
        self._go_on()
        lead = battle.lead(self.side)
        reward = self.shaping * (lead - self._lead) + battle.score(self.side)
        self._lead = lead
        over = battle.is_over
        cut = battle.choices >= self.most and not over
        info = {} if legal else {"illegal": True}
        return battle.observe(self.side), reward, over, cut, info

    def render(self) -> Any:
        """The table in a few lines of text."""
        return self.battle.told()

    def _go_on(self) -> None:
        """Let the opponent answer until the agent is asked, or all is over."""
        battle = self.battle
        while battle.asked == self.other:
            view = battle.view(self.other)
            battle.give(self._bot.choose(view, battle.ask, self._mind))
