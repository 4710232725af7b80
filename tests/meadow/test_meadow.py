"""A system on a measured table, without a hex: played by every room that knows no rulebook."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from grognard.bots import eager_bot, random_bot
from grognard.desks import library
from grognard.host.dice import DiceSource
from grognard.host.game import Game
from grognard.kernel import Ask, Event, IllegalAction, why_not
from grognard.kernel.chance import Stream
from grognard.kernel.conformance import Choose, play_random
from grognard.kernel.refusals import Tally, sample_refusals
from grognard.mechanics.places import name
from tests.meadow.pieces import Fired, Go, Moved, meadow, placed
from tests.meadow.rules import RULES
from tests.meadow.system import SYSTEM
from tests.web.halls import desk_at, heard, live_table, only, room_of, said

PACK = Path(__file__).parent / "pack"


def played(choose: Choose, seed: str = "meadow") -> tuple[Game, list[Event]]:
    setting = meadow("meadow", {})
    game = Game(SYSTEM, setting, dict.fromkeys(setting.sides, "random"), DiceSource.seeded(seed))
    stream, events = Stream(1), list(game.state.happened)
    while not game.is_over:
        states = list(game.roll_on())
        ask = game.state.pending
        if isinstance(ask, Ask):
            states.append(game.answer(ask.side, choose(game.view(ask.side), ask, stream)))
        events += [event for state in states for event in state.happened]
    return game, events


@pytest.mark.parametrize("choose", [random_bot.choose, eager_bot.choose])
def test_simple_bots_play_it_to_its_verdict(choose: Choose) -> None:
    game, events = played(choose)
    assert any(isinstance(event, Moved) for event in events)
    assert any(isinstance(event, Fired) for event in events)
    assert "meadow" in SYSTEM.rules.view(game.state, "red").question.verdict


@pytest.mark.parametrize("seed", range(8))
def test_it_keeps_every_law_of_the_conformance_kit(seed: int) -> None:
    record = play_random(RULES, meadow("meadow", {}), seed, checks=3, choose=random_bot.choose)
    assert record.failure == ""
    assert record.verdict


def test_every_order_it_refuses_is_told_why() -> None:
    tally, book = Tally(), SYSTEM.library.book()
    for seed in range(5):
        sample_refusals(
            RULES, meadow("meadow", {}), seed, 100, tally, known=frozenset(book.clauses)
        )
    assert tally.refused > 100
    assert tally.broken == []


def test_any_point_may_be_drafted_though_few_are_listed() -> None:
    state = RULES.opening(meadow("meadow", {}))
    assert isinstance(state.pending, Ask)
    near, back = Go("R1", (placed((6_321, 9_777)),)), Go("R1", (placed((4_000, 9_500)),))
    assert near in state.pending.options
    assert near not in list(state.pending.options)
    assert back not in state.pending.options
    game = Game(SYSTEM, meadow("meadow", {}), {}, DiceSource.seeded("1"))
    with pytest.raises(IllegalAction, match="45 degrees"):
        game.answer("red", back)


def test_a_drag_is_completed_or_refused_with_its_clause() -> None:
    async def scene() -> None:
        desk = desk_at(live_table(room_of(library.document(PACK))), "red")
        await desk.open()
        shown = heard(desk)
        assert only(shown, "question")["purpose"] == "movement"
        counter = only(shown, "view")["view"]["counters"]["R1"]
        assert counter["shape"] == {
            "places": [placed((5_000, 9_500))], "heading": 90, "width": 2000, "depth": 500,
        }  # fmt: skip
        reach = await said(desk, type="look", what="reach", unit="R1", seq=1)
        found = only(reach, "look")["found"]
        assert found["drafts"] == "drill"
        assert found["forms"] == ["column"]
        assert {"kind": "slide", "most": 1000, "least": 1000} in found["motions"]
        assert len(found["outline"]) > 10
        parts = {"type": "draft", "kind": "drill", "by": [{"unit": "R1"}]}
        wheel, ahead = {"kind": "wheel", "by": 10, "side": "left"}, {"kind": "ahead", "by": 2000}
        made = only(await said(desk, **parts, legs=[wheel, ahead], seq=2), "draft")
        offer = made["offer"]
        assert made["reasons"] == []
        assert offer["shape"]["heading"] == 80
        assert [leg["cost"] for leg in offer["legs"]] == [0.35, 2.0]
        assert (offer["cost"], offer["budget"]) == (2.35, 4.0)
        assert all(leg["shape"]["width"] == 2000 for leg in offer["legs"])
        slide = {"kind": "slide", "by": 500, "side": "left"}
        halt = only(await said(desk, **parts, legs=[slide], seq=3), "draft")
        assert [each["clause"] for each in halt["reasons"]] == ["M2.9"]
        told = await said(desk, type="answer", n=0, text=offer["id"], seq=4)
        change = only(told, "update")["change"]["counters"]
        assert change["R1"]["shape"]["places"] == offer["shape"]["places"]
        assert change["R1"]["marks"] == ["acted"]

    asyncio.run(scene())


def test_a_drill_that_is_stopped_is_offered_as_far_as_it_goes() -> None:
    """The part that may be is offered; where the hand would have it, and why not, is told beside."""

    async def scene() -> None:
        desk = desk_at(live_table(room_of(library.document(PACK))), "red")
        await desk.open()
        heard(desk)
        parts = {"type": "draft", "kind": "drill", "by": [{"unit": "R1"}]}
        legs = [{"kind": "form", "form": "column"}, {"kind": "ahead", "by": 3000}]
        made = only(await said(desk, **parts, legs=legs, seq=1), "draft")
        offer = made["offer"]
        assert made["reasons"] == []
        assert (offer["cost"], offer["formation"]) == (4.0, "column")
        assert offer["stops"] == "that is farther than it can go"
        assert offer["beyond"]["places"] != offer["shape"]["places"]
        assert offer["effects"][0] == {
            "tone": "refused", "text": "that is farther than it can go", "clause": "M2.3",
        }  # fmt: skip
        assert offer["id"] == "drill R1 form-column ahead-2000"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("order", "clause"),
    [
        ("drill R1 wheel-left-91", "M2.8"),
        ("drill R1 slide-left-500", "M2.9"),
        ("drill R1 form-column form-line", "M2.10"),
        ("drill R1 form-star", "M2.10"),
        ("drill R1 ahead-0", "M2.7"),
        ("drill R1 ahead-4001", "M2.3"),
        ("drill R1 ahead-3000 about ahead-100", "M2.3"),
        ("drill R2 wheel-left-90 ahead-4000", "M2.3"),
        ("drill B1 ahead-500", "M2.1"),
    ],
)
def test_a_drill_is_refused_with_its_clause(order: str, clause: str) -> None:
    state = RULES.opening(meadow("meadow", {}))
    assert [each.clause for each in why_not(state, RULES.parse(order))] == [clause]


def test_fire_arcs_and_command_are_laid_over_the_map() -> None:
    async def scene() -> None:
        desk = desk_at(live_table(room_of(library.document(PACK))), "red")
        await desk.open()
        heard(desk)
        arcs = only(await said(desk, type="look", what="arcs", unit="R1", seq=1), "look")["found"]
        assert [(each["kind"], each["tone"], each["text"]) for each in arcs["over"]] == [
            ("outline", "near", "2 UD"),
            ("outline", "far", "4 UD"),
        ]
        found = only(await said(desk, type="look", what="range", unit="R1", seq=2), "look")["found"]
        assert [each["kind"] for each in found["over"]] == ["outline", "line"]
        at = placed((5_000, 9_500))
        plot = only(await said(desk, type="look", what="plot", target=at, seq=3), "look")["found"]
        assert any("R1" in line for line in plot["plot"])

    asyncio.run(scene())


def test_orders_name_points_as_people_write_them() -> None:
    order = Go("R1", (placed((6_321, 9_777)),))
    assert str(order) == "go R1 6.321,6.223"
    assert RULES.parse("go R1 6.321,6.223") == order
    assert name(order.path[0]) == "6.321,6.223"
