"""A charge on its way, word by word: what each word does and costs (rules 37 and 38).

Pure: a leg is worked out from where the riders are, it changes nothing. Words are those of a
march; ``form:column:SE:0505`` changes formation. All of a stack stand alike, so the first of them
stands for all. Points are halves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.kernel import MalformedAction, Reason, rule
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, Side, name, side_towards
from grognard.systems.bataille.actions import read_facing, read_formation, read_hex
from grognard.systems.bataille.horse.charge_targets import closed, conditions, dares, is_open
from grognard.systems.bataille.movement import formations, march
from grognard.systems.bataille.movement.formations import Change
from grognard.systems.bataille.movement.march import SIDE_OF, InHand, Leg
from grognard.systems.bataille.orientation import SIDES_IN, orientation
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    FILES,
    Cohesions,
    Formation,
    Forms,
    Piece,
    UnitId,
    facing_name,
)
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

FORM = "form:"
FORMED = (Forms.COLUMN, Forms.LINE)
"""What charging cavalry may change into."""

AMPLE = 1000
"""Half points enough for anything, where another chapter wants an allowance."""


class Gallop(msgspec.Struct, frozen=True):
    """A charge in hand: who rides, the half points each has left, and what they have done.

    ``run`` holds the sides crossed since the last turn, the latest last; ``turned`` counts the
    hexsides turned in the present hex, ``entered`` the hexes entered.
    """

    units: tuple[UnitId, ...]
    points: tuple[int, ...]
    entered: int = 0
    turned: int = 0
    formed: bool = False
    stopped: bool = False
    run: tuple[Side, ...] = ()

    @property
    def lead(self) -> UnitId:
        return self.units[0]

    @property
    def left(self) -> int:
        """The points of whoever has most: the others drop behind first."""
        return max(self.points, default=0)


@rule("P37.3", "PR-116")
def allowance(table: Table, unit: UnitId) -> int:
    """Half points of a charge: printed movement, as weather allows, and the bonus where charges
    have no zone."""
    now = conditions(table)
    bonus = now.bonus if table.setting.reglement.charge_zone is None else 0
    return HALVES * max(0, table.printed(unit).movement + now.movement + bonus)


@rule("P37.3")
def charge_of(table: Table, units: tuple[UnitId, ...]) -> Gallop:
    """The charge of these units as it sets out."""
    return Gallop(units, tuple(allowance(table, unit) for unit in units))


@rule("P37.3")
def hexes_left(table: Table, gallop: Gallop) -> int | None:
    """How many hexes a charge may still enter; None where only its points limit it."""
    limit, units = table.setting.reglement.charge_zone, gallop.units
    if limit is None:
        return None
    zone = table.derived(("charge zone", units), lambda: limit(table, units))
    return max(0, zone - gallop.entered)


@rule("P38.6", "P38.7", "PR-101", "PR-116")
def turn_limit(table: Table, units: tuple[UnitId, ...]) -> int:
    """Hexsides that may be turned in each hex; one heavy regiment slows the whole stack."""
    light = all(table.printed(unit).is_light for unit in units)
    return int(table.setting.cards.charge_by_weight("turn_hexsides", light=light))


@rule("P38.5", "PR-101")
def turn_price(table: Table, hexsides: int) -> int:
    return HALVES * hexsides * int(table.setting.cards.count("charge_facing_points"))


# --- one word


def legs(table: Table, gallop: Gallop) -> Iterator[Leg]:
    """What every word does that can be ridden from where the riders stand, in canonical order:
    steps, then wheels or turns, then changes of formation."""
    piece = table.pieces[gallop.lead]
    for word in words(table, gallop, piece):
        leg = leg_from(table, gallop, piece, word)
        if type(leg) is Leg:
            yield leg
    cost = table.setting.cards.points("cavalry_formation_in_charge")
    if cost <= gallop.left:
        for change in changes(table, gallop):
            formation, facing = change.formation, change.facing
            yield Leg(word_of(change), "form", cost, change.hexes, facing, formation)


def words(table: Table, gallop: Gallop, piece: Piece) -> Iterator[str]:
    """Steps, wheels and turns, without those that ``leg_from`` is sure to refuse."""
    single = len(piece.hexes) == 1
    if gallop.stopped:
        ahead: Sequence[Side] = ()
    elif not gallop.entered or piece.formation is Forms.LINE:
        ahead = sorted(straight_ahead(piece))
    elif piece.formation is Forms.COMPANIES or (single and piece.formation in FORMED):
        ahead = SIDES_IN[orientation(table.printed(piece.id), piece).front]
    else:
        ahead = range(6)
    for side in ahead:
        yield SIDES[side]
    if not gallop.entered or piece.formation is Forms.COMPANIES:
        return
    if not single:
        yield from ("wheel:left", "wheel:right")
        return
    names = VERTICES if piece.faces_vertex else SIDES
    limit = turn_limit(table, gallop.units) - gallop.turned
    facings = {(piece.facing + turn) % 6 for turn in range(-limit, limit + 1) if turn}
    for facing in sorted(facings):
        yield f"face:{names[facing]}"


def leg_from(table: Table, gallop: Gallop, piece: Piece, word: str) -> Leg | Reason:
    """What one word does from a pose the riders may come to."""
    if word in SIDE_OF:
        found = _step(table, gallop, piece, SIDE_OF[word])
    elif word.startswith("face:"):
        found = _turn(table, gallop, piece, word.removeprefix("face:"))
    elif word in ("wheel:left", "wheel:right"):
        found = _wheel(table, gallop, piece, to_right=word == "wheel:right")
    elif word.startswith(FORM):
        found = _form(table, gallop, piece, word)
    else:
        return Reason(f"{word!r} is no word of a charge", "P38.2")
    if isinstance(found, Leg) and found.cost > gallop.left:
        need, left = found.cost / HALVES, gallop.left / HALVES
        return Reason(f"{word} costs {need:g} points and {left:g} are left", "P38.2")
    return found


@rule("P38.2", "P38.3", "P37.9", "P14.12", "P18.2", "PR-52", "PR-101")
def _step(table: Table, gallop: Gallop, piece: Piece, side: Side) -> Leg | Reason:
    if gallop.stopped:
        return Reason("the zone of enemy cavalry stops the charge", "P14.12")
    if not gallop.entered and side not in straight_ahead(piece):
        return Reason("a charge begins straight ahead", "P38.3")
    if hexes_left(table, gallop) == 0:
        return Reason("it has come to the end of its charge zone", "P37.3")
    for at in _leading(piece):
        shut = None if is_open(table, at, side) else closed(table, at, side)
        if shut is not None:
            return shut
    hand = InHand(gallop.lead, AMPLE, entered=gallop.entered)
    leg = march.leg_from(table, hand, piece, SIDES[side])
    if isinstance(leg, Leg) and is_upon_enemy(table, gallop.lead, leg.hexes):
        if not _may_ride_over(table, gallop, piece, leg):
            return Reason("it could not ride on from that square", "P18.11")
    return leg


def _leading(piece: Piece) -> tuple[Hex, ...]:
    """The hexes out of which riders step into new ones: of a file its head."""
    return piece.hexes[:1] if piece.formation in FILES else piece.hexes


def is_upon_enemy(table: Table, unit: UnitId, hexes: tuple[Hex, ...]) -> bool:
    """Does some hex hold an enemy? To a charge on its way that can only be a square."""
    side = table.side_of(unit)
    for at in hexes:  # noqa: SIM110 - asked of every step of every charge
        if table.has_enemy(at, side):
            return True
    return False


@rule("P18.11", "P38.27")
def _may_ride_over(table: Table, gallop: Gallop, piece: Piece, leg: Leg) -> bool:
    """Nobody stops upon a square on his way: all must be able to leave it again."""
    if stops(table, gallop.lead, leg.hexes):
        return False
    left = min(gallop.points) - leg.cost
    limit = turn_limit(table, gallop.units) if len(leg.hexes) == 1 else 0
    for turn in range(-limit, limit + 1):
        facing = (leg.facing + turn) % 6
        there = msgspec.structs.replace(piece, hexes=leg.hexes, facing=facing)
        if _has_way_on(table, gallop, there, left - turn_price(table, abs(turn))):
            return True
    return False


def _has_way_on(table: Table, gallop: Gallop, piece: Piece, points: int) -> bool:
    """Is there a next hex for riders in this pose with so many half points?"""
    for side in range(6):
        if all(is_open(table, at, side) for at in _leading(piece)):
            leg = march.leg_from(table, InHand(gallop.lead, AMPLE), piece, SIDES[side])
            if isinstance(leg, Leg) and leg.cost <= points:
                return True
    return False


def straight_ahead(piece: Piece) -> tuple[Side, ...]:
    """The front centre: the side faced, or for a line the two sides at the vertex it faces."""
    if piece.formation is Forms.LINE:
        return (piece.facing, (piece.facing + 1) % 6)
    return (piece.facing,)


@rule("P38.3", "P38.5", "P38.6", "P38.7", "PR-101")
def _turn(table: Table, gallop: Gallop, piece: Piece, word: str) -> Leg | Reason:
    names = VERTICES if piece.faces_vertex else SIDES
    if word not in names:
        return Reason(f"{piece.formation.value} faces one of {', '.join(names)}", "P13.2")
    if len(piece.hexes) > 1:
        return Reason("a line in several hexes wheels", "PR-26")
    facing = names.index(word)
    sides = min((facing - piece.facing) % 6, (piece.facing - facing) % 6)
    barred = _may_turn(table, gallop, sides)
    if barred is not None:
        return barred
    cost = turn_price(table, sides)
    return Leg(f"face:{word}", "turn", cost, piece.hexes, facing, piece.formation)


def _may_turn(table: Table, gallop: Gallop, sides: int) -> Reason | None:
    if not gallop.entered:
        return Reason("no turning before the first hex of a charge", "P38.3")
    if not sides:
        return Reason("it faces that way already", "P38.5")
    limit = turn_limit(table, gallop.units)
    if gallop.turned + sides > limit:
        clause = "P38.7" if limit == 1 else "P38.6"
        return Reason(f"it turns at most {limit} hexsides in a hex", clause)
    return None


@rule("P38.5", "PR-26", "PR-101")
def _wheel(table: Table, gallop: Gallop, piece: Piece, *, to_right: bool) -> Leg | Reason:
    """A line in several hexes turns by a vertex: the price of a hexside, and of the way out."""
    if len(piece.hexes) == 1:
        return Reason("only units in several hexes wheel", "PR-26")
    if gallop.stopped:
        return Reason("the zone of enemy cavalry stops the charge", "P14.12")
    barred = _may_turn(table, gallop, 1)
    if barred is not None:
        return barred
    found = march.wheel(table, table.printed(gallop.lead), piece, to_right=to_right)
    if isinstance(found, Reason):
        return found
    side = (piece.facing + 1) % 6 if to_right else piece.facing
    for at, way in zip(piece.hexes, found.ways, strict=True):
        for origin in (at, *way)[: len(way)]:
            shut = closed(table, origin, side)
            if shut is not None:
                return shut
    usual = table.setting.cards.points("wheel")
    return msgspec.structs.replace(found, cost=found.cost - usual + turn_price(table, 1))


# --- changing formation


@rule("P37.7", "P37.8", "P38.4", "PR-100")
def changes(table: Table, gallop: Gallop) -> list[Change]:
    """The changes of formation open to the riders where they stand on the table."""
    at_start = table.setting.options.get("charge_form_hex") == "start"
    if gallop.formed or gallop.entered != (0 if at_start else 1):
        return []
    piece = table.pieces[gallop.lead]
    alone = len(gallop.units) == 1
    return [
        change
        for change in formations.changes(table, InHand(gallop.lead, AMPLE))
        if change.formation in FORMED
        and change.facing in half_steps(piece, change.formation)
        and (alone or change.hexes == piece.hexes)
    ]


def half_steps(piece: Piece, formation: Formation) -> tuple[int, ...]:
    """The facings that a change of formation gives without a turn (P18.7)."""
    now = piece.facing
    if piece.faces_vertex == (formation in FACES_VERTEX):
        return (now,)
    return (now, (now + 1) % 6) if piece.faces_vertex else (now, (now - 1) % 6)


def word_of(change: Change) -> str:
    """The word for a change of formation, hexes and all."""
    facing = facing_name(change.formation, change.facing)
    return f"{FORM}{change.formation.value}:{facing}:{'-'.join(map(name, change.hexes))}"


def _form(table: Table, gallop: Gallop, piece: Piece, word: str) -> Leg | Reason:
    """A change of formation, which is judged where the riders really stand."""
    if piece != table.pieces[gallop.lead]:
        return Reason("a change of formation begins a path", "P38.4")
    parts = word.removeprefix(FORM).split(":")
    if len(parts) not in (2, 3):
        return Reason("write formation and facing, as in form:line:E", "P37.7")
    try:
        formation = read_formation(parts[0])
        facing = read_facing(formation, parts[1])
        hexes = tuple(read_hex(at) for at in parts[2].split("-")) if len(parts) == 3 else ()
    except MalformedAction as problem:
        return Reason(str(problem), "P37.7")
    fitting = [
        change
        for change in changes(table, gallop)
        if (change.formation, change.facing) == (formation, facing) and hexes in ((), change.hexes)
    ]
    if len(fitting) != 1:
        text = "name its hexes too" if fitting else "it cannot change formation so here"
        return Reason(text, "P37.8")
    cost = table.setting.cards.points("cavalry_formation_in_charge")
    return Leg(word_of(fitting[0]), "form", cost, fitting[0].hexes, facing, formation)


# --- after a word


@rule("P14.12", "PR-52")
def stops(table: Table, unit: UnitId, hexes: tuple[Hex, ...]) -> bool:
    """Does the zone of enemy cavalry stop a charge that has entered these hexes?"""
    if table.setting.options.get("charge_stops_in_cav_zoi") == "off":
        return False
    return march.must_stop(table, table.printed(unit), hexes)


@rule("P37.6", "PR-116")
def after(table: Table, gallop: Gallop, piece: Piece, leg: Leg) -> tuple[Gallop, Piece]:
    """The charge and the pose once a leg is done; who cannot pay is no longer among them."""
    moved = msgspec.structs.replace(
        piece, hexes=leg.hexes, facing=leg.facing, formation=leg.formation
    )
    riders = [
        (unit, points - leg.cost)
        for unit, points in zip(gallop.units, gallop.points, strict=True)
        if points >= leg.cost
    ]
    units, points = tuple(unit for unit, _ in riders), tuple(left for _, left in riders)
    stepped, entered = leg.kind == "step", gallop.entered
    turned = 0 if stepped else gallop.turned
    if leg.kind == "turn":
        turned += min((leg.facing - piece.facing) % 6, (piece.facing - leg.facing) % 6)
    elif leg.kind == "wheel":
        turned += 1
    new = tuple(at for at in leg.hexes if at not in piece.hexes)
    return Gallop(
        units=units,
        points=points,
        entered=entered + stepped,
        turned=turned,
        formed=gallop.formed or leg.kind == "form",
        stopped=gallop.stopped or (bool(new) and stops(table, gallop.lead, new)),
        run=(*gallop.run, SIDE_OF[leg.word]) if stepped else (),
    ), moved


# --- contact


@rule("P38.11", "P38.14", "P19.26", "P32.9", "PR-114")
def contact(
    table: Table, units: tuple[UnitId, ...], piece: Piece, foe: UnitId
) -> tuple[Hex, Hex] | None:
    """The hexes in which a charge in this pose touches an enemy, straight ahead first.

    He lies across a front side that is open to charges; skirmishers need only be next to it.
    """
    printed, target = table.printed(piece.id), table.pieces[foe]
    if is_upon_enemy(table, piece.id, piece.hexes):
        return None  # nobody stops upon a square to strike another enemy (P18.11)
    loose = target.formation is Forms.SKIRMISH and target.cohesion is Cohesions.GOOD
    found: list[tuple[bool, Hex, Hex]] = []
    for index, at in enumerate(piece.hexes):
        front = orientation(printed, piece, index).front
        for there in target.hexes:
            side = side_towards(at, there)
            if side is None or closed(table, at, side) is not None:
                continue
            if (loose or front >> side & 1) and dares(table, units, foe, at):
                found.append((side not in straight_ahead(piece), at, there))
    return min(found)[1:] if found else None


@rule("P37.11", "P37.13", "P38.14", "PR-102")
def has_run(table: Table, gallop: Gallop, piece: Piece, at: Hex, there: Hex) -> bool:
    """Did the charge run straight over its last hexes, and is the target straight ahead?"""
    options = table.setting.options
    short = options.get("straight_run") == "two"
    needed = 2 if short else table.setting.cards.count("straight_run")
    last, to = gallop.run[-needed:], side_towards(at, there)
    if len(last) < needed or to is None:
        return False
    if len({*last, to}) == 1 and to in straight_ahead(piece):
        return True
    zigzag, line = options.get("zigzag_straight", "lines_only"), piece.faces_vertex
    if zigzag == "off" or (zigzag == "lines_only" and not line):
        return False
    if line:
        return {*last, to} <= set(straight_ahead(piece))
    ahead = piece.facing
    return any({*last, to} <= {ahead, (ahead + turn) % 6} for turn in (1, -1))
