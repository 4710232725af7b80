"""A table whose other side is somewhere else: the battle goes to and fro as a file."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy.engine import Connection

from grognard.host import take_back
from grognard.host.posting import Posting, keep_post
from grognard.host.posts import NoDice, Post
from grognard.host.refused import Refused
from grognard.host.room import Step
from grognard.host.rows import seat_row
from grognard.host.seats import AFAR, HUMAN, Seat, new_token, token_hash
from grognard.host.store import AnswerTaken
from grognard.host.store_schema import games, posts, seats
from grognard.host.turns import Turn
from grognard.kernel.journal import Entry

if TYPE_CHECKING:
    from grognard.web.live import LiveTable


class Apart:
    """The files of one table."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live

    @property
    def posting(self) -> Posting:
        return Posting(self.live.keeper)

    @property
    def post(self) -> Post | None:
        return self.live.table.post

    def told(self) -> dict[str, Any] | None:
        """Where the battle is, how many files went, and whether it may be played on here."""
        post = self.post
        if post is None:
            return None
        ready = self.live.room.dice.is_ready
        return {"ours": post.ours, "count": post.count, "ready": ready}

    # --- what cannot be done while the other side is elsewhere

    def check_here(self) -> None:
        """Refuse what can only be done while the battle is here."""
        if self.post is not None and not self.post.ours:
            raise Refused.because("not-here", "this battle is at the other side's; open its file")

    def check_take_back(self, side: str, to: int | None) -> None:
        """By file nobody can be asked: only what can be taken back freely is."""
        if self.post is None:
            return
        if to is not None:
            raise Refused.because("no-take-back", "by file nothing is taken back by consent")
        take_back.freely(self.live.room, side)

    # --- to and fro

    async def hand_over(self) -> bytes:
        """Send the battle to the other side: it is not here until its next file is opened."""
        live = self.live
        async with live.lock:
            entries, post = await asyncio.to_thread(self.posting.handed, live.table)
            step = Step(tuple(entries), (live.room.state,) * len(entries))
            also = partial(keep_post, live.room.id, post)
            if entries:
                await live.carry_out(step, also)
            else:
                await asyncio.wrap_future(live.keeper.store.written(also))
            live.table.post, live.room.dice = post, NoDice()
        live.tell_people()
        return await self.file()

    async def file(self) -> bytes:
        """The file that was handed over last."""
        return await self.live.pools.reading.run(self.posting.file, self.live.table)

    async def open(self, turn: Turn, record: bytes) -> None:
        """Go on from a file of the other side; nothing has changed where it is refused."""
        live = self.live
        async with live.lock:
            opening = await live.pools.uploads.run(self.posting.opened, live.table, turn, record)
            also = partial(keep_post, live.room.id, opening.post)
            try:
                await asyncio.wrap_future(
                    live.keeper.append_lines(live.room.id, opening.lines, also)
                )
            except AnswerTaken:
                raise Refused.because(
                    "used", "this turn was opened already; nothing is done twice"
                ) from None
            live.table.post = opening.post
            live.become(opening.table.room, [entry for _, entry in opening.lines])
        live.tell_people()

    # --- from an online battle, and back to one

    async def send_away(self, side: str) -> None:
        """A side goes on elsewhere, by file, and the other stays; the lock is held."""
        live, room = self.live, self.live.room
        stays = next(each for each in room.sides if each != side)
        entries, post, master = await asyncio.to_thread(self.posting.sent_away, live.table, stays)
        going = [seat for seat in live.seats if seat.side == side]
        gone = [msgspec.structs.replace(seat, kind=AFAR) for seat in going]
        also = partial(self._written_away, room.id, post, master, gone)
        await live.carry_out(Step(tuple(entries), (room.state,) * len(entries)), also)
        live.table.post, live.table.secret = post, master
        live.room.dice, live.room.by_file = NoDice(), True
        kept = [seat for seat in live.seats if seat.side != side]
        live.table.seats = [*kept, *gone]
        live.tell_people()

    def _written_away(
        self, game: str, post: Post, master: bytes, gone: list[Seat], connection: Connection
    ) -> None:
        keep_post(game, post, connection)
        self._keep_secret(game, master, connection)
        _keep_seats(game, gone, connection)

    def _keep_secret(self, game: str, secret: bytes, connection: Connection) -> None:
        kept = self.live.keeper.store.secret_kept(secret, game)
        connection.execute(games.update().where(games.c.id == game).values(secret=kept))

    async def bring_back(self) -> dict[tuple[str, int], str]:
        """Go on at this server: the other side is invited, and the dice fall here from now on."""
        live, tokens = self.live, dict[tuple[str, int], str]()
        async with live.lock:
            entry, dice = await asyncio.to_thread(self.posting.brought_back, live.table)
            back = []
            for seat in [seat for seat in live.seats if seat.kind == AFAR]:
                token = tokens[seat.side, seat.place] = new_token()
                back.append(
                    msgspec.structs.replace(seat, kind=HUMAN, person="", token=token_hash(token))
                )
            also = partial(self._written_back, live.room.id, bytes.fromhex(dice.reveal()), back)
            await live.carry_out(_noted(live, entry), also)
            live.table.post, live.table.secret = None, b""
            live.room.dice, live.room.by_file = dice, False
            kept = [seat for seat in live.seats if seat.kind != AFAR]
            live.table.seats = [*kept, *back]
            await live.throw_due()
        live.end_lines_of(tokens)
        live.tell_people()
        return tokens

    def _written_back(
        self, game: str, secret: bytes, back: list[Seat], connection: Connection
    ) -> None:
        connection.execute(posts.delete().where(posts.c.game == game))
        self._keep_secret(game, secret, connection)
        _keep_seats(game, back, connection)


def _noted(live: LiveTable, entry: Entry) -> Step:
    return Step((entry,), (live.room.state,))


def _keep_seats(game: str, changed: list[Seat], connection: Connection) -> None:
    for seat in changed:
        here = (seats.c.game == game, seats.c.side == seat.side, seats.c.place == seat.place)
        connection.execute(seats.update().where(*here).values(**seat_row(game, seat)))
