"""What every route needs: the tables, who is asking, and refusals in one form."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, Final

from fastapi import Depends, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from grognard.desks.catalogue import language_of
from grognard.host.opening import NoDocument
from grognard.host.people import Person
from grognard.host.sealing import NoKey
from grognard.kernel.errors import MalformedFile
from grognard.web.guards import Buckets, Limits, counted, is_at_home, is_local
from grognard.web.live import LiveTable
from grognard.web.shapes import Fault
from grognard.web.tables import Tables

COOKIE: Final = "grognard"
COOKIE_AGE: Final = 180 * 24 * 3600
CANNOT_OPEN: Final = "cannot-open"
"""What a battle was played from cannot be read here any more; its record still can be had."""


class Denied(Exception):
    """A request that is refused, with its HTTP status."""

    def __init__(
        self, status: int, code: str, reason: str, clause: str = "", faults: Sequence[Fault] = ()
    ) -> None:
        self.status, self.code, self.reason, self.clause = status, code, reason, clause
        self.faults = faults
        super().__init__(reason)


def problem(denied: Denied) -> JSONResponse:
    body: dict[str, Any] = {
        "code": denied.code, "reason": denied.reason, "clause": denied.clause,
    }  # fmt: skip
    if denied.faults:
        body["faults"] = [fault.model_dump() for fault in denied.faults]
    return JSONResponse(body, status_code=denied.status)


def tables_of(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


TheTables = Annotated[Tables, Depends(tables_of)]


def cookie_of(request: HTTPConnection) -> str:
    """What the cookie is called: over TLS by a name that no other host can set."""
    return f"__Host-{COOKIE}" if request.url.scheme in ("https", "wss") else COOKIE


def session_of(request: HTTPConnection) -> str:
    """The token of the session; empty without one."""
    return request.cookies.get(cookie_of(request), "")


async def person_of(request: Request, tables: TheTables) -> Person | None:
    """Who is asking, by the cookie of the session."""
    token = session_of(request)
    if not token:
        return None
    person = await tables.pools.sessions.run(tables.people.who, token)
    limits: Limits = request.app.state.limits
    if person is not None and not limits.requests.take(f"person {person.id}"):
        raise Denied(429, "slow-down", "too many requests; wait a little")
    return person


Asking = Annotated[Person | None, Depends(person_of)]


def account_of(person: Person | None) -> Person:
    """Somebody with an account; guests come and go."""
    if person is None or person.is_guest:
        raise Denied(401, "account-needed", "this is for those who have an account")
    return person


async def somebody(
    request: Request, response: Response, tables: TheTables, asking: Asking
) -> AsyncIterator[Person]:
    """Who is asking; a guest is made of somebody unknown, where guests are welcome."""
    if asking is None and not guests_welcome(request):
        raise Denied(401, "account-needed", "log in or make an account to set up a battle here")
    async with as_guest(request, response, tables, asking) as person:
        yield person


@contextlib.asynccontextmanager
async def as_guest(
    request: Request, response: Response, tables: Tables, asking: Person | None
) -> AsyncIterator[Person]:
    """Who is asking, or a new guest.

    A guest whose request is refused is told of no cookie, and nothing of him is kept.
    """
    if asking is not None:
        yield asking
        return
    person, token = await tables.pools.sessions.run(tables.people.new_guest)
    give_cookie(request, response, token)
    try:
        yield person
    except Exception:
        await tables.pools.sessions.run(tables.people.logged_out, token)
        raise


Somebody = Annotated[Person, Depends(somebody)]


def spoken(request: Request, language: Annotated[str, Query(max_length=16)] = "") -> str:
    """The language of the reader: as he asks for it, or as his browser does."""
    return language_of(language or request.headers.get("accept-language", ""))


Language = Annotated[str, Depends(spoken)]


def guests_welcome(request: Request) -> bool:
    return bool(request.app.state.guests) or is_local(request.client and request.client.host)


def give_cookie(request: Request, response: Response, token: str) -> None:
    """The session cookie: for us only, never readable by scripts, never sent by other sites.

    A browser keeps no secure cookie of a page without TLS: at home, on the machine itself and in
    the same private network, it goes without.
    """
    local = is_at_home(request.client and request.client.host)
    response.set_cookie(
        cookie_of(request),
        token,
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https" or not local,
        path="/",
    )


def address_of(request: HTTPConnection) -> str:
    """Who is counted for a request: a network of one household, where an address is one of many."""
    return counted(request.client.host if request.client else "")


def slowly(buckets: Buckets, request: HTTPConnection, person: Person) -> None:
    """Refuse what is done too often, by an address or by a person wherever he is."""
    if not all(map(buckets.take, (address_of(request), f"person {person.id}"))):
        raise Denied(429, "slow-down", "this was done too often; wait a while")


async def looking_back(request: Request, person: Asking) -> None:
    """Wait for one's turn to look into the past."""
    limits: Limits = request.app.state.limits
    if not await limits.read(address_of(request), f"person {person.id}" if person else ""):
        raise Denied(429, "slow-down", "too many looks into the past; wait a little")


async def one_upload(request: Request, person: Somebody) -> AsyncIterator[None]:
    """Count uploads: so many after each other and so few at once, by address and by person."""
    limits: Limits = request.app.state.limits
    who = (address_of(request), f"person {person.id}")
    if not all(map(limits.uploads.take, who)) or not limits.uploading.take(*who):
        raise Denied(429, "slow-down", "too many uploads; wait a minute")
    try:
        yield
    finally:
        limits.uploading.give_back(*who)


async def table_named(tables: Tables, game: str) -> LiveTable:
    try:
        live = await tables.find(game)
    except (MalformedFile, NoDocument, NoKey) as unread:
        raise Denied(409, CANNOT_OPEN, str(unread)) from None
    if live is None:
        raise Denied(404, "no-game", "there is no such battle")
    return live
