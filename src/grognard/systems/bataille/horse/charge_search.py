"""Whom a charge could strike from where it is: a bounded search over hexes, facings and points.

Enemy reactions are left out of account (PR-113). Turning is limited in each hex, so a node is a
hex and the facing in which it is entered; turns are taken together with the step out. A line in
several hexes is searched pose by pose, and also as the column it may form in its first hex.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import SIDES, Hex, Side, distance, opposite
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.horse.charge_boards import BoardSearch, country_of
from grognard.systems.bataille.horse.charge_targets import closed, dares
from grognard.systems.bataille.horse.gallop import (
    Gallop,
    after,
    contact,
    half_steps,
    is_upon_enemy,
    leg_from,
    stops,
    straight_ahead,
    turn_limit,
    turn_price,
)
from grognard.systems.bataille.movement.march import (
    Leg,
    formation_on,
    may_meet,
    may_step,
    step_cost,
)
from grognard.systems.bataille.movement.stacking import LOOSE
from grognard.systems.bataille.orientation import ALL, FIVE, LINE, THREE
from grognard.systems.bataille.pieces import Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.setting import HALVES, mover
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table

Costs = dict[UnitId, int]
"""Enemies that can be struck, each with the half points it takes."""

Way = tuple[Side, Hex, int]
Step = tuple[int, Hex, int, int]
"""A side as a bit, the hex beyond, the price, and what may have been spent before."""

Turn = tuple[int, int, int]
"""A facing, its front sides, and the half points for turning to it."""

FAR, BLANK = 255, b"\xff"
"""A cost that is not known, or past all the points of a charge; as a number and as a byte."""


class Prospects(Mapping[UnitId, int]):
    """The enemies a charge can strike now. What it costs is worked out for whom it is asked."""

    __slots__ = ("_costs", "_search", "_units")

    def __init__(self, table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]) -> None:
        self._search = (table, gallop, piece, foes)
        self._costs: Costs | None = None
        self._units = sorted(_units(table, gallop, piece, foes))

    def __contains__(self, unit: object) -> bool:
        return unit in self._units

    def __iter__(self) -> Iterator[UnitId]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    def __getitem__(self, unit: UnitId) -> int:
        if self._costs is None:
            self._costs = _costs(*self._search)
        return self._costs[unit]


@rule("P38.46", "P38.8", "PR-113", "PR-175")
def contactable(table: Table, gallop: Gallop, piece: Piece | None = None) -> Mapping[UnitId, int]:
    """Every enemy the charge can still strike, with the least half points it costs to do so.

    Costs are to be asked for before the table changes.
    """
    piece = table.pieces[gallop.lead] if piece is None else piece
    foes = _in_range(table, gallop, piece)
    return Prospects(table, gallop, piece, foes) if foes else {}


def _costs(table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]) -> Costs:
    """The least half points to each enemy that can be struck."""
    if len(piece.hexes) == 1:
        return _Search(table, gallop, piece, foes).run()
    found = _by_pose(table, gallop, piece, foes)
    for cost, first, column in _as_columns(table, gallop, piece):
        for foe, more in _Search(table, first, column, foes).run().items():
            found[foe] = min(found.get(foe, cost + more), cost + more)
    return found


def _units(table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]) -> set[UnitId]:
    """The same without the costs, so that each search has only those to seek who are left."""
    if len(piece.hexes) == 1:
        return _units_in_one_hex(table, gallop, piece, foes)
    found = _units_of_columns(table, _as_columns(table, gallop, piece), foes)
    left = [foe for foe in foes if foe not in found]
    # Each part of a line pays no more than the line, so whom no part might strike the line cannot.
    might = _Search(table, gallop, piece, left, piece.hexes).prospects(ALL)
    left = [foe for foe in left if foe in might]
    return found.union(_by_pose(table, gallop, piece, left)) if left else found


def _units_of_columns(
    table: Table, columns: list[tuple[int, Gallop, Piece]], foes: list[UnitId]
) -> set[UnitId]:
    """Whom any of the columns can strike that a line may form, which differ in where they begin."""
    found: set[UnitId] = set()
    if not columns:
        return found
    best = max((first for _, first, _ in columns), key=lambda first: first.left)
    free = msgspec.structs.replace(best, stopped=False)
    starts = tuple(dict.fromkeys(column.hexes[0] for _, _, column in columns))
    might = _Search(table, free, columns[0][2], foes, starts).prospects(ALL)
    for _, first, column in columns:
        left = [foe for foe in foes if foe in might and foe not in found]
        if left:
            found |= _units_in_one_hex(table, first, column, left)
    return found


def _units_in_one_hex(
    table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]
) -> set[UnitId]:
    """Quickly those who might be struck, and those who can be without a turn; then the others."""
    search = _Search(table, gallop, piece, foes)
    if search.is_simple:
        return search.struck()
    might = search.prospects(ALL)
    if not might:
        return might
    found = search.prospects(search.fronts[piece.facing]) if not gallop.entered else set()
    left = [foe for foe in foes if foe in might and foe not in found]
    return found.union(_Search(table, gallop, piece, left).run()) if left else found


def _in_range(table: Table, gallop: Gallop, piece: Piece) -> list[UnitId]:
    """Enemies that are not too far whatever the way."""
    reach = gallop.left // HALVES + len(piece.hexes) + 1
    return table.units_near(piece.hexes, reach, table.setting.enemy(table.side_of(gallop.lead)))


# --- units in one hex


@lru_cache(maxsize=64)
def _known_ways(ground: Ground, cards: Deck, mover: str) -> dict[Hex, tuple[Way, ...]]:
    """The steps out of each hex that the ground allows a charge; filled as they are asked for."""
    return {}


@lru_cache(maxsize=64)
def _known_strikes(ground: Ground, cards: Deck) -> dict[Hex, tuple[tuple[Hex, int], ...]]:
    """From where a charge can strike into each hex, across which side; filled as asked for."""
    return {}


class _Search:
    """Dijkstra over hex and facing for a unit in one hex, cut off where no enemy is left to reach.

    ``starts`` names other places where it might begin, such as the parts of a line.
    ``reserve`` holds for each hex the half points that it takes at least to go on from it to a
    place to strike from; ``best`` the least cost of each hex times six and facing; ``left`` the
    least cost at which each hex was left in each facing. All are bytes, ``FAR`` where unknown:
    no charge has that many half points.
    """

    def __init__(
        self,
        table: Table,
        gallop: Gallop,
        piece: Piece,
        foes: list[UnitId],
        starts: tuple[Hex, ...] = (),
    ) -> None:
        self.table, self.gallop, self.piece = table, gallop, piece
        self.starts = starts or piece.hexes[:1]
        setting, self.points = table.setting, min(gallop.left, FAR - 1)
        self.limit, self.price = turn_limit(table, gallop.units), turn_price(table, 1)
        self.fronts = _fronts(table, piece)
        self._ways = _known_ways(setting.ground, setting.cards, mover(table.printed(piece.id)))
        self._enemy = 1 - setting.index(table.side_of(piece.id))
        self.is_simple = not setting.special and piece.formation in LOOSE
        self._onward: dict[Hex, list[Step]] = {}
        self._barred: dict[Hex, bool] = {}
        self.first = self._first()
        self.prey: dict[Hex, list[tuple[int, UnitId]]] = {}
        first = [(PLACES[at], (self.points - spent) // HALVES + 1) for at, spent in self.first]
        for foe in foes:
            if _is_near(table.pieces[foe].hexes, first):
                self._lay(foe)
        self._reserve: bytearray | None = None
        self.found: Costs = {}
        self.best = self.left = bytearray()
        self.waiting: list[list[int]] = []

    def _lay(self, foe: UnitId) -> None:
        """Note the hexes from which an enemy can be struck, and the front sides it takes."""
        table, piece, special = self.table, self.table.pieces[foe], self.table.setting.special
        loose = piece.formation is Formation.SKIRMISH and piece.cohesion is Cohesion.GOOD
        strikes = _known_strikes(table.setting.ground, table.setting.cards)
        for at in piece.hexes:
            known = strikes.get(at)
            if known is None:
                known = strikes[at] = _strikes(table, at)
            for near, side in known:
                if near in table.stacks and is_upon_enemy(table, self.gallop.lead, (near,)):
                    continue
                if not special or dares(table, self.gallop.units, foe, near):
                    sides = ALL if loose else 1 << side
                    self.prey.setdefault(near, []).append((sides, foe))

    @property
    def reserve(self) -> bytearray:
        if self._reserve is None:
            self._reserve = self._reserves()
        return self._reserve

    def _reserves(self) -> bytearray:
        """``reserve`` of every hex that can lie on a way to an enemy, for all the points there are."""
        around = self.table.setting.ground.around
        found = bytearray(BLANK * len(around))
        if not self.prey:
            return found
        if len(self.first) > 1:  # they are next to each other: one of them, and room for all
            spread = max(distance(self.first[0][0], there) for there, _ in self.first)
            start, spent = self.first[0][0], min(price for _, price in self.first)
            spent -= HALVES * spread
        else:
            start, spent = self.first[0]
        most, (column, row) = (self.points - spent) // HALVES, divmod(start, 100)
        tall = 2 * row - (column & 1)
        edge = list(self.prey)
        for at in edge:
            found[at] = 0
        for away in range(1, most + 1):
            reached: list[Hex] = []
            for at in edge:
                for there in around[at]:
                    if there and found[there] == FAR:
                        # The distance from the start, as in mechanics.hexes.distance.
                        x, y = divmod(there, 100)
                        across, down = abs(x - column), abs(2 * y - (x & 1) - tall)
                        far = across if down <= across else (across + down) // 2
                        if far + away <= most:
                            found[there] = HALVES * away
                            reached.append(there)
            edge = reached
        return found

    def prospects(self, front: int) -> set[UnitId]:
        """Whom it could strike if the front sides were always these, whichever way it came.

        With all sides everybody it can strike is among them; with those of the facing it has
        they are people it can strike indeed, without a turn.
        """
        found: set[UnitId] = set()
        if not self.prey:
            return found
        reserve, points, simple = self.reserve, self.points, self.is_simple
        stacks, best = self.table.stacks, bytearray(BLANK * len(reserve))
        waiting: list[list[Hex]] = [[] for _ in range(points + 1)]
        for there, price in self.first:
            best[there] = price
            waiting[price].append(there)
        for cost, bucket in enumerate(waiting):
            for at in bucket:
                if best[at] != cost:
                    continue
                if at in self.prey:
                    found.update(foe for sides, foe in self.prey[at] if sides & front)
                if self._halts(at):
                    continue
                for side, there, price in self._ground(at):
                    total = cost + price
                    if total < best[there] and total + reserve[there] <= points:
                        if front >> side & 1 and (
                            (simple and there not in stacks) or self._enters(at, side, there)
                        ):
                            best[there] = total
                            waiting[total].append(there)
        return found

    def struck(self) -> set[UnitId]:
        """Everybody it can strike, for a unit that the ground never bars from a formation."""
        if not self.prey:
            return set()
        table, gallop, facing = self.table, self.gallop, self.piece.facing
        country = country_of(table, mover(table.printed(self.piece.id)), self._ground)
        start = self.starts[0]
        boards = BoardSearch(
            table, start, self.points, country, self.fronts, self._enemy,
            enters=self._meets, halts=self._halts,
        )  # fmt: skip
        if gallop.entered:
            left = self.limit - gallop.turned
            for turn in range(-left, left + 1):
                boards.leave(start, (facing + turn) % 6, abs(turn) * self.price)
            if gallop.stopped:
                boards.stop(start)
        else:
            for there, price in self.first:
                boards.enter(there, facing, price)
        return boards.struck(self.prey, self.limit, self.price)

    def _meets(self, there: Hex) -> bool:
        """May the unit enter a hex, for all who stand there?"""
        table, piece = self.table, self.piece
        return may_meet(table, table.printed(piece.id), piece, there) is None

    def _first(self) -> list[tuple[Hex, int]]:
        """Where the charge can be next: the first step goes straight ahead."""
        if self.gallop.entered:
            return [(at, 0) for at in self.starts]
        ahead, found = straight_ahead(self.piece), dict[Hex, int]()
        for at in self.starts:
            for side, there, price in self._ground(at):
                if side in ahead and price <= self.points and self._enters(at, side, there):
                    found[there] = min(price, found.get(there, price))
        return list(found.items())

    def run(self) -> Costs:
        """The least half points to every enemy that can be struck."""
        hunted = len({foe for prey in self.prey.values() for _, foe in prey})
        if not hunted:
            return {}
        self.best = bytearray(BLANK * 6 * len(self.reserve))
        self.left = bytearray(self.best)
        self.waiting = [[] for _ in range(self.points + 1)]
        self._start()
        turns = self._turns(self.limit)
        best, found = self.best, self.found
        for cost, bucket in enumerate(self.waiting):
            if len(found) == hunted and max(found.values()) <= cost:
                break
            for node in bucket:
                if best[node] == cost:
                    self._leave(node // 6, cost, turns[node % 6])
        return found

    def _start(self) -> None:
        """At the first hex nothing is turned or struck; later the unit may have turns left."""
        facing, gallop = self.piece.facing, self.gallop
        if gallop.entered:
            self._leave(self.starts[0], 0, self._turns(self.limit - gallop.turned)[facing])
            return
        for there, price in self.first:
            self.best[there * 6 + facing] = price
            self.waiting[price].append(there * 6 + facing)

    def _turns(self, limit: int) -> list[list[Turn]]:
        """For each facing what it can turn to in one hex: facing, front sides, half points."""
        return [
            [
                ((facing + turn) % 6, self.fronts[(facing + turn) % 6], abs(turn) * self.price)
                for turn in range(-limit, limit + 1)
            ]
            for facing in range(6)
        ]

    def _leave(self, at: Hex, cost: int, turns: list[Turn]) -> None:
        """Strike from here, or go on, with every turn that is allowed.

        What has left the hex in a facing before, and no dearer, need not leave it so again.
        """
        best, left, waiting, points = self.best, self.left, self.waiting, self.points
        onward, prey = self._ahead(at), self.prey.get(at, ())
        for faced, front, more in turns:
            total = cost + more
            if total >= left[at * 6 + faced] or total > points:
                continue
            left[at * 6 + faced] = total
            for sides, foe in prey:
                if sides & front and total < self.found.get(foe, FAR):
                    self.found[foe] = total
            for side, there, price, most in onward:
                if total <= most and front & side:
                    node = there * 6 + faced
                    if total + price < best[node]:
                        best[node] = total + price
                        waiting[total + price].append(node)

    def _ahead(self, at: Hex) -> list[Step]:
        """The steps out of a hex, none where the charge must halt."""
        onward = self._onward.get(at)
        if onward is None:
            onward = self._onward[at] = [] if self._halts(at) else self._steps(at)
        return onward

    def _halts(self, at: Hex) -> bool:
        """Does the zone of enemy cavalry stop the charge here?"""
        if self.gallop.stopped and at in self.starts:
            return True
        zones = self.table.zones[self._enemy]
        return at in zones and stops(self.table, self.gallop.lead, (at,))

    def _ground(self, at: Hex) -> tuple[Way, ...]:
        """The steps out of a hex that the ground leaves to a charge."""
        ways = self._ways.get(at)
        if ways is None:
            ways = self._ways[at] = _ground_ways(self.table, self.piece, at)
        return ways

    def _steps(self, at: Hex) -> list[Step]:
        """The steps out of a hex that can lead to an enemy, whatever the facing."""
        reserve, stacks, points = self.reserve, self.table.stacks, self.points
        return [
            (1 << side, there, price, points - price - reserve[there])
            for side, there, price in self._ground(at)
            if reserve[there] + price <= points
            and ((self.is_simple and there not in stacks) or self._enters(at, side, there))
        ]

    def _enters(self, at: Hex, side: Side, there: Hex) -> bool:
        """May the unit take this step, for all who stand there and the rules of the battle?"""
        table, piece = self.table, self.piece
        barred = None if table.setting.special else self._barred.get(there)
        if barred is None:
            reason = may_step(table, table.printed(piece.id), piece, at, side)
            formed = reason is None and not isinstance(formation_on(table, piece, there), Reason)
            barred = self._barred[there] = not formed
        return not barred


def _is_near(hexes: tuple[Hex, ...], first: list[tuple[int, int]]) -> bool:
    """Are any of the hexes within so many of a place, as one comes to them straight on?"""
    for there in hexes:
        place = PLACES[there]
        for here, most in first:
            if SPANS[place - here] <= most:
                return True
    return False


def _ground_ways(table: Table, piece: Piece, at: Hex) -> tuple[Way, ...]:
    """The steps out of a hex that the ground leaves to a charge."""
    printed, found = table.printed(piece.id), []
    for side, there in enumerate(table.setting.ground.around[at]):
        cost = step_cost(table, printed, piece, at, side) if there else 0
        if cost and closed(table, at, side) is None:
            found.append((side, there, cost))
    return tuple(found)


def _strikes(table: Table, at: Hex) -> tuple[tuple[Hex, int], ...]:
    """The hexes from which a charge can strike into a hex, and the side it crosses."""
    return tuple(
        (near, opposite(side))
        for side, near in enumerate(table.setting.ground.around[at])
        if near and closed(table, near, opposite(side)) is None
    )


def _fronts(table: Table, piece: Piece) -> tuple[int, ...]:
    """The front sides by facing, on the open ground of a charge."""
    if piece.formation is Formation.LINE:
        return tuple(facing.front for facing in LINE)
    light = table.printed(piece.id).is_light
    return tuple(facing.front for facing in (FIVE if light else THREE))


def _distances(table: Table, goals: list[Hex], most: int) -> dict[Hex, int]:
    """How many steps at least lie between a hex and the nearest place to strike from."""
    around = table.setting.ground.around
    found = dict.fromkeys(goals, 0)
    edge = goals
    for away in range(1, most + 1):
        reached: list[Hex] = []
        for at in edge:
            for there in around[at]:
                if there and there not in found:
                    found[there] = away
                    reached.append(there)
        edge = reached
    return found


# --- lines in several hexes


def _by_pose(table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]) -> Costs:
    """Every pose of a line, cheapest first."""
    found: Costs = {}
    near = _beside(table, foes)
    away = _distances(table, near, gallop.left // HALVES)
    start = (piece.hexes, piece.facing, gallop.turned)
    best = {start: 0}
    poses = {start: (gallop, piece)}
    waiting: list[list[tuple[tuple[Hex, ...], int, int]]] = [[] for _ in range(gallop.left + 1)]
    waiting[0].append(start)
    for cost, bucket in enumerate(waiting):
        for key in bucket:
            if best[key] != cost:
                continue
            now, pose = poses[key]
            if now.entered and any(away.get(at) == 0 for at in pose.hexes):
                for foe in foes:
                    if foe not in found and contact(table, now.units, pose, foe) is not None:
                        found[foe] = cost
            for word in _line_words(pose):
                leg = leg_from(table, now, pose, word)
                if not isinstance(leg, Leg):
                    continue
                then, there = after(table, now, pose, leg)
                to = (there.hexes, there.facing, then.turned)
                far = min(away.get(at, gallop.left) for at in there.hexes)
                if cost + leg.cost + HALVES * far > gallop.left:
                    continue
                if cost + leg.cost < best.get(to, gallop.left + 1):
                    best[to], poses[to] = cost + leg.cost, (then, there)
                    waiting[cost + leg.cost].append(to)
    return found


def _beside(table: Table, foes: list[UnitId]) -> list[Hex]:
    """The hexes next to these enemies."""
    around = table.setting.ground.around
    hexes = {there for foe in foes for at in table.pieces[foe].hexes for there in around[at]}
    return sorted(hexes - {0})


def _line_words(piece: Piece) -> tuple[str, ...]:
    ahead = tuple(SIDES[side] for side in straight_ahead(piece))
    return (*ahead, "wheel:left", "wheel:right")


@rule("P37.7", "PR-100")
def _as_columns(table: Table, gallop: Gallop, piece: Piece) -> list[tuple[int, Gallop, Piece]]:
    """The columns a line may form in the first hex of its charge, each with what it has cost."""
    if gallop.entered > 1 or gallop.formed or len(gallop.units) > 1:
        return []
    price = table.setting.cards.points("cavalry_formation_in_charge")
    stages: list[tuple[int, Gallop, Piece]] = []
    if gallop.entered:
        stages.append((0, gallop, piece))
    else:
        for word in _line_words(piece)[:2]:
            leg = leg_from(table, gallop, piece, word)
            if isinstance(leg, Leg):
                stages.append((leg.cost, *after(table, gallop, piece, leg)))
    found = []
    for cost, now, pose in stages:
        if now.left < price:
            continue
        left = tuple(points - price for points in now.points)
        first = msgspec.structs.replace(now, points=left, formed=True, run=())
        for at in pose.hexes:
            for facing in half_steps(pose, Formation.COLUMN):
                column = msgspec.structs.replace(
                    pose, hexes=(at,), facing=facing, formation=Formation.COLUMN, main=0
                )
                found.append((cost + price, first, column))
    return found
