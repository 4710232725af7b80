"""A battle as a game of OpenSpiel: dice are chance nodes, the sides are players 0 and 1."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

from grognard.envs.arena import MOST, Arena
from grognard.planning.slots import SLOTS

MOST_FALLS: Final = 216
"""No throw of any rulebook falls in more ways."""

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_grognard",
    long_name="Grognard: a battle of a scenario",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"scenario": "duel", "seed": 0, "most": MOST},
)


class BattleGame(pyspiel.Game):  # type: ignore[misc]
    """``scenario`` from its opening; ``seed`` thins what does not fit into the slots."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        held = {**GAME_TYPE.parameter_specification, **(params or {})}
        self.most = int(held["most"])
        self.opening = Arena(str(held["scenario"]), throws=False)
        self.opening.begin(int(held["seed"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=SLOTS, max_chance_outcomes=MOST_FALLS, num_players=2,
            min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=self.most,
        )  # fmt: skip
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> BattleState:
        return BattleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.opening)


class BattleState(pyspiel.State):  # type: ignore[misc]
    """A moment of the battle. One that has gone on for too many choices is a draw."""

    def __init__(self, game: BattleGame) -> None:
        super().__init__(game)
        self.most, self.battle = game.most, game.opening.clone()

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        battle = self.battle
        return battle.sides.index(battle.asked) if battle.asked else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.battle.menu.slots)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        ways = len(self.battle.falls())
        return [(place, 1 / ways) for place in range(ways)]

    def _apply_action(self, action: int) -> None:
        if self.battle.asked:
            self.battle.choose(action)
        else:
            self.battle.fall(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.battle.falls()[action])
        slot = self.battle.menu.slots[action]
        return str(slot.order()) if slot.is_order else f"{slot.unit} {slot.verb}".strip()

    def is_terminal(self) -> bool:
        return self.battle.is_over or self.battle.choices >= self.most

    def returns(self) -> list[float]:
        return [self.battle.score(side) for side in self.battle.sides]

    def __str__(self) -> str:
        return f"{self.battle.choices} {self.battle.told()}"


class Observer:
    """What a player may know, as one row of figures and by the names of its parts."""

    def __init__(self, battle: Arena) -> None:
        parts = battle.observe(battle.sides[0])
        self.tensor = np.zeros(sum(part.size for part in parts.values()), np.float32)
        self.dict, first = {}, 0
        for name, part in parts.items():
            self.dict[name] = self.tensor[first : first + part.size].reshape(part.shape)
            first += part.size

    def set_from(self, state: BattleState, player: int) -> None:
        battle = state.battle
        for name, part in battle.observe(battle.sides[player]).items():
            self.dict[name][...] = part

    def string_from(self, state: BattleState, player: int) -> str:
        return f"{state.battle.sides[player]}: {state}"


pyspiel.register_game(GAME_TYPE, BattleGame)
