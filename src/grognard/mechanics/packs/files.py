"""Reading the files of a pack: refuse what is no text of a pack, then gather the sections.

Size, first bytes and the shape of the lines are looked at before the YAML is read, so that a
huge or binary file is refused at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from grognard.kernel.documents import Document
from grognard.kernel.errors import MalformedFile
from grognard.mechanics.charts.lined import Spot, lined_once
from grognard.mechanics.packs.shapes import Entry, Notes, Problem, Record, meant, shown

LARGEST = 400_000
"""Bytes of all files together; the largest pack that is known has a third of it."""

MOST_LINES = 20_000
LONGEST_LINE = 2_000
DEEPEST = 100

BELOW = "/"
"""Stands in the name of a file that belongs to the pack which another stands upon."""

_KEY = re.compile(r"""['"]?([A-Za-z_][A-Za-z0-9_-]*)['"]?\s*:(\s|$)""")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class PackText:
    """A pack as read: its entries, and what is wrong with them."""

    entry: Entry | None
    notes: Notes


def read_pack(document: Document, shape: Record) -> PackText:
    """Read every file of a document and all its fields."""
    notes = Notes()
    top: Spot | None = None
    for file, content in sorted(document.files, key=lambda held: held[0].count(BELOW)):
        text = _text_of(file, content, shape, notes)
        spot = _spots_of(file, text, notes) if text is not None else None
        if spot is not None:
            top = spot if top is None else _merged(top, spot, shape, notes)
    if top is None or notes.problems:  # sections of a file that cannot be read are missed in vain
        return PackText(None, notes)
    entry = shape.read(top, notes)
    return PackText(None if notes.is_full else entry, notes)


def _refuse(notes: Notes, file: str, text: str, hint: str, line: int = 0) -> None:
    notes.problems.append(Problem(file, line, "", text, hint))


def _text_of(file: str, content: bytes, shape: Record, notes: Notes) -> str | None:
    """The text of a file that may belong to a pack."""
    if len(content) > LARGEST:
        _refuse(notes, file, "the file is too large for a pack", f"at most {LARGEST} bytes")
    elif not content.strip():
        _refuse(notes, file, "the file is empty", "start with 'format: 1'")
    elif _CONTROL.search(content):
        _refuse(notes, file, "this is no text", "a pack is a YAML text in UTF-8")
    else:
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            _refuse(notes, file, "this is no text in UTF-8", "save it in UTF-8")
        else:
            return text if _looks_like_pack(file, text.splitlines(), shape, notes) else None
    return None


def _looks_like_pack(file: str, lines: list[str], shape: Record, notes: Notes) -> bool:
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


def _spots_of(file: str, text: str, notes: Notes) -> Spot | None:
    try:
        return lined_once(text, file)
    except MalformedFile as error:
        notes.problems.append(Problem.of(error))
    except RecursionError:
        _refuse(notes, file, "values lie too deep in one another", "a pack needs few levels")
    return None


def _merged(top: Spot, more: Spot, shape: Record, notes: Notes) -> Spot:
    """Two files of a folder as one; a section may stand in one of them only.

    Those of a pack that another stands upon come last and give way to it.
    """
    if top.below is None or more.below is None or top.listed or more.listed:
        notes.add(more, "named sections are wanted here", f"known: {', '.join(shape.fields)}")
        return top
    if BELOW in more.file:
        return replace(top, below={**more.below, **top.below})
    below = dict(top.below)
    for key, spot in more.below.items():
        if key in below:
            other = below[key]
            text = f"'{shown(key)}' stands in {other.file} too"
            notes.add(spot, text, "keep one of them")
        else:
            below[key] = spot
    return replace(top, below=below)
