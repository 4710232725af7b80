"""The cards of An XXX: the shared ones, and those of its sheet.

>>> column = cards().melee_column(27, 10)
>>> cards().melee_odds.names[column], cards().melee_result(column, rung_of(42) + 6)
('2-1', 'DD2')
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, cast

from grognard.kernel.rules import rule
from grognard.mechanics.charts import Odds
from grognard.mechanics.d66 import RUNGS, rung_of
from grognard.systems.an_xxx.options import BOOK
from grognard.systems.bataille.cards.building import (
    fractions,
    ints,
    named,
    records,
    stacking,
    terrains,
    whole,
    whole_or_none,
    words,
)
from grognard.systems.bataille.cards.dealing import Charts, Dealer
from grognard.systems.bataille.cards.deck import Deck, Strength
from grognard.systems.bataille.cards.values import FormationCard, LeaderCasualty, TerrainCard

__all__ = ["DEALER", "Cards", "cards", "rung_of"]

BLANK: Final = "-"
FIREFIGHT: Final = "Fire-Fight"
LINE: Final = "infantry/line"
SQUARE: Final = "infantry/square"
"""Classes of mover that pay more for every hex."""


@rule("X8.2.5", "X12.2.1", "X13.3.5")
@dataclass(frozen=True, slots=True, eq=False)
class Cards(Deck):
    """All cards of the edition. ``rows`` are its plain figures, by card and table, then by row.

    Where the shared chapters ask for wounds, prices or forced marches, its own figures answer.
    """

    rows: Mapping[str, Mapping[str, int]]
    second_round: Mapping[str, Mapping[str, bool]]
    groups: Mapping[str, str]
    closing: Mapping[str, Mapping[int, int]]
    methods: Mapping[str, tuple[str, int | None]]
    increment_odds: Odds
    melee_odds: Odds
    melee_cells: Mapping[str, tuple[str, ...]]
    shift_grounds: Mapping[str, str]
    zones: Mapping[tuple[str, str], int | None]
    square_failures: Mapping[int, str]
    density: tuple[tuple[int, int], ...]
    surcharges: Mapping[str, tuple[int, int]]
    shares: Mapping[str, Fraction]
    violations: Mapping[tuple[str, str], str]
    natural: Mapping[str, tuple[int, ...]]
    spiked: Mapping[tuple[int, str], bool]
    refills: Mapping[int, bool]
    burning: Mapping[int, str]
    no_ricochet: frozenset[str]

    def row(self, table: str, name: str) -> int:
        """A figure of the sheet: ``row("close", "prone")``."""
        return self.rows[table][name]

    # --- the assault (rule 16)

    @rule("X16.4.2", "X16.4.3", "X16.4.4")
    def distance_dice(self, method: str, hexes: int) -> int:
        """What the distance does to the Roll to Close."""
        return self.closing[method][hexes]

    @rule("X16.4.5", "X16.4.6", "X16.4.7")
    def method(self, nation: str, year: int) -> str:
        """How a nation attacked in that year: British, Prussian or French."""
        name, until = self.methods.get(nation, ("french", None))
        return "french" if until is not None and year > until else name

    @rule("X16.5.2")
    def odds_dice(self, attackers: int, defenders: int) -> int:
        """What the odds in increments do to the Roll to Stand."""
        odds = self.increment_odds
        return self.rows["by_odds"][odds.names[odds.column(attackers, defenders)]]

    @rule("X9.4", "X9.5")
    def melee_column(self, attack: Strength, defence: Strength) -> int:
        """The odds column, rounded down; the ends of the card hold beyond them."""
        return self.melee_odds.column(
            attack.numerator * defence.denominator, attack.denominator * defence.numerator
        )

    @rule(*(f"X16.7T.{row}" for row in range(1, 37)), "X9.3")
    def melee_result(self, column: int, rung: int) -> str:
        """AS, AR, AD1 to AD3, DD1 to DD3, DR, DS, or "-" for a blank; the dice stop at the ends."""
        return self.melee_cells[self.melee_odds.names[column]][min(max(rung, 0), RUNGS - 1)]

    @rule("X16.8.2", "X9.3", "X9.5")
    def firefight_result(self, rung: int) -> str:
        """The same for the Fire-Fight column, which no odds and no shift reach."""
        return self.melee_cells[FIREFIGHT][min(max(rung, 0), RUNGS - 1)]

    @rule("X12.6.4.1", "X12.9.2")
    def dearer_movers(self) -> Mapping[str, tuple[str, int]]:
        return {
            LINE: ("infantry", self.surcharges["infantry_line"][0]),
            SQUARE: ("infantry", self.surcharges["square"][0]),
        }

    # --- fire (rule 15)

    @rule("X15.7.1", "X15.7.2")
    def fire_defence(
        self,
        terrain: str,
        formation: str,
        increments: int = 0,
        *,
        flank: bool = False,
        with_guns: bool = False,
        crossing: str = "",
    ) -> int:
        """As the base book has it; a line that is enfiladed has the defence of a column."""
        if flank and formation == "line":
            increments = max(increments, self.defence_cases["crowded_line_from"])
        return Deck.fire_defence(
            self, terrain, formation, increments, with_guns=with_guns, crossing=crossing
        )

    @rule("X15.4", "X15.5", "X15.5.1", "X15.5.2")
    def density_dice(self, increments: int) -> int:
        """What crowding in the target hex adds to the fire dice, in bands."""
        return max((dice for least, dice in self.density if increments >= least), default=0)


def _own(charts: Charts) -> dict[str, Any]:
    close, assault, guns = charts["close"], charts["assault"], charts["guns"]
    checks, factors, zones = charts["checks"], charts["factors"], charts["zones"]
    stand, charge = charts["stand-assault"], charts["stand-charge"]
    movement, density, results = charts["movement"], charts["density"], assault.ladder("results")
    plain = (
        ("checks", checks, "modifiers", ""),
        ("reaction", checks, "reaction", ""),
        ("form_up", checks, "form_up", ""),
        ("square", checks, "square", "dice"),
        ("square_road", checks, "square_road", ""),
        ("elite", checks, "elite", ""),
        ("close", close, "modifiers", "dice"),
        ("limits", close, "limits", ""),
        ("by_odds", stand, "by_odds", ""),
        ("stand", stand, "modifiers", "dice"),
        ("charge", charge, "modifiers", "dice"),
        ("melee_dice", assault, "dice", ""),
        ("shift", assault, "shift", ""),
        ("impetus", assault, "impetus", ""),
        ("assault", assault, "figures", ""),
        ("guns", guns, "figures", ""),
        ("scatter", guns, "scatter", ""),
        ("zones", zones, "figures", ""),
        ("fire", density, "figures", ""),
        ("violation", charts["violation"], "limits", ""),
    )
    wounds = records(charts["wounds"].keyed("wounds"), LeaderCasualty)
    pairs, surcharge = charts["violation"].keyed("pairs"), movement.keyed("surcharge")
    return {
        "rows": {name: ints(chart.keyed(table), column) for name, chart, table, column in plain},
        "second_round": {
            name: {
                row: bool(cell) for row, cell in chart.keyed("modifiers").column("round_2").items()
            }
            for name, chart in (("close", close), ("stand", stand))
        },
        "groups": words(charge.keyed("modifiers"), "group"),
        "closing": {
            method: {
                int(hexes): dice for hexes, dice in ints(close.keyed("distance"), method).items()
            }
            for method in ("british", "prussian", "french")
        },
        "methods": {
            nation: (cast(str, row["method"]), whole_or_none(row["until"]))
            for nation in close.keyed("methods").rows
            for row in (close.keyed("methods").row(nation),)
        },
        "increment_odds": stand.odds("odds"),
        "melee_odds": assault.odds("odds"),
        "melee_cells": dict(zip(results.names, results.cells, strict=True)),
        "shift_grounds": words(assault.keyed("shift_ground")),
        "zones": {
            (name, readiness): whole_or_none(zones.keyed("hexes").cell(name, readiness))
            for name in zones.keyed("hexes").rows
            for readiness in ("fresh", "tired")
        },
        "square_failures": {
            int(hexes): word for hexes, word in words(checks.keyed("square"), "failure").items()
        },
        "density": tuple(
            (whole(row["from"]), whole(row["dice"]))
            for row in map(density.keyed("dice").row, density.keyed("dice").rows)
        ),
        "surcharges": {
            name: (whole(row["cost"]), whole(row["every"]))
            for name in surcharge.rows
            for row in (surcharge.row(name),)
        },
        "shares": named(fractions(factors.keyed("movement")), fractions(guns.keyed("shares"))),
        "violations": {
            (one, other): cast(str, cell)
            for one in pairs.rows
            for other, cell in pairs.row(one).items()
        },
        "natural": cast(dict[str, tuple[int, ...]], guns.keyed("natural").column()),
        "spiked": {
            (int(die), arm): bool(guns.keyed("spiked").cell(die, arm))
            for die in guns.keyed("spiked").rows
            for arm in ("infantry", "cavalry")
        },
        "refills": {int(die): bool(cell) for die, cell in guns.keyed("resupply").column().items()},
        "burning": {int(die): word for die, word in words(guns.keyed("burning")).items()},
        "no_ricochet": frozenset(guns.keyed("closed_to_ricochet").rows),
        "wounds": {int(die): wound for die, wound in wounds.items()},
        "point_costs": ints(movement.keyed("points")),
        "counts": {
            "canister_columns": whole(guns.keyed("figures").cell("canister_columns")),
            **ints(movement.keyed("companies")),
        },
        "formations": records(movement.keyed("sides"), FormationCard),
        "terrains": _open_to_companies(charts),
        "factors": fractions(factors.keyed("fire")),
        "morale_dice": ints(checks.keyed("in_place")),
        "melee_factors": fractions(factors.keyed("melee")),
    }


@rule("X12.5.5")
def _open_to_companies(charts: Charts) -> dict[str, TerrainCard]:
    """The ground on which a column of companies stands, as well as all that stands there anyway."""
    stack, grounds = charts["stacking"], charts["movement"].keyed("companies_ground")
    usual = terrains(
        charts["terrain-movement"],
        charts["terrain-formation"],
        stacking(stack),
        stack.keyed("terrain"),
    )
    return {
        name: replace(usual[name], formations=(*usual[name].formations, "companies"))
        for name in grounds.rows
    }


DEALER: Final = Dealer(Cards, BOOK / "charts", own=_own)
cards = DEALER.deal
