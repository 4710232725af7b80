"""All live tables of this server: begun, brought back when somebody comes, let go when nobody is.

Where several servers share a store, each has its own live tables and hears when another has written.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol
from weakref import WeakSet

from sqlalchemy.engine import Connection

from grognard.host.days import Days
from grognard.host.fanout import LINES, SAID, SEATS, SESSION, WISH, Alone, Fanout
from grognard.host.history import Line
from grognard.host.keeper import Keeper, Table
from grognard.host.mailing import Mails
from grognard.host.people import People, Person
from grognard.host.posting import Posting, keep_post
from grognard.host.pushing import Pushes
from grognard.host.refused import Refused
from grognard.host.seats import Seat, token_hash
from grognard.host.store import Store
from grognard.host.studies import Studies
from grognard.kernel.codec import encode
from grognard.kernel.errors import GrognardError
from grognard.web.bots import BotBench
from grognard.web.elsewhere import Elsewhere
from grognard.web.live import LiveTable
from grognard.web.pools import Pools
from grognard.web.postman import Postman

log = logging.getLogger("grognard.tables")

MOST_IDLE: Final = 64
"""So many tables without anybody at them are kept at hand."""


class Connected(Protocol):
    """A connection to a table, which may have to end."""

    def end(self, why: str) -> None: ...


class Tables:
    """The tables of a server."""

    def __init__(
        self,
        store: Store,
        bots: BotBench,
        fanout: Fanout | None = None,
        mails: Mails | None = None,
        pushes: Pushes | None = None,
    ) -> None:
        self.store, self.bots = store, bots
        self.fanout: Fanout = fanout or Alone()
        self.keeper, self.people = Keeper(store, self.fanout), People(store)
        self.studies, self.days = Studies(store), Days(store)
        self.pools, self.drawing = Pools(), Elsewhere("drawing", bots.away.processes)
        self.mails = mails or Mails(store)
        self.pushes = pushes or Pushes(store)
        self.postman = Postman(self.mails, self.pushes)
        self._live: dict[str, LiveTable] = {}
        self._coming: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._used: dict[str, float] = {}
        self._lines: dict[bytes, WeakSet[Connected]] = {}

    async def find(self, game: str) -> LiveTable | None:
        """The table of a game; it is brought back from the store when nobody has been there."""
        self._used[game] = time.monotonic()
        live = self._live.get(game)
        if live is not None:
            return live
        if game not in self._coming:
            self._coming[game] = asyncio.get_running_loop().create_task(self._bring_back(game))
        try:
            return await asyncio.shield(self._coming[game])
        finally:
            self._coming.pop(game, None)

    @property
    def is_awaited(self) -> bool:
        """Does anybody wait for a table that is being brought back?"""
        return bool(self._coming)

    async def _bring_back(self, game: str) -> LiveTable | None:
        table = await asyncio.to_thread(self.keeper.resumed, game)
        if table is None:
            self._used.pop(game, None)
            return None
        live = self._set_up(LiveTable(table, self.keeper, self.bots, self.pools))
        if self.fanout.is_shared:
            await live.read_on()  # what was written while it was brought back
        await live.throw_on()
        return live

    # --- sessions

    def belongs(self, line: Connected, session: str) -> None:
        """A line lasts as long as the session it was opened in."""
        self._lines.setdefault(token_hash(session), WeakSet()).add(line)

    async def end_sessions(self, ended: Sequence[bytes]) -> None:
        """These sessions are over: so are their lines, here and at other servers."""
        for session in ended:
            self._end_lines(session)
            await asyncio.wrap_future(self.store.written(partial(self._say_ended, session.hex())))

    def _say_ended(self, session: str, connection: Connection) -> None:
        self.fanout.word(connection, session, SESSION)

    def _end_lines(self, session: bytes) -> None:
        for line in list(self._lines.pop(session, ())):
            line.end("your session has ended: log in again")

    # --- what other processes say

    async def listen(self) -> None:
        """Hear of what other processes write, until cancelled."""
        await self.fanout.listen(self.heard)

    async def heard(self, game: str, what: str) -> None:
        """Something of a battle has changed; of any of them where none is named."""
        if what == SESSION:
            self._end_lines(bytes.fromhex(game))
            return
        tables = [self._live[game]] if game in self._live else []
        for live in tables if game else list(self._live.values()):
            try:
                await _read(live, what)
            except GrognardError as problem:
                log.warning("table %s cannot be read on: %s", live.room.id, problem)

    async def moved(self, guest: Person, person: Person) -> None:
        """A guest has made an account: his seats are the account's now, here and elsewhere."""
        for game in await asyncio.to_thread(self.keeper.games_with, person.id):
            await asyncio.wrap_future(self.keeper.tell_seats(game))
            if game in self._live:
                await self._live[game].read_seats()

    def _set_up(self, live: LiveTable) -> LiveTable:
        self._live[live.room.id], self._used[live.room.id] = live, time.monotonic()
        live.waits = self.postman.told
        if any(not seat.is_human for seat in live.seats):
            self.bots.expect(live.room)
        self._let_go()
        return live

    def _let_go(self) -> None:
        """Forget the longest unused of the tables that nobody is at; the store has them."""
        idle = [game for game, live in self._live.items() if not live.listeners]
        idle.sort(key=lambda game: self._used.get(game, 0.0))
        for game in idle[: max(0, len(idle) - MOST_IDLE)]:
            if not self._live[game].lock.locked():
                self._live.pop(game).let_go()
                self._used.pop(game, None)

    # --- beginning

    async def begin(
        self,
        system: str,
        scenario: str,
        options: Mapping[str, str],
        sitting: Sequence[Seat],
        settings: dict[str, Any],
        seed: str = "",
        also: Callable[[str, Connection], None] | None = None,
        host: str = "",
    ) -> LiveTable:
        """Set up a new battle; it is in the store when this returns.

        ``also`` is written with it, and told its id; ``host`` is who set it up.
        """
        table, step = await asyncio.to_thread(
            self.keeper.begun, system, scenario, options, sitting, settings, seed
        )
        table.host = host
        lines = [encode(entry) for entry in step.entries]
        more = partial(also, table.room.id) if also is not None else None
        await asyncio.wrap_future(self.keeper.write_new(table, lines, more))
        table.room.take(step)
        return await self.stand_ready(table)

    async def begin_by_file(
        self,
        system: str,
        scenario: str,
        options: Mapping[str, str],
        sitting: Sequence[Seat],
        settings: dict[str, Any],
        host: str,
    ) -> LiveTable:
        """Set up a battle whose other side is played elsewhere."""
        table, entries = await asyncio.to_thread(
            Posting(self.keeper).begun, system, scenario, dict(options), sitting, settings
        )
        assert table.post is not None
        table.host = host
        also = partial(keep_post, table.room.id, table.post)
        lines = [encode(entry) for entry in entries]
        await asyncio.wrap_future(self.keeper.write_new(table, lines, also))
        return await self.stand_ready(table)

    async def stand_ready(self, table: Table) -> LiveTable:
        """A battle that is in the store: here it can be sat down at."""
        table.put_question()
        await asyncio.wrap_future(self.keeper.touch(table.room))
        return self._set_up(LiveTable(table, self.keeper, self.bots, self.pools))

    async def upload(
        self, content: bytes, name: str, sitting: Sequence[Seat], settings: dict[str, Any]
    ) -> LiveTable:
        """Go on with the battle in a file."""
        table, lines = await self.pools.uploads.run(
            self.keeper.uploaded, content, name, sitting, settings
        )
        return await self._gone_on(table, lines)

    async def fork(
        self, live: LiveTable, at: int, sitting: Sequence[Seat], settings: dict[str, Any]
    ) -> LiveTable:
        """Another battle that goes on from a line of this one."""
        table, lines = await self.pools.reading.run(
            self.keeper.forked, live.room, at, sitting, settings
        )
        return await self._gone_on(table, lines)

    async def _gone_on(self, table: Table, lines: Sequence[Line]) -> LiveTable:
        await asyncio.wrap_future(self.keeper.write_new(table, [line for line, _ in lines]))
        return await self.stand_ready(table)

    # --- who may sit where

    def seat_with(self, live: LiveTable, token: str) -> Seat:
        """The seat that an invitation is for."""
        wanted = token_hash(token)
        for seat in live.seats:
            if seat.token and seat.token == wanted:
                return seat
        raise Refused.because("wrong-seat", "this invitation is not for this table")

    def places_of(self, live: LiveTable, person: str) -> dict[str, int]:
        """The sides a person may decide for, each with the place of the seat."""
        found: dict[str, int] = {}
        for seat in live.seats:
            if person and seat.person == person:
                found.setdefault(seat.side, seat.place)
        return found

    def sides_of(self, live: LiveTable, person: str) -> tuple[str, ...]:
        """The sides a person may decide for."""
        return tuple(self.places_of(live, person))

    async def close(self) -> None:
        for live in self._live.values():
            await live.close()
        self.bots.close()
        self.drawing.close()
        self.pools.close()
        await asyncio.to_thread(self.store.close)


async def _read(live: LiveTable, what: str) -> None:
    """Read again what has changed; everything after a time without word."""
    if what in (LINES, ""):
        await live.read_on()
    if what in (SEATS, ""):
        await live.read_seats()
    if what in (WISH, ""):
        await live.read_wish()
    if what in (SAID, ""):
        await live.read_talk()
