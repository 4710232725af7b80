"""Battles for programs that learn: a PettingZoo environment for both sides, a Gymnasium one for one.

Needs the extra ``envs``: ``pip install 'grognard[envs]'``; for OpenSpiel also ``spiel``. What is observed and what can be done
stands in ``features`` and ``slots``.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from grognard.kernel.errors import GrognardError


def env(scenario: str = "duel", **settings: Any) -> Any:
    """Both sides, one after the other: :class:`grognard.envs.aec.BattleEnv`."""
    return _made("aec", "envs").BattleEnv(scenario, **settings)


def single(scenario: str = "duel", **settings: Any) -> Any:
    """One side against a bot: :class:`grognard.envs.one_side.SingleEnv`."""
    return _made("one_side", "envs").SingleEnv(scenario, **settings)


def spiel(scenario: str = "duel", **settings: Any) -> Any:
    """A battle as a game of OpenSpiel: :class:`grognard.envs.openspiel.BattleGame`."""
    return _made("openspiel", "spiel").BattleGame({"scenario": scenario, **settings})


def _made(module: str, extra: str) -> Any:
    """One of our modules that needs an extra."""
    try:
        return import_module(f"{__name__}.{module}")
    except ModuleNotFoundError as problem:
        need = f"{problem.name} is missing: pip install 'grognard[{extra}]'"
        raise GrognardError(need) from None


def _register() -> None:
    """``gymnasium.make("grognard.envs:grognard/Battle-v1", scenario=...)`` finds a battle."""
    try:
        import gymnasium
    except ImportError:
        return
    if "grognard/Battle-v1" not in gymnasium.registry:
        gymnasium.register("grognard/Battle-v1", entry_point="grognard.envs.one_side:SingleEnv")


_register()
