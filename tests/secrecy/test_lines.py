"""What writes to a line, to a bot elsewhere or to a screen cannot come to how a battle really stands.

By type: whatever a connection holds, and whatever its table gives it, leads to no room, no keeper and no
state but the one that a side imagines. By trial: everything that a table hands to a line is searched
for the table as it is.
"""

from __future__ import annotations

import asyncio
import inspect
import typing
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from grognard.bots.random_bot import choose
from grognard.cli import screen
from grognard.host.chronicle import Chronicle
from grognard.host.game import Game
from grognard.host.keeper import Keeper, Table
from grognard.host.room import Room, Step
from grognard.kernel import State
from grognard.kernel.chance import Stream
from grognard.kernel.journal import Entry, Journal
from grognard.kernel.seeing import Seen
from grognard.web.botline import BotSeat
from grognard.web.connection import Connection
from grognard.web.live import LiveTable
from grognard.web.showing import Showing, Sitting
from tests.secrecy.test_law import hidden_from, reached
from tests.web.halls import desk_at, live_table, played, room_of, said

REAL = {Room, Step, State, Keeper, Table, LiveTable, Chronicle, Game, Journal, Entry}
"""What knows how a battle stands. ``Seen`` and what comes of it is followed no further: there stands
another state, which ``test_law`` searches."""

OURS = ("grognard.web", "grognard.host", "grognard.cli", "grognard.kernel")


def parts(hint: Any) -> Iterator[type]:
    """The classes that a type names."""
    for inner in typing.get_args(hint):
        yield from parts(inner)
    found = typing.get_origin(hint) or hint
    if isinstance(found, type):
        yield found


def given(kind: type) -> Iterator[Any]:
    """The types of what can be had of an object: its fields, properties, and what its methods return."""
    yield from typing.get_type_hints(kind).values()
    for name, held in inspect.getmembers(kind):
        called = held.fget if isinstance(held, property) else held
        if name.startswith("__") or not inspect.isfunction(called):
            continue
        yield typing.get_type_hints(called).get("return")
    if "__init__" in kind.__dict__ and not issubclass(kind, msgspec.Struct):
        hints = typing.get_type_hints(kind.__init__)
        yield from (hint for name, hint in hints.items() if name != "return")


def led_to(start: type) -> dict[type, tuple[type, ...]]:
    """The classes to which a class leads, with the way there."""
    ways: dict[type, tuple[type, ...]] = {start: ()}
    waiting = [start]
    while waiting:
        kind = waiting.pop()
        for hint in given(kind):
            for found in parts(hint):
                if found in ways or found is Seen:
                    continue
                ways[found] = (*ways[kind], kind)
                if found.__module__.startswith(OURS):
                    waiting.append(found)
    return ways


@pytest.mark.parametrize("writer", [Connection, BotSeat, Showing, Sitting, screen.Screen])
def test_no_type_leads_from_what_writes_to_how_a_battle_stands(writer: type) -> None:
    ways = led_to(writer)
    for real in REAL & ways.keys():
        pytest.fail(" > ".join(kind.__name__ for kind in (*ways[real], real)))
    assert len(ways) > 5


def test_the_search_of_types_finds_what_leads_there() -> None:
    assert Room in led_to(LiveTable)
    assert State in led_to(LiveTable)


class Watched:
    """A table whose every gift to a line is searched for the battle as it stands."""

    def __init__(self, live: LiveTable, side: str) -> None:
        self._live, self._side, self.searched = live, side, 0

    def __getattr__(self, name: str) -> Any:
        held = getattr(self._live, name)
        if name in ("join", "leave"):
            return held
        if inspect.iscoroutinefunction(held):

            async def later(*args: Any, **named: Any) -> Any:
                return self._search(name, await held(*args, **named))

            return later
        if inspect.ismethod(held):
            return lambda *args, **named: self._search(name, held(*args, **named))
        return self._search(name, held)

    def _search(self, name: str, found: Any) -> Any:
        room = self._live.room
        hidden = hidden_from(room.system, room.state, self._side)
        self.searched += 1
        assert not any(id(thing) in hidden for thing in reached(found)), name
        return found


ASKED: list[dict[str, Any]] = [
    {"type": "options"},
    {"type": "why", "text": "done"},
    {"type": "look", "what": "units"},
    {"type": "look", "what": "desk"},
    {"type": "log"},
    {"type": "resync", "after": 0},
    {"type": "past", "at": 1},
    {"type": "steps", "after": 0, "most": 2},
    {"type": "ping"},
]


@pytest.mark.parametrize("pack", ["duel", "charge-xxx", "crossroads"])
def test_nothing_that_a_table_hands_to_a_line_holds_the_battle_as_it_stands(pack: str) -> None:
    async def scene() -> None:
        room = played(room_of(pack), 12, 3)
        for side in (*room.sides, ""):
            live = live_table(room)
            watched = Watched(live, side)
            desk = Connection(watched, (side,) if side else (), rate=1e9)
            await desk.open(0)
            for message in ASKED:
                await said(desk, **message)
            assert watched.searched > len(ASKED)

    asyncio.run(scene())


def test_a_table_that_hands_over_its_room_is_found() -> None:
    room = played(room_of("duel"), 5, 3)
    watched = Watched(live_table(room), "french")
    with pytest.raises(AssertionError, match="room"):
        _ = watched.room


def test_a_line_opened_before_the_end_is_told_by_the_journal_after_it() -> None:
    """Who sat through the battle counts as those do who come when it is over."""

    async def scene() -> None:
        room = room_of("crossroads", "3")
        live, side = live_table(room), room.sides[0]
        desk, chance = desk_at(live, side), 0
        await desk.open(-1)
        while not live.is_over:
            chance += 1
            seen = live.see(live.asked)
            words = str(choose(seen.view, seen.ask, Stream(chance)))
            desk.outbox.clear()
            await live.answer(live.asked, live.room.number, words)
        late = desk_at(live, side)
        assert live.told(side, live.room.number) < live.room.number, "nothing was hidden"
        assert desk.whose == late.whose
        kinds = [each["type"] for each in map(msgspec.json.decode, desk.outbox)]
        assert kinds[-3:] == ["hello", "view", "standing"]

    asyncio.run(scene())
