"""Names for a position that was drawn: its sides, units, leaders and bodies have only ids."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Final

import msgspec

from grognard.desks.library import LIBRARY
from grognard.mechanics.charts.lined import values_of

FILE: Final = LIBRARY / "puzzle-names.yaml"
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
HELD: Final = {
    "roster": "", "leaders": "leader", "commanders": "leader", "formations": "body", "divisions": "body",
}  # fmt: skip
"""Fields of a setting that hold somebody with a name, and what he is; a unit is called by its arm."""

OTHERS: Final = "others"


@cache
def _names() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = values_of(FILE)
    return found


def named(setting: Any) -> Any:
    """The setting with names for whoever is called by his id."""
    sides = {side: _names()["sides"].get(side, side) for side in setting.sides}
    changes: dict[str, Any] = {"side_names": sides}
    for field, what in HELD.items():
        held = getattr(setting, field, {})
        if any(hasattr(each, "name") for each in held.values()):
            changes[field] = _called(held, what)
    if hasattr(setting, "armies"):
        changes["armies"] = {
            side: msgspec.structs.replace(army, name=sides[side])
            for side, army in setting.armies.items()
        }
    return msgspec.structs.replace(setting, **changes)


def _called(held: dict[str, Any], what: str) -> dict[str, Any]:
    """Those of a field, numbered by side and kind."""
    counted: Counter[tuple[str, str]] = Counter()
    found = {}
    for id_, each in held.items():
        kind = what or _arm(str(each.arm))
        counted[each.side, kind] += 1
        number = counted[each.side, kind]
        patterns = _names().get(each.side, _names()[OTHERS])
        name = patterns[kind].format(
            n=number, roman=ROMAN[(number - 1) % len(ROMAN)], letter=chr(64 + number)
        )
        found[id_] = msgspec.structs.replace(each, name=name) if each.name == id_ else each
    return found


def _arm(word: str) -> str:
    """
    >>> _arm("light_cavalry"), _arm("infantry")
    ('cavalry', 'infantry')
    """
    return next((arm for arm in ("cavalry", "artillery") if arm in word), "infantry")
