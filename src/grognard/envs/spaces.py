"""The spaces of both environments: one for what is observed, one for what is chosen."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from grognard.envs.arena import Arena
from grognard.envs.board import ROW
from grognard.envs.features import PLAIN, SLOT
from grognard.planning.slots import SLOTS


def observations(battle: Arena) -> spaces.Dict:
    """``observation``: the table; ``options``: a row for each slot; ``action_mask``: which are there;
    ``planes``: the map; ``units``: a row for each unit."""
    found: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0.0, 1.0, (PLAIN + len(battle.purposes),), np.float32),
        "options": spaces.Box(-1.0, 1.0, (SLOTS, SLOT), np.float32),
        "action_mask": spaces.Box(0, 1, (SLOTS,), np.int8),
        "planes": spaces.Box(-1.0, 1.0, battle.board.shape, np.float32),
        "units": spaces.Box(-1.0, 1.0, (len(battle.board.roster), ROW), np.float32),
    }
    return spaces.Dict(found)


def actions() -> spaces.Discrete:
    """A slot."""
    return spaces.Discrete(SLOTS)
