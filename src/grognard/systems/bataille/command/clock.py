"""The movement clock (rules 8 and 17): how long a side may move, and what ends when time is up.

The rules keep no time. A host that does says ``time-up`` where the movement segment asks for an
order; the clock stands still during windows and dice, so it is never said elsewhere. The clock is
the only command control: no order, radius or leader is needed to move a unit (P17.4).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from grognard.kernel import Reason, rule
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.events.command import ClockSet, TimeRanOut
from grognard.systems.bataille.rulebook import BASE_OPTIONS
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

OFF: Final = "off"
ADVISORY: Final = "advisory"
STRICT: Final = "strict"

MINUTES: Final = "movement_clock_minutes"

TIMED: Final = ("movement", "leader-moves", "stack-order")
"""Purposes of the questions during which a side's clock runs."""


def manner(setting: Setting) -> str:
    """How the table treats the clock: "off", "advisory" or "strict"."""
    return setting.options.get("movement_clock", OFF)


@rule("P8.1", "P17.1", "P17.2", "P17.3", "PR-137")
def minutes(setting: Setting, side: str) -> int:
    """Minutes of a side for one movement segment; 0 where it has all the time it likes.

    What the table has chosen comes first, then the battle's figure, then the card, then the book.
    """
    if MINUTES in setting.options:
        return BASE_OPTIONS.figures(setting.options, MINUTES)[0]
    own: Mapping[str, int] = getattr(setting, "clock", {})
    if side in own:
        return own[side]
    cards: Deck = setting.cards
    nations = sorted({p.nation.lower() for p in setting.roster.values() if p.side == side})
    known = [nation for nation in nations if nation in cards.minutes]
    if len(known) > 1 and "french" not in known:
        return cards.movement_minutes("mixed_coalition")
    if known:
        return cards.movement_minutes("french" if "french" in known else known[0])
    book = cards.keyed("timed-moves", "book").cell("corps", "to")
    assert isinstance(book, int)
    return book


@rule("P2.3", "P17.1", "P17.4")
def is_timed(setting: Setting, side: str) -> bool:
    """Does a clock run for this side? Nothing else limits whom it may order (P17.4)."""
    return manner(setting) != OFF and minutes(setting, side) > 0


@rule("P2.3", "P8.1")
def set_clocks(table: Table) -> None:
    """Both sides are told how long they have."""
    setting = table.setting
    for side in setting.sides:
        if is_timed(setting, side):
            strict = manner(setting) == STRICT
            table.record(ClockSet(side, minutes(setting, side), strict))


@rule("P8.1", "PR-137")
def may_call_time(table: Table, side: str) -> Reason | None:
    """The reason against saying that the time of a side is up."""
    if not is_timed(table.setting, side):
        return Reason("no clock runs for this side", "P17.1")
    return None


@rule("P8.1", "P17.1", "PR-137")
def call_time(table: Table, side: str) -> bool:
    """Time is up. Does that end the segment? At an advisory clock it is only said.

    What ends it leaves everything not yet ordered as it stands: units in place, order and
    formation, stacks and leaders as they are, arrivals until the next turn, divisions unmarched.
    A turn made in a zone still draws its fire, and faults of stacking are settled.
    """
    strict = manner(table.setting) == STRICT
    table.record(TimeRanOut(side, strict))
    return strict
