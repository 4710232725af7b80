"""Whom a charge could strike from where it is: a bounded search over hexes, facings and points.

Enemy reactions are left out of account (PR-113). Turning is limited in each hex, so a node is a
hex and the facing in which it is entered; turns are taken together with the step out. A line in
several hexes is searched pose by pose, and also as the column it may form in its first hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

import msgspec

from grognard.kernel import rule
from grognard.mechanics.boards import Board, Window, board_of, hexes_in
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, opposite
from grognard.mechanics.search import Search
from grognard.mechanics.sweep import ANY_FRONT, Country, Fronts, Sweep, approach
from grognard.systems.bataille import special
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.horse.charge_targets import are_limited, dares, is_open
from grognard.systems.bataille.horse.gallop import (
    AMPLE,
    Gallop,
    after,
    contact,
    half_steps,
    hexes_left,
    is_upon_enemy,
    leg_from,
    stops,
    straight_ahead,
    turn_limit,
    turn_price,
    words,
)
from grognard.systems.bataille.movement.country import country_of
from grognard.systems.bataille.movement.fields import covered, fronts_of, shut_to
from grognard.systems.bataille.movement.march import Leg, may_meet, step_cost
from grognard.systems.bataille.orientation import ALL
from grognard.systems.bataille.pieces import FILES, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.setting import HALVES, moving_as, wades
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table

replace = msgspec.structs.replace

Costs = dict[UnitId, int]
"""Enemies that can be struck, each with the half points it takes."""

Prey = dict[Hex, list[tuple[int, UnitId]]]
"""By hex, whom a charge can strike from there, and across which sides."""


@rule("P38.46", "P38.8", "PR-113", "PR-175")
def contactable(
    table: Table, gallop: Gallop, piece: Piece | None = None, *, one: bool = False
) -> Costs:
    """Every enemy the charge can still strike, with the least half points it costs to do so.

    ``one`` will do where it is only asked whether there is any.
    """
    piece = table.pieces[gallop.lead] if piece is None else piece
    foes = near(table, gallop, piece)
    if not foes:
        return {}
    zoned = hexes_left(table, gallop) is not None
    if table.setting.special and special.minds_steps(table, gallop.lead):
        found = _by_pose(table, gallop, piece, foes, one=one)
    elif len(piece.hexes) == 1 and (not zoned or _ride_as_one(gallop, piece)):
        found = _Hunt(table, gallop, piece, foes).struck(one=one)
        if zoned and not gallop.entered:
            at_hand = (foe for foe in foes if contact(table, gallop.units, piece, foe) is not None)
            found.update(dict.fromkeys(at_hand, 0))
    else:
        might = _might_strike(table, gallop, piece, foes)
        country = _country(table, piece)
        found = _by_pose(table, gallop, piece, might, country, one=one) if might else {}
        for cost, now, columns in () if zoned else _as_columns(table, gallop, piece):
            if one and found:
                break
            for foe, more in _Hunt(table, now, columns[0], foes, columns).struck(one=one).items():
                found[foe] = min(found.get(foe, cost + more), cost + more)
    return dict(sorted(found.items()))


def _ride_as_one(gallop: Gallop, piece: Piece) -> bool:
    """Does nobody drop behind on the way, and do all have a front with which they may turn?"""
    fronts = piece.formation not in FILES and piece.cohesion is not Cohesion.ROUT
    return fronts and len(set(gallop.points)) == 1


def near(table: Table, gallop: Gallop, piece: Piece) -> list[UnitId]:
    """The enemies so near that the charge might strike them, if nothing stood in its way."""
    left = hexes_left(table, gallop)
    steps = gallop.left // HALVES if left is None else min(gallop.left // HALVES, left)
    enemy = table.setting.enemy(table.side_of(gallop.lead))
    return table.units_near(piece.hexes, steps + len(piece.hexes) + 1, enemy)


def _might_strike(table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]) -> list[UnitId]:
    """Whom a line, or a charge within a zone, can strike at most.

    Each part of a line pays no more than the line, and a zone forbids what points allow. Within a
    zone a charge may strike where it stands.
    """
    parts = tuple(replace(piece, hexes=(at,), main=0) for at in piece.hexes)
    fronts = ANY_FRONT if len(parts) > 1 else ()
    might = _Hunt(table, gallop, piece, foes, parts, fronts).struck()
    return [
        foe for foe in foes if foe in might or contact(table, gallop.units, piece, foe) is not None
    ]


# --- units in one hex


def _country(table: Table, piece: Piece) -> Country:
    """What the ground leaves to a charge, whatever burns on it."""
    setting, printed = table.setting, table.printed(piece.id)
    flood = weather.stream_points(table) if setting.ground.hexsides else 0
    kind, wading = moving_as(setting, printed, piece), wades(setting, piece)
    return country_of(setting, kind, flood, wading, partial(is_open, table))


def _afire(table: Table) -> Board:
    """The hexes that nobody enters for a while."""
    closed = table.setting.reglement.closed
    return 0 if closed is None else board_of(closed(table), table.setting.ground.size)


@lru_cache(maxsize=64)
def _known_strikes(ground: Ground, cards: Deck) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
    """From where a charge can strike into each hex, across which side; filled as asked for."""
    return {}


def _strikes(table: Table, at: Hex) -> tuple[tuple[Hex, int], ...]:
    """The hexes from which a charge can strike into a hex, and the side it crosses."""
    strikes = _known_strikes(table.setting.ground, table.setting.cards)
    known = strikes.get(at)
    if known is None:
        known = strikes[at] = tuple(
            (near, opposite(side))
            for side, near in enumerate(table.setting.ground.around[at])
            if near and is_open(table, near, opposite(side))
        )
    return known


class _Hunt:
    """A charge of a unit in one hex, sought on whole boards. It begins in any of some poses alike."""

    def __init__(
        self,
        table: Table,
        gallop: Gallop,
        piece: Piece,
        foes: list[UnitId],
        poses: tuple[Piece, ...] = (),
        fronts: Fronts = (),
    ) -> None:
        """``hops`` is how often it may step; None where only points bind it, or a line wheels."""
        self.table, self.gallop, self.piece = table, gallop, piece
        self.printed, self.poses = table.printed(piece.id), poses or (piece,)
        self.starts = [pose.hexes[0] for pose in self.poses]
        self.fronts = fronts or fronts_of(self.printed, piece)
        self.hops = None if len(piece.hexes) > 1 else hexes_left(table, gallop)
        self.first = list(self._first())
        far = [(PLACES[at], (gallop.left - cost) // HALVES + 1) for at, _, cost in self.first]
        self.prey = self._prey([foe for foe in foes if _is_near(table.pieces[foe].hexes, far)])

    def _first(self) -> Iterator[tuple[Hex, int, int]]:
        """Hexes, facings and costs with which it begins: the first step goes straight ahead."""
        table, around = self.table, self.table.setting.ground.around
        for pose in self.poses:
            at, facing = pose.hexes[0], pose.facing
            if self.gallop.entered:
                yield at, facing, 0
                continue
            for side in straight_ahead(pose) if self.hops != 0 else ():
                cost = step_cost(table, self.printed, pose, at, side) if around[at][side] else 0
                if cost and cost <= self.gallop.left and is_open(table, at, side):
                    yield around[at][side], facing, cost

    def _prey(self, foes: list[UnitId]) -> Prey:
        """The hexes from which each enemy can be struck, and the front sides it takes."""
        table, found = self.table, Prey()
        limited = are_limited(table, self.gallop.units)
        for foe in foes:
            piece = table.pieces[foe]
            loose = piece.formation is Formation.SKIRMISH and piece.cohesion is Cohesion.GOOD
            for near, side in (strike for at in piece.hexes for strike in _strikes(table, at)):
                if near in table.stacks and is_upon_enemy(table, self.gallop.lead, (near,)):
                    continue
                if not limited or dares(table, self.gallop.units, foe, near):
                    found.setdefault(near, []).append((ALL if loose else 1 << side, foe))
        return found

    def struck(self, *, one: bool = False) -> Costs:
        """Everybody who can be struck, or ``one`` at least, with the least half points it takes."""
        found: Costs = {}
        if not self.prey:
            return found
        sweep = self._begin()
        strike, hopeful = self._places(sweep.window)
        base, prey = sweep.base, self.prey
        left = hunted = len({foe for held in prey.values() for _, foe in held})
        for cost, facing, board in self._layers(sweep, hopeful):
            places, front = board & strike[facing], self.fronts[facing][0]
            if not places:
                continue
            for at in hexes_in(places):
                for sides, foe in prey[at + base]:
                    if sides & front and cost < found.get(foe, cost + 1):
                        found[foe] = cost
            if (one and found) or (self.hops is None and len(found) == hunted):
                break
            if self.hops is None and 2 * (hunted - len(found)) <= left:
                # The cheapest comes first: whom it has found it need not go on for.
                left, prey = hunted - len(found), _without(prey, found)
                strike, hopeful[:] = self._places(sweep.window, prey)
        return found

    def _layers(self, sweep: Sweep, hopeful: list[Board]) -> Iterator[tuple[int, int, Board]]:
        """Cost, facing and the hexes one can stand in; the first step is taken already."""
        if self.hops is None:
            return sweep.layers(self._meets, self._halts, hopeful)
        hops = self.hops if self.gallop.entered else max(self.hops - 1, 0)
        return sweep.rounds(hops, self._meets, self._halts, hopeful)

    def _begin(self) -> Sweep:
        """Later than at the first step the unit may have turns left in its hex."""
        table, gallop, setting = self.table, self.gallop, self.table.setting
        limit, price = turn_limit(table, gallop.units), turn_price(table, 1)
        country, here = _country(table, self.piece), board_of(self.starts, setting.ground.size)
        window, onward = country.about(self.starts[0], gallop.left, self.fronts)
        zones = covered(table, 1 - setting.index(self.printed.side))
        sweep = Sweep(
            window, onward, gallop.left,
            [(turn, abs(turn) * price) for turn in range(-limit, limit + 1)],
            unsure=table.held[0] | table.held[1], watched=zones | here,
            shut=shut_to(setting, self.piece) | _afire(table),
        )  # fmt: skip
        left = limit - gallop.turned
        for at, facing, cost in self.first:
            if not gallop.entered:
                sweep.enter(at, facing, cost)
                continue
            for turn in range(-left, left + 1):
                sweep.leave(at, (facing + turn) % 6, abs(turn) * price)
        return sweep

    def _meets(self, there: Hex) -> bool:
        """May the unit enter a hex, for all who stand there?"""
        return may_meet(self.table, self.printed, self.piece, there) is None

    def _halts(self, at: Hex) -> bool:
        """Does the zone of enemy cavalry stop the charge here?"""
        if at in self.starts and self.gallop.stopped:
            return True
        return stops(self.table, self.gallop.lead, (at,))

    def _places(self, window: Window, prey: Prey | None = None) -> tuple[list[Board], list[Board]]:
        """By facing: from where somebody can be struck; by half points left: from where one may
        still come to such a place."""
        alike: dict[int, list[Hex]] = {}
        size = window.whole.bit_length()
        for at, held in (self.prey if prey is None else prey).items():
            sides = 0
            for across, _ in held:
                sides |= across
            if 0 <= at - window.base < size:  # those out of the window are out of reach
                alike.setdefault(sides, []).append(at - window.base)
        strike, whole = [0] * 6, 0
        for sides, places in alike.items():
            board = board_of(places, size)
            whole |= board
            for facing, (front, _) in enumerate(self.fronts):
                if sides & front:
                    strike[facing] |= board
        hopeful = [whole & window.whole]
        for _ in range(self.gallop.left // HALVES):
            hopeful.append(window.spread(hopeful[-1]))
        return strike, [hopeful[left // HALVES] for left in range(self.gallop.left + 1)]


def _without(prey: Prey, found: Costs) -> Prey:
    """Those who are still to be found."""
    left = {
        at: [(sides, foe) for sides, foe in held if foe not in found] for at, held in prey.items()
    }
    return {at: held for at, held in left.items() if held}


def _is_near(hexes: tuple[Hex, ...], far: list[tuple[int, int]]) -> bool:
    """Are any of the hexes within so many of a place, as one comes to them straight on?"""
    for there in hexes:
        place = PLACES[there]
        for here, most in far:
            if SPANS[place - here] <= most:
                return True
    return False


# --- word by word


Node = tuple[tuple[Hex, ...], int, int, int]
"""Hexes, facing, the hexsides turned there, and has the charge begun? Where a zone binds it, the
hexes it has entered."""


class Rides:
    """A charge, word by word: the riders, how they stand and the last word, for every node."""

    def __init__(self, table: Table, gallop: Gallop, piece: Piece) -> None:
        self.table, self.zoned = table, hexes_left(table, gallop) is not None
        self.start: Node = self._node(gallop, piece)
        self.stands: dict[Node, tuple[Gallop, Piece, str]] = {self.start: (gallop, piece, "")}

    def _node(self, gallop: Gallop, piece: Piece) -> Node:
        begun = gallop.entered if self.zoned else int(gallop.entered > 0)
        return piece.hexes, piece.facing, gallop.turned, begun

    def onward(self, node: Node) -> Iterator[tuple[Node, int, int]]:
        """Where every step, wheel and turn leads that is allowed there, and its price."""
        gallop, piece, _ = self.stands[node]
        for rank, word in enumerate(words(self.table, gallop, piece)):
            leg = leg_from(self.table, gallop, piece, word)
            if isinstance(leg, Leg):
                then, moved = after(self.table, gallop, piece, leg)
                there = self._node(then, moved)
                if there not in self.stands or then.left > self.stands[there][0].left:
                    self.stands[there] = then, moved, word
                yield there, leg.cost, rank


class _Ahead(dict[Hex, tuple[int, int]]):
    """How many steps it takes at least from a hex to one next to an enemy, and how many half points, found
    as asked for. What is known of the ground tells more than the way as the crow flies."""

    def __init__(self, foes: list[Hex], country: Country | None, points: int) -> None:
        super().__init__()
        self.places = [PLACES[at] for at in foes]
        self.costs = [approach(country, at, points).costs for at in foes] if country else []

    def __missing__(self, at: Hex) -> tuple[int, int]:
        here = PLACES[at]
        steps = max(min([SPANS[here - there] for there in self.places]) - 1, 0)
        least = min([costs.get(at, AMPLE) for costs in self.costs], default=HALVES * steps)
        self[at] = steps, least
        return self[at]


def _by_pose(
    table: Table,
    gallop: Gallop,
    piece: Piece,
    foes: list[UnitId],
    country: Country | None = None,
    *,
    one: bool = False,
) -> Costs:
    """Every pose of a line, cheapest first, as long as it may still come to an enemy it has not met."""
    rides, found = Rides(table, gallop, piece), Costs()

    def still() -> _Ahead:
        hexes = [at for foe in foes if foe not in found for at in table.pieces[foe].hexes]
        return _Ahead(hexes, country, gallop.left)

    ahead = still()

    fewest: dict[tuple[tuple[Hex, ...], int, int], int] = {}

    def onward(node: Node) -> Iterator[tuple[Node, int, int]]:
        if fewest.get(node[:3], node[3] + 1) <= node[3]:
            return  # come here before, no dearer and over no more hexes
        if node[3]:  # before the first step less is allowed
            fewest[node[:3]] = node[3]
        for step in rides.onward(node):
            now, away = rides.stands[step[0]][0], [ahead[at] for at in step[0][0]]
            left = hexes_left(table, now)
            if now.left >= min([least for _, least in away]) and (
                left is None or left >= min(away)[0]
            ):
                yield step

    for node, cost in Search([rides.start], onward):
        now, pose, _ = rides.stands[node]
        if (now.entered or rides.zoned) and not min([ahead[at] for at in node[0]])[0]:
            met = [
                foe
                for foe in foes
                if foe not in found and contact(table, now.units, pose, foe) is not None
            ]
            found.update(dict.fromkeys(met, cost))
            if len(found) == len(foes) or (one and found):
                break
            if met:
                ahead = still()
    return found


@rule("P37.7", "PR-100")
def _as_columns(
    table: Table, gallop: Gallop, piece: Piece
) -> Iterator[tuple[int, Gallop, tuple[Piece, ...]]]:
    """The columns a line may form in the first hex of its charge, and what that has cost."""
    if gallop.entered > 1 or gallop.formed or len(gallop.units) > 1:
        return
    price = table.setting.cards.points("cavalry_formation_in_charge")
    rides = Rides(table, gallop, piece)
    nodes = (
        [rides.start] if gallop.entered else [there for there, _, _ in rides.onward(rides.start)]
    )
    for now, pose, _ in (rides.stands[node] for node in nodes):
        if now.left < price:
            continue
        left = tuple(points - price for points in now.points)
        yield (
            gallop.left - now.left + price,
            replace(now, points=left, formed=True, run=()),
            tuple(
                replace(pose, hexes=(at,), facing=facing, formation=Formation.COLUMN, main=0)
                for at in pose.hexes
                for facing in half_steps(pose, Formation.COLUMN)
            ),
        )
