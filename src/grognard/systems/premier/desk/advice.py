"""Advice about a battle of La Bataille Premier: the shared one, with its own odds of melee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from grognard.kernel import State
from grognard.odds.formulas import Formula
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.desk.advice import BatailleAdviser
from grognard.systems.bataille.desk.officer import BatailleOfficer
from grognard.systems.bataille.table import Table
from grognard.systems.premier.desk.chances import chance
from grognard.systems.premier.desk.formulas import FORMULAS
from grognard.systems.premier.desk.melee_odds import melee_odds
from grognard.systems.premier.desk.officer import PremierOfficer


class PremierAdviser(BatailleAdviser):
    """Answers from the rules of La Bataille Premier."""

    formulas: ClassVar[tuple[Formula, ...]] = FORMULAS
    officer: ClassVar[type[BatailleOfficer]] = PremierOfficer

    def melee_odds(self, tables: Sequence[Table], side: str, order: Assault) -> dict[str, Any]:
        return melee_odds(tables, side, order)

    def chance(self, state: State, side: str, action: Any) -> float | None:
        known = chance(state, side, action)
        return super().chance(state, side, action) if known is None else known
