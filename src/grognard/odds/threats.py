"""What the enemy could do next, asked of any system."""

from __future__ import annotations

from typing import Any

from grognard.kernel import State
from grognard.kernel.system import System


def threat(system: System, state: State, side: str, target: int = 0) -> dict[str, Any]:
    """The look ``threat`` of a side: at one hex with its chains, or at all that it holds."""
    adviser = system.desk().adviser(system, state.table.setting)
    found: dict[str, Any] = adviser.look(state, side, "threat", target=target)
    return found
