"""The reference sheet of Bataille Empire: its figures, asked by name.

Lengths are in mils; points that may be halves are counted in halves.

>>> deck = sheet()
>>> deck.losses("near", 6), deck.commander("competent").range, deck.reach("artillery_12").long
(2, 8000, 24000)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, cast

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.charts import Cell, Chart, Keyed, load_chart
from grognard.mechanics.measured.footprints import Size
from grognard.mechanics.measured.mils import MIL

CHARTS: Final = Path(__file__).parent / "charts"

HALVES: Final = 2
"""So many halves are a point, or a loss."""


class CommanderCard(NamedTuple):
    """What he adds to the die for points, the least die of an order test, his range in mils."""

    value: int
    test: int
    range: int


class Rates(NamedTuple):
    """UD in a move by ground; None where it is closed. ``penalized`` names the ground, if any."""

    clear: int
    rough: int
    difficult: int | None
    penalized: str | None


class Reach(NamedTuple):
    """Ranges of a weapon in mils; None where it has none."""

    short: int | None
    effective: int
    long: int | None

    @property
    def farthest(self) -> int:
        return self.effective if self.long is None else self.long


class DrillCard(NamedTuple):
    """What a manoeuvre class pays: UD or a share of the move to change, UD to turn about, points of
    a third move (None: it has none), moves in an operational move."""

    change: int | None
    change_cavalry: int | None
    share: Fraction | None
    about: int
    third: int | None
    operational: int


class ReactionCard(NamedTuple):
    """What an arm may do, which of it needs a test, which is closed on Attack and Hold."""

    may: tuple[str, ...]
    test: tuple[str, ...]
    order: tuple[str, ...]


class ShockCard(NamedTuple):
    """A row of the results of a shock; losses in halves. An eliminated loser counts none."""

    result: str
    loser: int
    winner: int
    falls: str
    pursuit: bool


class SheetCell(NamedTuple):
    """One cell of the sheet."""

    card: str
    table: str
    row: str
    column: str


class Sheet(msgspec.Struct, frozen=True, eq=False):
    """All cards, compiled for look-up."""

    charts: Mapping[str, Chart]

    # --- command

    @rule("E23.1", "E23.2", "E23.3", "E23.4", "E23.5")
    def commander(self, grade: str) -> CommanderCard:
        """Value, test and range of a grade."""
        value, test, reach = cast("tuple[int, int, int]", self._row("commanders", "grades", grade))
        return CommanderCard(value, test, reach * MIL)

    # --- movement

    @rule("E29.1", "E29.2", "E29.3", "E29.4", "E29.5", "E29.6", "E29.7", "E29.8", "E29.9", "E29.10")
    def rates(self, mover: str) -> Rates:
        """A row of the movement table."""
        return Rates(
            *cast("tuple[int, int, int | None, str | None]", self._row("movement", "rates", mover))
        )

    @cache  # noqa: B019 there is one sheet
    def drill(self, name: str) -> DrillCard:
        """A manoeuvre class."""
        row = self._row("manoeuvres", "classes", name)
        return DrillCard(
            *cast("tuple[int | None, int | None, Fraction | None, int, int | None, int]", row)
        )

    @cache  # noqa: B019 there is one sheet
    def footprint(self, kind: str) -> Size:
        """Front and depth, in mils."""
        front, depth = cast("tuple[Fraction, Fraction]", self._row("units", "footprints", kind))
        return Size(int(front * MIL), int(depth * MIL))

    # --- reactions

    @rule("E42.1", "E42.2", "E42.3", "E42.4", "E42.5", "E42.6", "E42.7", "E42.8")
    def reactions(self, occasion: str, arm: str) -> ReactionCard:
        """What an arm may do when an enemy moves (movement) or charges it (charge)."""
        row = cast("tuple[tuple[str, ...] | None, ...]", self._row("reactions", occasion, arm))
        may, test, order = (held or () for held in row)
        return ReactionCard(may, test, order)

    # --- fire

    @rule("E48.1", "E48.2", "E48.3", "E48.4", "E48.5", "E48.6", "E48.7")
    def reach(self, weapon: str) -> Reach:
        """The ranges of a weapon."""
        short, effective, long = cast(
            "tuple[int | None, int, int | None]", self._row("ranges", "ranges", weapon)
        )
        return Reach(_mils(short), effective * MIL, _mils(long))

    @rule("E50.3", "E50.4", "E50.5", "E50.6", "E50.7")
    def losses(self, column: str, total: int) -> int:
        """The losses of a shot, in halves, by its column and its die with modifiers."""
        table = self.charts["fire"].keyed("losses")
        return cast(int, table.cell(_reached(table, total), column))

    # --- shock and falling back

    @rule("E56.2", "E56.3", "E56.4", "E56.5")
    def shock(self, difference: int) -> ShockCard:
        """The row of a difference."""
        table = self.charts["shock"].keyed("results")
        result, loser, winner, falls, pursuit = table.rows[_reached(table, difference)]
        return ShockCard(
            cast(str, result), cast("int | None", loser) or 0, cast(int, winner), cast(str, falls),
            bool(pursuit),
        )  # fmt: skip

    def least(self, result: str) -> int:
        """The least difference that gives a result."""
        rows = self.charts["shock"].keyed("results").rows
        return next(int(row) for row, cells in rows.items() if cells[0] == result)

    @rule("E60.6")
    def fall_back(self, name: str, *, mounted: bool) -> int:
        """The second figure of every pair is for horse and horse guns. In mils."""
        column = "horse" if mounted else "foot"
        return cast(int, self.charts["retreat"].keyed("distances").cell(name, column)) * MIL

    # --- figures of one column

    @cache  # noqa: B019 there is one sheet
    def figure(self, table: str, row: str, column: str = "") -> int:
        """A whole number, by card and table: ``figure("tests/least", "A")``."""
        return cast(int, self._table(table).cell(row, column))

    def points(self, table: str, row: str) -> int:
        """A modifier in whole points, of a table that counts halves."""
        return self.figure(table, row) // HALVES

    @cache  # noqa: B019 there is one sheet
    def length(self, table: str, row: str) -> int:
        """A length in mils: ``length("manoeuvres/distances", "tactical")``."""
        return int(cast("int | Fraction", self._table(table).cell(row)) * MIL)

    # --- every cell

    def cells(self) -> Iterator[SheetCell]:
        """Every cell of every card, except what the source codes mean."""
        for name, chart in self.charts.items():
            for title, table in chart.tables.items() if name != "sources" else ():
                assert isinstance(table, Keyed)
                for row in table.rows:
                    for column in table.columns:
                        yield SheetCell(name, title, row, column)

    def cell(self, place: SheetCell) -> Cell:
        return self.charts[place.card].keyed(place.table).cell(place.row, place.column)

    def origin(self, place: SheetCell) -> str:
        """Where a cell comes from: the sheet, published material, or the house."""
        return self.charts[place.card].keyed(place.table).origin(place.row, place.column)

    def _table(self, name: str) -> Keyed:
        card, _, table = name.partition("/")
        return self.charts[card].keyed(table)

    def _row(self, card: str, table: str, row: str) -> tuple[Cell, ...]:
        return self.charts[card].keyed(table).rows[row]


@cache
def sheet() -> Sheet:
    """The sheet, read once."""
    sources = frozenset(load_chart(CHARTS / "sources.yaml").keyed("codes").rows)
    return Sheet(
        {path.stem: load_chart(path, None, sources) for path in sorted(CHARTS.glob("*.yaml"))}
    )


def _mils(ud: int | None) -> int | None:
    return None if ud is None else ud * MIL


def _reached(table: Keyed, total: int) -> str:
    """The last row whose number a total reaches."""
    return [row for row in table.rows if int(row) <= total][-1]
