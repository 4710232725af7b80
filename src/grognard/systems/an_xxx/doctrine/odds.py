"""The prospect of an assault: its links taken one after the other, by the rules' own cards.

Roll to Close, Roll to Stand, the two volleys, the melee and, after a blank, the Firefight and the
second round. Chances are exact for each link; what the volleys cost shifts the dice of the melee by
its mean, and a defence of which only a part stands is taken to stand whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Final

import msgspec

from grognard.kernel import Account, Item, Reason
from grognard.mechanics.d66 import RUNGS
from grognard.mechanics.hexes import Hex
from grognard.systems.an_xxx.assault.close import close_items
from grognard.systems.an_xxx.assault.declare import apart, hand_of, stands_before, touches
from grognard.systems.an_xxx.assault.factors import calls_for_the_shift_die, sapeur_columns
from grognard.systems.an_xxx.assault.fight import melee_account
from grognard.systems.an_xxx.assault.pairs import in_stacks
from grognard.systems.an_xxx.assault.results import BLANK
from grognard.systems.an_xxx.assault.stand import (
    attacking_increments,
    odds_item,
    stand_items,
    stands_unasked,
)
from grognard.systems.an_xxx.doctrine.exchange import strengths, volleys
from grognard.systems.an_xxx.marks import CLOSED, closers
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.doctrine.assaults import moved
from grognard.systems.bataille.doctrine.fights import NO_FIGHT, Fight
from grognard.systems.bataille.doctrine.worth import (
    BREAKS,
    ROUTS,
    harm,
    pass_chance,
    unit_worth,
)
from grognard.systems.bataille.melee.giving_way import defending_increments
from grognard.systems.bataille.melee.melee import attack_strength, defence_strength, defenders_of
from grognard.systems.bataille.melee.melee_values import Melee
from grognard.systems.bataille.morale.morale import morale_value
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.pieces import Cohesion, UnitId
from grognard.systems.bataille.table import Table

SELDOM: Final = 0.04
"""What happens more seldom than this is not weighed."""

NOT_STOPPED: Final = 0.9
"""Of what closes so much comes to blows: arrival fire and horse stop the rest."""


class Words(msgspec.Struct, frozen=True):
    """The words of the chart at one column and sum of dice: their chances by kind."""

    taken: float
    routed: float
    beaten: float
    blank: float
    repulsed: float
    fled: float
    lost: float

    @property
    def wins(self) -> float:
        return self.taken + self.routed + self.beaten


@lru_cache(maxsize=4096)
def words_at(cards: Any, column: int | None, more: int) -> Words:
    """The chances of a column, or of the Fire-Fight column for None."""
    found = [
        cards.firefight_result(rung + more)
        if column is None
        else cards.melee_result(column, rung + more)
        for rung in range(RUNGS)
    ]
    kinds = ("DS", "DR", "DD", BLANK, "AD", "AR", "AS")
    return Words(*(sum(word.startswith(kind) for word in found) / RUNGS for kind in kinds))


# --- checks


def passes(table: Table, unit: UnitId, items: Sequence[Item]) -> float:
    """The chance that a unit passes a check with these rows."""
    weighed = table.setting.reglement.weighed
    rows = tuple(items) if weighed is None else weighed(table, unit, tuple(items))
    return pass_chance(morale_value(table, unit), Account(rows).total)


def closes(table: Table, stack: tuple[UnitId, ...], target: Hex, *, second: bool = False) -> float:
    """The chance that a stack closes: that of its uppermost battalion."""
    return passes(table, stack[0], close_items(table, stack[0], stack, target, second))


def give_way(
    table: Table, target: Hex, units: tuple[UnitId, ...], *, second: bool = False
) -> float:
    """The chance that all who defend a hex give way before these."""
    side = table.side_of(units[0])
    foes, chance = defenders_of(table, target, side), 1.0
    if any(stands_unasked(table, foe) for foe in foes):
        return 0.0
    odds = None
    if not second:
        attacking = attacking_increments(table, units, target)
        odds = odds_item(table, attacking, defending_increments(table, target, side))
    for foe in foes:
        chance *= 1 - passes(table, foe, stand_items(table, foe, units, target, odds))
    return chance


# --- the fight at the hex


def fight_for(
    table: Table, target: Hex, units: tuple[UnitId, ...], sand: Table | None = None
) -> Fight:
    """The prospect of those who have closed on a hex; planned on a table, or as they stand."""
    foes = defenders_of(table, target, table.side_of(units[0]))
    if not foes:
        return NO_FIGHT
    gives, beaten, routed = harm(table, foes)
    whole = sum(unit_worth(table, foe) for foe in foes)
    mine = sum(unit_worth(table, unit) for unit in units)
    gone = give_way(table, target, units)
    fire = volleys(table, target, units, sand or table)
    row = table.setting.cards.rows["melee_dice"]
    shot = fire.own_lost * row["attacker_lost"] + fire.foe_lost * row["defender_lost"]
    melee = Melee(target, units)
    column, led = _columns(table, melee, strengths(table, melee, sand or table))
    cards = table.setting.cards
    first, again = _met(cards, column, led + round(shot)), _met(cards, column, led)
    second = _after_a_blank(table, target, units, round(shot), again, sand or table)
    sums = [a + first.blank * b for a, b in zip(_kinds(first), _kinds(second), strict=True)]
    taken, rout, back, repulsed, fled, lost = sums
    stand = 1 - gone
    shots = 1 + first.blank
    own = shots * fire.own + mine * (BREAKS * repulsed + ROUTS * fled + lost)
    foe = shots * fire.foe + whole * taken + routed * rout + beaten * back
    return Fight(
        gone + stand * (taken + rout + back),
        stand * (repulsed + fled + lost),
        stand * own,
        gone * gives + stand * foe,
    )


def _kinds(words: Words) -> tuple[float, ...]:
    return (words.taken, words.routed, words.beaten, words.repulsed, words.fled, words.lost)


def _mixed(parts: Sequence[tuple[float, Words]]) -> Words:
    fields = Words.__struct_fields__
    return Words(*(sum(share * getattr(word, name) for share, word in parts) for name in fields))


def _columns(
    table: Table, melee: Melee, strength: tuple[Fraction, Fraction]
) -> tuple[tuple[int, ...], int]:
    """The columns of a melee, one for each fall of the shift die, and what leaders add."""
    cards = table.setting.cards
    column = cards.melee_column(*strength) + sapeur_columns(table, melee)
    last = len(cards.melee_odds.names) - 1
    shifts = list(cards.rows["shift"].values()) if calls_for_the_shift_die(table, melee) else [0]
    columns = tuple(min(max(column - shift, 0), last) for shift in shifts)
    return columns, melee_account(table, melee, ()).total


@lru_cache(maxsize=4096)
def _met(cards: Any, columns: tuple[int, ...], more: int) -> Words:
    """The chances of a melee over its columns."""
    return _mixed([(1 / len(columns), words_at(cards, column, more)) for column in columns])


def _after_a_blank(
    table: Table, target: Hex, units: tuple[UnitId, ...], shot: int, again: Words, sand: Table
) -> Words:
    """The Firefight, and after another blank the second round with its own rolls.

    Whether a stack closes once more, and whether those give way who stood before, is remembered by
    the table on which it is planned, ``sand``.
    """
    fought = words_at(table.setting.cards, None, shot)
    stack = in_stacks(table, units)[0]
    hexes = table.pieces[stack[0]].hexes
    here = tuple([table.pieces[unit] for at in hexes for unit in table.stack(at)])
    coming = sand.derived(
        ("closing again", target, stack, here), lambda: closes(table, stack, target, second=True)
    )
    gone = sand.derived(
        ("giving way again", target, table.side_of(units[0])),
        lambda: give_way(table, target, units, second=True),
    )
    last = Words(
        coming * (1 - gone) * again.taken,
        coming * (1 - gone) * again.routed,
        coming * (gone + (1 - gone) * again.beaten),
        coming * (1 - gone) * again.blank,
        1 - coming + coming * (1 - gone) * again.repulsed,
        coming * (1 - gone) * again.fled,
        coming * (1 - gone) * again.lost,
    )
    parts = [a + fought.blank * b for a, b in zip(_kinds(fought), _kinds(last), strict=True)]
    taken, routed, beaten, repulsed, fled, lost = parts
    return Words(taken, routed, beaten, fought.blank * last.blank, repulsed, fled, lost)


# --- the whole of it


def assault_odds(before: Table, table: Table, target: Hex, units: Sequence[UnitId]) -> Fight | None:
    """The prospect of units that would close on a hex from where they stood ``before``.

    Those who have closed on it already fight with them, and only what is gained upon their own
    prospect counts. Who does not close is where he was. None where a stack does not go from the top, or
    does not keep together.
    """
    coming = [unit for unit in units if CLOSED not in before.pieces[unit].marks]
    there = tuple(unit for unit in closers(before, target) if unit not in coming)
    stacks = in_stacks(before, coming)
    for stack in stacks:
        if not _keeps_together(before, table, stack, target):
            return None
    chances = [closing(before, stack, target) for stack in stacks]
    if not any(chances) and not there:
        return NO_FIGHT
    stays = [_stays(before, stack, target) for stack in stacks]
    own = sum(cost * (1 - odds) for cost, odds in zip(stays, chances, strict=True))
    alone = _fought(before, before, target, there, True) if there else NO_FIGHT
    carried, repulsed, foe = -alone.carried, -alone.repulsed, -alone.foe
    own -= alone.own
    for came in product((True, False), repeat=len(stacks)):
        chance = 1.0
        for closed, odds in zip(came, chances, strict=True):
            chance *= odds if closed else 1 - odds
        fighters = [u for stack, closed in zip(stacks, came, strict=True) if closed for u in stack]
        everybody = tuple(sorted((*there, *fighters)))
        if chance > SELDOM and everybody:
            found = _fought(before, table, target, everybody, all(came))
            weight = chance if there else NOT_STOPPED * chance
            carried, repulsed = carried + weight * found.carried, repulsed + weight * found.repulsed
            own, foe = own + weight * found.own, foe + weight * found.foe
    return Fight(carried, repulsed, own, foe)


def closing(table: Table, stack: tuple[UnitId, ...], target: Hex) -> float:
    """The chance that a stack closes, known once it was asked for."""
    return table.derived(("closing", stack, target), lambda: closes(table, stack, target))


def _fought(
    before: Table, table: Table, target: Hex, units: tuple[UnitId, ...], whole: bool
) -> Fight:
    """The prospect of those who have closed, the others being where they were unless these are the
    ``whole`` of them; known once it was asked for, as a larger group has the smaller ones in it."""
    pieces = tuple([table.pieces[unit] for unit in units])

    def make() -> Fight:
        if whole:
            return fight_for(table, target, units, before)
        near = before.draft()
        for piece in pieces:
            if piece is not before.pieces[piece.id]:
                near.put(piece)
        return fight_for(near, target, units, before)

    return before.derived(("fought", target, pieces), make)


def _keeps_together(before: Table, table: Table, stack: tuple[UnitId, ...], target: Hex) -> bool:
    """Are these the uppermost of their hex, near enough, and do they come to one place?"""
    first, side = before.pieces[stack[0]], before.side_of(stack[0])
    if apart(first, target) > before.setting.cards.row("limits", "declare_at"):
        return False
    own = [unit for unit in before.stack(first.at) if before.side_of(unit) == side]
    same = {(table.pieces[unit].hexes, table.pieces[unit].facing) for unit in stack}
    return set(own[: len(stack)]) == set(stack) and len(same) == 1


def _stays(table: Table, stack: tuple[UnitId, ...], target: Hex) -> float:
    """What it costs a stack not to close: nothing from afar, its order beside the enemy."""
    first = table.pieces[stack[0]]
    if apart(first, target) > 1 and first.cohesion is Cohesion.GOOD:
        return 0.0
    return BREAKS * sum(unit_worth(table, unit) for unit in stack)


# --- for the greedy player


def carried(table: Table, order: Assault) -> float:
    """The chance that these units carry the hex, from where they stand; 0 where they cannot."""
    near = closed_up(table, order)
    if near is None:
        return 0.0
    chance = closes(table, in_stacks(table, order.units)[0], order.target)
    return chance * fight_for(near, order.target, order.units).carried


def closed_up(table: Table, order: Assault) -> Table | None:
    """The table with the attackers before their target, each by its cheapest march; or None."""
    near = table.draft()
    for unit in order.units:
        hand, piece = hand_of(near, unit), near.pieces[unit]
        if stands_before(near, unit, order.target) or isinstance(hand, Reason):
            continue
        poses = [
            (cost, pose)
            for pose, cost in Marches(near, hand).costs.items()
            if touches(near, piece, pose, order.target)
        ]
        if not poses:
            return None
        near.put(moved(near, piece, min(poses)[1]))
    return near


def horse_words(table: Table, order: Assault) -> Words:
    """The melee of horse that attacks without a charge."""
    melee = Melee(order.target, order.units)
    strength = attack_strength(table, melee).total, defence_strength(table, melee).total
    return _met(table.setting.cards, *_columns(table, melee, strength))


def gained(table: Table, order: Assault) -> float:
    """By how much horse that attacks without a charge is likelier to win than to be beaten."""
    words = horse_words(table, order)
    return words.wins - words.repulsed - words.fled - words.lost
