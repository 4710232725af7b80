"""A small battle drawn in text: ground, counters, leaders and orders, for situations and tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side, opposite, side_towards
from grognard.systems.nlc.cards import cards
from grognard.systems.nlc.kinds import Arm, Body, Hexside, OrderType, Role, Terrain, Way, Weather
from grognard.systems.nlc.options import OPTIONS
from grognard.systems.nlc.packs.ground import MapFacts, passage_tables
from grognard.systems.nlc.packs.troops import usual_defence, usual_morale, usual_pursuit
from grognard.systems.nlc.pieces import General, Piece, Quarters
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import (
    Aim,
    Army,
    Arrival,
    Formation,
    Headquarters,
    Leader,
    Order,
    Orders,
    Place,
    PlaceKind,
    Setting,
    Turn,
    Unit,
    Victory,
)
from grognard.systems.nlc.table import Table

LEGEND: Mapping[str, Terrain] = {
    ".": Terrain.CLEAR,
    "w": Terrain.WOODS,
    "T": Terrain.TOWN,
    "C": Terrain.CHATEAU,
}
SIDES = ("french", "allied")
TURNS = 12
"""A calendar has so many turns unless a drawing gives it more."""

USUAL_LIMIT = 100
"""A limit so high that nobody is demoralized unless a drawing says so."""


class DrawnUnit(msgspec.Struct, frozen=True):
    """A counter as drawn; what is left out is as usual for its arm."""

    id: str
    side: str
    at: Hex
    arm: Arm = Arm.INFANTRY
    strengths: tuple[int, ...] = (6, 3)
    movement: int = 0
    morale: int = 0
    nation: str = ""
    formation: str = ""
    division: str = "1"
    traits: frozenset[str] = frozenset()
    lost: int = 0
    disrupted: bool = False
    also: Hex = 0
    marks: tuple[str, ...] = ()
    faced: tuple[Hex, ...] = ()


class DrawnLeader(msgspec.Struct, frozen=True):
    id: str
    side: str
    at: Hex
    role: Role = Role.FORMATION
    rating: int = 2
    formation: str = ""


class Drawing(msgspec.Struct, frozen=True):
    """Everything that makes up a drawn moment."""

    rows: tuple[str, ...]
    units: tuple[DrawnUnit, ...] = ()
    leaders: tuple[DrawnLeader, ...] = ()
    orders: Mapping[str, Order] = {}
    levels: tuple[str, ...] = ()
    hexsides: tuple[tuple[Hex, Hex, str], ...] = ()
    ways: tuple[tuple[str, tuple[Hex, ...]], ...] = ()
    options: Mapping[str, str] = {}
    weather: str = "clear"
    turn: int = 1
    quarters: Mapping[str, tuple[Hex, str]] = {}
    """Headquarters by name: where they are and of which nation."""
    limits: Mapping[str, int] = {}
    levels_of_armies: Mapping[str, int] = {}
    supply: Mapping[str, tuple[Hex, ...]] = {}
    places: Mapping[str, tuple[Hex, ...]] = {}
    active: tuple[str, ...] = ()
    turns: int = TURNS
    calendar: Mapping[int, str] = {}
    """Turns whose weather is another than the drawing's."""
    supply_turns: tuple[int, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    aims: tuple[Aim, ...] = ()
    special: frozenset[str] = frozenset()


MOVES = {
    Arm.INFANTRY: 4,
    Arm.FOOT_ARTILLERY: 4,
    Arm.HEAVY_CAVALRY: 6,
    Arm.HORSE_ARTILLERY: 6,
    Arm.LIGHT_CAVALRY: 7,
}
NATIONS = {"french": "french", "allied": "hanoverian"}


def formation_of(drawn: DrawnUnit | DrawnLeader) -> str:
    return drawn.formation or f"{drawn.side}-corps"


def draw(drawing: Drawing) -> Table:
    """The table of a drawing, its first side acting with all it has."""
    setting = setting_of(drawing)
    table = Table(setting)
    for formation in setting.formations.values():
        order = drawing.orders.get(formation.id, Order(OrderType.RESERVE))
        table.forces[formation.id] = Force(
            formation.id,
            formation.side,
            formation.id,
            formation.leader,
            order,
            held=order.target,
            since=1,
        )
        table.under.update(dict.fromkeys(formation.units, formation.id))
    for unit in drawing.units:
        if unit.at:
            table.put(
                Piece(
                    unit.id, unit.at, unit.lost, unit.disrupted, unit.also, began=unit.at,
                    marks=unit.marks, faced=unit.faced,
                ),
                on_top=False,
            )  # fmt: skip
    for leader in setting.leaders.values():
        table.leaders[leader.id] = General(leader.id, leader.at, leader.rating)
    for held in setting.headquarters.values():
        table.quarters[held.id] = Quarters(held.id, held.at)
    table.waiting_in = tuple(arrival.id for arrival in drawing.arrivals)
    table.turn = drawing.turn
    table.side = setting.sides[0]
    active = drawing.active or tuple(
        force.id for force in table.forces.values() if force.side == table.side
    )
    table.active = active
    return table


def setting_of(drawing: Drawing) -> Setting:
    """The setting behind a drawing: two armies, their formations and a dozen turns."""
    deck = cards()
    facts = _map(drawing)
    roster = {drawn.id: _unit(drawn) for drawn in drawing.units}
    formations = _formations(drawing, roster)
    leaders = {
        drawn.id: _leader(drawn) for drawn in (*drawing.leaders, *_missing(drawing, formations))
    }
    options = OPTIONS.resolve(drawing.options)
    return Setting(
        id="drawing",
        title="A drawn moment",
        sides=SIDES,
        ground=facts.ground,
        crests=facts.crests,
        ways=facts.ways,
        passage=passage_tables(facts, deck),
        cards=deck,
        options=options,
        turns=tuple(_turn(drawing, number) for number in range(1, max(drawing.turns, *drawing.calendar, drawing.turn) + 1)),
        armies={
            side: Army(side, side.title(), drawing.levels_of_armies.get(side, USUAL_LIMIT),
                       drawing.supply.get(side, _edge(facts.ground, side)))
            for side in SIDES
        },
        formations=formations,
        roster=roster,
        leaders=leaders,
        headquarters={
            name: Headquarters(name, _side(leaders, name), _chief(leaders, name), deck.movement("headquarters"), nation, at)
            for name, (at, nation) in drawing.quarters.items()
        },
        placements={drawn.id: drawn.at for drawn in drawing.units if drawn.at},
        orders=Orders(),
        victory=Victory(drawing.aims, ((1, "victory"), (0, "draw"))),
        arrivals=drawing.arrivals,
        special=drawing.special,
        reserve_first=SIDES[0],
        places=facts.places,
        chosen=dict(drawing.options),
    )  # fmt: skip


def _turn(drawing: Drawing, number: int) -> Turn:
    weather = Weather(drawing.calendar.get(number, drawing.weather))
    supply = number in drawing.supply_turns
    return Turn(number, f"{8 + number:02d}:00", weather, supply=supply)


def _edge(ground: Ground, side: str) -> tuple[Hex, ...]:
    """Without other word an army is fed from its own edge: the south, or the north."""
    row = ground.rows if side == SIDES[0] else 1
    return tuple(100 * column + row for column in range(1, ground.columns + 1))


def _map(drawing: Drawing) -> MapFacts:
    rows = [[LEGEND[sign].value for sign in row.replace(" ", "")] for row in drawing.rows]
    levels = [[int(sign) for sign in row.replace(" ", "")] for row in drawing.levels]
    edges: dict[tuple[Hex, Side], str] = {}
    crests: dict[tuple[Hex, Side], Hex] = {}
    for one, other, kind in drawing.hexsides:
        side = _towards(one, other)
        if kind == Hexside.CREST:
            crests[one, side] = crests[other, opposite(side)] = one
        else:
            edges[one, side] = edges[other, opposite(side)] = Hexside(kind).value
    ways: dict[tuple[Hex, Side], Way] = {}
    for kind, hexes in drawing.ways:
        for one, other in pairwise(hexes):
            side = _towards(one, other)
            ways[one, side] = ways[other, opposite(side)] = Way(kind)
    ground = Ground(rows, levels, edges, [hexes for _, hexes in drawing.ways])
    return MapFacts(ground, crests, ways, tuple(_places(drawing, ground)))


def _towards(one: Hex, other: Hex) -> Side:
    side = side_towards(one, other)
    if side is None:
        raise ValueError(f"{other:04d} is not next to {one:04d}")
    return side


def _places(drawing: Drawing, ground: Ground) -> Iterable[Place]:
    for word, hexes in drawing.places.items():
        yield Place(word, PlaceKind.HILL, hexes)
    for at in ground.hexes:
        if ground.terrain[at] in (Terrain.TOWN, Terrain.CHATEAU):
            yield Place(f"{ground.terrain[at]} {at:04d}", PlaceKind(ground.terrain[at]), (at,))


def _unit(drawn: DrawnUnit) -> Unit:
    deck = cards()
    nation = drawn.nation or NATIONS[drawn.side]
    morale = drawn.morale or usual_morale(deck, nation, drawn.arm, drawn.strengths[0], drawn.traits)
    return Unit(
        id=drawn.id,
        name=drawn.id,
        side=drawn.side,
        formation=formation_of(drawn),
        division=drawn.division,
        nation=nation,
        arm=drawn.arm,
        strengths=drawn.strengths,
        movement=drawn.movement or MOVES[drawn.arm],
        morale=morale,
        morale_defending=usual_defence(deck, nation, drawn.arm, morale),
        pursuit=usual_pursuit(deck, nation, drawn.arm, drawn.traits) if drawn.arm.cavalry else 0,
        traits=drawn.traits,
    )


def _leader(drawn: DrawnLeader) -> Leader:
    formation = formation_of(drawn) if drawn.role is Role.FORMATION else ""
    return Leader(
        drawn.id, drawn.id, drawn.side, drawn.role, drawn.rating, cards().movement("leader"),
        formation, at=drawn.at,
    )  # fmt: skip


def _formations(drawing: Drawing, roster: Mapping[str, Unit]) -> dict[str, Formation]:
    names = dict.fromkeys(
        [unit.formation for unit in roster.values()]
        + [formation_of(drawn) for drawn in drawing.leaders if drawn.role is Role.FORMATION]
    )
    return {name: _formation(drawing, name, roster) for name in names}


def _formation(drawing: Drawing, name: str, roster: Mapping[str, Unit]) -> Formation:
    units = [unit for unit in roster.values() if unit.formation == name]
    led = [
        drawn
        for drawn in drawing.leaders
        if formation_of(drawn) == name and drawn.role is Role.FORMATION
    ]
    side = units[0].side if units else led[0].side
    chiefs = [drawn.id for drawn in drawing.leaders if drawn.side == side]
    overall = [
        drawn.id for drawn in drawing.leaders if drawn.side == side and drawn.role is Role.OVERALL
    ]
    wings = [
        drawn.id for drawn in drawing.leaders if drawn.side == side and drawn.role is Role.WING
    ]
    divisions: dict[str, tuple[str, ...]] = {}
    for unit in units:
        divisions[unit.division] = (*divisions.get(unit.division, ()), unit.id)
    mounted = all(unit.arm.cavalry or unit.arm is Arm.HORSE_ARTILLERY for unit in units)
    return Formation(
        id=name,
        name=name,
        side=side,
        body=Body.CAVALRY_CORPS if mounted and units else Body.CORPS,
        leader=led[0].id if led else f"{name}-leader",
        commander=overall[0] if overall else chiefs[0] if chiefs else "",
        limit=drawing.limits.get(name, USUAL_LIMIT),
        wing=wings[0] if wings else "",
        chit=name,
        all_cavalry=bool(units) and mounted,
        units=tuple(unit.id for unit in units),
        divisions=divisions,
        strength=sum(unit.strength for unit in units),
    )


def _missing(drawing: Drawing, formations: Mapping[str, Formation]) -> Sequence[DrawnLeader]:
    """A formation without a drawn leader has one on the hex of its first unit."""
    drawn = {leader.id for leader in drawing.leaders}
    places = {unit.id: unit.at for unit in drawing.units}
    return [
        DrawnLeader(held.leader, held.side, places[held.units[0]], formation=held.id)
        for held in formations.values()
        if held.leader not in drawn and held.units
    ]


def _side(leaders: Mapping[str, Leader], headquarters: str) -> str:
    return leaders[_chief(leaders, headquarters)].side


def _chief(leaders: Mapping[str, Leader], headquarters: str) -> str:
    """The commander to whom a headquarters belongs: ``hq_ney`` is Ney's."""
    return headquarters.removeprefix("hq_")
