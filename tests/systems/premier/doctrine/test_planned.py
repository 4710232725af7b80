"""Every side-turn of the marshal is planned, and the record shows it."""

from __future__ import annotations

import pytest

from grognard.bots.roster import commander
from grognard.kernel import Ask, answer
from grognard.kernel.chance import Stream
from grognard.kernel.conformance import fallen
from grognard.kernel.questions import Draw, Roll
from grognard.kernel.seeing import see
from grognard.planning.planner import safe_default
from grognard.systems.bataille.doctrine.commander import OPENS
from grognard.systems.registry import system_of


@pytest.mark.parametrize(
    ("pack", "told"), [("hagelberg", "no enemy in reach"), ("charge", "as planned")]
)
def test_the_posture_of_a_side_turn_stands_in_the_record(pack: str, told: str) -> None:
    system, stream = system_of(pack), Stream(1)
    setting = system.library.setting(pack, {})
    state = system.rules.opening(setting)
    for _ in range(50):
        pending = state.pending
        if isinstance(pending, Roll | Draw):
            state = answer(state, fallen(pending, stream))
        elif isinstance(pending, Ask) and pending.purpose not in OPENS:
            state = answer(state, safe_default(pending))
        else:
            break
    assert isinstance(state.pending, Ask)
    side = state.pending.side
    marshal, seen = commander("marshal", system, setting, side, 1), see(system.rules, state, side)
    marshal.choose(seen.view, seen.ask, stream)
    assert marshal.record[0].turn == state.table.turn
    assert told in marshal.record[0].why
