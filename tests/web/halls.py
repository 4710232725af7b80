"""Tables without a server, for tests: a room, a keeper that forgets nothing, desks to talk to."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from fastapi.testclient import TestClient

from grognard.host.clocks import Clock
from grognard.host.dice import DiceSource, sealed
from grognard.host.history import Line
from grognard.host.keeper import Table
from grognard.host.reading import setting_of
from grognard.host.room import Room, Step
from grognard.host.seats import Seat, token_hash
from grognard.host.take_back import Wish
from grognard.kernel import Ask, State
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode
from grognard.kernel.documents import Source
from grognard.kernel.journal import FORMAT, Entry, Header, Spoken
from grognard.kernel.seeing import Seen, see
from grognard.systems.registry import system_of
from grognard.web.connection import Connection
from grognard.web.live import LiveTable

STILL = "0" * 16


class MemorySpeeches:
    """Talk that is kept in a list."""

    def __init__(self) -> None:
        self.kept: list[Spoken] = []

    def of(self, game: str, after: int = -1, most: int | None = None) -> list[Spoken]:
        return [each for each in self.kept if each.said > after]

    def write(self, game: str, spoken: Spoken) -> Future[Any]:
        self.kept.append(msgspec.structs.replace(spoken, said=len(self.kept)))
        return done(self.kept[-1])

    def is_account(self, name: str) -> bool:
        return False


class MemoryKeeper:
    """A keeper whose store is a list; what is written is there at once."""

    def __init__(self) -> None:
        self.written: list[Entry] = []
        self.speeches = MemorySpeeches()

    def append(
        self,
        room: Room,
        step: Step,
        took: int,
        timed: str = "",
        reason: Any = None,
        also: Any = None,
    ) -> Future[Any]:
        self.written += step.entries
        return done()

    def write_wish(self, room: Room, wish: Wish | None) -> Future[Any]:
        return done()

    def write_seen(self, game: str, side: str, place: int, number: int) -> Future[Any]:
        return done()

    def touch(self, room: Room) -> Future[Any]:
        return done()

    def snapshot(self, room: Room, number: int, state: State) -> None:
        return None

    def write_seat(self, game: str, seat: Seat) -> Future[Any]:
        return done()

    def entries(self, game: str, after: int, most: int | None = None) -> list[Entry]:
        return [entry for entry in self.written if entry.number > after][:most]

    def lines(self, game: str, after: int, most: int | None = None) -> list[Line]:
        return [(encode(entry), entry) for entry in self.entries(game, after, most)]


def done(result: Any = None) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(result)
    return future


def room_of(scenario: Source = "duel", seed: str = "1", **options: str) -> Room:
    """A battle that has just been opened."""
    system = system_of(scenario)
    setting = setting_of(system.name, scenario, tuple(sorted(options.items())))
    dice = DiceSource.seeded(seed)
    kinds = dict.fromkeys(system.rules.sides(setting), "human")
    header = sealed(Header("journal", FORMAT, system.rules.edition(setting), kinds), dice)
    room = Room(STILL, system, setting, header, dice, system.rules.opening(setting))
    room.recent = deque()  # all of it: there is no store behind these tables
    room.take(room.opened())
    return room


def with_state(room: Room, state: State) -> Room:
    """The same battle in another state, of a setting that may differ."""
    other = Room(
        room.id, room.system, state.table.setting, room.header, room.dice, state, room.number
    )
    other.recent = room.recent.copy()
    other.decisions = room.decisions.copy()
    other.numbering = room.numbering.copy()
    return other


def sight(room: Room, side: str = "") -> Seen:
    """What a side sees; the side that is asked, if none is named."""
    return see(room.system.rules, room.state, side or room.asked)


def beside(client: TestClient, address: str = "127.0.0.1", **named: Any) -> TestClient:
    """Another browser at the same server, which has one loop: a loop of its own would be closed with each
    answer, while the store still writes for it."""
    made = TestClient(client.app, client=(address, 50001), **named)
    made.portal = client.portal
    return made


def live_table(room: Room, tick: Callable[[], int] = lambda: 0) -> LiveTable:
    """A table where time stands still, unless it is told otherwise."""
    seats = [Seat(side, 0, "human", side, side, token_hash(side)) for side in room.sides]
    table = Table(room, seats, Clock(tick=tick), {"watchers": True})
    table.put_question()
    keeper = MemoryKeeper()
    keeper.written += room.recent
    return LiveTable(table, keeper, None)  # type: ignore[arg-type]


def desk_at(live: LiveTable, *sides: str) -> Connection:
    return Connection(live, sides, rate=1e9)


def heard(desk: Connection) -> list[dict[str, Any]]:
    """What is in the outbox, read and taken out."""
    messages = [json.loads(message) for message in desk.outbox]
    desk.outbox.clear()
    return messages


async def said(desk: Connection, **message: Any) -> list[dict[str, Any]]:
    """Send a message and take what comes back."""
    desk.outbox.clear()
    await desk.hear(json.dumps(message))
    await desk.looked()
    return heard(desk)


def only(messages: Sequence[dict[str, Any]], kind: str) -> dict[str, Any]:
    found = [message for message in messages if message["type"] == kind]
    assert len(found) == 1, [message["type"] for message in messages]
    return found[0]


def played(room: Room, answers: int, seed: int) -> Room:
    """Let the random bot answer so many times for both sides."""
    from grognard.bots.random_bot import choose

    stream = Stream(seed)
    for _ in range(answers):
        pending = room.state.pending
        if not isinstance(pending, Ask):
            break
        action = choose(room.system.rules.view(room.state, pending.side), pending, stream)
        room.take(room.answered(pending.side, str(action)))
    return room
