"""Alternate artillery resolution (N20.12): every hit is a step, with its own order of losses."""

from __future__ import annotations

from functools import partial

from grognard.kernel import Ask, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.combat.six import disrupts
from grognard.systems.nlc.events import Disrupted
from grognard.systems.nlc.fire import Volley
from grognard.systems.nlc.losses import WHOLE, HitsTaken, Toll, lose_step
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


class AlternateHits(Procedure, tag=True):
    """The strongest takes the first hit; only even hits may take a last step. Result: Toll."""

    side: SideId
    units: tuple[UnitId, ...]
    volley: Volley
    bonus: int = 0
    number: int = 0
    paid: int = 0
    hexes: tuple[Hex, ...] = ()

    @step("N20.12.3")
    def shake(self, table: Table) -> Flow:
        if self._shakes(table):
            for unit in self.units:
                if unit in table.pieces and not table.pieces[unit].disrupted:
                    table.record(Disrupted(unit, "volley"))
        if self.volley.hits:
            table.record(HitsTaken(self.side, self.volley.hits, "bombardment"))
        return None

    @step("N20.12.1", "N20.12.2")
    def look(self, table: Table) -> Flow:
        if self.number == self.volley.hits:
            return Goto("finish")
        self.number += 1
        choice = self._choice(table)
        if not choice:
            return Goto("look")
        if len(choice) == 1:
            self._pay(table, choice[0])
            return Goto("look")
        return None

    @step("N20.12.1")
    def ask(self, table: Table) -> Flow:
        choice = sorted(self._choice(table))
        return Ask(
            self.side, Judged(partial(self._bar, table), map(Pick, choice), Pick), "allocate-hit"
        )

    @step("N20.12.1")
    def hear(self, table: Table, picked: Pick) -> Flow:
        self._pay(table, picked.choice)
        return Goto("look")

    @step("N20.12.1")
    def finish(self, table: Table) -> Flow:
        return Done(Toll(self.paid, self.hexes))

    @rule("N20.12.3", "N20.4.3")
    def _shakes(self, table: Table) -> bool:
        """Strength and dice together reach the limit; with six to hit a single die says so."""
        cards = table.setting.cards
        if table.setting.on("six_to_hit"):
            return disrupts(cards, self.volley.dice, self.bonus)
        total = self.volley.strength + sum(self.volley.dice)
        return bool(self.volley.dice) and total >= cards.figure("alternate_disrupts")

    @rule("N20.12.1", "N20.12.2")
    def _choice(self, table: Table) -> list[UnitId]:
        even = self.number % table.setting.cards.figure("alternate_even") == 0
        able = [
            unit
            for unit in self.units
            if unit in table.pieces
            and (even or table.pieces[unit].lost + 1 < table.printed(unit).steps)
        ]
        if self.number > 1 or not able:
            return able
        most = max(self._weight(table, unit) for unit in able)
        return [unit for unit in able if self._weight(table, unit) == most]

    @rule("N20.12.1", "N20.12.2")
    def _bar(self, table: Table, said: Pick) -> Reason | None:
        """Why a unit does not bear this hit."""
        if said.choice in self._choice(table):
            return None
        if said.choice not in self.units or said.choice not in table.pieces:
            return Reason(f"{said.choice} is not among those who were hit", "N7.1.5")
        if self.number == 1:
            return Reason("the strongest bears the first hit", "N20.12.1")
        return Reason("only an even hit takes a last step", "N20.12.2")

    def _weight(self, table: Table, unit: UnitId) -> int:
        double = int(table.setting.cards.factor("cavalry_as_target"))
        return table.strength(unit) * (double if table.arm(unit).cavalry else 1)

    def _pay(self, table: Table, unit: UnitId) -> None:
        self.hexes = (*self.hexes, *(at for at in table.pieces[unit].hexes if at not in self.hexes))
        self.paid += WHOLE
        lose_step(table, unit)
