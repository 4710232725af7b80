"""Random play reaches what happens seldom: reserves, losses that come back, units that leave."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.bots.random_bot import choose
from grognard.kernel import Over
from grognard.kernel.conformance import RandomGame
from grognard.systems.empire.kinds import Edge
from grognard.systems.empire.setting import Exit
from grognard.systems.empire.system import SYSTEM

replace = msgspec.structs.replace
SELDOM = {"LossRecovered", "ReserveCalled", "Withdrawn"}
MOST = 16


def outpost_with_a_reserve() -> Any:
    """The outpost with worn units that look homeward, its divisions in reserve, and edges to leave by."""
    setting = SYSTEM.library.setting("outpost", {})
    first = {held.side: name for name, held in reversed(setting.divisions.items())}
    divisions = {
        name: replace(held, reserve=name == first[held.side])
        for name, held in setting.divisions.items()
    }
    stands = {
        unit: replace(
            held,
            halves=min(5, 2 * setting.roster[unit].cohesion - 1),
            pose=replace(held.pose, facing=(held.pose.facing + 180) % 360),
        )
        for unit, held in setting.stands.items()
    }
    exits = tuple(
        Exit(side, edge, 0, setting.width if edge in FLAT else setting.height)
        for side in setting.sides
        for edge in Edge
    )
    return replace(setting, divisions=divisions, stands=stands, exits=exits)


FLAT = (Edge.NORTH, Edge.SOUTH)


@pytest.mark.rule("E24.4", "E64.4", "EV.3")
def test_random_play_reaches_reserves_recovered_losses_and_withdrawals() -> None:
    setting = outpost_with_a_reserve()
    seen: set[str] = set()
    for seed in range(1, MOST + 1):
        game = RandomGame(SYSTEM.rules, setting, seed, choose)
        while not isinstance(game.state.pending, Over) and seen < SELDOM:
            game.step()
            seen |= SELDOM & {type(event).__name__ for event in game.state.happened}
        if seen == SELDOM:
            return
    raise AssertionError(f"never seen: {sorted(SELDOM - seen)}")
