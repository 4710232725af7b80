"""The routes about letters: where somebody is written to when a battle waits for him."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from grognard.host.mailing import LONGEST_ADDRESS, Mails
from grognard.host.people import Person
from grognard.host.refused import Refused
from grognard.web import shapes
from grognard.web.asking import Asking, Denied, TheTables, account_of, slowly
from grognard.web.guards import Limits

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)


class MailWanted(shapes.Shape):
    """The address that is to be written to."""

    address: Annotated[str, Field(max_length=LONGEST_ADDRESS)]


class MailWord(shapes.Shape):
    """The word that was sent there."""

    word: Annotated[str, Field(max_length=32)]


class MailShown(shapes.Shape):
    """Is anybody written to by this server, and you?"""

    offered: bool
    address: str = ""
    confirmed: bool = False


async def _shown(mails: Mails, person: Person) -> MailShown:
    address, confirmed = await asyncio.to_thread(mails.address_of, person.id)
    return MailShown(offered=mails.server is not None, address=address, confirmed=confirmed)


@router.get("/mail", operation_id="mail")
async def mail(tables: TheTables, person: Asking) -> MailShown:
    """Where you are written to when a battle waits for you."""
    return await _shown(tables.mails, account_of(person))


@router.put("/mail", operation_id="want_mail")
async def want_mail(
    wanted: MailWanted, request: Request, tables: TheTables, person: Asking
) -> MailShown:
    """Be written to: a word is sent to the address, to be said with ``POST``."""
    own = account_of(person)
    limits: Limits = request.app.state.limits
    slowly(limits.letters, request, own)
    if not limits.letters.take(f"to {wanted.address.casefold()}"):
        raise Denied(429, "slow-down", "too many letters went there; wait an hour")
    await _said(tables.mails.wanted, own.id, wanted.address)
    tables.postman.hurry()
    return await _shown(tables.mails, own)


@router.post("/mail", operation_id="confirm_mail")
async def confirm_mail(wanted: MailWord, tables: TheTables, person: Asking) -> MailShown:
    """Say the word that was sent: from now on you are written to."""
    own = account_of(person)
    await _said(tables.mails.confirmed, own.id, wanted.word)
    return await _shown(tables.mails, own)


@router.delete("/mail", operation_id="forget_mail")
async def forget_mail(tables: TheTables, person: Asking) -> MailShown:
    """Be written to no more."""
    own = account_of(person)
    await asyncio.to_thread(tables.mails.forgotten, own.id)
    return await _shown(tables.mails, own)


async def _said(work: Callable[[str, str], None], person: str, text: str) -> None:
    try:
        await asyncio.to_thread(work, person, text)
    except Refused as problem:
        raise Denied(400, problem.code, str(problem)) from None
