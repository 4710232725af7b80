"""The cards of La Bataille Premier: the shared ones, and its own of melee and of charges.

>>> column = cards().fire_column(7 + 7, cards().fire_defence("clear", "line", 6))
>>> cards().fire_column_name(column), cards().fire_losses(column, rung_of(43))
('1.5-1', 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from grognard.kernel.rules import rule
from grognard.mechanics.charts import Chart, Odds
from grognard.mechanics.d66 import rung_of
from grognard.systems.bataille.cards.building import ints, records, whole, words
from grognard.systems.bataille.cards.dealing import Charts, Dealer
from grognard.systems.bataille.cards.deck import Deck, Strength

__all__ = ["DEALER", "Cards", "MatrixEffect", "MeleeResult", "cards", "chart_options", "rung_of"]


@dataclass(frozen=True, slots=True)
class MeleeResult:
    """One cell of the melee chart: AR, AD, blank, DD, DR, DS, or loss with its figures."""

    kind: str
    printed: str
    attacker_loss: int = 0
    defender_loss: int = 0
    attacker_checks: bool = False
    defender_checks: bool = False


@dataclass(frozen=True, slots=True)
class MatrixEffect:
    """What an effect code of the matrix does.

    Fates of attacking infantry, attacking cavalry and the defender, each with how far it goes
    back: movement points for disorder, hexes otherwise, None on a rout for printed movement.
    ``zone_loss`` is paid for the first hex left and for each further enemy-zone hex.
    """

    infantry: str
    infantry_back: int | None
    cavalry: str
    cavalry_back: int | None
    defender: str
    defender_back: int | None
    zone_loss: int
    attacker_loss: int
    defender_loss: int
    attacker_check: int | None
    defender_check: int | None
    defender_failure: str | None
    leaves_square: bool


@dataclass(frozen=True, slots=True, eq=False)
class Cards(Deck):
    """All cards of the edition. Melee (rules 33, 34), standing and forming square (38)."""

    melee_odds: Odds
    melee_cells: tuple[tuple[MeleeResult, ...], ...]
    premelee_table: tuple[Odds, tuple[tuple[int, int, str], ...]]
    premelee_conditions: Mapping[str, tuple[int, int]]
    premelee_effects_of: Mapping[str, tuple[str, ...]]
    elite_fire_dice: Mapping[int, int]
    matrix: Mapping[tuple[str, str], int]
    effects: Mapping[int, MatrixEffect]
    stand_dice: Mapping[str, int]
    carre_dice: Mapping[str, int]
    carre_cells: Mapping[tuple[str, str, int], tuple[str, ...]]

    @rule("P33.12", "PR-06")
    def melee_column(self, attack: Strength, defence: Strength) -> tuple[int, int]:
        """The odds column, and what odds worse than the card do to the dice."""
        of = attack.numerator * defence.denominator
        to = attack.denominator * defence.numerator
        return self.melee_odds.column(of, to), self.melee_odds.dice(of, to)

    def melee_column_name(self, column: int) -> str:
        return self.melee_odds.names[column]

    def melee_result(self, column: int, rung: int) -> MeleeResult:
        return self.melee_cells[column][rung]

    def matrix_code(self, defender: str, result: str) -> int:
        """Effect code for a defender such as "infantry/good" and a result such as "DD"."""
        return self.matrix[defender, result]

    def matrix_effect(self, code: int) -> MatrixEffect:
        return self.effects[code]

    def premelee_odds(self, attackers: int, defenders: int) -> tuple[int, int, str]:
        """What the odds in increments do to each side's dice: attacker, defender, column (P33.4)."""
        odds, rows = self.premelee_table
        return rows[odds.column(attackers, defenders)]

    def premelee_condition(self, name: str) -> tuple[int, int]:
        """What a condition does to the attacker's and the defender's dice (P33.5)."""
        return self.premelee_conditions[name]

    def premelee_effects(self, name: str) -> tuple[str, ...]:
        """attacker_passes, defender_exempt, odds_capped."""
        return self.premelee_effects_of[name]

    def elite_fire_modifier(self, morale: int) -> int | None:
        """Per increment lost to this firer, in place of the ordinary figure; morale is a rung."""
        return self.elite_fire_dice.get(morale)

    def carre(self, nation: str, formation: str, distance: int, rung: int) -> str:
        """carre, disorder or rout (P38.24)."""
        return self.carre_cells[nation, formation, distance][rung]

    def carre_modifier(self, name: str) -> int:
        return self.carre_dice[name]

    def stand_modifier(self, name: str) -> int:
        return self.stand_dice[name]


# --- reading the charts


def melee_result(printed: str) -> MeleeResult:
    """A cell of the melee chart.

    >>> melee_result("2*/1")
    MeleeResult(kind='loss', printed='2*/1', attacker_loss=2, defender_loss=1, attacker_checks=True, defender_checks=False)
    """
    if printed == "-":
        return MeleeResult("blank", printed)
    if "/" not in printed:
        return MeleeResult(printed, printed)
    attacker, _, defender = printed.partition("/")
    return MeleeResult(
        "loss",
        printed,
        int(attacker.rstrip("*")),
        int(defender.rstrip("*")),
        attacker.endswith("*"),
        defender.endswith("*"),
    )


def carre_rows(chart: Chart) -> dict[tuple[str, str, int], tuple[str, ...]]:
    """Results by nation, formation and distance; a row for any formation serves column and line."""
    table = chart.ladder("results")
    rows: dict[tuple[str, str, int], tuple[str, ...]] = {}
    nations = words(chart.keyed("row_of"))
    for name, cells in zip(table.names, table.cells, strict=True):
        row, formation, distance = name.split("/")
        for nation, reads in nations.items():
            for form in ("column", "line") if formation == "any" else (formation,):
                if reads == row:
                    rows[nation, form, int(distance)] = cells
    return rows


def _own(charts: Charts) -> dict[str, Any]:
    melee, matrix, before = charts["melee"], charts["matrix"], charts["premelee"]
    codes, conditions = matrix.keyed("codes"), before.keyed("conditions")
    by_odds, odds = before.keyed("by_odds"), before.odds("odds")
    elite, carre = before.keyed("elite_fire"), charts["carre"]
    return {
        "melee_odds": melee.odds("odds"),
        "melee_cells": tuple(
            tuple(melee_result(cell) for cell in cells) for cells in melee.ladder("results").cells
        ),
        "matrix": {
            (row, column): whole(cell)
            for row in codes.rows
            for column, cell in codes.row(row).items()
        },
        "effects": {
            int(code): effect
            for code, effect in records(matrix.keyed("effects"), MatrixEffect).items()
        },
        "premelee_table": (odds, tuple((*by_odds.rows[name], name) for name in odds.names)),
        "premelee_conditions": {name: row[:2] for name, row in conditions.rows.items()},
        "premelee_effects_of": {name: row[2] or () for name, row in conditions.rows.items()},
        "elite_fire_dice": {
            rung: whole(dice)
            for rungs, dice in elite.rows.values()
            for rung in cast(tuple[int, ...], rungs)
        },
        "stand_dice": ints(charts["stand"].keyed("modifiers")),
        "carre_dice": ints(carre.keyed("modifiers")),
        "carre_cells": carre_rows(carre),
    }


DEALER: Final = Dealer(Cards, Path(__file__).parent / "book" / "charts", own=_own)
cards = DEALER.deal
chart_options = DEALER.options
