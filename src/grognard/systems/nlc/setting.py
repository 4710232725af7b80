"""The setting of a battle: all that never changes while it is fought. A state does not hold it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side
from grognard.systems.nlc.cards import Cards
from grognard.systems.nlc.kinds import HALVES, Arm, Body, Mover, OrderType, Role, Way, Weather

UnitId = str
LeaderId = str
FormationId = str
HeadquartersId = str
SideId = str

OFF_MAP = 0
"""The hex of whoever is not on the map at the start."""

Passage = list[tuple[int, ...]]
"""For each hex the cost in half points of leaving it across each side; 0 where it is closed."""


class Unit(msgspec.Struct, frozen=True):
    """A brigade or battery as its counter prints it.

    ``strengths`` holds the strength at each number of steps lost: (6, 3) for most, (8, 4, 2) for a
    huge unit (N6.2.1), (1,) for one of a single step. ``movement`` is in whole points.
    """

    id: UnitId
    name: str
    side: SideId
    formation: FormationId
    division: str
    nation: str
    arm: Arm
    strengths: tuple[int, ...]
    movement: int
    morale: int
    morale_defending: int
    pursuit: int = 0
    men: int = 0
    guns: int = 0
    traits: frozenset[str] = frozenset()

    @property
    def strength(self) -> int:
        """The strength of the front, which every account of losses counts."""
        return self.strengths[0]

    @property
    def steps(self) -> int:
        return len(self.strengths)

    @property
    def halves(self) -> int:
        """The movement allowance in half points."""
        return HALVES * self.movement


class Leader(msgspec.Struct, frozen=True):
    """A leader. ``at`` is where he starts, or OFF_MAP; ``formation`` is empty unless he leads one."""

    id: LeaderId
    name: str
    side: SideId
    role: Role
    rating: int
    movement: int
    formation: FormationId = ""
    nation: str = ""
    at: Hex = OFF_MAP

    @property
    def halves(self) -> int:
        return HALVES * self.movement


class Headquarters(msgspec.Struct, frozen=True):
    id: HeadquartersId
    side: SideId
    commander: LeaderId
    movement: int
    nation: str = ""
    at: Hex = OFF_MAP

    @property
    def halves(self) -> int:
        return HALVES * self.movement


class Formation(msgspec.Struct, frozen=True):
    """A body with a chit of its own. ``wing`` is its wing commander, or empty."""

    id: FormationId
    name: str
    side: SideId
    body: Body
    leader: LeaderId
    commander: LeaderId
    limit: int
    wing: LeaderId = ""
    chit: str = ""
    all_cavalry: bool = False
    units: tuple[UnitId, ...] = ()
    divisions: Mapping[str, tuple[UnitId, ...]] = {}
    strength: int = 0


class Army(msgspec.Struct, frozen=True):
    """A side: its level of demoralization, its sources of supply and who stands in for its chief.

    ``edge`` holds the hexes of its own map edge, to which a general retreat may also go.
    ``sudden_death`` is the loss at which it is beaten at once under the option of that name.
    """

    id: SideId
    name: str
    level: int
    supply: tuple[Hex, ...]
    edge: tuple[Hex, ...] = ()
    acting_commander: LeaderId = ""
    sudden_death: int = 0


class Order(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order, or one link of a sequence. ``route`` holds the waypoints of a march.

    ``here`` stands for the current position (N12.2C), ``awaits`` for Reserve instead of Defend
    when it has succeeded (N12.8), ``not_before`` for the turn of a dated attack (N12.5), ``chief``
    for the leader or formation to whom an Assign order gives the formation, ``forced`` for a march
    that goes on through the night (N20.8.3).
    """

    type: OrderType
    target: tuple[Hex, ...] = ()
    route: tuple[Hex, ...] = ()
    name: str = ""
    here: bool = False
    awaits: bool = False
    not_before: int = 0
    chief: str = ""
    forced: bool = False


Sequence = tuple[Order, ...]
"""Orders carried out one after the other; a single order is a sequence of one."""


class Orders(msgspec.Struct, frozen=True):
    """What is in force at the start or on arrival, complied with and not tested.

    ``arrived`` names formations and leaders that have reached their Defend position already.
    """

    formations: Mapping[FormationId, Sequence] = {}
    wings: Mapping[LeaderId, Sequence] = {}
    headquarters: Mapping[HeadquartersId, Sequence] = {}
    arrived: frozenset[str] = frozenset()


class DivisionStart(msgspec.Struct, frozen=True):
    """A division that arrives, or starts, on an order of its own (N12.13)."""

    formation: FormationId
    division: str
    units: tuple[UnitId, ...]
    orders: Sequence


class Arrival(msgspec.Struct, frozen=True):
    """A group of reinforcements at one entry hex.

    ``rolls`` pairs turns with the lowest die that brings the group in that turn; without rolls it
    comes in ``turn``. ``level_bonus`` is added to the army's level when it enters.
    """

    id: str
    side: SideId
    turn: int
    entry: Hex
    formation: FormationId = ""
    units: tuple[UnitId, ...] = ()
    leaders: tuple[LeaderId, ...] = ()
    headquarters: tuple[HeadquartersId, ...] = ()
    rolls: tuple[tuple[int, int], ...] = ()
    level_bonus: int = 0
    hidden: bool = False


class Turn(msgspec.Struct, frozen=True):
    """``day`` counts from 1; ``supply`` says that supply is traced at its end (N17)."""

    number: int
    time: str
    weather: Weather = Weather.CLEAR
    day: int = 1
    supply: bool = False

    @property
    def night(self) -> bool:
        return self.weather is Weather.NIGHT

    @property
    def rain(self) -> bool:
        return self.weather is Weather.RAIN


class PlaceKind(StrEnum):
    TOWN = "town"
    CHATEAU = "chateau"
    WOODS = "woods"
    ROAD = "road"
    TRAIL = "trail"
    STREAM = "stream"
    CREST = "crest"
    HILL = "hill"
    INTERSECTION = "intersection"
    EDGE = "edge"
    """A hex where a road or trail leaves the map."""
    LABEL = "label"


class Place(msgspec.Struct, frozen=True):
    """A named feature; orders take their targets from one of these (N12.2)."""

    name: str
    kind: PlaceKind
    hexes: tuple[Hex, ...]


class AimKind(StrEnum):
    CONTROL = "control"
    """Who controls all of the hexes; ``otherwise`` if the side named does not."""
    ELIMINATED_STRENGTH = "eliminated_strength"
    ARMY_DEMORALIZED = "army_demoralized"
    HEADQUARTERS_DESTROYED = "headquarters_destroyed"
    STEP_LOST = "step_lost"
    EXIT = "exit"
    ARRIVED = "arrived"
    """A formation came onto the map."""


class Aim(msgspec.Struct, frozen=True):
    """Points to be won.

    ``side`` is who earns them; empty means whoever controls the hexes, or either side for what
    befalls its enemy. ``per`` strength points earn ``points`` each, a remainder nothing.
    """

    kind: AimKind
    points: int
    every_turn: bool = False
    side: SideId = ""
    otherwise: SideId = ""
    hexes: tuple[Hex, ...] = ()
    units: tuple[UnitId, ...] = ()
    formation: FormationId = ""
    per: int = 1
    once: bool = False
    text: str = ""


class Victory(msgspec.Struct, frozen=True):
    """``levels`` pairs a lead in points with the name of the result, best first."""

    aims: tuple[Aim, ...]
    levels: tuple[tuple[int, str], ...]
    handicap: Mapping[SideId, int] = {}


class Setting(msgspec.Struct, frozen=True, eq=False):
    """Map, counters, cards, options, calendar and aims of one battle.

    ``ground`` holds terrain (kinds.Terrain), levels and what lies on hexsides (kinds.Hexside
    without crests); ``crests`` the upper hex of each crest, under both hexes that share it;
    ``ways`` the road or trail through each hexside, likewise. ``passage`` holds step costs in half
    points for each kinds.Mover. ``options`` is complete: every option of the system and every
    variant of the battle has a value.
    """

    id: str
    title: str
    sides: tuple[SideId, SideId]
    ground: Ground
    crests: Mapping[tuple[Hex, Side], Hex]
    ways: Mapping[tuple[Hex, Side], Way]
    passage: Mapping[Mover, Passage]
    cards: Cards
    options: Mapping[str, str]
    turns: tuple[Turn, ...]
    armies: Mapping[SideId, Army]
    formations: Mapping[FormationId, Formation]
    roster: Mapping[UnitId, Unit]
    leaders: Mapping[LeaderId, Leader]
    headquarters: Mapping[HeadquartersId, Headquarters]
    placements: Mapping[UnitId, Hex]
    orders: Orders
    victory: Victory
    reserve_first: SideId
    side_names: Mapping[SideId, str] = {}
    arrivals: tuple[Arrival, ...] = ()
    divisional: tuple[DivisionStart, ...] = ()
    places: tuple[Place, ...] = ()
    control: Mapping[Hex, SideId] = {}
    special: frozenset[str] = frozenset()
    sight_limit: int = 0
    revision: str = ""
    chosen: Mapping[str, str] = {}
    by_side: Mapping[SideId, tuple[UnitId, ...]] = {}
    ranks: Mapping[UnitId, int] = {}

    def __post_init__(self) -> None:
        """Note each side's units and each unit's rank in the roster."""
        by_side = {
            side: tuple(unit for unit, printed in self.roster.items() if printed.side == side)
            for side in self.sides
        }
        msgspec.structs.force_setattr(self, "by_side", by_side)
        ranks = {unit: rank for rank, unit in enumerate(self.roster)}
        msgspec.structs.force_setattr(self, "ranks", ranks)

    def enemy(self, side: SideId) -> SideId:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def index(self, side: SideId) -> int:
        return 0 if side == self.sides[0] else 1

    def on(self, option: str) -> bool:
        """Is an option with the values on and off switched on?"""
        return self.options[option] == "on"
