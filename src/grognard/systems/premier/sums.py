"""Sums of the melee card of Premier, asked in words."""

from __future__ import annotations

from typing import Final

from grognard.mechanics.d66 import rung_of
from grognard.systems.bataille.situations.sums import Sum, ratio
from grognard.systems.premier.cards import Cards


def _melee_odds(cards: Cards, words: list[str]) -> str:
    """melee-odds 30 : 14: the column of the melee chart."""
    column, _ = cards.melee_column(*ratio(words))
    return cards.melee_column_name(column)


def _melee(cards: Cards, words: list[str]) -> str:
    """Melee 2:1 at 43: the cell of the melee chart as printed."""
    column = cards.melee_odds.names.index(words[0])
    return cards.melee_result(column, rung_of(int(words[2]))).printed


SUMS: Final[dict[str, Sum]] = {"melee": _melee, "melee-odds": _melee_odds}
