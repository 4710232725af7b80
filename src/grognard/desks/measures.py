"""What the benchmarks measure of a system: battles by name, and the inside of its engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

Rounds = tuple[tuple[str, int], ...]
"""Battles, and how often each is fought."""

Beside = tuple[str, str, str]
"""A battle, and the system and battle of which it is measured in times."""

Costs = Mapping[Any, int]


class Workbench(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """The inside of an engine, for those who measure it.

    ``fixture`` is a battle of so many units, always the same for their number. ``moves`` lists all
    moves of all units on a table and gives their number, ``paths`` does so with every way written
    out. ``twice`` works out a unit's moves by the fast path and by the plain one, where there is a
    fast one. ``outlook`` is what blocks sight on a setting's ground, ``passage`` what a step costs
    there, and ``point`` the parts a movement point has.
    """

    fixture: Callable[[int], Any]
    moves: Callable[[Any], int]
    paths: Callable[[Any], int]
    twice: Callable[[Any, str], tuple[Costs, Costs] | None]
    outlook: Callable[[Any], Any]
    passage: Callable[[Any], Sequence[Sequence[int]]]
    point: int


class Measures(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """On what a system is measured; every field has a default that measures nothing.

    ``decisions`` are battles played by chance, ``turns`` and ``battles`` those fought by opponents, ``cards`` those whose attacks are weighed,
    ``beside`` battles that are measured in times of another system's, ``quick`` one for a smoke run; ``served`` is the battle of the server's tables, and its quick one.
    ``crowd`` is a table of so many units that are no nearer to each other the more they are, ``crowded``
    lists all moves on it.
    """

    decisions: tuple[str, ...] = ()
    turns: Rounds = ()
    battles: Rounds = ()
    cards: Rounds = ()
    beside: tuple[Beside, ...] = ()
    quick: str = ""
    served: tuple[str, str] = ("", "")
    workbench: Workbench | None = None
    crowd: Callable[[int], Any] | None = None
    crowded: Callable[[Any], int] = lambda table: 0
