"""People: guests with a cookie, accounts with a password, and the sessions of both."""

from __future__ import annotations

import re
import secrets
import unicodedata
from concurrent.futures import Future
from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import now_ms
from grognard.host.seats import BURNT, HUMAN, Seat, new_token, token_hash
from grognard.host.speech import honest, looks
from grognard.host.store import Store
from grognard.host.store_schema import (
    accounts,
    campaign_seats,
    games,
    seats,
    sessions,
    subscriptions,
)
from grognard.kernel.errors import GrognardError

DAY_MS: Final = 24 * 3600 * 1000
SESSION_DAYS: Final = 180
NAME: Final = re.compile(r"[^\W_][\w .'-]{0,30}[\w.]", re.UNICODE)
SHORTEST, LONGEST = 8, 200
GUEST: Final = "guest-"


class BadCredentials(GrognardError):
    """A name and a password that do not belong together; which of them is not said."""


class NameTaken(GrognardError):
    """Somebody else has this name."""


class Person(msgspec.Struct, frozen=True):
    """Who is asking: an id, and a name when it is an account."""

    id: str
    name: str = ""

    @property
    def is_guest(self) -> bool:
        return self.id.startswith(GUEST)


class People:
    """Sessions and accounts in a store. Called off the event loop."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def who(self, token: str) -> Person | None:
        """The person of a session, while it lasts."""
        query = (
            sa.select(sessions.c.person, accounts.c.name, accounts.c.shown)
            .join(accounts, accounts.c.person == sessions.c.person, isouter=True)
            .where(sessions.c.token == token_hash(token), sessions.c.ends > now_ms())
        )
        rows = self.store.rows(query)
        return Person(rows[0].person, rows[0].shown or rows[0].name or "") if rows else None

    def new_guest(self) -> tuple[Person, str]:
        """A guest and the token of his session."""
        person = Person(GUEST + secrets.token_hex(8))
        return person, self.begun(person.id)

    def registered(self, name: str, password: str, guest: Person | None) -> tuple[Person, str]:
        """A new account; what a guest has begun goes with him."""
        said = _checked_name(name)
        _check_password(password, said)
        person = Person("person-" + secrets.token_hex(8), said)
        row = {"person": person.id, "name": said.casefold(), "shown": said, "looks": looks(said),
               "password": _hashed(password), "created": now_ms()}  # fmt: skip

        def write(connection: Connection) -> None:
            taken = sa.select(accounts.c.name).where(accounts.c.looks == row["looks"])
            held = connection.execute(taken).first()
            if held is not None:
                same = held.name == row["name"]
                raise NameTaken(f"the name {said!r} {'is taken' if same else 'looks like another'}")
            connection.execute(accounts.insert(), row)
            if guest is not None and guest.is_guest:
                for table in (seats, campaign_seats, subscriptions):
                    move = table.update().where(table.c.person == guest.id)
                    connection.execute(move.values(person=person.id))
                hosted = games.update().where(games.c.host == guest.id)
                connection.execute(hosted.values(host=person.id))

        self.store.written(write).result()
        return person, self.begun(person.id)

    def logged_in(self, name: str, password: str) -> tuple[Person, str]:
        """The person with this name and password, and a new session."""
        found = accounts.select().where(accounts.c.name == name.strip().casefold())
        rows = self.store.rows(found)
        if not _fits(rows[0].password if rows else _NOBODY, password) or not rows:
            raise BadCredentials("this name and this password do not belong together")
        name = rows[0].shown or rows[0].name
        return Person(rows[0].person, name), self.begun(rows[0].person)

    def logged_out(self, token: str) -> None:
        gone = sessions.delete().where(sessions.c.token == token_hash(token))
        self.store.written(lambda connection: connection.execute(gone)).result()

    def changed_password(self, person: Person, old: str, new: str) -> tuple[str, list[bytes]]:
        """Another password: every session ends, and a new one begins. Its token, and what ended."""
        rows = self.store.rows(accounts.select().where(accounts.c.person == person.id))
        if not _fits(rows[0].password if rows else _NOBODY, old) or not rows:
            raise BadCredentials("this is not your password")
        _check_password(new, person.name)
        of_person = sessions.c.person == person.id
        ended = [row.token for row in self.store.rows(sa.select(sessions.c.token).where(of_person))]
        hashed = _hashed(new)

        def write(connection: Connection) -> None:
            change = accounts.update().where(accounts.c.person == person.id)
            connection.execute(change.values(password=hashed))
            connection.execute(sessions.delete().where(of_person))

        self.store.written(write).result()
        return self.begun(person.id), ended

    def begun(self, person: str) -> str:
        """A new session of a person: its token."""
        token, now = new_token(), now_ms()
        row = {"token": token_hash(token), "person": person, "created": now,
               "ends": now + SESSION_DAYS * DAY_MS}  # fmt: skip
        self.store.written(lambda connection: connection.execute(sessions.insert(), row)).result()
        return token

    def claimed(self, game: str, seat: Seat, person: Person) -> Future[Any]:
        """A person takes the seat of an invitation, if it is still free; nobody takes it twice."""
        change = (
            seats.update()
            .where(
                seats.c.game == game, seats.c.side == seat.side, seats.c.place == seat.place,
                seats.c.person == "", seats.c.token == seat.token,
            )
            .values(person=person.id, token=BURNT)
        )  # fmt: skip
        sat = games.update().where(games.c.id == game).values(since=now_ms())

        def write(connection: Connection) -> int:
            taken: int = connection.execute(change).rowcount
            if taken:
                connection.execute(sat)
            return taken

        return self.store.written(write)

    def retoken(self, game: str, side: str, place: int, token: bytes) -> Future[Any]:
        """Another invitation for a seat, or none, while nobody has taken it up."""
        change = (
            seats.update()
            .where(
                seats.c.game == game, seats.c.side == side, seats.c.place == place,
                seats.c.person == "", seats.c.kind == HUMAN,
            )
            .values(token=token)
        )  # fmt: skip
        return self.store.written(lambda connection: connection.execute(change).rowcount)


def _checked_name(name: str) -> str:
    said = " ".join(unicodedata.normalize("NFKC", name).split())
    if not NAME.fullmatch(said):
        raise GrognardError("a name has 2 to 32 letters, digits, dots, hyphens or spaces")
    return honest(said)


def _check_password(password: str, name: str) -> None:
    if not SHORTEST <= len(password) <= LONGEST:
        raise GrognardError(f"a password has {SHORTEST} to {LONGEST} characters")
    folded = password.casefold()
    if folded in _common() or name.casefold() in folded:
        raise GrognardError("this password is among the first that are guessed; choose another")


@cache
def _common() -> frozenset[str]:
    file = resources.files("grognard.host").joinpath("common_passwords.txt")
    return frozenset(file.read_text(encoding="utf-8").split())


_NOBODY: Final = (
    "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHRzb21lc2FsdA$"
    "WzD6rhLKQrGxbHoc0DTDwvTRmJGtVWfUQeXKSgAXzZM"
)
"""A password nobody has: checked when the name is unknown, so that it takes as long."""


def _hashed(password: str) -> str:
    from argon2 import PasswordHasher

    return PasswordHasher().hash(password)


def _fits(kept: str, password: str) -> bool:
    from argon2 import PasswordHasher
    from argon2.exceptions import Argon2Error, InvalidHashError

    try:
        return PasswordHasher().verify(kept, password[:LONGEST])
    except (Argon2Error, InvalidHashError):
        return False
