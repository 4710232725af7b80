"""The critic of the La Bataille editions: reinforcements, guns, assaults, fire, charges, ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from grognard.kernel import Event
from grognard.kernel.engine import State
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.critic import Criticism, Habit, Marches, Tally
from grognard.systems.bataille.actions import Firer
from grognard.systems.bataille.doctrine.field import places
from grognard.systems.bataille.doctrine.worth import fire_worth
from grognard.systems.bataille.events.charge import (
    ChargeDesignated,
    ChargeEnded,
    ChargeStruck,
    Rode,
)
from grognard.systems.bataille.events.facts import Moved, SequenceBegan
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.melee import AssaultDeclared, FellBack
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.events.movement import Arrived
from grognard.systems.bataille.fronts import front_mask
from grognard.systems.bataille.horse.charge_end import MISSED
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

EDGE, CROWD, GUNS, LONE, IDLE_FIRE = "edge", "crowd", "guns", "lone", "idle fire"
UNRIDDEN, PAST_SQUARES, GROUND, TO_AND_FRO = "unridden", "past squares", "ground", "to and fro"
ENTANGLED, DISGRACED, CHASED = "entangled", "disgraced", "chased"

HABITS: Final = (
    Habit(EDGE, "reinforcements that stop on the edge in the turn they arrive", 0.1),
    Habit(CROWD, "reinforcements that end that turn stacked on another on the edge", 0.1),
    Habit(GUNS, "batteries lost that no formed friend covered when their side's turn ended", 0.15),
    Habit(LONE, "assaults on formed troops by one unit where another could have joined", 0.15),
    Habit(IDLE_FIRE, "fire of one's own accord that could not hurt", 0.0),
    Habit(UNRIDDEN, "charges designated and not ridden", 0.15),
    Habit(PAST_SQUARES, "charges that rode past a formed square at guns", 0.0),
    Habit(GROUND, "hexes that decide, left with the enemy nearer to them than any friend", 0.1),
    Habit(TO_AND_FRO, "marches that undo the march of the turn before", 0.05),
    Habit(ENTANGLED, "marches of foot through its own horse, which shakes both", 0.02),
    Habit(DISGRACED, "charges that ended in disgrace: somebody could have been struck", 0.05),
    Habit(CHASED, "assaults on whoever could only slip away, and did", 0.2),
)
NEAR: Final = 5
"""A formed enemy so near could march onto ground that is left."""

PASSAGE: Final = "passage"
OWN_ACCORD: Final = ("offensive", "defensive")


Declared = tuple[str, Hex, tuple[UnitId, ...]]
"""An assault: the side, the hex and who makes it."""


class Watcher:
    """Watches a battle of one of the editions."""

    joins: ClassVar[int] = 1
    """From how many hexes a unit joins an assault."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.tally = setting, Tally()
        self._marches = {side: Marches(distance) for side in setting.sides}
        self._covered: dict[UnitId, bool] = {}
        self._goals = [at for place in places(setting) for at in place.hexes]
        self._lost: set[UnitId] = set()
        self._begin(None)

    def _begin(self, table: Table | None) -> None:
        """A side's turn begins: nothing has happened in it."""
        self._start = {} if table is None else {u: p.at for u, p in table.pieces.items()}
        self._marched: dict[UnitId, Hex] = {}
        self._arrived: list[UnitId] = []
        self._named: list[tuple[UnitId, ...]] = []
        self._ridden: dict[UnitId, list[Hex]] = {}
        self._entangled: set[UnitId] = set()
        self._slipped: set[Hex] = set()
        self._storming: set[UnitId] = set()
        self._assaults: dict[Hex, set[UnitId]] = {}
        self._could: dict[Hex, set[UnitId]] = {}

    def watch(self, before: State, after: State) -> None:
        table: Table = before.table
        for event in after.happened:
            match event:
                case SequenceBegan():
                    self._end(table)
                    self._begin(after.table)
                case Arrived():
                    self._arrived.append(event.piece.id)
                case FireResolved():
                    self._fired(table, event)
                case Moved() if type(event) is Moved and event.unit in self._start:
                    self._marched[event.unit] = event.hexes[0]
            self._ridden_or_met(table, event)
            declared = self.declared(event)
            if declared is not None:
                self._assaulted(table, *declared)
        for unit in [unit for unit in table.pieces if unit not in after.table.pieces]:
            self._removed(unit)

    def _ridden_or_met(self, table: Table, event: Event) -> None:
        """What a charge comes to, and whom a march or an assault meets."""
        match event:
            case ChargeDesignated():
                self._named.append(event.units)
            case Rode():
                self._ridden.setdefault(event.unit, []).extend(event.hexes)
            case ChargeStruck():
                self._struck(table, event)
            case ChargeEnded():
                disgraced = event.how == MISSED
                self.tally.note(DISGRACED, table.side_of(event.unit), disgraced)
            case MoraleChecked() if event.occasion == PASSAGE:
                self._entangled.add(event.unit)
            case FellBack():
                self._slipped.add(table.pieces[event.unit].at)
            case _:
                pass

    def close(self, last: State) -> None:
        table: Table = last.table
        self._end(table)
        for unit, printed in self.setting.roster.items():
            if printed.arm is Arm.ARTILLERY and unit not in self._lost and unit in self._covered:
                self.tally.note(GUNS, printed.side, False)

    # --- while it happens

    def declared(self, event: Event) -> Declared | None:
        """The assault that an event declares, if it does."""
        if isinstance(event, AssaultDeclared) and not event.follow_up:
            return event.side, event.target, event.units
        return None

    def _fired(self, table: Table, event: FireResolved) -> None:
        if event.kind in OWN_ACCORD:
            firers = [Firer(share.unit, share.at) for share in event.shares]
            hurts = fire_worth(table, event.target, firers, event.kind) > 0
            self.tally.note(IDLE_FIRE, event.side, not hurts)

    def _assaulted(self, table: Table, side: str, target: Hex, units: tuple[UnitId, ...]) -> None:
        self._storming.update(units)
        if not _formed(table, table.stacks.get(target, ())):
            return
        self._assaults.setdefault(target, set()).update(units)
        arm = self.setting.roster[units[0]].arm
        able = {
            unit
            for unit in table.units_of(side)
            if self.setting.roster[unit].arm is arm and self._could_join(table, unit, target)
        }
        self._could.setdefault(target, set()).update(able)

    def _could_join(self, table: Table, unit: UnitId, target: Hex) -> bool:
        piece = table.pieces[unit]
        if piece.cohesion is not Cohesion.GOOD or piece.formation is Formation.SQUARE:
            return False
        if piece.at in self._goals:
            return False
        if self.joins > 1:
            return distance(piece.at, target) <= self.joins
        return any(
            near == target and front_mask(table, unit, at) >> side & 1
            for at in piece.hexes
            for side, near in enumerate(self.setting.ground.around[at])
        )

    def _struck(self, table: Table, event: ChargeStruck) -> None:
        side = table.side_of(event.units[0])
        guns = self.setting.roster[event.target].arm is Arm.ARTILLERY
        way = [at for unit in event.units for at in self._ridden.get(unit, ())]
        squares = [
            at
            for unit, piece in table.pieces.items()
            if piece.formation is Formation.SQUARE
            and piece.cohesion is Cohesion.GOOD
            and table.side_of(unit) != side
            for at in piece.hexes
        ]
        passed = any(distance(at, square) <= 1 for at in way for square in squares)
        self.tally.note(PAST_SQUARES, side, guns and passed)

    def _removed(self, unit: UnitId) -> None:
        printed = self.setting.roster.get(unit)
        if printed is None or printed.arm is not Arm.ARTILLERY or unit in self._lost:
            return
        self._lost.add(unit)
        self.tally.note(GUNS, printed.side, not self._covered.get(unit, True))

    # --- when a side's turn is over

    def _end(self, table: Table) -> None:
        side = table.phasing
        if side not in self._marches:
            return
        self._end_of_entry(table, side)
        for units in self._named:
            self.tally.note(UNRIDDEN, side, not any(unit in self._ridden for unit in units))
        self._end_of_assaults(side)
        self._end_of_ground(table, side)
        came = {
            unit: (self._start[unit], table.pieces[unit].at)
            for unit in self._marched
            if unit in table.pieces
            and table.pieces[unit].cohesion is Cohesion.GOOD
            and table.pieces[unit].at == self._marched[unit]
        }
        for unit in self._marched:
            if self.setting.roster[unit].arm is Arm.INFANTRY:
                self.tally.note(ENTANGLED, side, unit in self._entangled)
        for _, back in self._marches[side].ended(table.turn, came):
            self.tally.note(TO_AND_FRO, side, back)
        for unit in table.units_of(side):
            if self.setting.roster[unit].arm is Arm.ARTILLERY:
                self._covered[unit] = _has_cover(table, unit)

    def _end_of_entry(self, table: Table, side: str) -> None:
        for unit in self._arrived:
            if unit in table.pieces:
                at = table.pieces[unit].at
                edge = not all(self.setting.ground.around[at])
                self.tally.note(EDGE, side, edge)
                self.tally.note(CROWD, side, edge and len(table.stacks[at]) > 1)

    def _end_of_assaults(self, side: str) -> None:
        for target, units in self._assaults.items():
            idle = self._could[target] - self._storming
            self.tally.note(LONE, side, len(units) == 1 and bool(idle))
            self.tally.note(CHASED, side, target in self._slipped)

    def _end_of_ground(self, table: Table, side: str) -> None:
        friends, foes = (
            [table.pieces[unit].at for unit in table.units_of(who) if _formed(table, (unit,))]
            for who in (side, self.setting.enemy(side))
        )
        for at in self._goals:
            left = [u for u, was in self._start.items() if was == at and u in table.pieces]
            left = [u for u in left if table.side_of(u) == side]
            away = min((distance(at, foe) for foe in foes), default=99)
            if not left or away > NEAR:
                continue
            steady = all(table.pieces[unit].cohesion is Cohesion.GOOD for unit in left)
            open_ = away < min((distance(at, friend) for friend in friends), default=99)
            self.tally.note(GROUND, side, open_ and steady)


def _formed(table: Table, units: Iterable[UnitId]) -> bool:
    """Is a formed unit that is no battery among these?"""
    roster = table.setting.roster
    return any(
        table.pieces[unit].cohesion is Cohesion.GOOD and roster[unit].arm is not Arm.ARTILLERY
        for unit in units
    )


def _has_cover(table: Table, unit: UnitId) -> bool:
    at, side = table.pieces[unit].at, table.side_of(unit)
    return any(
        _formed(table, [u for u in table.stacks.get(near, ()) if table.side_of(u) == side])
        for near in (at, *table.setting.ground.around[at])
    )


CRITICISM: Final = Criticism(HABITS, Watcher)
