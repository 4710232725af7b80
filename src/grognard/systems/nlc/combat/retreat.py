"""Retreat after combat (N7.4, A13), with its price: steps, disruption, guns left behind."""

from __future__ import annotations

from typing import ClassVar

import msgspec

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
    Roll,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, name
from grognard.systems.nlc import morale
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.combat.retreat_ways import (
    bar_to_entering,
    in_live_zone,
    open_hexes,
    ways_back,
)
from grognard.systems.nlc.combat.rout import Rout
from grognard.systems.nlc.command.shaken import note_shaken
from grognard.systems.nlc.events import Disrupted, Fact, LeaderMoved, Removed
from grognard.systems.nlc.horse import reaction
from grognard.systems.nlc.judging import hex_named
from grognard.systems.nlc.kinds import Arm
from grognard.systems.nlc.leaders import LeaderLosses, drive_off, in_danger
from grognard.systems.nlc.losses import TakeHits, Toll, eliminate, is_garrison
from grognard.systems.nlc.morale import Occasion
from grognard.systems.nlc.movement.extended import extended_retreats
from grognard.systems.nlc.movement.stacking import room
from grognard.systems.nlc.pieces import Fate
from grognard.systems.nlc.setting import LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table


class Retreated(Fact, frozen=True, tag=True):
    """Units of a side left their place after a combat; ``cause`` names it."""

    side: SideId
    units: tuple[UnitId, ...]
    cause: str
    voluntary: bool
    clauses: ClassVar[tuple[str, ...]] = ("N7.4.1", "N7.4.5")

    def change(self, table: Table) -> None:
        tally = table.writable("tally")
        key = f"retreated:{self.side}"
        tally[key] = tally.get(key, 0) + len(self.units)
        combats = f"retreats:{self.side}"
        tally[combats] = tally.get(combats, 0) + 1


class Cornered(Fact, frozen=True, tag=True):
    """A stack could not retreat (N7.4.10)."""

    units: tuple[UnitId, ...]
    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N7.4.10",)


class RetreatedTo(Fact, frozen=True, tag=True):
    """A stack fell back one hex."""

    units: tuple[UnitId, ...]
    origin: Hex
    to: Hex
    also: Hex = 0
    clauses: ClassVar[tuple[str, ...]] = ("N7.4.16",)

    def change(self, table: Table) -> None:
        for unit in reversed(self.units):
            piece = table.pieces[unit]
            table.put(msgspec.structs.replace(piece, at=self.to, also=self.also))


NO_TEST = frozenset({"withdrawal"})
"""Retreats that cost no order in the ranks (R-7.11)."""


class Retreat(Procedure, tag=True):
    """A13: the units of a side in a combat fall back, stack by stack, one hex each.

    ``enemies`` are the hexes of the enemy stacks in this combat, ``attacked`` the hex that retreating
    attackers struck at, ``ignored`` chargers whose zones do not count (N7.7.11), ``spared`` the
    leaders who have rolled for their lives in this combat (R-11.2), ``passed`` the hexes that the
    stack in motion has left behind: nobody is driven on in a circle.
    """

    side: SideId
    units: tuple[UnitId, ...]
    cause: str
    voluntary: bool
    enemies: tuple[Hex, ...] = ()
    attacked: Hex = 0
    ignored: tuple[UnitId, ...] = ()
    spared: tuple[LeaderId, ...] = ()
    moving: tuple[UnitId, ...] = ()
    fallen_back: tuple[UnitId, ...] = ()
    paid: bool = False
    passed: tuple[Hex, ...] = ()

    @step("N7.4.1", "N7.4.11", "N10.1", "R-7.4f")
    def begin(self, table: Table) -> Flow:
        self.units = tuple(
            unit
            for unit in self.units
            if unit in table.pieces and (self.cause == "charge" or not is_garrison(table, unit))
        )
        if not self.voluntary:
            self._leave_guns(table)
        if not self.units:
            return Done()
        table.record(Retreated(self.side, self.units, self.cause, self.voluntary))
        tested = self.cause not in NO_TEST and table.setting.on("disruption_in_retreat")
        if not tested:
            return Goto("next_stack")
        if not self.voluntary:
            for unit in self.units:
                self._disrupt(table, unit)
            return Goto("next_stack")
        return None

    @step("N19.1.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "retreat-order", " ".join(self.units))

    @step("N19.1.1", "N20.10.1")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        """One die for all, compared with each unit's own morale; who fails by far routs."""
        occasion = Occasion("retreat")
        routed = morale.routed_by(table, self.units, occasion, dice[0])
        for unit in self.units:
            if not morale.weigh(table, (unit,), unit, occasion, dice[0]) and unit not in routed:
                self._disrupt(table, unit, "test")
        return Call(Rout(routed, routed)) if routed else None

    @step("N7.4.16", "R-7.4f")
    def next_stack(self, table: Table) -> Flow:
        waiting = [
            unit for unit in self.units if unit in table.pieces and unit not in self.fallen_back
        ]
        if not waiting:
            return Done()
        at = table.pieces[waiting[0]].at
        self.moving = tuple(unit for unit in waiting if table.pieces[unit].at == at)
        self.paid, self.passed = False, ()
        return Goto("choose")

    @step("N7.4.10", "N7.7.12", "R-7.4b", "R-7.4c")
    def choose(self, table: Table) -> Flow:
        self.moving = tuple(unit for unit in self.moving if unit in table.pieces)
        if not self.moving:
            return Goto("next_stack")
        self.passed = (*self.passed, table.pieces[self.moving[0]].at)
        ways = self._ways(table)
        if not ways:
            self._be_cornered(table)
            self.fallen_back = (*self.fallen_back, *self.moving)
            staying = tuple(unit for unit in self.moving if unit in table.pieces)
            return Call(TakeHits(self.side, staying, 1, "cornered"), then="mourn_the_cornered")
        if len(ways) == 1 and not self._abreast(table):
            return Call(RetreatStep(self.side, self.moving, ways[0]), then="arrived")
        return Goto("ask")

    @step("N11.2.1", "R-11.2")
    def mourn_the_cornered(self, table: Table, toll: Toll) -> Flow:
        return self._mourn(table, toll, "next_stack")

    @step("R-7.4c", "N20.2.3.4")
    def ask(self, table: Table) -> Flow:
        single = [name(at) for at in sorted(self._ways(table))]
        double = [f"{name(one)}+{name(other)}" for one, other in self._abreast(table)]
        ways = sorted((*single, *double))

        def judge(said: Pick) -> Reason | None:
            return None if said.choice in ways else self._bar(table, said)

        return Ask(self.side, Judged(judge, map(Pick, ways), Pick), "retreat")

    @step("R-7.4c", "N20.2.3.4")
    def hear(self, table: Table, picked: Pick) -> Flow:
        to, _, also = picked.choice.partition("+")
        return Call(RetreatStep(self.side, self.moving, int(to), also=int(also or 0)))

    @step("N7.4.9", "A13")
    def arrived(self, table: Table) -> Flow:
        """A stack with foot or guns that ends in an enemy zone loses a step, once per retreat."""
        self.moving = tuple(unit for unit in self.moving if unit in table.pieces)
        if not self.moving:
            return Goto("next_stack")
        at = table.pieces[self.moving[0]].at
        bound = any(not table.arm(unit).cavalry for unit in self.moving)
        if bound and not self.paid and in_live_zone(table, at, self.side, self.ignored):
            self.paid = True
            return Call(TakeHits(self.side, self.moving, 1, "zone"))
        return Goto("see_room")

    @step("N11.2.1", "R-11.2")
    def mourn(self, table: Table, toll: Toll) -> Flow:
        return self._mourn(table, toll, "see_room")

    @step("N7.4.8", "N6.3.3")
    def see_room(self, table: Table) -> Flow:
        """Too many in a hex: all are disrupted and the surplus goes on the same way."""
        self.moving = tuple(unit for unit in self.moving if unit in table.pieces)
        if not self.moving:
            return Goto("next_stack")
        at = table.pieces[self.moving[0]].at
        over = len(table.units_in(at, self.side)) - room(table, at)
        if over <= 0:
            return Goto("rest")
        for unit in table.units_in(at, self.side):
            self._disrupt(table, unit, "crowd")
        if over >= len(self.moving):
            return Goto("choose")
        return None

    @step("N7.4.8")
    def ask_surplus(self, table: Table) -> Flow:
        picks = Choices((Pick(unit) for unit in sorted(self.moving)), "N7.4.8")
        return Ask(self.side, picks, "retreat-surplus")

    @step("N7.4.8")
    def hear_surplus(self, table: Table, picked: Pick) -> Flow:
        staying = tuple(unit for unit in self.moving if unit != picked.choice)
        self.fallen_back = (*self.fallen_back, *staying)
        self.moving = (picked.choice,)
        return Goto("choose")

    @step("N7.4.16")
    def rest(self, table: Table) -> Flow:
        self.fallen_back = (*self.fallen_back, *self.moving)
        return Goto("next_stack")

    # --- helpers

    @rule("N11.2.1", "R-11.2")
    def _mourn(self, table: Table, toll: Toll, then: str) -> Flow:
        """The step lost on the way back endangers a leader who has not rolled in this combat."""
        rolling = in_danger(table, toll.hexes, self.side, self.spared)
        losses = LeaderLosses(toll.hexes, self.side, self.spared)
        self.spared = (*self.spared, *rolling)
        return Call(losses, then=then)

    def _abreast(self, table: Table) -> list[tuple[Hex, Hex]]:
        """Ways for both halves of an extended line to go back side by side."""
        unit = self.moving[0]
        piece = table.pieces[unit]
        if not piece.also or len(self.moving) > 1:
            return []
        barred = (self.attacked, *self.passed)
        ways = {at: open_hexes(table, at, self.side, barred) for at in piece.hexes}
        return extended_retreats(table, unit, ways)

    def _ways(self, table: Table) -> tuple[Hex, ...]:
        barred = (self.attacked, *self.passed)
        return ways_back(table, self.moving, self.enemies, barred, self.ignored)

    @rule("R-7.4c", "N20.2.3.4", "N7.4.8", "N7.4.9")
    def _bar(self, table: Table, said: Pick) -> Reason | None:
        """Why the stack does not fall back there, where there is a better way."""
        if "+" in said.choice:
            return Reason("only both halves of one line go back abreast, each a hex", "N20.2.3.4")
        at, there = table.pieces[self.moving[0]].at, hex_named(table, said.choice)
        barred = (self.attacked, *self.passed)
        closed = bar_to_entering(table, at, there, self.side, barred)
        if closed is not None:
            return closed
        if in_live_zone(table, there, self.side, self.ignored):
            return Reason("there is a way out of enemy zones", "R-7.4c")
        return Reason("there is a way farther from the enemy, or with more room", "R-7.4c")

    @rule("N7.4.11", "N7.7.15")
    def _leave_guns(self, table: Table) -> None:
        """Foot guns driven back are lost by a defender, and simply stay with an attacker."""
        for unit in self.units:
            if table.arm(unit) is Arm.FOOT_ARTILLERY:
                if not self.attacked:
                    eliminate(table, unit)
                self.units = tuple(other for other in self.units if other != unit)

    @rule("N19.1.1", "N19.1.2", "N6.3.2")
    def _disrupt(self, table: Table, unit: UnitId, why: str = "retreat") -> None:
        if unit in table.pieces and not table.pieces[unit].disrupted:
            table.record(Disrupted(unit, why))

    @rule("N7.4.10", "N7.7.12", "N5.6.1", "R-7.4b")
    def _be_cornered(self, table: Table) -> None:
        """No way back: off the map at the edge; after a charge all is lost; who stays pays a step."""
        at = table.pieces[self.moving[0]].at
        table.record(Cornered(self.moving, at))
        for unit in self.moving:
            if at in table.setting.armies[self.side].edge:
                lost = table.pieces[unit].lost
                table.record(Removed(unit, Fate("retreated", table.turn, True, lost)))
            elif self.cause in ("charge", "reaction"):
                eliminate(table, unit)


class RetreatStep(Procedure, tag=True):
    """One hex of a retreat: leaders go along or stay, enemies near may react. Result: none."""

    side: SideId
    units: tuple[UnitId, ...]
    to: Hex
    also: Hex = 0
    origin: Hex = 0
    leaders: tuple[LeaderId, ...] = ()

    @step("N11.3.1", "N12.2I.6")
    def begin(self, table: Table) -> Flow:
        self.origin = table.pieces[self.units[0]].at
        self.leaders = table.leaders_at(self.origin, self.side)
        table.record(RetreatedTo(self.units, self.origin, self.to, self.also))
        note_shaken(table, self.leaders)
        return None

    @step("N11.3.1")
    def see_leaders(self, table: Table) -> Flow:
        if not self.leaders:
            return Goto("drive_off")
        if not table.has_unit(self.origin, self.side):
            for leader in self.leaders:
                table.record(LeaderMoved(leader, self.to))
            return Goto("drive_off")
        return None

    @step("N11.3.1")
    def ask_leader(self, table: Table) -> Flow:
        return Ask(self.side, Choices((Pick("go"), Pick("stay")), "N11.3.1"), "leader-retreat")

    @step("N11.3.1")
    def hear_leader(self, table: Table, picked: Pick) -> Flow:
        if picked.choice == "go":
            table.record(LeaderMoved(self.leaders[0], self.to))
        self.leaders = self.leaders[1:]
        return Goto("see_leaders")

    @step("N11.1.3", "N11.4.2", "R-11.4")
    def drive_off(self, table: Table) -> Flow:
        """A lone enemy leader does not bar the way: he flees, and an HQ is lost."""
        return drive_off(table, self.to, self.side)

    @step("N7.9.1", "N7.1.4")
    def look_round(self, table: Table) -> Flow:
        here = tuple(unit for unit in self.units if unit in table.pieces)
        if here and reaction.candidates(table, here, self.to):
            return Call(reaction.ReactionWindow(here, self.to, "retreat"))
        return None

    @step("N7.4.16")
    def finish(self, table: Table) -> Flow:
        return Done()
