"""Charges for tests: one column of hexes to ride down, windows declined unless a test wants them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import Ask, Event, Roll, State, answer, why_not
from grognard.mechanics.hexes import SIDES, VERTICES, parse_hex
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.horse.charge import ChargeRide
from grognard.systems.bataille.horse.charge_actions import Charge, Ride
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.gallop import Gallop, allowance
from grognard.systems.bataille.pieces import LeaderPrinted, UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.charge_segment import ChargeSegment
from tests.systems.premier.kit import COALITION, FRENCH, Unit, begin, regiment

OPEN = ["." * 9] * 20
"""Columns 01 to 09, rows 01 to 20: charges ride south down column 05."""

WORDS = (*SIDES, "wheel:left", "wheel:right", *[f"face:{facing}" for facing in (*SIDES, *VERTICES)])
"""Every word of a charge but changes of formation, in canonical order."""

QUIET = ("form-square", "opportunity-fire", "reaction-charge", "evade")
"""Windows that a test declines unless it says otherwise."""


def horse(unit: str, at: str | Sequence[str] = "0502", facing: str = "S", **facts: Any) -> Unit:
    """Light cavalry at the head of the column, riding south."""
    return regiment(unit, at, facing, **facts)


def lancers(unit: str, at: str = "0502", facing: str = "S", **facts: Any) -> Unit:
    """The 5th Landwehr Cavalry of Hagelberg."""
    values: dict[str, Any] = {
        "movement": 13,
        "increments": 6,
        "melee": Fraction(14),
        "lance": Fraction(3),
        "morale": 33,
        "recall": 5,
        "nation": "Prussian",
        "traits": frozenset({"landwehr"}),
    }
    return regiment(unit, at, facing, **(values | facts))


def with_leader(
    table: Table, at: str, *, nation: str = "French", side: str = FRENCH, cavalry: bool = True
) -> Table:
    """The table with a leader in a hex."""
    leader = LeaderPrinted("L1", "Murat", side, nation, cavalry_bonus=cavalry)
    table.setting = msgspec.structs.replace(table.setting, leaders={"L1": leader})
    table.leaders = {"L1": parse_hex(at)}
    return table


def purpose(state: State) -> str:
    """What the game waits for, by name."""
    pending = state.pending
    return pending.purpose if isinstance(pending, Ask | Roll) else ""


def offered(state: State) -> list[str]:
    """The options as text."""
    assert isinstance(state.pending, Ask)
    return [str(option) for option in state.pending.options]


def quiet(state: State, *wanted: str) -> State:
    """Decline the enemy's windows until one that the test wants, or something else, comes up."""
    happened: list[Event] = list(state.happened)
    while purpose(state) in QUIET and purpose(state) not in wanted:
        state = answer(state, Finish())
        happened += state.happened
    return State(state.table, state.stack, state.pending, tuple(happened))


def do(state: State, *answers: Any, want: Sequence[str] = ()) -> State:
    """Answer, declining windows that stand between one answer and the next, and at the end.

    Text is a ride of the charging unit; numbers are dice; anything else is an action.
    """
    happened: list[Event] = []
    state = State(state.table, state.stack, state.pending)
    for value in answers:
        if why_not(state, _read(state, value)):
            state = quiet(state, *want)
            happened += state.happened
        state = answer(state, _read(state, value))
        happened += state.happened
        state = State(state.table, state.stack, state.pending)
    state = quiet(state, *want)
    return State(state.table, state.stack, state.pending, (*happened, *state.happened))


def _read(state: State, value: Any) -> Any:
    if isinstance(value, int):
        return (value // 10, value % 10) if value > 6 else (value,)
    if isinstance(value, str):
        riding = next(
            frame.procedure
            for frame in reversed(state.stack)
            if isinstance(frame.procedure, ChargeRide)
        )
        return Ride(riding.riding.gallop.lead, tuple(value.split()))
    return value


def charge(table: Table, *units: UnitId) -> State:
    """A charge that has been named and waits for its first word."""
    side = table.side_of(units[0])
    state = answer(begin(table, ChargeSegment(side)), Charge(tuple(units)))
    while purpose(state) == "designate-charges":
        state = answer(state, Finish())
    return state


def reached(table: Table, unit: UnitId) -> list[UnitId]:
    """Whom a unit could strike if it charged now."""
    return sorted(contactable(table, Gallop((unit,), (allowance(table, unit),))))


def marks(state: State, unit: UnitId) -> tuple[str, ...]:
    table: Table = state.table
    return table.pieces[unit].marks


__all__ = [
    "COALITION",
    "FRENCH",
    "OPEN",
    "charge",
    "do",
    "horse",
    "lancers",
    "marks",
    "offered",
    "purpose",
    "quiet",
    "reached",
    "with_leader",
]
