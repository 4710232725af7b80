"""The fields of a scenario pack, and the JSON Schema that is published for them.

A pack is one YAML file, or a folder whose files each hold some of these sections. Every value may
name its origin: found, history, or house for a reasoned value of the author's.
"""

from __future__ import annotations

from typing import Any

from grognard.desks.guide_pack import guide_shape
from grognard.mechanics.packs.shapes import (
    Field,
    Flag,
    HexName,
    Listed,
    Named,
    Number,
    Record,
    Text,
    Word,
)
from grognard.systems.nlc.kinds import Arm, Body, OrderType, Role, Way, Weather
from grognard.systems.nlc.setting import AimKind, PlaceKind

FORMAT = 1
MOST_UNITS = 1000
CONTROLLER = "controller"
"""Points that go to whoever controls the hexes."""

SLUG = Text("[a-z][a-z0-9_-]*", "a short name in small letters", "quatre-bras")
ID = Text(r"[A-Za-z0-9][A-Za-z0-9._-]*", "an id without blanks", "fr_ii")
MARK = Text(
    r"(found|history|house)\b.*", "a mark of origin: found, history or house", "house (guess)"
)
MARKS = Named(MARK)
TIME = Text(r"([01]\d|2[0-3]):[0-5]\d", "a time of day", "'14:00'")
HEXES = Listed(HexName(), least=1)
IDS = Listed(ID)
PAIRS = Listed(Listed(HexName(), least=2))
WHEN = Field(Named(Listed(Text(), least=1)), "only with these values of a variant of the battle")

SIDE = Record(
    {
        "name": Field(Text(), "its name", needed=True),
        "level": Field(Number(1), "losses that demoralize the army", needed=True),
        "supply": Field(HEXES, "its sources of supply", needed=True),
        "edge": Field(HEXES, "its own edge of the map"),
        "acting_commander": Field(ID, "who rolls while no overall commander is there"),
        "sudden_death": Field(Number(1), "losses that end the battle, under that option"),
        "src": Field(MARKS, "origin"),
    }
)

FORMATION = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "its name", needed=True),
        "side": Field(SLUG, "whose it is", needed=True),
        "body": Field(Word(tuple(Body)), "how large it is, and of what", needed=True),
        "leader": Field(ID, "who leads it", needed=True),
        "commander": Field(ID, "its overall commander", needed=True),
        "wing": Field(ID, "its wing commander, if it has one"),
        "limit": Field(Number(1), "losses that demoralize it", needed=True),
        "chit": Field(Text(), "what its chit says; its name if not given"),
        "strength": Field(Number(1), "its full strength, for checking"),
        "when": WHEN,
        "src": Field(MARKS, "origin"),
    }
)

UNIT = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "the unit's name", needed=True),
        "formation": Field(ID, "the formation it serves in", needed=True),
        "division": Field(ID, "its division within the formation", needed=True),
        "nation": Field(SLUG, "whose soldiers they are", needed=True),
        "arm": Field(Word(tuple(Arm)), "what it fights as", needed=True),
        "strength": Field(Number(1, 60), "strength of the front", needed=True),
        "reduced": Field(Number(1, 60), "strength of the reverse; without one it has one step"),
        "movement": Field(Number(1, 20), "movement points", needed=True),
        "morale": Field(Number(1, 6), "morale; as the rules give it to its nation if not given"),
        "initiative": Field(
            Number(0, 5), "instead of morale: the initiative printed by TLNB games"
        ),
        "morale_defending": Field(Number(1, 6), "morale in defence, where it differs"),
        "pursuit": Field(Number(1, 6), "pursuit value of cavalry; by its nation if not given"),
        "men": Field(Number(1), "men in the ranks"),
        "guns": Field(Number(1, 200), "guns of a battery"),
        "traits": Field(Listed(SLUG), "words that rules look for: guard, old_guard, young_guard"),
        "src": Field(MARKS, "origin"),
    }
)

LEADER = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "his name", needed=True),
        "side": Field(SLUG, "whom he serves", needed=True),
        "role": Field(Word(tuple(Role)), "what he commands", needed=True),
        "rating": Field(Number(0, 5), "his ability, 0 to 5", needed=True),
        "movement": Field(Number(1, 20), "movement points; as the card says if not given"),
        "nation": Field(SLUG, "his nation"),
        "hex": Field(HexName(), "where he starts; without one he arrives"),
        "src": Field(MARKS, "origin"),
    }
)

QUARTERS = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "commander": Field(ID, "its overall commander", needed=True),
        "movement": Field(Number(1, 20), "movement points; as the card says if not given"),
        "nation": Field(SLUG, "its nation"),
        "hex": Field(HexName(), "where it starts; without one it arrives"),
    }
)

ORDER = Record(
    {
        "type": Field(Word(tuple(OrderType)), "what is ordered", needed=True),
        "target": Field(HEXES, "hexes of one feature"),
        "route": Field(HEXES, "the waypoints of a march"),
        "name": Field(Text(), "the target in words"),
        "here": Field(Flag(), "defend the current position?"),
        "awaits": Field(Flag(), "wait in Reserve once it has succeeded?"),
        "not_before": Field(Number(1, 999), "the turn in which a dated attack begins"),
    }
)
ORDERS = Listed(ORDER, least=1)

START = Record(
    {
        "formations": Field(Named(ORDERS), "orders of formations, at once or on arrival"),
        "wings": Field(Named(ORDERS), "orders of wing commanders"),
        "headquarters": Field(Named(ORDERS), "where headquarters march"),
        "arrived": Field(IDS, "formations and leaders that have reached their position"),
    }
)

DIVISION = Record(
    {
        "formation": Field(ID, "its formation", needed=True),
        "division": Field(ID, "the division", needed=True),
        "orders": Field(ORDERS, "its own orders", needed=True),
    }
)

ARRIVAL = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "side": Field(SLUG, "who arrives", needed=True),
        "turn": Field(Number(1, 999), "from this turn on"),
        "rolls": Field(Named(Number(1, 6)), "instead of a turn: lowest die for each turn"),
        "entry": Field(HexName(), "where it comes in", needed=True),
        "formation": Field(ID, "the formation it belongs to"),
        "units": Field(IDS, "who arrives"),
        "leaders": Field(IDS, "with whom"),
        "headquarters": Field(IDS, "and with which headquarters"),
        "level_bonus": Field(Number(1), "added to the army's level when it enters"),
        "when": WHEN,
        "src": Field(MARK, "origin"),
    }
)

TURN = Record(
    {
        "turn": Field(Number(1, 999), "its number", needed=True),
        "time": Field(TIME, "its hour", needed=True),
        "weather": Field(Word(tuple(Weather)), "clear unless given"),
        "day": Field(Number(1, 99), "the day of the battle; 1 unless given"),
    }
)

AIM = Record(
    {
        "kind": Field(Word(tuple(AimKind)), "what earns the points", needed=True),
        "points": Field(Number(1, 99), "how many", needed=True),
        "to": Field(Text(), f"a side, '{CONTROLLER}', or nothing for the enemy of whom it befalls"),
        "otherwise": Field(SLUG, "who earns them if that side does not"),
        "every_turn": Field(Flag(), "at the end of every turn?"),
        "hexes": Field(HEXES, "the hexes meant"),
        "units": Field(IDS, "the units meant"),
        "formation": Field(ID, "the formation meant"),
        "per": Field(Number(1, 99), "strength points that earn them"),
        "once": Field(Flag(), "only once?"),
        "text": Field(Text(), "in words"),
        "src": Field(MARK, "origin"),
    }
)

VICTORY = Record(
    {
        "text": Field(Text(), "the aims in words"),
        "aims": Field(Listed(AIM, least=1), "what earns points", needed=True),
        "handicap": Field(Named(Number(0, 99)), "points added to a side's total"),
        "levels": Field(
            Listed(
                Record(
                    {
                        "lead": Field(Number(0, 999), "points ahead, or more", needed=True),
                        "name": Field(SLUG, "the result", needed=True),
                    }
                ),
                least=1,
            ),
            "what can be won, best first",
            needed=True,
        ),
        "src": Field(MARK, "origin"),
    }
)

VARIANT = Record(
    {
        "text": Field(Text(), "what it changes", needed=True),
        "values": Field(
            Named(
                Record(
                    {
                        "text": Field(Text(), "what the value means"),
                        "sight": Field(Number(1, 99), "how far one sees at most"),
                    }
                )
            ),
            "its values, the default first",
            needed=True,
        ),
        "src": Field(MARK, "origin"),
    }
)

PLACES = tuple(kind for kind in PlaceKind if kind not in (PlaceKind.ROAD, PlaceKind.TRAIL))

MAP = Record(
    {
        "terrain": Field(Listed(Text()), "one row a line, north first", needed=True),
        "legend": Field(Named(SLUG), "what each sign of the rows means", needed=True),
        "elevation": Field(
            Listed(Text("[0-9]+", "a row of digits", "'0112'")), "levels, one digit a hex"
        ),
        "places": Field(
            Listed(
                Record(
                    {
                        "name": Field(Text(), "its name", needed=True),
                        "kind": Field(Word(PLACES), "what it is", needed=True),
                        "hexes": Field(HEXES, "its hexes", needed=True),
                    }
                )
            ),
            "named ground",
        ),
        "roads": Field(
            Listed(
                Record(
                    {
                        "name": Field(Text(), "its name", needed=True),
                        "kind": Field(Word(tuple(Way)), "road or trail", needed=True),
                        "hexes": Field(HEXES, "from end to end", needed=True),
                    }
                )
            ),
            "roads and trails",
        ),
        "streams": Field(
            Listed(
                Record(
                    {
                        "name": Field(Text(), "its name", needed=True),
                        "sides": Field(PAIRS, "the two hexes of each hexside", needed=True),
                    }
                )
            ),
            "streams, hexside by hexside",
        ),
        "bridges": Field(PAIRS, "hexsides with a bridge"),
        "impassable": Field(PAIRS, "hexsides that nobody crosses"),
        "crests": Field(PAIRS, "crest hexsides, the upper hex first"),
        "src": Field(MARKS, "origin"),
    }
)

PACK = Record(
    {
        "format": Field(Number(FORMAT, FORMAT), f"the format of this file: {FORMAT}", needed=True),
        "id": Field(SLUG, "the pack's short name", needed=True),
        "title": Field(Text(), "the battle's name", needed=True),
        "description": Field(Text(), "one paragraph", needed=True),
        "system": Field(Word(("nlc",)), "the rules it is played under", needed=True),
        "date": Field(Text(r"\d{4}-\d\d-\d\d", "a date", "'1815-06-16'"), "when it was fought"),
        "provenance": Field(Named(Text()), "what the marks of origin mean"),
        "scale": Field(Named(Number(1)), "what hexes, turns and strength points stand for"),
        "sides": Field(Named(SIDE), "the two sides", needed=True),
        "first": Field(SLUG, "who goes first where both act; the first side if not given"),
        "options": Field(Named(Text()), "readings of the rules that differ from the usual"),
        "variants": Field(Named(VARIANT), "options of this battle alone"),
        "turns": Field(Listed(TURN, least=1), "the calendar", needed=True),
        "formations": Field(Listed(FORMATION, least=2), "who has a chit", needed=True),
        "leaders": Field(Listed(LEADER, least=2), "the leaders", needed=True),
        "headquarters": Field(Listed(QUARTERS), "one for each overall commander", needed=True),
        "units": Field(Listed(UNIT, least=2, most=MOST_UNITS), "the forces", needed=True),
        "setup": Field(
            Listed(
                Record(
                    {
                        "hex": Field(HexName(), "a hex", needed=True),
                        "units": Field(Listed(ID, least=1), "who stands there", needed=True),
                    }
                )
            ),
            "the map at the start",
            needed=True,
        ),
        "orders": Field(START, "the orders in force", needed=True),
        "divisions": Field(Listed(DIVISION), "divisions on orders of their own"),
        "arrivals": Field(Listed(ARRIVAL), "reinforcements"),
        "control": Field(Named(Listed(HexName())), "hexes each side controls at the start"),
        "special": Field(
            Listed(
                Record(
                    {
                        "id": Field(SLUG, "the rule's name in the engine", needed=True),
                        "text": Field(Text(), "what it says"),
                        "src": Field(MARK, "origin"),
                    }
                )
            ),
            "special rules of this battle",
        ),
        "victory": Field(VICTORY, "what is fought for", needed=True),
        "guide": Field(guide_shape(r"N[0-9A-Z.]+", "N12.4.1"), "lessons that go with the battle"),
        "map": Field(MAP, "the ground", needed=True),
    }
)


def json_schema() -> dict[str, Any]:
    """The published schema of a pack held in one file, or of all files of a folder together."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A scenario pack for Napoleon's Later Campaigns",
        **PACK.schema(),
    }
