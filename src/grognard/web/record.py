"""The routes about the record of a battle: its past, a study from any line, the report."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import Field

from grognard.host.hearing import PUBLIC
from grognard.host.numbering import WHOLE
from grognard.host.people import Person
from grognard.host.plots import drawn
from grognard.host.reasons import reasons_of
from grognard.host.report import written_report
from grognard.host.room import Room
from grognard.host.seats import HUMAN, Seat, new_token, token_hash
from grognard.web import shapes
from grognard.web.asking import (
    Asking,
    Denied,
    Language,
    Somebody,
    TheTables,
    looking_back,
    slowly,
    table_named,
)
from grognard.web.games import GameId, heard_by, made, reader_of, see_whole

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

Number = Annotated[int, Query(ge=0, le=2**31)]
Whose = Annotated[str | None, Query(max_length=64)]


Counted = Annotated[str, Query(max_length=64)]
"""By whose numbers lines are told."""


class PastShown(shapes.Shape):
    """The table as a side saw it after a line."""

    n: int
    at: int
    side: str
    view: dict[str, Any]
    line: dict[str, Any] | None


class StepShown(shapes.Shape):
    n: int
    line: dict[str, Any] | None
    change: dict[str, Any]


class StepsShown(shapes.Shape):
    """The view after a line, and what changed from line to line after it."""

    n: int
    after: int
    side: str
    view: dict[str, Any]
    steps: list[StepShown]
    more: bool


class ReasonShown(shapes.Shape):
    """Why a commander of the computer answered as he did at a line."""

    n: int
    turn: int
    side: str
    bot: str
    answer: str
    text: str
    why: str


class ForkWanted(shapes.Shape):
    """A study that goes on from a line; from the last where none is named. ``whose`` numbers it is by."""

    at: int | None = Field(default=None, ge=0, le=2**31)
    whose: str = Field(default=WHOLE, max_length=64)


def written(document: dict[str, Any]) -> Response:
    return Response(msgspec.json.encode(document), media_type="application/json")


@router.get(
    "/games/{game}/past",
    operation_id="past",
    dependencies=[Depends(looking_back)],
    response_class=Response,
    responses={200: {"model": PastShown}},
)
async def past(
    game: GameId,
    tables: TheTables,
    person: Asking,
    language: Language,
    at: Number,
    side: Whose = None,
) -> Response:
    """The table as your side saw it after a line; any side's once the battle is over."""
    live = await table_named(tables, game)
    sides = heard_by(live, tables, person)
    found = await live.past(reader_of(live, side, sides, language), at)
    return written(found)


@router.get(
    "/games/{game}/steps",
    operation_id="steps",
    dependencies=[Depends(looking_back)],
    response_class=Response,
    responses={200: {"model": StepsShown}},
)
async def steps(
    game: GameId,
    tables: TheTables,
    person: Asking,
    language: Language,
    after: Number = 0,
    most: Annotated[int, Query(ge=1, le=100)] = 50,
    side: Whose = None,
) -> Response:
    """The way from a line on: what your side heard, and how its view changed."""
    live = await table_named(tables, game)
    sides = heard_by(live, tables, person)
    found = await live.steps(reader_of(live, side, sides, language), after, most)
    return written(found)


def seats_for(person: Person, room: Room) -> list[Seat]:
    """Every seat of a battle, for one person."""
    return [
        Seat(side, 0, HUMAN, person.name, person.id, token_hash(new_token())) for side in room.sides
    ]


@router.post("/games/{game}/fork", status_code=201, operation_id="fork")
async def fork(
    game: GameId,
    wanted: ForkWanted,
    request: Request,
    tables: TheTables,
    person: Somebody,
) -> shapes.GameMade:
    """A study: a new battle that goes on from a line of this one, all its seats yours.

    A battle whose rules have changed goes on so from the last line that comes out the same, with
    the seats as they are.
    """
    live = await table_named(tables, game)
    room, mine = live.room, heard_by(live, tables, person)
    last = room.watched.common if room.watched is not None else room.number
    at = last if wanted.at is None else room.numbering.line(wanted.whose, wanted.at)
    slowly(request.app.state.limits.forks, request, person)
    settings = {"watchers": False, "study": {"of": game, "at": at}}
    if room.watched is not None and mine and not room.is_over:
        sitting = live.seats  # the same people go on, and nobody is shown what is not his
        settings["watchers"] = bool(live.table.settings.get("watchers", True))
    else:
        see_whole(live, person)
        sitting = seats_for(person, room)
    study = await tables.fork(live, at, sitting, settings)
    return made(study, tables, person, {})


@router.get("/games/{game}/reasons", operation_id="reasons")
async def reasons(
    game: GameId, tables: TheTables, person: Asking, language: Language, whose: Counted = WHOLE
) -> list[ReasonShown]:
    """Why the computer decided as it did, line by line; nobody reads it before the end."""
    live = await table_named(tables, game)
    heard_by(live, tables, person)
    if not live.room.is_over:
        raise Denied(403, "not-over", "what the computer thought is told when the battle is over")
    words, teller = live.room.system.desk.words, live.showing(PUBLIC).teller(language)
    return [
        ReasonShown(
            n=live.told(whose, each.number), turn=each.turn, side=each.side, bot=each.bot, answer=each.words,
            text=words.offered(live.showing(PUBLIC).adviser.told(each.words), each.purpose, teller),
            why=each.why,
        )
        for each in await asyncio.to_thread(reasons_of, tables.store, game)
    ]  # fmt: skip


@router.get(
    "/games/{game}/report",
    operation_id="report",
    dependencies=[Depends(looking_back)],
    response_class=Response,
    responses={200: {"content": {"text/html": {}}, "description": "The after-action report"}},
)
async def report(
    game: GameId,
    tables: TheTables,
    person: Asking,
    language: Language,
    download: Annotated[bool, Query()] = False,
) -> Response:
    """The after-action report as one page: once it is over, or when all seats are yours."""
    live = await table_named(tables, game)
    heard_by(live, tables, person)
    see_whole(live, person)
    over = live.room.is_over
    thoughts = await asyncio.to_thread(reasons_of, tables.store, game) if over else ()
    content = await tables.pools.reading.run(
        written_report,
        live.room,
        live.back.chronicle,
        live.showing(PUBLIC).teller(language),
        thoughts,
        lambda spec: tables.drawing.wait(drawn, spec),
    )
    headers = {}
    if download:
        name = f"{live.room.header.edition.scenario}-{game}.html"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(content, media_type="text/html; charset=utf-8", headers=headers)
