"""Battles of a long run that are there already, a line each: the same command goes on from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from grognard.cli.console import console, say
from grognard.kernel.errors import GrognardError


class Played(Protocol):
    """A battle that knows which it was to be."""

    @property
    def job(self) -> Any: ...


Battle = TypeVar("Battle", bound=Played)
Job = TypeVar("Job")


def gone_on(
    listed: Sequence[Job],
    play: Callable[[list[Job]], Iterable[Battle]],
    kept: Kept[Battle] | None,
) -> list[Battle]:
    """Every battle of the list, in its order; those that are kept are not played again."""
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    there = {battle.job: battle for battle in kept.there} if kept is not None else {}
    waiting = [job for job in listed if job not in there]
    done = len(listed) - len(waiting)
    if done:
        say(f"{done} of {len(listed)} battles are there already")
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(), transient=True) as progress:
        task = progress.add_task("battles", total=len(listed), completed=done)
        for battle in play(waiting):
            there[battle.job] = battle
            if kept is not None:
                kept.keep(battle)
            progress.advance(task)
    return [there[job] for job in listed]


class Kept(Generic[Battle]):
    """A file of battles. Its first line names by what they were played: those of others are left."""

    def __init__(self, path: Path, played_by: Any, kind: type[Battle]) -> None:
        self.path, self._kind = path, kind
        first = msgspec.json.encode(played_by)
        lines = path.read_bytes().splitlines() if path.exists() else []
        if lines and not lines[0].startswith(b"["):
            raise GrognardError(f"{path} holds no kept battles: it is left as it is")
        if lines[:1] != [first]:
            lines = []
            path.write_bytes(first + b"\n")
        elif not path.read_bytes().endswith(b"\n"):
            self._write(b"")
        self.there = list(self._read(lines[1:]))

    def _read(self, lines: list[bytes]) -> Iterator[Battle]:
        """The battles that were written down; one that was cut short is played again."""
        for line in lines:
            try:
                yield msgspec.json.decode(line, type=self._kind)
            except msgspec.MsgspecError:
                continue

    def keep(self, battle: Battle) -> None:
        self._write(msgspec.json.encode(battle))

    def _write(self, line: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(line + b"\n")
