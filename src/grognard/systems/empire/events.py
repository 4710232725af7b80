"""Facts that every chapter records. One fact each, past tense."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from grognard.kernel import Event
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import Point
from grognard.mechanics.places import Place
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.pieces import Gone
from grognard.systems.empire.setting import CommanderId, DivisionId, SideId, UnitId
from grognard.systems.empire.table import Table

replace = msgspec.structs.replace


class Fact(Event, frozen=True):
    """An event of this system."""

    def change(self, table: Table) -> None:
        pass


class OfHidden(Fact, frozen=True):
    """A fact about a unit; while that is hidden only its own side, its ``secret``, hears of it."""

    quiet: ClassVar[bool] = True

    def seen_by(self, side: str) -> Self | None:
        return self if getattr(self, "secret", "") in ("", side) else None


def secret_of(table: Table, unit: UnitId) -> SideId:
    """The side that alone may hear of a unit: its own while it is hidden."""
    return table.side_of(unit) if table.pieces[unit].hidden else ""


def secret_of_division(table: Table, division: DivisionId) -> SideId:
    """The side that alone may hear of the whereabouts of a division: its own while some of it hides."""
    hidden = any(table.pieces[unit].hidden for unit in table.units_in(division))
    return table.setting.divisions[division].side if hidden else ""


# --- the clock


class TurnBegan(Fact, frozen=True, tag=True):
    """A new game turn."""

    turn: int
    time: str
    clauses: ClassVar[tuple[str, ...]] = ("E21.1",)

    def change(self, table: Table) -> None:
        table.turn, table.phasing, table.active, table.segment = self.turn, "", "", ""


class FirstChosen(Fact, frozen=True, tag=True):
    """Which side is active first this turn."""

    side: SideId
    clauses: ClassVar[tuple[str, ...]] = ("E21.5",)

    def change(self, table: Table) -> None:
        table.first = self.side


class PlayerTurnBegan(Fact, frozen=True, tag=True):
    """A side is active: its divisions and units may act again."""

    side: SideId
    clauses: ClassVar[tuple[str, ...]] = ("E21.4",)

    def change(self, table: Table) -> None:
        table.phasing, table.active, table.segment = self.side, "", ""
        bodies, officers = table.own("bodies"), table.own("officers")
        for division in table.setting.divisions.values():
            if division.side == self.side:
                bodies[division.id] = replace(bodies[division.id], acted=False)
        for officer, held in table.officers.items():
            if table.setting.commanders[officer].side == self.side:
                officers[officer] = replace(held, moved=False)
        for unit in table.units_of(self.side):
            table.alter(unit, acted=False, moves=0, unlimbered=False, prepaid=False, rallied=False)


class DivisionActivated(Fact, frozen=True, tag=True):
    """A division goes through its five steps; every enemy may react to it once."""

    division: DivisionId
    clauses: ClassVar[tuple[str, ...]] = ("E21.6",)

    def change(self, table: Table) -> None:
        table.active = self.division
        side = table.setting.divisions[self.division].side
        for unit in table.units_of(table.setting.enemy(side)):
            if table.pieces[unit].reacted:
                table.alter(unit, reacted=False)


class SegmentBegan(Fact, frozen=True, tag=True):
    """A step of an activation: preparatory-fire, charges, movement, final-fire."""

    segment: str
    clauses: ClassVar[tuple[str, ...]] = ("E21.2",)

    def change(self, table: Table) -> None:
        table.segment = self.segment


class DivisionEnded(Fact, frozen=True, tag=True):
    """A division is done; what its general has not spent is lost."""

    division: DivisionId
    clauses: ClassVar[tuple[str, ...]] = ("E24.10",)

    def change(self, table: Table) -> None:
        bodies, officers = table.own("bodies"), table.own("officers")
        bodies[self.division] = replace(bodies[self.division], acted=True, sent=0)
        general = table.general(self.division)
        officers[general.id] = replace(general, points=0)
        table.active, table.segment = "", ""


class MarkersLifted(Fact, frozen=True, tag=True):
    """The turn ends: action markers go, Disorder stays."""

    clauses: ClassVar[tuple[str, ...]] = ("E21.7", "E22.8")

    def change(self, table: Table) -> None:
        bodies = table.own("bodies")
        for division, body in table.bodies.items():
            bodies[division] = replace(body, changed=False)
        for unit in list(table.pieces):
            table.alter(
                unit, marked=False, fired=False, acted=False, moves=0, reacted=False,
                unlimbered=False, volleyed=False, galled=False,
            )  # fmt: skip


# --- command


class PointsRolled(Fact, frozen=True, tag=True):
    """A commander has his command points for now: half of die and value, rounded up."""

    leader: CommanderId
    die: int
    points: int
    clauses: ClassVar[tuple[str, ...]] = ("E24.1",)

    def change(self, table: Table) -> None:
        officers = table.own("officers")
        officers[self.leader] = replace(officers[self.leader], points=self.points)


class PointsSpent(Fact, frozen=True, tag=True):
    """Command points are paid."""

    leader: CommanderId
    points: int
    clauses: ClassVar[tuple[str, ...]] = ("E24.2",)

    def change(self, table: Table) -> None:
        officers = table.own("officers")
        held = officers[self.leader]
        officers[self.leader] = replace(held, points=held.points - self.points)


# --- units


class Moved(OfHidden, frozen=True, tag=True):
    """A unit stands elsewhere, or otherwise. ``path`` is what its middle passed, for drawing."""

    unit: UnitId
    pose: Pose
    formation: Formation
    to: Place
    path: tuple[Place, ...] = ()
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("EM.1",)

    def change(self, table: Table) -> None:
        limbered = table.pieces[self.unit].formation is Formation.LIMBERED
        if limbered and self.formation is Formation.UNLIMBERED:
            table.alter(self.unit, unlimbered=True)
        table.alter(self.unit, pose=self.pose, formation=self.formation)


class Activated(OfHidden, frozen=True, tag=True):
    """A unit has used its activation for a move, the first of it or another; or for several at once."""

    unit: UnitId
    moves: int = 1
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E24.15",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, acted=True, moves=table.pieces[self.unit].moves + self.moves)


class Marked(OfHidden, frozen=True, tag=True):
    """A unit gets an action marker."""

    unit: UnitId
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E22.8",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, marked=True)


class Disordered(Fact, frozen=True, tag=True):
    """A unit falls into Disorder, which marks it."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("E22.2",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, disordered=True, marked=True)


class LossTaken(Fact, frozen=True, tag=True):
    """A unit loses men; an attrition is half a loss."""

    unit: UnitId
    halves: int
    clauses: ClassVar[tuple[str, ...]] = ("E56.42",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, halves=table.pieces[self.unit].halves + self.halves)


class Removed(Fact, frozen=True, tag=True):
    """A unit leaves the table: eliminated, fled or withdrawn."""

    unit: UnitId
    how: str
    clauses: ClassVar[tuple[str, ...]] = ("EU.11",)

    def change(self, table: Table) -> None:
        piece = table.pieces[self.unit]
        table.take(self.unit, Gone(self.how, table.turn, "", piece.disordered))


class Withdrawn(Fact, frozen=True, tag=True):
    """A unit has left by an edge where it may; ``scores``: in time and in good order."""

    unit: UnitId
    scores: bool
    clauses: ClassVar[tuple[str, ...]] = ("EV.3",)

    def change(self, table: Table) -> None:
        side = table.side_of(self.unit)
        leaving = [held for held in table.officers.values() if held.attached == self.unit]
        table.take(self.unit, Gone("withdrawn", table.turn))
        for officer in leaving:
            table.own("officers")[officer.id] = replace(officer, at=None, attached="")
        if self.scores:
            tally = table.own("tally")
            tally[f"withdrawn:{side}"] = tally.get(f"withdrawn:{side}", 0) + 1


class Revealed(Fact, frozen=True, tag=True):
    """A hidden unit is seen."""

    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("EG.9",)

    def change(self, table: Table) -> None:
        table.alter(self.unit, hidden=False)


# --- commanders


class Rode(OfHidden, frozen=True, tag=True):
    """A commander moves; ``unit`` is the one he attaches himself to, if he does."""

    leader: CommanderId
    point: Point
    unit: UnitId = ""
    secret: SideId = ""
    clauses: ClassVar[tuple[str, ...]] = ("E29.10",)

    def change(self, table: Table) -> None:
        officers = table.own("officers")
        officers[self.leader] = replace(
            officers[self.leader], at=self.point, attached=self.unit, moved=True
        )


# --- aims


class ObjectiveTaken(Fact, frozen=True, tag=True):
    """A side holds an objective that it did not hold."""

    objective: str
    side: SideId
    clauses: ClassVar[tuple[str, ...]] = ("EV.4",)

    def change(self, table: Table) -> None:
        table.own("holders")[self.objective] = self.side


class BattleEnded(Fact, frozen=True, tag=True):
    """The battle is over, and this is how it stands."""

    verdict: str
    clauses: ClassVar[tuple[str, ...]] = ("EV.3",)
