"""The theatre of a campaign: the country its armies march through, drawn and never measured.

Points are kilometres east and north of any place that the writer chooses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from grognard.mechanics.charts.lined import Spot
from grognard.mechanics.packs.shapes import (
    Entry,
    Field,
    Listed,
    Named,
    Notes,
    Record,
    Scalar,
    Shape,
    Text,
    Word,
)

FARTHEST: Final = 2000.0


class Kilometres(Scalar):
    """A distance to the east or north; negative to the west or south."""

    def take(self, text: str) -> float:
        number = float(text)
        if not -FARTHEST <= number <= FARTHEST:
            raise ValueError
        return number

    def wanted(self) -> str:
        return "a number of kilometres"

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": -FARTHEST, "maximum": FARTHEST}


POINT: Final = Listed(Kilometres(), least=2, most=2)
PLACE: Final = Text(r"[a-z][a-z0-9_-]*", "a place by its short name", "wittenberg")
DATE: Final = Text(r"\d{4}-\d{2}-\d{2}", "a day", "1813-08-23")


class PlaceOrPoint(Shape):
    """A place by name, or a bare point."""

    def read(self, spot: Spot, notes: Notes) -> Entry | None:
        return (POINT if spot.listed else PLACE).read(spot, notes)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [PLACE.schema(), POINT.schema()]}


RING: Final = Record(
    {
        "name": Field(Text(), "how it is called"),
        "ring": Field(Listed(POINT, least=3), "its outline", needed=True),
    }
)
DAYS: Final = Listed(
    Record(
        {
            "date": Field(DATE, "the evening of this day", needed=True),
            "place": Field(PLACE, "where the main body was", needed=True),
            "mark": Field(
                Word(("h", "g", "x", "f")),
                "history, general knowledge, house, or found",
                needed=True,
            ),
        }
    ),
    least=1,
)
THEATRE: Final = Record(
    {
        "title": Field(Text(), "what the map is called", needed=True),
        "days": Field(Listed(DATE, least=2, most=2), "first and last day", needed=True),
        "extent": Field(
            Record(
                {
                    side: Field(Kilometres(), f"the edge of the map in the {side}", needed=True)
                    for side in ("west", "east", "north", "south")
                }
            ),
            "how far the map goes",
            needed=True,
        ),
        "places": Field(
            Named(
                Record(
                    {
                        "name": Field(Text(), "as it is written", needed=True),
                        "kind": Field(
                            Word(("capital", "fortress", "town", "village")),
                            "how it is drawn",
                            needed=True,
                        ),
                        "at": Field(POINT, "where it lies", needed=True),
                    }
                )
            ),
            "places by a short name",
            needed=True,
        ),
        "rivers": Field(
            Listed(
                Record(
                    {
                        "name": Field(Text(), "how it is called", needed=True),
                        "kind": Field(Word(("large", "river", "stream")), "how broad", needed=True),
                        "line": Field(Listed(POINT, least=2), "as it flows", needed=True),
                    }
                )
            ),
            "rivers and streams",
        ),
        "lakes": Field(Listed(RING), "lakes"),
        "marshes": Field(Listed(RING), "marshes"),
        "woods": Field(Listed(RING), "woods"),
        "hills": Field(
            Listed(
                Record(
                    {
                        "name": Field(Text(), "how they are called", needed=True),
                        "tops": Field(
                            Listed(Listed(Kilometres(), least=4, most=4), least=1),
                            "east, north, metres high, radius in km",
                            needed=True,
                        ),
                    }
                )
            ),
            "hills by their tops",
        ),
        "roads": Field(
            Listed(
                Record(
                    {
                        "kind": Field(Word(("high", "road")), "a high road or any", needed=True),
                        "by": Field(Listed(PlaceOrPoint(), least=2), "its way", needed=True),
                    }
                )
            ),
            "roads",
        ),
        "fields": Field(
            Named(
                Record(
                    {
                        "place": Field(PLACE, "where it was fought", needed=True),
                        "medallion": Field(POINT, "where its picture hangs"),
                    }
                )
            ),
            "the field of each battle of the campaign",
        ),
        "marches": Field(
            Listed(
                Record(
                    {
                        "id": Field(PLACE, "short and unique", needed=True),
                        "side": Field(PLACE, "whose it is", needed=True),
                        "short": Field(Text(), "on its block", needed=True),
                        "name": Field(Text(), "how it is called", needed=True),
                        "arm": Field(Word(("foot", "horse", "hq")), "how it is drawn", needed=True),
                        "days": Field(DAYS, "where it was when", needed=True),
                    }
                )
            ),
            "where everybody marched",
        ),
        "instead": Field(
            Listed(
                Record(
                    {
                        "march": Field(PLACE, "whose march is another", needed=True),
                        "join": Field(PLACE, "where this join has come about", needed=True),
                        "days": Field(DAYS, "from its first day on", needed=True),
                    }
                )
            ),
            "marches that a result changes",
        ),
    }
)


def check(theatre: Entry, stages: Collection[str], joins: Collection[str], notes: Notes) -> None:
    """Places, battles and marches that are named must be there."""
    places = dict(theatre.items("places"))
    marches = [one.get("id") for one in theatre.each("marches")]
    for place in _places(theatre):
        if isinstance(place.value, str) and place.value not in places:
            notes.unknown(place.spot, "place", place.value, places)
    for stage, field in theatre.items("fields"):
        if stage not in stages:
            notes.unknown(field.spot, "battle of the campaign", stage, stages)
    for one in theatre.each("instead"):
        if one.get("march") not in marches:
            notes.unknown(one["march"].spot, "march", one.get("march"), marches)
        if one.get("join") not in joins:
            notes.unknown(one["join"].spot, "join", one.get("join"), joins)


def _places(theatre: Entry) -> Iterator[Entry]:
    for road in theatre.each("roads"):
        yield from road.each("by")
    for _, field in theatre.items("fields"):
        yield field["place"]
    for march in (*theatre.each("marches"), *theatre.each("instead")):
        yield from (day["place"] for day in march.each("days"))
