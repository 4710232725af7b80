"""Losses, changes of state and halts are told with the clause behind them."""

from __future__ import annotations

import pytest

from grognard.bots import eager_bot
from grognard.kernel import Event
from grognard.kernel.conformance import RandomGame
from grognard.kernel.questions import Over
from grognard.systems.nlc.command.order_events import Complied
from grognard.systems.nlc.desk.sentences import NlcTeller
from grognard.systems.nlc.events import Disrupted, LostStep, Marked, Removed
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.losses import HitsTaken
from grognard.systems.nlc.pieces import Fate, Mark
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import Order
from grognard.systems.nlc.system import SYSTEM

PLAIN = {"Moved", "LeaderMoved", "QuartersMoved", "SegmentBegan", "PartDetached"}
"""Comings and goings, which every rule of movement stands behind."""

RESERVE = Order(OrderType.RESERVE)


@pytest.mark.parametrize("pack", ["crossroads", "quatre-bras"])
def test_whatever_is_told_of_a_battle_names_its_clause(pack: str) -> None:
    setting = SYSTEM.library.setting(pack, {})
    game, teller = RandomGame(SYSTEM.rules, setting, 4, eager_bot.choose), NlcTeller(setting)
    told = set()
    while not isinstance(game.state.pending, Over):
        game.step()
        for telling in teller.tellings(game.state.happened):
            told.add(telling.of)
            assert telling.clauses or telling.of in PLAIN, telling
    assert {"LostStep", "Disrupted", "RetreatedTo", "Complied"} <= told


@pytest.mark.parametrize(
    ("event", "clause"),
    [
        (Disrupted("husson", "crowd"), "N7.4.8"),
        (Disrupted("husson", "retreat"), "N19.1.2"),
        (Disrupted("husson", "test"), "N19.1.1"),
        (Disrupted("husson", "zone"), "N19.1.3"),
        (Disrupted("husson", "charge"), "N7.7.14"),
        (Disrupted("husson", "bombardment"), "N8.1.4"),
        (LostStep("husson", 1), "N7.2.1"),
        (LostStep("husson", 2), "N6.2.2"),
        (HitsTaken("french", 1, "zone"), "N7.4.9"),
        (HitsTaken("french", 1, "cornered"), "N7.4.10"),
        (Removed("husson", Fate("starved", 2, supplied=False)), "N17.2"),
        (Removed("husson", Fate("retreated", 2)), "N5.6.1"),
        (Marked("husson", Mark.MOVED), "N7.9.4"),
        (
            Complied("french", Force("fr_ii", "french", "fr_ii", "", RESERVE), RESERVE, "blocked"),
            "N12.9.2",
        ),
    ],
)
def test_a_loss_a_disorder_and_a_halt_say_what_brought_them(event: Event, clause: str) -> None:
    teller = NlcTeller(SYSTEM.library.setting("quatre-bras", {}))
    assert not teller.is_bookkeeping(event)
    assert clause in teller.telling(event).clauses
