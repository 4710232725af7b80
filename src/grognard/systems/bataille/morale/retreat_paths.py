"""Where beaten units run: the paths of retreats and routs (rules 14 and 30).

Pure: a path is worked out from the table, nothing moves here. A path never brings a unit nearer
to a threat, never into an enemy's hex, never behind the enemy. Among those that remain the book's
priorities choose; home and the numbers of the hexes settle the rest (PR-72).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Final

from grognard.kernel import Options, Reason, rule
from grognard.kernel.errors import NOT_OFFERED
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex, centre, name
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.morale.retreat_search import (
    Key,
    Path,
    Search,
    friends_in,
    hex_in,
    points_in,
    zones_in,
)
from grognard.systems.bataille.pieces import Cohesions, Printed, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table

RADII: Final = "15,8,4"
"""The rings within which enemies are threats, tried in turn (PR-72)."""

CLOSE: Final = 4
"""The enemies this near mark the line behind which nobody runs (PR-72)."""

AT_HAND: Final = 2
"""The last ring, tried without regard to the enemy's lines (PR-72)."""

FAR: Final = 15
"""A routed unit further than this from every enemy seeks shelter instead (P30.30, PR-79)."""

WOODS: Final = frozenset({"woods", "forest", "woods_path"})


# --- who threatens


class Threats:
    """The enemies of a side that have not run themselves, by their distance from a hex."""

    def __init__(self, table: Table, side: str, start: Hex) -> None:
        pieces, here = table.pieces, PLACES[start]
        foes = [pieces[unit] for unit in table.units_of(table.setting.enemy(side))]
        self._ranged = sorted(
            [
                (min([SPANS[PLACES[at] - here] for at in piece.hexes]), piece.hexes)
                for piece in foes
                if piece.cohesion is not Cohesions.ROUT
            ]
        )

    @rule("P30.22", "PR-72")
    def within(self, radius: int) -> tuple[Hex, ...]:
        """The hexes of those within so many hexes; of units in several hexes, all of them."""
        return tuple(at for away, hexes in self._ranged if away <= radius for at in hexes)

    def nearest(self) -> tuple[Hex, ...]:
        """The hexes of the nearest one; at equal distance, of the one in the lowest hex."""
        return self._ranged[0][1] if self._ranged else ()

    def at_hand(self) -> tuple[Hex, ...]:
        """Those within two hexes or, where none is, the nearest one (P30.22, P31.5)."""
        return self.within(AT_HAND) or self.nearest()

    def line(self, start: Hex) -> tuple[int, int] | None:
        """The way from the enemies close by to the start, summed over their hexes (P30.29)."""
        foes = self.within(CLOSE) or self.nearest()
        if not foes:
            return None
        x, y = centre(start)
        centres = [centre(foe) for foe in foes]
        across = sum(x - foe_x for foe_x, _ in centres)
        return across, sum(y - foe_y for _, foe_y in centres)


def enemy_distance(table: Table, side: str, at: Hex) -> int | None:
    """How far the nearest enemy combat unit is, routed or not; None if there is none."""
    here = PLACES[at]
    places = table.standing(table.setting.enemy(side))[2]
    return min([SPANS[place - here] for place in places], default=None)


def radii(setting: Setting) -> tuple[int, ...]:
    """The rings of threats, widest first (option ``retreat_enemy_radius``)."""
    words = re.findall(r"\d+", setting.options.get("retreat_enemy_radius", RADII))
    return tuple(sorted((int(word) for word in words), reverse=True))


# --- where a unit would rather be


@rule("PR-72")
def home_hexes(setting: Setting, printed: Printed) -> tuple[Hex, ...]:
    """What the battle names as home of the unit's organisation, kind or traits, else of its side.

    Where the battle names nothing: the hexes by which the side arrives.
    """
    own = [printed.organisation, printed.division, printed.kind, *sorted(printed.traits)]
    for key in (*own, *[f"{word}s" for word in own if word], printed.nation, printed.side):
        if key and key in setting.home:
            return setting.home[key]
    zones = [arrival.zone for arrival in setting.arrivals if arrival.side == printed.side]
    return tuple(dict.fromkeys(at for zone in zones for at in setting.zones.get(zone, ())))


def home_distance(homes: tuple[Hex, ...], at: Hex) -> int:
    here = PLACES[at]
    return min([SPANS[here - PLACES[home]] for home in homes], default=0)


@lru_cache(maxsize=16)
def shelters(setting: Setting) -> bytes:
    """For every hex: is it woods or built up, what a routing unit seeks (P30.26)?"""
    kinds = {
        terrain: terrain in WOODS or setting.cards.terrain(terrain).dwelling
        for terrain in sorted(set(setting.ground.terrain))
        if terrain
    }
    return bytes(kinds.get(terrain, False) for terrain in setting.ground.terrain)


# --- the paths


class Ways:
    """The paths that are equal by the book's priorities, and the one that home and numbers pick.

    ``off_map``: the best path leads over the edge, its last hex being the edge hex it leaves by.
    """

    def __init__(
        self, search: Search, depth: int, ends: list[Key], best: Path, *, off_map: bool = False
    ) -> None:
        self.search, self.depth, self.ends = search, depth, ends
        self.best, self.off_map = best, off_map


@rule("P30.19", "P30.21", "P30.27", "P30.32", "PR-72", "PR-80")
def ways(table: Table, unit: UnitId, start: Hex, *, hexes: int = 0, points: int = 0) -> Ways | None:
    """The way of a rout of so many hexes, or of a retreat on so many half points.

    Rings of threats are tried from the widest; then, for a rout, the edge of the map; then the
    enemies at hand alone, lines or no lines. None: there is no way.
    """
    setting, side = table.setting, table.side_of(unit)
    threats = Threats(table, side, start)
    line, rings = threats.line(start), radii(setting)
    tried: tuple[Hex, ...] | None = None
    for radius in rings:
        foes = threats.within(radius)
        if not foes and radius == rings[0]:
            foes = threats.nearest()
        if foes == tried or (not foes and radius != rings[0]):
            continue
        tried = foes
        found = _best(Search(table, unit, start, foes, line=line, points=points or None), hexes)
        if found is not None:
            return found
    if hexes:
        foes = threats.within(rings[-1]) or threats.nearest()
        off = _best_off_map(Search(table, unit, start, foes, line=line), hexes)
        if off is not None:
            return off
    return _best(Search(table, unit, start, threats.at_hand(), points=points or None), hexes)


def recoil_ways(table: Table, unit: UnitId, start: Hex, hexes: int) -> Ways | None:
    """The way of exactly so many hexes, whatever they cost, chosen as a retreat chooses its own."""
    threats = Threats(table, table.side_of(unit), start)
    line = threats.line(start)
    rings = [threats.within(radius) or threats.nearest() for radius in radii(table.setting)]
    for foes in dict.fromkeys(rings):
        found = _exactly(Search(table, unit, start, foes, line=line), hexes)
        if found is not None:
            return found
    return _exactly(Search(table, unit, start, threats.at_hand()), hexes)


@rule("P30.19", "PR-72")
def _exactly(search: Search, hexes: int) -> Ways | None:
    for _ in range(hexes):
        if not search.spread():
            return None
    return _choose(search, hexes, list(search.layers[hexes]), lambda _, score: (score,))


def _best(search: Search, hexes: int) -> Ways | None:
    return _best_rout(search, hexes) if hexes else _best_retreat(search)


@rule("P30.21", "P30.24", "P30.26", "P30.28", "P30.23", "PR-72")
def _best_rout(search: Search, hexes: int) -> Ways | None:
    """Fewest hexes with friends, an end in woods or houses, fewest zones, cheapest ground."""
    for _ in range(hexes):
        if not search.spread():
            return None
    seeks = shelters(search.table.setting)

    def priority(key: Key, score: int) -> tuple[int, ...]:
        return friends_in(score), not seeks[hex_in(key)], zones_in(score), points_in(score)

    return _choose(search, hexes, list(search.layers[hexes]), priority)


@rule("P30.19", "P30.23", "P30.24", "P30.28", "PR-67", "PR-72")
def _best_retreat(search: Search) -> Ways | None:
    """As many hexes as the points pay for; then fewest friends, fewest zones, cheapest ground.

    A path that could go on is not complete.
    """
    while search.spread():
        pass
    for depth in range(len(search.layers) - 2, 0, -1):
        layer = search.layers[depth]
        ends = [key for key, label in layer.items() if not any(search.onward(key, label[0]))]
        found = _choose(search, depth, ends, lambda _, score: (score,))
        if found is not None:
            return found
    return None


def _choose(
    search: Search, depth: int, ends: list[Key], priority: Callable[[Key, int], tuple[int, ...]]
) -> Ways | None:
    """The ends that every priority leaves, and among them the first of those nearest home.

    ``ends`` come in the order of their paths, hex number by hex number.
    """
    layer = search.layers[depth]
    ranked = [(priority(key, layer[key][0]), key) for key in ends]
    ranked.sort(key=itemgetter(0))  # stable, so equals stay in the order of their paths
    for _, alike in groupby(ranked, key=itemgetter(0)):
        equal = [key for _, key in alike if search.ends_well(hex_in(key))]
        if equal:
            break
    else:
        return None
    homes = home_hexes(search.table.setting, search.printed)
    best = min(equal, key=lambda key: home_distance(homes, hex_in(key)))
    return Ways(search, depth, equal, search.path(depth, best))


@rule("P30.32", "PR-80")
def _best_off_map(search: Search, hexes: int) -> Ways | None:
    """The best path whose last step, of so many, leads over the edge of the map."""
    homes = home_hexes(search.table.setting, search.printed)
    found: list[tuple[int, int, Path, Key]] = []
    for depth in range(hexes):
        if depth and not search.spread():
            break
        for key, label in search.layers[depth].items():
            if any(search.ways_off(hex_in(key))):
                path = search.path(depth, key)
                found.append((label[0], home_distance(homes, hex_in(key)), path, key))
    if not found:
        return None
    _, _, path, key = min(found)
    return Ways(search, len(path), [key], path, off_map=True)


# --- shelter far from the enemy


@rule("P30.31", "PR-79")
def way_to_shelter(table: Table, unit: UnitId, hexes: int) -> Path:
    """Towards the nearest woods or built-up hex well away from every enemy, at most so far.

    Empty where the unit stands in one already, or where there is none to be reached.
    """
    start, side = table.pieces[unit].at, table.side_of(unit)
    seeks = shelters(table.setting)
    origin = PLACES[start]
    enemies = table.standing(table.setting.enemy(side))[2]
    foes = sorted([(SPANS[place - origin], place) for place in enemies])

    def is_safe(at: Hex) -> bool:
        here = PLACES[at]
        near = FAR + SPANS[here - origin]
        for away, foe in foes:
            if away >= near:
                return True  # neither this one nor those further from the start can be near
            if SPANS[here - foe] < FAR:
                return False
        return True

    if seeks[start] and is_safe(start):
        return ()
    search = Search(table, unit, start, (), may_enter=is_safe)
    for depth in range(1, table.setting.ground.columns + table.setting.ground.rows):
        layer = search.spread()
        if not layer:
            break
        ends = [key for key in layer if seeks[hex_in(key)]]
        found = _choose(search, depth, ends, lambda _, score: (score,))
        if found is not None:
            return found.best[:hexes]
    return ()


# --- the owner's choice


class EqualPaths(Options):
    """Every path that the book's priorities leave equal, for a table whose owners choose."""

    kinds = (Pick,)

    def __init__(self, ways: Ways) -> None:
        self._depth = ways.depth
        self._start: Key = ways.search.start
        self._nexts: list[dict[Key, tuple[Key, ...]]] = []
        wanted = dict.fromkeys(ways.ends)
        layers = ways.search.layers
        for depth in range(ways.depth, 0, -1):
            nexts: dict[Key, tuple[Key, ...]] = {}
            for key, label in layers[depth - 1].items():
                tight = [
                    reached
                    for reached, total in ways.search.onward(key, label[0])
                    if reached in wanted and layers[depth][reached][0] == total
                ]
                if tight:
                    nexts[key] = tuple(tight)
            self._nexts.insert(0, nexts)
            wanted = dict.fromkeys(nexts)
        self._counts = self._count()

    def _count(self) -> list[dict[Key, int]]:
        """For every place on the way, how many paths lead on from it."""
        counts: list[dict[Key, int]] = []
        after: dict[Key, int] = {}
        for nexts in reversed(self._nexts):
            after = {key: sum(after.get(on, 1) for on in ons) for key, ons in nexts.items()}
            counts.insert(0, after)
        return counts

    def count(self) -> int:
        return self._counts[0][self._start] if self._counts else 0

    def __bool__(self) -> bool:
        return bool(self._nexts)

    def __iter__(self) -> Iterator[Pick]:
        return (pick_of(path) for path in self._paths(0, self._start))

    def _paths(self, depth: int, key: Key) -> Iterator[Path]:
        if depth == self._depth:
            yield ()
            return
        for on in self._nexts[depth][key]:
            for path in self._paths(depth + 1, on):
                yield (hex_in(on), *path)

    @rule("P30.22", "PR-72")
    def why_not(self, action: object) -> Sequence[Reason]:
        if not isinstance(action, Pick):
            return (Reason(NOT_OFFERED),)
        words, key = action.choice.split("-"), self._start
        if len(words) != self._depth:
            text = f"the best ways back are {self._depth} hexes long, not {len(words)}"
            return (Reason(text, "PR-72"),)
        for nexts, word in zip(self._nexts, words, strict=True):
            ways = {name(hex_in(on)): on for on in reversed(nexts.get(key, ()))}
            if word not in ways:
                here, best = name(hex_in(key)), " or ".join(sorted(ways))
                return (Reason(f"from {here} the best ways lead to {best}, not {word}", "PR-72"),)
            key = ways[word]
        return ()

    def sample(self, chooser: Chooser) -> Pick:
        wanted, key, path = chooser.randrange(self.count()), self._start, []
        for depth in range(self._depth):
            for on in self._nexts[depth][key]:
                paths = self._counts[depth + 1][on] if depth + 1 < self._depth else 1
                if wanted < paths:
                    key = on
                    break
                wanted -= paths
            path.append(hex_in(key))
        return pick_of(tuple(path))


def pick_of(path: Path) -> Pick:
    """
    >>> pick_of((3418, 931))
    Pick(choice='3418-0931')
    """
    return Pick("-".join(name(at) for at in path))


def path_of(pick: Pick) -> Path:
    return tuple(int(word) for word in pick.choice.split("-"))
