"""Opportunity charges on the map: who may charge a unit that has come near, and from where.

Pure (rules 14, 16, 19 and 40). A unit that comes next to the zone of enemy cavalry, two hexes
away, may be charged out of a hex of that zone; one that steps into the zone, out of the cavalry's
own hex.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import SIDES, Hex, distance, name, side_towards
from grognard.systems.bataille.actions import Finish
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.horse.charge_targets import conditions, dares
from grognard.systems.bataille.horse.contacts import contacts_of
from grognard.systems.bataille.horse.horse_actions import OpportunityCharge
from grognard.systems.bataille.horse.reaction_zone import open_to_charge
from grognard.systems.bataille.marks import REACTED, TRIED_OPPCHARGE
from grognard.systems.bataille.movement.march import InHand, Leg, leg_from
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, Readiness, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table


class Opening(msgspec.Struct, frozen=True, order=True):
    """A way to charge: the hex to charge from, how the cavalry stands then, and the hex struck."""

    to: Hex
    hexes: tuple[Hex, ...]
    facing: int
    formation: Formation
    struck: Hex


# --- who may


@rule("P14.32", "P20.12", "P36.5", "P36.8", "P39.22", "P40.1", "P40.2", "PR-56")
def may_counter(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit may not make an opportunity charge at all, or None."""
    piece, printed = table.pieces[unit], table.printed(unit)
    if printed.arm is not Arm.CAVALRY:
        return Reason("only cavalry makes opportunity charges", "P40.1")
    if piece.cohesion is not Cohesion.GOOD:
        return Reason(f"{printed.name} is not in good order", "P40.1")
    if piece.readiness is Readiness.EXHAUSTED:
        return Reason(f"{printed.name} is exhausted", "P36.8")
    if piece.formation is Formation.SKIRMISH:
        return Reason("mounted skirmishers do not charge", "P20.12")
    if piece.formation is Formation.ROAD:
        return Reason("cavalry strung out on the road does not charge", "P40.1")
    if TRIED_OPPCHARGE in piece.marks:
        return Reason(f"{printed.name} has tried in this segment", "P40.2")
    if REACTED in piece.marks or contacts_of(piece):
        return Reason(f"{printed.name} is bound to another enemy", "P39.22")
    return None


@rule("P40.1", "P40.2", "P16.38", "PR-123", "PR-169")
def openings(table: Table, mover: UnitId, *, entered: bool) -> dict[UnitId, tuple[Opening, ...]]:
    """Every enemy that may charge the mover now, with the ways open to it; roster order.

    ``entered``: the mover has just come into the hex it stands in; otherwise it has only spent
    points there, which draws no charge from cavalry right next to it.
    """
    found: dict[UnitId, tuple[Opening, ...]] = {}
    piece = table.pieces[mover]
    if piece.formation is Formation.SQUARE or not is_watched(table, mover):
        return found
    if table.setting.reglement.caught is None:
        return found
    if not conditions(table).charges:
        return found
    for unit in _near(table, mover):
        if may_counter(table, unit) is None and _sees(table, unit, piece):
            ways = ways_on(table, unit, mover, entered=entered)
            if ways:
                found[unit] = ways
    return found


@rule("P2.12", "P40.1", "P40.4", "PR-123")
def against_counter(
    table: Table, mover: UnitId, entered: bool, order: OpportunityCharge | Finish
) -> Reason | None:
    """What speaks against charging the mover with this cavalry from that hex."""
    if isinstance(order, Finish):
        return None
    side, unit = table.setting.enemy(table.side_of(mover)), order.unit
    barred = not_ours(table, unit, side, "P2.12") or may_counter(table, unit)
    if barred is not None:
        return barred
    target, far = table.pieces[mover], _far(table)
    apart = min(distance(at, to) for at in table.pieces[unit].hexes for to in target.hexes)
    if apart > far:
        return Reason(f"it is {apart} hexes away, not {far}", "P40.1")
    if not _sees(table, unit, target):
        return Reason(f"it does not see {table.printed(mover).name}", "PR-123")
    ways = ways_on(table, unit, mover, entered=entered)
    if not ways and apart < far and not entered:
        return Reason("who is next to it already has entered no hex", "PR-123")
    if not ways:
        return Reason("no front hex open to charges leads upon the enemy", "PR-123")
    hexes = sorted({way.to for way in ways})
    if order.to in hexes:
        return None
    return Reason(f"it would charge out of {' or '.join(map(name, hexes))}", "P40.4")


def is_watched(table: Table, mover: UnitId) -> bool:
    """Is any enemy near enough to charge the mover, or to have it come near, whoever he is?"""
    known = table.cache.get(("near", mover)) if table.cache else None
    if known is not None:
        return bool(known)
    enemy = table.setting.enemy(table.setting.roster[mover].side)
    return table.is_near(table.pieces[mover].hexes, _far(table), enemy)


def _near(table: Table, mover: UnitId) -> list[UnitId]:
    enemy = table.setting.enemy(table.side_of(mover))
    return table.derived(
        ("near", mover), lambda: table.units_near(table.pieces[mover].hexes, _far(table), enemy)
    )


def _sees(table: Table, unit: UnitId, target: Piece) -> bool:
    return any(
        distance(origin, at) <= _far(table) and sees(table, unit, origin, at).clear
        for origin in table.pieces[unit].hexes
        for at in target.hexes
    )


def _far(table: Table) -> int:
    cards: Deck = table.setting.cards
    return cards.count("opportunity_at")


@rule("P40.1", "P40.4", "PR-123")
def ways_on(table: Table, unit: UnitId, mover: UnitId, *, entered: bool) -> tuple[Opening, ...]:
    """How cavalry could strike the mover, whether or not it may: from its zone, or its own hex."""
    piece, target = table.pieces[unit], table.pieces[mover]
    apart = min(distance(at, there) for at in piece.hexes for there in target.hexes)
    if apart == _far(table):
        return tuple(sorted(set(_rides(table, unit, target))))
    adjacent = table.setting.options.get("oppcharge_adjacent", "on") == "on"
    if apart == 1 and entered and adjacent:
        return tuple(sorted(set(_stands(table, unit, target))))
    return ()


def _rides(table: Table, unit: UnitId, mover: Piece) -> Iterator[Opening]:
    """One hex forward, and then at the mover."""
    piece, printed = table.pieces[unit], table.printed(unit)
    hand = InHand(unit, HALVES * printed.movement)
    for word in SIDES:
        leg = leg_from(table, hand, piece, word)
        if not isinstance(leg, Leg) or not _is_free(table, unit, piece, leg):
            continue
        there = msgspec.structs.replace(
            piece, hexes=leg.hexes, facing=leg.facing, formation=leg.formation
        )
        if may_end(table, there) is not None:
            continue
        for at in there.hexes:
            for struck in mover.hexes:
                facing = facing_on(table, there, at, struck)
                if facing is not None and open_to_charge(table, at, struck):
                    if dares(table, (unit,), mover.id, at):
                        yield Opening(at, there.hexes, facing, leg.formation, struck)


def _is_free(table: Table, unit: UnitId, piece: Piece, leg: Leg) -> bool:
    side = table.side_of(unit)
    return all(
        not table.has_enemy(there, side) and open_to_charge(table, at, there)
        for at, there in zip(piece.hexes, leg.hexes, strict=True)
    )


def _stands(table: Table, unit: UnitId, mover: Piece) -> Iterator[Opening]:
    """The mover is in the cavalry's own zone: it need not move."""
    piece, cards = table.pieces[unit], table.setting.cards
    for at in piece.hexes:
        if not cards.terrain(table.setting.ground.terrain[at]).allows_charge:
            continue
        for struck in mover.hexes:
            in_zone = struck in table.zone_of.get(unit, ()) and distance(at, struck) == 1
            if in_zone and facing_on(table, piece, at, struck) == piece.facing:
                if open_to_charge(table, at, struck) and dares(table, (unit,), mover.id, at):
                    yield Opening(at, piece.hexes, piece.facing, piece.formation, struck)


@rule("P40.4", "P38.6", "P38.7")
def facing_on(table: Table, piece: Piece, at: Hex, struck: Hex) -> int | None:
    """The facing in which cavalry has a neighbouring hex before its front; None if it cannot.

    It keeps its facing if that will do. Otherwise it turns for nothing, as little as it must, by
    no more hexsides than in a charge; a unit in several hexes does not turn.
    """
    side, printed = side_towards(at, struck), table.printed(piece.id)
    if side is None:
        return None
    cards: Deck = table.setting.cards
    most = cards.charge_by_weight("turn_hexsides", light=printed.is_light)
    turns = [0] if len(piece.hexes) > 1 else sorted(range(-most, most + 1), key=abs)
    for turn in turns:
        turned = msgspec.structs.replace(piece, facing=(piece.facing + turn) % 6)
        if orientation(printed, turned, piece.hexes.index(at)).front >> side & 1:
            return turned.facing
    return None


# --- figures


@rule("P38.49", "PR-140")
def beside(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The good-order friends next to a unit, who see it run."""
    side, hexes = table.side_of(unit), table.pieces[unit].hexes
    near = sorted({there for at in hexes for there in table.setting.ground.around[at] if there})
    found: list[UnitId] = []
    for at in near:
        for other in table.stack(at):
            if other != unit and other not in found and table.side_of(other) == side:
                if table.pieces[other].cohesion is Cohesion.GOOD:
                    found.append(other)
    return tuple(found)
