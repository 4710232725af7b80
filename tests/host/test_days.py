"""Battles over days: when a move is due, holidays on which no time runs, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import pytest
import sqlalchemy as sa

from grognard.host.days import DAY, HOLIDAYS, Days, Holiday, due_at
from grognard.host.refused import Refused
from grognard.host.seats import Seat
from grognard.host.store import Store
from grognard.host.store_schema import games, holidays
from tests.host.test_store import answer_row, game_row

TODAY = date(2026, 6, 1)
NOON = (TODAY - date(1970, 1, 1)).days * DAY + DAY // 2
RED, BLUE = Seat("red", 0, "human", person="anna"), Seat("blue", 0, "human", person="bert")


class Clock:
    """The host's clock, given."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now


def day(number: int) -> date:
    return TODAY + timedelta(days=number)


def holiday(first: int, last: int) -> Holiday:
    return Holiday(day(first), day(last))


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    held = Store(store_url)
    yield held
    held.close()


def begun(store: Store, at: int = NOON) -> str:
    """A battle whose last line was written at a time."""
    store.written(lambda connection: connection.execute(games.insert(), game_row())).result()
    lines = [{**answer_row(number), "line": b"{}"} for number in (0, 1)]
    store.append([{**lines[0], "at": at - DAY}, {**lines[1], "at": at}]).result()
    return str(game_row()["id"])


def test_a_move_is_due_so_many_days_after_the_last_line(store: Store) -> None:
    game, clock = begun(store), Clock()
    days = Days(store, clock)
    assert days.due(game, 3, "red", [RED, BLUE]) == NOON + 3 * DAY
    assert days.due(game, 0, "red", [RED, BLUE]) == 0, "no days, no time"
    assert days.due(game, 3, "red", [RED, Seat("blue", 0, "human")]) == 0, "not all have sat down"
    assert days.due(game, 3, "red", [Seat("red", 0, "captain"), BLUE]) == 0, "a computer is asked"
    for now, refused in ((NOON + 3 * DAY, True), (NOON + 3 * DAY + 1, False)):
        clock.now = now
        if refused:
            with pytest.raises(Refused, match="not up"):
                days.check_due(game, 3, "red", [RED, BLUE])
        else:
            days.check_due(game, 3, "red", [RED, BLUE])


def test_time_runs_from_when_the_last_seat_was_taken(store: Store) -> None:
    game = begun(store)
    sat = games.update().where(games.c.id == game).values(since=NOON + 5 * DAY)
    store.written(lambda connection: connection.execute(sat)).result()
    assert Days(store, Clock()).due(game, 1, "red", [RED, BLUE]) == NOON + 6 * DAY


def test_on_a_holiday_time_stands_still(store: Store) -> None:
    game, clock = begun(store), Clock()
    days = Days(store, clock)
    days.taken("anna", holiday(1, 10))
    assert days.due(game, 3, "red", [RED, BLUE]) == NOON + 13 * DAY
    assert days.due(game, 3, "blue", [RED, BLUE]) == NOON + 3 * DAY, "the other's time runs"
    both = [RED, Seat("red", 1, "human", person="carl"), BLUE]
    assert days.due(game, 3, "red", both) == NOON + 3 * DAY, "somebody of the side is there"
    clock.now = NOON + 4 * DAY
    days.come_back("anna")
    assert days.of("anna") == [holiday(1, 4)]
    assert days.due(game, 3, "red", [RED, BLUE]) == NOON + 7 * DAY


def test_a_clock_survives_a_restart(store_url: str) -> None:
    store = Store(store_url)
    game = begun(store)
    Days(store, Clock()).taken("anna", holiday(2, 3))
    store.close()
    again = Store(store_url)
    assert Days(again, Clock()).due(game, 2, "red", [RED, BLUE]) == NOON + 4 * DAY
    again.close()


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        (holiday(0, 3), "tomorrow"),
        (holiday(-3, 3), "tomorrow"),
        (holiday(5, 4), "tomorrow"),
        (holiday(1, 400), "within a year"),
        (holiday(8, 12), "already"),
        (holiday(20, 20 + HOLIDAYS), "most"),
    ],
)
def test_what_is_no_holiday_is_refused_and_changes_nothing(
    store: Store, wanted: Holiday, why: str
) -> None:
    days = Days(store, Clock())
    days.taken("anna", holiday(10, 12))
    with pytest.raises(Refused, match=why):
        days.taken("anna", wanted)
    assert days.of("anna") == [holiday(10, 12)]


def test_days_that_were_used_count_until_the_year_is_over(store: Store) -> None:
    clock = Clock()
    days = Days(store, clock)
    days.taken("anna", holiday(1, HOLIDAYS))
    clock.now += 2 * DAY
    days.come_back("anna")
    days.taken("anna", holiday(40, 40 + HOLIDAYS - 3))
    with pytest.raises(Refused, match="most"):
        days.taken("anna", holiday(100, 100))
    days.taken("anna", Holiday(date(2027, 1, 1), date(2027, 1, 5)))


def test_a_move_that_begins_on_a_holiday_has_all_its_time() -> None:
    assert due_at(NOON, 1, {NOON // DAY}) == (NOON // DAY + 2) * DAY
    assert due_at(NOON, 1, ()) == NOON + DAY


def test_the_store_has_no_holiday_twice(store: Store) -> None:
    days = Days(store, Clock())
    days.taken("anna", holiday(1, 1))
    with pytest.raises(Refused, match="already"):
        days.taken("anna", holiday(1, 1))
    assert len(store.rows(sa.select(holidays))) == 1
