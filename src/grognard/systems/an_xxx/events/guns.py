"""Events of the guns and of the drill of An XXX."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Account
from grognard.mechanics.hexes import Hex, name
from grognard.systems.an_xxx.marks import SHOTS
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.pieces import Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table


class ShotsCounted(Fact, frozen=True, tag=True):
    """A battery has so much ammunition left (X18.14.4)."""

    unit: UnitId
    left: int
    clauses: ClassVar[tuple[str, ...]] = ("X18.14.4",)

    def change(self, table: Table) -> None:
        kept = [mark for mark in table.pieces[self.unit].marks if not mark.startswith(SHOTS)]
        table.alter(self.unit, marks=tuple(sorted((*kept, f"{SHOTS}{self.left}"))))


class ResupplyTried(Fact, frozen=True, tag=True):
    """A battery rolled for ammunition from a wagon (X18.14.3)."""

    unit: UnitId
    wagon: str
    die: int
    refilled: bool
    clauses: ClassVar[tuple[str, ...]] = ("X18.14.3",)


class CaissonExploded(Fact, frozen=True, tag=True):
    """A caisson went up in a hex: of a battery, or a whole wagon (X18.6.1, X18.6.2)."""

    at: Hex
    what: str
    clauses: ClassVar[tuple[str, ...]] = ("X18.6.1", "X18.6.2")


class ShellsFell(Fact, frozen=True, tag=True):
    """Shells were thrown at a hex: the die, what was added, and how far they went astray (X18.15.1)."""

    target: Hex
    die: int
    account: Account
    far: int
    clauses: ClassVar[tuple[str, ...]] = ("X18.15.1",)


class HexCaughtFire(Fact, frozen=True, tag=True):
    """The houses of a hex burn (X18.15.5)."""

    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("X18.15.5",)

    def change(self, table: Table) -> None:
        table.writable("removed")[f"fire:{name(self.at)}"] = "burning"


class HexBurntOut(Fact, frozen=True, tag=True):
    """A fire has burnt itself out (X18.15.7)."""

    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("X18.15.7",)

    def change(self, table: Table) -> None:
        del table.writable("removed")[f"fire:{name(self.at)}"]


class ThingPlaced(Fact, frozen=True, tag=True):
    """A wagon, or guns without a crew, lies where its fate says, or is gone for good."""

    thing: str
    fate: str
    clauses: ClassVar[tuple[str, ...]] = ("X18.14.5",)

    def change(self, table: Table) -> None:
        table.writable("removed")[self.thing] = self.fate


class GunsOverrun(Fact, frozen=True, tag=True):
    """A battery was lost where it stood: spiked, or left without a crew (X18.12.1, X18.12.2)."""

    unit: UnitId
    at: Hex
    die: int
    spiked: bool
    fate: str
    clauses: ClassVar[tuple[str, ...]] = ("X18.12.1", "X18.12.2")

    def change(self, table: Table) -> None:
        table.remove(self.unit, self.fate)


class GunsCrewed(Fact, frozen=True, tag=True):
    """Guns that were lost are served again, with half of what was left of them (X18.12.3)."""

    unit: UnitId
    at: Hex
    facing: int
    lost: int
    shots: int
    clauses: ClassVar[tuple[str, ...]] = ("X18.12.3",)

    def change(self, table: Table) -> None:
        del table.writable("removed")[self.unit]
        marks = (f"{SHOTS}{self.shots}",) if self.shots >= 0 else ()
        table.put(
            Piece(
                id=self.unit,
                hexes=(self.at,),
                facing=self.facing,
                formation=Formation.UNLIMBERED,
                cohesion=Cohesion.GOOD,
                lost=self.lost,
                marks=marks,
            )
        )
