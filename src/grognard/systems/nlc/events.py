"""Facts that every chapter records. One fact each, past tense."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from grognard.kernel import Event, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.pieces import STAGE_MARKS, Fate, General, Mark, Piece, Quarters
from grognard.systems.nlc.records import Force, ForceId
from grognard.systems.nlc.setting import HeadquartersId, LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace


class Fact(Event, frozen=True):
    """An event of this system."""

    def change(self, table: Table) -> None:
        pass


class Secret(Fact, frozen=True):
    """A fact that only its own side hears of; ``side`` says whose it is.

    Most are quiet: they note what follows from the moves, losses and chits that all have seen.
    Those that tell of a secret die or a secret decision are not, and hide it with them.
    """

    side: SideId
    quiet: ClassVar[bool] = True

    def seen_by(self, side: str) -> Self | None:
        return self if side == self.side else None


# --- the clock


class TurnBegan(Fact, frozen=True, tag=True):
    """A new turn of an hour (N4.1)."""

    turn: int
    time: str
    weather: str
    clauses: ClassVar[tuple[str, ...]] = ("N4.1",)

    def change(self, table: Table) -> None:
        table.touched()
        table.turn, table.phase, table.segment, table.side = self.turn, "", "", ""
        table.active, table.queues = (), ()


class PhaseBegan(Fact, frozen=True, tag=True):
    phase: str
    clauses: ClassVar[tuple[str, ...]] = ("N4.1",)

    def change(self, table: Table) -> None:
        table.touched()
        table.phase, table.segment = self.phase, ""


class StageBegan(Fact, frozen=True, tag=True):
    """Formations act, with all parts that follow orders of their own (N4.6, N4.1.3).

    Which parts those are is their side's secret. Marks of the last stage are wiped.
    """

    side: SideId
    formations: tuple[str, ...]
    clauses: ClassVar[tuple[str, ...]] = ("N4.6",)

    def change(self, table: Table) -> None:
        table.touched()
        table.side, table.segment = self.side, ""
        table.active = tuple(
            force.id
            for force in table.forces.values()
            if force.formation in self.formations and force.side == self.side
        )
        _wipe(table, STAGE_MARKS)
        _face_guns(table)


class StageEnded(Fact, frozen=True, tag=True):
    def change(self, table: Table) -> None:
        table.touched()
        table.active, table.segment, table.side = (), "", ""


class SegmentBegan(Fact, frozen=True, tag=True):
    """bombardment, charge, movement or assault (N4.5)."""

    segment: str

    def change(self, table: Table) -> None:
        table.touched()
        table.segment = self.segment


class MarksWiped(Fact, frozen=True, tag=True):
    """The turn is over: what units did in it is forgotten."""

    def change(self, table: Table) -> None:
        for piece in list(table.pieces.values()):
            if piece.marks or piece.spent or piece.faced or piece.began:
                table.put(replace(piece, marks=(), began=0, spent=0, ceiling=0, faced=()))


def _wipe(table: Table, marks: tuple[str, ...]) -> None:
    for piece in list(table.pieces.values()):
        if piece.marks or piece.spent or piece.faced or piece.began:
            kept = tuple([mark for mark in piece.marks if mark not in marks])
            table.put(replace(piece, marks=kept, began=0, spent=0, ceiling=0, faced=()))


@rule("N8.4.1", "R-8.4")
def _face_guns(table: Table) -> None:
    """Guns with enemies beside them as the stage begins are turned towards those."""
    for piece in list(table.pieces.values()):
        if table.arm(piece.id).artillery:
            side = table.side_of(piece.id)
            around = table.setting.ground.around[piece.at]
            faced = tuple(at for at in around if table.has_enemy(at, side))
            if faced:
                table.put(replace(piece, faced=faced))


# --- units


class Moved(Fact, frozen=True, tag=True):
    """Units entered a hex together, each having spent so much of its allowance by now.

    ``unseen_by`` is the enemy while he sees neither where they were nor where they are: he may not
    look into the stack, and knows its top counter (N5.3.2). What it cost is told to nobody: their own side
    reads it off the counters, and to the enemy it would say that they march by road, as their orders do.
    """

    units: tuple[UnitId, ...]
    to: Hex
    cost: int = 0
    also: Hex = 0
    unseen_by: SideId = ""

    def seen_by(self, side: str) -> Moved:
        hidden = bool(self.unseen_by) and side in (self.unseen_by, "")
        units = self.units[:1] if hidden else self.units
        return Moved(units, self.to, 0, self.also, self.unseen_by)

    def change(self, table: Table) -> None:
        for unit in reversed(self.units):
            piece = table.pieces[unit]
            table.put(replace(piece, at=self.to, also=self.also, spent=piece.spent + self.cost))


class Placed(Fact, frozen=True, tag=True):
    """A unit came onto the map, gathered by its leader (N13.4)."""

    unit: UnitId
    at: Hex
    lost: int = 0
    disrupted: bool = False
    spent: int = 0
    clauses: ClassVar[tuple[str, ...]] = ("N13.4",)

    def change(self, table: Table) -> None:
        table.put(Piece(self.unit, self.at, self.lost, self.disrupted, spent=self.spent))
        if self.unit in table.removed:
            del table.writable("removed")[self.unit]


class Restacked(Fact, frozen=True, tag=True):
    """The counters of a hex lie in another order (N5.3.3)."""

    at: Hex
    units: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("N5.3.3",)

    def change(self, table: Table) -> None:
        table.writable("stacks")[self.at] = self.units


class Marked(Fact, frozen=True, tag=True):
    """What a unit has done is remembered; one that is marked as moved goes no farther (N7.9.4)."""

    unit: UnitId
    mark: str

    def cites(self) -> tuple[str, ...]:
        return MARKS.get(self.mark.partition(":")[0], ())

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        if self.mark not in piece.marks:
            table.put(replace(piece, marks=tuple(sorted((*piece.marks, self.mark)))))


MARKS: dict[str, tuple[str, ...]] = {
    Mark.MOVED: ("N7.9.4", "R-7.9c"), Mark.CHARGED: ("N7.7.14",), Mark.BOMBARDED: ("N8.1.2",),
    Mark.ENTERED_ZONE: ("N12.2A.3",), Mark.ATTACKED: ("N12.2A.1",), Mark.SPENT: ("N20.7.1",),
    "tested": ("N7.9.5",), "fired-at": ("N20.13.2",),
}  # fmt: skip
"""Why it is remembered what a unit has done."""


class Unmarked(Fact, frozen=True, tag=True):
    unit: UnitId
    mark: str

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        kept = tuple([mark for mark in piece.marks if mark != self.mark])
        table.put(replace(piece, marks=kept))


class MadeUp(Fact, frozen=True, tag=True):
    """A huge unit on its last step is made up to its reverse (N6.2.3)."""

    unit: UnitId
    lost: int
    clauses: ClassVar[tuple[str, ...]] = ("N6.2.3",)

    def change(self, table: Table) -> None:
        table.put(replace(table.pieces[self.unit], lost=self.lost))


class LostStep(Fact, frozen=True, tag=True):
    """A unit is turned over, or gets the marker of its third step (N6.1.1, N6.2.2)."""

    unit: UnitId
    lost: int
    clauses: ClassVar[tuple[str, ...]] = ("N6.1.1", "N7.2.1")

    def cites(self) -> tuple[str, ...]:
        return ("N6.2.2",) if self.lost > 1 else self.clauses

    def change(self, table: Table) -> None:
        table.put(replace(table.pieces[self.unit], lost=self.lost))


class Removed(Fact, frozen=True, tag=True):
    """A unit left the map; ``fate`` says how, and whether it may come back."""

    unit: UnitId
    fate: Fate
    clauses: ClassVar[tuple[str, ...]] = ("N7.2.1",)

    def cites(self) -> tuple[str, ...]:
        return FATES.get(self.fate.how, self.clauses)

    def change(self, table: Table) -> None:
        if self.unit in table.pieces:
            table.remove(self.unit)
        table.writable("removed")[self.unit] = self.fate


FATES = {
    "destroyed": ("N13.5", "N13.6", "N13.7"), "starved": ("N17.2",),
    "retreated": ("N7.4.10", "N5.6.1"), "exited": ("N5.6.1",),
}  # fmt: skip
"""How a unit that was not eliminated by a hit left the map, and the clauses behind it."""


class Disrupted(Fact, frozen=True, tag=True):
    """A unit fell into disorder; within an assault segment it tells from the next one on (N7.6.1)."""

    unit: UnitId
    why: str = ""
    clauses: ClassVar[tuple[str, ...]] = ("N6.3.3",)

    def cites(self) -> tuple[str, ...]:
        return DISORDERS.get(self.why, self.clauses)

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        marks = piece.marks
        if table.segment == "assault":
            marks = tuple(sorted({*marks, Mark.JUST_DISRUPTED}))
        table.put(replace(piece, disrupted=True, marks=marks))


DISORDERS = {
    "retreat": ("N19.1.2",), "test": ("N19.1.1",), "crowd": ("N7.4.8",), "zone": ("N19.1.3",),
    "charge": ("N7.7.14",), "bombardment": ("N8.1.4",), "volley": ("N20.12.3",), "guns": ("N20.3.2",),
}  # fmt: skip
"""What breaks the ranks, and the clauses behind it."""


class Recovered(Fact, frozen=True, tag=True):
    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("N6.3.2",)

    def change(self, table: Table) -> None:
        table.put(replace(table.pieces[self.unit], disrupted=False))


# --- leaders and headquarters


class LeaderMoved(Fact, frozen=True, tag=True):
    """A leader came to a hex; ``done`` when his move of the turn is used up."""

    leader: LeaderId
    to: Hex
    done: bool = False

    def change(self, table: Table) -> None:
        general = table.leaders[self.leader]
        moved = general.moved or self.done
        table.writable("leaders")[self.leader] = replace(general, at=self.to, moved=moved)


class LeaderChanged(Secret, frozen=True, tag=True):
    """Something about a leader is other than it was: what he has done this turn."""

    general: General

    def change(self, table: Table) -> None:
        table.writable("leaders")[self.general.id] = self.general


class QuartersChanged(Fact, frozen=True, tag=True):
    quarters: Quarters

    def change(self, table: Table) -> None:
        table.writable("quarters")[self.quarters.id] = self.quarters


class QuartersMoved(Fact, frozen=True, tag=True):
    headquarters: HeadquartersId
    to: Hex

    def change(self, table: Table) -> None:
        held = table.quarters[self.headquarters]
        table.writable("quarters")[held.id] = replace(held, at=self.to)


# --- orders


class ForceChanged(Secret, frozen=True, tag=True):
    """What a force remembers of its order is other than it was; nobody's business but its side's."""

    force: Force

    def change(self, table: Table) -> None:
        table.writable("forces")[self.force.id] = self.force


class PutUnder(Secret, frozen=True, tag=True):
    """Units obey another force from now on."""

    units: tuple[UnitId, ...]
    force: ForceId

    def change(self, table: Table) -> None:
        under = table.writable("under")
        for unit in self.units:
            under[unit] = self.force


class Counted(Fact, frozen=True, tag=True):
    """A tally that victory or an optional rule keeps."""

    name: str
    by: int = 1

    def change(self, table: Table) -> None:
        tally = table.writable("tally")
        tally[self.name] = tally.get(self.name, 0) + self.by
