"""How a battle by file stands: what both sides call it, who plays here, whose part it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from grognard.host.dice import SECRET_BYTES, DiceSource
from grognard.host.pledges import Pledges
from grognard.host.refused import Refused
from grognard.kernel.journal import Entry, Header
from grognard.kernel.questions import Draw, Roll
from grognard.kernel.reading import decode


class NoDice(DiceSource):
    """Dice on which the sides have not agreed yet, or that are thrown elsewhere."""

    __slots__ = ()
    is_ready: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__(bytes(SECRET_BYTES))

    def throw(self, pending: Roll | Draw, number: int) -> Any:
        raise Refused.because("no-dice", "the dice of this battle are not thrown here now")


class Post(msgspec.Struct, frozen=True):
    """``battle`` is what both sides call it and ``side`` plays here; so many files went to and fro.

    ``ours``: the battle is here now. ``keys`` are the signatures that are known, by side.
    """

    battle: str
    side: str
    count: int
    ours: bool
    keys: dict[str, str]


def row_of(game: str, post: Post) -> dict[str, Any]:
    return {
        "game": game, "battle": post.battle, "side": post.side, "count": post.count,
        "ours": int(post.ours), "keys": msgspec.json.encode(post.keys).decode(),
    }  # fmt: skip


def post_of(row: Any) -> Post:
    keys = decode(row.keys, dict[str, str])
    return Post(row.battle, row.side, row.count, bool(row.ours), keys)


def noted(header: Header, entries: Iterable[Entry]) -> Pledges:
    """What the sides have put into the dice so far."""
    pledges = Pledges(header.bound)
    for entry in entries:
        pledges.note(entry)
    return pledges


def dice_of(post: Post, pledges: Pledges) -> DiceSource:
    """The dice of this place: only while it is our part, and after we have unsealed."""
    if post.ours and pledges.key is not None and pledges.opened_by == post.side:
        return DiceSource(pledges.key)
    return NoDice()
