"""Where a situation starts: a segment, a player's sequence, a battle, or any one procedure by name."""

from __future__ import annotations

import types
import typing
from typing import Any

import msgspec

from grognard.kernel import Item, Procedure
from grognard.kernel.codec import convert
from grognard.kernel.system import subclasses, tag_of
from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.actions import Firer, read_firer
from grognard.systems.bataille.table import Table
from grognard.systems.premier.sequence import Battle, PlayerSequence

SEGMENTS = {
    "charge": "ChargeSegment",
    "movement": "MovementSegment",
    "defensive-fire": "DefensiveFireSegment",
    "offensive-fire": "OffensiveFireSegment",
    "melee": "MeleeSegment",
    "recovery": "RecoverySegment",
}
"""Segments by name; each takes the side that acts in it."""


def procedures() -> dict[str, type[Procedure]]:
    """Every procedure of the edition by the name it has in files."""
    found = subclasses(Procedure, "grognard.systems.premier", "grognard.systems.bataille")
    return {tag_of(kind): kind for kind in found if kind.steps}


def procedure_named(text: str, table: Table) -> Procedure:
    """``battle``, ``sequence french``, ``segment movement french``, ``Disorder unit=F1 cause=fire``."""
    first, *rest = text.split()
    if first == "battle":
        return Battle()
    if first == "sequence" and len(rest) == 1:
        return PlayerSequence(_side(rest[0], table))
    if first == "segment" and len(rest) == 2 and rest[0] in SEGMENTS:
        side = _side(rest[1], table)
        table.segment = rest[0]
        table.phasing = table.setting.enemy(side) if rest[0] == "defensive-fire" else side
        return procedures()[SEGMENTS[rest[0]]](side)
    kind = procedures().get(first)
    if kind is None:
        segments = ", ".join(SEGMENTS)
        raise ValueError(
            f"cannot start at {text!r}; start a battle, a sequence SIDE, a segment NAME SIDE "
            f"({segments}), or a procedure with field=value"
        )
    return _with_fields(kind, rest)


def _side(word: str, table: Table) -> str:
    if word not in table.setting.sides:
        raise ValueError(
            f"there is no side {word!r}; there are {' and '.join(table.setting.sides)}"
        )
    return word


def _with_fields(kind: type[Procedure], words: list[str]) -> Procedure:
    hints = typing.get_type_hints(kind)
    values: dict[str, Any] = {}
    for word in words:
        name, mark, value = word.partition("=")
        if not mark or name not in kind.__struct_fields__:
            raise ValueError(f"{kind.__name__} has no {word!r}; it has {kind.__struct_fields__}")
        values[name] = _read(value, hints[name])
    try:
        made: Procedure = convert(values, kind)
    except msgspec.ValidationError as problem:
        raise ValueError(str(problem)) from None
    return made


def _read(word: str, hint: Any) -> Any:
    """A word as the field wants it: lists are joined by '+', hexes written as on the map."""
    if isinstance(hint, types.UnionType):
        hint = next(kind for kind in typing.get_args(hint) if kind is not type(None))
    if typing.get_origin(hint) is tuple:
        inner = typing.get_args(hint)[0]
        return [_read(part, inner) for part in word.split("+") if part]
    if hint is bool:
        return word in ("yes", "true")
    if hint is int:
        return parse_hex(word) if len(word) == 4 and word.isdigit() else int(word)
    if hint is Firer:
        return msgspec.to_builtins(read_firer(word))
    if hint is Item:
        amount, reason, clause = word.split(",")
        return {"amount": int(amount), "reason": reason, "clause": clause}
    return word
