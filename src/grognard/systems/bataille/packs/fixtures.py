"""Battles made up for measuring: R60, R150 and R300, the same at every run.

All three have the same density of units, the same mix of arms and the same kinds of ground; the
two armies stand facing each other some hexes apart, so that contact comes at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from grognard.mechanics.d66 import rung_of
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side, column_row, hex_of, within
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.movement.terrain import passage_tables
from grognard.systems.bataille.packs.packforces import thresholds
from grognard.systems.bataille.packs.victory import Condition, Level
from grognard.systems.bataille.pieces import (
    Arm,
    BatteryFire,
    Formation,
    LeaderPrinted,
    Printed,
    Size,
    UnitId,
)
from grognard.systems.bataille.rows import row
from grognard.systems.bataille.setting import Organisation, Placement, Setting, TurnInfo, Weather

SEED = 1813
SIDES = ("north", "south")
ARMS = "IIACIIICIA"
"""The mix: of ten units six are infantry, two cavalry, two artillery."""

APART = 7
"""Rows between the two front lines."""

CORPS = 20
"""Units of one organisation."""


class Scale(msgspec.Struct, frozen=True):
    units: int
    columns: int
    rows: int
    turns: int


SCALES = {
    60: Scale(60, 50, 40, 12),
    150: Scale(150, 100, 50, 20),
    300: Scale(300, 200, 50, 24),
}


class Lots:
    """A small source of numbers that never changes: a linear congruential counter."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, stop: int) -> int:
        """
        >>> lots = Lots(1); [lots.below(6) for _ in range(5)]
        [2, 3, 0, 0, 0]
        """
        self.state = (6364136223846793005 * self.state + 1442695040888963407) % 2**64
        return (self.state >> 33) % stop

    def pick(self, *words: str) -> str:
        return words[self.below(len(words))]


def build(kit: Kit, units: int) -> Setting:
    """The fixture of so many units: 60, 150 or 300."""
    if units not in SCALES:
        raise ValueError(f"there are fixtures of {', '.join(map(str, SCALES))} units")
    scale = SCALES[units]
    lots = Lots(SEED + units)
    terrain = _terrain(scale, lots)
    ground = Ground(terrain, _levels(scale, lots), roads=_roads(scale))
    deck = kit.dealer.deal()
    roster = {printed.id: printed for printed in _counters(scale, lots)}
    placements = tuple(_placements(ground, roster, scale, lots))
    villages = _villages(ground)
    bodies = sorted({(p.organisation, p.side) for p in roster.values()})
    leaders = {
        f"L-{body}": LeaderPrinted(f"L-{body}", f"Leader {body}", side, side, melee=3, morale=3)
        for body, side in bodies
    }
    middle = scale.columns // 2
    return Setting(
        id=f"r{units}",
        title=f"R{units}",
        sides=SIDES,
        ground=ground,
        roster=roster,
        leaders=leaders,
        passage=passage_tables(ground, deck),
        cards=deck,
        options={},
        turns=tuple(_turns(scale.turns)),
        weather={"dry": Weather(), "rain": Weather(Fraction(1, 2), Fraction(1, 2), False)},
        placements=placements,
        leader_places=_leader_places(leaders, roster, placements),
        organisations=tuple(_organisation(body, side, roster, deck) for body, side in bodies),
        places=villages,
        home={"north": (hex_of(middle, 1),), "south": (hex_of(middle, scale.rows),)},
        exits={"north": (hex_of(middle, 1),), "south": (hex_of(middle, scale.rows),)},
        control={at: "" for hexes in villages.values() for at in hexes},
        victory={"levels": tuple(_aims(units, villages)), "tie": "lower_level"},
        revision=f"r{units}-{SEED}",
        reglement=kit.reglement,
    )


# --- ground -------------------------------------------------------------------------------------


def _terrain(scale: Scale, lots: Lots) -> list[list[str]]:
    """Clear ground with woods and villages, in the same measure at every scale."""
    rows = [["clear"] * scale.columns for _ in range(scale.rows)]
    patches = scale.columns * scale.rows // 120
    for number in range(patches):
        centre = hex_of(2 + lots.below(scale.columns - 2), 2 + lots.below(scale.rows - 2))
        kind = "village" if number % 4 == 0 else "woods"
        for at in within(centre, 1 if kind == "village" else 1 + lots.below(2)):
            column, line = column_row(at)
            inside = 1 <= column <= scale.columns and 1 <= line <= scale.rows
            if inside and (at == centre or lots.below(4)):
                rows[line - 1][column - 1] = kind
    return rows


def _levels(scale: Scale, lots: Lots) -> list[list[int]]:
    """Rolling ground: hills of one or two levels."""
    levels = [[0] * scale.columns for _ in range(scale.rows)]
    for _ in range(scale.columns * scale.rows // 250):
        centre = hex_of(1 + lots.below(scale.columns), 1 + lots.below(scale.rows))
        radius = 2 + lots.below(3)
        for reach in (radius, radius // 2):
            for at in within(centre, reach):
                column, line = column_row(at)
                if 1 <= column <= scale.columns and 1 <= line <= scale.rows:
                    levels[line - 1][column - 1] = min(3, levels[line - 1][column - 1] + 1)
    return levels


def _roads(scale: Scale) -> Iterator[tuple[Hex, ...]]:
    """A road across the front, and one towards the enemy every twenty columns."""
    yield tuple(hex_of(column, scale.rows // 2) for column in range(1, scale.columns + 1))
    for column in range(10, scale.columns, 20):
        yield tuple(hex_of(column, line) for line in range(1, scale.rows + 1))


def _villages(ground: Ground) -> dict[str, tuple[Hex, ...]]:
    """Villages as places: hexes of houses that touch one another."""
    left = [at for at in ground.hexes if ground.terrain[at] == "village"]
    places: dict[str, tuple[Hex, ...]] = {}
    while left:
        body = [left[0]]
        for at in body:
            body += [
                there
                for there in ground.around[at]
                if there and ground.terrain[there] == "village" and there not in body
            ]
        left = [at for at in left if at not in body]
        places[f"Village {len(places) + 1}"] = tuple(sorted(body))
    return places


# --- forces -------------------------------------------------------------------------------------


def _counters(scale: Scale, lots: Lots) -> Iterator[Printed]:
    for side in SIDES:
        for number in range(1, scale.units // 2 + 1):
            unit = f"{side[0].upper()}{number:03d}"
            body = f"{side}-{(number - 1) // CORPS + 1}"
            arm = ARMS[(number - 1) % len(ARMS)]
            make = {"I": _infantry, "C": _cavalry, "A": _battery}[arm]
            yield make(unit, side, body, lots)


def _infantry(unit: UnitId, side: str, body: str, lots: Lots) -> Printed:
    increments, light = 5 + lots.below(4), lots.below(3) == 0
    return Printed(
        id=unit,
        name=f"Battalion {unit}",
        side=side,
        nation=side,
        arm=Arm.INFANTRY,
        size=Size.BATTALION,
        increments=increments,
        movement=6 + lots.below(2) + light,
        organisation=body,
        fire=Fraction(4 + lots.below(4)),
        melee=Fraction(increments * 12, 5),
        morale=rung_of(int(lots.pick("25", "26", "31", "32", "33"))),
        line_multiple=Fraction(2 + lots.below(2)),
        square_multiple=Fraction(2),
        skirmish_multiple=Fraction(2 if light else 0),
        skirmish_range=2 if light else 0,
        fire_check=lots.pick("even", "odd"),
    )


def _cavalry(unit: UnitId, side: str, body: str, lots: Lots) -> Printed:
    increments, light = 4 + lots.below(5), lots.below(2) == 0
    return Printed(
        id=unit,
        name=f"Regiment {unit}",
        side=side,
        nation=side,
        arm=Arm.CAVALRY,
        size=Size.REGIMENT,
        increments=increments,
        movement=14 if light else 11,
        organisation=body,
        melee=Fraction(increments * 14, 5),
        morale=rung_of(int(lots.pick("24", "25", "31", "32"))),
        skirmish_fire=Fraction(2 if light else 0),
        lance=Fraction(3 if light and lots.below(2) else 0),
        recall=2 + lots.below(4),
    )


def _battery(unit: UnitId, side: str, body: str, lots: Lots) -> Printed:
    increments, horse = 2 + lots.below(2), lots.below(4) == 0
    short = 7 * increments
    return Printed(
        id=unit,
        name=f"Battery {unit}",
        side=side,
        nation=side,
        arm=Arm.ARTILLERY,
        size=Size.BATTERY,
        increments=increments,
        movement=10 if horse else 7,
        organisation=body,
        melee=Fraction(3),
        morale=rung_of(23),
        battery=BatteryFire(
            short=Fraction(short),
            medium=Fraction(short, 2),
            long=Fraction(short, 4),
            reach=8,
            limbers_on=4,
            horse=horse,
        ),
    )


def _organisation(body: str, side: str, roster: dict[UnitId, Printed], deck: Deck) -> Organisation:
    battalions = sum(p.organisation == body and p.arm is Arm.INFANTRY for p in roster.values())
    return Organisation(body, side, f"Corps {body}", battalions, thresholds(battalions, deck))


def _leader_places(
    leaders: dict[str, LeaderPrinted], roster: dict[UnitId, Printed], placed: tuple[Placement, ...]
) -> dict[str, Hex]:
    """Each leader rides with the first unit of his corps."""
    first: dict[str, Hex] = {}
    for placement in placed:
        first.setdefault(f"L-{roster[placement.unit].organisation}", placement.hexes[0])
    return {leader: first[leader] for leader in leaders}


# --- set-up -------------------------------------------------------------------------------------


def _placements(
    ground: Ground, roster: dict[UnitId, Printed], scale: Scale, lots: Lots
) -> Iterator[Placement]:
    """Two armies in facing lines, one unit a hex: the first rows nearest the enemy."""
    taken: set[Hex] = set()
    for side in SIDES:
        north = side == "north"
        units = [unit for unit, printed in roster.items() if printed.side == side]
        places = _line_hexes(ground, scale, len(units), north)
        for unit in units:
            placed = None
            while placed is None:
                placed = _place(ground, roster[unit], next(places), north, taken, lots)
            taken.update(placed.hexes)
            yield placed


def _line_hexes(ground: Ground, scale: Scale, count: int, north: bool) -> Iterator[Hex]:
    """Open hexes from the front row backwards, every second column, from the centre outwards."""
    front = scale.rows // 2 + (-(APART // 2) - 1 if north else APART // 2 + 1)
    back = -1 if north else 1
    order = sorted(range(2, scale.columns, 2), key=lambda c: (abs(2 * c - scale.columns), c))
    line = front
    while 1 <= line <= scale.rows:
        for column in order:
            at = hex_of(column, line)
            if ground.terrain[at] == "clear":
                yield at
        line += 2 * back
    raise ValueError(f"{count} units find no room")


def _place(
    ground: Ground, printed: Printed, at: Hex, north: bool, taken: set[Hex], lots: Lots
) -> Placement | None:
    """One unit in a formation of its arm, looking towards the enemy or a little aside."""
    if at in taken:
        return None
    side: Side = 3 if north else 0
    aside = (side + lots.below(3) - 1) % 6
    if printed.arm is Arm.ARTILLERY:
        formation = Formation.LIMBERED if lots.below(2) else Formation.UNLIMBERED
        return Placement(printed.id, (at,), side, formation.value)
    if printed.arm is Arm.INFANTRY and lots.below(3) == 0:
        vertex = (side - lots.below(2)) % 6
        hexes = row(ground, at, vertex, 1 + lots.below(2))
        if hexes and all(_is_open(ground, taken, there) for there in hexes):
            return Placement(printed.id, hexes, vertex, Formation.LINE.value)
    return Placement(printed.id, (at,), aside, Formation.COLUMN.value)


def _is_open(ground: Ground, taken: set[Hex], at: Hex) -> bool:
    return ground.terrain[at] == "clear" and at not in taken


# --- calendar and aims --------------------------------------------------------------------------


def _turns(count: int) -> Iterator[TurnInfo]:
    for number in range(1, count + 1):
        hour, third = divmod(number - 1, 3)
        weather = "rain" if number % 8 in (5, 6) else "dry"
        yield TurnInfo(number, f"{8 + hour:02d}:{20 * third:02d}", weather, third == 0)


def _aims(units: int, villages: dict[str, tuple[Hex, ...]]) -> Iterator[Level]:
    """A lead in losses, then the first village."""
    for side in SIDES:
        great = Condition("lead", count=units // 2)
        yield Level(f"{side}-great", f"Great victory of the {side}", side, 1, (great,))
        fair = Condition("lead", count=units // 10)
        yield Level(f"{side}-fair", f"Victory of the {side}", side, 2, (fair,))
        if villages:
            held = Condition("holds", next(iter(villages)))
            yield Level(f"{side}-bare", f"Bare victory of the {side}", side, 3, (held,))
