"""Keyed tables: named rows of typed cells, each with its origin."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from grognard.mechanics.charts.cells import Cell, Column, cells_of, origin_of, read_column
from grognard.mechanics.charts.lined import Spot


@dataclass(frozen=True, slots=True)
class Keyed:
    """Named rows of typed cells."""

    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]
    origins: Mapping[tuple[str, str], str]

    def row(self, name: str) -> dict[str, Cell]:
        if name not in self.rows:
            raise LookupError(f"no '{name}' among {', '.join(self.rows)}")
        return dict(zip(self.columns, self.rows[name], strict=True))

    def cell(self, row: str, column: str = "") -> Cell:
        """One cell; a table of one column need not name it."""
        return self.row(row)[column or self.columns[0]]

    def column(self, name: str = "") -> dict[str, Cell]:
        """A whole column, by row name."""
        index = self.columns.index(name) if name else 0
        return {row: cells[index] for row, cells in self.rows.items()}

    def origin(self, row: str, column: str = "") -> str:
        """The codes of the sources that a cell rests on."""
        return self.origins[row, column or self.columns[0]]


def compile_keyed(spot: Spot, source: str, sources: Collection[str] | None) -> Keyed:
    """Compile a keyed table; a row is a line of cells, or names some of its columns."""
    spot.only("kind", "source", "note", "columns", "rows")
    columns = [read_column(name, kind) for name, kind in spot.need("columns").items()]
    rows: dict[str, tuple[Cell, ...]] = {}
    origins: dict[tuple[str, str], str] = {}
    for name, row in spot.need("rows").items():
        cells, origin = _spread(row, columns)
        values: list[Cell] = []
        for column, (cell, own) in zip(columns, cells, strict=True):
            values.append(column.value(cell))
            origins[name, column.name] = origin_of(row, own or origin or source, sources)
        rows[name] = tuple(values)
    return Keyed(tuple(column.name for column in columns), rows, origins)


def _spread(row: Spot, columns: list[Column]) -> tuple[list[tuple[Spot, str]], str]:
    """The cells of a row in the order of the columns, each with its own origin, if it has one."""
    if row.below is not None and not (row.listed and len(columns) == 1):
        return _named(row, columns)
    if len(columns) == 1 and columns[0].kind in {"text", "limits"}:
        return [(row, "")], ""
    written, origin = cells_of(row)
    least = sum(1 for column in columns if column.default is None)
    if not least <= len(written) <= len(columns):
        names = " ".join(column.name for column in columns)
        row.fail(f"{len(written)} cells where {len(columns)} are wanted", f"columns: {names}")
    cells = [(replace(row, scalar=text), own) for text, own in written]
    for column in columns[len(written) :]:
        if column.default is None:
            row.fail(f"'{column.name}' is missing", "only columns with a default may be left out")
        cells.append((replace(row, scalar=column.default), ""))
    return cells, origin


def _named(row: Spot, columns: list[Column]) -> tuple[list[tuple[Spot, str]], str]:
    row.only(*(column.name for column in columns), "source", "note")
    source = row.get("source")
    cells: list[tuple[Spot, str]] = []
    for column in columns:
        cell = row.get(column.name)
        if cell is None:
            if column.default is None and not column.empty:
                row.fail(f"'{column.name}' is missing", f"add '{column.name}:' to this row")
            cells.append((replace(row, scalar=column.default, below=None), ""))
        elif cell.below is None and column.kind != "text":
            text, _, own = (cell.scalar or ".").partition("@")
            cells.append((replace(cell, scalar=text), own))
        else:
            cells.append((cell, ""))
    return cells, source.text() if source else ""
