"""Reinforcements come onto the map, and units leave it (chapter 9, N5.6, A17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

import msgspec

from grognard.kernel import MalformedAction, Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Bent, read_hex
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc import arrivals
from grognard.systems.nlc.actions import Command, Lead, joined, split_units
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.fatigue import bar_to_night_entry
from grognard.systems.nlc.movement import pace, riding
from grognard.systems.nlc.movement.reach import Walker, column_clear
from grognard.systems.nlc.pieces import Fate, Mark, Piece
from grognard.systems.nlc.setting import (
    AimKind,
    Arrival,
    HeadquartersId,
    LeaderId,
    Setting,
    SideId,
    UnitId,
)
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace


class Enter(Command, frozen=True, order=True, tag="nlc-enter"):
    """Bring reinforcements on: ``enter kempt 1101 1102``; the first hex is where they enter."""

    units: tuple[str, ...]
    path: tuple[Hex, ...]
    verb: ClassVar[str] = "enter"
    bent: ClassVar[Bent | None] = Bent.ENTRY

    def words(self) -> list[str]:
        return [joined(self.units), *map(name, self.path)]

    @classmethod
    def read(cls, words: list[str]) -> Enter:
        if len(words) < 2:
            raise MalformedAction("enter needs units and hexes, as in: enter kempt 1101 1102")
        return cls(split_units(words[0]), tuple(map(read_hex, words[1:])))


class Exit(Command, frozen=True, order=True, tag="nlc-exit"):
    """March a unit off the map from the hex where it stands: ``exit husson``."""

    unit: UnitId
    verb: ClassVar[str] = "exit"

    def words(self) -> list[str]:
        return [self.unit]

    @classmethod
    def read(cls, words: list[str]) -> Exit:
        if len(words) != 1:
            raise MalformedAction("exit needs a unit, as in: exit husson")
        return cls(words[0])


class Entered(Fact, frozen=True, tag=True):
    """Reinforcements came onto the map at a hex; who follows there this turn pays for them too."""

    arrival: str
    units: tuple[UnitId, ...]
    leaders: tuple[LeaderId, ...]
    at: Hex
    cost: int
    queued: int
    clauses: ClassVar[tuple[str, ...]] = ("N9.1", "N9.2")

    def change(self, table: Table) -> None:
        for unit in self.units:
            spent = self.queued + self.cost
            marks = (Mark.ARRIVED,) if table.setting.on("fatigue") else ()
            table.put(Piece(unit, self.at, began=self.at, spent=spent, marks=marks))
        for leader in self.leaders:
            general = table.leaders[leader]
            table.writable("leaders")[leader] = replace(general, at=self.at)
        if self.units:
            queues = dict(table.queues)
            queues[self.at] = self.queued + self.cost
            table.queues = tuple(sorted(queues.items()))
        _close_group(table, self.arrival)


class QuartersEntered(Fact, frozen=True, tag=True):
    """A headquarters came onto the map."""

    arrival: str
    headquarters: HeadquartersId
    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N9.1",)

    def change(self, table: Table) -> None:
        held = table.quarters[self.headquarters]
        table.writable("quarters")[held.id] = replace(held, at=self.at)
        _close_group(table, self.arrival)


def _close_group(table: Table, arrival: str) -> None:
    """A group that is wholly on the map waits no longer."""
    if not any(waiting(table, arrivals.groups(table)[arrival])):
        table.touched()
        table.waiting_in = tuple(held for held in table.waiting_in if held != arrival)


class Exited(Fact, frozen=True, tag=True):
    """A unit marched off the map by its own will (N5.6)."""

    unit: UnitId
    at: Hex
    strength: int
    clauses: ClassVar[tuple[str, ...]] = ("N5.6.1",)

    def change(self, table: Table) -> None:
        fate = Fate("exited", table.turn, True, table.pieces[self.unit].lost)
        table.remove(self.unit)
        table.writable("removed")[self.unit] = fate
        tally, side = table.writable("tally"), table.side_of(self.unit)
        key = f"exited:{side}:{self.at}"
        tally[key] = tally.get(key, 0) + self.strength


# --- who waits


@rule("N9.1", "N20.8.2")
def may_enter(table: Table, arrival: Arrival) -> bool:
    """Is it due, and does the night not hold it back?"""
    return arrivals.is_due(table, arrival) and bar_to_night_entry(table, arrival) is None


def waiting(table: Table, arrival: Arrival) -> Iterator[str]:
    """Units, leaders and headquarters of a group that are still off the map."""
    for unit in arrival.units:
        if unit not in table.pieces and unit not in table.removed:
            yield unit
    for leader in arrival.leaders:
        if not table.leaders[leader].at and not table.leaders[leader].lost_on:
            yield leader
    for held in arrival.headquarters:
        if not table.quarters[held].at and not table.quarters[held].destroyed_on:
            yield held


@rule("N9.4")
def entry_hexes(table: Table, arrival: Arrival) -> tuple[Hex, ...]:
    """The entry hex, or the nearest hexes of the map's edge that the enemy neither holds nor covers."""
    if not _is_barred(table, arrival.entry, arrival.side):
        return (arrival.entry,)
    ground = table.setting.ground
    open_ = [
        at for at in ground.hexes if ground.is_edge(at) and not _is_barred(table, at, arrival.side)
    ]
    near = min((distance(arrival.entry, at) for at in open_), default=0)
    return tuple(at for at in open_ if distance(arrival.entry, at) == near)


def _is_barred(table: Table, at: Hex, side: SideId) -> bool:
    enemy = table.setting.enemy(side)
    return table.has_unit(at, enemy) or table.in_zone(at, enemy)


def _queue(table: Table, at: Hex) -> int:
    return dict(table.queues).get(at, 0)


# --- what it costs


@rule("N9.1", "N9.2", "N9.3", "R-9b")
def entry_cost(table: Table, units: tuple[UnitId, ...], arrival: Arrival, at: Hex) -> int:
    """The cost of the entry hex: the road rate for one who may use it, else the terrain's."""
    cards = table.setting.cards
    card = cards.terrain(table.setting.ground.terrain[at])
    off_road = max(card.foot if table.arm(unit).foot else card.horse for unit in units)
    if len(units) > 1 or at != arrival.entry or at not in table.setting.ground.roads:
        return off_road
    force = table.forces[table.under[units[0]]]
    if not cards.order(force.type).road:
        return off_road
    if not column_clear(table, force, units, at, 0):
        return off_road
    ways = [way for (there, _), way in table.setting.ways.items() if there == at]
    return min(cards.cost(way.value) for way in ways)


def _placed(table: Table, units: tuple[UnitId, ...], at: Hex, spent: int) -> Table:
    """The table as it would be with these units in the entry hex."""
    probe = table.draft()
    for unit in units:
        probe.put(Piece(unit, at, began=at, spent=spent))
    return probe


# --- what is offered


def entries(table: Table, side: SideId) -> Iterator[Command]:
    """Entries and exits open to a side now, in a fixed order."""
    for arrival in arrivals.groups(table).values():
        if arrival.side != side or not may_enter(table, arrival):
            continue
        for group in _entering(table, arrival):
            for at in entry_hexes(table, arrival):
                yield from _ways_in(table, arrival, group, at)
        for leader in waiting(table, arrival):
            if leader in arrival.leaders:
                yield from _rides_in(table, arrival, leader)
    yield from _exits(table, side)


def _exits(table: Table, side: SideId) -> Iterator[Exit]:
    gates = _gates(table.setting, side)
    for unit in table.units_of(side) if gates else ():
        if table.pieces[unit].at in gates and not why_not_exit(table, side, Exit(unit)):
            yield Exit(unit)


def any_entry(table: Table, side: SideId, chooser: Chooser) -> Command | None:
    """An entry or exit by chance: first who and where, then by which way."""
    ways: list[Iterable[Command]] = []
    for arrival in arrivals.groups(table).values():
        if arrival.side != side or not may_enter(table, arrival):
            continue
        entering, places = _entering(table, arrival), entry_hexes(table, arrival)
        ways += [_ways_in(table, arrival, group, at) for group in entering for at in places]
        ways += [
            _rides_in(table, arrival, leader)
            for leader in waiting(table, arrival)
            if leader in arrival.leaders
        ]
    ways.append(_exits(table, side))
    while ways:
        listed = list(ways.pop(chooser.randrange(len(ways))))
        if listed:
            return listed[chooser.randrange(len(listed))]
    return None


def _entering(table: Table, arrival: Arrival) -> list[tuple[UnitId, ...]]:
    able = sorted(
        unit
        for unit in waiting(table, arrival)
        if unit in table.setting.roster and table.under[unit] in table.active
    )
    pairs = [pair for pair in combinations(able, 2) if table.under[pair[0]] == table.under[pair[1]]]
    return [*((unit,) for unit in able), *pairs]


def _ways_in(table: Table, arrival: Arrival, units: tuple[UnitId, ...], at: Hex) -> Iterator[Enter]:
    walker = _walker(table, arrival, units, at)
    if isinstance(walker, Reason):
        return
    if walker.bar_to_ending(at) is None:
        yield Enter(units, (at,))
    for end in walker.ends():
        yield Enter(units, (at, *walker.path_to(end)))


def _walker(table: Table, arrival: Arrival, units: tuple[UnitId, ...], at: Hex) -> Walker | Reason:
    """The units as they stand in the entry hex, having paid, or why they cannot."""
    key = ("entering", arrival.id, units, at)
    return table.derived(key, lambda: _entered(table, arrival, units, at))


def _entered(table: Table, arrival: Arrival, units: tuple[UnitId, ...], at: Hex) -> Walker | Reason:
    cost = entry_cost(table, units, arrival, at)
    spent = _queue(table, at) + cost
    probe = _placed(table, units, at, spent)
    if spent > min(pace.allowance(probe, unit) for unit in units):
        return Reason("the road is taken; it has too little movement left this turn", "N9.3")
    return Walker(probe, units)


@rule("N9.6", "R-9b")
def _rides_in(table: Table, arrival: Arrival, leader: LeaderId) -> Iterator[Enter]:
    """Leaders enter beside the queue and ride on."""
    for at in entry_hexes(table, arrival):
        probe = _with_leader(table, leader, at)
        if riding.bar_to_riding(probe, arrival.side, leader) is None:
            yield Enter((leader,), (at,))
            for end in riding.ends(probe, leader):
                if riding.within(probe, leader)[end] + _leader_cost(table) <= riding.allowance(
                    probe, leader
                ):
                    yield Enter((leader,), (at, *riding.path_to(probe, leader, end)))


def _leader_cost(table: Table) -> int:
    return table.setting.cards.cost("courier")


def _with_leader(table: Table, leader: LeaderId, at: Hex) -> Table:
    probe = table.draft()
    probe.writable("leaders")[leader] = replace(table.leaders[leader], at=at)
    return probe


# --- why not


def why_not(table: Table, side: SideId, action: Enter | Exit) -> Sequence[Reason]:
    if isinstance(action, Exit):
        return why_not_exit(table, side, action)
    held = [
        arrival
        for arrival in arrivals.groups(table).values()
        if arrival.side == side and set(action.units) <= set(waiting(table, arrival))
    ]
    if not held or not may_enter(table, held[0]):
        return (Reason("they are not due at the edge of the map this turn", "N9.1"),)
    if action.path[0] not in entry_hexes(table, held[0]):
        return (Reason("they do not enter there", "N9.4"),)
    if action.units[0] in table.leaders:
        return _why_not_leader(table, held[0], action)
    if action.units not in _entering(table, held[0]):
        return (Reason("its formation does not act now", "N9.1"),)
    walker = _walker(table, held[0], action.units, action.path[0])
    if isinstance(walker, Reason):
        return (walker,)
    found = walker.walk(action.path[1:])
    return (found,) if isinstance(found, Reason) else ()


def _why_not_leader(table: Table, arrival: Arrival, action: Enter) -> Sequence[Reason]:
    leader, at = action.units[0], action.path[0]
    probe = _with_leader(table, leader, at)
    barred = riding.bar_to_riding(probe, arrival.side, leader)
    if barred is not None:
        return (barred,)
    if len(action.path) == 1:
        return ()
    cost = riding.within(probe, leader).get(action.path[-1])
    if cost is None or cost + _leader_cost(table) > riding.allowance(probe, leader):
        return (Reason("that is farther than he can ride", "N11.1.4"),)
    return riding.why_not(probe, arrival.side, Lead(leader, action.path[1:]))


@lru_cache(maxsize=64)
def _gates(setting: Setting, side: SideId) -> tuple[Hex, ...]:
    """Where a side earns points by marching off the map."""
    return tuple(
        there
        for aim in setting.victory.aims
        if aim.kind is AimKind.EXIT and aim.side == side
        for there in aim.hexes
    )


@rule("N5.6.1")
def why_not_exit(table: Table, side: SideId, action: Exit) -> Sequence[Reason]:
    """Units leave the map only where the battle gives points for it."""
    unit = action.unit
    if unit not in table.pieces or table.side_of(unit) != side:
        return (Reason("it is not on the map among your units", "N5.6.1"),)
    barred = pace.bar_to_moving(table, unit)
    if barred is not None:
        return (barred,)
    at = table.pieces[unit].at
    if at not in _gates(table.setting, side):
        return (Reason("units leave the map only where the battle asks for it", "N5.6.1"),)
    cost = table.setting.cards.cost("trail")
    if pace.left(table, unit) < cost:
        return (Reason("it has too little movement left", "N5.1"),)
    return ()
