"""The keeper of the battles: begins them, brings them back from the store, and knows who sits where.

Everything here reads or prepares writing; it is called off the event loop. What is to be written
goes through the store's writer.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import Clock, now_ms
from grognard.host.dice import DiceSource, sealed
from grognard.host.documents import Documents, keep, row_of
from grognard.host.fanout import LINES, SEATS, WISH, Alone, Fanout
from grognard.host.history import (
    Line,
    cause_at,
    effective,
    number_all,
    place_at,
    played_again,
    replay_all,
    revived,
    why_watched,
)
from grognard.host.opening import Opened, enclosed_of
from grognard.host.posts import Post, dice_of, noted, post_of
from grognard.host.reading import setting_of
from grognard.host.reasons import Reason, with_reason
from grognard.host.refused import Refused
from grognard.host.room import Room, Step, Watched
from grognard.host.rows import GameRow, Read, game_row, open_wish, seat_of, seat_row
from grognard.host.seats import Seat
from grognard.host.speech import Speeches, checked
from grognard.host.speech import row_of as speech_row
from grognard.host.store import Store, Work
from grognard.host.store_schema import answers, games, posts, said, seats
from grognard.host.take_back import Bookmark, Wish
from grognard.kernel import GrognardError, State
from grognard.kernel.codec import builtins, dump, encode, load
from grognard.kernel.journal import (
    FORMAT,
    REVISION,
    Closing,
    Entry,
    Header,
    Journal,
    OtherRevision,
    Spoken,
    edition_after,
    read_journal,
    verify,
)
from grognard.kernel.reading import convert, decode
from grognard.systems.registry import system_named

SNAPSHOT_EVERY: Final = 200
"""A snapshot is kept after so many lines, so that a battle comes back quickly."""

ID_BYTES: Final = 8
MOST_OPEN: Final = 100
"""So many battles are in the open list."""

CLOSING: Final = "closing"
"""Among the settings of a battle that is watched: the line that closed its record."""


_TOUCHED: Final = (
    games.update()
    .where(games.c.id == sa.bindparam("of"))
    .values({name: sa.bindparam(name) for name in ("touched", "verdict", "waits_for")})
)
"""Written after many answers: to make the statement anew takes longer than to carry it out."""


class Table(msgspec.Struct):
    """A battle as it comes from the store: its room, its seats, its clock, its settings.

    ``called`` are the movement clocks whose end has been called, ``host`` who set it up, ``talk``
    what a record brought with it. One that is played by file has a ``post``, and a ``secret`` from
    which its signature and its parts of the dice are made.
    """

    room: Room
    seats: list[Seat]
    clock: Clock
    settings: dict[str, Any]
    snapshot: int = -1
    wish: Wish | None = None
    called: set[str] = msgspec.field(default_factory=set)
    host: str = ""
    talk: list[Spoken] = msgspec.field(default_factory=list)
    post: Post | None = None
    secret: bytes = b""

    def put_question(self) -> None:
        """The side that is asked has the time from now on."""
        room = self.room
        limit = room.system.desk.limit(room.state, room.asked) if room.asked else None
        self.clock.ask(room.asked, limit.segment if limit is not None and limit.runs else "")


class Origin(msgspec.Struct, frozen=True):
    """The document of a battle, by its hash, and the battle that follows it."""

    document: str
    rematch: str


class KeptFile(msgspec.Struct, frozen=True):
    """The record of a battle that cannot be opened here, and who may have it."""

    content: bytes
    seats: list[Seat]
    is_over: bool


class Keeper:
    """Battles in a store."""

    def __init__(self, store: Store, fanout: Fanout | None = None) -> None:
        self.store, self.documents = store, Documents(store)
        self.fanout: Fanout = fanout or Alone()
        self.speeches = Speeches(store, self.fanout)

    def _word(self, game: str, what: str) -> Work | None:
        """What tells other processes of a change, where there are any."""
        if not self.fanout.is_shared:
            return None
        return lambda connection: self.fanout.word(connection, game, what)

    def _change(self, change: sa.Update, game: str = "", what: str = "") -> Future[Any]:
        word = self._word(game, what) if game else None

        def write(connection: Connection) -> None:
            connection.execute(change)
            if word is not None:
                word(connection)

        return self.store.written(write)

    # --- beginning

    def begun(
        self,
        system_name: str,
        scenario: str,
        options: Mapping[str, str],
        sitting: Sequence[Seat],
        settings: dict[str, Any],
        seed: str = "",
    ) -> tuple[Table, Step]:
        """A new battle, not yet written: its table and the lines it opens with."""
        name, source = self.documents.meant(scenario, system_name)
        system, setting = (
            system_named(name),
            setting_of(name, source, tuple(sorted(options.items()))),
        )
        _check_sides(system.rules.sides(setting), sitting)
        dice = DiceSource.seeded(seed) if seed else DiceSource.fresh()
        kinds = {seat.side: seat.kind for seat in sitting}
        header = sealed(Header("journal", FORMAT, system.rules.edition(setting), kinds), dice)
        room = Room(new_id(), system, setting, header, dice, system.rules.opening(setting))
        return Table(room, list(sitting), Clock(), settings), room.opened()

    def uploaded(
        self, content: bytes, name: str, sitting: Sequence[Seat], settings: dict[str, Any]
    ) -> tuple[Table, list[Line]]:
        """A battle from a file: every line is played again, and refused where it does not fit.

        Where it does not come out under the revisions that are here, it can be watched.
        """
        journal = read_journal(content, name)
        found = self.documents.opened(journal.edition, journal.document)
        system, setting = found.system, found.setting
        seated = list(sitting) or [
            Seat(side, 0, "human", side) for side in system.rules.sides(setting)
        ]
        _check_sides(system.rules.sides(setting), seated)
        talk = checked(journal.talk, len(journal.entries) - 1)
        dice, opening = DiceSource.fresh(), system.rules.opening(setting)
        room = Room(new_id(), system, setting, journal.header, dice, opening)
        try:
            verify(journal, system.rules, setting)
        except OtherRevision as other:
            closing, here = journal.closing, system.rules.edition(setting)
            settings = {**settings, CLOSING: builtins(closing)}
            verdict = closing.verdict if closing is not None else ""
            reason = why_watched(journal.edition, here, other.common, other.why)
            own = journal.document is not None
            room.watched = Watched(reason, verdict, closing, other.common, own)
            lines = list(zip(content.split(b"\n")[1:], journal.entries, strict=False))
            replay_all(room, lines)
            return Table(room, seated, Clock(), settings, talk=talk), lines
        return Table(room, seated, Clock(), settings, talk=talk), gone_on(room, journal, dice)

    def forked(
        self, room: Room, at: int, sitting: Sequence[Seat], settings: dict[str, Any]
    ) -> tuple[Table, list[Line]]:
        """A study: another battle that goes on from a line of this one, with dice of its own."""
        if not 0 <= at <= room.number:
            raise Refused.because("no-line", f"there is no line {at}")
        if room.watched is not None and at > room.watched.common:
            room.check_playable()
        journal = Journal(room.header, room.id)
        journal.entries = self.entries(room.id, -1, at + 1)
        dice = DiceSource.fresh()
        state = room.system.rules.opening(room.setting)
        fork = Room(new_id(), room.system, room.setting, room.header, dice, state)
        return Table(fork, list(sitting), Clock(), settings), gone_on(fork, journal, dice)

    def write_new(
        self, table: Table, lines: Sequence[bytes], also: Work | None = None
    ) -> Future[Any]:
        """Put a new battle into the store, and what goes with it, whole or not at all."""
        room, now = table.room, now_ms()
        edition = room.header.edition
        row = {
            "id": room.id, "system": edition.system, "scenario": edition.scenario,
            "title": room.title, "header": encode(room.header),
            "secret": self.store.secret_kept(
                table.secret or bytes.fromhex(room.dice.reveal()), room.id
            ),
            "settings": msgspec.json.encode(table.settings).decode(),
            "created": now, "touched": now, "verdict": "", "waits_for": "",
            "snapshot_number": -1, "snapshot": None, "host": table.host,
            "listed": int(bool(table.settings.get("listed"))),
            "days": int(table.settings.get("days", 0)),
        }  # fmt: skip
        document = enclosed_of(room)
        row["document"] = document.hash if document is not None else ""
        sitting = [seat_row(room.id, seat) for seat in table.seats]
        rows = [
            {"game": room.id, "number": number, "line": line, "at": now, "took": 0}
            for number, line in enumerate(lines)
        ]

        def write(connection: Connection) -> None:
            if document is not None:
                keep(connection, row_of(document, edition.system, edition.scenario))
            connection.execute(games.insert(), row)
            connection.execute(seats.insert(), sitting)
            connection.execute(answers.insert(), rows)
            if table.talk:
                connection.execute(
                    said.insert(), [speech_row(room.id, each) for each in table.talk]
                )
            if also is not None:
                also(connection)

        return self.store.written(write)

    # --- going on

    def append(
        self,
        room: Room,
        step: Step,
        took: int,
        timed: str = "",
        reason: Reason | None = None,
        also: Work | None = None,
    ) -> Future[Any]:
        """Write the lines of a step; the time, and a reason, belong to its first line.

        ``also`` is written with them.
        """
        now = now_ms()
        rows = [
            {
                "game": room.id, "number": entry.number, "line": encode(entry), "at": now,
                "took": 0 if index else took, "timed": "" if index else timed,
            }
            for index, entry in enumerate(step.entries)
        ]  # fmt: skip
        word = with_reason(room.id, reason, self._word(room.id, LINES))
        return self.store.append(rows, both(also, word))

    def append_lines(self, game: str, lines: Sequence[Line], also: Work) -> Future[Any]:
        """Write lines that came from elsewhere, and what goes with them."""
        now = now_ms()
        rows = [
            {"game": game, "number": entry.number, "line": line, "at": now, "took": 0, "timed": ""}
            for line, entry in lines
        ]
        return self.store.append(rows, both(also, self._word(game, LINES)))

    def touch(self, room: Room) -> Future[Any]:
        """Note for the lists whom the battle waits for, and its verdict."""
        values = {"touched": now_ms(), "verdict": room.verdict, "waits_for": room.asked}
        return self.store.written(
            lambda connection: connection.execute(_TOUCHED, {"of": room.id, **values})
        )

    def snapshot(self, room: Room, number: int, state: State) -> Future[Any] | None:
        """Keep the state after a line, if it comes back whole from being written down."""
        rules = room.system.rules
        saved = dump(state, rules)
        if dump(load(saved, rules, room.setting), rules) != saved:
            return None
        values = {"snapshot_number": number, "snapshot": saved}
        return self._change(games.update().where(games.c.id == room.id).values(**values))

    # --- bringing back

    def resumed(self, game: str) -> Table | None:
        """A battle as the store has it, to its last line."""
        with self.store.reading() as connection:
            row = connection.execute(games.select().where(games.c.id == game)).one_or_none()
            if row is None:
                return None
            written = self._read(connection, game, -1)
            sitting = self._seats(connection, game)
            post = connection.execute(posts.select().where(posts.c.game == game)).one_or_none()
        header = decode(row.header, Header)
        settings = msgspec.json.decode(row.settings)
        edition = edition_after(header.edition, (each.entry for each in written))
        found = self.documents.opened(edition, self.documents.kept(row.document))
        room = self._room(
            row, header, found, settings, [(each.line, each.entry) for each in written]
        )
        clock = Clock.of((each.entry.who, each.took, each.timed) for each in written if each.took)
        wish = open_wish(row.wish, room)
        called = {each.timed for each in written if room.system.desk.is_hosts(each.entry.answer)}
        table = Table(room, sitting, clock, settings, row.snapshot_number, wish, called, row.host)
        if post is not None:
            table.post, room.by_file = post_of(post), True
            table.secret = self.store.secret_of(bytes(row.secret), row.id)
            room.dice = dice_of(table.post, noted(header, (each.entry for each in written)))
        table.put_question()
        return table

    def _room(
        self,
        row: Any,
        header: Header,
        found: Opened,
        settings: Mapping[str, Any],
        lines: Sequence[Line],
    ) -> Room:
        system, setting = found.system, found.setting
        dice = DiceSource(self.store.secret_of(bytes(row.secret), row.id))
        number = row.snapshot_number
        later = [entry for _, entry in lines[number + 1 :]]
        usable = number >= 0 and not found.needed and all(entry.who != REVISION for entry in later)
        if usable and all(entry.back is None or entry.back >= number for entry in later):
            with contextlib.suppress(GrognardError):  # then it is played from its opening on
                state = load(bytes(row.snapshot), system.rules, setting)
                room = Room(row.id, system, setting, header, dice, state, number)
                room.cause = cause_at([entry for _, entry in lines], number)
                number_all(room, lines[: number + 1])
                replay_all(room, lines[number + 1 :])
                return room
        closing = convert(settings.get(CLOSING), Closing | None)
        room = Room(row.id, system, setting, header, dice, system.rules.opening(setting))
        return played_again(room, lines, Watched("", row.verdict, closing, -1, bool(row.document)))

    def _read(self, connection: Connection, game: str, after: int) -> list[Read]:
        query = (
            sa.select(answers.c.line, answers.c.took, answers.c.timed)
            .where(answers.c.game == game, answers.c.number > after)
            .order_by(answers.c.number)
        )
        return [
            Read(bytes(row.line), decode(row.line, Entry), row.took, row.timed)
            for row in connection.execute(query)
        ]

    def news(self, game: str, after: int) -> list[Read]:
        """What was written after a line, perhaps by another process, with the time it took."""
        with self.store.reading() as connection:
            return self._read(connection, game, after)

    def _seats(self, connection: Connection, game: str) -> list[Seat]:
        query = seats.select().where(seats.c.game == game).order_by(seats.c.side, seats.c.place)
        return [seat_of(row) for row in connection.execute(query)]

    # --- reading

    def entries(self, game: str, after: int, most: int | None = None) -> list[Entry]:
        """Lines after a number, as they were written; their events are documents."""
        return [entry for _, entry in self.lines(game, after, most)]

    def lines(self, game: str, after: int, most: int | None = None) -> list[Line]:
        """Lines after a number, as bytes and read."""
        query = (
            sa.select(answers.c.line)
            .where(answers.c.game == game, answers.c.number > after)
            .order_by(answers.c.number)
            .limit(most)
        )
        written = [bytes(row.line) for row in self.store.rows(query)]
        return [(line, decode(line, Entry)) for line in written]

    def battle_file(self, room: Room) -> bytes:
        """The whole battle as a file; once it is over, with the secret behind the dice."""
        journal = Journal(room.header, room.id)
        journal.document, journal.talk = enclosed_of(room), self.speeches.of(room.id)
        lines = self.lines(room.id, -1)
        journal.entries = [entry for _, entry in lines]
        lost = ("",) * (len(journal.commitments) - 1)
        opened = (*lost, room.dice.reveal()) if room.is_over and not room.by_file else ()
        if room.watched is None:
            closing = Closing.of(len(lines) - 1, room.state, room.system.rules, opened)
            return journal.around((line for line, _ in lines), closing)
        end = Closing(len(lines) - 1, "", room.verdict, opened) if room.is_over else None
        return journal.around((line for line, _ in lines), room.watched.closing or end)

    def kept_file(self, game: str) -> KeptFile:
        """A battle as the store has it, without asking whether it can still be played or seen."""
        with self.store.reading() as connection:
            row = connection.execute(games.select().where(games.c.id == game)).one()
            sitting = self._seats(connection, game)
        journal = Journal(decode(row.header, Header), game)
        journal.document, journal.talk = self.documents.kept(row.document), self.speeches.of(game)
        lines = [line for line, _ in self.lines(game, -1)]
        return KeptFile(journal.around(lines, None), sitting, bool(row.verdict))

    def gone_back(self, room: Room, to: int) -> tuple[Bookmark, list[Entry]]:
        """The place after a line, and the lines in force since; the battle is played again."""
        lines = self.lines(room.id, -1)
        since = effective([entry for _, entry in lines], room.number, to)
        return place_at(room, lines, to), since

    def games_of(self, person: str) -> list[tuple[GameRow, list[str]]]:
        """The battles in which a person has a seat, with the sides; the latest first.

        Variations of a study are found in the study.
        """
        query = (
            sa.select(games, seats.c.side.label("seat_side"))
            .join(seats, seats.c.game == games.c.id)
            .where(seats.c.person == person)
            .order_by(games.c.touched.desc(), games.c.id, seats.c.side)
        )
        found: dict[str, tuple[GameRow, list[str]]] = {}
        for row in self.store.rows(query):
            if "in" in msgspec.json.decode(row.settings).get("study", {}):
                continue
            held = found.setdefault(row.id, (game_row(row), []))
            if row.seat_side not in held[1]:
                held[1].append(row.seat_side)
        return list(found.values())

    def open_battles(self) -> list[tuple[GameRow, str, list[str]]]:
        """Battles that look for somebody: each with who asks, and the sides that are free."""
        query = (
            sa.select(games)
            .where(games.c.listed == 1, games.c.verdict == "")
            .order_by(games.c.created.desc())
            .limit(MOST_OPEN)
        )
        found = []
        with self.store.reading() as connection:
            for row in connection.execute(query).all():
                sitting = self._seats(connection, row.id)
                free = [seat.side for seat in sitting if seat.is_human and not seat.person]
                names = [seat.name for seat in sitting if seat.person == row.host and seat.name]
                if free:
                    found.append((game_row(row), names[0] if names else "", free))
        return found

    def write_listed(self, table: Table) -> Future[Any]:
        """Keep whether a battle stands in the open list, and whether others may watch it."""
        values = {
            "settings": msgspec.json.encode(table.settings).decode(),
            "listed": int(bool(table.settings.get("listed"))),
        }
        return self._change(games.update().where(games.c.id == table.room.id).values(**values))

    def origin(self, game: str) -> Origin:
        """What a battle was begun from, and the one that was asked for after it."""
        columns = (games.c.document, games.c.rematch)
        row = self.store.rows(sa.select(*columns).where(games.c.id == game))[0]
        return Origin(row.document, row.rematch)

    def note_rematch(self, game: str, following: str, connection: Connection) -> None:
        """In the transaction that begins it: this battle follows, if no other does."""
        first = (games.c.id == game, games.c.rematch == "")
        change = games.update().where(*first).values(rematch=following)
        if not connection.execute(change).rowcount:
            raise Refused.because("taken", "another battle follows already")

    # --- seats

    def seats_of(self, game: str) -> list[Seat]:
        with self.store.reading() as connection:
            return self._seats(connection, game)

    def games_with(self, person: str) -> list[str]:
        """The battles in which a person has a seat."""
        query = sa.select(seats.c.game).where(seats.c.person == person).distinct()
        return [row.game for row in self.store.rows(query)]

    def tell_seats(self, game: str) -> Future[Any]:
        """Let other processes know that seats of a battle have changed."""
        return self.store.written(self._word(game, SEATS) or (lambda connection: None))

    def write_seen(self, game: str, side: str, place: int, number: int) -> Future[Any]:
        """Keep how far a seat has read."""
        here = (seats.c.game == game, seats.c.side == side, seats.c.place == place)
        return self._change(seats.update().where(*here).values(seen=number))

    # --- wishes

    def write_wish(self, room: Room, wish: Wish | None) -> Future[Any]:
        """Keep that a side asks to take something back, or no longer does."""
        said = msgspec.json.encode(wish).decode() if wish is not None else ""
        change = games.update().where(games.c.id == room.id).values(wish=said)
        return self._change(change, room.id, WISH)

    def wish_of(self, room: Room) -> Wish | None:
        rows = self.store.rows(sa.select(games.c.wish).where(games.c.id == room.id))
        return open_wish(rows[0].wish, room) if rows else None

    def write_seat(self, game: str, seat: Seat) -> Future[Any]:
        """Keep a seat as it is now: who holds it, bot or person, its standing orders."""
        values = seat_row(game, seat)
        change = (
            seats.update()
            .where(seats.c.game == game, seats.c.side == seat.side, seats.c.place == seat.place)
            .values(**values)
        )
        return self._change(change, game, SEATS)


def _check_sides(sides: Sequence[str], sitting: Sequence[Seat]) -> None:
    taken = {seat.side for seat in sitting}
    for side in sorted(taken.difference(sides)):
        raise GrognardError(f"there is no side {side!r}: {', '.join(sides)}")
    for side in sides:
        if side not in taken:
            raise GrognardError(f"somebody must sit for {side}: a person or a bot")


def gone_on(room: Room, journal: Journal, dice: DiceSource) -> list[Line]:
    """Play a journal on a room that stands at its opening, and go on with other dice.

    Gives all lines: those of the journal, the revisions it goes on under where they are others, the
    seal of the new dice, and the throws that were due.
    """
    here = room.system.rules.edition(room.setting)
    if journal.edition.differs(here):
        journal.note_revision(here)
    journal.note_seal(dice.commitment(journal.header))
    lines = [(encode(entry), entry) for entry in revived(journal.entries, room.system)]
    replay_all(room, lines)
    due = room.thrown_on()
    room.take(due)
    return [*lines, *((encode(entry), entry) for entry in due.entries)]


def both(first: Work | None, second: Work | None) -> Work | None:
    """Two things that are written together."""
    if first is None or second is None:
        return first or second

    def write(connection: Connection) -> None:
        first(connection)
        second(connection)

    return write


def new_id() -> str:
    return secrets.token_hex(ID_BYTES)
