"""The routes about documents: a pack is sent, checked as ``scenario check`` does, and kept.

Nothing of it is executed, and one that is not sound changes nothing.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi import APIRouter, Depends, Request

from grognard.host.documents import Documents
from grognard.host.reading import setting_of
from grognard.kernel.documents import Document
from grognard.kernel.errors import MalformedFile
from grognard.kernel.reading import decode
from grognard.mechanics.packs.gathering import ZIP, from_archive, from_files
from grognard.mechanics.packs.shapes import Problem
from grognard.systems.registry import name_of, system_named
from grognard.web import shapes
from grognard.web.asking import Denied, Somebody, TheTables, one_upload
from grognard.web.views import know

router = APIRouter(prefix="/api", responses=shapes.REFUSALS)

UPLOAD: Final = "upload"
MOST_TOLD: Final = 200
"""So many problems of a pack are told at once."""


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    """The files of a pack by name, as texts."""

    files: dict[str, str]


@router.post("/documents", status_code=201, operation_id="send", dependencies=[Depends(one_upload)])
async def send(request: Request, tables: TheTables, person: Somebody) -> shapes.ScenarioShown:
    """Keep a pack: the body is a zip archive, or ``{"files": {name: text}}``.

    The ``id`` in the answer is its hash: a battle is begun from it as from a scenario of that name.
    """
    content = await request.body()
    try:
        document = await tables.pools.uploads.run(_gathered, content)
        return await tables.pools.uploads.run(_kept, tables.keeper.documents, document)
    except MalformedFile as fault:
        raise denied([Problem.of(fault)]) from None


def _gathered(content: bytes) -> Document:
    if content.startswith(ZIP):
        return from_archive(content, UPLOAD)
    try:
        files = decode(content, Sent).files
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        hint = "a zip archive, or the files by name in JSON"
        raise MalformedFile(UPLOAD, f"this is no pack: {problem}", hint=hint) from None
    return from_files({name: text.encode() for name, text in files.items()})


def _kept(documents: Documents, document: Document) -> shapes.ScenarioShown:
    try:
        documents.received(document).result()
    except MalformedFile as fault:
        raise denied(documents.problems(document) or [Problem.of(fault)]) from None
    system = name_of(document)
    setting = setting_of(system, document, ())
    know(system_named(system), setting)
    turns, units = len(getattr(setting, "turns", ())), len(setting.roster)
    return shapes.ScenarioShown(
        system=system, rules=system_named(system).title, id=document.hash, title=setting.title, summary=f"{units} units, {turns} turns",
        description=" ".join(setting.description.split()), date=setting.date,
        sides=dict(setting.side_names), turns=turns, units=units, guided=getattr(setting, "guide", None) is not None,
    )  # fmt: skip


def denied(problems: list[Any]) -> Denied:
    told = [shapes.Fault(**msgspec.structs.asdict(each)) for each in problems[:MOST_TOLD]]
    return Denied(400, "not-a-pack", str(problems[0]), faults=told)
