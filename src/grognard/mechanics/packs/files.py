"""Reading the files of a pack: refuse what is no text of a pack, then gather the sections.

Size, first bytes and the shape of the lines are looked at before the YAML is read, so that a
huge or binary file is refused at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.lined import Spot, read_lined
from grognard.mechanics.packs.shapes import Entry, Notes, Problem, Record, meant, shown

LARGEST = 5_000_000
MOST_LINES = 20_000
LONGEST_LINE = 2_000
DEEPEST = 100
MAIN = "scenario.yaml"

_KEY = re.compile(r"""['"]?([A-Za-z_][A-Za-z0-9_-]*)['"]?\s*:(\s|$)""")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class PackText:
    """A pack as read: its entries, what is wrong with them, and a digest of the files."""

    entry: Entry | None
    notes: Notes
    digest: str


def read_pack(path: Path, shape: Record) -> PackText:
    """Read every file of a pack and all its fields."""
    notes = Notes()
    digest = sha256()
    top: Spot | None = None
    for file in pack_files(path, notes):
        held = _bytes_of(file, shape, notes)
        if held is None:
            continue
        digest.update(f"{file.name}\n{len(held)}\n".encode())
        digest.update(held)
        spot = _spots_of(file, notes)
        if spot is not None:
            top = spot if top is None else _merged(top, spot, shape, notes)
    if top is None:
        return PackText(None, notes, digest.hexdigest())
    if notes.problems:  # a file is missing or unreadable: its sections would be missed in vain
        return PackText(None, notes, digest.hexdigest())
    return PackText(shape.read(top, notes), notes, digest.hexdigest())


def pack_files(path: Path, notes: Notes) -> list[Path]:
    """The files of a pack: the one named, or those of a folder, its main file first."""
    if path.is_dir():
        main = path / MAIN
        if not main.is_file():
            _refuse(notes, path, f"the folder holds no {MAIN}", "name a pack's folder or file")
            return []
        return [main, *sorted(file for file in path.glob("*.yaml") if file != main)]
    if not path.is_file():
        _refuse(notes, path, "there is no such file", "name a pack's folder or file")
        return []
    return [path]


def _refuse(notes: Notes, file: Path, text: str, hint: str, line: int = 0) -> None:
    notes.problems.append(Problem(file.name, line, "", text, hint))


def _bytes_of(file: Path, shape: Record, notes: Notes) -> bytes | None:
    """The bytes of a file that may hold a pack."""
    try:
        if file.stat().st_size > LARGEST:
            _refuse(notes, file, "the file is too large for a pack", f"at most {LARGEST} bytes")
            return None
        held = file.read_bytes()
    except OSError as error:
        _refuse(notes, file, f"cannot be read: {error.strerror}", "is it a file of yours?")
        return None
    if not held.strip():
        _refuse(notes, file, "the file is empty", "start with 'format: 1'")
        return None
    if _CONTROL.search(held):
        _refuse(notes, file, "this is no text", "a pack is a YAML text in UTF-8")
        return None
    try:
        lines = held.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        _refuse(notes, file, "this is no text in UTF-8", "save it in UTF-8")
        return None
    return held if _looks_like_pack(file, lines, shape, notes) else None


def _looks_like_pack(file: Path, lines: list[str], shape: Record, notes: Notes) -> bool:
    """Do the lines that start at the margin name sections? Cheap, before any YAML is read."""
    if len(lines) > MOST_LINES:
        _refuse(notes, file, "the file has too many lines for a pack", f"at most {MOST_LINES}")
        return False
    depth = 0
    for number, line in enumerate(lines, 1):
        depth += line.count("[") + line.count("{") - line.count("]") - line.count("}")
        if depth > DEEPEST:
            _refuse(notes, file, "values lie too deep in one another", "close brackets", number)
            return False
        if len(line) > LONGEST_LINE:
            hint = f"at most {LONGEST_LINE} characters"
            _refuse(notes, file, "this line is too long for a pack", hint, number)
            return False
        if line[:1] in ("", " ", "#", "\t", "]", "}") or line[:2] == "- ":
            continue
        if line.startswith(("---", "\ufeff", "%")):
            continue
        if not _KEY.match(line):
            text = f"'{shown(line)}' is no section of a pack"
            _refuse(notes, file, text, meant(line, shape.fields), number)
            return False
    return True


def _spots_of(file: Path, notes: Notes) -> Spot | None:
    try:
        return read_lined(file)
    except MalformedFile as error:
        problem = Problem(file.name, error.line or 0, error.field, error.problem, error.hint)
        notes.problems.append(problem)
    except RecursionError:
        _refuse(notes, file, "values lie too deep in one another", "a pack needs few levels")
    return None


def _merged(top: Spot, more: Spot, shape: Record, notes: Notes) -> Spot:
    """Two files of a folder as one; a section may stand in one of them only."""
    if top.below is None or more.below is None or top.listed or more.listed:
        notes.add(more, "named sections are wanted here", f"known: {', '.join(shape.fields)}")
        return top
    below = dict(top.below)
    for key, spot in more.below.items():
        if key in below:
            other = below[key]
            text = f"'{shown(key)}' stands in {other.file} too"
            notes.add(spot, text, "keep one of them")
        else:
            below[key] = spot
    return replace(top, below=below)
