"""The table of a battle: units, commanders, divisions, who holds what. Changed only by events."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import Any, Self, TypeVar, cast

import msgspec

from grognard.kernel import Ask, Reason
from grognard.kernel.tables import Table as KernelTable
from grognard.mechanics.measured.footprints import Footprint, Pose, Size
from grognard.mechanics.measured.gaps import gap_squared, is_within, overlap
from grognard.mechanics.measured.mils import Point
from grognard.mechanics.measured.nearby import Nearby
from grognard.mechanics.measured.polygons import Polygon, holds
from grognard.systems.empire.footprints import COMMANDER, size_of
from grognard.systems.empire.kinds import Arm, Formation, Going
from grognard.systems.empire.pieces import Body, Gone, Officer, Piece
from grognard.systems.empire.setting import (
    Building,
    CommanderId,
    DivisionId,
    Setting,
    SideId,
    Unit,
    UnitId,
)
from grognard.systems.empire.turns import out_of_turn

T = TypeVar("T")

COPIED = ("pieces", "officers", "bodies", "holders", "removed", "screens", "tally")
STANDING = ("pieces", "screens")
"""Where units stand and what kind they are follows from these."""
PLAIN = ("active", "first", "phasing", "segment", "setting", "turn")

replace = msgspec.structs.replace


class Table(KernelTable):
    """What lies on the table.

    ``phasing`` is the active side, ``active`` the division being activated, ``segment`` its step.
    ``first`` is the side that went first this turn. ``holders`` says who holds each objective,
    ``removed`` how units left. ``screens`` are skirmishers detached in this battle, printed nowhere.
    """

    __slots__ = (*COPIED, *PLAIN, "_cache", "_own", "_stood")

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting = setting
        self.turn = 0
        self.phasing: SideId = ""
        self.active: DivisionId = ""
        self.segment = ""
        self.first: SideId = ""
        self.pieces: dict[UnitId, Piece] = {}
        self.officers: dict[CommanderId, Officer] = {}
        self.bodies: dict[DivisionId, Body] = {}
        self.holders: dict[str, SideId] = {}
        self.removed: dict[UnitId, Gone] = {}
        self.screens: dict[UnitId, Unit] = {}
        self.tally: dict[str, int] = {}
        self._own = set(COPIED)
        self._cache: dict[Hashable, Any] = {}
        self._stood: dict[Hashable, Any] | None = None

    def draft(self) -> Self:
        copy = object.__new__(type(self))
        copy.happened = []
        for field in (*COPIED, *PLAIN):
            setattr(copy, field, getattr(self, field))
        copy._own, copy._cache, copy._stood = set(), dict(self._cache), self._stood
        return copy

    def out_of_turn(self, action: object, ask: Ask) -> Sequence[Reason]:
        return out_of_turn(action, ask, self.setting.side_names)

    # --- changing

    def own(self, field: str) -> dict[str, Any]:
        """A dictionary that may be written to; whatever was worked out of the table is forgotten."""
        self._cache.clear()
        if field in STANDING:
            self._stood = None
        if field not in self._own:
            setattr(self, field, dict(getattr(self, field)))
            self._own.add(field)
        return cast(dict[str, Any], getattr(self, field))

    def put(self, piece: Piece) -> None:
        """A unit as it is from now on; its footprint and its place follow from how it stands."""
        size = self.size(piece)
        centre = (
            piece.pose.point
            if piece.formation is Formation.GARRISON
            else Footprint(piece.pose, size).centre
        )
        before = self.pieces.get(piece.id)
        self.own("pieces")[piece.id] = replace(piece, size=size, at=self.setting.place(centre))
        if before is not None and before.pose != piece.pose:
            self._bring_along(piece.id, centre)

    def _bring_along(self, unit: UnitId, to: Point) -> None:
        """Commanders who are with a unit go where it goes (E23.11)."""
        for officer, held in list(self.officers.items()):
            if held.attached == unit:
                self.own("officers")[officer] = replace(held, at=to)

    def alter(self, unit: UnitId, **fields: Any) -> None:
        """A unit changes; whoever is attached to it goes where it goes (E23.11)."""
        self.put(replace(self.pieces[unit], **fields))
        if "pose" in fields:
            for officer in [each for each in self.officers.values() if each.attached == unit]:
                at = fields["pose"].point
                self.own("officers")[officer.id] = replace(officer, at=at)

    def take(self, unit: UnitId, gone: Gone) -> None:
        """A unit leaves the table; skirmishers who do so are lost to their battalion for good.

        A commander who was with it is with nobody from now on.
        """
        del self.own("pieces")[unit]
        self.own("removed")[unit] = gone
        for officer, held in list(self.officers.items()):
            if held.attached == unit:
                self.own("officers")[officer] = replace(held, attached="")
        parent = self.printed(unit).parent
        if parent in self.pieces:
            self.alter(parent, screen="", spent=True)

    # --- units

    def printed(self, unit: UnitId) -> Unit:
        """What the card of a unit says; that of skirmishers is made when they are detached."""
        return self.setting.roster.get(unit) or self.screens[unit]

    def side_of(self, unit: UnitId) -> SideId:
        return self.printed(unit).side

    def arm(self, unit: UnitId) -> Arm:
        return self.printed(unit).arm

    def size(self, piece: Piece) -> Size:
        return size_of(self.printed(piece.id), piece.formation)

    def units_of(self, side: SideId) -> list[UnitId]:
        return [unit for unit in self.pieces if self.side_of(unit) == side]

    def units_in(self, division: DivisionId) -> list[UnitId]:
        """The units of a division on the table, its detached skirmishers too."""
        return [unit for unit in self.pieces if self.printed(unit).division == division]

    def is_skirmisher(self, unit: UnitId) -> bool:
        return self.pieces[unit].formation is Formation.SKIRMISH

    def is_formed(self, unit: UnitId) -> bool:
        """Neither detached skirmishers nor irregular horse."""
        return not self.is_skirmisher(unit) and not self.printed(unit).is_irregular

    # --- where

    def footprint(self, unit: UnitId) -> Footprint:
        return self.pieces[unit].footprint

    def centre(self, unit: UnitId) -> Point:
        """The middle of the ground that a unit covers."""
        held = self.pieces[unit].building
        return self.setting.buildings[held].centre if held else self.footprint(unit).centre

    def corners(self, unit: UnitId) -> Polygon:
        """The ground that a unit covers; a garrison has its building's."""

        def found() -> Polygon:
            piece = self.pieces[unit]
            if piece.building:
                return self.setting.buildings[piece.building].corners
            return piece.footprint.corners

        return self.standing(("corners", unit), found)

    def near(self, box: tuple[int, int, int, int], distance: int) -> list[UnitId]:
        """Units whose boxes come within a distance of a box."""
        return self.standing("nearby", self._index).near(box, distance)

    def _index(self) -> Nearby:
        index = Nearby()
        for unit in self.pieces:
            index.put(unit, box_of(self.corners(unit)))
        return index

    def within(self, shape: Polygon, distance: int) -> Iterator[UnitId]:
        """Units no farther than a distance from a shape."""
        for unit in self.near(box_of(shape), distance):
            if is_within(shape, self.corners(unit), distance):
                yield unit

    def enemies_within(self, side: SideId, shape: Polygon, distance: int) -> Iterator[UnitId]:
        """Enemies of a side, that it can see, no farther than a distance from a shape."""
        for unit in self.within(shape, distance):
            if self.side_of(unit) != side and not self.pieces[unit].hidden:
                yield unit

    def upon(
        self, shape: Polygon, but: Collection[UnitId] = (), *, seen_by: SideId = ""
    ) -> Iterator[UnitId]:
        """Units whose ground a shape overlaps, but for some; ``seen_by`` leaves out hidden enemies."""
        for unit in self.near(box_of(shape), 0):
            hidden = seen_by and self.pieces[unit].hidden and self.side_of(unit) != seen_by
            if unit not in but and not hidden and overlap(shape, self.corners(unit)):
                yield unit

    def buildings_under(self, shape: Polygon) -> Iterator[Building]:
        """Buildings that a shape overlaps."""
        return (held for held in self.setting.buildings.values() if overlap(shape, held.corners))

    def has_room(self, shape: Polygon, but: Collection[UnitId]) -> bool:
        """Is there room for a base: on the table, off every other unit and out of buildings?"""
        return (
            self.setting.terrain.on_table(shape)
            and not any(self.upon(shape, but))
            and not any(self.buildings_under(shape))
        )

    def gap_squared(self, one: UnitId, other: UnitId) -> Any:
        return gap_squared(self.corners(one), self.corners(other))

    def going(self, unit: UnitId) -> Going:
        """The ground that a unit is in: that of its front centre."""
        return Going(self.setting.terrain.at(self.pieces[unit].pose.point))

    def is_on(self, unit: UnitId, kinds: Collection[str]) -> bool:
        """Does a unit stand in ground of such a kind, by its front centre?"""
        here = self.pieces[unit].pose.point
        return any(
            patch.kind in kinds and holds(patch.corners, here) for patch in self.setting.patches
        )

    def level(self, unit: UnitId) -> int:
        return self.setting.terrain.level(self.pieces[unit].pose.point)

    # --- command

    def general(self, division: DivisionId) -> Officer:
        """Who leads a division."""
        return self.officers[self.setting.divisions[division].commander]

    def chief(self, side: SideId) -> Officer:
        return self.officers[self.setting.armies[side].chief]

    def officer_corners(self, officer: CommanderId) -> Polygon:
        """The little square that a commander covers; he always faces north."""
        at = self.officers[officer].at
        assert at is not None
        return Footprint(Pose(*at, 0), COMMANDER).corners

    def body_of(self, unit: UnitId) -> Body:
        return self.bodies[self.printed(unit).division]

    # --- what follows from the rest

    def derived(self, key: Hashable, find: Callable[[], T]) -> T:
        """Something worked out of the table once, until it changes."""
        if key not in self._cache:
            self._cache[key] = find()
        return cast(T, self._cache[key])

    def standing(self, key: Hashable, find: Callable[[], T]) -> T:
        """Something that follows from how all units stand alone, whatever else changes meanwhile.

        Tables on one ground whose units stand alike share it: where, in which formation, in which
        building, hidden, in disorder or marked. Nothing else of a piece may be asked for it.
        """
        if self._stood is None:
            self._stood = self.setting.stood(tuple(self._stands()))
        if key not in self._stood:
            self._stood[key] = find()
        return cast(T, self._stood[key])

    def _stands(self) -> Iterator[Hashable]:
        for each in self.pieces.values():
            yield (
                each.id,
                each.pose,
                each.formation.value,
                each.building,
                each.hidden,
                each.disordered,
                each.marked,
                self.screens.get(each.id),
            )


def box_of(shape: Polygon) -> tuple[int, int, int, int]:
    xs, ys = zip(*shape, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
