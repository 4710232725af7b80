"""The guide section of a pack: lessons for one side, each with its moment and what ends it.

A guide speaks to one side. Each step has its moment, named by what the game asks and perhaps the
turn; a few orders to try; and what ends it. Guides change nothing: a front end shows the step
whose moment has come, and goes on with the next when it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from grognard.desks.guide import Guide, GuideStep
from grognard.kernel import MalformedAction
from grognard.mechanics.packs.shapes import Entry, Field, Listed, Notes, Number, Record, Text

WORD = Text("[a-z][a-z0-9-]*", "a short name in small letters", "first-shot")
WHOM = ("unit", "to", "target", "division")
"""The words of an order that name somebody."""

KIND = Text("[A-Z][A-Za-z]*", "the name of a kind of event", "MeleeFought")

WHEN = Record(
    {
        "asked": Field(WORD, "the question whose moment it is", needed=True),
        "turn": Field(Number(1, 999), "not before this turn"),
    }
)

UNTIL = Record(
    {
        "order": Field(WORD, "an order of this verb was given"),
        "event": Field(KIND, "something of this kind happened"),
        "turn": Field(Number(1, 999), "this turn has begun"),
    }
)


def guide_shape(clauses: str, example: str) -> Record:
    """The section in a system whose clauses are named so."""
    rule = Text(clauses, "a rule", example)
    step = Record(
        {
            "id": Field(WORD, "short and unique", needed=True),
            "title": Field(Text(), "a heading", needed=True),
            "text": Field(Text(), "what to know and what to do, in a few sentences", needed=True),
            "when": Field(WHEN, "its moment", needed=True),
            "try": Field(Listed(Text()), "orders to try, as they are written"),
            "until": Field(UNTIL, "what ends it; the next answer if not given"),
            "rules": Field(Listed(rule), "where the book has it"),
        }
    )
    return Record(
        {
            "side": Field(Text(), "whom it teaches", needed=True),
            "minutes": Field(Number(1, 240), "how long it takes"),
            "steps": Field(Listed(step, least=1), "the lessons in order", needed=True),
        }
    )


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


def check_guide(
    entry: Entry,
    setting: Any,
    moments: Collection[str],
    parse: Callable[[str], object],
    known: Collection[str],
    notes: Notes,
) -> None:
    """Is the guide about this battle? Its side, moments, turns and orders must be known.

    ``parse`` reads the orders of the system; ``known`` are all whom an order may name.
    """
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
        if step.asked not in moments:
            notes.unknown(one["when"].spot, "question", step.asked, moments)
        if max(step.turn, step.until_turn) > len(setting.turns):
            last = f"the last is {len(setting.turns)}"
            notes.add(one["when"].spot, "there is no such turn", last)
        for order in one.each("try"):
            fault = _fault_of(order.value, parse, known)
            if fault:
                notes.add(order.spot, fault, "write an order that can be given")


def _fault_of(text: str, parse: Callable[[str], object], known: Collection[str]) -> str:
    """Why an order to try cannot be read, or whom it names in vain."""
    try:
        order = parse(text)
    except MalformedAction as fault:
        return str(fault)
    named = [getattr(order, word, "") for word in WHOM] + [*getattr(order, "units", ())]
    unknown = [each for each in named if isinstance(each, str) and each and each not in known]
    return f"there is no '{unknown[0]}'" if unknown else ""
