"""What sentences of leaders, arrivals, levels, clocks and the end are filled with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.catalogue import Figure, Points
from grognard.desks.telling import mark
from grognard.systems.bataille.desk.sentences.foot import stance

if TYPE_CHECKING:
    from grognard.desks.teller import Arguments, Details
    from grognard.systems.bataille.desk.sentences.teller import BatailleTeller as Teller

Filled = Mapping[str, Any]


def _cost(teller: Teller, event: Any) -> Filled:
    return {"cost": Points.of(event.cost)}


def _picked(teller: Teller, event: Any) -> Filled:
    return {"lot": "no" if event.die else "yes"}


def _wounded(teller: Teller, event: Any) -> Filled:
    return {"dice": mark("die", "", "+".join(map(str, event.dice)))}


def _level_details(teller: Teller, event: Any) -> Iterator[str]:
    bodies = {body.id: body.name for body in teller.setting.organisations}
    for count in event.counts:
        body = teller.phrase(bodies.get(count.organisation, count.organisation))
        yield teller.catalogue.say("level", {**teller.fields(count), "body": body})


def _group(teller: Teller, event: Any) -> Filled:
    """A group of reinforcements, by its id and who leads its column."""
    for arrival in teller.setting.arrivals:
        if arrival.id == event.group and arrival.units:
            unit, more = teller.who(arrival.units[0]), Figure(len(arrival.units) - 1)
            known = {"id": event.group, "unit": unit, "more": more}
            return {"group": teller.catalogue.say("group", known)}
    return {"group": event.group}


def _diced(teller: Teller, event: Any) -> Filled:
    return {"secret": "no" if event.die else "yes"}


def fate(word: str) -> str:
    """How a unit stands outside the map.

    >>> fate("away:rout:3:fresh:7:2501"), fate("saved:2"), fate("left:1")
    ('rout', 'saved', 'shaken')
    """
    first, _, rest = word.partition(":")
    return rest.partition(":")[0] if first == "away" else "saved" if first == "saved" else "shaken"


def _fate(teller: Teller, event: Any) -> Filled:
    return {"fate": fate(event.fate)}


PAST: Final = {"has lost": "lost", "holds": "held", "has": "had", "is at": "were at"}
"""How the grounds of a verdict are told of a side, which is many."""


def ground(teller: Teller, text: str) -> str:
    """A ground of a verdict, with the sides by their names.

    The event keeps their ids: old battles are replayed to the word, so the names are put in here.
    """
    sides = "|".join(map(re.escape, teller.setting.sides))
    of_side = re.compile(rf"\b({sides})\b( (?:{'|'.join(PAST)})\b)?")

    def called(found: re.Match[str]) -> str:
        verb = (found[2] or "").strip()
        return f"{teller.side(found[1])} {PAST.get(verb, '')}".rstrip()

    return of_side.sub(called, teller.phrase(text))


def _verdict_details(teller: Teller, event: Any) -> Iterator[str]:
    return map(teller.ground, event.lines)


ARGUMENTS: Final[dict[str, Arguments]] = {
    "LeaderMoved": _cost,
    "LeaderPicked": _picked,
    "LeaderWounded": _wounded,
    "ArrivalDiced": _diced,
    "ArrivalWritten": _group,
    "EntryBlocked": _group,
    "LeftMap": _fate,
    "SteadiedOffMap": _fate,
    "CameBack": stance,
}

DETAILS: Final[dict[str, Details]] = {
    "LevelsSet": _level_details,
    "BattleEnded": _verdict_details,
    "BattleJudged": _verdict_details,
}
