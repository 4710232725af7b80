"""A battle as a PettingZoo environment: the agents are the sides, asked one after the other."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from grognard.envs.arena import MOST, Arena, Observation
from grognard.envs.spaces import actions, observations

KEPT = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
"""What changes with every step."""


class BattleEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """Both sides of a battle. The same agent is often asked several times in a row.

    Rewards come at the end, from -1 to 1, and sum to nothing. With ``shaping`` every step also
    brings that much of the change in losses: the enemy's less one's own, as shares of strength.
    A slot outside the mask forfeits the decision to a safe default; ``infos`` tells it.
    """

    metadata = {"name": "grognard_v1", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        scenario: str = "duel",
        options: dict[str, str] | None = None,
        shaping: float = 0.0,
        most: int = MOST,
    ) -> None:
        super().__init__()
        self.battle, self.shaping, self.most = Arena(scenario, options), shaping, most
        self.possible_agents = list(self.battle.sides)
        self.observation_spaces = {
            agent: observations(self.battle) for agent in self.possible_agents
        }
        self.action_spaces = {agent: actions() for agent in self.possible_agents}
        self.render_mode = "ansi"
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new battle. With a seed it is always the same; without one, the next of a series."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.battle.begin(int(self._chance.integers(2**48)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._lead = self.battle.lead(self.battle.sides[0])
        self.agent_selection = self.battle.asked or self.agents[0]

    def observe(self, agent: str) -> Observation:
        return self.battle.observe(agent)

    def action_masks(self) -> np.ndarray[Any, Any]:
        """The mask of the agent whose turn it is, as yes and no."""
        return self.battle.masks().astype(bool)

    def clone(self, dice: int | None = None) -> BattleEnv:
        """An environment in the same battle; ``dice`` is a seed for others than those of the battle."""
        twin = copy.copy(self)
        twin.battle = self.battle.clone(dice)
        twin._chance = copy.deepcopy(self._chance)
        for name in KEPT:
            setattr(twin, name, copy.copy(getattr(self, name)))
        return twin

    def restore(self, kept: BattleEnv) -> None:
        """Go back to where a clone was made."""
        self.__dict__.update(kept.clone().__dict__)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        legal = self.battle.choose(int(action))
        self.infos = {each: {} for each in self.agents}
        self.infos[agent] = {} if legal else {"illegal": True}
        self._reward()
        if self.battle.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.battle.choices >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.battle.asked or self.agents[0]
        self._accumulate_rewards()

    def _reward(self) -> None:
        first, second = self.battle.sides
        lead = self.battle.lead(first) if self.shaping else 0.0
        change = self.shaping * (lead - self._lead) if self.shaping else 0.0
        self._lead = lead
        gained = change + self.battle.score(first)
        self.rewards = {first: gained, second: -gained}

    def render(self) -> str:
        """The table in a few lines of text."""
        return self.battle.told()

    def close(self) -> None:
        """Nothing is held open."""
