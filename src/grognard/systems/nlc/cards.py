"""The cards of Napoleon's Later Campaigns: figures from the charts, asked by name.

>>> deck = cards()
>>> deck.hits(5, 8), deck.reduced(10, 50), deck.compliance(0, 9)
(1, 5, <Compliance.NEXT_TURN: '1T'>)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.charts import Cell, Chart, Keyed, Ladder, load_chart
from grognard.systems.nlc.kinds import (
    Combat,
    Compliance,
    Discovery,
    Hexside,
    LocalDecision,
    OrderType,
    Permission,
    Terrain,
)

CHARTS = Path(__file__).parent / "charts"
PERCENT = 100
T = TypeVar("T")


class GroundCard(msgspec.Struct, frozen=True):
    """What a kind of hex or hexside does: per cent off fire, None where it cannot be done; costs.

    ``foot`` is paid by infantry, ``horse`` by cavalry and artillery, both in half points.
    """

    assault: int | None
    bombardment: int | None
    charge: int | None
    foot: int
    horse: int

    def percent(self, combat: Combat) -> int | None:
        found: int | None = getattr(self, combat.value)
        return found


class MoraleModifier(msgspec.Struct, frozen=True):
    """``when`` is always, combat or recovery."""

    modifier: int
    when: str


class OrderCard(msgspec.Struct, frozen=True):
    """What an order allows; ``type`` is attack, defend or none."""

    enter: Permission
    attack: Permission
    type: str
    road: bool
    leaves: bool
    target: bool
    route: bool
    bad_move: bool


class CardCell(NamedTuple):
    """One cell of a card: for tables by dice the column is the roll."""

    card: str
    table: str
    row: str
    column: str


class Cards(msgspec.Struct, frozen=True, eq=False):
    """All charts, compiled for look-up; ``charts`` keeps them as printed, with origins."""

    charts: Mapping[str, Chart]
    fire_rows: tuple[tuple[int, ...], ...]
    reductions: Mapping[int, tuple[int, ...]]
    columns: Mapping[int, tuple[Compliance, ...]]
    decisions: tuple[tuple[LocalDecision, ...], ...]
    discoveries: tuple[tuple[Discovery, ...], ...]
    lost_on: frozenset[int]
    hexes: Mapping[str, GroundCard]
    hexsides: Mapping[str, GroundCard]
    orders: Mapping[OrderType, OrderCard]
    morale_modifiers: Mapping[str, MoraleModifier]
    morale_limits: tuple[int, int]
    ints: Mapping[str, Mapping[str, int]]
    fractions: Mapping[str, Mapping[str, Fraction]]

    # --- combat

    @property
    def strongest_row(self) -> int:
        """The highest strength on the fire table."""
        return len(self.fire_rows)

    @rule("NT.9")
    def hits(self, row: int, roll: int) -> int:
        """Hits by a row of the fire table and two dice."""
        return self.fire_rows[row - 1][roll - 2]

    @rule("NT.8")
    def reduced(self, strength: int, percent: int) -> int:
        """What is left of a strength after a reduction; beyond the table it is reckoned."""
        if percent == 0:
            return strength
        top = len(self.reductions[percent])
        if 1 <= strength <= top:
            return self.reductions[percent][strength - 1]
        return half_up(Fraction(strength * (PERCENT - percent), PERCENT))

    @rule("NT.10")
    def factor(self, name: str) -> Fraction:
        """A factor on strength: disrupted, cavalry_in_assault, square, flank_charge ..."""
        return self.fractions["strength/factors"][name]

    @rule("NT.10")
    def bonus(self, name: str) -> Fraction:
        """A share added to the strength of guns: enfilade, stacked_target, defending."""
        return self.fractions["strength/bonuses"][name]

    def share(self, name: str) -> Fraction:
        return self.fractions["strength/shares"][name]

    @rule("NT.5")
    def terrain(self, kind: str) -> GroundCard:
        """What a hex of some kinds.Terrain does."""
        return self.hexes[kind]

    @rule("NT.5")
    def hexside(self, kind: str) -> GroundCard:
        """What a hexside of some kinds.Hexside does."""
        return self.hexsides[kind]

    @property
    def most_percent(self) -> int:
        """The most that terrain takes off in all."""
        return self.ints["terrain/limits"]["most"]

    def cost(self, name: str) -> int:
        """A cost in half points: road, trail, courier or leave_zone."""
        return self.ints["terrain/costs"][name]

    # --- command

    @rule("NT.3")
    def compliance(self, column: int, roll: int) -> Compliance:
        """The result of two dice in a column; both ends of the table hold."""
        held = min(max(column, min(self.columns)), max(self.columns))
        return self.columns[held][roll - 2]

    @rule("NT.2")
    def shift(self, name: str) -> int:
        """Columns to the right for a situation: reserve, attack_or_probe, face_to_face ..."""
        return self.ints["compliance/shifts"][name]

    @rule("N15.3")
    def demoralized(self, result: Compliance) -> Compliance:
        """What a demoralized formation makes of a result."""
        table = self.charts["compliance"].keyed("demoralized")
        return Compliance(cast(str, table.cell(result.value)))

    @rule("N12.7.6", "N15.3")
    def later(self, result: Compliance) -> int:
        """The lowest die that ends a delay of R4 or R5."""
        return self.ints["compliance/later"][result.value]

    @rule("NT.1")
    def local_decision(self, rating: int, roll: int) -> LocalDecision:
        """The result by rating and two dice, a modifier included."""
        row = min(max(rating, 0), len(self.decisions) - 1)
        return self.decisions[row][min(max(roll, 2), 12) - 2]

    @property
    def local_decision_reserve(self) -> int:
        return self.ints["local-decision/dice"]["reserve"]

    @rule("NT.4")
    def confidence(self, name: str) -> int:
        """A modifier of the confidence check: attack_or_probe, objective_held ..."""
        return self.ints["confidence/modifiers"][name]

    def order(self, kind: OrderType) -> OrderCard:
        return self.orders[kind]

    @rule("NT.12")
    def points(self, name: str) -> int:
        """A range in half points: command, instant, order_rate, order, separation."""
        return self.ints["ranges/points"][name]

    @rule("NT.12", "NT.16")
    def radius(self, name: str) -> int:
        """A range in hexes: radius, division, separation."""
        return self.ints["ranges/hexes"][name]

    # --- morale and values

    @rule("NT.11")
    def morale(self, name: str) -> int:
        """A modifier of morale: lost_a_step, with_leader, flank_attack ..."""
        return self.morale_modifiers[name].modifier

    def base_morale(self, name: str) -> int:
        """Morale of a kind of troops: usual, nassau, old_guard, british_cavalry ..."""
        return self.ints["values/morale"][name]

    def pursuit(self, name: str) -> int:
        return self.ints["values/pursuit"][name]

    def movement(self, name: str) -> int:
        """Movement in points of headquarters and leaders."""
        return self.ints["values/movement"][name]

    def stacking(self, kind: str) -> int:
        """Units that may stand in a hex of that terrain."""
        return self.ints["values/stacking"][kind]

    @rule("N8.3.8")
    def sight(self, weather: str) -> int:
        """How far one sees, in hexes."""
        return self.ints["values/sight"][weather]

    def leader_lost(self, roll: int) -> bool:
        return roll in self.lost_on

    # --- hidden movement

    @rule("NT.13")
    def discovery(self, turn_of_hiding: int, die: int) -> Discovery:
        """What a die makes of a hidden march, a modifier included."""
        row = min(max(turn_of_hiding, 1), len(self.discoveries)) - 1
        return self.discoveries[row][min(max(die, 1), 6) - 1]

    @property
    def discovery_modifier(self) -> int:
        """On the die, if the nearest enemy headquarters is Austrian or Russian."""
        return self.ints["hidden-movement/dice"]["austrian_or_russian"]

    def hidden_points(self, name: str) -> int:
        """Half points banked each turn: usual or all_cavalry; bound for a collision."""
        return self.ints["hidden-movement/points"][name]

    # --- the rest

    def figure(self, name: str) -> int:
        """A figure of the text: initial_margin, failure_retreat, panic_radius ..."""
        found = self.ints["figures/figures"].get(name)
        return self.ints["values/figures"][name] if found is None else found

    @property
    def supply_time(self) -> str:
        """The hour of the turn in which supply is traced."""
        return cast(str, self.charts["figures"].keyed("words").cell("supply_time"))

    def cells(self) -> Iterator[CardCell]:
        """Every cell of every card, except what the source codes mean."""
        for name, chart in self.charts.items():
            for table, held in chart.tables.items() if name != "sources" else ():
                for row, column in _places(held):
                    yield CardCell(name, table, row, column)

    def cell(self, place: CardCell) -> Cell:
        """What a cell holds."""
        table = self.charts[place.card].tables[place.table]
        if isinstance(table, Ladder):
            return table.cells[table.index(place.row)][table.faces.index(int(place.column))]
        assert isinstance(table, Keyed)
        return table.cell(place.row, place.column)

    def origin(self, place: CardCell) -> str:
        """Where a cell comes from."""
        table = self.charts[place.card].tables[place.table]
        if isinstance(table, Ladder):
            return table.origins[table.index(place.row)]
        assert isinstance(table, Keyed)
        return table.origin(place.row, place.column)


@rule("N1.1")
def half_up(number: Fraction) -> int:
    """A fraction rounded to the nearest whole number, halves up.

    >>> half_up(Fraction(9, 2)), half_up(Fraction(17, 4))
    (5, 4)
    """
    return int((2 * number.numerator + number.denominator) // (2 * number.denominator))


# --- dealing ------------------------------------------------------------------------------------


@cache
def cards() -> Cards:
    """The cards, read once."""
    sources = frozenset(load_chart(CHARTS / "sources.yaml").keyed("codes").rows)
    charts = {path.stem: load_chart(path, None, sources) for path in sorted(CHARTS.glob("*.yaml"))}
    lost = charts["values"].ladder("leader_loss")
    return Cards(
        charts=charts,
        fire_rows=tuple(
            cast(tuple[int, ...], row) for row in charts["fire"].keyed("hits").rows.values()
        ),
        reductions=_reductions(charts["reduction"].keyed("strengths")),
        columns=_columns(charts["compliance"].keyed("lowest")),
        decisions=tuple(
            tuple(LocalDecision(cell) for cell in cells)
            for cells in charts["local-decision"].ladder("results").cells
        ),
        discoveries=tuple(
            tuple(Discovery(cell) for cell in cells)
            for cells in charts["hidden-movement"].ladder("results").cells
        ),
        lost_on=frozenset(
            roll for roll, cell in zip(lost.faces, lost.cells[0], strict=True) if cell == "lost"
        ),
        hexes={Terrain(row): card for row, card in _ground(charts["terrain"].keyed("hexes"))},
        hexsides={Hexside(row): card for row, card in _ground(charts["terrain"].keyed("hexsides"))},
        orders=_orders(charts["orders"]),
        morale_limits=cast(
            tuple[int, int], tuple(charts["morale"].keyed("limits").column().values())
        ),
        ints=_single(charts, int),
        fractions=_single(charts, Fraction),
        morale_modifiers={
            row: MoraleModifier(cast(int, modifier), cast(str, when))
            for row, (modifier, when) in charts["morale"].keyed("modifiers").rows.items()
        },
    )


def _single(charts: Mapping[str, Chart], kind: type[T]) -> dict[str, dict[str, T]]:
    """The tables of one column of such figures, as "card/table"."""
    found: dict[str, dict[str, T]] = {}
    for name, chart in charts.items():
        for title, table in chart.tables.items():
            if isinstance(table, Keyed) and len(table.columns) == 1:
                held = table.column()
                if all(isinstance(cell, kind) for cell in held.values()):
                    found[f"{name}/{title}"] = cast(dict[str, T], held)
    return found


def _reductions(table: Keyed) -> dict[int, tuple[int, ...]]:
    return {
        int(column): tuple(cast(int, cell) for cell in table.column(column).values())
        for column in table.columns
    }


def _columns(table: Keyed) -> dict[int, tuple[Compliance, ...]]:
    """For each column the result of every roll: the last row whose number is reached (R-12.7a)."""
    made: dict[int, tuple[Compliance, ...]] = {}
    for column in table.columns:
        lowest = {row: cast(int | None, cell) for row, cell in table.column(column).items()}
        made[int(column)] = tuple(
            Compliance([row for row, low in lowest.items() if low is not None and low <= roll][-1])
            for roll in range(2, 13)
        )
    return made


def _ground(table: Keyed) -> Iterator[tuple[str, GroundCard]]:
    for row, cells in table.rows.items():
        yield row, GroundCard(*cast(tuple[int, int, int, int, int], cells))


def _orders(chart: Chart) -> dict[OrderType, OrderCard]:
    """Permissions and kinds together; an Assign order changes neither zones nor attacks."""
    permissions, kinds = chart.keyed("permissions"), chart.keyed("kinds")
    made: dict[OrderType, OrderCard] = {}
    for row, cells in kinds.rows.items():
        allowed = permissions.rows.get(row, (Permission.NO.value, Permission.NO.value))
        enter, attack = (Permission(cast(str, word)) for word in allowed)
        type_, *flags = cells
        made[OrderType(row)] = OrderCard(enter, attack, cast(str, type_), *map(bool, flags))
    return made


def _places(table: object) -> Iterator[tuple[str, str]]:
    if isinstance(table, Keyed):
        for row in table.rows:
            for column in table.columns:
                yield row, column
    elif isinstance(table, Ladder):
        for name in table.names:
            for face in table.faces:
                yield name, str(face)
