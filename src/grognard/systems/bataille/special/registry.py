"""Every special rule that a pack may name: what it is about, and which parameters it takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from grognard.kernel.errors import GrognardError
from grognard.mechanics.packs.shapes import Entry, Record
from grognard.systems.bataille.special import doubt, kolben, landwehr, nations, nerves, surprise


class Plain(msgspec.Struct, frozen=True):
    """A rule that needs no parameters."""


class Special(msgspec.Struct, frozen=True, eq=False):
    """A special rule: in words, the fields of its parameters, and what they are read into."""

    about: str
    shape: Record = Record()
    parameters: type[msgspec.Struct] = Plain

    def read(self, held: Entry | None) -> Any:
        """The parameters as a pack gives them; the usual ones where it is silent."""
        given = (
            {} if held is None else {key: _plain(each.value) for key, each in held.value.items()}
        )
        return self.parameters(**given)

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(key for key, field in self.shape.fields.items() if field.needed)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(each.value for each in value)
    if isinstance(value, dict):
        return {key: each.value for key, each in value.items()}
    return value


RULES: Final[Mapping[str, Special]] = {
    surprise.SURPRISE: Special(
        "at first units of a side, away from places on the alert, only change facing",
        surprise.SHAPE, surprise.Surprise,
    ),
    "rain": Special("the weather of the turn scales fire"),
    kolben.KOLBEN: Special(
        "columns of a nation attack with the butt in the rain", kolben.SHAPE, kolben.Kolben
    ),
    landwehr.LANDWEHR_DRILL: Special(
        "Landwehr infantry does not form line, nor square before a charge", landwehr.SHAPE, landwehr.Drill
    ),
    landwehr.LANDWEHR_STUNNED: Special("Landwehr under gun fire may waver"),
    "cossack_limits": Special("what Cossacks will not charge, and how they take fire"),
    nerves.CHARGE_NERVES: Special(
        "foot of a side near charging cavalry checks its nerves", nerves.SHAPE, nerves.ChargeNerves
    ),
    doubt.DOUBT: Special(
        "allies who fail to recover melt away, and may surrender", doubt.SHAPE, doubt.Doubt
    ),
    nations.NATIONS: Special(
        "allies do not stack together, leaders help their own nation", nations.SHAPE, nations.Nations
    ),
    "offmap": Special("units may leave the map, and some come back"),
    "rheinbund_nerve": Special("Rheinbund cavalry must screw up its courage before it charges"),
    "forest_march": Special("columns led through the wood come out where they are not expected"),
}  # fmt: skip
"""Special rules that the engine knows, by name."""


def bare(names: Iterable[str]) -> dict[str, Any]:
    """Rules by their names alone, for drawn positions; one that needs parameters is refused."""
    found: dict[str, Any] = {}
    for name in names:
        needs = RULES[name].needs if name in RULES else ()
        if needs:
            raise GrognardError(f"the special rule {name!r} needs {', '.join(needs)}: use a pack")
        found[name] = RULES[name].read(None) if name in RULES else Plain()
    return found
