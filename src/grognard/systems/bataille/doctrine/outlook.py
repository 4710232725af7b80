"""The outlook: how the battle will probably be judged, and what each hex and each man adds to it.

The levels of victory are read as they stand. A hex is held at the end with a chance that follows
from who holds it now, who is near, and how long the battle still lasts; a lead in losses spreads
with the turns to come. From these the expected score of a side is summed, between 0 and 1; the worth
of a hex is how much that score changes with its holder.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.packs.victory import (
    Condition,
    is_true,
    judged_next,
    levels_judged,
    levels_now,
    losses,
    side_level,
)
from grognard.systems.bataille.pieces import Arm, Cohesion
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

MARGINAL: Final = 0.75
"""The score of the least level of victory; every other is a clear win."""

HELD: Final = 0.3
STOOD: Final = 2.4
"""How much it tells that somebody holds a hex, and that he stands in it, when he has one turn to lose it; in two
turns a quarter of that, and so on."""

PRESS: Final = 1.8
"""How much it tells who is stronger near by. Found, as the others, by regression over the hexes of two hundred
battles of captains under both editions: until the last turns only strength tells."""

NEAR: Final = 2.0
"""Strength that is so many hexes away counts for a third, one turn before the end."""

SPREAD: Final = 0.035
"""Of all increments on both sides, the part by which a lead wanders in one turn."""

LATER: Final = 0.6
"""Strength that has not arrived yet counts for so much."""

TOGETHER: Final = 0.8
"""How much the hexes of one place stand and fall together, rather than each for itself."""

SHARED: Final = 0.8
"""The worth of a place is shared among its hexes by their number to this power."""

STEADY: Final = {Cohesion.GOOD: 1.0, Cohesion.DISORDER: 0.5, Cohesion.ROUT: 0.1}


class Outlook(msgspec.Struct, frozen=True):
    """The expected score; what each hex adds to it when taken; what one increment adds."""

    score: float
    hexes: Mapping[Hex, float]
    increment: float


def turns_to_come(table: Table, side: str) -> float:
    """Turns that are left to a side's enemy until the battle is judged: after the last there is no
    answer."""
    judged = judged_next(table)
    whole = (judged - 1 if judged else len(table.setting.turns)) - table.turn
    last = table.setting.sides[-1]
    now = 0.0 if table.phasing == last else 0.5
    return max(0.0, whole + now) if table.phasing == side else max(0.0, whole + now + 0.25)


def turns_left(table: Table, side: str) -> int:
    """Turns in which a side still acts until the battle is judged, the one that goes on included."""
    judged, sides = judged_next(table), table.setting.sides
    whole = (judged - 1 if judged else len(table.setting.turns)) - table.turn
    acts = table.phasing in ("", side) or sides.index(side) > sides.index(table.phasing)
    return max(0, whole + acts)


def outlook(table: Table, side: str) -> Outlook:
    """How the battle stands for a side, and what would change it."""
    judge = _Judge(table, side)
    return Outlook(judge.score(), judge.worths(), judge.increment())


def expected(table: Table, side: str) -> float:
    """The expected score alone."""
    return _Judge(table, side).score()


def stakes(table: Table, side: str) -> dict[str, float]:
    """What it is worth in points to have a place at the end instead of losing it, were all else open."""
    judge, prize = _Judge(table, side), prize_in_points(table.setting, side)
    even = dict.fromkeys(judge.holds, 0.5)
    found = {}
    for place in judge.named:
        scores = []
        for chance in (1.0, 0.0):
            judge.holds = {**even, **dict.fromkeys(judge.setting.places[place], chance)}
            scores.append(judge.score())
        found[place] = prize * (scores[0] - scores[1])
    return found


class _Judge:
    """Sums the chances of the levels of victory."""

    def __init__(self, table: Table, side: str) -> None:
        self.table, self.side, self.setting = table, side, table.setting
        self.enemy = self.setting.enemy(side)
        self.turns = turns_to_come(table, side)
        self.takes = {one: turns_left(table, one) for one in (side, self.enemy)}
        self.lead = float(losses(table, self.enemy) - losses(table, side))
        self.own, self.foe = _bodies(table, side), _bodies(table, self.enemy)
        self.due = tuple(_coming(table, who, self.turns) for who in (side, self.enemy))
        self.levels = levels_judged(self.setting, judged_next(table))
        self.named = sorted({place for level in self.levels for place in level.places})
        hexes = [at for place in self.named for at in self.setting.places[place]]
        self.near = {
            at: (self._near(self.own, at) + self.due[0], self._near(self.foe, at) + self.due[1])
            for at in hexes
        }
        self.press = {at: math.log((own + 1) / (foe + 1)) for at, (own, foe) in self.near.items()}
        self.holds = {at: self._now(at) for at in hexes}
        self.worst = {
            s: max((level.tested for level in self.levels if level.side == s), default=0)
            for s in self.setting.sides
        }
        both = sum(strength for _, strength in (*self.own, *self.foe))
        self.spread = 0.5 + SPREAD * both * math.sqrt(self.turns)

    def _near(self, bodies: Sequence[tuple[Hex, float]], at: Hex) -> float:
        far = NEAR * (1.0 + self.turns)
        return sum(strength * math.exp(-distance(there, at) / far) for there, strength in bodies)

    def _now(self, at: Hex) -> float:
        """The chance that one's side holds a hex at the end, as things stand."""
        there = self.table.stacks.get(at, ())
        stands = self.table.side_of(there[0]) if there else ""
        return self._held(at, self.table.control.get(at, ""), stands)

    def _held(self, at: Hex, holder: str, stands: str) -> float:
        """The same, were this its holder, and did these stand in it: what one holds the enemy may take
        in the turns left to him, what he holds one may take in one's own."""
        if holder == self.side and not self.takes[self.enemy]:
            return 1.0
        if holder != self.side and not self.takes[self.side]:
            return 0.0
        firm = HELD * self._firm(holder) + STOOD * self._firm(stands)
        return _logistic(firm + PRESS * self.press[at])

    def _firm(self, holder: str) -> float:
        """How firmly a side has what it could lose: the firmer, the fewer turns are left for that."""
        if not holder:
            return 0.0
        mine = holder == self.side
        left = self.takes[self.enemy if mine else self.side]
        return (1.0 if mine else -1.0) / max(1, left) ** 2

    def increment(self) -> float:
        """What the score gains by an increment of the enemy's: in the count of losses, and in who will
        be the stronger in the turns to come."""
        lead, press = self.lead, self.press
        both = sum(self.due) + sum(strength for _, strength in (*self.own, *self.foe))
        share, found = min(1.0, self.turns) / (1.0 + both / 2), []
        for sign in (1, -1):
            self.lead = lead + sign
            self.press = {at: value + sign * share for at, value in press.items()}
            self.holds = {at: self._now(at) for at in press}
            found.append(self.score())
        self.lead, self.press = lead, press
        self.holds = {at: self._now(at) for at in press}
        return (found[0] - found[1]) / 2

    def worths(self) -> dict[Hex, float]:
        """What every hex adds to the score: by itself, or as a part of the place to which it
        belongs, whichever is more."""
        found = {at: self._swing((at,)) for at in self.holds}
        for place in self.named:
            hexes = self.setting.places[place]
            part = self._swing(hexes) / len(hexes) ** SHARED
            found.update({at: max(part, found[at]) for at in hexes})
        return found

    def _swing(self, hexes: Sequence[Hex]) -> float:
        """What the score gains when these hexes are taken instead of lost."""
        kept = dict(self.holds)
        self.holds.update({at: self._held(at, self.side, self.side) for at in hexes})
        best = self.score()
        self.holds.update({at: self._held(at, self.enemy, self.enemy) for at in hexes})
        worst = self.score()
        self.holds = kept
        return best - worst

    def score(self) -> float:
        left, total = 1.0, 0.0
        for tested in sorted({level.tested for level in self.levels}):
            mine = self._chance(tested, self.side)
            theirs = self._chance(tested, self.enemy)
            both = mine * theirs
            gained = self._prize(self.side, tested) * (mine - both)
            gained += (1 - self._prize(self.enemy, tested)) * (theirs - both) + 0.5 * both
            total += left * gained
            left *= (1 - mine) * (1 - theirs)
        return total + 0.5 * left

    def _prize(self, side: str, tested: int) -> float:
        one = sum(level.side == side for level in self.levels) == 1
        return 1.0 if tested < self.worst[side] or one else MARGINAL

    def _chance(self, tested: int, side: str) -> float:
        """The chance that a side reaches a level of this number."""
        best = 0.0
        for level in self.levels:
            if level.tested == tested and level.side == side:
                chance = 1.0
                for condition in level.conditions:
                    chance *= self._true(condition, side)
                best = max(best, chance)
        return best

    def _true(self, condition: Condition, side: str) -> float:
        if condition.kind == "holds":
            hexes = self.setting.places[condition.place]
            mine = side == self.side
            chances = [self.holds[at] if mine else 1 - self.holds[at] for at in hexes]
            return _at_least(chances, condition.count or len(hexes))
        if condition.parts:
            none = math.prod(1 - self._true(part, side) for part in condition.parts)
            return none if condition.kind == "none" else 1 - none
        if condition.kind in ("stands_in", "gone"):
            return 1.0 if is_true(self.table, side, condition) else 0.5
        if condition.kind in ("lead", "enemy_lost"):
            lead = self.lead if side == self.side else -self.lead
            if condition.kind == "enemy_lost":
                lead = float(losses(self.table, self.setting.enemy(side)))
            return _logistic(1.7 * (lead - condition.count + 0.5) / self.spread)
        return _logistic((self._level_short(condition, side) + 0.5) * (1 + 4 / (1 + self.turns)))

    def _level_short(self, condition: Condition, side: str) -> int:
        """By how many morale levels a condition is more than true; less than nothing if it is not."""
        enemy, now = self.setting.enemy(side), levels_now(self.table)
        if condition.kind == "own_level":
            return condition.count - side_level(self.table, side)
        if condition.kind == "enemy_level":
            return side_level(self.table, enemy) - condition.count
        if condition.kind == "level_of":
            return now[condition.place] - condition.level
        bodies = [now[each.id] for each in self.setting.organisations if each.side == enemy]
        least = sorted(bodies, reverse=True)[condition.count - 1 : condition.count]
        return (least[0] if least else 0) - condition.level


def _bodies(table: Table, side: str) -> list[tuple[Hex, float]]:
    roster = table.setting.roster
    found = []
    for unit in table.units_of(side):
        piece, printed = table.pieces[unit], roster[unit]
        part = STEADY[piece.cohesion] * (0.5 if printed.arm is Arm.ARTILLERY else 1.0)
        found.append((piece.at, part * (printed.increments - piece.lost)))
    return found


def _coming(table: Table, side: str, turns: float) -> float:
    """Strength that will still arrive in time to count, at a discount for the way."""
    roster, total = table.setting.roster, 0.0
    for arrival in table.setting.arrivals:
        if arrival.side == side and arrival.turn - table.turn < turns - 1:
            away = [u for u in arrival.units if u not in table.pieces and u not in table.removed]
            total += LATER * sum(roster[unit].increments for unit in away)
    return total


def _at_least(chances: Sequence[float], count: int) -> float:
    """The chance that so many of these come true: hexes of one place mostly fall together."""
    together = sorted(chances, reverse=True)[count - 1]
    spread = [1.0]
    for chance in chances:
        step = [0.0] * (len(spread) + 1)
        for number, held in enumerate(spread):
            step[number] += held * (1 - chance)
            step[number + 1] += held * chance
        spread = step
    return TOGETHER * together + (1 - TOGETHER) * sum(spread[count:])


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, x))))


def prize_in_points(setting: Setting, side: str) -> float:
    """What the whole battle is worth, in increments: more with a larger army."""
    total = sum(printed.increments for printed in setting.roster.values() if printed.side == side)
    return 12.0 + 0.2 * min(300, total)


def hex_points(seen: Outlook, setting: Setting, side: str) -> dict[Hex, float]:
    """The worth of the hexes in points of increments, men weighed as the verdict weighs them."""
    points = prize_in_points(setting, side)
    men = max(1.0, seen.increment * points)
    return {at: points * worth / men for at, worth in seen.hexes.items()}
