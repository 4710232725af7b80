"""Rally (chapter 13, A18): lost units gather round a leader in reserve, out of the enemy's sight."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

import msgspec

from grognard.kernel import Ask, Done, Flow, Goto, Judged, Procedure, Reason, Roll, rule, step
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.events import Fact, LeaderChanged, MadeUp, Moved, Placed, Removed
from grognard.systems.nlc.guns.sight import seen_by_units
from grognard.systems.nlc.judging import hex_named, or_done
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.stacking import overstacked, room
from grognard.systems.nlc.pieces import Fate
from grognard.systems.nlc.setting import LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table

ELIMINATED = "eliminated"


class RallyRolled(Fact, frozen=True, tag=True):
    """Men of a broken corps or army were called back (N13.5)."""

    unit: UnitId
    die: int
    highest: int
    clauses: ClassVar[tuple[str, ...]] = ("N13.5",)


@rule("N13.1", "R-13a")
def nights_passed(table: Table, since: int) -> bool:
    """Has a night turn begun since a turn of loss?"""
    turns = table.setting.turns
    if table.setting.on("rally_night_only"):
        return turns[table.turn - 1].night and since < table.turn
    return any(turn.night for turn in turns[since : table.turn])


@rule("N13.2", "N12.2I.1")
def may_rally(table: Table, leader: LeaderId) -> bool:
    """Is his formation in reserve, and is he out of sight of every enemy unit?"""
    held, general = table.setting.leaders[leader], table.leaders[leader]
    if not held.formation or not general.at:
        return False
    if table.forces[held.formation].type is not OrderType.RESERVE:
        return False
    return not seen_by_units(table, general.at, table.setting.enemy(held.side))


@rule("N13.1", "N13.4", "N13.6", "N13.8", "N6.2.3", "R-6.2")
def bar_to_returning(table: Table, leader: LeaderId, unit: UnitId) -> Reason | None:
    """Why a unit may not come back to a leader, or be made up to its reverse."""
    formation = table.setting.formations[table.setting.leaders[leader].formation]
    if unit not in formation.units:
        return Reason(f"{unit} is not of {formation.name}", "N13.4")
    fate, name_ = table.removed.get(unit), table.printed(unit).name
    if fate is None:
        here = unit in table.pieces and table.pieces[unit].at == table.leaders[leader].at
        if here and table.pieces[unit].lost > 1:
            return None
        return Reason(f"{name_} is neither lost nor a huge unit in his hex to be made up", "N6.2.3")
    if fate.how != ELIMINATED or not fate.supplied:
        return Reason(f"{name_} is lost for good", "N13.8")
    if not nights_passed(table, fate.turn):
        return Reason(f"no night has begun since {name_} was lost", "N13.1")
    if table.printed(unit).steps == 1 and not _twin(table, unit):
        return Reason(f"there is no second unit equal to {name_}", "N13.6")
    return None


def returnable(table: Table, leader: LeaderId) -> list[UnitId]:
    """The units of his formation that might come back to him, or be made up to their reverse."""
    formation = table.setting.formations[table.setting.leaders[leader].formation]
    return [unit for unit in formation.units if bar_to_returning(table, leader, unit) is None]


@rule("N13.6")
def _twin(table: Table, unit: UnitId) -> UnitId:
    """Another lost unit of one step with exactly equal ratings."""
    own = _ratings(table, unit)
    for other, fate in table.removed.items():
        ready = fate.how == ELIMINATED and fate.supplied and nights_passed(table, fate.turn)
        if other != unit and ready:
            if _ratings(table, other) == own:
                return other
    return ""


def _ratings(table: Table, unit: UnitId) -> tuple[object, ...]:
    held = table.printed(unit)
    return (held.side, held.formation, held.arm, held.strengths, held.movement, held.nation)


class Rally(Procedure, tag=True):
    """N13.9: after all orders are settled, leader after leader, first side first."""

    leaders: tuple[LeaderId, ...] = ()
    begun: bool = False
    tries: int = 0
    unit: UnitId = ""

    def masked(self, table: Table, side: SideId) -> Rally:
        """What the other side sees: who rallies now, not who is to follow out of his reserve."""
        leaders = table.setting.leaders
        rest = tuple(held for held in self.leaders[1:] if leaders[held].side == side)
        return Rally((*self.leaders[:1], *rest), self.begun, self.tries, self.unit)

    @step("N13.9", "R-13b")
    def begin(self, table: Table) -> Flow:
        first = table.setting.reserve_first
        order = sorted(table.setting.leaders.values(), key=lambda leader: leader.side != first)
        self.leaders = tuple(leader.id for leader in order if may_rally(table, leader.id))
        return None

    @step("N13.2", "N13.4")
    def look(self, table: Table) -> Flow:
        if not self.leaders:
            return Done()
        leader = self.leaders[0]
        if self.tries >= room(table, table.leaders[leader].at) or not returnable(table, leader):
            return Goto("next_leader")
        return None

    @step("N13.4")
    def ask(self, table: Table) -> Flow:
        leader = self.leaders[0]

        def judge(said: Pick) -> Reason | None:
            return bar_to_returning(table, leader, said.choice)

        offers = map(Pick, sorted(returnable(table, leader)))
        return Ask(self._side(table), or_done(judge, offers, Pick), "rally")

    @step("N13.3", "N13.4")
    def hear(self, table: Table, said: Pick | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("next_leader")
        self.unit, self.tries = said.choice, self.tries + 1
        general = table.leaders[self.leaders[0]]
        if not general.rallied:
            side = table.setting.leaders[general.id].side
            rallied = msgspec.structs.replace(general, rallied=True)
            table.record(LeaderChanged(side, rallied))
        broken = self._is_broken(table) and self.unit in table.removed
        return None if broken else Goto("restore")

    @step("N13.5", "N13.7")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "rally", self.unit)

    @step("N13.5", "N13.7")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        highest = table.setting.cards.figure("rally_highest")
        table.record(RallyRolled(self.unit, dice[0], highest))
        if dice[0] <= highest:
            return None
        twin = _twin(table, self.unit) if table.printed(self.unit).steps == 1 else ""
        for unit in (self.unit, *((twin,) if twin else ())):
            self._destroy(table, unit)
        return Goto("look")

    @step("N13.4", "N13.6", "N6.2.3", "R-6.2")
    def restore(self, table: Table) -> Flow:
        """It stands with the leader on its reduced side; who is too many there makes room."""
        if self.unit in table.pieces:
            table.record(MadeUp(self.unit, 1))
            return Goto("look")
        printed = table.printed(self.unit)
        if printed.steps == 1:
            self._destroy(table, _twin(table, self.unit))
        at = table.leaders[self.leaders[0]].at
        table.record(Placed(self.unit, at, lost=1 if printed.steps > 1 else 0))
        demoralization.settle(table)
        return None

    @step("N13.4")
    def make_room(self, table: Table) -> Flow:
        if not self._crowded(table) or not self._moves(table):
            return Goto("look")
        return None

    @step("N13.4")
    def ask_room(self, table: Table) -> Flow:
        moves = self._moves(table)
        return Ask(self._side(table), Judged(partial(self._bar, table), moves, Pick), "make-room")

    @step("N13.4")
    def hear_room(self, table: Table, picked: Pick) -> Flow:
        unit, at = picked.choice.split("@")
        table.record(Moved((unit,), int(at)))
        return Goto("make_room")

    @step("N13.9")
    def next_leader(self, table: Table) -> Flow:
        self.leaders, self.tries = self.leaders[1:], 0
        return Goto("look")

    # --- helpers

    def _side(self, table: Table) -> SideId:
        return table.setting.leaders[self.leaders[0]].side

    @rule("N13.5", "N14.2", "N20.8.4")
    def _is_broken(self, table: Table) -> bool:
        formation = table.setting.leaders[self.leaders[0]].formation
        corps = demoralization.is_demoralized(table, formation)
        return corps or demoralization.army_demoralized(table, self._side(table))

    def _destroy(self, table: Table, unit: UnitId) -> None:
        lost = table.removed[unit].lost
        table.record(Removed(unit, Fate("destroyed", table.turn, False, lost)))

    def _at(self, table: Table) -> Hex:
        return table.leaders[self.leaders[0]].at

    def _crowded(self, table: Table) -> bool:
        at = self._at(table)
        return len(table.units_in(at, self._side(table))) > room(table, at)

    def _moves(self, table: Table) -> list[Pick]:
        """Who may be pushed out, and where to."""
        at = self._at(table)
        moves = (
            Pick(f"{unit}@{name(there)}")
            for unit in sorted(table.units_in(at, self._side(table)))
            for there in sorted(table.setting.ground.around[at])
            if there
        )
        return [pick for pick in moves if self._bar(table, pick) is None]

    @rule("N13.4", "N5.3.1")
    def _bar(self, table: Table, said: Pick) -> Reason | None:
        """Why a unit may not make room there; the one that has just come back stays."""
        unit, _, where = said.choice.partition("@")
        at, side, there = self._at(table), self._side(table), hex_named(table, where)
        enemy = table.setting.enemy(side)
        if unit == self.unit or unit not in table.units_in(at, side):
            return Reason("the others in the leader's hex make room", "N13.4")
        if there not in table.setting.ground.around[at] or table.has_unit(there, enemy):
            return Reason("they make room to a hex beside it without enemies", "N13.4")
        if table.in_zone(there, enemy):
            return Reason("nobody is pushed into an enemy zone", "N13.4")
        return overstacked(table, there, (unit,))
