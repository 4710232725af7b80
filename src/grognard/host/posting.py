"""Battles by file: two sides that never connect, each with the whole battle at its own place.

The battle is at one place at a time. Who has it plays until the other side is asked, hands it over as a file
(``turns``) and waits for the next. A file is refused, and nothing changes, when it is of another battle or
revision, was opened before, was changed, answers for the wrong side, or has other dice than the pledges give.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import Clock
from grognard.host.dice import SECRET_BYTES, DiceSource, prove_dice
from grognard.host.history import Line, replay_all, revived
from grognard.host.keeper import ID_BYTES, Keeper, Table, new_id
from grognard.host.opening import enclosed_of
from grognard.host.pledges import HOST, Pledges, commitment
from grognard.host.posts import NoDice, Post, dice_of, noted, row_of
from grognard.host.reading import setting_of
from grognard.host.refused import Refused
from grognard.host.room import Room, Step
from grognard.host.seats import AFAR, HUMAN, Seat
from grognard.host.store_schema import posts, seats
from grognard.host.turns import (
    FORMAT,
    Turn,
    check_signature,
    packed,
    public_key,
    secret_for,
)
from grognard.kernel.codec import encode
from grognard.kernel.errors import GrognardError
from grognard.kernel.journal import (
    DICE,
    DRAW,
    ENDED,
    GIVEN,
    OPENING,
    PLEDGE,
    RESIGNED,
    SEAL,
    UNSEALED,
    Closing,
    Entry,
    Header,
    Journal,
    read_journal,
    verify,
)
from grognard.kernel.journal import FORMAT as JOURNAL
from grognard.systems.registry import system_named

TWO: Final = 2


class Opening(msgspec.Struct, frozen=True):
    """A file that may be opened: the lines it adds, and how the battle stands by file then."""

    table: Table
    lines: list[Line]
    post: Post


class Posting:
    """Battles by file in a store. Called off the event loop; what is to be written is given back."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper

    # --- beginning

    def begun(
        self, system_name: str, scenario: str, options: dict[str, str], sitting: Sequence[Seat],
        settings: dict[str, Any],
    ) -> tuple[Table, list[Entry]]:  # fmt: skip
        """A new battle whose other side is played elsewhere; no die has fallen yet."""
        name, source = self.keeper.documents.meant(scenario, system_name)
        system = system_named(name)
        setting = setting_of(name, source, tuple(sorted(options.items())))
        sides = system.rules.sides(setting)
        (side,) = {seat.side for seat in sitting if seat.kind == HUMAN} or {""}
        check_two(sides, side)
        kinds = {seat.side: seat.kind for seat in sitting}
        header = Header("journal", JOURNAL, system.rules.edition(setting), kinds)
        room = Room(new_id(), system, setting, header, NoDice(), system.rules.opening(setting))
        room.by_file = True
        master = secrets.token_bytes(SECRET_BYTES)
        opening = Entry(0, OPENING, events=room.state.happened)
        room.take(Step((opening,), (room.state,)))
        post = Post(secrets.token_hex(ID_BYTES), side, 0, True, {side: public_key(master)})
        table = Table(room, list(sitting), Clock(), settings, post=post, secret=master)
        return table, [opening]

    # --- handing over

    def handed(self, table: Table) -> tuple[list[Entry], Post]:
        """What is written when the battle is sent to the other side: our parts of the dice to come."""
        post, room = posted(table), table.room
        if not post.ours:
            raise Refused.because("not-here", "this battle is at the other side's; open its file")
        if room.asked == post.side and room.dice.is_ready:
            raise Refused.because("your-turn", "it is still for you to decide")
        after = msgspec.structs.replace(post, count=post.count + 1, ours=False)
        if room.is_over:
            return [], after
        entries = self.keeper.entries(room.id, -1)
        return self._parts(table, noted(room.header, entries)), after

    def _parts(self, table: Table, pledges: Pledges) -> list[Entry]:
        """A pledge for our next part, where there is none, and what the other side waits for."""
        post, number, found = posted(table), table.room.number, list[Entry]()
        if post.side not in pledges.pledged:
            number += 1
            secret = secret_for(table.secret, f"pledge {number}").hex()
            sealed = commitment(secret, table.room.header.bound)
            found.append(Entry(number, PLEDGE, f"{post.side} {sealed}"))
        if pledges.awaits(post.side):
            number += 1
            given = secret_for(table.secret, f"given {number}").hex()
            found.append(Entry(number, GIVEN, f"{post.side} {given}"))
        return found

    def file(self, table: Table) -> bytes:
        """The file that was handed over last, the same every time."""
        post, room = posted(table), table.room
        if post.ours:
            raise Refused.because("not-sent", "nothing was handed over yet")
        journal = Journal(room.header, room.id)
        journal.document = enclosed_of(room)
        lines = [line for line, _ in self.keeper.lines(room.id, -1)]
        closing = None
        if room.is_over:
            closing = Closing.of(len(lines) - 1, room.state, room.system.rules)
        revisions = room.system.rules.edition(room.setting).revisions
        turn = Turn("turn", FORMAT, post.battle, post.count, post.side, revisions, post.keys)
        return packed(turn, journal.around(lines, closing), table.secret)

    # --- opening

    def known(self, turn: Turn) -> str:
        """The battle here that a turn of the other side goes on with; empty where there is none."""
        here = (posts.c.battle == turn.battle, posts.c.side != turn.side)
        rows = self.keeper.store.rows(sa.select(posts.c.game).where(*here))
        return str(rows[0].game) if rows else ""

    def is_own(self, turn: Turn, person: str) -> bool:
        """Did this person send the turn himself?"""
        query = (
            sa.select(seats.c.person)
            .join(posts, posts.c.game == seats.c.game)
            .where(posts.c.battle == turn.battle, posts.c.side == turn.side)
            .where(seats.c.side == turn.side, seats.c.person == person)
        )
        return bool(self.keeper.store.rows(query))

    def opened(self, table: Table, turn: Turn, record: bytes) -> Opening:
        """Go on with a battle that is here; the table itself is left as it is."""
        post, room = posted(table), table.room
        if turn.battle != post.battle:
            raise Refused.because("other-battle", "this is a turn of another battle")
        if turn.side == post.side:
            raise Refused.because("own-turn", "this is your own turn: send it to the other side")
        check_signature(turn, record, post.keys.get(turn.side) or turn.keys.get(turn.side, ""))
        if turn.keys.get(post.side, post.keys[post.side]) != post.keys[post.side]:
            raise Refused.because("other-battle", "this turn answers somebody else's")
        if turn.count <= post.count:
            raise Refused.because("used", "this turn was opened already; nothing is done twice")
        if turn.count > post.count + 1:
            raise Refused.because("too-early", "a turn that comes before this one is missing")
        check_revisions(turn, room)
        journal = _journal(record)
        own = [line for line, _ in self.keeper.lines(room.id, -1)]
        lines = record.split(b"\n")[1 : len(journal.entries) + 1]
        if journal.header != room.header or lines[: len(own)] != own:
            raise Refused.because("other-battle", "this turn does not go on from what you sent")
        fresh = list(zip(lines, journal.entries, strict=True))[len(own) :]
        _check_writers(fresh, turn.side, len(own) - 1)
        after = room.copy()
        _played(after, fresh)
        keys = {**post.keys, turn.side: post.keys.get(turn.side) or turn.keys[turn.side]}
        now = msgspec.structs.replace(post, count=turn.count, ours=True, keys=keys)
        return self._gone_on(table, after, journal, fresh, now)

    def accepted(self, turn: Turn, record: bytes, person: str, name: str) -> Opening:
        """The first file of a battle that is not here: somebody invites us to it."""
        if turn.count != 1:
            raise Refused.because("other-battle", "this is a turn of a battle that is not here")
        check_signature(turn, record, turn.keys.get(turn.side, ""))
        journal = _journal(record)
        found = self.keeper.documents.opened(journal.edition, journal.document)
        system, setting = found.system, found.setting
        sides = system.rules.sides(setting)
        check_two(sides, turn.side)
        mine = next(side for side in sides if side != turn.side)
        opening = system.rules.opening(setting)
        room = Room(new_id(), system, setting, journal.header, NoDice(), opening)
        room.by_file = True
        check_revisions(turn, room)
        _proved(lambda: verify(journal, system.rules, setting))
        lines = list(zip(record.split(b"\n")[1:], journal.entries, strict=False))
        _played(room, lines)
        master = secrets.token_bytes(SECRET_BYTES)
        seats = [
            Seat(mine, 0, HUMAN, name, person, b""),
            Seat(turn.side, 0, AFAR),
        ]
        keys = {turn.side: turn.keys[turn.side], mine: public_key(master)}
        post = Post(turn.battle, mine, 1, True, keys)
        table = Table(room, seats, Clock(), {"watchers": False}, post=post, secret=master)
        return self._gone_on(table, room, journal, lines, post)

    def _gone_on(
        self, table: Table, room: Room, journal: Journal, fresh: list[Line], post: Post
    ) -> Opening:
        """Check the dice of all that was played, and unseal ours where it is our part now."""
        _proved(lambda: prove_dice(journal))
        pledges = noted(journal.header, journal.entries)
        other = next(side for side in room.sides if side != post.side)
        if not room.is_over:
            if room.asked == other and pledges.opened_by == other and pledges.key is not None:
                raise Refused.because("too-early", "the other side has not finished its part")
            if other not in pledges.pledged or pledges.awaits(other):
                raise Refused.because(
                    "no-dice", "the other side has not put in its part of the dice"
                )
        added = list(fresh)
        if not room.is_over and pledges.is_agreed(post.side):
            line, _ = pledges.pledged[post.side]
            secret = secret_for(table.secret, f"pledge {line}").hex()
            entry = Entry(room.number + 1, UNSEALED, f"{post.side} {secret}")
            room.replay(encode(entry), entry)
            pledges.note(entry)
            added.append((encode(entry), entry))
        room.dice = dice_of(post, pledges)
        due = room.thrown_on()
        room.take(due)
        added += [(encode(entry), entry) for entry in due.entries]
        gone_on = Table(
            room, table.seats, table.clock, table.settings, post=post, secret=table.secret
        )
        return Opening(gone_on, added, post)

    # --- from an online battle, and back to one

    def sent_away(self, table: Table, side: str) -> tuple[list[Entry], Post, bytes]:
        """Let a battle of this host go on by file: ``side`` stays here. Its dice are opened."""
        room = table.room
        check_two(room.sides, side)
        room.check_playable()
        if room.is_over or table.post is not None:
            raise Refused.because("by-file", "this battle goes on by file already, or is over")
        master = secrets.token_bytes(SECRET_BYTES)
        opened = Entry(room.number + 1, UNSEALED, f"{HOST} {room.dice.reveal()}")
        post = Post(secrets.token_hex(ID_BYTES), side, 1, False, {side: public_key(master)})
        secret = secret_for(master, f"pledge {room.number + 2}").hex()
        sealed = commitment(secret, room.header.bound)
        return [opened, Entry(room.number + 2, PLEDGE, f"{side} {sealed}")], post, master

    def brought_back(self, table: Table) -> tuple[Entry, DiceSource]:
        """Let a battle by file go on at this host, which throws the dice from now on."""
        posted(table)
        if table.room.is_over:
            raise Refused.because("over", "the battle is over")
        dice = DiceSource.fresh()
        return Entry(table.room.number + 1, SEAL, dice.commitment(table.room.header)), dice


def posted(table: Table) -> Post:
    if table.post is None:
        raise Refused.because("by-file", "this battle is not played by file")
    return table.post


def check_two(sides: Sequence[str], side: str) -> None:
    if len(sides) != TWO or side not in sides:
        raise Refused.because("by-file", "a battle by file has two sides, one of them here")


def check_revisions(turn: Turn, room: Room) -> None:
    here = room.system.rules.edition(room.setting).revisions
    if turn.revisions != here:
        raise Refused.because(
            "other-revision",
            f"this turn was played under other revisions ({turn.revisions}; here are {here}): "
            "both sides need the same release",
        )


def _journal(record: bytes) -> Journal:
    try:
        return read_journal(record, "turn")
    except (GrognardError, msgspec.MsgspecError, RecursionError) as problem:
        raise Refused.because("not-a-turn", str(problem)) from None


def _proved(work: Any) -> None:
    """Do what proves a record; what is wrong with it is the reason."""
    try:
        work()
    except Refused:
        raise
    except GrognardError as problem:
        raise Refused.because("not-proved", str(problem)) from None


def _check_writers(fresh: Sequence[Line], side: str, last: int) -> None:
    """Every new line is the other side's, its dice, or its part in the dice to come."""
    for _, entry in fresh:
        about = entry.answer.partition(" ")[0]
        own_note = entry.who in (PLEDGE, GIVEN, UNSEALED) and about == side
        gave_up = entry.who == ENDED and entry.answer == f"{RESIGNED} {side}"
        if entry.who not in (side, DICE, DRAW) and not own_note and not gave_up:
            raise Refused.because(
                "not-proved", f"line {entry.number} of this turn is not for {side} to write"
            )
        if entry.back is not None and (entry.purpose or entry.back < last):
            raise Refused.because(
                "not-proved", f"line {entry.number} takes back what was already sent"
            )


def _played(room: Room, lines: Sequence[Line]) -> None:
    """Play lines on a room; whatever does not come out is the sender's fault."""
    try:
        entries = revived([entry for _, entry in lines], room.system)
        replay_all(room, [(line, entry) for (line, _), entry in zip(lines, entries, strict=True)])
    except (GrognardError, LookupError, ValueError, TypeError, AttributeError) as problem:
        raise Refused.because(
            "not-proved", f"line {room.number + 1} of this turn cannot be played: {problem}"
        ) from None


def keep_post(game: str, post: Post, connection: Connection) -> None:
    """In the transaction of the lines: how the battle stands by file now."""
    connection.execute(posts.delete().where(posts.c.game == game))
    connection.execute(posts.insert(), [row_of(game, post)])
