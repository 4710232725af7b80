"""What an agent observes: figures of the table, and figures of every slot. All from its view.

The table (``TABLE`` figures): the share of turns gone by; 1 when the choice is *who*; the share of
its own and of the enemy's units on the map; the share of strength its own and the enemy's units on
the map have lost; then eight figures of which one is 1, by the question's purpose.

A slot (``SLOT`` figures): 1 when it is there; 1 when it ends the segment; 1 for a march, for fire,
for an assault or a charge, for anything else; the distance to the nearest enemy now and after, in
twenties of hexes; how much nearer, in tens; how many take part, in eighths; enemies and friends
next to where it ends, in sixths; the unit's strength, in tens; 1 when it is out of order.
"""

from __future__ import annotations

from typing import Any, Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from grognard.bots.leanings import end_of, enemies_of, mover_of, nearest, verb_of
from grognard.envs.slots import SLOTS, WHO, Menu, Slot
from grognard.mechanics.commands import Finish
from grognard.mechanics.hexes import distance

PURPOSES: Final = 8
TABLE: Final = 6 + PURPOSES
SLOT: Final = 14

MARCHES: Final = frozenset({"march", "move", "ride", "enter"})
FIRES: Final = frozenset({"fire", "bombard", "shoot"})
FIGHTS: Final = frozenset({"assault", "charge", "react", "counter", "target", "advance"})
FAR: Final = 40

Figures = NDArray[np.float32]
Mask = NDArray[np.int8]


def table_figures(view: Any, turns: int, purpose: str, stage: str) -> Figures:
    """The figures of the table as a side sees it."""
    found = np.zeros(TABLE, np.float32)
    own = [view.pieces[unit] for unit in view.own if unit in view.pieces]
    enemy = [view.pieces[unit] for unit in view.enemy if unit in view.pieces]
    found[:6] = (
        view.turn / max(1, turns), stage == WHO, len(own) / max(1, len(view.own)),
        len(enemy) / max(1, len(view.enemy)), _lost(own, view.own), _lost(enemy, view.enemy),
    )  # fmt: skip
    if purpose:
        found[6 + crc32(purpose.encode()) % PURPOSES] = 1
    return np.clip(found, 0, 1)


def _lost(pieces: list[Any], printed: Any) -> float:
    whole = sum(_strength(printed.get(piece.id)) for piece in pieces)
    return sum(int(getattr(piece, "lost", 0)) for piece in pieces) / whole if whole else 0.0


def _strength(printed: Any) -> int:
    return int(getattr(printed, "increments", 0) or getattr(printed, "strength", 0) or 0)


def slot_figures(view: Any, menu: Menu) -> tuple[Figures, Mask]:
    """The figures of every slot, and the mask of those that are there."""
    found = np.zeros((SLOTS, SLOT), np.float32)
    mask = np.zeros(SLOTS, np.int8)
    enemies = enemies_of(view)
    friends = [view.pieces[unit].at for unit in view.own if unit in view.pieces]
    for place, slot in enumerate(menu.slots[:SLOTS]):
        found[place] = _figures(view, slot, enemies, friends)
        mask[place] = 1
    return np.clip(found, -1, 1), mask


def _figures(view: Any, slot: Slot, enemies: list[int], friends: list[int]) -> list[float]:
    order = slot.action
    verb = verb_of(order) if order is not None else ""
    unit = slot.unit if order is None else mover_of(order) or slot.unit
    piece = view.pieces.get(unit)
    at = piece.at if piece is not None else 0
    path = getattr(order, "path", ())
    to = (end_of(at, path) if path and at else _target(order)) or at
    before = min(FAR, nearest(at, enemies)) if at else FAR
    after = min(FAR, nearest(to, enemies)) if to else before
    kinds = (verb in MARCHES, verb in FIRES, verb in FIGHTS)
    parts = getattr(order, "firers", getattr(order, "units", ())) or ()
    return [
        1.0, float(isinstance(order, Finish)), *map(float, kinds),
        float(order is not None and not any(kinds) and not isinstance(order, Finish)),
        before / 20, after / 20, (before - after) / 10, len(parts) / 8,
        _near(to, enemies) / 6, _near(to, friends) / 6, _strength(view.own.get(unit)) / 10,
        float(_is_shaken(piece)),
    ]  # fmt: skip


def _target(order: Any) -> int:
    for name in ("to", "target", "at"):
        found = getattr(order, name, 0)
        if isinstance(found, int) and found > 0:
            return found
    return 0


def _near(at: int, others: list[int]) -> int:
    return sum(distance(at, other) == 1 for other in others) if at else 0


def _is_shaken(piece: Any) -> bool:
    if piece is None:
        return False
    if hasattr(piece, "disrupted"):
        return bool(piece.disrupted)
    return str(getattr(piece.order, "value", piece.order)) != "good"
