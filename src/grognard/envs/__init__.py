"""Battles for programs that learn: a PettingZoo environment for both sides, a Gymnasium one for one.

Needs the extra ``envs``: ``pip install 'grognard[envs]'``. What is observed and what can be done
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
