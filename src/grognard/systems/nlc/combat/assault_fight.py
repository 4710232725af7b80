"""One assault (N7.3, N7.4, A12): fire, the choice to retreat, losses, morale, advance."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import demoralization, fire
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.cards import half_up
from grognard.systems.nlc.combat import guard
from grognard.systems.nlc.combat.advance import Advance
from grognard.systems.nlc.combat.assault_strength import attack_parts, defence_parts
from grognard.systems.nlc.combat.flanking import flanked
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.combat.six import ThrowVolley, morale_scaled
from grognard.systems.nlc.combat.support import ChooseSupport, support_parts
from grognard.systems.nlc.combat.supporting import supported
from grognard.systems.nlc.command import failure, march
from grognard.systems.nlc.events import Counted, Disrupted, Fact, ForceChanged, Marked
from grognard.systems.nlc.fire import Part, Volley
from grognard.systems.nlc.hidden.revealing import Reveal
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.leaders import LeaderLosses, in_danger
from grognard.systems.nlc.losses import TakeHits, Toll, is_garrison
from grognard.systems.nlc.morale import MoraleTest, Occasion
from grognard.systems.nlc.movement.extended import hex_towards
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table

FALLING_BACK = (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)


class AssaultFired(Fact, frozen=True, tag=True):
    """Both sides of an assault fired at once (N7.3.6)."""

    side: SideId
    units: tuple[UnitId, ...]
    target: Hex
    defenders: tuple[UnitId, ...]
    flanked: bool
    attack: Volley
    defence: Volley
    clauses: ClassVar[tuple[str, ...]] = ("N7.1.1", "N7.3.6", "N7.6.2")


class StoodOrRetreated(Fact, frozen=True, tag=True):
    """A side chose to hold, or to save men by going back (N7.4.2, N7.4.4)."""

    side: SideId
    retreats: bool
    clauses: ClassVar[tuple[str, ...]] = ("N7.4.2", "N7.4.4")


@rule("N7.4.4", "R-7.4e")
def halved(hits: int, table: Table) -> int:
    """Hits left when a side retreats by choice: half, rounded up, but one becomes none."""
    return 0 if hits == 1 else half_up(hits * table.setting.cards.share("retreat_hits"))


def mark_attacked(table: Table, units: tuple[UnitId, ...]) -> None:
    """The bodies of these units were attacked this turn (N12.8.1, R-12.8)."""
    for name in dict.fromkeys(table.under[unit] for unit in units):
        force = table.forces[name]
        if force.attacked != table.turn:
            changed = msgspec.structs.replace(force, attacked=table.turn)
            table.record(ForceChanged(force.side, changed))


@rule("NP.2", "R-P")
def note_vacated(table: Table, side: SideId, hexes: tuple[Hex, ...]) -> None:
    """Count the hexes of a combat in which a side has nobody left: the enemy won them."""
    left = sum(not table.has_unit(at, side) for at in hexes)
    if left:
        table.record(Counted(f"vacated:{side}", left))


class StandOrRetreat(Procedure, tag=True):
    """N7.4.1-N7.4.3: in their order, those who ``may`` choose and those who ``must`` go back.
    Result: the side that goes, or nobody."""

    order: tuple[SideId, ...]
    must: tuple[SideId, ...]
    may: tuple[SideId, ...]

    def masked(self, table: Table, side: SideId) -> StandOrRetreat:
        """That the enemy's orders make him go back is seen when he does."""
        return StandOrRetreat(
            self.order, tuple(each for each in self.must if each == side), self.may
        )

    @step("N7.4.1", "N7.4.3", "N7.4.15", "N12.2F.3")
    def decide(self, table: Table) -> Flow:
        if not self.order or self.order[0] in self.must:
            return Done(self.order[0] if self.order else "")
        if self.order[0] not in self.may:
            self.order = self.order[1:]
            return Goto("decide")
        return None

    @step("N7.4.1", "N7.4.2")
    def ask(self, table: Table) -> Flow:
        choices = Choices((Pick("retreat"), Pick("stand")), "N7.4.1")
        return Ask(self.order[0], choices, "stand-or-retreat")

    @step("N7.4.2")
    def hear(self, table: Table, picked: Pick) -> Flow:
        side, self.order = self.order[0], self.order[1:]
        table.record(StoodOrRetreated(side, picked.choice == "retreat"))
        return Done(side) if picked.choice == "retreat" else Goto("decide")


class Losses(msgspec.Struct, frozen=True):
    """What an assault cost the attacker and the defender, and which leaders were in danger."""

    tolls: tuple[Toll, ...]
    rolled: tuple[LeaderId, ...]


class BothLose(Procedure, tag=True):
    """The hits of both volleys and the danger to leaders, the attacker first. Result: Losses."""

    side: SideId
    units: tuple[tuple[UnitId, ...], tuple[UnitId, ...]]
    hits: tuple[int, int]
    tolls: tuple[Toll, ...] = ()
    rolled: tuple[LeaderId, ...] = ()

    @step("N7.1.3", "N7.1.5")
    def take_attackers_losses(self, table: Table) -> Flow:
        return Call(TakeHits(self.side, self.units[0], self.hits[0], "assault"))

    @step("N7.1.3", "N7.1.5")
    def take_defenders_losses(self, table: Table, toll: Toll) -> Flow:
        self.tolls = (toll,)
        enemy = table.setting.enemy(self.side)
        return Call(TakeHits(enemy, self.units[1], self.hits[1], "assault"))

    @step("N11.2.1", "R-11.2")
    def see_to_leaders(self, table: Table, toll: Toll) -> Flow:
        self.tolls = (*self.tolls, toll)
        return Call(self._danger(table, self.tolls[0], self.side))

    @step("N11.2.1")
    def see_to_their_leaders(self, table: Table) -> Flow:
        return Call(self._danger(table, self.tolls[1], table.setting.enemy(self.side)))

    @step("N7.1.3")
    def finish(self, table: Table) -> Flow:
        return Done(Losses(self.tolls, self.rolled))

    def _danger(self, table: Table, toll: Toll, side: SideId) -> LeaderLosses:
        self.rolled = (*self.rolled, *in_danger(table, toll.hexes, side))
        return LeaderLosses(toll.hexes, side)


class MoraleInTurn(Procedure, tag=True):
    """N7.4.5: sides test one after the other. Result: the first to fail, or nobody."""

    tested: tuple[tuple[SideId, tuple[UnitId, ...], Occasion], ...]

    @step("N7.4.5", "N7.4.6", "N7.4.7", "R-7.4a")
    def test(self, table: Table) -> Flow:
        if not self.tested:
            return Done("")
        _, units, occasion = self.tested[0]
        return Call(MoraleTest(units, occasion))

    @step("N7.4.5")
    def hear(self, table: Table, passed: bool) -> Flow:
        if not passed:
            return Done(self.tested[0][0])
        self.tested = self.tested[1:]
        return Goto("test")


class AssaultFight(Procedure, tag=True):
    """N7.3-N7.5 for one defended hex. Attackers may come from several hexes.

    ``besieged`` are all hexes that are assaulted in this segment: guns there support nobody else.
    """

    side: SideId
    units: tuple[UnitId, ...]
    target: Hex
    besieged: tuple[Hex, ...] = ()
    defenders: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()
    support: tuple[tuple[UnitId, Hex], ...] = ()
    attack: Volley = Volley()
    defence: Volley = Volley()
    flanked: bool = False
    rolled: tuple[LeaderId, ...] = ()
    fell_back: SideId = ""

    @step("N20.1.1.4")
    def lift_blinds(self, table: Table) -> Flow:
        blind = next(
            (unit for unit in table.stack(self.target) if table.under[unit] in table.hidden), ""
        )
        return Call(Reveal(table.under[blind]), then="lift_blinds") if blind else None

    @step("N7.1.2", "N7.3.3", "N7.3.6")
    def begin(self, table: Table) -> Flow:
        enemy = table.setting.enemy(self.side)
        if not table.has_unit(self.target, enemy):
            return Goto("advance")
        self.defenders = table.units_in(self.target, enemy)
        self.hexes = tuple(
            dict.fromkeys(hex_towards(table, unit, self.target) for unit in self.units)
        )
        for unit in self.units:
            table.record(Marked(unit, Mark.ATTACKED))
        mark_attacked(table, self.defenders)
        attacked = (self.target, *self.besieged)
        return Call(ChooseSupport(enemy, self.target, self.hexes, attacked))

    @step("N7.1.1", "N7.6.1", "N7.6.2", "N7.6.4", "N19.3.1")
    def reckon(self, table: Table, support: tuple[tuple[UnitId, Hex], ...]) -> Flow:
        self.support = support
        horse = any(table.arm(unit).cavalry for unit in self.units)
        self.flanked = flanked(table, self.target, self.hexes, horse)
        ours = tuple(attack_parts(table, self.units, self.target))
        theirs = (*defence_parts(table, self.defenders, self.hexes), *support_parts(table, support))
        if table.setting.on("six_to_hit"):
            ours, theirs = morale_scaled(table, ours, theirs)
        self.attack, self.defence = _volley(table, ours), _volley(table, theirs)
        return Call(ThrowVolley("assault-attack", self.units, self.attack, int(self.flanked)))

    @step("N7.1.1")
    def hear_attack(self, table: Table, volley: Volley) -> Flow:
        self.attack = volley
        return Call(ThrowVolley("assault-defence", self.defenders, self.defence))

    @step("N7.1.3", "N20.3.2", "N20.3.3")
    def fire(self, table: Table, volley: Volley) -> Flow:
        """Both volleys are known; supporting guns may shake the enemy and spoil his aim."""
        self.defence = volley
        table.record(
            AssaultFired(
                self.side,
                self.units,
                self.target,
                self.defenders,
                self.flanked,
                self.attack,
                self.defence,
            )
        )
        if table.setting.on("artillery_support"):
            self._apply_support(table)
        return None

    @step("N7.4.1", "N7.4.3", "N7.4.15", "N12.2F.3", "R-7.4g")
    def decide(self, table: Table) -> Flow:
        order = self._order(table)
        must = tuple(side for side in order if self._must_retreat(table, side))
        may = tuple(
            side for side in order if self._hits_on(side) and self._can_retreat(table, side)
        )
        return Call(StandOrRetreat(order, must, may))

    @step("N7.4.2", "N7.4.4", "N7.1.3")
    def take_losses(self, table: Table, fell_back: SideId) -> Flow:
        """If one side goes back, both sides' hits are halved."""
        self.fell_back = fell_back
        if fell_back:
            self.attack = _with_hits(self.attack, halved(self.attack.hits, table))
            self.defence = _with_hits(self.defence, halved(self.defence.hits, table))
        hits = self.defence.hits, self.attack.hits
        return Call(BothLose(self.side, (self.units, self.defenders), hits))

    @step("N7.4.5", "N7.4.6", "N7.4.7", "R-7.4a")
    def test(self, table: Table, losses: Losses) -> Flow:
        """Each side that lost steps tests in the same order; the first to fail goes back."""
        self.rolled = losses.rolled
        if self.fell_back:
            return Goto("retreat")
        lost = dict(zip((self.side, table.setting.enemy(self.side)), losses.tolls, strict=True))
        tested = (
            (side, self._left(table, side), self._occasion(table, side))
            for side in self._order(table)
            if lost[side].halves and self._can_retreat(table, side)
        )
        return Call(MoraleInTurn(tuple(tested)))

    @step("N7.4.5", "N7.4.13")
    def hear_tests(self, table: Table, failed: SideId) -> Flow:
        if not failed:
            return Goto("advance")
        self.fell_back = failed
        if failed == self.side:
            guard.recoil(table, self._left(table, failed))
        return Call(self._retreat(table, voluntary=False), then="advance")

    @step("N7.4.4", "N7.4.11", "N7.4.16")
    def retreat(self, table: Table) -> Flow:
        return Call(self._retreat(table, voluntary=True))

    @step("N7.5.1", "N7.5.5", "NP.2", "R-P")
    def advance(self, table: Table) -> Flow:
        if self.defenders:
            note_vacated(table, table.setting.enemy(self.side), (self.target,))
            note_vacated(table, self.side, self.hexes)
        if self.fell_back == self.side or table.stack(self.target):
            return Goto("settle")
        return Call(Advance(self.side, self._left(table, self.side), self.target))

    @step("N14.1", "N15.1", "N12.9.2", "N12.9.6")
    def settle(self, table: Table) -> Flow:
        demoralization.settle(table)
        return Call(march.StopAttacked(self.defenders))

    @step("N12.2C.3", "N12.2I.6")
    def see_to_orders(self, table: Table) -> Flow:
        return Call(failure.Settle())

    @step("N7.1.4")
    def finish(self, table: Table) -> Flow:
        return Done()

    # --- helpers

    @rule("N7.4.3")
    def _order(self, table: Table) -> tuple[SideId, SideId]:
        """Who decides first: the one side without guns in the assault, or else the attacker."""
        enemy = table.setting.enemy(self.side)
        ours = any(table.arm(unit).artillery for unit in self.units)
        theirs = any(table.arm(unit).artillery for unit in self.defenders)
        return (enemy, self.side) if ours and not theirs else (self.side, enemy)

    def _hits_on(self, side: SideId) -> int:
        return self.defence.hits if side == self.side else self.attack.hits

    def _left(self, table: Table, side: SideId) -> tuple[UnitId, ...]:
        units = self.units if side == self.side else self.defenders
        return tuple(unit for unit in units if unit in table.pieces)

    @rule("N10.1", "R-7.4f", "R-7.4g")
    def _can_retreat(self, table: Table, side: SideId) -> bool:
        """A chateau garrison holds; anybody else may go."""
        return any(not is_garrison(table, unit) for unit in self._left(table, side))

    @rule("N12.2F.3", "R-7.4g")
    def _must_retreat(self, table: Table, side: SideId) -> bool:
        units = self._left(table, side)
        falling = side != self.side and any(
            table.force_of(unit).type in FALLING_BACK for unit in units
        )
        return falling and self._can_retreat(table, side)

    @rule("N2.3.3", "N2.3.4", "N7.4.12", "R-2.3d", "R-7.4d")
    def _occasion(self, table: Table, side: SideId) -> Occasion:
        attacking = side == self.side
        parts = self.defence.parts if attacking else self.attack.parts
        remote = {unit for unit, _ in self.support}
        by_guns = any(table.arm(part.unit).artillery and part.unit not in remote for part in parts)
        foes = self.defenders if attacking else self.units
        return Occasion(
            "assault",
            attacking=attacking,
            flanked=self.flanked and not attacking,
            by_guns=by_guns,
            by_guard=any(guard.is_guard(table, unit) for unit in foes),
        )

    def _retreat(self, table: Table, voluntary: bool) -> Retreat:
        side = self.fell_back
        if side == self.side:
            return Retreat(
                side, self._left(table, side), "assault", voluntary, (self.target,), self.target,
                spared=self.rolled,
            )  # fmt: skip
        hexes = tuple(dict.fromkeys(table.pieces[unit].at for unit in self._left(table, self.side)))
        left = self._left(table, side)
        return Retreat(side, left, "assault", voluntary, hexes, spared=self.rolled)

    @rule("N20.3.1", "N20.3.2", "N20.3.3", "R-20.3")
    def _apply_support(self, table: Table) -> None:
        ours = supported(table, self.attack, self.defenders)
        theirs = supported(table, self.defence, self.units)
        for shaken, units in ((ours, self.defenders), (theirs, self.units)):
            for unit in units if shaken else ():
                if not table.pieces[unit].disrupted:
                    table.record(Disrupted(unit, "guns"))
        share = table.setting.cards.share("supported_hits")
        if ours and not theirs:
            self.defence = _with_hits(self.defence, half_up(self.defence.hits * share))
        if theirs and not ours:
            self.attack = _with_hits(self.attack, half_up(self.attack.hits * share))


def _volley(table: Table, parts: tuple[Part, ...]) -> Volley:
    return Volley(parts, fire.total(parts, table.setting))


def _with_hits(volley: Volley, hits: int) -> Volley:
    return msgspec.structs.replace(volley, hits=hits)
