"""A puzzle's position: a drawn situation with ground that decides, led up to by its script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from grognard.desks.naming import named
from grognard.desks.situations import open_ended
from grognard.kernel import State, answer, start
from grognard.kernel.questions import Roll
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.packs.victory import Condition, Level
from grognard.systems.bataille.situations.refereeing import lay_out, read
from grognard.systems.bataille.situations.starting import procedure_named


def position(
    kit: Kit,
    text: str,
    name: str,
    goals: Mapping[str, Sequence[str]],
    held: Mapping[str, Sequence[str]],
) -> State:
    """The state of a drawn situation after its script. ``goals`` are places worth holding."""
    situation = read(open_ended(text), name)
    table = lay_out(kit, situation)
    places = {place: tuple(map(parse_hex, hexes)) for place, hexes in goals.items()}
    levels = tuple(
        Level(f"{side}-{place}", f"{side} {place}", side, 1, (Condition("holds", place),))
        for place in places
        for side in table.setting.sides
    )
    control = {parse_hex(at): side for side, hexes in held.items() for at in hexes}
    changes: dict[str, Any] = {"places": places, "control": control, "victory": {"levels": levels}}
    drawn = msgspec.structs.replace(table.setting, **changes)
    table.setting = named(drawn, roster="", leaders="leader")
    table.control = dict(control)
    state = start(table, procedure_named(kit, situation.text("start"), table))
    for line in situation.lines("script"):
        state = answer(state, _given(kit, line.text, state))
    return state


def _given(kit: Kit, text: str, state: State) -> Any:
    if isinstance(state.pending, Roll):
        return tuple(int(face) for face in text.rsplit(maxsplit=1)[-1])
    return kit.parse(text)
