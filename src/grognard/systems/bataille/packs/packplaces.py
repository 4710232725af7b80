"""Set-up and arrivals of a pack: everyone stands or comes somewhere, once, and legally."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, name, side_towards
from grognard.mechanics.packs.maps import on_map
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.movement.formations import hexes_allowed
from grognard.systems.bataille.movement.roadmarch import length
from grognard.systems.bataille.movement.stacking import conflict, fits
from grognard.systems.bataille.packs.packforces import Forces, known_side
from grognard.systems.bataille.packs.packmap import MapFacts
from grognard.systems.bataille.packs.setup import piece_of
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    Arm,
    Formation,
    LeaderId,
    Piece,
    Printed,
    UnitId,
)
from grognard.systems.bataille.rows import row
from grognard.systems.bataille.setting import Arrival, Placement, Setting, TurnInfo
from grognard.systems.bataille.table import Table


class Places(msgspec.Struct, frozen=True):
    """Who stands where at the start, and who comes when."""

    placements: tuple[Placement, ...]
    leader_places: Mapping[LeaderId, Hex]
    arrivals: tuple[Arrival, ...]


def read_places(
    entry: Entry, notes: Notes, forces: Forces, facts: MapFacts, turns: Sequence[TurnInfo]
) -> Places:
    """Placements and arrivals that can be read; faults are noted."""
    setup = entry.value.get("setup")
    taken: dict[str, Entry] = {}
    placements = [
        placed
        for held in (setup.each("units") if setup else ())
        if (placed := _placement(held, taken, forces, facts.ground, notes)) is not None
    ]
    leader_places = {}
    for leader, at in setup.items("leaders") if setup else ():
        if leader not in forces.leaders:
            notes.unknown(at.spot, "leader", leader, forces.leaders)
        elif on_map(at, notes, facts.ground):
            leader_places[leader] = at.value
            taken[leader] = at
    arrivals = _arrivals(entry, taken, forces, facts, turns, notes)
    _check_nobody_forgotten(entry, taken, forces, notes)
    return Places(tuple(placements), leader_places, arrivals)


def _take(taken: dict[str, Entry], who: Entry, notes: Notes) -> None:
    """Note who is put in two places."""
    if who.value in taken:
        before = taken[who.value].spot
        text = f"'{who.value}' has its place already"
        notes.add(who.spot, text, f"see {before.field}, line {before.line}")
    else:
        taken[who.value] = who


def _check_nobody_forgotten(
    entry: Entry, taken: Mapping[str, Entry], forces: Forces, notes: Notes
) -> None:
    """Every counter stands, arrives, or belongs to one that does."""
    for held in entry.each("units"):
        unit = held.get("id")
        printed = forces.roster.get(unit) if unit else None
        if printed is None or unit in taken:
            continue
        family = {printed.regiment, *printed.parts}
        if not any(other in taken for other in family if other):
            text = f"'{unit}' neither stands on the map nor arrives"
            notes.add(held["id"].spot, text, "add it to setup or arrivals, or take it out")
    for held in entry.each("leaders"):
        if "id" in held and held["id"].value not in taken:
            text = f"'{held['id'].value}' neither stands on the map nor arrives"
            notes.add(held["id"].spot, text, "add him to setup or arrivals, or take him out")


# --- set-up -------------------------------------------------------------------------------------


def _placement(
    held: Entry, taken: dict[str, Entry], forces: Forces, ground: Ground, notes: Notes
) -> Placement | None:
    if "unit" not in held:
        return None
    who = held["unit"]
    if who.value not in forces.roster:
        notes.unknown(who.spot, "unit", who.value, forces.roster)
        return None
    _take(taken, who, notes)
    if ("hex" in held) == ("hexes" in held):
        notes.add(held.spot, "'hex' or 'hexes' is wanted, one of them", "hex: where it stands")
        return None
    hexes = [held["hex"]] if "hex" in held else held.each("hexes")
    off = [at for at in hexes if not on_map(at, notes, ground)]
    facing = _facing(held, notes)
    if off or facing is None:
        return None
    lost, printed = held.get("lost", 0), forces.roster[who.value]
    if lost >= printed.increments:
        text = f"'{who.value}' has only {printed.increments} increments to lose"
        notes.add(held["lost"].spot, text, "leave it out if it is destroyed")
        return None
    return Placement(
        unit=who.value,
        hexes=tuple(at.value for at in hexes),
        facing=facing,
        formation=held.get("formation"),
        order=held.get("order", "good"),
        lost=lost,
    )


def _facing(held: Entry, notes: Notes) -> int | None:
    if "formation" not in held or "facing" not in held:
        return None
    formation, word = Formation(held.get("formation")), held.get("facing")
    names = VERTICES if formation in FACES_VERTEX else SIDES
    if word not in names:
        text = f"a unit in {formation.value} cannot face '{word}'"
        notes.add(held["facing"].spot, text, f"known: {', '.join(names)}")
        return None
    return names.index(word)


def check_standing(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Is every unit in a formation it knows, that the ground bears, and is no hex too full?"""
    spots = {held.get("unit"): held for held in entry["setup"].each("units")}
    for unit, text, hint in standing_problems(setting):
        notes.add(spots[unit].spot, text, hint)


def standing_problems(setting: Setting) -> Iterator[tuple[UnitId, str, str]]:
    """What is wrong with the set-up: the unit, the fault and a hint. Units are put one by one."""
    table = Table(setting)
    for placed in setting.placements:
        for problem, hint in placing_problems(table, placed):
            yield placed.unit, problem, hint


def placing_problems(table: Table, placed: Placement) -> Iterator[tuple[str, str]]:
    """What is wrong with putting one more unit on a table: the fault and a hint.

    The unit is put there, unless nobody could stand so at all.
    """
    setting, unit, piece = table.setting, placed.unit, piece_of(placed)
    problem = _standing_problem(setting, table, setting.roster[unit], piece)
    if problem:
        yield problem, _suitable(setting, placed)
        return
    for at in placed.hexes:
        for company in _company_problems(table, unit, piece, at):
            yield company, "move one of them to another hex"
    table.put(piece)
    for at in placed.hexes:
        against = fits(table, at, table.stack(at))
        if against is not None:
            yield f"overstacked: {against}", "move one of them to another hex"


def _company_problems(table: Table, unit: UnitId, piece: Piece, at: Hex) -> Iterator[str]:
    """Nobody stands with the enemy, or with friends of a formation that does not mix."""
    roster = table.setting.roster
    for other in table.stack(at):
        if roster[other].side != roster[unit].side:
            yield f"'{other}' of the enemy stands in {name(at)}"
            continue
        against = conflict(roster[unit], piece, roster[other], table.pieces[other])
        if against is not None:
            yield f"'{unit}' cannot stand with '{other}': {against}"


def known_formations(printed: Printed, cards: Deck) -> tuple[str, ...]:
    """The formations of a unit's arm, and those of them that it is trained for."""
    weight = "light" if printed.is_light else "heavy"
    arms = ("any", printed.arm.value, f"{weight}_{printed.arm.value}")
    known: dict[str, None] = {}
    for key in cards.formations:
        arm, _, formation = key.partition("/")
        word = formation.partition("_")[0]
        if arm in arms and word in tuple(Formation):
            known[word] = None
    if not printed.may_skirmish:
        known.pop(Formation.SKIRMISH, None)
    if printed.arm is Arm.INFANTRY and not printed.line_multiple:
        known.pop(Formation.LINE, None)
    return tuple(known)


def _suitable(setting: Setting, placed: Placement) -> str:
    """What the unit could be in there instead."""
    ground, cards = setting.ground, setting.cards
    known = known_formations(setting.roster[placed.unit], cards)
    allowed = cards.terrain(ground.terrain[placed.hexes[0]]).formations
    both = [word for word in known if word in allowed and word != placed.formation]
    return f"there it may be in: {', '.join(both)}" if both else "move it to another hex"


def _standing_problem(setting: Setting, table: Table, printed: Printed, piece: Piece) -> str:
    word, ground, hexes = piece.formation.value, setting.ground, piece.hexes
    if word not in known_formations(printed, setting.cards):
        return f"'{printed.id}' cannot be in {word}"
    for at in hexes:
        if word not in setting.cards.terrain(ground.terrain[at]).formations:
            return f"no {word} can stand in {name(at)}, which is {ground.terrain[at]}"
    strength = printed.increments - piece.lost
    if piece.formation is Formation.ROAD:
        return _road_problem(ground, piece, length(table, strength))
    allowed = hexes_allowed(table, printed, strength, piece.formation)
    if len(hexes) not in allowed:
        return f"{strength} increments in {word} do not take {len(hexes)} hexes"
    if piece.formation is Formation.COMPANIES:
        torn = any(side_towards(*pair) is None for pair in pairwise(hexes))
        return "the hexes are not a file, head first" if torn else ""
    if len(hexes) > 1 and hexes != row(ground, hexes[0], piece.facing, len(hexes)):
        return "the hexes are not a row, left to right as the unit faces"
    return ""


def _road_problem(ground: Ground, piece: Piece, wanted: int) -> str:
    hexes = piece.hexes
    if len(hexes) != wanted:
        return f"on the road it takes {wanted} hexes, head first"
    if not all(at in ground.roads for at in hexes):
        return "there is no road in its hex"
    for one, other in pairwise(hexes):
        if other not in ground.roads[one]:
            return f"no road links {name(one)} and {name(other)}"
    if len(hexes) > 1 and side_towards(hexes[0], hexes[1]) == piece.facing:
        return "the head faces its own tail"
    return ""


# --- arrivals -----------------------------------------------------------------------------------


def _arrivals(
    entry: Entry,
    taken: dict[str, Entry],
    forces: Forces,
    facts: MapFacts,
    turns: Sequence[TurnInfo],
    notes: Notes,
) -> tuple[Arrival, ...]:
    sides, ids = list(entry.get("sides", {})), dict[str, Entry]()
    made = []
    for held in entry.each("arrivals"):
        if not all(word in held for word in ("id", "side", "turn", "zone")):
            continue
        if held["id"].value in ids:
            notes.add(held["id"].spot, f"there are two arrivals '{held['id'].value}'", "rename one")
        ids[held["id"].value] = held
        known_side(held, sides, notes)
        _check_zone(held, held["zone"], facts, notes)
        _check_hour(held, turns, notes)
        for key, known in (("units", forces.roster), ("leaders", forces.leaders)):
            for who in held.each(key):
                _check_who(held, key.removesuffix("s"), who, known, taken, notes)
        made.append(
            Arrival(
                id=held["id"].value,
                side=held.get("side"),
                turn=held.get("turn"),
                zone=held.get("zone"),
                units=held.values("units"),
                leaders=held.values("leaders"),
                manner=held.get("manner", "edge"),
                roll=_rolls(held, turns, notes),
                ordered=_ordered(held, facts, turns, notes),
            )
        )
    return tuple(made)


def _check_who(
    held: Entry,
    what: str,
    who: Entry,
    known: Mapping[str, object],
    taken: dict[str, Entry],
    notes: Notes,
) -> None:
    if who.value not in known:
        notes.unknown(who.spot, what, who.value, known)
        return
    _take(taken, who, notes)
    if getattr(known[who.value], "side", None) != held.get("side"):
        text = f"'{who.value}' is not of side '{held.get('side')}'"
        notes.add(who.spot, text, "each side arrives by itself")


def _ordered(
    held: Entry, facts: MapFacts, turns: Sequence[TurnInfo], notes: Notes
) -> tuple[tuple[int, str], ...]:
    """The zones by which those come who have not come by an hour, in the order of the hours."""
    for _, zone in held.items("ordered"):
        _check_zone(held, zone, facts, notes)
    sent = _by_hour(held, "ordered", turns, notes)
    return tuple(sorted((turn, zone.value) for turn, zone in sent))


def _by_hour(
    held: Entry, key: str, turns: Sequence[TurnInfo], notes: Notes
) -> Iterator[tuple[int, Entry]]:
    """What stands under the hours of turns, by their numbers."""
    by_time = {info.time: info.number for info in turns}
    for time, found in held.items(key):
        if time not in by_time:
            notes.add(found.spot, f"there is no turn at '{time}'", "name times of the calendar")
        else:
            yield by_time[time], found


def _check_zone(held: Entry, zone: Entry, facts: MapFacts, notes: Notes) -> None:
    if zone.value not in facts.zones:
        notes.unknown(zone.spot, "zone", zone.value, facts.zones)
        return
    if held.get("manner", "edge") == "forest_march":
        return
    inner = [at for at in facts.zones[zone.value] if not facts.ground.is_edge(at)]
    if inner:
        text = f"{name(inner[0])} of zone '{zone.value}' is not at the edge of the map"
        notes.add(zone.spot, text, "units come in over the edge")


def _check_hour(held: Entry, turns: Sequence[TurnInfo], notes: Notes) -> None:
    turn = held.get("turn")
    found = [info for info in turns if info.number == turn]
    if not found:
        notes.add(held["turn"].spot, f"there is no turn {turn}", f"the last is {len(turns)}")
    elif "time" in held and found[0].time != held.get("time"):
        text = f"turn {turn} is {found[0].time}, not {held.get('time')}"
        notes.add(held["time"].spot, text, "mend the turn or the time")


def _rolls(held: Entry, turns: Sequence[TurnInfo], notes: Notes) -> tuple[tuple[int, int], ...]:
    """The die that each turn asks for a secret arrival, in order."""
    rolls = [(turn, die.value) for turn, die in _by_hour(held, "roll", turns, notes)]
    if held.get("manner") == "variable" and not rolls:
        notes.add(held.spot, "a variable arrival needs 'roll'", "roll: {'15:00': 6, '15:20': 1}")
    if rolls != sorted(rolls, key=lambda roll: roll[0]):
        notes.add(held["roll"].spot, "times must follow one another", "earliest first")
    return tuple(rolls)
