"""Saves: a state as readable JSON, and back.

A save holds the edition it is played under, the table and the stack. What the game waits for is
not saved: the step that asked is asked again. Steps and fields are found by name, and a procedure
may name the old ones it still understands (``Procedure.renamed``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction
from itertools import islice
from typing import Any

import msgspec

from grognard.kernel import reading
from grognard.kernel.engine import Frame, State, unanswered
from grognard.kernel.errors import BrokenRules, MalformedFile
from grognard.kernel.procedures import Procedure
from grognard.kernel.questions import Options
from grognard.kernel.system import Edition, Rules, tag_of

FORMAT = 1
LISTED = 200
"""At most this many options are written out with a view."""

EXPANDED = 2
"""Down to this depth a save has one line for each entry; deeper it runs on in the line."""


class Save(msgspec.Struct, frozen=True):
    """The outside of a save: enough to know which system and scenario it belongs to."""

    grognard: str
    format: int
    edition: Edition
    table: msgspec.Raw
    stack: list[dict[str, Any]]


def _written(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Options):
        return [str(action) for action in islice(value, LISTED)]
    raise NotImplementedError(f"{type(value).__name__} cannot be written down")


def _read(kind: type, value: object) -> object:
    if kind is Fraction:
        if not isinstance(value, str | int):
            raise ValueError("a fraction is written as in '3/2'")
        return Fraction(value)
    raise NotImplementedError(f"{kind.__name__} cannot be read back")


def encode(value: object) -> bytes:
    """Compact JSON, the same bytes for the same value. Dictionaries have words for keys."""
    return msgspec.json.encode(value, enc_hook=_written, order="deterministic")


def builtins(value: object) -> Any:
    """The value as JSON would have it: dictionaries, lists, strings and numbers."""
    return msgspec.to_builtins(value, enc_hook=_written, order="deterministic", str_keys=True)


def view_document(view: object) -> Any:
    """A view as it is sent to a client; lazy options are listed up to a limit."""
    return builtins(view)


def convert(value: object, kind: type[Any]) -> Any:
    """Build a value of ``kind`` from what JSON holds; raises ``msgspec.ValidationError``."""
    return reading.convert(value, kind, _read)


# --- writing


def dump(state: State, rules: Rules) -> bytes:
    """The state as readable JSON."""
    edition = rules.edition(state.table.setting)
    whole = {
        "grognard": "save",
        "format": FORMAT,
        "edition": builtins(edition),
        "table": builtins(rules.table_document(state.table)),
        "stack": [frame_document(frame) for frame in state.stack],
    }
    return (_readable(whole, 0) + "\n").encode()


def frame_document(frame: Frame) -> dict[str, Any]:
    """A frame as it is saved: procedure, step, then what the procedure remembers."""
    fields = builtins(frame.procedure)
    return {"procedure": fields.pop("procedure"), "step": frame.step, **fields}


def _readable(value: Any, depth: int) -> str:
    pad, close = " " * (depth + 1), " " * depth
    if depth <= EXPANDED and isinstance(value, dict) and value:
        rows = [
            f"{pad}{_compact(key)}: {_readable(held, depth + 1)}" for key, held in value.items()
        ]
        return "{\n" + ",\n".join(rows) + f"\n{close}}}"
    if depth <= EXPANDED and isinstance(value, list) and value and not _plain(value):
        rows = [f"{pad}{_compact(held)}" for held in value]
        return "[\n" + ",\n".join(rows) + f"\n{close}]"
    return _compact(value)


def _plain(value: list[Any]) -> bool:
    return not any(isinstance(held, dict | list) for held in value)


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def state_hash(state: State, rules: Rules) -> str:
    """SHA-256 of the table and the stack, the same on every machine and under every hash seed."""
    whole = {
        "table": rules.table_document(state.table),
        "stack": [frame_document(frame) for frame in state.stack],
    }
    return hashlib.sha256(msgspec.json.encode(whole, enc_hook=_written, order="sorted")).hexdigest()


# --- reading


def outside(data: bytes, name: str = "save") -> Save:
    """Read a save as far as any system can: is it one, and whose is it?"""
    if not data.lstrip()[:1] == b"{":
        raise MalformedFile(name, "this is not a save", hint="a save is a JSON object")
    save: Save = decoded(data, Save, name)
    if save.grognard != "save":
        raise MalformedFile(name, "this is not a save", field="grognard")
    if save.format != FORMAT:
        raise MalformedFile(
            name,
            f"format {save.format} cannot be read, only {FORMAT}",
            field="format",
            hint="use the version of grognard that wrote it",
        )
    return save


def load(data: bytes, rules: Rules, setting: Any, name: str = "save") -> State:
    """The state as it was saved, with its question put again.

    A save of older rules or charts is continued under today's; one of another scenario, or of
    another revision of it, is refused: its hexes and units would mean something else.
    """
    save, here = outside(data, name), rules.edition(setting)
    for part in ("system", "scenario", "pack", "options"):
        theirs, ours = getattr(save.edition, part), getattr(here, part)
        if theirs != ours:
            raise MalformedFile(name, f"it belongs to {theirs!r}, not to {ours!r}", field=part)
    document = decoded(bytes(save.table), rules.document, name, "table")
    try:
        table = rules.table_from(document, setting)
    except (LookupError, ValueError) as problem:
        raise MalformedFile(name, str(problem), field="table") from None
    by_tag = {tag_of(kind): kind for kind in rules.procedures}
    stack = [
        _frame(frame, by_tag, rules.renamed, name, f"stack[{index}]")
        for index, frame in enumerate(save.stack)
    ]
    try:
        return unanswered(table, stack)
    except (BrokenRules, LookupError, ValueError, TypeError, AttributeError) as problem:
        raise MalformedFile(
            name, f"the stack does not fit the table: {problem}", field="stack"
        ) from None


def _frame(
    fields: Mapping[str, Any],
    by_tag: Mapping[str, type[Procedure]],
    renamed: Mapping[str, str],
    name: str,
    where: str,
) -> Frame:
    tag, step = fields.get("procedure"), fields.get("step")
    if not isinstance(tag, str) or not isinstance(step, str):
        raise MalformedFile(name, "a frame names its procedure and its step", field=where)
    kind = by_tag.get(renamed.get(tag, tag))
    if kind is None:
        raise MalformedFile(name, f"no procedure is called {tag!r}", field=where)
    if kind.renamed.get(step, step) not in kind.steps:
        raise MalformedFile(name, f"{tag} has no step {step!r}", field=f"{where}.step")
    known = kind.__struct_fields__
    remembered: dict[str, Any] = {}
    for field, value in fields.items():
        if field in ("procedure", "step"):
            continue
        today = field if field in known else kind.renamed.get(field, field)
        if today not in known:
            raise MalformedFile(name, f"{tag} has no field {field!r}", field=f"{where}.{field}")
        remembered[today] = value
    try:
        procedure = convert(remembered, kind)
    except msgspec.ValidationError as problem:
        raise MalformedFile(name, str(problem), field=where) from None
    return Frame(procedure, kind.find(step).name)


def decoded(data: bytes, kind: type[Any], name: str, where: str = "") -> Any:
    """Decode JSON into ``kind``; what is wrong is told with its line or its field."""
    try:
        return reading.decode(data, kind, _read)
    except msgspec.ValidationError as problem:
        said, _, at = str(problem).partition(" - at `$")
        field = (where + at.rstrip("`")).lstrip(".")
        raise MalformedFile(name, said, field=field) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise MalformedFile(name, f"not JSON: {problem}", line=_line(data, str(problem))) from None


def _line(data: bytes, problem: str) -> int | None:
    """The line of a JSON error, from the byte that msgspec names."""
    _, mark, rest = problem.partition("(byte ")
    if not mark:
        return data.count(b"\n") + 1 if "truncated" in problem else None
    return data.count(b"\n", 0, int(rest.rstrip(")"))) + 1
