"""The routes by which people find each other: invitations, the open list, the next battle, the address."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi import Path as PathParam
from sqlalchemy.engine import Connection

from grognard.host.people import Person
from grognard.host.refused import Refused
from grognard.host.seats import AFAR, BURNT, Seat, new_token, sits_for_both, token_hash
from grognard.kernel.errors import GrognardError
from grognard.web import frames, shapes
from grognard.web.asking import (
    Asking,
    Denied,
    Somebody,
    TheTables,
    as_guest,
    slowly,
    table_named,
)
from grognard.web.games import BOTH_SIDES, GameId
from grognard.web.guards import is_local
from grognard.web.live import LiveTable
from grognard.web.tables import Tables

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

SideName = Annotated[str, PathParam(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
Place = Annotated[int, PathParam(ge=0, le=8)]


class OpenBattle(shapes.Shape):
    """A battle that looks for somebody to play: who asks, and the sides that are free."""

    id: str
    title: str
    system: str
    scenario: str
    created: int
    by: str
    free: list[str]


class Listing(shapes.Shape):
    """Does a battle stand in the open list?"""

    listed: bool


class Watching(shapes.Shape):
    """May others watch a battle, by its link?"""

    watchers: bool


class JoinWanted(shapes.Shape):
    """A seat in a battle of the open list."""

    side: shapes.Word
    name: shapes.Said = ""


class Reachable(shapes.Shape):
    """Where this server can be reached from another machine; nowhere, with the reason."""

    addresses: list[str]
    reason: str = ""


class RematchMade(shapes.Shape):
    """The next battle, with the sides changed."""

    id: str


# --- invitations


@router.post("/games/{game}/seats", operation_id="claim")
async def claim(
    game: GameId,
    wanted: shapes.Claim,
    request: Request,
    response: Response,
    tables: TheTables,
    asking: Asking,
) -> shapes.SeatShown:
    """Take up an invitation: from now on the seat is yours, and the link opens it to nobody.

    Who is invited needs no account, wherever he comes from.
    """
    live = await table_named(tables, game)
    try:
        seat = tables.seat_with(live, wanted.token)
    except Refused as problem:
        raise Denied(403, problem.code, str(problem)) from None
    async with as_guest(request, response, tables, asking) as person:
        return await seated(tables, live, seat, person, wanted.name)


async def seated(
    tables: Tables, live: LiveTable, seat: Seat, person: Person, name: str
) -> shapes.SeatShown:
    """Let a person have a seat that is free; nobody has it twice."""
    game = live.room.id
    async with live.lock:
        held = msgspec.structs.replace(seat, person=person.id, token=BURNT)
        others = [other for other in live.seats if other is not seat]
        if sits_for_both([*others, held]):
            raise Denied(409, "both-sides", BOTH_SIDES)
        taken = await asyncio.wrap_future(tables.people.claimed(game, seat, person))
        if taken:
            called = person.name or await _called(live, held, name) or seat.name
            held = msgspec.structs.replace(held, name=called)
            await asyncio.wrap_future(tables.keeper.write_seat(game, held))
            live.table.seats = [held if other is seat else other for other in live.seats]
    if not taken:
        await live.read_seats()  # another server was faster
        raise Denied(409, "taken", "somebody else has taken this seat")
    live.tell_people()
    return shapes.SeatShown(
        side=held.side, place=held.place, kind=held.kind, name=held.name, taken=True
    )


async def _called(live: LiveTable, seat: Seat, name: str) -> str:
    """The name that a guest asks for, if it is free; else he has none and may choose another."""
    try:
        return await asyncio.to_thread(live.agreeing.free_name, name, {(seat.side, seat.place)})
    except Refused:
        return ""


def _hosted(live: LiveTable, person: Person) -> None:
    if live.table.host != person.id:
        raise Denied(403, "not-host", "only who set the battle up may do this")


def _free_seat(live: LiveTable, side: str, place: int) -> Seat:
    seat = live.seat_at(side, place)
    if seat is None:
        raise Denied(404, "no-side", f"there is no seat {side} {place} at this table")
    if seat.person or not seat.is_human:
        raise Denied(409, "taken", "somebody has taken this seat: its invitation is burnt")
    return seat


@router.put("/games/{game}/invitations/{side}/{place}", operation_id="invite")
async def invite(
    game: GameId, side: SideName, place: Place, tables: TheTables, person: Somebody
) -> shapes.Invitation:
    """A new link for a seat that nobody has taken yet; the link before it opens nothing any more."""
    live = await table_named(tables, game)
    _hosted(live, person)
    _free_seat(live, side, place)
    token = new_token()
    await _change_token(tables, live, side, place, token_hash(token))
    return shapes.Invitation(
        side=side, place=place, token=token, link=f"/table/{game}?seat={token}"
    )


@router.delete("/games/{game}/invitations/{side}/{place}", status_code=204, operation_id="uninvite")
async def uninvite(
    game: GameId, side: SideName, place: Place, tables: TheTables, person: Somebody
) -> None:
    """Revoke the link of a seat that nobody has taken yet."""
    live = await table_named(tables, game)
    _hosted(live, person)
    _free_seat(live, side, place)
    await _change_token(tables, live, side, place, BURNT)


async def _change_token(
    tables: Tables, live: LiveTable, side: str, place: int, token: bytes
) -> None:
    """Another token for a free seat; who took it in the meantime keeps it."""
    if not await asyncio.wrap_future(tables.people.retoken(live.room.id, side, place, token)):
        await live.read_seats()
        raise Denied(409, "taken", "somebody has taken this seat: its invitation is burnt")
    await live.read_seats()


# --- the open list


@router.get("/open", operation_id="open_battles")
async def open_battles(tables: TheTables, person: Asking) -> list[OpenBattle]:
    """Battles that look for somebody to play, the latest first."""
    found = await asyncio.to_thread(tables.keeper.open_battles)
    return [
        OpenBattle(
            id=row.id, title=row.title, system=row.system, scenario=row.scenario,
            created=row.created, by=name, free=free,
        )
        for row, name, free in found
    ]  # fmt: skip


@router.put("/games/{game}/listed", operation_id="list_battle")
async def list_battle(
    game: GameId, wanted: Listing, request: Request, tables: TheTables, person: Somebody
) -> Listing:
    """Put a battle into the open list, or take it out."""
    live = await table_named(tables, game)
    _hosted(live, person)
    if wanted.listed:
        slowly(request.app.state.limits.listings, request, person)
    live.table.settings["listed"] = wanted.listed
    await asyncio.wrap_future(tables.keeper.write_listed(live.table))
    return wanted


@router.put("/games/{game}/watchers", operation_id="let_watch")
async def let_watch(
    game: GameId, wanted: Watching, tables: TheTables, person: Somebody
) -> Watching:
    """Let others watch a battle of which every seat is yours, as an imported one; or no longer."""
    live = await table_named(tables, game)
    if any(seat.person != person.id for seat in live.seats):
        raise Denied(403, "wrong-seat", "only who has every seat says whether others watch")
    live.table.settings["watchers"] = wanted.watchers
    await asyncio.wrap_future(tables.keeper.write_listed(live.table))
    if not wanted.watchers:
        live.turn_away()
    return wanted


@router.post("/games/{game}/join", operation_id="join")
async def join(
    game: GameId, wanted: JoinWanted, request: Request, tables: TheTables, person: Somebody
) -> shapes.SeatShown:
    """Take a free seat in a battle of the open list."""
    live = await table_named(tables, game)
    if not live.table.settings.get("listed"):
        raise Denied(403, "not-listed", "this battle looks for nobody")
    if any(seat.person == person.id for seat in live.seats):
        raise Denied(409, "seated", "you have a seat at this table already")
    free = [seat for seat in live.seats if seat.side == wanted.side and is_free(seat)]
    if not free:
        raise Denied(409, "taken", "nothing is free there any more")
    slowly(request.app.state.limits.joins, request, person)
    return await seated(tables, live, free[0], person, wanted.name)


def is_free(seat: Seat) -> bool:
    return seat.is_human and not seat.person


# --- the next battle


@router.post("/games/{game}/rematch", status_code=201, operation_id="rematch")
async def rematch(
    game: GameId, request: Request, tables: TheTables, person: Somebody
) -> RematchMade:
    """The same battle once more with the sides changed; asked for twice, it is the same one."""
    live = await table_named(tables, game)
    if not tables.sides_of(live, person.id):
        raise Denied(403, "wrong-seat", "you had no seat in this battle")
    if not live.room.is_over:
        raise Denied(409, "not-over", "this battle is not over")
    if live.notice.campaign:
        raise Denied(409, "of-a-campaign", "a campaign says itself which battle is next")
    if any(seat.kind == AFAR for seat in live.seats):
        raise Denied(409, "by-file", "the next battle by file begins with a file of its own")
    origin = await asyncio.to_thread(tables.keeper.origin, game)
    if origin.rematch:
        return RematchMade(id=origin.rematch)
    slowly(request.app.state.limits.joins, request, person)
    next_side = dict(zip(live.room.sides, (*live.room.sides[1:], live.room.sides[0]), strict=True))
    sitting = [
        msgspec.structs.replace(
            seat,
            side=next_side[seat.side],
            standing=(),
            seen=-1,
            token=BURNT if is_free(seat) else seat.token,
        )
        for seat in live.seats
    ]
    edition, settings = live.room.header.edition, live.table.settings
    kept = {"watchers": bool(settings.get("watchers", True)), "days": settings.get("days", 0)}
    try:
        begun = await tables.begin(
            edition.system, origin.document or edition.scenario, edition.options, sitting, kept,
            also=partial(_follows, tables, game), host=person.id,
        )  # fmt: skip
    except Refused:  # the other side was faster
        return RematchMade(id=(await asyncio.to_thread(tables.keeper.origin, game)).rematch)
    except GrognardError as problem:
        raise Denied(409, "cannot-begin", str(problem)) from None
    live.tell_all(frames.write("rematch", game=begun.room.id))
    return RematchMade(id=begun.room.id)


def _follows(tables: Tables, game: str, following: str, connection: Connection) -> None:
    tables.keeper.note_rematch(game, following, connection)


# --- where we are


@router.get("/address", operation_id="address")
async def address(request: Request) -> Reachable:
    """Where a friend can reach this server: told to those on the machine itself.

    Whoever came from elsewhere has the address already.
    """
    if not is_local(request.client and request.client.host):
        return Reachable(addresses=[str(request.base_url).rstrip("/")])
    found: Any = request.app.state.reach
    return Reachable(addresses=list(found), reason="" if found else NOWHERE)


NOWHERE = (
    "this server listens to this machine only; for a friend in the same network start it with "
    "grognard serve --host 0.0.0.0"
)
