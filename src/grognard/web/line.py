"""The line of a table: a WebSocket for each connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import Final

from fastapi import WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from grognard.desks.catalogue import language_of
from grognard.host.people import Person
from grognard.host.refused import Refused
from grognard.kernel.errors import GrognardError
from grognard.web import frames
from grognard.web.asking import address_of, session_of
from grognard.web.connection import Connection, Cut
from grognard.web.guards import Limits, is_allowed_host, is_same_origin
from grognard.web.live import LiveTable
from grognard.web.pools import Busy
from grognard.web.tables import Tables

log = logging.getLogger("grognard.line")

POLICY: Final = 1008
TRY_LATER: Final = 1013
LARGEST_ID: Final = 32
TOO_MANY: Final = "too many wait already; try again later"


async def table_line(websocket: WebSocket, game: str) -> None:
    """``/ws/games/{game}?after=N``: sit down, or watch."""
    tables: Tables = websocket.app.state.tables
    headers = websocket.headers
    if not is_same_origin(headers) or not is_allowed_host(
        headers.get("host", ""), websocket.app.state.hosts
    ):
        await websocket.close(POLICY)  # before it is accepted: answered with 403
        return
    await websocket.accept()
    try:
        live = await tables.find(game) if len(game) <= LARGEST_ID else None
        if live is None:
            raise Refused.because("no-game", "there is no such battle")
        found = await _person(websocket, tables)
        person = found.id if found is not None else ""
        places = _places(websocket, tables, live, person)
    except Refused as problem:
        await _turn_away(websocket, problem.code, str(problem))
        return
    except Busy:
        await _turn_away(websocket, "busy", TOO_MANY)
        return
    except GrognardError as problem:
        await _turn_away(websocket, "cannot-open", str(problem))
        return
    rate: float = websocket.app.state.rate
    language = language_of(
        websocket.query_params.get("language", "") or headers.get("accept-language", "")
    )
    limits: Limits = websocket.app.state.limits
    who = (address_of(websocket), f"person {person}" if person else "")
    if not limits.lines.take(*who):
        await _turn_away(websocket, "slow-down", f"at most {limits.lines.most} lines are held")
        return
    connection = Connection(
        live,
        tuple(places),
        rate=rate,
        places=places,
        language=language,
        looking_back=partial(limits.read, *who),
        speaking=partial(limits.speak, *who),
        is_account=found is not None and not found.is_guest,
    )
    session = session_of(websocket)
    if session:
        tables.belongs(connection, session)
    try:
        await _converse(websocket, connection, _after(websocket))
    finally:
        limits.lines.give_back(*who)


async def _turn_away(websocket: WebSocket, code: str, reason: str) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await websocket.send_text(frames.error(code, reason))
        await websocket.close(POLICY)


def _after(websocket: WebSocket) -> int | None:
    said = websocket.query_params.get("after", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else None


async def _person(websocket: WebSocket, tables: Tables) -> Person | None:
    """Who is there, by the cookie of the session; nobody where that is unknown."""
    session = session_of(websocket)
    return await tables.pools.sessions.run(tables.people.who, session) if session else None


def _places(websocket: WebSocket, tables: Tables, live: LiveTable, person: str) -> dict[str, int]:
    """The seats this connection may decide from: those of its person, or none."""
    watching = websocket.query_params.get("watch", "")
    places = tables.places_of(live, person) if person and not watching else {}
    if places:
        return places
    if not live.table.settings.get("watchers", True):
        raise Refused.because("no-watchers", "nobody watches at this table")
    return {}


async def _converse(websocket: WebSocket, connection: Connection, after: int | None) -> None:
    writer = asyncio.get_running_loop().create_task(_write(websocket, connection))
    try:
        await connection.open(after)
        while not connection.is_cut:
            message = await websocket.receive()
            if message["type"] != "websocket.receive":
                break
            frame = message.get("text")
            await connection.hear(frame if frame is not None else message.get("bytes") or b"")
    except Cut as problem:
        connection.tell(frames.error("cut", str(problem)))
        connection.is_cut = True
    except Busy:
        connection.tell(frames.error("busy", TOO_MANY))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        connection.table.leave(connection)
        connection.is_cut = True
        connection.waiting.set()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await asyncio.wait_for(writer, 2)
        if websocket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await websocket.close(TRY_LATER)


async def _write(websocket: WebSocket, connection: Connection) -> None:
    """Send what is in the outbox, in order, until the line is cut."""
    outbox = connection.outbox
    try:
        while True:
            while outbox:
                await websocket.send({"type": "websocket.send", "text": outbox.popleft()})
            if connection.is_cut:
                await websocket.close(POLICY)
                return
            connection.waiting.clear()
            await connection.waiting.wait()
    except (WebSocketDisconnect, RuntimeError):
        connection.is_cut = True
