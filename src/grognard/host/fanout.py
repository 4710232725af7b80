"""Word between server processes that share a store: something of a battle has changed.

The word travels with the transaction that made it true, so nobody hears of what is not yet kept,
and nobody is told the thing itself: who hears reads the store. One process needs none of this;
several on one PostgreSQL use its LISTEN and NOTIFY.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

log = logging.getLogger("grognard.fanout")

CHANNEL: Final = "grognard"
LINES: Final = "lines"
SEATS: Final = "seats"
WISH: Final = "wish"
SAID: Final = "said"
SESSION: Final = "session"
"""A session has ended; the word names it in place of a battle."""

AGAIN: Final = 1.0
"""So many seconds pass before a lost line to the database is tried again."""

Heard = Callable[[str, str], Awaitable[None]]
"""Called with a battle and what of it has changed; with two empty words after a gap."""


class Fanout(Protocol):
    """How processes tell each other that a battle has changed."""

    @property
    def is_shared(self) -> bool:
        """Can others write to the same battles?"""
        ...

    def word(self, connection: Connection, game: str, what: str) -> None:
        """In the transaction that changes it: let the others know once it is committed."""
        ...

    async def listen(self, heard: Heard) -> None:
        """Pass on what others say, until cancelled."""
        ...


class Alone:
    """One process: nobody needs to be told."""

    is_shared = False

    def word(self, connection: Connection, game: str, what: str) -> None:
        return None

    async def listen(self, heard: Heard) -> None:
        return None


class Notify:
    """Processes on one PostgreSQL. Each has a name, so that it does not listen to itself."""

    is_shared = True

    def __init__(self, url: str) -> None:
        parsed = sa.engine.make_url(url).set(drivername="postgresql")
        self.address = parsed.render_as_string(hide_password=False)
        self.name = secrets.token_hex(4)

    def word(self, connection: Connection, game: str, what: str) -> None:
        said = {"channel": CHANNEL, "said": f"{self.name} {what} {game}"}
        connection.execute(sa.text("SELECT pg_notify(:channel, :said)"), said)

    async def listen(self, heard: Heard) -> None:
        import psycopg

        while True:
            try:
                await self._listen(heard)
            except (psycopg.Error, OSError) as problem:
                log.warning("no word from the database: %s", problem)
            await asyncio.sleep(AGAIN)

    async def _listen(self, heard: Heard) -> None:
        import psycopg

        line = await psycopg.AsyncConnection.connect(self.address, autocommit=True)
        async with line:
            await line.execute(f"LISTEN {CHANNEL}".encode())
            await heard("", "")  # what was said before we listened is read now
            async for notice in line.notifies():
                await self._pass_on(notice.payload, heard)

    async def _pass_on(self, said: str, heard: Heard) -> None:
        name, _, rest = said.partition(" ")
        what, _, game = rest.partition(" ")
        if name != self.name and game:
            await heard(game, what)


def fanout_for(url: str) -> Fanout:
    """What processes on this store use: PostgreSQL's own word, or nothing."""
    return Notify(url) if sa.engine.make_url(url).get_backend_name() == "postgresql" else Alone()
