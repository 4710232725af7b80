"""Simulated losses beside those of history, and which reasoned values may explain a difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from grognard.lab.record import Game
from grognard.lab.summary import Summary

FILE: Final = Path(__file__).with_name("history.yaml")
NEAR: Final = 0.1
"""A share of losses this near to history's counts as "about as history says"."""


class Told(msgspec.Struct, frozen=True):
    """What accounts give a side: men it had, men it lost from least to most."""

    men: int
    lost: tuple[int, int]
    told: str = ""


class House(msgspec.Struct, frozen=True):
    """A value of the pack that was reasoned out here; ``option`` varies it, where one does."""

    name: str
    src: str
    option: str = ""
    values: tuple[str, ...] = ()


class Accounts(msgspec.Struct, frozen=True):
    """What is known of one battle."""

    sides: dict[str, Told]
    house: tuple[House, ...] = ()


class Compared(msgspec.Struct, frozen=True):
    """A side: the share it lost in games of the commonest verdict, and in history."""

    side: str
    verdict: str
    share: float
    low: float
    high: float
    told: str

    @property
    def off(self) -> float:
        """By how much the share lies outside history's, 0 within."""
        if self.share < self.low:
            return self.share - self.low
        return max(0.0, self.share - self.high)

    @property
    def is_near(self) -> bool:
        return abs(self.off) <= NEAR


def accounts_of(scenario: str) -> Accounts | None:
    from ruamel.yaml import YAML

    held = YAML(typ="safe").load(FILE.read_text("utf-8"))
    return msgspec.convert(held[scenario], Accounts) if scenario in held else None


def compared(accounts: Accounts, summary: Summary, games: Sequence[Game]) -> list[Compared]:
    """Each side's median loss in the games of the most frequent verdict, as a share."""
    if not games:
        return []
    verdict = Counter(game.verdict for game in games).most_common(1)[0][0]
    found = []
    for losses in summary.losses:
        told = accounts.sides.get(losses.side)
        if told is None or not losses.strength:
            continue
        middle = median(game.lost(losses.side) for game in games if game.verdict == verdict)
        least, most = told.lost
        found.append(
            Compared(
                losses.side, verdict, middle / losses.strength, least / told.men, most / told.men,
                told.told,
            )
        )  # fmt: skip
    return found
