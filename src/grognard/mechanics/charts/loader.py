"""Loading a card: its alternatives chosen, its tables compiled, its checks proved."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from grognard.mechanics.charts.cells import Cell, cells_of, origin_of
from grognard.mechanics.charts.keyed import Keyed, compile_keyed
from grognard.mechanics.charts.ladders import Ladder, Laddered
from grognard.mechanics.charts.lined import Spot, read_lined
from grognard.mechanics.charts.odds import Odds, compile_odds, read_ratio

Table = Odds | Ladder | Keyed


@dataclass(frozen=True, slots=True)
class Chart:
    """A card, compiled. ``options`` lists its alternatives, the default of each first."""

    name: str
    title: str
    rules: tuple[str, ...]
    source: str
    tables: Mapping[str, Table]
    options: Mapping[str, tuple[str, ...]]

    def odds(self, name: str) -> Odds:
        table = self.tables[name]
        assert isinstance(table, Odds), name
        return table

    def ladder(self, name: str) -> Ladder:
        table = self.tables[name]
        assert isinstance(table, Ladder), name
        return table

    def keyed(self, name: str) -> Keyed:
        table = self.tables[name]
        assert isinstance(table, Keyed), name
        return table


def load_chart(
    path: Path,
    chosen: Mapping[str, str] | None = None,
    sources: Collection[str] | None = None,
) -> Chart:
    """Read, prove and compile one card, with the alternatives ``chosen`` of those it has."""
    top = read_lined(path)
    top.only(
        "card", "title", "rule", "ruling", "source", "note", "tables", "alternatives", "checks"
    )
    source = origin_of(top.need("source"), top.need("source").text(), sources)
    options, tables = _choose(top, dict(chosen or {}))
    compiled: dict[str, Table] = {}
    for name, spot in tables.items():
        compiled[name] = _compile(spot, compiled, source, sources)
    chart = Chart(
        name=top.need("card").text(),
        title=top.need("title").text(),
        rules=tuple(spot.text() for spot in top.need("rule").each()),
        source=source,
        tables=compiled,
        options={name: values for name, (values, _) in options.items()},
    )
    checks = top.get("checks")
    for check in checks.each() if checks else ():
        _prove(check, chart, {name: value for name, (_, value) in options.items()})
    return chart


# --- alternatives -------------------------------------------------------------------------------


def _choose(
    top: Spot, chosen: dict[str, str]
) -> tuple[dict[str, tuple[tuple[str, ...], str]], dict[str, Spot]]:
    """The options of a card with the value each has, and its tables with those values put in."""
    tables = dict(top.need("tables").items())
    options: dict[str, tuple[tuple[str, ...], str]] = {}
    listed = top.get("alternatives")
    for name, spot in listed.items() if listed else ():
        default = spot.need("default").text()
        others = [value for value, _ in spot.items() if value != "default"]
        value = chosen.pop(name, default)
        options[name] = ((default, *others), value)
        if value == default:
            continue
        if value not in others:
            spot.fail(f"'{value}' is no value of {name}", f"known: {default}, {', '.join(others)}")
        for change in spot.need(value).each():
            _put(tables, change)
    for name in chosen:
        top.fail(f"'{name}' is no alternative of this card", f"known: {', '.join(options)}")
    return options, tables


def _put(tables: dict[str, Spot], change: Spot) -> None:
    """Write one change of an alternative into the table it names."""
    change.only("table", "row", "column", "to")
    name, row, to = (change.need(key) for key in ("table", "row", "to"))
    if name.text() not in tables:
        name.fail(f"there is no table '{name.scalar}'", f"known: {', '.join(tables)}")
    table = tables[name.text()]
    rows = table.need("rows")
    old = rows.get(row.text())
    if old is None:
        row.fail(
            f"there is no row '{row.scalar}'", f"known: {', '.join(k for k, _ in rows.items())}"
        )
    column = change.get("column")
    new = to if column is None else _with_cell(table, old, column, to)
    tables[name.text()] = table.swapped("rows", rows.swapped(row.text(), new))


def _with_cell(table: Spot, row: Spot, column: Spot, to: Spot) -> Spot:
    """A row of a card with one cell changed, whichever way the row is written."""
    if row.below is not None:
        return replace(row, below={**row.below, column.text(): to}, line=to.line)
    listed = table.need("columns")
    heads = [spot.text() for spot in listed.each()] if listed.listed else list(listed.below or ())
    if column.text() not in heads:
        column.fail(f"there is no column '{column.scalar}'", f"known: {', '.join(heads)}")
    cells, origin = cells_of(row)
    words = [f"{text}@{own}" if own else text for text, own in cells]
    words[heads.index(column.text())] = to.text()
    return replace(row, scalar=" ".join([*words, "|", origin]), line=to.line)


# --- tables -------------------------------------------------------------------------------------


def _compile(
    spot: Spot, before: Mapping[str, Table], source: str, sources: Collection[str] | None
) -> Table:
    own = spot.get("source")
    if own is not None:
        source = origin_of(own, own.text(), sources)
    kind = spot.need("kind")
    if kind.text() == "odds":
        return compile_odds(spot)
    if kind.text() in {"bands", "ladder"}:
        return Laddered(spot, source, sources).table(before)
    if kind.text() == "keyed":
        return compile_keyed(spot, source, sources)
    return kind.fail(f"'{kind.scalar}' is no kind of table", "known: bands, ladder, odds, keyed")


# --- checks -------------------------------------------------------------------------------------


def _prove(check: Spot, chart: Chart, values: Mapping[str, str]) -> None:
    """One worked example: what the card says must be what the example says."""
    check.only("table", "row", "column", "roll", "ratio", "is", "dice", "with")
    wanted = check.get("with")
    for option, value in wanted.items() if wanted else ():
        if values.get(option) != value.text():
            return
    name = check.need("table")
    table = chart.tables.get(name.text())
    if table is None:
        name.fail(f"there is no table '{name.scalar}'", f"known: {', '.join(chart.tables)}")
    expected = check.need("is").text()
    try:
        found = _looked_up(check, table)
    except LookupError as error:
        check.fail(str(error), "name a row and column of the card")
    if found != expected:
        check.fail(f"the card gives {found}, the example {expected}", "mend the card or the check")


def _looked_up(check: Spot, table: Table) -> str:
    if isinstance(table, Odds):
        of, to = read_ratio(check, check.need("ratio").text())
        dice = check.get("dice")
        if dice is not None and int(dice.text()) != table.dice(of, to):
            dice.fail(f"the card gives {table.dice(of, to)} on the dice", "mend card or check")
        return table.names[table.column(of, to)]
    row = check.need("row").text()
    if isinstance(table, Ladder):
        roll = int(check.need("roll").text())
        if roll not in table.faces:
            check.fail(f"{roll} is no roll of these dice", "name a roll of the card")
        return table.cells[table.index(row)][table.faces.index(roll)]
    column = check.get("column")
    return _printed_cell(table.cell(row, column.text() if column else ""))


def _printed_cell(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, tuple):
        return ",".join(str(part) for part in cell)
    return "." if cell is None else str(cell)
