"""The routes about people: who am I, accounts, logging in and out."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from grognard.host.people import SESSION_DAYS, BadCredentials, NameTaken
from grognard.host.seats import token_hash
from grognard.kernel.errors import GrognardError
from grognard.web import shapes
from grognard.web.asking import (
    Asking,
    Denied,
    TheTables,
    address_of,
    cookie_of,
    give_cookie,
    session_of,
)
from grognard.web.guards import Buckets, is_local

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

attempts = Buckets(rate=0.2, most=10)
"""Passwords are not to be guessed: ten attempts, then one every five seconds."""


def _slowly(request: Request, name: str) -> None:
    """So many attempts from an address, and so many at one account from wherever."""
    if not (
        attempts.take(address_of(request)) and attempts.take(f"account {name.strip().casefold()}")
    ):
        raise Denied(429, "slow-down", "too many attempts; wait a minute")


@router.get("/me", operation_id="me")
async def me(request: Request, person: Asking) -> shapes.Me:
    """Who the server takes you for."""
    local = is_local(request.client and request.client.host)
    if person is None:
        return shapes.Me(person="", name="", guest=True, local=local, days=SESSION_DAYS)
    days = SESSION_DAYS if person.is_guest else 0
    return shapes.Me(
        person=person.id, name=person.name, guest=person.is_guest, local=local, days=days
    )


@router.post("/accounts", status_code=201, operation_id="register")
async def register(
    wanted: shapes.Credentials,
    request: Request,
    response: Response,
    tables: TheTables,
    person: Asking,
) -> shapes.Me:
    """Make an account; what you began as a guest goes with you."""
    _slowly(request, wanted.name)
    try:
        made, token = await tables.pools.passwords.run(
            tables.people.registered, wanted.name, wanted.password, person
        )
    except NameTaken as problem:
        raise Denied(409, "name-taken", str(problem)) from None
    except GrognardError as problem:
        raise Denied(400, "bad-account", str(problem)) from None
    if person is not None and person.is_guest:
        await tables.moved(person, made)
    give_cookie(request, response, token)
    return await me(request, made)


@router.post("/sessions", status_code=201, operation_id="login")
async def login(
    wanted: shapes.Credentials, request: Request, response: Response, tables: TheTables
) -> shapes.Me:
    """Log in."""
    _slowly(request, wanted.name)
    try:
        person, token = await tables.pools.passwords.run(
            tables.people.logged_in, wanted.name, wanted.password
        )
    except BadCredentials as problem:
        raise Denied(403, "bad-credentials", str(problem)) from None
    give_cookie(request, response, token)
    return await me(request, person)


@router.delete("/sessions", status_code=204, operation_id="logout")
async def logout(request: Request, response: Response, tables: TheTables) -> None:
    """Log out: the session is over everywhere."""
    token = session_of(request)
    if token:
        await tables.pools.sessions.run(tables.people.logged_out, token)
        await tables.end_sessions([token_hash(token)])
    response.delete_cookie(
        cookie_of(request), path="/", secure=request.url.scheme == "https", httponly=True
    )


@router.put("/password", operation_id="change_password")
async def change_password(
    wanted: shapes.PasswordChange,
    request: Request,
    response: Response,
    tables: TheTables,
    person: Asking,
) -> shapes.Me:
    """Change your password: you are logged out everywhere else, and your lines there end."""
    if person is None or person.is_guest:
        raise Denied(401, "account-needed", "only an account has a password")
    _slowly(request, person.name)
    try:
        token, ended = await tables.pools.passwords.run(
            tables.people.changed_password, person, wanted.old, wanted.new
        )
    except BadCredentials as problem:
        raise Denied(403, "bad-credentials", str(problem)) from None
    except GrognardError as problem:
        raise Denied(400, "bad-account", str(problem)) from None
    await tables.end_sessions(ended)
    give_cookie(request, response, token)
    return await me(request, person)
