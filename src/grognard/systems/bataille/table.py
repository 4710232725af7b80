"""The table of a La Bataille battle: pieces, stacks, zones of influence, control of ground.

Changed only through events, only on a draft. Dictionaries are copied when first written, so a
draft that changes little copies little. Stacks and zones are kept up to date with the pieces by
``put`` and ``remove``, the only two ways in; nothing else may touch them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Self, TypeVar, cast

import msgspec

from grognard.kernel import Ask, Reason, rule
from grognard.kernel.tables import Table as KernelTable
from grognard.mechanics.boards import Board, board_of, disc_board, hexes_in
from grognard.mechanics.hexes import Hex, distance, opposite
from grognard.systems.bataille.orientation import SIDES_IN, orientation
from grognard.systems.bataille.pieces import (
    Arms,
    Cohesions,
    Forms,
    LeaderId,
    Piece,
    Printed,
    UnitId,
)
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.spans import PLACES

T = TypeVar("T")

HexMask = int
"""A set of hexes as one number: bit h for hex h."""

NOWHERE: tuple[HexMask, HexMask] = (0, 0)

Zones = dict[Hex, tuple[UnitId, ...]]
"""By hex, the units of one side whose zone of influence covers it."""

Standing = tuple[Board, tuple[Hex, ...], list[int]]
"""Where the units of a side stand: a board, its hexes, and their places (``spans``)."""

Kept = tuple[object, Any, int, HexMask]
"""A fact with its context, the side of its unit, and the hexes from which it follows."""

COPIED = (
    "pieces",
    "stacks",
    "first_zones",
    "second_zones",
    "zone_of",
    "leaders",
    "attached",
    "control",
    "removed",
    "levels",
    "fired_at",
    "fire_losses",
    "secrets",
)


class Table(KernelTable):
    """What lies on the map.

    ``stacks[h]`` lists the units in a hex, top first. ``zones[i][h]`` lists the units of side i
    whose zone of influence covers a hex. ``removed`` tells the fate of units that are gone.
    ``fired_at`` and ``fire_losses`` remember the player turn in progress: which hexes a unit fired
    at offensively, and the increments a unit lost to defensive fire. ``secrets`` holds by side
    what only that side may know, such as the hour at which a column will arrive.
    ``attached`` names the unit a leader keeps to: where it goes, he goes (PR-164).
    ``held`` has a board for each side of the hexes in which its units stand. Each side's zones are
    a dictionary of their own, so that a march copies the zones of one side only.
    """

    __slots__ = (
        *COPIED, "_own", "_standing", "_touched", "cache", "carried", "held", "hourly", "phasing",
        "riders", "segment", "setting", "turn", "zones",
    )  # fmt: skip

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting
        self.turn = 0
        self.phasing = ""
        self.segment = ""
        self.pieces: dict[UnitId, Piece] = {}
        self.stacks: dict[Hex, tuple[UnitId, ...]] = {}
        self.first_zones: Zones = {}
        self.second_zones: Zones = {}
        self.zones: tuple[Zones, Zones] = (self.first_zones, self.second_zones)
        self.zone_of: dict[UnitId, tuple[Hex, ...]] = {}
        self.leaders: dict[LeaderId, Hex] = {}
        self.attached: dict[LeaderId, UnitId] = {}
        self.control: dict[Hex, str] = dict(setting.control)
        self.removed: dict[UnitId, str] = {}
        self.levels: dict[str, int] = {}
        self.fired_at: dict[UnitId, tuple[Hex, ...]] = {}
        self.fire_losses: dict[UnitId, int] = {}
        self.secrets: dict[str, dict[str, str]] = {}
        self.held: tuple[Board, Board] = NOWHERE
        self._standing: dict[int, Standing] = {}
        self.cache: dict[Any, Any] = {}
        self.riders: dict[Any, Any] = {}
        self.hourly: dict[Any, Any] = {}
        self.carried: dict[Hashable, Kept] = {}
        self._touched = NOWHERE
        self._own: set[str] = set(COPIED)

    def draft(self) -> Self:
        copy = object.__new__(type(self))
        copy.pieces, copy.stacks, copy.held = self.pieces, self.stacks, self.held
        copy.zones, copy.zone_of, copy._standing = self.zones, self.zone_of, self._standing
        copy.first_zones, copy.second_zones = self.zones
        copy.leaders, copy.attached, copy.control = self.leaders, self.attached, self.control
        copy.removed, copy.levels, copy.secrets = self.removed, self.levels, self.secrets
        copy.fired_at, copy.fire_losses = self.fired_at, self.fire_losses
        copy.setting, copy.turn = self.setting, self.turn
        copy.phasing, copy.segment = self.phasing, self.segment
        copy.happened = []
        if self._touched is not NOWHERE:
            self._drop_touched()
        # What follows from the table holds until the draft is changed. Empty dictionaries are not
        # shared: while there is nothing to forget, nobody notes that something changes.
        copy.cache = self.cache or {}
        copy.riders, copy.hourly = self.riders or {}, self.hourly or {}
        copy.carried, copy._touched = self.carried or {}, NOWHERE
        copy._own = set()
        return copy

    def out_of_turn(self, action: object, ask: Ask) -> Sequence[Reason]:
        return self.setting.reglement.out_of_turn(action, ask, self.setting.side_names)

    def writable(self, name: str) -> Any:
        """The named dictionary, copied first if the parent still shares it. For events."""
        if self.cache:
            self.cache = {}
        if name == "secrets":
            self.hourly = {}
        held = getattr(self, name)
        if name not in self._own:
            held = held.copy()
            setattr(self, name, held)
            self._own.add(name)
        return held

    def lay(self, name: str, held: dict[Any, Any]) -> None:
        """Let the named dictionary be as somebody else has it; it stays his, and is copied before a change."""
        if getattr(self, name) != held:
            self.writable(name)
        setattr(self, name, held)
        self._own.discard(name)

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """A fact that follows from the table, worked out once until the table changes."""
        found: T | None = self.cache.get(key)
        if found is None:
            found = self.cache[key] = make()
        return found

    def of_riders(self, key: Hashable, make: Callable[[], T]) -> T:
        """A fact that follows from how the cavalry of both sides stands, and from nothing else."""
        found: T | None = self.riders.get(key)
        if found is None:
            found = self.riders[key] = make()
        return found

    def of_turn(self, key: Hashable, make: Callable[[], T]) -> T:
        """A fact that follows from the calendar, the turn and what was rolled for it."""
        found: T | None = self.hourly.get((key, self.turn))
        if found is None:
            found = self.hourly[key, self.turn] = make()
        return found

    def kept(
        self,
        name: str,
        unit: UnitId,
        context: object,
        make: Callable[[], tuple[T, HexMask]],
    ) -> T:
        """A fact about a unit that follows from how it stands, from who stands in some hexes, and
        from enemy zones there.

        ``make`` tells the fact and those hexes. It is kept until something there changes, in this
        table and in drafts of it. What else it depends on is its ``context``: with another context
        it is made anew. The fact is shared, so nobody may change it.
        """
        if self._touched is not NOWHERE:
            self._drop_touched()
        key, context = (name, unit), (context, self.pieces[unit])
        found = self.carried.get(key)
        if found is None or found[0] != context:
            value, hexes = make()
            side = self.setting.index(self.setting.roster[unit].side)
            found = self.carried[key] = (context, value, side, hexes)
        return cast(T, found[1])

    def forget(self) -> None:
        """Let go of all that was worked out from this table; it can be worked out again."""
        self.cache, self.carried, self._touched = {}, {}, NOWHERE
        self.riders, self.hourly = {}, {}

    def _note_piece(self, before: Piece | None, piece: Piece) -> None:
        """What was kept about hexes where a piece stands otherwise now no longer holds.

        A turn alone concerns nobody there, save that a line may refuse its flanks to enemies next
        to it (PR-35). The marks of a unit may concern whom its zone covers.
        """
        if before is None:
            self._touch(piece.hexes, 0, 1)
            return
        enemy = 1 - self.setting.index(self.setting.roster[piece.id].side)
        if _as_others_see_it(before) != _as_others_see_it(piece):
            self._touch((*before.hexes, *piece.hexes), 0, 1)
            if before.marks != piece.marks:
                self._touch(self.zone_of.get(piece.id, ()), enemy)
        elif piece.formation is Forms.LINE and before.facing != piece.facing:
            around = self.setting.ground.around
            self._touch([there for at in piece.hexes for there in around[at]], enemy)

    def _touch(self, hexes: Iterable[Hex], *sides: int) -> None:
        """Note hexes where what was kept about the units of these sides no longer holds."""
        mask = 0
        for at in hexes:
            mask |= 1 << at
        touched = list(self._touched)
        for side in sides:
            touched[side] |= mask
        self._touched = (touched[0], touched[1])

    def _drop_touched(self) -> None:
        # The parent may share the dictionary: it is replaced, not changed.
        touched, self._touched = self._touched, NOWHERE
        self.carried = {
            key: fact for key, fact in self.carried.items() if not fact[3] & touched[fact[2]]
        }

    def cites(self, clause: str) -> str:
        return self.setting.concordance.told(clause)

    # --- reading

    def __getitem__(self, unit: UnitId) -> Piece:
        return self.pieces[unit]

    def printed(self, unit: UnitId) -> Printed:
        return self.setting.roster[unit]

    def side_of(self, unit: UnitId) -> str:
        return self.setting.roster[unit].side

    def strength(self, unit: UnitId) -> int:
        """Increments left."""
        return self.setting.roster[unit].increments - self.pieces[unit].lost

    def stack(self, at: Hex) -> tuple[UnitId, ...]:
        return self.stacks.get(at, ())

    def top(self, at: Hex) -> UnitId | None:
        stack = self.stacks.get(at)
        return stack[0] if stack else None

    def holder(self, at: Hex) -> str | None:
        """The side with combat units in a hex; a square crossed by cavalry belongs to the square."""
        stack = self.stacks.get(at)
        return self.setting.roster[stack[-1]].side if stack else None

    def has_enemy(self, at: Hex, side: str) -> bool:
        roster = self.setting.roster
        for unit in self.stacks.get(at, ()):  # noqa: SIM110 - asked in the midst of every search
            if roster[unit].side != side:
                return True
        return False

    def units_of(self, side: str) -> Iterator[UnitId]:
        """The side's units on the map, in the order of the roster."""
        return filter(self.pieces.__contains__, self.setting.by_side.get(side, ()))

    def standing(self, side: str) -> Standing:
        """Where the side's units stand; worked out once for as long as none of them moves."""
        index = 0 if side == self.setting.sides[0] else 1
        found = self._standing.get(index)
        if found is None or found[0] is not self.held[index]:
            pieces = self.pieces
            units = [pieces[unit] for unit in self.setting.by_side[side] if unit in pieces]
            hexes = tuple(dict.fromkeys([at for piece in units for at in piece.hexes]))
            places = [PLACES[at] for at in hexes]
            found = self._standing[index] = (self.held[index], hexes, places)
        return found

    def held_near(self, hexes: Sequence[Hex], radius: int, side: str) -> list[Hex]:
        """The hexes with units of the side at most so far from any of these, in order."""
        held, board = self.held[0 if side == self.setting.sides[0] else 1], 0
        for at in hexes:
            board |= held & disc_board(at, radius)
        found = list(hexes_in(board)) if board else []
        if self.setting.ground.rows + radius > 100:  # hex numbers run on into the next column
            return [there for there in found if any(distance(at, there) <= radius for at in hexes)]
        return found

    def is_near(self, hexes: Sequence[Hex], radius: int, side: str) -> bool:
        """Is any unit of the side at most so far from any of the hexes?"""
        held = self.held[0 if side == self.setting.sides[0] else 1]
        for at in hexes:
            if held & disc_board(at, radius):
                short = self.setting.ground.rows + radius <= 100
                return short or bool(self.held_near(hexes, radius, side))
        return False

    def units_near(self, hexes: Sequence[Hex], radius: int, side: str) -> list[UnitId]:
        """The side's units at most so far from any of the hexes, in the order of the roster."""
        roster, stacks = self.setting.roster, self.stacks
        near = self.held_near(hexes, radius, side)
        found = {unit for there in near for unit in stacks[there] if roster[unit].side == side}
        return sorted(found, key=self.setting.ranks.__getitem__) if found else []

    def zone_over(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """The units of ``side`` whose zone covers the hex, through a refused flank too (PR-35)."""
        cast = self.zones[self.setting.index(side)].get(at, ())
        return (*cast, *self._refusing(at, side, cast)) if cast else ()

    def zone_of_unit(self, unit: UnitId) -> tuple[Hex, ...]:
        """The hexes that a unit's zone covers, refused flanks included."""
        cast, side = self.zone_of.get(unit, ()), self.side_of(unit)
        around = self.setting.ground.around
        beside = [there for at in self.pieces[unit].hexes for there in around[at] if there]
        refused = [at for at in beside if at not in cast and unit in self.zone_over(at, side)]
        return (*cast, *dict.fromkeys(refused))

    @rule("P16.37", "PR-35")
    def _refusing(self, at: Hex, side: str, cast: tuple[UnitId, ...]) -> list[UnitId]:
        """Lines with the hex on a flank, which the zones of these others make a front."""
        found: list[UnitId] = []
        for direction, near in enumerate(self.setting.ground.around[at]):
            for unit in self.stacks.get(near, ()):
                piece = self.pieces[unit]
                if piece.formation is not Forms.LINE or piece.cohesion is not Cohesions.GOOD:
                    continue
                printed = self.setting.roster[unit]
                if printed.side != side or unit in cast or unit in found:
                    continue
                flank = orientation(printed, piece, piece.hexes.index(near)).flank
                back = opposite(direction)
                if flank >> back & 1 and self.setting.ways[unit][near][back]:
                    found.append(unit)
        return found

    def is_covered(self, at: Hex, side: str) -> bool:
        """Does any zone of the side cover the hex? Refused flanks add no hexes, only units."""
        return at in self.zones[self.setting.index(side)]

    def cavalry_zone_over(self, at: Hex, side: str) -> bool:
        cast, roster = self.zones[self.setting.index(side)].get(at, ()), self.setting.roster
        for unit in cast:
            if roster[unit].arm is Arms.CAVALRY:
                return True
        return bool(cast) and any(
            roster[unit].arm is Arms.CAVALRY for unit in self._refusing(at, side, cast)
        )

    # --- writing: for events only

    def put(self, piece: Piece, *, on_top: bool = False) -> None:
        """Place a piece, or replace how it stands."""
        pieces, setting, unit = self.writable("pieces"), self.setting, piece.id
        before = pieces.get(unit)
        pieces[unit] = piece
        printed = setting.roster[unit]
        if printed.arm is Arms.CAVALRY and self.riders:
            self.riders = {}
        if self.carried:
            self._note_piece(before, piece)
        if before is None:
            self._restack(unit, (), piece.hexes, on_top)
            self._face(piece, piece.hexes)
        elif before.hexes != piece.hexes:
            self._restack(unit, before.hexes, piece.hexes, on_top)
            if self.attached:
                self._take_leaders(before.hexes, piece)
            self._face(piece, (*before.hexes, *piece.hexes))
        elif _turned(before, piece):
            self._face(piece, piece.hexes)
        if setting.control and piece.cohesion is not Cohesions.ROUT:
            for at in piece.hexes:
                if self.control.get(at, printed.side) != printed.side:
                    self.writable("control")[at] = printed.side

    def alter(self, unit: UnitId, **changes: Any) -> None:
        """Change some facts of a piece."""
        self.put(msgspec.structs.replace(self.pieces[unit], **changes))

    def remove(self, unit: UnitId, fate: str) -> None:
        """Take a piece off the map."""
        piece = self.writable("pieces").pop(unit)
        self.riders = {}
        if self.carried:
            self._touch(piece.hexes, 0, 1)
        self._restack(unit, piece.hexes, (), False)
        self._set_zone(unit, ())
        self._turn_guns(piece.hexes)
        self.writable("removed")[unit] = fate
        for leader in [who for who, host in self.attached.items() if host == unit]:
            del self.writable("attached")[leader]

    def order_stack(self, at: Hex, order: tuple[UnitId, ...]) -> None:
        """Set the order of a stack, top first."""
        self.writable("stacks")[at] = order
        if self.carried:
            self._touch((at,), 0, 1)
        self._turn_guns((at,))

    def _restack(
        self, unit: UnitId, old: tuple[Hex, ...], new: tuple[Hex, ...], on_top: bool
    ) -> None:
        stacks, roster = self.writable("stacks"), self.setting.roster
        side = roster[unit].side
        index = 0 if side == self.setting.sides[0] else 1
        held = self.held[index]
        for at in old:
            if at in new:
                continue
            left = _without(stacks[at], unit)
            if left:
                stacks[at] = left
            else:
                del stacks[at]
            if not left or not any(roster[other].side == side for other in left):
                held ^= 1 << at
        for at in new:
            if at not in old:
                here = stacks.get(at)
                if here is None:
                    stacks[at] = (unit,)
                else:
                    stacks[at] = (unit, *here) if on_top else (*here, unit)
                held |= 1 << at
        self.held = (self.held[0], held) if index else (held, self.held[1])

    def count_held(self) -> tuple[Board, Board]:
        """The boards of ``held``, worked out from the stacks: for tables that are read back."""
        roster, sides = self.setting.roster, self.setting.sides
        found = [
            [at for at, stack in self.stacks.items() if any(roster[u].side == side for u in stack)]
            for side in sides
        ]
        size = self.setting.ground.size
        return board_of(found[0], size), board_of(found[1], size)

    def _take_leaders(self, old: tuple[Hex, ...], piece: Piece) -> None:
        """Leaders who keep to a unit go where it goes, each with the part he was with (PR-164)."""
        if sorted(old) == sorted(piece.hexes):
            return
        for leader, host in self.attached.items():
            at = self.leaders.get(leader)
            if host != piece.id or at not in old:
                continue
            if len(old) == len(piece.hexes):
                to = piece.hexes[old.index(at)]
            else:
                to = at if at in piece.hexes else piece.at
            self.writable("leaders")[leader] = to

    def _face(self, piece: Piece, hexes: tuple[Hex, ...]) -> None:
        """Cast its zone anew, and those of the guns that stand with it in these hexes."""
        self._set_zone(piece.id, zone_hexes(self, piece))
        if self.setting.roster[piece.id].arm is Arms.INFANTRY:
            self._turn_guns(hexes)

    def _turn_guns(self, hexes: tuple[Hex, ...]) -> None:
        """Guns take the facing of the infantry they stand with, so their zones follow (P16.31)."""
        roster = self.setting.roster
        for at in hexes:
            for unit in self.stacks.get(at, ()):
                if roster[unit].arm is Arms.ARTILLERY:
                    self._set_zone(unit, zone_hexes(self, self.pieces[unit]))

    def _set_zone(self, unit: UnitId, now: tuple[Hex, ...]) -> None:
        before = self.zone_of.get(unit, ())
        if before == now:
            return
        index = self.setting.index(self.setting.roster[unit].side)
        zones: Zones = self.writable("second_zones" if index else "first_zones")
        zone_of = self.writable("zone_of")
        self.zones = (self.first_zones, self.second_zones)
        if self.carried:
            self._touch(set(before) ^ set(now), 1 - index)
        for at in before:
            if at not in now:
                left = _without(zones[at], unit)
                if left:
                    zones[at] = left
                else:
                    del zones[at]
        for at in now:
            if at not in before:
                cast = zones.get(at)
                zones[at] = (unit,) if cast is None else (*cast, unit)
        if now:
            zone_of[unit] = now
        else:
            zone_of.pop(unit, None)


def _without(units: tuple[UnitId, ...], unit: UnitId) -> tuple[UnitId, ...]:
    """Those units without one of them, who mostly stands alone."""
    return () if len(units) == 1 else tuple([other for other in units if other != unit])


def _as_others_see_it(piece: Piece) -> tuple[Any, ...]:
    """What others mind of a unit that they may meet: all but its facing, and where it came from."""
    return piece.hexes, piece.formation, piece.cohesion, piece.lost, piece.main, piece.marks


def _turned(before: Piece, after: Piece) -> bool:
    """Does it stand otherwise, in the same hexes?"""
    return (
        before.facing != after.facing
        or before.formation is not after.formation
        or before.cohesion is not after.cohesion
    )


@rule("P13.2", "P16.31", "P25.4")
def stance(table: Table, piece: Piece) -> Piece:
    """A battery as it counts for facing: with infantry in line or square it takes theirs.

    P16.31, P25.4 for lines; PR-53 for squares. Every other piece counts as it stands.
    """
    if piece.formation is not Forms.UNLIMBERED and piece.formation is not Forms.LIMBERED:
        return piece
    for unit in table.stacks.get(piece.hexes[0], ()):
        host = table.pieces[unit]
        if host.cohesion is Cohesions.GOOD and host.formation in (Forms.LINE, Forms.SQUARE):
            if table.setting.roster[unit].arm is Arms.INFANTRY:
                return msgspec.structs.replace(
                    piece, hexes=host.hexes, formation=host.formation, facing=host.facing
                )
    return piece


@rule("P14.1", "P14.2", "P14.3", "P14.5", "P16.42", "PR-32", "PR-33", "PR-34", "PR-53")
def zone_hexes(table: Table, piece: Piece) -> tuple[Hex, ...]:
    """The hexes across a unit's front sides that it could ever enter (P14.2, PR-33, PR-34).

    Squares and routed units have none (P14.5, PR-32). A hex covered twice counts once.
    """
    setting = table.setting
    if piece.cohesion is Cohesions.ROUT:
        return ()
    if piece.cohesion is Cohesions.DISORDER and setting.options.get("disordered_zoi") == "off":
        return ()
    printed = setting.roster[piece.id]
    seen = stance(table, piece) if printed.arm is Arms.ARTILLERY else piece
    if seen.formation is Forms.SQUARE:
        return ()
    hexes = piece.hexes
    if len(hexes) == 1:
        index = 0 if seen is piece else seen.hexes.index(hexes[0])
        return before_front(setting, piece.id, hexes[0], orientation(printed, seen, index).front)
    covered: list[Hex] = []
    for at in hexes:
        front = orientation(printed, seen, seen.hexes.index(at)).front
        for there in before_front(setting, piece.id, at, front):
            if there not in covered and there not in hexes:
                covered.append(there)
    return tuple(covered)


def before_front(setting: Setting, unit: UnitId, at: Hex, front: int) -> tuple[Hex, ...]:
    """The hexes across some sides of a hex that the unit could ever enter, found once each."""
    known, key = setting.fronts[unit], at << 6 | front
    found = known.get(key)
    if found is None:
        open_sides, around = setting.ways[unit][at], setting.ground.around[at]
        found = known[key] = tuple([around[side] for side in SIDES_IN[front] if open_sides[side]])
    return found
