"""The past of a table: what a side was shown after a line, and how its view changed from then on."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from grognard.host.chronicle import Chronicle
from grognard.host.hearing import PUBLIC
from grognard.host.history import revived
from grognard.host.room import Refused, Room
from grognard.kernel.seeing import see
from grognard.web.views import Shown, shown

if TYPE_CHECKING:
    from grognard.web.live import LiveTable


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

    def whose(self, side: str | None, sides: Collection[str], usual: str) -> str:
        """Whose view somebody may look at: his sides', what is public; at the end, anybody's."""
        if side is None:
            return usual
        room = self.live.room
        if side in sides or side == PUBLIC or (room.is_over and side in room.sides):
            return side
        raise Refused.because("wrong-seat", f"you may not see what {side!r} sees")

    async def at(self, side: str, number: int, language: str) -> dict[str, Any]:
        """The table as a side saw it after a line, and the line as it heard it."""
        self._check(number)
        return await self.live.pools.reading.run(self._at, side, number, language)

    def _at(self, side: str, number: int, language: str) -> dict[str, Any]:
        view = _shown(self.chronicle.room_at(number), side)
        lines = self._heard(side, number - 1, 1, language)
        return {
            "n": self.live.room.number, "at": number, "side": side, "view": view.document(),
            "line": lines[0] if lines else None,
        }  # fmt: skip

    async def steps(self, side: str, after: int, most: int, language: str) -> dict[str, Any]:
        """The view after a line, and line by line what was heard and what changed."""
        after = max(after, 0)
        self._check(after)
        return await self.live.pools.reading.run(self._steps, side, after, most, language)

    def _steps(self, side: str, after: int, most: int, language: str) -> dict[str, Any]:
        number = self.live.room.number
        last = min(after + most, number)
        first: Shown | None = None
        before: Shown | None = None
        steps: list[dict[str, Any]] = []
        told = self._heard(side, after, last - after, language)
        lines = {line.number: line for line in told}
        for room in self.chronicle.walk(after, last):
            now = _shown(room, side)
            if before is None:
                first = now
            else:
                line, change = lines.get(room.number), now.change_from(before)
                steps.append({"n": room.number, "line": line, "change": change})
            before = now
        assert first is not None
        return {
            "n": number, "after": after, "side": side, "view": first.document(), "steps": steps,
            "more": last < number,
        }  # fmt: skip

    def _heard(self, side: str, after: int, most: int, language: str) -> list[Any]:
        live = self.live
        if most < 1:
            return []
        entries = live.keeper.entries(live.room.id, after, most)
        return list(live.heard(revived(entries, live.room.system), side, language))

    def _check(self, number: int) -> None:
        if number > self.live.room.number:
            raise Refused.because("no-line", f"there is no line {number}")


def _shown(room: Room, side: str) -> Shown:
    return shown(room.system.desk, see(room.system.rules, room.state, side), room.number)
