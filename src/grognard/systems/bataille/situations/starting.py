"""Where a situation starts: a segment, a player's sequence, a battle, or any one procedure by name."""

from __future__ import annotations

import msgspec

from grognard.desks.starting import Reader, side_named, with_fields
from grognard.kernel import Procedure
from grognard.kernel.system import tag_of
from grognard.systems.bataille.actions import Firer, read_firer
from grognard.systems.bataille.battle import Battle
from grognard.systems.bataille.chapters import procedures_of
from grognard.systems.bataille.kit import Kit
from grognard.systems.bataille.table import Table


def procedures(kit: Kit) -> dict[str, type[Procedure]]:
    """Every procedure of the edition by the name it has in files."""
    return {tag_of(kind): kind for kind in procedures_of(kit.room)}


def procedure_named(kit: Kit, text: str, table: Table) -> Procedure:
    """``battle``, ``sequence french``, ``segment movement french``, ``Disorder unit=F1 cause=fire``."""
    first, *rest = text.split()
    if first == "battle":
        return Battle()
    if first == "sequence" and len(rest) == 1:
        side = side_named(rest[0], table.setting.sides)
        return kit.reglement.player_sequence(side)
    if first == "segment" and len(rest) == 2 and rest[0] in kit.segments:
        side = side_named(rest[1], table.setting.sides)
        table.segment = rest[0]
        table.phasing = table.setting.enemy(side) if rest[0] == "defensive-fire" else side
        return procedures(kit)[kit.segments[rest[0]]](side)
    kind = procedures(kit).get(first)
    if kind is None:
        segments = ", ".join(kit.segments)
        raise ValueError(
            f"cannot start at {text!r}; start a battle, a sequence SIDE, a segment NAME SIDE "
            f"({segments}), or a procedure with field=value"
        )
    return with_fields(kind, rest, READERS)


READERS: dict[type, Reader] = {Firer: lambda word: msgspec.to_builtins(read_firer(word))}
