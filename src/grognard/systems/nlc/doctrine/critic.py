"""The critic of Later Campaigns: reinforcements, guns, assaults, orders, cavalry corps, ground."""

from __future__ import annotations

from typing import Final

from grognard.kernel.engine import State
from grognard.mechanics.hexes import Hex, distance
from grognard.planning.critic import Criticism, Habit, Marches, Tally
from grognard.systems.nlc.combat.assault_fight import FALLING_BACK, AssaultFired
from grognard.systems.nlc.command.order_events import OrderSent
from grognard.systems.nlc.doctrine import odds
from grognard.systems.nlc.doctrine.scene import AGGRESSIVE, dear_units, goals
from grognard.systems.nlc.events import Moved, Removed, TurnBegan
from grognard.systems.nlc.guns.bombardment import Bombarded
from grognard.systems.nlc.horse.charge import ChargeDeclared
from grognard.systems.nlc.horse.reaction import ReactionDeclared
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.entry import Entered
from grognard.systems.nlc.setting import Setting, UnitId
from grognard.systems.nlc.table import Table

EDGE, GUNS, LONE, IDLE_FIRE, AT_NIGHT = "edge", "guns", "lone", "idle fire", "attack at night"
NO_CHARGE, GROUND, TO_AND_FRO = "no charge", "ground", "to and fro"

HABITS: Final = (
    Habit(EDGE, "reinforcements that stand on the edge when the turn of their arrival ends", 0.2),
    Habit(GUNS, "batteries lost without a friend beside them", 0.15),
    Habit(LONE, "assaults from one hex where others under attack orders could have joined", 0.15),
    Habit(IDLE_FIRE, "bombardments that could not hurt", 0.0),
    Habit(AT_NIGHT, "orders to attack that nobody can obey before night falls", 0.0),
    Habit(NO_CHARGE, "cavalry formations near the enemy for two turns that never charge", 0.25),
    Habit(GROUND, "places that earn points, left empty with the enemy near", 0.1),
    Habit(TO_AND_FRO, "marches that undo the march of the turn before", 0.05),
)
NEAR: Final = 3
"""An enemy so near could march onto ground that is left."""

IN_REACH: Final = 5
"""Cavalry so near to the enemy could charge soon."""

LONG: Final = 2
"""Cavalry so many turns in reach ought to have charged."""


class Watcher:
    """Watches one battle."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.tally = setting, Tally()
        self._marches = {side: Marches(distance) for side in setting.sides}
        self._cavalry = {
            name: held.side
            for name, held in setting.formations.items()
            if any(setting.roster[unit].arm.cavalry for unit in held.units)
            and not any(setting.roster[unit].arm.foot for unit in held.units)
            and not dear_units(setting, setting.enemy(held.side)) & set(held.units)
        }
        self._in_reach: dict[str, int] = {}
        self._charged: set[str] = set()
        self._lost: set[UnitId] = set()
        self._begin(None)

    def _begin(self, table: Table | None) -> None:
        """A turn begins: nothing has happened in it."""
        self._start = {} if table is None else {u: p.at for u, p in table.pieces.items()}
        self._marched: dict[UnitId, Hex] = {}
        self._entered: list[UnitId] = []
        self._fought: list[tuple[AssaultFired, set[UnitId]]] = []
        self._in_assault: set[UnitId] = set()

    def watch(self, before: State, after: State) -> None:
        table: Table = before.table
        for event in after.happened:
            match event:
                case TurnBegan():
                    self._end(table)
                    self._begin(after.table)
                case Entered():
                    self._entered.extend(event.units)
                case Moved():
                    self._marched.update(dict.fromkeys(event.units, event.to))
                case Bombarded() if not event.opportunity:
                    value = odds.bombardment(table, event.units, event.target)
                    self.tally.note(IDLE_FIRE, event.side, value <= 0)
                case AssaultFired():
                    self._in_assault.update(event.units)
                    self._fought.append((event, self._joiners(table, event)))
                case ChargeDeclared() | ReactionDeclared():
                    self._charged.add(table.setting.roster[event.unit].formation)
                case OrderSent():
                    self._sent(table, event)
                case Removed():
                    self._removed(table, event.unit)
                case _:
                    pass

    def close(self, last: State) -> None:
        self._end(last.table)
        for name, turns in self._in_reach.items():
            if turns >= LONG:
                self.tally.note(NO_CHARGE, self._cavalry[name], name not in self._charged)
        for unit, printed in self.setting.roster.items():
            if printed.arm.artillery and unit in last.table.pieces:
                self.tally.note(GUNS, printed.side, False)

    # --- while it happens

    def _joiners(self, table: Table, event: AssaultFired) -> set[UnitId]:
        """Who stands beside the target, in order and under orders to attack."""
        return {
            unit
            for at in self.setting.ground.around[event.target]
            for unit in table.units_in(at, event.side)
            if not table.arm(unit).artillery
            and not table.pieces[unit].disrupted
            and table.force_of(unit).type in AGGRESSIVE
        }

    def _sent(self, table: Table, event: OrderSent) -> None:
        orders, turns = event.dispatch.orders, self.setting.turns
        if not orders or orders[-1].type is not OrderType.ATTACK:
            return
        then = turns[table.turn : table.turn + 1]
        late = not then or then[0].night
        self.tally.note(AT_NIGHT, table.setting.leaders[event.dispatch.sender].side, late)

    def _removed(self, table: Table, unit: UnitId) -> None:
        if unit not in table.pieces or not table.arm(unit).artillery or unit in self._lost:
            return
        self._lost.add(unit)
        side, at = table.side_of(unit), table.pieces[unit].at
        friends = any(
            not table.arm(other).artillery
            for near in (at, *self.setting.ground.around[at])
            for other in table.units_in(near, side)
        )
        self.tally.note(GUNS, side, not friends)

    # --- when a turn is over

    def _end(self, table: Table) -> None:
        for unit in self._entered:
            if unit in table.pieces:
                edge = not all(self.setting.ground.around[table.pieces[unit].at])
                self.tally.note(EDGE, table.side_of(unit), edge)
        for event, able in self._fought:
            hexes = {self._start.get(unit, 0) for unit in event.units}
            idle = able - self._in_assault
            self.tally.note(LONE, event.side, len(hexes) == 1 and bool(idle))
        for side in self.setting.sides:
            self._end_of_march(table, side)
            self._end_of_ground(table, side)
        for name in self._cavalry:
            self._end_of_cavalry(table, name)

    def _is_free(self, table: Table, unit: UnitId) -> bool:
        """Does a unit go where it likes, in order and not falling back by the book?"""
        return not table.pieces[unit].disrupted and table.force_of(unit).type not in FALLING_BACK

    def _end_of_march(self, table: Table, side: str) -> None:
        came = {
            unit: (self._start[unit], end)
            for unit, end in self._marched.items()
            if unit in table.pieces
            and unit in self._start
            and table.side_of(unit) == side
            and table.pieces[unit].at == end
            and self._is_free(table, unit)
        }
        for _, back in self._marches[side].ended(table.turn, came):
            self.tally.note(TO_AND_FRO, side, back)

    def _end_of_ground(self, table: Table, side: str) -> None:
        for goal in goals(self.setting, side, max(1, table.turn)):
            for at in goal.hexes:
                left = [
                    unit
                    for unit, was in self._start.items()
                    if was == at and unit in table.pieces and table.side_of(unit) == side
                ]
                if not left or table.nearest_enemy(at, side) > NEAR:
                    continue
                free = all(self._is_free(table, unit) for unit in left)
                went = all(self._marched.get(unit) == table.pieces[unit].at for unit in left)
                empty = not table.has_unit(at, side)
                self.tally.note(GROUND, side, empty and free and went)

    def _end_of_cavalry(self, table: Table, name: str) -> None:
        units = [
            unit
            for unit in self.setting.formations[name].units
            if unit in table.pieces and table.arm(unit).cavalry
        ]
        near = [table.nearest_enemy(table.pieces[u].at, self._cavalry[name]) for u in units]
        if near and min(near) <= IN_REACH:
            self._in_reach[name] = self._in_reach.get(name, 0) + 1


CRITICISM: Final = Criticism(HABITS, Watcher)
