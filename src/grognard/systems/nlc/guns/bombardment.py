"""Segment I (N4.5.1, N8.1, A10): activated guns bombard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from grognard.kernel import (
    Ask,
    Call,
    Choices,
    Done,
    Flow,
    Goto,
    MalformedAction,
    Procedure,
    Roll,
    rule,
    step,
)
from grognard.mechanics.commands import read_hex
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc import demoralization, fire
from grognard.systems.nlc.actions import Command, Finish, Pick, joined, split_units
from grognard.systems.nlc.combat.assault_fight import mark_attacked
from grognard.systems.nlc.combat.six import SixToHit, disrupts, sixes
from grognard.systems.nlc.events import Disrupted, Fact, Marked
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.guns.alternate import AlternateHits
from grognard.systems.nlc.guns.bombardment_strength import bombardment_part, bonuses, strength
from grognard.systems.nlc.guns.sight import fires
from grognard.systems.nlc.horse import reaction
from grognard.systems.nlc.horse.charge_paths import paths, weather_forbids
from grognard.systems.nlc.kinds import Arm, Terrain
from grognard.systems.nlc.leaders import LeaderLosses
from grognard.systems.nlc.losses import TakeHits, Toll
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class Bombard(Command, frozen=True, order=True, tag="nlc-bombard"):
    """Bombard a hex with batteries of one stack: ``bombard ii_res_bty 1214``."""

    units: tuple[UnitId, ...]
    target: Hex
    verb: ClassVar[str] = "bombard"

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


@rule("N8.1.1", "N8.1.3", "N16.2", "N19.4.3", "N10.1", "R-8.1b", "R-8.1c")
def may_bombard(table: Table, unit: UnitId, target: Hex) -> bool:
    """Can a battery fire on that hex from where it stands?"""
    at = table.pieces[unit].at
    terrain = table.setting.ground.terrain[target]
    if terrain == Terrain.CHATEAU and len(table.stack(target)) < 2:
        return False
    reach = "long_range" if table.setting.on("artillery_detail") else "bombardment_range"
    if not 1 <= distance(at, target) <= table.setting.cards.figure(reach):
        return False
    faced = table.pieces[unit].faced
    if table.setting.on("opportunity_fire") and faced and distance(at, target) == 1:
        if target not in faced:
            return False
    return fires(table, at, target).clear


def batteries(table: Table, side: SideId) -> list[UnitId]:
    """Activated guns that have not fired yet."""
    return [
        unit
        for unit in table.units_of(side)
        if table.arm(unit).artillery
        and table.under[unit] in table.active
        and not table.pieces[unit].has(Mark.BOMBARDED)
        and not table.pieces[unit].has(Mark.SPENT)
        and table.under[unit] not in table.hidden
    ]


def offers(table: Table, side: SideId) -> list[Bombard]:
    """Every bombardment that may be fired next."""
    if table.setting.turns[table.turn - 1].night:
        return []
    guns = batteries(table, side)
    if not guns:
        return []
    enemy = table.setting.enemy(side)
    hostile = [at for at in sorted(table.stacks) if table.has_unit(at, enemy)]
    return sorted(_groups(table, guns, hostile))


def _groups(table: Table, guns: list[UnitId], hostile: list[Hex]) -> Iterator[Bombard]:
    by_hex: dict[Hex, list[UnitId]] = {}
    for unit in guns:
        by_hex.setdefault(table.pieces[unit].at, []).append(unit)
    for here in by_hex.values():
        for target in hostile:
            able = sorted(unit for unit in here if may_bombard(table, unit, target))
            for size in range(1, len(able) + 1):
                for group in combinations(able, size):
                    parts = tuple(bombardment_part(table, unit, target) for unit in group)
                    if strength(table, parts, target):
                        yield Bombard(group, target)


class BombardmentSegment(Procedure, tag=True):
    """N8.1: battery after battery, as the owner likes."""

    side: SideId

    @step("N8.1.1", "N16.2")
    def look(self, table: Table) -> Flow:
        return None if offers(table, self.side) else Done()

    @step("N8.1.1", "N8.1.3", "N12.2.7")
    def ask(self, table: Table) -> Flow:
        return Ask(self.side, Choices((*offers(table, self.side), Finish())), "bombard")

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
        return Ask(enemy, Choices((Pick("accept"), Pick("refuse"))), "enfiladed-square")

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
        if not self.volley.strength:
            return Goto("report")
        if table.setting.on("six_to_hit"):
            return Call(SixToHit("bombardment", self.volley.strength), then="hear_six")
        return None

    @step("N8.1.1")
    def roll(self, table: Table) -> Flow:
        return Roll("2d6", "bombardment", " ".join(self.units))

    @step("N7.1.1", "N7.1.11")
    def hear(self, table: Table, dice: tuple[int, ...]) -> Flow:
        hits = fire.hits(table.setting.cards, self.volley.strength, sum(dice))
        self.volley = Volley(self.volley.parts, self.volley.strength, dice, hits)
        return Goto("report")

    @step("N20.4.1", "N20.4.2")
    def hear_six(self, table: Table, faces: tuple[int, ...]) -> Flow:
        hits = sixes(table.setting.cards, faces, self._bonus(table))
        self.volley = Volley(self.volley.parts, self.volley.strength, faces, hits)
        return None

    @step("N8.1.4", "N8.1.5", "N20.4.3", "N20.12.1")
    def report(self, table: Table) -> Flow:
        """The first hit disrupts the stack, the others cost steps."""
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

        if weather_forbids(table) or is_sheltered(table, self.target):
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
