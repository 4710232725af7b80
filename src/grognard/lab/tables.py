"""The games as tables for other programs: Parquet, one file each for games, events and losses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from grognard.kernel.errors import GrognardError
from grognard.lab.plan import Plan
from grognard.lab.record import Line, Simulated

GAMES: Final = "games.parquet"
EVENTS: Final = "events.parquet"
LOSSES: Final = "losses.parquet"
ROWS: Final = 100_000
"""So many events at a time are written."""

NUMBERS: Final = {"n": "int32", "turn": "int16", "hexagon": "int64", "amount": "int32",
                  "lost": "int32", "got": "float64", "expected": "float64"}  # fmt: skip


def write_tables(
    root: Path, plan: Plan, sides: Sequence[str], games: Iterable[Simulated]
) -> list[Path]:
    """Write all three, reading the games once."""
    pa, pq = arrow()
    events = pa.schema([
        ("game", pa.int32()),
        *((_column(name), getattr(pa, NUMBERS.get(name, "string"))()) for name in _FIELDS),
    ])  # fmt: skip
    rows: list[dict[str, Any]] = []
    losses: list[tuple[int, int, str, str, int]] = []
    new = root / f".{EVENTS}.new"
    with pq.ParquetWriter(new, events, compression="zstd") as writer:
        for batch in _batches(_noted(games, plan, sides, rows, losses)):
            columns = {"game": [index for index, _ in batch]}
            for name in _FIELDS:
                columns[_column(name)] = [getattr(line, name) for _, line in batch]
            writer.write_table(pa.table(columns, events))
    new.replace(root / EVENTS)
    names = ("game", "turn", "side", "formation", "lost")
    kinds = (pa.int32(), pa.int16(), pa.string(), pa.string(), pa.int32())
    held = zip(*losses, strict=True) if losses else [()] * len(names)
    table = pa.table(
        [pa.array(list(column), kind) for column, kind in zip(held, kinds, strict=True)],
        names=list(names),
    )
    _write(pq, table, root / LOSSES)
    _write(pq, pa.Table.from_pylist(rows), root / GAMES)
    return [root / GAMES, root / EVENTS, root / LOSSES]


_FIELDS: Final = Line.__struct_fields__


def _column(name: str) -> str:
    return "hex" if name == "hexagon" else name


def _noted(
    games: Iterable[Simulated],
    plan: Plan,
    sides: Sequence[str],
    rows: list[dict[str, Any]],
    losses: list[tuple[int, int, str, str, int]],
) -> Iterator[tuple[int, Line]]:
    """The events of all games; their rows and losses are noted on the way."""
    for game in games:
        rows.append(row_of(game, plan, sides))
        for turn, held in game.by_turn.items():
            losses += [
                (game.index, turn, side, formation, lost)
                for side, formations in held.items()
                for formation, lost in formations.items()
            ]
        for line in game.events:
            yield game.index, line


def _batches(lines: Iterable[tuple[int, Line]]) -> Iterator[list[tuple[int, Line]]]:
    batch: list[tuple[int, Line]] = []
    for line in lines:
        batch.append(line)
        if len(batch) >= ROWS:
            yield batch
            batch = []
    yield batch


def row_of(game: Simulated, plan: Plan, sides: Sequence[str]) -> dict[str, Any]:
    """A game as a row: one column for each varied option, each side's losses and its player."""
    return {
        "game": game.index, "seed": game.seed,
        **{f"option_{name}": game.options[name] for name in plan.vary},
        **{f"player_{side}": name for side, name in zip(sides, plan.seats, strict=True)},
        "verdict": game.verdict, "winner": game.winner, "score": game.score,
        "turns": game.turns, "answers": game.answers,
        **{f"lost_{side}": game.lost(side) for side in sides},
        "faults": len(game.faults), "failure": game.failure, "state": game.state,
    }  # fmt: skip


def _write(pq: Any, table: Any, path: Path) -> None:
    new = path.with_name(f".{path.name}.new")
    pq.write_table(table, new, compression="zstd")
    new.replace(path)


def arrow() -> tuple[Any, Any]:
    """What writes the tables; asked for before anything is played."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise GrognardError("the laboratory needs pyarrow: pip install 'grognard[lab]'") from None
