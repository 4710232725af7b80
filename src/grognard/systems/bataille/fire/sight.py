"""Line of sight (rule 23): who sees whom, over what ground, past which units.

The line runs from centre to centre. Ground higher than both ends hides what is beyond it, and so
do houses. Woods and units hide it unless the higher end is the nearer to them. Adjacent hexes
always see each other, but a unit looks out of its front sides only.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from grognard.kernel import rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side, name
from grognard.mechanics.sight import OPEN, SCREEN, SOLID, THICKET, Crossed, Way, way
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.weather import effects
from grognard.systems.bataille.fronts import front_mask
from grognard.systems.bataille.movement.terrain import features
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.setting import Weather
from grognard.systems.bataille.table import Table


class Sight(msgspec.Struct, frozen=True):
    """Whether a line is clear; if not, the hex that hides the target, why, and by which clause."""

    clear: bool
    blocked_by: Hex = 0
    reason: str = ""
    clause: str = ""
    crossed: tuple[Hex, ...] = ()


class Outlook(NamedTuple):
    """What the ground of a map does to sight: by hex, and by hexside."""

    blocking: list[int]
    walls: frozenset[tuple[Hex, Side]]
    barriers: frozenset[tuple[Hex, Side]]


@lru_cache(maxsize=16)
def outlook(ground: Ground, cards: Deck) -> Outlook:
    """Read once for a map: which hexes hide, which hexsides are walls, which stop all fire."""
    kinds = {"open": OPEN, "blocks": SCREEN, "thicket": THICKET}
    blocking = [OPEN] * ground.size
    for at in ground.hexes:
        card = cards.terrain(ground.terrain[at])
        blocking[at] = SOLID if card.dwelling and card.blocks_sight else kinds[card.sight]
    walls, barriers = set(), set()
    for at, side in ground.hexsides:
        for feature in features(ground, at, side):
            card_of_side = cards.hexside(feature)
            if card_of_side.sight == "near_only":
                walls.add((at, side))
            elif card_of_side.sight == "blocks":
                barriers.add((at, side))
    return Outlook(blocking, frozenset(walls), frozenset(barriers))


def weather(table: Table, side: str) -> Weather:
    """The weather of the turn as a side feels it; before the first turn the sky is clear."""
    return table.of_turn(("effects", side), lambda: effects(table, side))


@rule("P16.31", "P23.1", "P23.2", "P25.4", "PR-162")
def sees(table: Table, unit: UnitId, origin: Hex, target: Hex) -> Sight:
    """Does a unit see the target from one of its hexes? The line must leave by a front side."""
    exits = way(origin, target).exits
    front = front_mask(table, unit, origin)
    if exits and not any(front >> side & 1 for side in exits):
        reason = f"{name(target)} does not lie before its front"
        return Sight(False, origin, reason, "P23.2")
    return line_of_sight(table, origin, target, table.side_of(unit))


@rule("P23.3", "P23.4", "P23.9", "P23.12", "P48.2")
def line_of_sight(table: Table, origin: Hex, target: Hex, side: str) -> Sight:
    """Is the line clear for this side? Neither end ever hides the other (PR-42)."""
    line = way(origin, target)
    crossed = tuple([origin + step for step, _, _ in line.crossed])
    hidden = _obstacle(table, line, origin, target, side)
    if hidden is None:
        return Sight(True, crossed=crossed)
    return Sight(False, *hidden, crossed)


def is_clear(table: Table, front: int, origin: Hex, target: Hex, side: str) -> bool:
    """What ``sees`` comes to for a unit with these front sides, without the reasons."""
    line = way(origin, target)
    if line.exits and not any(front >> across & 1 for across in line.exits):
        return False
    return _obstacle(table, line, origin, target, side) is None


Hidden = tuple[Hex, str, str] | None


def _obstacle(table: Table, line: Way, origin: Hex, target: Hex, side: str) -> Hidden:
    """What hides the target, if anything does."""
    view = outlook(table.setting.ground, table.setting.cards)
    hidden = _beyond_weather(table, line, target, side) or _walled(view, line, origin)
    if hidden is None and line.length > 1:
        if view.blocking[origin] == THICKET:
            return origin, "only adjacent hexes are seen from inside", "P23.6"
        return _hidden(table, view, line, origin, target, side)
    return hidden


@rule("P46.2")
def _beyond_weather(table: Table, line: Way, target: Hex, side: str) -> Hidden:
    if line.length > weather(table, side).sight:
        return target, "it is too far to see in this weather", "P46.2"
    return None


@rule("P23.9")
def _walled(view: Outlook, line: Way, origin: Hex) -> Hidden:
    """A wall hides from all but those who stand at it; a city wall from everyone."""
    for step, side in line.edges if view.barriers else ():
        if (origin + step, side) in view.barriers:
            return origin + step, "a city wall stands between", "P23.9"
    for step, side in line.inner if view.walls else ():
        if (origin + step, side) in view.walls:
            return origin + step, "a wall stands between", "P23.9"
    return None


@rule("P23.5", "P23.6", "P23.7", "P23.8", "P23.13", "P23.14", "PR-42", "PR-43")
def _hidden(table: Table, view: Outlook, line: Way, origin: Hex, target: Hex, side: str) -> Hidden:
    """The first hex of the line that hides the target."""
    level, stacks = table.setting.ground.level, table.stacks
    here, there = level[origin], level[target]
    top = max(here, there)
    for crossed in line.crossed:
        at = origin + crossed.step
        if level[at] > top:
            return at, f"{name(at)} is higher than both", "P23.8"
        kind = view.blocking[at]
        if kind == SOLID:
            return at, f"houses in {name(at)} hide it", "P23.5"
        manned = at in stacks and _holds_unbroken(table, at)
        if (kind or manned) and not _looks_over(table, crossed, at, here - there, side):
            if manned:
                return at, f"units in {name(at)} hide it", "P23.7"
            return at, f"the ground in {name(at)} hides it", "P23.6"
    return None


def _holds_unbroken(table: Table, at: Hex) -> bool:
    """Every combat unit that is not routed hides what is behind it, disordered ones too."""
    return any(table.pieces[unit].cohesion is not Cohesion.ROUT for unit in table.stacks[at])


def _looks_over(table: Table, crossed: Crossed, at: Hex, drop: int, side: str) -> bool:
    """The higher end looks over what is nearer to it; half way is not nearer (PR-43)."""
    if drop > 0:
        return crossed.nearer < 0
    if drop < 0 and crossed.nearer > 0:
        # P23.14: nobody shoots up over friends who stand next to the target.
        return not (crossed.beside_target and _holds_friends(table, at, side))
    return False


def _holds_friends(table: Table, at: Hex, side: str) -> bool:
    return any(
        table.side_of(unit) == side and table.pieces[unit].cohesion is not Cohesion.ROUT
        for unit in table.stacks.get(at, ())
    )
