"""What a situation says beyond its map: the calendar, reinforcements, organisations and their levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from grognard.desks.situations import Situation, known_words, paired, readings
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.movement.schedule import FOREST_MARCH
from grognard.systems.bataille.pieces import Arm, Printed, Size
from grognard.systems.bataille.setting import Arrival, Organisation, TurnInfo
from grognard.systems.bataille.situations.drawing import BATTLEFIELD, Drawn, clock

FEWEST = 3
"""A calendar has so many turns unless a situation gives it more."""

LEVELS = "levels"
"""The word for a turn at which morale levels are set."""

MANNERS = ("edge", FOREST_MARCH, "variable")


def calendar(kit: Kit, situation: Situation) -> tuple[TurnInfo, ...]:
    """``turns: 12`` and, for turns that differ, ``4 fog levels``."""
    usual = next(iter(known_words(situation, "weather", kit.dealer.deal().weathers)), "clear")
    differ = dict(readings(situation, "calendar", partial(_day, kit)))
    count = max(FEWEST, situation.number("turns", FEWEST), situation.number("turn", 1), *differ)
    return tuple(_turn(number, differ.get(number, []), usual) for number in range(1, count + 1))


def _day(kit: Kit, text: str) -> tuple[int, list[str]]:
    number, *words = text.split()
    known = (*kit.dealer.deal().weathers, LEVELS)
    if not number.isdigit() or not words:
        raise ValueError("write the number of a turn and what it brings: 4 fog levels")
    for word in words:
        if word not in known:
            raise ValueError(f"{word!r} means nothing of a turn; known: {', '.join(known)}")
    return int(number), words


def _turn(number: int, words: list[str], usual: str) -> TurnInfo:
    weather = next((word for word in words if word != LEVELS), usual)
    return TurnInfo(number, clock(number), weather, LEVELS in words)


def arrivals(situation: Situation, units: Sequence[Drawn]) -> dict[str, Any]:
    """The groups that come, each in a zone of its own: ``G1 turn 2 at 0101+0201 units F2+F3``."""
    sides = {unit.printed.id: unit.printed.side for unit in units}
    groups, zones = [], {}
    for group, hexes in readings(situation, "arrivals", lambda text: _arrival(text, sides)):
        groups.append(group)
        zones[group.id] = hexes
    return {"arrivals": tuple(groups), "zones": zones}


def _arrival(text: str, sides: dict[str, str]) -> tuple[Arrival, tuple[int, ...]]:
    known = ("turn", "at", "units", "leaders", "manner", "roll")
    name, words = paired(text, known, "G1 turn 2 at 0101+0201 units F2+F3 leaders LF1")
    units = tuple(words.get("units", "").split("+"))
    strange = [unit for unit in units if unit not in sides]
    if strange or "at" not in words:
        lacking = f"there is no unit {strange[0]!r}" if strange else "it comes nowhere"
        raise ValueError(f"{lacking}; write units that are drawn 'off', and 'at' with hexes")
    manner = words.get("manner", MANNERS[0])
    if manner not in MANNERS:
        raise ValueError(f"nobody comes by {manner!r}; known: {', '.join(MANNERS)}")
    roll = [each.partition(":") for each in words.get("roll", "").split("+") if each]
    group = Arrival(
        name,
        sides[units[0]],
        int(words.get("turn", "1")),
        name,
        units,
        tuple(words["leaders"].split("+")) if "leaders" in words else (),
        manner,
        tuple((int(turn), int(die)) for turn, _, die in roll),
    )
    return group, tuple(parse_hex(at) for at in words["at"].split("+"))


def organisations(situation: Situation, units: Sequence[Drawn]) -> Iterator[Organisation]:
    """``girard levels 3+6+8``: how many battalions must be gone for each morale level."""
    printed = [unit.printed for unit in units]
    return readings(situation, "organisations", lambda text: _organisation(text, printed))


def _organisation(text: str, units: Sequence[Printed]) -> Organisation:
    name, words = paired(
        text, ("side", "battalions", "levels"), "girard battalions 13 levels 3+6+8"
    )
    own = [unit for unit in units if unit.organisation == name]
    side = words.get("side") or next((unit.side for unit in own), "")
    if side not in BATTLEFIELD:
        raise ValueError(f"{name!r} has no units here; say whose it is: side {BATTLEFIELD[0]}")
    foot = [unit for unit in own if unit.arm is Arm.INFANTRY and unit.size is Size.BATTALION]
    return Organisation(
        name,
        side,
        name,
        int(words.get("battalions", len(foot))),
        tuple(int(level) for level in words.get("levels", "").split("+") if level),
    )
