"""Pointing at a place, or at somebody, of which nothing comes: one line says why, with the clause."""

from __future__ import annotations

import asyncio
from itertools import islice

import pytest

from grognard.bots.random_bot import choose
from grognard.host.advice import adviser
from grognard.host.room import Room
from grognard.kernel import Ask
from grognard.kernel.chance import Stream
from grognard.kernel.errors import NOT_OFFERED
from tests.web.halls import desk_at, heard, live_table, only, room_of, said

ANSWERS = 250
"""So many answers are given by chance."""

STRIKES = {
    "duel": {"movement", "offensive-fire", "declare-assault"},
    "charge": {"movement", "offensive-fire", "designate-charges", "ride"},
    "village-xxx": {"movement"},
    "crossroads": {"movement", "bombard"},
    "outpost": {"movement", "final-fire", "charge"},
}
"""Battles, and where in them somebody who points in vain must have heard why."""


def told(room: Room, stream: Stream) -> set[str]:
    """The purpose of the question, where pointing at an enemy is refused; offers are refused to nobody."""
    ask, table = room.state.pending, room.state.table
    assert isinstance(ask, Ask)
    advice = adviser(room.system, room.setting)
    if ask.purpose not in advice.on_map:
        return set()
    for offer in islice(advice.offers(room.state)[0], 3):
        if offer.role == "strike" and offer.at and len(offer.by) == 1:
            foe = next((each for each in table.pieces if table.pieces[each].at == offer.at), "")
            assert advice.barred(room.state, ask.side, offer.by[0].unit, offer.at, foe) is None
    mine = [unit for unit in table.pieces if table.side_of(unit) == ask.side]
    foes = [unit for unit in table.pieces if table.side_of(unit) != ask.side]
    found = set()
    for _ in range(3 if mine and foes else 0):
        unit, foe = mine[stream.randrange(len(mine))], foes[stream.randrange(len(foes))]
        why = advice.barred(room.state, ask.side, unit, table.pieces[foe].at, foe)
        if why is not None:
            assert why.clause, why
            assert not why.text.startswith(NOT_OFFERED), why
            found.add(ask.purpose)
    return found


@pytest.mark.parametrize("scenario", STRIKES)
def test_who_points_at_an_enemy_in_vain_hears_why_with_the_clause(scenario: str) -> None:
    found: set[str] = set()
    for seed in range(4):
        room, stream = room_of(scenario), Stream(seed)
        for _ in range(ANSWERS):
            ask = room.state.pending
            if not isinstance(ask, Ask) or found >= STRIKES[scenario]:
                break
            found |= told(room, stream)
            order = choose(room.system.rules.view(room.state, ask.side), ask, stream)
            room.take(room.answered(ask.side, str(order)))
    assert found >= STRIKES[scenario]


def test_a_march_is_told_who_holds_the_hex_and_what_a_farther_one_costs() -> None:
    async def scene() -> None:
        room = room_of("duel")
        desk = desk_at(live_table(room), room.asked)
        await desk.open()
        heard(desk)
        held, far = room.state.table.pieces["P1"].at, 1007
        for at, whom, words in ((held, "P1", "the enemy holds"), (far, "", "points and")):
            asked = {"type": "look", "what": "barred", "unit": "F1", "target": at, "of": whom}
            reason = only(await said(desk, **asked), "look")["found"]["reason"]
            assert words in reason["text"]
            assert f"{at:04d}" in reason["text"]
            assert reason["clause"] == "P18.1"

    asyncio.run(scene())


def test_who_waits_at_the_edge_is_told_where_he_may_not_come_in() -> None:
    room = room_of("hagelberg")
    advice, state = adviser(room.system, room.setting), room.state
    units = advice.look(state, room.asked, "units")["units"]
    waiting = next(unit for unit in units if unit not in state.table.pieces)
    ways = [offer for offer in advice.offers(state, waiting)[0] if offer.role == "enter"]
    why = advice.barred(state, room.asked, waiting, 2427, "")
    assert str(why).endswith("may not come in at 2427 (P45.2)")
    assert advice.barred(state, room.asked, waiting, ways[0].at, "") is None


def test_whoever_is_not_asked_hears_nothing() -> None:
    async def scene() -> None:
        room = room_of("duel")
        desk = desk_at(live_table(room), next(side for side in room.sides if side != room.asked))
        await desk.open()
        heard(desk)
        asked = {"type": "look", "what": "barred", "unit": "P1", "target": 706, "of": ""}
        assert only(await said(desk, **asked), "look")["found"] == {}

    asyncio.run(scene())
