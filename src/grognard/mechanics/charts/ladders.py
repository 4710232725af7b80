"""Tables by dice: bands, or one row for each result, compiled to ``cells[column][rung]``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from grognard.mechanics.charts.cells import cells_of, origin_of
from grognard.mechanics.charts.lined import Spot
from grognard.mechanics.charts.odds import Odds
from grognard.mechanics.d66 import RUNGS, printed

DICE: dict[str, tuple[int, ...]] = {
    "d66": tuple(printed(rung) for rung in range(RUNGS)),
    "d6": (1, 2, 3, 4, 5, 6),
    "2d6": tuple(range(2, 13)),
}


@dataclass(frozen=True, slots=True)
class Ladder:
    """Results by column and rung: ``cells[column][rung]``."""

    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    faces: tuple[int, ...]
    origins: tuple[str, ...]

    def index(self, name: str) -> int:
        """The column of that name."""
        if name not in self.names:
            raise LookupError(f"no '{name}' among {', '.join(self.names)}")
        return self.names.index(name)


@dataclass(frozen=True, slots=True)
class Laddered:
    """A table by dice, bands or one row for each result, on its way to being compiled."""

    spot: Spot
    source: str
    sources: Collection[str] | None

    def table(self, before: Mapping[str, object]) -> Ladder:
        bands = self.spot.need("kind").text() == "bands"
        heads = "headings" if bands else "columns"
        self.spot.only(
            "kind", "source", "note", "dice", heads, "rows", "worst_to_best", "monotone", "across",
            "columns_of",
        )  # fmt: skip
        faces = self._faces()
        made = self._bands(faces) if bands else self._rows(faces)
        table = Ladder(tuple(made), tuple(cells for cells, _ in made.values()), faces,
                       tuple(origin for _, origin in made.values()))  # fmt: skip
        self._follow(table, before)
        self._in_order(table, bands)
        return table

    def _faces(self) -> tuple[int, ...]:
        dice = self.spot.get("dice")
        if dice is None:
            return DICE["d66"]
        if dice.text() not in DICE:
            dice.fail(f"'{dice.scalar}' are no known dice", f"known: {', '.join(DICE)}")
        return DICE[dice.text()]

    def _written(self, row: Spot, wanted: int) -> tuple[list[str], str]:
        """The cells of a row; ``anomaly: printed`` needs the long form {cells: ..., anomaly: ...}."""
        if row.below is not None:
            row.only("cells", "anomaly")
            row = row.need("cells")
        cells, origin = cells_of(row)
        if len(cells) != wanted:
            row.fail(f"{len(cells)} cells where {wanted} are wanted", "one cell for each heading")
        return [text for text, _ in cells], origin_of(row, origin or self.source, self.sources)

    def _rows(self, faces: tuple[int, ...]) -> dict[str, tuple[tuple[str, ...], str]]:
        """One row of the card for each face of the dice; compiled column by column."""
        names = [column.text() for column in self.spot.need("columns").each()]
        grid: list[list[str]] = []
        rows = self.spot.need("rows")
        for name, row in rows.items():
            due = str(faces[len(grid)]) if len(grid) < len(faces) else "the end"
            if name != due:
                row.fail(f"row {name} stands where {due} is due", "rows go up without gaps")
            grid.append(self._written(row, len(names))[0])
        if len(grid) < len(faces):
            rows.fail(f"the rows end before {faces[len(grid)]}", "rows go up without gaps")
        columns = zip(*grid, strict=True)
        return {name: (cells, self.source) for name, cells in zip(names, columns, strict=True)}

    def _bands(self, faces: tuple[int, ...]) -> dict[str, tuple[tuple[str, ...], str]]:
        headings = [heading.text() for heading in self.spot.need("headings").each()]
        made: dict[str, tuple[tuple[str, ...], str]] = {}
        for name, row in self.spot.need("rows").items():
            texts, origin = self._written(row, len(headings))
            cells: list[str] = [""] * len(faces)
            for heading, text in zip(headings, texts, strict=True):
                for index in self._band(row, text, faces):
                    if cells[index]:
                        row.fail(f"{faces[index]} is in two bands", "bands may not overlap")
                    cells[index] = heading
            if "" in cells:
                row.fail(f"{faces[cells.index('')]} is in no band", "bands may leave no gap")
            made[name] = (tuple(cells), origin)
        return made

    def _band(self, row: Spot, text: str, faces: tuple[int, ...]) -> range:
        if text == ".":
            return range(0)
        first, _, last = text.partition("-")
        try:
            ends = faces.index(int(first)), faces.index(int(last or first))
        except ValueError:
            row.fail(f"'{text}' is no band of these dice", f"{faces[0]}-{faces[-1]}, or a dot")
        if ends[0] > ends[1]:
            row.fail(f"'{text}' runs backwards", "write the lower roll first")
        return range(ends[0], ends[1] + 1)

    def _follow(self, table: Ladder, before: Mapping[str, object]) -> None:
        """A table read by odds has the columns of its odds, no more and no fewer."""
        other = self.spot.get("columns_of")
        if other is None:
            return
        odds = before.get(other.text())
        if not isinstance(odds, Odds) or odds.names != table.names:
            other.fail("the columns are not those of the odds", "write the same names in order")

    def _in_order(self, table: Ladder, bands: bool) -> None:
        """Refuse unknown results, and steps the wrong way unless the card prints them so."""
        rows = dict(self.spot.need("rows").items())
        ranks = self._ranks(table, rows, bands)
        for column, face in (*self._wrong_down(ranks), *self._wrong_across(ranks)):
            place = rows[table.names[column] if bands else str(table.faces[face])]
            if place.below is None or place.get("anomaly") is None:
                place.fail(
                    f"column {table.names[column]} steps the wrong way at {table.faces[face]}",
                    "mend the cell, or say 'anomaly: printed' if the card is so printed",
                )

    def _ranks(self, table: Ladder, rows: dict[str, Spot], bands: bool) -> list[list[int]]:
        """How good each result is for the roller, 0 being the worst of the card."""
        ranked = self.spot.get("worst_to_best") or self.spot.get("headings")
        if ranked is None:
            self.spot.fail("'worst_to_best' is missing", "list the results, worst first")
        shapes = [_shape(result.text()) for result in ranked.each()]
        ranks: list[list[int]] = []
        for name, cells in zip(table.names, table.cells, strict=True):
            line: list[int] = []
            for face, cell in zip(table.faces, cells, strict=True):
                fits = [rank for rank, shape in enumerate(shapes) if shape.fullmatch(cell)]
                if not fits:
                    place = rows[name if bands else str(face)]
                    place.fail(f"'{cell}' is no result of this card", "list it in worst_to_best")
                line.append(fits[0])
            ranks.append(line)
        return ranks

    def _wrong_down(self, ranks: list[list[int]]) -> Iterator[tuple[int, int]]:
        """Steps the wrong way as the dice rise, as column and face."""
        sign = self._sign("monotone")
        for column, line in enumerate(ranks):
            for face in range(1, len(line)):
                if sign * (line[face] - line[face - 1]) < 0:
                    yield column, face

    def _wrong_across(self, ranks: list[list[int]]) -> Iterator[tuple[int, int]]:
        """Steps the wrong way from one column to the next."""
        sign = self._sign("across")
        for column in range(1, len(ranks)):
            for face, rank in enumerate(ranks[column]):
                if sign * (rank - ranks[column - 1][face]) < 0:
                    yield column, face

    def _sign(self, which: str) -> int:
        spot = self.spot.get(which)
        if spot is None:
            return 0
        signs = {"rising": 1, "falling": -1}
        if spot.text() not in signs:
            spot.fail(f"'{spot.scalar}' is no direction", "known: rising, falling")
        return signs[spot.text()]


def _shape(result: str) -> re.Pattern[str]:
    """A result as listed; "n/n" stands for any two numbers, starred or not."""
    if result == "n/n":
        return re.compile(r"\d+\*?/\d+\*?")
    return re.compile(re.escape(result))
