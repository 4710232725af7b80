"""Reaction zones: who may react to a charge, and where a reactor may ride (rules 35, 36 and 39).

Pure. A zone lies out of the front sides of the unit as it stood before it rode; it does not shift
with the unit. What a reaction has used up lies as a marker on the reactor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, distance, name, parse_hex, side_towards
from grognard.mechanics.sight import way
from grognard.systems.bataille.actions import Finish, March
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.cards.values import LightCard
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.horse.charge_targets import cavalry_leader, closed, conditions
from grognard.systems.bataille.horse.contacts import contacts_of, front_touches
from grognard.systems.bataille.horse.horse_actions import React
from grognard.systems.bataille.marks import REACTING, TRIED_REACTION
from grognard.systems.bataille.movement.march import InHand, Leg, leg_from, wheel
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, Readiness, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

DAY = "day"


class Reacting(msgspec.Struct, frozen=True):
    """A reaction in progress: how the unit stood, and the hexes, half points and turns it used.

    ``turned`` counts the hexsides in the hex it stands in now.

    >>> began = Reacting((505, 606), 1, Formation.LINE, 1, 6)
    >>> began.mark
    'reacting:0505+0606:1:line:1:6:0'
    >>> Reacting.read(began.mark) == began
    True
    """

    hexes: tuple[Hex, ...]
    facing: int
    formation: Formation
    ridden: int = 0
    spent: int = 0
    turned: int = 0

    @property
    def mark(self) -> str:
        where = "+".join(map(name, self.hexes))
        used = (self.facing, self.formation.value, self.ridden, self.spent, self.turned)
        return REACTING + ":".join([where, *map(str, used)])

    @classmethod
    def read(cls, mark: str) -> Reacting:
        where, facing, formation, *used = mark.removeprefix(REACTING).split(":")
        hexes = tuple(map(parse_hex, where.split("+")))
        return cls(hexes, int(facing), Formation(formation), *map(int, used))


def reacting(piece: Piece) -> Reacting | None:
    """The reaction that a unit is making now, if any."""
    for mark in piece.marks:
        if mark.startswith(REACTING):
            return Reacting.read(mark)
    return None


# --- the light of the day


def light(table: Table) -> LightCard:
    """The light of the turn: day, unless the calendar says dusk or night."""
    return weather.light(table)


# --- the zone


@rule("P39.3", "P39.4", "P46.1", "PR-117")
def zone_reach(table: Table, unit: UnitId) -> int:
    """How many hexes the zone reaches: more for light cavalry, fewer at dusk, none by night."""
    is_light, own = table.printed(unit).is_light, table.setting.reglement.reaction_reach
    if own is not None:
        return own(table, unit)
    now = light(table)
    seen = now.reaction_light if is_light else now.reaction_heavy
    cards: Deck = table.setting.cards
    return min(seen, cards.charge_by_weight("reaction_zone", light=is_light))


@rule("P39.2", "P39.3", "P39.4", "P39.6", "PR-117", "PR-119", "PR-162")
def in_zone(table: Table, unit: UnitId, at: Hex) -> bool:
    """Does a hex lie in the unit's reaction zone, seen from where it stood when it began?"""
    piece, printed = table.pieces[unit], table.printed(unit)
    began = reacting(piece)
    if began is not None:
        piece = msgspec.structs.replace(
            piece, hexes=began.hexes, facing=began.facing, formation=began.formation
        )
    reach = zone_reach(table, unit)
    for index, origin in enumerate(piece.hexes):
        if 0 < distance(origin, at) <= reach:
            front = orientation(printed, piece, index).front
            if any(front >> side & 1 for side in way(origin, at).exits):
                return True
    return False


# --- who may react


@rule("P20.12", "P36.5", "P36.8", "P39.2", "P39.5", "PR-56", "PR-118")
def may_react(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit may not react to any charge, or None."""
    piece, printed = table.pieces[unit], table.printed(unit)
    if printed.arm is not Arm.CAVALRY:
        return Reason("only cavalry reacts to a charge", "P39.2")
    if piece.cohesion is not Cohesion.GOOD:
        return Reason(f"{printed.name} is not in good order", "P39.2")
    if piece.readiness is Readiness.EXHAUSTED:
        return Reason(f"{printed.name} is exhausted", "P36.8")
    if piece.formation is Formation.SKIRMISH:
        return Reason("mounted skirmishers do not charge", "P20.12")
    if piece.formation is Formation.ROAD:
        return Reason("cavalry strung out on the road does not charge", "PR-118")
    if TRIED_REACTION in piece.marks:
        return Reason(f"{printed.name} has tried in this segment", "P39.5")
    if contacts_of(piece):
        return Reason(f"{printed.name} is in contact with another enemy", "P39.22")
    return None


@rule("P39.1", "P39.7", "P39.9")
def may_react_to(table: Table, unit: UnitId, chargers: Sequence[UnitId]) -> Reason | None:
    """Why a unit may not react to this charge now, or None: zone, sight, and a way to ride."""
    against = may_react(table, unit)
    if against is not None:
        return against
    there = [at for charger in chargers for at in table.pieces[charger].hexes]
    if not any(in_zone(table, unit, at) for at in there):
        reach, clause = zone_reach(table, unit), _zone_clause(table, unit)
        return Reason(f"its reaction zone reaches {reach} hexes out of its front", clause)
    own = table.pieces[unit].hexes
    if not any(sees(table, unit, origin, at).clear for origin in own for at in there):
        return Reason("it does not see the charge", "P39.7")
    if any(front_touches(table, unit, charger) for charger in chargers):
        return None
    if not rides(table, unit):
        return Reason("it has nowhere to ride", "P39.9")
    return None


def _zone_clause(table: Table, unit: UnitId) -> str:
    return "P39.3" if table.printed(unit).is_light else "P39.4"


@rule("P39.5", "P39.7", "PR-118", "PR-121")
def reactors(table: Table, chargers: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Everybody who may try to react to this charge now, in the order of the roster."""
    there = tuple(unit for unit in chargers if unit in table.pieces)
    if not there or not conditions(table).charges:
        return ()
    enemy = table.setting.enemy(table.side_of(there[0]))
    hexes = [at for unit in there for at in table.pieces[unit].hexes]
    near = table.units_near(hexes, _farthest_reach(table, enemy), enemy)
    return tuple(unit for unit in near if may_react_to(table, unit, there) is None)


def _farthest_reach(table: Table, side: str) -> int:
    """As far as any reaction zone goes; whoever may still react stands where his zone begins."""
    cards: Deck = table.setting.cards
    own = table.setting.reglement.reaction_reach
    if own is not None:
        horse = [u for u in table.units_of(side) if table.printed(u).arm is Arm.CAVALRY]
        return max((own(table, unit) for unit in horse), default=0)
    return max(cards.charge_by_weight("reaction_zone", light=light) for light in (True, False))


@rule("P37.5", "PR-118")
def groups(table: Table, able: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """Those who may react, each alone, then whole stacks that a leader of horse takes along."""
    found: list[tuple[UnitId, ...]] = [(unit,) for unit in able]
    for unit in able:
        at, printed = table.pieces[unit].at, table.printed(unit)
        if cavalry_leader(table, at, printed.nation, printed.side) is None:
            continue
        stack = tuple(u for u in able if table.pieces[u].hexes == table.pieces[unit].hexes)
        if len(stack) > 1 and stack not in found:
            found.append(stack)
    return found


@rule("P2.12", "P37.5", "P39.1", "PR-118")
def against_reaction(
    table: Table, chargers: Sequence[UnitId], order: React | Finish
) -> Reason | None:
    """What speaks against riding to meet this charge with these units."""
    if isinstance(order, Finish):
        return None
    there = tuple(unit for unit in chargers if unit in table.pieces)
    side = table.setting.enemy(table.side_of(there[0]))
    for unit in order.units:
        barred = not_ours(table, unit, side, "P2.12") or may_react_to(table, unit, there)
        if barred is not None:
            return barred
    if order.units in groups(table, reactors(table, there)):
        return None
    lead = table.printed(order.units[0]) if order.units else None
    at = table.pieces[order.units[0]].at if order.units else 0
    if lead is not None and cavalry_leader(table, at, lead.nation, lead.side) is None:
        return Reason("without a leader of horse each reacts for itself", "P37.5")
    return Reason("name one unit, or a whole stack with its leader of horse", "PR-118")


# --- where a reactor may ride


class Ride(msgspec.Struct, frozen=True, order=True):
    """One hex of a reaction: the words for it, how the unit ends, and what it has used then."""

    path: tuple[str, ...]
    hexes: tuple[Hex, ...]
    facing: int
    formation: Formation
    spent: int
    turned: int


@rule("P39.6", "P39.9", "P39.12", "P39.13", "P39.21", "PR-28", "PR-119")
def rides(table: Table, unit: UnitId) -> dict[tuple[str, ...], Ride]:
    """Every way to ride the next hex, by its words: one for each pose, the cheapest.

    A reactor steps through its front and may turn as in a charge, before or after, but not where
    it began. It stays inside its zone, off ground closed to charges, and pays out of its printed
    movement.
    """
    best: dict[tuple[tuple[Hex, ...], int], Ride] = {}
    for ride in _all_rides(table, unit):
        pose = (ride.hexes, ride.facing)
        known = best.get(pose)
        if known is None or _rank(ride) < _rank(known):
            best[pose] = ride
    return {ride.path: ride for ride in sorted(best.values())}


@rule("P37.6", "PR-116")
def rides_together(
    table: Table, units: Sequence[UnitId]
) -> dict[tuple[str, ...], tuple[Ride, ...]]:
    """The next hexes that all of them can ride to, by words."""
    each = [rides(table, unit) for unit in units]
    return {
        path: tuple(ways[path] for ways in each)
        for path in each[0]
        if all(path in ways for ways in each)
    }


def _rank(ride: Ride) -> tuple[int, int, tuple[str, ...]]:
    return ride.spent, len(ride.path), ride.path


def _all_rides(table: Table, unit: UnitId) -> Iterator[Ride]:
    piece, printed = table.pieces[unit], table.printed(unit)
    began = reacting(piece) or Reacting(piece.hexes, piece.facing, piece.formation)
    points = HALVES * (printed.movement + conditions(table).movement)
    most = table.setting.cards.charge_by_weight("turn_hexsides", light=printed.is_light)
    before = most - began.turned if began.ridden else 0
    for first, turned, paid in _turns(table, piece, before):
        left = points - began.spent - paid
        for side in range(6):
            leg = leg_from(table, InHand(unit, max(0, left)), turned, SIDES[side])
            if not isinstance(leg, Leg) or against_leg(table, unit, turned, leg) is not None:
                continue
            there = msgspec.structs.replace(
                turned, hexes=leg.hexes, facing=leg.facing, formation=leg.formation
            )
            spent = began.spent + paid + leg.cost
            for last, ends, more in _turns(table, there, most):
                if spent + more <= points and may_end(table, ends) is None:
                    path = (*first, leg.word, *last)
                    yield Ride(
                        path, ends.hexes, ends.facing, ends.formation, spent + more, len(last)
                    )


@rule("P38.5", "P38.6", "P38.7", "PR-101")
def _turns(table: Table, piece: Piece, most: int) -> Iterator[tuple[tuple[str, ...], Piece, int]]:
    """Turns by up to so many hexsides: the words, the pose and the half points. None comes first.

    A unit in several hexes wheels; one vertex is one hexside. A file turns as it steps.
    """
    yield (), piece, 0
    if piece.formation is Formation.COMPANIES:
        return
    each = HALVES * table.setting.cards.count("charge_facing_points")
    for to_right in (False, True):
        turned, paid = piece, 0
        words: tuple[str, ...] = ()
        for _ in range(most):
            made = _turn(table, turned, to_right)
            if made is None:
                break
            turned, word, more = made
            paid += each + more
            words = (word,) if word.startswith("face:") else (*words, word)
            yield words, turned, paid


def _turn(table: Table, piece: Piece, to_right: bool) -> tuple[Piece, str, int] | None:
    """One hexside to the right or left, and what it costs beside the turning itself."""
    if len(piece.hexes) == 1:
        facing = (piece.facing + (1 if to_right else 5)) % 6
        word = (VERTICES if piece.faces_vertex else SIDES)[facing]
        return msgspec.structs.replace(piece, facing=facing), f"face:{word}", 0
    leg = wheel(table, table.printed(piece.id), piece, to_right=to_right)
    if not isinstance(leg, Leg) or against_leg(table, piece.id, piece, leg) is not None:
        return None
    wheeled = msgspec.structs.replace(piece, hexes=leg.hexes, facing=leg.facing)
    return wheeled, leg.word, leg.cost - table.setting.cards.points("wheel")


@rule("P37.9", "P39.6", "P39.22", "PR-119")
def against_leg(table: Table, unit: UnitId, piece: Piece, leg: Leg) -> Reason | None:
    """Why a step is not for a reactor: its hexes lie in the zone, open to charges, free of enemies."""
    side = table.side_of(unit)
    for start, track in zip(piece.hexes, leg.ways, strict=False):
        at = start
        for there in track:
            if table.has_enemy(there, side):
                return Reason(f"an enemy stands in {name(there)}", "P39.22")
            towards = side_towards(at, there)
            barred = None if towards is None else closed(table, at, towards)
            if barred is not None:
                return barred
            at = there
    began = reacting(table.pieces[unit])
    home = began.hexes if began is not None else table.pieces[unit].hexes
    for at in leg.hexes:
        if at not in home and not in_zone(table, unit, at):
            return Reason(f"{name(at)} is not in its reaction zone", "P39.6")
    return None


@rule("P37.6", "P38.6", "P38.7", "P39.6", "P39.9", "P39.10", "P39.12")
def against_ride(table: Table, units: Sequence[UnitId], order: March | Finish) -> Reason | None:
    """What speaks against this hex of a reaction, for each of those who ride."""
    if isinstance(order, Finish):
        return None
    if order.unit != units[0]:
        return Reason(f"it is {table.printed(units[0]).name} that rides now", "P39.10")
    for unit in units:
        ways = rides(table, unit)
        if order.path not in ways:
            return _against_path(table, unit, order.path)
    return None


def _against_path(table: Table, unit: UnitId, path: Sequence[str]) -> Reason:
    """Why a reactor does not ride this way: the first word that it may not, or what it comes to."""
    piece, printed = table.pieces[unit], table.printed(unit)
    steps = [word for word in path if word in SIDES]
    if len(steps) != 1:
        return Reason("the reactor and the charge ride a hex by turns", "P39.10")
    began = reacting(piece)
    if path[0] not in SIDES and (began is None or not began.ridden):
        return Reason("a reactor first rides through its front, then turns", "P39.9")
    points = HALVES * (printed.movement + conditions(table).movement)
    hand = InHand(unit, max(0, points - (began.spent if began else 0)))
    for word in path:
        leg = leg_from(table, hand, piece, word)
        if isinstance(leg, Reason):
            return leg
        barred = against_leg(table, unit, piece, leg)
        if barred is not None:
            return barred
        piece = msgspec.structs.replace(
            piece, hexes=leg.hexes, facing=leg.facing, formation=leg.formation
        )
    barred = may_end(table, piece)
    if barred is not None:
        return barred
    most = table.setting.cards.charge_by_weight("turn_hexsides", light=printed.is_light)
    clause = "P38.6" if printed.is_light else "P38.7"
    return Reason(f"it turns {most} hexsides in a hex, and pays for them as in a charge", clause)


@rule("P37.9", "P38.2")
def open_to_charge(table: Table, at: Hex, there: Hex) -> bool:
    """May cavalry charge from a hex into the next?"""
    side = side_towards(at, there)
    return side is not None and closed(table, at, side) is None
