"""The routes about battles: set up, list, take a seat, read the log, carry a battle away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as PathParam

from grognard.desks.phrases import phrasebook
from grognard.host.hearing import PUBLIC
from grognard.host.numbering import WHOLE
from grognard.host.people import Person
from grognard.host.reading import setting_of
from grognard.host.seats import AFAR, HUMAN, Seat, new_token, token_hash
from grognard.kernel.codec import builtins
from grognard.kernel.errors import GrognardError
from grognard.systems.registry import SYSTEMS, system_named
from grognard.web import shapes
from grognard.web.asking import (
    CANNOT_OPEN,
    Asking,
    Denied,
    Language,
    Somebody,
    TheTables,
    looking_back,
    one_upload,
    slowly,
    table_named,
)
from grognard.web.bots import BOTS, is_bot
from grognard.web.live import LiveTable
from grognard.web.showing import Reader
from grognard.web.tables import Tables

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

GameId = Annotated[str, PathParam(pattern=r"^[0-9a-f]{16}$")]

LARGEST_UPLOAD = 8 * 1024 * 1024
ME, OPEN = "me", "open"
BOTH_SIDES = "where others are invited nobody sits for two sides: he would see what both hide"


@router.post("/games", status_code=201, operation_id="begin")
async def begin(
    wanted: shapes.GameWanted, request: Request, tables: TheTables, person: Somebody
) -> shapes.GameMade:
    """Set up a battle. Links for open seats are in the answer, and only there."""
    sides = await asyncio.to_thread(_sides, wanted, tables)
    if wanted.listed:
        slowly(request.app.state.limits.listings, request, person)
    given = tables.keeper.speeches.given
    sitting, tokens = await asyncio.to_thread(sitting_of, wanted.seats, sides, person, given)
    settings = {"watchers": wanted.watchers, "listed": wanted.listed, "days": wanted.days}
    try:
        by_file = any(seat.kind == AFAR for seat in sitting)
        live = await (tables.begin_by_file if by_file else tables.begin)(
            wanted.system, wanted.scenario, wanted.options, sitting, settings, host=person.id
        )
    except GrognardError as problem:
        raise Denied(400, "cannot-begin", str(problem)) from None
    return made(live, tables, person, tokens)


def _sides(wanted: shapes.GameWanted, tables: Tables) -> tuple[str, ...]:
    """The sides of a scenario; its options are checked by reading it."""
    if wanted.system and wanted.system not in SYSTEMS:
        raise Denied(400, "no-system", f"there is no system {wanted.system!r}")
    try:
        system, source = tables.keeper.documents.meant(wanted.scenario, wanted.system)
        setting = setting_of(system, source, tuple(sorted(wanted.options.items())))
    except GrognardError as problem:
        raise Denied(400, "cannot-begin", str(problem)) from None
    return tuple(system_named(system).rules.sides(setting))


def sitting_of(
    wanted: list[shapes.SeatWanted],
    sides: tuple[str, ...],
    person: Person,
    given: Callable[[str], str],
) -> tuple[list[Seat], dict[tuple[str, int], str]]:
    """The seats as they were asked for, and the invitations for those that are open.

    ``given`` says which names may be given.
    """
    asked = list(wanted)
    asked += [
        shapes.SeatWanted(side=side, who=ME)
        for side in sides
        if side not in {seat.side for seat in wanted}
    ]
    sitting: list[Seat] = []
    tokens: dict[tuple[str, int], str] = {}
    for seat in asked:
        if seat.side not in sides:
            raise Denied(400, "no-side", f"there is no side {seat.side!r}: {', '.join(sides)}")
        if seat.who not in (ME, OPEN, AFAR) and not is_bot(seat.who):
            known = ", ".join([ME, OPEN, AFAR, *BOTS])
            raise Denied(400, "unknown-bot", f"{seat.who!r} cannot sit there: {known}")
        place = sum(other.side == seat.side for other in sitting)
        token = new_token()
        if seat.who == OPEN:
            tokens[seat.side, place] = token
        mine = seat.who == ME
        sitting.append(
            Seat(
                seat.side,
                place,
                kind=HUMAN if seat.who in (ME, OPEN) else seat.who,
                name=(person.name if mine else "") or given(seat.name),
                person=person.id if mine else "",
                token=token_hash(token),
            )
        )
    if tokens and len({seat.side for seat in sitting if seat.person}) > 1:
        raise Denied(400, "both-sides", BOTH_SIDES)
    return sitting, tokens


def made(
    live: LiveTable, tables: Tables, person: Person, tokens: dict[tuple[str, int], str]
) -> shapes.GameMade:
    room = live.room
    return shapes.GameMade(
        id=room.id,
        title=room.title,
        sides=list(room.sides),
        mine=list(tables.sides_of(live, person.id)),
        invitations=[
            shapes.Invitation(
                side=side, place=place, token=token, link=f"/table/{room.id}?seat={token}"
            )
            for (side, place), token in tokens.items()
        ],
        watched=room.watch_only,
    )


def _words(system: str) -> tuple[Path, ...]:
    """Where the words of a system lie; of one that is no longer here, nowhere."""
    return system_named(system).desk.teller.words if system in SYSTEMS else ()


@router.get("/games", operation_id="mine")
async def mine(tables: TheTables, person: Asking, language: Language) -> list[shapes.GameListed]:
    """The battles in which you have a seat, the latest first."""
    if person is None:
        return []
    found = await asyncio.to_thread(tables.keeper.games_of, person.id)
    timed = await asyncio.to_thread(tables.days.listed, person.id)
    return [
        shapes.GameListed(
            id=row.id, system=row.system, scenario=row.scenario, title=say(row.title),
            created=row.created, touched=row.touched, waits_for=row.waits_for,
            verdict=say(row.verdict), mine=sides, days=timed.get(row.id, (0, 0))[0],
            due=timed.get(row.id, (0, 0))[1],
        )
        for row, sides in found
        for say in [phrasebook(language, _words(row.system), row.scenario).say]
    ]  # fmt: skip


@router.post(
    "/games/upload", status_code=201, operation_id="upload", dependencies=[Depends(one_upload)]
)
async def upload(request: Request, tables: TheTables, person: Somebody) -> shapes.GameMade:
    """Go on with the battle in a file (the body is the file). All its seats are yours."""
    content = await request.body()
    if len(content) > LARGEST_UPLOAD:
        raise Denied(413, "too-large", f"a battle file has at most {LARGEST_UPLOAD} bytes")
    try:
        live = await tables.upload(content, "upload", (), {"watchers": False, "imported": True})
    except (GrognardError, msgspec.MsgspecError, RecursionError) as problem:
        raise Denied(400, "not-a-battle", str(problem)) from None
    for seat in live.seats:
        await live.change_seat(seat.side, seat.place, person=person.id, kind=HUMAN)
    return made(live, tables, person, {})


@router.get("/games/{game}", operation_id="outside")
async def outside(game: GameId, tables: TheTables, person: Asking) -> shapes.GameShown:
    """A battle as anybody may see it from outside."""
    live = await table_named(tables, game)
    room, days = live.room, int(live.table.settings.get("days", 0))
    due = await asyncio.to_thread(tables.days.due, game, days, room.asked, live.seats)
    return shapes.GameShown(
        id=room.id, title=room.title, system=room.header.edition.system,
        scenario=room.header.edition.scenario, sides=list(room.sides),
        seats=[
            shapes.SeatShown(
                side=seat.side, place=seat.place, kind=seat.kind, name=seat.name,
                taken=bool(seat.person) or not seat.is_human,
            )
            for seat in live.seats
        ],
        lines=live.number(PUBLIC), waits_for=room.asked, verdict=room.verdict, watched=room.watch_only,
        watchers=bool(live.table.settings.get("watchers", True)),
        mine=list(tables.sides_of(live, person.id)) if person else [],
        hosted=person is not None and live.table.host == person.id,
        listed=bool(live.table.settings.get("listed")), days=days, due=due,
    )  # fmt: skip


def heard_by(live: LiveTable, tables: Tables, person: Person | None) -> tuple[str, ...]:
    """The sides whose log somebody may read; none for those who may only watch."""
    sides = tables.sides_of(live, person.id) if person else ()
    if not sides and not live.table.settings.get("watchers", True):
        raise Denied(403, "no-watchers", "nobody watches at this table")
    return sides


def reader_of(live: LiveTable, side: str | None, sides: Sequence[str], language: str) -> Reader:
    """Who reads the log or the past: the side he names, or his own; what is public, without one."""
    usual = sides[0] if sides else PUBLIC
    seen = live.seen_by(side, sides, usual)
    whole = live.room.is_over or {*live.room.sides} <= {*sides}
    return Reader(seen, language, WHOLE if whole else usual)


def see_whole(live: LiveTable, person: Person | None) -> None:
    """May all of a battle be seen? When it is over, or by one who sits alone: every seat is his."""
    see_all(live.seats, person, is_over=live.room.is_over)


def see_all(seats: Sequence[Seat], person: Person | None, *, is_over: bool) -> None:
    alone = person is not None and all(seat.person == person.id for seat in seats)
    if not is_over and not alone:
        raise Denied(
            403, "not-over", "this holds what both sides may not know: it is given at the end"
        )


@router.get("/games/{game}/log", operation_id="log")
async def log(
    game: GameId,
    tables: TheTables,
    person: Asking,
    language: Language,
    after: Annotated[int, Query(ge=-1, le=2**31)] = -1,
    most: Annotated[int, Query(ge=1, le=500)] = 200,
    side: Annotated[str, Query(max_length=64)] = "",
) -> shapes.LogShown:
    """Lines of the journal as your side heard them; what is public, without a seat."""
    live = await table_named(tables, game)
    sides = heard_by(live, tables, person)
    reader = reader_of(live, side or None, sides, language)
    lines = await live.lines(reader.side, after, most, language, reader.whose)
    return shapes.LogShown(n=live.number(reader.whose), lines=[builtins(line) for line in lines])


@router.get(
    "/games/{game}/journal",
    operation_id="journal",
    dependencies=[Depends(looking_back)],
    response_class=Response,
    responses={200: {"content": {"application/x-ndjson": {}}, "description": "The battle file"}},
)
async def journal(game: GameId, tables: TheTables, person: Asking) -> Response:
    """The battle as a file: once it is over, or when all seats are yours."""
    try:
        live = await table_named(tables, game)
    except Denied as denied:
        if denied.code != CANNOT_OPEN:
            raise
        kept = await tables.pools.reading.run(tables.keeper.kept_file, game)
        see_all(kept.seats, person, is_over=kept.is_over)
        return _file(kept.content, game)
    heard_by(live, tables, person)
    see_whole(live, person)
    content = await tables.pools.reading.run(tables.keeper.battle_file, live.room)
    return _file(content, f"{live.room.header.edition.scenario}-{game}")


def _file(content: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.journal"'}
    return Response(content, media_type="application/x-ndjson", headers=headers)


@router.get("/games/{game}/dice", operation_id="dice")
async def dice(game: GameId, tables: TheTables) -> shapes.DiceShown:
    """The secret behind the dice, once the battle is over."""
    live = await table_named(tables, game)
    if not live.room.is_over:
        raise Denied(403, "not-over", "the secret behind the dice is shown at the end")
    room = live.room
    return shapes.DiceShown(commitment=room.dice.commitment(room.header), secret=room.dice.reveal())
