"""What an agent observes: figures of the table, and figures of every slot. All from its view.

The table (``PLAIN`` figures and one for every question of the rulebook): the share of turns gone by; 1
when the choice is *who*; 1 when it is a *verb*; the share of its own and of the enemy's units on the map;
the share of strength its own and the enemy's units on the map have lost; then the question: the figure
of its purpose is 1, by the order of ``Arena.purposes``.

A slot (``SLOT`` figures), by the names in ``NAMES``: whether it is there, ends the segment, is a
march, fire, an assault or a charge, anything else; the distance to the nearest enemy now and after,
in twenties of hexes, and how much nearer, in tens; the same for the nearest hex that decides the
battle; whether the order ends on such a hex, and whether in cover; how many take part, in eighths,
and their strength, in twenties; enemies and friends next to where it ends, in sixths; the strength
of the enemies it is aimed at, in twenties; the unit's strength, in tens, and whether it is out of
order; the odds: what they who take part are stronger than the enemies they are aimed at, as a share of
both, nought where nobody is aimed at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from grognard.envs.ground import FAR, Field
from grognard.mechanics.commands import Bent, Finish
from grognard.mechanics.places import distance
from grognard.planning.leanings import end_of, mover_of, nearest
from grognard.planning.offers import Slot
from grognard.planning.slots import SLOTS, VERB, WHO, Menu

PLAIN: Final = 7
NAMES: Final = (
    "there", "ends", "march", "fire", "fight", "other",
    "enemy_now", "enemy_after", "enemy_nearer", "aim_now", "aim_after", "aim_nearer",
    "on_aim", "cover", "parts", "part_strength", "enemies_by", "friends_by", "target_strength",
    "strength", "shaken", "odds",
)  # fmt: skip
SLOT: Final = len(NAMES)

MARCHES: Final = frozenset({Bent.MARCH, Bent.RIDE, Bent.ENTRY})
FIRES: Final = frozenset({Bent.FIRE, Bent.BOMBARDMENT})
FIGHTS: Final = frozenset({Bent.ASSAULT, Bent.CHARGE, Bent.CLASH, Bent.ADVANCE})
Bents = Mapping[str, Bent | None]
"""Verb -> what its orders are bent on."""

Figures = NDArray[np.float32]
Mask = NDArray[np.int8]


def table_figures(
    view: Any, turns: int, purpose: str, stage: str, purposes: Sequence[str]
) -> Figures:
    """The figures of the table as a side sees it."""
    found = np.zeros(PLAIN + len(purposes), np.float32)
    own = [unit for unit in view.own if unit in view.pieces]
    enemy = [unit for unit in view.enemy if unit in view.pieces]
    found[:PLAIN] = (
        view.turn / max(1, turns), stage == WHO, stage == VERB, len(own) / max(1, len(view.own)),
        len(enemy) / max(1, len(view.enemy)), _lost(view, own, view.own), _lost(view, enemy, view.enemy),
    )  # fmt: skip
    if purpose in purposes:
        found[PLAIN + purposes.index(purpose)] = 1
    return np.clip(found, 0, 1)


def _lost(view: Any, units: list[str], printed: Any) -> float:
    whole = sum(strength_of_unit(printed.get(unit)) for unit in units)
    lost = sum(int(getattr(view.pieces[unit], "lost", 0)) for unit in units)
    return lost / whole if whole else 0.0


def strength_left(printed: Any, piece: Any) -> int:
    """What a unit on the map still has, as far as its strength is known."""
    return max(0, strength_of_unit(printed) - int(getattr(piece, "lost", 0)))


def strength_of_unit(printed: Any) -> int:
    """Increments, steps, or losses that a unit can take: what its rulebook counts it by."""
    counted = ("increments", "strength", "cohesion")
    return next((int(held) for word in counted if (held := getattr(printed, word, 0))), 0)


def slot_figures(view: Any, menu: Menu, field: Field, bents: Bents) -> tuple[Figures, Mask]:
    """The figures of every slot, and the mask of those that are there."""
    found = np.zeros((SLOTS, SLOT), np.float32)
    mask = np.zeros(SLOTS, np.int8)
    around = Around(view, field, bents)
    for place, slot in enumerate(menu.slots[:SLOTS]):
        found[place] = _figures(view, slot, around)
        mask[place] = 1
    return np.clip(found, -1, 1), mask


def _strengths(view: Any, printed: Any) -> dict[int, int]:
    """What stands in each hex, as far as the side knows: 1 for a unit of unknown strength."""
    found: dict[int, int] = {}
    for unit, held in printed.items():
        piece = view.pieces.get(unit)
        if piece is not None:
            found[piece.at] = found.get(piece.at, 0) + max(1, strength_left(held, piece))
    return found


class Around:
    """What lies around a hex, counted once for each: many marches end in the same one."""

    def __init__(self, view: Any, field: Field, bents: Bents) -> None:
        self.enemies, self.friends = _strengths(view, view.enemy), _strengths(view, view.own)
        self.field, self.bents = field, bents
        self._found: dict[int, tuple[int, int, int, int]] = {}

    def of(self, at: int) -> tuple[int, int, int, int]:
        """Far from the enemy, far from an aim, enemies next to it, friends next to it."""
        if at not in self._found:
            self._found[at] = (
                min(FAR, nearest(at, list(self.enemies))) if at else FAR,
                self.field.to_aim(at), _near(at, self.enemies), _near(at, self.friends),
            )  # fmt: skip
        return self._found[at]


def _figures(view: Any, slot: Slot, around: Around) -> list[float]:
    order, verb = slot.action, slot.verb
    unit = slot.unit if order is None else mover_of(order) or slot.unit
    piece = view.pieces.get(unit)
    at = piece.at if piece is not None else 0
    target = _target(view, order)
    to = slot.to or (end_of(at, getattr(order, "path", ())) if at else 0)
    to = to if to and to != at else at or target
    before, aim, *_ = around.of(at or to)
    after, then, enemies, friends = around.of(to)
    bent = around.bents.get(verb)
    marches = bent in MARCHES or (bent is None and slot.to > 0)
    kinds = (marches, bent in FIRES, bent in FIGHTS)
    ends = isinstance(order, Finish)
    parts = getattr(order, "firers", getattr(order, "units", ())) or ()
    ours, theirs = sum(_left(view, part) for part in parts), around.enemies.get(target, 0)
    return [
        1.0, float(ends), *map(float, kinds),
        float(bool(verb) and not any(kinds) and not ends),
        before / 20, after / 20, (before - after) / 10, aim / 20, then / 20, (aim - then) / 10,
        float(to in around.field.aims), float(to in around.field.cover), len(parts) / 8,
        ours / 20, enemies / 6, friends / 6, theirs / 20,
        _left(view, unit) / 10, float(getattr(piece, "is_shaken", False)),
        (ours - theirs) / (ours + theirs) if theirs else 0.0,
    ]  # fmt: skip


def _left(view: Any, part: Any) -> int:
    """The strength of one who takes part: a unit, or whoever names one."""
    unit = part if isinstance(part, str) else str(getattr(part, "unit", ""))
    return strength_left(view.own.get(unit), view.pieces.get(unit))


def _target(view: Any, order: Any) -> int:
    """The place that an order is aimed at, or that of the unit that it is aimed at."""
    for name in ("to", "target", "at"):
        found = getattr(order, name, 0)
        found = getattr(view.pieces.get(found), "at", 0) if isinstance(found, str) else found
        if isinstance(found, int) and found > 0:
            return found
    return 0


def _near(at: int, others: dict[int, int]) -> int:
    return sum(distance(at, other) == 1 for other in others) if at else 0
