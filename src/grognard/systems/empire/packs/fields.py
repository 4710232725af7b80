"""The fields of a scenario pack, and the JSON Schema that is published for them.

Lengths are in UD with three decimals at most; x goes east and y north from the south-west corner,
degrees run clockwise from north.
"""

from __future__ import annotations

from typing import Any

from grognard.desks.guide_pack import guide_shape
from grognard.mechanics.packs.measures import OUTLINE, POINT, POINTS, Measure
from grognard.mechanics.packs.shapes import Field, Flag, Listed, Named, Number, Record, Text, Word
from grognard.systems.empire.kinds import (
    Arm,
    Branch,
    Bulk,
    Cover,
    Drill,
    Edge,
    Formation,
    Going,
    Grade,
    Line,
    Order,
    Status,
    Trait,
)
from grognard.systems.empire.profile import bounds

FORMAT = 1
SLUG = Text("[a-z][a-z0-9_-]*", "a short name in small letters", "hagelberg")
ID = Text(r"[A-Za-z0-9][A-Za-z0-9._-]*", "an id without blanks", "F1")
TIME = Text(r"([01]\d|2[0-3]):[0-5]\d", "a time of day", "'16:20'")
DEGREES = Number(0, 359)
SRC = Field(Text(), "where it comes from: found, history or house")

SIDE = Record(
    {
        "name": Field(Text(), "its name", needed=True),
        "chief": Field(ID, "who commands it", needed=True),
        "edge": Field(Word(tuple(Edge)), "its own edge of the table", needed=True),
    }
)

TURN = Record(
    {
        "turn": Field(Number(1, 99), "its number", needed=True),
        "time": Field(TIME, "the time of day", needed=True),
        "first": Field(SLUG, "the side that is active first; without one it is rolled for"),
    }
)

TERRAIN = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "kind": Field(SLUG, "what it is: wood, hill, village, garden, pond", needed=True),
        "move": Field(Word(tuple(Going)), "how it is to move in; clear if not given"),
        "cover": Field(Word(tuple(Cover)), "what it is worth against fire"),
        "hides": Field(Flag(), "does it block sight?"),
        "level": Field(Number(0, 9), "how high it is"),
        "polygon": Field(OUTLINE, "its corners in order", needed=True),
    }
)

BUILDING = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "village": Field(ID, "the terrain that it belongs to"),
        "cover": Field(Word(tuple(Cover)), "what it is worth; medium if not given"),
        "from": Field(POINT, "its south-west corner", needed=True),
        "to": Field(POINT, "its north-east corner", needed=True),
    }
)

LINE = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "kind": Field(Word(tuple(Line)), "what it is", needed=True),
        "cover": Field(Word(tuple(Cover)), "what it is worth behind it"),
        "points": Field(POINTS, "where it runs", needed=True),
    }
)

OBJECTIVE = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "its name", needed=True),
        "at": Field(POINT, "where it is", needed=True),
        "points": Field(Number(0, 99), "what it is worth at the end", needed=True),
        "holder": Field(SLUG, "who holds it at first"),
    }
)

COMMANDER = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "his name", needed=True),
        "side": Field(SLUG, "whom he serves", needed=True),
        "grade": Field(Word(tuple(Grade)), "how able he is", needed=True),
        "at": Field(POINT, "where he starts"),
        "arrives_with": Field(ID, "the unit he comes with"),
        "src": SRC,
    }
)

DIVISION = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "its name", needed=True),
        "side": Field(SLUG, "whose it is", needed=True),
        "commander": Field(ID, "its general", needed=True),
        "order": Field(Word(tuple(Order)), "what it is told to do", needed=True),
        "target": Field(ID, "the objective of its order"),
        "area": Field(OUTLINE, "what it defends, on Hold"),
        "reserve": Field(Flag(), "it waits to be called"),
    }
)

ARRIVAL = Record(
    {
        "turn": Field(Number(2, 99), "when it comes", needed=True),
        "edge": Field(Word(tuple(Edge)), "where it comes from", needed=True),
        "from": Field(Measure(), "the first point of the edge that it may use", needed=True),
        "to": Field(Measure(), "the last", needed=True),
    }
)

UNIT = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "the unit's name", needed=True),
        "division": Field(ID, "the division it serves in", needed=True),
        "nation": Field(SLUG, "whose soldiers they are"),
        "arm": Field(Word(tuple(Arm)), "what it fights as", needed=True),
        "type": Field(Word(tuple(Branch)), "line or light, light to heavy, foot or horse", needed=True),
        "status": Field(Word(tuple(Status)), "how good it is", needed=True),
        "morale": Field(Number(*bounds("morale")), "morale", needed=True),
        "class": Field(Word(tuple(Drill)), "manoeuvre class", needed=True),
        "size": Field(Word(tuple(Bulk)), "how large it is; standard if not given"),
        "sk": Field(Number(*bounds("sk")), "skirmish rating"),
        "traits": Field(Listed(Word(tuple(Trait))), "what the sheet has a row for"),
        "cohesion": Field(Number(1, 9), "losses that end it; by the card if not given"),
        "calibre": Field(Number(3, 12), "of guns, in pounds"),
        "formation": Field(Word(tuple(Formation)), "how it stands", needed=True),
        "at": Field(POINT, "the middle of its front"),
        "facing": Field(DEGREES, "where it looks", needed=True),
        "building": Field(ID, "the building that it holds"),
        "disordered": Field(Flag(), "it starts Disordered"),
        "losses": Field(Number(0, 8), "whole losses at the start"),
        "hidden": Field(Flag(), "unseen until it shows itself"),
        "arrives": Field(ARRIVAL, "it comes later"),
        "src": SRC,
    }
)  # fmt: skip

EXIT = Record(
    {
        "side": Field(SLUG, "whose units may leave", needed=True),
        "edge": Field(Word(tuple(Edge)), "by which edge", needed=True),
        "from": Field(Measure(), "the first point of it", needed=True),
        "to": Field(Measure(), "the last", needed=True),
        "scores_from": Field(Number(1, 99), "the turn from which they earn points"),
    }
)

DEPLOYMENT = Record(
    {
        "side": Field(SLUG, "whose units may be shifted in it", needed=True),
        "polygon": Field(OUTLINE, "its corners in order", needed=True),
        "fixed": Field(Flag(), "they keep their facing"),
    }
)

VICTORY = Record(
    {
        "text": Field(Text(), "what it is about, for people", needed=True),
        "eliminated": Field(Number(0, 99), "points for each enemy unit eliminated"),
        "battery": Field(Number(0, 99), "points for each enemy battery, instead"),
        "commander": Field(Number(0, 99), "points for each enemy commander lost"),
        "withdrawn": Field(Number(0, 99), "points for each own unit brought away"),
        "levels": Field(
            Listed(
                Record(
                    {
                        "lead": Field(Number(0, 999), "the least lead", needed=True),
                        "name": Field(Text(), "what it is called", needed=True),
                    }
                ),
                least=1,
            ),
            "levels of victory, the best first, the last with lead: 0",
            needed=True,
        ),
    }
)

PACK = Record(
    {
        "format": Field(Number(1, FORMAT), "the format of packs", needed=True),
        "id": Field(SLUG, "the name of the pack", needed=True),
        "system": Field(SLUG, "the rules it is played under", needed=True),
        "title": Field(Text(), "its title", needed=True),
        "date": Field(Text(), "the day of the battle"),
        "description": Field(Text(), "what it is about"),
        "scale": Field(Named(Number()), "metres of a UD, minutes of a turn"),
        "table": Field(
            Record(
                {
                    "width": Field(Measure(), "east to west, in UD", needed=True),
                    "height": Field(Measure(), "south to north, in UD", needed=True),
                }
            ),
            "the table",
            needed=True,
        ),
        "turns": Field(Listed(TURN, least=1, most=40), "the game turns", needed=True),
        "attacker": Field(SLUG, "the side that attacks", needed=True),
        "soaked": Field(Flag(), "powder is wet"),
        "sides": Field(Named(SIDE), "the two sides", needed=True),
        "terrain": Field(Listed(TERRAIN, most=200), "the ground"),
        "buildings": Field(Listed(BUILDING, most=100), "what garrisons hold"),
        "lines": Field(Listed(LINE, most=100), "roads and obstacles"),
        "objectives": Field(Listed(OBJECTIVE, most=20), "what is fought for"),
        "commanders": Field(Listed(COMMANDER, least=2, most=60), "who commands", needed=True),
        "divisions": Field(Listed(DIVISION, least=2, most=40), "divisions", needed=True),
        "units": Field(Listed(UNIT, least=2, most=200), "the troops", needed=True),
        "exits": Field(Listed(EXIT), "where units may leave without being lost"),
        "deployment": Field(
            Listed(DEPLOYMENT, most=20), "where units may be shifted before the battle"
        ),
        "special": Field(
            Listed(
                Record(
                    {
                        "id": Field(SLUG, "the rule", needed=True),
                        "text": Field(Text(), "what it says", needed=True),
                        "divisions": Field(Listed(ID), "the divisions it concerns"),
                        "units": Field(Listed(ID), "the units it concerns"),
                        "turn": Field(Number(1, 99), "the last turn on which it holds"),
                    }
                )
            ),
            "rules of this battle alone",
        ),
        "victory": Field(VICTORY, "what earns points", needed=True),
        "options": Field(Named(Text()), "table options that the battle sets"),
        "guide": Field(guide_shape(r"E[0-9A-Z.]+", "E25.11"), "lessons that go with the battle"),
    }
)


def json_schema() -> dict[str, Any]:
    """The schema of a pack, as it is published."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A battle of Bataille Empire",
        **PACK.schema(),
    }
