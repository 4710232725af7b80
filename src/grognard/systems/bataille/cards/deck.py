"""The cards that the editions of La Bataille share, as the rules ask them.

No number of a card stands in code: every method looks one up. Dice are rungs, 0 for 11 to 35 for
66; movement is in half points; strengths are whole numbers or fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from grognard.kernel.rules import rule
from grognard.mechanics.charts import Chart, Keyed, Odds, mark_of
from grognard.systems.bataille.cards.values import (
    BatteryCard,
    CavalryProfile,
    FormationCard,
    HexsideCard,
    InfantryProfile,
    LeaderCasualty,
    LightCard,
    Limits,
    MultiplesCard,
    TerrainCard,
    WayCard,
    WeatherCard,
    WorkCard,
)

Strength = Fraction | int
Rungs = tuple[int, ...]


@rule("P9.4", "P48.1")
@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """The shared cards, with one choice of their alternatives. Dealt by a ``Dealer``."""

    charts: Mapping[str, Chart]
    chosen: frozenset[tuple[str, str]]
    options: Mapping[str, tuple[str, ...]]
    """Alternatives of the cards by option, the default first."""

    fire_odds: Odds
    fire_cells: tuple[tuple[int, ...], ...]
    defence: Mapping[str, Mapping[str, int | None]]
    defence_crossing: Mapping[str, Mapping[str, int | None]]
    defence_cases: Mapping[str, int]
    flanked: tuple[tuple[str, ...], tuple[str, ...]]
    terrains: Mapping[str, TerrainCard]
    hexsides: Mapping[str, HexsideCard]
    ways: Mapping[str, WayCard]
    limits: Mapping[str, Limits]
    formation_limits: Mapping[str, Limits]
    formations: Mapping[str, FormationCard]
    troops: Mapping[str, MultiplesCard]
    counts: Mapping[str, int]
    point_costs: Mapping[str, int]
    factors: Mapping[str, Fraction]
    melee_factors: Mapping[str, Fraction]
    morale_dice: Mapping[str, int]
    level_percents: tuple[int, ...]
    level_dice: Mapping[str, tuple[int, ...]]
    fire_checks: Mapping[str, str]
    rhythms: Mapping[str, tuple[int, int]]
    loss_shares: tuple[tuple[int, int, int], ...]
    leader_triggers: Mapping[str, Rungs]
    wounds: Mapping[int, LeaderCasualty]
    recall_numbers: Mapping[str, int]
    recall_dice: Mapping[str, int]
    limber_numbers: Mapping[str, int]
    limber_modifiers: Mapping[str, int]
    by_weight: Mapping[str, tuple[int, int]]
    batteries: Mapping[str, BatteryCard]
    ranges: tuple[tuple[str, int], ...]
    infantry: Mapping[str, InfantryProfile]
    cavalry: Mapping[str, CavalryProfile]
    skirmish_ranges: Mapping[str, tuple[int, int | None]]
    lights: Mapping[str, LightCard]
    weathers: Mapping[str, WeatherCard]
    works: Mapping[str, WorkCard]
    minutes: Mapping[str, int]

    # --- fire (rules 21-26) ---------------------------------------------------------------------

    @rule("P21.4", "P21.5", "P26.4", "PR-06", "PR-07")
    def fire_column(self, strength: Strength, defence: int, shift: int = 0) -> int:
        """The odds column, rounded down, then shifted; it never leaves the card."""
        column = self.fire_odds.column(strength.numerator, strength.denominator * defence)
        return min(max(column + shift, 0), len(self.fire_cells) - 1)

    def fire_is_below_card(self, strength: Strength, defence: int) -> bool:
        """Odds worse than the first column, for the option ``fire_below_table``."""
        least, to = self.fire_odds.ratios[0]
        return strength.numerator * to < least * strength.denominator * defence

    def fire_column_name(self, column: int) -> str:
        return self.fire_odds.names[column]

    def fire_losses(self, column: int, rung: int) -> int:
        """Increments lost (P21.6)."""
        return self.fire_cells[column][rung]

    def fire_leader_hit(self, rung: int) -> bool:
        """Do the dice as thrown hit a leader in the target hex? (P7.6)"""
        return rung in self.leader_triggers["fire"]

    def density_dice(self, increments: int) -> int:
        """What crowding in the target hex adds to the fire dice (P22.1)."""
        above = increments - self.counts["dense_above"]
        return max(0, above) * self.counts["dense_dice"]

    @rule("P21.3", "P22.2", "P22.3", "P22.6", "P13.25", "PR-24", "PR-66")
    def fire_defence(
        self,
        terrain: str,
        formation: str,
        increments: int = 0,
        *,
        flank: bool = False,
        with_guns: bool = False,
        crossing: str = "",
    ) -> int:
        """The fire defence of a hex.

        ``formation``: column, line, square, general, skirmish, road, limbered, unlimbered, masse;
        disorder or rout for units in that state. ``increments`` in the hex matter to lines.
        ``flank``: the fire comes in through a flank hexside. ``with_guns``: infantry standing with
        guns. ``crossing``: a wall or dyke that the fire crosses.
        """
        if formation in {"road", "masse"}:
            return self.defence_cases[formation]
        column = "broken" if formation in {"disorder", "rout"} else formation
        if formation == "line" and increments >= self.defence_cases["crowded_line_from"]:
            column = "column"
        sheltered = self.defence_crossing[crossing][column] if crossing else None
        own = self.defence[terrain][column]
        if column == "column" and own is None and formation == "line":
            own = self.defence["clear"][column]  # PR-24: where the card has none, the column's 6
        if own is None and sheltered is None:
            raise LookupError(f"no fire defence for {formation} in {terrain}")
        value = max(own or 0, sheltered or 0)
        if with_guns and formation != "square":
            value += self.defence_cases["with_guns"]
        where, whose = self.flanked
        if flank and sheltered is None and terrain in where and formation in whose:
            value = min(value, self.defence_cases["flank"])
        return value

    def multiples(self, troops: str) -> MultiplesCard:
        return self.troops[troops]

    def range_band(self, distance: int) -> str:
        """Short, medium or long (P26.1 to P26.3)."""
        return next(name for name, least in reversed(self.ranges) if distance >= least)

    def loss_share(self, losses: int) -> tuple[int, int, int]:
        """Guns alone lose the first; infantry with guns the second, its guns the third (P11.5)."""
        return self.loss_shares[losses]

    def fire_check(self, troops: str) -> str:
        """The rhythm of fire-loss checks: odd, even, every, from_2nd, third or special."""
        return self.fire_checks[troops]

    @rule("P31.11", "PR-168")
    def fire_check_due(self, rhythm: str, before: int, after: int) -> bool:
        """Does a running total of losses that goes from before to after reach a check?"""
        first, every = self.rhythms[rhythm]
        last = first + (after - first) // every * every
        return after >= first and last > before

    # --- melee (rules 7, 33-35) -----------------------------------------------------------------

    def melee_leader_hit(self, rung: int) -> str | None:
        """Whose leader the dice as thrown hit: attacker, defender or nobody (P7.7, P7.8)."""
        if rung in self.leader_triggers["melee_attacker"]:
            return "attacker"
        return "defender" if rung in self.leader_triggers["melee_defender"] else None

    def melee_factor(self, name: str) -> Fraction:
        return self.melee_factors[name]

    # --- ground and formations (rules 10, 13, 16, 18) -------------------------------------------

    def terrain(self, name: str) -> TerrainCard:
        return self.terrains[name]

    def hexside(self, name: str) -> HexsideCard:
        return self.hexsides[name]

    def way(self, name: str) -> WayCard:
        return self.ways[name]

    def stacking(self, terrain: str) -> Limits:
        """Alternatives, one of which must hold; "road" is a hex in Road March."""
        return self.limits[terrain]

    def formation(self, name: str) -> FormationCard:
        """By arm and formation, such as "infantry/line_two_hexes"."""
        return self.formations[name]

    def count(self, name: str) -> int:
        """A figure that is a plain number of things, from any card."""
        return self.counts[name]

    def points(self, name: str) -> int:
        """Half points for what is not a hex: formations, facing, limbering, screens."""
        return self.point_costs[name]

    def dearer_movers(self) -> Mapping[str, tuple[str, int]]:
        """Classes of mover that pay more for every hex than another: that one, and half points."""
        return {}

    def road_march_cost(self, terrain: str, arm: str, way: str = "road") -> int:
        """Half points for a road hex in Road March: the hex's own price, or the road's (PR-157)."""
        own = self.terrains[terrain].road_march
        return own if own is not None else self.way_cost(way, arm)

    def way_cost(self, way: str, arm: str) -> int:
        """Half points along a road or bridge in Road March."""
        price = self.ways[way].road_march[arm]
        if price is None:
            raise LookupError(f"{way} has no price in Road March for {arm}")
        return price

    def factor(self, name: str) -> Fraction:
        """A share of movement or of fire."""
        return self.factors[name]

    # --- morale (rules 7, 12, 30, 31, 43) -------------------------------------------------------

    def morale_modifier(self, name: str) -> int:
        return self.morale_dice[name]

    @rule("P43.2", "P43.3", "P43.4", "P43.5")
    def morale_level(self, ineffective: int, battalions: int) -> int:
        """The level of a corps by its share of ineffective battalions."""
        reached = [ineffective * 100 >= percent * battalions for percent in self.level_percents]
        return sum(reached) if battalions else 0

    def level_modifier(self, level: int, kind: str = "ordinary") -> int:
        return self.level_dice[kind][level]

    def leader_casualty(self, die: int) -> LeaderCasualty:
        return self.wounds[die]

    # --- charges (rules 36-42) ------------------------------------------------------------------

    def recall_number(self, kind: str) -> int:
        return self.recall_numbers[kind]

    def recall_modifier(self, name: str) -> int:
        return self.recall_dice[name]

    def charge_by_weight(self, name: str, *, light: bool) -> int:
        """A figure of charge or reaction that differs for light and heavy cavalry."""
        return self.by_weight[name][0 if light else 1]

    # --- guns, profiles, hours, weather ---------------------------------------------------------

    def limber_number(self, battery: str) -> int:
        return self.limber_numbers[battery]

    def limber_modifier(self, name: str) -> int:
        return self.limber_modifiers[name]

    def battery(self, name: str) -> BatteryCard:
        return self.batteries[name]

    def skirmish_range(self, kind: str) -> tuple[int, int | None]:
        """Reach in hexes, and the distance from which the fire is halved."""
        return self.skirmish_ranges[kind]

    def light(self, name: str) -> LightCard:
        return self.lights[name]

    def weather(self, name: str) -> WeatherCard:
        return self.weathers[name]

    def work(self, name: str) -> WorkCard:
        return self.works[name]

    def movement_minutes(self, nation: str) -> int:
        return self.minutes[nation]

    # --- where a figure comes from --------------------------------------------------------------

    def keyed(self, card: str, table: str) -> Keyed:
        """A table of a card as printed, for figures without a method of their own."""
        return self.charts[card].keyed(table)

    def origin(self, card: str, table: str, row: str, column: str = "") -> tuple[str, str]:
        """The mark of a cell (found, rule book, house default) and the codes of its sources."""
        codes = self.keyed(card, table).origin(row, column)
        return mark_of(codes), codes
