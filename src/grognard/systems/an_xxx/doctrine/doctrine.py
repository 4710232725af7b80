"""The doctrine of An XXX: a greedy opponent, and how its battles are judged."""

from __future__ import annotations

from typing import Any, Final

from grognard.planning.doctrine import Doctrine
from grognard.planning.planner import Choose
from grognard.systems.an_xxx.doctrine.greedy import Greedy
from grognard.systems.bataille.packs.victory import losses
from grognard.systems.bataille.setting import Setting


def greedy(setting: Setting, side: str, seed: int) -> Choose:
    return Greedy(setting, side, seed).choose


def losses_of(state: Any, side: str) -> int:
    """Increments that a side has lost."""
    return losses(state.table, side)


DOCTRINE: Final = Doctrine(greedy=greedy, losses=losses_of)
