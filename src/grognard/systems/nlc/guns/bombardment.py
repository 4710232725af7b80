"""Segment I (N4.5.1, N8.1, A10): activated guns bombard."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import ClassVar

from grognard.kernel import (
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    Judged,
    MalformedAction,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.commands import Bent, read_hex
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.actions import Command, Finish, Pick, joined, split_units
from grognard.systems.nlc.combat.assault_fight import mark_attacked
from grognard.systems.nlc.combat.six import ThrowVolley, disrupts
from grognard.systems.nlc.events import Disrupted, Fact, Marked
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.guns.alternate import AlternateHits
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part, bonuses, strength
from grognard.systems.nlc.guns.sight import fires
from grognard.systems.nlc.horse import reaction
from grognard.systems.nlc.horse.charge_paths import paths
from grognard.systems.nlc.judging import bar_to_acting, bar_to_group, or_done
from grognard.systems.nlc.kinds import Arm, Terrain
from grognard.systems.nlc.leaders import LeaderLosses
from grognard.systems.nlc.losses import TakeHits, Toll
from grognard.systems.nlc.movement.zones import zones_closed
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class Bombard(Command, frozen=True, order=True, tag="nlc-bombard"):
    """Bombard a hex with batteries of one stack: ``bombard ii_res_bty 1214``."""

    units: tuple[UnitId, ...]
    target: Hex
    verb: ClassVar[str] = "bombard"
    bent: ClassVar[Bent | None] = Bent.BOMBARDMENT

    def words(self) -> list[str]:
        return [joined(self.units), name(self.target)]

    @classmethod
    def read(cls, words: list[str]) -> Bombard:
        if len(words) != 2:
            raise MalformedAction("bombard needs batteries and a hex, as in: bombard guns 1214")
        return cls(split_units(words[0]), read_hex(words[1]))


class Bombarded(Fact, frozen=True, tag=True):
    """Guns fired on a hex (N8.1.1)."""

    side: SideId
    units: tuple[UnitId, ...]
    target: Hex
    defenders: tuple[UnitId, ...]
    volley: Volley
    opportunity: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("N8.1.1", "N8.1.4")


# --- what may be fired at


@rule("N8.1.1", "N16.2", "N19.4.3", "N10.1", "N20.13.3", "R-8.1b", "R-8.1c")
def bar_to_fire(table: Table, unit: UnitId, target: Hex) -> Reason | None:
    """Why a battery cannot fire on that hex from where it stands."""
    at, faced = table.pieces[unit].at, table.pieces[unit].faced
    long = table.setting.on("artillery_detail")
    reach = table.setting.cards.figure("long_range" if long else "bombardment_range")
    if not 1 <= distance(at, target) <= reach:
        clause = "N19.4.3" if long else "N8.1.1"
        return Reason(f"{name(target)} is {distance(at, target)} hexes away, of {reach}", clause)
    terrain = table.setting.ground.terrain[target]
    if terrain == Terrain.CHATEAU and len(table.stack(target)) < 2:
        return Reason("foot alone in a chateau is not bombarded", "N10.1")
    if table.setting.on("opportunity_fire") and faced and distance(at, target) == 1:
        if target not in faced:
            return Reason("its guns are turned to other enemies beside it", "N20.13.3")
    sight = fires(table, at, target)
    return None if sight.clear else Reason(f"no line of fire: {sight.why}", sight.clause)


@rule("N4.5.1", "N8.1.1", "N8.1.3", "N16.2", "R-7.1c")
def bar_to_bombarding(table: Table, side: SideId, said: Bombard) -> Reason | None:
    """Why batteries may not bombard a hex now."""
    if table.setting.turns[table.turn - 1].night:
        return Reason("nobody bombards at night", "N16.2")
    barred = next(filter(None, (_bar_to_battery(table, side, unit) for unit in said.units)), None)
    barred = barred or bar_to_group(table, said.units, "N8.1.3")
    if barred is not None:
        return barred
    if not table.has_unit(said.target, table.setting.enemy(side)):
        return Reason(f"there is no enemy unit in {name(said.target)}", "N8.1.1")
    barred = next(
        filter(None, (bar_to_fire(table, unit, said.target) for unit in said.units)), None
    )
    if barred is not None:
        return barred
    parts = tuple(bombardment_part(table, unit, said.target) for unit in said.units)
    if not strength(table, parts, said.target):
        return Reason("so little of their fire would reach it that none is left", "R-7.1c")
    return None


def _bar_to_battery(table: Table, side: SideId, unit: UnitId) -> Reason | None:
    """Why a unit has no bombardment to give."""
    barred = bar_to_acting(table, side, unit, "N8.1.1")
    if barred is not None:
        return barred
    if not table.arm(unit).artillery:
        return Reason(f"{table.printed(unit).name} has no guns to bombard with", "N8.1.1")
    if table.pieces[unit].has(Mark.BOMBARDED):
        return Reason(f"{table.printed(unit).name} has bombarded already", "N4.5.1")
    return None


def candidates(table: Table, side: SideId) -> list[Bombard]:
    """Batteries of one stack, alone and together, at every hex with enemies in reach."""
    stacks: dict[Hex, list[UnitId]] = {}
    for unit in table.units_of(side):
        if table.arm(unit).artillery and _bar_to_battery(table, side, unit) is None:
            stacks.setdefault(table.pieces[unit].at, []).append(unit)
    if not stacks:
        return []
    enemy, reach = table.setting.enemy(side), table.setting.cards.figure("long_range")
    hostile = [at for at in sorted(table.stacks) if table.has_unit(at, enemy)]
    return sorted(
        Bombard(group, target)
        for at, here in stacks.items()
        for target in hostile
        if distance(at, target) <= reach
        for size in range(1, len(here) + 1)
        for group in combinations(sorted(here), size)
    )


def options(table: Table, side: SideId) -> Judged:
    """Every bombardment that may be fired next, or none."""
    return or_done(partial(bar_to_bombarding, table, side), candidates(table, side), Bombard)


class BombardmentSegment(Procedure, tag=True):
    """N8.1: battery after battery, as the owner likes."""

    side: SideId

    @step("N8.1.1", "N16.2")
    def look(self, table: Table) -> Flow:
        return None if options(table, self.side).count() > 1 else Done()

    @step("N8.1.1", "N8.1.3", "N12.2.7")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, options(table, self.side), "bombard")

    @step("N8.1.1", "N8.1.6")
    def hear(self, table: Table, said: Bombard | Finish) -> Flow:
        if isinstance(said, Finish):
            return Done()
        return Call(Bombardment(self.side, said.units, said.target), then="look")


class Bombardment(Procedure, tag=True):
    """One bombardment: the squares' choice, the dice, disruption, steps, and a charge refused."""

    side: SideId
    units: tuple[UnitId, ...]
    target: Hex
    opportunity: bool = False
    square: bool = False
    refused: bool = False
    defenders: tuple[UnitId, ...] = ()
    volley: Volley = Volley()

    @step("N8.1.1", "N8.1.2")
    def begin(self, table: Table) -> Flow:
        self.defenders = table.units_in(self.target, table.setting.enemy(self.side))
        if not self.opportunity:
            for unit in self.units:
                table.record(Marked(unit, Mark.BOMBARDED))
                table.record(Marked(unit, Mark.ATTACKED))
            mark_attacked(table, self.defenders)
        asks = not self.opportunity and self._threatens_squares(table)
        return None if asks else Goto("reckon")

    @step("N8.5.5")
    def ask_square(self, table: Table) -> Flow:
        enemy = table.setting.enemy(self.side)
        return Ask(enemy, Choices((Pick("accept"), Pick("refuse")), "N8.5.5"), "enfiladed-square")

    @step("N8.5.5", "N8.5.6")
    def hear_square(self, table: Table, picked: Pick) -> Flow:
        self.square = picked.choice == "accept"
        self.refused = not self.square
        return None

    @step("N8.5.1", "N19.4.1", "N19.4.3", "R-8.5")
    def reckon(self, table: Table) -> Flow:
        parts = tuple(
            bombardment_part(
                table, unit, self.target, square=self.square, opportunity=self.opportunity
            )
            for unit in self.units
        )
        self.volley = Volley(parts, strength(table, parts, self.target))
        return Call(ThrowVolley("bombardment", self.units, self.volley, self._bonus(table)))

    @step("N8.1.4", "N8.1.5", "N20.4.3", "N20.12.1")
    def report(self, table: Table, volley: Volley) -> Flow:
        """The first hit disrupts the stack, the others cost steps."""
        self.volley = volley
        table.record(
            Bombarded(
                self.side, self.units, self.target, self.defenders, self.volley, self.opportunity
            )
        )
        enemy, hits = table.setting.enemy(self.side), self.volley.hits
        if table.setting.on("alternate_artillery"):
            bonus = self._bonus(table) if table.setting.on("six_to_hit") else 0
            taken = AlternateHits(enemy, self.defenders, self.volley, bonus)
            return Call(taken, then="see_to_leaders")
        if table.setting.on("six_to_hit"):
            shaken = disrupts(table.setting.cards, self.volley.dice, self._bonus(table))
        else:
            shaken, hits = hits > 0, hits - 1
        if shaken:
            for unit in self.defenders:
                if not table.pieces[unit].disrupted:
                    table.record(Disrupted(unit, "bombardment"))
        return Call(TakeHits(enemy, self.defenders, hits, "bombardment"))

    @step("N11.2.1", "R-11.2")
    def see_to_leaders(self, table: Table, toll: Toll) -> Flow:
        demoralization.settle(table)
        return Call(LeaderLosses(toll.hexes, table.setting.enemy(self.side)))

    @step("N8.5.6", "N7.9.1", "R-7.9b")
    def charge_home(self, table: Table) -> Flow:
        """Foot that would not stand in square under the guns may be charged at once."""
        here = tuple(unit for unit in self.defenders if unit in table.pieces)
        if not self.refused or not here or not reaction.candidates(table, here, self.target):
            return Done()
        return Call(reaction.ReactionWindow(here, self.target, "bombardment", square=False))

    @step("N8.5.6")
    def finish(self, table: Table) -> Flow:
        return Done()

    # --- helpers

    @rule("N20.4.2", "R-20.4")
    def _bonus(self, table: Table) -> int:
        """Each modifier of combat is one on every die."""
        return len(
            bonuses(
                table, self.units[0], self.target, square=self.square, at_range=not self.opportunity
            )
        )

    @rule("N8.5.5", "N8.5.2", "R-8.5b")
    def _threatens_squares(self, table: Table) -> bool:
        """Is there foot in the hex that horsemen on the guns' side could charge?"""
        from grognard.systems.nlc.combat.flanking import is_sheltered

        if zones_closed(table) or is_sheltered(table, self.target):
            return False
        if not any(table.arm(unit) is Arm.INFANTRY for unit in self.defenders):
            return False
        return any(
            table.arm(unit).cavalry
            and not table.pieces[unit].disrupted
            and not table.pieces[unit].has(Mark.CHARGED)
            and paths(table, unit, self.target)
            for unit in table.units_of(self.side)
        )
