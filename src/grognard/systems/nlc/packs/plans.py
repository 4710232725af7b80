"""Where the forces of a pack stand, what they are ordered, and when the others arrive."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, name
from grognard.mechanics.packs.maps import kept, on_map
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.nlc.cards import Cards
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.packs.forces import Forces, kept_entries
from grognard.systems.nlc.setting import (
    OFF_MAP,
    Arrival,
    DivisionStart,
    Order,
    Orders,
    Sequence,
    SideId,
    Turn,
    UnitId,
)

SEQUENCED = (OrderType.MARCH, OrderType.ATTACK)
"""Orders that another may follow (N12.5.1)."""


class Plans(msgspec.Struct, frozen=True):
    placements: Mapping[UnitId, Hex]
    orders: Orders
    divisional: tuple[DivisionStart, ...]
    arrivals: tuple[Arrival, ...]
    control: Mapping[Hex, SideId]


class Reader(msgspec.Struct, frozen=True):
    """What every section of the plans is proved against."""

    entry: Entry
    notes: Notes
    ground: Ground
    cards: Cards
    forces: Forces
    turns: tuple[Turn, ...]
    values: Mapping[str, str]


def read_plans(reader: Reader) -> Plans:
    placements = _placements(reader)
    arrivals = _arrivals(reader)
    orders = _start(reader)
    plans = Plans(placements, orders, _divisional(reader), arrivals, _control(reader))
    _check_present(reader, plans)
    _check_ordered(reader, plans)
    return plans


# --- the map at the start -----------------------------------------------------------------------


def _placements(reader: Reader) -> dict[UnitId, Hex]:
    """Who stands where; a hex takes no more units than it may, and of one side only."""
    notes, ground, roster = reader.notes, reader.ground, reader.forces.roster
    placed: dict[UnitId, Hex] = {}
    for held in reader.entry.each("setup"):
        if "hex" not in held or not on_map(held["hex"], notes, ground):
            continue
        at = held.get("hex")
        for unit in held.each("units"):
            if unit.value not in roster:
                _no_unit(reader, unit)
            elif unit.value in placed:
                notes.add(unit.spot, f"'{unit.value}' stands in two hexes", "keep one of them")
            else:
                placed[unit.value] = at
        here = [unit for unit, there in placed.items() if there == at]
        most = reader.cards.stacking(ground.terrain[at])
        if len(here) > most:
            text = f"{name(at)} holds {len(here)} units and takes {most}"
            notes.add(held.spot, text, "move one of them to another hex")
        if len({roster[unit].side for unit in here}) > 1:
            notes.add(held.spot, f"both sides stand in {name(at)}", "move one of them")
    return placed


def _no_unit(reader: Reader, unit: Entry) -> None:
    """Note a unit that the forces do not have, unless a variant leaves it out."""
    listed = {held.get("id") for held in reader.entry.each("units")}
    if unit.value not in listed:
        reader.notes.unknown(unit.spot, "unit", unit.value, reader.forces.roster)


def _check_present(reader: Reader, plans: Plans) -> None:
    """Every counter starts on the map or arrives, once."""
    forces, notes, entry = reader.forces, reader.notes, reader.entry
    coming = Counter(unit for arrival in plans.arrivals for unit in arrival.units)
    coming.update(leader for arrival in plans.arrivals for leader in arrival.leaders)
    coming.update(held for arrival in plans.arrivals for held in arrival.headquarters)
    there = dict(plans.placements)
    there.update({one.id: one.at for one in forces.leaders.values() if one.at != OFF_MAP})
    there.update({one.id: one.at for one in forces.headquarters.values() if one.at != OFF_MAP})
    spots = {
        held.get("id"): held.spot
        for section in ("units", "leaders", "headquarters")
        for held in entry.each(section)
    }
    for word in (*forces.roster, *forces.leaders, *forces.headquarters):
        count = coming[word] + (word in there)
        if count == 0:
            hint = "put it in the set-up or among the arrivals"
            notes.add(spots[word], f"'{word}' neither stands on the map nor arrives", hint)
        elif count > 1:
            notes.add(spots[word], f"'{word}' comes {count} times", "once on the map or arriving")


def _control(reader: Reader) -> dict[Hex, SideId]:
    found: dict[Hex, SideId] = {}
    for side, held in reader.entry.items("control"):
        if side not in reader.forces.armies:
            reader.notes.unknown(held.spot, "side", side, reader.forces.armies)
        for at in kept(held.value, reader.notes, reader.ground):
            if at in found:
                text = f"{name(at)} is controlled by both sides"
                reader.notes.add(held.spot, text, "keep one of them")
            found[at] = side
    return found


# --- orders -------------------------------------------------------------------------------------


def _start(reader: Reader) -> Orders:
    if "orders" not in reader.entry:
        return Orders()
    held, forces = reader.entry["orders"], reader.forces
    known = {
        "formations": forces.formations,
        "wings": forces.leaders,
        "headquarters": forces.headquarters,
    }
    found: dict[str, dict[str, Sequence]] = {}
    for key, words in known.items():
        found[key] = {}
        listed = {one.get("id") for one in reader.entry.each("formations")}
        for word, orders in held.items(key):
            if word in words:
                found[key][word] = _sequence(reader, orders)
            elif word not in listed:
                reader.notes.unknown(orders.spot, key.removesuffix("s"), word, words)
    for one in held.each("arrived"):
        if one.value not in forces.formations and one.value not in forces.leaders:
            known_words = [*forces.formations, *forces.leaders]
            reader.notes.unknown(one.spot, "formation or leader", one.value, known_words)
    return Orders(
        formations=found["formations"],
        wings=found["wings"],
        headquarters=found["headquarters"],
        arrived=frozenset(held.values("arrived")),
    )


def _sequence(reader: Reader, held: Entry) -> Sequence:
    """Orders one after the other; only March and Attack may have another after them."""
    links: list[Order] = []
    listed = held.value
    for number, link in enumerate(listed, 1):
        if "type" not in link:
            continue
        order = _order(reader, link)
        if number < len(listed) and order.type not in SEQUENCED:
            text = f"no order follows {order.type}"
            reader.notes.add(link.spot, text, "only March and Attack may have another after them")
        links.append(order)
    return tuple(links)


def _order(reader: Reader, held: Entry) -> Order:
    notes, ground = reader.notes, reader.ground
    kind = OrderType(held.get("type"))
    card = reader.cards.order(kind)
    here = held.get("here", False)
    if card.target and "target" not in held and not here:
        notes.add(held.spot, f"{kind} needs a target", "target: [hexes of one feature]")
    if here and kind is not OrderType.DEFEND:
        notes.add(held["here"].spot, f"{kind} is no order for the position held", "Defend is")
    if card.route and "route" not in held:
        notes.add(held.spot, f"{kind} needs a route", "route: [hexes it goes by]")
    return Order(
        type=kind,
        target=kept(held.each("target"), notes, ground),
        route=tuple(at.value for at in held.each("route") if on_map(at, notes, ground)),
        name=held.get("name", ""),
        here=here,
        awaits=held.get("awaits", False),
        not_before=held.get("not_before", 0),
    )


def _divisional(reader: Reader) -> tuple[DivisionStart, ...]:
    found = []
    for held in reader.entry.each("divisions"):
        body = reader.forces.formations.get(held.get("formation", ""))
        if body is None:
            known = reader.forces.formations
            reader.notes.unknown(held.spot, "formation", held.get("formation", ""), known)
            continue
        division = held.get("division", "")
        if division not in body.divisions:
            reader.notes.unknown(held.spot, "division", division, body.divisions)
        elif "orders" in held:
            orders = _sequence(reader, held["orders"])
            found.append(DivisionStart(body.id, division, body.divisions[division], orders))
    return tuple(found)


@rule("N12.2.1")
def _check_ordered(reader: Reader, plans: Plans) -> None:
    """Whoever stands on the map is under some order (N12.2)."""
    there = {reader.forces.roster[unit].formation for unit in plans.placements}
    for body in reader.forces.formations:
        if body in there and body not in plans.orders.formations:
            text = f"'{body}' stands on the map without an order"
            reader.notes.add(reader.entry.spot_of("orders"), text, "give it one, or Reserve")


# --- arrivals -----------------------------------------------------------------------------------


def _arrivals(reader: Reader) -> tuple[Arrival, ...]:
    found = []
    for held in kept_entries(reader.entry, "arrivals", reader.values):
        if "id" not in held or "side" not in held or "entry" not in held:
            continue
        _check_arrival(reader, held)
        rolls = _rolls(reader, held)
        first = rolls[0][0] if rolls else 0
        found.append(
            Arrival(
                id=held.get("id"),
                side=held.get("side"),
                turn=held.get("turn", first),
                entry=held.get("entry"),
                formation=held.get("formation", ""),
                units=held.values("units"),
                leaders=held.values("leaders"),
                headquarters=held.values("headquarters"),
                rolls=rolls,
                level_bonus=held.get("level_bonus", 0),
            )
        )
    return tuple(found)


def _check_arrival(reader: Reader, held: Entry) -> None:
    notes, forces, ground = reader.notes, reader.forces, reader.ground
    side = held.get("side")
    if side not in forces.armies:
        notes.unknown(held["side"].spot, "side", side, forces.armies)
    if ("turn" in held) == ("rolls" in held):
        notes.add(held.spot, "it comes by a turn or by rolls", "write one of 'turn' and 'rolls'")
    if held.get("turn", 1) > len(reader.turns):
        text = f"the battle ends before turn {held.get('turn')}"
        notes.add(held["turn"].spot, text, f"there are {len(reader.turns)} turns")
    if on_map(held["entry"], notes, ground) and not ground.is_edge(held.get("entry")):
        text = f"{name(held.get('entry'))} is not at the edge of the map"
        notes.add(held["entry"].spot, text, "arrivals come in over the edge")
    for key, words in (
        ("units", forces.roster),
        ("leaders", forces.leaders),
        ("headquarters", forces.headquarters),
    ):
        for one in held.each(key):
            counter = words.get(one.value)
            if counter is None:
                notes.unknown(one.spot, key.removesuffix("s"), one.value, words)
            elif counter.side != side:
                notes.add(one.spot, f"'{one.value}' is not of the side '{side}'", "mend the side")
    body = held.get("formation")
    if body is not None and body not in forces.formations:
        notes.unknown(held["formation"].spot, "formation", body, forces.formations)
    for one in held.each("units"):
        unit = forces.roster.get(one.value)
        if unit is not None and unit.formation != body:
            text = f"'{one.value}' belongs to '{unit.formation}'"
            notes.add(one.spot, text, "name that formation here")


def _rolls(reader: Reader, held: Entry) -> tuple[tuple[int, int], ...]:
    found = []
    for turn, lowest in held.items("rolls"):
        if not turn.isdigit() or not 1 <= int(turn) <= len(reader.turns):
            text = f"'{turn}' is no turn of the battle"
            reader.notes.add(lowest.spot, text, f"there are {len(reader.turns)} turns")
            continue
        found.append((int(turn), lowest.value))
    return tuple(sorted(found))
