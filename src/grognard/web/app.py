"""The application: routes, guards and pages around the tables of one store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, MutableMapping
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

import grognard
from grognard.host.fanout import fanout_for
from grognard.host.mailing import Mails, MailServer
from grognard.host.pushing import Pushes
from grognard.host.refused import Refused
from grognard.host.store import Store, StoreFailed
from grognard.host.webpush import Outlet, Sender
from grognard.web import (
    accounts,
    away,
    botline,
    campaigns,
    documents,
    games,
    inviting,
    letters,
    library,
    notices,
    puzzles,
    record,
    studies,
    turns,
)
from grognard.web.asking import Denied, address_of, problem
from grognard.web.bots import BotBench
from grognard.web.connection import RATE
from grognard.web.guards import LINES, Limits, is_allowed_host, is_same_origin
from grognard.web.line import table_line
from grognard.web.logs import note_request
from grognard.web.pages import add_pages
from grognard.web.pools import Busy
from grognard.web.shapes import Problem
from grognard.web.tables import Tables

log = logging.getLogger("grognard.web")

PACKED: Final = 1024
"""What is longer than this is sent compressed."""

PACKING: Final = 4
"""How hard it is tried: this is done on the event loop, where all wait."""

LARGEST_BODY: Final = games.LARGEST_UPLOAD + 1024
SMALL_BODY: Final = 64 * 1024
PACK_BODY: Final = 1024 * 1024
BODIES: Final = {
    **dict.fromkeys(
        ("/api/games/upload", "/api/turns", "/api/documents", "/api/campaigns/upload"), LARGEST_BODY
    ),
    **dict.fromkeys(("/api/campaigns", "/api/campaigns/check"), PACK_BODY),
}
"""Routes that take files."""

SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; "
    "worker-src 'self' blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

TOO_MANY: Final = Denied(429, "slow-down", "too many requests; wait a little")
STOPPING: Final = Denied(503, "stopping", "the server is being stopped; try again in a moment")
BODY_SECONDS: Final = 15.0
"""So long the next part of a body may take, and all of it four times as long."""

WHOLE_BODY_SECONDS: Final = 4 * BODY_SECONDS

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def _pushes(store: Store, mail: MailServer | None, outlet: Outlet | None) -> Pushes:
    """Notices to browsers, by a key that comes of the key of the store; without it none are sent."""
    contact = f"mailto:{mail.sender if mail is not None else 'host@localhost'}"
    sender = Sender(store.key.derived("web push"), contact) if store.key is not None else None
    return Pushes(store, sender, outlet)


def make_app(
    url: str,
    *,
    hosts: Collection[str] = (),
    guests: bool = False,
    bot_processes: int = 1,
    pace: float = 0.0,
    rate: float = RATE,
    reads_ahead: bool = False,
    lines: int = LINES,
    reach: Collection[str] = (),
    mail: MailServer | None = None,
    push: Outlet | None = None,
) -> FastAPI:
    """The server over the store at ``url``.

    ``hosts`` are names it may be called by besides localhost; ``guests`` lets people without an
    account set up battles from elsewhere; ``pace`` is how many answers a second a bot gives, ``rate``
    how many frames a second a line may send;
    with ``reads_ahead`` what people open first is read while nobody waits for it yet; ``lines`` is
    how many lines an address may hold; ``reach`` are the addresses under which others find us; ``mail`` is
    where letters to people are handed in, ``push`` the way to push services.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(url)
        mails = Mails(store, mail, next(iter(reach), ""))
        tables = app.state.tables = Tables(
            store, BotBench(bot_processes, pace), fanout_for(url), mails, _pushes(store, mail, push)
        )
        walking = asyncio.get_running_loop().create_task(tables.postman.walk())
        if reads_ahead:
            waits = (lambda: tables.is_awaited,)
            threading.Thread(target=library.read_ahead, args=waits, daemon=True).start()
        listening = asyncio.get_running_loop().create_task(tables.listen())
        yield
        for task in (listening, walking):
            task.cancel()
        await asyncio.gather(listening, walking, return_exceptions=True)
        await tables.close()

    app = FastAPI(
        title="Grognard",
        version=grognard.__version__,
        description="Tables for Napoleonic board battles. The table's line is a WebSocket; its "
        "messages are described in docs/reference/wire.md.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.hosts, app.state.guests, app.state.rate = frozenset(hosts), guests, rate
    app.state.limits, app.state.reach = Limits(lines), tuple(reach)
    for room in (
        games, inviting, turns, letters, away, notices, campaigns, record, library, documents, accounts, botline,
        puzzles, studies,
    ):  # fmt: skip
        app.router.routes += room.router.routes  # to include them would be to build each again
    away_from_store: dict[int | str, dict[str, Any]] = {
        503: {"model": Problem, "description": "The store cannot be read"}
    }
    app.add_api_route("/healthz", healthy, operation_id="healthy", responses=away_from_store)
    app.add_api_websocket_route("/ws/games/{game}", table_line)
    _add_refusals(app)
    add_pages(app)
    app.add_middleware(GZipMiddleware, minimum_size=PACKED, compresslevel=PACKING)
    app.add_middleware(Door)
    return app


async def healthy(request: Request) -> dict[str, str]:
    """Is the server up and can it read its store? 200, or 503 with the reason."""
    tables: Tables = request.app.state.tables
    await asyncio.to_thread(tables.store.check)
    return {"status": "ok", "version": grognard.__version__}


class Door:
    """In front of everything: names, origins, sizes and numbers of requests; safe headers."""

    def __init__(self, app: Callable[[Scope, Receive, Send], Awaitable[None]]) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            with contextlib.suppress(
                asyncio.CancelledError
            ):  # the server stops and waits no longer
                await self.app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            await problem(refused)(scope, receive, _safely(send, scope))
            return
        began, status = time.perf_counter(), 0

        async def noting(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            limited = _limited(receive, largest_body(scope["path"]))
            await self.app(scope, limited, _safely(noting, scope))
        except asyncio.CancelledError:  # the server stops and waits no longer
            if not status:
                await problem(STOPPING)(scope, receive, _safely(noting, scope))
        finally:
            address = scope["client"][0] if scope.get("client") else ""
            note_request(scope["method"], scope["path"], status or 500, began, address)

    def _refused(self, scope: Scope) -> Denied | None:
        request = Request(scope)
        if not is_allowed_host(request.headers.get("host", ""), scope["app"].state.hosts):
            return Denied(400, "wrong-host", "this server is not called by that name")
        limits: Limits = scope["app"].state.limits
        address = address_of(request)
        if not limits.requests.take(address):
            return TOO_MANY
        if request.method in SAFE_METHODS:
            return None
        if not is_same_origin(request.headers):
            return Denied(403, "wrong-origin", "requests that change something come from our pages")
        length, most = request.headers.get("content-length", "0"), largest_body(scope["path"])
        if not length.isdigit() or int(length) > most:
            return Denied(413, "too-large", f"at most {most} bytes are read")
        return None if limits.changes.take(address) else TOO_MANY


def largest_body(path: str) -> int:
    """How much is read of a body: what is no file is read as a whole, on the loop where all wait."""
    return BODIES.get(path, PACK_BODY if path.startswith("/api/studies/") else SMALL_BODY)


def _limited(receive: Receive, most: int) -> Receive:
    """Bodies that do not say how long they are end at the limit as well, and at that of patience."""
    read, more = 0, True
    ends = time.monotonic() + WHOLE_BODY_SECONDS

    async def inner() -> MutableMapping[str, Any]:
        nonlocal read, more
        if not more:
            return await receive()
        try:
            async with asyncio.timeout(min(BODY_SECONDS, max(ends - time.monotonic(), 0))):
                message = await receive()
        except TimeoutError:
            close = {"Connection": "close"}
            raise HTTPException(408, "the rest of the request did not come", close) from None
        read, more = read + len(message.get("body", b"")), bool(message.get("more_body"))
        if read > most:
            raise Denied(413, "too-large", f"at most {most} bytes are read")
        return message

    return inner


def _safely(send: Send, scope: Scope) -> Send:
    added = dict(HEADERS)
    if scope["scheme"] == "https":
        added["Strict-Transport-Security"] = "max-age=31536000"
    if scope["path"].startswith("/api/"):
        added["Cache-Control"] = "no-store"
    extra = [(name.lower().encode(), value.encode()) for name, value in added.items()]

    async def inner(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = message.get("headers", [])
            said = {name.lower() for name, _ in own}
            message["headers"] = [*own, *(each for each in extra if each[0] not in said)]
        await send(message)

    return inner


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Denied)
    async def _denied(request: Request, refused: Denied) -> Response:
        if isinstance(refused.__context__, StoreFailed):  # not the fault of who asked
            return await _failed(request, refused.__context__)
        return problem(refused)

    @app.exception_handler(Refused)
    async def _refused(request: Request, refused: Refused) -> Response:
        status = {
            "wrong-seat": 403,
            "no-line": 404,
            "no-branch": 404,
            "not-a-turn": 400,
            "too-large": 413,
        }.get(refused.code, 409)
        return problem(Denied(status, refused.code, str(refused)))

    @app.exception_handler(Busy)
    async def _busy(request: Request, busy: Busy) -> Response:
        return problem(Denied(503, "busy", "too many wait for this already; try again later"))

    @app.exception_handler(StoreFailed)
    async def _failed(request: Request, failed: StoreFailed) -> Response:
        log.error("the store failed: %s", failed)
        return problem(Denied(503, "store", "this could not be kept; nothing changed"))

    @app.exception_handler(RequestValidationError)
    async def _unread(request: Request, wrong: RequestValidationError) -> Response:
        first = wrong.errors()[0] if wrong.errors() else {}
        where = ".".join(map(str, first.get("loc", ())))
        return problem(Denied(422, "malformed", f"{where}: {first.get('msg', 'cannot be read')}"))

    @app.exception_handler(HTTPException)
    async def _http(request: Request, raised: HTTPException) -> Response:
        refused = problem(Denied(raised.status_code, "http", str(raised.detail)))
        if raised.headers:
            refused.headers.update(raised.headers)
        return refused

    @app.exception_handler(Exception)
    async def _fault(request: Request, fault: Exception) -> Response:
        return JSONResponse(
            {"code": "fault", "reason": "a fault of ours; nothing changed", "clause": ""}, 500
        )
