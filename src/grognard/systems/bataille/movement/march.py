"""Moving a unit word by word: what each word of a path does and costs (rules 13, 14, 16, 18).

Pure: a leg is worked out from where a unit stands, it changes nothing. A word is a side to step
across (``NE``), ``face:E``, ``wheel:left``, ``wheel:right`` or ``about``. Costs are half points.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, Side, name, side_towards
from grognard.systems.bataille import special
from grognard.systems.bataille.marks import CHARGED, NAMED, NO_MOVE, RODE_OUT
from grognard.systems.bataille.movement import pace, roadmarch
from grognard.systems.bataille.movement.screens import screen_cost
from grognard.systems.bataille.movement.stacking import may_pass
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import (
    FILES,
    Arms,
    Cohesions,
    Formation,
    Forms,
    Piece,
    Printed,
    UnitId,
)
from grognard.systems.bataille.reglement import ExtraLeg
from grognard.systems.bataille.rows import wheel_tracks, wheeled
from grognard.systems.bataille.setting import HALVES, Setting, moving_as
from grognard.systems.bataille.table import Table

SIDE_OF = {word: side for side, word in enumerate(SIDES)}
FACE = "face:"
STEPS = (*SIDES, "wheel:left", "wheel:right")
"""The words of a step or a wheel."""

ROWS = (Forms.LINE, Forms.SKIRMISH)


class InHand(msgspec.Struct, frozen=True, gc=False):
    """The order in hand: a unit being moved, and what it has done so far. Points are halves.

    ``entered``: has it entered a hex; where every second one costs more, how many.
    """

    unit: UnitId
    allowance: int
    spent: int = 0
    entered: bool | int = False
    stopped: bool = False
    formed: bool = False
    turned: bool = False
    gun_turned: bool = False
    prolonged: bool = False
    limber_failed: bool = False

    @property
    def left(self) -> int:
        return self.allowance - self.spent

    @property
    def odd(self) -> bool:
        """Has it entered an odd number of hexes, as far as they are counted?"""
        return bool(self.entered & 1)


class Leg(msgspec.Struct, frozen=True, gc=False):
    """What one word does: the unit's new hexes, facing and formation, and the price.

    ``ways`` holds for each part of the unit the hexes it enters, in order.
    """

    word: str
    kind: str
    cost: int
    hexes: tuple[Hex, ...]
    facing: int
    formation: Formation
    ways: tuple[tuple[Hex, ...], ...] = ()

    @property
    def entered(self) -> int:
        """How many hexes the part enters that goes furthest."""
        ways = self.ways
        return len(ways[0]) if len(ways) == 1 else max(map(len, ways), default=0)


@rule("P16.23", "P16.24", "P16.25", "P18.1", "P18.8", "P29.9", "P30.2", "P30.8", "P35.2", "P37.1")
def take_in_hand(table: Table, unit: UnitId) -> InHand | Reason:
    """May the unit be ordered in this segment, and with how many points?"""
    piece, printed = table.pieces[unit], table.setting.roster[unit]
    if piece.cohesion is Cohesions.ROUT:
        return Reason(f"{printed.name} is routed and does not move in this segment", "P30.8")
    if CHARGED in piece.marks:
        return Reason(f"{printed.name} has charged and does not move", "P35.2")
    barred = used_up(printed, piece) if piece.marks else None
    barred = barred or special.may_order(table, unit) or pace.may_go(printed, piece)
    if barred is not None:
        return barred
    own = table.setting.reglement.allowance
    points = pace.points(table, printed, piece) if own is None else own(table, printed, piece)
    if own is None and piece.cohesion is Cohesions.DISORDER:
        points //= 2
    allowance = HALVES * points
    if piece.formation is Forms.LINE:
        allowance -= table.setting.cards.points("line_start")
    return InHand(unit, max(0, allowance))


@rule("P29.9", "P37.1", "P39.23")
def used_up(printed: Printed, piece: Piece) -> Reason | None:
    """Why a unit has no movement in this segment: what it did before has used it up."""
    name_of, marks = printed.name, piece.marks
    if NO_MOVE in marks:
        return Reason(
            f"{name_of} retreated before melee and does not move in this segment", "P29.9"
        )
    if RODE_OUT in marks:
        return Reason(
            f"{name_of} rode to meet a charge and does not move in this segment", "P39.23"
        )
    if NAMED in marks:
        return Reason(f"{name_of} was named to charge and does not move in this segment", "P37.1")
    return None


def leg(table: Table, hand: InHand, word: str) -> Leg | Reason:
    """What one word of a path does from where the unit stands now."""
    return leg_from(table, hand, table.pieces[hand.unit], word)


def leg_from(table: Table, hand: InHand, piece: Piece, word: str) -> Leg | Reason:
    """The same from a pose the unit may come to."""
    printed = table.setting.roster[piece.id]
    if word in SIDE_OF:
        found = _advance(table, hand, printed, piece, SIDE_OF[word])
    elif word.startswith(FACE):
        found = _turn(table, hand, printed, piece, word[len(FACE) :])
    elif word in ("wheel:left", "wheel:right", "about"):
        found = _wheel(table, hand, printed, piece, word)
    else:
        return Reason(f"{word!r} is no word of a path", "P18.1")
    more = table.setting.reglement.every_other
    if more is not None and type(found) is Leg and found.ways:
        dear = more(table, printed, piece)
        if dear:
            cost = found.cost + dear * seconds(hand.odd, found.entered)
            found = msgspec.structs.replace(found, cost=cost)
    if type(found) is Leg and found.cost > hand.allowance - hand.spent:
        need, left = found.cost / HALVES, hand.left / HALVES
        return Reason(f"{word} costs {need:g} points and {left:g} are left", "P18.1")
    return found


def seconds(odd: bool, entered: int) -> int:
    """How many of the hexes entered now are the second, fourth, sixth .. of an order."""
    return (odd + entered) // 2


@rule("P14.8", "P14.12")
def halted(printed: Printed) -> Reason:
    """Why a unit that came into an enemy zone goes no further: horse and horse guns heed horse."""
    if printed.arm is Arms.CAVALRY or printed.is_horse_artillery:
        return Reason(f"{printed.name} must stop in the zone of enemy cavalry", "P14.12")
    return Reason(f"{printed.name} must stop in the enemy's zone of influence", "P14.8")


# --- stepping into the next hex


@rule("P18.2", "P14.8", "P14.10", "P14.12", "PR-156")
def _advance(
    table: Table, hand: InHand, printed: Printed, piece: Piece, side: Side
) -> Leg | Reason:
    if hand.stopped:
        return halted(printed)
    if piece.formation is Forms.ROAD:
        return _along_road(table, printed, piece, side)
    if piece.formation is Forms.COMPANIES:
        return _file_step(table, printed, piece, side)
    if piece.formation is Forms.UNLIMBERED:
        return _prolong(table, hand, printed, piece, side)
    if piece.formation is Forms.SQUARE and not table.setting.reglement.squares_march:
        return _square_step(table, hand, printed, piece, side)
    if piece.formation in ROWS and len(piece.hexes) > 1:
        return _row_step(table, printed, piece, side)
    if not orientation(printed, piece).front >> side & 1:
        return Reason(f"{SIDES[side]} is not a front hexside of {printed.name}", "P18.2")
    return _enter(table, printed, piece, side)


def _enter(table: Table, printed: Printed, piece: Piece, side: Side) -> Leg | Reason:
    """A one-hex unit enters the neighbouring hex, keeping its facing."""
    at = piece.hexes[0]
    there = table.setting.ground.around[at][side]
    cost = step_cost(table, printed, piece, at, side) if there else 0
    if not cost or there in table.stacks or table.setting.special:
        barred = may_step(table, printed, piece, at, side)
        if barred is not None:
            return barred
    formation = formation_on(table, piece, there)
    if isinstance(formation, Reason):
        return formation
    if printed.arm is not Arms.CAVALRY:  # whom screens do not hold up
        cost += screen_cost(table, piece.id, at, there)
    return Leg(SIDES[side], "step", cost, (there,), piece.facing, formation, ((there,),))


@rule("P18.1", "P32.9", "PR-176")
def may_step(table: Table, printed: Printed, piece: Piece, at: Hex, side: Side) -> Reason | None:
    """Reasons against one part of a unit crossing a hexside."""
    ground = table.setting.ground
    there = ground.around[at][side]
    if not there:
        return Reason("the map ends there", "P18.1")
    if not step_cost(table, printed, piece, at, side):
        return Reason(f"{name(there)} is closed to {printed.arm.value} from here", "P18.1")
    barred = may_meet(table, printed, piece, there) if there in table.stacks else None
    if barred is None and table.setting.special:
        barred = special.may_step(table, piece.id, at, there)
    return barred


def may_meet(table: Table, printed: Printed, piece: Piece, there: Hex) -> Reason | None:
    """Reasons against entering a hex for those who stand in it."""
    return enemy_in_the_way(table, printed, there) or may_pass(table, piece, there)


def step_cost(table: Table, printed: Printed, piece: Piece, at: Hex, side: Side) -> int:
    """Half points for crossing a hexside, 0 where it is closed; skirmishers may find it easier."""
    setting = table.setting
    closed = setting.reglement.closed
    if closed is not None and setting.ground.around[at][side] in closed(table):
        return 0
    if piece.formation is Forms.SKIRMISH and printed.arm is Arms.INFANTRY:
        return setting.passage["skirmish"][at][side]
    own = setting.reglement.mover
    if piece.formation in setting.wading or (own is not None and own(printed, piece)):
        cost = setting.passage[moving_as(setting, printed, piece)][at][side]
    else:
        cost = setting.ways[piece.id][at][side]
    if cost and (at, side) in setting.ground.hexsides:
        cost += pace.swollen(table, piece, at, side)
    return cost


@rule("P18.11", "P16.4")
def enemy_in_the_way(table: Table, printed: Printed, there: Hex) -> Reason | None:
    roster = table.setting.roster
    foes = [unit for unit in table.stack(there) if roster[unit].side != printed.side]
    if not foes:
        return None
    squares = all(table.pieces[foe].formation is Forms.SQUARE for foe in foes)
    if printed.arm is Arms.CAVALRY and squares:
        return None
    return Reason(f"the enemy holds {name(there)}", "P18.1")


@rule("P16.8", "P16.19", "P16.63", "P16.64", "P16.65", "P16.91")
def formation_on(table: Table, piece: Piece, there: Hex) -> Formation | Reason:
    """The formation of a unit that enters a hex: rough ground imposes general order, free."""
    setting, formation = table.setting, piece.formation
    if piece.cohesion is not Cohesions.GOOD:
        return formation
    if formation is Forms.COLUMN or formation is Forms.GENERAL:
        return Forms.GENERAL if setting.general_order[there] else Forms.COLUMN
    if setting.stands[formation][there]:
        return formation
    clauses = {Forms.LINE: "P16.19", Forms.SQUARE: "P16.63"}
    return Reason(
        f"no {formation.value} can stand in {name(there)}", clauses.get(formation, "P16.64")
    )


@rule("P16.92", "PR-26")
def _row_step(table: Table, printed: Printed, piece: Piece, side: Side) -> Leg | Reason:
    """A unit in several hexes steps as one body; the dearest part sets the price."""
    reach = (0, 1) if piece.formation is Forms.LINE else (-1, 0, 1, 2)
    if side not in [(piece.facing + turn) % 6 for turn in reach]:
        return Reason(f"{SIDES[side]} is not a front hexside of {printed.name}", "P18.2")
    ways, dearest = [], 0
    for at in piece.hexes:
        barred = may_step(table, printed, piece, at, side)
        if barred is not None:
            return barred
        there = table.setting.ground.around[at][side]
        formation = formation_on(table, piece, there)
        if isinstance(formation, Reason):
            return formation
        cost = step_cost(table, printed, piece, at, side)
        dearest = max(dearest, cost + screen_cost(table, piece.id, at, there))
        ways.append(there)
    hexes = tuple(ways)
    tracks = tuple((there,) for there in ways)
    return Leg(SIDES[side], "step", dearest, hexes, piece.facing, piece.formation, tracks)


def _file_step(table: Table, printed: Printed, piece: Piece, side: Side) -> Leg | Reason:
    """The head of a column of companies goes through a front side and each part follows the one
    before it; the dearest step of all sets the price."""
    head = piece.hexes[0]
    if not orientation(printed, piece).front >> side & 1:
        return Reason(f"{SIDES[side]} is not a front hexside of {printed.name}", "P18.2")
    barred = may_step(table, printed, piece, head, side)
    if barred is not None:
        return barred
    there = table.setting.ground.around[head][side]
    formation = formation_on(table, piece, there)
    if isinstance(formation, Reason):
        return formation
    hexes = (there, *piece.hexes[:-1])
    steps = [(at, to, side_towards(at, to)) for at, to in zip(piece.hexes, hexes, strict=True)]
    dearest = max(
        step_cost(table, printed, piece, at, way) + screen_cost(table, piece.id, at, to)
        for at, to, way in steps
        if way is not None
    )
    tracks = tuple((at,) for at in hexes)
    return Leg(SIDES[side], "step", dearest, hexes, side, piece.formation, tracks)


@rule("P16.60", "P16.61", "P16.62")
def _square_step(
    table: Table, hand: InHand, printed: Printed, piece: Piece, side: Side
) -> Leg | Reason:
    """A unit that begins in square may shift one hex, in any direction, and no more."""
    if hand.formed or hand.spent:
        return Reason("a square moves one hex, and only as its first action", "P16.60")
    found = _enter(table, printed, piece, side)
    if isinstance(found, Reason):
        return found
    return msgspec.structs.replace(found, cost=max(hand.left, 0))


@rule("P16.84", "P16.85", "P18.4", "P18.6", "PR-64", "PR-65")
def _prolong(
    table: Table, hand: InHand, printed: Printed, piece: Piece, side: Side
) -> Leg | Reason:
    """Unlimbered guns are manhandled one hex, in any direction, over clear ground."""
    if printed.battery is None or not printed.battery.prolongs:
        return Reason(f"{printed.name} is too heavy to be moved by hand", "P16.85")
    if hand.gun_turned:
        return Reason("guns may not turn and be moved by hand in one turn", "P18.6")
    if hand.limber_failed:
        return Reason("the guns failed to limber and stay", "PR-64")
    if hand.prolonged or hand.spent:
        return Reason("guns are moved by hand one hex, and do nothing else", "P16.84")
    ground, at = table.setting.ground, piece.hexes[0]
    there = ground.around[at][side]
    if ground.terrain[at] != "clear" or (there and ground.terrain[there] != "clear"):
        return Reason("guns are moved by hand over clear ground only", "P16.84")
    barred = may_step(table, printed, piece, at, side)
    if barred is not None:
        return barred
    return Leg(
        SIDES[side], "prolong", hand.left, (there,), piece.facing, piece.formation, ((there,),)
    )


def _along_road(table: Table, printed: Printed, piece: Piece, side: Side) -> Leg | Reason:
    head = piece.hexes[0]
    there = table.setting.ground.around[head][side]
    barred = roadmarch.may_go_on(table, printed, piece, there)
    if barred is not None:
        return barred
    cost = roadmarch.cost(table, printed, there, table.setting.ground.hexsides.get((head, side)))
    hexes = roadmarch.advanced(table, piece, there)
    return Leg(SIDES[side], "road", cost, hexes, side, piece.formation, ((there,),))


# --- turning


@rule("P18.3", "P18.5", "P18.6", "PR-27", "PR-28", "PR-65")
def _turn(table: Table, hand: InHand, printed: Printed, piece: Piece, word: str) -> Leg | Reason:
    names = VERTICES if piece.faces_vertex else SIDES
    if word not in names:
        return Reason(f"{piece.formation.value} faces one of {', '.join(names)}", "P13.2")
    facing = names.index(word)
    if facing == piece.facing:
        return Reason(f"{printed.name} faces {word} already", "P18.3")
    if piece.formation is Forms.SQUARE:
        return Reason("a square faces every way", "P16.45")
    if piece.formation in FILES or len(piece.hexes) > 1:
        return Reason("a unit in several hexes wheels or faces about", "PR-26")
    apart = min((facing - piece.facing) % 6, (piece.facing - facing) % 6)
    if piece.formation is Forms.UNLIMBERED:
        if hand.gun_turned or apart > table.setting.cards.count("prolong_hexsides"):
            return Reason("unlimbered guns turn by one hexside only", "P18.5")
        if hand.prolonged:
            return Reason("guns may not turn and be moved by hand in one turn", "P18.6")
    cost = turn_cost(table, printed, apart)
    return Leg(f"face:{word}", "turn", cost, piece.hexes, facing, piece.formation)


def turn_cost(table: Table, printed: Printed, apart: int) -> int:
    """Half points for turning by so many hexsides."""
    return _turn_costs(table.setting, printed.arm is Arms.CAVALRY)[apart]


@lru_cache(maxsize=64)
def _turn_costs(setting: Setting, horse: bool) -> tuple[int, ...]:
    """The same for every turn, read once for a battle."""
    cards, options = setting.cards, setting.options
    if horse:
        manner = options.get("cavalry_facing_cost", "per_hexside")
        each = 0 if manner == "none" else cards.points("cavalry_facing")
    else:
        manner = options.get("facing_cost", "flat")
        each = cards.points("facing")
    return tuple(int(each * apart if manner == "per_hexside" else each) for apart in range(4))


@rule("PR-26")
def _wheel(table: Table, hand: InHand, printed: Printed, piece: Piece, word: str) -> Leg | Reason:
    """A row wheels by one vertex round its end hex, or faces about where it stands."""
    if piece.formation in FILES and word == "about":
        facing = roadmarch.reversed_facing(piece)
        cost = table.setting.cards.points("about_face")
        return Leg(word, "about", cost, piece.hexes[::-1], facing, piece.formation)
    if piece.formation not in ROWS or len(piece.hexes) == 1:
        return Reason("only units in several hexes wheel", "PR-26")
    if word == "about":
        cost = table.setting.cards.points("about_face")
        facing = (piece.facing + 3) % 6
        return Leg(word, "about", cost, piece.hexes[::-1], facing, piece.formation)
    if hand.stopped:
        return halted(printed)
    return wheel(table, printed, piece, to_right=word == "wheel:right")


def wheel(table: Table, printed: Printed, piece: Piece, *, to_right: bool) -> Leg | Reason:
    """The wheel itself, whether or not a zone would forbid it (P16.35 allows it then)."""
    ground = table.setting.ground
    tracks = wheel_tracks(ground, piece.hexes, piece.facing, to_right)
    if tracks is None:
        return Reason("the map ends there", "P18.1")
    side = (piece.facing + 1) % 6 if to_right else piece.facing
    dearest = 0
    for track in tracks:
        spent = 0
        for at, there in itertools.pairwise(track):
            barred = may_step(table, printed, piece, at, side)
            if barred is not None:
                return barred
            formation = formation_on(table, piece, there)
            if isinstance(formation, Reason):
                return formation
            spent += step_cost(table, printed, piece, at, side)
            spent += screen_cost(table, piece.id, at, there)
        dearest = max(dearest, spent)
    cost = table.setting.cards.points("wheel") + dearest
    word = "wheel:right" if to_right else "wheel:left"
    hexes = tuple(track[-1] for track in tracks)
    ways = tuple(track[1:] for track in tracks)
    return Leg(word, "wheel", cost, hexes, wheeled(piece.facing, to_right), piece.formation, ways)


# --- zones of influence on the way


@rule("P14.4", "P14.8", "P14.12", "P14.13", "PR-179")
def must_stop(table: Table, printed: Printed, hexes: tuple[Hex, ...]) -> bool:
    """Does a zone of influence stop the unit that has entered these hexes?

    Any enemy zone stops infantry and foot guns, only a cavalry zone stops horsemen and horse
    guns. In Road March the head alone is tested, which is the first hex.
    """
    sides = table.setting.sides
    index = 1 if printed.side == sides[0] else 0
    zones = table.zones[index]
    for at in hexes:
        if at in zones:
            if not (printed.arm is Arms.CAVALRY or printed.is_horse_artillery):
                return True
            if table.cavalry_zone_over(at, sides[index]):
                return True
    return False


def extra_legs(table: Table, hand: InHand) -> Iterator[ExtraLeg]:
    """Every leg that a unit may make though it was stopped."""
    if hand.stopped:
        found = (table.setting.reglement.extra_leg(table, hand, word) for word in STEPS)
        yield from (way for way in found if isinstance(way, ExtraLeg))
