"""The doctrine of Bataille Empire: its commander, its greedy player, and how battles are judged."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from grognard.kernel import State
from grognard.planning.doctrine import Doctrine, Ladder
from grognard.planning.levels import Character, figures_in
from grognard.planning.planner import Choose
from grognard.systems.empire.doctrine.commander import commander_of
from grognard.systems.empire.doctrine.critic import CRITICISM
from grognard.systems.empire.doctrine.drawn import position
from grognard.systems.empire.doctrine.greedy import Greedy
from grognard.systems.empire.doctrine.score import score
from grognard.systems.empire.setting import Setting
from grognard.systems.empire.sheet import HALVES
from grognard.systems.empire.table import Table

RASH: Final = Character(sight=0, danger=0.0, support=0.0, margin=0.0)
"""The greedy player sees what it can gain, and nothing else."""


def greedy(setting: Setting, side: str, seed: int) -> Choose:
    return Greedy(setting, side, RASH).choose


def losses_of(state: State, side: str) -> int:
    """Losses of a side, in halves; a unit that is gone has lost all that it could bear."""
    table: Table = state.table
    stands = sum(table.pieces[unit].halves for unit in table.units_of(side))
    gone = [unit for unit in table.removed if unit in table.setting.roster]
    return stands + sum(
        table.printed(unit).cohesion * HALVES for unit in gone if table.side_of(unit) == side
    )


WEIGHTS: Final = Path(__file__).with_name("weights.yaml")

DOCTRINE: Final = Doctrine(
    figures=lambda: figures_in(WEIGHTS),
    score=lambda state, side: score(state.table, side),
    commander=commander_of,
    greedy=greedy,
    losses=losses_of,
    position=position,
    criticism=CRITICISM,
    ladder=Ladder(
        packs=(("outpost", 60),),
        quick=(("outpost", 20),),
        top=(("hagelberg-empire", 12),),
        top_quick=(("hagelberg-empire", 4),),
    ),
)
