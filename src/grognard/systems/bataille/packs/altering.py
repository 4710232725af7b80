"""The document of a battle that others were fought before: survivors, and who joined since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.desks.altering import Alteration, Joining
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError
from grognard.mechanics.charts.lined import lined, written
from grognard.mechanics.hexes import Hex, column_row, distance, hex_of, name, parse_hex
from grognard.mechanics.packs.files import BELOW
from grognard.systems.bataille.pieces import Formation

Entry = dict[str, Any]

FORMATIONS = {"artillery": Formation.LIMBERED}
"""How those stand who join; all others in column."""

FORCES = (
    "classes", "units", "leaders", "organisations", "divisions", "square_rows", "setup", "arrivals",
)  # fmt: skip
"""Sections that are written anew, be they of the pack itself or of one that it stands upon."""

OPEN = "clear"
"""Ground on which any of them may stand."""


def altered(document: Document, alteration: Alteration) -> Document:
    """The same battle with what happened before it; everything else is as it was."""
    if not alteration:
        return document
    main, text = document.files[0]
    held: Entry = {}
    deepest_first = sorted(document.files, key=lambda file: -file[0].count(BELOW))
    for file, content in (*deepest_first, document.files[0]):  # the main file says it last
        held |= lined(content.decode(), file).value()
    changed: Entry = {word: held[word] for word in FORCES if word in held}
    changed |= lined(text.decode(), main).value()
    changed["totals"] = {}  # those that were written are of the battle as it was
    _leave(changed, {*alteration.missing}, {*alteration.leaders})
    for unit, lost in alteration.lost.items():
        _lose(changed, unit, lost)
    for joining in alteration.joins:
        _join(changed, joining, held["map"])
    return Document.of((*document.files[1:], (main, written(changed).encode())))


def _leave(held: Entry, units: set[str], leaders: set[str]) -> None:
    """Take units and leaders out of every list that names them."""
    held["units"] = [unit for unit in held["units"] if unit["id"] not in units]
    held["leaders"] = [each for each in held.get("leaders", ()) if each["id"] not in leaders]
    setup = held["setup"]
    setup["units"] = [placed for placed in setup["units"] if placed["unit"] not in units]
    for leader in leaders & {*setup.get("leaders", ())}:
        del setup["leaders"][leader]
    for division in held.get("divisions", ()):
        batteries = division.get("batteries", ())
        division["batteries"] = [each for each in batteries if each not in units]
    for arrival in held.get("arrivals", ()):
        arrival["units"] = [each for each in arrival["units"] if each not in units]
        arrival["leaders"] = [each for each in arrival.get("leaders", ()) if each not in leaders]
    held["arrivals"] = [each for each in held.get("arrivals", ()) if each["units"]]
    left = {unit.get("brigade") for unit in held["units"]}
    for body in (*held.get("organisations", ()), *held.get("divisions", ())):
        body["brigades"] = [each for each in body["brigades"] if each in left]


def _lose(held: Entry, unit: str, lost: int) -> None:
    """Men who are lost before the first turn: of a unit on the map noted there, else off its strength.

    One of whom nobody is left does not come.
    """
    printed = next((each for each in held["units"] if each["id"] == unit), None)
    if printed is None:
        raise GrognardError(f"there is no unit {unit!r} in this battle")
    placed = next((each for each in held["setup"]["units"] if each["unit"] == unit), None)
    before = placed.get("lost", 0) if placed else 0
    left = printed["increments"] - before - lost
    if left <= 0:
        _leave(held, {unit}, set())
    elif placed is not None:
        placed["lost"] = before + lost
    else:
        _shrink(printed, left)


def _shrink(printed: Entry, left: int) -> None:
    """A unit of fewer increments, with their share of its values."""
    whole = printed["increments"]
    printed["increments"] = left
    for word in ("melee", "lance"):
        if word in printed:
            printed[word] = max(1, round(printed[word] * left / whole))


def _join(held: Entry, joining: Joining, ground: Entry) -> None:
    """A body of another battle: its classes, units and leaders, where they stand or arrive."""
    file, content = joining.source.files[0]
    source: Entry = lined(content.decode(), file).value()
    mark = joining.prefix
    units = [unit for unit in source["units"] if joining.units.get(unit["id"], 0) > 0]
    classes = {unit["class"] for unit in units if "class" in unit}
    for kind in sorted(classes):
        held.setdefault("classes", {})[f"{mark}_{kind}".lower()] = source["classes"][kind]
    nations = {values["nation"] for values in _values(units, source)}
    for nation, row in source.get("square_rows", {}).items():
        if nation in nations:
            held.setdefault("square_rows", {}).setdefault(nation, row)
    names = []
    for unit in units:
        _shrink(unit, joining.units[unit["id"]])
        names.append(mark + unit["id"])
        unit["id"] = names[-1]
        if "class" in unit:
            unit["class"] = f"{mark}_{unit['class']}".lower()
        held["units"].append(unit)
    body = next((each for each in held["organisations"] if each["id"] == joining.into), None)
    if body is None:
        raise GrognardError(f"there is no body {joining.into!r} to join in this battle")
    brigades = dict.fromkeys(unit["brigade"] for unit in units)
    body["brigades"] = [*body["brigades"], *brigades]
    body["battalions"] = body.get("battalions", 0) + sum(map(_is_battalion, _values(units, held)))
    leaders = []
    for leader in source.get("leaders", ()):
        if leader["id"] in joining.leaders:
            leader["id"] = mark + leader["id"]
            leaders.append(leader["id"])
            held["leaders"].append(leader)
    if joining.zone:
        entry = {
            "id": f"{mark}1", "side": joining.side, "turn": joining.turn, "zone": joining.zone,
            "manner": "edge", "units": names, "leaders": leaders,
        }  # fmt: skip
        held.setdefault("arrivals", []).append(entry)
        return
    places = list(_free(held, ground, joining, len(names)))
    for unit, at, kind in zip(names, places, _values(units, held), strict=True):
        formation = FORMATIONS.get(kind.get("arm", ""), Formation.COLUMN)
        stands = {"unit": unit, "hex": name(at), "formation": formation.value}
        held["setup"]["units"].append(stands | {"facing": joining.facing})
    for leader in leaders:
        held["setup"].setdefault("leaders", {})[leader] = name(places[0])


def _values(units: Iterable[Entry], held: Entry) -> Iterator[Entry]:
    """The values of each unit, with those of its class."""
    for unit in units:
        yield {**held.get("classes", {}).get(unit.get("class", ""), {}), **unit}


def _is_battalion(values: Entry) -> bool:
    return bool(values["arm"] == "infantry" and values.get("size", "battalion") == "battalion")


def _free(held: Entry, ground: Entry, joining: Joining, count: int) -> Iterator[Hex]:
    """Hexes near a place on which nobody stands, the nearest first."""
    place = next((each for each in ground["places"] if each["name"] == joining.near), None)
    if place is None:
        raise GrognardError(f"there is no place {joining.near!r} on the map of this battle")
    middle = [parse_hex(each) for each in place["hexes"]]
    taken = {each.get("hex") for each in held["setup"]["units"]}
    rows = ground["terrain"]
    all_of_them = (
        hex_of(column, row)
        for row in range(1, len(rows) + 1)
        for column in range(1, len(rows[0]) + 1)
    )
    near = sorted(
        (min(distance(at, there) for there in middle), at)
        for at in all_of_them
        if name(at) not in taken
    )
    found = [at for far, at in near if far <= joining.within and _is_open(ground, at)]
    if len(found) < count:
        raise GrognardError(f"there is no room for {count} units near {joining.near}")
    return iter(found[:count])


def _is_open(ground: Entry, at: Hex) -> bool:
    column, row = column_row(at)
    letter = ground["terrain"][row - 1][column - 1]
    return bool(ground["legend"][letter] == OPEN)
