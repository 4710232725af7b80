"""Battles of a long run that are there already, a line each: the same command goes on from them.

A line in brackets names what those after it were played under. When rules have changed, a new such line is
added and nothing is taken away: what still counts is for the command to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from grognard.cli.console import console, say
from grognard.kernel.errors import GrognardError
from grognard.kernel.reading import decode

Revisions = Mapping[str, str]
"""By name of a part, the revision that it was played under."""


class Played(Protocol):
    """A battle that knows which it was to be."""

    @property
    def job(self) -> Any: ...


Battle = TypeVar("Battle", bound=Played)
Job = TypeVar("Job")


def gone_on(
    listed: Sequence[Job],
    play: Callable[[list[Job]], Iterable[Battle]],
    there: dict[Job, Battle],
    again: Sequence[Job] = (),
    keep: Callable[[Battle], None] | None = None,
) -> list[Battle]:
    """The battles of the list, in its order; those ``there`` are not played, unless they are to be ``again``."""
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    waiting = [*again, *(job for job in listed if job not in there)]
    done = len(listed) - len(waiting)
    if done:
        say(f"{done} of {len(listed)} battles are there already")
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(), transient=True) as progress:
        task = progress.add_task("battles", total=len(listed), completed=done)
        for battle in play(waiting):
            there[battle.job] = battle
            if keep is not None:
                keep(battle)
            progress.advance(task)
    return [there[job] for job in listed]


class Kept(Generic[Battle]):
    """A file of battles, with what each was played under."""

    def __init__(self, path: Path, now: Revisions, kind: type[Battle]) -> None:
        self.path, self.now, self._kind = path, dict(now), kind
        content = path.read_bytes() if path.exists() else b""
        if content and not content.startswith(b"["):
            raise GrognardError(f"{path} holds no kept battles: it is left as it is")
        self.held: list[tuple[Revisions, Battle]] = []
        last: Revisions | None = None
        for last, battle in self._read(content.splitlines()):
            if battle is not None:
                self.held.append((last, battle))
        if content and not content.endswith(b"\n"):
            self._write(b"")
        if last != self.now:
            self._write(msgspec.json.encode(list(self.now.items())))

    @property
    def there(self) -> list[Battle]:
        """Those that were played under all that is played under now."""
        return [battle for under, battle in self.held if under == self.now]

    def _read(self, lines: list[bytes]) -> Iterator[tuple[Revisions, Battle | None]]:
        """What was written down; a battle that was cut short is played again."""
        under: Revisions = {}
        for line in lines:
            battle: Battle | None = None
            try:
                if line.startswith(b"["):
                    under = _revisions(line)
                else:
                    battle = decode(line, self._kind)
            except msgspec.MsgspecError:
                continue
            yield under, battle

    def keep(self, battle: Battle) -> None:
        self._write(msgspec.json.encode(battle))

    def _write(self, line: bytes) -> None:
        with self.path.open("ab") as file:
            file.write(line + b"\n")


def _revisions(line: bytes) -> Revisions:
    """What a line in brackets names; that of an older release names no parts."""
    try:
        return dict(decode(line, list[tuple[str, str]]))
    except msgspec.ValidationError:
        return {}
