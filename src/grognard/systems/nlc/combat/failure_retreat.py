"""The retreat of a formation whose order has failed (N12.9.7, A13 d): three hexes, no price."""

from __future__ import annotations

from functools import partial

from grognard.kernel import (
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc.actions import Finish, Pick
from grognard.systems.nlc.combat.retreat import RetreatedTo
from grognard.systems.nlc.combat.retreat_ways import bar_to_entering, open_hexes
from grognard.systems.nlc.events import LeaderMoved
from grognard.systems.nlc.horse import reaction
from grognard.systems.nlc.judging import hex_named
from grognard.systems.nlc.leaders import drive_off
from grognard.systems.nlc.losses import is_garrison
from grognard.systems.nlc.movement.stacking import overstacked
from grognard.systems.nlc.records import ForceId
from grognard.systems.nlc.setting import LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table


class FailureRetreat(Procedure, tag=True):
    """Every unit of the body goes three hexes away from the enemy, as its owner leads it."""

    force: ForceId
    units: tuple[UnitId, ...] = ()
    gone: int = 0
    leader: LeaderId = ""

    def masked(self, table: Table, side: SideId) -> FailureRetreat:
        """What the other side sees: the unit that goes back now, not who is to follow."""
        if table.forces[self.force].side == side:
            return self
        return FailureRetreat(table.forces[self.force].formation, self.units[:1], self.gone)

    @step("N12.9.7", "R-12.9")
    def begin(self, table: Table) -> Flow:
        units = table.units_under(self.force)
        self.units = tuple(unit for unit in units if not is_garrison(table, unit))
        formation = table.setting.formations.get(self.force)
        leader = formation.leader if formation else ""
        self.leader = leader if leader and table.leaders[leader].at else ""
        return None

    @step("N12.9.7")
    def next_unit(self, table: Table) -> Flow:
        self.units = tuple(unit for unit in self.units if unit in table.pieces)
        if not self.units:
            return Goto("bring_leader")
        length = table.setting.cards.figure("failure_retreat")
        if self.gone >= length or not self._ways(table):
            return Goto("leave_unit")
        ways = self._ways(table)
        if len(ways) == 1 and not self._may_stop(table, ways):
            self._go(table, ways[0])
            return Goto("drive_off")
        return None

    @step("N12.9.7")
    def ask(self, table: Table) -> Flow:
        picks = [Pick(name(at)) for at in sorted(self._ways(table))]
        options = Judged(partial(self._bar, table), (*picks, Finish()), Pick, Finish)
        return Ask(table.forces[self.force].side, options, "failure-retreat")

    @step("N12.9.7")
    def hear(self, table: Table, said: Pick | Finish) -> Flow:
        if isinstance(said, Finish):
            return Goto("leave_unit")
        self._go(table, int(said.choice))
        return None

    @step("N11.1.3", "N11.4.2")
    def drive_off(self, table: Table) -> Flow:
        """A lone enemy leader on the way flees, and an HQ is lost."""
        return drive_off(table, table.pieces[self.units[0]].at, table.forces[self.force].side)

    @step("N7.9.1", "N19.1.4")
    def look_round(self, table: Table) -> Flow:
        unit = self.units[0]
        at = table.pieces[unit].at
        if reaction.candidates(table, (unit,), at):
            return Call(reaction.ReactionWindow((unit,), at, "retreat"))
        return Goto("next_unit")

    @step("R-7.9c")
    def after_reaction(self, table: Table, goes_on: bool) -> Flow:
        return Goto("next_unit") if goes_on else None

    @step("N12.9.7")
    def leave_unit(self, table: Table) -> Flow:
        self.units, self.gone = self.units[1:], 0
        return Goto("next_unit")

    @step("N11.3.1")
    def bring_leader(self, table: Table) -> Flow:
        """The leader goes with a unit of his; the first that is left takes him along."""
        if self.leader and table.leaders[self.leader].at:
            hexes = self._refuges(table)
            if not hexes:
                return Done()
            if len(hexes) == 1:
                return self._bring(table, hexes[0])
            return None
        return Done()

    @step("N11.3.1")
    def ask_leader(self, table: Table) -> Flow:
        side = table.forces[self.force].side
        picks = Choices((Pick(name(at)) for at in self._refuges(table)), "N11.3.1")
        return Ask(side, picks, "leader-retreat-to")

    @step("N11.3.1")
    def hear_leader(self, table: Table, picked: Pick) -> Flow:
        return self._bring(table, int(picked.choice))

    # --- helpers

    def _bring(self, table: Table, to: Hex) -> Flow:
        """He comes to a hex. Of one who stands there already the enemy would hear that his order failed."""
        if table.leaders[self.leader].at != to:
            table.record(LeaderMoved(self.leader, to))
        return Done()

    def _refuges(self, table: Table) -> list[Hex]:
        return sorted({table.pieces[unit].at for unit in table.units_under(self.force)})

    def _go(self, table: Table, to: Hex) -> None:
        unit = self.units[0]
        table.record(RetreatedTo((unit,), table.pieces[unit].at, to))
        self.gone += 1

    @rule("N12.9.7", "A13")
    def _ways(self, table: Table) -> list[Hex]:
        """Steps that take the unit farther from the enemy; else steps that keep the distance."""
        unit = self.units[0]
        at, side = table.pieces[unit].at, table.side_of(unit)
        here = table.nearest_enemy(at, side)
        last = self.gone + 1 == table.setting.cards.figure("failure_retreat")
        found = [
            there
            for there in open_hexes(table, at, side)
            if not (last and overstacked(table, there, (unit,)) is not None)
        ]
        farther = [there for there in found if table.nearest_enemy(there, side) > here]
        return farther or [there for there in found if table.nearest_enemy(there, side) == here]

    def _bar(self, table: Table, said: Pick | Finish) -> Reason | None:
        """Why the unit may not go there, or stop here."""
        ways = self._ways(table)
        if isinstance(said, Finish):
            stops = self._may_stop(table, ways)
            return (
                None if stops else Reason("it goes on, for there is a hex out of zones", "N12.9.7")
            )
        unit, there = self.units[0], hex_named(table, said.choice)
        if there in ways:
            return None
        at, side = table.pieces[unit].at, table.side_of(unit)
        away = Reason("it goes away from the enemy, and a hex with room ends its way", "N12.9.7")
        return bar_to_entering(table, at, there, side) or away

    def _may_stop(self, table: Table, ways: list[Hex]) -> bool:
        """Rather than enter a zone a unit may stop."""
        side: SideId = table.forces[self.force].side
        enemy = table.setting.enemy(side)
        return all(table.in_zone(at, enemy) for at in ways)
