"""The routes of battles over days: holidays, and the claim of one whose time is up."""

from __future__ import annotations

import asyncio
from datetime import date

from fastapi import APIRouter

from grognard.host.days import HOLIDAYS, Days, Holiday
from grognard.host.people import Person
from grognard.host.refused import Refused
from grognard.web import shapes
from grognard.web.asking import Asking, Denied, Somebody, TheTables, account_of, table_named
from grognard.web.games import GameId

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)


class HolidayShape(shapes.Shape):
    """From one day to another, both included."""

    first: date
    last: date


class HolidaysShown(shapes.Shape):
    """When you are away; no time of yours runs on these days. ``allowed`` are those of a year."""

    allowed: int
    away: list[HolidayShape]


class Claimed(shapes.Shape):
    """How the battle ended."""

    verdict: str


async def _shown(days: Days, person: Person) -> HolidaysShown:
    held = await asyncio.to_thread(days.of, person.id)
    away = [HolidayShape(first=each.first, last=each.last) for each in held]
    return HolidaysShown(allowed=HOLIDAYS, away=away)


@router.get("/holidays", operation_id="holidays")
async def holidays(tables: TheTables, person: Asking) -> HolidaysShown:
    """When you are away."""
    return await _shown(tables.days, account_of(person))


@router.post("/holidays", operation_id="take_holiday")
async def take_holiday(wanted: HolidayShape, tables: TheTables, person: Asking) -> HolidaysShown:
    """Be away: the time of your moves stands still on these days."""
    own = account_of(person)
    try:
        holiday = Holiday(wanted.first, wanted.last)
        await asyncio.to_thread(tables.days.taken, own.id, holiday)
    except Refused as problem:
        raise Denied(400, problem.code, str(problem)) from None
    return await _shown(tables.days, own)


@router.delete("/holidays", operation_id="end_holidays")
async def end_holidays(tables: TheTables, person: Asking) -> HolidaysShown:
    """Be back: time runs again from tomorrow, and what has not begun is not taken."""
    own = account_of(person)
    await asyncio.to_thread(tables.days.come_back, own.id)
    return await _shown(tables.days, own)


@router.post("/games/{game}/claim", operation_id="claim_overdue")
async def claim(game: GameId, tables: TheTables, person: Somebody) -> Claimed:
    """The other side has let its days pass: the battle is over."""
    live = await table_named(tables, game)
    sides = tables.sides_of(live, person.id)
    if not sides:
        raise Denied(403, "wrong-seat", "you have no seat in this battle")
    try:
        await live.agreeing.claim(sides, tables.days)
    except Refused as problem:
        raise Denied(409, problem.code, str(problem)) from None
    return Claimed(verdict=live.room.verdict)
