"""The table of a battle: units, leaders, headquarters, orders, zones of control, control of ground.

Changed only through events, only on a draft. Dictionaries are copied when first written. Stacks,
zones and control are kept up to date with the pieces by ``put`` and ``remove``; nothing else may
touch them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Self, TypeVar

from grognard.kernel import Ask, Reason, rule
from grognard.kernel.tables import Table as KernelTable
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.kinds import Arm, Hexside, Terrain
from grognard.systems.nlc.pieces import Fate, General, Piece, Quarters
from grognard.systems.nlc.records import Dispatch, Force, ForceId, HiddenMarch
from grognard.systems.nlc.setting import (
    FormationId,
    HeadquartersId,
    LeaderId,
    Setting,
    SideId,
    Unit,
    UnitId,
)
from grognard.systems.nlc.turns import out_of_turn

T = TypeVar("T")

Pair = tuple[SideId, FormationId, FormationId]
"""Two formations that a side's Coordinated Action chit brings on together (N4.1.2)."""

COPIED = (
    "pieces", "stacks", "zones_a", "zones_b", "leaders", "quarters", "forces", "under", "control", "holders",
    "removed", "hidden", "tally",
)  # fmt: skip
PLAIN = (
    "active", "cup", "pairs", "phase", "queues", "segment", "setting", "side", "transit", "turn", "waiting_in",
)  # fmt: skip


class Table(KernelTable):
    """What lies on the map and on the order desks.

    ``stacks[h]`` lists the units in a hex, top first. ``zones_a`` and ``zones_b`` count, by
    hex, the units of the first and of the second side next to it that exert a zone there. ``control[h]`` is the side that controls a hex and
    ``holders[h]`` the formation whose unit gave it that (N18.2, N18.3). ``under[u]`` names the
    force whose order a unit obeys. ``active`` are the forces of the stage in progress and
    ``side`` the side that acts. ``pairs`` are the formations of coordinated actions. ``transit`` holds orders on their way, ``waiting_in`` the ids of
    groups of reinforcements that are due, ``queues`` what has been spent at each entry hex this
    turn (N9.2). ``tally`` counts what optional rules and victory must remember.
    """

    __slots__ = (*COPIED, *PLAIN, "_own", "cache", "kept")

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting
        self.turn = 0
        self.phase = ""
        self.segment = ""
        self.side: SideId = ""
        self.active: tuple[ForceId, ...] = ()
        self.cup: tuple[str, ...] = ()
        self.pairs: tuple[Pair, ...] = ()
        self.transit: tuple[Dispatch, ...] = ()
        self.waiting_in: tuple[str, ...] = ()
        self.queues: tuple[tuple[Hex, int], ...] = ()
        self.pieces: dict[UnitId, Piece] = {}
        self.stacks: dict[Hex, tuple[UnitId, ...]] = {}
        self.zones_a: dict[Hex, int] = {}
        self.zones_b: dict[Hex, int] = {}
        self.leaders: dict[LeaderId, General] = {}
        self.quarters: dict[HeadquartersId, Quarters] = {}
        self.forces: dict[ForceId, Force] = {}
        self.under: dict[UnitId, ForceId] = {}
        self.control: dict[Hex, SideId] = dict(setting.control)
        self.holders: dict[Hex, FormationId] = {}
        self.removed: dict[UnitId, Fate] = {}
        self.hidden: dict[ForceId, HiddenMarch] = {}
        self.tally: dict[str, int] = {}
        self.cache: dict[Any, Any] = {}
        self.kept: dict[Any, tuple[Any, Any]] = {}
        self._own: set[str] = set(COPIED)

    def draft(self) -> Self:
        copy = object.__new__(type(self))
        copy.pieces, copy.stacks = self.pieces, self.stacks
        copy.zones_a, copy.zones_b = self.zones_a, self.zones_b
        copy.leaders, copy.quarters, copy.forces = self.leaders, self.quarters, self.forces
        copy.under, copy.control, copy.holders = self.under, self.control, self.holders
        copy.removed, copy.hidden, copy.tally = self.removed, self.hidden, self.tally
        copy.active, copy.cup, copy.pairs, copy.phase = (
            self.active,
            self.cup,
            self.pairs,
            self.phase,
        )
        copy.queues, copy.segment, copy.setting = self.queues, self.segment, self.setting
        copy.side, copy.transit, copy.turn = self.side, self.transit, self.turn
        copy.waiting_in, copy.kept = self.waiting_in, self.kept
        copy.happened = []
        copy.cache = self.cache or {}  # what follows holds until the draft is changed
        copy._own = set()
        return copy

    def out_of_turn(self, action: object, ask: Ask) -> Sequence[Reason]:
        return out_of_turn(action, ask, self.setting.side_names)

    def writable(self, name: str) -> Any:
        """The named dictionary, copied first if the parent still shares it. For events."""
        self.touched()
        held = getattr(self, name)
        if name not in self._own:
            held = held.copy()
            setattr(self, name, held)
            self._own.add(name)
        return held

    def touched(self) -> None:
        """What was worked out from the table may hold no longer. For events that set plain fields."""
        if self.cache:
            self.cache = {}

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """A fact that follows from the table, worked out once until the table changes."""
        found: T | None = self.cache.get(key)
        if found is None:
            found = self.cache[key] = make()
        return found

    def following(self, name: str, key: Hashable, make: Callable[[], T]) -> T:
        """A fact that follows from one dictionary alone, kept for as long as that is not copied.

        A dictionary that this draft has copied for itself may still change: of that nothing is kept.
        """
        if name in self._own:
            return self.derived(key, make)
        source = getattr(self, name)
        found: tuple[Any, T] | None = self.kept.get(key)
        if found is None or found[0] is not source:
            found = self.kept[key] = (source, make())
        return found[1]

    def resting(self, key: Hashable, source: Hashable, make: Callable[[], T]) -> T:
        """A fact that follows from ``source`` alone, kept for as long as that stays the same."""
        found: tuple[Any, T] | None = self.kept.get(key)
        if found is None or found[0] != source:
            found = self.kept[key] = (source, make())
        return found[1]

    # --- reading

    def printed(self, unit: UnitId) -> Unit:
        return self.setting.roster[unit]

    def side_of(self, unit: UnitId) -> SideId:
        return self.setting.roster[unit].side

    def arm(self, unit: UnitId) -> Arm:
        return self.setting.roster[unit].arm

    def strength(self, unit: UnitId) -> int:
        """The strength printed on the side that is up (N6.1, N6.2)."""
        return self.setting.roster[unit].strengths[self.pieces[unit].lost]

    def stack(self, at: Hex) -> tuple[UnitId, ...]:
        return self.stacks.get(at, ())

    def held_by(self, at: Hex) -> SideId:
        """The side with combat units in a hex, or empty; during a charge it is the defender's."""
        stack = self.stacks.get(at)
        return self.setting.roster[stack[-1]].side if stack else ""

    def units_in(self, at: Hex, side: SideId) -> tuple[UnitId, ...]:
        roster = self.setting.roster
        return tuple([unit for unit in self.stacks.get(at, ()) if roster[unit].side == side])

    def has_unit(self, at: Hex, side: SideId) -> bool:
        stack = self.stacks.get(at)
        if not stack:
            return False
        roster = self.setting.roster
        return any(roster[unit].side == side for unit in stack)

    def has_enemy(self, at: Hex, side: SideId) -> bool:
        stack = self.stacks.get(at)
        if not stack:
            return False
        roster = self.setting.roster
        return any(roster[unit].side != side for unit in stack)

    def hexes_of(self, side: SideId) -> frozenset[Hex]:
        """The hexes with a unit of the side."""
        return self.following(
            self._zones(side), ("hexes", side), lambda: self._hexes_of(side)
        )  # whoever moves takes his zone with him

    def _hexes_of(self, side: SideId) -> frozenset[Hex]:
        roster = self.setting.roster
        return frozenset(
            [at for at, stack in self.stacks.items() for unit in stack if roster[unit].side == side]
        )

    def units_of(self, side: SideId) -> Iterator[UnitId]:
        """The side's units on the map, in the order of the roster."""
        return (unit for unit in self.setting.by_side[side] if unit in self.pieces)

    def force_of(self, unit: UnitId) -> Force:
        """The force whose order a unit obeys."""
        return self.forces[self.under[unit]]

    def units_under(self, force: ForceId) -> tuple[UnitId, ...]:
        """The units on the map that obey this force, in the order of the roster."""
        by_force = self.derived("units_under", self._by_force)
        return by_force.get(force, ())

    def _by_force(self) -> dict[ForceId, tuple[UnitId, ...]]:
        found: dict[ForceId, list[UnitId]] = {}
        for unit in self.setting.roster:
            if unit in self.pieces:
                found.setdefault(self.under[unit], []).append(unit)
        return {force: tuple(units) for force, units in found.items()}

    def forces_of(self, side: SideId) -> Iterator[Force]:
        return (force for force in self.forces.values() if force.side == side)

    def leaders_at(self, at: Hex, side: SideId) -> tuple[LeaderId, ...]:
        leaders = self.setting.leaders
        return tuple(
            [
                leader
                for leader, general in self.leaders.items()
                if general.at == at and leaders[leader].side == side
            ]
        )

    def quarters_at(self, at: Hex, side: SideId) -> tuple[HeadquartersId, ...]:
        held = self.setting.headquarters
        return tuple(
            [hq for hq, now in self.quarters.items() if now.at == at and held[hq].side == side]
        )

    # --- zones of control (N5.4)

    def in_zone(self, at: Hex, side: SideId) -> bool:
        """Is the hex in a zone of a unit of ``side``?"""
        if at in (self.zones_a if side == self.setting.sides[0] else self.zones_b):
            return True
        return len(self.stacks.get(at, ())) > 1 and self._reaches_chateau(at, side)

    def zone_of(self, side: SideId) -> frozenset[Hex]:
        """The hexes in a zone of a unit of ``side``: all for which ``in_zone`` holds."""
        return self.derived(("zone", side), lambda: self._zone_of(side))

    def _zone_of(self, side: SideId) -> frozenset[Hex]:
        name = self._zones(side)
        zone = self.following(name, ("bare zone", side), lambda: frozenset(getattr(self, name)))
        crammed = [
            at
            for at in chateaux(self.setting.ground)
            if len(self.stacks.get(at, ())) > 1 and self._reaches_chateau(at, side)
        ]
        return zone.union(crammed) if crammed else zone

    def _zones(self, side: SideId) -> str:
        return "zones_a" if side == self.setting.sides[0] else "zones_b"

    def closed_to(self, side: SideId) -> frozenset[Hex]:
        """The hexes with enemies, and those in their zones where no friend stands."""
        return self.derived(("closed", side), lambda: self._closed_to(side))

    def _closed_to(self, side: SideId) -> frozenset[Hex]:
        enemy = self.setting.enemy(side)
        foes, zone = self.hexes_of(enemy), self.zone_of(enemy)
        held = zone.intersection(self.stacks)  # by foes or by friends, nobody else is there
        return self.resting(("closed", side), (foes, zone, held), lambda: foes | (zone - held))

    @rule("N10.6")
    def _reaches_chateau(self, at: Hex, side: SideId) -> bool:
        """A chateau crammed with two units is open ground, and zones reach into it."""
        ground = self.setting.ground
        if at not in chateaux(ground):
            return False
        return any(
            there
            and self.has_unit(there, side)
            and ground.hexsides.get((at, edge)) != Hexside.IMPASSABLE
            for edge, there in enumerate(ground.around[at])
        )

    def in_enemy_zone(self, unit: UnitId) -> bool:
        enemy = self.setting.enemy(self.side_of(unit))
        return any(self.in_zone(at, enemy) for at in self.pieces[unit].hexes)

    def nearest_enemy(self, at: Hex, side: SideId) -> int:
        """Hexes to the nearest enemy combat unit shown on the map; 999 if there is none (R-0.6)."""
        foes, near = self.derived(("near", side), lambda: self._near(side))
        found = near.get(at)
        if found is None:
            row = distances(self.setting.ground, at)
            found = near[at] = min(map(row.__getitem__, foes), default=999)
        return found

    def _near(self, side: SideId) -> tuple[tuple[Hex, ...], dict[Hex, int]]:
        """The enemies of a side, and what is known of distances to them: kept while they stand still."""
        foes = self._foes(side)
        return foes, self.resting(("near", side), foes, dict[Hex, int])

    def _foes(self, side: SideId) -> tuple[Hex, ...]:
        roster = self.setting.roster
        theirs = self.hexes_of(self.setting.enemy(side))
        return tuple([at for at in theirs if roster[self.stacks[at][-1]].side != side])

    # --- changing: for events only

    def put(self, piece: Piece, on_top: bool = True) -> None:
        """Lay a piece down, or move it, or alter it; stacks, zones and control follow."""
        pieces = self.writable("pieces")
        before: Piece | None = pieces.get(piece.id)
        if before is not None and before.hexes == piece.hexes:
            pieces[piece.id] = piece
            return
        if before is not None:
            self._lift(before)
        pieces[piece.id] = piece
        self._lay(piece, on_top)
        self._settle_control(piece, before)

    def remove(self, unit: UnitId) -> None:
        piece = self.writable("pieces").pop(unit)
        self._lift(piece)
        self._settle_zone_control(piece)

    def _lay(self, piece: Piece, on_top: bool) -> None:
        stacks = self.writable("stacks")
        zones = self.writable(self._zones(self.side_of(piece.id)))
        for at in piece.hexes:
            there = stacks.get(at, ())
            stacks[at] = (piece.id, *there) if on_top else (*there, piece.id)
        for at in self.zone_hexes(piece):
            zones[at] = zones.get(at, 0) + 1

    def _lift(self, piece: Piece) -> None:
        stacks = self.writable("stacks")
        zones = self.writable(self._zones(self.side_of(piece.id)))
        for at in piece.hexes:
            rest = tuple([unit for unit in stacks[at] if unit != piece.id])
            if rest:
                stacks[at] = rest
            else:
                del stacks[at]
        for at in self.zone_hexes(piece):
            if zones[at] == 1:
                del zones[at]
            else:
                zones[at] -= 1

    @rule("N5.4.1", "N5.4.2")
    def zone_hexes(self, piece: Piece) -> tuple[Hex, ...]:
        """The hexes next to a unit, not across closed hexsides, never a chateau."""
        if not piece.also:
            return zone_around(self.setting, piece.at)
        covered = dict.fromkeys(at for own in piece.hexes for at in zone_around(self.setting, own))
        return tuple(covered)

    @rule("N18.2", "N18.3", "R-18")
    def _settle_control(self, piece: Piece, before: Piece | None) -> None:
        """A unit in a hex holds it; a zone of one side alone holds what nobody stands in."""
        side, control, holders = (
            self.side_of(piece.id),
            self.writable("control"),
            self.writable("holders"),
        )
        for at in piece.hexes:
            control[at], holders[at] = side, self.formation_of(piece.id)
        self._settle_zone_control(piece)
        if before is not None:
            self._settle_zone_control(before)

    def _settle_zone_control(self, piece: Piece) -> None:
        side, enemy = self.side_of(piece.id), self.setting.enemy(self.side_of(piece.id))
        control, holders = self.writable("control"), self.writable("holders")
        for at in (*self.zone_hexes(piece), *piece.hexes):
            if at in self.stacks:
                continue
            ours, theirs = self.in_zone(at, side), self.in_zone(at, enemy)
            if ours != theirs:
                winner = side if ours else enemy
                if control.get(at) != winner:
                    control[at] = winner
                    holders[at] = self._zone_holder(at, winner, piece)

    def _zone_holder(self, at: Hex, side: SideId, piece: Piece) -> FormationId:
        """The formation of a unit whose zone covers the hex; of the piece itself if it is one."""
        if side == self.side_of(piece.id) and piece.id in self.pieces:
            return self.formation_of(piece.id)
        near = (
            unit
            for there in zone_around(self.setting, at)
            for unit in self.stacks.get(there, ())
            if self.side_of(unit) == side
        )
        return self.formation_of(next(near, piece.id))

    def formation_of(self, unit: UnitId) -> FormationId:
        """The formation to whose chit a unit belongs now."""
        force = self.forces.get(self.under.get(unit, ""))
        return force.formation if force else self.setting.roster[unit].formation


@lru_cache(maxsize=64)
def chateaux(ground: Ground) -> tuple[Hex, ...]:
    return tuple(at for at in ground.hexes if ground.terrain[at] == Terrain.CHATEAU)


@lru_cache(maxsize=8192)
def distances(ground: Ground, at: Hex) -> list[int]:
    """How far every hex of the map is from one, by the hex's number."""
    row = [0] * ground.size
    column, line = divmod(at, 100)
    tall = 2 * line - (column & 1)
    for there, x, y in _columns(ground):  # as in mechanics.hexes.distance, written out for so many
        across, down = abs(x - column), abs(y - tall)
        row[there] = across if down <= across else (across + down) // 2
    return row


@lru_cache(maxsize=64)
def _columns(ground: Ground) -> list[tuple[Hex, int, int]]:
    """Every hex with its column, and how far down it lies, in half hexes."""
    placed = ((at, *divmod(at, 100)) for at in ground.hexes)
    return [(at, column, 2 * line - (column & 1)) for at, column, line in placed]


@lru_cache(maxsize=64)
def _zone_table(ground: Ground) -> list[tuple[Hex, ...]]:
    table: list[tuple[Hex, ...]] = [()] * ground.size
    for at in ground.hexes:
        table[at] = tuple(
            there
            for side, there in enumerate(ground.around[at])
            if there
            and ground.hexsides.get((at, side)) != Hexside.IMPASSABLE
            and ground.terrain[there] != Terrain.CHATEAU
        )
    return table


def zone_around(setting: Setting, at: Hex) -> tuple[Hex, ...]:
    """The neighbours over which a unit in ``at`` casts its zone."""
    return _zone_table(setting.ground)[at]
