"""Studies: a battle that is over, an imported record or a fork, with variations, notes and drawings.

A branch is a battle of its own that leaves another at a line; the first, 0, is the main line. A mark
stands at a line of a branch and says what somebody thinks of it. Only the owner changes a study.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.host.clocks import now_ms
from grognard.host.keeper import new_id
from grognard.host.refused import Refused
from grognard.host.speech import plain
from grognard.host.store import Store
from grognard.host.store_schema import answers, studies
from grognard.kernel.reading import decode

MAIN: Final = 0
LONGEST_TITLE: Final = 120
LONGEST_NAME: Final = 80
LONGEST_NOTE: Final = 1000
MOST_STUDIES: Final = 100
"""So many studies one person may keep."""

MOST_BRANCHES: Final = 24
MOST_MARKS: Final = 400
MOST_DRAWN: Final = 24
"""So much may be drawn at one line."""

LARGEST: Final = 256 * 1024
"""So many bytes a study may take in the store."""

Glyph = Literal["", "!", "!!", "?", "??", "!?", "?!"]
Kind = Literal["arrow", "ring"]
Colour = Literal["red", "blue", "green", "brown"]


class Drawn(msgspec.Struct, frozen=True):
    """An arrow from a place to another, or a ring around one."""

    kind: Kind
    at: int
    to: int = 0
    colour: Colour = "red"
    dashed: bool = False


class Mark(msgspec.Struct, frozen=True):
    """What is thought of a line of a branch: a glyph, a note, what is drawn on the map."""

    branch: int
    line: int
    glyph: Glyph = ""
    note: str = ""
    drawn: tuple[Drawn, ...] = ()

    @property
    def says_something(self) -> bool:
        return bool(self.glyph or self.note or self.drawn)


class Branch(msgspec.Struct, frozen=True):
    """A battle in a study: it leaves the branch ``of`` after line ``at`` of it. The main line leaves none."""

    branch: int
    game: str
    of: int = MAIN
    at: int = 0
    name: str = ""


class Content(msgspec.Struct, frozen=True):
    """What is kept of a study as one document."""

    branches: tuple[Branch, ...]
    marks: tuple[Mark, ...] = ()
    made: int = 0
    """The highest number a branch has had: none is given twice."""


class Study(msgspec.Struct, frozen=True):
    """A study as the store has it. ``revision`` grows with every change."""

    id: str
    owner: str
    by: str
    title: str
    content: Content
    revision: int
    created: int
    touched: int

    def branch(self, number: int) -> Branch:
        """One of its branches by number."""
        for each in self.content.branches:
            if each.branch == number:
                return each
        raise Refused.because("no-branch", f"there is no branch {number} in this study")


class Studies:
    """The studies of a store. Called off the event loop."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, owner: str) -> list[Study]:
        """The studies of a person, the latest first."""
        query = sa.select(studies).where(studies.c.owner == owner)
        return [_read(row) for row in self.store.rows(query.order_by(studies.c.touched.desc()))]

    def named(self, study: str) -> Study | None:
        rows = self.store.rows(sa.select(studies).where(studies.c.id == study))
        return _read(rows[0]) if rows else None

    def last_lines(self, wanted: Sequence[str]) -> dict[str, int]:
        """The number of the last line of each of some battles."""
        last = sa.func.max(answers.c.number).label("last")
        query = sa.select(answers.c.game, last).where(answers.c.game.in_(wanted))
        return {row.game: row.last for row in self.store.rows(query.group_by(answers.c.game))}

    def begun(self, owner: str, by: str, title: str, branches: Sequence[Branch]) -> Study:
        """A new study of a battle; nobody keeps more than so many."""
        now = now_ms()
        content = Content(tuple(branches), made=max(each.branch for each in branches))
        made = Study(
            new_id(), owner, by, plain(title, LONGEST_TITLE) or "Study", content, 0, now, now
        )

        def write(connection: Connection) -> None:
            counted = sa.select(sa.func.count()).where(studies.c.owner == owner)
            if connection.execute(counted).scalar_one() >= MOST_STUDIES:
                raise Refused.because("too-many", f"at most {MOST_STUDIES} studies are kept")
            connection.execute(studies.insert(), [_row(made)])

        self.store.written(write).result()
        return made

    def changed(
        self,
        study: str,
        revision: int,
        title: str,
        names: dict[int, str],
        marks: Sequence[Mark],
    ) -> Study:
        """Another title, other names and marks; branches that are not named go, with what left them."""

        def change(held: Study) -> Study:
            if held.revision != revision:
                raise Refused.because("stale", "this study was changed elsewhere: read it again")
            branches = _kept(held.content.branches, names)
            there = {each.branch for each in branches}
            content = Content(branches, _cleaned(marks, there), held.content.made)
            return msgspec.structs.replace(
                held, title=plain(title, LONGEST_TITLE) or held.title, content=content
            )

        return self._change(study, change)

    def grown(self, study: str, game: str, of: int, at: int, name: str) -> Study:
        """A branch more: a battle that left another branch at a line."""

        def change(held: Study) -> Study:
            content = held.content
            check_room(held)
            held.branch(of)
            number = content.made + 1
            branch = Branch(number, game, of, at, plain(name, LONGEST_NAME))
            grown = msgspec.structs.replace(
                content, branches=(*content.branches, branch), made=number
            )
            return msgspec.structs.replace(held, content=grown)

        return self._change(study, change)

    def forgotten(self, study: str) -> None:
        gone = studies.delete().where(studies.c.id == study)
        self.store.written(lambda connection: connection.execute(gone)).result()

    def _change(self, study: str, change: Callable[[Study], Study]) -> Study:
        """Change a study as it is at this moment, or refuse; of two at a time one is the second."""

        def write(connection: Connection) -> Study:
            here = studies.c.id == study
            row = connection.execute(sa.select(studies).where(here).with_for_update()).one_or_none()
            if row is None:
                raise Refused.because("no-study", "there is no such study")
            held = change(_read(row))
            made = msgspec.structs.replace(held, revision=held.revision + 1, touched=now_ms())
            written = _row(made)
            if len(written["content"]) > LARGEST:
                raise Refused.because("too-large", f"a study has at most {LARGEST} bytes")
            connection.execute(studies.update().where(here).values(**written))
            return made

        made: Study = self.store.written(write).result()
        return made


def check_room(study: Study) -> None:
    """Is there room for a branch more?"""
    if len(study.content.branches) >= MOST_BRANCHES:
        raise Refused.because("too-many", f"a study has at most {MOST_BRANCHES} branches")


def _kept(branches: Sequence[Branch], names: dict[int, str]) -> tuple[Branch, ...]:
    """The branches that are named still and whose own branch is there; the main line always is."""
    kept: dict[int, Branch] = {}
    for each in branches:
        stays = each.branch == MAIN or (each.branch in names and each.of in kept)
        if stays:
            name = plain(names.get(each.branch, each.name), LONGEST_NAME)
            kept[each.branch] = msgspec.structs.replace(each, name=name)
    return tuple(kept.values())


def _cleaned(marks: Sequence[Mark], branches: set[int]) -> tuple[Mark, ...]:
    """Marks of branches that are there, one for each line, their notes plain text."""
    found: dict[tuple[int, int], Mark] = {}
    for mark in marks:
        mark = msgspec.structs.replace(mark, note=plain(mark.note, LONGEST_NOTE))
        if mark.branch in branches and mark.says_something:
            found[mark.branch, mark.line] = mark
    return tuple(found[key] for key in sorted(found))


def _row(study: Study) -> dict[str, Any]:
    return {
        "id": study.id, "owner": study.owner, "by": study.by, "title": study.title,
        "content": msgspec.json.encode(study.content), "revision": study.revision,
        "created": study.created, "touched": study.touched,
    }  # fmt: skip


def _read(row: Any) -> Study:
    content = decode(bytes(row.content), Content)
    return Study(
        row.id, row.owner, row.by, row.title, content, row.revision, row.created, row.touched
    )
