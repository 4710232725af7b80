"""What the cards give back: small frozen values, in the words of the printed cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

Limits = tuple[Mapping[str, int], ...]
"""Stacking: one complete alternative must hold; arms it does not name stay out."""


@dataclass(frozen=True, slots=True)
class TerrainCard:
    """A kind of hex. Costs are half points by mover; None is prohibited.

    Movers: infantry, skirmish (infantry in skirmish order), cavalry, cossack, artillery, leader.
    ``road_march`` is the hex's own price there; None where the road's counts.
    """

    name: str
    cost: Mapping[str, int | None]
    road_march: int | None
    through_front: int | None
    formations: tuple[str, ...]
    sight: str
    charge: str
    general_order: bool
    dwelling: bool
    stacking: Limits
    counted: int | None

    @property
    def blocks_sight(self) -> bool:
        return self.sight != "open"

    @property
    def allows_charge(self) -> bool:
        """From every side; an earthwork may be charged from its rear only."""
        return self.charge == "yes"


@dataclass(frozen=True, slots=True)
class HexsideCard:
    """What lies on a hexside. Costs are half points added to the hex entered.

    A bridge is crossed in some ``formations`` only; all others cross what lies ``beside`` it.
    """

    name: str
    cost: Mapping[str, int | None]
    falls_away: bool
    sight: str
    allows_charge: bool
    allows_fire: bool
    formations: tuple[str, ...] = ()
    beside: str = ""

    @property
    def is_bridge(self) -> bool:
        return bool(self.beside)


@dataclass(frozen=True, slots=True)
class WayCard:
    """A road or bridge: prices by mover, in ordinary march and in Road March."""

    name: str
    cost: Mapping[str, int | None]
    road_march: Mapping[str, int | None]


@dataclass(frozen=True, slots=True)
class FormationCard:
    """Hexes and hexsides of a formation; ``hexes`` is None where strength decides."""

    hexes: int | None
    faces: str
    front: int
    flank: int
    rear: int


@dataclass(frozen=True, slots=True)
class MultiplesCard:
    """Fire per increment; None where the troops do not know the formation."""

    line: Fraction | None
    square: Fraction | None
    skirmish: Fraction | None


@dataclass(frozen=True, slots=True)
class LeaderCasualty:
    """What a casualty die means: ``fate`` is dead, absent, captured or none."""

    wound: str
    fate: str
    hours_dice: int
    again_if_by_fire: bool
    turns_dice: int = 0


@dataclass(frozen=True, slots=True)
class BatteryCard:
    """A type of battery; morale is a rung."""

    guns: int
    increments: int
    short: Fraction
    medium: Fraction
    long: Fraction
    reach: int
    melee: int
    morale: int
    movement: int
    prolongs: bool


@dataclass(frozen=True, slots=True)
class InfantryProfile:
    """A battalion without counter data; melee is per increment, morale a rung."""

    increments: int
    fire: int
    melee: Fraction
    morale: int
    movement: int


@dataclass(frozen=True, slots=True)
class CavalryProfile:
    """A regiment of horse without counter data; melee is per increment, morale a rung."""

    increments: int
    melee: Fraction
    lance: int
    skirmish_fire: int
    morale: int
    movement: int


@dataclass(frozen=True, slots=True)
class LightCard:
    """Day, dusk or night; ``sight`` is None where it is unlimited."""

    sight: int | None
    carre_from: int
    artillery: str
    morale: int
    cavalry_movement: int
    horse_artillery_movement: int
    cavalry_melee: Fraction
    lances: bool
    charges: bool
    reaction_light: int
    reaction_heavy: int
    forced_march: bool


@dataclass(frozen=True, slots=True)
class WeatherCard:
    """Clear, fog, light rain or heavy rain; ``sight`` is None where it is normal."""

    sight: int | None
    infantry_fire: Fraction
    building_fire: Fraction
    artillery_fire: Fraction
    artillery_long: bool
    cavalry_skirmish_fire: Fraction
    foot_movement: int
    horse_movement: int
    charges: bool
    charge_bonus: int
    carre_from: int
    stream: int
    lances_stand: int
    lances_carre: int


@dataclass(frozen=True, slots=True)
class WorkCard:
    """A fortification or strong building."""

    front_sides: int | None
    rear_sides: int | None
    assault_battalions: int | None
    assault_increments: int | None
    cavalry: str
    defender_premelee: bool
    defender_fire_checks: bool
    dd_loss: int | None
    failed_attacker_stays: bool
