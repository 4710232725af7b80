"""The routes about notices: browsers that are told when a battle waits."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from grognard.host.people import Person
from grognard.host.pushing import Pushes
from grognard.host.refused import Refused
from grognard.host.webpush import LONGEST_ENDPOINT, Subscription
from grognard.web import shapes
from grognard.web.asking import Asking, Denied, Somebody, TheTables, slowly
from grognard.web.guards import Limits

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)


class BrowserWanted(shapes.Shape):
    """A subscription as a browser gives it."""

    endpoint: Annotated[str, Field(max_length=LONGEST_ENDPOINT)]
    p256dh: Annotated[str, Field(max_length=100)]
    auth: Annotated[str, Field(max_length=32)]


class NoticesShown(shapes.Shape):
    """The key of this server for push services, empty where it sends none, and your browsers."""

    key: str
    browsers: int


async def _shown(pushes: Pushes, person: Person | None) -> NoticesShown:
    count = await asyncio.to_thread(pushes.count, person.id) if person is not None else 0
    return NoticesShown(key=pushes.sender.public if pushes.sender else "", browsers=count)


@router.get("/push", operation_id="notices")
async def notices(tables: TheTables, person: Asking) -> NoticesShown:
    """Can browsers be told by this server, and how many of yours are?"""
    return await _shown(tables.pushes, person)


@router.put("/push", operation_id="want_notices")
async def want_notices(
    wanted: BrowserWanted, request: Request, tables: TheTables, person: Somebody
) -> NoticesShown:
    """Be told in this browser when a battle waits for you."""
    limits: Limits = request.app.state.limits
    slowly(limits.letters, request, person)
    browser = Subscription(wanted.endpoint, wanted.p256dh, wanted.auth)
    try:
        await asyncio.to_thread(tables.pushes.wanted, person.id, browser)
    except Refused as problem:
        raise Denied(400, problem.code, str(problem)) from None
    return await _shown(tables.pushes, person)


@router.delete("/push", operation_id="forget_notices")
async def forget_notices(tables: TheTables, person: Somebody) -> NoticesShown:
    """Be told in none of your browsers any more."""
    await asyncio.to_thread(tables.pushes.forgotten, person.id)
    return await _shown(tables.pushes, person)
