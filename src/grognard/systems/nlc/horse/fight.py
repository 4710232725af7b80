"""The shock of a charge (N7.7.4-N7.7.12, A11): square, fire, losses, and who gives way."""

from __future__ import annotations

from typing import ClassVar

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc import fire
from grognard.systems.nlc.combat.assault_fight import mark_attacked, note_vacated
from grognard.systems.nlc.combat.retreat import Retreat
from grognard.systems.nlc.combat.six import ThrowVolley
from grognard.systems.nlc.events import Counted, Fact, Marked
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.hidden.revealing import Reveal
from grognard.systems.nlc.horse.charge_strength import Entries, charge_parts, flanking, stand_parts
from grognard.systems.nlc.horse.home import GoHome
from grognard.systems.nlc.kinds import Arm
from grognard.systems.nlc.leaders import LeaderLosses, drive_off, in_danger
from grognard.systems.nlc.losses import TakeHits, Toll
from grognard.systems.nlc.morale import MoraleTest, Occasion
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table


class ChargeFought(Fact, frozen=True, tag=True):
    """Horsemen met the enemy in a hex (N7.7.6)."""

    side: SideId
    units: tuple[UnitId, ...]
    target: Hex
    defenders: tuple[UnitId, ...]
    square: bool
    flanking: tuple[UnitId, ...]
    backhand: bool
    attack: Volley
    defence: Volley
    clauses: ClassVar[tuple[str, ...]] = ("N7.7.4", "N7.7.6", "N7.10.1")


class ChargeDecided(Fact, frozen=True, tag=True):
    """The side that lost more steps gives way; a draw is the defender's (N7.7.7)."""

    side: SideId
    target: Hex
    won: bool
    clauses: ClassVar[tuple[str, ...]] = ("N7.7.7",)


class ChargeFight(Procedure, tag=True):
    """Chargers who entered a hex together against all enemies in it. Result: did they win?

    ``homes`` pairs chargers, and enemies who are themselves charging, with their starting hexes.
    ``square`` says that a square may be formed, ``silent`` who may not fire (N7.8.2).
    """

    side: SideId
    entries: Entries
    target: Hex
    homes: tuple[tuple[UnitId, Hex], ...] = ()
    square: bool = True
    backhand: bool = False
    silent: tuple[UnitId, ...] = ()
    defenders: tuple[UnitId, ...] = ()
    formed: bool = False
    attack: Volley = Volley()
    defence: Volley = Volley()
    losses: tuple[int, int] = (0, 0)
    toll: Toll = Toll()
    flanks: tuple[UnitId, ...] = ()
    rolled: tuple[LeaderId, ...] = ()
    sent: tuple[UnitId, ...] = ()
    won: bool = False

    @step("N20.1.1.4")
    def lift_blinds(self, table: Table) -> Flow:
        enemy = table.units_in(self.target, table.setting.enemy(self.side))
        blind = next((unit for unit in enemy if table.under[unit] in table.hidden), "")
        return Call(Reveal(table.under[blind]), then="lift_blinds") if blind else None

    @step("N7.7.4", "N7.9.3", "N7.9.7")
    def begin(self, table: Table) -> Flow:
        self.entries = tuple(
            (unit, entry)
            for unit, entry in self.entries
            if unit in table.pieces and table.pieces[unit].at == self.target
        )
        if not self.entries:
            return Done(False)
        self.defenders = table.units_in(self.target, table.setting.enemy(self.side))
        if not self.defenders:
            self.won = True
            table.record(ChargeDecided(self.side, self.target, True))
            return Done(True)
        for unit, _ in self.entries:
            table.record(Marked(unit, Mark.ATTACKED))
        mark_attacked(table, self.defenders)
        return None

    @step("N7.10.2", "R-6.3")
    def form_square(self, table: Table) -> Flow:
        """Foot in good order, all of it, tries to form square."""
        foot = [unit for unit in self.defenders if table.arm(unit) is Arm.INFANTRY]
        able = foot and not any(table.pieces[unit].disrupted for unit in foot)
        if not self.square or not able:
            return Goto("reckon")
        return Call(MoraleTest(self.defenders, Occasion("square")))

    @step("N7.10.2")
    def hear_square(self, table: Table, passed: bool) -> Flow:
        self.formed = passed
        self.defenders = tuple(unit for unit in self.defenders if unit in table.pieces)
        return None

    @step("N7.7.5", "N7.10.1", "N7.10.3", "N7.10.4", "N7.10.6")
    def reckon(self, table: Table) -> Flow:
        riders = tuple(unit for unit, _ in self.homes)
        flanks = flanking(table, self.entries, self.target, self.formed, riders)
        self.flanks = tuple(sorted(flanks))
        ours = tuple(
            charge_parts(table, self.entries, self.target, self.formed, flanks, self.backhand)
        )
        theirs = tuple(stand_parts(table, self.defenders, self.entries, flanks, self.silent))
        self.attack = Volley(ours, fire.total(ours, table.setting))
        self.defence = Volley(theirs, fire.total(theirs, table.setting))
        units = tuple(unit for unit, _ in self.entries)
        bonus = bool(self.flanks) + self.backhand - self.formed
        return Call(ThrowVolley("charge-attack", units, self.attack, bonus))

    @step("N7.7.6")
    def hear_attack(self, table: Table, volley: Volley) -> Flow:
        self.attack = volley
        return Call(ThrowVolley("charge-defence", self.defenders, self.defence))

    @step("N7.1.3", "N7.7.6")
    def strike(self, table: Table, volley: Volley) -> Flow:
        self.defence = volley
        units = tuple(unit for unit, _ in self.entries)
        table.record(
            ChargeFought(
                self.side, units, self.target, self.defenders, self.formed, self.flanks,
                self.backhand, self.attack, self.defence,
            )
        )  # fmt: skip
        return Call(TakeHits(self.side, units, self.defence.hits, "charge"))

    @step("N7.1.3", "N7.1.5")
    def take_defenders_losses(self, table: Table, toll: Toll) -> Flow:
        self.losses, self.toll = (toll.halves, 0), toll
        enemy = table.setting.enemy(self.side)
        return Call(TakeHits(enemy, self.defenders, self.attack.hits, "charge"))

    @step("N11.2.1")
    def see_to_leaders(self, table: Table, toll: Toll) -> Flow:
        self.losses = (self.losses[0], toll.halves)
        enemy = table.setting.enemy(self.side)
        self.rolled = in_danger(table, toll.hexes, enemy)
        return Call(LeaderLosses(toll.hexes, enemy))

    @step("N7.7.7", "R-7.7b")
    def decide(self, table: Table) -> Flow:
        ours, theirs = self.losses
        left = any(unit in table.pieces for unit, _ in self.entries)
        self.won = left and theirs > ours
        table.record(ChargeDecided(self.side, self.target, self.won))
        return Goto("drive_out") if self.won else None

    @step("N7.7.8", "R-7.7e")
    def send_home(self, table: Table) -> Flow:
        """The beaten chargers ride back to where they came from."""
        homes = dict(self.homes)
        for unit, entry in self.entries:
            if unit not in self.sent and self._is_here(table, unit):
                self._note_retreat(table, self.side)
                self.sent = (*self.sent, unit)
                home = homes.get(unit, entry)
                return Call(GoHome(self.side, unit, home, beaten=True), then="send_home")
        return Goto("finish")

    @step("N7.7.7", "N7.7.10", "N7.7.11", "N7.7.15", "R-7.7e", "R-7.9c")
    def drive_out(self, table: Table) -> Flow:
        """Beaten defenders retreat; those who were themselves charging ride to their own start."""
        homes = dict(self.homes)
        enemy = table.setting.enemy(self.side)
        here = [unit for unit in self.defenders if self._is_here(table, unit)]
        for unit in here:
            if unit in homes and unit not in self.sent:
                self._note_retreat(table, enemy)
                self.sent = (*self.sent, unit)
                return Call(GoHome(enemy, unit, homes[unit], beaten=True), then="drive_out")
        if not here:
            return None
        ignored = tuple(unit for unit, _ in self.entries)
        return Call(
            Retreat(enemy, tuple(here), "charge", False, ignored=ignored, spared=self.rolled)
        )

    @step("N11.1.3", "N11.4.2", "NP.2", "R-11.4")
    def overrun(self, table: Table) -> Flow:
        """Horsemen who have the hex to themselves drive off whoever commanded there."""
        enemy = table.setting.enemy(self.side)
        note_vacated(table, enemy, (self.target,))
        theirs = not table.has_unit(self.target, enemy) and table.has_unit(self.target, self.side)
        return drive_off(table, self.target, self.side) if theirs else None

    @step("N7.7.7")
    def finish(self, table: Table) -> Flow:
        return Done(self.won)

    @rule("N20.11.1")
    def _note_retreat(self, table: Table, side: SideId) -> None:
        """The combat from which a side rode home counts once."""
        if not self.sent:
            table.record(Counted(f"retreats:{side}"))

    def _is_here(self, table: Table, unit: UnitId) -> bool:
        return unit in table.pieces and table.pieces[unit].at == self.target
