"""What may be written in a campaign pack, declared once."""

from __future__ import annotations

from typing import Any, Final

from grognard.campaign.theatre import THEATRE
from grognard.mechanics.packs.shapes import Field, Flag, Listed, Named, Number, Record, Text

FORMAT: Final = 1
SLUG: Final = Text(r"[a-z][a-z0-9_-]*", "a short name in small letters", "iv_corps")
POINTS: Final = Number(-99, 99)

SHAPE: Final = Record(
    {
        "format": Field(Number(FORMAT, FORMAT), f"the format of this file: {FORMAT}", needed=True),
        "id": Field(SLUG, "the campaign's short name", needed=True),
        "title": Field(Text(), "its name", needed=True),
        "description": Field(Text(), "one paragraph", needed=True),
        "sides": Field(Named(Text()), "two sides; positive points are the first's", needed=True),
        "battles": Field(
            Listed(
                Record(
                    {
                        "id": Field(SLUG, "its name in the campaign", needed=True),
                        "pack": Field(SLUG, "the pack of the library", needed=True),
                        "title": Field(Text(), "how the campaign calls it", needed=True),
                        "date": Field(Text(), "the day", needed=True),
                        "points": Field(Named(POINTS), "points of every level", needed=True),
                        "hours": Field(Text(), "from when to when"),
                        "about": Field(Text(), "what it is about, in a few words"),
                        "commanders": Field(Named(Text()), "who leads each side"),
                        "holds": Field(Named(Text()), "what each level needs, in words"),
                    }
                ),
                least=1,
            ),
            "in the order in which they are fought",
            needed=True,
        ),
        "draw": Field(POINTS, "points of a draw; none if not given"),
        "sudden_ends": Field(
            Listed(
                Record(
                    {
                        "side": Field(SLUG, "who wins the campaign", needed=True),
                        "points": Field(POINTS, "at this sum or beyond it", needed=True),
                        "text": Field(Text(), "what that means", needed=True),
                    }
                )
            ),
            "sums at which the campaign stops, tested after every battle",
        ),
        "bands": Field(
            Listed(
                Record(
                    {
                        "least": Field(POINTS, "from this sum", needed=True),
                        "most": Field(POINTS, "to this one", needed=True),
                        "level": Field(Text(), "its short name", needed=True),
                        "name": Field(Text(), "its name", needed=True),
                        "side": Field(SLUG, "whose victory it is"),
                    }
                ),
                least=1,
            ),
            "what the sum is worth at the end, without a gap",
            needed=True,
        ),
        "joins": Field(
            Listed(
                Record(
                    {
                        "id": Field(SLUG, "short and unique", needed=True),
                        "after": Field(SLUG, "the battle that decides it", needed=True),
                        "at_least": Field(POINTS, "if it is worth that many points or more"),
                        "at_most": Field(POINTS, "if it is worth that many points or fewer"),
                        "body": Field(SLUG, "who joins: an organisation of that battle", needed=True),
                        "leaders": Field(Listed(Text()), "and with whom"),
                        "battle": Field(SLUG, "the battle that is joined", needed=True),
                        "into": Field(SLUG, "the organisation it counts in there", needed=True),
                        "prefix": Field(Text("[A-Z]{1,2}", "a letter", "G"), "before its names", needed=True),
                        "near": Field(Text(), "it stands near this place at first"),
                        "within": Field(Number(1, 20), "so many hexes from it"),
                        "facing": Field(Text("[NESW]{1,3}", "a direction", "SE"), "looking there"),
                        "zone": Field(SLUG, "or it arrives in this zone"),
                        "turn": Field(Number(1, 99), "from this turn on"),
                        "text": Field(Text(), "what that means", needed=True),
                    }
                )
            ),
            "who joins whom after a result",
        ),
        "recoveries": Field(
            Listed(
                Record(
                    {
                        "after": Field(SLUG, "the battle", needed=True),
                        "bodies": Field(Listed(SLUG, least=1), "whose men come back", needed=True),
                        "one_for": Field(Number(1, 99), "one increment for so many lost", needed=True),
                        "for_good": Field(Listed(Text()), "fates from which nobody comes back"),
                        "rebuilt_from": Field(Number(1, 60), "a lost unit needs that many at least"),
                        "optional": Field(Flag(), "only where the losses of all corps are carried"),
                    }
                )
            ),
            "who comes back to the ranks",
        ),
        "carries": Field(
            Listed(
                Record(
                    {
                        "after": Field(SLUG, "the battle", needed=True),
                        "body": Field(SLUG, "an organisation of it", needed=True),
                        "battle": Field(SLUG, "the later battle", needed=True),
                        "into": Field(SLUG, "the same organisation there", needed=True),
                    }
                )
            ),
            "bodies that fight again, where the losses of all corps are carried",
        ),
        "guns": Field(
            Listed(
                Record(
                    {
                        "after": Field(SLUG, "the battle", needed=True),
                        "units": Field(Listed(Text(), least=1), "its batteries", needed=True),
                        "one_for": Field(Number(1, 99), "one for so many increments", needed=True),
                        "battle": Field(SLUG, "the later battle", needed=True),
                        "batteries": Field(Listed(Text(), least=1), "who is missing, in order", needed=True),
                    }
                )
            ),
            "batteries that are missing later",
        ),
        "roll": Field(
            Listed(
                Record(
                    {
                        "side": Field(SLUG, "whose it is", needed=True),
                        "name": Field(Text(), "how it is called", needed=True),
                        "battle": Field(SLUG, "the battle that knows its strength", needed=True),
                        "body": Field(SLUG, "the organisation there", needed=True),
                        "lost": Field(Named(SLUG), "the organisation it is in other battles"),
                        "march": Field(SLUG, "its march on the map"),
                        "stays_unless": Field(SLUG, "it stays away without this join"),
                    }
                )
            ),
            "the formations of the two armies, for their strength over time",
        ),
        "days": Field(
            Listed(
                Record(
                    {
                        "pack": Field(SLUG, "the battle of the library that has them all", needed=True),
                        "title": Field(Text(), "its name", needed=True),
                        "battles": Field(Listed(SLUG, least=2), "the battles, as they follow", needed=True),
                        "levels": Field(Named(Text()), "levels judged before its end: whose they are"),
                        "turns_before": Field(Number(0, 99), "its turns before the last battle"),
                    }
                )
            ),
            "battles that can be fought as one, judged as often",
        ),
        "theatre": Field(THEATRE, "the country, drawn for the page of the campaign"),
        "history": Field(Named(Text()), "the level of each battle as it was fought"),
        "historical": Field(
            Listed(POINTS, least=2, most=2), "the lowest and highest sum that history is read as"
        ),
    }
)  # fmt: skip


def schema() -> dict[str, Any]:
    """The published schema of a campaign pack."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A campaign pack",
        **SHAPE.schema(),
    }
