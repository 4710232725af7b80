"""When reinforcements come (rule 45): who is due, whose hour is diced for in secret, who waits.

Nobody has to come when he is due. The hour of some groups is rolled at the earliest possible turn
and written down for their owner alone; nothing the other side can see depends on it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import rule
from grognard.systems.bataille.movement import offmap
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.setting import Arrival
from grognard.systems.bataille.table import Table

FOREST_MARCH = "forest_march"
"""A manner of arrival: placed in a wood, unseen, instead of marching over the edge."""

VARIATION = "reinforcement_variation_table"
"""A switch: arrivals without hours of their own vary by the general table (charts 33)."""


def group_named(table: Table, group: str) -> Arrival:
    return next(arrival for arrival in table.setting.arrivals if arrival.id == group)


@rule("P45.10")
def is_secret(table: Table, arrival: Arrival) -> bool:
    """Is the hour of a group known to its owner alone?"""
    return bool(arrival.roll) or VARIATION in table.setting.special


@rule("P45.10")
def is_diced_for(table: Table, arrival: Arrival) -> bool:
    """Is the hour of a group diced for in this turn? Nothing secret tells in the answer.

    A list of hours is gone through once, on the earliest of them. Under the general table a die
    is thrown every turn until the group appears.
    """
    if arrival.roll:
        return table.turn == arrival.turn
    if VARIATION not in table.setting.special or table.turn < arrival.turn:
        return False
    return not any(unit in table.pieces or unit in table.removed for unit in arrival.units)


def written_turn(table: Table, arrival: Arrival) -> int | None:
    """The turn that was written down for a group, if one has been."""
    word = table.secrets.get(arrival.side, {}).get(f"arrival:{arrival.id}")
    return None if word is None else int(word)


@rule("P45.1", "P45.10")
def due_turn(table: Table, arrival: Arrival) -> int:
    """The turn from which a group may come; while its hour is unknown, the latest it can be."""
    written = written_turn(table, arrival)
    if written is not None:
        return written
    if arrival.roll:
        return arrival.roll[-1][0]
    if VARIATION in table.setting.special:
        return max(arrival.turn, table.turn + 1)
    return arrival.turn


@rule("P45.1", "P46.2")
def as_ordered(table: Table, arrival: Arrival) -> Arrival:
    """The group as the last order that has reached it sends it."""
    zones = [zone for turn, zone in arrival.ordered if turn <= table.turn]
    return msgspec.structs.replace(arrival, zone=zones[-1]) if zones else arrival


@rule("P45.1", "P45.11", "P46.2")
def waiting(table: Table, side: str) -> Iterator[tuple[UnitId, Arrival]]:
    """The units of a side that may be brought on now; whoever is held back waits on.

    Those who left the map and may come back are among them.
    """
    for arrival in table.setting.arrivals:
        if arrival.side != side or table.turn < due_turn(table, arrival):
            continue
        now = as_ordered(table, arrival)
        for unit in arrival.units:
            if unit not in table.pieces and unit not in table.removed:
                yield unit, now
    yield from offmap.returning(table, side)


@rule("P45.10")
def may_be_waiting(table: Table, side: str) -> bool:
    """Could the side have somebody to bring on, for all the other side knows?

    While this is so the side is asked for orders even if it has none to give, so that the
    question itself betrays nothing.
    """
    return any(
        arrival.side == side
        and is_secret(table, arrival)
        and table.turn >= arrival.turn
        and any(unit not in table.pieces and unit not in table.removed for unit in arrival.units)
        for arrival in table.setting.arrivals
    )


@rule("P45.3", "PR-136")
def turns_blocked(table: Table, arrival: Arrival) -> int:
    """Turns since the group first found its whole zone blocked: each opens another band."""
    since = table.secrets.get(arrival.side, {}).get(f"blocked:{arrival.id}")
    return 0 if since is None else table.turn - int(since)
