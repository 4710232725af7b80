"""Segment III (N4.5.3): the activated units and their leaders move as their orders say."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Ask, Call, Done, Flow, Goto, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import arrivals, fatigue, leaders
from grognard.systems.nlc.actions import Finish, Lead, Move
from grognard.systems.nlc.command import march
from grognard.systems.nlc.command.direct import IN_PERSON
from grognard.systems.nlc.command.ranges import leader_of, reaches
from grognard.systems.nlc.events import Disrupted, Fact, LeaderMoved, Marked, Moved, PutUnder
from grognard.systems.nlc.guns.opportunity import OpportunityFire, batteries
from grognard.systems.nlc.guns.sight import seen_by
from grognard.systems.nlc.hidden.marching import Watch
from grognard.systems.nlc.horse import reaction
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.morale import MoraleTest, Occasion
from grognard.systems.nlc.movement import entry, extended
from grognard.systems.nlc.movement.entry import Enter, Entered, Exit, Exited
from grognard.systems.nlc.movement.extended import Contract, Extend
from grognard.systems.nlc.movement.options import MovementOptions
from grognard.systems.nlc.movement.reach import walker
from grognard.systems.nlc.movement.stacking import show_guns
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.records import home_of
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace


Spoken = Move | Lead | Enter | Exit | Extend | Contract | Finish


class MovementBegan(Fact, frozen=True, tag=True):
    """The activated units stand ready: where they are now is where their moves begin."""

    side: SideId
    clauses: ClassVar[tuple[str, ...]] = ("N4.5.3",)

    def change(self, table: Table) -> None:
        for unit in list(table.units_of(self.side)):
            if table.under[unit] in table.active:
                piece = table.pieces[unit]
                marks = piece.marks
                if table.in_enemy_zone(unit):
                    marks = tuple(sorted({*marks, Mark.STAGE_IN_ZONE}))
                table.put(replace(piece, began=piece.at, spent=0, ceiling=0, marks=marks))


class MovementSegment(Procedure, tag=True):
    """N4.5.3: moves in any order the owner likes, until his duties are done and he ends it."""

    side: SideId

    @step("N4.5.3", "N12.1.3")
    def begin(self, table: Table) -> Flow:
        table.record(MovementBegan(self.side))
        return None

    @step("N12.9.2", "N12.2E.4")
    def stop_blocked_marches(self, table: Table) -> Flow:
        return Call(march.StopBlocked(self.side))

    @step("N4.5.3")
    def look(self, table: Table) -> Flow:
        options = MovementOptions(table, self.side)
        return None if options.has_choice() else Goto("finish")

    @step("N4.5.3", "N4.4.1", "N4.4.2")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, MovementOptions(table, self.side), "movement")

    @step("N5.1", "N9.1", "N11.1.1")
    def hear(self, table: Table, said: Spoken) -> Flow:
        if isinstance(said, Finish):
            return Goto("finish")
        if isinstance(said, Move):
            return Call(MoveAlong(said.units, said.path), then="stop_blocked_marches")
        if isinstance(said, Lead):
            table.record(LeaderMoved(said.leader, said.path[-1], done=True))
        elif isinstance(said, Extend | Contract):
            before = table.pieces[said.unit].hexes
            table.record(_deployed(table, said))
            return Call(Arrive(said.unit, before), then="stop_blocked_marches")
        elif isinstance(said, Exit):
            piece = table.pieces[said.unit]
            table.record(Exited(said.unit, piece.at, table.strength(said.unit)))
        else:
            return self._enter(table, said)
        return Goto("stop_blocked_marches")

    def _enter(self, table: Table, said: Enter) -> Flow:
        arrival = next(
            held for held in arrivals.groups(table).values()
            if set(said.units) <= set(entry.waiting(table, held))
        )  # fmt: skip
        at = said.path[0]
        if said.units[0] in table.leaders:
            table.record(Entered(arrival.id, (), said.units, at, 0, 0))
            table.record(LeaderMoved(said.units[0], said.path[-1], done=True))
            return Goto("stop_blocked_marches")
        cost = entry.entry_cost(table, said.units, arrival, at)
        queued = dict(table.queues).get(at, 0)
        table.record(Entered(arrival.id, said.units, (), at, cost, queued))
        return Call(MoveAlong(said.units, said.path[1:], entered=at), then="stop_blocked_marches")

    @step("N5.3.3", "R-5.3c", "R-9c", "N12.9.5")
    def finish(self, table: Table) -> Flow:
        rejoin(table, self.side)
        for at in sorted(table.stacks):
            if len(table.stacks[at]) > 1:
                show_guns(table, at)
        return Done()


@rule("R-9c", "R-12.9b", "N12.9.4", "N12.13.6")
def rejoin(table: Table, side: SideId) -> None:
    """Parts share their formation's order again: marchers in its leader's range, the blocked when
    it marches no more."""
    for force in list(table.forces_of(side)):
        if "+" not in force.id or force.id.endswith(IN_PERSON):
            continue
        whole = table.forces[home_of(force.id)]
        units = table.units_under(force.id)
        leader = leader_of(table, whole.id)
        near = bool(units) and all(reaches(table, leader, unit) for unit in units)
        halted = bool(units) and not force.may_rejoin and whole.type is not OrderType.MARCH
        if halted or (near and force.may_rejoin):
            table.record(PutUnder(side, units, whole.id))
            fatigue.share(table, force, whole)


@rule("N20.2.3.2")
def _deployed(table: Table, said: Extend | Contract) -> Moved:
    """A line spreads into two hexes, or draws together in one."""
    if isinstance(said, Extend):
        return Moved((said.unit,), said.one, extended.extend_cost(table, said), said.other)
    return Moved((said.unit,), said.at, extended.contract_cost(table, said.unit, said.at))


@rule("N5.3.2")
def unseen_by(table: Table, units: tuple[UnitId, ...], to: Hex) -> SideId:
    """The enemy of a stack that moves where he can look into it neither before nor after."""
    if len(units) == 1:
        return ""
    enemy = table.setting.enemy(table.side_of(units[0]))
    seen = seen_by(table, table.pieces[units[0]].at, enemy) or seen_by(table, to, enemy)
    return "" if seen else enemy


class MoveAlong(Procedure, tag=True):
    """A6 and A8: units go along their path; every hex they enter may bring something upon them."""

    units: tuple[UnitId, ...]
    path: tuple[Hex, ...]
    entered: Hex = 0
    costs: tuple[int, ...] = ()
    place: int = 0
    left_behind: Hex = 0

    def masked(self, table: Table, side: SideId) -> MoveAlong:
        """What the other side sees: how far they have come, not where they mean to go."""
        if table.side_of(self.units[0]) == side:
            return self
        here = self._here(table)
        seen = bool(side and here) and seen_by(table, table.pieces[here[0]].at, side)
        units = self.units if seen else self.units[:1]
        return MoveAlong(
            units, self.path[: self.place], self.entered, self.costs[: self.place], self.place
        )

    @step("N5.1", "N5.2")
    def reckon(self, table: Table) -> Flow:
        found = walker(table, self.units).walk(self.path)
        assert not isinstance(found, Reason), found
        self.costs = tuple(found)
        return Goto("arrive") if self.entered else None

    @step("N5.1", "N5.4.4")
    def go(self, table: Table) -> Flow:
        if self.place == len(self.path):
            return Goto("finish")
        self.left_behind = table.pieces[self.units[0]].at
        to, cost = self.path[self.place], self.costs[self.place]
        self.place += 1
        table.record(Moved(self.units, to, cost, unseen_by=unseen_by(table, self.units, to)))
        return (
            Call(MoraleTest(self.units, Occasion("zone")))
            if breaks_off(table, self.units, self.left_behind)
            else Goto("arrive")
        )

    @step("N19.1.3", "R-19.1")
    def break_off(self, table: Table, passed: bool) -> Flow:
        if not passed:
            for unit in self.units:
                if unit in table.pieces and not table.pieces[unit].disrupted:
                    table.record(Disrupted(unit, "zone"))
        return None

    @step("N11.1.3", "N11.4.2", "N12.2A.3")
    def arrive(self, table: Table) -> Flow:
        here = self.units = self._here(table)
        if not here:
            return Goto("finish")
        side = table.side_of(here[0])
        at = table.pieces[here[0]].at
        for unit in here:
            began = table.pieces[unit].began
            if at != began and table.in_enemy_zone(unit):
                table.record(Marked(unit, Mark.ENTERED_ZONE))
        return leaders.drive_off(table, at, side)

    @step("N20.1.2.1")
    def find_the_hidden(self, table: Table) -> Flow:
        return Call(Watch()) if table.hidden else None

    @step("N20.13.1", "N20.13.2")
    def draw_fire(self, table: Table) -> Flow:
        here = self._here(table)
        if here and table.setting.on("opportunity_fire"):
            at = table.pieces[here[0]].at
            if batteries(table, here, at):
                return Call(OpportunityFire(here, at))
        return None

    @step("N7.9.1")
    def draw_reaction(self, table: Table) -> Flow:
        here = self.units = self._here(table)
        if not here:
            return Goto("finish")
        at = table.pieces[here[0]].at
        if reaction.candidates(table, here, at):
            spending = table.pieces[here[0]].spent + sum(self.costs[self.place :])
            return Call(reaction.ReactionWindow(here, at, "move", spending=spending))
        return Goto("go")

    @step("N7.9.4", "R-7.9c")
    def after_reaction(self, table: Table, goes_on: bool) -> Flow:
        if goes_on and self._here(table) == self.units:
            return Goto("go")
        for unit in self.units:
            if unit in table.pieces:
                table.record(Marked(unit, Mark.MOVED))
        return None

    @step("N5.1")
    def finish(self, table: Table) -> Flow:
        return Done()

    def _here(self, table: Table) -> tuple[UnitId, ...]:
        """Those of the units that are still on the path."""
        at = self.path[self.place - 1] if self.place else self.entered
        return tuple(
            unit for unit in self.units if unit in table.pieces and table.pieces[unit].at == at
        )


class Arrive(Procedure, tag=True):
    """A line has spread into new hexes, or drawn together: what entering them may bring upon it.

    ``before`` are the hexes in which it stood.
    """

    unit: UnitId
    before: tuple[Hex, ...]
    place: int = 0
    at: Hex = 0

    @step("N19.1.3", "N20.2.3.2", "R-19.1")
    def begin(self, table: Table) -> Flow:
        """The last to leave a hex in an enemy zone tests its order."""
        left = [at for at in self.before if at not in table.pieces[self.unit].hexes]
        if any(breaks_off(table, (self.unit,), at) for at in left):
            return Call(MoraleTest((self.unit,), Occasion("zone")))
        return Goto("look")

    @step("N19.1.3")
    def break_off(self, table: Table, passed: bool) -> Flow:
        if not passed and self.unit in table.pieces:
            table.record(Disrupted(self.unit, "zone"))
        return None

    @step("N11.1.3", "N11.4.2", "N12.2A.3", "N20.2.3.3")
    def look(self, table: Table) -> Flow:
        if self.unit not in table.pieces:
            return Done()
        fresh = [at for at in table.pieces[self.unit].hexes if at not in self.before]
        if self.place == len(fresh):
            return Done()
        self.at = fresh[self.place]
        self.place += 1
        side = table.side_of(self.unit)
        if table.in_zone(self.at, table.setting.enemy(side)):
            table.record(Marked(self.unit, Mark.ENTERED_ZONE))
        return leaders.drive_off(table, self.at, side)

    @step("N20.1.2.1")
    def find_the_hidden(self, table: Table) -> Flow:
        return Call(Watch()) if table.hidden else None

    @step("N20.13.1", "N20.13.2")
    def draw_fire(self, table: Table) -> Flow:
        if self._stands(table) and table.setting.on("opportunity_fire"):
            if batteries(table, (self.unit,), self.at):
                return Call(OpportunityFire((self.unit,), self.at))
        return None

    @step("N7.9.1")
    def draw_reaction(self, table: Table) -> Flow:
        if self._stands(table) and reaction.candidates(table, (self.unit,), self.at):
            return Call(reaction.ReactionWindow((self.unit,), self.at, "move"))
        return Goto("look")

    @step("N7.9.4", "R-7.9c")
    def after_reaction(self, table: Table, goes_on: bool) -> Flow:
        if goes_on and self._stands(table):
            return Goto("look")
        if self.unit in table.pieces:
            table.record(Marked(self.unit, Mark.MOVED))
        return Done()

    def _stands(self, table: Table) -> bool:
        return self.unit in table.pieces and self.at in table.pieces[self.unit].hexes


@rule("N19.1.3", "R-19.1")
def breaks_off(table: Table, units: tuple[UnitId, ...], left: Hex) -> bool:
    """Has the last unit that is no cavalry left a hex in an enemy zone?"""
    if not table.setting.on("disruption_in_retreat") or not left:
        return False
    side = table.side_of(units[0])
    if all(table.arm(unit).cavalry for unit in units):
        return False
    if not table.in_zone(left, table.setting.enemy(side)):
        return False
    return all(table.arm(unit).cavalry for unit in table.units_in(left, side))
