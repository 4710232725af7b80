"""The routes about studies: variations, notes and drawings over a battle. Anybody with the link reads,
only the owner changes.

A study shows battles that are over, imported records and forks of which every seat is the owner's;
that is asked anew whenever something of it is read.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as PathParam
from pydantic import Field

from grognard.host.hearing import PUBLIC
from grognard.host.numbering import WHOLE
from grognard.host.people import Person
from grognard.host.studies import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_TITLE,
    MAIN,
    MOST_BRANCHES,
    MOST_DRAWN,
    MOST_MARKS,
    Branch,
    Colour,
    Drawn,
    Glyph,
    Kind,
    Mark,
    Study,
    check_room,
)
from grognard.kernel.codec import builtins
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
from grognard.web.games import heard_by
from grognard.web.live import LiveTable
from grognard.web.record import Counted, Number, StepsShown, seats_for, written
from grognard.web.showing import Reader
from grognard.web.tables import Tables

router = APIRouter(prefix="/api/studies", responses=shapes.REFUSALS)

StudyId = Annotated[str, PathParam(pattern=r"^[0-9a-f]{16}$")]
BranchNumber = Annotated[int, Query(ge=0, le=2**31)]
Line = Annotated[int, Field(ge=0, le=2**31)]
Place = Annotated[int, Field(ge=0, le=10**13)]
"""A hex, or a point of a measured table."""


class DrawnShown(shapes.Shape):
    kind: Kind
    at: Place
    to: Place = 0
    colour: Colour = "red"
    dashed: bool = False


class MarkShown(shapes.Shape):
    """What is thought of a line of a branch."""

    branch: Line
    line: Line
    glyph: Glyph = ""
    note: str = Field(default="", max_length=LONGEST_NOTE)
    drawn: list[DrawnShown] = Field(default=[], max_length=MOST_DRAWN)


class BranchNamed(shapes.Shape):
    branch: Line
    name: str = Field(default="", max_length=LONGEST_NAME)


class BranchShown(BranchNamed):
    """A branch: which one it leaves after which line, its last line, and for its owner the battle."""

    of: int
    at: int
    lines: int
    game: str = ""


class StudyWanted(shapes.Shape):
    """A study of a battle, called as the battle is where no title is given."""

    game: str = Field(pattern=r"^[0-9a-f]{16}$")
    title: str = Field(default="", max_length=LONGEST_TITLE)


class StudyMade(shapes.Shape):
    """A study that was begun, and the branch that the battle is in it."""

    id: str
    branch: int


class StudyChange(shapes.Shape):
    """A study as its owner wants it. Branches that are not named go, with all that left them."""

    revision: Line
    title: str = Field(max_length=LONGEST_TITLE)
    branches: list[BranchNamed] = Field(default=[], max_length=MOST_BRANCHES)
    marks: list[MarkShown] = Field(default=[], max_length=MOST_MARKS)


class StudyKept(shapes.Shape):
    """How often a study was changed."""

    revision: int


class BranchWanted(shapes.Shape):
    """A variation that leaves a branch after a line of it."""

    of: Line = MAIN
    at: Line
    name: str = Field(default="", max_length=LONGEST_NAME)


class BranchMade(shapes.Shape):
    """A variation that was begun: all seats of its battle are yours."""

    branch: int
    game: str
    revision: int


class StudyListed(shapes.Shape):
    """One of my studies."""

    id: str
    title: str
    touched: int
    branches: int
    marks: int


class StudyShown(shapes.Shape):
    """A study with what everybody may know of its battle."""

    id: str
    title: str
    by: str
    mine: bool
    revision: int
    battle: str
    system: str
    sides: list[str]
    map: str
    setting: dict[str, Any]
    branches: list[BranchShown]
    marks: list[MarkShown]


class OrderWeighed(shapes.Shape):
    """The order that a line comes from: whose it was, in words, and a card with its chances."""

    side: str
    text: str
    odds: dict[str, Any] | None = None


# --- who may


def may_be_studied(live: LiveTable, owner: str) -> bool:
    """A battle that is over; an imported record or a fork of which nobody else has a seat."""
    settings = live.table.settings
    own = all(seat.person == owner for seat in live.seats)
    return live.room.is_over or (own and ("study" in settings or "imported" in settings))


def _check(live: LiveTable, owner: str) -> None:
    if not may_be_studied(live, owner):
        raise Denied(403, "not-over", "a battle is studied when it is over")


async def _named(tables: Tables, study: str) -> Study:
    found = await asyncio.to_thread(tables.studies.named, study)
    if found is None:
        raise Denied(404, "no-study", "there is no such study")
    return found


async def _own(tables: Tables, study: str, person: Person) -> Study:
    found = await _named(tables, study)
    if found.owner != person.id:
        raise Denied(403, "not-owner", "only who made a study changes it")
    return found


async def _table(tables: Tables, study: Study, branch: int) -> LiveTable:
    """The battle of a branch, if it may be shown."""
    live = await table_named(tables, study.branch(branch).game)
    _check(live, study.owner)
    return live


def _reader(live: LiveTable, side: str, language: str) -> Reader:
    if side not in (PUBLIC, *live.room.sides):
        raise Denied(404, "no-side", f"there is no side {side!r}")
    return Reader(side, language, WHOLE)


# --- routes


@router.get("", operation_id="studies")
async def studies(tables: TheTables, person: Asking) -> list[StudyListed]:
    """Your studies, the latest first."""
    if person is None:
        return []
    found = await asyncio.to_thread(tables.studies.of, person.id)
    return [
        StudyListed(
            id=each.id, title=each.title, touched=each.touched,
            branches=len(each.content.branches) - 1, marks=len(each.content.marks),
        )
        for each in found
    ]  # fmt: skip


@router.post("", status_code=201, operation_id="begin_study")
async def begin_study(wanted: StudyWanted, tables: TheTables, person: Somebody) -> StudyMade:
    """Study a battle. Of a fork the battle it left is the main line, where that may be shown."""
    live = await table_named(tables, wanted.game)
    heard_by(live, tables, person)
    _check(live, person.id)
    left, chain = live, [(live.room.id, 0)]
    while len(chain) < MOST_BRANCHES and (fork := left.table.settings.get("study")):
        origin = await _shown(tables, fork["of"], person)
        if origin is None:
            break
        chain[-1] = (chain[-1][0], fork["at"])
        chain.append((origin.room.id, 0))
        left = origin
    branches = [
        Branch(number, game, max(number - 1, MAIN), at)
        for number, (game, at) in enumerate(reversed(chain))
    ]
    title = wanted.title or live.room.title
    made = await asyncio.to_thread(tables.studies.begun, person.id, person.name, title, branches)
    return StudyMade(id=made.id, branch=branches[-1].branch)


async def _shown(tables: Tables, game: str, person: Person) -> LiveTable | None:
    """A battle that may be the main line of a person's study."""
    try:
        live = await table_named(tables, game)
        heard_by(live, tables, person)
    except Denied:
        return None
    return live if may_be_studied(live, person.id) else None


@router.get("/{study}", operation_id="study", dependencies=[Depends(looking_back)])
async def study(
    study: StudyId, tables: TheTables, person: Asking, language: Language
) -> StudyShown:
    """A study, to whoever has its link."""
    held = await _named(tables, study)
    live = await _table(tables, held, MAIN)
    mine = person is not None and held.owner == person.id
    branches, marks = held.content.branches, held.content.marks
    games = [each.game for each in branches]
    last = await asyncio.to_thread(tables.studies.last_lines, games)
    showing = live.showing(PUBLIC)
    return StudyShown(
        id=held.id, title=held.title, by=held.by, mine=mine, revision=held.revision,
        battle=showing.teller(language).phrase(live.room.title),
        system=live.room.header.edition.system, sides=list(live.room.sides),
        map=showing.map(), setting=showing.setting(language),
        branches=[
            BranchShown(
                branch=each.branch, of=each.of, at=each.at, name=each.name,
                lines=last.get(each.game, 0), game=each.game if mine else "",
            )
            for each in branches
        ],
        marks=[MarkShown(**msgspec.to_builtins(mark)) for mark in marks],
    )  # fmt: skip


@router.put("/{study}", operation_id="change_study")
async def change_study(
    study: StudyId, wanted: StudyChange, tables: TheTables, person: Somebody
) -> StudyKept:
    """Change your study. ``revision`` is the one you have seen: of two changes one is the second."""
    held = await _own(tables, study, person)
    marks = [
        Mark(
            each.branch, each.line, each.glyph, each.note,
            tuple(Drawn(**one.model_dump()) for one in each.drawn),
        )
        for each in wanted.marks
    ]  # fmt: skip
    names = {each.branch: each.name for each in wanted.branches}
    kept = await asyncio.to_thread(
        tables.studies.changed, held.id, wanted.revision, wanted.title, names, marks
    )
    return StudyKept(revision=kept.revision)


@router.delete("/{study}", status_code=204, operation_id="forget_study")
async def forget_study(study: StudyId, tables: TheTables, person: Somebody) -> None:
    """Throw your study away; the battles in it stay."""
    held = await _own(tables, study, person)
    await asyncio.to_thread(tables.studies.forgotten, held.id)


@router.post("/{study}/branches", status_code=201, operation_id="branch")
async def branch(
    study: StudyId, wanted: BranchWanted, request: Request, tables: TheTables, person: Somebody
) -> BranchMade:
    """Play a variation: a battle that goes on from a line, all its seats yours."""
    held = await _own(tables, study, person)
    check_room(held)
    slowly(request.app.state.limits.forks, request, person)
    live = await _table(tables, held, wanted.of)
    settings = {
        "watchers": False, "study": {"of": live.room.id, "at": wanted.at, "in": held.id},
    }  # fmt: skip
    made = await tables.fork(live, wanted.at, seats_for(person, live.room), settings)
    grown = await asyncio.to_thread(
        tables.studies.grown, held.id, made.room.id, wanted.of, wanted.at, wanted.name
    )
    return BranchMade(branch=grown.content.made, game=made.room.id, revision=grown.revision)


@router.get(
    "/{study}/steps",
    operation_id="study_steps",
    dependencies=[Depends(looking_back)],
    response_class=Response,
    responses={200: {"model": StepsShown}},
)
async def study_steps(
    study: StudyId,
    tables: TheTables,
    language: Language,
    branch: BranchNumber = MAIN,
    after: Number = 0,
    most: Annotated[int, Query(ge=1, le=100)] = 50,
    side: Counted = PUBLIC,
) -> Response:
    """The way of a branch from a line on, as a side sees it or as everybody does."""
    live = await _table(tables, await _named(tables, study), branch)
    return written(await live.steps(_reader(live, side, language), after, most))


@router.get("/{study}/log", operation_id="study_log", dependencies=[Depends(looking_back)])
async def study_log(
    study: StudyId,
    tables: TheTables,
    language: Language,
    branch: BranchNumber = MAIN,
    after: Annotated[int, Query(ge=-1, le=2**31)] = -1,
    most: Annotated[int, Query(ge=1, le=500)] = 200,
    side: Counted = PUBLIC,
) -> shapes.LogShown:
    """Lines of a branch, as a side heard them or as everybody did."""
    live = await _table(tables, await _named(tables, study), branch)
    reader = _reader(live, side, language)
    lines = await live.lines(reader.side, after, most, language, WHOLE)
    return shapes.LogShown(n=live.number(WHOLE), lines=[builtins(line) for line in lines])


@router.get("/{study}/chances", operation_id="study_chances", dependencies=[Depends(looking_back)])
async def study_chances(
    study: StudyId,
    tables: TheTables,
    language: Language,
    branch: BranchNumber = MAIN,
    line: Number = 0,
) -> OrderWeighed | None:
    """What the order that a line comes from could hope for, as the side knew it that gave it."""
    live = await _table(tables, await _named(tables, study), branch)
    found = await live.back.weighed(language, line)
    return (
        None
        if found is None
        else OrderWeighed(side=found["side"], text=found["text"], odds=found["odds"])
    )
