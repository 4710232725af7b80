"""The routes about campaigns: begin one, see how it stands, fight its next battle, carry it away."""

from __future__ import annotations

import asyncio
from functools import lru_cache, partial
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from fastapi import Path as PathParam
from sqlalchemy.engine import Connection

from grognard.campaign import pack as packs
from grognard.campaign.carrying import document_of
from grognard.campaign.keeping import AlreadyBegun, Campaigns, Held
from grognard.campaign.progress import OPTIONS, outstanding, sudden_end, total, verdict, whole_day
from grognard.campaign.standing import standing
from grognard.desks import library
from grognard.desks.phrases import phrasebook
from grognard.desks.retelling import READ, retold
from grognard.host.opening import NoDocument
from grognard.host.people import Person
from grognard.host.sealing import NoKey
from grognard.host.seats import BURNT, Seat
from grognard.kernel.codec import builtins
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError, MalformedFile
from grognard.kernel.questions import Over
from grognard.mechanics.packs.gathering import from_files
from grognard.mechanics.packs.shapes import Problem
from grognard.systems.registry import name_of
from grognard.web import shapes
from grognard.web.asking import (
    Asking,
    Denied,
    Language,
    Somebody,
    TheTables,
    looking_back,
    one_upload,
)
from grognard.web.documents import denied
from grognard.web.games import LARGEST_UPLOAD, made, sitting_of
from grognard.web.inviting import is_free
from grognard.web.live import LiveTable
from grognard.web.tables import Tables

WORDS: Final = READ | {"band", "holds", "ends", "effects", "commanders", "battle", "short"}
"""Fields of a campaign that hold words for people."""

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

CampaignId = Annotated[str, PathParam(pattern=r"^[0-9a-f]{16}$")]


@router.get("/campaigns", operation_id="campaigns")
async def campaigns(tables: TheTables, person: Asking, language: Language) -> dict[str, Any]:
    """The campaigns of the library, and those in which you lead a side, the latest first."""
    known = Campaigns(tables.store)
    mine = await asyncio.to_thread(known.of_person, person.id) if person is not None else []
    return {
        "campaigns": _retold(await tables.pools.weighing.run(_listed), language),
        "mine": _retold([_row(held, person) for held in mine], language),
    }


def _retold(told: Any, language: str) -> Any:
    """What is told of campaigns, in the reader's language where the library has its words."""
    return retold(told, phrasebook(language, (), packs.FOLDER.name).say, read=WORDS)


@lru_cache(maxsize=1)
def _listed() -> list[dict[str, Any]]:
    return [_described(packs.read(name)) for name in packs.names()]


def _described(pack: packs.CampaignPack) -> dict[str, Any]:
    return {
        "id": pack.id, "title": pack.title, "description": " ".join(pack.description.split()),
        "sides": pack.sides, "options": {name: list(values) for name, values in OPTIONS.items()},
        "battles": [
            {"id": stage.id, "title": stage.title, "date": stage.date, "pack": stage.pack,
             "system": name_of(library.document(stage.pack))}
            for stage in pack.stages
        ],
    }  # fmt: skip


def _row(held: Held, person: Person | None) -> dict[str, Any]:
    pack, progress, stage = held.pack, held.progress, held.stage
    return {
        "id": held.id, "title": pack.title, "fought": len(progress.fought),
        "battles": len(pack.stages), "total": total(progress),
        "band": verdict(pack, progress).name, "next": stage.title if stage is not None else "",
        "game": held.game, "touched": held.touched,
        "mine": list(held.sides_of(person.id)) if person is not None else [],
    }  # fmt: skip


# --- beginning


@router.post(
    "/campaigns/check", operation_id="check-campaign", dependencies=[Depends(looking_back)]
)
async def check(
    wanted: shapes.CampaignWanted, tables: TheTables, person: Somebody
) -> dict[str, Any]:
    """What a campaign of one's own is, before it is begun; every fault is told."""
    document = await tables.pools.weighing.run(_meant, wanted)
    return _described(await tables.pools.weighing.run(packs.read, document))


@router.post(
    "/campaigns",
    status_code=201,
    operation_id="begin-campaign",
    dependencies=[Depends(looking_back)],
)
async def begin(
    wanted: shapes.CampaignWanted, tables: TheTables, person: Somebody
) -> shapes.CampaignMade:
    """Begin a campaign. Links for open seats are in the answer, and only there."""
    document = await tables.pools.weighing.run(_meant, wanted)
    try:
        pack = await tables.pools.weighing.run(packs.read, document)
        given = tables.keeper.speeches.given
        sitting, tokens = await asyncio.to_thread(
            sitting_of, wanted.seats, tuple(pack.sides), person, given
        )
        if len(sitting) != len(pack.sides):
            raise Denied(400, "cannot-begin", "one leads each side of a campaign")
        known = Campaigns(tables.store)
        held = await asyncio.to_thread(known.begun, document, wanted.options, sitting)
    except GrognardError as problem:
        raise Denied(400, "cannot-begin", str(problem)) from None
    return _made(held, person, tokens)


def _meant(wanted: shapes.CampaignWanted) -> Document:
    """The document of a campaign that nothing is wrong with; every fault of one's own is told."""
    try:
        if not wanted.files:
            if wanted.campaign not in packs.names():
                known = ", ".join(packs.names())
                raise Denied(400, "cannot-begin", f"there is no such campaign; there is: {known}")
            return packs.document(wanted.campaign)
        texts = {name: text.encode() for name, text in wanted.files.items()}
        document = from_files(texts)
        problems = packs.check(document)
    except MalformedFile as fault:
        problems = [Problem.of(fault)]
    if problems:
        raise denied(problems)
    return document


def _made(
    held: Held, person: Person, tokens: dict[tuple[str, int], str] | None = None
) -> shapes.CampaignMade:
    return shapes.CampaignMade(
        id=held.id, title=held.pack.title, mine=list(held.sides_of(person.id)),
        invitations=[
            shapes.Invitation(
                side=side, place=place, token=token, link=f"/campaign/{held.id}?seat={token}"
            )
            for (side, place), token in (tokens or {}).items()
        ],
    )  # fmt: skip


@router.post(
    "/campaigns/upload",
    status_code=201,
    operation_id="upload-campaign",
    dependencies=[Depends(one_upload)],
)
async def upload(request: Request, tables: TheTables, person: Somebody) -> shapes.CampaignMade:
    """Go on with the campaign in a file (the body is the file). All its seats are yours."""
    content = await request.body()
    if len(content) > LARGEST_UPLOAD:
        raise Denied(413, "too-large", f"a campaign has at most {LARGEST_UPLOAD} bytes")
    try:
        known = Campaigns(tables.store)
        held = await tables.pools.uploads.run(known.uploaded, content, "upload", person)
    except GrognardError as problem:
        raise Denied(400, "not-a-campaign", str(problem)) from None
    return _made(held, person)


# --- how it stands


class Now(msgspec.Struct, frozen=True):
    """A campaign with its battles looked at. ``lost`` says why the battle that was begun is not there."""

    held: Held
    lost: str = ""
    live: LiveTable | None = None


async def _now(tables: Tables, campaign: str) -> Now:
    """A campaign as it stands; a battle that has ended meanwhile is written down."""
    known = Campaigns(tables.store)
    held = await asyncio.to_thread(known.find, campaign)
    if held is None:
        raise Denied(404, "no-campaign", "there is no such campaign")
    if not held.game:
        return Now(held)
    try:
        live = await tables.find(held.game)
    except (MalformedFile, NoDocument, NoKey) as unread:
        return Now(held, str(unread))
    if live is None:
        return Now(held, "its record is not here any more")
    if live.room.watch_only:
        return Now(held, live.room.watch_only)
    pending = live.room.state.pending
    if not isinstance(pending, Over):
        return Now(held, live=live)
    if pending.outcome is None:
        return Now(held, "battles of this system say nothing of what became of their units")
    try:
        counted = await asyncio.to_thread(known.came_out, held, held.game, pending.outcome)
    except GrognardError as problem:
        raise Denied(409, "cannot-count", str(problem)) from None
    return Now(counted)


@router.get("/campaigns/{campaign}", operation_id="campaign")
async def campaign(
    campaign: CampaignId, tables: TheTables, person: Asking, language: Language
) -> dict[str, Any]:
    """How a campaign stands: battles, points, what a result would change, who is left."""
    return await _shown(tables, await _now(tables, campaign), person, language)


async def _shown(tables: Tables, now: Now, person: Person | None, language: str) -> dict[str, Any]:
    held = now.held
    kept = await asyncio.to_thread(Campaigns(tables.store).kept_games, held)
    told = await tables.pools.weighing.run(standing, held)
    mine = held.sides_of(person.id) if person is not None else ()
    return {
        **_retold(builtins(told), language),
        "id": held.id,
        "origin": held.origin,
        "mine": list(mine),
        "game": held.game,
        "lost": now.lost,
        "records": [stage for stage, game in held.games.items() if game in kept],
        "seats": [
            {"side": seat.side, "kind": seat.kind, "name": seat.name,
             "taken": bool(seat.person) or not seat.is_human, "owes": held.owes(seat.side)}
            for seat in held.seats
        ],
    }  # fmt: skip


@router.get("/campaigns/{campaign}/theatre", operation_id="theatre")
async def theatre(campaign: CampaignId, tables: TheTables, language: Language) -> dict[str, Any]:
    """The country of a campaign, to be drawn; empty where its pack has none."""
    held = await asyncio.to_thread(Campaigns(tables.store).find, campaign)
    if held is None:
        raise Denied(404, "no-campaign", "there is no such campaign")
    told: dict[str, Any] = _retold(held.pack.theatre, language)
    return told


@router.get(
    "/campaigns/{campaign}/file",
    operation_id="campaign-file",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "The campaign file"}},
)
async def file(campaign: CampaignId, tables: TheTables, person: Asking) -> Response:
    """The campaign as a file, with its document and every outcome."""
    now = await _now(tables, campaign)
    _leads(now.held, person)
    content = await asyncio.to_thread(Campaigns(tables.store).file, now.held)
    name = f"{now.held.pack.id}-{campaign}.campaign"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/json", headers=headers)


def _leads(held: Held, person: Person | None) -> tuple[str, ...]:
    """The sides somebody leads; refused to all others."""
    sides = held.sides_of(person.id) if person is not None else ()
    if not sides:
        raise Denied(403, "wrong-seat", "you lead no side of this campaign")
    return sides


# --- going on


@router.post("/campaigns/{campaign}/next", status_code=201, operation_id="next-battle")
async def next_battle(
    campaign: CampaignId, wanted: shapes.BattleWanted, tables: TheTables, person: Somebody
) -> shapes.GameMade:
    """Begin the next battle with who is left, or go to it where somebody has begun it already."""
    now = await _now(tables, campaign)
    held, known = now.held, Campaigns(tables.store)
    _leads(held, person)
    if wanted.play_on and sudden_end(held.pack, held.progress) is not None:
        held = await asyncio.to_thread(known.play_on, held)
    stage = held.stage
    if stage is None or stage.id != wanted.stage:
        return await _begun_already(tables, held.games.get(wanted.stage, ""), person)
    if now.live is not None:
        return made(now.live, tables, person, {})
    if outstanding(held.pack, held.progress):
        raise Denied(409, "must-spread", "increments that come back must be spread first")
    day = whole_day(held.pack, held.progress)
    if wanted.whole:
        day = held.pack.day(stage.id)
    also = partial(_note, known, held, stage, day)
    try:
        document = await asyncio.to_thread(document_of, held.pack, held.progress, stage, day)
        await asyncio.to_thread(_keep, tables, document)
        live = await tables.begin(
            "", document.hash, {}, [burnt(seat) for seat in held.seats],
            {"watchers": True, "campaign": held.id}, also=also,
        )  # fmt: skip
    except AlreadyBegun as begun:
        return await _begun_already(tables, begun.game, person)
    except GrognardError as problem:
        raise Denied(409, "cannot-begin", str(problem)) from None
    return made(live, tables, person, {})


def burnt(seat: Seat) -> Seat:
    """A seat at a battle of the campaign: an invitation is taken up at the campaign, and nowhere else."""
    return msgspec.structs.replace(seat, token=BURNT)


def _keep(tables: Tables, document: Document) -> None:
    tables.keeper.documents.received(document).result()


def _note(
    known: Campaigns,
    held: Held,
    stage: packs.Stage,
    day: packs.Day | None,
    game: str,
    connection: Connection,
) -> None:
    known.begin_battle(held, stage, game, held.game, connection, day)


async def _begun_already(tables: Tables, game: str, person: Person) -> shapes.GameMade:
    live = await tables.find(game) if game else None
    if live is None:
        raise Denied(409, "not-next", "this is not the next battle of the campaign")
    return made(live, tables, person, {})


@router.post("/campaigns/{campaign}/spread", operation_id="spread")
async def spread(
    campaign: CampaignId,
    wanted: shapes.SpreadWanted,
    tables: TheTables,
    person: Somebody,
    language: Language,
) -> dict[str, Any]:
    """Give increments that come back to the units of a body you lead; gives the page as it is then."""
    now = await _now(tables, campaign)
    sides, known = _leads(now.held, person), Campaigns(tables.store)
    due = outstanding(now.held.pack, now.held.progress)
    side = next((each.side for each in due if each.body == wanted.body), "")
    if side and side not in sides:
        raise Denied(403, "wrong-seat", "the leader of the other side spreads these")
    try:
        held = await asyncio.to_thread(known.spread, now.held, side, wanted.body, wanted.given)
    except GrognardError as problem:
        raise Denied(409, "cannot-spread", str(problem)) from None
    return await _shown(tables, Now(held), person, language)


@router.post("/campaigns/{campaign}/fork", status_code=201, operation_id="fork-campaign")
async def fork(
    campaign: CampaignId, wanted: shapes.CampaignForkWanted, tables: TheTables, person: Somebody
) -> shapes.CampaignMade:
    """What if: another campaign, as this one was before a battle that was fought."""
    now = await _now(tables, campaign)
    _leads(now.held, person)
    known = Campaigns(tables.store)
    try:
        held = await asyncio.to_thread(known.forked, now.held, wanted.before, person)
    except GrognardError as problem:
        raise Denied(409, "cannot-fork", str(problem)) from None
    return _made(held, person)


@router.post("/campaigns/{campaign}/seats", operation_id="claim-side")
async def claim(
    campaign: CampaignId, wanted: shapes.Claim, tables: TheTables, person: Somebody
) -> shapes.CampaignMade:
    """Take up an invitation: you lead that side from now on, in the battle that is fought as well."""
    known = Campaigns(tables.store)
    now = await _now(tables, campaign)
    seat = await asyncio.to_thread(known.claimed, now.held, wanted.token, person)
    if seat is None:
        raise Denied(403, "wrong-seat", "this invitation is not for this campaign, or was taken up")
    if now.live is not None:
        for free in [each for each in now.live.seats if each.side == seat.side and is_free(each)]:
            await asyncio.wrap_future(tables.people.claimed(now.live.room.id, free, person))
        await now.live.read_seats()
    held = await asyncio.to_thread(known.find, campaign)
    assert held is not None
    return _made(held, person)
