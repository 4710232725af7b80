"""Battles for programs that learn: a PettingZoo environment for both sides, a Gymnasium one for one.

Needs the extra ``envs``: ``pip install 'grognard[envs]'``; for OpenSpiel also ``spiel``. What is observed and what can be done
stands in ``features`` and ``slots``.
"""

from __future__ import annotations

from typing import Any


def env(scenario: str = "duel", **settings: Any) -> Any:
    """Both sides, one after the other: :class:`grognard.envs.aec.BattleEnv`."""
    from grognard.envs.aec import BattleEnv

    return BattleEnv(scenario, **settings)


def single(scenario: str = "duel", **settings: Any) -> Any:
    """One side against a bot: :class:`grognard.envs.one_side.SingleEnv`."""
    from grognard.envs.one_side import SingleEnv

    return SingleEnv(scenario, **settings)


def spiel(scenario: str = "duel", **settings: Any) -> Any:
    """A battle as a game of OpenSpiel: :class:`grognard.envs.openspiel.BattleGame`."""
    from grognard.envs.openspiel import BattleGame

    return BattleGame({"scenario": scenario, **settings})


def _register() -> None:
    """``gymnasium.make("grognard.envs:grognard/Battle-v1", scenario=...)`` finds a battle."""
    try:
        import gymnasium
    except ImportError:
        return
    if "grognard/Battle-v1" not in gymnasium.registry:
        gymnasium.register("grognard/Battle-v1", entry_point="grognard.envs.one_side:SingleEnv")


_register()
