"""The fields of a scenario pack, and the JSON Schema that is published for them.

A pack is one YAML file, or a folder whose files each hold some of these sections. Values that a
unit does not give are taken from its class. Every value may name its origin: found, history, or
house for a reasoned value of the author's.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.desks.guide_pack import guide_shape
from grognard.mechanics.hexes import SIDES
from grognard.mechanics.packs.shapes import (
    Cases,
    Exact,
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
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.pieces import Arm, Formation, Size
from grognard.systems.bataille.special.registry import RULES

FORMAT = 1
MOST_UNITS = 1000

SLUG = Text("[a-z][a-z0-9_-]*", "a short name in small letters", "hagelberg")
ID = Text(r"[A-Za-z0-9][A-Za-z0-9._-]*", "an id without blanks", "F01")
MARK = Text(r"[a-z]+\b.*", "a mark of origin: found, history, house or your own", "house (guess)")
MARKS = Named(MARK)
TIME = Text(r"([01]\d|2[0-3]):[0-5]\d", "a time of day", "'13:20'")
HEXES = Listed(HexName(), least=1)
ORDER = Word(("good", "disorder", "rout"))

VALUES = {
    "arm": Field(Word(tuple(Arm)), "infantry, cavalry or artillery"),
    "size": Field(Word(tuple(Size)), "what the counter stands for; by arm if not given"),
    "nation": Field(Text(), "whose soldiers they are"),
    "movement": Field(Number(1, 40), "movement points"),
    "morale": Field(Number(11, 66), "the number to roll above, 11 to 66"),
    "fire": Field(Exact(), "printed fire in column; not for batteries"),
    "line_multiple": Field(Exact(), "fire of an increment in line; 0: may not form line"),
    "square_multiple": Field(Exact(), "fire of an increment in square"),
    "skirmish_multiple": Field(Exact(), "fire of an increment of skirmishers"),
    "skirmish_range": Field(Number(0, 10), "how far skirmishers fire; 0: none"),
    "fire_check": Field(
        Word(("odd", "even", "every", "from_2nd", "third")), "which losses call for a check"
    ),
    "troops": Field(SLUG, "row of the fire check card, where a table option may alter it"),
    "skirmish_fire": Field(Exact(), "bracketed fire of mounted skirmishers"),
    "lance": Field(Exact(), "melee added for lances"),
    "recall": Field(Number(1, 7), "lowest die that recalls a charge"),
    "battery": Field(
        Record(
            {
                "short": Field(Exact(), "fire at short range", needed=True),
                "medium": Field(Exact(), "fire at medium range", needed=True),
                "long": Field(Exact(), "fire at long range", needed=True),
                "reach": Field(Number(1, 30), "the longest range in hexes", needed=True),
                "limbers_on": Field(Number(1, 7), "lowest die that limbers", needed=True),
                "prolongs": Field(Flag(), "may it prolong?"),
                "horse": Field(Flag(), "horse artillery?"),
            }
        ),
        "what a battery fires and can do",
    ),
    "traits": Field(Listed(SLUG), "words that special rules look for: cossack, landwehr"),
}

CLASS = Record(
    {
        "label": Field(Text(), "the class in words", needed=True),
        **VALUES,
        "melee_per_increment": Field(Exact(), "how the melee values were reckoned"),
        "src": Field(MARKS, "origin of the values"),
    }
)

UNIT = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "the unit's name", needed=True),
        "side": Field(SLUG, "whose it is", needed=True),
        "class": Field(SLUG, "the class whose values it shares"),
        "brigade": Field(Text(), "the body it serves in"),
        "increments": Field(Number(1, 60), "printed strength", needed=True),
        "melee": Field(Exact(), "printed melee value", needed=True),
        "men": Field(Number(1), "men in the ranks"),
        "guns": Field(Number(1, 60), "guns of a battery"),
        "parts": Field(Listed(ID), "battalions of a regiment, companies of a battalion"),
        **VALUES,
        "src": Field(MARKS, "origin of the values"),
    }
)

LEADER = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "name": Field(Text(), "his name", needed=True),
        "side": Field(SLUG, "whom he serves", needed=True),
        "nation": Field(Text(), "whose soldiers he helps", needed=True),
        "rank": Field(Text(), "his rank"),
        "command": Field(Text(), "what he commands"),
        "artillery": Field(Number(0, 36), "bonus to the fire of guns"),
        "melee": Field(Number(0, 36), "bonus to melee"),
        "morale": Field(Number(0, 36), "bonus to morale"),
        "cavalry_bonus": Field(Flag(), "leads cavalry charges?"),
        "special_ability": Field(Flag(), "has special ability?"),
        "src": Field(MARKS, "origin of the values"),
    }
)

TURN = Record(
    {
        "turn": Field(Number(1, 999), "its number", needed=True),
        "time": Field(TIME, "its hour", needed=True),
        "weather": Field(SLUG, "a name from the weather section"),
        "level_check": Field(Flag(), "are morale levels counted in it?"),
        "published_clock": Field(TIME, "the hour printed in the published game"),
    }
)

WEATHER = Record(
    {
        "infantry_fire": Field(Exact(), "factor on infantry fire"),
        "skirmish_fire": Field(Exact(), "factor on mounted skirmishers' fire"),
        "long_range": Field(Flag(), "may guns fire at long range?"),
        "sight": Field(Number(1, 99), "how far one sees"),
        "building_fire": Field(
            Exact(), "factor on infantry fire from houses; as elsewhere if not given"
        ),
        "artillery_fire": Field(Exact(), "factor on the fire of guns"),
        "foot_movement": Field(Number(-20, 0), "points it takes from foot and foot guns"),
        "horse_movement": Field(Number(-20, 0), "points it takes from horse and horse guns"),
        "stream": Field(Number(0, 20), "points that a stream costs more"),
        "only": Field(SLUG, "the one side that feels it; both if not given"),
        "src": Field(MARK, "origin"),
    }
)

PLACEMENT = Record(
    {
        "unit": Field(ID, "a unit of the forces", needed=True),
        "hex": Field(HexName(), "where it stands"),
        "hexes": Field(HEXES, "where a unit in several hexes stands, left to right"),
        "formation": Field(Word(tuple(Formation)), "how it stands", needed=True),
        "facing": Field(Text("[NESW]{1,3}", "a direction", "SE"), "where it looks", needed=True),
        "order": Field(ORDER, "good unless given"),
        "lost": Field(Number(0, 60), "increments already lost"),
    }
)

ARRIVAL = Record(
    {
        "id": Field(ID, "short and unique", needed=True),
        "side": Field(SLUG, "who arrives", needed=True),
        "turn": Field(Number(1, 999), "from this turn on", needed=True),
        "time": Field(TIME, "the hour of that turn"),
        "zone": Field(SLUG, "a zone of the map", needed=True),
        "manner": Field(
            Word(("edge", "forest_march", "variable")), "how: over the edge unless given"
        ),
        "roll": Field(Named(Number(1, 6)), "lowest die for each time, in order"),
        "ordered": Field(Named(SLUG), "by an hour: the zone by which the rest comes from then on"),
        "units": Field(Listed(ID), "who arrives", needed=True),
        "leaders": Field(Listed(ID), "and with whom"),
        "note": Field(Text(), "in words"),
        "src": Field(MARK, "origin"),
    }
)

ORGANISATION = Record(
    {
        "id": Field(SLUG, "short and unique", needed=True),
        "side": Field(SLUG, "whose it is", needed=True),
        "name": Field(Text(), "its name", needed=True),
        "brigades": Field(
            Listed(Text()),
            "the brigades in it; one that several name counts in all and feels the level of the first",
            needed=True,
        ),
        "battalions": Field(Number(1), "its infantry battalions, arrived or not"),
        "levels": Field(Listed(Number(1)), "ineffective battalions for levels 1, 2 and 3"),
        "cavalry_and_artillery_affected": Field(Flag(), "do levels touch horse and guns?"),
    }
)

DIVISION = Record(
    {
        "id": Field(SLUG, "short and unique", needed=True),
        "side": Field(SLUG, "whose it is", needed=True),
        "brigades": Field(Listed(Text()), "the bodies in it", needed=True),
        "batteries": Field(Listed(ID), "guns that march with it"),
    }
)

SPECIAL = Cases(
    "id",
    {
        "id": Field(SLUG, "the rule's name in the engine", needed=True),
        "text": Field(Text(), "what it says"),
        "src": Field(MARK, "origin"),
    },
    {
        name: {"with": Field(rule.shape, "its parameters", needed=bool(rule.needs))}
        for name, rule in RULES.items()
        if rule.shape.fields
    },
)

CONDITIONS: dict[str, Field] = {
    "holds": Field(Text(), "a place that the side holds"),
    "stands_in": Field(
        Text(), "a place or zone where units of the side stand, none of them routed"
    ),
    "gone": Field(Listed(ID, least=1), "units of either side that are lost"),
    "at_least": Field(Number(1), "that many hexes or units of it; all if not given"),
    "level_of": Field(SLUG, "an organisation of either side, at a morale level or worse"),
    "enemy_bodies": Field(Number(1), "organisations of the enemy at a morale level or worse"),
    "at_level": Field(Number(1, 3), "the morale level of them"),
    "enemy_lost": Field(Number(1), "increments that the enemy lost, or more"),
    "lead": Field(Number(1), "increments that the enemy lost more than the side itself"),
    "enemy_level": Field(Number(1, 3), "morale level of the enemy, or worse"),
    "own_level": Field(Number(0, 3), "morale level of the side, or better"),
}
"""What a condition may ask: one thing, with the number that goes with it."""

CONDITION = Record(
    {
        **CONDITIONS,
        "any": Field(Listed(Record(CONDITIONS), least=2), "conditions one of which must be true"),
        "none": Field(Listed(Record(CONDITIONS), least=1), "conditions none of which may be true"),
    }
)

LEVEL = Record(
    {
        "level": Field(ID, "its short name", needed=True),
        "name": Field(Text(), "its name", needed=True),
        "side": Field(SLUG, "whose victory it is", needed=True),
        "tested": Field(Number(1), "levels of one number are tested together", needed=True),
        "all": Field(Listed(CONDITION, least=1), "what must be true", needed=True),
        "variant": Field(SLUG, "counts only while this variant is on"),
        "judged": Field(TIME, "judged as the turn of this hour begins; else at the end"),
    }
)

VICTORY = Record(
    {
        "text": Field(Text(), "the aims in words"),
        "held_at_start": Field(
            Named(Listed(Text())), "places each side holds at the start; 'nobody' may be named"
        ),
        "levels": Field(Listed(LEVEL, least=1), "what can be won, best first", needed=True),
        "tie": Field(
            Word(("lower_level", "draw")),
            "both sides' levels true: the better morale level, or a draw",
        ),
        "not_possible": Field(Listed(ID), "levels of the campaign that this battle has not"),
        "src": Field(MARK, "origin"),
    }
)

DIFFERS = Record(
    {
        "id": Field(ID, "a unit of the forces", needed=True),
        "increments": Field(Number(1, 60), "another strength"),
        "melee": Field(Exact(), "another melee value"),
        "class": Field(SLUG, "another class"),
        **VALUES,
    }
)

COMES = Record(
    {
        "turn": Field(Number(1, 999), "from this turn on"),
        "time": Field(TIME, "the hour of that turn"),
        "zone": Field(SLUG, "a zone of the map"),
    }
)

VARIANT = Record(
    {
        "text": Field(Text(), "what it changes", needed=True),
        "values": Field(
            Named(
                Record(
                    {
                        "last_turn": Field(Number(1, 999), "stop after this turn"),
                        "levels": Field(Named(Listed(Number(1))), "other morale levels"),
                        "without": Field(Listed(ID), "units and leaders who are not there"),
                        "units": Field(Listed(DIFFERS), "values of units that differ"),
                        "setup": Field(
                            Listed(PLACEMENT), "who stands elsewhere, or does not arrive but stands"
                        ),
                        "arrivals": Field(
                            Named(COMES), "groups that come elsewhere or at another turn"
                        ),
                        "weather": Field(
                            Named(SLUG), "by the hour of a turn, the weather from then on"
                        ),
                        "victory": Field(VICTORY, "other aims"),
                    }
                )
            ),
            "its values, the default first",
            needed=True,
        ),
        "src": Field(MARK, "origin"),
    }
)

MAP = Record(
    {
        "terrain": Field(Listed(Text()), "one row a line, north first", needed=True),
        "legend": Field(Named(SLUG), "what each sign of the rows means", needed=True),
        "elevation": Field(
            Listed(Text("[0-9]+", "a row of digits", "'0112'")), "levels, one digit a hex"
        ),
        "elevation_metres": Field(Named(Text()), "what the levels stand for"),
        "places": Field(
            Listed(
                Record(
                    {
                        "name": Field(Text(), "its name", needed=True),
                        "hexes": Field(HEXES, "its hexes", needed=True),
                        "terrain": Field(SLUG, "what every hex of it must be"),
                    }
                )
            ),
            "named ground",
        ),
        "hexsides": Field(
            Listed(
                Record(
                    {
                        "hex": Field(HexName(), "a hex", needed=True),
                        "side": Field(Word(SIDES), "one of its sides", needed=True),
                        "feature": Field(
                            SLUG,
                            "what lies there: wall, stream, wooden_bridge, stone_bridge",
                            needed=True,
                        ),
                    }
                )
            ),
            "walls, streams, their bridges and the like",
        ),
        "roads": Field(
            Listed(
                Record(
                    {
                        "name": Field(Text(), "its name", needed=True),
                        "kind": Field(Word(("road", "track")), "tracks count as roads"),
                        "hexes": Field(HEXES, "from end to end", needed=True),
                    }
                )
            ),
            "roads and tracks; one that crosses a wall has a gate there",
        ),
        "zones": Field(Named(HEXES), "where arrivals come in"),
        "exits": Field(Named(HEXES), "where each side may leave"),
        "home": Field(Named(HEXES), "where retreats tend, by side or for cossacks"),
        "src": Field(MARKS, "origin"),
    }
)


@cache
def pack_shape(kit: Kit) -> Record:
    """The shape of a pack that is played by an edition."""
    return Record(
        {
            "format": Field(
                Number(FORMAT, FORMAT), f"the format of this file: {FORMAT}", needed=True
            ),
            "id": Field(SLUG, "the pack's short name", needed=True),
            "title": Field(Text(), "the battle's name", needed=True),
            "description": Field(Text(), "one paragraph", needed=True),
            "system": Field(Word((kit.name,)), "the rules it is played under", needed=True),
            "date": Field(Text(r"\d{4}-\d\d-\d\d", "a date", "'1813-08-27'"), "when it was fought"),
            "provenance": Field(
                Named(Text()), "what the marks of origin mean, your own among them"
            ),
            "sides": Field(
                Named(Text()), "two sides with their names; the first moves first", needed=True
            ),
            "clock": Field(Named(Number(0, 999)), "minutes each side has for a movement segment"),
            "scale": Field(Named(Number(1)), "what hexes, turns and increments stand for"),
            "uses": Field(Named(Flag()), "general charts that this battle uses or leaves"),
            "options": Field(Named(Text()), "readings of the rules that differ from the usual"),
            "variants": Field(Named(VARIANT), "options of this battle alone"),
            "turns": Field(Listed(TURN, least=1), "the calendar", needed=True),
            "weather": Field(Named(WEATHER), "kinds of weather; dry is always known"),
            "classes": Field(Named(CLASS), "values that units share"),
            "units": Field(Listed(UNIT, least=2, most=MOST_UNITS), "the forces", needed=True),
            "leaders": Field(Listed(LEADER), "the leaders"),
            "organisations": Field(Listed(ORGANISATION), "bodies whose morale levels are kept"),
            "divisions": Field(Listed(DIVISION), "bodies that force march"),
            "square_rows": Field(Named(Text()), "the row of the square table for each nation"),
            "totals": Field(Named(Named(Number())), "sums by side or nation, for checking"),
            "setup": Field(
                Record(
                    {
                        "units": Field(Listed(PLACEMENT), "who stands where", needed=True),
                        "leaders": Field(Named(HexName()), "where the leaders are"),
                        "note": Field(Text(), "in words"),
                    }
                ),
                "the map at the start",
                needed=True,
            ),
            "arrivals": Field(Listed(ARRIVAL), "reinforcements"),
            "special": Field(Listed(SPECIAL), "special rules of this battle"),
            "victory": Field(VICTORY, "what is fought for", needed=True),
            "map": Field(MAP, "the ground", needed=True),
            "guide": Field(
                guide_shape(rf"{kit.letter}\d+(\.\d+)*", f"{kit.letter}33.2"),
                "lessons that go with the battle",
            ),
            "of": Field(SLUG, "a pack of the library whose sections hold where this one has none"),
            **kit.sections,
        }
    )


def json_schema(kit: Kit) -> dict[str, Any]:
    """The published schema of a pack held in one file, or of all files of a folder together.

    A pack that stands upon another needs no section of its own.
    """
    shape = pack_shape(kit).schema()
    needed = shape.pop("required")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A scenario pack for {kit.title}",
        **shape,
        "anyOf": [{"required": needed}, {"required": ["format", "id", "title", "system", "of"]}],
    }
