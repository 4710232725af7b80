"""The routes of battles by file: hand over, open, go away, come back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from grognard.host.people import Person
from grognard.host.posting import Posting, keep_post
from grognard.host.posts import Post
from grognard.host.refused import Refused
from grognard.host.seats import HUMAN
from grognard.host.turns import unpacked
from grognard.kernel.errors import GrognardError
from grognard.web import shapes
from grognard.web.asking import (
    Asking,
    Denied,
    Somebody,
    TheTables,
    looking_back,
    one_upload,
    table_named,
)
from grognard.web.games import LARGEST_UPLOAD, GameId, made
from grognard.web.live import LiveTable

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

FILE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/gzip": {}}, "description": "The turn, signed"}
}


class AwayWanted(shapes.Shape):
    """The side that goes on elsewhere."""

    side: shapes.Word


class AwayMade(shapes.Shape):
    """Is it done, or was the other side asked?"""

    done: bool


@router.post(
    "/turns", status_code=201, operation_id="open_turn", dependencies=[Depends(one_upload)]
)
async def open_turn(
    request: Request,
    tables: TheTables,
    person: Somebody,
    game: Annotated[str, Query(pattern=r"^([0-9a-f]{16})?$")] = "",
    name: Annotated[str, Query(max_length=32)] = "",
) -> shapes.GameMade:
    """Open a turn that was sent as a file (the body). With ``game`` it must be one of that battle.

    The first of a battle makes a new one, and you play the side that its sender does not.
    """
    content = await request.body()
    if len(content) > LARGEST_UPLOAD:
        raise Denied(413, "too-large", f"a turn has at most {LARGEST_UPLOAD} bytes")
    turn, record = await tables.pools.uploads.run(unpacked, content)
    posting = Posting(tables.keeper)
    known = await asyncio.to_thread(posting.known, turn)
    if game and known != game:
        raise Refused.because("other-battle", "this is a turn of another battle")
    if not known and await asyncio.to_thread(posting.is_own, turn, person.id):
        raise Refused.because("own-turn", "this is your own turn: send it to the other side")
    if known:
        live = await table_named(tables, known)
        _post_of(live, person)
        await live.apart.open(turn, record)
        return made(live, tables, person, {})
    given = tables.keeper.speeches.given
    called = person.name or await asyncio.to_thread(given, name)
    try:
        opening = await tables.pools.uploads.run(posting.accepted, turn, record, person.id, called)
    except Refused:
        raise
    except GrognardError as problem:
        raise Denied(400, "not-a-turn", str(problem)) from None
    table = opening.table
    table.host = person.id
    also = partial(keep_post, table.room.id, opening.post)
    lines = [line for line, _ in opening.lines]
    await asyncio.wrap_future(tables.keeper.write_new(table, lines, also))
    return made(await tables.stand_ready(table), tables, person, {})


def _post_of(live: LiveTable, person: Person | None) -> Post:
    """How a battle stands by file, for who plays it here."""
    post = live.table.post
    sides = {seat.side for seat in live.seats if person and seat.person == person.id}
    if not sides:
        raise Denied(403, "wrong-seat", "you have no seat in this battle")
    if post is None:
        raise Denied(409, "by-file", "this battle is not played by file")
    return post


@router.post(
    "/games/{game}/turn", operation_id="hand_over", response_class=Response, responses=FILE
)
async def hand_over(game: GameId, tables: TheTables, person: Somebody) -> Response:
    """Your part is done: the file for the other side. Until its next one comes you can only look."""
    live = await table_named(tables, game)
    post = _post_of(live, person)
    if post.side not in tables.sides_of(live, person.id):
        raise Denied(403, "wrong-seat", "who plays elsewhere hands nothing over here")
    return _file(await live.apart.hand_over(), live)


@router.get(
    "/games/{game}/turn",
    operation_id="turn_file",
    dependencies=[Depends(looking_back)],
    response_class=Response,
    responses=FILE,
)
async def turn_file(game: GameId, tables: TheTables, person: Asking) -> Response:
    """The file that was handed over last, once more."""
    live = await table_named(tables, game)
    _post_of(live, person)
    return _file(await live.apart.file(), live)


def _file(content: bytes, live: LiveTable) -> Response:
    post = live.table.post
    assert post is not None
    name = f"{live.room.header.edition.scenario}-{post.count}-{post.side}.turn"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/gzip", headers=headers)


@router.post("/games/{game}/away", operation_id="go_away")
async def go_away(
    game: GameId, wanted: AwayWanted, tables: TheTables, person: Somebody
) -> AwayMade:
    """Let a side of yours go on elsewhere, by file; where the other is somebody else's, he is asked."""
    live = await table_named(tables, game)
    if wanted.side not in tables.sides_of(live, person.id):
        raise Denied(403, "wrong-seat", "this is not your side")
    if live.notice.campaign:
        raise Denied(409, "of-a-campaign", "a battle of a campaign is fought where the campaign is")
    others = [seat for seat in live.seats if seat.side != wanted.side]
    if any(seat.kind != HUMAN or not seat.person for seat in others):
        raise Denied(409, "by-file", "somebody must play the other side and stay here")
    if all(seat.person == person.id for seat in others):
        async with live.lock:
            await live.apart.send_away(wanted.side)
        return AwayMade(done=True)
    await live.agreeing.ask_by_file(wanted.side)
    return AwayMade(done=False)


@router.post("/games/{game}/online", operation_id="come_back")
async def come_back(game: GameId, tables: TheTables, person: Somebody) -> shapes.GameMade:
    """Let a battle by file go on at this server: a link for the other side; dice fall here again."""
    live = await table_named(tables, game)
    post = _post_of(live, person)
    if post.side not in tables.sides_of(live, person.id):
        raise Denied(403, "wrong-seat", "only who plays here can let it go on here")
    return made(live, tables, person, await live.apart.bring_back())
