"""Notices to browsers: it is your turn. Kept until the push service has taken them or the browser is gone.

A push service that is down delays a notice and nothing else. A notice says the title of the battle and
nothing of what happened in it.
"""

from __future__ import annotations

import hashlib
import json
import logging
from concurrent.futures import Future
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import now_ms
from grognard.host.mailing import LONGEST_WAIT_MS, MOST_TRIES, TOGETHER, WAIT_MS
from grognard.host.refused import Refused
from grognard.host.store import Store
from grognard.host.store_schema import games, notices, subscriptions
from grognard.host.webpush import KEPT, Outlet, Sender, Subscription, encrypted

log = logging.getLogger("grognard.push")

MOST_BROWSERS: Final = 8
"""So many browsers of a person are told; the oldest is forgotten for another."""

TAKEN: Final = range(200, 300)
GONE: Final = (404, 410)
LATER: Final = (408, 425, 429, *range(500, 600))


class Pushes:
    """Browsers that want to be told, and what they have not been told yet. Called off the event loop."""

    def __init__(
        self, store: Store, sender: Sender | None = None, outlet: Outlet | None = None
    ) -> None:
        self.store, self.sender, self.outlet = store, sender, outlet or Outlet()

    # --- browsers

    def count(self, person: str) -> int:
        here = subscriptions.c.person == person
        return len(self.store.rows(sa.select(subscriptions.c.id).where(here)))

    def wanted(self, person: str, browser: Subscription) -> None:
        """A person wants to be told in a browser; it is told of his battles only from now on."""
        if self.sender is None:
            raise Refused.because("no-push", "this server has no key for notices: ask who hosts it")
        self.outlet.parts(browser.endpoint)
        browser.check()
        name = hashlib.sha256(browser.endpoint.encode()).hexdigest()
        row = {
            "id": name, "person": person, "endpoint": browser.endpoint, "p256dh": browser.p256dh,
            "auth": browser.auth, "created": now_ms(),
        }  # fmt: skip
        mine = subscriptions.c.person == person

        def write(connection: Connection) -> bool:
            held = connection.execute(
                sa.select(subscriptions).where(subscriptions.c.id == name)
            ).first()
            if held is not None and held.person != person and held.auth != browser.auth:
                return False  # another browser is known by this address
            _forget(connection, subscriptions.c.id == name)
            newest = sa.select(subscriptions.c.id).where(mine)
            kept = newest.order_by(subscriptions.c.created.desc()).limit(MOST_BROWSERS - 1)
            ids = [each.id for each in connection.execute(kept)]
            _forget(connection, sa.and_(mine, subscriptions.c.id.not_in(ids)))
            connection.execute(subscriptions.insert(), [row])
            return True

        if not self.store.written(write).result():
            raise Refused.because("bad-subscription", "these are not the keys of a browser")

    def forgotten(self, person: str) -> None:
        """No browser of a person is told anything any more."""
        self.store.written(partial(_forget, which=subscriptions.c.person == person)).result()

    # --- notices

    def your_turn(self, game: str, persons: list[str]) -> Future[Any]:
        """A battle waits for these people: one notice for each of their browsers, if none waits."""

        def write(connection: Connection) -> None:
            found = sa.select(subscriptions.c.id).where(subscriptions.c.person.in_(persons))
            for (name,) in connection.execute(found).all():
                waits = (notices.c.subscription == name, notices.c.game == game)
                if connection.execute(sa.select(notices).where(*waits)).first() is None:
                    row = {"subscription": name, "game": game, "due": now_ms(), "tries": 0}
                    connection.execute(notices.insert(), [row])

        return self.store.written(write)

    def delivered(self) -> int:
        """Hand in what is due; what is not taken is tried again later. How many went."""
        if self.sender is None:
            return 0
        query = (
            sa.select(notices, subscriptions, games.c.title)
            .join(subscriptions, subscriptions.c.id == notices.c.subscription)
            .join(games, games.c.id == notices.c.game, isouter=True)
            .where(notices.c.due <= now_ms())
            .order_by(notices.c.due)
            .limit(TOGETHER)
        )
        return sum(self._handed_in(self.sender, row) for row in self.store.rows(query))

    def _handed_in(self, sender: Sender, row: Any) -> bool:
        browser = Subscription(row.endpoint, row.p256dh, row.auth)
        title = " ".join((row.title or "").split())
        told = json.dumps({"game": row.game, "title": title}, ensure_ascii=False)
        parts = urlsplit(row.endpoint)
        headers = {
            **sender.headers(f"{parts.scheme}://{parts.netloc}", now_ms()), "TTL": str(KEPT),
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
            "Topic": row.game, "Urgency": "normal",
        }  # fmt: skip
        try:
            status = self.outlet.post(row.endpoint, headers, encrypted(told.encode(), browser))
        except Refused:
            status = GONE[0]  # its name stands for an address that we do not speak to
        except OSError as problem:
            log.warning("a notice must wait: %s", type(problem).__name__)
            status = LATER[0]
        if status in GONE:
            here = subscriptions.c.id == row.subscription
            self.store.written(partial(_forget, which=here)).result()
        elif status in LATER and row.tries + 1 < MOST_TRIES:
            wait = min(LONGEST_WAIT_MS, WAIT_MS * 2**row.tries)
            values = {"due": now_ms() + wait, "tries": row.tries + 1}
            self._change(notices.update().where(*_this(row)).values(**values))
        else:
            self._change(notices.delete().where(*_this(row)))
        return status in TAKEN

    def _change(self, change: Any) -> None:
        self.store.written(lambda connection: connection.execute(change)).result()


def _this(row: Any) -> tuple[Any, ...]:
    return notices.c.subscription == row.subscription, notices.c.game == row.game


def _forget(connection: Connection, which: Any) -> None:
    """Browsers, and what they were to be told."""
    ids = [row.id for row in connection.execute(sa.select(subscriptions.c.id).where(which))]
    connection.execute(notices.delete().where(notices.c.subscription.in_(ids)))
    connection.execute(subscriptions.delete().where(subscriptions.c.id.in_(ids)))
