"""A march bent through hexes on the way: asked over the line of a table, and one order like any."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Coroutine, Iterator
from typing import Any

import msgspec
import pytest

from grognard.bots.random_bot import choose
from grognard.host.advice import adviser
from grognard.host.room import Room
from grognard.kernel import Ask, Reason
from grognard.kernel.chance import Stream
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.desk import bending as premier
from grognard.systems.bataille.movement.march import InHand, leg_from, take_in_hand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import after, may_rest, words_for
from grognard.systems.bataille.pieces import Forms
from grognard.systems.bataille.table import Table
from grognard.systems.nlc.desk import bending as nlc
from grognard.systems.nlc.movement.options import MovementOptions as Moves
from grognard.systems.nlc.movement.reach import Walker
from grognard.web.connection import Connection
from grognard.web.live import LiveTable
from tests.web.halls import desk_at, heard, live_table, only, room_of, said


def run(scene: Coroutine[Any, Any, None]) -> None:
    asyncio.run(scene)


def marching(scenario: str, seed: int = 1) -> Room:
    """A battle whose side is asked for movement, with somebody who can go."""
    room, stream = room_of(scenario), Stream(seed)
    while True:
        pending = room.state.pending
        assert isinstance(pending, Ask), "the battle ended before anybody marched"
        if pending.purpose == "movement" and marcher(room):
            return room
        action = choose(room.system.rules.view(room.state, pending.side), pending, stream)
        room.take(room.answered(pending.side, str(action)))


def marcher(room: Room) -> str:
    """A unit of the side that is asked that can go somewhere by more than one step, or none."""
    advice, state = adviser(room.system, room.setting), room.state
    for unit in advice.look(state, room.asked, "units")["units"]:
        if unit in state.table.pieces:
            reach = advice.reach(state, room.asked, (unit,))
            if any(len(way.path) > 1 for way in reach.ways):
                return str(unit)
    return ""


async def sitting(room: Room) -> Connection:
    desk = desk_at(live_table(room), room.asked)
    await desk.open()
    heard(desk)
    return desk


async def looked(desk: Connection, what: str, **about: Any) -> dict[str, Any]:
    found: dict[str, Any] = only(await said(desk, type="look", what=what, **about), "look")["found"]
    return found


def room_at(desk: Connection) -> Room:
    assert isinstance(desk.table, LiveTable)
    return desk.table.room


async def mover(desk: Connection) -> tuple[str, list[dict[str, Any]]]:
    """A unit that can go, and its reach."""
    unit = marcher(room_at(desk))
    return unit, (await looked(desk, "reach", unit=unit))["ways"]


def named(*hexes: int) -> str:
    return " ".join(f"{at:04d}" for at in hexes)


@pytest.mark.parametrize("scenario", ["duel", "village", "crossroads"])
def test_a_way_that_is_not_bent_costs_what_reach_says(scenario: str) -> None:
    async def scene() -> None:
        desk = await sitting(marching(scenario))
        unit, hexes = await mover(desk)
        for each in hexes[:: max(1, len(hexes) // 12)]:
            found = await looked(desk, "way", unit=unit, text=named(each["path"][-1]))
            assert found["offers"][0]["cost"] == each["cost"], each
            assert found["offers"][0]["costs"][-1] == each["cost"]

    run(scene())


@pytest.mark.parametrize("scenario", ["duel", "village", "crossroads"])
def test_every_bent_way_goes_through_its_hex_is_legal_and_one_order(scenario: str) -> None:
    async def scene() -> None:
        room = marching(scenario)
        desk = await sitting(room)
        unit, hexes = await mover(desk)
        cheapest = {each["path"][-1]: each["cost"] for each in hexes}
        bent: list[dict[str, Any]] = []
        some = list(cheapest)[:: max(1, len(cheapest) // 7)]
        for by in some:
            for end in some:
                found = await looked(desk, "way", unit=unit, text=named(by, end))
                for option in found["offers"][:3]:
                    assert by in option["path"]
                    assert option["path"][-1] == end
                    assert option["cost"] >= cheapest[end]
                    assert len(option["costs"]) == len(option["path"])
                    reply = only(await said(desk, type="why", text=option["id"]), "why")
                    assert reply["reasons"] == []
                bent += [o for o in found["offers"][:1] if o["cost"] > cheapest[end]]
        dearest = max(bent, key=lambda option: (option["cost"], option["id"]))
        before = room.number
        told = room.numbering.told(desk.whose, before)
        only(await said(desk, type="answer", n=told, text=dearest["id"]), "ack")
        assert room.number > before

    run(scene())


def premier_walks(room: Room, hand: InHand, by: int, end: int) -> Iterator[int]:
    """The cost of every path of words through one hex to another, tried one after the other."""
    table = room.state.table
    start = table.pieces[hand.unit]
    waiting: list[tuple[InHand, Any, tuple[int, ...]]] = [(hand, start, (start.hexes[0],))]
    while waiting:
        now, piece, path = waiting.pop()
        if piece.hexes[0] == end and by in path and may_rest(table, start, piece) is None:
            yield now.spent - hand.spent
        for word in words_for(piece):
            leg = leg_from(table, now, piece, word)
            if not isinstance(leg, Reason):
                waiting.append((*after(table, now, piece, leg), (*path, leg.hexes[0])))


def test_premier_finds_the_cheapest_of_all_paths_that_could_be_walked() -> None:
    room = marching("duel")
    assert isinstance(room.state.pending, Ask)
    table = room.state.table
    unit = next(u for u in table.units_of(room.asked) if len(table.pieces[u].hexes) == 1)
    whole = room.state.pending.options.in_hand(unit)
    hand = InHand(unit, 7)
    assert whole.left >= hand.left
    at = table.pieces[unit].at
    near = [to for to in table.setting.ground.around[at] if to]
    compared = 0
    for by in near:
        for end in near:
            found = premier.through(table, hand, (by, end))
            tried = sorted(premier_walks(room, hand, by, end))
            if isinstance(found, Reason):
                assert not tried
                continue
            compared += 1
            assert premier._offer(table, hand, found[0], end).cost == tried[0] / 2
    assert compared > 3


def nlc_walks(walker: Walker, by: int, end: int) -> Iterator[int]:
    waiting: list[tuple[int, int, int, tuple[int, ...]]] = [(walker.at, 0, 0, ())]
    while waiting:
        at, before, spent, path = waiting.pop()
        if at == end and by in path and walker.bar_to_ending(at) is None:
            yield spent
        for to in filter(None, walker.table.setting.ground.around[at]):
            cost = walker.step(at, to, before, walker.left - spent, not path)
            if not isinstance(cost, Reason):
                waiting.append((to, at, spent + cost, (*path, to)))


def test_nlc_finds_the_cheapest_of_all_paths_that_could_be_walked() -> None:
    room = marching("crossroads")
    assert isinstance(room.state.pending, Ask)
    options = room.state.pending.options
    assert isinstance(options, Moves)
    walker = options.walker((marcher(room),))
    ends = list(walker.ends())
    compared = 0
    for by in ends:
        for end in ends:
            found = nlc.through(walker, (by, end))
            tried = sorted(nlc_walks(walker, by, end))
            if isinstance(found, Reason):
                assert not tried
                continue
            compared += 1
            assert nlc._offer(walker, found).cost == tried[0] / 2
    assert compared > 3


@pytest.mark.parametrize("scenario", ["duel", "crossroads"])
def test_a_way_that_cannot_be_gone_has_a_reason_and_a_clause(scenario: str) -> None:
    async def scene() -> None:
        desk = await sitting(marching(scenario))
        unit, hexes = await mover(desk)
        table = room_at(desk).state.table
        ground, known = table.setting.ground, {each["path"][-1] for each in hexes}
        far = max(at for at in range(ground.size) if ground.on_map(at) and at not in known)
        found = await looked(desk, "way", unit=unit, text=named(far))
        assert found["offers"] == []
        assert f"{far:04d}" in found["reason"]["text"]
        assert found["reason"]["clause"]

    run(scene())


@pytest.mark.parametrize("scenario", ["duel", "crossroads"])
@pytest.mark.parametrize("text", ["", "here", "9999", "0000", "0101 " * 25])
def test_what_is_no_way_is_refused_and_changes_nothing(scenario: str, text: str) -> None:
    async def scene() -> None:
        room = marching(scenario)
        desk = await sitting(room)
        unit, _ = await mover(desk)
        before = room.number
        for who in (unit, "nobody"):
            reply = await said(desk, type="look", what="way", unit=who, text=text)
            assert only(reply, "refused")["code"] == "refused"
        assert room.number == before

    run(scene())


def test_fire_is_foretold_where_a_unit_leaves_a_zone() -> None:
    """Whoever goes on from an enemy zone is told who may fire (P14.14, P28.1)."""
    room = marching("village")
    table = room.state.table
    unit = marcher(room)
    hand = room.state.pending.options.in_hand(unit)  # type: ignore[union-attr]
    found = premier.through(table, hand, (next_hex(table, unit),))
    assert isinstance(found, list)
    first = found[0][0]
    assert premier._offer(table, hand, (first,), 0).provokes == ()
    enemy = table.setting.enemy(room.asked)
    foe = next(each for each in table.units_of(enemy) if table.zone_of.get(each))
    at = min(table.zone_of[foe])
    there = msgspec.structs.replace(table.pieces[unit], hexes=(at,))
    (told,) = premier._fire_at(table, unit, there)
    assert (told.hex, told.by) == (at, "fire")
    assert foe in told.units


def next_hex(table: Table, unit: str) -> int:
    """A hex that the unit can come to by one step."""
    hand = take_in_hand(table, unit)
    assert isinstance(hand, InHand)
    return next(
        at
        for at in filter(None, table.setting.ground.around[table.pieces[unit].at])
        if not isinstance(premier.through(table, hand, (at,)), Reason)
    )


def test_the_way_of_a_line_in_two_hexes_goes_from_hex_to_neighbouring_hex() -> None:
    """A row that faces about stays where it is; its way has no leap in it."""
    room = marching("village")
    table = room.state.table
    unit = marcher(room)
    at = table.pieces[unit].at
    other = next(to for to in table.setting.ground.around[at] if to)
    facing = table.setting.ground.around[at].index(other)
    row = msgspec.structs.replace(
        table.pieces[unit], hexes=(at, other), formation=Forms.LINE, facing=(facing + 1) % 6
    )
    table.put(row)
    hand = take_in_hand(table, unit)
    assert isinstance(hand, InHand)
    turned = 0
    for path in Marches(table, hand).paths().values():
        told = premier._offer(table, hand, path, 0)
        steps = [at, *told.path]
        if not any(word.startswith("wheel") for word in path):
            assert all(distance(a, b) == 1 for a, b in itertools.pairwise(steps)), path
            turned += "about" in path
    assert turned
