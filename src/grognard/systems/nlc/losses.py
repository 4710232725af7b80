"""Steps and who loses them (chapters 6 and 7.1-7.2, with chateaux 10.4 and tiny units 19.5).

Hits are paid in halves of a step: a whole step pays two, the step of a tiny unit pays one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

import msgspec

from grognard.kernel import Ask, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.events import Fact, ForceChanged, LostStep, Removed
from grognard.systems.nlc.kinds import Arm, Terrain
from grognard.systems.nlc.pieces import Fate
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

WHOLE: Final = 2
HALF: Final = 1
TINY: Final = 1
"""N19.5.1: a step is tiny if it costs only so much strength."""


class Toll(msgspec.Struct, frozen=True):
    """What a side lost in a combat: halves of steps, and the hexes where units were hit."""

    halves: int = 0
    hexes: tuple[Hex, ...] = ()


class HitsTaken(Fact, frozen=True, tag=True):
    """A side must pay for hits in a combat; ``cause`` names the combat."""

    side: SideId
    hits: int
    cause: str
    clauses: ClassVar[tuple[str, ...]] = ("N7.1.3", "N7.1.5")

    def cites(self) -> tuple[str, ...]:
        return PRICES.get(self.cause, self.clauses)


PRICES = {"zone": ("N7.4.9",), "cornered": ("N7.4.10",)}
"""Steps that are the price of a retreat, and the clauses behind them."""


# --- one step


@rule("N6.1.1", "N6.2.1", "N6.2.2", "N7.2.1", "R-6.2")
def lose_step(table: Table, unit: UnitId) -> None:
    """A unit loses a step: it is turned over, marked, or eliminated if that was its last."""
    piece = table.pieces[unit]
    if piece.lost + 1 < table.printed(unit).steps:
        note_loss(table, unit)
        table.record(LostStep(unit, piece.lost + 1))
    else:
        eliminate(table, unit)


@rule("N7.2.1", "N12.10.1", "N13.8")
def eliminate(table: Table, unit: UnitId, how: str = "eliminated") -> None:
    """Take a unit off the map; without supply at this moment it never comes back."""
    from grognard.systems.nlc.supply import is_supplied

    note_loss(table, unit)
    supplied = is_supplied(table, unit)
    table.record(Removed(unit, Fate(how, table.turn, supplied, table.pieces[unit].lost)))


@rule("N12.10.1")
def note_loss(table: Table, unit: UnitId) -> None:
    """The unit's order remembers the first turn in which it cost a step."""
    force = table.force_of(unit)
    if not force.loss_turn:
        changed = msgspec.structs.replace(force, loss_turn=table.turn)
        table.record(ForceChanged(force.side, changed))


@rule("N19.5.1", "R-19.5")
def worth(table: Table, unit: UnitId) -> int:
    """How much of a hit the unit's next step pays for, in halves."""
    printed, lost = table.printed(unit), table.pieces[unit].lost
    if printed.arm is not Arm.INFANTRY or not table.setting.on("tiny_units"):
        return WHOLE
    after = printed.strengths[lost + 1] if lost + 1 < printed.steps else 0
    return HALF if printed.strengths[lost] - after == TINY else WHOLE


# --- who pays


@rule("N7.1.6", "N7.1.7", "R-7.1d", "R-19.5b")
def payers(
    table: Table, units: Iterable[UnitId], first: bool, rest: bool = False
) -> tuple[UnitId, ...]:
    """The units among which the owner chooses for a hit, or for the ``rest`` of one half paid.

    The damaged go first from one hit to the next, but not within one.
    """
    here = [unit for unit in units if unit in table.pieces]
    foot = [unit for unit in here if table.arm(unit) is Arm.INFANTRY]
    pool = foot if first and foot else here
    damaged = [unit for unit in pool if table.pieces[unit].lost and not rest]
    return tuple(damaged or pool)


@rule("N10.4", "R-10")
def comrades(table: Table, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Foot next to a chateau that may take the losses of the lone battalions inside."""
    found: dict[UnitId, None] = {}
    for unit in units:
        if unit in table.pieces and is_garrison(table, unit):
            for there in table.setting.ground.around[table.pieces[unit].at]:
                for other in table.units_in(there, table.side_of(unit)):
                    if table.arm(other) is Arm.INFANTRY:
                        found[other] = None
    return tuple(found)


@rule("N10.1", "N10.6")
def is_garrison(table: Table, unit: UnitId) -> bool:
    """Is it a lone infantry unit in a chateau?"""
    at = table.pieces[unit].at
    return (
        table.setting.ground.terrain[at] == Terrain.CHATEAU
        and len(table.stack(at)) == 1
        and table.arm(unit) is Arm.INFANTRY
    )


class TakeHits(Procedure, tag=True):
    """N7.1.5: a side pays for hits with the units of a combat, as its owner chooses. Result: Toll."""

    side: SideId
    units: tuple[UnitId, ...]
    hits: int
    cause: str
    owed: int = -1
    paid: int = 0
    begun: bool = False
    hexes: tuple[Hex, ...] = ()

    @step("N7.1.3")
    def announce(self, table: Table) -> Flow:
        if self.hits <= 0:
            return Done(Toll())
        self.owed = WHOLE * self.hits
        table.record(HitsTaken(self.side, self.hits, self.cause))
        return None

    @step("N7.1.5", "N7.1.6", "N7.1.7")
    def look(self, table: Table) -> Flow:
        choice = self._choice(table)
        if self.owed <= 0 or not choice:
            return Goto("finish")
        if len(choice) == 1:
            self._pay(table, choice[0])
            return Goto("look")
        return None

    @step("N7.1.5")
    def ask(self, table: Table) -> Flow:
        choice = self._choice(table)

        def judge(said: Pick) -> Reason | None:
            return None if said.choice in choice else self._bar(table, said.choice)

        return Ask(self.side, Judged(judge, map(Pick, sorted(choice)), Pick), "allocate-hit")

    @step("N7.1.5", "N10.4")
    def hear(self, table: Table, picked: Pick) -> Flow:
        self._pay(table, picked.choice)
        return Goto("look")

    @step("N19.5.1")
    def finish(self, table: Table) -> Flow:
        return Done(Toll(self.paid, self.hexes))

    def _choice(self, table: Table) -> tuple[UnitId, ...]:
        own = payers(table, self.units, not self.begun, rest=self._is_half_paid())
        return (*own, *(unit for unit in comrades(table, own) if unit not in own))

    @rule("N7.1.5", "N7.1.6", "N7.1.7")
    def _bar(self, table: Table, unit: UnitId) -> Reason | None:
        """Why a unit does not bear this hit."""
        if unit not in self.units or unit not in table.pieces:
            return Reason(f"{unit} is not among those who were hit", "N7.1.5")
        if not self.begun and table.arm(unit) is not Arm.INFANTRY:
            return Reason("the first hit falls on foot", "N7.1.6")
        return Reason("units that have lost before bear the next hit", "N7.1.7")

    @rule("N19.5.1", "R-19.5b")
    def _is_half_paid(self) -> bool:
        """Has a tiny unit paid half of a hit? Any one step pays the rest of it."""
        return self.owed % WHOLE == HALF

    def _pay(self, table: Table, unit: UnitId) -> None:
        value = worth(table, unit)
        self.owed -= HALF if self._is_half_paid() else value
        self.begun = self.begun or not self._is_half_paid()
        self.paid += value
        fresh = [at for at in table.pieces[unit].hexes if at not in self.hexes]
        self.hexes = (*self.hexes, *fresh)
        lose_step(table, unit)
