"""All live tables of this server: begun, brought back when somebody comes, let go when nobody is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from grognard.host.keeper import Keeper
from grognard.host.people import People
from grognard.host.room import Refused
from grognard.host.seats import Seat, token_hash
from grognard.host.store import Store
from grognard.kernel.codec import encode
from grognard.web.bots import BotBench
from grognard.web.live import LiveTable

MOST_IDLE: Final = 64
"""So many tables without anybody at them are kept at hand."""


class Tables:
    """The tables of a server."""

    def __init__(self, store: Store, bots: BotBench) -> None:
        self.store, self.bots = store, bots
        self.keeper, self.people = Keeper(store), People(store)
        self._live: dict[str, LiveTable] = {}
        self._coming: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._used: dict[str, float] = {}

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

    async def _bring_back(self, game: str) -> LiveTable | None:
        table = await asyncio.to_thread(self.keeper.resumed, game)
        if table is None:
            self._used.pop(game, None)
            return None
        return self._set_up(LiveTable(table, self.keeper, self.bots))

    def _set_up(self, live: LiveTable) -> LiveTable:
        self._live[live.room.id] = live
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
                del self._live[game]
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
    ) -> LiveTable:
        """Set up a new battle; it is in the store when this returns."""
        table, step = await asyncio.to_thread(
            self.keeper.begun, system, scenario, options, sitting, settings, seed
        )
        lines = [encode(entry) for entry in step.entries]
        await asyncio.wrap_future(self.keeper.write_new(table, lines))
        table.room.take(step)
        table.clock.ask(table.room.asked)
        await asyncio.wrap_future(self.keeper.touch(table.room))
        return self._set_up(LiveTable(table, self.keeper, self.bots))

    async def upload(
        self, content: bytes, name: str, sitting: Sequence[Seat], settings: dict[str, Any]
    ) -> LiveTable:
        """Go on with the battle in a file."""
        table, lines = await asyncio.to_thread(
            self.keeper.uploaded, content, name, sitting, settings
        )
        await asyncio.wrap_future(self.keeper.write_new(table, [line for line, _ in lines]))
        table.clock.ask(table.room.asked)
        await asyncio.wrap_future(self.keeper.touch(table.room))
        return self._set_up(LiveTable(table, self.keeper, self.bots))

    # --- who may sit where

    def seat_with(self, live: LiveTable, token: str) -> Seat:
        """The seat that an invitation is for."""
        wanted = token_hash(token)
        for seat in live.seats:
            if seat.token and seat.token == wanted:
                return seat
        raise Refused.because("wrong-seat", "this invitation is not for this table")

    def sides_of(self, live: LiveTable, person: str) -> tuple[str, ...]:
        """The sides a person may decide for."""
        held = [seat.side for seat in live.seats if person and seat.person == person]
        return tuple(dict.fromkeys(held))

    async def close(self) -> None:
        for live in self._live.values():
            await live.close()
        self.bots.close()
        await asyncio.to_thread(self.store.close)
