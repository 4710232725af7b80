"""Names for a position that was drawn: its sides, units, leaders and bodies have only ids."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Final, TypeVar

import msgspec

from grognard.desks.library import LIBRARY
from grognard.mechanics.charts.lined import values_of

FILE: Final = LIBRARY / "puzzle-names.yaml"
ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
OTHERS: Final = "others"
SIDE: Final = "side"
T = TypeVar("T", bound=msgspec.Struct)


@cache
def _names() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = values_of(FILE)
    return found


def named(setting: T, **held: str) -> T:
    """The setting with names for whoever is called by his id.

    ``held`` are its fields of those who have a name, and what they are; a unit is called by its arm.
    """
    changes: dict[str, Any] = {
        field: _called(getattr(setting, field), what) for field, what in held.items()
    }
    sides: tuple[str, ...] = setting.sides  # type: ignore[attr-defined]
    changes["side_names"] = {side: _side(side) for side in sides}
    return msgspec.structs.replace(setting, **changes)


def _side(side: str) -> str:
    return _names()["sides"].get(side, side)


def _called(held: dict[str, Any], what: str) -> dict[str, Any]:
    """Those of a field, numbered by side and kind; the whole of a side by its name."""
    if what == SIDE:
        return {
            side: msgspec.structs.replace(all_, name=_side(side)) for side, all_ in held.items()
        }
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
