"""The documents of a host: those of the library by name, and those kept for its battles by hash.

A battle keeps the document it was begun from, so that it survives a new version of the library.
What somebody sent and no battle needs is forgotten after a day.
"""

from __future__ import annotations

from concurrent.futures import Future
from importlib import import_module
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import now_ms
from grognard.host.opening import Opened, in_library, setting_for
from grognard.host.reading import has_battle, setting_of
from grognard.host.store import Store
from grognard.host.store_schema import documents, games
from grognard.kernel.codec import encode
from grognard.kernel.documents import Document, Enclosed, Source
from grognard.kernel.errors import GrognardError, MalformedFile
from grognard.kernel.reading import decode
from grognard.kernel.system import Edition
from grognard.systems.registry import SYSTEMS, name_of, system_named

HASH_DIGITS: Final = 64
UNUSED_MS: Final = 24 * 60 * 60 * 1000
"""So long a document is kept that no battle needs."""

MOST_UNUSED: Final = 200


class Documents:
    """Documents in a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def kept(self, name: str) -> Document | None:
        """The document that is kept under a hash."""
        if len(name) != HASH_DIGITS:
            return None
        query = sa.select(documents.c.content).where(documents.c.hash == name)
        return next((_read(row.content) for row in self.store.rows(query)), None)

    def meant(self, word: str, system: str = "") -> tuple[str, Source]:
        """The system and the document of that hash, or the scenario of that name."""
        if system and system not in SYSTEMS:
            raise GrognardError(f"there is no system {system!r}")
        document = self.kept(word)
        if document is not None:
            return name_of(document), document
        for name in (system,) if system else SYSTEMS:
            if has_battle(name, word):
                return name, word
        raise GrognardError(f"there is no scenario {word!r}")

    def opened(self, edition: Edition, held: Document | None) -> Opened:
        """The setting of a record, from the document it brings, or from one that is here."""
        return setting_for(edition, held, () if held is not None else self._known(edition))

    def _known(self, edition: Edition) -> list[Source]:
        """Documents that may be meant by a record: the library's of that name, then those kept."""
        of_that_name = (
            documents.c.system == edition.system,
            documents.c.scenario == edition.scenario,
        )
        query = sa.select(documents.c.content).where(*of_that_name).order_by(documents.c.kept)
        return [*in_library(edition), *(_read(row.content) for row in self.store.rows(query))]

    def received(self, document: Document) -> Future[Any]:
        """Keep what somebody sent, if it is sound; raises ``MalformedFile`` where it is not."""
        system = name_of(document)
        if system not in SYSTEMS:
            known = ", ".join(SYSTEMS)
            raise MalformedFile(
                document.files[0][0], f"there is no system {system!r}", field="system", hint=known
            )
        row = row_of(document, system, setting_of(system, document, ()).id)

        def write(connection: Connection) -> None:
            _forget_unused(connection)
            keep(connection, row)

        return self.store.written(write)

    def problems(self, document: Document) -> list[Any]:
        """Everything that is wrong with a document of a system that is known."""
        system = name_of(document)
        return list(system_named(system).library.check(document)) if system in SYSTEMS else []


def row_of(document: Document, system: str, scenario: str) -> dict[str, Any]:
    return {
        "hash": document.hash, "system": system, "scenario": scenario,
        "content": encode(Enclosed.of(document)), "kept": now_ms(),
    }  # fmt: skip


def keep(connection: Connection, row: dict[str, Any]) -> None:
    """Write a document down, unless it is kept already."""
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
    connection.execute(dialect.insert(documents).values(row).on_conflict_do_nothing())


def _read(content: bytes) -> Document:
    return decode(content, Enclosed).opened("store", 0)


def _forget_unused(connection: Connection) -> None:
    unused = documents.c.hash.not_in(sa.select(games.c.document))
    query = sa.select(documents.c.hash, documents.c.kept).where(unused)
    held = connection.execute(query.order_by(documents.c.kept.desc())).all()
    since = now_ms() - UNUSED_MS
    gone = [row.hash for place, row in enumerate(held) if row.kept < since or place >= MOST_UNUSED]
    connection.execute(documents.delete().where(documents.c.hash.in_(gone)))
