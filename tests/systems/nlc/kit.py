"""Small battles for tests: drawn fields, and procedures played with given answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.kernel import Event, Procedure, State, answer, start
from grognard.systems.nlc.kinds import Arm, OrderType, Role
from grognard.systems.nlc.setting import Order
from grognard.systems.nlc.situations.drawing import Drawing, DrawnLeader, DrawnUnit, draw
from grognard.systems.nlc.table import Table

OPEN = (
    "........",
    "........",
    "........",
    "........",
    "........",
    "........",
    "........",
    "........",
)
"""Eight by eight clear hexes, 0101 to 0808."""

ARMS = {
    "inf": Arm.INFANTRY,
    "lcav": Arm.LIGHT_CAVALRY,
    "hcav": Arm.HEAVY_CAVALRY,
    "foot": Arm.FOOT_ARTILLERY,
    "horse": Arm.HORSE_ARTILLERY,
}


def unit(
    name: str,
    side: str,
    at: int,
    arm: str = "inf",
    strengths: tuple[int, ...] = (6, 3),
    **more: Any,
) -> DrawnUnit:
    return DrawnUnit(name, side, at, ARMS[arm], strengths, **more)


def leader(
    name: str, side: str, at: int, rating: int = 2, role: Role = Role.FORMATION, formation: str = ""
) -> DrawnLeader:
    return DrawnLeader(name, side, at, role, rating, formation)


def order(kind: str, *target: int, **more: Any) -> Order:
    return Order(OrderType(kind), target=target, **more)


def field(units: Iterable[DrawnUnit], rows: tuple[str, ...] = OPEN, **more: Any) -> Table:
    return draw(Drawing(rows=rows, units=tuple(units), **more))


def play(table: Table, procedure: Procedure, *answers: Any) -> State:
    """Begin a procedure and answer what it asks; nothing may be left over."""
    state = start(table, procedure)
    for value in answers:
        state = answer(state, value)
    return state


def happened(state: State, kind: type[Event]) -> list[Any]:
    return [event for event in state.happened if isinstance(event, kind)]
