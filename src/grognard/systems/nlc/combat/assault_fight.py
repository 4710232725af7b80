"""One assault (N7.3, N7.4, A12): fire, the choice to retreat, losses, morale, advance."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import demoralization, fire
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.cards import half_up
from grognard.systems.nlc.combat import guard
from grognard.systems.nlc.combat.advance import Advance
from grognard.systems.nlc.combat.assault_strength import attack_parts, defence_parts
from grognard.systems.nlc.combat.flanking import flanked
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.combat.six import SixToHit, morale_scaled
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
    deciding: int = 0
    tolls: tuple[Toll, ...] = ()
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
        return None

    @step("N7.1.1", "R-7.1c", "N20.4.1")
    def begin_attack_roll(self, table: Table) -> Flow:
        if not self.attack.strength:
            return Goto("begin_defence_roll")
        if table.setting.on("six_to_hit"):
            return Call(
                SixToHit("assault-attack", self.attack.strength, int(self.flanked)),
                then="hear_six_attack",
            )
        return None

    @step("N7.1.1")
    def roll_attack(self, table: Table) -> Flow:
        return Roll("2d6", "assault-attack", " ".join(self.units))

    @step("N7.1.1", "N7.1.9")
    def hear_attack(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.attack = _rolled(table, self.attack, dice)
        return Goto("begin_defence_roll")

    @step("N20.4.1")
    def hear_six_attack(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.attack = _sixes(table, self.attack, dice, int(self.flanked))
        return None

    @step("N7.1.1", "R-7.1c", "N20.4.1")
    def begin_defence_roll(self, table: Table) -> Flow:
        if not self.defence.strength:
            return Goto("fire")
        if table.setting.on("six_to_hit"):
            return Call(
                SixToHit("assault-defence", self.defence.strength, 0), then="hear_six_defence"
            )
        return None

    @step("N7.1.1")
    def roll_defence(self, table: Table) -> Flow:
        return Roll("2d6", "assault-defence", " ".join(self.defenders))

    @step("N7.1.1")
    def hear_defence(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.defence = _rolled(table, self.defence, dice)
        return Goto("fire")

    @step("N20.4.1")
    def hear_six_defence(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.defence = _sixes(table, self.defence, dice, 0)
        return None

    @step("N7.1.3", "N20.3.2", "N20.3.3")
    def fire(self, table: Table) -> Flow:
        """Both volleys are known; supporting guns may shake the enemy and spoil his aim."""
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

    @step("N7.4.1", "N7.4.2", "N7.4.3", "N7.4.15", "N12.2F.3", "R-7.4g")
    def decide(self, table: Table) -> Flow:
        if self.deciding == 2:
            return Goto("take_attackers_losses")
        side = self._order(table)[self.deciding]
        if self._must_retreat(table, side):
            return Goto("retreat_by_choice")
        if not self._hits_on(side) or not self._can_retreat(table, side):
            self.deciding += 1
            return Goto("decide")
        return None

    @step("N7.4.1", "N7.4.2")
    def ask(self, table: Table) -> Flow:
        side = self._order(table)[self.deciding]
        return Ask(side, Choices((Pick("retreat"), Pick("stand")), "N7.4.1"), "stand-or-retreat")

    @step("N7.4.2")
    def hear(self, table: Table, picked: Pick) -> Flow:
        table.record(
            StoodOrRetreated(self._order(table)[self.deciding], picked.choice == "retreat")
        )
        if picked.choice == "stand":
            self.deciding += 1
            return Goto("decide")
        return None

    @step("N7.4.4", "N7.4.2")
    def retreat_by_choice(self, table: Table) -> Flow:
        """One side goes back: both sides' hits are halved."""
        self.fell_back = self._order(table)[self.deciding]
        self.attack = _with_hits(self.attack, halved(self.attack.hits, table))
        self.defence = _with_hits(self.defence, halved(self.defence.hits, table))
        return None

    @step("N7.1.3", "N7.1.5")
    def take_attackers_losses(self, table: Table) -> Flow:
        return Call(TakeHits(self.side, self.units, self.defence.hits, "assault"))

    @step("N7.1.3", "N7.1.5")
    def take_defenders_losses(self, table: Table, toll: Toll) -> Flow:
        self.tolls = (toll,)
        enemy = table.setting.enemy(self.side)
        return Call(TakeHits(enemy, self.defenders, self.attack.hits, "assault"))

    @step("N11.2.1", "R-11.2")
    def see_to_leaders(self, table: Table, toll: Toll) -> Flow:
        self.tolls = (*self.tolls, toll)
        return Call(self._danger(table, self.tolls[0], self.side))

    @step("N11.2.1")
    def see_to_their_leaders(self, table: Table) -> Flow:
        return Call(self._danger(table, self.tolls[1], table.setting.enemy(self.side)))

    @step("N7.4.5", "N7.4.6", "N7.4.7")
    def begin_tests(self, table: Table) -> Flow:
        self.deciding = 0
        return Goto("retreat") if self.fell_back else None

    @step("N7.4.5", "N7.4.6", "N7.4.7", "R-7.4a")
    def next_test(self, table: Table) -> Flow:
        """Each side that lost steps tests in the same order; the first to fail goes back."""
        if self.deciding == 2:
            return Goto("advance")
        side = self._order(table)[self.deciding]
        toll = self.tolls[0] if side == self.side else self.tolls[1]
        units = self._left(table, side)
        if not toll.halves or not units or not self._can_retreat(table, side):
            self.deciding += 1
            return Goto("next_test")
        return Call(MoraleTest(units, self._occasion(table, side)))

    @step("N7.4.5", "N7.4.13")
    def hear_test(self, table: Table, passed: bool) -> Flow:
        side = self._order(table)[self.deciding]
        self.deciding += 1
        if passed:
            return Goto("next_test")
        self.fell_back = side
        if side == self.side:
            guard.recoil(table, self._left(table, side))
        return Goto("retreat_by_force")

    @step("N7.4.4", "N7.4.16")
    def retreat(self, table: Table) -> Flow:
        return Call(self._retreat(table, voluntary=True), then="advance")

    @step("N7.4.5", "N7.4.11")
    def retreat_by_force(self, table: Table) -> Flow:
        return Call(self._retreat(table, voluntary=False))

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

    def _danger(self, table: Table, toll: Toll, side: SideId) -> LeaderLosses:
        self.rolled = (*self.rolled, *in_danger(table, toll.hexes, side))
        return LeaderLosses(toll.hexes, side)

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


def _rolled(table: Table, volley: Volley, dice: tuple[int, ...]) -> Volley:
    hits = fire.hits(table.setting.cards, volley.strength, sum(dice))
    return Volley(volley.parts, volley.strength, dice, hits)


def _sixes(table: Table, volley: Volley, dice: tuple[int, ...], bonus: int) -> Volley:
    from grognard.systems.nlc.combat.six import sixes

    return Volley(volley.parts, volley.strength, dice, sixes(table.setting.cards, dice, bonus))


def _with_hits(volley: Volley, hits: int) -> Volley:
    return msgspec.structs.replace(volley, hits=hits)
