"""Who takes losses, and what they leave of a unit (rules 11, 16, 19).

``split`` and ``deal`` work on plain numbers; ``TakeLosses`` does it on the table: increments off,
the dead removed, rows and tails shortened, regiments broken down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from grognard.kernel import Call, Done, Flow, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.events.facts import LostIncrements, Removed, Shrank
from grognard.systems.bataille.marks import SHELTER
from grognard.systems.bataille.movement.organisation import BreakDown, must_break_down
from grognard.systems.bataille.movement.stacking import file_depth
from grognard.systems.bataille.pieces import FILES, Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.rows import shrunk
from grognard.systems.bataille.table import Table

MELEE: Final = "melee"
DESTROYED: Final = "destroyed"


# --- dealing a result out


@rule("P11.4", "P11.5", "P16.86", "P16.87", "PR-59", "PR-60")
def split(result: int, foot: int, guns: int, *, halved: bool = True) -> tuple[int, int]:
    """What a result takes from so many increments of foot, and of unlimbered guns beside them.

    Together, odd losses fall on the foot and even ones on the guns; when the guns are gone the
    foot takes theirs. Guns alone lose the even steps only, or all of them if not ``halved``.

    >>> split(5, 6, 3), split(1, 6, 3), split(5, 6, 1)
    ((3, 2), (1, 0), (4, 1))
    >>> [split(result, 0, 3) for result in (4, 3, 1)]
    [(0, 2), (0, 1), (0, 0)]
    """
    if not guns:
        return min(result, foot), 0
    if not foot:
        return 0, min(result // 2 if halved else result, guns)
    odd, even = result - result // 2, result // 2
    to_guns = min(even, guns)
    return min(odd + even - to_guns, foot), to_guns


@rule("P11.2", "P11.3", "PR-61")
def deal(left: Mapping[UnitId, int], count: int, *, spread: bool) -> dict[UnitId, int]:
    """Deal losses to units given top first: all to the top one that is left, or all round.

    >>> deal({"F1": 6, "F2": 6, "F3": 6, "F4": 6}, 3, spread=True)
    {'F1': 1, 'F2': 1, 'F3': 1}
    >>> deal({"F1": 2, "F2": 6}, 3, spread=False)
    {'F1': 2, 'F2': 1}
    """
    taken = dict.fromkeys(left, 0)
    while count > 0:
        bearers = [unit for unit in left if taken[unit] < left[unit]]
        if not bearers:
            break
        for unit in bearers[:count] if spread else bearers[:1]:
            share = 1 if spread else min(count, left[unit] - taken[unit])
            taken[unit] += share
            count -= share
    return {unit: share for unit, share in taken.items() if share}


@rule("P11.2", "P11.3", "P11.4", "P11.5", "PR-144")
def allot(table: Table, at: Hex, units: Sequence[UnitId], result: int, *, cause: str,
          artillery: bool) -> dict[UnitId, int]:  # fmt: skip
    """Who in a hex loses how much. Skirmishers sheltering there suffer when nobody else is left."""
    guns = {unit: table.strength(unit) for unit in units if _is_unlimbered(table, unit)}
    foot = {unit: table.strength(unit) for unit in units if unit not in guns}
    hidden = {unit: foot.pop(unit) for unit in units if SHELTER in table.pieces[unit].marks}
    by_fire = cause != MELEE
    to_foot, to_guns = split(result, sum(foot.values()), sum(guns.values()), halved=by_fire)
    spread = artillery and by_fire
    taken = deal(foot, to_foot, spread=spread) | deal(guns, to_guns, spread=spread)
    if sum(taken.values()) == sum(foot.values()) + sum(guns.values()):
        taken |= deal(hidden, result - to_foot - to_guns, spread=spread)
    return {unit: taken[unit] for unit in units if unit in taken}


def _is_unlimbered(table: Table, unit: UnitId) -> bool:
    return table.pieces[unit].formation is Formation.UNLIMBERED


# --- what losses leave


@rule("P16.21", "P16.22", "P16.72", "P19.6", "P19.7", "PR-30", "PR-139")
def hexes_left(table: Table, unit: UnitId) -> int:
    """How many hexes the unit still fills with the increments it has left."""
    cards: Deck = table.setting.cards
    piece, strength = table.pieces[unit], table.strength(unit)
    count = len(piece.hexes)
    if count == 1 or piece.cohesion is not Cohesion.GOOD:
        return count
    cavalry = table.printed(unit).arm is Arm.CAVALRY
    if piece.formation in FILES:
        return min(count, -(-strength // file_depth(table, piece.formation)))
    if piece.formation is Formation.LINE:
        if cavalry:
            return max(1, min(count, strength // cards.count("cavalry_line_least")))
        return count if strength >= cards.count("line_two_hexes_from") else 1
    if piece.formation is Formation.SKIRMISH and not cavalry:
        return min(count, _skirmish_hexes(table, strength))
    return count  # mounted skirmishers keep their two hexes


def _skirmish_hexes(table: Table, strength: int) -> int:
    cards = table.setting.cards
    three = table.setting.options.get("three_hex_skirmish_from")
    if strength >= (int(three) if three else cards.count("skirmish_three_hexes_from")):
        return 3
    return 2 if strength >= cards.count("skirmish_two_hexes_from") else 1


def shortened(piece: Piece, count: int) -> Piece:
    """The unit in so many hexes: a row closes on its main hex, a file loses its tail."""
    if piece.formation in FILES:
        hexes = piece.hexes[:count]
        return msgspec.structs.replace(piece, hexes=hexes, main=min(piece.main, count - 1))
    return shrunk(piece, count)


class TakeLosses(Procedure, tag=True):
    """P11: a fire or melee result falls on the units of a hex, or on those of one ``side`` there.

    ``artillery``: guns took part in the fire. Result: what each unit lost, the destroyed included.
    """

    at: Hex
    result: int
    cause: str
    artillery: bool
    side: str = ""
    losses: tuple[tuple[UnitId, int], ...] = ()

    @step("P5.2", "P11.1", "P11.2", "P11.3", "P11.4", "P11.5", "P16.86", "P16.87", "PR-11")
    def take(self, table: Table) -> Flow:
        units = [unit for unit in table.stack(self.at) if self._is_hit(table, unit)]
        taken = allot(
            table, self.at, units, self.result, cause=self.cause, artillery=self.artillery
        )
        self.losses = tuple(taken.items())
        for unit, count in self.losses:
            table.record(LostIncrements(unit, count, self.cause))
        return None

    @step("P16.21", "P19.6", "PR-30")
    def close_ranks(self, table: Table) -> Flow:
        for unit, _ in self.losses:
            close_ranks(table, unit)
        return None

    @step("P6.9", "PR-08")
    def break_down(self, table: Table) -> Flow:
        for unit, _ in self.losses:
            if must_break_down(table, unit):
                return Call(BreakDown(unit), then="break_down")
        return Done(self.losses)

    def _is_hit(self, table: Table, unit: UnitId) -> bool:
        return not self.side or table.side_of(unit) == self.side


@rule("P16.21", "P16.22", "P19.6", "P19.7")
def close_ranks(table: Table, unit: UnitId) -> None:
    """Remove a unit without increments; shorten one that no longer fills its hexes."""
    if unit not in table.pieces:
        return
    if table.strength(unit) <= 0:
        hexes = table.pieces[unit].hexes
        table.record(Removed(unit, DESTROYED))
        after_loss(table, unit, hexes)
        return
    piece, count = table.pieces[unit], hexes_left(table, unit)
    if count < len(piece.hexes):
        left = shortened(piece, count)
        table.record(Shrank(unit, left.hexes, left.main))
