"""A puzzle's position: a drawn situation with ground that decides, led up to by its script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from grognard.desks.naming import named
from grognard.desks.situations import led_up, open_ended
from grognard.kernel import State, start
from grognard.mechanics.hexes import parse_hex
from grognard.systems.nlc.setting import Aim, AimKind, Victory
from grognard.systems.nlc.situations.refereeing import UMPIRE, lay_out, read
from grognard.systems.nlc.situations.starting import begin_at

POINTS: Final = 3
PER: Final = 3
"""A goal earns so many points, and so much strength lost earns one."""


def position(
    text: str, name: str, goals: Mapping[str, Sequence[str]], held: Mapping[str, Sequence[str]]
) -> State:
    """The state of a drawn situation after its script. ``goals`` are places worth holding."""
    situation = read(open_ended(text), name)
    table = lay_out(situation)
    control = {parse_hex(at): side for side, hexes in held.items() for at in hexes}
    table.setting = named(
        table.setting, roster="", leaders="leader", formations="body", armies="side"
    )
    if goals:
        table.setting = msgspec.structs.replace(table.setting, victory=_victory(goals))
    table.control = {**table.control, **control}
    state = start(table, begin_at(situation.text("start"), table))
    return led_up(UMPIRE, situation, state)


def _victory(goals: Mapping[str, Sequence[str]]) -> Victory:
    aims = [
        Aim(AimKind.CONTROL, POINTS, hexes=tuple(map(parse_hex, hexes)), text=place)
        for place, hexes in goals.items()
    ]
    return Victory((*aims, Aim(AimKind.ELIMINATED_STRENGTH, 1, per=PER)), ((0, "draw"),))
