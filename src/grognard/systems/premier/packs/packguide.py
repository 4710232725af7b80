"""The guide section of a pack: lessons for one side, each with its moment and what ends it."""

from __future__ import annotations

from grognard.mechanics.packs.shapes import Field, Listed, Number, Record, Text

WORD = Text("[a-z][a-z0-9-]*", "a short name in small letters", "first-shot")
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

STEP = Record(
    {
        "id": Field(WORD, "short and unique", needed=True),
        "title": Field(Text(), "a heading", needed=True),
        "text": Field(Text(), "what to know and what to do, in a few sentences", needed=True),
        "when": Field(WHEN, "its moment", needed=True),
        "try": Field(Listed(Text()), "orders to try, as they are written"),
        "until": Field(UNTIL, "what ends it; the next answer if not given"),
        "rules": Field(Listed(Text(r"P\d+(\.\d+)?", "a rule", "P33.2")), "where the book has it"),
    }
)

GUIDE = Record(
    {
        "side": Field(Text(), "whom it teaches", needed=True),
        "minutes": Field(Number(1, 240), "how long it takes"),
        "steps": Field(Listed(STEP, least=1), "the lessons in order", needed=True),
    }
)
