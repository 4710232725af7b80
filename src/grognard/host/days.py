"""Battles over days: how long somebody may think about a move, and the holidays on which no time runs.

A battle may have days for each move. They count from the last line, or from when the last seat was
taken, and are kept in the store: a restart changes nothing. On the holidays of everybody who plays the
side that is asked its time stands still. When it is up the other side may claim the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import now_ms
from grognard.host.refused import Refused
from grognard.host.seats import Seat
from grognard.host.store import Store
from grognard.host.store_schema import answers, games, holidays, seats
from grognard.host.throws import AGREED, CONSENT
from grognard.kernel.reading import decode

MOST_DAYS: Final = 14
HOLIDAYS: Final = 30
"""So many days of a year somebody may be away."""

AHEAD: Final = timedelta(days=366)
DAY: Final = 24 * 3600 * 1000
"""In milliseconds."""

EPOCH: Final = date(1970, 1, 1)


class Holiday(msgspec.Struct, frozen=True):
    """From one day to another, both included, in universal time."""

    first: date
    last: date

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]


def due_at(since: int, days: int, away: Collection[int]) -> int:
    """When a move is due that may take so many days; ``away`` are days since 1970 that do not count.

    >>> due_at(0, 3, ()) // DAY, due_at(0, 3, {1, 2}) // DAY, due_at(DAY // 2, 1, {0}) // DAY
    (3, 5, 2)
    """
    at, left = since, days * DAY
    while left:
        end = (at // DAY + 1) * DAY
        if at // DAY not in away:
            counts = min(left, end - at)
            left -= counts
            end = at + counts
        at = end
    return at


class _Line(msgspec.Struct, frozen=True):
    """What a line of the journal says of going back."""

    purpose: str = ""
    back: int | None = None


class Days:
    """The time of battles over days, and the holidays of people. Called off the event loop."""

    def __init__(self, store: Store, now: Callable[[], int] = now_ms) -> None:
        self.store, self.now = store, now

    # --- battles

    def due(self, game: str, days: int, asked: str, sitting: Sequence[Seat]) -> int:
        """When the side that is asked must have moved; 0 where no time runs.

        None does before somebody has sat down for every side that people play, or where a computer is
        asked. Who keeps a seat beside his own free stops nothing.
        """
        here = [seat for seat in sitting if seat.person and seat.is_human]
        people = [seat for seat in here if seat.side == asked]
        played = {seat.side for seat in sitting if seat.is_human}
        if not days or not people or played - {seat.side for seat in here}:
            return 0
        away = [self._away(seat.person) for seat in people]
        return due_at(self._since(game), days, set.intersection(*away))

    def check_due(self, game: str, days: int, asked: str, sitting: Sequence[Seat]) -> None:
        """Refuse to end a battle whose move is not overdue."""
        due = self.due(game, days, asked, sitting)
        if not due or self.now() <= due:
            raise Refused.because("not-due", "the time for this move is not up")

    def listed(self, person: str) -> dict[str, tuple[int, int]]:
        """The battles over days of a person: the days of a move, and when the next is due."""
        query = (
            sa.select(games.c.id, games.c.days, games.c.waits_for)
            .join(seats, seats.c.game == games.c.id)
            .where(seats.c.person == person, games.c.days > 0, games.c.verdict == "")
            .distinct()
        )
        found = {}
        for row in self.store.rows(query):
            sitting = self.store.rows(sa.select(seats).where(seats.c.game == row.id))
            people = [
                Seat(each.side, each.place, each.kind, person=each.person) for each in sitting
            ]
            found[row.id] = (row.days, self.due(row.id, row.days, row.waits_for, people))
        return found

    def _since(self, game: str) -> int:
        """When the battle last went on, or the last seat was taken.

        Who takes his own decision back, or is refused a wish, has the time that he had before.
        """
        at = 0
        query = sa.select(answers).where(answers.c.game == game).order_by(answers.c.number.desc())
        rows = self.store.rows(query.limit(1))
        while rows:
            at, line = rows[0].at, decode(rows[0].line, _Line)
            if line.back is None or line.purpose in (AGREED, CONSENT):
                break
            rows = self.store.rows(query.where(answers.c.number <= line.back).limit(1))
        sat = self.store.rows(sa.select(games.c.since).where(games.c.id == game))
        return max([at, *(row.since or 0 for row in sat)])

    # --- holidays

    def of(self, person: str) -> list[Holiday]:
        query = sa.select(holidays).where(holidays.c.person == person).order_by(holidays.c.first)
        return [Holiday(_date(row.first), _date(row.last)) for row in self.store.rows(query)]

    def _away(self, person: str) -> set[int]:
        return {_number(day) for each in self.of(person) for day in each.days}

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self.now() / 1000, UTC).date()

    def taken(self, person: str, wanted: Holiday) -> None:
        """A person goes away: from tomorrow on, and not for more days of a year than are his."""
        if not self.today < wanted.first <= wanted.last <= self.today + AHEAD:
            raise Refused.because(
                "bad-dates",
                "a holiday begins tomorrow or later, ends after that, and within a year",
            )
        row = {
            "person": person, "first": _number(wanted.first), "last": _number(wanted.last),
        }  # fmt: skip

        def write(connection: Connection) -> str:
            mine = sa.select(holidays).where(holidays.c.person == person)
            held = [
                Holiday(_date(each.first), _date(each.last)) for each in connection.execute(mine)
            ]
            if any(each.first <= wanted.last and wanted.first <= each.last for each in held):
                return "you are away on some of these days already"
            away = [day for each in (*held, wanted) for day in each.days]
            for year in {day.year for day in wanted.days}:
                if sum(day.year == year for day in away) > HOLIDAYS:
                    return f"{HOLIDAYS} days of a year are the most"
            connection.execute(holidays.insert(), [row])
            return ""

        problem = self.store.written(write).result()
        if problem:
            raise Refused.because("no-holiday", problem)

    def come_back(self, person: str) -> None:
        """A person is back: what has not begun is not taken, and today is the last day of what has."""
        mine, today = holidays.c.person == person, _number(self.today)

        def write(connection: Connection) -> None:
            connection.execute(holidays.delete().where(mine, holidays.c.first > today))
            here = (mine, holidays.c.first <= today, holidays.c.last > today)
            connection.execute(holidays.update().where(*here).values(last=today))

        self.store.written(write).result()


def _number(day: date) -> int:
    return (day - EPOCH).days


def _date(number: int) -> date:
    return EPOCH + timedelta(days=number)
