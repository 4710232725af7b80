"""The postman: who is away when a battle waits for him is written to, and nobody waits for that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from grognard.host.mailing import Mails
from grognard.host.pushing import Pushes
from grognard.host.store import StoreFailed
from grognard.web.guards import Buckets

if TYPE_CHECKING:
    from grognard.web.live import LiveTable

log = logging.getLogger("grognard.mail")

ROUND: Final = 30.0
"""So many seconds the postman waits before he looks again for what was not taken."""


class Postman:
    """Takes letters to the mail server, aside from everything else. He delays nobody.

    Three of one battle, then one in ten minutes, and twenty in all, then one in two: an opponent who answers
    and takes back, again and again, fills nobody's box.
    """

    def __init__(self, mails: Mails, pushes: Pushes) -> None:
        self.mails, self.pushes = mails, pushes
        self._of_battle = Buckets(rate=1 / 600, most=3)
        self._of_person = Buckets(rate=1 / 120, most=20)
        self._calls = (asyncio.Event(), asyncio.Event())

    def hurry(self) -> None:
        """There is something to take."""
        for call in self._calls:
            call.set()

    async def walk(self) -> None:
        """Go round until cancelled; a mail server that is slow holds up no notice, nor the other way."""
        rounds = []
        if self.mails.server is not None:
            rounds.append(self._round(self.mails.delivered, self._calls[0]))
        if self.pushes.sender is not None:
            rounds.append(self._round(self.pushes.delivered, self._calls[1]))
        await asyncio.gather(*rounds)

    async def _round(self, delivered: Callable[[], int], call: asyncio.Event) -> None:
        while True:
            call.clear()
            try:
                await asyncio.to_thread(delivered)
            except StoreFailed:
                log.warning("what people are to be told cannot be read from the store now")
            try:
                async with asyncio.timeout(ROUND):
                    await call.wait()
            except TimeoutError:
                continue

    def told(self, live: LiveTable) -> None:
        """A battle waits for somebody: who is away is written to, and nobody waits for that."""
        room = live.room
        silent = self.mails.server is None and self.pushes.sender is None
        if silent or not room.asked or room.is_over:
            return
        here = {place for each in live.listeners for place in getattr(each, "places", {}).items()}
        away = [
            seat.person
            for seat in live.seats
            if seat.side == room.asked and seat.is_human and seat.person
            and (seat.side, seat.place) not in here
        ]  # fmt: skip
        away = [
            person
            for person in away
            if self._of_battle.take(f"{person} {room.id}") and self._of_person.take(person)
        ]
        if away:
            loop = asyncio.get_running_loop()
            for kept in self.mails, self.pushes:
                noted = kept.your_turn(room.id, away)
                noted.add_done_callback(lambda _: loop.call_soon_threadsafe(self.hurry))
