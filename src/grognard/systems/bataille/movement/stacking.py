"""Who may stand or pass where: limits of increments and mixing of formations (rules 10, 16, 18).

``fits`` and ``holds`` ask whether a hex can hold units. ``may_pass`` asks whether a unit may enter a hex
on its way, ``may_end`` whether it may stay there. Each answer is a reason against, or None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille import special
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.marks import SHELTER
from grognard.systems.bataille.pieces import (
    FILES,
    Arms,
    Formation,
    Forms,
    Piece,
    Printed,
    Size,
    UnitId,
    shares,
)
from grognard.systems.bataille.table import Table

LOOSE = (Forms.COLUMN, Forms.GENERAL)
"""One formation under two names: ground decides which (P16.65)."""


def share_in(table: Table, piece: Piece, at: Hex) -> int:
    """The increments of a unit in one of its hexes; its main share in a hex it would enter."""
    strength = table.setting.roster[piece.id].increments - piece.lost
    hexes = piece.hexes
    index = hexes.index(at) if at in hexes else piece.main
    if piece.formation in FILES:
        per_hex = file_depth(table, piece.formation)
        return max(0, min(per_hex, strength - per_hex * index))
    if len(hexes) == 1:
        return strength
    return shares(strength, len(hexes), piece.main)[index]


def file_depth(table: Table, formation: Formation) -> int:
    """How many increments stand in each hex of a file."""
    return int(table.setting.cards.count(f"{formation.value}_per_hex"))


@rule(
    "P10.1", "P16.10", "P16.11", "P16.18", "P16.41", "P16.70", "P16.72", "P16.99", "PR-21", "PR-173"
)
def holds(table: Table, at: Hex, pieces: Sequence[Piece]) -> Reason | None:
    """Can the hex hold these units? One complete alternative of the stacking chart must hold."""
    counted = [piece for piece in pieces if SHELTER not in piece.marks]
    if not counted:
        return None
    cards, ground = table.setting.cards, table.setting.ground
    if len(counted) == 1 and counted[0].formation is Forms.SKIRMISH:
        return None  # P19.12: a large battalion may exceed the limit of its own skirmish line
    load = _load(table, at, counted)
    if counted[0].formation is Forms.SKIRMISH and _in_skirmish(counted):
        most = cards.count("skirmish_per_hex")
        if load[0] > most:
            return Reason(f"{name(at)} holds only {most} increments in skirmish order", "P19.12")
        return None
    by_road = [piece for piece in counted if piece.formation is Forms.ROAD]
    if _has_room(cards, "road" if by_road else ground.terrain[at], load):
        return None
    return Reason(f"{name(at)} cannot hold so many", "P10.1")


def fits(table: Table, at: Hex, units: Sequence[UnitId]) -> Reason | None:
    """Can the hex hold these units as they stand?"""
    return holds(table, at, [table.pieces[unit] for unit in units])


def _in_skirmish(pieces: Sequence[Piece]) -> bool:
    return all(piece.formation is Forms.SKIRMISH for piece in pieces)


LOAD = (
    "infantry_increments",
    "infantry_regiments",
    "battalions",
    "cavalry_increments",
    "cavalry_regiments",
    "artillery_increments",
    "batteries",
)
"""What the stacking chart counts."""


def _load(table: Table, at: Hex, pieces: Sequence[Piece]) -> tuple[int, ...]:
    """What stands in the hex, each number in its place in ``LOAD``."""
    foot = regiments = battalions = horse = cavalry = guns = batteries = 0
    for piece in pieces:
        printed = table.setting.roster[piece.id]
        increments = share_in(table, piece, at)
        if printed.arm is Arms.INFANTRY:
            foot += increments
            regiments += 1
            # A regiment is more than one battalion wherever a chart counts battalions.
            battalions += 2 if printed.size is Size.REGIMENT else 1
        elif printed.arm is Arms.CAVALRY:
            horse += increments
            cavalry += 1
        else:
            guns += increments
            batteries += 1
    return foot, regiments, battalions, horse, cavalry, guns, batteries


@lru_cache(maxsize=4096)
def _has_room(cards: Deck, ground: str, load: tuple[int, ...]) -> bool:
    """Does one alternative of the stacking chart for this ground admit the load?"""
    loaded = dict(zip(LOAD, load, strict=True))
    return any(_admits(limit, loaded) for limit in cards.stacking(ground))


_ARMS = (
    ("infantry_increments", ("infantry_increments", "infantry_regiments", "battalions")),
    ("cavalry_increments", ("cavalry_increments", "cavalry_regiments")),
    ("artillery_increments", ("artillery_increments", "batteries")),
)


def _admits(limit: Mapping[str, int], load: Mapping[str, int]) -> bool:
    for present, words in _ARMS:
        if load[present] and not any(word in limit for word in words):
            return False
    return all(load[word] <= most for word, most in limit.items())


def others_in(table: Table, unit: UnitId, at: Hex) -> list[Piece]:
    """The friends of a unit in a hex, itself left out."""
    roster, pieces = table.setting.roster, table.pieces
    side = roster[unit].side
    return [
        pieces[other]
        for other in table.stacks.get(at, ())
        if other != unit and roster[other].side == side
    ]


@rule("P10.5", "P10.6", "P10.7", "P10.8", "P16.1", "P16.2", "P18.10", "P19.32", "PR-19", "PR-150")
def may_pass(table: Table, piece: Piece, at: Hex) -> Reason | None:
    """May a unit in this formation enter the hex on its way, for all the friends in it?"""
    friends = others_in(table, piece.id, at)
    if not friends:
        return None
    printed = table.setting.roster[piece.id]
    free = True
    for friend in friends:
        reason = _passage(table, printed, piece, table.setting.roster[friend.id], friend)
        if reason is not None:
            return reason
        free = free and _is_free_passage(printed, piece, table.setting.roster[friend.id], friend)
    if free or table.setting.options.get("stacking_in_transit") == "off":
        return None
    return holds(table, at, [*friends, piece])


def _passage(
    table: Table, printed: Printed, piece: Piece, other: Printed, friend: Piece
) -> Reason | None:
    options = table.setting.options
    if _skirmishes(piece) or _skirmishes(friend) or piece.formation is Forms.LIMBERED:
        return None
    if printed.arm is Arms.CAVALRY:
        return _cavalry_passage(options.get("cavalry_passage"), other, friend)
    if printed.arm is Arms.INFANTRY and other.arm is Arms.CAVALRY:
        if options.get("infantry_through_cavalry") == "barred":
            return Reason(f"infantry may not pass through {other.name}", "P10.7")
        return None
    if printed.arm is Arms.INFANTRY and other.arm is Arms.INFANTRY:
        alike = piece.formation is friend.formation or (
            piece.formation in LOOSE and friend.formation in LOOSE
        )
        if not alike and options.get("interpenetration") != "free":
            return Reason(f"{other.name} stands there in another formation", "P16.1")
    return None


def _cavalry_passage(option: str | None, other: Printed, friend: Piece) -> Reason | None:
    if other.arm is Arms.INFANTRY and friend.formation is not Forms.SQUARE:
        if option == "check":
            return None
        return Reason(f"cavalry may not ride through {other.name}", "P16.2")
    if friend.formation is Forms.UNLIMBERED:
        return Reason(f"cavalry may not ride through the guns of {other.name}", "P16.2")
    return None


def _skirmishes(piece: Piece) -> bool:
    return piece.formation is Forms.SKIRMISH


def _is_free_passage(printed: Printed, piece: Piece, other: Printed, friend: Piece) -> bool:
    """Passages that rules 18 and 19 call free do not count against the limits (PR-149)."""
    if _skirmishes(piece) or _skirmishes(friend) or printed.arm is Arms.CAVALRY:
        return True
    # PR-19: the stacking chart does not bar infantry passing through cavalry; nor horse guns.
    return other.arm is Arms.CAVALRY


@rule("P10.9", "P16.1", "P16.3", "P18.9", "P18.11", "P18.12", "P19.34", "PR-20")
def may_end(table: Table, piece: Piece) -> Reason | None:
    """May the unit stay in these hexes? Skirmishers may, and answer for it later (P19.35)."""
    printed = table.setting.roster[piece.id]
    for at in piece.hexes:
        friends = others_in(table, piece.id, at) if at in table.stacks else None
        if friends is not None and not table.setting.reglement.halts_upon_squares:
            if table.has_enemy(at, printed.side):
                return Reason(
                    "cavalry does not halt upon a square that it does not fight", "P18.11"
                )
        if not friends:
            reason = holds(table, at, [piece]) if len(piece.hexes) == 1 else None
            if reason is not None:
                return reason
            continue
        if table.setting.special:
            reason = special.may_stack(table, piece.id, [friend.id for friend in friends])
            if reason is not None:
                return reason
        for friend in friends:
            reason = conflict(printed, piece, table.setting.roster[friend.id], friend)
            if reason is not None and not (
                _skirmishes(piece) and printed.arm is table.setting.roster[friend.id].arm
            ):
                return reason
        if not _skirmishes(piece):
            reason = holds(table, at, [*friends, piece])
            if reason is not None:
                return reason
    return None


def conflict(printed: Printed, piece: Piece, other: Printed, friend: Piece) -> Reason | None:
    """May two units rest in one hex, whatever their number? (P16.1, P18.9, PR-20, PR-150)"""
    if SHELTER in piece.marks or SHELTER in friend.marks:
        return None
    arms = {printed.arm, other.arm}
    if Arms.CAVALRY in arms and len(arms) == 2:
        clause = "P10.9" if Arms.ARTILLERY in arms else "P16.3"
        return Reason(f"horse may not stay with {other.name}", clause)
    if Arms.ARTILLERY in arms:
        return None
    if piece.formation is friend.formation or (
        piece.formation in LOOSE and friend.formation in LOOSE
    ):
        return None
    return Reason(f"{other.name} stands there in another formation", "P16.1")
