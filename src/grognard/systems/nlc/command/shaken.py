"""Reserves that are upset (N12.2I.6): their leader fled, or men of his hex retreated."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from grognard.kernel import rule
from grognard.systems.nlc.command.order_events import SHAKEN
from grognard.systems.nlc.command.ranges import leader_of
from grognard.systems.nlc.events import ForceChanged
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.setting import LeaderId
from grognard.systems.nlc.table import Table


@rule("N12.2I.6", "NM.9")
def note_shaken(table: Table, leaders: Iterable[LeaderId]) -> None:
    """Mark the reserves of these leaders; their order fails when the combat is over."""
    upset = set(leaders)
    for force in list(table.forces.values()):
        resting = force.is_whole and force.type is OrderType.RESERVE and SHAKEN not in force.marks
        if resting and leader_of(table, force.id) in upset:
            changed = msgspec.structs.replace(force, marks=(*force.marks, SHAKEN))
            table.record(ForceChanged(force.side, changed))
