"""The past of a table: what a side was shown after a line, and how its view changed from then on."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.standing import Clerk, StandingOrder
from grognard.host.chronicle import Chronicle
from grognard.host.hearing import PUBLIC, Aloud
from grognard.host.history import effective, revived
from grognard.host.refused import Refused
from grognard.host.room import Room
from grognard.kernel import Action
from grognard.kernel.journal import Entry
from grognard.kernel.seeing import Seen, see
from grognard.web.showing import Reader
from grognard.web.views import Shown, shown

if TYPE_CHECKING:
    from grognard.web.live import LiveTable

MOST_TRIED: Final = 60
"""So many questions of the past a standing order is tried on, the latest first."""

PATIENCE: Final = 8.0
"""So many seconds a trial takes at most."""


class Past:
    """Looks back at one table. All of it is done off the event loop."""

    def __init__(self, live: LiveTable) -> None:
        self.live = live
        self._chronicle: Chronicle | None = None

    @property
    def chronicle(self) -> Chronicle:
        if self._chronicle is None:
            live = self.live
            self._chronicle = Chronicle(
                live.room, lambda after, most: live.keeper.lines(live.room.id, after, most)
            )
        return self._chronicle

    def seen_by(self, side: str | None, sides: Collection[str], usual: str) -> str:
        """Whose view somebody may look at: his sides', what is public; at the end, anybody's."""
        if side is None:
            return usual
        room = self.live.room
        if side in sides or side == PUBLIC or (room.is_over and side in room.sides):
            return side
        raise Refused.because("wrong-seat", f"you may not see what {side!r} sees")

    async def at(self, reader: Reader, number: int) -> dict[str, Any]:
        """The table as a side saw it after a line, and the line as it heard it."""
        line = self._line(reader, number)
        return await self.live.pools.reading.run(self._at, reader, line)

    def _at(self, reader: Reader, number: int) -> dict[str, Any]:
        view = _shown(self.chronicle.room_at(number), reader.side)
        told = partial(self.live.room.numbering.told, reader.whose)
        lines = self._heard(reader, number - 1, 1)
        return {
            "n": told(self.live.room.number), "at": told(number), "side": reader.side,
            "view": view.document(), "line": lines[number],
        }  # fmt: skip

    async def steps(self, reader: Reader, after: int, most: int) -> dict[str, Any]:
        """The view after a line, and line by line what was heard and what changed."""
        line = self._line(reader, max(after, 0))
        return await self.live.pools.reading.run(self._steps, reader, line, most)

    def _steps(self, reader: Reader, after: int, most: int) -> dict[str, Any]:
        number = self.live.room.number
        last = min(after + most, number)
        first: Shown | None = None
        before: Shown | None = None
        steps: list[dict[str, Any]] = []
        lines = self._heard(reader, after, last - after)
        told = partial(self.live.room.numbering.told, reader.whose)
        for room in self.chronicle.walk(after, last):
            now = _shown(room, reader.side)
            if before is None:
                first = now
            else:
                line, change = lines[room.number], now.change_from(before)
                if line is not None or change:
                    steps.append({"n": told(room.number), "line": line, "change": change})
            before = now
        assert first is not None
        return {
            "n": told(number), "after": told(after), "side": reader.side,
            "view": first.document(), "steps": steps, "more": last < number,
        }  # fmt: skip

    async def weighed(self, language: str, number: int) -> dict[str, Any] | None:
        """The last order up to a line, with its chances as they stood for the side that gave it;
        what is thrown in the line was thrown for that."""
        given = await self.live.pools.reading.run(self._given, number)
        if given is None:
            return None
        seen, order = given
        showing = self.live.showing(seen.side)
        found = await self.live.pools.weighing.run(showing.weighed, seen, order, language)
        return {"side": seen.side, **found}

    def _given(self, number: int) -> tuple[Seen, Action] | None:
        room = self.live.room
        entries = effective(self.chronicle.entries(room.number), min(number, room.number), 0)
        given = next((each for each in reversed(entries) if each.who in room.sides), None)
        if given is None:
            return None
        state, rules = self.chronicle.room_at(given.number - 1).state, room.system.rules
        return see(rules, state, given.who), rules.parse(given.answer)

    async def trial(self, reader: Reader, order: StandingOrder) -> dict[str, Any]:
        """What a standing order would have answered to what the side was asked so far."""
        return await self.live.pools.reading.run(self._trial, reader, order)

    def _trial(self, reader: Reader, order: StandingOrder) -> dict[str, Any]:
        live, until = self.live, monotonic() + PATIENCE
        asked = [
            entry
            for entry in self.chronicle.entries(live.room.number)
            if entry.who == reader.side and entry.back is None and order.covers(entry.purpose)
        ]
        rows: list[dict[str, Any]] = []
        for entry in reversed(asked[-MOST_TRIED:]):
            if monotonic() > until:
                break
            state = self.chronicle.room_at(entry.number - 1).state
            seen = see(live.room.system.rules, state, reader.side)
            rows.append(self._tried(reader, order, entry, seen))
        return {"asked": len(asked), "tried": rows, "more": len(rows) < len(asked)}

    def _tried(
        self, reader: Reader, order: StandingOrder, entry: Entry, seen: Seen
    ) -> dict[str, Any]:
        """One question of the past: what was answered, and what the order would have."""
        showing = self.live.showing(reader.side)
        would = Clerk(seen, showing.desk, showing.adviser, showing.teller).answer((order,))
        words = [entry.answer, *([would.words] if would is not None else [])]
        orders = [showing.adviser.offer(seen.state, seen.rules.parse(each)) for each in words]
        told = [each.text for each in showing.offered(seen, orders[:1], reader.language)]
        told += [each.text for each in showing.offered(seen, orders[1:], reader.language)]
        return {
            "n": self.live.room.numbering.told(reader.whose, entry.number),
            "title": showing.desk.words.title(entry.purpose, showing.teller(reader.language)),
            "given": told[0],
            "would": told[1] if would is not None else "",
            "same": would is not None and would.words == entry.answer,
        }

    def _heard(self, reader: Reader, after: int, most: int) -> dict[int, Any]:
        """Lines of the journal as the reader heard them; nothing of those he did not hear of."""
        live, found = self.live, dict[int, Any]()
        entries = live.keeper.entries(live.room.id, after, most) if most > 0 else []
        aloud = Aloud(live.showing(reader.side).teller(reader.language))
        for entry in revived(entries, live.room.system):
            heard = live.heard([entry], reader.side, aloud, reader.whose)
            found[entry.number] = heard[0] if heard else None
        return found

    def _line(self, reader: Reader, number: int) -> int:
        """The line of the journal that the reader knows under a number."""
        numbering, last = self.live.room.numbering, self.live.room.number
        if number > numbering.told(reader.whose, last):
            raise Refused.because("no-line", f"there is no line {number}")
        return numbering.line(reader.whose, number)


def _shown(room: Room, side: str) -> Shown:
    return shown(room.system.desk, see(room.system.rules, room.state, side), room.number)
