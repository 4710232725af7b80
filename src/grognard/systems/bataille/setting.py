"""The setting of a battle: all that never changes while it is fought. A state does not hold it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import rule
from grognard.mechanics.concordance import Concordance
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.pieces import (
    Arms,
    Cohesions,
    Formation,
    Forms,
    LeaderId,
    LeaderPrinted,
    Piece,
    Printed,
    UnitId,
)
from grognard.systems.bataille.reglement import PLAIN, Reglement

HALVES = 2
"""Movement is counted in half points."""

Passage = list[tuple[int, ...]]
"""For each hex the cost in half points of leaving it across each side; 0 where it is closed."""


class TurnInfo(msgspec.Struct, frozen=True):
    number: int
    time: str
    weather: str = "dry"
    level_check: bool = False


class Weather(msgspec.Struct, frozen=True):
    """What a kind of weather does: factors on fire, points of movement, how far one sees.

    From houses infantry fires by ``building_fire``, as elsewhere if that is not given. ``only`` names
    the one side that feels it, as dust in the face.
    """

    infantry_fire: Fraction = Fraction(1)
    skirmish_fire: Fraction = Fraction(1)
    long_range: bool = True
    sight: int = 99
    building_fire: Fraction | None = None
    artillery_fire: Fraction = Fraction(1)
    foot_movement: int = 0
    horse_movement: int = 0
    stream: int = 0
    only: str = ""


class Placement(msgspec.Struct, frozen=True):
    """Where a unit stands when the battle begins, or where a situation puts it."""

    unit: UnitId
    hexes: tuple[Hex, ...]
    facing: int
    formation: str
    order: str = "good"
    lost: int = 0


class Arrival(msgspec.Struct, frozen=True):
    """A group of reinforcements (P45.1).

    ``ordered`` sends it elsewhere: from a turn on, whoever has not come yet comes by another zone.
    """

    id: str
    side: str
    turn: int
    zone: str
    units: tuple[UnitId, ...]
    leaders: tuple[LeaderId, ...] = ()
    manner: str = "edge"
    roll: tuple[tuple[int, int], ...] = ()
    ordered: tuple[tuple[int, str], ...] = ()


class Organisation(msgspec.Struct, frozen=True):
    """A body whose morale level is kept; ``also`` are units of other bodies that count in it too."""

    id: str
    side: str
    name: str
    battalions: int
    levels: tuple[int, ...] = ()
    also: tuple[UnitId, ...] = ()

    def counts(self, unit: UnitId, organisation: str) -> bool:
        """Does a unit of an organisation count in this one?"""
        return organisation == self.id or unit in self.also


class Setting(msgspec.Struct, frozen=True, eq=False):
    """Map, counters, cards, options, calendar and aims of one battle.

    ``passage`` holds a table of step costs for every class of mover (see ``mover``). What can be
    worked out from the rest comes last: ``general_order`` and ``stands`` hold a byte for every hex,
    whether it imposes general order (P16.65) and whether a formation can stand there (P16.19);
    ``wading`` names the formations that the bridges of the map do not carry.
    ``supplement`` is what an edition asks of a battle besides. ``fronts`` is filled while the battle is fought: what lies before which sides of a hex.
    """

    id: str
    title: str
    sides: tuple[str, str]
    ground: Ground
    roster: Mapping[UnitId, Printed]
    leaders: Mapping[LeaderId, LeaderPrinted]
    passage: Mapping[str, Passage]
    cards: Any
    options: Mapping[str, str]
    turns: tuple[TurnInfo, ...]
    weather: Mapping[str, Weather]
    side_names: Mapping[str, str] = {}
    placements: tuple[Placement, ...] = ()
    leader_places: Mapping[LeaderId, Hex] = {}
    arrivals: tuple[Arrival, ...] = ()
    organisations: tuple[Organisation, ...] = ()
    divisions: Mapping[str, tuple[UnitId, ...]] = {}
    places: Mapping[str, tuple[Hex, ...]] = {}
    zones: Mapping[str, tuple[Hex, ...]] = {}
    home: Mapping[str, tuple[Hex, ...]] = {}
    exits: Mapping[str, tuple[Hex, ...]] = {}
    control: Mapping[Hex, str] = {}
    special: Mapping[str, Any] = {}
    victory: Mapping[str, Any] = {}
    revision: str = ""
    reglement: Reglement = PLAIN
    supplement: Any = None
    general_order: bytes = b""
    ways: Mapping[UnitId, Passage] = {}
    ranks: Mapping[UnitId, int] = {}
    by_side: Mapping[str, tuple[UnitId, ...]] = {}
    stands: Mapping[Formation, bytes] = {}
    wading: frozenset[Formation] = frozenset()
    fronts: Mapping[UnitId, dict[int, tuple[Hex, ...]]] = {}

    def __post_init__(self) -> None:
        """Note each unit's step costs, rank and side, and what the ground does to formations."""
        ways = {unit: self.passage[mover(printed)] for unit, printed in self.roster.items()}
        msgspec.structs.force_setattr(self, "ways", ways)
        known: dict[str, dict[int, tuple[Hex, ...]]] = {kind: {} for kind in self.passage}
        fronts = {unit: known[mover(printed)] for unit, printed in self.roster.items()}
        msgspec.structs.force_setattr(self, "fronts", fronts)
        ranks = {unit: rank for rank, unit in enumerate(self.roster)}
        msgspec.structs.force_setattr(self, "ranks", ranks)
        by_side = {
            side: tuple(unit for unit, printed in self.roster.items() if printed.side == side)
            for side in self.sides
        }
        msgspec.structs.force_setattr(self, "by_side", by_side)
        cards = {word: self.cards.terrain(word) for word in set(self.ground.terrain) if word}
        if not self.general_order:
            rough = {word: card.general_order for word, card in cards.items()}
            msgspec.structs.force_setattr(self, "general_order", self._flags(rough))
        if not self.stands:
            stands = {}
            for formation in Formation:
                holds = {word: formation.value in card.formations for word, card in cards.items()}
                stands[formation] = self._flags(holds)
            msgspec.structs.force_setattr(self, "stands", stands)

        sides = [self.cards.hexside(feature) for feature in set(self.ground.hexsides.values())]
        bridges = [side for side in sides if side.is_bridge]
        wading = {one for one in Formation for side in bridges if one.value not in side.formations}
        msgspec.structs.force_setattr(self, "wading", frozenset(wading))

    def _flags(self, holds: Mapping[str, bool]) -> bytes:
        """For every hex, what holds of its terrain."""
        return bytes([holds.get(terrain, False) for terrain in self.ground.terrain])

    @property
    def concordance(self) -> Concordance:
        """How the edition reads the base book."""
        return self.reglement.concordance

    def enemy(self, side: str) -> str:
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def index(self, side: str) -> int:
        return 0 if side == self.sides[0] else 1


def moving_as(setting: Setting, printed: Printed, piece: Piece) -> str:
    """The class of mover of a unit as it stands: skirmishers on foot are one of their own, and an
    edition may have more."""
    if piece.formation is Forms.SKIRMISH and printed.arm is Arms.INFANTRY:
        return "skirmish"
    own = setting.reglement.mover
    kind = mover(printed) if own is None else own(printed, piece) or mover(printed)
    return beside_bridges(kind) if wades(setting, piece) else kind


@rule("PR-186")
def wades(setting: Setting, piece: Piece) -> bool:
    """Does a unit cross a stream beside its bridge? Whoever is in good order and does not march."""
    if not setting.wading or piece.cohesion is not Cohesions.GOOD:
        return False
    return piece.formation in setting.wading


def beside_bridges(mover: str) -> str:
    """The class of those of a class who wade."""
    return f"{mover} beside bridges"


def mover(printed: Printed) -> str:
    """The class of mover whose step costs a unit pays: its arm, or Cossacks for horse in woods."""
    if printed.arm is Arms.CAVALRY and "cossack" in printed.traits:
        return "cossack"
    return printed.arm.value
