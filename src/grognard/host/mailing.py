"""Letters to people who are away: it is your turn. Kept in the store until the mail server has taken them.

The host names a mail server; without one nobody is written to. An address is written to only once its owner
has said the word that was sent there. A mail server that is down delays a letter and nothing else.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
import smtplib
import ssl
from concurrent.futures import Future
from email.message import EmailMessage
from functools import partial
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import now_ms
from grognard.host.refused import Refused
from grognard.host.seats import token_hash
from grognard.host.store import Store
from grognard.host.store_schema import games, letters, mails
from grognard.kernel.errors import GrognardError

log = logging.getLogger("grognard.mail")

ADDRESS: Final = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
LONGEST_ADDRESS: Final = 200
SECONDS: Final = 20.0
WAIT_MS: Final = 60_000
LONGEST_WAIT_MS: Final = 6 * 3600 * 1000
MOST_TRIES: Final = 40
TOGETHER: Final = 20
"""So many letters are taken out of the store at once."""

TURN, WORD = "turn", "word"
PORTS: Final = {"smtp": 25, "smtps": 465, "starttls": 587}


class MailServer(msgspec.Struct, frozen=True):
    """Where letters are handed in: ``smtp``, ``smtps`` or ``starttls``, and who writes them."""

    scheme: str
    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""

    @classmethod
    def named(cls, url: str, sender: str) -> MailServer:
        """``starttls://user:password@mail.example.org:587`` and the address of the sender."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise GrognardError("the mail server is not named as scheme://host:port") from None
        if parts.scheme not in PORTS or not parts.hostname:
            raise GrognardError(f"a mail server is {', '.join(PORTS)}://host:port")
        if not is_address(sender) and not sender.endswith("@localhost"):
            raise GrognardError(f"{sender!r} is not an address that letters could come from")
        return cls(
            parts.scheme, parts.hostname, port or PORTS[parts.scheme], sender,
            unquote(parts.username or ""), unquote(parts.password or ""),
        )  # fmt: skip

    def send(self, letters: list[EmailMessage]) -> None:
        """Hand letters in; raises ``OSError`` or ``SMTPException`` where that cannot be."""
        safely = ssl.create_default_context()
        if self.scheme == "smtps":
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SECONDS, context=safely
            )
        else:
            line = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        with line:
            if self.scheme == "starttls":
                line.starttls(context=safely)
            if self.user:
                line.login(self.user, self.password)
            for letter in letters:
                line.send_message(letter)


def is_address(text: str) -> bool:
    """Is this an address that could be written to? No names, no comments, no second line.

    >>> is_address("anna@example.org"), is_address("a@b"), is_address("a@b.org\\nBcc: c@d.org")
    (True, False, False)
    """
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None


class Mails:
    """Addresses and letters of a store. Called off the event loop."""

    def __init__(self, store: Store, server: MailServer | None = None, base: str = "") -> None:
        self.store, self.server, self.base = store, server, base

    # --- addresses

    def address_of(self, person: str) -> tuple[str, bool]:
        """The address of a person, and whether he has shown that it is his."""
        rows = self.store.rows(sa.select(mails).where(mails.c.person == person))
        return (rows[0].address, not rows[0].word) if rows else ("", False)

    def wanted(self, person: str, address: str) -> None:
        """A person wants to be written to: a word is sent there, and nothing else before he says it."""
        if self.server is None:
            raise Refused.because("no-mail", "this server has no mail server: ask who hosts it")
        if not is_address(address):
            raise Refused.because("bad-address", "this is not an address that can be written to")
        word = f"{secrets.randbelow(10**8):08d}"
        row = {"person": person, "address": address, "word": token_hash(word), "tries": 0}

        def write(connection: Connection) -> None:
            _forget(connection, person)  # what waits was for another address
            connection.execute(mails.insert(), [row])
            self._post(connection, person, WORD, "", word)

        self.store.written(write).result()

    def confirmed(self, person: str, word: str) -> None:
        """A person says the word that was sent to his address; five wrong ones, and it is void."""

        def write(connection: Connection) -> bool:
            held = connection.execute(sa.select(mails).where(mails.c.person == person)).first()
            if held is None or not held.word or held.tries >= MOST_GUESSES:
                return False
            here = mails.update().where(mails.c.person == person)
            fits = hmac.compare_digest(bytes(held.word), token_hash(word))
            connection.execute(here.values(word=b"") if fits else here.values(tries=held.tries + 1))
            return fits

        if not self.store.written(write).result():
            raise Refused.because("wrong-word", "this is not the word that was sent there")

    def forgotten(self, person: str) -> None:
        """A person is not to be written to any more; letters that wait are thrown away."""

        self.store.written(partial(_forget, person=person)).result()

    # --- letters

    def your_turn(self, game: str, persons: list[str]) -> Future[Any]:
        """A battle waits for these people: one letter for each, while none of it waits already."""

        def write(connection: Connection) -> None:
            for person in persons:
                waits = (letters.c.person == person, letters.c.game == game)
                known = sa.select(mails.c.address).where(
                    mails.c.person == person, mails.c.word == b""
                )
                held = sa.select(letters.c.number).where(*waits, letters.c.kind == TURN)
                if connection.execute(known).first() and not connection.execute(held).first():
                    self._post(connection, person, TURN, game, "")

        return self.store.written(write)

    def _post(self, connection: Connection, person: str, kind: str, game: str, text: str) -> None:
        row = {"person": person, "kind": kind, "game": game, "text": text, "due": now_ms(),
               "tries": 0}  # fmt: skip
        connection.execute(letters.insert(), [row])

    def delivered(self) -> int:
        """Hand in what is due; what the mail server does not take is tried again later. How many went."""
        server = self.server
        if server is None:
            return 0
        query = (
            sa.select(letters, mails.c.address, games.c.title)
            .join(mails, mails.c.person == letters.c.person)
            .join(games, games.c.id == letters.c.game, isouter=True)
            .where(letters.c.due <= now_ms(), (letters.c.kind == WORD) | (mails.c.word == b""))
            .order_by(letters.c.number)
            .limit(TOGETHER)
        )
        sent = 0
        for row in self.store.rows(query):
            try:
                server.send([self._letter(server, row)])
            except (smtplib.SMTPRecipientsRefused, ValueError):  # nobody takes it, or nobody can
                self._gone(row.number)
            except (OSError, smtplib.SMTPException) as problem:
                log.warning("a letter must wait: %s", type(problem).__name__)
                self._later(row)
            else:
                self._gone(row.number)
                sent += 1
        return sent

    def _letter(self, server: MailServer, row: Any) -> EmailMessage:
        """What is written: the title of the battle and where it is. Nothing of what happened in it."""
        letter = EmailMessage()
        letter["From"], letter["To"] = server.sender, row.address
        if row.kind == WORD:
            letter["Subject"] = "Grognard: is this your address?"
            letter.set_content(
                f"Somebody wants to be written to here when a battle waits for him. If that is you, say "
                f"this word on the start page, under Account: {row.text}\nIf not, do nothing.\n"
            )
            return letter
        title = " ".join((row.title or "a battle").split())
        letter["Subject"] = f"Grognard: your turn, {title}"
        where = f"\n{self.base}/table/{row.game}\n" if self.base else ""
        letter.set_content(f"{title} waits for you.\n{where}")
        return letter

    def _gone(self, number: int) -> None:
        done = letters.delete().where(letters.c.number == number)
        self.store.written(lambda connection: connection.execute(done)).result()

    def _later(self, row: Any) -> None:
        if row.tries + 1 >= MOST_TRIES:
            self._gone(row.number)
            return
        wait = min(LONGEST_WAIT_MS, WAIT_MS * 2**row.tries)
        values = {"due": now_ms() + wait, "tries": row.tries + 1}
        change = letters.update().where(letters.c.number == row.number).values(**values)
        self.store.written(lambda connection: connection.execute(change)).result()


def _forget(connection: Connection, person: str) -> None:
    """The address of a person and the letters that wait for it."""
    connection.execute(mails.delete().where(mails.c.person == person))
    connection.execute(letters.delete().where(letters.c.person == person))


MOST_GUESSES: Final = 5
