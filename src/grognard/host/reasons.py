"""Why the computer's commanders decided as they did: kept beside the lines, shown after the battle.

A reason is written together with the line it explains, so neither can be lost without the other. It
is no part of the journal: the journal is proved by playing it again, and a reason proves nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.store import Store, Work
from grognard.host.store_schema import reasons


class Reason(msgspec.Struct, frozen=True):
    """Why a major decision was made: by whom, at which line and turn, about what."""

    number: int
    turn: int
    side: str
    bot: str
    purpose: str
    words: str
    why: str


def with_reason(game: str, reason: Reason | None, word: Work | None) -> Work | None:
    """What is to be written with a line: its reason, and the word to other processes."""
    if reason is None:
        return word
    row = {"game": game, **msgspec.structs.asdict(reason)}

    def write(connection: Connection) -> None:
        connection.execute(reasons.insert(), row)
        if word is not None:
            word(connection)

    return write


def reasons_of(store: Store, game: str) -> Sequence[Reason]:
    """All reasons of a battle, in the order of its lines."""
    columns = [reasons.c[name] for name in Reason.__struct_fields__]
    query = sa.select(*columns).where(reasons.c.game == game).order_by(reasons.c.number)
    return [Reason(*row) for row in store.rows(query)]
