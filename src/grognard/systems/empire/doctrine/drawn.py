"""A puzzle's position: a drawn situation with ground that decides, led up to by its script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from grognard.desks import situations
from grognard.desks.naming import named
from grognard.kernel import State
from grognard.systems.empire.setting import Objective
from grognard.systems.empire.situations.reading import read_point
from grognard.systems.empire.situations.refereeing import UMPIRE, begin_at, lay_out

POINTS: Final = 3
"""What a goal is worth."""

replace = msgspec.structs.replace


def position(
    text: str, name: str, goals: Mapping[str, Sequence[str]], held: Mapping[str, Sequence[str]]
) -> State:
    """The state of a drawn situation after its script.

    ``goals`` are places worth holding, by a point each; divisions on Attack and Engage go for the first.
    ``held`` says whose they are.
    """
    situation = situations.read(situations.open_ended(text), name, UMPIRE.sections)
    table = lay_out(situation)
    table.setting = named(
        table.setting, roster="", commanders="leader", divisions="body", armies="side"
    )
    holders = {goal: side for side, places in held.items() for goal in places}
    objectives = {
        goal: Objective(goal, goal, read_point(point), POINTS, holders.get(goal, ""))
        for goal, (point, *_) in goals.items()
    }
    if objectives:
        table.setting = replace(table.setting, objectives=objectives)
        table.holders = holders
        table.bodies = {
            division: replace(body, target=next(iter(objectives)))
            for division, body in table.bodies.items()
        }
    state, _ = situations.started(situation, table, begin_at)
    return situations.led_up(UMPIRE, situation, state)
