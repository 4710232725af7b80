"""A guided battle whose pupil does what every lesson proposes, against the one who holds his ground."""

from __future__ import annotations

from grognard.bots.holding_bot import choose
from grognard.desks.guide import Guide, is_done
from grognard.kernel import Ask, State, answer
from grognard.kernel.chance import Stream
from grognard.kernel.questions import Over, Roll
from grognard.kernel.seeing import see
from grognard.planning.planner import safe_default
from grognard.systems.plug import System


def guide_of(system: System, pack: str) -> Guide:
    found: Guide | None = system.library.setting(pack, {}).guide
    assert found is not None
    return found


def taught(system: System, pack: str, seed: int) -> tuple[list[str], State]:
    """The lessons that come when every proposed order is given, and the end of the battle."""
    guide, setting = guide_of(system, pack), system.library.setting(pack, {})
    state, dice, mind = system.rules.opening(setting), Stream(seed), Stream(seed + 1)
    learnt: list[str] = []
    while not isinstance(state.pending, Over):
        pending = state.pending
        if isinstance(pending, Roll):
            outcomes = list(pending.outcomes())
            state = answer(state, outcomes[dice.randrange(len(outcomes))])
            continue
        assert isinstance(pending, Ask)
        if pending.side != guide.side:
            seen = see(system.rules, state, pending.side)
            state = answer(state, choose(seen.view, seen.ask, mind))
            continue
        step = guide.current(pending.purpose, state.table.turn, learnt)
        orders = [system.rules.parse(text) for text in step.orders] if step else []
        order = next((each for each in orders if each in pending.options), safe_default(pending))
        turn, state = state.table.turn, answer(state, order)
        if step and (is_done(step, str(order), state.happened, turn) or str(order) == "done"):
            learnt.append(step.id)
    return learnt, state
