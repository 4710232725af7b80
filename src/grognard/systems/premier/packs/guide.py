"""Guides: a battle that teaches, step by step. The section stands in ``guide.yaml`` of a pack.

A guide speaks to one side. Each step has its moment, named by what the game asks and perhaps the
turn; a few orders to try; and what ends it. Guides change nothing: a front end shows the step
whose moment has come, and goes on with the next when it is done.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.desks.guide import Guide, GuideStep
from grognard.kernel import MalformedAction
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.bataille.setting import Setting
from grognard.systems.premier.commands import parse

MOMENTS: Final = (
    "designate-charges",
    "ride",
    "movement",
    "stack-order",
    "opportunity-fire",
    "defensive-fire",
    "offensive-fire",
    "declare-assault",
    "compulsory-assault",
    "retreat-before-melee",
    "advance-after-melee",
    "recovery-order",
)
"""Questions that a step may wait for."""


# --- reading


def read_guide(entry: Entry) -> Guide | None:
    """The guide of a pack whose fields have been read, or None if it has none."""
    held: Entry | None = entry.value.get("guide")
    if held is None or "side" not in held or not held.each("steps"):
        return None
    steps = tuple(_step(one) for one in held.each("steps") if "id" in one and "when" in one)
    return Guide(held.get("side"), steps, held.get("minutes", 0))


def _step(held: Entry) -> GuideStep:
    until: dict[str, Entry] = held["until"].value if "until" in held else {}
    ends: dict[str, Any] = {f"until_{word}": entry.value for word, entry in until.items()}
    return GuideStep(
        id=held.get("id"),
        title=held.get("title", ""),
        text=held.get("text", ""),
        asked=held["when"].get("asked", ""),
        turn=held["when"].get("turn", 1),
        orders=held.values("try"),
        rules=held.values("rules"),
        **ends,
    )


def check_guide(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Is the guide about this battle? Its side, moments, turns and orders must be known."""
    guide = read_guide(entry)
    if guide is None:
        return
    held = entry["guide"]
    if guide.side not in setting.sides:
        notes.unknown(held["side"].spot, "side", guide.side, setting.sides)
    seen: list[str] = []
    for step, one in zip(guide.steps, held.each("steps"), strict=False):
        if step.id in seen:
            notes.add(one["id"].spot, f"there are two steps '{step.id}'", "rename one")
        seen.append(step.id)
        if step.asked not in MOMENTS:
            notes.unknown(one["when"].spot, "question", step.asked, MOMENTS)
        if max(step.turn, step.until_turn) > len(setting.turns):
            last = f"the last is {len(setting.turns)}"
            notes.add(one["when"].spot, "there is no such turn", last)
        for order in one.each("try"):
            fault = _fault_of(order.value, setting)
            if fault:
                notes.add(order.spot, fault, "write an order that can be given")


def _fault_of(text: str, setting: Setting) -> str:
    """Why an order to try cannot be read, or whom it names in vain."""
    try:
        order = parse(text)
    except MalformedAction as fault:
        return str(fault)
    named = [getattr(order, "unit", ""), *getattr(order, "units", ())]
    unknown = [unit for unit in named if unit and unit not in setting.roster]
    return f"there is no unit '{unknown[0]}'" if unknown else ""
