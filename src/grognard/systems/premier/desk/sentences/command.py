"""Sentences of La Bataille Premier for leaders, arrivals, levels, clocks and the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from grognard.desks.wording import counted, points
from grognard.systems.premier.desk.sentences.family import weather
from grognard.systems.premier.desk.sentences.foot import thrown

if TYPE_CHECKING:
    from grognard.desks.teller import Details, Sentence
    from grognard.systems.premier.desk.sentences.teller import PremierTeller as Teller

CAPTURES: Final = {
    "cavalry": "ridden down alone by cavalry",
    "melee": "in the melee",
    "no-way": "with no way out",
    "surrendered": "with the men who surrendered",
    "surrounded": "surrounded",
}
WOUNDS: Final = {
    "head": "in the head",
    "chest": "in the chest",
    "leg": "in the leg",
    "arm": "in the arm",
    "captured": "and thrown: he would be taken",
    "graze": "lightly",
}


# --- leaders


def _leader_moved(teller: Teller, event: Any) -> str:
    cost = f" for {points(event.cost)}" if event.cost else ""
    return f"{teller.leader(event.leader)} rides to {teller.at(event.to)}{cost}"


def _captured(teller: Teller, event: Any) -> str:
    how = CAPTURES.get(event.cause, event.cause)
    return f"{teller.leader(event.leader)} is taken in {teller.at(event.at)}, {how}"


def _picked(teller: Teller, event: Any) -> str:
    how = f" (die {event.die})" if event.die else " by lot"
    return f"Of the leaders in {teller.at(event.at)} it falls on {teller.leader(event.leader)}{how}"


def _hit(teller: Teller, event: Any) -> str:
    again = "; but fire takes nobody, so the die is thrown again" if event.again else ""
    where = WOUNDS.get(event.wound, event.wound)
    return f"{teller.leader(event.leader)} is struck by {event.by}: {event.die}, {where}{again}"


def _wounded(teller: Teller, event: Any) -> str:
    return (
        f"{teller.leader(event.leader)} is carried off for {counted(event.hours, 'hour')} "
        f"({'+'.join(thrown(event.dice))}), until turn {event.until}"
    )


# --- weather and levels


def _levels(teller: Teller, event: Any) -> str:
    return "Morale levels are counted on the hour"


def _level_details(teller: Teller, event: Any) -> Iterator[str]:
    bodies = {body.id: body.name for body in teller.setting.organisations}
    for count in event.counts:
        body = bodies.get(count.organisation, count.organisation)
        yield f"{body}: {count.ineffective} of {count.battalions} ineffective, level {count.level}"


# --- arrivals


def group(teller: Teller, word: str) -> str:
    """A group of reinforcements, by its id and who leads its column."""
    for arrival in teller.setting.arrivals:
        if arrival.id == word and arrival.units:
            more = len(arrival.units) - 1
            return f"{word} ({teller.unit(arrival.units[0])}{f' and {more} more' if more else ''})"
    return word


def _diced(teller: Teller, event: Any) -> str:
    die = f": {event.die}" if event.die else ", in secret"
    return (
        f"{teller.side(event.side)} roll for the arrival of {event.group} on turn {event.turn}{die}"
    )


def _written(teller: Teller, event: Any) -> str:
    return f"{group(teller, event.group)} will come from turn {event.turn}: only you know"


def _due(teller: Teller, event: Any) -> str:
    secret = ", which the enemy does not know" if event.secret else ""
    return (
        f"{event.group} of the {teller.side(event.side)} may come onto the map from now{secret}: "
        f"{teller.units(event.units)}"
    )


def _blocked(teller: Teller, event: Any) -> str:
    return (
        f"{group(teller, event.group)} finds its whole zone blocked: "
        f"it waits, and looks for a way beside it from turn {event.turn}"
    )


# --- the clock


def _clock(teller: Teller, event: Any) -> str:
    what = "then the segment ends" if event.strict else "then you are told, no more"
    minutes = counted(event.minutes, "minute")
    return f"{teller.side(event.side)} have {minutes} for their movement; {what}"


def _time_ran_out(teller: Teller, event: Any) -> str:
    what = "the segment ends as it stands" if event.strict else "go on, but be quick"
    return f"The time of the {teller.side(event.side)} is up: {what}"


# --- forced marches, and outside the map


def _force_march(teller: Teller, event: Any) -> str:
    row = f" (turn {event.attempt} in a row)" if event.attempt > 1 else ""
    what = "steps out on a forced march" if event.passed else "cannot be hurried, and does not move"
    return f"{teller.unit(event.unit)} {what}{row}"


def fate(word: str) -> str:
    """How a unit stands outside the map.

    >>> fate("away:rout:3:fresh:7:2501"), fate("saved:2"), fate("left:1")
    ('routed', 'in good order and saved', 'shaken')
    """
    if word.startswith("away:"):
        order = word.split(":")[1]
        return {"good": "in good order", "disorder": "disordered", "rout": "routed"}[order]
    return "in good order and saved" if word.startswith("saved:") else "shaken"


def _left(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} marches off the map by {teller.at(event.at)}, {fate(event.fate)}"


def _steadied(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)}, off the map, is now {fate(event.fate)}"


def _came_back(teller: Teller, event: Any) -> str:
    return f"{teller.stance(event.piece)} comes back onto the map for {points(event.cost)}"


def _verdict_details(teller: Teller, event: Any) -> Iterator[str]:
    yield from event.lines


SENTENCES: Final[dict[str, Sentence]] = {
    "LeaderMoved": _leader_moved,
    "LeaderJoined": lambda t, e: f"{t.leader(e.leader)} keeps to {t.unit(e.unit)}",
    "LeaderParted": lambda t, e: f"{t.leader(e.leader)} stays behind when his unit goes",
    "LeaderArrived": lambda t, e: f"{t.leader(e.leader)} comes with {t.unit(e.unit)}",
    "LeaderFellBack": lambda t, e: f"{t.leader(e.leader)} rides out of harm's way to {t.at(e.to)}",
    "LeaderDisplaced": lambda t, e: (
        f"{t.leader(e.leader)}, covered by nobody, makes off from {t.at(e.came_from)} to {t.at(e.to)}"
    ),
    "LeaderCaptured": _captured,
    "LeaderPicked": _picked,
    "LeaderHit": _hit,
    "LeaderKilled": lambda t, e: f"{t.leader(e.leader)} is dead",
    "LeaderWounded": _wounded,
    "LeaderGrazed": lambda t, e: f"{t.leader(e.leader)} stays, but his men have seen it",
    "LeaderSteadied": lambda t, e: f"{t.leader(e.leader)} is himself again",
    "LeaderReturned": lambda t, e: f"{t.leader(e.leader)} is back, with {t.unit(e.unit)}",
    "WeatherTurned": lambda t, e: f"The weather of the hour: {weather(e.weather)} (die {e.die})",
    "LevelsSet": _levels,
    "ArrivalDiced": _diced,
    "ArrivalWritten": _written,
    "ReinforcementsDue": _due,
    "EntryBlocked": _blocked,
    "ClockSet": _clock,
    "TimeRanOut": _time_ran_out,
    "ForceMarchTried": _force_march,
    "LeftMap": _left,
    "SteadiedOffMap": _steadied,
    "CameBack": _came_back,
    "BattleEnded": lambda t, e: f"The battle is over: {e.verdict}",
}

DETAILS: Final[dict[str, Details]] = {
    "LevelsSet": _level_details,
    "BattleEnded": _verdict_details,
}
